// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/selection.h"
#include "documents/tensor_states.h"
#include "model/dump_tree.h"

#include <QAbstractItemModel>

namespace dumpscope::gui {

/// The dumps tree: opened roots, and below each its DumpTree once that is built. One column.
/// Counts of bad tensors below a node are kept up to date as statistics arrive.
class DumpTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    /// A tree with what is bad in it, made off the GUI thread.
    struct Built {
        std::shared_ptr<const core::DumpTree> tree;
        std::vector<std::uint8_t> isBad;     ///< per tensor row: NaN, infinity or overflow is known
        std::vector<std::uint32_t> badBelow; ///< per node
        /// The same of tensors for which it is known whether they hold NaN or infinities, or never will be.
        std::vector<std::uint8_t> isKnown;
        std::vector<std::uint32_t> knownBelow;
    };
    [[nodiscard]] static core::Result<std::shared_ptr<Built>> build(
        const std::shared_ptr<core::TensorTable>& table, core::DumpTree::Grouping grouping,
        const std::vector<std::uint32_t>* rows, const core::TaskContext& task);

    explicit DumpTreeModel(Session& session, QObject* parent = nullptr);

    /// Swaps the tree of a root.
    void setTree(OpenedRoot* root, std::shared_ptr<Built> built);
    [[nodiscard]] const core::DumpTree* tree(const OpenedRoot* root) const;
    [[nodiscard]] OpenedRoot* rootOf(const QModelIndex& index) const;
    [[nodiscard]] core::DumpTree::Node nodeOf(const QModelIndex& index) const { return nodeIn(index); }
    [[nodiscard]] QModelIndex indexOf(const OpenedRoot* root, core::DumpTree::Node node = 0) const;
    [[nodiscard]] QModelIndex indexOf(const TensorRef& tensor) const;
    /// Null for anything but a tensor.
    [[nodiscard]] TensorRef tensorAt(const QModelIndex& index) const;
    /// Everything below, ascending.
    [[nodiscard]] RowScope scopeOf(const QModelIndex& index) const;
    /// Where NaN and infinities began, if that is known; else the first tensor known to have some in the
    /// order of execution, else the first with values, else the first.
    [[nodiscard]] TensorRef mostSuspicious(OpenedRoot* root) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] bool hasChildren(const QModelIndex& parent = {}) const override;

private:
    struct Entry {
        quint32 serial = 0; ///< in model indexes; stays when other roots go
        OpenedRoot* root = nullptr;
        std::shared_ptr<Built> built;
        std::vector<core::TensorId> changed
            = {}; ///< since it was set: who built the next one may have missed them
        /// Per node, State of what is in it; kUnknown: nobody looked at it yet.
        mutable std::vector<std::uint8_t> states = {};
    };
    static constexpr std::uint8_t kUnknown = 0xFF;
    void addRoot(OpenedRoot* root);
    void removeRoot(OpenedRoot* root);
    void updateStatistics(const OpenedRoot* root, const std::vector<core::TensorId>& rows);
    /// With what is above it.
    void markBad(Entry& entry, core::TensorId id);
    void forgetStates(OpenedRoot* root);
    [[nodiscard]] State stateOf(const Entry& entry, core::DumpTree::Node node) const;
    [[nodiscard]] core::TensorId firstIn(const OpenedRoot* root) const;
    [[nodiscard]] static QString knownText(const Entry& entry, core::DumpTree::Node node);
    [[nodiscard]] int placeOf(const OpenedRoot* root) const;
    [[nodiscard]] const Entry* entryOf(const QModelIndex& index) const;
    [[nodiscard]] static core::DumpTree::Node nodeIn(const QModelIndex& index);
    [[nodiscard]] static quintptr idOf(const Entry& entry, core::DumpTree::Node node);
    [[nodiscard]] QModelIndex make(const Entry& entry, core::DumpTree::Node node) const;
    [[nodiscard]] QVariant nodeData(const Entry& entry, core::DumpTree::Node node, int role) const;
    [[nodiscard]] QString secondaryText(const Entry& entry, core::DumpTree::Node node) const;

    FirstNonFinite& m_firsts;
    TensorStates& m_states;
    QList<Entry> m_entries;
    quint32 m_nextSerial = 1;
};

} // namespace dumpscope::gui
