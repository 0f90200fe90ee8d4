// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/protobuf/protobuf_text.h"

#include "base/text.h"
#include "readers/protobuf/protobuf_literal.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace dumpscope::core {

namespace {

bool isBlank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Characters of names, words and numbers. A sign may be followed by blanks, but nobody writes that.
constexpr std::array<bool, 256> kTokenCharacters = [] {
    std::array<bool, 256> table {};
    for (unsigned c = 0; c < table.size(); ++c) {
        table[c] = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
            || c == '+' || c == '-' || c == '.' || c >= 0x80;
    }
    return table;
}();

bool isTokenCharacter(char c)
{
    return kTokenCharacters[static_cast<unsigned char>(c)];
}

} // namespace

ProtoTextStream::ProtoTextStream(Bytes text, const ProtoMessage& schema, TaskContext* task, Syntax syntax)
    : ProtoStream(schema, task)
    , m_syntax(syntax)
{
    m_all = std::move(text);
    restart();
}

void ProtoTextStream::restart()
{
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    const std::string_view text(reinterpret_cast<const char*>(m_all.data()), m_all.size());
    m_begin = text.data();
    m_end = m_begin + text.size();
    m_at = m_begin + (text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
    m_value = Value::None;
    m_levels.assign(1, Level {&m_schema});
    if (m_syntax == Syntax::Json) {
        skipBlanks();
        if (m_at == m_end)
            (void)endsEarly(phrase("in front of the document"));
        else if (*m_at != '{')
            (void)wrong(phrase("expected '{'"));
        else
            ++m_at;
        m_levels.front().close = '}';
    }
}

Error ProtoTextStream::errorHere(Code code, Message what) const
{
    const std::string_view before(m_begin, at());
    const std::size_t lineEnd = before.rfind('\n');
    Place place;
    place.offset = at();
    place.row = static_cast<std::uint64_t>(std::ranges::count(before, '\n')) + 1;
    place.column = before.size() - (lineEnd == std::string_view::npos ? 0 : lineEnd + 1) + 1;
    return makeError(code, std::move(what), place);
}

bool ProtoTextStream::wrong(Message what)
{
    return stop(errorHere(Code::BadSyntax, std::move(what)));
}

bool ProtoTextStream::endsEarly(const Message& where)
{
    return stop(errorHere(Code::Truncated, phrase("the file ends %1", where)));
}

void ProtoTextStream::skipBlanks()
{
    while (m_at != m_end) {
        if (isBlank(*m_at)) {
            ++m_at;
        } else if (*m_at == '#' && m_syntax == Syntax::Text) {
            const auto* end
                = static_cast<const char*>(std::memchr(m_at, '\n', static_cast<std::size_t>(m_end - m_at)));
            m_at = end ? end : m_end;
        } else {
            return;
        }
    }
}

void ProtoTextStream::skipSeparators()
{
    for (skipBlanks(); m_at != m_end && (*m_at == ',' || *m_at == ';'); skipBlanks())
        ++m_at;
}

bool ProtoTextStream::next()
{
    if (m_value == Value::Message && !skipBrackets())
        return false;
    m_value = Value::None;
    while (!error() && !m_levels.empty()) {
        if (!watch(at()))
            return false;
        skipSeparators();
        Level& level = m_levels.back();
        if (m_at == m_end) {
            if (level.close != '\0' || level.list)
                return endsEarly(phrase("inside a message"));
            m_levels.pop_back();
            return false;
        }
        if (level.list) {
            if (listElement(level))
                return true;
            continue;
        }
        if (*m_at == level.close) {
            ++m_at;
            m_levels.pop_back();
            return false;
        }
        if (fieldOf(level))
            return true;
    }
    return false;
}

/// True when the next element of a list was read; the end of the list goes back to fields.
bool ProtoTextStream::listElement(Level& level)
{
    if (*m_at == ']') {
        ++m_at;
        level.list = nullptr;
        return false;
    }
    m_field = level.list;
    return readValue();
}

/// True when a field of the schema was read, false when one was passed over or at an error.
bool ProtoTextStream::fieldOf(Level& level)
{
    std::string_view name;
    if (!readName(name))
        return false;
    m_field = level.schema->find(name);
    if (!m_field && !name.empty() && name.front() >= '0' && name.front() <= '9') {
        if (const auto fieldNumber = parseUnsigned(name); fieldNumber && *fieldNumber <= UINT32_MAX)
            m_field = level.schema->find(static_cast<std::uint32_t>(*fieldNumber));
    }
    skipBlanks();
    const bool colon = m_at != m_end && *m_at == ':';
    if (colon) {
        ++m_at;
        skipBlanks();
    }
    if (m_at == m_end)
        return endsEarly(phrase("behind the name of a field"));
    if (!colon && (m_syntax == Syntax::Json || (*m_at != '{' && *m_at != '<' && *m_at != '[')))
        return wrong(phrase("expected ':' behind \"%1\"", printable(name.substr(0, 64))));
    if (!m_field) {
        ++m_unknown;
        (void)skipValue();
        return false;
    }
    if (*m_at == '[') {
        ++m_at;
        level.list = m_field;
        return false;
    }
    return readValue();
}

bool ProtoTextStream::readName(std::string_view& name)
{
    if (m_syntax == Syntax::Json) {
        if (*m_at != '"')
            return wrong(phrase("expected a name in quotes"));
        const char* begin = m_at + 1;
        if (!passLiteral())
            return false;
        name = {begin, static_cast<std::size_t>(m_at - 1 - begin)};
        return true;
    }
    if (*m_at == '[')
        return readBracketedName();
    const char* begin = m_at;
    while (m_at != m_end && isTokenCharacter(*m_at))
        ++m_at;
    if (m_at == begin)
        return wrong(phrase("expected the name of a field"));
    name = {begin, static_cast<std::size_t>(m_at - begin)};
    return true;
}

/// Names of extensions and of Any: nothing that a schema here knows.
bool ProtoTextStream::readBracketedName()
{
    while (m_at != m_end && *m_at != ']' && *m_at != '\n')
        ++m_at;
    if (m_at == m_end)
        return endsEarly(phrase("inside a name"));
    if (*m_at != ']')
        return wrong(phrase("expected ']'"));
    ++m_at;
    return true;
}

bool ProtoTextStream::readValue()
{
    const char c = *m_at;
    if (c == '{' || (c == '<' && m_syntax == Syntax::Text)) {
        m_messageClose = c == '{' ? '}' : '>';
        if (m_field->kind != ProtoKind::Message)
            return wrong(phrase("%1 is not a message", m_field->name));
        m_valueBegin = m_at++;
        m_value = Value::Message;
        return true;
    }
    const bool literal = c == '"' || (c == '\'' && m_syntax == Syntax::Text);
    if (m_field->kind == ProtoKind::Message) {
        // A member that is null in JSON is one that is not there.
        constexpr std::string_view kNull = "null";
        if (!literal && m_syntax == Syntax::Json && std::string_view(m_at, m_end).starts_with(kNull)) {
            m_at += kNull.size();
            return false;
        }
        return wrong(phrase("%1 is a message", m_field->name));
    }
    return literal ? readLiterals() : readToken();
}

bool ProtoTextStream::passLiteral()
{
    const char quote = *m_at++;
    for (;; ++m_at) {
        if (m_at == m_end)
            return endsEarly(phrase("inside a text"));
        const char c = *m_at;
        if (c == quote) {
            ++m_at;
            return true;
        }
        if (c == '\\') {
            m_plain = false;
            if (++m_at == m_end)
                return endsEarly(phrase("inside a text"));
        } else if (c == '\n') {
            return wrong(phrase("a text goes over the end of its line"));
        }
    }
}

bool ProtoTextStream::readLiterals()
{
    m_plain = true;
    m_valueBegin = m_at;
    if (!passLiteral())
        return false;
    m_valueEnd = m_at;
    m_value = Value::Literal;
    if (m_syntax == Syntax::Json)
        return true;
    // Adjacent literals are one.
    for (skipBlanks(); m_at != m_end && (*m_at == '"' || *m_at == '\''); skipBlanks()) {
        m_plain = false;
        if (!passLiteral())
            return false;
        m_valueEnd = m_at;
    }
    return true;
}

bool ProtoTextStream::readToken()
{
    m_valueBegin = m_at;
    while (m_at != m_end && isTokenCharacter(*m_at))
        ++m_at;
    m_valueEnd = m_at;
    if (m_at == m_valueBegin)
        return wrong(phrase("expected a value"));
    // A number at the very end may go on; nothing that ends a field follows.
    if (m_at == m_end && m_levels.back().close != '\0')
        return endsEarly(phrase("inside a value"));
    m_value = Value::Token;
    return true;
}

bool ProtoTextStream::skipValue()
{
    const char c = *m_at;
    if (c == '{' || c == '[' || (c == '<' && m_syntax == Syntax::Text)) {
        ++m_at;
        return skipBrackets();
    }
    m_value = Value::None;
    return c == '"' || c == '\'' ? readLiterals() : readToken();
}

/// Behind the bracket that closes the one just passed. The kinds of brackets are not compared.
bool ProtoTextStream::skipBrackets()
{
    for (std::uint64_t depth = 1; m_at != m_end;) {
        const char c = *m_at;
        if (c == '"' || (c == '\'' && m_syntax == Syntax::Text)) {
            if (!passLiteral())
                return false;
            if (!watch(at()))
                return false;
            continue;
        }
        if (c == '#' && m_syntax == Syntax::Text) {
            skipBlanks();
            continue;
        }
        ++m_at;
        if (c == '{' || c == '[' || c == '<')
            ++depth;
        else if ((c == '}' || c == ']' || c == '>') && --depth == 0)
            return true;
    }
    return endsEarly(phrase("inside a message"));
}

void ProtoTextStream::enter()
{
    if (error() || m_value != Value::Message)
        return;
    m_value = Value::None;
    if (m_levels.size() >= kMaxDepth) {
        stop(errorHere(Code::Limit, phrase("more than %1 messages inside each other", kMaxDepth)));
        return;
    }
    m_levels.push_back({m_field->message, nullptr, m_messageClose});
}

std::string_view ProtoTextStream::text()
{
    if (m_value == Value::Token)
        return {m_valueBegin, m_valueEnd};
    if (m_value != Value::Literal)
        return {};
    if (m_plain)
        return {m_valueBegin + 1, m_valueEnd - 1};
    m_scratch.clear();
    appendLiterals(m_scratch, {m_valueBegin, m_valueEnd}, m_syntax == Syntax::Json);
    return m_scratch;
}

std::string_view ProtoTextStream::word()
{
    const std::string_view content = text();
    const bool number = content.empty() || content[0] == '-' || content[0] == '+' || content[0] == '.'
        || (content[0] >= '0' && content[0] <= '9');
    return number ? std::string_view() : content;
}

std::int64_t ProtoTextStream::integer()
{
    return literalInteger(text());
}

double ProtoTextStream::real()
{
    return literalReal(text());
}

ProtoExtent ProtoTextStream::extent()
{
    if (m_value == Value::None || m_value == Value::Message)
        return {at(), 0};
    return {static_cast<std::uint64_t>(m_valueBegin - m_begin),
        static_cast<std::uint64_t>(m_valueEnd - m_valueBegin)};
}

} // namespace dumpscope::core
