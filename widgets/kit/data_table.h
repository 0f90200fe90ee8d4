// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/column_model.h"

#include <QJsonObject>
#include <QTableView>
#include <QTimer>

#include <functional>
#include <map>
#include <vector>

namespace dumpscope::gui {

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

/// The table view of the program: whole rows are chosen, columns can be chosen, moved and pinned,
/// numbers are as wide as the widest one shown. Selection and current row survive filter and sort.
class DataTable : public QTableView {
    Q_OBJECT
public:
    explicit DataTable(TaskRunner& tasks, QWidget* parent = nullptr);

    void setColumnModel(ColumnModel* model);
    [[nodiscard]] ColumnModel* columnModel() const { return m_model; }
    /// Keys of the columns that are shown at first, in this order; the first takes the room left over.
    void setDefaultColumns(const QList<QByteArray>& keys);

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
    /// From the current row on, around the end.
    void step(int by);
    void askForRow();

    /// Columns as shown, left to right.
    [[nodiscard]] std::vector<int> shownColumns() const;
    void showColumn(int column, bool visible);
    void pinColumn(int column, bool pinned);
    [[nodiscard]] bool isPinned(int column) const { return m_pinned.contains(column); }
    void setColourScale(int column, bool on);

    /// Chosen rows, or all when none is chosen, to the clipboard; many rows in the background.
    void copySelection();
    void copyAsCsv();
    void copyNames();
    void copyCell();
    /// The chosen rows, or every row that is shown.
    void exportCsv(const QString& path, bool chosenOnly, std::function<void(core::Result<void>)> done = {});
    void askForCsv();
    /// Who knows what is open: files are not written over it, nor into it.
    void setInputs(std::function<std::vector<std::string>()> inputs) { m_inputs = std::move(inputs); }
    /// Who knows the `dumpscope-cli` line that prints the rows shown.
    void setCommand(std::function<QString()> command) { m_command = std::move(command); }

    /// What the user chose, and nothing that follows from the rows or the room there is.
    [[nodiscard]] QJsonObject saveView() const;
    void restoreView(const QJsonObject& view);
    void selectAll() override;

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
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    bool viewportEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

private:
    void publishChosen();
    void forgetColumns();
    void findColumns();
    void keepSelection();
    void restoreSelection();
    [[nodiscard]] QString keyOf(int column) const;
    [[nodiscard]] std::vector<int> defaultColumns() const;
    void applyDefaults();
    void fitTexts();
    void measureNames();
    void growColumns();
    void fillWidth();
    void layoutPinned();
    void headerMenu(const QPoint& position);
    void fillColumnMenu(QMenu* menu);
    void headerTip(int column, const QPoint& globalPos);
    [[nodiscard]] QString summaryText(int column, const ColumnSummary* summary) const;
    [[nodiscard]] std::vector<std::uint32_t> rowsToWrite() const;
    [[nodiscard]] std::vector<std::uint32_t> rowsShown() const;
    /// Rows as text in the clipboard; many of them in the background.
    using RowsAsText = core::Result<QByteArray> (*)(const core::FilterTable&,
        const std::vector<std::uint32_t>&, const std::vector<int>&, core::TaskContext&);
    void copyRows(RowsAsText write, const QString& type);
    void summarize(int column, std::function<void(const ColumnSummary&)> done);

    TaskRunner& m_tasks;
    ColumnModel* m_model = nullptr;
    QTableView* m_pinnedView;
    QList<int> m_pinned;
    QStringList m_keptPinned; ///< by key, while the columns are replaced
    QList<QByteArray> m_defaults;
    int m_fillColumn = -1, m_fillMinimum = 160;
    bool m_isLaidOut = false, m_isFitted = false, m_isSilent = false, m_isFilling = false,
         m_isHeaderPressed = false;
    QJsonObject m_widthsByHand;             ///< by key of the column
    int m_grownFirst = 0, m_grownLast = -1; ///< rows whose numbers have the room they need
    std::vector<std::uint32_t> m_kept;      ///< chosen sources while the rows are replaced
    bool m_keptAll = false, m_keptVisible = false;
    std::int64_t m_keptCurrent = -1;
    std::int64_t m_notified = -1; ///< chosen, and everybody knows
    std::size_t m_hiddenSelected = 0;
    QTimer m_visibleTimer;
    std::function<QString()> m_command;
    std::function<std::vector<std::string>()> m_inputs;
    struct Summary {
        RowList rows;
        std::shared_ptr<const core::FilterTable> table;
        ColumnSummary summary;
    };
    std::map<int, Summary> m_summaries;
};

} // namespace dumpscope::gui
