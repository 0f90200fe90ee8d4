// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/torchair_graphs.h"

#include "base/text.h"
#include "graph/graph_catalog.h"
#include "readers/format_registry.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// `<node>-<target>` of `<node>-<target>.OUTPUT.<i>`.
std::string_view fxNodeOf(std::string_view tensor)
{
    const std::size_t at = tensor.rfind(".OUTPUT.");
    return at == std::string_view::npos ? std::string_view() : tensor.substr(0, at);
}

/// Property of a graph that its reader took from the file's name.
std::string_view propertyOf(const GraphDocument& document, std::string_view key)
{
    const auto found = std::ranges::find(
        document.properties, key, [](const auto& property) -> std::string_view { return property.first; });
    return found == document.properties.end() ? std::string_view() : std::string_view(found->second);
}

std::vector<FileId> torchairGraphFiles(const DumpIndex& index)
{
    std::vector<FileId> files;
    for (std::uint32_t i = 0; i < index.fileCount(); ++i) {
        const Reader* const reader = index.readerOf(FileId(i));
        if (reader != nullptr && reader->info().id == "torchair-graph")
            files.emplace_back(i);
    }
    // Numbers of graphs and times rise in one process.
    const auto stemOf = [&](FileId id) {
        const std::string_view name = index.text(index.file(id).name);
        return name.substr(0, name.rfind('.'));
    };
    std::ranges::sort(files, [&](FileId a, FileId b) {
        return naturalCompare(index.text(index.file(a).name), index.text(index.file(b).name)) < 0;
    });
    // One graph may be there in two forms, .txt and .pbtxt.
    std::vector<FileId> each;
    for (const FileId file : files) {
        if (each.empty() || stemOf(each.back()) != stemOf(file))
            each.push_back(file);
    }
    return each;
}

} // namespace

void TorchairOperators::add(const Graph& graph)
{
    struct Node {
        std::size_t count = 0;
        std::string last;
    };
    std::unordered_map<std::string, Node> nodes; ///< by FX node
    std::vector<std::string> added;
    for (const GraphNode& node : graph.nodes()) {
        TorchairOperator made;
        for (std::size_t slot = 0; slot < graph.outputs(node).size(); ++slot) {
            const auto name
                = graph.attribute(node, "output_desc_attr__fx_tensor_name:" + std::to_string(slot));
            made.outputs.emplace_back(name.value_or(std::string_view()));
            if (made.fxName.empty() && name)
                made.fxName = fxNodeOf(*name);
        }
        const std::string name(graph.text(node.name));
        if (!made.fxName.empty()) {
            Node& fx = nodes[made.fxName];
            ++fx.count;
            fx.last = name;
        }
        m_operators.insert_or_assign(name, std::move(made));
        added.push_back(name);
    }
    for (const std::string& name : added) {
        TorchairOperator& made = m_operators[name];
        if (const auto fx = nodes.find(made.fxName); fx != nodes.end()) {
            made.isLast = fx->second.last == name;
            made.isAlone = fx->second.count == 1;
        }
    }
}

std::optional<TorchairOperators::Found> TorchairOperators::find(std::string_view name) const
{
    constexpr std::size_t kLongestName = 4096;
    if (name.size() > kLongestName)
        return std::nullopt;
    Found found;
    while (!name.empty()) {
        std::size_t length = name.size();
        auto part = m_operators.find(std::string(name));
        while (part == m_operators.end() && --length > 0)
            part = m_operators.find(std::string(name.substr(0, length)));
        if (part == m_operators.end())
            return std::nullopt;
        if (found.first == nullptr)
            found.first = &part->second;
        found.last = &part->second;
        name.remove_prefix(length);
    }
    return found.first == nullptr ? std::nullopt : std::optional(found);
}

Result<std::map<std::int64_t, std::vector<TorchairOperators>>> readTorchairGraphs(
    const DumpIndex& index, TaskContext& task)
{
    std::map<std::int64_t, std::vector<TorchairOperators>> graphs;
    std::map<std::pair<std::int64_t, std::string>, std::size_t> read; ///< by rank and stage
    for (const FileId file : torchairGraphFiles(index)) {
        TRY_VOID(task.checkStop());
        auto document = loadGraph(index, file, task);
        if (!document) {
            if (document.error().code == Code::Cancelled)
                return fail(document.error());
            task.diagnostics.add(Severity::Warning, document.error());
            continue;
        }
        const std::int64_t rank = parseInt(propertyOf(*document, "rank")).value_or(-1);
        const std::size_t place = read[{rank, std::string(propertyOf(*document, "stage"))}]++;
        std::vector<TorchairOperators>& ofRank = graphs[rank];
        ofRank.resize(std::max(ofRank.size(), place + 1));
        // The optimized graph follows the original one, and knows its own operators better.
        ofRank[place].add(entryGraph(*document));
    }
    return graphs;
}

} // namespace dumpscope::core
