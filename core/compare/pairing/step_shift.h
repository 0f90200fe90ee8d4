// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing_draft.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace dumpscope::core {

/// Places of the steps of the target with those of the golden that have a number so much higher.
using ShiftedPlaces = std::function<std::vector<PlacePair>(std::int64_t shift)>;

/// Runs that count from another beginning, as passes of a server from 1 or behind a warm-up, have the values
/// of a step under another number. The shift by which all looked-at operators of the same names agree, where
/// by equal numbers most of them clearly do not, by far less, or there are none; nothing where the values do
/// not say so.
[[nodiscard]] std::optional<std::int64_t> findStepShift(
    const ShiftedPlaces& shifted, ValueSketches& sketches);

} // namespace dumpscope::core
