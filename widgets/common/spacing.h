// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMargins>

#include <cstdint>

class QAbstractItemView;

namespace dumpscope::gui {

// Sizes of docs/window.md 8.1. They are given at a font of 13 px and follow the font of the
// application. GUI thread.

/// Spacing of everything; the only distances used.
inline constexpr int kTiny = 2, kSmall = 4, kMedium = 6, kLarge = 8, kWide = 12, kVast = 16, kHuge = 24;

/// `px` of the design at the font in use.
[[nodiscard]] int scaled(int px);
[[nodiscard]] QMargins scaledMargins(int left, int top, int right, int bottom);

enum class Density : std::uint8_t { Comfortable, Normal, Compact };
void setDensity(Density density);
[[nodiscard]] Density density();
/// Height of the rows of every table and tree: 26, 22 or 19 px at 13 px.
[[nodiscard]] int rowHeight();
/// Gives the rows of a table or tree that height; AppStyle does so for every new one.
void applyRowHeight(QAbstractItemView& view);
/// Of the levels of a tree that is `width` wide; names of deep trees need the room.
[[nodiscard]] int treeIndentation(int width);

} // namespace dumpscope::gui
