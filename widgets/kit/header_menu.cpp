// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/header_menu.h"

#include "common/cell_roles.h"
#include "common/plain_text.h"
#include "kit/data_table.h"

#include <QHeaderView>
#include <QMenu>

namespace dumpscope::gui {

namespace {

void fillColumnMenu(DataTable& table, QMenu* menu)
{
    for (int column = 0; column < table.columnModel()->columnCount(); ++column) {
        QAction* const choice = menu->addAction(
            menuText(table.columnModel()->headerData(column, Qt::Horizontal, CopyRole).toString()));
        choice->setCheckable(true);
        choice->setChecked(!table.isColumnHidden(column));
        QObject::connect(choice, &QAction::toggled, &table,
            [&table, column](bool on) { table.columns().show(column, on); });
    }
}

} // namespace

void showHeaderMenu(DataTable& table, int column, const QPoint& globalPos)
{
    ColumnModel* const model = table.columnModel();
    auto* const menu = new QMenu(&table);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto sorted
        = [&table](int key, Qt::SortOrder order) { table.horizontalHeader()->setSortIndicator(key, order); };
    if (model->table()->hasBadness(column))
        menu->addAction(DataTable::tr("Sort the worst first"), &table, [&table, column] {
            table.sortBy({column, true, true});
        });
    menu->addAction(DataTable::tr("Sort ascending"), &table, [&table, column] {
        table.sortBy({column, false});
    });
    menu->addAction(DataTable::tr("Sort descending"), &table, [&table, column] {
        table.sortBy({column, true});
    });
    menu->addAction(
            DataTable::tr("Back to the dump's order"), &table, [sorted] { sorted(-1, Qt::AscendingOrder); })
        ->setEnabled(!model->sortKeys().empty());
    menu->addSeparator();
    fillColumnMenu(table, menu->addMenu(DataTable::tr("Columns")));
    menu->addAction(
        DataTable::tr("Hide this column"), &table, [&table, column] { table.columns().show(column, false); });
    menu->addAction(
        DataTable::tr("Fit width"), &table, [&table, column] { table.columns().fitByHand(column); });
    QAction* const pin = menu->addAction(DataTable::tr("Pin at the left"));
    pin->setCheckable(true);
    pin->setChecked(table.columns().isPinned(column));
    QObject::connect(
        pin, &QAction::toggled, &table, [&table, column](bool on) { table.columns().pin(column, on); });
    if (model->info(column).isNumber) {
        menu->addSeparator();
        QAction* const rounded = menu->addAction(DataTable::tr("Seven digits"));
        rounded->setCheckable(true);
        rounded->setChecked(model->isRounded(column));
        QObject::connect(
            rounded, &QAction::toggled, &table, [model, column](bool on) { model->setRounded(column, on); });
        QAction* const scale = menu->addAction(DataTable::tr("Colour scale"));
        scale->setCheckable(true);
        scale->setChecked(model->isTinted(column));
        QObject::connect(scale, &QAction::toggled, &table,
            [&table, column](bool on) { table.setColourScale(column, on); });
        if (table.hasPlots())
            menu->addAction(
                DataTable::tr("Plot column"), &table, [&table, column] { emit table.plotRequested(column); });
    }
    menu->addSeparator();
    menu->addAction(DataTable::tr("Go to row…"), &table, &DataTable::askForRow);
    menu->addAction(DataTable::tr("Export rows as CSV…"), &table, [&table] { table.output().askForCsv(); });
    menu->popup(globalPos);
}

} // namespace dumpscope::gui
