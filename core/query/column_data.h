// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "query/filter_expression.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// The cells of one column as plain arrays, for programs that work on whole columns. Which arrays are filled
/// follows from the type.
struct ColumnData {
    ColumnType type = ColumnType::Text;
    std::size_t rows = 0;
    std::size_t nullCount = 0;
    std::vector<std::uint8_t> valid; ///< a bit per row, the lowest first: whether the cell is there
    /// Integer: a number per row, 0 where absent; empty where all are absent. Dimensions: those of all rows
    /// one after another.
    std::vector<std::int64_t> integers;
    /// Integer: the numbers are the bits of unsigned ones, as one is beyond the range of int64.
    bool isUnsigned = false;
    std::vector<double> reals; ///< Real: as `integers`
    /// Text and Dimensions: rows + 1 places in `text` or `integers`, row i has those from ends[i] to
    /// ends[i + 1]; empty where all are absent.
    std::vector<std::int64_t> ends;
    std::string text; ///< Text: UTF-8; what is not is percent-escaped, as in JSON

    [[nodiscard]] bool has(std::size_t row) const { return (valid[row / 8] >> (row % 8) & 1U) != 0; }
};

/// Rows of a table: those listed, in that order, else all.
struct TableRows {
    std::size_t count = 0;
    std::span<const std::uint32_t> listed = {}; ///< empty: rows 0 to count - 1

    [[nodiscard]] std::size_t at(std::size_t i) const { return listed.empty() ? i : listed[i]; }
};

/// Consecutive rows of several columns.
using ColumnBatch = std::vector<ColumnData>;

/// Columns of a table in the order of `columns`, in batches of many rows, at least one; several are read at a
/// time. A column is unsigned in all batches or in none. Errors: Code::Cancelled, Code::OutOfMemory.
[[nodiscard]] Result<std::vector<ColumnBatch>> readColumnBatches(
    const FilterTable& table, TableRows rows, std::span<const int> columns, TaskContext& task);

/// One whole column. Errors: as above.
[[nodiscard]] Result<ColumnData> readColumn(
    const FilterTable& table, TableRows rows, int column, TaskContext& task);

} // namespace dumpscope::core
