// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/statistic_contents.h"

namespace dumpscope::core {

Result<StatisticFile> readStatisticFile(const Source& source, TaskContext& task)
{
    TRY_ASSIGN(const Bytes bytes, source.map());
    TRY_ASSIGN(StatisticFile statistics,
        parseMindsporeStatistic(asText(bytes.span()), task,
            [&bytes](std::string_view part) { bytes.dropBehind(std::as_bytes(std::span(part))); }));
    TRY_VOID(bytes.check());
    return statistics;
}

void nameStatisticRows(StatisticTable& table, const NameFacts& facts)
{
    const std::size_t rows = table.rows();
    table.oneOperator = true;
    table.opType.assign(rows, table.strings.intern(facts.opType));
    table.opName.assign(rows, table.strings.intern(facts.opName));
    table.task.assign(rows, facts.task.value_or(StatisticTable::kNone));
    table.stream.assign(rows, facts.stream.value_or(StatisticTable::kNone));
    table.timestamp.assign(rows, facts.timestamp.value_or(0));
}

} // namespace dumpscope::core
