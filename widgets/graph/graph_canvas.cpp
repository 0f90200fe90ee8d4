// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_canvas.h"

#include "common/spacing.h"
#include "graph/dot_grid.h"
#include "graph/graph_accessible.h"
#include "graph/picture_walk.h"
#include "graph/place_words.h"

#include <QAccessible>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dumpscope::gui {

namespace {

using Picture = std::shared_ptr<const core::GraphPicture>;

constexpr double kNormalZoom = 1, kWheelStep = 1.0015, kKeyPan = 80;
constexpr int kStubWidth = 132, kStubHeight = 20;

} // namespace

GraphCanvas::GraphCanvas(
    ShownGraph& shown, TaskRunner& tasks, std::shared_ptr<LevelLayouter> layouter, QWidget* parent)
    : QWidget(parent)
    , m_shown(shown)
    , m_maker(shown, tasks, std::move(layouter))
    , m_view(*this)
    , m_legend(shown)
{
    installGraphAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&shown, &ShownGraph::graphChanged, this, &GraphCanvas::restart);
    connect(&shown, &ShownGraph::foldChanged, &m_maker, &PictureMaker::start);
    connect(&m_maker, &PictureMaker::made, this, &GraphCanvas::take);
    connect(&m_view, &PictureView::changed, this, qOverload<>(&QWidget::update));
    connect(&m_view, &PictureView::changed, this, &GraphCanvas::viewChanged);
    connect(&shown, &ShownGraph::marksChanged, this, &GraphCanvas::showMarks);
    connect(&shown, &ShownGraph::leadFound, this, [this](quint32 node) {
        ensureUnfoldedVisible({false, node});
    });
    connect(&shown, &ShownGraph::currentChanged, this, [this] {
        updateFollowed();
        m_stub.reset();
        if (!m_shown.current())
            return update();
        if (m_maker.isRunning())
            m_wanted = m_shown.current();
        else
            ensureVisible(*m_shown.current());
        announce();
        update();
    });
    restart();
}

void GraphCanvas::restart()
{
    m_isFresh = true;
    m_anchor.reset();
    m_wanted.reset();
    m_view.setNext(std::nullopt);
    m_direction = Direction::Nowhere;
    m_maker.cancel();
    m_legend.forget();
    emit legendChanged();
    take(nullptr);
    m_maker.start();
}

void GraphCanvas::take(const Picture& picture)
{
    const QScopedValueRollback adapting(m_isAdapting, true);
    const Picture before = std::exchange(m_picture, picture);
    m_map.forget();
    m_stub.reset();
    m_stubs
        = picture ? stubsOf(*picture, {scaled(kStubWidth) * 1.0, scaled(kStubHeight) * 1.0}) : EdgeStubs();
    m_view.setWhole(picture ? std::optional(GraphPainter::rectOf(picture->places[0])) : std::nullopt);
    if (picture && m_isFresh) {
        m_isFresh = false;
        if (m_view.beginReadable() && !m_wanted) // else all of it is in sight
            m_wanted = m_shown.current();
        m_anchor.reset();
    }
    if (picture && before) {
        // What was clicked stays where it is; else what is chosen, else what is in the middle.
        const std::optional<Item> still[] {m_anchor, m_shown.current()};
        m_view.follow(shiftBetween(*before, *picture, m_shown.tree(), still));
    }
    m_anchor.reset();
    if (picture && m_view.goToNext())
        m_wanted.reset();
    if (picture && std::exchange(m_fitsNext, false)) {
        m_wanted.reset();
        m_view.fit();
    }
    updateFollowed();
    m_reading = picture ? readingOrder(*picture) : std::vector<std::uint32_t>();
    if (picture && m_wanted)
        ensureVisible(*std::exchange(m_wanted, std::nullopt));
    // What grew may have pushed everything away.
    if (picture && before && isVisible() && !isAnythingIn(*m_picture, m_view.seen())) {
        if (currentPlace() != core::ScopeTree::kNone)
            ensureVisible(*m_shown.current());
        else
            m_view.fit();
    }
    update();
    emit pictureChanged();
    emit viewChanged();
}

// --- Where things are

QRect GraphCanvas::screenRect(std::uint32_t place) const
{
    return m_view.toScreen(GraphPainter::rectOf(m_picture->places[place])).toAlignedRect();
}

std::uint32_t GraphCanvas::placeUnder(const QPointF& position) const
{
    if (!m_picture)
        return core::ScopeTree::kNone;
    const std::uint32_t title = movedTitleUnder(position);
    return title != core::ScopeTree::kNone ? title : placeAt(*m_picture, m_view.toPicture(position));
}

/// Titles that stay in sight lie over what is scrolled below them.
std::uint32_t GraphCanvas::movedTitleUnder(const QPointF& position) const
{
    if (!m_picture || !m_shown.loaded())
        return core::ScopeTree::kNone;
    return GraphPainter(m_shown, *m_picture, Theme::of(this), {.zoom = m_view.zoom(), .isScrolled = true})
        .movedTitleAt(m_view.toPicture(position), m_view.seen());
}

const EdgeStub* GraphCanvas::stubUnder(const QPointF& position) const
{
    return hasStubs() ? m_stubs.at(m_view.toPicture(position)) : nullptr;
}

bool GraphCanvas::hasStubs() const
{
    return detailAt(m_view.zoom()) >= Detail::Names && m_followed.empty();
}

const EdgeStub* GraphCanvas::currentStub() const
{
    return m_stub && hasStubs() ? &m_stubs.stubs[*m_stub] : nullptr;
}

QRect GraphCanvas::stubRect(const EdgeStub& stub) const
{
    return m_view.toScreen(stub.rect).toAlignedRect();
}

std::uint32_t GraphCanvas::currentPlace() const
{
    return m_picture && m_shown.current() ? m_picture->placeFor(m_shown.tree(), *m_shown.current())
                                          : core::ScopeTree::kNone;
}

void GraphCanvas::showNext(const PictureView::Place& place)
{
    m_view.setNext(place);
    if (m_picture && !m_maker.isRunning())
        m_view.goToNext();
}

void GraphCanvas::fitNext()
{
    if (m_maker.isRunning() || !m_picture)
        m_fitsNext = true;
    else
        m_view.fit();
}

void GraphCanvas::zoomBy(double factor)
{
    const std::uint32_t at = currentPlace();
    const QRectF rect = at == core::ScopeTree::kNone ? QRectF() : QRectF(screenRect(at));
    m_view.zoomBy(factor, rect.intersects(this->rect()) ? rect.center() : QRectF(this->rect()).center());
}

void GraphCanvas::ensureVisible(const Item& item)
{
    if (!m_picture)
        return;
    const std::uint32_t at = m_picture->placeFor(m_shown.tree(), item);
    if (at != core::ScopeTree::kNone)
        ensureVisible(GraphPainter::rectOf(m_picture->places[at]));
}

void GraphCanvas::ensureUnfoldedVisible(const Item& item)
{
    m_shown.reveal(item);
    if (m_maker.isRunning())
        m_wanted = item;
    else
        ensureVisible(item);
}

void GraphCanvas::ensureVisible(const QRectF& rect)
{
    const QRectF shown = m_view.toScreen(rect);
    m_view.ensureVisible(rect, shown.intersects(mapRect()));
}

void GraphCanvas::setEdgeValues(bool on)
{
    m_hasEdgeValues = on;
    update();
}

void GraphCanvas::setColours(NodeColours wanted)
{
    m_colours = wanted;
    showMarks();
}

NodeColours GraphCanvas::colours() const
{
    return m_colours == NodeColours::Durations && !m_shown.hasDurations() ? NodeColours::Verdicts : m_colours;
}

void GraphCanvas::setMapVisible(bool on)
{
    m_hasMap = on;
    update();
}

void GraphCanvas::showMarks()
{
    m_map.forget();
    m_legend.forget();
    update();
    emit legendChanged();
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
    m_followed = flowOf(m_shown, *m_picture, *m_shown.current(), m_direction);
}

bool GraphCanvas::walk(Direction direction)
{
    if (currentPlace() == core::ScopeTree::kNone)
        return false;
    const std::vector<Item> items = neighbours(m_shown, *m_picture, currentPlace(), direction);
    if (items.empty())
        return false;
    chooseAndShow(items.front());
    return true;
}

void GraphCanvas::step(int by)
{
    if (!m_picture || m_reading.empty())
        return;
    const auto beside = hasStubs() ? m_stubs.beside(currentPlace()) : std::vector<std::size_t>();
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

// --- Mouse, keys and other events

void GraphCanvas::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    if (event->modifiers().testFlag(Qt::ShiftModifier))
        m_view.moveBy(-QPointF(turned.y(), turned.x()));
    else
        m_view.zoomBy(std::pow(kWheelStep, turned.y()), event->position());
    event->accept();
}

void GraphCanvas::mousePressEvent(QMouseEvent* event)
{
    m_dragFrom = event->position();
    if (event->button() == Qt::LeftButton && mapRect().contains(event->position())) {
        m_drag = Drag::Map;
        return moveByMap(event->position());
    }
    if (event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton)
        m_drag = Drag::Press;
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag == Drag::Map)
        return moveByMap(event->position());
    const bool isFar
        = (event->position() - m_dragFrom).manhattanLength() >= QApplication::startDragDistance();
    if (m_drag == Drag::Press && isFar) {
        m_drag = Drag::Pan;
        setCursor(Qt::ClosedHandCursor);
    }
    if (m_drag == Drag::None)
        return stubUnder(event->position()) ? setCursor(Qt::PointingHandCursor) : unsetCursor();
    if (m_drag != Drag::Pan)
        return;
    m_view.moveBy(std::exchange(m_dragFrom, event->position()) - event->position());
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    unsetCursor();
    if (drag != Drag::Press || event->button() != Qt::LeftButton)
        return;
    const std::uint32_t title = movedTitleUnder(event->position());
    const bool isOnTitle = title != core::ScopeTree::kNone;
    if (const EdgeStub* const stub = stubUnder(event->position()); stub && !isOnTitle)
        return chooseAndShow(m_picture->places[stub->other].item);
    const std::uint32_t at = isOnTitle ? title : placeUnder(event->position());
    if (at == core::ScopeTree::kNone)
        return;
    const Item item = m_picture->places[at].item;
    m_shown.choose(item);
    // The mark of folding is at the left of the name, which a moved title has in sight.
    const QRect rect = screenRect(at);
    const int left = isOnTitle ? std::max(0, rect.left()) : rect.left();
    const bool isOnMark = event->position().x() < left + scaled(22) * m_view.zoom()
        && (isOnTitle || event->position().y() < rect.top() + scaled(30) * m_view.zoom());
    if (isOnTitle && !isOnMark) // its beginning comes to where the title is
        m_view.moveBy({0, rect.top() + scaled(kLarge) - event->position().y()});
    if (item.isScope && isOnMark)
        toggleFold();
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    const std::uint32_t at = placeUnder(event->position());
    if (at == core::ScopeTree::kNone || event->button() != Qt::LeftButton)
        return;
    const Item item = m_picture->places[at].item;
    if (item.isScope)
        toggleFold();
    else
        emit opened(item.index);
}

void GraphCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isKey = event->reason() == QContextMenuEvent::Keyboard;
    const std::uint32_t at = isKey ? currentPlace() : placeUnder(event->pos());
    if (at == core::ScopeTree::kNone)
        return;
    m_shown.choose(m_picture->places[at].item);
    emit menuRequested(isKey ? mapToGlobal(screenRect(at).center()) : event->globalPos());
}

void GraphCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
    const bool isPan = event->modifiers().testFlag(Qt::ControlModifier);
    const auto pan = [this](double x, double y) { m_view.moveBy({x, y}); };
    switch (isPlain || isPan ? event->key() : 0) {
    case Qt::Key_Left:
        isPan ? pan(-kKeyPan, 0) : void(walk(Direction::Inputs));
        break;
    case Qt::Key_Right:
        isPan ? pan(kKeyPan, 0) : void(walk(Direction::Outputs));
        break;
    case Qt::Key_Up:
        isPan ? pan(0, -kKeyPan) : step(-1);
        break;
    case Qt::Key_Down:
        isPan ? pan(0, kKeyPan) : step(1);
        break;
    case Qt::Key_Escape:
        if (m_direction != Direction::Nowhere)
            followFlow(m_direction);
        else if (m_shown.focusHops())
            m_shown.showEverything();
        else
            return QWidget::keyPressEvent(event);
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    event->accept();
}

void GraphCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        m_maker.start();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange)
        showMarks();
    QWidget::changeEvent(event);
}

bool GraphCanvas::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const std::uint32_t at = placeUnder(help->pos());
    if (const EdgeStub* const stub = stubUnder(help->pos()))
        QToolTip::showText(help->globalPos(), GraphPainter::stubText(m_shown, *m_picture, *stub), this);
    else if (at == core::ScopeTree::kNone || m_picture->places[at].isOpen)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), placeTip(m_shown, m_picture->places[at]), this, screenRect(at));
    return true;
}

void GraphCanvas::resizeEvent(QResizeEvent* event)
{
    const QScopedValueRollback adapting(m_isAdapting, true);
    // What is in the middle stays there, and what is chosen in sight.
    if (event->oldSize().isValid() && m_picture) {
        const QRectF before(m_view.origin(), QSizeF(event->oldSize()) / m_view.zoom());
        m_view.keepMiddle(event->oldSize(), event->size());
        const std::uint32_t at = currentPlace();
        if (at != core::ScopeTree::kNone && before.intersects(GraphPainter::rectOf(m_picture->places[at])))
            ensureVisible(m_picture->places[at].item);
    }
    QWidget::resizeEvent(event);
    emit viewChanged();
}

void GraphCanvas::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    announce();
    update();
}

void GraphCanvas::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void GraphCanvas::announce()
{
    if (!QAccessible::isActive() || currentPlace() == core::ScopeTree::kNone)
        return;
    QAccessibleValueChangeEvent value(this, spokenCurrent());
    QAccessible::updateAccessibility(&value);
}

// --- What is drawn and said

void GraphCanvas::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.color(Token::Base));
    if (!m_picture || !m_shown.loaded())
        return;
    const double zoom = m_view.zoom();
    paintDotGrid(painter, m_view.origin() * zoom, size(), theme);
    painter.save();
    painter.scale(zoom, zoom);
    painter.translate(-m_view.origin());
    GraphPainter(m_shown, *m_picture, theme,
        {zoom, m_hasEdgeValues, currentPlace(), hasFocus(), m_followed.empty() ? nullptr : &m_followed,
            colours(), &m_stubs, currentStub(), true})
        .paint(painter, m_view.seen());
    painter.restore();
    if (const QRectF map = mapRect(); !map.isEmpty())
        m_map.paint(painter, map, m_view.whole(), m_view.seen(),
            GraphPainter(m_shown, *m_picture, theme, {.colours = colours()}), theme);
    if (hasFocus()) {
        painter.setPen(QPen(theme.color(Token::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void GraphCanvas::paintAll(QPainter& painter, const Theme& theme) const
{
    const QRectF whole({0, 0}, QSizeF(wholeSize()));
    painter.fillRect(whole, theme.color(Token::Base));
    if (m_picture)
        GraphPainter(m_shown, *m_picture, theme,
            {kNormalZoom, m_hasEdgeValues, core::ScopeTree::kNone, false, nullptr, colours()})
            .paint(painter, whole);
}

QSize GraphCanvas::wholeSize() const
{
    return m_view.whole().size().toSize();
}

QRectF GraphCanvas::mapRect() const
{
    return m_picture && m_hasMap ? OverviewMap::rect(m_view.whole(), size()) : QRectF();
}

void GraphCanvas::moveByMap(const QPointF& position)
{
    const QRectF map = mapRect();
    m_view.moveMiddle((position - map.topLeft()) * (m_view.whole().width() / std::max(1.0, map.width())));
}

QString GraphCanvas::spoken(std::uint32_t place) const
{
    const bool isKnown = m_picture && m_shown.loaded() && place < m_picture->places.size();
    return isKnown ? spokenPlace(m_shown, m_picture->places[place]) : QString();
}

QString GraphCanvas::spokenCurrent() const
{
    const QString words = spoken(currentPlace());
    const EdgeStub* const stub = currentStub();
    return stub ? words + QStringLiteral(", ") + GraphPainter::stubText(m_shown, *m_picture, *stub) : words;
}

} // namespace dumpscope::gui
