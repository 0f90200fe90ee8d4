// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/json_edit.h"

#include "base/json_writer.h"
#include "base/text.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

void writeValue(JsonWriter& json, const JsonValue& value)
{
    switch (value.kind) {
    case JsonValue::Kind::Null:
        json.null();
        break;
    case JsonValue::Kind::Bool:
        json.value(value.boolean);
        break;
    case JsonValue::Kind::Number:
        json.raw(value.text);
        break;
    case JsonValue::Kind::String:
        json.value(value.text);
        break;
    case JsonValue::Kind::Array:
        json.beginArray();
        for (const JsonValue& item : value.items)
            writeValue(json, item);
        json.endArray();
        break;
    case JsonValue::Kind::Object:
        json.beginObject();
        for (const auto& [key, member] : value.members)
            writeValue(json.key(key), member);
        json.endObject();
        break;
    }
}

bool isPlain(const JsonValue& value)
{
    return !value.isArray() && !value.isObject();
}

void appendPretty(std::string& out, const JsonValue& value, std::size_t depth)
{
    const std::string indent(2 * depth + 2, ' '), end(2 * depth, ' ');
    if (isPlain(value)) {
        out += compactJson(value);
    } else if (value.isArray() && std::ranges::all_of(value.items, isPlain)) {
        out += '[';
        for (std::size_t i = 0; i < value.items.size(); ++i)
            out += (i == 0 ? "" : ", ") + compactJson(value.items[i]);
        out += ']';
    } else if (value.isArray()) {
        out += '[';
        for (std::size_t i = 0; i < value.items.size(); ++i) {
            out += (i == 0 ? "\n" : ",\n") + indent;
            appendPretty(out, value.items[i], depth + 1);
        }
        out += '\n' + end + ']';
    } else if (value.members.empty()) {
        out += "{}";
    } else {
        out += '{';
        for (std::size_t i = 0; i < value.members.size(); ++i) {
            out += (i == 0 ? "\n" : ",\n") + indent;
            appendJsonString(out, value.members[i].first);
            out += ": ";
            appendPretty(out, value.members[i].second, depth + 1);
        }
        out += '\n' + end + '}';
    }
}

/// A step of a path: a key, or an index in brackets.
struct Step {
    std::string_view key;
    std::optional<std::uint64_t> index;
    bool isEvery = false; ///< "[]"
};

std::optional<std::vector<Step>> stepsOf(std::string_view path)
{
    std::vector<Step> steps;
    while (!path.empty()) {
        if (path.front() == '[') {
            const std::size_t end = path.find(']');
            if (end == std::string_view::npos)
                return std::nullopt;
            const std::string_view inside = path.substr(1, end - 1);
            const auto index = isDigits(inside) ? parseUnsigned(inside) : std::nullopt;
            if (!inside.empty() && !index)
                return std::nullopt;
            steps.push_back({{}, index, inside.empty()});
            path.remove_prefix(end + 1);
        } else {
            const std::size_t end = std::min(path.find_first_of(".["), path.size());
            steps.push_back({path.substr(0, end), {}});
            path.remove_prefix(end);
        }
        if (path.starts_with('.'))
            path.remove_prefix(1);
    }
    return steps;
}

const JsonValue* childOf(const JsonValue& value, const Step& step)
{
    if (step.index)
        return value.isArray() && *step.index < value.items.size() ? &value.items[*step.index] : nullptr;
    return value.isObject() ? value.find(step.key) : nullptr;
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Blanks in front of the line that `offset` is on.
std::string_view indentAt(std::string_view text, std::size_t offset)
{
    const std::size_t newline = text.rfind('\n', offset == 0 ? 0 : offset - 1);
    const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
    const std::size_t end = std::min(text.find_first_not_of(" \t", start), text.size());
    return text.substr(start, end - start);
}

/// Where the member or element whose value begins at `offset` begins: its key's quote, or the value.
std::size_t startOf(std::string_view text, std::size_t offset, bool isMember)
{
    std::size_t at = offset;
    if (!isMember)
        return at;
    while (at > 0 && text[at - 1] != ':')
        --at;
    at = at == 0 ? 0 : at - 1; // the colon
    while (at > 0 && text[at - 1] != '"')
        --at;
    at = at == 0 ? 0 : at - 1; // the closing quote
    while (at > 0) {
        --at;
        std::size_t slashes = 0;
        while (at > slashes && text[at - 1 - slashes] == '\\')
            ++slashes;
        if (text[at] == '"' && slashes % 2 == 0)
            break;
    }
    return at;
}

std::string without(std::string_view text, const JsonValue& value, bool isMember)
{
    std::size_t begin = startOf(text, value.offset, isMember), end = jsonValueEnd(text, value.offset);
    std::size_t next = end;
    while (next < text.size() && isBlank(text[next]))
        ++next;
    if (next < text.size() && text[next] == ',') {
        end = next + 1;
        while (end < text.size() && isBlank(text[end]))
            ++end;
    } else {
        std::size_t before = begin;
        while (before > 0 && isBlank(text[before - 1]))
            --before;
        if (before > 0 && text[before - 1] == ',')
            begin = before - 1;
    }
    return std::string(text.substr(0, begin)) + std::string(text.substr(end));
}

/// `{...}` or `[...]` with one more inside.
std::string withMore(std::string_view text, const JsonValue& container, const std::string& more)
{
    const JsonValue* last = nullptr;
    if (container.isObject())
        for (const auto& [key, member] : container.members)
            last = last == nullptr || member.offset > last->offset ? &member : last;
    else if (!container.items.empty())
        last = &container.items.back();
    if (last != nullptr) {
        const std::size_t end = jsonValueEnd(text, last->offset);
        const std::string_view inside = text.substr(container.offset, last->offset - container.offset);
        const std::string separator = inside.find('\n') == std::string_view::npos
            ? ", "
            : ",\n" + std::string(indentAt(text, startOf(text, last->offset, container.isObject())));
        return std::string(text.substr(0, end)) + separator + more + std::string(text.substr(end));
    }
    const std::string indent(indentAt(text, container.offset));
    const std::string body = container.isObject() ? "\n" + indent + "  " + more + "\n" + indent : more;
    return std::string(text.substr(0, container.offset + 1)) + body
        + std::string(text.substr(jsonValueEnd(text, container.offset) - 1));
}

std::string quoted(std::string_view text)
{
    std::string literal;
    appendJsonString(literal, text);
    return literal;
}

} // namespace

JsonValue jsonText(std::string text)
{
    JsonValue value;
    value.kind = JsonValue::Kind::String;
    value.text = std::move(text);
    return value;
}

JsonValue jsonNumber(std::uint64_t number)
{
    JsonValue value;
    value.kind = JsonValue::Kind::Number;
    value.text = std::to_string(number);
    return value;
}

JsonValue jsonFlag(bool flag)
{
    JsonValue value;
    value.kind = JsonValue::Kind::Bool;
    value.boolean = flag;
    return value;
}

JsonValue jsonTexts(std::span<const std::string> texts)
{
    JsonValue value = jsonArray();
    for (const std::string& text : texts)
        value.items.push_back(jsonText(text));
    return value;
}

JsonValue jsonObject()
{
    JsonValue value;
    value.kind = JsonValue::Kind::Object;
    return value;
}

JsonValue jsonArray()
{
    JsonValue value;
    value.kind = JsonValue::Kind::Array;
    return value;
}

JsonValue* memberOf(JsonValue& object, std::string_view key)
{
    for (auto member = object.members.rbegin(); member != object.members.rend(); ++member) {
        if (member->first == key)
            return &member->second;
    }
    return nullptr;
}

void setMember(JsonValue& object, std::string_view key, JsonValue value)
{
    if (JsonValue* known = memberOf(object, key))
        *known = std::move(value);
    else
        object.members.emplace_back(key, std::move(value));
}

void removeMember(JsonValue& object, std::string_view key)
{
    std::erase_if(object.members, [key](const auto& member) { return member.first == key; });
}

std::string compactJson(const JsonValue& value)
{
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; });
    writeValue(json, value);
    json.finish();
    if (text.ends_with('\n'))
        text.pop_back();
    return text;
}

std::string prettyJson(const JsonValue& value)
{
    std::string text;
    appendPretty(text, value, 0);
    return text + '\n';
}

const JsonValue* valueAt(const JsonValue& document, std::string_view path)
{
    const auto steps = stepsOf(path);
    const JsonValue* value = steps ? &document : nullptr;
    for (std::size_t i = 0; value != nullptr && i < steps->size(); ++i)
        value = childOf(*value, (*steps)[i]);
    return value;
}

void visitValues(const JsonValue& document, std::string_view path,
    const std::function<void(const JsonValue&, const std::string&)>& visit)
{
    const std::size_t every = path.find("[]");
    if (every == std::string_view::npos) {
        if (const JsonValue* value = valueAt(document, path))
            visit(*value, std::string(path));
        return;
    }
    const JsonValue* list = valueAt(document, path.substr(0, every));
    const std::string_view rest = path.substr(every + 2);
    for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
        const std::string here = std::string(path.substr(0, every)) + '[' + std::to_string(i) + ']';
        visitValues(list->items[i], rest.starts_with('.') ? rest.substr(1) : rest,
            [&](const JsonValue& value, const std::string& inner) {
                visit(value, inner.empty() ? here : here + (inner.starts_with('[') ? "" : ".") + inner);
            });
    }
}

std::size_t jsonValueEnd(std::string_view text, std::size_t offset)
{
    std::size_t depth = 0, at = offset;
    bool isText = false;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (isText) {
            if (c == '\\')
                ++at;
            else if (c == '"')
                isText = false;
            if (!isText && depth == 0)
                return at + 1;
        } else if (c == '"') {
            isText = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            if (depth == 0)
                return at;
            if (--depth == 0)
                return at + 1;
        } else if (depth == 0 && (c == ',' || isBlank(c))) {
            return at;
        }
    }
    return text.size();
}

Result<std::string> withJsonValue(
    std::string_view text, std::string_view path, const std::optional<std::string>& json)
{
    const std::string start
        = text.find_first_not_of(" \t\r\n") == std::string_view::npos ? "{}\n" : std::string(text);
    TRY_ASSIGN(const JsonValue document, parseJson(start));
    const auto steps = stepsOf(path);
    if (!document.isObject() || !steps || steps->empty())
        return fail(Code::BadSyntax, phrase("there is no place for %1 in it", printable(path)));
    const JsonValue* value = &document;
    std::size_t known = 0;
    for (const JsonValue* next = nullptr; known < steps->size(); value = next, ++known) {
        next = childOf(*value, (*steps)[known]);
        if (next == nullptr)
            break;
    }
    if (known == steps->size()) {
        if (!json)
            return without(start, *value, !steps->back().index);
        return start.substr(0, value->offset) + *json + start.substr(jsonValueEnd(start, value->offset));
    }
    if (!json)
        return start;
    std::string more = *json;
    for (std::size_t i = steps->size() - 1; i > known; --i)
        more = (*steps)[i].index ? "[" + more + "]" : "{" + quoted((*steps)[i].key) + ": " + more + "}";
    const Step& missing = (*steps)[known];
    const bool fits = missing.index ? value->isArray() && *missing.index == value->items.size()
                                    : value->isObject() && !missing.isEvery;
    if (!fits)
        return fail(Code::BadSyntax, phrase("there is no place for %1 in it", printable(path)));
    return withMore(start, *value, missing.index ? more : quoted(missing.key) + ": " + more);
}

} // namespace dumpscope::core
