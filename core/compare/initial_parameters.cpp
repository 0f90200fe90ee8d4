// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/initial_parameters.h"

#include "compare/comparison.h"
#include "compare/suspects/operator_nature.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/tensor_error.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace dumpscope::core {

std::optional<InitialParameters> initialParameters(const Comparison& comparison)
{
    constexpr std::uint64_t kFewest = 3;
    constexpr double kFar = 1e-4;
    const PairTable& pairs = *comparison.pairs;
    const DumpIndex& index = *pairs.target().index;
    InitialParameters found;
    std::set<TensorError::Fingerprint> counted;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorId id = pairs.row(row).pair.target;
        const TensorRow& tensor = index.tensor(id);
        if (index.factsOf(id).step != 0 || pairs.row(row).basis != PairBasis::Statistics
            || !(tensor.io == Io::Parameter
                || (tensor.io == Io::Input && tensor.opType.isValid()
                    && isTrainedInput(index.text(tensor.opType), tensor.slot))))
            continue;
        const TensorError error = tensorError(pairs, row);
        if (!error.hasNumbers || error.isInteger || error.isBroken
            || !counted.insert(error.fingerprint).second)
            continue;
        ++found.seen;
        if (!error.isUnrounded || !std::isfinite(error.relative)
            || !(std::max(error.relative, error.largest) > kFar))
            continue;
        found.row = found.otherwise++ == 0 ? row : found.row;
        found.largest = std::max(found.largest, error.relative);
    }
    return found.otherwise >= kFewest && 2 * found.otherwise >= found.seen ? std::optional(found)
                                                                           : std::nullopt;
}

Message InitialParameters::sentence() const
{
    return phrase("%1 of %2 parameters seen differ before anything has moved them, by up to %3 (relative L2)",
        otherwise, seen, errorDigits(largest));
}

Message InitialParameters::reason()
{
    return phrase("no rounding to a half type makes them so: other weights were loaded, or they were "
                  "initialised in another way");
}

} // namespace dumpscope::core
