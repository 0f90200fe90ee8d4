// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/app_style.h"

#include "common/icons.h"
#include "common/metrics.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>
#include <QTabBar>
#include <QTableView>

namespace dumpscope::gui {

namespace {

constexpr auto kSegment = "dumpscopeSegment";
constexpr auto kPrimary = "dumpscopePrimary";
constexpr int kPanelRadius = 3, kButtonRadius = 4;

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

/// Fills and outlines on pixel centres; an invalid colour leaves either out.
void drawBox(
    QPainter& painter, const QRect& rect, int radius, const QColor& fill, const QColor& line, int width = 1)
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

void drawSymbol(
    QPainter& painter, const char* name, const QRect& rect, bool enabled, Token token = Token::Secondary)
{
    const int side = std::min({rect.width(), rect.height(), scaled(12)});
    QRect box(0, 0, side, side);
    box.moveCenter(rect.center());
    icon(name, token).paint(&painter, box, Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
}

/// A field's frame: the focus ring lies inside the widget.
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

/// Inside of a tab between its buttons.
QRect tabRoom(const QStyleOptionTab& tab)
{
    return tab.rect.adjusted(
        scaled(kLarge) + tab.leftButtonSize.width(), 0, -scaled(kLarge) - tab.rightButtonSize.width(), 0);
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

QIcon onAccent(const QIcon& icon, const QSize& size, const Theme& theme)
{
    if (icon.isNull())
        return icon;
    QPixmap pixmap = icon.pixmap(size, qApp->devicePixelRatio());
    QPainter tint(&pixmap);
    tint.setCompositionMode(QPainter::CompositionMode_SourceIn);
    tint.fillRect(QRect(QPoint(), size), theme.color(Token::TextOnAccent));
    tint.end();
    return QIcon(pixmap);
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

} // namespace

void markAsSegment(QAbstractButton& button)
{
    button.setProperty(kSegment, true);
}

void markAsPrimary(QAbstractButton& button)
{
    button.setProperty(kPrimary, true);
}

void applyTheme(ThemeChoice choice)
{
    // Before anything is set the palette is the desktop's.
    static const bool s_desktopIsDark = Theme::of(QGuiApplication::palette()).isDark();
    const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && s_desktopIsDark);
    if (!qobject_cast<AppStyle*>(QApplication::style()))
        QApplication::setStyle(new AppStyle);
    QApplication::setPalette((dark ? Theme::dark() : Theme::light()).palette());
}

AppStyle::AppStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

void AppStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget)
        || qobject_cast<QTabBar*>(widget))
        widget->setAttribute(Qt::WA_Hover);
    if (auto* const table = qobject_cast<QTableView*>(widget))
        applyRowHeight(*table);
}

void AppStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    const Theme& theme = themeOf(option);
    switch (element) {
    case PE_FrameFocusRect:
        // Item views draw their own, see CellDelegate.
        if (!qobject_cast<const QAbstractItemView*>(widget))
            drawFocusRing(*painter, option);
        return;
    case PE_PanelLineEdit:
        if (const auto* const frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            frame && frame->lineWidth > 0)
            drawField(*painter, option->rect, theme, option);
        else
            painter->fillRect(option->rect, theme.color(Token::Base));
        return;
    case PE_FrameLineEdit:
        return;
    case PE_Frame:
    case PE_FrameMenu:
    case PE_FrameGroupBox:
        drawBox(*painter, option->rect, element == PE_FrameMenu ? 0 : kPanelRadius, {},
            theme.color(Token::Border));
        return;
    case PE_PanelTipLabel:
        drawBox(*painter, option->rect, 0, theme.color(Token::Base), theme.color(Token::Border));
        return;
    case PE_PanelMenu:
        painter->fillRect(option->rect, theme.color(Token::Base));
        return;
    case PE_PanelButtonTool:
        drawButton(*painter, option, widget, true);
        return;
    case PE_PanelButtonCommand:
        drawButton(*painter, option, widget, isMarked(widget, "flat"));
        return;
    case PE_IndicatorCheckBox:
        drawCheck(*painter, option, false);
        return;
    case PE_IndicatorRadioButton:
        drawCheck(*painter, option, true);
        return;
    case PE_IndicatorArrowDown:
        drawSymbol(*painter, "chevron", option->rect, has(option, State_Enabled));
        return;
    case PE_IndicatorArrowUp:
        drawSymbol(*painter, "chevron-up", option->rect, has(option, State_Enabled));
        return;
    case PE_IndicatorArrowRight:
        drawSymbol(*painter, "chevron-right", option->rect, has(option, State_Enabled));
        return;
    case PE_IndicatorHeaderArrow:
        if (const auto* const header = qstyleoption_cast<const QStyleOptionHeader*>(option))
            drawSymbol(*painter,
                header->sortIndicator == QStyleOptionHeader::SortUp ? "chevron-up" : "chevron", option->rect,
                true, Token::Accent);
        return;
    case PE_IndicatorBranch:
        if (has(option, State_Children))
            drawSymbol(*painter, has(option, State_Open) ? "chevron" : "chevron-right", option->rect, true);
        return;
    case PE_PanelItemViewRow:
        if (const auto* const item = qstyleoption_cast<const QStyleOptionViewItem*>(option)) {
            if (has(option, State_Selected))
                painter->fillRect(option->rect, theme.color(Token::Selection));
            else if (item->features.testFlag(QStyleOptionViewItem::Alternate))
                painter->fillRect(option->rect, theme.color(Token::Alternate));
        }
        return;
    case PE_FrameTabBarBase:
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
            theme.color(Token::Border));
        return;
    case PE_FrameTabWidget:
    case PE_FrameDockWidget:
        drawBox(*painter, option->rect, 0, {}, theme.color(Token::Border));
        return;
    case PE_FrameStatusBarItem:
    case PE_IndicatorToolBarHandle:
        return;
    case PE_PanelStatusBar:
        painter->fillRect(option->rect, theme.color(Token::Window));
        painter->fillRect(QRect(option->rect.left(), option->rect.top(), option->rect.width(), 1),
            theme.color(Token::Border));
        return;
    case PE_IndicatorDockWidgetResizeHandle:
        painter->fillRect(
            option->rect, theme.color(has(option, State_MouseOver) ? Token::Border : Token::Window));
        return;
    case PE_IndicatorToolBarSeparator: {
        const QPoint centre = option->rect.center();
        painter->fillRect(QRect(centre.x(), option->rect.top() + scaled(kMedium), 1,
                              option->rect.height() - 2 * scaled(kMedium)),
            theme.color(Token::Border));
        return;
    }
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void AppStyle::drawControl(
    ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    const Theme& theme = themeOf(option);
    switch (element) {
    case CE_TabBarTabShape:
        if (const auto* const tab = qstyleoption_cast<const QStyleOptionTab*>(option))
            drawTabShape(*painter, *tab);
        return;
    case CE_TabBarTabLabel:
        if (const auto* const tab = qstyleoption_cast<const QStyleOptionTab*>(option))
            drawTabLabel(*painter, *tab);
        return;
    case CE_DockWidgetTitle:
        if (const auto* const dock = qstyleoption_cast<const QStyleOptionDockWidget*>(option))
            drawDockTitle(*painter, *dock);
        return;
    case CE_HeaderSection:
        if (const auto* const header = qstyleoption_cast<const QStyleOptionHeader*>(option))
            drawHeaderSection(*painter, *header);
        return;
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, theme.color(Token::Window));
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
            theme.color(Token::Border));
        return;
    case CE_HeaderLabel:
        if (const auto* const header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
            QStyleOptionHeader quiet(*header);
            quiet.state.setFlag(State_On, false); // the selected column is not bold
            quiet.palette.setColor(QPalette::ButtonText, theme.color(Token::Secondary));
            QProxyStyle::drawControl(element, &quiet, painter, widget);
        }
        return;
    case CE_ToolButtonLabel:
        if (isMarked(widget, kSegment)) {
            if (const auto* const tool = qstyleoption_cast<const QStyleOptionToolButton*>(option))
                drawSegmentLabel(*painter, *tool);
            return;
        }
        break;
    case CE_PushButtonLabel:
        if (const auto* const push = qstyleoption_cast<const QStyleOptionButton*>(option);
            push && isMarked(widget, kPrimary) && has(option, State_Enabled)) {
            QStyleOptionButton inked(*push);
            inked.palette.setColor(QPalette::ButtonText, theme.color(Token::TextOnAccent));
            inked.icon = onAccent(push->icon, push->iconSize, theme);
            painter->save();
            QFont font = painter->font();
            font.setBold(true);
            painter->setFont(font);
            QProxyStyle::drawControl(element, &inked, painter, widget);
            painter->restore();
            return;
        }
        break;
    case CE_ProgressBarGroove:
    case CE_ProgressBarLabel:
        return;
    case CE_ProgressBarContents:
        if (const auto* const bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option))
            drawProgress(*painter, *bar);
        return;
    case CE_ToolBar:
        painter->fillRect(option->rect, theme.color(Token::Window));
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
            theme.color(Token::Border));
        return;
    case CE_MenuBarEmptyArea:
        painter->fillRect(option->rect, theme.color(Token::Window));
        return;
    case CE_MenuBarItem:
        if (const auto* const item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            painter->fillRect(option->rect, theme.color(Token::Window));
            if (has(option, State_Selected))
                drawBox(*painter, option->rect.adjusted(0, 1, 0, -1), kPanelRadius,
                    theme.color(Token::Selection), {});
            drawItemText(painter, option->rect, Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextSingleLine,
                option->palette, has(option, State_Enabled), item->text, QPalette::WindowText);
        }
        return;
    case CE_Splitter:
        painter->fillRect(option->rect, theme.color(Token::Window));
        return;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void AppStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    const Theme& theme = themeOf(option);
    switch (control) {
    case CC_ToolButton:
        if (const auto* const tool = qstyleoption_cast<const QStyleOptionToolButton*>(option)) {
            QStyleOptionToolButton flat(*tool);
            if (isMarked(widget, kSegment)) {
                // A segment has its box also while nothing is over it.
                drawButton(*painter, &flat, widget, true);
                drawControl(CE_ToolButtonLabel, &flat, painter, widget);
                if (has(option, State_HasFocus) && has(option, State_KeyboardFocusChange))
                    drawFocusRing(*painter, &flat);
                return;
            }
            // The icon tells that there is a menu; a mark in the corner would overlap it.
            if (!tool->features.testFlag(QStyleOptionToolButton::MenuButtonPopup))
                flat.features.setFlag(QStyleOptionToolButton::HasMenu, false);
            QProxyStyle::drawComplexControl(control, &flat, painter, widget);
        }
        return;
    case CC_ScrollBar:
        if (const auto* const bar = qstyleoption_cast<const QStyleOptionSlider*>(option))
            drawScrollBar(*painter, *bar, scrollBarPart(*bar, SC_ScrollBarSlider));
        return;
    case CC_ComboBox:
        if (const auto* const box = qstyleoption_cast<const QStyleOptionComboBox*>(option)) {
            if (box->frame)
                drawField(*painter, option->rect, theme, option);
            drawSymbol(*painter, "chevron", subControlRect(control, option, SC_ComboBoxArrow, widget),
                has(option, State_Enabled));
        }
        return;
    case CC_SpinBox:
        if (const auto* const box = qstyleoption_cast<const QStyleOptionSpinBox*>(option)) {
            if (box->frame)
                drawField(*painter, option->rect, theme, option);
            if (box->buttonSymbols == QAbstractSpinBox::NoButtons)
                return;
            drawSymbol(*painter, "chevron-up", subControlRect(control, option, SC_SpinBoxUp, widget),
                box->stepEnabled.testFlag(QAbstractSpinBox::StepUpEnabled));
            drawSymbol(*painter, "chevron", subControlRect(control, option, SC_SpinBoxDown, widget),
                box->stepEnabled.testFlag(QAbstractSpinBox::StepDownEnabled));
        }
        return;
    default:
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

QRect AppStyle::subControlRect(
    ComplexControl control, const QStyleOptionComplex* option, SubControl part, const QWidget* widget) const
{
    if (control == CC_ScrollBar) {
        if (const auto* const bar = qstyleoption_cast<const QStyleOptionSlider*>(option))
            return scrollBarPart(*bar, part);
    }
    if (control == CC_ComboBox && part == SC_ComboBoxArrow) {
        const int side = scaled(22);
        return visualRect(option->direction, option->rect,
            QRect(option->rect.right() - side + 1, option->rect.top(), side, option->rect.height()));
    }
    return QProxyStyle::subControlRect(control, option, part, widget);
}

QRect AppStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    if (element == SE_TabBarTabText) {
        if (const auto* const tab = qstyleoption_cast<const QStyleOptionTab*>(option))
            return tabTextRoom(*tab);
    }
    return QProxyStyle::subElementRect(element, option, widget);
}

QSize AppStyle::sizeFromContents(
    ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const
{
    switch (type) {
    case CT_TabBarTab:
        if (const auto* const tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
            // Room for the bold title, so that tabs keep their width when another one is chosen.
            QFont bold = widget ? widget->font() : QApplication::font();
            bold.setBold(true);
            int width = QFontMetrics(bold).size(Qt::TextShowMnemonic, tab->text).width() + 2 * scaled(kLarge)
                + kTiny;
            if (!tab->icon.isNull())
                width += tab->iconSize.width() + scaled(kMedium);
            width += tab->leftButtonSize.width() + tab->rightButtonSize.width();
            return {width, std::max(scaled(26), QFontMetrics(bold).height() + scaled(kLarge))};
        }
        break;
    case CT_HeaderSection:
        return {QProxyStyle::sizeFromContents(type, option, size, widget).width(), scaled(24)};
    case CT_LineEdit:
    case CT_ComboBox:
    case CT_SpinBox: {
        QSize grown = QProxyStyle::sizeFromContents(type, option, size, widget);
        grown.setHeight(std::max(scaled(24), QFontMetrics(QApplication::font()).height() + scaled(kMedium)));
        return grown;
    }
    case CT_PushButton: {
        QSize grown = QProxyStyle::sizeFromContents(type, option, size, widget);
        const int height = std::max(scaled(26), QFontMetrics(QApplication::font()).height() + scaled(kLarge));
        return {std::max(grown.width(), size.width() + 2 * scaled(kWide)), height};
    }
    case CT_ToolButton: {
        QSize grown = size + QSize(scaled(10), scaled(kMedium));
        if (isMarked(widget, kSegment))
            grown += QSize(scaled(kWide), scaled(kSmall)); // and room for bold
        return grown.expandedTo(QSize(scaled(24), scaled(24)));
    }
    case CT_MenuBarItem:
        return size + QSize(scaled(16), scaled(kMedium));
    default:
        break;
    }
    return QProxyStyle::sizeFromContents(type, option, size, widget);
}

int AppStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth:
        return scaled(5);
    case PM_ScrollBarExtent:
        return scaled(11);
    case PM_TreeViewIndentation:
        return scaled(15);
    case PM_HeaderDefaultSectionSizeVertical:
        return rowHeight();
    case PM_HeaderMarkSize:
        return scaled(12);
    case PM_HeaderMargin:
        return scaled(kMedium) - 1;
    case PM_SmallIconSize:
    case PM_ToolBarIconSize:
    case PM_ButtonIconSize:
    case PM_TabBarIconSize:
    case PM_ListViewIconSize:
        return scaled(16);
    case PM_TabBarTabOverlap:
    case PM_TabBarBaseOverlap:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical:
    case PM_ToolBarFrameWidth:
    case PM_MenuBarPanelWidth:
    case PM_MenuBarVMargin:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_MenuBarHMargin:
    case PM_ToolBarItemMargin:
    case PM_ToolBarItemSpacing:
        return scaled(3);
    case PM_DockWidgetTitleMargin:
        return scaled(4);
    case PM_DefaultFrameWidth:
    case PM_DockWidgetFrameWidth:
        return 1;
    case PM_ScrollView_ScrollBarSpacing:
    case PM_ScrollView_ScrollBarOverlap:
        return 0;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return scaled(15);
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int AppStyle::styleHint(
    StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const
{
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_ItemView_ActivateItemOnSingleClick:
    case SH_ComboBox_Popup:
    case SH_ItemView_ShowDecorationSelected:
        return hint == SH_ItemView_ShowDecorationSelected ? 1 : 0;
    case SH_TabBar_ElideMode:
        return Qt::ElideNone;
    case SH_ScrollBar_LeftClickAbsolutePosition:
        return 0;
    case SH_Slider_AbsoluteSetButtons:
        return Qt::LeftButton | Qt::MiddleButton;
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QIcon AppStyle::standardIcon(StandardPixmap standard, const QStyleOption* option, const QWidget* widget) const
{
    switch (standard) {
    case SP_TitleBarCloseButton:
    case SP_LineEditClearButton:
    case SP_DockWidgetCloseButton:
        return icon("close");
    case SP_TitleBarNormalButton:
        return icon("float");
    case SP_ToolBarHorizontalExtensionButton:
        return icon("more");
    case SP_DirIcon:
        return icon("folder");
    case SP_FileIcon:
        return icon("file");
    default:
        return QProxyStyle::standardIcon(standard, option, widget);
    }
}

} // namespace dumpscope::gui
