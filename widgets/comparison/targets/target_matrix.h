// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tables/target_matrix.h"

#include <QAbstractTableModel>

#include <vector>

namespace dumpscope::gui {

/// The matrix as a table: operator, tensor, then a column per target. GUI thread.
class TargetMatrixModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int kOwnColumns = 2;
    /// Powers of ten of the error where the tint of a failing cell begins and is full.
    static constexpr int kPaleDecade = -4, kFullDecade = 2;
    using QAbstractTableModel::QAbstractTableModel;
    void setMatrix(core::TargetMatrix matrix, QStringList titles);
    /// Null for the columns of names and where nothing was compared.
    [[nodiscard]] const core::TargetMatrix::Cell* cellAt(const QModelIndex& index) const;
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
    [[nodiscard]] QString placeOf(const core::TargetMatrix::Cell& cell, int target) const;
    [[nodiscard]] const core::PairResult& pairOf(const core::TargetMatrix::Cell& cell, int column) const;
    [[nodiscard]] QString wordOf(const core::TargetMatrix::Cell& cell, int column) const;

    core::TargetMatrix m_matrix;
    QStringList m_titles;
    Places m_goldenPlaces;
    std::vector<Places> m_targetPlaces; ///< where golden does not tell already
};

} // namespace dumpscope::gui
