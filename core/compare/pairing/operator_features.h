// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/name_stem.h"
#include "compare/pairing/pairing_draft.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace dumpscope::core {

/// What operators of two sequences are compared by; `stem` and `type` are ids of one pool for both sides.
struct OperatorFeatures {
    std::uint32_t stem = 0, type = 0; ///< type 0: unknown
    std::uint32_t scope = 0;          ///< the module that runs it as files say; 0: unknown
    std::int64_t number = -1;
    std::uint64_t shapes = 0; ///< hash of shapes, io and slots of all tensors
    std::uint64_t types = 0;  ///< hash of their element types, io and slots
};

struct PlaceFeatures {
    std::vector<OperatorFeatures> target, golden; ///< by operator
};

/// Of all operators. Cached in the place when `spelling` is empty: several rules use them.
[[nodiscard]] std::shared_ptr<const PlaceFeatures> featuresOf(
    const PlacePair& place, const NameSpelling& spelling);
/// Of those with tensors that have no partner; the others stay empty.
[[nodiscard]] std::shared_ptr<const PlaceFeatures> openFeaturesOf(
    const PlacePair& place, const NameSpelling& spelling);

/// Operators of one stem on both sides, in sequence order.
struct OperatorFamily {
    std::span<const std::uint32_t> target, golden;
};

/// Families that have members without partner on both sides, in the target's order.
class OpenFamilies {
public:
    OpenFamilies(const PlacePair& place, const PlaceFeatures& features);
    OpenFamilies(const OpenFamilies&) = delete;
    OpenFamilies& operator=(const OpenFamilies&) = delete;
    ~OpenFamilies() = default;

    [[nodiscard]] bool empty() const { return m_families.empty(); }
    [[nodiscard]] auto begin() const { return m_families.begin(); }
    [[nodiscard]] auto end() const { return m_families.end(); }

private:
    std::vector<std::uint32_t> m_targets, m_goldens; ///< family by family
    std::vector<OperatorFamily> m_families;
};

} // namespace dumpscope::core
