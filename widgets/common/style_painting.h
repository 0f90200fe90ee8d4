// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QIcon>
#include <QStyleOption>

class QPainter;

/// What AppStyle draws things with; for nobody else.
namespace dumpscope::gui::style {

inline constexpr auto kSegment = "dumpscopeSegment";
inline constexpr auto kPrimary = "dumpscopePrimary";
inline constexpr int kPanelRadius = 3, kButtonRadius = 4;

const Theme& themeOf(const QStyleOption* option);
bool has(const QStyleOption* option, QStyle::StateFlag flag);
bool isMarked(const QWidget* widget, const char* mark);
/// Fills and outlines on pixel centres; an invalid colour leaves either out.
void drawBox(
    QPainter& painter, const QRect& rect, int radius, const QColor& fill, const QColor& line, int width = 1);
void drawSymbol(
    QPainter& painter, const char* name, const QRect& rect, bool enabled, Token token = Token::Secondary);
/// A field's frame: the focus ring lies inside the widget.
void drawField(QPainter& painter, const QRect& rect, const Theme& theme, const QStyleOption* option);
void drawFocusRing(QPainter& painter, const QStyleOption* option);
void drawButton(QPainter& painter, const QStyleOption* option, const QWidget* widget, bool isFlat);
void drawCheck(QPainter& painter, const QStyleOption* option, bool isRound);
void drawTabShape(QPainter& painter, const QStyleOptionTab& tab);
QRect tabTextRoom(const QStyleOptionTab& tab);
void drawTabLabel(QPainter& painter, const QStyleOptionTab& tab);
void drawDockTitle(QPainter& painter, const QStyleOptionDockWidget& dock);
void drawHeaderSection(QPainter& painter, const QStyleOptionHeader& header);
void drawProgress(QPainter& painter, const QStyleOptionProgressBar& bar);
void drawScrollBar(QPainter& painter, const QStyleOptionSlider& bar, const QRect& handle);
QRect scrollBarPart(const QStyleOptionSlider& bar, QStyle::SubControl part);
/// The same picture in the colour of text on accent.
QIcon onAccent(const QIcon& icon, const QSize& size, const Theme& theme);
void drawSegmentLabel(QPainter& painter, const QStyleOptionToolButton& button);

} // namespace dumpscope::gui::style
