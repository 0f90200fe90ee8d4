// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "query/filter_expression.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// A text of a column: in itself where it is short, else its place in one of the pools. The memory is that of
/// a view of Arrow (layout "Utf8View", little-endian): size, then the text, or its first four bytes, the
/// number of the pool and the offset in it.
struct TextView {
    static constexpr std::size_t kMostInside = 12;
    static constexpr std::size_t kPrefix = 4;

    std::int32_t size = 0;
    std::array<char, kMostInside> inside {};
};
static_assert(sizeof(TextView) == 16);

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
    /// Dimensions: rows + 1 places in `integers`, row i has those from ends[i] to ends[i + 1]; empty where
    /// all are absent.
    std::vector<std::int64_t> ends;
    /// Text: a view per row, empty where absent; no views where all are absent. UTF-8; what is not is
    /// percent-escaped, as in JSON. Rows with equal texts may share a place in a pool.
    std::vector<TextView> views;
    std::vector<std::string> pools;

    [[nodiscard]] bool has(std::size_t row) const { return (valid[row / 8] >> (row % 8) & 1U) != 0; }
    /// Of a column with views; valid as long as the column.
    [[nodiscard]] std::string_view text(std::size_t row) const;
};

/// Consecutive rows of several columns.
using ColumnBatch = std::vector<ColumnData>;

/// Columns of a table in the order of `columns`, in batches of many rows, at least one; several are read at a
/// time. A column is unsigned in all batches or in none. Errors: Code::Cancelled, Code::OutOfMemory,
/// Code::Unsupported for a text of 2 GiB.
[[nodiscard]] Result<std::vector<ColumnBatch>> readColumnBatches(
    const FilterTable& table, TableRows rows, std::span<const int> columns, TaskContext& task);

/// One whole column. Errors: as above.
[[nodiscard]] Result<ColumnData> readColumn(
    const FilterTable& table, TableRows rows, int column, TaskContext& task);

} // namespace dumpscope::core
