// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/style_painting.h"

#include "common/icons.h"
#include "common/spacing.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>
#include <QPixmapCache>

namespace dumpscope::gui::style {

namespace {

/// Inside of a tab between its buttons.
QRect tabRoom(const QStyleOptionTab& tab)
{
    return tab.rect.adjusted(
        scaled(kLarge) + tab.leftButtonSize.width(), 0, -scaled(kLarge) - tab.rightButtonSize.width(), 0);
}

} // namespace

QIcon onAccent(const QIcon& icon, const QSize& size, const Theme& theme)
{
    if (icon.isNull())
        return icon;
    const QColor ink = theme.color(Token::TextOnAccent);
    // A new one at every painting would fill the cache, which keeps what icons are drawn from.
    const QString key = QStringLiteral("on-accent %1 %2x%3@%4 %5")
                            .arg(icon.cacheKey())
                            .arg(size.width())
                            .arg(size.height())
                            .arg(qApp->devicePixelRatio())
                            .arg(ink.name());
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
        pixmap = icon.pixmap(size, qApp->devicePixelRatio());
        QPainter tint(&pixmap);
        tint.setCompositionMode(QPainter::CompositionMode_SourceIn);
        tint.fillRect(QRect(QPoint(), size), ink);
        tint.end();
        QPixmapCache::insert(key, pixmap);
    }
    return QIcon(pixmap);
}

const Theme& themeOf(const QStyleOption* option)
{
    return Theme::of(option->palette);
}

bool has(const QStyleOption* option, QStyle::StateFlag flag)
{
    return option->state.testFlag(flag);
}

bool isMarked(const QWidget* widget, const char* mark)
{
    return widget && widget->property(mark).toBool();
}

void drawBox(
    QPainter& painter, const QRect& rect, int radius, const QColor& fill, const QColor& line, int width)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    painter.setPen(line.isValid() ? QPen(line, width) : QPen(Qt::NoPen));
    const qreal half = line.isValid() ? width / 2.0 : 0;
    const QRectF box = QRectF(rect).adjusted(half, half, -half, -half);
    painter.drawRoundedRect(box, radius, radius);
    painter.restore();
}

void drawSymbol(QPainter& painter, const char* name, const QRect& rect, bool enabled, Token token)
{
    const int side = std::min({rect.width(), rect.height(), scaled(12)});
    QRect box(0, 0, side, side);
    box.moveCenter(rect.center());
    icon(name, token).paint(&painter, box, Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
}

void drawField(QPainter& painter, const QRect& rect, const Theme& theme, const QStyleOption* option)
{
    const bool focus = has(option, QStyle::State_HasFocus);
    const int ring = focus && has(option, QStyle::State_Active) ? 2 : 1;
    drawBox(painter, rect, kPanelRadius,
        theme.color(has(option, QStyle::State_Enabled) ? Token::Base : Token::Window),
        theme.color(focus ? Token::Accent : Token::Border), ring);
}

void drawFocusRing(QPainter& painter, const QStyleOption* option)
{
    drawBox(painter, option->rect, kPanelRadius, {}, themeOf(option).color(Token::Accent),
        has(option, QStyle::State_Active) ? 2 : 1);
}

void drawButton(QPainter& painter, const QStyleOption* option, const QWidget* widget, bool isFlat)
{
    const Theme& theme = themeOf(option);
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool checked = has(option, QStyle::State_On);
    const bool down = has(option, QStyle::State_Sunken);
    const bool hover = has(option, QStyle::State_MouseOver) && enabled;
    if (isMarked(widget, kSegment)) {
        const Token fill = checked ? Token::Accent
            : !enabled             ? Token::Window
            : down || hover        ? Token::Hover
                                   : Token::Base;
        drawBox(painter, option->rect, 0, theme.color(fill),
            theme.color(checked ? Token::Accent : Token::Border));
    } else if (isMarked(widget, kPrimary) && enabled) {
        QColor fill = theme.color(Token::Accent);
        if (down || hover)
            fill = theme.isDark() ? fill.lighter(112) : fill.darker(112);
        drawBox(painter, option->rect, kButtonRadius, fill, {});
    } else if (checked || (down && isFlat)) {
        drawBox(
            painter, option->rect, kButtonRadius, theme.color(Token::Selection), theme.color(Token::Accent));
    } else if (!isFlat) {
        drawBox(painter, option->rect, kButtonRadius,
            theme.color(!enabled    ? Token::Window
                    : down || hover ? Token::Hover
                                    : Token::Base),
            theme.color(Token::Border));
    } else if (hover) {
        drawBox(painter, option->rect, kButtonRadius, theme.color(Token::Hover), theme.color(Token::Border));
    }
}

void drawCheck(QPainter& painter, const QStyleOption* option, bool isRound)
{
    const Theme& theme = themeOf(option);
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool partly = has(option, QStyle::State_NoChange);
    const bool on = has(option, QStyle::State_On) || partly;
    const QColor mark = theme.color(enabled ? Token::Accent : Token::Dim);
    const QRect box = option->rect;
    const int radius = isRound ? box.width() / 2 : kPanelRadius;
    drawBox(painter, box, radius, on ? mark : theme.color(enabled ? Token::Base : Token::Window),
        on ? mark : theme.color(Token::AxisLine));
    if (!on)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(QRectF(box).center());
    painter.scale(box.width() / 16.0, box.height() / 16.0);
    const QColor on_mark = theme.color(Token::TextOnAccent);
    if (isRound) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(on_mark);
        painter.drawEllipse(QPointF(), 3, 3);
    } else {
        painter.setPen(QPen(on_mark, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        if (partly)
            painter.drawLine(QPointF(-3.5, 0), QPointF(3.5, 0));
        else
            painter.drawPolyline(QPolygonF {QPointF(-4, 0.4), QPointF(-1.2, 3.2), QPointF(4.2, -3.4)});
    }
    painter.restore();
}

void drawTabShape(QPainter& painter, const QStyleOptionTab& tab)
{
    const Theme& theme = themeOf(&tab);
    if (has(&tab, QStyle::State_Selected)) {
        painter.fillRect(tab.rect, theme.color(Token::Base));
        const QRect edge(tab.rect.left(), tab.rect.bottom() - 1, tab.rect.width(), 2);
        painter.fillRect(edge, theme.color(Token::Accent));
    } else if (has(&tab, QStyle::State_MouseOver)) {
        painter.fillRect(tab.rect.adjusted(0, 0, 0, -1), theme.color(Token::Hover));
    }
}

QRect tabTextRoom(const QStyleOptionTab& tab)
{
    const int icon = tab.icon.isNull() ? 0 : tab.iconSize.width() + scaled(kMedium);
    return tabRoom(tab).adjusted(icon, 0, 0, 0);
}

void drawTabLabel(QPainter& painter, const QStyleOptionTab& tab)
{
    const Theme& theme = themeOf(&tab);
    const bool selected = has(&tab, QStyle::State_Selected);
    const bool enabled = has(&tab, QStyle::State_Enabled);
    painter.save();
    if (!tab.icon.isNull()) {
        const int side = tab.iconSize.height();
        const QRect box(tabRoom(tab).left(), tab.rect.center().y() - side / 2, side, side);
        tab.icon.paint(&painter, box, Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
    }
    QFont font = painter.font();
    font.setBold(selected);
    painter.setFont(font);
    painter.setPen(theme.color(!enabled ? Token::Dim : selected ? Token::Text : Token::Secondary));
    painter.drawText(tabTextRoom(tab),
        Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextSingleLine | Qt::TextDontClip,
        tab.text);
    painter.restore();
    if (has(&tab, QStyle::State_HasFocus)) {
        QStyleOption ring(tab);
        ring.rect = tab.rect.adjusted(2, 2, -2, -2);
        drawFocusRing(painter, &ring);
    }
}

void drawDockTitle(QPainter& painter, const QStyleOptionDockWidget& dock)
{
    const Theme& theme = themeOf(&dock);
    painter.fillRect(dock.rect, theme.color(Token::Title));
    painter.fillRect(
        QRect(dock.rect.left(), dock.rect.bottom(), dock.rect.width(), 1), theme.color(Token::Border));
    painter.save();
    QFont font = painter.font();
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(theme.color(Token::Text));
    const QRect room = dock.rect.adjusted(scaled(kLarge), 0, -scaled(52), 0);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(font).elidedText(dock.title, Qt::ElideRight, room.width()));
    painter.restore();
}

void drawHeaderSection(QPainter& painter, const QStyleOptionHeader& header)
{
    const Theme& theme = themeOf(&header);
    const QRect& rect = header.rect;
    const bool hover = has(&header, QStyle::State_MouseOver) && has(&header, QStyle::State_Enabled);
    painter.fillRect(rect, theme.color(hover ? Token::Hover : Token::Window));
    painter.fillRect(QRect(rect.right(), rect.top(), 1, rect.height()), theme.color(Token::Separator));
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1),
        theme.color(header.orientation == Qt::Horizontal ? Token::Border : Token::Separator));
}

void drawProgress(QPainter& painter, const QStyleOptionProgressBar& bar)
{
    const Theme& theme = themeOf(&bar);
    const int height = std::min(bar.rect.height(), scaled(6));
    QRect groove(bar.rect.left(), bar.rect.center().y() - height / 2, bar.rect.width(), height);
    drawBox(painter, groove, height / 2, theme.color(Token::Separator), {});
    const int range = bar.maximum - bar.minimum;
    if (range <= 0) {
        // Of unknown length: a part in the middle; what moves is the text beside it.
        groove.adjust(groove.width() / 3, 0, -groove.width() / 3, 0);
    } else {
        const double share = double(bar.progress - bar.minimum) / range;
        groove.setWidth(qRound(groove.width() * std::clamp(share, 0.0, 1.0)));
    }
    if (groove.width() > 1)
        drawBox(painter, groove, height / 2, theme.color(Token::Accent), {});
}

void drawScrollBar(QPainter& painter, const QStyleOptionSlider& bar, const QRect& handle)
{
    const Theme& theme = themeOf(&bar);
    painter.fillRect(bar.rect, theme.color(Token::Base));
    if (bar.minimum == bar.maximum)
        return;
    const bool active = bar.activeSubControls.testFlag(QStyle::SC_ScrollBarSlider)
        && (has(&bar, QStyle::State_MouseOver) || has(&bar, QStyle::State_Sunken));
    const QRect box
        = bar.orientation == Qt::Vertical ? handle.adjusted(2, 1, -2, -1) : handle.adjusted(1, 2, -1, -2);
    drawBox(painter, box, std::min(box.width(), box.height()) / 2,
        theme.color(active ? Token::Dim : Token::Border), {});
}

QRect scrollBarPart(const QStyleOptionSlider& bar, QStyle::SubControl part)
{
    const bool upright = bar.orientation == Qt::Vertical;
    const int length = upright ? bar.rect.height() : bar.rect.width();
    const qint64 range = qint64(bar.maximum) - bar.minimum;
    int size = length;
    if (range > 0) {
        size = int(qint64(bar.pageStep) * length / std::max<qint64>(1, range + bar.pageStep));
        size = std::clamp(size, std::min(length, scaled(26)), length);
    }
    const int start = QStyle::sliderPositionFromValue(
        bar.minimum, bar.maximum, bar.sliderPosition, length - size, bar.upsideDown);
    int from = 0, to = 0;
    switch (part) {
    case QStyle::SC_ScrollBarGroove:
        to = length;
        break;
    case QStyle::SC_ScrollBarSlider:
        from = start, to = start + size;
        break;
    case QStyle::SC_ScrollBarSubPage:
        to = start;
        break;
    case QStyle::SC_ScrollBarAddPage:
        from = start + size, to = length;
        break;
    default:
        break;
    }
    const QRect rect = upright ? QRect(bar.rect.left(), bar.rect.top() + from, bar.rect.width(), to - from)
                               : QRect(bar.rect.left() + from, bar.rect.top(), to - from, bar.rect.height());
    return QStyle::visualRect(bar.direction, bar.rect, rect);
}

void drawSegmentLabel(QPainter& painter, const QStyleOptionToolButton& button)
{
    const Theme& theme = themeOf(&button);
    const bool checked = has(&button, QStyle::State_On);
    painter.save();
    QFont font = button.font;
    font.setBold(checked);
    painter.setFont(font);
    const bool showText = button.toolButtonStyle != Qt::ToolButtonIconOnly;
    const int icon = button.icon.isNull() ? 0 : button.iconSize.width();
    const int gap = icon > 0 && showText ? scaled(kMedium) : 0;
    const int text = showText
        ? QFontMetrics(font).size(Qt::TextShowMnemonic | Qt::TextSingleLine, button.text).width()
        : 0;
    QRect room = button.rect;
    room.setLeft(room.left() + (room.width() - icon - gap - text) / 2);
    if (icon > 0) {
        const QIcon drawn = checked ? onAccent(button.icon, button.iconSize, theme) : button.icon;
        const QRect box(room.left(), room.center().y() - icon / 2, icon, icon);
        drawn.paint(&painter, box, Qt::AlignCenter,
            has(&button, QStyle::State_Enabled) ? QIcon::Normal : QIcon::Disabled);
        room.setLeft(room.left() + icon + gap);
    }
    if (showText) {
        const Token token = checked               ? Token::TextOnAccent
            : has(&button, QStyle::State_Enabled) ? Token::Text
                                                  : Token::Dim;
        painter.setPen(theme.color(token));
        painter.drawText(
            room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextDontClip, button.text);
    }
    painter.restore();
}

} // namespace dumpscope::gui::style
