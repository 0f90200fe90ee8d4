// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/row_output.h"

#include "common/numbers.h"
#include "io/atomic_file.h"
#include "io/output_check.h"
#include "kit/csv_dialog.h"
#include "kit/data_table.h"
#include "query/row_writer.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QPointer>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kChunk = 1024;   ///< rows between two looks at the stop token
constexpr std::size_t kAtOnce = 5'000; ///< so many rows are copied without a task

const QString kTabType = QStringLiteral("text/tab-separated-values");

void appendCell(QByteArray& out, const core::Cell& cell)
{
    const std::string text = core::cellText(cell);
    const auto start = out.size();
    out.append(text.data(), static_cast<qsizetype>(text.size()));
    std::replace_if(
        out.begin() + start, out.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
}

void toClipboard(const QByteArray& text, const QString& type)
{
    auto* const data = new QMimeData;
    data->setData(QStringLiteral("text/plain"), text);
    data->setData(type, text);
    QGuiApplication::clipboard()->setMimeData(data);
}

} // namespace

core::Result<QByteArray> tabSeparated(const core::FilterTable& table, const std::vector<std::uint32_t>& rows,
    const std::vector<int>& columns, core::TaskContext& task)
{
    QByteArray out;
    const auto line = [&](const auto& cell) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (i > 0)
                out.append('\t');
            cell(columns[i]);
        }
        out.append('\n');
    };
    line([&](int column) {
        const std::string_view name = table.columns()[static_cast<std::size_t>(column)].name;
        out.append(name.data(), static_cast<qsizetype>(name.size()));
    });
    task.progress.setPhases({{core::phrase("Copying rows"), 1.0}});
    task.progress.beginPhase(0, rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % kChunk == 0) {
            TRY_VOID(task.checkStop());
            task.progress.advance(std::min(kChunk, rows.size() - i));
        }
        line([&](int column) { appendCell(out, table.cell(rows[i], column)); });
    }
    return out;
}

core::Result<QByteArray> commaSeparated(const core::FilterTable& table,
    const std::vector<std::uint32_t>& rows, const std::vector<int>& columns, core::TaskContext& task)
{
    QByteArray out;
    const auto add
        = [&out](const std::string& line) { out.append(line.data(), static_cast<qsizetype>(line.size())); };
    task.progress.setPhases({{core::phrase("Copying rows"), 1.0}});
    task.progress.beginPhase(0, rows.size());
    add(core::csvHeader(table, columns));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % kChunk == 0) {
            TRY_VOID(task.checkStop());
            task.progress.advance(std::min(kChunk, rows.size() - i));
        }
        add(core::csvRow(table, rows[i], columns));
    }
    return out;
}

core::Result<void> writeCsv(const std::string& path, const core::FilterTable& table,
    const std::vector<std::uint32_t>& rows, const std::vector<int>& columns, core::TaskContext& task)
{
    TRY_ASSIGN(core::AtomicFile file, core::AtomicFile::create(path));
    task.progress.setPhases({{core::phrase("Writing rows"), 1.0}});
    task.progress.beginPhase(0, rows.size());
    TRY_VOID(file.write(core::csvHeader(table, columns)));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % kChunk == 0) {
            TRY_VOID(task.checkStop());
            task.progress.advance(std::min(kChunk, rows.size() - i));
        }
        TRY_VOID(file.write(core::csvRow(table, rows[i], columns)));
    }
    return file.commit();
}

std::vector<std::uint32_t> RowOutput::rowsToWrite() const
{
    if (m_table.selectedCount() > 0 && !m_table.isAllSelected())
        return m_table.selectedSources();
    return rowsShown();
}

std::vector<std::uint32_t> RowOutput::rowsShown() const
{
    std::vector<std::uint32_t> rows;
    if (m_table.columnModel()->rows())
        return *m_table.columnModel()->rows();
    rows.resize(static_cast<std::size_t>(m_table.columnModel()->rowCount()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = static_cast<std::uint32_t>(i);
    return rows;
}

void RowOutput::copyRows()
{
    copy(tabSeparated, kTabType, m_table.columns().shown());
}

void RowOutput::copyAsCsv()
{
    copy(commaSeparated, QStringLiteral("text/csv"), m_table.columns().shown());
}

void RowOutput::copy(RowsAsText write, const QString& type, std::vector<int> columns)
{
    if (!m_table.columnModel() || !m_table.columnModel()->table())
        return;
    auto rows = std::make_shared<const std::vector<std::uint32_t>>(rowsToWrite());
    const auto table = m_table.columnModel()->table();
    if (rows->size() <= kAtOnce) {
        core::OwnedTask context(1);
        if (const auto text = write(*table, *rows, columns, context))
            toClipboard(*text, type);
        return;
    }
    m_tasks.start<QByteArray>(
        Lane::Interactive,
        DataTable::tr("Copy rows: %1").arg(groupedNumber(static_cast<qint64>(rows->size()))), &m_table,
        [table, rows, columns = std::move(columns), write](core::TaskContext& context,
            const TaskRunner::Post&) { return write(*table, *rows, columns, context); },
        [type](const core::Result<QByteArray>& text) {
            if (text)
                toClipboard(*text, type);
        });
}

void RowOutput::copyNames()
{
    if (!m_table.columnModel() || !m_table.columnModel()->table())
        return;
    const auto table = m_table.columnModel()->table();
    std::vector<int> columns {table->nameColumn()};
    for (const std::string_view key : {"io", "slot"}) {
        if (const int column = table->columnByName(key); column >= 0)
            columns.push_back(column);
    }
    for (const int column : m_table.columns().shown()) {
        if (std::ranges::find(columns, column) == columns.end())
            columns.push_back(column);
    }
    copy(tabSeparated, kTabType, std::move(columns));
}

void RowOutput::exportCsv(const QString& path, bool chosenOnly, std::function<void(core::Result<void>)> done)
{
    if (!m_table.columnModel() || !m_table.columnModel()->table())
        return;
    auto rows = std::make_shared<const std::vector<std::uint32_t>>(chosenOnly ? rowsToWrite() : rowsShown());
    m_tasks.start<void>(
        Lane::Bulk, DataTable::tr("Export rows: %1").arg(groupedNumber(static_cast<qint64>(rows->size()))),
        &m_table,
        [file = path.toStdString(), table = m_table.columnModel()->table(), rows,
            columns = m_table.columns().shown(), inputs = m_inputs ? m_inputs() : std::vector<std::string>()](
            core::TaskContext& context, const TaskRunner::Post&) -> core::Result<void> {
            auto written = core::checkOutputs({&file, 1}, inputs);
            if (written)
                written = writeCsv(file, *table, *rows, columns, context);
            if (!written && written.error().code != core::Code::Cancelled)
                context.diagnostics.add(core::Severity::Error, written.error());
            return written;
        },
        std::move(done));
}

void RowOutput::askForCsv()
{
    if (!m_table.columnModel() || m_table.columnModel()->rowCount() == 0)
        return;
    const qint64 part = m_table.isAllSelected() ? 0 : static_cast<qint64>(m_table.selectedCount());
    auto* const dialog = new CsvDialog(
        m_table.columnModel()->rowCount(), part, m_command ? m_command() : QString(), &m_table);
    QObject::connect(
        dialog, &CsvDialog::chosen, &m_table, [this, dialog](const QString& path, bool chosenOnly) {
            exportCsv(path, chosenOnly, [shown = QPointer(dialog)](const core::Result<void>& written) {
                if (shown)
                    shown->finish(written);
            });
        });
    dialog->show();
}

} // namespace dumpscope::gui
