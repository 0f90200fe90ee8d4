// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/task_runner.h"
#include "models/column_info.h"
#include "models/column_summary.h"
#include "query/row_set.h"

#include <QAbstractTableModel>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace dumpscope::gui {

/// A table of core as a model: all its columns, and of its rows those that a filter leaves, in the
/// order of sort keys. Filter and order are worked out on other threads; the rows shown are replaced
/// at once (a reset) when they are known. GUI thread.
///
/// `Source` rows are the table's; rows of the model are places on the screen.
class ColumnModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit ColumnModel(TaskRunner& tasks, QObject* parent = nullptr);

    /// Another table; filter and order stay. Where its columns are others, the order is that of the columns
    /// with the same names, and everything matches until `setFilter` follows.
    void setTable(std::shared_ptr<const core::FilterTable> table, std::size_t rows);
    /// The same rows and some more behind them; with other columns, as setTable.
    void growTable(std::shared_ptr<const core::FilterTable> table, std::size_t rows);
    /// Null before the first `setTable`.
    [[nodiscard]] const std::shared_ptr<const core::FilterTable>& table() const { return m_shown.table; }
    [[nodiscard]] std::size_t totalRows() const { return m_shown.total; }
    [[nodiscard]] const RowList& rows() const { return m_shown.rows; }
    /// Rows of which nobody can say whether the filter keeps them (core::undecidedRows).
    [[nodiscard]] std::size_t undecidedRows() const { return m_shown.undecided; }

    /// Compiled for the columns of the table.
    void setFilter(const core::FilterExpression& filter);
    void setSortKeys(std::vector<core::SortKey> keys);
    [[nodiscard]] const std::vector<core::SortKey>& sortKeys() const { return m_keys; }
    /// What a header sorts by that shows this order, and the order it shows for a key.
    [[nodiscard]] virtual core::SortKey firstKey(int column, Qt::SortOrder order) const;
    [[nodiscard]] Qt::SortOrder orderOf(const core::SortKey& key) const;
    /// Works filter and order out again, because cells changed.
    void refresh();
    [[nodiscard]] bool isBusy() const { return m_request.task() && !m_request.task()->isOver(); }
    /// How long the last filter and sort took.
    [[nodiscard]] qint64 tookMs() const { return m_tookMs; }

    [[nodiscard]] std::uint32_t sourceRow(int row) const;
    /// -1 when the filter hides it.
    [[nodiscard]] int rowOf(std::uint32_t source) const;
    [[nodiscard]] int columnNumber(std::string_view key) const;
    [[nodiscard]] const ColumnInfo& info(int column) const
    {
        return m_infos[static_cast<std::size_t>(column)];
    }
    void cellsChanged(const std::vector<std::uint32_t>& sources);
    /// Seven digits of a statistic that core computed; the header says `≈`. Copies stay exact.
    void setRounded(int column, bool rounded);
    [[nodiscard]] bool isRounded(int column) const { return m_rounded.count(column) > 0; }
    /// Heat of a column between two values; none takes it away.
    void setTint(int column, std::optional<std::pair<double, double>> range);
    [[nodiscard]] bool isTinted(int column) const { return m_tints.count(column) > 0; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// A column below 0 gives the table's own order back.
    void sort(int column, Qt::SortOrder order) override;

signals:
    /// Before the reset: numbers of columns mean nothing behind it.
    void columnsAboutToBeReplaced();
    /// Other rows are shown, after the reset or the insertion.
    void rowsReplaced();
    void busyChanged();
    /// Filter or sort failed for another reason than being replaced.
    void failed(const QString& reason);

protected:
    /// What a kind of table adds: states, tooltips. Invalid: the model's own answer.
    [[nodiscard]] virtual QVariant special(
        std::uint32_t source, int column, const core::Cell& cell, int role) const;
    /// What of a value is not a number.
    [[nodiscard]] virtual std::optional<NonFinite> hatch(
        std::uint32_t source, int column, const core::Cell& cell) const;
    /// `table()` is another one now. Within the reset: whatever belongs to its rows and columns changes here
    /// and nowhere else, for views ask as soon as anything is notified.
    virtual void tableReplaced() { }

private:
    struct Shown {
        std::shared_ptr<const core::FilterTable> table;
        std::size_t total = 0;
        RowList rows;   ///< null: all, in order
        RowList places; ///< source -> row, kHidden where the filter hides it; null with `rows`
        std::size_t undecided = 0;
    };
    static constexpr std::uint32_t kHidden = 0xFFFFFFFFU;
    void rebuild();
    void show(Shown shown, qint64 ms);
    [[nodiscard]] bool showsAll() const
    {
        return m_keys.empty() && (!m_filter || m_filter->matchesEverything());
    }
    [[nodiscard]] QString displayText(std::uint32_t source, int column, const core::Cell& cell) const;
    void take(std::shared_ptr<const core::FilterTable> table, std::size_t rows);
    [[nodiscard]] QVariant sourceTip(std::uint32_t source) const;
    [[nodiscard]] QVariant tint(int column, const core::Cell& cell) const;

    TaskRunner& m_tasks;
    Shown m_shown;
    std::shared_ptr<const core::FilterTable> m_nextTable;
    std::size_t m_nextTotal = 0;
    std::optional<core::FilterExpression> m_filter;
    std::vector<core::SortKey> m_keys;
    std::vector<ColumnInfo> m_infos;
    std::map<int, std::pair<double, double>> m_tints;
    std::set<int> m_rounded;
    LatestOnly m_request;
    bool m_again = false;
    qint64 m_tookMs = 0;
};

} // namespace dumpscope::gui
