// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

namespace dumpscope::core {

namespace {

using Components = std::span<const std::string_view>;

/// `<stem>_<digits>`, the number split off at the last `_`.
struct Numbered {
    std::string_view stem;
    std::int64_t number = 0;
};
std::optional<Numbered> splitNumbered(std::string_view component)
{
    const auto underscore = component.rfind('_');
    if (underscore == std::string_view::npos || underscore == 0)
        return std::nullopt;
    const auto number = pathNumber(component.substr(underscore + 1));
    if (!number)
        return std::nullopt;
    return Numbered {component.substr(0, underscore), *number};
}

/// `<net>[/device_<d>]/iteration_<n>` of synchronous dumps.
bool matchSync(Components all, FolderFacts& facts)
{
    if (all.size() < 2)
        return false;
    facts.step = pathNumberAfter(all.back(), "iteration_");
    if (!facts.step)
        return false;
    std::size_t netAt = all.size() - 2;
    facts.deviceId = pathNumberAfter(all[netAt], "device_");
    if (facts.deviceId) {
        if (netAt == 0)
            return false;
        --netAt;
    }
    facts.model = all[netAt];
    return true;
}

/// `device_<d>/<net>_graph_<g>/<g>/<iteration>` of asynchronous dumps of 1.1 and 1.2, at any level.
bool matchAsync11(Components all, FolderFacts& facts)
{
    constexpr std::string_view kGraph = "_graph";
    for (std::size_t depth = 0; depth < 3 && depth + 1 < all.size(); ++depth) {
        const Components below = all.last(depth);
        const auto net = splitNumbered(all[all.size() - 1 - depth]);
        const auto device = pathNumberAfter(all[all.size() - 2 - depth], "device_");
        if (!net || !device || !net->stem.ends_with(kGraph) || net->stem.size() == kGraph.size())
            continue;
        if (depth >= 1 && !pathNumber(below[0]))
            return false;
        if (depth == 2) {
            facts.step = pathNumber(below[1]);
            if (!facts.step)
                return false;
        }
        facts.deviceId = device;
        facts.model = net->stem.substr(0, net->stem.size() - kGraph.size());
        facts.graphId = net->number;
        return true;
    }
    return false;
}

/// `<path>_<device>/<net>_<g>/<g>/<iteration>` of 1.0. The graph number must stand twice: nothing
/// else tells this apart from ordinary numbered folders.
bool matchAsync10(Components all, FolderFacts& facts)
{
    if (all.size() < 4)
        return false;
    const Components tail = all.last(4);
    const auto device = splitNumbered(tail[0]);
    const auto net = splitNumbered(tail[1]);
    const auto graph = pathNumber(tail[2]);
    const auto step = pathNumber(tail[3]);
    if (!device || !net || !graph || !step || net->number != *graph)
        return false;
    facts.deviceId = device->number;
    facts.model = net->stem;
    facts.graphId = graph;
    facts.step = step;
    return true;
}

/// `device_<d>/graphs` and `device_<d>/execution_order`.
bool matchSide(Components all, FolderFacts& facts)
{
    if (all.size() < 2 || (all.back() != "graphs" && all.back() != "execution_order"))
        return false;
    facts.deviceId = pathNumberAfter(all[all.size() - 2], "device_");
    return facts.deviceId.has_value();
}

/// Trees of releases 1.0 to 1.2 (docs/formats/mindspore-dump.md 2.1).
class MindsporeG0Layout final : public FolderLayout {
public:
    std::string_view id() const override { return "mindspore-g0"; }
    int priority() const override { return 60; }

    std::optional<FolderFacts> match(Components components) const override
    {
        for (const auto matcher : {matchSync, matchAsync11, matchAsync10, matchSide}) {
            FolderFacts facts;
            if (!matcher(components, facts))
                continue;
            facts.layout = id();
            facts.namesLosePath = true;
            return facts;
        }
        return std::nullopt;
    }
};

} // namespace

void register_mindspore_g0_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeG0Layout>());
}

} // namespace dumpscope::core
