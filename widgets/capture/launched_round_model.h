// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "next/launched_repeat.h"

#include <QAbstractTableModel>

#include <vector>

namespace dumpscope::gui {

/// Rounds of launches that should be equal, as they come in.
class LaunchedRoundModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Number, Captured, Differing, First, kColumns };
    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    void add(core::LaunchedRound round);
    [[nodiscard]] const core::LaunchedRound& at(int row) const
    {
        return m_rounds[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(int row, int column) const;

    std::vector<core::LaunchedRound> m_rounds;
};

} // namespace dumpscope::gui
