// SPDX-License-Identifier: GPL-3.0-or-later
#include "records/attribute_text.h"

#include "base/json_writer.h"
#include "base/text.h"
#include "io/json_token.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

AttributeType listOf(AttributeType element)
{
    switch (element) {
    case AttributeType::Text:
        return AttributeType::Texts;
    case AttributeType::Integer:
        return AttributeType::Integers;
    case AttributeType::Real:
        return AttributeType::Reals;
    case AttributeType::Boolean:
        return AttributeType::Booleans;
    case AttributeType::Dtype:
        return AttributeType::Dtypes;
    default:
        return AttributeType::Other;
    }
}

/// The text itself when it is one.
std::string readable(std::string_view text)
{
    return isUtf8(text) ? std::string(text) : percentEscaped(text);
}

} // namespace

void AttributeText::clear()
{
    m_text.clear();
    m_list = m_closed = false;
    m_count = 0;
    m_element = AttributeType::Other;
}

void AttributeText::begin(AttributeType element)
{
    if (m_list)
        m_text += m_count == 0 ? '[' : ',';
    else
        m_text.clear();
    m_element = m_count == 0 || m_element == element ? element : AttributeType::Other;
    ++m_count;
}

void AttributeText::add(std::string_view text)
{
    begin(AttributeType::Text);
    if (m_list)
        appendJsonString(m_text, readable(text));
    else
        m_text += readable(text);
}

void AttributeText::add(std::int64_t value)
{
    begin(AttributeType::Integer);
    appendNumber(m_text, value);
}

void AttributeText::add(double value)
{
    begin(AttributeType::Real);
    appendNumber(m_text, value);
}

void AttributeText::addFloat(float value)
{
    begin(AttributeType::Real);
    appendNumber(m_text, value);
}

void AttributeText::add(bool value)
{
    begin(AttributeType::Boolean);
    m_text += value ? "true" : "false";
}

void AttributeText::addDtype(std::string_view name)
{
    begin(AttributeType::Dtype);
    m_text += name;
}

void AttributeText::addRaw(std::string_view text, AttributeType type)
{
    begin(type);
    m_text += text;
}

std::string_view AttributeText::value()
{
    if (m_list && !m_closed) {
        m_text += m_count == 0 ? "[]" : "]";
        m_closed = true;
    }
    return m_text;
}

AttributeType AttributeText::type() const
{
    return m_list ? listOf(m_element) : m_element;
}

std::vector<std::string> attributeTexts(std::string_view value, AttributeType type)
{
    if (type != AttributeType::Texts && !(value.starts_with("[\"") && value.ends_with("\"]")))
        return value.empty() || value == "[]" ? std::vector<std::string>() : std::vector {std::string(value)};
    std::vector<std::string> texts;
    std::string scratch;
    for (std::size_t at = 1; at < value.size() && value[at] == '"';) {
        std::size_t end = at + 1;
        while (end < value.size() && value[end] != '"')
            end += value[end] == '\\' ? 2 : 1;
        const std::string_view token = value.substr(at, end + 1 - at);
        texts.emplace_back(readJsonString(token, scratch).content);
        at = end + 2; // the quote and the comma
    }
    return texts;
}

std::vector<std::int64_t> attributeIntegers(std::string_view value)
{
    std::vector<std::int64_t> numbers;
    if (value.size() < 2 || value.front() != '[' || value.back() != ']')
        return numbers;
    value = value.substr(1, value.size() - 2);
    while (!value.empty()) {
        const std::size_t comma = std::min(value.find(','), value.size());
        const auto number = parseInt(value.substr(0, comma));
        if (!number)
            return {};
        numbers.push_back(*number);
        value.remove_prefix(std::min(comma + 1, value.size()));
    }
    return numbers;
}

} // namespace dumpscope::core
