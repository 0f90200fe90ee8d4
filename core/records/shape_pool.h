// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/strong_id.h"

#include <cstdint>
#include <span>
#include <vector>

namespace dumpscope::core {

/// Each distinct shape once. Interning is not thread-safe; const access is.
class ShapePool {
public:
    ShapeId intern(std::span<const std::int64_t> shape);
    /// Valid until the next intern; empty for invalid ids (check the id first: 0-d is empty, too).
    [[nodiscard]] std::span<const std::int64_t> shape(ShapeId id) const;
    [[nodiscard]] std::size_t size() const { return m_offsets.size() - 1; }
    [[nodiscard]] std::uint64_t memoryBytes() const; ///< bytes of memory

    /// Its stored form (io/stored_fields.h).
    template<typename Fields, typename Pool> static void describe(Fields& fields, Pool& pool)
    {
        fields(pool.m_dims, pool.m_offsets, pool.m_slots);
        fields.require(pool.isSound());
    }

private:
    [[nodiscard]] bool isSound() const; ///< after it was read from bytes that nobody vouches for

    std::vector<std::int64_t> m_dims;
    std::vector<std::uint64_t> m_offsets {0}; ///< size() + 1 entries
    std::vector<std::uint64_t> m_slots;       ///< an InterningTable
};

} // namespace dumpscope::core
