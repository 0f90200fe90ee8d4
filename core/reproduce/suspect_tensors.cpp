// SPDX-License-Identifier: GPL-3.0-or-later
#include "reproduce/suspect_tensors.h"

#include <algorithm>

namespace dumpscope::core {

ReproducedPair reproducedPair(const PairTable& pairs, std::size_t row)
{
    const TensorPair& pair = pairs.row(row).pair;
    return {{pairs.target().index, pair.target}, ReproducedTensor {pairs.golden().index, pair.golden}};
}

std::optional<ReproducedPair> reproducedSuspect(const PairTable& pairs, const Suspect& suspect)
{
    if (suspect.targetOnly.isValid())
        return ReproducedPair {{pairs.target().index, suspect.targetOnly}, std::nullopt};
    if (suspect.recomputed)
        return reproducedPair(pairs, suspect.recomputed->row);
    if (suspect.pairs.empty())
        return std::nullopt;
    const auto output = std::ranges::find_if(suspect.pairs, [&](std::size_t row) {
        return pairs.target().index->tensor(pairs.row(row).pair.target).io == Io::Output;
    });
    return reproducedPair(pairs, output == suspect.pairs.end() ? suspect.pairs.front() : *output);
}

} // namespace dumpscope::core
