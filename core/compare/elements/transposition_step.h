// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <span>

namespace dumpscope::core {

// Steps of an alignment that change the order of axes: %1 the letters of the axes they are read as, %2 those
// they have.
inline constexpr Form<2> kTransposedByRule("golden transposed %1<-%2 (pairing rule)");
inline constexpr Form<2> kTransposedByValues("golden transposed %1<-%2 (its values show it)");
inline constexpr Form<2> kTransposedByFormats("golden transposed %1<-%2 (recorded formats)");
inline constexpr Form<2> kTransposedToFit("golden transposed %1<-%2 (the only reading that fits)");
inline constexpr Form<2> kGoldenTransposedByFile("golden transposed %1<-%2 (rule file)");
inline constexpr Form<2> kTargetTransposedByFile("target transposed %1<-%2 (rule file)");
/// %1: one of the steps above that are of the golden.
inline constexpr Form<1> kDoneOnTarget("%1, done on the target");

/// A clause of which side was read transposed and how, for headlines: "golden is read transposed, NHWC as
/// NCHW"; empty where no step says so.
[[nodiscard]] Message transpositionText(std::span<const Message> steps);

} // namespace dumpscope::core
