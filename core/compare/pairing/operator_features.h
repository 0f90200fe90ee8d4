// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/name_stem.h"
#include "compare/pairing/pairing_draft.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace dumpscope::core {

/// What operators of two sequences are compared by; ids are shared by both sides.
struct OperatorFeatures {
    std::uint32_t stem = 0, type = 0; ///< type 0: unknown
    std::int64_t number = -1;
    std::uint64_t shapes = 0; ///< of all tensors with io and slot
    std::uint64_t types = 0;  ///< element types of all tensors
};

struct PlaceFeatures {
    std::vector<OperatorFeatures> target, golden; ///< by operator
};

[[nodiscard]] PlaceFeatures featuresOf(const PlacePair& place, const NameSpelling& spelling = {});

/// Operators of one stem on both sides, in sequence order.
struct OperatorFamily {
    std::vector<std::uint32_t> target, golden;
};
/// Families that have members without partner on both sides, in the target's order.
[[nodiscard]] std::vector<OperatorFamily> openFamilies(const PlacePair& place, const PlaceFeatures& features);

} // namespace dumpscope::core
