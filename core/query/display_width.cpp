// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/display_width.h"

#include <algorithm>
#include <iterator>

namespace dumpscope::core {

namespace {

struct CodeRange {
    char32_t first, last;
};

/// Blocks that hold wide characters only (East Asian Width W and F of Unicode 14), and the wide ones
/// of mixed blocks.
constexpr CodeRange kWide[] = {{0x1100, 0x115F}, {0x231A, 0x231B}, {0x2329, 0x232A}, {0x23E9, 0x23EC},
    {0x23F0, 0x23F0}, {0x23F3, 0x23F3}, {0x25FD, 0x25FE}, {0x2614, 0x2615}, {0x2648, 0x2653},
    {0x267F, 0x267F}, {0x2693, 0x2693}, {0x26A1, 0x26A1}, {0x26AA, 0x26AB}, {0x26BD, 0x26BE},
    {0x26C4, 0x26C5}, {0x26CE, 0x26CE}, {0x26D4, 0x26D4}, {0x26EA, 0x26EA}, {0x26F2, 0x26F3},
    {0x26F5, 0x26F5}, {0x26FA, 0x26FA}, {0x26FD, 0x26FD}, {0x2705, 0x2705}, {0x270A, 0x270B},
    {0x2728, 0x2728}, {0x274C, 0x274C}, {0x274E, 0x274E}, {0x2753, 0x2755}, {0x2757, 0x2757},
    {0x2795, 0x2797}, {0x27B0, 0x27B0}, {0x27BF, 0x27BF}, {0x2B1B, 0x2B1C}, {0x2B50, 0x2B50},
    {0x2B55, 0x2B55}, {0x2E80, 0x303E}, {0x3041, 0x3247}, {0x3250, 0x4DBF}, {0x4E00, 0xA4CF},
    {0xA960, 0xA97C}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE10, 0xFE19}, {0xFE30, 0xFE6B},
    {0xFF01, 0xFF60}, {0xFFE0, 0xFFE6}, {0x16FE0, 0x1B2FF}, {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF},
    {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F335}, {0x1F337, 0x1F37C},
    {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3}, {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4},
    {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E},
    {0x1F550, 0x1F567}, {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F},
    {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6D7}, {0x1F6DD, 0x1F6DF},
    {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7F0}, {0x1F90C, 0x1F93A}, {0x1F93C, 0x1F945},
    {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAFF}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD}};

/// Combining marks and invisible characters that are likely in names.
constexpr CodeRange kZero[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x064B, 0x065F},
    {0x1AB0, 0x1ACE}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2064},
    {0x20D0, 0x20F0}, {0x302A, 0x302D}, {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
    {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF}};

template<std::size_t kSize> bool isIn(const CodeRange (&ranges)[kSize], char32_t code)
{
    const auto* range = std::lower_bound(std::begin(ranges), std::end(ranges), code,
        [](const CodeRange& candidate, char32_t wanted) { return candidate.last < wanted; });
    return range != std::end(ranges) && range->first <= code;
}

struct Character {
    std::size_t bytes = 1;
    std::size_t width = 1;
};

Character characterAt(std::string_view text, std::size_t position)
{
    const auto first = static_cast<unsigned char>(text[position]);
    const std::size_t bytes = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1;
    if (bytes == 1 || text.size() - position < bytes)
        return {};
    char32_t code = first & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        const auto next = static_cast<unsigned char>(text[position + i]);
        if ((next & 0xC0U) != 0x80U)
            return {};
        code = code << 6U | (next & 0x3FU);
    }
    if (isIn(kZero, code))
        return {bytes, 0};
    return {bytes, isIn(kWide, code) ? std::size_t {2} : std::size_t {1}};
}

} // namespace

std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    for (std::size_t position = 0; position < text.size();) {
        const Character character = characterAt(text, position);
        position += character.bytes;
        width += character.width;
    }
    return width;
}

std::string shortenedInMiddle(std::string_view text, std::size_t width)
{
    const std::size_t whole = displayWidth(text);
    if (whole <= width)
        return std::string(text);
    const std::size_t room = std::max<std::size_t>(width, 1) - 1;
    const std::size_t headRoom = room / 3;
    std::size_t position = 0;
    std::size_t used = 0;
    std::string out;
    for (; position < text.size();) {
        const Character character = characterAt(text, position);
        if (used + character.width > headRoom)
            break;
        used += character.width;
        position += character.bytes;
    }
    out.append(text.substr(0, position)).append("…");
    std::size_t left = whole - used;
    while (left > room - used || (position < text.size() && characterAt(text, position).width == 0)) {
        const Character character = characterAt(text, position);
        left -= character.width;
        position += character.bytes;
    }
    return out.append(text.substr(position));
}

} // namespace dumpscope::core
