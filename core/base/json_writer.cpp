// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json_writer.h"

#include "base/text.h"

#include <cassert>
#include <cmath>

namespace dumpscope::core {

namespace {

constexpr std::size_t kPiece = 64U * 1024U;

void appendEscaped(std::string& out, std::string_view text)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::size_t copied = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte >= 0x20 && byte != '"' && byte != '\\')
            continue;
        out.append(text, copied, i - copied);
        copied = i + 1;
        out += '\\';
        switch (byte) {
        case '"':
        case '\\':
            out += text[i];
            break;
        case '\b':
            out += 'b';
            break;
        case '\f':
            out += 'f';
            break;
        case '\n':
            out += 'n';
            break;
        case '\r':
            out += 'r';
            break;
        case '\t':
            out += 't';
            break;
        default:
            out += "u00";
            out += kDigits[byte >> 4U];
            out += kDigits[byte & 15U];
        }
    }
    out.append(text, copied);
}

template<typename T> void appendJsonNumber(std::string& out, T value)
{
    const bool quoted = !std::isfinite(value);
    if (quoted)
        out += '"';
    appendNumber(out, value);
    if (quoted)
        out += '"';
}

} // namespace

JsonWriter::JsonWriter(Sink sink, bool pretty)
    : m_sink(std::move(sink))
    , m_pretty(pretty)
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
    appendJsonNumber(m_text, v);
    return *this;
}

JsonWriter& JsonWriter::value(float v)
{
    beforeValue();
    appendJsonNumber(m_text, v);
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

void appendCsvField(std::string& out, std::string_view text)
{
    // Blanks at the ends are quoted because some programs strip them otherwise.
    const bool quoted = text.find_first_of(",\"\r\n") != std::string_view::npos
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
