// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_picture.h"

#include <algorithm>
#include <deque>

namespace dumpscope::core {

namespace {

/// An unfolded scope while the picture is made.
struct Level {
    std::uint32_t scope = 0;
    ScopeLevel content;
    std::vector<std::size_t> inner; ///< per child: its level; the size of all levels when it is none
    /// Places at the upper and the lower border, a tensor each: the tensor and the child inside, by strand.
    struct Ports {
        struct Port {
            NodeId producer;
            std::uint32_t slot = 0;
            std::int32_t child = 0;
            std::uint32_t number = 0;
        };
        std::vector<Port> strands;
        std::uint32_t count = 0;
    };
    Ports ins, outs;
    FlatLayout layout;
};

constexpr std::uint32_t kMostPorts = 16; ///< at one border; beyond, what goes to one child shares one

void addPort(Level::Ports& ports, const Strand& strand, std::int32_t child, bool isByChild)
{
    const auto known = std::ranges::find_if(ports.strands, [&](const Level::Ports::Port& port) {
        return isByChild ? port.child == child : port.producer == strand.producer && port.slot == strand.slot;
    });
    const std::uint32_t number = known == ports.strands.end() ? ports.count++ : known->number;
    ports.strands.push_back({strand.producer, strand.slot, child, number});
}

void addPorts(Level& level, bool isByChild)
{
    for (const Strand& strand : level.content.strands) {
        if (strand.from < 0)
            addPort(level.ins, strand, strand.to, isByChild);
        if (strand.to < 0)
            addPort(level.outs, strand, strand.from, isByChild);
    }
    if (!isByChild && std::max(level.ins.count, level.outs.count) > kMostPorts) {
        level.ins = level.outs = {};
        addPorts(level, true);
    }
}

class PictureMaker {
public:
    PictureMaker(const Graph& graph, const ScopeTree& tree, const GraphFold& fold, const PictureSizes& sizes)
        : m_graph(graph)
        , m_tree(tree)
        , m_fold(fold)
        , m_sizes(sizes)
    {
    }

    Result<void> collect(const TaskContext& task)
    {
        addLevel(0);
        for (std::size_t i = 0; i < m_levels.size(); ++i) {
            TRY_VOID(task.checkStop());
            for (std::size_t c = 0; c < m_levels[i].content.children.size(); ++c) {
                const ScopeTree::Item child = m_levels[i].content.children[c];
                const bool isOpen = child.isScope && m_fold.isOpen[child.index];
                m_levels[i].inner.push_back(isOpen ? m_levels.size() : kNoLevel);
                if (isOpen)
                    addLevel(child.index);
            }
        }
        return {};
    }

    Result<void> layOut(const LayOutLevels& layOut, const TaskContext& task)
    {
        // Levels stand by depth, as they were found from the top.
        std::size_t end = m_levels.size();
        while (end > 0) {
            TRY_VOID(task.checkStop());
            const std::uint32_t depth = m_depths[end - 1];
            std::size_t begin = end;
            while (begin > 0 && m_depths[begin - 1] == depth)
                --begin;
            std::vector<FlatGraph> questions;
            for (std::size_t i = begin; i < end; ++i)
                questions.push_back(question(m_levels[i]));
            TRY_ASSIGN(std::vector<FlatLayout> answers, layOut(questions));
            for (std::size_t i = begin; i < end && i - begin < answers.size(); ++i)
                m_levels[i].layout = std::move(answers[i - begin]);
            end = begin;
        }
        return {};
    }

    std::shared_ptr<const GraphPicture> draw()
    {
        m_picture->placeOfScope.assign(m_tree.scopes().size(), ScopeTree::kNone);
        m_picture->placeOfNode.assign(m_graph.nodes().size(), ScopeTree::kNone);
        GraphPicture::Place whole;
        whole.isOpen = true;
        whole.rect = {0, 0, m_levels[0].layout.width + 2 * m_sizes.padding,
            m_levels[0].layout.height + 2 * m_sizes.padding};
        m_picture->places.push_back(whole);
        m_picture->placeOfScope[0] = 0;
        std::vector<std::size_t> levelOf {0};
        for (std::uint32_t place = 0; place < m_picture->places.size(); ++place) {
            if (levelOf[place] == kNoLevel)
                continue;
            drawLevel(place, m_levels[levelOf[place]]);
            levelOf.insert(
                levelOf.end(), m_levels[levelOf[place]].inner.begin(), m_levels[levelOf[place]].inner.end());
        }
        return m_picture;
    }

private:
    static constexpr std::size_t kNoLevel = ~std::size_t(0);

    void addLevel(std::uint32_t scope)
    {
        Level level;
        level.scope = scope;
        level.content = levelOf(m_graph, m_tree, scope, m_fold.shown.get(), m_fold.hidden.get());
        addPorts(level, false);
        m_levels.push_back(std::move(level));
        m_depths.push_back(m_tree.scope(scope).depth);
    }

    [[nodiscard]] FlatGraph::Box sizeOf(const Level& level, std::size_t child) const
    {
        const ScopeTree::Item item = level.content.children[child];
        if (level.inner[child] != kNoLevel) {
            const FlatLayout& inner = m_levels[level.inner[child]].layout;
            FlatGraph::Box box {std::max(inner.width, m_sizes.scope.width) + 2 * m_sizes.padding,
                inner.height + m_sizes.header + 2 * m_sizes.padding, true, inner.entries, inner.exits};
            for (std::vector<double>* ports : {&box.tops, &box.bottoms}) {
                for (double& port : *ports)
                    port += (box.width - inner.width) / 2;
            }
            return box;
        }
        if (item.isScope)
            return m_sizes.scope;
        const GraphNode& node = m_graph.node(item.node());
        if (node.kind == NodeKind::Parameter || node.kind == NodeKind::Result)
            return m_sizes.parameter;
        return node.kind == NodeKind::Constant && node.opType.value() == 0 ? m_sizes.constant : m_sizes.node;
    }

    [[nodiscard]] FlatGraph question(const Level& level) const
    {
        FlatGraph flat;
        for (std::size_t c = 0; c < level.content.children.size(); ++c)
            flat.boxes.push_back(sizeOf(level, c));
        for (const Strand& strand : level.content.strands)
            flat.edges.push_back({strand.from, strand.to, portOf(level, strand, strand.from, false),
                portOf(level, strand, strand.to, true)});
        return flat;
    }

    /// Where a strand passes the border of the level it is in, or of the frame it ends at.
    [[nodiscard]] std::uint32_t portOf(
        const Level& level, const Strand& strand, std::int32_t end, bool isTo) const
    {
        const std::size_t inner = end < 0 ? kNoLevel : level.inner[static_cast<std::size_t>(end)];
        if (end >= 0 && inner == kNoLevel)
            return 0;
        const Level& of = end < 0 ? level : m_levels[inner];
        const Level::Ports& ports = (end < 0) == isTo ? of.outs : of.ins;
        const auto isTensor = [&strand](const Level::Ports::Port& port) {
            return port.producer == strand.producer && port.slot == strand.slot;
        };
        const NodeId node = isTo ? strand.consumer : strand.producer;
        const auto isChild = [&](const Level::Ports::Port& port) {
            const ScopeTree::Item& item = of.content.children[static_cast<std::size_t>(port.child)];
            return item.isScope ? m_tree.holds(item.index, m_tree.scopeOf(node)) : item.node() == node;
        };
        const auto isBoth = [&](const Level::Ports::Port& port) { return isTensor(port) && isChild(port); };
        auto found = std::ranges::find_if(ports.strands, isBoth);
        if (found == ports.strands.end())
            found = std::ranges::find_if(ports.strands, isTensor);
        if (found == ports.strands.end())
            found = std::ranges::find_if(ports.strands, isChild);
        return found == ports.strands.end() ? 0 : found->number;
    }

    void drawLevel(std::uint32_t at, const Level& level)
    {
        const GraphPicture::Rect frame = m_picture->places[at].rect;
        const double top = at == 0 ? 0 : m_sizes.header;
        // A box that is wider than its content has it in the middle.
        const Point origin {
            frame.x + (frame.width - level.layout.width) / 2, frame.y + top + m_sizes.padding};
        const auto first = static_cast<std::uint32_t>(m_picture->places.size());
        m_picture->places[at].firstChild = first;
        m_picture->places[at].childCount = static_cast<std::uint32_t>(level.content.children.size());
        for (std::size_t c = 0; c < level.content.children.size(); ++c) {
            const FlatGraph::Box size = sizeOf(level, c);
            const Point corner = level.layout.corners[c];
            GraphPicture::Place place;
            place.item = level.content.children[c];
            place.rect = {origin.x + corner.x, origin.y + corner.y, size.width, size.height};
            place.isOpen = level.inner[c] != kNoLevel;
            place.parent = at;
            auto& places = place.item.isScope ? m_picture->placeOfScope : m_picture->placeOfNode;
            places[place.item.index] = first + static_cast<std::uint32_t>(c);
            m_picture->places.push_back(place);
        }
        m_picture->places[at].firstLine = static_cast<std::uint32_t>(m_picture->lines.size());
        m_picture->places[at].lineCount = static_cast<std::uint32_t>(level.content.strands.size());
        for (std::size_t s = 0; s < level.content.strands.size(); ++s)
            drawLine(at, frame, origin, first, level, s);
    }

    void drawLine(std::uint32_t at, const GraphPicture::Rect& frame, Point origin, std::uint32_t first,
        const Level& level, std::size_t number)
    {
        GraphPicture::Line line;
        line.strand = level.content.strands[number];
        line.level = at;
        const auto placeAt = [first](std::int32_t child) {
            return child < 0 ? ScopeTree::kNone : first + static_cast<std::uint32_t>(child);
        };
        line.from = placeAt(line.strand.from);
        line.to = placeAt(line.strand.to);
        for (const Point& point : level.layout.curves[number])
            line.curve.push_back({origin.x + point.x, origin.y + point.y});
        // Straight from and to the border of the box, where the line goes on outside.
        if (line.strand.from < 0 && !line.curve.empty()) {
            const Point end = line.curve.front();
            const double half = (frame.y + end.y) / 2;
            line.curve.insert(line.curve.begin(), {{end.x, frame.y}, {end.x, half}, {end.x, half}});
        }
        if (line.strand.to < 0 && !line.curve.empty()) {
            const Point end = line.curve.back();
            const double half = (frame.bottom() + end.y) / 2;
            line.curve.insert(line.curve.end(), {{end.x, half}, {end.x, half}, {end.x, frame.bottom()}});
        }
        m_picture->lines.push_back(std::move(line));
    }

    const Graph& m_graph;
    const ScopeTree& m_tree;
    const GraphFold& m_fold;
    const PictureSizes& m_sizes;
    std::vector<Level> m_levels;
    std::vector<std::uint32_t> m_depths;
    std::shared_ptr<GraphPicture> m_picture = std::make_shared<GraphPicture>();
};

} // namespace

std::uint32_t GraphPicture::ownPlace(ScopeTree::Item item) const
{
    const auto& known = item.isScope ? placeOfScope : placeOfNode;
    return item.index < known.size() ? known[item.index] : ScopeTree::kNone;
}

std::uint32_t GraphPicture::placeFor(const ScopeTree& tree, ScopeTree::Item item) const
{
    if (!item.isScope && item.index >= placeOfNode.size())
        return ScopeTree::kNone;
    std::uint32_t place = ownPlace(item);
    while (place == ScopeTree::kNone) {
        const std::uint32_t above = tree.parentOf(item);
        if (above == ScopeTree::kNone)
            return ScopeTree::kNone;
        item = {true, above};
        place = ownPlace(item);
        if (place != ScopeTree::kNone && places[place].isOpen)
            return ScopeTree::kNone; // hidden, not folded
    }
    return place;
}

Result<std::shared_ptr<const GraphPicture>> makePicture(const Graph& graph, const ScopeTree& tree,
    const GraphFold& fold, const PictureSizes& sizes, const LayOutLevels& layOut, TaskContext& task)
{
    PictureMaker maker(graph, tree, fold, sizes);
    TRY_VOID(maker.collect(task));
    TRY_VOID(maker.layOut(layOut, task));
    return maker.draw();
}

std::vector<bool> openedFromTop(const ScopeTree& tree, std::size_t most)
{
    std::vector<bool> isOpen(tree.scopes().size(), false);
    isOpen[0] = true;
    std::size_t seen = tree.scope(0).children.size();
    std::deque<std::uint32_t> waiting {0};
    while (!waiting.empty()) {
        const std::uint32_t scope = waiting.front();
        waiting.pop_front();
        for (const ScopeTree::Item& child : tree.scope(scope).children) {
            if (!child.isScope || seen + tree.scope(child.index).children.size() > most)
                continue;
            seen += tree.scope(child.index).children.size();
            isOpen[child.index] = true;
            waiting.push_back(child.index);
        }
    }
    return isOpen;
}

void openUpTo(const ScopeTree& tree, ScopeTree::Item item, std::vector<bool>& isOpen)
{
    for (std::uint32_t scope = tree.parentOf(item); scope != ScopeTree::kNone;
         scope = tree.scope(scope).parent)
        isOpen[scope] = true;
}

std::size_t seenCount(const ScopeTree& tree, const GraphFold& fold)
{
    std::size_t seen = 0;
    std::vector<std::uint32_t> waiting {0};
    while (!waiting.empty()) {
        const ScopeTree::Scope& scope = tree.scope(waiting.back());
        waiting.pop_back();
        for (const ScopeTree::Item& child : scope.children) {
            if (!child.isScope) {
                const bool isHidden = fold.hidden && fold.hidden->holds(child.node());
                seen += !isHidden && (!fold.shown || (*fold.shown)[child.index]) ? 1 : 0;
                continue;
            }
            ++seen;
            if (fold.isOpen[child.index])
                waiting.push_back(child.index);
        }
    }
    return seen;
}

} // namespace dumpscope::core
