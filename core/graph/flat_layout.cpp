// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/flat_layout.h"

#include "graph/flow_order.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::core {

namespace {

constexpr double kBetween = 28, kBetweenRanks = 46, kLane = 14; ///< px; a lane is what a long edge takes
constexpr double kMoreBetween = 64;                             ///< px; the latter where edges go far aside
constexpr double kFarAside = 160, kAsideStep = 12; ///< px aside; those that take another px between
constexpr double kArch = 34, kArchStep = 9;        ///< px, of an edge that turns back
constexpr std::size_t kArches = 3;                 ///< heights of neighbours
constexpr double kColumnsPerRow = 0.7;             ///< of boxes without edges
constexpr double kPortStep = 22;                   ///< between edges at one box
constexpr double kBorder = 10, kAsideOfBorder = 8; ///< px between a border and the boxes
constexpr std::size_t kMostLanes = 4000;           ///< beyond, long edges go straight
constexpr int kSweeps = 8, kAlignments = 24;

/// A box, an end outside, or a place where a long edge crosses a rank.
struct Vertex {
    double width = 0, height = 0;
    bool isFrame = false;
    double x = 0; ///< of the centre
    std::size_t rank = 0;
    /// A neighbour; where the edge meets it and this vertex, from the middles.
    struct Link {
        std::size_t other = 0;
        double there = 0, here = 0;
    };
    std::vector<Link> above, below;
    std::size_t beside = kNowhere; ///< the box whose edge turns here
    static constexpr std::size_t kNowhere = ~std::size_t(0);
};

class Layers {
public:
    explicit Layers(const FlatGraph& graph)
        : m_graph(graph)
        , m_boxes(graph.boxes.size())
    {
        for (const FlatGraph::Box& box : graph.boxes)
            m_vertices.push_back({box.width, box.height, box.isFrame, 0, 0, {}, {}, Vertex::kNowhere});
        m_exit = m_boxes + graph.entries();
        m_end = m_exit + graph.exits();
        m_vertices.resize(m_end);
    }

    FlatLayout run()
    {
        rank();
        addLanes();
        order();
        align();
        return place();
    }

private:
    [[nodiscard]] std::size_t source(const FlatGraph::Edge& edge) const
    {
        return edge.from < 0 ? m_boxes + edge.fromPort : static_cast<std::size_t>(edge.from);
    }
    [[nodiscard]] std::size_t target(const FlatGraph::Edge& edge) const
    {
        return edge.to < 0 ? m_exit + edge.toPort : static_cast<std::size_t>(edge.to);
    }

    /// Longest path in the order of the data flow; edges against it are of cycles.
    void rank()
    {
        const std::size_t count = m_vertices.size();
        std::vector<FlowEdge> edges;
        for (const FlatGraph::Edge& edge : m_graph.edges)
            edges.emplace_back(source(edge), target(edge));
        const std::vector<std::uint32_t> order = flowOrder(count, edges);
        std::vector<std::size_t> sequence(count);
        for (std::size_t v = 0; v < count; ++v)
            sequence[order[v]] = v;
        const std::size_t first = m_exit > m_boxes ? 1 : 0;
        std::size_t last = first;
        for (std::size_t v = 0; v < m_boxes; ++v)
            m_vertices[v].rank = first;
        // In the sequence, so that what comes before is known; back edges count the other way round.
        std::vector<std::vector<std::size_t>> down(count);
        std::vector<bool> isFed(count, false);
        for (const FlatGraph::Edge& edge : m_graph.edges) {
            std::size_t a = source(edge), b = target(edge);
            if (order[b] < order[a])
                std::swap(a, b);
            if (a >= m_boxes || b >= m_boxes)
                continue;
            down[a].push_back(b);
            isFed[b] = true;
        }
        for (const std::size_t v : sequence) {
            for (const std::size_t other : down[v])
                m_vertices[other].rank = std::max(m_vertices[other].rank, m_vertices[v].rank + 1);
        }
        for (const FlatGraph::Edge& edge : m_graph.edges) {
            if (edge.from < 0 && edge.to >= 0)
                isFed[static_cast<std::size_t>(edge.to)] = true;
        }
        // What nothing feeds stands just above what reads it.
        for (std::size_t v = 0; v < m_boxes; ++v) {
            if (!isFed[v] && !down[v].empty()) {
                std::size_t nearest = std::numeric_limits<std::size_t>::max();
                for (const std::size_t other : down[v])
                    nearest = std::min(nearest, m_vertices[other].rank);
                m_vertices[v].rank = std::max(first, nearest - 1);
            }
            last = std::max(last, m_vertices[v].rank);
        }
        last = std::max(last, rankLoose(first));
        for (std::size_t v = m_exit; v < m_end; ++v)
            m_vertices[v].rank = last + 1;
        m_ranks.resize(last + 1 + (m_end > m_exit ? 1 : 0));
        for (std::size_t v = 0; v < m_end; ++v)
            m_ranks[m_vertices[v].rank].push_back(v);
    }

    /// Boxes without edges stand in rows; the last of them.
    std::size_t rankLoose(std::size_t first)
    {
        const std::vector<std::size_t> loose = looseBoxes(m_graph);
        if (loose.size() <= kFewLoose)
            return first;
        const auto columns = std::max(kFewLoose,
            static_cast<std::size_t>(
                std::ceil(std::sqrt(static_cast<double>(loose.size()) * kColumnsPerRow))));
        for (std::size_t i = 0; i < loose.size(); ++i)
            m_vertices[loose[i]].rank = first + i / columns;
        return first + (loose.size() - 1) / columns;
    }

    [[nodiscard]] bool isBack(const FlatGraph::Edge& edge) const
    {
        return m_vertices[source(edge)].rank > m_vertices[target(edge)].rank;
    }

    void addLanes()
    {
        std::size_t lanes = 0;
        for (const FlatGraph::Edge& edge : m_graph.edges) {
            m_lanes.emplace_back();
            const std::size_t from = source(edge), to = target(edge);
            if (isBack(edge)) {
                addLaneBack(from, to, lanes);
                continue;
            }
            const std::size_t upper = m_vertices[from].rank, lower = m_vertices[to].rank;
            if (upper == lower || (lanes += lower - upper - 1) > kMostLanes)
                continue;
            std::size_t last = from;
            double port = m_graph.portOf(edge, false);
            for (std::size_t rank = upper + 1; rank < lower; ++rank) {
                last = addLane(rank, last, port);
                port = 0;
            }
            m_vertices[last].below.push_back({to, m_graph.portOf(edge, true), port});
            m_vertices[to].above.push_back({last, port, m_graph.portOf(edge, true)});
        }
    }

    /// A place for the edge at work in a rank, below `above`.
    std::size_t addLane(std::size_t rank, std::size_t above, double port)
    {
        const std::size_t made = m_vertices.size();
        m_vertices.push_back({kLane, 0, false, 0, rank, {}, {}, Vertex::kNowhere});
        if (above != Vertex::kNowhere) {
            m_vertices[made].above.push_back({above, port, 0});
            m_vertices[above].below.push_back({made, 0, port});
        }
        m_ranks[rank].push_back(made);
        m_lanes.back().push_back(made);
        return made;
    }

    /// An edge against the flow leaves its box below as all do, turns, goes up beside both boxes, and turns
    /// again to come from above.
    void addLaneBack(std::size_t from, std::size_t to, std::size_t& lanes)
    {
        const std::size_t upper = m_vertices[to].rank, lower = m_vertices[from].rank;
        lanes += lower - upper + 1;
        std::size_t last = addLane(upper, Vertex::kNowhere, 0);
        m_vertices[last].beside = to;
        for (std::size_t rank = upper + 1; rank < lower && lanes <= kMostLanes; ++rank)
            last = addLane(rank, last, 0);
        last = addLane(lower, last, 0);
        m_vertices[last].beside = from;
        std::ranges::reverse(m_lanes.back()); // in the direction of the edge
    }

    /// Average place of the neighbours, a few times down and up.
    void order()
    {
        std::vector<double> places(m_vertices.size(), 0), wishes(m_vertices.size(), 0);
        const auto number = [&](const std::vector<std::size_t>& rank) {
            for (std::size_t i = 0; i < rank.size(); ++i)
                places[rank[i]] = static_cast<double>(i) - static_cast<double>(rank.size()) / 2;
        };
        std::ranges::for_each(m_ranks, number);
        for (int sweep = 0; sweep < kSweeps; ++sweep) {
            const bool isDown = sweep % 2 == 0;
            for (std::size_t step = 1; step < m_ranks.size(); ++step) {
                auto& rank = m_ranks[isDown ? step : m_ranks.size() - 1 - step];
                for (const std::size_t v : rank) {
                    const auto& others = isDown ? m_vertices[v].above : m_vertices[v].below;
                    double sum = 0;
                    for (const auto& [other, there, here] :
                        others) // ports of a wide frame are between places
                        sum += places[other] + (there == 0 ? 0 : there / m_vertices[other].width);
                    wishes[v] = others.empty() ? places[v] : sum / static_cast<double>(others.size());
                }
                for (const std::size_t v : rank) {
                    const auto& others = isDown ? m_vertices[v].above : m_vertices[v].below;
                    if (others.empty() && m_vertices[v].beside != Vertex::kNowhere)
                        wishes[v] = wishes[m_vertices[v].beside] + 0.5;
                }
                std::ranges::stable_sort(rank, {}, [&wishes](std::size_t v) { return wishes[v]; });
                number(rank);
            }
        }
    }

    /// Every vertex near its neighbours as far as the order of its rank leaves room.
    void align()
    {
        for (auto& rank : m_ranks) {
            double x = 0;
            for (const std::size_t v : rank) {
                m_vertices[v].x = x + m_vertices[v].width / 2;
                x += m_vertices[v].width + kBetween;
            }
            for (const std::size_t v : rank)
                m_vertices[v].x -= x / 2;
        }
        for (int pass = 0; pass < kAlignments; ++pass) {
            const bool isDown = pass % 2 == 0;
            for (std::size_t step = 0; step < m_ranks.size(); ++step)
                alignRank(m_ranks[isDown ? step : m_ranks.size() - 1 - step], isDown);
        }
    }

    void alignRank(const std::vector<std::size_t>& rank, bool isDown)
    {
        if (rank.empty())
            return;
        std::vector<double> wishes, right, left(rank.size());
        for (const std::size_t v : rank) {
            const auto& near = isDown ? m_vertices[v].above : m_vertices[v].below;
            const auto& others = near.empty() ? (isDown ? m_vertices[v].below : m_vertices[v].above) : near;
            double sum = 0;
            for (const auto& [other, there, here] : others)
                sum += m_vertices[other].x + there - here;
            const std::size_t beside = m_vertices[v].beside;
            if (near.empty() && beside != Vertex::kNowhere)
                wishes.push_back(m_vertices[beside].x + m_vertices[beside].width / 2);
            else
                wishes.push_back(others.empty() ? m_vertices[v].x : sum / static_cast<double>(others.size()));
        }
        const auto gap = [&](std::size_t i) {
            return (m_vertices[rank[i - 1]].width + m_vertices[rank[i]].width) / 2 + kBetween;
        };
        // Pushed to the right only, and to the left only; both keep the gaps, and so does their mean.
        for (std::size_t i = 0; i < rank.size(); ++i)
            right.push_back(i == 0 ? wishes[0] : std::max(wishes[i], right[i - 1] + gap(i)));
        for (std::size_t i = rank.size(); i-- > 0;)
            left[i] = i + 1 == rank.size() ? wishes[i] : std::min(wishes[i], left[i + 1] - gap(i + 1));
        for (std::size_t i = 0; i < rank.size(); ++i)
            m_vertices[rank[i]].x = (right[i] + left[i]) / 2;
    }

    FlatLayout place()
    {
        FlatLayout layout;
        double left = std::numeric_limits<double>::max(), right = std::numeric_limits<double>::lowest();
        const std::vector<double> gaps = gapsBelow();
        double y = m_ranks.empty() || !turnsAt(0, true) ? 0 : kArch + kArchStep * kArches;
        for (std::size_t r = 0; r < m_ranks.size(); ++r) {
            double height = 0;
            for (const std::size_t v : m_ranks[r]) {
                height = std::max(height, m_vertices[v].height);
                left = std::min(left, m_vertices[v].x - m_vertices[v].width / 2);
                right = std::max(right, m_vertices[v].x + m_vertices[v].width / 2);
            }
            m_tops.push_back(y);
            m_bottoms.push_back(y + height);
            y += height + gaps[r];
        }
        if (left > right)
            left = right = 0;
        for (Vertex& vertex : m_vertices)
            vertex.x -= left;
        layout.width = right - left;
        layout.height = y;
        for (std::size_t v = 0; v < m_boxes; ++v)
            layout.corners.push_back(
                {m_vertices[v].x - m_vertices[v].width / 2, middleOf(v) - m_vertices[v].height / 2});
        for (std::size_t v = m_boxes; v < m_end; ++v)
            (v < m_exit ? layout.entries : layout.exits).push_back(m_vertices[v].x);
        drawEdges(layout);
        return layout;
    }

    [[nodiscard]] double middleOf(std::size_t v) const
    {
        return (m_tops[m_vertices[v].rank] + m_bottoms[m_vertices[v].rank]) / 2;
    }

    /// Whether an edge turns above (or below) a rank.
    [[nodiscard]] bool turnsAt(std::size_t rank, bool isAbove) const
    {
        return std::ranges::any_of(m_ranks[rank], [&](std::size_t v) {
            return m_vertices[v].beside != Vertex::kNowhere
                && (isAbove ? m_vertices[v].above : m_vertices[v].below).empty();
        });
    }

    /// Room below each rank: more where an edge goes far aside.
    [[nodiscard]] std::vector<double> gapsBelow() const
    {
        std::vector<double> gaps;
        for (std::size_t r = 0; r < m_ranks.size(); ++r) {
            double aside = 0;
            for (const std::size_t v : m_ranks[r]) {
                for (const auto& [other, there, here] : m_vertices[v].below)
                    aside = std::max(aside, std::abs(m_vertices[other].x + there - m_vertices[v].x - here));
            }
            const bool isLast = r + 1 == m_ranks.size();
            const bool isTurn = turnsAt(r, false) || (!isLast && turnsAt(r + 1, true));
            gaps.push_back((isLast ? 0 : kBetweenRanks)
                + std::clamp((aside - kFarAside) / kAsideStep, 0.0, kMoreBetween)
                + (isTurn ? kArch + kArchStep * kArches - (isLast ? 0 : kBetweenRanks / 2) : 0));
        }
        return gaps;
    }

    void drawEdges(FlatLayout& layout)
    {
        struct End {
            std::size_t edge;
            bool isTo;
            double towards;
        };
        // Edges that meet at one side of a box stand beside each other in the order they come from.
        std::vector<std::vector<End>> tops(m_vertices.size()), bottoms(m_vertices.size());
        std::vector<double> starts, ends; // x
        for (std::size_t e = 0; e < m_graph.edges.size(); ++e) {
            const std::size_t from = source(m_graph.edges[e]), to = target(m_graph.edges[e]);
            const auto& lane = m_lanes[e];
            starts.push_back(m_vertices[from].x + m_graph.portOf(m_graph.edges[e], false));
            ends.push_back(m_vertices[to].x + m_graph.portOf(m_graph.edges[e], true));
            bottoms[from].push_back({e, false, m_vertices[lane.empty() ? to : lane.front()].x});
            tops[to].push_back({e, true, m_vertices[lane.empty() ? from : lane.back()].x});
        }
        const auto spread = [&](std::vector<End>& met, const Vertex& vertex) {
            std::ranges::stable_sort(met, {}, &End::towards);
            const double room = vertex.isFrame ? 0.0 : std::max(0.0, vertex.width - 2 * kLane);
            const double step
                = std::min(kPortStep, room / std::max(1.0, static_cast<double>(met.size()) - 1));
            for (std::size_t i = 0; i < met.size(); ++i)
                (met[i].isTo ? ends : starts)[met[i].edge]
                    += (static_cast<double>(i) - (static_cast<double>(met.size()) - 1) / 2) * step;
        };
        for (std::size_t v = 0; v < m_vertices.size(); ++v) {
            spread(tops[v], m_vertices[v]);
            spread(bottoms[v], m_vertices[v]);
        }
        for (std::size_t e = 0; e < m_graph.edges.size(); ++e)
            layout.curves.push_back(curveOf(e, starts[e], ends[e]));
    }

    /// Straight down (or up) beside the boxes of a rank, aside between ranks.
    [[nodiscard]] std::vector<Point> curveOf(std::size_t number, double start, double end) const
    {
        const FlatGraph::Edge& edge = m_graph.edges[number];
        const std::size_t from = source(edge), to = target(edge);
        std::vector<Point> curve {{start, middleOf(from) + m_vertices[from].height / 2}};
        const auto goTo = [&curve](Point next) {
            const Point last = curve.back();
            if (next == last)
                return;
            const double half = (last.y + next.y) / 2;
            curve.insert(curve.end(), {{last.x, half}, {next.x, half}, next});
        };
        // Half a turn, `sign` 1 below and -1 above.
        const auto turn = [&curve, number](double x, double sign) {
            const Point last = curve.back();
            const double reach
                = last.y + sign * 4 / 3 * (kArch + kArchStep * static_cast<double>(number % kArches));
            curve.insert(curve.end(), {{last.x, reach}, {x, reach}, {x, last.y}});
        };
        const bool isUp = isBack(edge);
        goTo({start, m_bottoms[m_vertices[from].rank]});
        for (const std::size_t v : m_lanes[number]) {
            const std::size_t rank = m_vertices[v].rank;
            const double first = isUp ? m_bottoms[rank] : m_tops[rank];
            if (isUp && v == m_lanes[number].front())
                turn(m_vertices[v].x, 1);
            else
                goTo({m_vertices[v].x, first});
            goTo({m_vertices[v].x, isUp ? m_tops[rank] : m_bottoms[rank]});
        }
        if (isUp)
            turn(end, -1);
        else
            goTo({end, m_tops[m_vertices[to].rank]});
        goTo({end, middleOf(to) - m_vertices[to].height / 2});
        return curve;
    }

    const FlatGraph& m_graph;
    std::size_t m_boxes, m_exit = 0, m_end = 0; ///< places above follow the boxes, then those below
    std::vector<Vertex> m_vertices;
    std::vector<std::vector<std::size_t>> m_ranks, m_lanes; ///< lanes from `from` to `to`
    std::vector<double> m_tops, m_bottoms;                  ///< of ranks
};

} // namespace

std::size_t FlatGraph::entries() const
{
    std::size_t count = 0;
    for (const Edge& edge : edges)
        count = edge.from < 0 ? std::max<std::size_t>(count, edge.fromPort + 1) : count;
    return count;
}

std::size_t FlatGraph::exits() const
{
    std::size_t count = 0;
    for (const Edge& edge : edges)
        count = edge.to < 0 ? std::max<std::size_t>(count, edge.toPort + 1) : count;
    return count;
}

double FlatGraph::portOf(const Edge& edge, bool isTo) const
{
    const std::int32_t end = isTo ? edge.to : edge.from;
    if (end < 0)
        return 0;
    const Box& box = boxes[static_cast<std::size_t>(end)];
    const std::vector<double>& ports = isTo ? box.tops : box.bottoms;
    const std::uint32_t port = isTo ? edge.toPort : edge.fromPort;
    return port < ports.size() ? ports[port] - box.width / 2 : 0;
}

FlatLayout layOutInLayers(const FlatGraph& graph)
{
    FlatLayout layout = Layers(graph).run();
    closeBorders(graph, layout);
    return layout;
}

std::vector<std::size_t> looseBoxes(const FlatGraph& graph)
{
    std::vector<bool> isTied(graph.boxes.size(), false);
    for (const FlatGraph::Edge& edge : graph.edges) {
        for (const std::int32_t end : {edge.from, edge.to}) {
            if (end >= 0)
                isTied[static_cast<std::size_t>(end)] = true;
        }
    }
    std::vector<std::size_t> loose;
    for (std::size_t i = 0; i < isTied.size(); ++i) {
        if (!isTied[i])
            loose.push_back(i);
    }
    return loose;
}

void closeBorders(const FlatGraph& graph, FlatLayout& layout)
{
    double top = std::numeric_limits<double>::max(), bottom = std::numeric_limits<double>::lowest();
    for (std::size_t i = 0; i < graph.boxes.size(); ++i) {
        top = std::min(top, layout.corners[i].y);
        bottom = std::max(bottom, layout.corners[i].y + graph.boxes[i].height);
    }
    if (top > bottom)
        return;
    // What edges go aside on their way from or to the border; turns need their room.
    double above = 0, below = 0;
    bool turnsAbove = false, turnsBelow = false;
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const auto& curve = layout.curves[e];
        for (std::size_t i = 0; i + 3 < curve.size(); i += 3) {
            const double aside = std::abs(curve[i + 3].x - curve[i].x);
            const auto piece = std::span(curve).subspan(i, 4);
            const double high = std::ranges::min_element(piece, {}, &Point::y)->y;
            const double low = std::ranges::max_element(piece, {}, &Point::y)->y;
            const bool isOfBorder = graph.edges[e].from < 0 || graph.edges[e].to < 0;
            if (high < top - 1) {
                above = std::max(above, aside);
                turnsAbove = turnsAbove || !isOfBorder;
            }
            if (low > bottom + 1) {
                below = std::max(below, aside);
                turnsBelow = turnsBelow || !isOfBorder;
            }
        }
    }
    const auto roomFor = [](double aside, bool turns, double now) {
        return turns ? now : std::min(now, kBorder + aside / kAsideOfBorder);
    };
    const double over = roomFor(above, turnsAbove, top);
    const double under = roomFor(below, turnsBelow, layout.height - bottom);
    const auto moved = [&](double y) {
        if (y < top)
            return y * over / top;
        if (y <= bottom)
            return y - top + over;
        return over + bottom - top + (y - bottom) * under / (layout.height - bottom);
    };
    for (Point& corner : layout.corners)
        corner.y = moved(corner.y);
    for (auto& curve : layout.curves) {
        for (Point& point : curve)
            point.y = moved(point.y);
    }
    layout.height = over + bottom - top + under;
}

} // namespace dumpscope::core
