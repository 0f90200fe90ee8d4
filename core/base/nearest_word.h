// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// The known word closest to a mistyped one, for "did you mean": the first that begins with it (3 letters or
/// more), else the one with the smallest edit distance: at most half of the longer word, less than half where
/// the first letters differ. Ignores ASCII case.
class NearestWord {
public:
    explicit NearestWord(std::string_view typed);
    void consider(std::string_view known);                         ///< must outlive this
    [[nodiscard]] std::string_view word() const { return m_word; } ///< empty: none is near

private:
    std::string m_typed; ///< lower case
    std::string_view m_word;
    std::size_t m_distance = std::numeric_limits<std::size_t>::max();
};

} // namespace dumpscope::core
