// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pair_meeting.h"

#include "compare/official/msaccucmp_alignment.h"

namespace dumpscope::core {

Reconciled meetingOf(const TensorPair& pair, TensorView target, TensorView golden, MemoryFormat targetFormat,
    std::string_view profile)
{
    if (profile != "msaccucmp" || pair.origin != PairOrigin::Fusion || !pair.hint)
        return reconcile(std::move(target), std::move(golden), pair.hint.get());
    MsaccucmpAligned aligned = alignAsMsaccucmp(
        std::move(target), std::move(golden), targetFormat, pair.hint->goldenFormat, pair.hint->goldenShape);
    return {std::move(aligned.target), std::move(aligned.golden), std::move(aligned.steps),
        std::move(aligned.reason), false};
}

} // namespace dumpscope::core
