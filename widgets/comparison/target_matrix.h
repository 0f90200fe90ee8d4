// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/pair_table.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace dumpscope::gui {

/// Many targets against one golden: what became of each golden tensor in each of them. Immutable.
struct TargetMatrix {
    struct Cell {
        bool isThere = false;
        core::Verdict verdict = core::Verdict::Pass; ///< the worst, where one golden tensor has several pairs
        std::uint32_t row = 0;                       ///< of the target's pair table
        double error = 0;                            ///< relative L2, NaN where there is none
    };
    std::vector<std::shared_ptr<const core::PairTable>> tables; ///< by target
    std::shared_ptr<const core::DumpIndex> golden;
    std::vector<core::TensorId> tensors; ///< of golden, ascending
    std::vector<Cell> cells;             ///< tensor after tensor, one per target
    std::vector<std::uint64_t> failed;   ///< by target

    [[nodiscard]] const Cell& cell(std::size_t tensor, std::size_t target) const
    {
        return cells[tensor * failed.size() + target];
    }
};

/// Tables must share golden's index. `onlyFailing`: tensors that fail somewhere. Errors: Code::Cancelled.
[[nodiscard]] core::Result<TargetMatrix> makeTargetMatrix(
    const std::vector<std::shared_ptr<const core::PairTable>>& tables, bool onlyFailing,
    core::TaskContext& task);

/// The matrix as a table: operator, tensor, then a column per target. GUI thread.
class TargetMatrixModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int kOwnColumns = 2;
    using QAbstractTableModel::QAbstractTableModel;
    void setMatrix(TargetMatrix matrix, QStringList titles);
    /// Null for the columns of names and where nothing was compared.
    [[nodiscard]] const TargetMatrix::Cell* cellAt(const QModelIndex& index) const;
    /// Of golden's tensor and one target; invalid: the tensor is not shown.
    [[nodiscard]] QModelIndex cellOf(core::TensorId golden, int target) const;
    /// Golden's tensor of a row.
    [[nodiscard]] core::TensorId tensorAt(int row) const
    {
        return m_matrix.tensors[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// What tells tensors of a side apart that have the same name.
    struct Places {
        bool hasRanks = false, hasSteps = false;
    };
    [[nodiscard]] static Places placesIn(const core::DumpIndex& index);
    [[nodiscard]] static QString placeOf(const core::DumpIndex& index, core::TensorId tensor, Places places);
    [[nodiscard]] QString placeOf(const TargetMatrix::Cell& cell, int target) const;

    TargetMatrix m_matrix;
    QStringList m_titles;
    Places m_goldenPlaces;
    std::vector<Places> m_targetPlaces; ///< where golden does not tell already
};

} // namespace dumpscope::gui
