// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/limits/verdict_preview.h"

#include <QAbstractTableModel>

#include <memory>

namespace dumpscope::gui {

/// Rows whose verdict would be another one: glyph before, glyph after, operator.
class VerdictChangeModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    void setChanges(std::shared_ptr<const core::PairTable> pairs, VerdictPreview preview);
    [[nodiscard]] std::uint32_t pairAt(int row) const
    {
        return m_preview.changes[static_cast<std::size_t>(row)].row;
    }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::shared_ptr<const core::PairTable> m_pairs;
    VerdictPreview m_preview;
};

} // namespace dumpscope::gui
