// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "command_session.h"
#include "exit_code.h"
#include "graph_output.h"
#include "graphviz.h"

#include "base/text.h"
#include "graph/graph_search.h"
#include "graph/graph_traversal.h"
#include "io/atomic_file.h"
#include "io/output_check.h"
#include "request/graph_request.h"

#include <algorithm>
#include <optional>

namespace dumpscope::cli {

namespace {

using Index = std::shared_ptr<const core::DumpIndex>;

/// A graph that is shown: its document stays alive as long as the command.
struct Shown {
    core::FileId file;
    const core::GraphDocument* document = nullptr;
    std::size_t graph = 0;
    std::optional<std::vector<core::NodeId>> nodes;
    std::optional<core::GraphMatch> match;
    std::vector<core::NodeId> path; ///< of --path
    bool isReversed = false;        ///< it leads from its second node to its first
};

class GraphCommand : public RequestCommand<core::GraphRequest> {
public:
    GraphCommand()
        : RequestCommand({.name = "graph",
            .summary
            = "Show computation graphs, walk along their edges, tie them to dumps and to lines of a program",
            .example
            = "dumpscope-cli graph resources/sample/target --around Default/Conv2D-op0 --hops 2 --to dot"})
    {
    }

    int run(Console& console) override
    {
        const int queries = !m_request.node.empty() + !m_request.around.empty() + !m_request.upstream.empty()
            + !m_request.downstream.empty() + !m_request.between.empty() + !m_request.source.empty()
            + m_request.list;
        if (queries > 1) {
            console.error(core::makeError(core::Code::Usage,
                core::phrase(
                    "--list, --node, --around, --upstream, --downstream, --path and --source exclude each "
                    "other")));
            return kWrongUsage;
        }
        if (m_request.list && (m_request.form == "dot" || m_request.form == "svg")) {
            console.error(core::makeError(core::Code::Usage,
                core::phrase("--list is no drawing; leave --to %1 out, or say --to json", m_request.form)));
            return kWrongUsage;
        }
        std::vector<std::string> paths {m_request.path};
        if (!m_request.match.empty())
            paths.push_back(m_request.match);
        if (!m_request.output.empty()) {
            if (const auto usable = core::checkOutputs({&m_request.output, 1}, paths); !usable) {
                console.error(usable.error());
                return kWrongUsage;
            }
        }
        CommandSession session(console, m_request.print);
        int code = kDone;
        const auto roots = session.open(paths, code);
        if (roots.empty())
            return code;
        m_index = roots.front();
        // A dump with graphs inside is matched with them anyway.
        m_dump = roots.size() > 1 ? roots[1] : m_index->tensorCount() > 0 ? m_index : Index();
        const core::Result<int> done = m_request.list ? list(console, session) : show(console, session);
        if (done)
            return *done;
        session.quiet();
        if (done.error().code == core::Code::Cancelled) {
            console.note("interrupted before the graphs were read or drawn");
            return kInterrupted;
        }
        console.error(done.error());
        return done.error().code == core::Code::Usage ? kWrongUsage : kCannotRead;
    }

private:
    core::Result<int> list(Console& console, CommandSession& session)
    {
        TRY_ASSIGN(const auto candidates, core::rankGraphs(*m_index, m_dump.get(), session.task()));
        session.quiet();
        TRY_VOID(deliver(console, [&](Console& result) -> core::Result<void> {
            if (m_request.print.json || m_request.form == "json") {
                core::JsonWriter json(consoleSink(result), true);
                json.beginObject();
                writeCandidates(json, candidates);
                writeProblems(json, session.problems());
                json.endObject();
                json.finish();
            } else if (candidates.empty()) {
                result.writeLine("no graphs");
            } else {
                printCandidates(result, candidates);
            }
            return {};
        }));
        session.printProblems();
        return session.exitCode();
    }

    /// Graph files to look at, in the order of --list.
    core::Result<std::vector<core::FileId>> chooseFiles(CommandSession& session)
    {
        std::vector<core::FileId> files;
        for (std::uint32_t i = 0; i < m_index->fileCount(); ++i) {
            const core::Reader* reader = m_index->readerOf(core::FileId(i));
            if (reader && reader->info().can.graph)
                files.emplace_back(i);
        }
        if (files.size() <= 1)
            return files;
        TRY_ASSIGN(const auto candidates, core::rankGraphs(*m_index, m_dump.get(), session.task()));
        files.clear();
        for (const core::GraphCandidate& candidate : candidates) {
            if (candidate.readable)
                files.push_back(candidate.file);
        }
        m_others = files.empty() ? 0 : files.size() - 1;
        return files;
    }

    core::Result<int> show(Console& console, CommandSession& session)
    {
        TRY_ASSIGN(const auto files, chooseFiles(session));
        if (files.empty())
            return core::fail(core::Code::NotRecognised,
                core::phrase("there is no graph; `dumpscope-cli formats` lists the graph formats"),
                {.file = m_request.path});
        const bool searching = hasQuery();
        std::vector<core::NamedNode> nearest;
        for (const core::FileId file : files) {
            core::Result<core::GraphDocument> document = core::loadGraph(*m_index, file, session.task());
            if (!document) {
                core::Error error = document.error();
                if (error.place.file.empty())
                    error.place.file = m_index->filePath(file);
                return core::fail(std::move(error));
            }
            m_documents.push_back(std::make_unique<core::GraphDocument>(std::move(*document)));
            TRY_ASSIGN(const bool found, select(file, *m_documents.back(), nearest));
            if ((found || !searching) && !m_request.all)
                break;
            if (!found && searching)
                m_documents.pop_back();
        }
        if (m_shown.empty())
            return core::fail(core::Code::Usage, notFoundText(nearest));
        for (const auto& document : m_documents) {
            for (const core::Diagnostic& problem : document->problems)
                session.task().diagnostics.add(problem);
        }
        for (Shown& shown : m_shown)
            attach(shown);
        session.quiet();
        TRY_VOID(write(console, session));
        return session.exitCode();
    }

    [[nodiscard]] bool hasQuery() const
    {
        return !m_request.node.empty() || !m_request.around.empty() || !m_request.upstream.empty()
            || !m_request.downstream.empty() || !m_request.between.empty() || !m_request.source.empty();
    }

    /// Takes the graphs of a document that answer the question.
    core::Result<bool> select(
        core::FileId file, const core::GraphDocument& document, std::vector<core::NamedNode>& nearest)
    {
        if (document.graphs.empty())
            return core::fail(core::Code::BadHeader, core::phrase("there is no graph in the file"),
                {.file = m_index->filePath(file)});
        bool found = false;
        const auto add = [&](std::size_t graph) -> Shown& {
            found = true;
            m_shown.push_back({file, &document, graph, {}, {}, {}});
            return m_shown.back();
        };
        const auto wanted = [&](const std::string& text) { return core::findNode(document, text, nearest); };
        const auto walk = [&](const std::string& text, auto reach) -> core::Result<void> {
            TRY_ASSIGN(const auto place, wanted(text));
            if (place) {
                const core::NodeId start = place->node;
                add(place->graph).nodes = reach(*document.graphs[place->graph], std::span(&start, 1));
            }
            return {};
        };
        const std::uint32_t hops = m_request.hops.value_or(core::kAnyNumberOfHops);
        using Nodes = std::span<const core::NodeId>;
        if (!m_request.node.empty()) {
            TRY_VOID(walk(m_request.node,
                [](const core::Graph&, Nodes nodes) { return std::vector(nodes.begin(), nodes.end()); }));
        } else if (!m_request.around.empty()) {
            TRY_VOID(walk(m_request.around, [&](const core::Graph& graph, Nodes nodes) {
                return core::neighbourhoodOf(graph, nodes, m_request.hops.value_or(1));
            }));
        } else if (!m_request.upstream.empty()) {
            TRY_VOID(walk(m_request.upstream,
                [&](const core::Graph& graph, Nodes nodes) { return core::upstreamOf(graph, nodes, hops); }));
        } else if (!m_request.downstream.empty()) {
            TRY_VOID(walk(m_request.downstream, [&](const core::Graph& graph, Nodes nodes) {
                return core::downstreamOf(graph, nodes, hops);
            }));
        } else if (!m_request.between.empty()) {
            TRY_ASSIGN(const auto from, wanted(m_request.between[0]));
            TRY_ASSIGN(const auto to, wanted(m_request.between[1]));
            if (from && to && from->graph == to->graph) {
                core::PathsBetween paths
                    = core::pathsBetween(*document.graphs[from->graph], from->node, to->node);
                Shown& shown = add(from->graph);
                shown.nodes = std::move(paths.nodes);
                shown.path = std::move(paths.shortest);
                shown.isReversed = paths.reversed;
            }
        } else if (!m_request.source.empty()) {
            const auto line = core::parseSourceLine(m_request.source);
            if (!line)
                return core::fail(
                    core::Code::Usage, core::phrase("--source wants FILE:LINE, e.g. net.py:42"));
            for (std::size_t i = 0; i < document.graphs.size(); ++i) {
                auto nodes = core::nodesOfLine(*document.graphs[i], *line);
                if (!nodes.empty())
                    add(i).nodes = std::move(nodes);
            }
        } else {
            for (std::size_t i = 0; i < document.graphs.size(); ++i)
                add(i);
        }
        return found;
    }

    [[nodiscard]] std::string notFoundText(const std::vector<core::NamedNode>& nearest) const
    {
        if (!m_request.source.empty())
            return "no node was made by " + m_request.source;
        std::string text = "no graph here has such a node";
        for (std::size_t i = 0; i < nearest.size(); ++i)
            text += (i == 0 ? "; near it: " : ", ") + core::printable(nearest[i].name);
        return text;
    }

    void attach(Shown& shown)
    {
        if (!m_dump)
            return;
        const core::Graph& graph = *shown.document->graphs[shown.graph];
        shown.match = core::matchGraph(graph, *m_dump, core::matchScope(*m_index, shown.file, graph));
    }

    [[nodiscard]] core::GraphView view(const Shown& shown) const
    {
        return {shown.document, shown.graph, shown.nodes ? &*shown.nodes : nullptr,
            shown.match ? &*shown.match : nullptr, m_dump.get()};
    }

    /// Hands what `write` prints to standard output or to the file, which is there once all of it is known.
    template<typename Write> core::Result<void> deliver(Console& console, Write write) const
    {
        if (m_request.output.empty())
            return write(console);
        TRY_ASSIGN(core::AtomicFile file, core::AtomicFile::create(m_request.output));
        core::Result<void> state;
        {
            Console result([&](std::string_view text) {
                if (state)
                    state = file.write(text);
            });
            TRY_VOID(write(result));
        }
        TRY_VOID(state);
        return file.commit();
    }

    core::Result<void> write(Console& console, CommandSession& session)
    {
        TRY_VOID(deliver(console, [&](Console& result) -> core::Result<void> {
            if (m_request.form == "dot" || m_request.form == "svg")
                return writeDrawing(consoleSink(result), session.task().stop);
            if (m_request.print.json || m_request.form == "json")
                writeJson(consoleSink(result), session);
            else
                writeText(result);
            return {};
        }));
        session.printProblems();
        if (m_others > 0 && !m_request.all && !hasQuery())
            console.note("note: the computational graph; " + std::to_string(m_others)
                + " more graph files, see --list and --all");
        return {};
    }

    core::Result<void> writeDrawing(
        const std::function<void(std::string_view)>& sink, const std::stop_token& stop) const
    {
        std::string source;
        for (const Shown& shown : m_shown)
            core::writeGraphDot(view(shown), [&](std::string_view text) { source += text; });
        if (m_request.form == "dot") {
            sink(source);
            return {};
        }
        if (m_shown.size() > 1)
            return core::fail(core::Code::Usage,
                core::phrase(
                    "SVG holds one graph, this would be %1; choose a part with --around", m_shown.size()));
        TRY_ASSIGN(const std::string svg, drawSvg(source, stop));
        sink(svg);
        return {};
    }

    void writeJson(const std::function<void(std::string_view)>& sink, CommandSession& session) const
    {
        core::JsonWriter json(sink, true);
        json.beginObject().member("format", m_documents.front()->format);
        json.key("graphs").beginArray();
        for (const Shown& shown : m_shown) {
            json.beginObject().member("file", m_index->filePath(shown.file));
            core::writeGraphMembers(json, view(shown));
            if (!m_request.between.empty()) {
                json.key("path").beginArray();
                const core::Graph& graph = *shown.document->graphs[shown.graph];
                for (const core::NodeId id : shown.path)
                    json.value(graph.text(graph.node(id).id));
                json.endArray();
                json.member("path_reversed", shown.isReversed);
            }
            if (shown.match)
                core::writeMatchMember(json, view(shown));
            json.endObject();
        }
        json.endArray();
        if (m_dump) {
            std::uint64_t entries = 0, matched = 0;
            for (const Shown& shown : m_shown) {
                if (shown.document->graphs[shown.graph].get() != &core::entryGraph(*shown.document))
                    continue;
                entries += shown.match->entries;
                matched += shown.match->matchedEntries;
            }
            json.key("match")
                .beginObject()
                .member("entries", entries)
                .member("matched", matched)
                .key("share");
            entries == 0 ? json.null()
                         : json.value(static_cast<double>(matched) / static_cast<double>(entries));
            json.endObject();
        }
        writeTexts(json, "properties", m_documents.front()->properties);
        writeTexts(json, "metadata", m_documents.front()->metadata);
        writeProblems(json, session.problems());
        json.endObject();
        json.finish();
    }

    static void writeTexts(core::JsonWriter& json, std::string_view key,
        const std::vector<std::pair<std::string, std::string>>& texts)
    {
        core::ForeignMembers members(json.key(key).beginObject());
        for (const auto& [name, value] : texts)
            members.member(name, value);
        json.endObject();
    }

    void writeText(Console& console) const
    {
        for (const Shown& shown : m_shown) {
            if (&shown != &m_shown.front())
                console.writeLine("");
            const core::GraphView part = view(shown);
            if (!m_request.node.empty()) {
                printNode(console, part, shown.nodes->front());
                continue;
            }
            if (!m_request.between.empty() && shown.path.empty())
                console.writeLine("there is no path between them");
            printGraph(console, part);
            if (!shown.path.empty()) {
                std::string line = shown.isReversed
                    ? "data flows the other way, from the second to the first; shortest path:"
                    : "shortest path:";
                for (const core::NodeId id : shown.path)
                    line += (id == shown.path.front() ? " " : " -> ")
                        + core::printable(part.get().text(part.get().node(id).name));
                console.writeLine(line);
            }
            if (shown.match && !hasQuery() && &part.get() == &core::entryGraph(*shown.document))
                printMatch(console, part);
        }
    }

    Index m_index, m_dump;
    std::size_t m_others = 0;
    std::vector<std::unique_ptr<core::GraphDocument>> m_documents;
    std::vector<Shown> m_shown;
};

} // namespace

void register_graph_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<GraphCommand>());
}

} // namespace dumpscope::cli
