// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/layout_words.h"

namespace dumpscope::core {

Message axisTitle(const RunLayout::Axis& axis)
{
    return axis.name.empty() ? phrase("groups of %1", axis.size)
                             : Message(std::string(axis.name) + std::to_string(axis.size));
}

Message axisText(const RunLayout::Axis& axis)
{
    Message evidence;
    for (const Message& sentence : axis.evidence)
        evidence = evidence.empty() ? sentence : phrase("%1; %2", evidence, sentence);
    return evidence.empty() ? axisTitle(axis) : phrase("%1: %2", axisTitle(axis), evidence);
}

Message ranksText(std::span<const std::int64_t> ranks)
{
    constexpr std::size_t kLeastRun = 3;
    bool isRun = ranks.size() >= kLeastRun;
    for (std::size_t i = 1; i < ranks.size() && isRun; ++i)
        isRun = ranks[i - 1] < ranks[i] && ranks[i] - 1 == ranks[i - 1];
    if (isRun)
        return phrase("%1 to %2", ranks.front(), ranks.back());
    std::string text;
    for (const std::int64_t rank : ranks)
        text += (text.empty() ? "" : ", ") + std::to_string(rank);
    return text;
}

Message groupText(const RunLayout::Group& group)
{
    std::string calls;
    for (const auto& [kind, count] : group.calls)
        calls += (calls.empty() ? "" : ", ") + kind + " (" + std::to_string(count) + ")";
    const Message ranks = ranksText(group.ranks);
    return group.ranks.size() == 1 ? phrase("rank %1: %2", ranks, calls)
                                   : phrase("ranks %1: %2", ranks, calls);
}

Message disagreementText(const RunLayout::Disagreement& found, const DumpIndex& index)
{
    return phrase("%1 differs on rank %2 of %3: %4", index.tensorId(found.tensor), ranksText(found.others),
        ranksText(found.ranks), found.reason);
}

} // namespace dumpscope::core
