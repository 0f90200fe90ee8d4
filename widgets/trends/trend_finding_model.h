// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_result.h"

#include <QAbstractTableModel>

#include <memory>

namespace dumpscope::gui {

/// What rules found in a run, in the order in which it happened. GUI thread.
class TrendFindingModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Step, Rank, Tensor, What, Steps, Last, Rule, kColumns };
    using QAbstractTableModel::QAbstractTableModel;

    /// Null: there are none.
    void setFindings(
        std::shared_ptr<const core::TrendRun> run, std::shared_ptr<const core::TrendResult> result);
    [[nodiscard]] const core::TrendFinding& at(int row) const
    {
        return m_result->findings[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const core::TrendFinding& finding, int column) const;

    std::shared_ptr<const core::TrendRun> m_run;
    std::shared_ptr<const core::TrendResult> m_result;
};

} // namespace dumpscope::gui
