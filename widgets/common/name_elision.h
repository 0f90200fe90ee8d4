// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QFont;
class QFontMetrics;

namespace dumpscope::gui {

/// Operator names, shortened by whole segments (docs/window.md 9): `/` separates segments, `.` in
/// names without `/`. Level 0 is the whole name; 1 keeps the first and the last two segments,
/// 2 the last two, 3 the last one; each keeps the number of the layer, which is what names differ in.
inline constexpr int kElisionLevels = 4;
[[nodiscard]] QString elidedName(const QString& name, int level);

/// `elidedName` at the lowest level that fits `width`, else the last segment cut, behind the layer's number.
[[nodiscard]] QString elidedName(const QString& name, const QFontMetrics& metrics, int width);
/// The same, remembered by name, font and width.
[[nodiscard]] QString elidedNameCached(const QString& name, const QFont& font, int width);

/// `name` as it is where it fits, else cut in its middle.
[[nodiscard]] QString cutName(const QString& name, const QFontMetrics& metrics, int width);

/// Lowest level at which `longest` fits, so that all rows of a column use one.
[[nodiscard]] int elisionLevel(const QString& longest, const QFontMetrics& metrics, int width);

} // namespace dumpscope::gui
