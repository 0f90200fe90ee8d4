// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// The known word that a mistyped one means, for "did you mean": the first that begins with it, else the one
/// with the fewest other letters: at most half, fewer where the first is another one. Letter case does not
/// count.
class NearestWord {
public:
    explicit NearestWord(std::string_view typed);
    void consider(std::string_view known);                         ///< borrowed
    [[nodiscard]] std::string_view word() const { return m_word; } ///< empty: none is near

private:
    std::string m_typed; ///< lower case
    std::string_view m_word;
    std::size_t m_distance = std::numeric_limits<std::size_t>::max();
};

} // namespace dumpscope::core
