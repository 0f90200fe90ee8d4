// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "repeat/repeated_runs.h"

#include <QAbstractTableModel>

#include <memory>

namespace dumpscope::gui {

/// Tensors that are not the same in all of several runs, in the order in which they happened. GUI thread.
class RepeatedDifferenceModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Step, Rank, Tensor, Contents, Basis, kColumns };
    using QAbstractTableModel::QAbstractTableModel;

    /// `first`: the run whose cells the result names. Null: there are none.
    void setResult(
        std::shared_ptr<const core::TrendRun> first, std::shared_ptr<const core::RepeatResult> result);
    /// Of the first run.
    [[nodiscard]] core::TensorId tensorAt(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] const core::RepeatedDifference& at(int row) const
    {
        return m_result->differences[static_cast<std::size_t>(row)];
    }
    [[nodiscard]] QString text(const core::RepeatedDifference& difference, int column) const;

    std::shared_ptr<const core::TrendRun> m_first;
    std::shared_ptr<const core::RepeatResult> m_result;
};

} // namespace dumpscope::gui
