// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/data_table.h"

#include "common/numbers.h"
#include "common/spacing.h"
#include "kit/cell_delegate.h"
#include "kit/cut_row.h"
#include "kit/header_menu.h"
#include "kit/quiet_focus.h"

#include <QHeaderView>
#include <QInputDialog>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <array>
#include <utility>

namespace dumpscope::gui {

namespace {

constexpr int kLeastRows = 5, kLowWindow = 700; ///< docs/window.md 3.5; the lowest window has room for one
constexpr int kRowsMeasured = 60;

/// Whole rows stay whole.
void scrollToThird(const QTableView& view, int row)
{
    const int height = view.verticalHeader()->defaultSectionSize();
    view.verticalScrollBar()->setValue((row - view.viewport()->height() / 3 / height) * height);
}

void dress(QTableView* view)
{
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setShowGrid(false);
    view->setAlternatingRowColors(true);
    view->setWordWrap(false);
    view->setCornerButtonEnabled(false);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->verticalHeader()->hide();
    view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view->verticalHeader()->setMinimumSectionSize(1);
    view->verticalHeader()->setDefaultSectionSize(gui::rowHeight());
    QHeaderView* const header = view->horizontalHeader();
    // A highlighted header asks for every row whether it is selected.
    header->setHighlightSections(false);
    header->setSectionsClickable(true);
    header->setSectionsMovable(true);
    header->setSortIndicatorClearable(true);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setMinimumSectionSize(scaled(24));
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->setResizeContentsPrecision(kRowsMeasured);
    view->setItemDelegate(new CellDelegate(view));
}

} // namespace

DataTable::DataTable(TaskRunner& tasks, QWidget* parent)
    : QTableView(parent)
    , m_columns(*this)
    , m_summaries(*this, tasks)
    , m_output(*this, tasks)
{
    dress(this);
    dress(m_columns.pinnedView());
    setTabKeyNavigation(false);
    setContextMenuPolicy(Qt::DefaultContextMenu);
    m_visibleTimer.setSingleShot(true);
    m_visibleTimer.setInterval(60);
    connect(&m_visibleTimer, &QTimer::timeout, this, &DataTable::visibleRowsChanged);
    connect(this, &QTableView::activated, this,
        [this](const QModelIndex& index) { emit rowOpened(m_model->sourceRow(index.row())); });
    for (const QTableView* const view : {static_cast<QTableView*>(this), m_columns.pinnedView()}) {
        QHeaderView* const header = view->horizontalHeader();
        header->viewport()->installEventFilter(&m_summaries);
        connect(
            header, &QHeaderView::customContextMenuRequested, this, [this, header](const QPoint& position) {
                if (const int column = header->logicalIndexAt(position); m_model && column >= 0)
                    showHeaderMenu(*this, column, header->mapToGlobal(position));
            });
    }
    connect(&m_columns, &TableColumns::sorted, this, [this] { m_isSorted = true; });
    horizontalHeader()->setSortIndicatorShown(true);
}

void DataTable::setColumnModel(ColumnModel* model)
{
    m_model = model;
    setModel(model);
    // A header asks row by row whether all of its column is selected; one without a selection does not.
    horizontalHeader()->setSelectionModel(new QItemSelectionModel(model, this));
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, &DataTable::keepSelection);
    connect(model, &ColumnModel::columnsAboutToBeReplaced, &m_summaries, &ColumnSummaries::clear);
    m_columns.setModel(model);
    connect(model, &ColumnModel::rowsReplaced, this, [this] {
        restoreSelection();
        if (m_isSorted) {
            // Who sorts wants to see what comes first; whoever chooses a row because of it does so now.
            if (!m_model->sortKeys().empty())
                verticalScrollBar()->setValue(0);
            QMetaObject::invokeMethod(
                this, [this] { m_isSorted = false; }, Qt::QueuedConnection);
        }
        m_visibleTimer.start();
    });
    connect(model, &QAbstractItemModel::dataChanged, &m_summaries, &ColumnSummaries::clear);
}

std::int64_t DataTable::currentSource() const
{
    const QModelIndex current = currentIndex();
    return m_model && current.isValid() ? std::int64_t {m_model->sourceRow(current.row())} : -1;
}

std::int64_t DataTable::chosenSource() const
{
    const QModelIndex current = currentIndex();
    if (!m_model || !selectionModel()->hasSelection())
        return -1;
    if (current.isValid() && selectionModel()->isSelected(current))
        return m_model->sourceRow(current.row());
    if (const int row = m_notified < 0 ? -1 : m_model->rowOf(static_cast<std::uint32_t>(m_notified));
        row >= 0 && selectionModel()->isSelected(m_model->index(row, 0)))
        return m_notified;
    int first = m_model->rowCount() - 1;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        first = std::min(first, range.top());
    return m_model->sourceRow(first);
}

std::vector<std::uint32_t> DataTable::selectedSources() const
{
    std::vector<std::uint32_t> sources;
    if (!m_model)
        return sources;
    QItemSelection selection = selectionModel()->selection();
    std::sort(selection.begin(), selection.end(),
        [](const QItemSelectionRange& a, const QItemSelectionRange& b) { return a.top() < b.top(); });
    int next = 0;
    for (const QItemSelectionRange& range : std::as_const(selection)) {
        for (int row = std::max(next, range.top()); row <= range.bottom(); ++row)
            sources.push_back(m_model->sourceRow(row));
        next = std::max(next, range.bottom() + 1);
    }
    return sources;
}

std::size_t DataTable::selectedCount() const
{
    std::size_t count = 0;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        count += static_cast<std::size_t>(range.height());
    return count;
}

bool DataTable::isAllSelected() const
{
    return m_model && m_model->rowCount() > 0
        && selectedCount() == static_cast<std::size_t>(m_model->rowCount());
}

void DataTable::selectAll()
{
    if (!m_model || m_model->rowCount() == 0)
        return;
    // One range, and the current row stays.
    selectionModel()->select(QItemSelection(m_model->index(0, 0),
                                 m_model->index(m_model->rowCount() - 1, m_model->columnCount() - 1)),
        QItemSelectionModel::ClearAndSelect);
}

void DataTable::keepSelection()
{
    // The row that the window shows stays the current one, though the keyboard may be elsewhere.
    if (const std::int64_t shown = chosenSource(); shown >= 0)
        m_keptCurrent = shown;
    else if (currentSource() >= 0)
        m_keptCurrent = currentSource();
    if (m_keptCurrent < 0 && selectionModel()->selection().isEmpty() && m_kept.empty())
        return;
    m_keptAll = isAllSelected() && m_model->rowCount() > 1;
    // What the filter hid before may come back now; where it hid the shown row, no other is highlighted.
    const bool isNoneHighlighted = m_hiddenSelected == m_kept.size();
    std::vector<std::uint32_t> hidden;
    for (const std::uint32_t source : m_kept) {
        if (isNoneHighlighted || m_model->rowOf(source) < 0)
            hidden.push_back(source);
    }
    m_kept = m_keptAll ? std::vector<std::uint32_t>() : selectedSources();
    m_kept.insert(m_kept.end(), hidden.begin(), hidden.end());
}

void DataTable::restoreSelection()
{
    if (m_keptAll) {
        m_isSilent = true;
        selectAll();
        m_isSilent = false;
        return;
    }
    if (!m_kept.empty() || m_keptCurrent >= 0)
        chooseSources(std::vector<std::uint32_t>(m_kept), m_keptCurrent);
}

void DataTable::chooseSources(const std::vector<std::uint32_t>& sources, std::int64_t current)
{
    if (!m_model)
        return;
    m_isSilent = true;
    const int currentRow = current < 0 ? -1 : m_model->rowOf(static_cast<std::uint32_t>(current));
    std::vector<int> rows;
    // The window goes on showing a row that the filter hides: no other one may look like it.
    for (const std::uint32_t source :
        current >= 0 && currentRow < 0 ? std::vector<std::uint32_t>() : sources) {
        if (const int row = m_model->rowOf(source); row >= 0)
            rows.push_back(row);
    }
    m_hiddenSelected = sources.size() - rows.size();
    std::sort(rows.begin(), rows.end());
    QItemSelection selection;
    for (std::size_t i = 0; i < rows.size();) {
        std::size_t end = i + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1)
            ++end;
        selection.append(QItemSelectionRange(
            m_model->index(rows[i], 0), m_model->index(rows[end - 1], m_model->columnCount() - 1)));
        i = end;
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (currentRow >= 0) {
        const std::vector<int> shown = m_columns.shown();
        const int column = shown.empty() ? 0 : shown.front();
        setAutoScroll(false); // it would stop in the middle of a row
        selectionModel()->setCurrentIndex(m_model->index(currentRow, column), QItemSelectionModel::NoUpdate);
        setAutoScroll(true);
        const int y = rowViewportPosition(currentRow);
        const bool isAtTop = m_isSorted && !m_model->sortKeys().empty();
        if (!isAtTop && (y < 0 || y + gui::rowHeight() > viewport()->height())) {
            updateGeometries(); // the scroll bar still ends where the rows before did
            scrollToThird(*this, currentRow);
        }
    } else {
        selectionModel()->clearCurrentIndex();
    }
    m_kept = sources;
    m_keptCurrent = current;
    const std::int64_t chosen = chosenSource();
    m_notified = chosen < 0 ? current : chosen;
    m_isSilent = false;
}

std::vector<std::uint32_t> DataTable::visibleSources() const
{
    std::vector<std::uint32_t> sources;
    if (!m_model || m_model->rowCount() == 0 || !isVisible())
        return sources;
    const int first = std::max(0, rowAt(0));
    int last = rowAt(viewport()->height() - 1);
    last = last < 0 ? m_model->rowCount() - 1 : last;
    for (int row = first; row <= last; ++row)
        sources.push_back(m_model->sourceRow(row));
    return sources;
}

void DataTable::goToRow(int row)
{
    if (!m_model || row < 0 || row >= m_model->rowCount())
        return;
    const QModelIndex target = m_model->index(row, std::max(0, currentIndex().column()));
    setCurrentIndex(target);
    scrollToThird(*this, row);
}

void DataTable::sortBy(const core::SortKey& key)
{
    m_isSorted = m_model->sortKeys() != std::vector {key};
    m_columns.sortBy(key);
}

void DataTable::step(int by)
{
    const int rows = m_model ? m_model->rowCount() : 0;
    if (rows == 0)
        return;
    const int row = currentIndex().isValid() ? currentIndex().row() : (by > 0 ? -1 : rows);
    goToRow((row + by + rows) % rows);
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

void DataTable::setColourScale(int column, bool on)
{
    if (!on) {
        m_model->setTint(column, std::nullopt);
        return;
    }
    m_summaries.ask(column, [this, column](const ColumnSummary& summary) {
        if (summary.min)
            m_model->setTint(column, std::pair(*summary.min, *summary.max));
    });
}

bool DataTable::hasPlots() const
{
    return receivers(SIGNAL(plotRequested(int))) > 0;
}

void DataTable::paintEvent(QPaintEvent* event)
{
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    m_columns.grow(option);
    QTableView::paintEvent(event);
    hideCutRow(*this);
}

void DataTable::focusInEvent(QFocusEvent* event)
{
    const QuietFocus quiet(*this);
    QTableView::focusInEvent(event);
}

void DataTable::resizeEvent(QResizeEvent* event)
{
    const int y = currentIndex().isValid() ? rowViewportPosition(currentIndex().row()) : -1;
    const bool wasSeen = y >= 0 && y + gui::rowHeight() <= event->oldSize().height();
    QTableView::resizeEvent(event);
    // What is chosen stays in sight.
    if (wasSeen && y + gui::rowHeight() > viewport()->height())
        scrollToThird(*this, currentIndex().row());
    m_columns.fillRoom();
    m_visibleTimer.start();
}

void DataTable::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    repaintScrolled(*this, dy);
    if (dy != 0) {
        m_columns.pinnedView()->verticalScrollBar()->setValue(verticalScrollBar()->value());
        m_visibleTimer.start();
    }
}

void DataTable::updateGeometries()
{
    const int before = verticalScrollBar()->value();
    QTableView::updateGeometries();
    scrollByRows(*this, before);
}

void DataTable::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    QTableView::scrollTo(index, hint);
    finishScroll(*this);
}

void DataTable::contextMenuEvent(QContextMenuEvent* event)
{
    QPoint place = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard && currentIndex().isValid())
        place = viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft());
    emit rowMenuRequested(place);
}

void DataTable::keyPressEvent(QKeyEvent* event)
{
    // No type-ahead: single letters are actions, `/` filters.
    if (!event->text().isEmpty() && event->text().at(0).isPrint() && event->modifiers() == Qt::NoModifier) {
        event->ignore();
        return;
    }
    QTableView::keyPressEvent(event);
    // At the end of the way nothing moves, and nothing would be chosen.
    static constexpr std::array kMoves {
        Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Home, Qt::Key_End};
    const QModelIndex current = currentIndex();
    if (current.isValid() && event->modifiers() == Qt::NoModifier
        && std::ranges::find(kMoves, event->key()) != kMoves.end() && !selectionModel()->isSelected(current))
        selectionModel()->select(current, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void DataTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        verticalHeader()->setDefaultSectionSize(gui::rowHeight());
        m_columns.pinnedView()->verticalHeader()->setDefaultSectionSize(gui::rowHeight());
        m_columns.fontChanged();
    }
}

void DataTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    if (m_isSilent)
        return;
    m_kept.clear();
    m_hiddenSelected = 0;
    keepOneHighlighted();
    emit selectedSourcesChanged();
    publishChosen();
}

// Ctrl+click takes the last row away, a click below the rows all of them: what is shown stays the same, so it
// stays highlighted.
void DataTable::keepOneHighlighted()
{
    const int row = m_model && m_notified >= 0 && !selectionModel()->hasSelection()
        ? m_model->rowOf(static_cast<std::uint32_t>(m_notified))
        : -1;
    if (row < 0)
        return;
    const QScopedValueRollback silent(m_isSilent, true);
    selectionModel()->select(m_model->index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
}

// A mouse moves the current row before it chooses that row, a key the other way round.
void DataTable::publishChosen()
{
    const std::int64_t chosen = chosenSource();
    if (chosen < 0 || chosen == m_notified)
        return;
    m_notified = chosen;
    emit chosenSourceChanged(chosen);
}

void DataTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (!m_isSilent && m_model && current.isValid()) {
        m_keptCurrent = currentSource();
        publishChosen();
    }
}

bool DataTable::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Show) {
        // Rows that came while it was out of sight were not measured.
        if (m_model)
            m_columns.fit();
        m_visibleTimer.start();
    }
    return QTableView::viewportEvent(event);
}

QSize DataTable::sizeHint() const
{
    return {scaled(480), gui::rowHeight() * 8};
}

QSize DataTable::minimumSizeHint() const
{
    return {scaled(160),
        horizontalHeader()->sizeHint().height()
            + gui::rowHeight() * (window()->height() < scaled(kLowWindow) ? 1 : kLeastRows)
            + horizontalScrollBar()->sizeHint().height() + 2 * frameWidth() + kSmall};
}

} // namespace dumpscope::gui
