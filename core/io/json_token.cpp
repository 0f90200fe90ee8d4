// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/json_token.h"

#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace dumpscope::core {

namespace {

constexpr char32_t kReplacement = 0xfffd;

std::size_t skipDigits(std::string_view text, std::size_t at)
{
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return at;
}

void appendUtf8(std::string& out, char32_t c)
{
    const auto byte = [&](char32_t value) { out += static_cast<char>(static_cast<unsigned char>(value)); };
    if (c < 0x80) {
        byte(c);
    } else if (c < 0x800) {
        byte(0xc0 | (c >> 6));
        byte(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        byte(0xe0 | (c >> 12));
        byte(0x80 | ((c >> 6) & 0x3f));
        byte(0x80 | (c & 0x3f));
    } else {
        byte(0xf0 | (c >> 18));
        byte(0x80 | ((c >> 12) & 0x3f));
        byte(0x80 | ((c >> 6) & 0x3f));
        byte(0x80 | (c & 0x3f));
    }
}

/// The four hex digits at `at`.
std::optional<char32_t> hexUnit(std::string_view text, std::size_t at)
{
    if (text.size() < 4 || at > text.size() - 4)
        return std::nullopt;
    std::uint32_t value = 0;
    const char* begin = text.data() + at;
    const auto [end, error] = std::from_chars(begin, begin + 4, value, 16);
    if (error != std::errc {} || end != begin + 4)
        return std::nullopt;
    return static_cast<char32_t>(value);
}

/// Resolves the `\u` escape whose digits start at `at`; moves `at` behind it.
bool appendUnicodeEscape(std::string& out, std::string_view text, std::size_t& at)
{
    const std::optional<char32_t> first = hexUnit(text, at);
    if (!first)
        return false;
    at += 4;
    if (*first < 0xd800 || *first > 0xdfff) {
        appendUtf8(out, *first);
        return true;
    }
    std::optional<char32_t> second;
    if (*first < 0xdc00 && text.substr(at).starts_with("\\u"))
        second = hexUnit(text, at + 2);
    if (second && *second >= 0xdc00 && *second <= 0xdfff) {
        appendUtf8(out, 0x10000 + ((*first - 0xd800) << 10) + (*second - 0xdc00));
        at += 6;
    } else {
        appendUtf8(out, kReplacement);
    }
    return true;
}

/// Resolves the escape whose letter is at `at`; moves `at` behind it.
bool appendEscape(std::string& out, std::string_view text, std::size_t& at)
{
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    if (at >= text.size())
        return false;
    const char letter = text[at++];
    if (letter == 'u')
        return appendUnicodeEscape(out, text, at);
    const std::size_t index = kLetters.find(letter);
    if (index == std::string_view::npos)
        return false;
    out += kMeanings[index];
    return true;
}

} // namespace

bool isJsonNumber(std::string_view token)
{
    if (token == "NaN" || token == "Infinity" || token == "-Infinity")
        return true;
    std::size_t at = token.starts_with('-') ? 1 : 0;
    const std::size_t whole = at;
    at = skipDigits(token, at);
    if (at == whole || (token[whole] == '0' && at > whole + 1))
        return false;
    if (at < token.size() && token[at] == '.') {
        const std::size_t fraction = at + 1;
        at = skipDigits(token, fraction);
        if (at == fraction)
            return false;
    }
    if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
        std::size_t exponent = at + 1;
        if (exponent < token.size() && (token[exponent] == '+' || token[exponent] == '-'))
            ++exponent;
        at = skipDigits(token, exponent);
        if (at == exponent)
            return false;
    }
    return at == token.size();
}

JsonStringToken readJsonString(std::string_view token, std::string& scratch)
{
    token = withoutTrailingBlanks(token);
    std::size_t at = token.find_first_of("\"\\", 1);
    if (at == std::string_view::npos)
        return {{}, 0};
    if (token[at] == '"') {
        if (at + 1 != token.size())
            return {{}, at + 1};
        return {token.substr(1, at - 1), std::nullopt};
    }
    scratch.assign(token.substr(1, at - 1));
    while (at < token.size()) {
        if (token[at] == '"') {
            if (at + 1 != token.size())
                return {{}, at + 1};
            return {scratch, std::nullopt};
        }
        if (token[at] == '\\') {
            const std::size_t escape = at++;
            if (!appendEscape(scratch, token, at))
                return {{}, escape};
            continue;
        }
        const std::size_t next = std::min(token.find_first_of("\"\\", at), token.size());
        scratch += token.substr(at, next - at);
        at = next;
    }
    return {{}, 0};
}

std::size_t firstInvalidUtf8(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        if (lead >= 0x80 && !isUtf8(text.substr(at, length)))
            break;
        at += length;
    }
    return std::min(at, text.size());
}

std::size_t firstBrokenString(std::string_view text)
{
    std::optional<std::size_t> open;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '\\')
            ++at;
        else if (c == '"')
            open = open ? std::nullopt : std::optional(at);
        else if (open && static_cast<unsigned char>(c) < 0x20)
            return at;
    }
    return open.value_or(0);
}

std::string_view withoutTrailingBlanks(std::string_view text)
{
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

} // namespace dumpscope::core
