// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"
#include "query/filter_expression.h"
#include "tensor/statistics.h"

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// The tensor rows of docs/contract.md 3 as a table for filters, sorting and every output. Rows are
/// TensorIds of one index. Statistics cells come from `setStatistics` (source `computed`) or else
/// from the statistics file (source `file`), else null.
class TensorTable : public FilterTable {
public:
    /// `rootNumber` 0: the `root` column is null and ids have no prefix; else 1, 2, …
    explicit TensorTable(std::shared_ptr<const DumpIndex> index, int rootNumber = 0);

    [[nodiscard]] const DumpIndex& index() const { return *m_index; }
    [[nodiscard]] std::size_t rows() const { return m_index->tensorCount(); }
    /// Thread-safe, also while rows are read. The first call for a row wins.
    void setStatistics(TensorId id, const Statistics& statistics);
    /// For a tensor that could not be read after the index was made: its `state` becomes `unreadable`.
    /// Threads as setStatistics.
    void setUnreadable(TensorId id, Message problem);

    /// Of one output of docs/contract.md 3 `watched`, and of its dumps in the order of WatchedRows.
    struct WatchedWords {
        std::string_view verdict;
        std::vector<std::string_view> looks;
    };
    /// By WatchedRows::outputs. Threads as setStatistics; the first call wins.
    void setWatched(std::vector<WatchedWords> words);

    [[nodiscard]] std::span<const Column> columns() const override;
    [[nodiscard]] int columnByName(std::string_view name) const override;
    [[nodiscard]] Cell cell(std::size_t row, int column) const override;
    [[nodiscard]] CellKeys cellKeys(
        const TableRows& rows, int column, std::span<std::uint64_t> keys) const override;
    bool appendText(std::size_t row, int column, std::string& to) const override;
    [[nodiscard]] int nameColumn() const override;
    /// `nan` and `inf` as far as statistics are known; `pair` and `note` are properties of other tables and
    /// false here.
    [[nodiscard]] bool has(std::size_t row, Property property) const override;
    [[nodiscard]] bool isMeasuredColumn(int column) const override;
    [[nodiscard]] bool isUnmeasured(std::size_t row, int column) const override;
    [[nodiscard]] bool isUndecided(std::size_t row, Property property) const override;
    [[nodiscard]] Message message(std::size_t row, int column) const override;
    [[nodiscard]] std::vector<std::string> valueHints(int column) const override;

    /// All columns of tensor tables.
    [[nodiscard]] static std::span<const Column> allColumns();
    /// Columns of listings without statistics, and the statistics columns, in contract order.
    [[nodiscard]] static std::span<const int> listingColumns();
    [[nodiscard]] static std::span<const int> statisticsColumns();
    [[nodiscard]] static bool isStatisticsColumn(int column);
    /// Whether its cells say what comparing watched outputs gave.
    [[nodiscard]] static bool isWatchedColumn(int column);

    struct RowView;

private:
    struct Measured {
        std::optional<Statistics> statistics;
        Message problem; ///< why there are none
    };
    /// Set once, so that readers need no lock.
    struct Slot {
        std::atomic<const Measured*> measured {nullptr};
        Slot() = default;
        Slot(const Slot&) = delete;
        Slot& operator=(const Slot&) = delete;
        ~Slot() { delete measured.load(std::memory_order_relaxed); }
    };
    /// The same for what is about the whole table.
    struct WatchedSlot {
        std::atomic<const std::vector<WatchedWords>*> words {nullptr};
        WatchedSlot() = default;
        WatchedSlot(const WatchedSlot&) = delete;
        WatchedSlot& operator=(const WatchedSlot&) = delete;
        ~WatchedSlot() { delete words.load(std::memory_order_relaxed); }
    };
    void set(TensorId id, Measured measured);
    [[nodiscard]] RowView viewOf(std::size_t row) const;
    /// Takes the keys back of rows that were measured, which may have failed.
    CellKeys withoutMeasured(const TableRows& rows, std::span<std::uint64_t> keys) const;

    std::shared_ptr<const DumpIndex> m_index;
    int m_rootNumber;
    std::vector<Slot> m_measured; ///< one per row, null: not measured
    std::unique_ptr<WatchedSlot> m_watched = std::make_unique<WatchedSlot>();
};

} // namespace dumpscope::core
