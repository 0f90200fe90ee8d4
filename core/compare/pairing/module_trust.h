// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/name_trust.h"

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// Operators that stand in different modules, where each side could pair them with one of the other's module.
/// Modules are what files say (construct.json, scopes in names). They may be called otherwise on the two
/// sides: only those that both sides have speak against a pair.
class ModuleTrust {
public:
    explicit ModuleTrust(const PlaceFeatures& features);

    /// Whether the two were called in different modules although an operator of their stem is in the same.
    [[nodiscard]] bool areApart(std::uint32_t target, std::uint32_t golden) const;
    /// Of namesakes: whether one is apart while others are not and its better partner has none.
    [[nodiscard]] bool contradicts(const OperatorFamily& family, std::span<const NamedMatch> matches) const;

private:
    /// Of a stem and a module.
    static std::uint64_t keyOf(std::uint32_t stem, std::uint32_t module)
    {
        return std::uint64_t {stem} << 32U | module;
    }
    [[nodiscard]] bool isSameModule(const NamedMatch& match) const;

    const PlaceFeatures& m_features;
    std::unordered_set<std::uint64_t> m_target, m_golden;
};

/// The order of operators that are pairs already or that both sides call equally often with the same shapes:
/// what is called more often on one side cannot be paired with what runs on the other side of several of
/// these.
class TrustedOrder {
public:
    TrustedOrder(const PlacePair& place, const PlaceFeatures& features, const OpenFamilies& families)
        : m_place(place)
        , m_features(features)
        , m_families(families)
    {
    }

    /// Of a family with another number of members on either side.
    [[nodiscard]] bool contradicts(std::span<const NamedMatch> matches);

private:
    void collect();

    const PlacePair& m_place;
    const PlaceFeatures& m_features;
    const OpenFamilies& m_families;
    std::optional<std::vector<std::pair<std::uint32_t, std::uint32_t>>>
        m_anchors; ///< ascending on both sides
};

} // namespace dumpscope::core
