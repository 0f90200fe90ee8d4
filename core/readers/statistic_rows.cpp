// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/statistic_rows.h"

#include "base/text.h"

#include <array>

namespace dumpscope::core {

namespace {

using Field = StatisticTable::Field;

/// In the order of Field.
constexpr std::array<std::string_view, StatisticTable::kFields> kFieldHeaders {"Max", "Min", "Mean", "Norm",
    "Count", "NegativeCount", "PositiveCount", "NanCount", "NegInfCount", "PosInfCount", "ZeroCount"};

} // namespace

void StatisticRow::takeText(Field field, std::string_view text)
{
    value(field) = parseDouble(text);
    exactIntegers[static_cast<std::size_t>(field)] = ifRounded(text);
}

StatisticRows::StatisticRows()
    : m_table(std::make_shared<StatisticTable>())
{
}

void StatisticRows::add(const StatisticRow& row)
{
    StatisticTable& t = *m_table;
    StringPool& strings = t.strings;
    t.opType.push_back(strings.intern(row.opType));
    t.opName.push_back(strings.intern(row.opName));
    t.io.push_back(row.io);
    t.slot.push_back(row.slot);
    t.task.push_back(StatisticTable::kNone);
    t.stream.push_back(StatisticTable::kNone);
    t.timestamp.push_back(0);
    t.dataSize.push_back(0);
    t.dtype.push_back(row.dtype != DType::Unknown || row.dtypeText.empty()
            ? row.dtype
            : dtypeFromName(row.dtypeText).value_or(DType::Unknown));
    t.dtypeText.push_back(strings.intern(row.dtypeText));
    t.shapeText.push_back(strings.intern(row.shapeText));
    t.formatText.push_back(strings.intern(row.formatText));
    t.line.push_back(row.line);
    t.problem.push_back(t.messages.intern(row.problem));
    t.step.push_back(row.step.value_or(StatisticTable::kNoStep));
    t.rank.push_back(row.rank.value_or(StatisticTable::kNoStep));
    t.occurrence.push_back(row.occurrence.value_or(StatisticTable::kNone));
    t.entry.push_back(strings.intern(row.entry));
    t.dataName.push_back(strings.intern(row.dataName));
    t.position.push_back(row.position);
    m_hasStep = m_hasStep || row.step;
    m_hasRank = m_hasRank || row.rank;
    m_hasOccurrence = m_hasOccurrence || row.occurrence;
    m_hasPosition = m_hasPosition || row.position != StatisticTable::kNone;
    m_hasDataName = m_hasDataName || !row.dataName.empty();
    for (std::size_t field = 0; field < row.values.size(); ++field) {
        if (!row.values[field] && !m_hasValue[field])
            continue;
        // What stands above the first value of a column has none.
        const std::size_t above = t.rows() - 1;
        t.values[field].resize(above, 0);
        t.isNull[field].resize(above, true);
        t.values[field].push_back(row.values[field].value_or(0));
        t.isNull[field].push_back(!row.values[field]);
        if (row.exactIntegers[field])
            t.exactIntegers[field].push_back({static_cast<std::uint32_t>(above), *row.exactIntegers[field]});
        m_hasValue[field] = true;
    }
}

std::shared_ptr<StatisticTable> StatisticRows::finish()
{
    StatisticTable& t = *m_table;
    for (std::size_t field = 0; field < m_hasValue.size(); ++field) {
        if (m_hasValue[field])
            t.columns.push_back({std::string(kFieldHeaders[field]), static_cast<Field>(field), false});
    }
    if (!m_hasStep)
        t.step = {};
    if (!m_hasRank)
        t.rank = {};
    if (!m_hasOccurrence)
        t.occurrence = {};
    if (!m_hasPosition)
        t.position = {};
    if (!m_hasDataName)
        t.dataName = {};
    return std::move(m_table);
}

} // namespace dumpscope::core
