// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/operator_times.h"
#include "model/row_statistics.h"
#include "model/tensor_table.h"
#include "model/watched_rows.h"

#include <array>

namespace dumpscope::core {

/// Everything a getter may look at.
struct TensorTable::RowView {
    const DumpIndex& index;
    TensorId id;
    const TensorRow& row;
    const FolderFacts& facts;
    const Statistics* computed;
    const Message* failed;      ///< why it could not be read
    const StatisticTable* file; ///< statistics file that tells about this tensor
    int root;
    const std::vector<TensorTable::WatchedWords>* watchedWords; ///< null: not compared

    std::optional<WatchedRows::Place> watched() const
    {
        return index.watched() == nullptr ? std::nullopt : index.watched()->placeOf(id);
    }
    const OperatorTime* time() const
    {
        const OperatorTimes* const times = index.times();
        return times == nullptr ? nullptr : times->of(id);
    }
};

/// A statistic as the file has it; null where it does not.
[[nodiscard]] inline Cell fromFile(const TensorTable::RowView& view, StatisticTable::Field field)
{
    return view.file ? recordedCell(*view.file, field, view.row.statisticRow) : Cell();
}

/// A column of docs/contract.md 3, and how its cells follow from a row.
struct TensorTableColumn {
    std::string_view key;
    ColumnType type;
    Cell (*get)(const TensorTable::RowView&);
    std::span<const std::string_view> words = {};
};

/// Columns of listings, then statistics, each in the order of the contract.
inline constexpr std::size_t kTensorTableColumnCount = 60, kFirstStatisticColumn = 44;
extern const std::array<TensorTableColumn, kTensorTableColumnCount> kTensorTableColumns;

/// -1: none is called so.
[[nodiscard]] int tensorTableColumn(std::string_view key);

} // namespace dumpscope::core
