// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/json_edit.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace dumpscope::test {

/// Just enough of JSON Schema 2020-12 to run the published schemas. Unknown keywords fail an assertion, so
/// that none is passed over.
class JsonSchema {
public:
    explicit JsonSchema(std::string_view text)
        : m_root(core::parseJson(text).value_or(core::JsonValue()))
    {
    }
    [[nodiscard]] bool isSchema() const { return m_root.isObject() && m_root.find("$schema") != nullptr; }
    [[nodiscard]] bool accepts(const core::JsonValue& value) const { return holds(m_root, value); }
    /// The first keyword nobody here knows; empty if there is none.
    [[nodiscard]] std::string unknownKeyword() const { return m_unknown; }

private:
    using Value = core::JsonValue;
    using Kind = Value::Kind;

    static bool isEqual(const Value& a, const Value& b)
    {
        if (a.kind == Kind::Number && b.kind == Kind::Number)
            return a.number() == b.number();
        return a.kind == b.kind && core::compactJson(a) == core::compactJson(b);
    }

    static bool hasType(const Value& value, std::string_view type)
    {
        switch (value.kind) {
        case Kind::Null:
            return type == "null";
        case Kind::Bool:
            return type == "boolean";
        case Kind::Number:
            return type == "number"
                || (type == "integer" && std::floor(value.number().value_or(0.5)) == value.number());
        case Kind::String:
            return type == "string";
        case Kind::Array:
            return type == "array";
        case Kind::Object:
            return type == "object";
        }
        return false;
    }

    bool holds(const Value& schema, const Value& value) const
    {
        if (schema.kind == Kind::Bool)
            return schema.boolean;
        return std::ranges::all_of(schema.members,
            [&](const auto& member) { return keywordHolds(schema, member.first, member.second, value); });
    }

    bool keywordHolds(
        const Value& schema, const std::string& keyword, const Value& rule, const Value& value) const
    {
        const auto is = [&](const Value& inner) { return holds(inner, value); };
        const auto count
            = [](std::size_t n, const Value& limit) { return static_cast<double>(n) - *limit.number(); };
        if (keyword == "$ref")
            return holds(*core::valueAt(m_root, "$defs." + rule.text.substr(8)), value);
        if (keyword == "allOf")
            return std::ranges::all_of(rule.items, is);
        if (keyword == "anyOf")
            return std::ranges::any_of(rule.items, is);
        if (keyword == "not")
            return !is(rule);
        if (keyword == "if") {
            const Value* branch = schema.find(is(rule) ? "then" : "else");
            return branch == nullptr || is(*branch);
        }
        if (keyword == "type")
            return rule.isString() ? hasType(value, rule.text)
                                   : std::ranges::any_of(rule.items,
                                       [&](const Value& type) { return hasType(value, type.text); });
        if (keyword == "const")
            return isEqual(value, rule);
        if (keyword == "enum")
            return std::ranges::any_of(rule.items, [&](const Value& item) { return isEqual(value, item); });
        if (keyword == "minimum")
            return value.kind != Kind::Number || value.number() >= rule.number();
        if (keyword == "maximum")
            return value.kind != Kind::Number || value.number() <= rule.number();
        if (keyword == "minLength")
            return !value.isString() || count(value.text.size(), rule) >= 0;
        if (keyword == "maxLength")
            return !value.isString() || count(value.text.size(), rule) <= 0;
        if (keyword == "pattern")
            return !value.isString()
                || QRegularExpression(
                    QString::fromStdString(rule.text), QRegularExpression::DontCaptureOption)
                       .match(QString::fromStdString(value.text))
                       .hasMatch();
        if (keyword == "items")
            return std::ranges::all_of(value.items, [&](const Value& item) { return holds(rule, item); });
        if (keyword == "contains")
            return !value.isArray()
                || std::ranges::any_of(value.items, [&](const Value& item) { return holds(rule, item); });
        if (keyword == "minItems")
            return !value.isArray() || count(value.items.size(), rule) >= 0;
        if (keyword == "maxItems")
            return !value.isArray() || count(value.items.size(), rule) <= 0;
        if (keyword == "uniqueItems")
            return isUnique(value.items);
        return objectHolds(schema, keyword, rule, value);
    }

    bool objectHolds(
        const Value& schema, const std::string& keyword, const Value& rule, const Value& value) const
    {
        if (keyword == "required")
            return !value.isObject() || std::ranges::all_of(rule.items, [&](const Value& key) {
                return value.find(key.text) != nullptr;
            });
        if (keyword == "properties")
            return std::ranges::all_of(rule.members, [&](const auto& property) {
                const Value* member = value.isObject() ? value.find(property.first) : nullptr;
                return member == nullptr || holds(property.second, *member);
            });
        if (keyword == "additionalProperties")
            return std::ranges::all_of(value.members, [&](const auto& member) {
                const Value* known = schema.find("properties");
                return (known != nullptr && known->find(member.first) != nullptr)
                    || holds(rule, member.second);
            });
        if (keyword == "maxProperties")
            return !value.isObject() || static_cast<double>(value.members.size()) <= *rule.number();
        static const QStringList kSilent {
            "$schema", "title", "description", "default", "$defs", "then", "else"};
        if (!kSilent.contains(QString::fromStdString(keyword)))
            m_unknown = keyword;
        return true;
    }

    static bool isUnique(const std::vector<Value>& items)
    {
        for (std::size_t i = 0; i < items.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (isEqual(items[i], items[j]))
                    return false;
            }
        }
        return true;
    }

    core::JsonValue m_root;
    mutable std::string m_unknown;
};

} // namespace dumpscope::test
