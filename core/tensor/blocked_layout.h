// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/shape.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace dumpscope::core {

/// One axis of a layout. Index i lies at (i / block) * outerStride + (i % block) * innerStride;
/// an axis without blocks has block >= size.
struct BlockedAxis {
    std::uint64_t size = 1;
    std::uint64_t block = 1;
    std::int64_t outerStride = 0;
    std::int64_t innerStride = 0;

    [[nodiscard]] static BlockedAxis plain(std::uint64_t size, std::int64_t stride)
    {
        return {size, size == 0 ? 1 : size, 0, stride};
    }
    [[nodiscard]] bool isPlain() const { return block >= size; }
    bool operator==(const BlockedAxis&) const = default;
};

/// Channels of a grouped FRACTAL_Z start at (group % period) * step within their blocks
/// (docs/formats/ascend-dump-binary.md 5.2), so two axes depend on each other.
struct GroupCoupling {
    std::size_t groupAxis = 0;
    std::size_t channelAxis = 0;
    std::uint64_t period = 1;
    std::uint64_t step = 0;
};

/// Positions of the elements of an array, as element offsets: every documented device format, plain
/// transposes and strided views have this form, which gives runs of constant distance without a division per
/// element. Immutable; thread-safe.
class BlockedLayout {
public:
    BlockedLayout() = default;
    /// Adjacent axes that continue each other are merged. `axes` are outermost first, at most
    /// kMaxRank + 1 of them.
    BlockedLayout(
        std::vector<BlockedAxis> axes, std::int64_t base, std::optional<GroupCoupling> coupling = {});

    [[nodiscard]] static BlockedLayout dense(std::uint64_t count);

    [[nodiscard]] std::uint64_t count() const { return m_count; }
    [[nodiscard]] const std::vector<BlockedAxis>& axes() const { return m_axes; }
    [[nodiscard]] const std::optional<GroupCoupling>& coupling() const { return m_coupling; }
    [[nodiscard]] std::int64_t base() const { return m_base; }
    /// Whether element i is at offset i.
    [[nodiscard]] bool isIdentity() const;
    /// Offset of one flat index; a few divisions.
    [[nodiscard]] std::uint64_t offsetOf(std::uint64_t index) const;

    struct Run {
        std::uint64_t offset = 0; ///< of the first element
        std::int64_t stride = 0;  ///< from one element to the next
        std::uint64_t count = 0;
    };
    /// Longest run of the indices first, first + step, …, at most `limit` elements.
    [[nodiscard]] Run stridedRun(std::uint64_t first, std::int64_t step, std::uint64_t limit) const;

private:
    [[nodiscard]] std::int64_t contribution(std::size_t axis, std::uint64_t index, std::uint64_t phase) const;

    std::vector<BlockedAxis> m_axes;
    std::int64_t m_base = 0;
    std::optional<GroupCoupling> m_coupling;
    std::uint64_t m_count = 1;
};

/// Goes through a layout in C order of its indices, run by run. The layout must outlive it. Not thread-safe.
class BlockedWalk {
public:
    BlockedWalk(const BlockedLayout& layout, std::uint64_t first);
    /// The next run, at most `limit` (>= 1) elements. Must not be called past the end.
    [[nodiscard]] BlockedLayout::Run next(std::uint64_t limit);

    /// Several whole rows (the last axis) at equal distance. Where neighbouring rows are closer than
    /// neighbouring columns, reading them together uses every cache line once.
    struct Tile {
        std::uint64_t offset = 0; ///< of the first row
        std::uint64_t rows = 0;
        std::int64_t rowStride = 0;
        BlockedAxis columns;
    };
    /// A tile at the current position of at most `limit` elements, if it is faster than runs.
    [[nodiscard]] std::optional<Tile> nextTile(std::uint64_t limit);

private:
    struct Position {
        std::uint64_t index;
        std::uint64_t inBlock;
        std::uint64_t offset; ///< what this axis contributes
    };
    void place(std::size_t axis, std::uint64_t index);
    void step(std::size_t axis);
    void advance(std::size_t axis, std::uint64_t count);
    void carry(std::size_t axis);
    [[nodiscard]] std::uint64_t phaseOf(std::size_t axis) const;

    const BlockedLayout& m_layout;
    /// Only the entries of the layout's axes are ever set: making a walk must stay cheap.
    std::array<Position, kMaxRank + 2> m_positions;
    /// Modulo 2^64, as the contributions of the axes: after the last row of a padded array it may exceed
    /// int64.
    std::uint64_t m_offset = 0;
};

} // namespace dumpscope::core
