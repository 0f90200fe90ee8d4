// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/json_cursor.h"

#include "base/text.h"
#include "io/json_token.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace dumpscope::core {

namespace {

/// Quotes and brackets: all that matters when a value is passed.
constexpr std::array<bool, 256> makeStructure()
{
    std::array<bool, 256> table {};
    for (const char c : {'"', '{', '}', '[', ']'})
        table[static_cast<unsigned char>(c)] = true;
    return table;
}
constexpr auto kIsStructure = makeStructure();

bool endsNumber(char c)
{
    switch (c) {
    case ' ':
    case '\n':
    case '\r':
    case '\t':
    case ',':
    case ']':
    case '}':
    case ':':
    case '\0':
        return true;
    default:
        return false;
    }
}

} // namespace

JsonCursor::JsonCursor(std::string_view text, std::uint64_t base)
    : m_text(text)
    , m_base(base)
{
}

bool JsonCursor::fail(Code code, Message message)
{
    if (!m_error)
        m_error = makeError(code, std::move(message), {.offset = offset()});
    return false;
}

bool JsonCursor::expected(Message what)
{
    if (m_at >= m_text.size())
        return fail(Code::Truncated, phrase("the document ends too early"));
    return fail(Code::BadSyntax, phrase("%1 was expected here", std::move(what)));
}

void JsonCursor::skipBlanks()
{
    while (m_at < m_text.size()
        && (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\r' || m_text[m_at] == '\t'))
        ++m_at;
}

bool JsonCursor::atEnd()
{
    skipBlanks();
    return m_at >= m_text.size();
}

JsonCursor::Kind JsonCursor::kind()
{
    if (failed() || atEnd())
        return Kind::None;
    switch (m_text[m_at]) {
    case '{':
        return Kind::Object;
    case '[':
        return Kind::Array;
    case '"':
        return Kind::String;
    case 't':
        return Kind::True;
    case 'f':
        return Kind::False;
    case 'n':
        return Kind::Null;
    case ']':
    case '}':
    case ',':
    case ':':
        return Kind::None;
    default:
        return Kind::Number;
    }
}

bool JsonCursor::beginObject()
{
    if (kind() != Kind::Object)
        return expected(phrase("an object"));
    ++m_at;
    m_isFirst = true;
    return true;
}

bool JsonCursor::beginArray()
{
    if (kind() != Kind::Array)
        return expected(phrase("a list"));
    ++m_at;
    m_isFirst = true;
    return true;
}

bool JsonCursor::member(std::string_view& key)
{
    if (failed() || atEnd())
        return expected(phrase("a key"));
    if (m_text[m_at] == '}') {
        ++m_at;
        m_isFirst = false;
        return false;
    }
    if (!m_isFirst) {
        if (m_text[m_at] != ',')
            return expected(Message("',' or '}'"));
        ++m_at;
        skipBlanks();
    }
    m_isFirst = false;
    if (m_at >= m_text.size() || m_text[m_at] != '"')
        return expected(phrase("a key in quotes"));
    if (!token(key, m_keyScratch))
        return false;
    skipBlanks();
    if (m_at >= m_text.size() || m_text[m_at] != ':')
        return expected(Message("':'"));
    ++m_at;
    return true;
}

bool JsonCursor::item()
{
    if (failed() || atEnd())
        return expected(phrase("a value"));
    if (m_text[m_at] == ']') {
        ++m_at;
        m_isFirst = false;
        return false;
    }
    if (!m_isFirst) {
        if (m_text[m_at] != ',')
            return expected(Message("',' or ']'"));
        ++m_at;
    }
    m_isFirst = false;
    return true;
}

/// Moves behind the closing quote.
bool JsonCursor::passString()
{
    const std::size_t begin = m_at;
    for (std::size_t at = begin + 1;;) {
        const std::size_t left = m_text.size() - std::min(at, m_text.size());
        const void* quote = left == 0 ? nullptr : std::memchr(m_text.data() + at, '"', left);
        if (!quote) {
            m_at = m_text.size();
            return fail(Code::Truncated, phrase("a string that does not end"));
        }
        const auto end = static_cast<std::size_t>(static_cast<const char*>(quote) - m_text.data());
        std::size_t backslashes = 0;
        while (end - backslashes > begin + 1 && m_text[end - backslashes - 1] == '\\')
            ++backslashes;
        at = end + 1;
        if (backslashes % 2 == 0) {
            m_at = at;
            return true;
        }
    }
}

bool JsonCursor::token(std::string_view& content, std::string& scratch)
{
    const std::size_t begin = m_at;
    if (!passString())
        return false;
    const std::string_view whole = m_text.substr(begin, m_at - begin);
    const std::string_view inside = whole.substr(1, whole.size() - 2);
    const bool isPlain = inside.find('\\') == std::string_view::npos;
    const JsonStringToken read
        = isPlain ? JsonStringToken {inside, std::nullopt} : readJsonString(whole, scratch);
    if (read.badAt) {
        m_at = begin + *read.badAt;
        return fail(Code::BadSyntax, phrase("an unknown escape"));
    }
    if (!isUtf8(read.content)) {
        m_at = begin;
        return fail(Code::BadEncoding, phrase("not UTF-8"));
    }
    content = read.content;
    return true;
}

bool JsonCursor::string(std::string_view& value)
{
    return kind() == Kind::String ? token(value, m_valueScratch) : expected(phrase("a text"));
}

bool JsonCursor::number(std::string_view& text)
{
    if (kind() != Kind::Number && kind() != Kind::None)
        return expected(phrase("a number"));
    std::size_t end = m_at;
    while (end < m_text.size() && !endsNumber(m_text[end]))
        ++end;
    const std::string_view whole = m_text.substr(m_at, end - m_at);
    if (!isJsonNumber(whole)) {
        if (end >= m_text.size())
            m_at = end; // cut in the middle of it
        return expected(phrase("a value"));
    }
    text = whole;
    m_at = end;
    return true;
}

bool JsonCursor::passWord(std::string_view word)
{
    if (!m_text.substr(m_at).starts_with(word)) {
        if (word.starts_with(m_text.substr(m_at)))
            m_at = m_text.size();
        return expected(phrase("a value"));
    }
    m_at += word.size();
    return true;
}

bool JsonCursor::word()
{
    switch (kind()) {
    case Kind::True:
        return passWord("true");
    case Kind::False:
        return passWord("false");
    case Kind::Null:
        return passWord("null");
    default:
        return expected(phrase("true, false or null"));
    }
}

bool JsonCursor::skip(std::string_view* raw)
{
    const Kind what = kind();
    const std::size_t begin = m_at;
    std::string_view ignored;
    bool done = false;
    switch (what) {
    case Kind::None:
        return expected(phrase("a value"));
    case Kind::String:
        done = passString();
        break;
    case Kind::Number:
        done = number(ignored);
        break;
    case Kind::True:
    case Kind::False:
    case Kind::Null:
        done = word();
        break;
    case Kind::Object:
    case Kind::Array: {
        std::size_t depth = 0;
        do {
            while (m_at < m_text.size() && !kIsStructure[static_cast<unsigned char>(m_text[m_at])])
                ++m_at;
            if (m_at >= m_text.size())
                return expected(phrase("a closing bracket"));
            const char c = m_text[m_at];
            if (c == '"') {
                if (!passString())
                    return false;
                continue;
            }
            if (c == '{' || c == '[')
                ++depth;
            else
                --depth;
            ++m_at;
        } while (depth > 0);
        done = true;
        break;
    }
    }
    if (done && raw)
        *raw = m_text.substr(begin, m_at - begin);
    return done;
}

} // namespace dumpscope::core
