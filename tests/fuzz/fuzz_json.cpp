// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/json_reader.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace dumpscope::core;

/// Accepts everything and counts values.
class Counter : public JsonHandler {
public:
    std::size_t values = 0;

    bool beginObject() override { return ++values > 0; }
    bool key(std::string_view) override { return true; }
    bool endObject() override { return true; }
    bool beginArray() override { return ++values > 0; }
    bool endArray() override { return true; }
    bool string(std::string_view) override { return ++values > 0; }
    bool number(std::string_view) override { return ++values > 0; }
    bool boolean(bool) override { return ++values > 0; }
    bool null() override { return ++values > 0; }
};

std::size_t countValues(const JsonValue& value)
{
    std::size_t count = 1;
    for (const JsonValue& item : value.items)
        count += countValues(item);
    for (const auto& member : value.members)
        count += countValues(member.second);
    return count;
}

} // namespace

// Tree and events must agree on what is a document and on the number of its values.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto tree = parseJson(text);
    Counter counter;
    const auto events = scanJson(text, counter);
    if (tree.has_value() != events.has_value())
        std::abort();
    if (tree && countValues(*tree) != counter.values)
        std::abort();
    if (!tree)
        (void)rowAndColumn(text, size);
    return 0;
}
