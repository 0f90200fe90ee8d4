// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "tensor/shape.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Fewer positions than this make no rule.
inline constexpr std::uint64_t kFewestOfRule = 3;
/// So many are named one by one where they make no rule.
inline constexpr std::uint64_t kFewPlaces = 4;

/// The indices of an element along all axes; `flat` in C order.
[[nodiscard]] Shape elementPlace(std::uint64_t flat, const Shape& shape);

/// Positions along one axis, or in the flattened tensor.
class AxisPositions {
public:
    explicit AxisPositions(std::uint64_t length)
        : m_length(length)
    {
    }
    /// In any order, but each once.
    void add(std::uint64_t position);
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    [[nodiscard]] bool isAll() const { return m_count == m_length; }
    /// As numpy slices it, if a slice has these and no others: "3", "5:", "2:9", "1::16".
    [[nodiscard]] std::optional<std::string> slice() const;
    /// In ascending order, where they are few.
    [[nodiscard]] std::optional<std::vector<std::uint64_t>> few() const;

private:
    std::vector<std::uint64_t> m_begin; ///< as they were added, one more than few at most
    std::uint64_t m_length;
    std::uint64_t m_count = 0, m_first = 0, m_last = 0, m_step = 0;
};

/// Where the elements lie that were added.
class ElementRegion {
public:
    explicit ElementRegion(const Shape& shape);
    /// Flat, in C order; each once.
    void add(std::uint64_t index);
    [[nodiscard]] std::uint64_t count() const { return m_flat.count(); }
    [[nodiscard]] bool isEverywhere() const { return m_flat.isAll(); }
    /// What tells them from the others; empty where nothing does. `isExact`: every element there is one.
    [[nodiscard]] Message text(bool& isExact) const;
    /// One by one, where they are few: "[3,5], [40,20]". Else empty.
    [[nodiscard]] std::string places() const;

private:
    [[nodiscard]] std::string fewPositions(bool& isExact) const;

    AxisPositions m_flat;
    Shape m_shape;
    std::vector<AxisPositions> m_axes;
    std::vector<std::vector<bool>> m_seen;
};

} // namespace dumpscope::core
