// SPDX-License-Identifier: GPL-3.0-or-later
#include "reproduce/call_document.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace dumpscope::core {

namespace {

using Arguments = std::span<const RecordedArgument>;

void writeValues(Arguments arguments, std::size_t depth, JsonWriter& json);

/// What stands at one position: a value, or a list whose elements the arguments are.
void writeValue(Arguments arguments, std::size_t depth, JsonWriter& json)
{
    const RecordedArgument& first = arguments.front();
    json.beginObject();
    if (first.path.size() > depth) {
        json.key("list").beginArray();
        writeValues(arguments, depth, json);
        json.endArray();
    } else if (first.tensor) {
        json.member("tensor", first.key());
    } else {
        json.member("type", first.type);
        json.member("value", first.value);
    }
    json.endObject();
}

/// Arguments that have the same part at `depth`, one after another.
std::vector<Arguments> grouped(Arguments arguments, std::size_t depth)
{
    std::vector<Arguments> groups;
    for (std::size_t first = 0; first < arguments.size();) {
        std::size_t end = first + 1;
        while (end < arguments.size() && arguments[first].path.size() > depth + 1
            && arguments[end].path.size() > depth + 1
            && arguments[end].path[depth] == arguments[first].path[depth])
            ++end;
        groups.push_back(arguments.subspan(first, end - first));
        first = end;
    }
    return groups;
}

void writeValues(Arguments arguments, std::size_t depth, JsonWriter& json)
{
    for (const Arguments group : grouped(arguments, depth))
        writeValue(group, depth + 1, json);
}

std::vector<RecordedArgument> ofRole(const std::vector<RecordedArgument>& arguments, bool areKeywords)
{
    std::vector<RecordedArgument> some;
    std::ranges::copy_if(arguments, std::back_inserter(some),
        [&](const RecordedArgument& argument) { return (argument.io != Io::Input) == areKeywords; });
    return some;
}

} // namespace

void writeArguments(const std::vector<RecordedArgument>& arguments, JsonWriter& json)
{
    json.key("positional").beginArray();
    writeValues(ofRole(arguments, false), 0, json);
    json.endArray();
    const std::vector<RecordedArgument> keywords = ofRole(arguments, true);
    json.key("keywords").beginObject();
    for (const Arguments group : grouped(keywords, 0)) {
        json.key(group.front().path.front());
        writeValue(group, 1, json);
    }
    json.endObject();
}

} // namespace dumpscope::core
