// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/json_reader.h"

#include "base/text.h"
#include "io/json_scanner.h"

#include <algorithm>
#include <optional>

namespace dumpscope::core {

namespace {

class TreeBuilder : public JsonHandler {
public:
    TreeBuilder(std::size_t maxValues, const std::uint64_t& offset)
        : m_maxValues(maxValues)
        , m_offset(offset)
    {
    }
    [[nodiscard]] bool tooManyValues() const { return m_values > m_maxValues; }
    [[nodiscard]] JsonValue takeRoot() { return std::move(m_root); }

    bool beginObject() override { return open(JsonValue::Kind::Object); }
    bool endObject() override { return close(); }
    bool beginArray() override { return open(JsonValue::Kind::Array); }
    bool endArray() override { return close(); }
    bool key(std::string_view name) override
    {
        m_open.back().key = name;
        return true;
    }
    bool string(std::string_view value) override { return add(make(JsonValue::Kind::String, value)); }
    bool number(std::string_view text) override { return add(make(JsonValue::Kind::Number, text)); }
    bool boolean(bool value) override
    {
        JsonValue made = make(JsonValue::Kind::Bool);
        made.boolean = value;
        return add(std::move(made));
    }
    bool null() override { return add(make(JsonValue::Kind::Null)); }

private:
    struct Open {
        JsonValue value;
        std::string key; ///< of the member that comes next
    };

    JsonValue make(JsonValue::Kind kind, std::string_view text = {})
    {
        ++m_values;
        JsonValue value;
        value.kind = kind;
        value.text = text;
        value.offset = m_offset;
        return value;
    }
    bool add(JsonValue value)
    {
        if (m_open.empty())
            m_root = std::move(value);
        else if (m_open.back().value.isArray())
            m_open.back().value.items.push_back(std::move(value));
        else
            m_open.back().value.members.emplace_back(std::move(m_open.back().key), std::move(value));
        return !tooManyValues();
    }
    bool open(JsonValue::Kind kind)
    {
        m_open.push_back({make(kind), {}});
        return !tooManyValues();
    }
    bool close()
    {
        JsonValue value = std::move(m_open.back().value);
        m_open.pop_back();
        return add(std::move(value));
    }

    std::size_t m_maxValues;
    const std::uint64_t& m_offset;
    std::size_t m_values = 0;
    std::vector<Open> m_open;
    JsonValue m_root;
};

} // namespace

const JsonValue* JsonValue::find(std::string_view key) const
{
    const auto it = std::find_if(
        members.rbegin(), members.rend(), [&](const auto& member) { return member.first == key; });
    return it == members.rend() ? nullptr : &it->second;
}

std::optional<double> JsonValue::numberAt(std::string_view key) const
{
    const JsonValue* const value = find(key);
    return value ? value->number() : std::nullopt;
}

std::optional<std::int64_t> JsonValue::integerAt(std::string_view key) const
{
    const JsonValue* const value = find(key);
    return value ? value->integer() : std::nullopt;
}

std::optional<double> JsonValue::number() const
{
    return kind == Kind::Number ? parseDouble(text) : std::nullopt;
}

std::string_view JsonValue::textAt(std::string_view key) const
{
    const JsonValue* const member = find(key);
    return member && member->isString() ? std::string_view(member->text) : std::string_view();
}

std::optional<std::int64_t> JsonValue::integer() const
{
    return kind == Kind::Number ? parseInt(text) : std::nullopt;
}

Result<JsonValue> parseJson(std::string_view text, const JsonLimits& limits)
{
    std::uint64_t offset = 0;
    TreeBuilder builder(limits.maxValues, offset);
    TRY_VOID(scanJsonWithOffsets(text, builder, limits, offset));
    if (builder.tooManyValues()) {
        const auto [row, column] = rowAndColumn(text, offset);
        return fail(Code::Limit, phrase("more than %1 values", limits.maxValues),
            {.offset = offset, .row = row, .column = column});
    }
    return builder.takeRoot();
}

std::pair<std::uint64_t, std::uint64_t> rowAndColumn(std::string_view text, std::uint64_t offset)
{
    const std::string_view before = text.substr(0, std::min<std::uint64_t>(offset, text.size()));
    const auto row = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t lineBegin = before.rfind('\n') + 1; // npos + 1 is 0
    return {row + 1, before.size() - lineBegin + 1};
}

} // namespace dumpscope::core
