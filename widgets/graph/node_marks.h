// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"
#include "compare/tables/pair_table.h"
#include "documents/first_non_finite.h"
#include "graph/loaded_graph.h"
#include "model/tensor_table.h"

#include <QString>

#include <optional>
#include <utility>
#include <vector>

namespace dumpscope::gui {

/// What is to be seen of a node besides the graph: its verdict and what its tensors hold.
struct NodeMark {
    State state = State::None;
    bool hasNan = false, hasPosInf = false, hasNegInf = false;
    bool isBorn = false;      ///< NaN or infinity in the outputs and none in the inputs
    bool hasOverflow = false; ///< a record of the device names it
    bool isMissing = false;   ///< the graph beside this one does not have it
    bool isRecorded = false;  ///< the state is what the program that wrote the graph found
    QString note;             ///< a few characters beside the name: "Δ 4", "NaN 12"
    /// "Δ 7 · step 2", "NaN 12 · step 3": what is worse than in the step looked at, and where.
    QString elsewhere;

    /// Whether what the node gives is wrong, by itself or by what it was given.
    [[nodiscard]] bool isBad() const { return isOwnFailure(state) || state == State::Inherited; }
    [[nodiscard]] bool hasNonFinite() const { return hasNan || hasPosInf || hasNegInf; }
    friend bool operator==(const NodeMark&, const NodeMark&) = default;
};

/// A rank and a step.
using StepPlace = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;

/// By node: NaN, infinities and overflow as far as the dump tells or was scanned, of the rank and step `at`
/// where the graph has tensors of it, else of all. Where they come from is what a scan of the dump said
/// (`scanned`), else what statistics tell. Pure.
[[nodiscard]] std::vector<NodeMark> tensorMarks(const LoadedGraph& loaded, std::size_t number,
    const core::TensorTable& table, const FirstNonFinite::Origins& scanned,
    const std::optional<StepPlace>& at);

/// What a comparison says so far. Immutable.
struct Compared {
    std::shared_ptr<const core::PairTable> pairs; ///< null: nothing is compared
    std::optional<std::size_t> firstDivergence;   ///< row of `pairs`
    bool isOver = false;
    std::optional<StepPlace> at; ///< looked at; else of each node the first
};
/// Adds the verdicts of a comparison one side of which is the dump of `loaded`. Pure.
void addVerdicts(
    const LoadedGraph& loaded, std::size_t number, const Compared& compared, std::vector<NodeMark>& marks);

/// By scope: the worst inside, as stateAround says it.
[[nodiscard]] std::vector<State> scopeStates(const core::ScopeTree& tree, const std::vector<NodeMark>& marks);

/// "Δ 4" of a row of the comparison: its largest error, "Δ NaN" where NaN or infinities disagree; empty where
/// none was measured.
[[nodiscard]] QString differenceNote(const core::PairTable& pairs, std::size_t row);

/// What a screen reader and a tooltip say of a mark: "first divergence, NaN, overflow"; may be empty.
[[nodiscard]] QString markWords(const NodeMark& mark);

} // namespace dumpscope::gui
