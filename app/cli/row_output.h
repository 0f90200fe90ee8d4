// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_session.h"

#include "model/tensor_table.h"
#include "query/row_set.h"
#include "request/row_options.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::cli {

/// Rows of several roots: which table, which row.
struct SelectedRow {
    std::size_t table = 0;
    std::uint32_t row = 0;
};

struct Selected {
    std::vector<SelectedRow> rows;
    std::uint64_t total = 0; ///< matching rows before --limit
    /// Of which nobody can say whether they match: what --filter looks at was not measured.
    std::vector<SelectedRow> undecided;
};

/// Columns to print: those asked for, else all for machines and a readable few for people.
[[nodiscard]] core::Result<std::vector<int>> chooseColumns(const core::RowOptions& options,
    const core::TensorTable& table, std::span<const int> all, const std::vector<std::string_view>& readable,
    const core::PrintOptions& print);

/// Rows of each table in turn; with --sort over all of them together.
[[nodiscard]] core::Result<Selected> chooseRows(
    const core::RowOptions& options, const std::vector<core::TensorTable>& tables, core::TaskContext& task);

/// Compares the watched outputs of every dump, for the columns that say what that gave. Errors:
/// Code::Cancelled.
[[nodiscard]] core::Result<void> compareWatched(std::vector<core::TensorTable>& tables,
    const std::vector<std::shared_ptr<const core::DumpIndex>>& roots, core::TaskContext& task);
/// Whether columns, filter or sort name what comparing them gives.
[[nodiscard]] core::Result<bool> needsWatched(
    const core::RowOptions& options, const std::vector<int>& columns, const core::TensorTable& table);

/// Whether filter or sort look at statistics, so they must be computed first.
[[nodiscard]] core::Result<bool> needsStatistics(
    const core::RowOptions& options, const core::TensorTable& table);

[[nodiscard]] std::vector<core::TensorTable> makeTables(
    const CommandSession& session, const std::vector<std::shared_ptr<const core::DumpIndex>>& roots);

/// More members of a JSON row, e.g. a histogram.
using RowExtras = std::function<void(core::JsonWriter&, const SelectedRow&)>;

/// Prints the rows in the form the options ask for, then the problems. `things`: what a row is, for people.
void writeRows(Console& console, CommandSession& session, const core::PrintOptions& print,
    const std::vector<core::TensorTable>& tables, const Selected& selected, const std::vector<int>& columns,
    const RowExtras& extras, std::string_view things = "tensors");

} // namespace dumpscope::cli
