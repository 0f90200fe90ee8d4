// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/due_timer.h"
#include "kit/column_summaries.h"
#include "kit/row_output.h"
#include "kit/table_columns.h"

#include <QTableView>

#include <vector>

namespace dumpscope::gui {

/// The table view of the program: whole rows are chosen, columns can be chosen, moved and pinned,
/// numbers are as wide as the widest one shown. Selection and current row survive filter and sort.
class DataTable : public QTableView {
    Q_OBJECT
public:
    explicit DataTable(TaskRunner& tasks, QWidget* parent = nullptr);

    void setColumnModel(ColumnModel* model);
    [[nodiscard]] ColumnModel* columnModel() const { return m_model; }
    [[nodiscard]] TableColumns& columns() { return m_columns; }
    [[nodiscard]] const TableColumns& columns() const { return m_columns; }
    [[nodiscard]] RowOutput& output() { return m_output; }

    /// Where the keyboard is; -1: nowhere.
    [[nodiscard]] std::int64_t currentSource() const;
    /// The highlighted row that the window shows: the current one, or one of those highlighted where that one
    /// is not. -1: none is highlighted.
    [[nodiscard]] std::int64_t chosenSource() const;
    /// In the order shown. Cheap for everything at once only through `isAllSelected`.
    [[nodiscard]] std::vector<std::uint32_t> selectedSources() const;
    [[nodiscard]] std::size_t selectedCount() const;
    [[nodiscard]] bool isAllSelected() const;
    /// Chooses rows without a notification; a current row out of sight is put at one third. None, or one
    /// that the filter hides: no row is highlighted.
    void chooseSources(const std::vector<std::uint32_t>& sources, std::int64_t current);
    /// Chosen rows that the filter hides.
    [[nodiscard]] std::size_t hiddenSelected() const { return m_hiddenSelected; }
    /// Rows on screen, as sources.
    [[nodiscard]] std::vector<std::uint32_t> visibleSources() const;
    /// Row of the screen, counted from 0.
    void goToRow(int row);
    /// And shows the rows that come first.
    void sortBy(const core::SortKey& key);
    /// From the current row on, around the end.
    void step(int by);
    void askForRow();

    void setColourScale(int column, bool on);
    /// Somebody listens to `plotRequested`.
    [[nodiscard]] bool hasPlots() const;
    void selectAll() override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

signals:
    /// Another row is the chosen one, by hand; programs that choose rows stay silent.
    void chosenSourceChanged(qint64 source);
    void selectedSourcesChanged();
    void rowOpened(quint32 source);
    void rowMenuRequested(const QPoint& globalPos);
    void plotRequested(int column);
    void visibleRowsChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void updateGeometries() override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    bool viewportEvent(QEvent* event) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

private:
    void publishChosen();
    void keepOneHighlighted();
    void keepSelection();
    void restoreSelection();

    ColumnModel* m_model = nullptr;
    TableColumns m_columns;
    ColumnSummaries m_summaries;
    RowOutput m_output;
    bool m_isSilent = false;
    std::vector<std::uint32_t> m_kept; ///< chosen sources while the rows are replaced
    bool m_keptAll = false;
    std::int64_t m_keptCurrent = -1;
    std::int64_t m_notified = -1; ///< chosen, and everybody knows
    std::size_t m_hiddenSelected = 0;
    bool m_isSorted = false; ///< by the user, and the rows are still those before, or came just now
    DueTimer m_visibleTimer;
};

} // namespace dumpscope::gui
