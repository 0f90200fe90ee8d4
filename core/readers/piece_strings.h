// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Texts of one piece of a file, numbered in the order of their first appearance; 0 is the empty
/// text. Views point into the file's text where possible.
class PieceStrings {
public:
    PieceStrings();
    std::uint32_t intern(std::string_view text); ///< `text` stays valid as long as the file's text
    std::uint32_t internOwned(std::string text);
    /// For texts that rarely repeat: always a new number, which is cheaper than a look-up.
    std::uint32_t append(std::string_view text);
    [[nodiscard]] const std::vector<std::string_view>& texts() const { return m_texts; }
    /// StringPool::hashOf of each text.
    [[nodiscard]] const std::vector<std::size_t>& hashes() const { return m_hashes; }

private:
    std::uint32_t insert(std::string_view text, std::size_t hash, std::size_t place);
    [[nodiscard]] std::size_t findPlace(std::string_view text, std::size_t hash) const;
    void grow();

    std::vector<std::string_view> m_texts;
    std::vector<std::size_t> m_hashes;
    std::vector<std::uint32_t> m_places; ///< open addressing; number + 1, 0 = free
    std::size_t m_placed = 0;
    std::deque<std::string> m_owned;
};

} // namespace dumpscope::core
