// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/statistic_contents.h"

namespace dumpscope::core {

Result<StatisticFile> readStatisticFile(const Source& source, TaskContext& task)
{
    TRY_ASSIGN(const Bytes bytes, source.map());
    // Every time it is said, the kernel stops all threads for a moment.
    constexpr std::size_t kAtOnce = 8U << 20;
    std::string_view behind;
    const auto done = [&](std::string_view part) {
        behind = behind.empty() ? part : std::string_view(behind.data(), behind.size() + part.size());
        if (behind.size() < kAtOnce)
            return;
        bytes.dropBehind(std::as_bytes(std::span(behind)));
        behind = {};
    };
    TRY_ASSIGN(StatisticFile statistics, parseMindsporeStatistic(asText(bytes.span()), task, done));
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
