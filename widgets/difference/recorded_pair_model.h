// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"
#include "comparison/comparison_document.h"

#include <QAbstractTableModel>

namespace dumpscope::gui {

/// What was recorded of both sides of a pair without elements, side by side: extremes, mean, norm, counts,
/// checksums, type and shape. Differences and what they are judged by are those of the comparison.
class RecordedPairModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column : std::uint8_t { Name, Target, Golden, Difference, Relative, Limit, kColumns };
    struct Row {
        QString name; ///< as the column of the contract
        std::array<QString, kColumns> texts = {};
        bool isChecksum = false;
        State state = State::None; ///< of the verdict where this misses a limit
        bool differs = false;
    };

    /// `widget`: whose theme paints the badges of the sides.
    explicit RecordedPairModel(QWidget& widget);
    /// Empty for a row that is not there.
    void setPair(const ComparisonDocument* document, std::optional<std::size_t> row);
    [[nodiscard]] const std::vector<Row>& rowsShown() const { return m_rows; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QWidget& m_widget;
    std::vector<Row> m_rows;
};

} // namespace dumpscope::gui
