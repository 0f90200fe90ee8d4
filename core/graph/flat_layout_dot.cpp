// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/flat_layout.h"

#include "base/text.h"
#include "graph/flow_order.h"

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
constexpr double kEndStep = 22; ///< px between edges at one box

/// "n3", or "in0" and "out0" outside.
std::string nameOf(const FlatGraph::Edge& edge, bool isTo)
{
    const std::int32_t end = isTo ? edge.to : edge.from;
    return end >= 0 ? fmt::format("n{}", end)
        : isTo      ? fmt::format("out{}", edge.toPort)
                    : fmt::format("in{}", edge.fromPort);
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
            m_edges[{nameOf(graph.edges[e], false), nameOf(graph.edges[e], true)}].push_back(e);
        for (std::size_t i = 0; i < graph.boxes.size(); ++i)
            m_boxes.emplace(fmt::format("n{}", i), &m_layout.corners[i]);
        m_layout.entries.resize(graph.entries());
        m_layout.exits.resize(graph.exits());
        for (std::size_t i = 0; i < m_layout.entries.size(); ++i)
            m_outside.emplace(fmt::format("in{}", i), &m_layout.entries[i]);
        for (std::size_t i = 0; i < m_layout.exits.size(); ++i)
            m_outside.emplace(fmt::format("out{}", i), &m_layout.exits[i]);
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
            return true;
        }
        return kind == "node" ? takeNode(words) : kind == "edge" ? takeEdge(words) : false;
    }
    [[nodiscard]] bool isComplete() const
    {
        return m_nodes == m_boxes.size()
            && std::ranges::none_of(m_layout.curves, [](const auto& curve) { return curve.empty(); });
    }
    FlatLayout finish()
    {
        spreadEnds();
        closeBorders(m_graph, m_layout);
        return std::move(m_layout);
    }

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
        if (const auto place = m_outside.find(name); place != m_outside.end()) {
            *place->second = centre->x;
            return true;
        }
        const auto box = m_boxes.find(name);
        if (box == m_boxes.end())
            return false;
        const FlatGraph::Box& size
            = m_graph.boxes[static_cast<std::size_t>(box->second - m_layout.corners.data())];
        *box->second = {centre->x - size.width / 2, centre->y - size.height / 2};
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
        if (edge == m_edges.end() || edge->second.empty() || !count || *count < 4 || *count > 10000)
            return false;
        auto& curve = m_layout.curves[edge->second.front()];
        edge->second.erase(edge->second.begin());
        for (int i = 0; i < static_cast<int>(*count); ++i) {
            const auto at = point(words);
            if (!at)
                return false;
            curve.push_back(*at);
        }
        return curve.size() % 3 == 1;
    }

    /// dot aims at the middles of boxes: at one side edges stand beside each other in the order they come
    /// from, those of a frame at its ports.
    void spreadEnds()
    {
        struct End {
            std::size_t edge;
            bool isTo;
            double towards;
        };
        std::map<std::pair<std::int32_t, bool>, std::vector<End>>
            sides; // by box, whether it is the upper one
        for (std::size_t e = 0; e < m_graph.edges.size(); ++e) {
            const auto& curve = m_layout.curves[e];
            sides[{m_graph.edges[e].from, false}].push_back({e, false, curve[3].x});
            sides[{m_graph.edges[e].to, true}].push_back({e, true, curve[curve.size() - 4].x});
        }
        for (auto& [side, ends] : sides) {
            if (side.first < 0)
                continue;
            const FlatGraph::Box& box = m_graph.boxes[static_cast<std::size_t>(side.first)];
            const double middle = m_layout.corners[static_cast<std::size_t>(side.first)].x + box.width / 2;
            std::ranges::stable_sort(ends, {}, &End::towards);
            const double last = static_cast<double>(ends.size()) - 1;
            const double step = std::min(kEndStep, box.width / 2 / std::max(1.0, last));
            for (std::size_t i = 0; i < ends.size(); ++i) {
                const FlatGraph::Edge& edge = m_graph.edges[ends[i].edge];
                auto& curve = m_layout.curves[ends[i].edge];
                const double x = middle
                    + (box.isFrame ? m_graph.portOf(edge, ends[i].isTo)
                                   : (static_cast<double>(i) - last / 2) * step);
                const double top = m_layout.corners[static_cast<std::size_t>(side.first)].y;
                const Point end {x, ends[i].isTo ? top : top + box.height};
                // dot may have met the box at its side.
                Point& near = ends[i].isTo ? curve[curve.size() - 2] : curve[1];
                near.y += end.y - (ends[i].isTo ? curve.back() : curve.front()).y;
                near.x = x;
                (ends[i].isTo ? curve.back() : curve.front()) = end;
            }
        }
    }

    const FlatGraph& m_graph;
    FlatLayout m_layout;
    std::map<std::string, Point*> m_boxes;                                           ///< their corners
    std::map<std::string, double*> m_outside;                                        ///< their x
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> m_edges; ///< not yet answered
    std::size_t m_nodes = 0;
};

/// A row of cells whose middles are the ports, in whole points.
std::string portRow(const std::vector<double>& ports, double width, char side)
{
    std::vector<std::pair<double, std::size_t>> sorted;
    for (std::size_t i = 0; i < ports.size(); ++i)
        sorted.emplace_back(ports[i], i);
    std::ranges::sort(sorted);
    std::string text;
    double at = 0;
    const auto cell = [&](double wide, const std::string& port) {
        text += fmt::format("<TD FIXEDSIZE=\"TRUE\" WIDTH=\"{:.0f}\" HEIGHT=\"1\"{}></TD>", wide, port);
        at += wide;
    };
    for (const auto& [x, number] : sorted) {
        if (const double before = std::floor(x - 1 - at); before >= 1)
            cell(before, "");
        cell(2, fmt::format(" PORT=\"{}{}\"", side, number));
    }
    if (const double rest = std::floor(width - at); rest >= 1)
        cell(rest, "");
    return fmt::format("<TR><TD><TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\">"
                       "<TR>{}</TR></TABLE></TD></TR>",
        text);
}

std::string boxSource(const FlatGraph::Box& box, std::size_t number)
{
    std::string label;
    constexpr double kMostCell = 60000; // of dot's tables
    if (box.isFrame && (!box.tops.empty() || !box.bottoms.empty())
        && std::max(box.width, box.height) < kMostCell) {
        label = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\">"
            + portRow(box.tops, box.width, 't')
            + fmt::format("<TR><TD FIXEDSIZE=\"TRUE\" WIDTH=\"{:.0f}\" HEIGHT=\"{:.0f}\"></TD></TR>",
                std::floor(box.width), std::max(1.0, std::floor(box.height) - 2))
            + portRow(box.bottoms, box.width, 'b') + "</TABLE>";
        label = fmt::format(",margin=0,label=<{}>", label);
    }
    return fmt::format("n{} [width={:.4f},height={:.4f}{}];\n", number, box.width / kPixelsPerInch,
        box.height / kPixelsPerInch, label);
}

/// Edges of cycles that go against the flow, in which dot is not asked: it would turn others than our layers.
std::vector<bool> backEdges(const FlatGraph& graph)
{
    std::vector<FlowEdge> edges;
    for (const FlatGraph::Edge& edge : graph.edges) {
        if (edge.from >= 0 && edge.to >= 0)
            edges.emplace_back(static_cast<std::uint32_t>(edge.from), static_cast<std::uint32_t>(edge.to));
    }
    const std::vector<std::uint32_t> order = flowOrder(graph.boxes.size(), edges);
    std::vector<bool> isBack;
    for (const FlatGraph::Edge& edge : graph.edges)
        isBack.push_back(edge.from >= 0 && edge.to >= 0
            && order[static_cast<std::size_t>(edge.from)] > order[static_cast<std::size_t>(edge.to)]);
    return isBack;
}

/// `hasSide`: the edge must not meet a box elsewhere.
std::string endSource(const FlatGraph& graph, const FlatGraph::Edge& edge, bool isTo, bool hasSide)
{
    const std::int32_t end = isTo ? edge.to : edge.from;
    const char* const side = isTo ? ":n" : ":s";
    if (end < 0)
        return nameOf(edge, isTo);
    const FlatGraph::Box& box = graph.boxes[static_cast<std::size_t>(end)];
    const std::uint32_t port = isTo ? edge.toPort : edge.fromPort;
    if (!box.isFrame)
        return nameOf(edge, isTo) + (hasSide ? side : "");
    if (port >= (isTo ? box.tops : box.bottoms).size())
        return nameOf(edge, isTo) + side;
    return nameOf(edge, isTo) + fmt::format(":{}{}", isTo ? 't' : 'b', port) + side;
}

} // namespace

bool isForDot(const FlatGraph& graph)
{
    return graph.boxes.size() <= kMostBoxes && graph.edges.size() <= kMostEdges
        && looseBoxes(graph).size() <= kFewLoose;
}

std::string dotSource(const FlatGraph& graph)
{
    std::string text
        = "digraph g {\nnodesep=0.36;ranksep=0.62;\nnode [shape=box,fixedsize=true,label=\"\"];\n"
          "edge [arrowhead=none];\n";
    for (std::size_t i = 0; i < graph.entries(); ++i)
        text += fmt::format("{{rank=source;in{} [width=0.02,height=0.02];}}\n", i);
    for (std::size_t i = 0; i < graph.boxes.size(); ++i)
        text += boxSource(graph.boxes[i], i);
    for (std::size_t i = 0; i < graph.exits(); ++i)
        text += fmt::format("{{rank=sink;out{} [width=0.02,height=0.02];}}\n", i);
    const std::vector<bool> isBack = backEdges(graph);
    for (std::size_t e = 0; e < graph.edges.size(); ++e)
        text += endSource(graph, graph.edges[e], false, isBack[e]) + "->"
            + endSource(graph, graph.edges[e], true, isBack[e])
            + (isBack[e] ? " [constraint=false];\n" : ";\n");
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
