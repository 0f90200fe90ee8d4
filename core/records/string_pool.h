// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/strong_id.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Each distinct text once, in one block of memory. Id 0 is the empty text. Interning is not thread-safe;
/// const access is.
class StringPool {
public:
    StringPool();
    StringId intern(std::string_view text) { return intern(text, hashOf(text)); }
    /// With a known hash of the text; invalid when the pool has 2^32 - 2 texts.
    StringId intern(std::string_view text, std::size_t hash);
    [[nodiscard]] StringId find(std::string_view text) const; ///< invalid when absent
    /// Valid until the next intern or shrink; "" for invalid ids.
    [[nodiscard]] std::string_view text(StringId id) const;
    [[nodiscard]] std::size_t size() const { return m_offsets.size() - 1; }
    [[nodiscard]] std::uint64_t memoryBytes() const;
    void shrink(); ///< frees unused memory; interning stays possible

    [[nodiscard]] static std::size_t hashOf(std::string_view text);
    /// Reserves memory for this number of texts and bytes in all, so that filling does not move them.
    void reserve(std::size_t texts, std::size_t bytes);
    /// Prefetches the memory that `intern` of a text with this hash will read; for loops that know the next
    /// texts.
    void prefetch(std::size_t hash) const;

private:
    [[nodiscard]] std::size_t findSlot(std::string_view text, std::size_t hash) const;
    void appendText(std::string_view text);

    std::vector<char> m_text;
    std::vector<std::uint64_t> m_offsets; ///< size() + 1 entries
    std::vector<std::uint64_t> m_slots;   ///< an InterningTable
};

} // namespace dumpscope::core
