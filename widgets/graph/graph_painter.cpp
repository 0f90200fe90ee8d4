// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_painter.h"
#include "common/core_text.h"

#include "common/fonts.h"
#include "common/name_elision.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "comparison/verdict_words.h"
#include "graph/category_tint.h"
#include "graph/duration_heat.h"

#include <QApplication>
#include <QPainter>
#include <QPen>

#include <algorithm>
#include <span>

namespace dumpscope::gui {

namespace {

using Place = core::GraphPicture::Place;
using Line = core::GraphPicture::Line;

constexpr double kBlocksBelow = 0.25, kNamesFrom = 0.6, kEverythingFrom = 1.5;
constexpr double kRadius = 5, kStrip = 5, kHatchStrip = 8, kGlyph = 14, kSign = 12;
constexpr double kMostTitles = 0.2;           ///< of the height, that titles of scopes around take
constexpr double kHeaderTop = 2;              ///< of a title below the border of its scope
constexpr double kSmallestScope = 7;          ///< px on screen; what is in smaller ones is not seen
constexpr std::size_t kMostSmoothLines = 400; ///< at a size at which many are seen at once

} // namespace

Detail detailAt(double zoom)
{
    return zoom < kBlocksBelow   ? Detail::Blocks
        : zoom < kNamesFrom      ? Detail::Types
        : zoom < kEverythingFrom ? Detail::Names
                                 : Detail::Everything;
}

GraphPainter::GraphPainter(
    const ShownGraph& shown, const core::GraphPicture& picture, const Theme& theme, Look look)
    : m_shown(shown)
    , m_picture(picture)
    , m_theme(theme)
    , m_look(look)
    , m_detail(detailAt(look.zoom))
    , m_font(QApplication::font())
    , m_bold(m_font)
    , m_small(secondaryFont())
    , m_mono(monospaceFont(secondaryFont()))
{
    m_bold.setBold(true);
}

QRectF GraphPainter::rectOf(const Place& place)
{
    return {place.rect.x, place.rect.y, place.rect.width, place.rect.height};
}

QString GraphPainter::typeText(const core::Graph& graph, core::NodeId producer, std::uint32_t slot)
{
    if (!producer.isValid())
        return {};
    const auto outputs = graph.outputs(graph.node(producer));
    if (slot >= outputs.size())
        return {};
    const core::GraphOutput& output = outputs[slot];
    QString text;
    if (output.dtype != core::DType::Unknown)
        text = fromCore(core::dtypeName(output.dtype));
    else if (output.dtypeText.isValid())
        text = shownName(graph.text(output.dtypeText));
    if (output.shape.isValid()) {
        QStringList dims;
        for (const std::int64_t dim : graph.shape(output.shape))
            dims += QString::number(dim);
        text += (text.isEmpty() ? QStringLiteral("[") : QStringLiteral(" [")) + dims.join(QLatin1Char(','))
            + QLatin1Char(']');
    }
    return text;
}

QColor GraphPainter::colorOf(State state) const
{
    return m_theme.color(state == State::None ? Token::AxisLine : stateToken(state));
}

State GraphPainter::stateOf(const core::ScopeTree::Item& item) const
{
    return m_look.colours == NodeColours::Verdicts ? m_shown.stateOf(item) : State::None;
}

const NodeMark& GraphPainter::markOf(core::NodeId node) const
{
    static const NodeMark kPlain;
    return m_look.colours == NodeColours::Verdicts ? m_shown.markOf(node) : kPlain;
}

std::optional<QColor> GraphPainter::heatOf(const core::ScopeTree::Item& item) const
{
    if (m_look.colours != NodeColours::Durations)
        return std::nullopt;
    const std::optional<double> duration = durationOf(m_shown, item);
    if (!duration)
        return std::nullopt;
    return heatFill(heatPosition(m_shown.durations().shareOf(*duration)), m_theme);
}

QColor GraphPainter::categoryFill(const core::GraphNode& node) const
{
    return categoryTint(core::operatorCategory(m_shown.graph().text(node.opType)), m_theme);
}

GraphPainter::Inks GraphPainter::inksOn(const std::optional<QColor>& heat, const QColor& note) const
{
    if (!heat)
        return {m_theme.color(Token::Text), m_theme.color(Token::Secondary), note};
    const QColor ink = inkOn(*heat);
    return {ink, ink, ink};
}

QString GraphPainter::durationNote(const core::ScopeTree::Item& item) const
{
    if (m_look.colours != NodeColours::Durations)
        return {};
    const std::optional<double> duration = durationOf(m_shown, item);
    if (!duration)
        return {};
    return item.isScope ? shortNumber(*duration) + QStringLiteral(" µs")
                        : durationText(*m_shown.durations().nodes[item.index]);
}

QColor GraphPainter::blockColor(const core::ScopeTree::Item& item) const
{
    if (m_look.colours != NodeColours::Durations)
        return colorOf(stateOf(item));
    return heatOf(item).value_or(m_theme.color(Token::Separator));
}

bool GraphPainter::isPale(std::uint32_t place) const
{
    return m_look.followed && !(*m_look.followed)[place];
}

bool GraphPainter::touchesCurrent(const Line& line) const
{
    return m_look.current != core::ScopeTree::kNone && m_look.current != 0
        && (line.from == m_look.current || line.to == m_look.current);
}

void GraphPainter::paint(QPainter& painter, const QRectF& seen)
{
    const bool isSmall = m_detail == Detail::Types && m_picture.lines.size() <= kMostSmoothLines;
    painter.setRenderHint(QPainter::Antialiasing, m_detail >= Detail::Names || isSmall);
    paintLevel(painter, 0, seen, seen.top());
    if (hasStubs())
        paintStubs(painter, seen);
    if (m_detail >= Detail::Names && m_look.hasEdgeValues)
        paintLabels(painter, seen);
    painter.setOpacity(1);
}

void GraphPainter::paintLevel(QPainter& painter, std::uint32_t number, const QRectF& seen, double top)
{
    const Place& place = m_picture.places[number];
    for (std::uint32_t i = 0; i < place.childCount; ++i) {
        const std::uint32_t child = place.firstChild + i;
        const Place& inner = m_picture.places[child];
        if (inner.isOpen && rectOf(inner).intersects(seen))
            paintFrame(painter, child);
    }
    for (std::uint32_t i = 0; i < place.lineCount; ++i)
        paintLine(painter, m_picture.lines[place.firstLine + i], seen);
    const QRectF header = headerOf(number, seen, top);
    if (header.top() > place.rect.y + kHeaderTop) // the titles inside stand below it
        top = header.bottom();
    for (std::uint32_t i = 0; i < place.childCount; ++i) {
        const std::uint32_t child = place.firstChild + i;
        const Place& inner = m_picture.places[child];
        if (!rectOf(inner).intersects(seen))
            continue;
        if (!inner.isOpen) {
            paintPlace(painter, child);
            if (m_detail >= Detail::Names)
                m_taken.push_back(rectOf(inner));
        } else if (std::max(inner.rect.width, inner.rect.height) * m_look.zoom >= kSmallestScope)
            paintLevel(painter, child, seen, top);
    }
    if (number != 0)
        paintHeader(painter, number, header);
}

QRectF GraphPainter::titleBand(const Place& place, const QRectF& header)
{
    return {place.rect.x + 1, header.top(), place.rect.width - 2, header.height()};
}

std::uint32_t GraphPainter::movedTitleAt(const QPointF& point, const QRectF& seen) const
{
    return movedTitleIn(0, point, seen, seen.top());
}

// In the order of painting: what is painted later covers what is painted before.
std::uint32_t GraphPainter::movedTitleIn(
    std::uint32_t number, const QPointF& point, const QRectF& seen, double top) const
{
    const Place& place = m_picture.places[number];
    const QRectF header = headerOf(number, seen, top);
    const bool isMoved = number != 0 && header.top() > place.rect.y + kHeaderTop;
    if (isMoved && titleBand(place, header).contains(point))
        return number;
    if (isMoved)
        top = header.bottom();
    for (std::uint32_t i = 0; i < place.childCount; ++i) {
        const Place& inner = m_picture.places[place.firstChild + i];
        if (!inner.isOpen || !rectOf(inner).intersects(seen)
            || std::max(inner.rect.width, inner.rect.height) * m_look.zoom < kSmallestScope)
            continue;
        if (const std::uint32_t found = movedTitleIn(place.firstChild + i, point, seen, top);
            found != core::ScopeTree::kNone)
            return found;
    }
    return core::ScopeTree::kNone;
}

/// The title of an unfolded scope stays in sight while some of the scope is; not where the title of a scope
/// inside that fills the view says more, nor the innermost of many.
QRectF GraphPainter::headerOf(std::uint32_t number, const QRectF& seen, double top) const
{
    const QRectF rect = rectOf(m_picture.places[number]);
    QRectF header = rect.adjusted(scaled(8), kHeaderTop, -scaled(8), 0);
    header.setHeight(scaled(26));
    if (number == 0 || !m_look.isScrolled)
        return header;
    const Place& place = m_picture.places[number];
    const auto children = std::span(m_picture.places).subspan(place.firstChild, place.childCount);
    const bool isFilled = std::ranges::any_of(children, [&](const Place& child) {
        const QRectF part = rectOf(child).intersected(seen);
        return child.isOpen && child.rect.y <= seen.top() && part.width() * 2 > seen.width()
            && part.height() * 2 > seen.height();
    });
    if (!isFilled && top - seen.top() <= seen.height() * kMostTitles)
        header.moveTop(
            std::clamp(top, header.top(), std::max(header.top(), rect.bottom() - 2 * header.height())));
    header.setLeft(std::clamp(seen.left() + scaled(8), header.left(), header.center().x()));
    header.setRight(std::clamp(seen.right() - scaled(8), header.center().x(), header.right()));
    return header;
}

void GraphPainter::paintBox(QPainter& painter, const QRectF& rect, double radius, const QColor& fill,
    const QColor& line, Qt::PenStyle style)
{
    painter.setPen(QPen(line, 1.2, style));
    painter.setBrush(fill);
    painter.drawRoundedRect(rect, radius, radius);
}

QColor GraphPainter::frameFill(const Place& place) const
{
    const bool isBad = holdsFailure(stateOf(place.item));
    const QColor over = m_theme.color(m_detail == Detail::Blocks && isBad ? Token::FailFill : Token::Window);
    const QColor under = m_theme.color(Token::Base);
    const double share = m_theme.isDark() ? 0.55 : 0.75; // opaque, so that what is behind does not show
    return QColor::fromRgbF(static_cast<float>(over.redF() * share + under.redF() * (1 - share)),
        static_cast<float>(over.greenF() * share + under.greenF() * (1 - share)),
        static_cast<float>(over.blueF() * share + under.blueF() * (1 - share)));
}

/// The box of an unfolded scope.
void GraphPainter::paintFrame(QPainter& painter, std::uint32_t number)
{
    const Place& place = m_picture.places[number];
    const QRectF rect = rectOf(place);
    const State state = stateOf(place.item);
    painter.setOpacity(isPale(number) ? kPaleness : 1);
    paintBox(painter, rect, kRadius + 1, frameFill(place),
        holdsFailure(state) || state == State::Inherited ? colorOf(state) : m_theme.color(Token::Border));
    if (number == m_look.current) {
        painter.setPen(QPen(m_theme.color(Token::Accent), std::max(2.4, 2.4 / m_look.zoom)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), kRadius + 2, kRadius + 2);
    }
}

/// Name, count and state of an unfolded scope, above the lines that come in.
void GraphPainter::paintHeader(QPainter& painter, std::uint32_t number, QRectF header)
{
    if (m_detail == Detail::Blocks)
        return;
    const Place& place = m_picture.places[number];
    const core::ScopeTree::Scope& scope = m_shown.tree().scope(place.item.index);
    const State state = stateOf(place.item);
    const QColor fill = frameFill(place);
    painter.setOpacity(isPale(number) ? kPaleness : 1);
    if (header.top() > place.rect.y + kHeaderTop) { // over what is scrolled below it
        const QRectF band = titleBand(place, header);
        painter.fillRect(band, fill);
        painter.setPen(QPen(m_theme.color(Token::Border), 1));
        painter.drawLine(band.bottomLeft(), band.bottomRight());
    }
    m_taken.push_back(header);
    const QPointF chevron(header.left() + scaled(5), header.center().y());
    painter.setPen(QPen(m_theme.color(Token::Secondary), 1.5));
    painter.drawPolyline(
        QPolygonF {{chevron + QPointF(-4, -2)}, {chevron + QPointF(0, 3)}, {chevron + QPointF(4, -2)}});
    header.setLeft(header.left() + scaled(16));
    if (state != State::None) {
        const QRectF glyph(header.right() - kGlyph, header.center().y() - kGlyph / 2, kGlyph, kGlyph);
        paintStateGlyph(painter, state, glyph, m_theme);
        header.setRight(glyph.left() - scaled(6));
    }
    const auto write = [&](const QFont& font, const QString& text, Token color, Qt::Alignment side) {
        painter.setFont(font);
        QRectF room = painter.fontMetrics().boundingRect(
            header.toRect(), static_cast<int>(side | Qt::AlignVCenter), text);
        painter.fillRect(room.adjusted(-3, 0, 3, 0), fill);
        painter.setPen(m_theme.color(color));
        painter.drawText(header, static_cast<int>(side | Qt::AlignVCenter), text);
        return room.width();
    };
    QString count = ShownGraph::tr("%n operators", nullptr, static_cast<int>(scope.operators));
    if (const QString duration = durationNote(place.item); !duration.isEmpty())
        count += QStringLiteral(" · ") + duration;
    if (m_detail >= Detail::Names && QFontMetricsF(m_small).horizontalAdvance(count) < header.width() / 2)
        header.setRight(header.right() - write(m_small, count, Token::Secondary, Qt::AlignRight) - scaled(8));
    write(m_bold, elidedNameCached(m_shown.nameOf(place.item), m_bold, static_cast<int>(header.width())),
        Token::Text, Qt::AlignLeft);
}

void GraphPainter::paintPlace(QPainter& painter, std::uint32_t number)
{
    painter.setOpacity(isPale(number) ? kPaleness : 1);
    if (m_detail == Detail::Blocks)
        paintBlock(painter, number);
    else if (m_picture.places[number].item.isScope)
        paintScope(painter, number);
    else
        paintNode(painter, number);
    if (number != m_look.current)
        return;
    const Place& place = m_picture.places[number];
    painter.setPen(QPen(m_theme.color(Token::Accent), std::max(2.4, 2.4 / m_look.zoom)));
    painter.setBrush(Qt::NoBrush);
    const double out = std::max(1.5, 1.5 / m_look.zoom);
    painter.drawRoundedRect(rectOf(place).adjusted(-out, -out, out, out), kRadius + 2, kRadius + 2);
}

void GraphPainter::paintBlock(QPainter& painter, std::uint32_t number)
{
    const Place& place = m_picture.places[number];
    const State state = stateOf(place.item);
    QRectF rect = rectOf(place);
    const double least = 3 / m_look.zoom;
    if (rect.height() < least)
        rect.setHeight(least);
    painter.fillRect(rect, blockColor(place.item));
    if (state != stateAround(state) || state == State::DivergenceInside || state == State::BornInside) {
        const double side = 12 / m_look.zoom;
        paintStateGlyph(
            painter, state, {rect.center() - QPointF(side, side) / 2, QSizeF(side, side)}, m_theme);
    }
}

void GraphPainter::paintStrip(QPainter& painter, const QRectF& rect, double radius, const NodeMark& mark)
{
    if (mark.state == State::None && !mark.hasNonFinite())
        return;
    QPainterPath outline;
    outline.addRoundedRect(rect, radius, radius);
    painter.save();
    painter.setClipPath(outline, Qt::IntersectClip);
    const QRectF strip(rect.topLeft(), QSizeF(kStrip, rect.height()));
    painter.fillRect(strip, colorOf(mark.state));
    if (mark.hasNonFinite()) {
        const NonFinite kind = mark.hasNan ? NonFinite::Nan
            : mark.hasPosInf               ? NonFinite::PosInf
                                           : NonFinite::NegInf;
        paintNonFinite(painter, {rect.topLeft(), QSizeF(kHatchStrip, rect.height())}, kind, m_theme);
    }
    painter.restore();
}

void GraphPainter::paintTexts(QPainter& painter, const QRectF& room, const QString& first,
    const QString& second, const QString& note, const Inks& inks, double lessBelow)
{
    if (m_detail == Detail::Types || second.isEmpty()) {
        // Larger than to scale, so that it can be read.
        QFont font = m_bold;
        if (m_detail == Detail::Types)
            font.setPointSizeF(font.pointSizeF() * std::min(1.7, 0.62 / m_look.zoom));
        painter.setFont(font);
        painter.setPen(inks.first);
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
            QFontMetrics(font).elidedText(first, Qt::ElideRight, static_cast<int>(room.width())));
        return;
    }
    const QRectF upper(room.left(), room.top(), room.width(), room.height() / 2);
    const QRectF lower(room.left(), room.center().y(), room.width() - lessBelow, room.height() / 2);
    double width = upper.width();
    if (!note.isEmpty()) {
        painter.setFont(m_mono);
        painter.setPen(inks.note);
        painter.drawText(upper, Qt::AlignVCenter | Qt::AlignRight, note);
        width -= QFontMetricsF(m_mono).horizontalAdvance(note) + kMedium;
    }
    painter.setFont(m_bold);
    painter.setPen(inks.first);
    painter.drawText(upper, Qt::AlignVCenter | Qt::AlignLeft,
        QFontMetrics(m_bold).elidedText(first, Qt::ElideRight, static_cast<int>(width)));
    painter.setFont(m_small);
    painter.setPen(inks.second);
    painter.drawText(lower, Qt::AlignVCenter | Qt::AlignLeft,
        elidedNameCached(second, m_small, static_cast<int>(lower.width())));
}

void GraphPainter::paintNode(QPainter& painter, std::uint32_t number)
{
    const Place& place = m_picture.places[number];
    const core::Graph& graph = m_shown.graph();
    const core::GraphNode& node = graph.node(place.item.node());
    const NodeMark& mark = markOf(place.item.node());
    const QRectF rect = rectOf(place);
    const bool isCapsule = node.kind == core::NodeKind::Parameter || node.kind == core::NodeKind::Constant
        || node.kind == core::NodeKind::Result;
    const double radius = isCapsule ? rect.height() / 2 : kRadius;
    const bool isOwn = isOwnFailure(mark.state);
    const std::optional<QColor> heat = heatOf(place.item);
    const QColor fill = heat        ? *heat
        : isOwn                     ? m_theme.color(Token::FailFill)
        : mark.state == State::Warn ? m_theme.color(Token::WarnFill)
                                    : categoryFill(node);
    const QColor line = mark.state == State::None ? m_theme.color(Token::Border) : colorOf(mark.state);
    // What the other side does not have has a broken outline.
    paintBox(painter, rect, radius, fill, line,
        mark.isMissing || mark.state == State::Unpaired ? Qt::DashLine : Qt::SolidLine);
    paintStrip(painter, rect, radius, mark);
    const double inset = isCapsule ? scaled(14) : scaled(12);
    QRectF room = rect.adjusted(inset, scaled(3), -scaled(8), -scaled(3));
    if (mark.state != State::None) {
        const double size = m_detail == Detail::Types ? kGlyph * 1.4 : kGlyph;
        paintStateGlyph(
            painter, mark.state, {room.left(), room.center().y() - size / 2, size, size}, m_theme);
        room.setLeft(room.left() + size + scaled(6));
    }
    QString first = shownName(graph.text(node.opType)), second = m_shown.nameOf(place.item);
    if (first.isEmpty()) {
        first = second;
        const bool isResult = node.kind == core::NodeKind::Result;
        second = isResult ? typeText(graph, graph.inputs(node).front().from, graph.inputs(node).front().slot)
                          : typeText(graph, place.item.node(), 0);
        if (second.isEmpty() && rect.height() > scaled(32))
            second = isResult                            ? ShownGraph::tr("Graph output")
                : node.kind == core::NodeKind::Parameter ? ShownGraph::tr("Parameter")
                                                         : QString();
    }
    if (m_detail == Detail::Everything && node.outputCount > 0 && !isCapsule) {
        const QString type = typeText(graph, place.item.node(), 0);
        if (!type.isEmpty())
            second += QStringLiteral(" · ") + type;
    }
    // An overflow is shown also where something worse is.
    const bool hasSign = mark.hasOverflow && mark.state != State::Warn && m_detail >= Detail::Names;
    if (hasSign)
        paintStateGlyph(painter, State::Warn,
            {room.right() - kSign, room.bottom() - room.height() / 4 - kSign / 2, kSign, kSign}, m_theme);
    const QString note = durationNote(place.item);
    paintTexts(painter, room, first, rect.height() > scaled(32) ? second : QString(),
        note.isEmpty() ? mark.note : note, inksOn(heat, colorOf(mark.state)), hasSign ? kSign + kSmall : 0);
}

void GraphPainter::paintScope(QPainter& painter, std::uint32_t number)
{
    const Place& place = m_picture.places[number];
    const core::ScopeTree::Scope& scope = m_shown.tree().scope(place.item.index);
    const State state = stateOf(place.item);
    const QRectF rect = rectOf(place);
    const QColor line
        = state == State::None || state == State::Pass ? m_theme.color(Token::AxisLine) : colorOf(state);
    // Folded: a second outline behind.
    paintBox(painter, rect.translated(3, 3), kRadius, m_theme.color(Token::Alternate),
        m_theme.color(Token::Border));
    const std::optional<QColor> heat = heatOf(place.item);
    const Inks inks = inksOn(heat, {});
    paintBox(painter, rect, kRadius, heat.value_or(m_theme.color(Token::Alternate)), line);
    QRectF room = rect.adjusted(scaled(8), scaled(3), -scaled(8), -scaled(3));
    painter.setPen(QPen(inks.second, 1.5));
    const QPointF chevron(room.left() + scaled(4),
        m_detail == Detail::Types ? room.center().y() : room.top() + room.height() / 4);
    painter.drawPolyline(
        QPolygonF {{chevron + QPointF(-2, -4)}, {chevron + QPointF(3, 0)}, {chevron + QPointF(-2, 4)}});
    room.setLeft(room.left() + scaled(14));
    if (state != State::None) {
        paintStateGlyph(painter, state,
            {room.right() - kGlyph, room.top() + room.height() / 4 - kGlyph / 2, kGlyph, kGlyph}, m_theme);
        room.setRight(room.right() - kGlyph - scaled(4));
    }
    const int scopes = static_cast<int>(scope.endScope - place.item.index) - 1;
    QString counts = ShownGraph::tr("%n operators", nullptr, static_cast<int>(scope.operators));
    if (scopes > 0)
        counts.prepend(ShownGraph::tr("%n scopes", nullptr, scopes) + QStringLiteral(", "));
    paintTexts(painter, room, m_shown.nameOf(place.item), counts, durationNote(place.item), inks);
}

void GraphPainter::paintBlocks(QPainter& painter, double scale)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::uint32_t i = 1; i < m_picture.places.size(); ++i) {
        const Place& place = m_picture.places[i];
        QRectF rect(place.rect.x * scale, place.rect.y * scale, std::max(2.0, place.rect.width * scale),
            std::max(2.0, place.rect.height * scale));
        const State state = stateOf(place.item);
        if (!place.isOpen) {
            painter.fillRect(rect, blockColor(place.item));
            continue;
        }
        QColor fill = m_theme.color(holdsFailure(state) ? Token::FailFill : Token::Separator);
        fill.setAlphaF(0.6F);
        painter.fillRect(rect, fill);
    }
}

} // namespace dumpscope::gui
