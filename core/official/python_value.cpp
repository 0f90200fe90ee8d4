// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/python_value.h"

#include "base/python_text.h"
#include "base/text.h"

#include <fmt/format.h>

namespace dumpscope::core {

namespace {

bool isInteger(std::string_view number)
{
    return isDigits(number.starts_with('-') ? number.substr(1) : number);
}

std::string numberText(std::string_view number)
{
    if (isInteger(number))
        return std::string(number);
    const auto value = parseDouble(number);
    return value ? pythonRepr(*value) : std::string(number);
}

std::string nestedText(const JsonValue& value)
{
    return value.isString() ? pythonQuoted(value.text) : pythonText(value);
}

} // namespace

std::string pythonQuoted(std::string_view text)
{
    const bool isDouble
        = text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos;
    const char quote = isDouble ? '"' : '\'';
    std::string result(1, quote);
    for (const char c : text) {
        if (c == quote || c == '\\')
            (result += '\\') += c;
        else if (c == '\n')
            result += "\\n";
        else if (c == '\r')
            result += "\\r";
        else if (c == '\t')
            result += "\\t";
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        else
            result += c;
    }
    return result + quote;
}

std::string pythonList(std::span<const std::string> texts)
{
    std::string result = "[";
    for (const std::string& text : texts)
        (result += result.size() > 1 ? ", " : "") += pythonQuoted(text);
    return result + ']';
}

std::string pythonText(const JsonValue& value)
{
    std::string result;
    switch (value.kind) {
    case JsonValue::Kind::Null:
        return "None";
    case JsonValue::Kind::Bool:
        return value.boolean ? "True" : "False";
    case JsonValue::Kind::Number:
        return numberText(value.text);
    case JsonValue::Kind::String:
        return value.text;
    case JsonValue::Kind::Array:
        for (const JsonValue& item : value.items)
            (result += result.empty() ? "" : ", ") += nestedText(item);
        return '[' + result + ']';
    case JsonValue::Kind::Object:
        for (const auto& [key, member] : value.members)
            ((result += result.empty() ? "" : ", ") += pythonQuoted(key) + ": ") += nestedText(member);
        return '{' + result + '}';
    }
    return result;
}

std::string_view pythonClass(const JsonValue& value)
{
    switch (value.kind) {
    case JsonValue::Kind::Null:
        return "NoneType";
    case JsonValue::Kind::Bool:
        return "bool";
    case JsonValue::Kind::Number:
        return isInteger(value.text) ? "int" : "float";
    case JsonValue::Kind::String:
        return "str";
    case JsonValue::Kind::Array:
        return "list";
    case JsonValue::Kind::Object:
        return "dict";
    }
    return {};
}

} // namespace dumpscope::core
