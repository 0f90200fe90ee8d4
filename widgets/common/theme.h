// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

#include <cstdint>

class QWidget;

namespace dumpscope::gui {

/// Every colour the program paints with; names and values of docs/window.md 8.2.
enum class Token : std::uint8_t {
    Base,
    Alternate,
    Window,
    Title,
    Border,
    Separator,
    Selection,
    Hover,
    Text,
    Secondary,
    Dim,
    Accent,
    TextOnAccent,
    Pass,
    Warn,
    Fail,
    Inherited, ///< fails because what it was given does
    NotComparable,
    Target,
    Golden,
    PassFill,
    WarnFill,
    FailFill,
    NotComparableFill,
    TargetFill,
    GoldenFill,
    AxisLine,
    Grid,
    Nan, ///< the same in both themes
};
inline constexpr int kTokens = static_cast<int>(Token::Nan) + 1;

/// One column of the table of colours. There are two, both immutable; thread-safe.
class Theme {
public:
    [[nodiscard]] static const Theme& light();
    [[nodiscard]] static const Theme& dark();
    /// Dark where the palette's window is darker than its text (Qt 6.4 cannot be asked).
    [[nodiscard]] static const Theme& of(const QPalette& palette);
    [[nodiscard]] static const Theme& of(const QWidget* widget);

    [[nodiscard]] QColor color(Token token) const;
    [[nodiscard]] bool isDark() const { return m_dark; }
    /// For QApplication::setPalette: all roles and the disabled group.
    [[nodiscard]] QPalette palette() const;

private:
    explicit Theme(bool dark)
        : m_dark(dark)
    {
    }
    bool m_dark;
};

} // namespace dumpscope::gui
