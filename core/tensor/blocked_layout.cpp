// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/blocked_layout.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace dumpscope::core {

namespace {

/// Whether stepping `outer` continues where `inner` ends, so both are one longer axis.
bool continues(const BlockedAxis& outer, const BlockedAxis& inner)
{
    return outer.isPlain() && inner.isPlain()
        && outer.innerStride == inner.innerStride * static_cast<std::int64_t>(inner.size);
}

/// Modulo 2^64, so a step behind the end is no undefined one.
std::uint64_t length(std::uint64_t steps, std::int64_t stride)
{
    return steps * static_cast<std::uint64_t>(stride);
}

std::vector<BlockedAxis> merged(const std::vector<BlockedAxis>& axes)
{
    std::vector<BlockedAxis> result;
    for (const BlockedAxis& axis : axes) {
        if (axis.size == 1)
            continue;
        if (!result.empty() && continues(result.back(), axis)) {
            result.back() = BlockedAxis::plain(result.back().size * axis.size, axis.innerStride);
            continue;
        }
        result.push_back(axis);
    }
    if (result.empty())
        result.push_back(BlockedAxis::plain(1, 1));
    return result;
}

} // namespace

BlockedLayout::BlockedLayout(
    std::vector<BlockedAxis> axes, std::int64_t base, std::optional<GroupCoupling> coupling)
    : m_axes(std::move(axes))
    , m_base(base)
    , m_coupling(coupling)
{
    for (const BlockedAxis& axis : m_axes)
        m_count *= axis.size;
    // The coupling names axes by position, so they stay as they are.
    if (!m_coupling && m_count > 0)
        m_axes = merged(m_axes);
}

BlockedLayout BlockedLayout::dense(std::uint64_t count)
{
    return BlockedLayout({BlockedAxis::plain(count, 1)}, 0);
}

bool BlockedLayout::isIdentity() const
{
    return m_count == 0
        || (m_base == 0 && m_axes.size() == 1 && m_axes[0].isPlain() && m_axes[0].innerStride == 1);
}

std::int64_t BlockedLayout::contribution(std::size_t axis, std::uint64_t index, std::uint64_t phase) const
{
    const BlockedAxis& a = m_axes[axis];
    const std::uint64_t at = index + phase;
    return static_cast<std::int64_t>(at / a.block) * a.outerStride
        + static_cast<std::int64_t>(at % a.block) * a.innerStride;
}

std::uint64_t BlockedLayout::offsetOf(std::uint64_t index) const
{
    std::int64_t offset = m_base;
    std::uint64_t group = 0;
    std::uint64_t channel = 0;
    for (std::size_t i = m_axes.size(); i-- > 0;) {
        const std::uint64_t size = m_axes[i].size;
        const std::uint64_t at = i == 0 ? index : index % size;
        index /= size;
        if (m_coupling && i == m_coupling->groupAxis)
            group = at;
        if (m_coupling && i == m_coupling->channelAxis)
            channel = at;
        else
            offset += contribution(i, at, 0);
    }
    if (m_coupling)
        offset += contribution(
            m_coupling->channelAxis, channel, (group % m_coupling->period) * m_coupling->step);
    return static_cast<std::uint64_t>(offset);
}

BlockedLayout::Run BlockedLayout::stridedRun(
    std::uint64_t first, std::int64_t step, std::uint64_t limit) const
{
    Run run {offsetOf(first), 0, 1};
    if (m_coupling || step == 0)
        return run;
    const std::uint64_t distance
        = step < 0 ? 0 - static_cast<std::uint64_t>(step) : static_cast<std::uint64_t>(step);
    // The outermost axis whose single steps still divide the distance carries the run.
    std::uint64_t inner = 1;
    std::size_t axis = m_axes.size() - 1;
    while (axis > 0 && distance >= inner * m_axes[axis].size) {
        inner *= m_axes[axis].size;
        --axis;
    }
    const BlockedAxis& a = m_axes[axis];
    if (distance % inner != 0)
        return run;
    const std::uint64_t hop = distance / inner;
    const std::uint64_t at = (first / inner) % a.size;
    const std::uint64_t inBlock = at % a.block;
    const std::uint64_t blockEnd = std::min(a.block - inBlock, a.size - at) - 1;
    const std::uint64_t room = step > 0 ? blockEnd : inBlock;
    run.count = std::min(limit, room / hop + 1);
    run.stride = static_cast<std::int64_t>(hop) * a.innerStride * (step > 0 ? 1 : -1);
    return run;
}

BlockedWalk::BlockedWalk(const BlockedLayout& layout, std::uint64_t first)
    : m_layout(layout)
    , m_offset(static_cast<std::uint64_t>(layout.base()))
{
    const auto& axes = layout.axes();
    for (std::size_t i = axes.size(); i-- > 0;) {
        const std::uint64_t size
            = std::max<std::uint64_t>(axes[i].size, 1); // an empty array has no positions
        m_positions[i] = {i == 0 ? first : first % size, 0, 0};
        first /= size;
    }
    for (std::size_t i = 0; i < axes.size(); ++i)
        place(i, m_positions[i].index);
}

std::uint64_t BlockedWalk::phaseOf(std::size_t axis) const
{
    const auto& coupling = m_layout.coupling();
    if (!coupling || axis != coupling->channelAxis)
        return 0;
    return (m_positions[coupling->groupAxis].index % coupling->period) * coupling->step;
}

void BlockedWalk::place(std::size_t axis, std::uint64_t index)
{
    const BlockedAxis& a = m_layout.axes()[axis];
    Position& position = m_positions[axis];
    const std::uint64_t at = index + phaseOf(axis);
    const std::uint64_t block = at / a.block;
    m_offset -= position.offset;
    position.index = index;
    position.inBlock = at - block * a.block;
    position.offset = length(block, a.outerStride) + length(position.inBlock, a.innerStride);
    m_offset += position.offset;
}

void BlockedWalk::step(std::size_t axis)
{
    advance(axis, 1);
}

/// Goes on by `count` indices, at most to the end of the block.
void BlockedWalk::advance(std::size_t axis, std::uint64_t count)
{
    const BlockedAxis& a = m_layout.axes()[axis];
    Position& position = m_positions[axis];
    position.index += count;
    position.inBlock += count;
    std::uint64_t change = length(count, a.innerStride);
    if (position.inBlock == a.block) {
        position.inBlock = 0;
        change += static_cast<std::uint64_t>(a.outerStride) - length(a.block, a.innerStride);
    }
    position.offset += change;
    m_offset += change;
}

/// Resets every axis that reached its end, from `axis` outwards.
void BlockedWalk::carry(std::size_t axis)
{
    const auto& axes = m_layout.axes();
    while (axis > 0 && m_positions[axis].index == axes[axis].size) {
        place(axis, 0);
        --axis;
        step(axis);
    }
    if (const auto& coupling = m_layout.coupling(); coupling && m_positions[0].index < axes[0].size)
        place(coupling->channelAxis, m_positions[coupling->channelAxis].index);
}

BlockedLayout::Run BlockedWalk::next(std::uint64_t limit)
{
    const std::size_t last = m_layout.axes().size() - 1;
    const BlockedAxis& a = m_layout.axes()[last];
    const Position& position = m_positions[last];
    const std::uint64_t inBlock = std::min(a.block - position.inBlock, a.size - position.index);
    const BlockedLayout::Run run {m_offset, a.innerStride, std::min(limit, inBlock)};
    advance(last, run.count);
    if (position.index == a.size)
        carry(last);
    return run;
}

std::optional<BlockedWalk::Tile> BlockedWalk::nextTile(std::uint64_t limit)
{
    const auto& axes = m_layout.axes();
    if (axes.size() < 2 || m_layout.coupling())
        return std::nullopt;
    const std::size_t row = axes.size() - 2;
    const BlockedAxis& rows = axes[row];
    const BlockedAxis& columns = axes[row + 1];
    const std::int64_t farthest
        = std::max(std::abs(columns.innerStride), columns.isPlain() ? 0 : std::abs(columns.outerStride));
    if (m_positions[row + 1].index != 0 || std::abs(rows.innerStride) >= farthest)
        return std::nullopt;
    const Position& position = m_positions[row];
    const std::uint64_t count
        = std::min({limit / columns.size, rows.block - position.inBlock, rows.size - position.index});
    if (count < 2)
        return std::nullopt;
    const Tile tile {m_offset, count, rows.innerStride, columns};
    advance(row, count);
    carry(row);
    return tile;
}

} // namespace dumpscope::core
