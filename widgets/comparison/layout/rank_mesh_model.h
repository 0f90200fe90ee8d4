// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layout/run_layout.h"

#include <QAbstractTableModel>

namespace dumpscope::gui {

/// Where each rank of a run stands: a row per rank, a column per axis of its layout. GUI thread.
class RankMeshModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setLayout(const core::RunLayout& layout);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<std::int64_t> m_ranks;
    std::vector<core::RunLayout::Axis> m_axes;
};

} // namespace dumpscope::gui
