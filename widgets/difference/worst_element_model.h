// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "difference/opened_pair.h"

#include <QAbstractTableModel>

#include <memory>

namespace dumpscope::gui {

/// The worst elements of a pair, worst first. GUI thread.
class WorstElementModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column : std::uint8_t {
        Index,
        Target,
        Golden,
        Difference,
        Relative,
        TargetBits,
        GoldenBits,
        Ulp,
        Origin, ///< only where the target is put together
        ColumnCount
    };
    using QAbstractTableModel::QAbstractTableModel;

    /// `origins`: where each of the worst stands in the target's parts; empty: the target is one tensor.
    void setErrors(std::shared_ptr<const PairErrors> errors, QStringList origins = {});
    [[nodiscard]] const WorstFacts& at(int row) const
    {
        return m_errors->worst[static_cast<std::size_t>(row)];
    }
    /// Row of an element; -1 where it is not among them.
    [[nodiscard]] int rowOf(const ElementIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const PairErrors> m_errors;
    QStringList m_origins;
};

} // namespace dumpscope::gui
