// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/due_timer.h"
#include "comparison/comparisons.h"
#include "graph/graph_picture.h"
#include "graph/loaded_graph.h"
#include "graph/node_marks.h"

#include <QJsonObject>
#include <QObject>

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace dumpscope::gui {

/// The graph that the panels of the arrangement "graph" show: that of the selection's root, what of it is
/// unfolded, and which node or scope is chosen. Follows the selection and leads it. Graphs are read once
/// somebody shows them. GUI thread.
class ShownGraph : public QObject {
    Q_OBJECT
public:
    using Item = core::ScopeTree::Item;
    static constexpr std::size_t kFirstSeen = 40; ///< items that are unfolded to begin with
    static constexpr std::size_t kMostSeen
        = 4000; ///< items that are unfolded at once; beyond, nobody sees anything
    static constexpr std::size_t kMostFocused = 600; ///< nodes for which everything is unfolded

    ShownGraph(Session& session, Selection& selection, Comparisons& comparisons, TaskRunner& tasks,
        QObject* parent = nullptr);

    /// Graphs are read while somebody who is visible shows them.
    void setWanted(const QObject* by, bool isWanted);

    /// Shows the graphs of this root whatever is selected; `leads`: choosing a node selects its tensor.
    void holdTo(OpenedRoot* root, bool leads);
    /// Of the selection's root again.
    void release();

    [[nodiscard]] OpenedRoot* root() const { return m_root; }
    /// Null while there is none.
    [[nodiscard]] const std::shared_ptr<const LoadedGraph>& loaded() const { return m_loaded; }
    [[nodiscard]] bool isLoading() const;
    [[nodiscard]] const std::optional<core::Error>& error() const { return m_error; }
    /// Why there is no graph, or that it is being read: for the place where it would be.
    [[nodiscard]] QString whyNone() const;
    [[nodiscard]] bool isSettled() const;
    // Of the loaded file; only while there is one.
    [[nodiscard]] std::size_t number() const { return m_number; }
    [[nodiscard]] const core::Graph& graph() const { return m_loaded->graph(m_number); }
    [[nodiscard]] const core::ScopeTree& tree() const { return m_loaded->parts[m_number].tree; }
    [[nodiscard]] const core::GraphMatch& match() const { return m_loaded->parts[m_number].match; }
    [[nodiscard]] const core::GraphDurations& durations() const
    {
        return m_loaded->parts[m_number].durations;
    }
    /// Whether a profiler timed any node of the graph; false while there is none.
    [[nodiscard]] bool hasDurations() const { return m_loaded && durations().isAny(); }

    /// Another graph file of the root, and graph of it (none: its entry).
    void showCandidate(std::size_t candidate);
    void showNumber(std::size_t number);

    [[nodiscard]] const core::GraphFold& fold() const { return m_fold; }
    /// Nodes that compute nothing (core::HelperNodes) are left out unless somebody wants to see them.
    void setHelpersShown(bool on);
    [[nodiscard]] bool areHelpersShown() const { return m_areHelpersShown; }
    [[nodiscard]] bool hasHelpers() const { return m_loaded && m_loaded->parts[m_number].helpers; }
    [[nodiscard]] bool isOpen(std::uint32_t scope) const { return m_fold.isOpen[scope]; }
    void setOpen(std::uint32_t scope, bool open);
    /// What is unfolded, near and chosen, for a workspace.
    [[nodiscard]] QJsonObject saveState() const;
    /// Takes it as soon as the graph it is about is shown; `restored` tells.
    void restoreState(const QJsonObject& state);
    /// All of it at once, as a graph beside this one has it.
    void setFold(core::GraphFold fold, std::optional<std::uint32_t> hops);
    void foldAll();
    /// Everything below the chosen scope (or all of the graph), as far as kMostSeen goes; false when it
    /// does not.
    bool unfoldAll();
    /// Unfolds whatever `item` is in.
    void reveal(const Item& item);
    /// Only what is at most `hops` edges away from the chosen node.
    void focusOn(std::uint32_t hops);
    void showEverything();
    [[nodiscard]] std::optional<std::uint32_t> focusHops() const { return m_hops; }

    [[nodiscard]] const std::optional<Item>& current() const { return m_current; }
    /// Chooses, and the tensor of a node everywhere.
    void choose(const Item& item);
    /// Chooses the node of the selected tensor; with `unfold`, it is seen then.
    void follow(bool unfold);
    /// The tensor that stands for a node: its first output, of the same step as the selected one if there is
    /// one. Invalid when the dump has none.
    [[nodiscard]] TensorRef tensorOf(core::NodeId node) const;
    /// Tensors of a node in the step that is looked at, ascending.
    [[nodiscard]] std::vector<core::TensorId> tensorsOf(core::NodeId node) const;

    [[nodiscard]] const std::vector<NodeMark>& marks() const { return m_marks; }
    [[nodiscard]] const NodeMark& markOf(core::NodeId node) const { return m_marks[node.value()]; }
    /// Pairs of the comparison the root is a side of; null when there is none.
    [[nodiscard]] std::shared_ptr<const core::PairTable> pairs() const;
    /// Row of `pairs()` that has a tensor of the root, the first one; nothing where it is not compared.
    [[nodiscard]] std::optional<std::size_t> pairOf(core::TensorId id) const;
    /// By node: what the graph beside this one does not have.
    void setMissing(std::vector<bool> missing);
    [[nodiscard]] State stateOf(const Item& item) const;
    /// "BiasAdd-op0", "conv1 … flatten".
    [[nodiscard]] QString nameOf(const Item& item) const;

signals:
    void graphChanged();   ///< another graph, or none; everything else changed, too
    void helpersChanged(); ///< whether helper nodes are shown
    void foldChanged();
    void currentChanged();
    void marksChanged();
    /// Where things begin to go wrong is known, and was unfolded as nobody had touched the graph.
    void leadFound(quint32 node);
    void restored();

private:
    void load();
    void take(const std::shared_ptr<const LoadedGraph>& loaded);
    void begin(std::size_t number);
    void readMarks();
    [[nodiscard]] std::shared_ptr<const core::HelperNodes> hidden() const;
    void takeMarks(std::vector<NodeMark> marks);
    [[nodiscard]] std::optional<core::NodeId> lead() const;
    [[nodiscard]] std::optional<core::NodeId> firstNode() const;
    void unfoldLead();
    void watchComparison();
    void takeKept();
    void showRankOf(core::TensorId id);
    void rootGone(const OpenedRoot* root);
    [[nodiscard]] OpenedRoot* wantedRoot() const;
    /// The rank and step of the selected tensor, where it is of the root.
    [[nodiscard]] std::optional<StepPlace> placeLookedAt() const;

    Session& m_session;
    Selection& m_selection;
    Comparisons& m_comparisons;
    TaskRunner& m_tasks;
    QPointer<ComparisonDocument> m_watched;
    QPointer<OpenedRoot> m_held;
    bool m_isHeld = false, m_leads = true;
    QSet<const QObject*> m_wanting;
    QPointer<OpenedRoot> m_root;
    std::shared_ptr<const core::DumpIndex> m_index; ///< that `m_loaded` or the lack of it is about
    std::shared_ptr<const LoadedGraph> m_loaded;
    std::optional<core::Error> m_error;
    /// Dumps that were looked through and have no graph: another one's is shown then.
    std::set<std::weak_ptr<const core::DumpIndex>, std::owner_less<>> m_withoutGraph;
    bool m_isLoading = false;
    std::size_t m_number = 0;
    /// Rows of a table by tensor of the root.
    struct RowsByTensor {
        std::weak_ptr<const core::PairTable> pairs;
        std::size_t rows = 0; ///< of `pairs` that are in it
        std::vector<std::optional<std::size_t>> of;
    };
    mutable RowsByTensor m_rows;
    core::GraphFold m_fold;
    std::vector<bool> m_beforeFocus; ///< what was unfolded
    bool m_areHelpersShown = false;
    std::optional<std::uint32_t> m_hops;
    std::optional<Item> m_current;
    std::optional<StepPlace> m_markedAt;
    std::vector<NodeMark> m_read, m_marks; ///< as read, and with what is missing on the other side
    std::vector<bool> m_missing;
    std::vector<State> m_scopeStates;
    bool m_isChoosing = false;
    bool m_isUntouched = true; ///< nobody folded, unfolded or chose in this graph
    QJsonObject m_kept;        ///< of a workspace, for a graph that is not shown yet
    LatestOnly m_loading, m_marking;
    DueTimer m_marksDue;
};

} // namespace dumpscope::gui
