// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json_writer.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace dumpscope::core {

namespace {

constexpr std::size_t kPiece = 64U * 1024U;

/// The letter after the backslash of a short escape, 0 for a character that has none.
char shortEscape(char character)
{
    switch (character) {
    case '"':
    case '\\':
        return character;
    case '\b':
        return 'b';
    case '\f':
        return 'f';
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\t':
        return 't';
    default:
        return 0;
    }
}

void appendUnit(std::string& out, unsigned unit)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    out += "\\u";
    for (const unsigned shift : {12U, 8U, 4U, 0U})
        out += kDigits[unit >> shift & 15U];
}

/// \uXXXX of a control (controlLength), two of them beyond the basic plane.
void appendCodePoint(std::string& out, std::string_view control)
{
    constexpr std::array<unsigned, 5> kLeadBits {0, 0x7F, 0x1F, 0x0F, 0x07};
    unsigned code = static_cast<unsigned char>(control.front()) & kLeadBits[control.size()];
    for (const char c : control.substr(1))
        code = code << 6U | (static_cast<unsigned char>(c) & 0x3FU);
    constexpr unsigned kBasicPlane = 0x10000;
    if (code >= kBasicPlane) {
        appendUnit(out, 0xD800U + ((code - kBasicPlane) >> 10U));
        code = 0xDC00U + ((code - kBasicPlane) & 0x3FFU);
    }
    appendUnit(out, code);
}

/// Of valid UTF-8. Controls are escaped also where JSON would let them through: documents are read in
/// terminals.
void appendEscaped(std::string& out, std::string_view text)
{
    std::size_t copied = 0;
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const char letter = shortEscape(text[i]);
        const bool mayBeControl = byte < 0x20 || byte == 0x7F || byte >= 0xC2;
        const std::size_t control = mayBeControl ? controlLength(text, i) : 0;
        if (letter == 0 && control == 0) {
            ++i;
            continue;
        }
        out.append(text, copied, i - copied);
        if (letter != 0) {
            out += '\\';
            out += letter;
        } else {
            appendCodePoint(out, text.substr(i, control));
        }
        i += std::max<std::size_t>(control, 1);
        copied = i;
    }
    out.append(text, copied);
}

template<typename T> void appendJsonNumber(std::string& out, T value, NonFiniteForm nonFinite)
{
    const bool isFinite = std::isfinite(value);
    if (!isFinite && nonFinite == NonFiniteForm::Null) {
        out += "null";
        return;
    }
    if (!isFinite && nonFinite == NonFiniteForm::Literal) {
        out += std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
        return;
    }
    const bool quoted = !isFinite;
    if (quoted)
        out += '"';
    appendNumber(out, value);
    if (quoted)
        out += '"';
}

} // namespace

JsonWriter::JsonWriter(Sink sink, bool pretty, NonFiniteForm nonFinite)
    : m_sink(std::move(sink))
    , m_pretty(pretty)
    , m_nonFinite(nonFinite)
{
}

// A document that was not finished is not handed over any further.
JsonWriter::~JsonWriter() = default;

void JsonWriter::newline()
{
    if (!m_pretty)
        return;
    m_text += '\n';
    m_text.append(2 * m_levels.size(), ' ');
}

void JsonWriter::flushIfLarge()
{
    if (m_text.size() < kPiece || !m_sink)
        return;
    m_sink(m_text);
    m_text.clear();
}

void JsonWriter::beforeValue()
{
    flushIfLarge();
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_levels.empty()) {
        assert(!m_complete && "one value per document");
        m_complete = true;
        return;
    }
    assert(m_levels.back().array && "a member needs a key");
    if (!m_levels.back().empty)
        m_text += ',';
    m_levels.back().empty = false;
    newline();
}

void JsonWriter::beginLevel(bool array)
{
    beforeValue();
    m_text += array ? '[' : '{';
    m_levels.push_back({array, true});
}

void JsonWriter::endLevel([[maybe_unused]] bool array)
{
    assert(!m_levels.empty() && m_levels.back().array == array && !m_afterKey);
    const Level level = m_levels.back();
    m_levels.pop_back();
    if (!level.empty)
        newline();
    m_text += level.array ? ']' : '}';
}

JsonWriter& JsonWriter::beginObject()
{
    beginLevel(false);
    return *this;
}

JsonWriter& JsonWriter::endObject()
{
    endLevel(false);
    return *this;
}

JsonWriter& JsonWriter::beginArray()
{
    beginLevel(true);
    return *this;
}

JsonWriter& JsonWriter::endArray()
{
    endLevel(true);
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name)
{
    assert(!m_levels.empty() && !m_levels.back().array && !m_afterKey);
    if (!m_levels.back().empty)
        m_text += ',';
    m_levels.back().empty = false;
    newline();
    appendJsonString(m_text, name);
    m_text += m_pretty ? ": " : ":";
    m_afterKey = true;
    return *this;
}

JsonWriter& JsonWriter::null()
{
    beforeValue();
    m_text += "null";
    return *this;
}

JsonWriter& JsonWriter::value(bool v)
{
    beforeValue();
    m_text += v ? "true" : "false";
    return *this;
}

JsonWriter& JsonWriter::value(double v)
{
    beforeValue();
    appendJsonNumber(m_text, v, m_nonFinite);
    return *this;
}

JsonWriter& JsonWriter::value(float v)
{
    beforeValue();
    appendJsonNumber(m_text, v, m_nonFinite);
    return *this;
}

JsonWriter& JsonWriter::value(std::int64_t v)
{
    beforeValue();
    appendNumber(m_text, v);
    return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t v)
{
    beforeValue();
    appendNumber(m_text, v);
    return *this;
}

JsonWriter& JsonWriter::value(WideInteger v)
{
    return raw(integerText(v));
}

JsonWriter& JsonWriter::value(std::string_view v)
{
    beforeValue();
    appendJsonString(m_text, v);
    return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json)
{
    beforeValue();
    m_text += json;
    return *this;
}

void JsonWriter::finish()
{
    assert(m_levels.empty() && m_complete && "finish in the middle of a document");
    m_text += '\n';
    if (m_sink)
        m_sink(m_text);
    m_text.clear();
    m_complete = false;
}

void appendJsonString(std::string& out, std::string_view text)
{
    out += '"';
    if (isUtf8(text))
        appendEscaped(out, text);
    else
        appendEscaped(out, percentEscaped(text));
    out += '"';
}

void ForeignMembers::member(std::string_view name, std::string_view value)
{
    std::string written = isUtf8(name) ? std::string(name) : percentEscaped(name);
    if (const auto [known, isNew] = m_names.insert(std::move(written)); isNew)
        m_json.member(*known, value);
}

void appendCsvField(std::string& out, std::string_view name)
{
    const std::string text = printable(name);
    // Blanks at the ends are quoted because some programs strip them otherwise.
    const bool quoted = text.find_first_of(",\"") != std::string::npos
        || (!text.empty() && (text.front() == ' ' || text.back() == ' '));
    if (!quoted) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) {
        if (c == '"')
            out += '"';
        out += c;
    }
    out += '"';
}

} // namespace dumpscope::core
