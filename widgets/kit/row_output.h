// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"
#include "query/filter_expression.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <string>
#include <vector>

namespace dumpscope::gui {

class DataTable;

/// Writes rows of a table for the clipboard: a line of column names, then rows, cells parted by tabs.
/// Blanks and line ends inside cells become blanks. Errors: Code::Cancelled.
[[nodiscard]] core::Result<QByteArray> tabSeparated(const core::FilterTable& table,
    const std::vector<std::uint32_t>& rows, const std::vector<int>& columns, core::TaskContext& task);
/// The same as RFC 4180.
[[nodiscard]] core::Result<QByteArray> commaSeparated(const core::FilterTable& table,
    const std::vector<std::uint32_t>& rows, const std::vector<int>& columns, core::TaskContext& task);
/// RFC 4180 into a file that is complete or not there. Errors: as of AtomicFile, Code::Cancelled.
[[nodiscard]] core::Result<void> writeCsv(const std::string& path, const core::FilterTable& table,
    const std::vector<std::uint32_t>& rows, const std::vector<int>& columns, core::TaskContext& task);

/// What leaves a table: chosen rows, or all when none is chosen, for the clipboard and for files; many rows
/// in the background. GUI thread.
class RowOutput {
public:
    RowOutput(DataTable& table, TaskRunner& tasks)
        : m_table(table)
        , m_tasks(tasks)
    {
    }

    void copyRows();
    void copyAsCsv();
    /// As copyRows, the whole names of operators, inputs and outputs in front, shown or not.
    void copyNames();
    /// The chosen rows, or every row that is shown.
    void exportCsv(const QString& path, bool chosenOnly, std::function<void(core::Result<void>)> done = {});
    void askForCsv();
    /// Who knows what is open: files are not written over it, nor into it.
    void setInputs(std::function<std::vector<std::string>()> inputs) { m_inputs = std::move(inputs); }
    /// Who knows the `dumpscope-cli` line that prints the rows shown.
    void setCommand(std::function<QString()> command) { m_command = std::move(command); }

private:
    using RowsAsText = core::Result<QByteArray> (*)(const core::FilterTable&,
        const std::vector<std::uint32_t>&, const std::vector<int>&, core::TaskContext&);
    void copy(RowsAsText write, const QString& type, std::vector<int> columns);
    [[nodiscard]] std::vector<std::uint32_t> rowsToWrite() const;
    [[nodiscard]] std::vector<std::uint32_t> rowsShown() const;

    DataTable& m_table;
    TaskRunner& m_tasks;
    std::function<QString()> m_command;
    std::function<std::vector<std::string>()> m_inputs;
};

} // namespace dumpscope::gui
