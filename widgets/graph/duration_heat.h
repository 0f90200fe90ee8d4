// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "graph/shown_graph.h"

namespace dumpscope::gui {

/// Smallest share of the total duration with a colour of its own.
inline constexpr double kLeastHeatShare = 1e-4;

/// Where a share of the total duration stands on the ramp, 0..1: four decades, 0.01 % to all of it. Scopes
/// and nodes share the ramp, so that folding changes no colour.
[[nodiscard]] double heatPosition(double share);
/// Of one hue, from the panel's own lightness away.
[[nodiscard]] QColor heatFill(double position, const Theme& theme);
/// What is legible on `fill`: black or white, at least 4.5 to 1.
[[nodiscard]] QColor inkOn(const QColor& fill);

/// Microseconds of a node, or of what is timed in a scope; none where nothing is.
[[nodiscard]] std::optional<double> durationOf(const ShownGraph& shown, const ShownGraph::Item& item);
/// "12.5 µs"; with a sum sign where several runs of the operator are added up.
[[nodiscard]] QString durationText(const core::OperatorTime& time);
/// "31.2 %".
[[nodiscard]] QString shareText(double share);
/// "12.5 µs, 31.2 % of what is timed in this graph", and how much of a scope that is; empty where nothing is
/// timed.
[[nodiscard]] QString durationWords(const ShownGraph& shown, const ShownGraph::Item& item);

} // namespace dumpscope::gui
