// SPDX-License-Identifier: GPL-3.0-or-later
#include "records/recorded_place.h"

#include "base/text.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::string_view kRankKey = "rank";

} // namespace

void addRecordedPlace(GraphBuilder& builder, std::string_view side, std::int64_t step, std::int64_t rank)
{
    auto& attributes = builder.graph().attributes;
    attributes.emplace_back("side", printable(side));
    if (step >= 0)
        attributes.emplace_back("step", std::to_string(step));
    if (rank >= 0)
        attributes.emplace_back(kRankKey, std::to_string(rank));
}

std::optional<std::int64_t> recordedRank(const Graph& graph)
{
    const auto found = std::ranges::find(
        graph.attributes, kRankKey, [](const auto& attribute) { return attribute.first; });
    return found == graph.attributes.end() ? std::nullopt : parseInt(found->second);
}

} // namespace dumpscope::core
