// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/statistic_table.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace dumpscope::core {

/// One row of a statistics file with the names and numbers it has.
struct StatisticRow {
    std::string_view opName, opType, entry, dtypeText, shapeText, formatText, dataName;
    DType dtype = DType::Unknown; ///< Unknown: by `dtypeText`
    Io io = Io::Unknown;
    std::int32_t slot = -1;
    std::optional<std::int64_t> step, rank;
    std::optional<std::uint32_t> occurrence;
    std::uint32_t position = StatisticTable::kNone; ///< in the order of execution
    std::uint64_t line = 0;
    std::array<std::optional<double>, StatisticTable::kFields> values;
    std::array<std::optional<WideInteger>, StatisticTable::kFields> exactIntegers; ///< that `values` round
    Message problem;

    [[nodiscard]] std::optional<double>& value(StatisticTable::Field field)
    {
        return values[static_cast<std::size_t>(field)];
    }
    /// Takes a cell; text that is no number leaves the statistic out.
    void takeText(StatisticTable::Field field, std::string_view text);
};

/// Builds a StatisticTable row by row, for formats that are no statistic.csv of MindSpore. Columns that no
/// row fills are left out. Not thread-safe.
class StatisticRows {
public:
    StatisticRows();
    void add(const StatisticRow& row);
    [[nodiscard]] std::size_t size() const { return m_table->rows(); }
    [[nodiscard]] std::shared_ptr<StatisticTable> finish();

private:
    std::shared_ptr<StatisticTable> m_table;
    std::array<bool, StatisticTable::kFields> m_hasValue {};
    bool m_hasStep = false, m_hasRank = false, m_hasOccurrence = false, m_hasPosition = false,
         m_hasDataName = false;
};

} // namespace dumpscope::core
