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

/// Pairs of the steps of the target with those of the golden that have a number so much higher.
using ShiftedPairs = std::function<Result<std::vector<TensorPair>>(std::int64_t shift)>;

/// The same by pairs, for sides that call their operators otherwise: names tell nothing of the steps.
/// `unshifted` are the pairs of equal numbers. Errors: those of `shifted`.
[[nodiscard]] Result<std::optional<std::int64_t>> findStepShift(const std::vector<TensorPair>& unshifted,
    const ShiftedPairs& shifted, const DumpIndex& target, ValueSketches& sketches);

} // namespace dumpscope::core
