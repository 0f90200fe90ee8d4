// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_canvas.h"

#include "common/fonts.h"
#include "common/spacing.h"
#include "graph/graph_accessible.h"
#include "graph/graph_traversal.h"

#include <QAccessible>
#include <QScopedValueRollback>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace dumpscope::gui {

namespace {

using Picture = std::shared_ptr<const core::GraphPicture>;
using core::GraphPicture;

constexpr double kLeastZoom = 0.005, kMostZoom = 6, kFirstLeastZoom = 0.65, kFirstZoom = 0.9;

constexpr int kStubWidth = 132, kStubHeight = 20;

core::PictureSizes scaledSizes()
{
    core::PictureSizes sizes;
    for (core::FlatGraph::Box* box : {&sizes.node, &sizes.scope, &sizes.parameter, &sizes.constant})
        *box = {static_cast<double>(scaled(static_cast<int>(box->width))),
            static_cast<double>(scaled(static_cast<int>(box->height)))};
    sizes.header = scaled(30);
    return sizes;
}

} // namespace

GraphCanvas::GraphCanvas(
    ShownGraph& shown, TaskRunner& tasks, std::shared_ptr<LevelLayouter> layouter, QWidget* parent)
    : QWidget(parent)
    , m_shown(shown)
    , m_tasks(tasks)
    , m_layouter(std::move(layouter))
{
    installGraphAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&shown, &ShownGraph::graphChanged, this, &GraphCanvas::restart);
    connect(&shown, &ShownGraph::foldChanged, this, &GraphCanvas::layOut);
    connect(&shown, &ShownGraph::marksChanged, this, &GraphCanvas::showMarks);
    connect(&shown, &ShownGraph::currentChanged, this, [this] {
        updateFollowed();
        m_stub.reset();
        if (!m_shown.current())
            return update();
        if (isLayingOut())
            m_wanted = m_shown.current();
        else
            ensureVisible(*m_shown.current());
        announce();
        update();
    });
    restart();
}

bool GraphCanvas::isLayingOut() const
{
    return m_layingOut.task() && !m_layingOut.task()->isOver();
}

void GraphCanvas::restart()
{
    m_isFresh = true;
    m_anchor.reset();
    m_wanted.reset();
    m_next.reset();
    m_direction = Direction::Nowhere;
    m_layingOut.cancel();
    m_legend.reset();
    take(nullptr);
    if (m_shown.loaded())
        layOut();
}

void GraphCanvas::layOut()
{
    if (!m_shown.loaded())
        return;
    const core::GraphFold& fold = m_shown.fold();
    const auto seen = static_cast<int>(core::seenCount(m_shown.tree(), fold));
    m_layingOut.start<Picture>(
        m_tasks, Lane::Interactive, tr("Laying out %n visible nodes", nullptr, seen), this,
        [loaded = m_shown.loaded(), number = m_shown.number(), fold, sizes = scaledSizes(),
            layouter = m_layouter](core::TaskContext& task, const TaskRunner::Post&) {
            const auto ask
                = [&](std::span<const core::FlatGraph> graphs) { return layouter->layOut(graphs, task); };
            return core::makePicture(
                loaded->graph(number), loaded->parts[number].tree, fold, sizes, ask, task);
        },
        [this, loaded = m_shown.loaded(), number = m_shown.number()](core::Result<Picture> picture) {
            if (picture && loaded == m_shown.loaded() && number == m_shown.number()
                && (*picture)->placeOfScope.size() == m_shown.tree().scopes().size())
                take(*picture);
        });
}

void GraphCanvas::take(const Picture& picture)
{
    const QScopedValueRollback adapting(m_isAdapting, true);
    const Picture before = std::exchange(m_picture, picture);
    m_map = {};
    m_stub.reset();
    m_stubs
        = picture ? stubsOf(*picture, {scaled(kStubWidth) * 1.0, scaled(kStubHeight) * 1.0}) : EdgeStubs();
    if (picture && m_isFresh) {
        m_isFresh = false;
        fit();
        if (m_zoom < kFirstLeastZoom) {
            // Where it begins, or what is chosen, at a size that can be read.
            m_zoom = kFirstZoom;
            const QRectF whole = GraphPainter::rectOf(picture->places[0]);
            m_origin = {whole.center().x() - width() / m_zoom / 2, whole.top()};
            m_wanted = m_shown.current();
        }
        m_anchor.reset();
    }
    if (picture && before) {
        // What was clicked stays where it is; else what is chosen, else what is in the middle.
        std::uint32_t from = core::ScopeTree::kNone, to = core::ScopeTree::kNone;
        for (const std::optional<Item>& item : {m_anchor, m_shown.current()}) {
            if (!item || (from != core::ScopeTree::kNone && to != core::ScopeTree::kNone))
                continue;
            from = before->placeFor(m_shown.tree(), *item);
            to = picture->placeFor(m_shown.tree(), *item);
        }
        if (from != core::ScopeTree::kNone && to != core::ScopeTree::kNone) {
            const GraphPicture::Rect &old = before->places[from].rect, &now = picture->places[to].rect;
            m_origin += QPointF(now.x - old.x, now.y - old.y);
        }
    }
    m_anchor.reset();
    if (picture && m_next) {
        m_wanted.reset();
        goToNext();
    }
    updateFollowed();
    readAgain();
    if (picture && m_wanted)
        ensureVisible(*std::exchange(m_wanted, std::nullopt));
    update();
    emit pictureChanged();
    emit viewChanged();
}

// --- Where things are

QPointF GraphCanvas::toScreen(const QPointF& point) const
{
    return (point - m_origin) * m_zoom;
}

QRectF GraphCanvas::seen() const
{
    return {m_origin, QSizeF(size()) / m_zoom};
}

QRect GraphCanvas::screenRect(std::uint32_t place) const
{
    const QRectF rect = GraphPainter::rectOf(m_picture->places[place]);
    return QRectF(toScreen(rect.topLeft()), rect.size() * m_zoom).toAlignedRect();
}

std::uint32_t GraphCanvas::placeUnder(const QPointF& position) const
{
    if (!m_picture)
        return core::ScopeTree::kNone;
    const QPointF point = m_origin + position / m_zoom;
    std::uint32_t at = 0;
    for (bool found = true; found && m_picture->places[at].isOpen;) {
        const GraphPicture::Place& place = m_picture->places[at];
        found = false;
        for (std::uint32_t i = 0; i < place.childCount && !found; ++i) {
            if (GraphPainter::rectOf(m_picture->places[place.firstChild + i]).contains(point)) {
                at = place.firstChild + i;
                found = true;
            }
        }
    }
    return at == 0 ? core::ScopeTree::kNone : at;
}

const EdgeStub* GraphCanvas::stubUnder(const QPointF& position) const
{
    if (!hasStubs())
        return nullptr;
    const QPointF point = m_origin + position / m_zoom;
    const auto found = std::ranges::find_if(
        m_stubs.stubs, [&point](const EdgeStub& stub) { return stub.rect.contains(point); });
    return found == m_stubs.stubs.end() ? nullptr : &*found;
}

bool GraphCanvas::hasStubs() const
{
    return detailAt(m_zoom) >= Detail::Names && m_followed.empty();
}

const EdgeStub* GraphCanvas::currentStub() const
{
    return m_stub && hasStubs() ? &m_stubs.stubs[*m_stub] : nullptr;
}

QRect GraphCanvas::stubRect(const EdgeStub& stub) const
{
    return QRectF(toScreen(stub.rect.topLeft()), stub.rect.size() * m_zoom).toAlignedRect();
}

std::vector<std::size_t> GraphCanvas::stubsBeside(std::uint32_t place) const
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; hasStubs() && i < m_stubs.stubs.size(); ++i) {
        if (m_stubs.stubs[i].place == place)
            found.push_back(i);
    }
    return found;
}

std::uint32_t GraphCanvas::currentPlace() const
{
    return m_picture && m_shown.current() ? m_picture->placeFor(m_shown.tree(), *m_shown.current())
                                          : core::ScopeTree::kNone;
}

void GraphCanvas::setView(double zoom, const QPointF& origin)
{
    m_zoom = std::clamp(zoom, kLeastZoom, kMostZoom);
    m_origin = origin;
    update();
    emit viewChanged();
}

GraphCanvas::Place GraphCanvas::place() const
{
    return m_next ? *m_next : Place {m_zoom, seen().center()};
}

void GraphCanvas::showNext(const Place& place)
{
    m_next = Place {std::clamp(place.zoom, kLeastZoom, kMostZoom), place.middle};
    if (m_picture && !isLayingOut())
        goToNext();
}

void GraphCanvas::goToNext()
{
    const Place next = *std::exchange(m_next, std::nullopt);
    setView(next.zoom, next.middle - QPointF(width(), height()) / 2 / next.zoom);
}

void GraphCanvas::zoomBy(double factor)
{
    const std::uint32_t at = currentPlace();
    const QRectF rect = at == core::ScopeTree::kNone ? QRectF() : QRectF(screenRect(at));
    zoomBy(factor, rect.intersects(this->rect()) ? rect.center() : QRectF(this->rect()).center());
}

void GraphCanvas::zoomBy(double factor, const QPointF& around)
{
    const double zoom = std::clamp(m_zoom * factor, kLeastZoom, kMostZoom);
    m_origin += around / m_zoom - around / zoom;
    m_zoom = zoom;
    update();
    emit viewChanged();
}

void GraphCanvas::fit()
{
    if (!m_picture || m_picture->places.empty())
        return;
    const QRectF whole = GraphPainter::rectOf(m_picture->places[0]);
    m_zoom = std::clamp(
        std::min(width() / std::max(1.0, whole.width()), height() / std::max(1.0, whole.height())),
        kLeastZoom, 1.0);
    m_origin = whole.center() - QPointF(width(), height()) / 2 / m_zoom;
    update();
    emit viewChanged();
}

void GraphCanvas::ensureVisible(const Item& item)
{
    if (!m_picture)
        return;
    const std::uint32_t at = m_picture->placeFor(m_shown.tree(), item);
    if (at != core::ScopeTree::kNone)
        ensureVisible(GraphPainter::rectOf(m_picture->places[at]));
}

void GraphCanvas::ensureVisible(const QRectF& rect)
{
    const QRectF room = seen();
    const QRectF shown(toScreen(rect.topLeft()), rect.size() * m_zoom);
    const bool isCovered = shown.intersects(legendRect()) || (m_hasMap && shown.intersects(mapRect()));
    if ((room.contains(rect) && !isCovered) || (rect.width() > room.width() && rect.intersects(room)))
        return;
    m_origin = {rect.center().x() - room.width() / 2, rect.center().y() - room.height() / 3};
    update();
    emit viewChanged();
}

void GraphCanvas::setEdgeValues(bool on)
{
    m_hasEdgeValues = on;
    update();
}

void GraphCanvas::setVerdicts(bool on)
{
    m_hasVerdicts = on;
    showMarks();
}

void GraphCanvas::setMapVisible(bool on)
{
    m_hasMap = on;
    update();
}

void GraphCanvas::showMarks()
{
    m_map = {};
    m_legend.reset();
    update();
}

// --- Walking

void GraphCanvas::followFlow(Direction direction)
{
    m_direction = direction == m_direction ? Direction::Nowhere : direction;
    updateFollowed();
    update();
}

void GraphCanvas::updateFollowed()
{
    m_followed.clear();
    if (!m_picture || m_direction == Direction::Nowhere || !m_shown.current() || !m_shown.loaded())
        return;
    std::vector<core::NodeId> from;
    const Item current = *m_shown.current();
    if (current.isScope) {
        const core::ScopeTree::Scope& scope = m_shown.tree().scope(current.index);
        from.assign(
            m_shown.tree().order().begin() + scope.firstNode, m_shown.tree().order().begin() + scope.endNode);
    } else {
        from.push_back(current.node());
    }
    const auto reached = m_direction == Direction::Inputs ? core::upstreamOf(m_shown.graph(), from)
                                                          : core::downstreamOf(m_shown.graph(), from);
    m_followed.assign(m_picture->places.size(), false);
    for (const core::NodeId node : reached) {
        std::uint32_t at = m_picture->placeFor(m_shown.tree(), {false, node.value()});
        for (; at != core::ScopeTree::kNone && !m_followed[at]; at = m_picture->places[at].parent)
            m_followed[at] = true;
    }
}

std::vector<GraphCanvas::Item> GraphCanvas::neighbours(Direction direction) const
{
    std::vector<std::uint32_t> found;
    const std::uint32_t at = currentPlace();
    if (at == core::ScopeTree::kNone)
        return {};
    const auto add = [&](core::NodeId node) {
        const std::uint32_t other = m_picture->placeFor(m_shown.tree(), {false, node.value()});
        if (other != core::ScopeTree::kNone && other != at && std::ranges::find(found, other) == found.end())
            found.push_back(other);
    };
    const Item item = m_picture->places[at].item;
    const core::Graph& graph = m_shown.graph();
    std::uint32_t begin = 0, end = 1;
    if (item.isScope) {
        begin = m_shown.tree().scope(item.index).firstNode;
        end = m_shown.tree().scope(item.index).endNode;
    }
    for (; begin < end; ++begin) {
        const core::NodeId node = item.isScope ? m_shown.tree().order()[begin] : item.node();
        if (direction == Direction::Outputs) {
            for (const core::NodeId reader : graph.consumers(node))
                add(reader);
            continue;
        }
        for (const core::GraphInput& input : graph.inputs(graph.node(node))) {
            if (input.from.isValid() && !input.otherGraph)
                add(input.from);
        }
    }
    // What is inside of an unfolded scope is no neighbour of it.
    std::erase_if(found, [&](std::uint32_t other) {
        const Item& of = m_picture->places[other].item;
        const std::uint32_t scope = of.isScope ? of.index : m_shown.tree().scopeOf(of.node());
        return item.isScope && m_shown.tree().holds(item.index, scope);
    });
    // The one straight above or below first, and nodes before weights.
    const auto& self = m_picture->places[at].rect;
    std::ranges::stable_sort(found, {}, [&](std::uint32_t other) {
        const auto& place = m_picture->places[other];
        const bool isWeight = !place.item.isScope && graph.node(place.item.node()).opType.value() == 0;
        return std::pair(isWeight, std::abs(place.rect.x + place.rect.width / 2 - self.x - self.width / 2));
    });
    std::vector<Item> items;
    for (const std::uint32_t other : found)
        items.push_back(m_picture->places[other].item);
    return items;
}

bool GraphCanvas::walk(Direction direction)
{
    const std::vector<Item> items = neighbours(direction);
    if (items.empty())
        return false;
    chooseAndShow(items.front());
    return true;
}

void GraphCanvas::step(int by)
{
    if (!m_picture || m_reading.empty())
        return;
    const std::vector<std::size_t> beside = stubsBeside(currentPlace());
    const auto known = m_stub ? std::ranges::find(beside, *m_stub) : beside.end();
    const bool isOnStub = known != beside.end();
    const std::ptrdiff_t stub = isOnStub ? known - beside.begin() + by : by - 1;
    if (stub >= 0 && stub < std::ssize(beside))
        return stepToStub(beside[static_cast<std::size_t>(stub)]);
    if (isOnStub && stub < 0)
        return stepToStub(std::nullopt);
    const auto found = std::ranges::find(m_reading, currentPlace());
    const auto count = static_cast<std::ptrdiff_t>(m_reading.size());
    std::ptrdiff_t next = found == m_reading.end() ? 0 : found - m_reading.begin() + by;
    next = std::clamp<std::ptrdiff_t>(next, 0, count - 1);
    chooseAndShow(m_picture->places[m_reading[static_cast<std::size_t>(next)]].item);
}

void GraphCanvas::stepToStub(std::optional<std::size_t> stub)
{
    m_stub = stub;
    ensureVisible(stub ? m_stubs.stubs[*stub].rect : GraphPainter::rectOf(m_picture->places[currentPlace()]));
    announce();
    update();
}

void GraphCanvas::openCurrent()
{
    if (!m_shown.current())
        return;
    if (const EdgeStub* const stub = currentStub())
        return chooseAndShow(m_picture->places[stub->other].item);
    if (m_shown.current()->isScope)
        toggleFold();
    else
        emit opened(m_shown.current()->index);
}

void GraphCanvas::chooseAndShow(const Item& item)
{
    m_stub.reset();
    m_shown.choose(item);
    ensureVisible(item);
}

void GraphCanvas::toggleFold()
{
    if (!m_shown.current() || !m_shown.loaded())
        return;
    const Item current = *m_shown.current();
    const std::uint32_t at = currentPlace();
    // A node inside of a folded scope is seen as that scope.
    Item target = at == core::ScopeTree::kNone ? current : m_picture->places[at].item;
    if (!target.isScope)
        target = {true, m_shown.tree().scopeOf(target.node())};
    if (target.index == 0)
        return;
    m_anchor = target;
    const bool open = !m_shown.isOpen(target.index);
    if (!current.isScope && !open)
        m_shown.choose(target);
    m_shown.setOpen(target.index, open);
}

} // namespace dumpscope::gui
