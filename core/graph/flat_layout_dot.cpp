// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/flat_layout.h"

#include "base/text.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace dumpscope::core {

namespace {

constexpr double kPixelsPerInch = 72;
constexpr double kMostInches = 1e6; ///< no picture is wider; keeps sums finite
constexpr std::size_t kMostBoxes = 100, kMostEdges = 300;

std::string nameOf(std::int32_t end, const char* outside)
{
    return end < 0 ? outside : fmt::format("n{}", end);
}

/// Words of one line.
class Words {
public:
    explicit Words(std::string_view line)
        : m_rest(line)
    {
    }
    std::string_view word()
    {
        const std::size_t begin = std::min(m_rest.find_first_not_of(' '), m_rest.size());
        const std::size_t end = std::min(m_rest.find(' ', begin), m_rest.size());
        const std::string_view found = m_rest.substr(begin, end - begin);
        m_rest.remove_prefix(end);
        return found;
    }
    std::optional<double> number()
    {
        const std::string_view text = word();
        double value = 0;
        const auto [end, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size() || !(std::fabs(value) < kMostInches))
            return std::nullopt;
        return value;
    }

private:
    std::string_view m_rest;
};

/// One answer, line by line.
class Answer {
public:
    explicit Answer(const FlatGraph& graph)
        : m_graph(graph)
    {
        m_layout.corners.resize(graph.boxes.size());
        m_layout.curves.resize(graph.edges.size());
        for (std::size_t e = 0; e < graph.edges.size(); ++e)
            m_edges.emplace(
                std::pair(nameOf(graph.edges[e].from, "in"), nameOf(graph.edges[e].to, "out")), e);
        for (std::size_t i = 0; i < graph.boxes.size(); ++i)
            m_boxes.emplace(nameOf(static_cast<std::int32_t>(i), ""), i);
    }

    bool take(std::string_view line)
    {
        Words words(line);
        const std::string_view kind = words.word();
        if (kind == "graph") {
            const auto scale = words.number(), width = words.number(), height = words.number();
            if (!scale || !width || !height)
                return false;
            m_layout.width = *width * kPixelsPerInch;
            m_layout.height = *height * kPixelsPerInch;
            m_layout.entry = {m_layout.width / 2, 0};
            m_layout.exit = {m_layout.width / 2, m_layout.height};
            return true;
        }
        return kind == "node" ? takeNode(words) : kind == "edge" ? takeEdge(words) : false;
    }
    [[nodiscard]] bool isComplete() const
    {
        return m_nodes == m_boxes.size()
            && std::ranges::none_of(m_layout.curves, [](const auto& curve) { return curve.empty(); });
    }
    FlatLayout finish() { return std::move(m_layout); }

private:
    std::optional<Point> point(Words& words) const
    {
        const auto x = words.number(), y = words.number();
        if (!x || !y)
            return std::nullopt;
        return Point {*x * kPixelsPerInch, m_layout.height - *y * kPixelsPerInch};
    }
    bool takeNode(Words& words)
    {
        const std::string name(words.word());
        const auto centre = point(words);
        if (!centre)
            return false;
        if (name == "in" || name == "out") {
            (name == "in" ? m_layout.entry : m_layout.exit) = *centre;
            return true;
        }
        const auto box = m_boxes.find(name);
        if (box == m_boxes.end())
            return false;
        const FlatGraph::Box& size = m_graph.boxes[box->second];
        m_layout.corners[box->second] = {centre->x - size.width / 2, centre->y - size.height / 2};
        ++m_nodes;
        return true;
    }
    bool takeEdge(Words& words)
    {
        const auto withoutPort
            = [](std::string_view name) { return std::string(name.substr(0, name.find(':'))); };
        std::string from = withoutPort(words.word()), to = withoutPort(words.word());
        const auto edge = m_edges.find({std::move(from), std::move(to)});
        const auto count = words.number();
        if (edge == m_edges.end() || !count || *count < 4 || *count > 10000)
            return false;
        auto& curve = m_layout.curves[edge->second];
        for (int i = 0; i < static_cast<int>(*count); ++i) {
            const auto at = point(words);
            if (!at)
                return false;
            curve.push_back(*at);
        }
        return curve.size() % 3 == 1;
    }

    const FlatGraph& m_graph;
    FlatLayout m_layout;
    std::map<std::string, std::size_t> m_boxes;
    std::map<std::pair<std::string, std::string>, std::size_t> m_edges;
    std::size_t m_nodes = 0;
};

} // namespace

bool isForDot(const FlatGraph& graph)
{
    return graph.boxes.size() <= kMostBoxes && graph.edges.size() <= kMostEdges;
}

std::string dotSource(const FlatGraph& graph)
{
    std::string text
        = "digraph g {\nnodesep=0.36;ranksep=0.62;\nnode [shape=box,fixedsize=true,label=\"\"];\n"
          "edge [arrowhead=none];\n";
    bool hasEntry = false, hasExit = false;
    for (const FlatGraph::Edge& edge : graph.edges) {
        hasEntry = hasEntry || edge.from < 0;
        hasExit = hasExit || edge.to < 0;
    }
    if (hasEntry)
        text += "{rank=source;in [width=0.02,height=0.02];}\n";
    for (std::size_t i = 0; i < graph.boxes.size(); ++i)
        text += fmt::format("n{} [width={:.4f},height={:.4f}];\n", i, graph.boxes[i].width / kPixelsPerInch,
            graph.boxes[i].height / kPixelsPerInch);
    if (hasExit)
        text += "{rank=sink;out [width=0.02,height=0.02];}\n";
    const auto isFrame = [&graph](std::int32_t end) {
        return end >= 0 && graph.boxes[static_cast<std::size_t>(end)].isFrame;
    };
    for (const FlatGraph::Edge& edge : graph.edges)
        text += nameOf(edge.from, "in") + (isFrame(edge.from) ? ":s->" : "->") + nameOf(edge.to, "out")
            + (isFrame(edge.to) ? ":n;\n" : ";\n");
    return text + "}\n";
}

Result<FlatLayout> takePlainAnswer(const FlatGraph& graph, std::string_view& plain)
{
    Answer answer(graph);
    while (!plain.empty()) {
        const std::size_t end = plain.find('\n');
        const std::string_view line = plain.substr(0, end);
        plain.remove_prefix(end == std::string_view::npos ? plain.size() : end + 1);
        if (line == "stop" || line == "stop\r") {
            if (answer.isComplete())
                return answer.finish();
            break;
        }
        if (!answer.take(line))
            break;
    }
    return fail(
        Code::BadSyntax, phrase("the answer of the program dot does not fit the graph it was asked about"));
}

} // namespace dumpscope::core
