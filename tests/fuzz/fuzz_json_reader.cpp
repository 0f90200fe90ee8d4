// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes: a tree or an error with a place inside the document, and events that nest properly.
#include "io/json_reader.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace {

using namespace dumpscope::core;

void require(bool condition)
{
    if (!condition)
        std::abort();
}

/// Checks the nesting of events and counts values.
class Counter : public JsonHandler {
public:
    bool beginObject() override { return open('{'); }
    bool key(std::string_view) override
    {
        require(!m_open.empty() && m_open.back() == '{' && !m_afterKey);
        m_afterKey = true;
        return true;
    }
    bool endObject() override { return close('{'); }
    bool beginArray() override { return open('['); }
    bool endArray() override { return close('['); }
    bool string(std::string_view) override { return value(); }
    bool number(std::string_view) override { return value(); }
    bool boolean(bool) override { return value(); }
    bool null() override { return value(); }

    [[nodiscard]] bool isComplete() const { return m_open.empty() && values > 0; }

    std::size_t values = 0;

private:
    bool value()
    {
        require(m_open.empty() ? values == 0 : (m_open.back() == '{') == m_afterKey);
        m_afterKey = false;
        ++values;
        return true;
    }
    bool open(char bracket)
    {
        value();
        m_open.push_back(bracket);
        return true;
    }
    bool close(char bracket)
    {
        require(!m_open.empty() && m_open.back() == bracket && !m_afterKey);
        m_open.pop_back();
        return true;
    }

    std::string m_open;
    bool m_afterKey = false;
};

std::size_t countValues(const JsonValue& value, std::size_t size)
{
    require(value.offset < size);
    if (value.kind == JsonValue::Kind::Number)
        require(value.number().has_value());
    std::size_t count = 1;
    for (const JsonValue& item : value.items)
        count += countValues(item, size);
    for (const auto& [key, item] : value.members) {
        require(value.find(key) != nullptr);
        count += countValues(item, size);
    }
    return count;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto tree = parseJson(text, {.maxDepth = 64});
    Counter counter;
    const auto scanned = scanJson(text, counter, {.maxDepth = 64});
    require(tree.has_value() == scanned.has_value());
    if (tree) {
        require(counter.isComplete());
        require(countValues(*tree, size) == counter.values);
        return 0;
    }
    const Error& error = tree.error();
    require(error.code == scanned.error().code && error.place.offset == scanned.error().place.offset);
    require(error.place.offset && *error.place.offset <= size);
    require(rowAndColumn(text, *error.place.offset) == std::pair(*error.place.row, *error.place.column));
    return 0;
}
