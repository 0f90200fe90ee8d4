// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/statistic_rows.h"
#include "models/tensor_column_model.h"

namespace dumpscope::gui {

/// Rows of statistics files.
class StatisticListModel : public TensorColumnModel {
    Q_OBJECT
public:
    using TensorColumnModel::TensorColumnModel;

    /// `roots`: one per part of the rows.
    void setStatistics(std::shared_ptr<const StatisticRows> rows, std::vector<QPointer<OpenedRoot>> roots);
    /// Null before the first rows are shown.
    [[nodiscard]] const StatisticRows* statistics() const;

protected:
    [[nodiscard]] QVariant special(
        std::uint32_t source, int column, const core::Cell& cell, int role) const override;
    [[nodiscard]] const TensorRows* shownTensors() const override
    {
        return statistics() ? &m_rows->tensors() : nullptr;
    }

private:
    std::shared_ptr<const StatisticRows> m_rows;
};

} // namespace dumpscope::gui
