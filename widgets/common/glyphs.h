// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>

#include <cstdint>

class QPainter;

namespace dumpscope::gui {

class Theme;

/// What a tensor, operator or pair is in; shapes of docs/window.md 8.3. The shape tells, the
/// colour repeats it.
enum class State : std::uint8_t {
    None, ///< nothing is painted
    Pass,
    Warn,
    Fail,
    FailInside,
    FirstDivergence,
    BornHere, ///< the first NaN or infinity
    NotComparable,
    Unpaired,
    Running,
    TargetSide,
    GoldenSide,
};

/// What fails by itself, not by what it was given.
[[nodiscard]] constexpr bool isOwnFailure(State state)
{
    return state == State::Fail || state == State::FirstDivergence || state == State::BornHere;
}

/// Paints the glyph of `state` into the square at `rect`; crisp from 12 px.
void paintStateGlyph(QPainter& painter, State state, const QRectF& rect, const Theme& theme);
/// The word of a state in the language of the window ("fails inside").
[[nodiscard]] QString stateWord(State state);

enum class NonFinite : std::uint8_t { Nan, PosInf, NegInf, Padding };

/// Fills `rect` (device independent pixels) with colour and pattern of docs/window.md 8.4; plain
/// colour below 7 px. `strength` below 1 tints a table cell instead of filling it.
void paintNonFinite(
    QPainter& painter, const QRectF& rect, NonFinite kind, const Theme& theme, qreal strength = 1.0);

} // namespace dumpscope::gui
