// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QRectF>
#include <QString>

#include <cstdint>

class QPainter;

namespace dumpscope::gui {

/// What a tensor, operator or pair is in; shapes of docs/window.md 8.3. The shape tells, the
/// colour repeats it.
enum class State : std::uint8_t {
    None, ///< nothing is painted
    Pass,
    Warn,
    Fail,
    FailInside,
    Inherited, ///< fails because what it was given does
    FirstDivergence,
    DivergenceInside,
    BornHere, ///< the first NaN or infinity
    BornInside,
    NotComparable,
    Unpaired,
    AfterStep, ///< was written after the step, so that it is no cause of what the step gave
    Running,
    TargetSide,
    GoldenSide,
};

/// What fails by itself, not by what it was given.
[[nodiscard]] constexpr bool isOwnFailure(State state)
{
    return state == State::Fail || state == State::FirstDivergence || state == State::BornHere;
}

/// What such a thing fails by is inside of it.
[[nodiscard]] constexpr bool holdsFailure(State state)
{
    return state == State::FailInside || state == State::DivergenceInside || state == State::BornInside;
}

/// What a scope says of something inside that is in `state`: a filled mark stands on the thing itself only.
[[nodiscard]] constexpr State stateAround(State state)
{
    return state == State::FirstDivergence ? State::DivergenceInside
        : state == State::BornHere         ? State::BornInside
        : state == State::Fail             ? State::FailInside
                                           : state;
}

/// Of two states the one that must not be overlooked.
[[nodiscard]] State worseOf(State a, State b);

/// Paints the glyph of `state` into the square at `rect`; crisp from 12 px.
void paintStateGlyph(QPainter& painter, State state, const QRectF& rect, const Theme& theme);
[[nodiscard]] Token stateToken(State state);
/// The word of a state in the language of the window ("fails inside").
[[nodiscard]] QString stateWord(State state);

enum class NonFinite : std::uint8_t { Nan, PosInf, NegInf, Padding };

/// Fills `rect` (device independent pixels) with colour and pattern of docs/window.md 8.4; plain
/// colour below 7 px. `strength` below 1 tints a table cell instead of filling it.
void paintNonFinite(
    QPainter& painter, const QRectF& rect, NonFinite kind, const Theme& theme, qreal strength = 1.0);

} // namespace dumpscope::gui
