// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

using Components = std::span<const std::string_view>;

constexpr std::size_t kTimeDigits = 14;

/// The digits are not checked to be a date: real folders have seconds of 66 (readings of
/// docs/formats/ascend-dump-binary.md 2.1).
bool isTime(std::string_view component)
{
    return component.size() == kTimeDigits && isDigits(component);
}

std::optional<std::int64_t> rankOf(std::string_view component)
{
    const auto rank = pathNumberAfter(component, "rank_");
    if (rank)
        return rank;
    const auto bare = pathNumberAfter(component, "rank");
    return bare ? bare : rankOfWorld(component);
}

/// Levels below the device: `[model][/model_id][/iteration]`, each only if the host asked for it.
void readModel(Components below, FolderFacts& facts)
{
    if (below.empty())
        return;
    std::size_t next = 0;
    const bool full = below.size() >= 3 && isDigits(below[1]) && isDigits(below[2]);
    if (full || !isDigits(below[0]))
        facts.model = below[next++];
    // Without a model, one number alone counts dumps.
    if (next < below.size() && isDigits(below[next]) && (next > 0 || below.size() > 1))
        facts.modelId = pathNumber(below[next++]);
    if (next < below.size() && isDigits(below[next]))
        facts.step = pathNumber(below[next]);
}

/// `{time}/{device}[/{model}[/{model_id}[/{iteration}]]]` of models executed offline, of single
/// operators, and of graph-engine training (docs/formats/ascend-dump-binary.md 2.1). The 14-digit time folder
/// with a device below it is the evidence.
class AscendOfflineLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "ascend-offline"; }
    int priority() const override { return 40; }

    std::optional<FolderFacts> match(Components components) const override
    {
        constexpr std::size_t kMaxDevice = 5; // digits
        for (std::size_t i = components.size(); i-- > 1;) {
            if (!isTime(components[i - 1]) || components[i].size() > kMaxDevice || !isDigits(components[i]))
                continue;
            FolderFacts facts;
            facts.run = components[i - 1];
            facts.deviceId = pathNumber(components[i]);
            facts.rank = facts.deviceId;
            for (const std::string_view above : components.first(i - 1)) {
                if (const auto rank = rankOf(above))
                    facts.rank = rank;
            }
            readModel(components.subspan(i + 1), facts);
            facts.namesLosePath = true;
            return facts;
        }
        return std::nullopt;
    }
};

} // namespace

void register_ascend_offline_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<AscendOfflineLayout>());
}

} // namespace dumpscope::core
