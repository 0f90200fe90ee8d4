// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_catalog.h"

#include "base/text.h"
#include "model/operator_name_match.h"
#include "model/tensor_store.h"
#include "records/recorded_place.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <tuple>

namespace dumpscope::core {

namespace {

constexpr std::string_view kDumpStem = "ms_output_trace_code_graph_";

/// `_0123` behind or `0123_` in front of a stage.
std::string_view withoutNumbers(std::string_view name)
{
    const auto front = name.find('_');
    if (front != std::string_view::npos && isDigits(name.substr(0, front)))
        name.remove_prefix(front + 1);
    const auto back = name.rfind('_');
    if (back != std::string_view::npos && isDigits(name.substr(back + 1)))
        name = name.substr(0, back);
    return name;
}

/// A graph that is executed, not one on the way there.
bool isExecuted(std::string_view stage)
{
    return stage == "Build" || stage == "trace_code";
}

/// Which form of the same graph tells more: GE says everything only in its own form
/// (docs/formats/ascendcl-capture.md 6.2, 6.4), MindSpore says device formats only in the text
/// (docs/formats/mindspore-dump.md 7).
int detail(const GraphDocument& document)
{
    if (document.format == "mindspore-order")
        return 0;
    if (document.format.find("readable") != std::string::npos)
        return 1;
    if (document.format == "mindspore-graph-proto" || document.format.find("onnx") != std::string::npos)
        return 2;
    return 3;
}

/// First operator that feeds data into a training graph.
const GraphNode* iteratorOf(const Graph& graph)
{
    for (const GraphNode& node : graph.nodes()) {
        const std::string_view type = graph.text(node.opType);
        if (type == "IteratorV2" || type == "Iterator" || type == "GetNext")
            return &node;
    }
    return nullptr;
}

struct Judged {
    GraphCandidate candidate;
    bool iterator = false, executed = false;
    int detail = 0;

    [[nodiscard]] auto key() const
    {
        return std::tuple(candidate.readable, iterator, executed, candidate.matched > 0, detail,
            candidate.matched, candidate.nodes);
    }
    [[nodiscard]] bool isLikelierThan(const Judged& other) const
    {
        if (key() != other.key())
            return key() > other.key();
        return naturalCompare(candidate.path, other.candidate.path) < 0;
    }
    [[nodiscard]] bool isOf(std::optional<std::int64_t> rank) const
    {
        return !rank || !candidate.rank || candidate.rank == rank;
    }
};

/// What was read to judge a file.
struct ReadGraph {
    GraphDocument document;
    GraphMatch match; ///< of its entry graph
};
using OnRead = std::function<void(const Judged&, ReadGraph)>;

Message matchText(const GraphCandidate& candidate)
{
    if (candidate.entries == 0)
        return phrase("no dump entries to compare with");
    return phrase("%1 of %2 dump entries belong to it", candidate.matched, candidate.entries);
}

Judged judge(
    const DumpIndex& index, FileId file, const DumpIndex* dump, const OnRead& onRead, TaskContext& task)
{
    Judged judged;
    GraphCandidate& candidate = judged.candidate;
    candidate.file = file;
    candidate.path = index.filePath(file);
    candidate.format = index.readerOf(file)->info().id;
    candidate.rank = index.folder(index.file(file).folder).facts.rank;
    candidate.stage = graphStage(index.text(index.file(file).name));
    Result<GraphDocument> document = loadGraph(index, file, task);
    if (!document || document->graphs.empty()) {
        candidate.readable = false;
        candidate.reason = document ? phrase("there is no graph in the file") : document.error().message;
        if (!document && document.error().code != Code::Cancelled
            && document.error().code != Code::Unsupported) {
            Error error = document.error();
            error.place.file = candidate.path;
            task.diagnostics.add(Severity::Error, error);
        }
        return judged;
    }
    const Graph& entry = entryGraph(*document);
    candidate.name = entry.name;
    candidate.graphId = entry.graphId;
    candidate.graphs = document->graphs.size();
    for (const auto& graph : document->graphs)
        candidate.nodes += static_cast<std::uint64_t>(std::ranges::count_if(
            graph->nodes(), [](const GraphNode& node) { return node.opType.value() != 0; }));
    judged.executed = isExecuted(candidate.stage);
    judged.detail = detail(*document);
    GraphMatch match;
    if (dump) {
        match = matchGraph(entry, *dump, matchScope(index, file, entry));
        candidate.entries = match.entries;
        candidate.matched = match.matchedEntries;
    }
    const GraphNode* iterator = iteratorOf(entry);
    judged.iterator = iterator && judged.executed;
    if (judged.iterator)
        candidate.reason = phrase(
            "compiled graph (%1) with an operator of type %2", candidate.stage, entry.text(iterator->opType));
    else if (judged.executed)
        candidate.reason = candidate.stage == "Build" ? phrase("compiled graph (Build) without an iterator")
                                                      : phrase("graph of execution");
    else if (!candidate.stage.empty())
        candidate.reason = phrase("stage %1, before execution", candidate.stage);
    candidate.reason = joined(std::array {candidate.reason, matchText(candidate)});
    if (onRead)
        onRead(judged, {std::move(*document), std::move(match)});
    return judged;
}

/// In the order of the answers.
Result<std::vector<Judged>> judgeAll(
    const DumpIndex& index, const DumpIndex* dump, const OnRead& onRead, TaskContext& task)
{
    std::vector<FileId> files;
    std::uint64_t bytes = 0;
    for (std::uint32_t i = 0; i < index.fileCount(); ++i) {
        const Reader* reader = index.readerOf(FileId(i));
        if (reader && reader->info().can.graph && !index.file(FileId(i)).unreadable) {
            files.emplace_back(i);
            bytes += index.file(FileId(i)).size;
        }
    }
    task.progress.setPhases({{phrase("Reading graphs"), 1.0}});
    task.progress.beginPhase(0, bytes);
    std::vector<Judged> judged(files.size());
    TRY_VOID(parallelFor(
        task.arena, files.size(), 1, task.stop, [&](std::size_t begin, std::size_t end) -> Result<void> {
            for (std::size_t i = begin; i < end; ++i)
                judged[i] = judge(index, files[i], dump, onRead, task);
            return task.checkStop();
        }));
    // A list of iterations has the family of an order, but is no graph.
    std::erase_if(judged, [](const Judged& one) {
        return !one.candidate.readable && one.candidate.format == "mindspore-order";
    });
    std::ranges::stable_sort(judged, [](const Judged& a, const Judged& b) { return a.isLikelierThan(b); });
    return judged;
}

std::vector<GraphCandidate> candidatesOf(std::vector<Judged>& judged)
{
    std::vector<GraphCandidate> candidates;
    candidates.reserve(judged.size());
    for (Judged& one : judged)
        candidates.push_back(std::move(one.candidate));
    return candidates;
}

} // namespace

std::string graphStage(std::string_view fileName)
{
    std::string_view stem = fileName.substr(0, fileName.rfind('.'));
    if (stem.starts_with(kDumpStem))
        return "trace_code";
    if (stem.starts_with("ge_")) {
        // ge_proto_00000019_graph_11_Build (docs/formats/ascendcl-capture.md 5.4)
        const auto graph = stem.find("_graph_");
        if (graph == std::string_view::npos)
            return {};
        stem = stem.substr(graph + 7);
        const auto stage = stem.find_first_not_of("0123456789");
        return stage == std::string_view::npos || stem[stage] != '_' ? std::string()
                                                                     : std::string(stem.substr(stage + 1));
    }
    if (!fileName.ends_with(".ir") && !stem.starts_with("ms_output_"))
        return {};
    if (stem.starts_with("ms_output_"))
        stem.remove_prefix(10);
    return std::string(withoutNumbers(stem));
}

const Graph& entryGraph(const GraphDocument& document)
{
    for (const auto& graph : document.graphs) {
        if (graph->isEntry)
            return *graph;
    }
    return *document.graphs.front();
}

MatchScope matchScope(const DumpIndex& index, FileId file, const Graph& graph)
{
    const std::optional<std::int64_t> rank = recordedRank(graph);
    return {rank ? rank : index.folder(index.file(file).folder).facts.rank, graph.graphId};
}

Result<GraphDocument> loadGraph(const DumpIndex& index, FileId file, TaskContext& task)
{
    // The store only borrows the index for the call.
    const TensorStore store(std::shared_ptr<const DumpIndex>(std::shared_ptr<const DumpIndex>(), &index));
    TRY_ASSIGN(GraphDocument document, store.readGraph(file, task));
    for (Diagnostic& problem : document.problems) {
        if (problem.place.file.empty())
            problem.place.file = index.filePath(file);
    }
    const auto& rank = index.folder(index.file(file).folder).facts.rank;
    for (auto& graph : document.graphs) {
        for (const DumpIndex::PlacedOrder& placed : index.executionOrders()) {
            const auto& orderRank = index.folder(index.file(placed.file).folder).facts.rank;
            if (placed.order.global || orderRank != rank || graph->graphId != placed.order.graphId
                || placed.file == file)
                continue;
            std::vector<std::string_view> names;
            std::vector<std::uint32_t> nodes;
            for (std::uint32_t i = 0; i < graph->nodes().size(); ++i) {
                if (graph->nodes()[i].opType.value() != 0) {
                    names.push_back(graph->text(graph->nodes()[i].name));
                    nodes.push_back(i);
                }
            }
            const OperatorNameMatcher matcher(std::move(names));
            const std::vector<std::string_view> order(
                placed.order.operators.begin(), placed.order.operators.end());
            std::vector<std::uint32_t> places(graph->nodes().size(), TensorRow::kNone);
            std::uint32_t place = 0;
            for (const NameMatch& match : matcher.match(order)) {
                if (match.rule != NameRule::None && places[nodes[match.index]] == TensorRow::kNone)
                    places[nodes[match.index]] = place;
                ++place;
            }
            graph = graph->withExecutionOrder(places);
            break;
        }
    }
    return document;
}

Result<std::vector<GraphCandidate>> rankGraphs(
    const DumpIndex& index, const DumpIndex* dump, TaskContext& task)
{
    TRY_ASSIGN(std::vector<Judged> judged, judgeAll(index, dump, {}, task));
    return candidatesOf(judged);
}

Result<RankedGraphs> readLikeliestGraph(
    const DumpIndex& index, const DumpIndex* dump, std::optional<std::int64_t> rank, TaskContext& task)
{
    std::mutex mutex;
    std::optional<Judged> best;
    ReadGraph kept;
    const OnRead onRead = [&](const Judged& judged, ReadGraph read) {
        const std::lock_guard lock(mutex);
        const bool isBetter = !best || judged.isOf(rank) > best->isOf(rank)
            || (judged.isOf(rank) == best->isOf(rank) && judged.isLikelierThan(*best));
        if (!isBetter)
            return;
        best = judged;
        kept = std::move(read);
    };
    TRY_ASSIGN(std::vector<Judged> judged, judgeAll(index, dump, onRead, task));
    RankedGraphs ranked;
    if (best) {
        const auto at = std::ranges::find_if(
            judged, [&](const Judged& one) { return one.candidate.file == best->candidate.file; });
        ranked.likeliest = static_cast<std::size_t>(at - judged.begin());
        ranked.document = std::move(kept.document);
        ranked.match = std::move(kept.match);
    }
    ranked.candidates = candidatesOf(judged);
    return ranked;
}

std::optional<Error> whyNothingRead(const RankedGraphs& ranked)
{
    if (ranked.likeliest || ranked.candidates.empty())
        return std::nullopt;
    const GraphCandidate& first = ranked.candidates.front();
    return makeError(Code::NotRecognised,
        ranked.candidates.size() == 1 ? first.reason
                                      : phrase("none of %1 graph files can be read; this one: %2",
                                          ranked.candidates.size(), first.reason),
        {.file = first.path});
}

} // namespace dumpscope::core
