// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/app_style.h"

#include "common/icons.h"
#include "common/spacing.h"
#include "common/style_painting.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QStyleOption>
#include <QTabBar>
#include <QTableView>

namespace dumpscope::gui {

using namespace style;

void markAsSegment(QAbstractButton& button)
{
    button.setProperty(kSegment, true);
}

void markAsPrimary(QAbstractButton& button)
{
    button.setProperty(kPrimary, true);
}

QLayout* primaryRow(QAbstractButton& button)
{
    markAsPrimary(button);
    if (auto* const push = qobject_cast<QPushButton*>(&button))
        push->setDefault(true); // Return presses it, not whatever button stands first
    auto* const row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(&button);
    return row;
}

void applyTheme(ThemeChoice choice)
{
    bool dark = choice == ThemeChoice::Dark;
    if (choice == ThemeChoice::System) {
        // The desktop's palette of now, which one that is set hides.
        QApplication::setPalette(QPalette());
        dark = Theme::of(QGuiApplication::palette()).isDark();
    }
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
    // Before a label, also that of a tooltip or a message box, is laid out first: Qt guesses what text it
    // has.
    if (auto* const label = qobject_cast<QLabel*>(widget); label && label->textFormat() == Qt::AutoText)
        label->setTextFormat(Qt::PlainText);
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
        drawBox(*painter, option->rect, 0, theme.color(Token::Base), theme.color(Token::Border));
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
        if (has(option, State_Children)) {
            // Levels of a narrow tree are narrower than it.
            const int missing = std::max(0, scaled(kWide) - option->rect.width());
            drawSymbol(*painter, has(option, State_Open) ? "chevron" : "chevron-right",
                option->rect.adjusted(-missing / 2, 0, missing - missing / 2, 0), true);
        }
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
    case CE_ComboBoxLabel:
        // The end of a name tells as much as its beginning.
        if (const auto* const box = qstyleoption_cast<const QStyleOptionComboBox*>(option)) {
            QStyleOptionComboBox cut(*box);
            const int room = subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget).width()
                - box->iconSize.width() * (box->currentIcon.isNull() ? 0 : 1);
            cut.currentText = box->fontMetrics.elidedText(box->currentText, Qt::ElideMiddle, room);
            QProxyStyle::drawControl(element, &cut, painter, widget);
        }
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
            // Sections are as high as their text; the margin of a header would cut it.
            const int margin = pixelMetric(PM_HeaderMargin, option, widget);
            quiet.rect.adjust(0, -margin, 0, margin);
            // Whatever its alignment, a text that does not fit keeps its beginning; the copy above has no
            // place for the mode of the header.
            if (quiet.fontMetrics.horizontalAdvance(quiet.text) > quiet.rect.width())
                quiet.text = quiet.fontMetrics.elidedText(quiet.text, Qt::ElideRight, quiet.rect.width());
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
        // Beside an icon QToolButton leaves two spaces of its own behind the text.
        const auto* const tool = qstyleoption_cast<const QStyleOptionToolButton*>(option);
        const bool hasBoth = tool && tool->toolButtonStyle == Qt::ToolButtonTextBesideIcon
            && !tool->icon.isNull() && !tool->text.isEmpty();
        QSize grown = size + QSize(hasBoth ? scaled(kSmall) : scaled(10), scaled(kMedium));
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
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return scaled(QProxyStyle::pixelMetric(metric, option, widget));
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
