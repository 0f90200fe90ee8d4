// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "base/task.h"
#include "model/watched_rows.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// An index as a tree: rank, model and graph, step, then levels by `Grouping`, down to tensors. Levels
/// without information are left out. Immutable; thread-safe.
class DumpTree {
public:
    enum class Grouping : std::uint8_t {
        Scope, ///< segments of operator names, then operators; scopes with a single scope inside are joined,
               ///< an operator with the name of a scope is the first in it
        OperatorType,   ///< types in natural order, then operators
        File,           ///< folders and files as on disk
        ExecutionOrder, ///< operators in order
    };
    enum class Kind : std::uint8_t {
        Root,
        Rank,
        Model,
        Step,
        Scope,
        OperatorType,
        Folder,
        File,
        Operator,
        Tensor
    };
    using Node = std::uint32_t; ///< 0 is the root
    static constexpr Node kNone = 0xFFFFFFFFU;

    /// Of all tensors, or of `rows` (ascending; null: all). Errors: Code::Cancelled. The tree shares `index`.
    [[nodiscard]] static Result<std::shared_ptr<const DumpTree>> build(std::shared_ptr<const DumpIndex> index,
        Grouping grouping, const std::vector<std::uint32_t>* rows, const TaskContext& task);
    /// Scope where names have segments, else execution order where it, or the time of tensors, is known or
    /// outputs are watched, else files.
    [[nodiscard]] static Grouping defaultGrouping(const DumpIndex& index);

    [[nodiscard]] const DumpIndex& index() const { return *m_index; }
    [[nodiscard]] Grouping grouping() const { return m_grouping; }
    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }
    [[nodiscard]] Kind kind(Node node) const { return m_nodes[node].kind; }
    [[nodiscard]] Node parent(Node node) const { return m_nodes[node].parent; }
    /// Position among the parent's children.
    [[nodiscard]] std::uint32_t place(Node node) const { return m_nodes[node].place; }
    [[nodiscard]] std::span<const Node> children(Node node) const;
    /// `rank_0`, `step 1`, a segment, `output 0`; empty for the root.
    [[nodiscard]] Message label(Node node) const;
    /// Tensors below (for a tensor, itself), in the tree's order; contiguous for every node.
    [[nodiscard]] std::span<const TensorId> tensors(Node node) const;
    /// The filter expression (docs/contract.md 2) that selects the tensors below among all tensors of the
    /// index; empty for the root. Nothing where no column can express it, as for parts of file names.
    [[nodiscard]] std::optional<std::string> filter(Node node) const;
    /// kNone for a tensor that was left out.
    [[nodiscard]] Node nodeOf(TensorId id) const { return m_nodeOfTensor[id.value()]; }

private:
    struct Entry {
        Kind kind = Kind::Root;
        Node parent = kNone;
        std::uint32_t place = 0;
        std::uint32_t firstChild = 0, childCount = 0;   ///< into m_children
        std::uint32_t firstTensor = 0, tensorCount = 0; ///< into m_tensors
        std::string label;                              ///< empty for tensors: made from their row
    };
    class Builder;
    /// Of the first tensor below that is one.
    [[nodiscard]] std::optional<WatchedRows::Place> watchedIn(Node node) const;

    std::shared_ptr<const DumpIndex> m_index;
    Grouping m_grouping = Grouping::Scope;
    std::vector<Entry> m_nodes;
    std::vector<Node> m_children;
    std::vector<TensorId> m_tensors;
    std::vector<Node> m_nodeOfTensor;
};

} // namespace dumpscope::core
