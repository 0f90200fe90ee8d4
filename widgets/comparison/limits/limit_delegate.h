// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tables/pair_table.h"
#include "kit/cell_delegate.h"

#include <memory>

namespace dumpscope::gui {

/// Editors of limits that tell what is typed while it is typed.
class LimitDelegate : public CellDelegate {
    Q_OBJECT
public:
    using CellDelegate::CellDelegate;
    /// Whose metrics are offered.
    void setTable(std::shared_ptr<const core::PairTable> pairs) { m_pairs = std::move(pairs); }

    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void typed(const QModelIndex& index, const QString& text);

private:
    std::shared_ptr<const core::PairTable> m_pairs;
};

} // namespace dumpscope::gui
