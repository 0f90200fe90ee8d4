// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/layout_summary.h"

#include <QAbstractTableModel>

#include <memory>

namespace dumpscope::gui {

/// What is cut where: a row per class of operators and way of putting their tensors together. GUI thread.
class AssemblyGroupModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { First, Place, How, Tensors, Carried, Error, kColumns };
    using QAbstractTableModel::QAbstractTableModel;

    /// `pairs` has the rows of the groups; null only without groups.
    void setGroups(std::shared_ptr<const core::PairTable> pairs, std::vector<core::AssemblyGroup> groups);
    [[nodiscard]] const core::AssemblyGroup& at(int row) const
    {
        return m_groups[static_cast<std::size_t>(row)];
    }
    [[nodiscard]] const core::TensorPair& firstPair(int row) const
    {
        return m_pairs->row(at(row).first).pair;
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(int row, int column) const;
    [[nodiscard]] QString operatorText(int row) const;
    [[nodiscard]] QString placeText(int row) const; ///< "input 1"
    [[nodiscard]] static QString errorText(const core::AssemblyGroup& group);

    std::shared_ptr<const core::PairTable> m_pairs;
    std::vector<core::AssemblyGroup> m_groups;
};

} // namespace dumpscope::gui
