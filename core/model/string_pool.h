// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/strong_id.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Each distinct text once, in one block of memory. Id 0 is the empty text. Not thread-safe while
/// interning; const access is.
class StringPool {
public:
    StringPool();
    StringId intern(std::string_view text);                   ///< invalid when 2^32 - 2 texts are there
    [[nodiscard]] StringId find(std::string_view text) const; ///< invalid when absent
    [[nodiscard]] std::string_view text(
        StringId id) const; ///< valid until the next intern or shrink; "" for invalid ids
    [[nodiscard]] std::size_t size() const { return m_offsets.size() - 1; }
    [[nodiscard]] std::uint64_t memoryBytes() const;
    void shrink(); ///< drops the lookup slack; interning stays possible

private:
    void rehash(std::size_t slots);

    std::vector<char> m_text;
    std::vector<std::uint64_t> m_offsets; ///< size() + 1 entries
    std::vector<std::uint32_t> m_slots;   ///< open addressing; id + 1, 0 = free
};

} // namespace dumpscope::core
