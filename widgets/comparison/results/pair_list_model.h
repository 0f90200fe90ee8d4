// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tables/pair_table.h"
#include "comparison/limits/row_limits.h"
#include "models/column_model.h"

namespace dumpscope::gui {

/// Pairs of a comparison: verdicts with their glyphs, short metric titles, heat where a limit is missed.
class PairListModel : public ColumnModel {
    Q_OBJECT
public:
    using ColumnModel::ColumnModel;

    /// `isGrown`: the same rows and some behind them.
    void setPairs(std::shared_ptr<const core::PairTable> pairs, const core::Limits& limits, bool isGrown);
    /// The table that is shown; null before the first.
    [[nodiscard]] const core::PairTable* pairs() const
    {
        return static_cast<const core::PairTable*>(table().get());
    }
    void setFirstDivergence(std::optional<std::size_t> row);
    [[nodiscard]] const RowLimits& limits() const { return m_limits; }

    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// A header sorts a metric by how bad it is.
    [[nodiscard]] core::SortKey firstKey(int column, Qt::SortOrder order) const override;

protected:
    [[nodiscard]] QVariant special(
        std::uint32_t source, int column, const core::Cell& cell, int role) const override;
    [[nodiscard]] std::optional<NonFinite> hatch(
        std::uint32_t source, int column, const core::Cell& cell) const override;
    void tableReplaced() override;

private:
    /// Columns that are shown otherwise than their cell's text.
    struct Columns {
        int verdict = -1, opName = -1, io = -1, dtype = -1, shape = -1, order = -1, origin = -1,
            firstMetric = 0;
    };
    [[nodiscard]] QVariant metricCell(
        std::uint32_t source, int column, const core::Cell& cell, int role) const;
    [[nodiscard]] QString bothSides(std::uint32_t source, int column, const char* golden) const;
    [[nodiscard]] QString bothTypes(const core::TensorPair& pair) const;
    [[nodiscard]] QVariant tipOfNames(const core::TensorPair& pair) const;

    core::Limits m_nextLimits; ///< of the table that comes
    RowLimits m_limits;
    Columns m_columns;
    std::optional<std::size_t> m_divergence;
};

/// Metrics worth a column at first, by profile, in the order of the table's columns.
[[nodiscard]] QList<QByteArray> leadingMetrics(const core::PairTable& pairs, const QString& profile);

} // namespace dumpscope::gui
