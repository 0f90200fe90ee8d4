// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrome/drop_area.h"

#include "common/dropped_paths.h"
#include "common/fonts.h"
#include "common/glyphs.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QPainter>
#include <QPainterPath>

namespace dumpscope::gui {

namespace {

void drawFolder(QPainter& painter, const QRectF& rect, const QColor& line, const QColor& fill)
{
    const qreal w = rect.width(), h = rect.height();
    QPainterPath path;
    path.moveTo(rect.bottomLeft());
    path.lineTo(rect.topLeft());
    path.lineTo(rect.left() + 0.36 * w, rect.top());
    path.lineTo(rect.left() + 0.46 * w, rect.top() + 0.17 * h);
    path.lineTo(rect.right(), rect.top() + 0.17 * h);
    path.lineTo(rect.bottomRight());
    path.closeSubpath();
    painter.setPen(QPen(line, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(fill);
    painter.drawPath(path);
}

} // namespace

DropArea::DropArea(QWidget* parent)
    : QWidget(parent)
{
    setAcceptDrops(true);
}

QSize DropArea::sizeHint() const
{
    return {scaled(900), scaled(190)};
}

QSize DropArea::minimumSizeHint() const
{
    return {scaled(480), scaled(168)};
}

DropArea::Half DropArea::halfFor(const QPointF& position, qsizetype paths) const
{
    return paths > 1 || position.x() > width() / 2.0 ? Half::Compare : Half::Explore;
}

void DropArea::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedPaths(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void DropArea::dragMoveEvent(QDragMoveEvent* event)
{
    m_active = halfFor(event->position(), droppedPaths(event->mimeData()).size());
    event->acceptProposedAction();
    update();
}

void DropArea::dragLeaveEvent(QDragLeaveEvent*)
{
    m_active = Half::None;
    update();
}

void DropArea::dropEvent(QDropEvent* event)
{
    const QStringList paths = droppedPaths(event->mimeData());
    const Half half = halfFor(event->position(), paths.size());
    m_active = Half::None;
    update();
    event->acceptProposedAction();
    if (half == Half::Compare && paths.size() <= 2)
        emit compareRequested(paths);
    else
        emit openRequested(paths);
}

void DropArea::paintHalf(QPainter& painter, const QRectF& rect, Half half) const
{
    const Theme& theme = Theme::of(this);
    const bool explore = half == Half::Explore;
    if (m_active == half) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(Token::Selection));
        painter.drawRoundedRect(rect.adjusted(3, 3, -3, -3), 5, 5);
    }
    const qreal folderWidth = scaled(86), folderHeight = scaled(60), gap = scaled(44);
    const qreal top = rect.top() + scaled(24);
    QFont small = secondaryFont();
    const auto caption = [&](qreal centre, const QString& text) {
        painter.setFont(small);
        painter.setPen(theme.color(Token::Secondary));
        const QString shown = QFontMetrics(small).elidedText(text, Qt::ElideMiddle, scaled(128));
        painter.drawText(QRectF(centre - scaled(70), top + folderHeight + kTiny, scaled(140), scaled(20)),
            Qt::AlignCenter, shown);
    };
    const qreal centre = rect.center().x();
    if (explore) {
        drawFolder(painter, QRectF(centre - folderWidth / 2, top, folderWidth, folderHeight),
            theme.color(Token::Accent), theme.color(Token::Hover));
        caption(centre, tr("one folder"));
    } else {
        const qreal left = centre - folderWidth - gap / 2, right = centre + gap / 2, badge = scaled(22);
        const auto side = [&](qreal x, Token line, Token fill, State state, const QString& text) {
            const QRectF box(x, top, folderWidth, folderHeight);
            drawFolder(painter, box, theme.color(line), theme.color(fill));
            paintStateGlyph(painter, state,
                QRectF(box.center().x() - badge / 2, box.center().y() - badge / 2 + scaled(4), badge, badge),
                theme);
            caption(box.center().x(), text);
        };
        side(left, Token::Target, Token::TargetFill, State::TargetSide, tr("target, first"));
        side(right, Token::Golden, Token::GoldenFill, State::GoldenSide, tr("golden, second"));
    }
    QFont title = QApplication::font();
    title.setBold(true);
    if (title.pointSizeF() > 0)
        title.setPointSizeF(title.pointSizeF() * 1.2);
    painter.setFont(title);
    painter.setPen(theme.color(Token::Text));
    QRectF line(rect.left(), top + folderHeight + scaled(28), rect.width(), scaled(26));
    painter.drawText(
        line, Qt::AlignCenter, explore ? tr("Drop a dump to explore it") : tr("Drop two to compare them"));
    painter.setFont(small);
    painter.setPen(theme.color(Token::Secondary));
    line.translate(0, scaled(28));
    painter.drawText(line, Qt::AlignCenter,
        explore ? tr("Folder, .npy, statistic.csv, .ir, .onnx, archive")
                : tr("Sides can be swapped at any time"));
}

void DropArea::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = Theme::of(this);
    const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.setBrush(theme.color(Token::Base));
    QPen pen(theme.color(Token::Accent), m_active == Half::None ? 1.4 : 2, Qt::CustomDashLine);
    pen.setDashPattern({5, 3.5});
    painter.setPen(pen);
    painter.drawRoundedRect(box, 6, 6);
    const qreal middle = box.center().x();
    painter.setPen(QPen(theme.color(Token::Separator), 1));
    painter.drawLine(QPointF(middle, box.top() + scaled(28)), QPointF(middle, box.bottom() - scaled(28)));
    paintHalf(painter, QRectF(box.left(), box.top(), middle - box.left(), box.height()), Half::Explore);
    paintHalf(painter, QRectF(middle, box.top(), box.right() - middle, box.height()), Half::Compare);
}

} // namespace dumpscope::gui
