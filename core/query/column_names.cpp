// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/column_names.h"

#include "base/nearest_word.h"
#include "base/text.h"

#include <algorithm>

namespace dumpscope::core {

std::string_view nearestColumn(std::string_view name, const FilterTable& table)
{
    NearestWord nearest(name);
    for (const FilterTable::Column& column : table.columns())
        nearest.consider(column.name);
    return nearest.word();
}

std::uint64_t characterPosition(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto isStart = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; };
    if (!isUtf8(before))
        return before.size() + 1;
    return static_cast<std::uint64_t>(std::count_if(before.begin(), before.end(), isStart)) + 1;
}

Error usageErrorAt(std::string_view text, std::size_t offset, Message message)
{
    Place place;
    place.column = characterPosition(text, offset);
    return makeError(Code::Usage, std::move(message), std::move(place));
}

std::string quotedForMessage(std::string_view text)
{
    constexpr std::size_t kLongest = 60;
    const bool isLong = text.size() > kLongest;
    return "'" + printable(text.substr(0, kLongest)) + (isLong ? "…'" : "'");
}

Result<int> requireColumn(
    std::string_view name, const FilterTable& table, std::string_view text, std::size_t offset)
{
    if (name.empty())
        return fail(usageErrorAt(text, offset, phrase("expected a column name")));
    const int column = table.columnByName(name);
    if (column >= 0)
        return column;
    Message message = phrase("expected a column name, but there is no column %1", quotedForMessage(name));
    if (const std::string_view nearest = nearestColumn(name, table); !nearest.empty())
        message = phrase("%1; the nearest is '%2'", message, nearest);
    return fail(usageErrorAt(text, offset, std::move(message)));
}

Result<std::vector<ColumnListItem>> parseColumnList(
    std::string_view text, const FilterTable& table, bool allowMinus)
{
    constexpr std::string_view kBlanks = " \t\r\n";
    std::vector<ColumnListItem> items;
    if (text.find_first_not_of(kBlanks) == std::string_view::npos)
        return items;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        std::size_t first = std::min(text.find_first_not_of(kBlanks, begin), end);
        ColumnListItem item;
        item.minus = allowMinus && first < end && text[first] == '-';
        first += item.minus ? 1 : 0;
        std::string_view name = text.substr(first, end - first);
        name = name.substr(0, name.find_last_not_of(kBlanks) + 1);
        item.isWorst = allowMinus && name.starts_with(kWorstFirst);
        if (item.isWorst) {
            name.remove_prefix(kWorstFirst.size());
            first += kWorstFirst.size();
        }
        TRY_ASSIGN(item.column, requireColumn(name, table, text, first));
        if (item.isWorst && !table.hasBadness(item.column))
            return fail(usageErrorAt(
                text, first, phrase("column %1 has no worst cell: it is no metric", quotedForMessage(name))));
        const auto same = [&item](const ColumnListItem& other) { return other.column == item.column; };
        if (std::none_of(items.begin(), items.end(), same))
            items.push_back(item);
        begin = end + 1;
    }
    return items;
}

} // namespace dumpscope::core
