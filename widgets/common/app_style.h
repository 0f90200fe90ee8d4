// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QProxyStyle>

class QAbstractButton;
class QLayout;

namespace dumpscope::gui {

enum class ThemeChoice : std::uint8_t { System, Light, Dark };

/// Sets style and palette of the application. System follows the palette the desktop gave at start.
/// Applies at once to everything shown. GUI thread.
void applyTheme(ThemeChoice choice);

/// A button of the segmented switch of arrangements: buttons in a row without gaps, the checked one
/// filled with the accent.
void markAsSegment(QAbstractButton& button);
/// The one accent-filled button of a window.
void markAsPrimary(QAbstractButton& button);
/// The row of a form with what it is for: that button, primary, at the right.
[[nodiscard]] QLayout* primaryRow(QAbstractButton& button);

/// Fusion in the flat dress of docs/window.md 8.2: tabs, dock titles, headers, fields, buttons, scroll
/// bars and focus rings. Colours come from the palette's Theme, sizes from the font.
class AppStyle : public QProxyStyle {
    Q_OBJECT
public:
    AppStyle();
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget) const override;
    [[nodiscard]] QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option,
        SubControl part, const QWidget* widget) const override;
    [[nodiscard]] QRect subElementRect(
        SubElement element, const QStyleOption* option, const QWidget* widget) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
        const QWidget* widget) const override;
    [[nodiscard]] int pixelMetric(
        PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
        QStyleHintReturn* data) const override;
    [[nodiscard]] QIcon standardIcon(
        StandardPixmap standard, const QStyleOption* option, const QWidget* widget) const override;
    void polish(QWidget* widget) override;
    using QProxyStyle::polish;
};

} // namespace dumpscope::gui
