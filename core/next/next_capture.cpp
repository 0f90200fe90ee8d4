// SPDX-License-Identifier: GPL-3.0-or-later
#include "next/next_capture.h"

#include "base/text.h"
#include "graph/graph_catalog.h"
#include "graph/helper_nodes.h"
#include "readers/msprobe/msprobe_name.h"
#include "summary/dump_summary.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace dumpscope::core {

namespace {

using Place = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>; // rank, step

Place placeOf(const DumpIndex& index, TensorId id)
{
    const FolderFacts& facts = index.factsOf(id);
    return {facts.rank, facts.step};
}

bool isModule(std::string_view name)
{
    return name.starts_with("Module.") || name.starts_with("Cell.");
}

/// As msprobe has it in the names of its entries, which `list` names parts of: other programs name modules by
/// their path alone, msit with "root" for the model, of which msprobe has no entry. Ends with a point:
/// `layers.1` is no part of `layers.10`.
std::string msprobeListName(const std::string& name)
{
    if (parseMsprobeEntry(name) || isModule(name))
        return name;
    const std::string_view root = "root";
    const std::string_view path
        = name == root || name.starts_with("root.") ? std::string_view(name).substr(root.size()) : name;
    if (path.empty())
        return {};
    return (path.starts_with('.') ? "Module" : "Module.") + std::string(path) + '.';
}

/// Names, each once, in the order in which they came.
class Names {
public:
    void add(std::string_view name)
    {
        if (!name.empty() && m_known.emplace(name).second)
            m_names.emplace_back(name);
    }
    [[nodiscard]] const std::vector<std::string>& all() const { return m_names; }

private:
    std::vector<std::string> m_names;
    std::set<std::string, std::less<>> m_known;
};

/// The calls before and after, of the same rank and step.
void addCallsAround(const DumpIndex& index, std::span<const TensorId> asked, std::size_t hops, Names& names)
{
    std::map<Place, std::vector<StringId>> wanted;
    for (const TensorId id : asked)
        wanted[placeOf(index, id)].push_back(index.tensor(id).opName);
    std::map<Place, std::vector<StringId>> calls; // in the order of execution
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        const auto found = wanted.find(placeOf(index, TensorId(i)));
        const StringId name = index.tensor(TensorId(i)).opName;
        if (found == wanted.end() || !name.isValid())
            continue;
        auto& here = calls[found->first];
        if (here.empty() || here.back() != name)
            here.push_back(name);
    }
    for (const auto& [place, here] : calls) {
        const auto& around = wanted[place];
        for (std::size_t i = 0; i < here.size(); ++i) {
            const std::size_t first = i - std::min(i, hops), last = std::min(here.size(), i + hops + 1);
            const auto isNear = std::any_of(here.begin() + static_cast<std::ptrdiff_t>(first),
                here.begin() + static_cast<std::ptrdiff_t>(last),
                [&](StringId one) { return std::ranges::find(around, one) != around.end(); });
            if (isNear)
                names.add(index.text(here[i]));
        }
    }
}

/// Nodes of the graph that tensors belong to.
std::vector<NodeId> nodesOf(const RankedGraphs& graphs, const Graph& graph, std::span<const TensorId> asked)
{
    const std::set<TensorId> wanted(asked.begin(), asked.end());
    std::vector<NodeId> nodes;
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        if (std::ranges::any_of(
                graphs.match.tensorsOf(NodeId(i)), [&](TensorId id) { return wanted.contains(id); }))
            nodes.emplace_back(i);
    }
    return nodes;
}

/// Over so many edges; what only hands data on is no operator and no step on the way.
std::set<NodeId> nodesAround(
    const Graph& graph, const GraphMatch& match, const std::vector<NodeId>& nodes, std::uint32_t hops)
{
    const HelperNodes helpers(graph, match);
    std::set<NodeId> found(nodes.begin(), nodes.end());
    std::vector<NodeId> last = nodes;
    for (std::uint32_t hop = 0; hop < hops && !last.empty(); ++hop) {
        std::vector<NodeId> next;
        const auto add = [&](NodeId node) {
            if (!helpers.holds(node) && found.insert(node).second)
                next.push_back(node);
        };
        for (const NodeId node : last) {
            for (const GraphInput& input : graph.inputs(graph.node(node))) {
                for (const GraphInput& source : helpers.sourcesOf(graph, input)) {
                    if (source.from.isValid() && !source.otherGraph)
                        add(source.from);
                }
            }
            for (const NodeId reader : graph.consumers(node)) {
                for (const NodeId behind : helpers.readersBehind(graph, node, reader))
                    add(behind);
            }
        }
        last = std::move(next);
    }
    return found;
}

std::optional<std::uint64_t> unsignedOf(std::optional<std::int64_t> number)
{
    return number && *number >= 0 ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> rangesOf(const std::vector<std::uint64_t>& steps)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    for (const std::uint64_t step : steps) {
        if (!ranges.empty() && ranges.back().second + 1 == step)
            ranges.back().second = step;
        else
            ranges.emplace_back(step, step);
    }
    return ranges;
}

} // namespace

Result<NextCapture> nextCapture(const std::shared_ptr<const DumpIndex>& index,
    std::span<const TensorId> asked, const NextCaptureOptions& options, TaskContext& task)
{
    NextCapture next;
    std::set<std::uint64_t> ranks, steps;
    Names names;
    next.areModules = !asked.empty();
    TRY_ASSIGN(const RankedGraphs graphs,
        readLikeliestGraph(
            *index, index.get(), asked.empty() ? std::nullopt : index->factsOf(asked.front()).rank, task));
    const Graph* const graph = graphs.likeliest ? &entryGraph(graphs.document) : nullptr;
    const std::vector<NodeId> nodes = graph ? nodesOf(graphs, *graph, asked) : std::vector<NodeId>();
    std::map<TensorId, NodeId> nodeOf;
    for (const NodeId node : nodes) {
        for (const TensorId id : graphs.match.tensorsOf(node))
            nodeOf.emplace(id, node);
    }
    for (const TensorId id : asked) {
        // The graph has the whole name where files have a part of it.
        const auto node = nodeOf.find(id);
        const std::string_view name = graph != nullptr && node != nodeOf.end()
            ? graph->text(graph->node(node->second).name)
            : index->text(index->tensor(id).opName);
        names.add(name);
        next.areModules = next.areModules && isModule(name);
        if (const auto rank = unsignedOf(index->factsOf(id).rank))
            ranks.insert(*rank);
        if (const auto step = unsignedOf(index->factsOf(id).step)) {
            for (std::uint64_t one = *step - std::min(*step, options.earlierSteps); one <= *step; ++one)
                steps.insert(one);
        }
    }
    next.asked = names.all().size();
    // A backward operator is computed from what its forward one was given.
    const auto called = options.hops > 0 ? names.all() : std::vector<std::string>();
    for (const std::string& name : called) {
        if (const std::string forward = msprobeForwardEntry(name); index->findString(forward).isValid())
            names.add(forward);
    }
    const std::size_t without = names.all().size();
    next.ranks.assign(ranks.begin(), ranks.end());
    next.steps.assign(steps.begin(), steps.end());
    if (options.hops > 0 && graph != nullptr && !nodes.empty()) {
        for (const NodeId node : nodesAround(*graph, graphs.match, nodes, options.hops)) {
            if (graph->node(node).kind == NodeKind::Operator)
                names.add(graph->text(graph->node(node).name));
        }
        next.neighbours = phrase(
            "neighbours are those of the graph %1", printable(graphs.candidates[*graphs.likeliest].path));
    }
    // A graph of modules has no edges.
    if (options.hops > 0 && names.all().size() == without && next.asked > 0) {
        addCallsAround(*index, asked, options.hops, names);
        next.neighbours = phrase("neighbours are the calls before and after");
    }
    next.operators = names.all();
    return next;
}

const ConfigKind* kindOfDump(const ConfigKinds& kinds, const DumpIndex& index)
{
    for (const KindFinding& finding : summarise(index).kinds) {
        if (const ConfigKind* const kind = kinds.find(finding.config))
            return kind;
    }
    return nullptr;
}

Result<ConfigDraft> nextConfig(
    const NextCapture& next, const DumpPreset& preset, const ConfigKind& kind, const ConfigText& used)
{
    const bool isMsprobe = kind.id() == "msprobe";
    Names names;
    for (const std::string& name : next.operators)
        names.add(isMsprobe ? msprobeListName(name) : name);
    DumpRequest before = used.text.empty() ? DumpRequest() : kind.request(used);
    DumpRequest request = presetRequest(preset, before, names.all());
    // Names of the dump, not of another kind.
    request.namesAreParts = isMsprobe;
    if (!next.ranks.empty())
        request.devices = next.ranks;
    if (!next.steps.empty())
        request.steps = rangesOf(next.steps);
    TRY_ASSIGN(ConfigDraft draft, kind.write(request));
    // At the level of APIs msprobe takes no modules.
    if (isMsprobe
        && (std::ranges::any_of(names.all(), isModule) || names.all().size() < next.operators.size())) {
        TRY_ASSIGN(draft.text, kind.withValue({.text = draft.text}, "level", R"("mix")"));
    }
    return draft;
}

} // namespace dumpscope::core
