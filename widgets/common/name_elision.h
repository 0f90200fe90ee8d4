// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QFont;
class QFontMetrics;

namespace dumpscope::gui {

/// Operator names, shortened by whole segments (docs/window.md 9): `/` separates segments, `.` in
/// names without `/`. Level 0 is the whole name; 1 keeps the first and the last two segments,
/// 2 the last two, 3 the last one; each keeps the number of the layer, which is what names differ in.
inline constexpr int kElisionLevels = 4;
[[nodiscard]] QString elidedName(const QString& name, int level);

/// `name` whole where it fits `width`, else as many of its last segments as do, behind the layer's number,
/// else the last one cut.
[[nodiscard]] QString elidedName(const QString& name, const QFontMetrics& metrics, int width);
/// The same, remembered by name, font and width. Where no level fits, `end`, which says nothing because all
/// names beside this one have it, goes before anything else is cut.
[[nodiscard]] QString elidedNameCached(
    const QString& name, const QFont& font, int width, const QString& end = {});

/// The last segments that all of several dotted names have, with the dot before them: ".forward". Empty when
/// they have none, and of one name.
[[nodiscard]] QString commonEnd(const QStringList& names);

/// `name` as it is where it fits, else cut in its middle.
[[nodiscard]] QString cutName(const QString& name, const QFontMetrics& metrics, int width);

/// "Functional.linear.1206 … 1237" of "Functional.linear.1206.forward … Functional.linear.1237.forward": what
/// both dotted names begin and end with is there once, or not at all.
[[nodiscard]] QString shortRange(const QString& range);

} // namespace dumpscope::gui
