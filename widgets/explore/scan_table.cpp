// SPDX-License-Identifier: GPL-3.0-or-later
#include "explore/scan_table.h"

#include "common/spacing.h"
#include "kit/tensor_menu.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace dumpscope::gui {

namespace {

constexpr int kScanNumberWidth = 56;

} // namespace

ScanTable::ScanTable(Workbench& workbench, QWidget* parent)
    : SimpleTable(parent)
    , m_workbench(workbench)
    , m_rows(new ScanModel(this))
{
    setRows(m_rows, ScanModel::Tensor);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ScanTable::choose);
    connect(this, &QTableView::activated, this, [this] { m_workbench.selection.open(current()); });
    connect(this, &SimpleTable::menuRequested, this, [this](const QPoint& place) {
        QMenu menu(this);
        fillTensorMenu(menu, m_workbench, current());
        if (!menu.isEmpty())
            menu.exec(place);
    });
    connect(&workbench.selection, &Selection::tensorChanged, this, &ScanTable::follow);
    // What was chosen before it was found, too.
    connect(m_rows, &QAbstractItemModel::rowsInserted, this, &ScanTable::follow, Qt::QueuedConnection);
    connect(m_rows, &QAbstractItemModel::modelReset, this, &ScanTable::follow, Qt::QueuedConnection);
    connect(m_rows, &QAbstractItemModel::rowsInserted, this, &ScanTable::showColumns);
    connect(m_rows, &QAbstractItemModel::modelReset, this, &ScanTable::showColumns);
    showColumns();
    addActions();
}

void ScanTable::showColumns()
{
    for (const int column : {ScanModel::Rank, ScanModel::Step}) {
        setColumnHidden(column, !m_rows->hasColumn(column));
        setColumnWidth(column, scaled(kScanNumberWidth));
    }
}

void ScanTable::addActions()
{
    ActionRegistry& actions = m_workbench.actions;
    const auto hasRow = [this] { return currentIndex().isValid(); };
    actions.handle(
        "edit.copy", this, [this] { copy(); }, hasRow);
    actions.handle("edit.select_all", this, [this] { selectAll(); });
    actions.handle(
        "item.open", this, [this] { m_workbench.selection.open(current()); }, hasRow);
}

void ScanTable::choose()
{
    const TensorRef tensor = current();
    if (!tensor.isValid() || m_isChoosing)
        return;
    m_isChoosing = true;
    m_workbench.selection.select(tensor);
    m_isChoosing = false;
}

void ScanTable::follow()
{
    const int row = m_rows->rowOf(m_workbench.selection.tensor());
    if (m_isChoosing || row < 0 || row == currentIndex().row())
        return;
    m_isChoosing = true;
    selectRow(row);
    m_isChoosing = false;
}

void ScanTable::copy() const
{
    QStringList lines, header;
    for (int column = 0; column < ScanModel::kColumns; ++column)
        header.append(m_rows->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    lines.append(header.join(QLatin1Char('\t')));
    for (const int row : chosenRows())
        lines.append(m_rows->copyText(row));
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

} // namespace dumpscope::gui
