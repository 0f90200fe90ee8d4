// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"
#include "compare/suspects/suspect.h"
#include "compare/tables/pair_table.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>

namespace dumpscope::gui {

/// Operators whose error is more than inputs and rounding explain, likeliest first. GUI thread.
class SuspectListModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Operator, Errors, Score, Worth, Rank, Step, kColumns };
    /// CellRole-like: own and inherited relative error of the row, as a QPointF.
    using QAbstractTableModel::QAbstractTableModel;

    /// Never null.
    void setSuspicion(std::shared_ptr<const core::Suspicion> suspicion);
    /// The table that shows the suspects, and its row of the first divergence: a suspect has the mark of its
    /// row there.
    void setTable(std::shared_ptr<const core::PairTable> pairs, std::optional<std::size_t> first);
    [[nodiscard]] const core::Suspicion& suspicion() const { return *m_suspicion; }
    [[nodiscard]] const core::Suspect& at(int row) const
    {
        return m_suspicion->suspects[static_cast<std::size_t>(row)];
    }
    /// Rows with a line of the names of columns (keys of docs/contract.md 4 `suspects`), cells parted by
    /// tabs.
    [[nodiscard]] QString tabSeparated(const QList<int>& rows) const;
    /// Whether it was computed what would be left of the error without the suspects.
    [[nodiscard]] bool hasWorth() const;
    /// -1: the pair shows no suspect.
    [[nodiscard]] int rowOfPair(std::size_t pair) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] State stateOf(const core::Suspect& suspect) const;

    std::shared_ptr<const core::Suspicion> m_suspicion = std::make_shared<const core::Suspicion>();
    std::shared_ptr<const core::PairTable> m_pairs; ///< null: not known
    std::optional<std::size_t> m_first;
};

} // namespace dumpscope::gui
