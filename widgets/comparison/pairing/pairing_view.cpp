// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/pairing_view.h"

#include "common/core_text.h"
#include "common/fonts.h"
#include "common/name_elision.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "comparison/pairing/pairing_reason.h"
#include "comparison/verdict_words.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>

#include <algorithm>
#include <tuple>

namespace dumpscope::gui {

namespace {

/// Line and colour by how the pair was found (docs/window.md 4).
struct LinkStyle {
    Token token;
    Qt::PenStyle style;
    double width;
};

LinkStyle styleOf(core::PairOrigin origin)
{
    switch (origin) {
    case core::PairOrigin::Exact:
    case core::PairOrigin::Normalised:
        return {Token::Pass, Qt::SolidLine, 1.5};
    case core::PairOrigin::Mapping:
    case core::PairOrigin::Fusion:
    case core::PairOrigin::Assembly:
        return {Token::Accent, Qt::SolidLine, 1.5};
    case core::PairOrigin::Alignment:
    case core::PairOrigin::GraphOrder:
    case core::PairOrigin::Name:
        return {Token::Warn, Qt::DashLine, 1.5};
    case core::PairOrigin::Fingerprint:
        return {Token::Secondary, Qt::DotLine, 1.5};
    case core::PairOrigin::Manual:
        return {Token::Target, Qt::SolidLine, 3};
    }
    return {Token::Text, Qt::SolidLine, 1};
}

bool isSuggestion(core::PairOrigin origin)
{
    return origin == core::PairOrigin::Alignment || origin == core::PairOrigin::GraphOrder
        || origin == core::PairOrigin::Fingerprint;
}

} // namespace

PairingView::PairingView(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setBackgroundRole(QPalette::Base);
}

void PairingView::setPicture(std::shared_ptr<const PairingPicture> picture)
{
    const auto name
        = [](const std::vector<PairingPicture::Operator>& all, const std::optional<std::uint32_t>& chosen) {
              return chosen && *chosen < all.size() ? std::string(all[*chosen].name) : std::string();
          };
    // Mostly it is the same one in another pairing of the same operators.
    const auto find = [](const std::vector<PairingPicture::Operator>& all, const std::string& wanted,
                          const std::optional<std::uint32_t>& before) -> std::optional<std::uint32_t> {
        if (before && *before < all.size() && all[*before].name == wanted)
            return before;
        const auto found = std::ranges::find(all, wanted, &PairingPicture::Operator::name);
        if (wanted.empty() || found == all.end())
            return std::nullopt;
        return static_cast<std::uint32_t>(found - all.begin());
    };
    const std::string target = name(m_picture->target, m_target), golden = name(m_picture->golden, m_golden);
    m_picture = std::move(picture);
    m_table = PairingTable(m_picture);
    m_target = find(m_picture->target, target, m_target);
    m_golden = find(m_picture->golden, golden, m_golden);
    m_pressed.reset();
    m_over.reset();
    m_isDragging = false;
    rebuildLines();
    emit chosenChanged();
}

void PairingView::setShow(Show show)
{
    m_show = show;
    rebuildLines();
}

void PairingView::setFilter(const core::FilterExpression& filter)
{
    m_filter = filter;
    rebuildLines();
    if (const auto& chosen = m_isOnTarget ? m_target : m_golden)
        bringIntoView({m_isOnTarget, *chosen});
}

bool PairingView::passes(const Place& place) const
{
    const PairingPicture::Operator& op = (place.isTarget ? m_picture->target : m_picture->golden)[place.op];
    const auto hasLink = [&](auto&& test) {
        return std::ranges::any_of(
            op.links, [&](std::uint32_t link) { return test(m_picture->links[link].origin); });
    };
    if (!m_filter.matches(m_table, m_table.rowOf(place.isTarget, place.op)))
        return false;
    switch (m_show) {
    case Show::All:
        return true;
    case Show::Unpaired:
        return !op.isPaired();
    case Show::Suggestions:
        return hasLink(isSuggestion);
    case Show::ByHand:
        return hasLink([](core::PairOrigin origin) { return origin == core::PairOrigin::Manual; });
    }
    return true;
}

bool PairingView::isShown(const PairingPicture::Line& line) const
{
    return (line.target >= 0 && passes({true, static_cast<std::uint32_t>(line.target)}))
        || (line.golden >= 0 && passes({false, static_cast<std::uint32_t>(line.golden)}));
}

void PairingView::rebuildLines()
{
    m_lines.clear();
    m_targetLines.assign(m_picture->target.size(), -1);
    m_goldenLines.assign(m_picture->golden.size(), -1);
    for (const PairingPicture::Line& line : m_picture->lines) {
        if (!isShown(line))
            continue;
        const auto number = static_cast<std::int32_t>(m_lines.size());
        if (line.target >= 0)
            m_targetLines[static_cast<std::size_t>(line.target)] = number;
        if (line.golden >= 0)
            m_goldenLines[static_cast<std::size_t>(line.golden)] = number;
        m_lines.push_back(line);
    }
    updateScroll();
    viewport()->update();
}

int PairingView::lineHeight() const
{
    return rowHeight() + scaled(10);
}

int PairingView::columnWidth() const
{
    return std::max(scaled(80), viewport()->width() * 39 / 100);
}

void PairingView::updateScroll()
{
    verticalScrollBar()->setSingleStep(lineHeight());
    verticalScrollBar()->setPageStep(viewport()->height());
    // Whole lines stay whole, at the end as well.
    const int height = lineHeight(), seen = viewport()->height() / height;
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(m_lines.size()) - seen) * height);
}

int PairingView::lineOf(const Place& place) const
{
    const auto& lines = place.isTarget ? m_targetLines : m_goldenLines;
    return place.op < lines.size() ? lines[place.op] : -1;
}

QRect PairingView::rectOf(const Place& place) const
{
    const int line = lineOf(place);
    if (line < 0)
        return {};
    const int x = place.isTarget ? scaled(kLarge) : viewport()->width() - columnWidth() - scaled(kLarge);
    return {x, line * lineHeight() - verticalScrollBar()->value() + scaled(3), columnWidth(),
        lineHeight() - scaled(6)};
}

std::optional<PairingView::Place> PairingView::placeAt(const QPoint& point) const
{
    const int line = (point.y() + verticalScrollBar()->value()) / std::max(1, lineHeight());
    if (point.y() < 0 || line < 0 || line >= static_cast<int>(m_lines.size()))
        return std::nullopt;
    const PairingPicture::Line& found = m_lines[static_cast<std::size_t>(line)];
    for (const auto& [isTarget, op] : {std::pair(true, found.target), std::pair(false, found.golden)}) {
        const Place place {isTarget, static_cast<std::uint32_t>(std::max(0, op))};
        if (op >= 0 && rectOf(place).contains(point))
            return place;
    }
    return std::nullopt;
}

void PairingView::bringIntoView(const Place& place)
{
    const int line = lineOf(place);
    const int y = line * lineHeight(), top = verticalScrollBar()->value();
    if (line >= 0 && (y < top || y + lineHeight() > top + viewport()->height()))
        verticalScrollBar()->setValue(y - viewport()->height() / 3 / lineHeight() * lineHeight());
}

void PairingView::chooseAll(const std::vector<Place>& places)
{
    if (places.empty())
        return;
    const auto before = std::tuple(m_isOnTarget, m_target, m_golden);
    for (const Place& place : places) {
        m_isOnTarget = place.isTarget;
        (place.isTarget ? m_target : m_golden) = place.op;
        bringIntoView(place);
    }
    if (before == std::tuple(m_isOnTarget, m_target, m_golden))
        return;
    viewport()->update();
    notifyAccessible();
    emit chosenChanged();
}

void PairingView::notifyAccessible()
{
    const auto& chosen = m_isOnTarget ? m_target : m_golden;
    const auto& all = m_isOnTarget ? m_picture->target : m_picture->golden;
    if (!chosen || *chosen >= all.size())
        return;
    const PairingPicture::Operator& op = all[*chosen];
    const QString side = stateWord(m_isOnTarget ? State::TargetSide : State::GoldenSide);
    const QString links = op.links.size() == 1 ? tr("1 link")
        : op.isPaired()                        ? tr("%1 links").arg(op.links.size())
                                               : stateWord(State::Unpaired);
    setAccessibleDescription(QStringLiteral("%1: %2, %3").arg(side, shownName(op.name), links));
}

void PairingView::goToOtherSide()
{
    m_isOnTarget = !m_isOnTarget;
    if ((m_isOnTarget ? m_target : m_golden).has_value()) {
        viewport()->update();
        emit chosenChanged();
    } else {
        move(0);
    }
}

void PairingView::step(int by)
{
    const auto count = static_cast<int>(m_lines.size());
    if (count == 0)
        return;
    const auto& here = m_isOnTarget ? m_target : m_golden;
    int line = here ? lineOf({m_isOnTarget, *here}) : -1;
    line = line >= 0 ? (line + by + count) % count : by > 0 ? 0 : count - 1;
    const PairingPicture::Line& next = m_lines[static_cast<std::size_t>(line)];
    const auto placeOn = [&next](bool isTarget) -> std::optional<Place> {
        const std::int32_t op = isTarget ? next.target : next.golden;
        return op >= 0 ? std::optional(Place {isTarget, static_cast<std::uint32_t>(op)}) : std::nullopt;
    };
    const auto same = placeOn(m_isOnTarget), other = placeOn(!m_isOnTarget);
    choose(same && (passes(*same) || !other) ? *same : *other);
}

// To the next operator of the side, beginning beside the one chosen on the other.
void PairingView::move(int by)
{
    const auto& here = m_isOnTarget ? m_target : m_golden;
    const auto& there = m_isOnTarget ? m_golden : m_target;
    int line = here ? lineOf({m_isOnTarget, *here}) : there ? lineOf({!m_isOnTarget, *there}) - by : -by;
    const int step = by < 0 ? -1 : 1;
    int left = std::abs(by);
    std::optional<std::uint32_t> reached;
    for (line += by == 0 ? 0 : step; line >= 0 && line < static_cast<int>(m_lines.size()); line += step) {
        const PairingPicture::Line& found = m_lines[static_cast<std::size_t>(line)];
        const std::int32_t op = m_isOnTarget ? found.target : found.golden;
        if (op < 0)
            continue;
        reached = static_cast<std::uint32_t>(op);
        if (--left <= 0)
            break;
    }
    if (reached)
        choose({m_isOnTarget, *reached});
}

std::optional<std::uint32_t> PairingView::chosenLink() const
{
    const auto& chosen = m_isOnTarget ? m_target : m_golden;
    const auto& all = m_isOnTarget ? m_picture->target : m_picture->golden;
    if (!chosen || *chosen >= all.size() || all[*chosen].links.empty())
        return std::nullopt;
    for (const std::uint32_t link : all[*chosen].links) {
        const PairingPicture::Link& one = m_picture->links[link];
        if ((!m_target || one.target == *m_target) && (!m_golden || one.golden == *m_golden))
            return link;
    }
    return all[*chosen].links.front();
}

void PairingView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), Theme::of(this).color(Token::Base));
    painter.setRenderHint(QPainter::Antialiasing);
    const int first = verticalScrollBar()->value() / lineHeight();
    const int last = std::min(static_cast<int>(m_lines.size()) - 1,
        (verticalScrollBar()->value() + viewport()->height()) / lineHeight());
    std::vector<std::uint32_t> links;
    for (int line = first; line <= last; ++line) {
        const PairingPicture::Line& one = m_lines[static_cast<std::size_t>(line)];
        if (one.target >= 0)
            links.insert(links.end(), m_picture->target[static_cast<std::size_t>(one.target)].links.begin(),
                m_picture->target[static_cast<std::size_t>(one.target)].links.end());
        if (one.golden >= 0)
            links.insert(links.end(), m_picture->golden[static_cast<std::size_t>(one.golden)].links.begin(),
                m_picture->golden[static_cast<std::size_t>(one.golden)].links.end());
    }
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
    for (const std::uint32_t link : links)
        paintLink(painter, m_picture->links[link]);
    for (int line = first; line <= last; ++line) {
        const PairingPicture::Line& one = m_lines[static_cast<std::size_t>(line)];
        if (one.target >= 0)
            paintOperator(painter, {true, static_cast<std::uint32_t>(one.target)});
        if (one.golden >= 0)
            paintOperator(painter, {false, static_cast<std::uint32_t>(one.golden)});
    }
    if (!m_isDragging || !m_pressed)
        return;
    const QRect from = rectOf(*m_pressed);
    painter.setPen(QPen(Theme::of(this).color(Token::Accent), 2, Qt::DashLine));
    painter.drawLine(QPoint(m_pressed->isTarget ? from.right() : from.left(), from.center().y()), m_dragAt);
}

void PairingView::paintLink(QPainter& painter, const PairingPicture::Link& link) const
{
    const int targetLine = lineOf({true, link.target}), goldenLine = lineOf({false, link.golden});
    if (targetLine < 0 || goldenLine < 0)
        return;
    const Theme& theme = Theme::of(this);
    const LinkStyle style = styleOf(link.origin);
    const QRect left = rectOf({true, link.target}), right = rectOf({false, link.golden});
    const QPointF from(left.right() + 4, left.center().y()), to(right.left() - 4, right.center().y());
    QPainterPath path(from);
    const double half = (to.x() - from.x()) / 2;
    path.cubicTo(from + QPointF(half, 0), to - QPointF(half, 0), to);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.color(style.token), style.width, style.style));
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(style.token));
    painter.drawEllipse(from, 3, 3);
    painter.drawEllipse(to, 3, 3);
    QString words = originText(link.origin);
    if (link.confidence < 1)
        words += QLatin1Char(' ') + QString::number(link.confidence, 'f', 2);
    QFont bold = secondaryFont();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    const int width = metrics.horizontalAdvance(words) + scaled(14);
    if (width > to.x() - from.x() - scaled(kVast))
        return;
    const QPointF middle = path.pointAtPercent(0.5);
    const QRectF chip(middle.x() - width / 2.0, middle.y() - scaled(8), width, scaled(16));
    painter.setPen(QPen(theme.color(style.token), 1));
    painter.setBrush(theme.color(Token::Base));
    painter.drawRoundedRect(chip, scaled(8), scaled(8));
    painter.setFont(bold);
    painter.setPen(theme.color(style.token));
    painter.drawText(chip, Qt::AlignCenter, words);
}

void PairingView::paintOperator(QPainter& painter, const Place& place) const
{
    const Theme& theme = Theme::of(this);
    const PairingPicture::Operator& op
        = place.isTarget ? m_picture->target[place.op] : m_picture->golden[place.op];
    const QRect box = rectOf(place);
    const bool isChosen = (place.isTarget ? m_target : m_golden) == place.op;
    const bool isDropped = m_isDragging && m_over == place && m_pressed->isTarget != place.isTarget;
    painter.setBrush(isChosen ? theme.color(Token::Selection) : theme.color(Token::Base));
    QPen pen(theme.color(isChosen || isDropped ? Token::Accent : Token::Border),
        isChosen || isDropped ? 2 : 1, isDropped || !op.isPaired() ? Qt::DashLine : Qt::SolidLine);
    if (isChosen && place.isTarget == m_isOnTarget && !hasFocus())
        pen.setWidth(1);
    painter.setPen(pen);
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const QColor side = theme.color(place.isTarget ? Token::Target : Token::Golden);
    painter.fillRect(place.isTarget ? QRect(box.left(), box.top() + 3, 4, box.height() - 6)
                                    : QRect(box.right() - 3, box.top() + 3, 4, box.height() - 6),
        side);
    QRect room = box.adjusted(scaled(kWide), 0, -scaled(kWide), 0);
    if (op.isPaired()) {
        core::Verdict worst = core::Verdict::Pass;
        for (const std::uint32_t link : op.links) {
            const core::Verdict verdict = m_picture->links[link].verdict;
            worst = verdict == core::Verdict::Fail ? verdict : worst;
        }
        if (worst == core::Verdict::Fail) {
            const int glyph = scaled(11);
            paintStateGlyph(painter, State::Fail,
                QRectF(room.left(), room.center().y() - glyph / 2, glyph, glyph), theme);
            room.setLeft(room.left() + glyph + scaled(kSmall));
        }
    }
    // The last two segments of the name come first; then what is wrong, the shape, and the type, which the
    // name often says.
    constexpr int kNameLevel = 2, kMostFacts = 3;
    const QFont small = secondaryFont();
    const int factsRoom = room.width() - scaled(kWide)
        - QFontMetrics(font()).horizontalAdvance(elidedName(shownName(op.name), kNameLevel));
    QString facts;
    int wanted = 0;
    for (int kept = kMostFacts; kept > 0; --kept) {
        QStringList parts {op.isPaired() ? QString() : stateWord(State::Unpaired),
            kept > 2 ? fromCore(op.type) : QString(), kept > 1 ? fromCore(op.shape) : QString()};
        parts.removeAll(QString());
        facts = parts.join(QStringLiteral("  "));
        wanted = QFontMetrics(small).horizontalAdvance(facts);
        if (wanted <= factsRoom)
            break;
        facts.clear();
    }
    if (!facts.isEmpty()) {
        painter.setFont(small);
        painter.setPen(theme.color(isChosen ? Token::Text : Token::Secondary));
        painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, facts);
        room.setRight(room.right() - wanted - scaled(kWide));
    }
    painter.setFont(font());
    painter.setPen(theme.color(Token::Text));
    painter.drawText(
        room, Qt::AlignLeft | Qt::AlignVCenter, elidedNameCached(fromCore(op.name), font(), room.width()));
}

void PairingView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScroll();
}

void PairingView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->button() == Qt::LeftButton ? placeAt(event->pos()) : std::nullopt;
    m_pressedAt = event->pos();
    if (const auto place = placeAt(event->pos()))
        choose(*place);
}

void PairingView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressed || !event->buttons().testFlag(Qt::LeftButton))
        return;
    m_isDragging
        = m_isDragging || (event->pos() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance();
    m_dragAt = event->pos();
    const auto over = placeAt(event->pos());
    if (m_isDragging && std::exchange(m_over, over) != over) {
        const bool isOffer = over && over->isTarget != m_pressed->isTarget;
        const std::uint32_t from = m_pressed->op, to = isOffer ? over->op : 0;
        emit dropOffered(!isOffer     ? QString()
                : m_pressed->isTarget ? dropWords(*m_picture, from, to)
                                      : dropWords(*m_picture, to, from));
    }
    viewport()->update();
}

void PairingView::mouseReleaseEvent(QMouseEvent* event)
{
    const bool wasDragging = std::exchange(m_isDragging, false) && m_pressed.has_value();
    const Place from = m_pressed.value_or(Place());
    const Place to = placeAt(event->pos()).value_or(from);
    endDrag();
    if (!wasDragging || from.isTarget == to.isTarget)
        return;
    choose(to);
    emit pairRequested(from.isTarget ? from.op : to.op, from.isTarget ? to.op : from.op);
}

void PairingView::endDrag()
{
    m_isDragging = false;
    m_pressed.reset();
    m_over.reset();
    emit dropOffered({});
    viewport()->update();
}

void PairingView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!placeAt(event->pos()))
        return;
    if (const auto link = chosenLink())
        emit opened(*link);
}

void PairingView::keyPressEvent(QKeyEvent* event)
{
    const int page = std::max(1, viewport()->height() / lineHeight() - 1);
    switch (event->key()) {
    case Qt::Key_Up:
        return move(-1);
    case Qt::Key_Down:
        return move(1);
    case Qt::Key_PageUp:
        return move(-page);
    case Qt::Key_PageDown:
        return move(page);
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (m_isOnTarget != (event->key() == Qt::Key_Left))
            goToOtherSide();
        return;
    case Qt::Key_Escape:
        if (m_isDragging) {
            endDrag();
            return;
        }
        break;
    default:
        break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void PairingView::contextMenuEvent(QContextMenuEvent* event)
{
    emit menuRequested(event->globalPos());
}

void PairingView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        updateScroll();
}

} // namespace dumpscope::gui
