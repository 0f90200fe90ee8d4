// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "models/row_tables.h"
#include "overflow/value_scan.h"

#include <map>

namespace dumpscope::gui {

/// Rows of statistics files, all files of the chosen tensors joined, in the dump's order; tensors
/// without one have what was computed. Immutable except for statistics that become known; thread-safe.
class StatisticRows : public core::FilterTable {
public:
    /// Which rows of `scope` files speak about; with `all`, the others too. Off the GUI thread.
    /// Errors: Code::Cancelled.
    [[nodiscard]] static core::Result<std::shared_ptr<const StatisticRows>> build(
        const TensorRows& scope, bool all, core::TaskContext& task);

    [[nodiscard]] const TensorRows& tensors() const { return m_tensors; }
    [[nodiscard]] std::size_t rows() const { return m_tensors.rows(); }
    /// Where NaN and infinities of a row come from, as far as files tell; none for finite rows.
    [[nodiscard]] std::optional<core::ValueOrigin> origin(std::size_t row) const;
    /// First row whose operator made NaN or infinities.
    [[nodiscard]] std::optional<std::size_t> firstBorn() const { return m_firstBorn; }
    /// Files that tell about the rows, relative to their roots.
    [[nodiscard]] const std::vector<std::string>& files() const { return m_files; }
    /// Nothing where nothing tells.
    [[nodiscard]] std::optional<bool> isFinite(std::size_t row) const;

    [[nodiscard]] std::span<const Column> columns() const override;
    [[nodiscard]] int columnByName(std::string_view name) const override;
    [[nodiscard]] core::Cell cell(std::size_t row, int column) const override;
    [[nodiscard]] int nameColumn() const override;
    [[nodiscard]] bool has(std::size_t row, Property property) const override;
    [[nodiscard]] bool isMeasuredColumn(int column) const override;
    [[nodiscard]] bool isUnmeasured(std::size_t row, int column) const override;
    [[nodiscard]] bool isUndecided(std::size_t row, Property property) const override;
    [[nodiscard]] std::vector<std::string> valueHints(int column) const override;

private:
    explicit StatisticRows(std::vector<TensorRows::Part> parts)
        : m_tensors(std::move(parts))
    {
    }
    [[nodiscard]] core::Result<void> findOrigins(core::TaskContext& task);
    /// Whether a file tells the numbers of the row; else they are computed.
    [[nodiscard]] bool isOfFile(std::size_t row) const;

    TensorRows m_tensors;
    std::vector<std::string> m_files;
    std::map<std::size_t, core::ValueOrigin> m_origins;
    std::optional<std::size_t> m_firstBorn;
};

} // namespace dumpscope::gui
