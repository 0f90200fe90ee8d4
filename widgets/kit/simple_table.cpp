// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/simple_table.h"

#include "common/spacing.h"
#include "kit/cell_delegate.h"
#include "kit/cut_row.h"
#include "kit/quiet_focus.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

namespace dumpscope::gui {

SimpleTable::SimpleTable(QWidget* parent)
    : QTableView(parent)
{
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setFrameShape(QFrame::NoFrame);
    verticalHeader()->hide();
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(gui::rowHeight());
    horizontalHeader()->setHighlightSections(false);
    // What does not fit keeps its beginning.
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setTextElideMode(Qt::ElideRight);
    horizontalHeader()->setMinimumSectionSize(scaled(24));
    setItemDelegate(new CellDelegate(this));
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
        if (column != m_fillColumn)
            fill();
    });
}

void SimpleTable::setRows(QAbstractItemModel* model, int fillColumn)
{
    setModel(model);
    m_fillColumn = fillColumn;
    for (int column = 0; column < model->columnCount(); ++column)
        horizontalHeader()->setSectionResizeMode(
            column, column == fillColumn ? QHeaderView::Stretch : QHeaderView::Interactive);
}

void SimpleTable::setFillLeast(int width)
{
    m_fillLeast = width;
    fill();
}

// A section that stretches gives way without an end.
void SimpleTable::fill()
{
    if (m_fillLeast == 0 || m_fillColumn < 0 || m_isFilling)
        return;
    const QScopedValueRollback filling(m_isFilling, true);
    QHeaderView* const header = horizontalHeader();
    int others = 0;
    for (int column = 0; column < header->count(); ++column)
        others += column == m_fillColumn ? 0 : header->sectionSize(column);
    const bool isNarrow = viewport()->width() - others < m_fillLeast;
    header->setSectionResizeMode(m_fillColumn, isNarrow ? QHeaderView::Fixed : QHeaderView::Stretch);
    if (isNarrow)
        header->resizeSection(m_fillColumn, m_fillLeast);
}

void SimpleTable::focusInEvent(QFocusEvent* event)
{
    const QuietFocus quiet(*this);
    QTableView::focusInEvent(event);
}

void SimpleTable::resizeEvent(QResizeEvent* event)
{
    const auto isSeen = [this](int height) {
        const QRect current = visualRect(currentIndex());
        return current.isValid() && current.top() >= 0 && current.bottom() < height;
    };
    const bool wasSeen = isSeen(event->oldSize().height());
    QTableView::resizeEvent(event);
    fill();
    // What is chosen, or edited, stays in sight.
    if (wasSeen && !isSeen(viewport()->height()))
        scrollTo(currentIndex());
}

QList<int> SimpleTable::chosenRows() const
{
    QList<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        rows.append(index.row());
    if (rows.isEmpty() && currentIndex().isValid())
        rows.append(currentIndex().row());
    std::sort(rows.begin(), rows.end());
    return rows;
}

void SimpleTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    hideCutRow(*this);
}

void SimpleTable::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    repaintScrolled(*this, dy);
}

void SimpleTable::updateGeometries()
{
    const int before = verticalScrollBar()->value();
    QTableView::updateGeometries();
    scrollByRows(*this, before);
}

void SimpleTable::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    QTableView::scrollTo(index, hint);
    finishScroll(*this);
}

void SimpleTable::contextMenuEvent(QContextMenuEvent* event)
{
    QPoint place = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard && currentIndex().isValid())
        place = viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft());
    emit menuRequested(place);
}

void SimpleTable::keyPressEvent(QKeyEvent* event)
{
    // No type-ahead: single letters are actions.
    if (!event->text().isEmpty() && event->text().at(0).isPrint() && event->modifiers() == Qt::NoModifier)
        return event->ignore();
    QTableView::keyPressEvent(event);
}

void SimpleTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        verticalHeader()->setDefaultSectionSize(gui::rowHeight());
}

} // namespace dumpscope::gui
