// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/transposition_step.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

Message transpositionText(std::span<const Message> steps)
{
    constexpr std::array kOfGolden {kTransposedByRule, kTransposedByValues, kTransposedByFormats,
        kTransposedToFit, kGoldenTransposedByFile};
    for (const Message& step : steps) {
        const bool isOnTarget = step.form() == kDoneOnTarget.words();
        const auto inner = isOnTarget ? step.arguments() : std::vector<Message>();
        const Message& move = inner.empty() ? step : inner.front();
        const bool isGolden = std::ranges::any_of(
            kOfGolden, [&](const Form<2>& form) { return move.form() == form.words(); });
        if (!isGolden && move.form() != kTargetTransposedByFile.words())
            continue;
        const std::vector<Message> axes = move.arguments();
        if (axes.size() != 2)
            continue;
        // What is done on the target undoes the order that golden would have been given.
        if (isOnTarget)
            return phrase("the target is read transposed, %1 as %2", axes[0], axes[1]);
        return isGolden ? phrase("golden is read transposed, %1 as %2", axes[1], axes[0])
                        : phrase("the target is read transposed, %1 as %2", axes[1], axes[0]);
    }
    return {};
}

} // namespace dumpscope::core
