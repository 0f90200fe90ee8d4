// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/flat_layout.h"

#include "graph/flow_order.h"

#include <algorithm>
#include <limits>

namespace dumpscope::core {

namespace {

constexpr double kBetween = 28, kBetweenRanks = 46, kLane = 14; ///< px; a lane is what a long edge takes
constexpr double kPortStep = 22;                                ///< between edges at one box
constexpr std::size_t kMostLanes = 4000;                        ///< beyond, long edges go straight
constexpr int kSweeps = 8, kAlignments = 8;

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
};

class Layers {
public:
    explicit Layers(const FlatGraph& graph)
        : m_graph(graph)
        , m_boxes(graph.boxes.size())
    {
        for (const FlatGraph::Box& box : graph.boxes)
            m_vertices.push_back({box.width, box.height, box.isFrame, 0, 0, {}, {}});
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
        for (std::size_t v = m_exit; v < m_end; ++v)
            m_vertices[v].rank = last + 1;
        m_ranks.resize(last + 1 + (m_end > m_exit ? 1 : 0));
        for (std::size_t v = 0; v < m_end; ++v)
            m_ranks[m_vertices[v].rank].push_back(v);
    }

    /// The frames of an edge that goes down have it at their ports.
    [[nodiscard]] double portOf(const FlatGraph::Edge& edge, bool isTo) const
    {
        return m_vertices[source(edge)].rank < m_vertices[target(edge)].rank ? m_graph.portOf(edge, isTo) : 0;
    }

    void addLanes()
    {
        std::size_t lanes = 0;
        for (const FlatGraph::Edge& edge : m_graph.edges) {
            auto& lane = m_lanes.emplace_back();
            std::size_t upper = source(edge), lower = target(edge);
            if (m_vertices[upper].rank > m_vertices[lower].rank)
                std::swap(upper, lower);
            const std::size_t from = m_vertices[upper].rank, to = m_vertices[lower].rank;
            if (from == to || (lanes += to - from - 1) > kMostLanes)
                continue;
            std::size_t last = upper;
            double port = portOf(edge, false);
            for (std::size_t rank = from + 1; rank < to; ++rank) {
                const std::size_t made = m_vertices.size();
                m_vertices.push_back({kLane, 0, false, 0, rank, {{last, port, 0}}, {}});
                m_vertices[last].below.push_back({made, 0, port});
                m_ranks[rank].push_back(made);
                lane.push_back(made);
                last = made;
                port = 0;
            }
            m_vertices[last].below.push_back({lower, portOf(edge, true), port});
            m_vertices[lower].above.push_back({last, port, portOf(edge, true)});
        }
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
        std::vector<double> middle(m_ranks.size(), 0);
        double y = 0;
        for (std::size_t r = 0; r < m_ranks.size(); ++r) {
            double height = 0;
            for (const std::size_t v : m_ranks[r]) {
                height = std::max(height, m_vertices[v].height);
                left = std::min(left, m_vertices[v].x - m_vertices[v].width / 2);
                right = std::max(right, m_vertices[v].x + m_vertices[v].width / 2);
            }
            middle[r] = y + height / 2;
            y += height + (r + 1 < m_ranks.size() ? kBetweenRanks : 0);
        }
        if (left > right)
            left = right = 0;
        for (Vertex& vertex : m_vertices)
            vertex.x -= left;
        layout.width = right - left;
        layout.height = y;
        for (std::size_t v = 0; v < m_boxes; ++v)
            layout.corners.push_back({m_vertices[v].x - m_vertices[v].width / 2,
                middle[m_vertices[v].rank] - m_vertices[v].height / 2});
        for (std::size_t v = m_boxes; v < m_end; ++v)
            (v < m_exit ? layout.entries : layout.exits).push_back(m_vertices[v].x);
        drawEdges(layout, middle);
        return layout;
    }

    void drawEdges(FlatLayout& layout, const std::vector<double>& middle)
    {
        struct End {
            std::size_t edge;
            bool isLower;
            double towards;
        };
        // Edges that meet at one side of a box stand beside each other in the order they come from.
        std::vector<std::vector<End>> tops(m_vertices.size()), bottoms(m_vertices.size());
        std::vector<std::vector<Point>> ways(m_graph.edges.size());
        for (std::size_t e = 0; e < m_graph.edges.size(); ++e) {
            std::size_t upper = source(m_graph.edges[e]), lower = target(m_graph.edges[e]);
            if (m_vertices[upper].rank > m_vertices[lower].rank)
                std::swap(upper, lower);
            const auto& lane = m_lanes[e];
            auto& way = ways[e];
            way.push_back(
                {m_vertices[upper].x, middle[m_vertices[upper].rank] + m_vertices[upper].height / 2});
            for (const std::size_t v : lane)
                way.push_back({m_vertices[v].x, middle[m_vertices[v].rank]});
            way.push_back(
                {m_vertices[lower].x, middle[m_vertices[lower].rank] - m_vertices[lower].height / 2});
            bottoms[upper].push_back({e, false, way[1].x});
            tops[lower].push_back({e, true, way[way.size() - 2].x});
        }
        const auto spread = [&](std::vector<End>& ends, const Vertex& vertex) {
            std::ranges::stable_sort(ends, {}, &End::towards);
            const double room = vertex.isFrame ? 0.0 : std::max(0.0, vertex.width - 2 * kLane);
            const double step
                = std::min(kPortStep, room / std::max(1.0, static_cast<double>(ends.size()) - 1));
            for (std::size_t i = 0; i < ends.size(); ++i) {
                auto& way = ways[ends[i].edge];
                Point& end = ends[i].isLower ? way.back() : way.front();
                end.x += (static_cast<double>(i) - (static_cast<double>(ends.size()) - 1) / 2) * step;
            }
        };
        for (std::size_t v = 0; v < m_vertices.size(); ++v) {
            spread(tops[v], m_vertices[v]);
            spread(bottoms[v], m_vertices[v]);
        }
        for (std::size_t e = 0; e < ways.size(); ++e) {
            ways[e].front().x += portOf(m_graph.edges[e], false);
            ways[e].back().x += portOf(m_graph.edges[e], true);
            if (m_vertices[source(m_graph.edges[e])].rank > m_vertices[target(m_graph.edges[e])].rank)
                std::ranges::reverse(ways[e]);
            auto& curve = layout.curves.emplace_back();
            curve.push_back(ways[e][0]);
            for (std::size_t i = 1; i < ways[e].size(); ++i) {
                const Point a = ways[e][i - 1], b = ways[e][i];
                curve.push_back({a.x, (a.y + b.y) / 2});
                curve.push_back({b.x, (a.y + b.y) / 2});
                curve.push_back(b);
            }
        }
    }

    const FlatGraph& m_graph;
    std::size_t m_boxes, m_exit = 0, m_end = 0; ///< places above follow the boxes, then those below
    std::vector<Vertex> m_vertices;
    std::vector<std::vector<std::size_t>> m_ranks, m_lanes;
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
    return Layers(graph).run();
}

} // namespace dumpscope::core
