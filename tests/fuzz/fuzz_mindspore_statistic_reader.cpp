// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore/mindspore_statistic.h"

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace dumpscope::core;

namespace {

void require(bool condition)
{
    if (!condition)
        std::abort();
}

/// Every column has one cell per row, and every number of a text exists.
void checkTable(const StatisticTable& table)
{
    const std::size_t rows = table.rows();
    for (const auto* column :
        {&table.opType, &table.opName, &table.dtypeText, &table.shapeText, &table.formatText}) {
        require(column->size() == rows);
        for (const StringId id : *column)
            require(id.value() < table.strings.size());
    }
    require(table.problem.size() == rows);
    for (const MessageId id : table.problem)
        require(id.value() < table.messages.size());
    for (const auto& digest : table.digests)
        require(digest.text.size() == rows);
    require(table.io.size() == rows && table.slot.size() == rows && table.dtype.size() == rows);
    require(table.task.size() == rows && table.stream.size() == rows && table.line.size() == rows);
    require(table.timestamp.size() == rows && table.dataSize.size() == rows);
    for (std::size_t field = 0; field < StatisticTable::kFields; ++field) {
        require(table.values[field].empty() || table.values[field].size() == rows);
        require(table.isNull[field].empty() || table.isNull[field].size() == rows);
    }
}

void parse(std::string_view text)
{
    OwnedTask context(1);
    const auto file = parseMindsporeStatistic(text, context);
    if (file)
        checkTable(*file->table);
}

} // namespace

// A statistics file; also rows alone, below a header that is good.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    parse(text);
    std::string withHeader = "Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,"
                             "Max Value,Min Value,Count,MD5\n";
    withHeader += text;
    parse(withHeader);
    return 0;
}
