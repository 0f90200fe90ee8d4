// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/session.h"

#include <QAbstractItemModel>

namespace dumpscope::gui {

/// "AI Core", "L2 atomic add"; as the chip's makers call it.
[[nodiscard]] QString overflowUnitName(core::OverflowUnit unit);
/// `0x0000_0020`, in groups of four digits.
[[nodiscard]] QString statusText(std::uint64_t word);

/// A record of an opened root.
struct OverflowItem {
    QPointer<OpenedRoot> root;
    std::size_t entry = 0; ///< of DumpIndex::overflows()

    [[nodiscard]] const core::OverflowEntry& get() const { return root->index()->overflows()[entry]; }
    [[nodiscard]] const core::FolderFacts& facts() const
    {
        return root->index()->folder(root->index()->file(get().file).folder).facts;
    }
    /// The block whose ids stand for the record: the first that reports something, else the last.
    [[nodiscard]] const core::OverflowBlock* lead() const;
    /// Full name of the operator it names; empty when its dump is not here.
    [[nodiscard]] QString opName() const;
    /// Dumped tensors of the operators it names, each once.
    [[nodiscard]] std::vector<core::TensorId> tensors() const;
};

/// Overflow records grouped by the operator they name, those that report an overflow first. GUI thread.
class OverflowModel : public QAbstractItemModel {
    Q_OBJECT
public:
    using QAbstractItemModel::QAbstractItemModel;

    void setRoots(const std::vector<OpenedRoot*>& roots);
    /// Every record of the roots.
    [[nodiscard]] const std::vector<OverflowItem>& all() const { return m_all; }
    /// Leaves these of them.
    void show(std::vector<OverflowItem> items);
    /// Those that are shown.
    [[nodiscard]] const std::vector<OverflowItem>& items() const { return m_items; }
    /// -1 for an operator.
    [[nodiscard]] int itemAt(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(int item) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    struct Group {
        QString name;
        std::vector<int> items;
    };
    [[nodiscard]] bool reports(const Group& group) const;
    [[nodiscard]] QVariant itemData(const OverflowItem& item, int role) const;

    std::vector<OverflowItem> m_all, m_items;
    std::vector<Group> m_groups;
};

} // namespace dumpscope::gui
