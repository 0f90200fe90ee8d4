// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ascend/fusion_passes.h"

#include "base/text.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

constexpr std::int64_t kMostTimes = 1'000'000'000'000;

std::int64_t timesOf(const JsonValue& pass, std::string_view key)
{
    const JsonValue* const times = pass.find(key);
    const std::int64_t value = times == nullptr ? 0 : parseInt(times->text).value_or(0);
    return std::clamp<std::int64_t>(value, 0, kMostTimes);
}

void addGraphs(const JsonValue& object, FusionPasses& passes)
{
    constexpr std::array<const char*, 2> kKinds {"graph_fusion", "ub_fusion"};
    for (const auto& [graph, kinds] : object.members) {
        for (const char* const kind : kKinds) {
            const JsonValue* const list = kinds.find(kind);
            if (list == nullptr)
                continue;
            for (const auto& [name, pass] : list->members) {
                FusionPassTimes& times = passes[{graph, kind, name}];
                times.matched = std::min(times.matched + timesOf(pass, "match_times"), kMostTimes);
                times.effective = std::min(times.effective + timesOf(pass, "effect_times"), kMostTimes);
            }
        }
    }
}

} // namespace

FusionPasses fusionPassesOf(const JsonValue& root)
{
    FusionPasses passes;
    if (root.isObject())
        addGraphs(root, passes);
    // Older GE appends one object per session.
    for (const JsonValue& item : root.items)
        addGraphs(item, passes);
    return passes;
}

Message fusionTimesText(const FusionPassTimes& times)
{
    if (times.matched == 0 && times.effective == 0)
        return phrase("matched nothing");
    if (times.matched == 1)
        return phrase("took effect at %1 of 1 match", times.effective);
    return phrase("took effect at %1 of %2 matches", times.effective, times.matched);
}

} // namespace dumpscope::core
