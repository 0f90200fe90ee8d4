// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/tables/pair_table.h"

#include <QAbstractTableModel>

#include <array>
#include <map>
#include <memory>
#include <optional>

namespace dumpscope::gui {

/// Verdicts of the pairs a filter selects, by step and rank.
struct Cube {
    struct Cell {
        std::array<std::uint64_t, 4> counts {}; ///< by core::Verdict
        std::size_t worst = 0;                  ///< first row with the worst verdict of what is comparable
        core::Verdict verdict = core::Verdict::Pass;
        /// Largest finite `relative_euclidean_distance`, and `l2norm_diff_relative` of pairs that have only
        /// statistics; nullopt: of no pair.
        std::optional<double> error, normError;
    };
    using Number = std::optional<std::int64_t>;
    std::vector<Number> steps, ranks; ///< ascending
    std::map<std::pair<Number, Number>, Cell> cells;
};

/// One pass over the rows. Errors: Code::Cancelled.
[[nodiscard]] core::Result<Cube> makeCube(
    const core::PairTable& pairs, const core::FilterExpression& filter, core::TaskContext& task);

/// The cube as a table: a row per step, a column per rank. GUI thread.
class CubeModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    void setCube(Cube cube);
    [[nodiscard]] const Cube& cube() const { return m_cube; }
    /// Null where nothing was compared.
    [[nodiscard]] const Cube::Cell* cellAt(const QModelIndex& index) const;
    /// `rank:0 step:3` of a cell.
    [[nodiscard]] QString filterOf(const QModelIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QString tipOf(const QString& place, const Cube::Cell& cell);

    Cube m_cube;
};

} // namespace dumpscope::gui
