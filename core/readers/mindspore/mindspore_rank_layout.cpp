// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

using Components = std::span<const std::string_view>;

/// `net_name` of the configuration: `[A-Za-z0-9_-]+` (docs/formats/mindspore-dump.md 1.1), or the `_` of 1.3.
bool isNetName(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
            || c == '-';
    });
}

/// Folders beside the nets that hold graphs, orders and configuration.
bool isSideFolder(std::string_view name)
{
    return name == "graphs" || name == "execution_order" || name == ".dump_metadata" || name == "debug_files";
}

/// The tree of releases from 1.3 on (docs/formats/mindspore-dump.md 2.2):
/// `rank_<r>/<net>/<graph>/<iteration>|constants` and the folders beside it.
class MindsporeRankLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "mindspore-rank"; }
    int priority() const override { return 80; }

    std::optional<FolderFacts> match(Components components) const override
    {
        for (std::size_t depth = 0; depth < components.size() && depth <= kMaxDepth; ++depth) {
            const auto rank = pathNumberAfter(components[components.size() - 1 - depth], "rank_");
            if (!rank)
                continue;
            FolderFacts facts;
            if (!fillBelow(components.last(depth), facts))
                return std::nullopt;
            facts.layout = id();
            facts.rank = rank;
            facts.namesLosePath = true;
            return facts;
        }
        return std::nullopt;
    }

private:
    static constexpr std::size_t kMaxDepth = 3;

    static bool fillBelow(Components below, FolderFacts& facts)
    {
        if (below.empty())
            return true;
        if (below.size() == 1)
            return isSideFolder(below[0]) || (isNetName(below[0]) && !pathNumberAfter(below[0], "step_"));
        if (below.size() == 2 && below[0] == "debug_files") {
            facts.step = pathNumber(below[1]);
            return facts.step.has_value();
        }
        const auto graph = pathNumber(below[1]);
        if (!isNetName(below[0]) || !graph)
            return false;
        facts.model = below[0];
        facts.graphId = graph;
        if (below.size() == 2 || below[2] == "constants")
            return true;
        facts.step = pathNumber(below[2]);
        return facts.step.has_value();
    }
};

} // namespace

void register_mindspore_rank_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeRankLayout>());
}

} // namespace dumpscope::core
