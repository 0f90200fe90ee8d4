// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>

namespace dumpscope::core {

/// An index that does not mix with other indices. Default-constructed ids are invalid.
template<typename Tag> class StrongId {
public:
    static constexpr std::uint32_t kInvalid = std::numeric_limits<std::uint32_t>::max();

    constexpr StrongId() = default;
    constexpr explicit StrongId(std::uint32_t value)
        : m_value(value)
    {
    }
    constexpr explicit StrongId(std::size_t value)
        : m_value(static_cast<std::uint32_t>(value))
    {
    }
    [[nodiscard]] constexpr std::uint32_t value() const { return m_value; }
    [[nodiscard]] constexpr bool isValid() const { return m_value != kInvalid; }
    friend constexpr auto operator<=>(StrongId, StrongId) = default;

private:
    std::uint32_t m_value = kInvalid;
};

using TensorId = StrongId<struct TensorTag>;   ///< row of a DumpIndex
using FileId = StrongId<struct FileTag>;       ///< file of a DumpIndex
using FolderId = StrongId<struct FolderTag>;   ///< directory of a DumpIndex
using StringId = StrongId<struct StringTag>;   ///< text of a StringPool
using MessageId = StrongId<struct MessageTag>; ///< message of a MessagePool
using ShapeId = StrongId<struct ShapeTag>;     ///< shape of a ShapePool
using NodeId = StrongId<struct NodeTag>;       ///< node of a Graph

} // namespace dumpscope::core

template<typename Tag> struct std::hash<dumpscope::core::StrongId<Tag>> {
    std::size_t operator()(dumpscope::core::StrongId<Tag> id) const noexcept
    {
        return std::hash<std::uint32_t> {}(id.value());
    }
};
