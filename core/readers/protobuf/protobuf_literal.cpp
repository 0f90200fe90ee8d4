// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/protobuf/protobuf_literal.h"

#include "base/text.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace dumpscope::core {

namespace {

constexpr std::uint32_t kReplacement = 0xFFFDU;

void appendUtf8(std::string& out, std::uint32_t code)
{
    if (code > 0x10FFFFU || (code >= 0xD800U && code <= 0xDFFFU))
        code = kReplacement;
    const auto tail = [&](unsigned shift) { out += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
    if (code < 0x80U) {
        out += static_cast<char>(code);
    } else if (code < 0x800U) {
        out += static_cast<char>(0xC0U | (code >> 6U));
        tail(0);
    } else if (code < 0x10000U) {
        out += static_cast<char>(0xE0U | (code >> 12U));
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xF0U | (code >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

/// Up to `most` digits of `base` from the front of `rest`.
std::optional<std::uint32_t> takeDigits(std::string_view& rest, int base, std::size_t most)
{
    std::uint32_t value = 0;
    const std::string_view part = rest.substr(0, most);
    const auto [end, problem] = std::from_chars(part.data(), part.data() + part.size(), value, base);
    if (problem != std::errc {})
        return std::nullopt;
    rest.remove_prefix(static_cast<std::size_t>(end - part.data()));
    return value;
}

/// \uD83D\uDE00: the second half, if it is there.
std::uint32_t joinSurrogates(std::uint32_t high, std::string_view& rest)
{
    if (high < 0xD800U || high > 0xDBFFU || !rest.starts_with("\\u"))
        return high;
    std::string_view ahead = rest.substr(2);
    const auto low = takeDigits(ahead, 16, 4);
    if (!low || *low < 0xDC00U || *low > 0xDFFFU)
        return high;
    rest = ahead;
    return 0x10000U + ((high - 0xD800U) << 10U) + (*low - 0xDC00U);
}

void appendNumericEscape(std::string& out, char kind, std::string_view& rest, bool json)
{
    switch (kind) {
    case 'u':
    case 'U': {
        const auto code = takeDigits(rest, 16, kind == 'u' ? 4 : 8);
        appendUtf8(out, code ? joinSurrogates(*code, rest) : kReplacement);
        return;
    }
    case 'x':
    case 'X':
        if (const auto code = takeDigits(rest, 16, 2); code && !json)
            out += static_cast<char>(*code);
        return;
    default:
        break;
    }
    std::uint32_t code = static_cast<std::uint32_t>(kind - '0');
    if (const auto more = [&]() -> std::optional<std::uint32_t> {
            const std::size_t before = rest.size();
            const auto value = takeDigits(rest, 8, 2);
            if (value)
                code = code * (before - rest.size() == 2 ? 64U : 8U);
            return value;
        }())
        code += *more;
    out += static_cast<char>(code & 0xFFU);
}

/// `rest` starts behind the backslash.
void appendEscape(std::string& out, std::string_view& rest, bool json)
{
    if (rest.empty())
        return;
    const char c = rest.front();
    rest.remove_prefix(1);
    switch (c) {
    case 'n':
        out += '\n';
        return;
    case 't':
        out += '\t';
        return;
    case 'r':
        out += '\r';
        return;
    case 'b':
        out += '\b';
        return;
    case 'f':
        out += '\f';
        return;
    case 'a':
        out += json ? 'a' : '\a';
        return;
    case 'v':
        out += json ? 'v' : '\v';
        return;
    default:
        break;
    }
    if (c == 'u' || c == 'U' || (!json && (c == 'x' || c == 'X' || (c >= '0' && c <= '7'))))
        appendNumericEscape(out, c, rest, json);
    else
        out += c;
}

} // namespace

void appendLiterals(std::string& out, std::string_view literals, bool json)
{
    while (!literals.empty()) {
        const char first = literals.front();
        if (first == '#') { // between two literals
            literals.remove_prefix(std::min(literals.find('\n'), literals.size()));
            continue;
        }
        literals.remove_prefix(1);
        if (first != '"' && first != '\'')
            continue;
        const char stops[] = {first, '\\'};
        while (!literals.empty()) {
            const std::size_t plain = std::min(literals.find_first_of({stops, 2}), literals.size());
            out.append(literals.substr(0, plain));
            literals.remove_prefix(plain);
            if (literals.empty())
                return;
            const bool escape = literals.front() == '\\';
            literals.remove_prefix(1);
            if (!escape)
                break;
            appendEscape(out, literals, json);
        }
    }
}

std::int64_t literalInteger(std::string_view token)
{
    if (token == "true" || token == "True" || token == "t")
        return 1;
    const bool negative = token.starts_with('-');
    std::string_view digits = token;
    if (negative || token.starts_with('+'))
        digits.remove_prefix(1);
    int base = 10;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
        digits.remove_prefix(2);
        base = 16;
    } else if (digits.size() > 1 && digits[0] == '0' && isDigits(digits)) {
        base = 8;
    }
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (problem == std::errc {} && end == digits.data() + digits.size())
        return static_cast<std::int64_t>(negative ? 0 - value : value);
    constexpr double kLimit = 9.2e18;
    const auto real = parseDouble(token);
    return real && std::abs(*real) < kLimit ? static_cast<std::int64_t>(*real) : 0;
}

double literalReal(std::string_view token)
{
    if (const auto value = parseDouble(token))
        return *value;
    if (token.ends_with('f') || token.ends_with('F')) {
        if (const auto value = parseDouble(token.substr(0, token.size() - 1)))
            return *value;
    }
    const std::int64_t integer = literalInteger(token);
    const bool zero = token == "false" || token == "False" || token == "f";
    return integer != 0 || zero || token.starts_with("0x") ? static_cast<double>(integer)
                                                           : std::numeric_limits<double>::quiet_NaN();
}

} // namespace dumpscope::core
