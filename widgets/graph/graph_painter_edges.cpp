// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_painter.h"

#include "common/core_text.h"
#include "common/numbers.h"
#include "graph/edge_note.h"
#include "model/own_type_text.h"

#include <QPainter>
#include <QPen>

#include <algorithm>
#include <cmath>

// Edges of the picture and what stands on them.
namespace dumpscope::gui {

namespace {

using Line = core::GraphPicture::Line;
constexpr double kSmallestLine = 7;      ///< px on screen
constexpr double kShortestLabelled = 30; ///< px of the picture
constexpr std::size_t kMostLabels = 400;

QPointF at(const core::Point& point)
{
    return {point.x, point.y};
}

QRectF boundsOf(const Line& line)
{
    double left = line.curve[0].x, right = left, top = line.curve[0].y, bottom = top;
    for (const core::Point& point : line.curve) {
        left = std::min(left, point.x);
        right = std::max(right, point.x);
        top = std::min(top, point.y);
        bottom = std::max(bottom, point.y);
    }
    return {left - 2, top - 2, right - left + 4, bottom - top + 4};
}

/// A place on a curve, `share` of its pieces from the beginning.
QPointF pointOf(const Line& line, double share)
{
    const std::size_t pieces = (line.curve.size() - 1) / 3;
    const double at0 = share * static_cast<double>(pieces);
    const std::size_t piece = std::min(static_cast<std::size_t>(at0), pieces - 1);
    const double t = at0 - static_cast<double>(piece), s = 1 - t;
    const auto* const p = &line.curve[piece * 3];
    return s * s * s * at(p[0]) + 3 * s * s * t * at(p[1]) + 3 * s * t * t * at(p[2]) + t * t * t * at(p[3]);
}

constexpr double kLabelPlaces[] = {0.5, 0.35, 0.65, 0.2, 0.8}; ///< on a curve; the first that is free

} // namespace

void GraphPainter::paintLine(QPainter& painter, const Line& line, const QRectF& seen)
{
    if (line.curve.size() < 4)
        return;
    const QRectF bounds = boundsOf(line);
    if (!bounds.intersects(seen))
        return;
    const NodeMark& mark = markOf(line.strand.producer);
    const bool isBad = mark.isBad();
    const bool isCurrent = touchesCurrent(line);
    if (m_detail == Detail::Blocks && !isBad && !isCurrent
        && std::max(bounds.width(), bounds.height()) * m_look.zoom < kSmallestLine)
        return;
    if (hasStubs() && !isCurrent
        && m_look.stubs->isFar[static_cast<std::size_t>(&line - m_picture.lines.data())])
        return;
    const bool isPaleLine = m_look.followed
        && ((line.from != core::ScopeTree::kNone && isPale(line.from))
            || (line.to != core::ScopeTree::kNone && isPale(line.to)) || isPale(line.level));
    painter.setOpacity(isPaleLine ? kPaleness : 1);
    const bool isQuiet = m_detail == Detail::Blocks;
    const QColor color = m_theme.color(isCurrent ? Token::Accent
            : isBad                              ? stateToken(mark.state)
            : isQuiet                            ? Token::Border
                                                 : Token::AxisLine);
    QPen pen(color, isBad || isCurrent ? 2.0 : 1.2);
    if (m_detail < Detail::Names) {
        pen.setCosmetic(true);
        pen.setWidthF(isBad || isCurrent ? 2 : 1);
    }
    if (isOrder(line))
        pen.setStyle(Qt::DotLine);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    if (m_detail < Detail::Names) {
        QPolygonF points {at(line.curve[0])};
        for (std::size_t i = 0; i + 3 < line.curve.size(); i += 3) {
            const auto* const p = &line.curve[i];
            if (m_detail == Detail::Types) { // enough of a curve at this size
                points.append((27 * at(p[0]) + 27 * at(p[1]) + 9 * at(p[2]) + at(p[3])) / 64);
                points.append((at(p[0]) + 3 * at(p[1]) + 3 * at(p[2]) + at(p[3])) / 8);
                points.append((at(p[0]) + 9 * at(p[1]) + 27 * at(p[2]) + 27 * at(p[3])) / 64);
            }
            points.append(at(p[3]));
        }
        painter.drawPolyline(points);
        if (m_detail == Detail::Blocks)
            return;
    } else {
        QPainterPath path(at(line.curve[0]));
        for (std::size_t i = 1; i + 2 < line.curve.size(); i += 3)
            path.cubicTo(at(line.curve[i]), at(line.curve[i + 1]), at(line.curve[i + 2]));
        painter.drawPath(path);
        const bool isInside = line.from != core::ScopeTree::kNone && line.to != core::ScopeTree::kNone;
        if (isInside && m_labelled.size() < kMostLabels)
            m_labelled.push_back(&line);
    }
    // The line goes on inside an open scope and ends with an arrow at what reads it.
    if (line.to == core::ScopeTree::kNone || m_picture.places[line.to].isOpen)
        return;
    const QPointF end = at(line.curve.back());
    paintArrow(painter, end, end - at(line.curve[line.curve.size() - 2]), color);
}

void GraphPainter::paintArrow(QPainter& painter, const QPointF& end, QPointF along, const QColor& color)
{
    const double length = std::hypot(along.x(), along.y());
    along = length > 0 ? along / length : QPointF(0, 1);
    const QPointF across(-along.y(), along.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const double size = 7;
    painter.drawPolygon(QPolygonF {
        {end}, {end - along * size + across * size * 0.5}, {end - along * size - across * size * 0.5}});
}

QString GraphPainter::stubText(
    const ShownGraph& shown, const core::GraphPicture& picture, const EdgeStub& stub)
{
    QString name = shown.nameOf(picture.places[stub.other].item);
    if (stub.edges > 1)
        name += QStringLiteral(" +%1").arg(stub.edges - 1);
    return (stub.isOut ? ShownGraph::tr("to %1") : ShownGraph::tr("from %1")).arg(name);
}

/// Names of what is at the other end of edges that go far.
void GraphPainter::paintStubs(QPainter& painter, const QRectF& seen)
{
    painter.setFont(m_small);
    const QFontMetrics metrics(m_small);
    for (const EdgeStub& stub : m_look.stubs->stubs) {
        const QRectF whole = stub.rect.united({stub.end, QSizeF(1, 1)});
        if (!whole.intersects(seen))
            continue;
        painter.setOpacity(1);
        const NodeMark& mark = markOf(m_picture.lines[stub.line].strand.producer);
        const bool isBad = mark.isBad();
        const QColor color = m_theme.color(isBad ? stateToken(mark.state) : Token::AxisLine);
        const bool isBelow = stub.rect.top() > stub.end.y();
        painter.setPen(QPen(color, isBad ? 2.0 : 1.2));
        painter.drawLine(stub.end, {stub.end.x(), isBelow ? stub.rect.top() : stub.rect.bottom()});
        if (!stub.isOut && !m_picture.places[stub.place].isOpen)
            paintArrow(painter, stub.end, {0, isBelow ? -1.0 : 1.0}, color);
        paintBox(painter, stub.rect, stub.rect.height() / 2, m_theme.color(Token::Base), color, Qt::DashLine);
        const QString text = stubText(m_shown, m_picture, stub);
        if (&stub == m_look.stub) {
            painter.setPen(QPen(m_theme.color(Token::Accent), std::max(2.4, 2.4 / m_look.zoom)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(
                stub.rect.adjusted(-2, -2, 2, 2), stub.rect.height() / 2 + 2, stub.rect.height() / 2 + 2);
        }
        painter.setPen(m_theme.color(isBad ? stateToken(mark.state) : Token::Secondary));
        const QRectF room = stub.rect.adjusted(6, 0, -6, 0);
        painter.drawText(
            room, Qt::AlignCenter, metrics.elidedText(text, Qt::ElideMiddle, static_cast<int>(room.width())));
        m_taken.push_back(stub.rect);
    }
}

/// Control edges, and the monads of MindSpore, which carry no data either.
bool GraphPainter::isOrder(const Line& line) const
{
    if (line.strand.isControl)
        return true;
    const auto outputs = m_shown.graph().outputs(m_shown.graph().node(line.strand.producer));
    if (line.strand.slot >= outputs.size() || outputs[line.strand.slot].dtype != core::DType::Unknown)
        return false;
    return typeText(m_shown.graph(), line.strand.producer, line.strand.slot).endsWith(QLatin1String("Monad"));
}

QString GraphPainter::labelOf(const Line& line) const
{
    if (isOrder(line))
        return {};
    QStringList parts;
    if (QString type = typeText(m_shown.graph(), line.strand.producer, line.strand.slot); !type.isEmpty())
        parts += type;
    if (line.strand.edges > 1)
        parts += QStringLiteral("×") + groupedNumber(line.strand.edges);
    const NodeMark& mark = markOf(line.strand.producer);
    const auto read = m_look.colours != NodeColours::Verdicts || mark.hasNonFinite() || mark.hasOverflow
        ? std::nullopt
        : readNote(m_shown, line.strand);
    // What the step made of a parameter is not what was read before.
    if (read)
        parts += *read;
    else if (!mark.note.isEmpty() && mark.state != State::AfterStep)
        parts += mark.note;
    if (m_detail == Detail::Everything && m_shown.root() && m_shown.root()->table()) {
        const core::TensorTable& table = *m_shown.root()->table();
        const auto cellOf = [&table](core::TensorId id, const char* name) {
            return fromCore(core::textInOwnType(table, id.value(), table.columnByName(name)));
        };
        for (const core::TensorId id : m_shown.tensorsOf(line.strand.producer)) {
            const core::TensorRow& row = m_shown.root()->index()->tensor(id);
            if (row.io == core::Io::Input || row.slot != static_cast<std::int32_t>(line.strand.slot))
                continue;
            const QString least = cellOf(id, "min"), most = cellOf(id, "max");
            if (!least.isEmpty())
                parts += least + QStringLiteral("..") + most;
            break;
        }
    }
    return parts.join(QStringLiteral("  "));
}

void GraphPainter::paintLabels(QPainter& painter, const QRectF& seen)
{
    painter.setFont(m_mono);
    const QFontMetricsF metrics(m_mono);
    for (const Line* line : m_labelled) {
        const QRectF bounds = boundsOf(*line);
        if (bounds.height() < kShortestLabelled)
            continue;
        const QString text = labelOf(*line);
        if (text.isEmpty())
            continue;
        const QSizeF size(metrics.horizontalAdvance(text) + 6, metrics.height());
        const auto rectAt = [&](double share) {
            return QRectF(pointOf(*line, share) - QPointF(size.width(), size.height()) / 2, size);
        };
        const auto* const place = std::ranges::find_if(kLabelPlaces, [&](double share) {
            const QRectF rect = rectAt(share);
            return rect.intersects(seen) && std::ranges::none_of(m_taken, [&rect](const QRectF& other) {
                return other.intersects(rect);
            });
        });
        if (place == std::end(kLabelPlaces))
            continue;
        const QRectF rect = rectAt(*place);
        m_taken.push_back(rect);
        m_labels.push_back(rect);
        const NodeMark& mark = markOf(line->strand.producer);
        const bool isPaleLine = m_look.followed && line->from != core::ScopeTree::kNone && isPale(line->from);
        painter.setOpacity(isPaleLine ? kPaleness : 1);
        painter.fillRect(rect, m_theme.color(Token::Base));
        painter.setPen(m_theme.color(mark.isBad() ? stateToken(mark.state) : Token::Secondary));
        painter.drawText(rect, Qt::AlignCenter, text);
    }
}

} // namespace dumpscope::gui
