// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/measuring/left_out.h"

#include "compare/layout/assembly.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr Form<2> kPaddingStep(
    "padding is left out as the attention mask of both sides says: %1 of %2 elements are compared");

} // namespace

Message paddingStep(std::uint64_t compared, std::uint64_t of)
{
    return phraseOf(kPaddingStep, compared, of);
}

LeftOut leftOutOf(const PairResult& result)
{
    if (std::ranges::any_of(result.details().alignment,
            [](const Message& step) { return step.form() == kPaddingStep.words(); }))
        return LeftOut::Padding;
    const bool isPart = isPutTogether(result.pair) && result.pair.hint->assembly->coverage < 1
        && result.basis == PairBasis::Elements && result.verdict != Verdict::NotComparable;
    return isPart ? LeftOut::NoCounterpart : LeftOut::None;
}

LeftOutCounts countLeftOut(const PairTable& pairs)
{
    LeftOutCounts counts;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const LeftOut what = leftOutOf(pairs.row(row));
        counts.padding += what == LeftOut::Padding ? 1 : 0;
        counts.noCounterpart += what == LeftOut::NoCounterpart ? 1 : 0;
    }
    return counts;
}

} // namespace dumpscope::core
