// SPDX-License-Identifier: GPL-3.0-or-later
#include "overflow/overflow_search.h"

#include "model/row_statistics.h"
#include "query/row_set.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

Result<std::vector<TensorId>> chooseTensors(
    const std::shared_ptr<const DumpIndex>& index, const std::string& text, TaskContext& task)
{
    TensorTable table(index);
    TRY_ASSIGN(const FilterExpression filter, FilterExpression::parse(text, table));
    if (needsStatistics(filter))
        TRY_VOID(measureAllRows(task, table));
    TRY_ASSIGN(const std::vector<std::uint32_t> rows, buildRowSet(table, table.rows(), filter, {}, task));
    std::vector<TensorId> chosen;
    chosen.reserve(rows.size());
    for (const std::uint32_t row : rows)
        chosen.push_back(TensorId(row));
    return chosen;
}

} // namespace

bool OverflowSearch::foundAny() const
{
    return !scan.found.empty() || std::ranges::any_of(records, [](const OverflowEntry* entry) {
        return entry->record.isOverflow();
    });
}

Result<OverflowSearch> chooseOverflows(
    const std::shared_ptr<const DumpIndex>& index, const OverflowQuestion& question, TaskContext& task)
{
    OverflowSearch search;
    search.first = question.first;
    TRY_ASSIGN(search.chosen, chooseTensors(index, question.filter, task));
    const auto isChosen = [&](TensorId id) { return std::ranges::binary_search(search.chosen, id); };
    for (const OverflowEntry& entry : index->overflows()) {
        const bool isNamed = std::ranges::any_of(entry.operators,
            [&](const OverflowOperator& one) { return std::ranges::any_of(one.tensors, isChosen); });
        if (question.filter.empty() || isNamed)
            search.records.push_back(&entry);
    }
    return search;
}

} // namespace dumpscope::core
