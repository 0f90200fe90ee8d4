// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves a table: clipboard, files, and the words about its columns.
#include "common/core_text.h"
#include "kit/data_table.h"

#include "base/text.h"
#include "common/cell_roles.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "io/atomic_file.h"
#include "io/output_check.h"
#include "kit/csv_dialog.h"
#include "query/row_writer.h"

#include <QClipboard>
#include <QHeaderView>
#include <QHelpEvent>
#include <QInputDialog>
#include <QMenu>
#include <QMimeData>
#include <QToolTip>

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

std::vector<std::uint32_t> DataTable::rowsToWrite() const
{
    if (selectedCount() > 0 && !isAllSelected())
        return selectedSources();
    return rowsShown();
}

std::vector<std::uint32_t> DataTable::rowsShown() const
{
    std::vector<std::uint32_t> rows;
    if (m_model->rows())
        return *m_model->rows();
    rows.resize(static_cast<std::size_t>(m_model->rowCount()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = static_cast<std::uint32_t>(i);
    return rows;
}

void DataTable::copySelection()
{
    copyRows(tabSeparated, kTabType);
}

void DataTable::copyAsCsv()
{
    copyRows(commaSeparated, QStringLiteral("text/csv"));
}

void DataTable::copyRows(RowsAsText write, const QString& type)
{
    if (!m_model || !m_model->table())
        return;
    auto rows = std::make_shared<const std::vector<std::uint32_t>>(rowsToWrite());
    const auto table = m_model->table();
    if (rows->size() <= kAtOnce) {
        core::OwnedTask owned(1);
        core::TaskContext context = owned.context();
        if (const auto text = write(*table, *rows, shownColumns(), context))
            toClipboard(*text, type);
        return;
    }
    m_tasks.start<QByteArray>(
        Lane::Interactive, tr("Copy %1 rows").arg(groupedNumber(static_cast<qint64>(rows->size()))), this,
        [table, rows, columns = shownColumns(), write](core::TaskContext& context, const TaskRunner::Post&) {
            return write(*table, *rows, columns, context);
        },
        [type](const core::Result<QByteArray>& text) {
            if (text)
                toClipboard(*text, type);
        });
}

void DataTable::copyNames()
{
    if (!m_model || !m_model->table())
        return;
    QByteArray names;
    for (const std::uint32_t row : rowsToWrite()) {
        appendCell(names, m_model->table()->cell(row, m_model->table()->nameColumn()));
        names.append('\n');
    }
    toClipboard(names, kTabType);
}

void DataTable::copyCell()
{
    if (m_model && currentIndex().isValid()) {
        QByteArray text;
        appendCell(
            text, m_model->table()->cell(m_model->sourceRow(currentIndex().row()), currentIndex().column()));
        toClipboard(text, kTabType);
    }
}

void DataTable::exportCsv(const QString& path, bool chosenOnly, std::function<void(core::Result<void>)> done)
{
    if (!m_model || !m_model->table())
        return;
    auto rows = std::make_shared<const std::vector<std::uint32_t>>(chosenOnly ? rowsToWrite() : rowsShown());
    m_tasks.start<void>(
        Lane::Bulk, tr("Export %1 rows").arg(groupedNumber(static_cast<qint64>(rows->size()))), this,
        [file = path.toStdString(), table = m_model->table(), rows, columns = shownColumns(),
            inputs = m_inputs ? m_inputs() : std::vector<std::string>()](
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

void DataTable::askForCsv()
{
    if (!m_model || m_model->rowCount() == 0)
        return;
    const qint64 part = isAllSelected() ? 0 : static_cast<qint64>(selectedCount());
    auto* const dialog = new CsvDialog(m_model->rowCount(), part, m_command ? m_command() : QString(), this);
    connect(dialog, &CsvDialog::chosen, this, [this, dialog](const QString& path, bool chosenOnly) {
        exportCsv(path, chosenOnly, [shown = QPointer(dialog)](const core::Result<void>& written) {
            if (shown)
                shown->finish(written);
        });
    });
    dialog->show();
}

void DataTable::askForRow()
{
    if (!m_model || m_model->rowCount() == 0)
        return;
    auto* const field = new QInputDialog(this);
    field->setAttribute(Qt::WA_DeleteOnClose);
    field->setInputMode(QInputDialog::IntInput);
    field->setLabelText(tr("Row, 1 to %1").arg(groupedNumber(m_model->rowCount())));
    field->setIntRange(1, m_model->rowCount());
    field->setIntValue(std::max(1, currentIndex().row() + 1));
    connect(field, &QInputDialog::intValueSelected, this, [this](int row) { goToRow(row - 1); });
    field->show();
}

void DataTable::summarize(int column, std::function<void(const ColumnSummary&)> done)
{
    const auto known = m_summaries.find(column);
    if (known != m_summaries.end() && known->second.rows == m_model->rows()
        && known->second.table == m_model->table()) {
        done(known->second.summary);
        return;
    }
    const auto table = m_model->table();
    const RowList rows = m_model->rows();
    m_tasks.start<ColumnSummary>(
        Lane::Interactive, tr("Summarise a column"), this,
        [table, rows, total = m_model->totalRows(), column](core::TaskContext& context,
            const TaskRunner::Post&) { return summarizeColumn(*table, total, rows, column, context); },
        [this, column, table, rows, done = std::move(done)](core::Result<ColumnSummary> summary) {
            if (!summary)
                return;
            m_summaries[column] = {rows, table, *summary};
            done(*summary);
        });
}

QString DataTable::summaryText(int column, const ColumnSummary* summary) const
{
    const QString key = m_model->headerData(column, Qt::Horizontal, CopyRole).toString();
    QString text = key + u'\n' + m_model->info(column).definition;
    if (m_model->isRounded(column))
        text += u'\n' + tr("Shown with seven digits; copies are exact.");
    if (!summary)
        return tipText(text);
    const auto line = [&text](const QString& words) { text += u'\n' + words; };
    const auto number = [](std::uint64_t value) { return groupedNumber(static_cast<qint64>(value)); };
    line(tr("%1 rows, %2 without a value").arg(number(summary->rows), number(summary->nulls)));
    if (summary->min)
        line(tr("min %1, max %2, mean %3")
                 .arg(fromCore(core::numberText(*summary->min)), fromCore(core::numberText(*summary->max)),
                     fromCore(core::numberText(*summary->mean))));
    if (summary->nan + summary->posInf + summary->negInf > 0)
        line(tr("%1 NaN, %2 +Inf, %3 −Inf")
                 .arg(number(summary->nan), number(summary->posInf), number(summary->negInf)));
    if (!summary->values.empty())
        line(summary->hasMoreValues
                ? tr("more than %1 different values").arg(number(ColumnSummary::kMostValues))
                : tr("%1 different values").arg(number(summary->values.size())));
    return tipText(text);
}

void DataTable::headerTip(int column, const QPoint& globalPos)
{
    const QPointer<DataTable> guard(this);
    QToolTip::showText(globalPos, summaryText(column, nullptr), this);
    summarize(column, [guard, column, globalPos](const ColumnSummary& summary) {
        if (guard && QToolTip::isVisible())
            QToolTip::showText(globalPos, guard->summaryText(column, &summary), guard);
    });
}

bool DataTable::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick)
        m_isHeaderPressed = true;
    else if (event->type() == QEvent::MouseButtonRelease)
        m_isHeaderPressed = false;
    if (m_model && event->type() == QEvent::ToolTip) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        for (QTableView* view : {static_cast<QTableView*>(this), m_pinnedView}) {
            if (watched != view->horizontalHeader()->viewport())
                continue;
            if (const int column = view->horizontalHeader()->logicalIndexAt(help->pos()); column >= 0)
                headerTip(column, help->globalPos());
            return true;
        }
    }
    return QTableView::eventFilter(watched, event);
}

void DataTable::fillColumnMenu(QMenu* menu)
{
    for (int column = 0; column < m_model->columnCount(); ++column) {
        QAction* const choice
            = menu->addAction(menuText(m_model->headerData(column, Qt::Horizontal, CopyRole).toString()));
        choice->setCheckable(true);
        choice->setChecked(!isColumnHidden(column));
        connect(choice, &QAction::toggled, this, [this, column](bool on) { showColumn(column, on); });
    }
}

void DataTable::headerMenu(const QPoint& position)
{
    auto* const header = qobject_cast<QHeaderView*>(sender());
    const int column = header ? header->logicalIndexAt(position) : -1;
    if (!m_model || column < 0)
        return;
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto sorted
        = [this](int key, Qt::SortOrder order) { horizontalHeader()->setSortIndicator(key, order); };
    menu->addAction(tr("Sort ascending"), this, [sorted, column] { sorted(column, Qt::AscendingOrder); });
    menu->addAction(tr("Sort descending"), this, [sorted, column] { sorted(column, Qt::DescendingOrder); });
    menu->addAction(tr("Back to the dump's order"), this, [sorted] { sorted(-1, Qt::AscendingOrder); })
        ->setEnabled(!m_model->sortKeys().empty());
    menu->addSeparator();
    fillColumnMenu(menu->addMenu(tr("Columns")));
    menu->addAction(tr("Hide this column"), this, [this, column] { showColumn(column, false); });
    menu->addAction(tr("Fit width"), this, [this, column] {
        resizeColumnToContents(column);
        m_widthsByHand.insert(keyOf(column), columnWidth(column));
    });
    QAction* const pin = menu->addAction(tr("Pin at the left"));
    pin->setCheckable(true);
    pin->setChecked(isPinned(column));
    connect(pin, &QAction::toggled, this, [this, column](bool on) { pinColumn(column, on); });
    if (m_model->info(column).isNumber) {
        menu->addSeparator();
        QAction* const rounded = menu->addAction(tr("Seven digits"));
        rounded->setCheckable(true);
        rounded->setChecked(m_model->isRounded(column));
        connect(
            rounded, &QAction::toggled, this, [this, column](bool on) { m_model->setRounded(column, on); });
        QAction* const scale = menu->addAction(tr("Colour scale"));
        scale->setCheckable(true);
        scale->setChecked(m_model->isTinted(column));
        connect(scale, &QAction::toggled, this, [this, column](bool on) { setColourScale(column, on); });
        if (receivers(SIGNAL(plotRequested(int))) > 0)
            menu->addAction(tr("Plot column"), this, [this, column] { emit plotRequested(column); });
    }
    menu->addSeparator();
    menu->addAction(tr("Go to row…"), this, &DataTable::askForRow);
    menu->addAction(tr("Export rows as CSV…"), this, &DataTable::askForCsv);
    menu->popup(header->mapToGlobal(position));
}

} // namespace dumpscope::gui
