// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::size_t kNumberBuffer = 64;

template<typename T> void appendChars(std::string& out, T value)
{
    std::array<char, kNumberBuffer> buffer; // NOLINT: filled by to_chars
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    if (error == std::errc {})
        out.append(buffer.data(), end);
}

/// `integerLimit`: below it integral values are written digit by digit; above, such digits would
/// pretend to a precision the type does not have.
template<typename T> void appendFloating(std::string& out, T value, T integerLimit)
{
    if (std::isnan(value)) {
        out += "NaN";
    } else if (std::isinf(value)) {
        out += std::signbit(value) ? "-Infinity" : "Infinity";
    } else if (value != 0 && std::abs(value) < integerLimit && value == std::trunc(value)) {
        appendChars(out, static_cast<std::int64_t>(value));
    } else {
        appendChars(out, value);
    }
}

template<typename T> std::optional<T> parseWhole(std::string_view text)
{
    T value {};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc {} || stop != end)
        return std::nullopt;
    return value;
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

int hexDigit(char c)
{
    if (isDigit(c))
        return c - '0';
    const char folded = lower(c);
    return folded >= 'a' && folded <= 'f' ? folded - 'a' + 10 : -1;
}

unsigned char byteAt(std::string_view text, std::size_t position)
{
    return static_cast<unsigned char>(text[position]);
}

/// Bytes of the UTF-8 sequence at `position`, 0 if it is not a valid one (Unicode 15, table 3-7).
std::size_t sequenceLength(std::string_view text, std::size_t position)
{
    const unsigned char first = byteAt(text, position);
    if (first < 0x80)
        return 1;
    std::size_t length = 0;
    unsigned char low = 0x80;
    unsigned char high = 0xBF;
    if (first >= 0xC2 && first <= 0xDF) {
        length = 2;
    } else if (first >= 0xE0 && first <= 0xEF) {
        length = 3;
        low = first == 0xE0 ? 0xA0 : low;
        high = first == 0xED ? 0x9F : high; // no surrogates
    } else if (first >= 0xF0 && first <= 0xF4) {
        length = 4;
        low = first == 0xF0 ? 0x90 : low;
        high = first == 0xF4 ? 0x8F : high; // nothing above U+10FFFF
    }
    if (length == 0 || text.size() - position < length)
        return 0;
    if (byteAt(text, position + 1) < low || byteAt(text, position + 1) > high)
        return 0;
    for (std::size_t i = 2; i < length; ++i) {
        if ((byteAt(text, position + i) & 0xC0U) != 0x80U)
            return 0;
    }
    return length;
}

void appendPercent(std::string& out, unsigned char byte)
{
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    out += '%';
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
}

/// End of the run of digits that starts at `begin`.
std::size_t digitsEnd(std::string_view text, std::size_t begin)
{
    while (begin < text.size() && isDigit(text[begin]))
        ++begin;
    return begin;
}

std::string_view withoutLeadingZeros(std::string_view digits)
{
    const std::size_t first = digits.find_first_not_of('0');
    return first == std::string_view::npos ? std::string_view {} : digits.substr(first);
}

std::strong_ordering orderOf(int comparison)
{
    return comparison <=> 0;
}

} // namespace

void appendNumber(std::string& out, double value)
{
    appendFloating(out, value, 1e17);
}

void appendNumber(std::string& out, float value)
{
    appendFloating(out, value, 1e9F);
}

void appendNumber(std::string& out, std::int64_t value)
{
    appendChars(out, value);
}

void appendNumber(std::string& out, std::uint64_t value)
{
    appendChars(out, value);
}

std::string numberText(double value)
{
    std::string result;
    appendNumber(result, value);
    return result;
}

std::string streamText(double value, int precision)
{
    if (std::isnan(value))
        return std::signbit(value) ? "-nan" : "nan";
    if (std::isinf(value))
        return std::signbit(value) ? "-inf" : "inf";
    // A double has at most 767 significant digits; more would be zeros that %g drops anyway.
    const int digits = std::clamp(precision, 0, 800);
    std::array<char, 840> buffer; // NOLINT: filled by to_chars
    const auto [end, error] = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits);
    return error == std::errc {} ? std::string(buffer.data(), end) : std::string();
}

std::optional<double> parseDouble(std::string_view text)
{
    if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+')
        text.remove_prefix(1);
    // "nan(chars)" of C is nothing any of our writers prints.
    if (text.empty() || text.back() == ')')
        return std::nullopt;
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = fast_float::from_chars(text.data(), end, value);
    // Out of range still yields the nearest double: infinity or zero.
    if ((error != std::errc {} && error != std::errc::result_out_of_range) || stop != end)
        return std::nullopt;
    return value;
}

std::optional<std::int64_t> parseInt(std::string_view text)
{
    return parseWhole<std::int64_t>(text);
}

std::optional<std::uint64_t> parseUnsigned(std::string_view text)
{
    return parseWhole<std::uint64_t>(text);
}

bool isDigits(std::string_view text)
{
    return !text.empty() && digitsEnd(text, 0) == text.size();
}

bool isUtf8(std::string_view text)
{
    constexpr std::uint64_t kHighBits = 0x8080808080808080U;
    std::size_t position = 0;
    while (position < text.size()) {
        std::uint64_t eight = 0;
        if (text.size() - position >= sizeof eight) {
            std::memcpy(&eight, text.data() + position, sizeof eight);
            if ((eight & kHighBits) == 0) {
                position += sizeof eight;
                continue;
            }
        }
        const std::size_t length = sequenceLength(text, position);
        if (length == 0)
            return false;
        position += length;
    }
    return true;
}

std::string percentEscaped(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    std::size_t position = 0;
    while (position < text.size()) {
        const std::size_t length = sequenceLength(text, position);
        const std::size_t step = std::max<std::size_t>(length, 1);
        if (length == 0 || text[position] == '%' || controlLength(text, position) > 0) {
            for (std::size_t i = 0; i < step; ++i)
                appendPercent(result, byteAt(text, position + i));
        } else {
            result.append(text, position, step);
        }
        position += step;
    }
    return result;
}

std::string percentUnescaped(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && text.size() - i > 2) {
            const int high = hexDigit(text[i + 1]);
            const int low = hexDigit(text[i + 2]);
            if (high >= 0 && low >= 0) {
                result += static_cast<char>(static_cast<unsigned char>(high * 16 + low));
                i += 2;
                continue;
            }
        }
        result += text[i];
    }
    return result;
}

namespace {

struct CodeRange {
    char32_t first, last;
};
/// Marks and controls of direction, separators, and what is drawn as nothing (Default_Ignorable_Code_Point of
/// Unicode 14, annotation marks), in order.
constexpr CodeRange kUnseen[] = {{0x80, 0x9F}, {0xAD, 0xAD}, {0x34F, 0x34F}, {0x61C, 0x61C}, {0x115F, 0x1160},
    {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},
    {0x3164, 0x3164}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB},
    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};

} // namespace

std::size_t controlLength(std::string_view text, std::size_t position)
{
    const unsigned char first = byteAt(text, position);
    if (first < 0x80)
        return first < 0x20 || first == 0x7F ? 1 : 0;
    const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    char32_t code = first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i)
        code = code << 6U | (byteAt(text, position + i) & 0x3FU);
    const auto* range = std::ranges::lower_bound(kUnseen, code, {}, &CodeRange::last);
    return range != std::end(kUnseen) && range->first <= code ? length : 0;
}

bool isPrintable(std::string_view text)
{
    constexpr std::uint64_t kOnes = 0x0101010101010101U, kHighBits = kOnes * 0x80U;
    std::size_t position = 0;
    while (position < text.size()) {
        std::uint64_t eight = 0;
        if (text.size() - position >= sizeof eight) {
            std::memcpy(&eight, text.data() + position, sizeof eight);
            // Plain ASCII: no high bit, nothing below a blank, no 0x7F.
            const std::uint64_t below = (eight - kOnes * 0x20U) & ~eight;
            if (((eight | below | (eight + kOnes)) & kHighBits) == 0) {
                position += sizeof eight;
                continue;
            }
        }
        const std::size_t length = sequenceLength(text, position);
        if (length == 0 || controlLength(text, position) > 0)
            return false;
        position += length;
    }
    return true;
}

std::string printable(std::string_view text)
{
    return isPrintable(text) ? std::string(text) : percentEscaped(text);
}

std::string withoutControls(std::string text)
{
    if (isPrintable(text))
        return text;
    std::string result;
    result.reserve(text.size());
    for (std::size_t position = 0; position < text.size();) {
        const std::size_t length = sequenceLength(text, position);
        const std::size_t step = std::max<std::size_t>(length, 1);
        const bool stays = text[position] == '\n' || text[position] == '\t'
            || (length > 0 && controlLength(text, position) == 0);
        for (std::size_t i = 0; i < step && !stays; ++i)
            appendPercent(result, byteAt(text, position + i));
        if (stays)
            result.append(text, position, step);
        position += step;
    }
    return result;
}

std::strong_ordering naturalCompare(std::string_view a, std::string_view b)
{
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            const std::size_t endA = digitsEnd(a, i);
            const std::size_t endB = digitsEnd(b, j);
            const std::string_view numberA = withoutLeadingZeros(a.substr(i, endA - i));
            const std::string_view numberB = withoutLeadingZeros(b.substr(j, endB - j));
            if (numberA.size() != numberB.size())
                return numberA.size() <=> numberB.size();
            if (const int difference = numberA.compare(numberB); difference != 0)
                return orderOf(difference);
            i = endA;
            j = endB;
            continue;
        }
        if (a[i] != b[j])
            return byteAt(a, i) <=> byteAt(b, j);
        ++i;
        ++j;
    }
    const auto rest = (a.size() - i) <=> (b.size() - j);
    // Only leading zeros can differ now: "7" and "07" must not count as one name.
    return rest != 0 ? rest : orderOf(a.compare(b));
}

std::string asciiLower(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

bool containsIgnoreCase(std::string_view text, std::string_view lowerNeedle)
{
    return std::search(text.begin(), text.end(), lowerNeedle.begin(), lowerNeedle.end(),
               [](char c, char needle) { return lower(c) == needle; })
        != text.end()
        || lowerNeedle.empty();
}

bool equalsIgnoreCase(std::string_view a, std::string_view b)
{
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

bool globMatch(std::string_view pattern, std::string_view text)
{
    const auto step
        = [text](std::size_t position) { return std::max<std::size_t>(sequenceLength(text, position), 1); };
    constexpr std::size_t kNone = std::string_view::npos;
    std::size_t p = 0;
    std::size_t t = 0;
    // Only the last star needs another try: what an earlier one could take differently, it can too.
    std::size_t afterStar = kNone;
    std::size_t retry = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            afterStar = ++p;
            retry = t;
        } else if (p < pattern.size() && pattern[p] == '?') {
            ++p;
            t += step(t);
        } else if (p < pattern.size() && pattern[p] == text[t]) {
            ++p;
            ++t;
        } else if (afterStar != kNone) {
            retry += step(retry);
            t = retry;
            p = afterStar;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

namespace {

/// Every column of the table in two words of bits (Myers 1999): steps up and down from letter to letter. For
/// at most 64 letters.
std::size_t distanceOfShort(std::string_view word, std::string_view text, std::size_t limit)
{
    std::array<std::uint64_t, 256> places {};
    for (std::size_t i = 0; i < word.size(); ++i)
        places[static_cast<unsigned char>(word[i])] |= std::uint64_t {1} << i;
    const std::uint64_t last = std::uint64_t {1} << (word.size() - 1);
    std::uint64_t up = ~std::uint64_t {0}, down = 0;
    std::size_t distance = word.size(), left = text.size();
    for (const char letter : text) {
        const std::uint64_t equal = places[static_cast<unsigned char>(letter)];
        const std::uint64_t level = (((equal & up) + up) ^ up) | equal | down;
        std::uint64_t more = down | ~(level | up);
        std::uint64_t less = level & up;
        distance += (more & last) != 0 ? 1 : 0;
        distance -= (less & last) != 0 ? 1 : 0;
        --left; // every letter that is left takes away one at most
        if (distance >= limit && distance - limit >= left)
            return limit;
        more = more << 1U | 1U;
        less <<= 1U;
        up = less | ~(level | more);
        down = more & level;
    }
    return std::min(distance, limit);
}

std::size_t distanceOfLong(std::string_view a, std::string_view b, std::size_t limit)
{
    // Cells further than `limit` from the diagonal cannot be part of a shorter way.
    std::vector<std::size_t> row(a.size() + 1);
    for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = std::min(i, limit);
    for (std::size_t j = 1; j <= b.size(); ++j) {
        const std::size_t first = j > limit ? j - limit : 1;
        const std::size_t last = std::min(a.size(), j + limit);
        std::size_t diagonal = row[first - 1];
        row[first - 1] = first == 1 ? std::min(j, limit) : limit;
        std::size_t best = row[first - 1];
        for (std::size_t i = first; i <= last; ++i) {
            const std::size_t above = row[i];
            const std::size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[i] = std::min({replace, above + 1, row[i - 1] + 1, limit});
            diagonal = above;
            best = std::min(best, row[i]);
        }
        if (best >= limit)
            return limit;
    }
    return row[a.size()];
}

} // namespace

std::size_t editDistance(std::string_view a, std::string_view b, std::size_t limit)
{
    if (a.size() > b.size())
        std::swap(a, b);
    if (b.size() - a.size() >= limit)
        return limit;
    // Names share most of their letters.
    while (!a.empty() && a.front() == b.front()) {
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    while (!a.empty() && a.back() == b.back()) {
        a.remove_suffix(1);
        b.remove_suffix(1);
    }
    if (a.empty())
        return std::min(b.size(), limit);
    return a.size() <= 64 ? distanceOfShort(a, b, limit) : distanceOfLong(a, b, limit);
}

std::string byteSizeText(std::uint64_t bytes)
{
    constexpr std::array<std::string_view, 7> kUnits {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    std::size_t unit = 0;
    std::uint64_t tenths = bytes < 1024 ? bytes * 10 : 10240;
    // A value that rounds to 1024.0 belongs to the next unit.
    while (tenths >= 10240 && unit + 1 < kUnits.size()) {
        ++unit;
        const std::uint64_t size = std::uint64_t {1} << (10 * unit);
        tenths = bytes / size * 10 + (bytes % size * 10 + size / 2) / size;
    }
    std::string result;
    appendNumber(result, tenths / 10);
    if (unit > 0 && tenths % 10 != 0) {
        result += '.';
        appendNumber(result, tenths % 10);
    }
    result += ' ';
    result += kUnits[unit];
    return result;
}

} // namespace dumpscope::core
