// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/nearest_word.h"

#include "base/text.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::size_t kLongest = 64; ///< letters that are looked at
constexpr std::size_t kShortestBeginning = 3;

} // namespace

NearestWord::NearestWord(std::string_view typed)
    : m_typed(asciiLower(typed.substr(0, kLongest)))
{
}

void NearestWord::consider(std::string_view known)
{
    const std::string lower = asciiLower(known.substr(0, kLongest));
    const bool isBeginning = m_typed.size() >= kShortestBeginning && lower.starts_with(m_typed);
    const std::size_t distance = isBeginning ? 0 : editDistance(m_typed, lower, kLongest);
    const std::size_t letters = std::max(m_typed.size(), lower.size());
    const bool sharesFirst = !m_typed.empty() && lower.starts_with(m_typed.front());
    if (distance >= m_distance || (sharesFirst ? 2 * distance > letters : 2 * distance >= letters))
        return;
    m_distance = distance;
    m_word = known;
}

} // namespace dumpscope::core
