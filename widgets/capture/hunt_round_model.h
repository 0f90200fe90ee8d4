// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "next/hunt.h"

#include <QAbstractTableModel>

#include <vector>

namespace dumpscope::gui {

/// Rounds of a hunt, as they come in.
class HuntRoundModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Number, Captured, Accused, Says, kColumns };
    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    void add(core::HuntRound round);
    [[nodiscard]] const core::HuntRound& at(int row) const { return m_rounds[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(int row, int column) const;

    std::vector<core::HuntRound> m_rounds;
};

} // namespace dumpscope::gui
