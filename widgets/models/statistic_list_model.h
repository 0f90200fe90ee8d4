// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/session.h"
#include "models/column_model.h"
#include "models/statistic_rows.h"

namespace dumpscope::gui {

/// Rows of statistics files.
class StatisticListModel : public ColumnModel {
    Q_OBJECT
public:
    using ColumnModel::ColumnModel;

    /// `roots`: one per part of the rows.
    void setStatistics(std::shared_ptr<const StatisticRows> rows, std::vector<QPointer<OpenedRoot>> roots);
    /// Null before the first rows are shown.
    [[nodiscard]] const StatisticRows* statistics() const;
    [[nodiscard]] TensorRef tensorAt(std::uint32_t source) const;
    [[nodiscard]] std::optional<std::uint32_t> sourceOf(const TensorRef& tensor) const;

protected:
    [[nodiscard]] QVariant special(
        std::uint32_t source, int column, const core::Cell& cell, int role) const override;

private:
    std::shared_ptr<const StatisticRows> m_rows;
    std::vector<QPointer<OpenedRoot>> m_roots;
};

} // namespace dumpscope::gui
