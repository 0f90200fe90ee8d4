// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a JSON text are moved, repeated, removed and replaced whole.
#include "mutator.h"

#include <cctype>
#include <vector>

namespace {

using namespace dumpscope::fuzz;

struct Value {
    std::size_t begin;
    std::size_t end;
    std::size_t memberBegin; // of the key, where the value has one
};

constexpr std::string_view kScalars[] = {"0", "-1", "-0.0", "1e999", "1e-400", "2147483648",
    "9223372036854775807", "18446744073709551616", "NaN", "null", "true", "false", "\"\"", "[]", "{}",
    "\"NaN\"", "\"-inf\"", "\"../../x\"", "\"\\ud800\"", "\"float16\"", "[0,4294967296,4294967296]",
    "0.1234567890123456789012345678901234567890"};

std::size_t endOfString(std::string_view text, std::size_t at)
{
    for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\' ? 1 : 0;
    return std::min(at + 1, text.size());
}

/// Every value of the text, containers too, in the order of their ends. Forgiving: the text may be broken.
std::vector<Value> valuesOf(std::string_view text)
{
    constexpr std::size_t kNone = std::string_view::npos;
    std::vector<Value> values;
    std::vector<Value> open;
    std::size_t key = kNone;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '{' || c == '[') {
            open.push_back({at, at, key == kNone ? at : key});
            key = kNone;
            ++at;
        } else if (c == '}' || c == ']') {
            ++at;
            if (!open.empty()) {
                open.back().end = at;
                values.push_back(open.back());
                open.pop_back();
            }
        } else if (c == '"' || c == '-' || std::isalnum(static_cast<unsigned char>(c)) != 0) {
            const std::size_t begin = at;
            if (c == '"') {
                at = endOfString(text, at);
            } else {
                while (at < text.size()
                    && (std::isalnum(static_cast<unsigned char>(text[at])) != 0
                        || std::string_view("+-._").find(text[at]) != kNone))
                    ++at;
            }
            const std::size_t next = text.find_first_not_of(" \t\r\n", at);
            if (next != kNone && text[next] == ':' && key == kNone) {
                key = begin;
                at = next + 1;
            } else {
                values.push_back({begin, at, key == kNone ? begin : key});
                key = kNone;
            }
        } else {
            ++at;
        }
    }
    return values;
}

std::string replaced(std::string_view text, std::size_t begin, std::size_t end, std::string_view by)
{
    return std::string(text.substr(0, begin)).append(by).append(text.substr(end));
}

std::string wrapped(std::string_view value, std::size_t depth)
{
    return std::string(depth, '[').append(value).append(depth, ']');
}

std::string mutated(std::string_view text, Random& random)
{
    const std::vector<Value> values = valuesOf(text);
    if (values.empty())
        return {};
    const Value chosen = values[below(random, values.size())];
    const std::string_view own = text.substr(chosen.begin, chosen.end - chosen.begin);
    const std::string_view member = text.substr(chosen.memberBegin, chosen.end - chosen.memberBegin);
    const Value other = values[below(random, values.size())];
    switch (below(random, 7)) {
    case 0:
        return replaced(text, chosen.begin, chosen.end, kScalars[below(random, std::size(kScalars))]);
    case 1:
        return replaced(text, chosen.begin, chosen.end, text.substr(other.begin, other.end - other.begin));
    case 2: // without it, and without the comma behind or before it
        if (const std::size_t next = text.find_first_not_of(" \t\r\n", chosen.end);
            next != std::string_view::npos && text[next] == ',')
            return replaced(text, chosen.memberBegin, next + 1, "");
        if (const std::size_t before = text.find_last_not_of(" \t\r\n", chosen.memberBegin - 1);
            chosen.memberBegin > 0 && before != std::string_view::npos && text[before] == ',')
            return replaced(text, before, chosen.end, "");
        return replaced(text, chosen.memberBegin, chosen.end, "");
    case 3:
        return replaced(text, chosen.end, chosen.end, "," + std::string(member));
    case 4:
        return replaced(text, chosen.begin, chosen.end,
            wrapped(own, 1 + below(random, below(random, 16) == 0 ? 2000 : 4)));
    case 5: // the member under another's key
        if (other.memberBegin < other.begin && chosen.memberBegin < chosen.begin)
            return replaced(text, chosen.memberBegin, chosen.begin,
                text.substr(other.memberBegin, other.begin - other.memberBegin));
        [[fallthrough]];
    default:
        return replaced(text, chosen.begin, chosen.end, bytesMutated(std::string(own), 16));
    }
}

} // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(
    std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned seed)
{
    Random random(seed);
    if (below(random, 5) == 0)
        return LLVMFuzzerMutate(data, size, maxSize);
    return give(mutated(textOf(data, size), random), data, size, maxSize);
}
