// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/name_stem.h"
#include "compare/pairing/operator_sequence.h"
#include "compare/pairing/pairing.h"
#include "compare/pairing/pairing_memory.h"
#include "compare/pairing/value_sketch.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dumpscope::core {

inline constexpr std::uint32_t kNoOperator = 0xFFFFFFFFU;

/// Two matched places, one per side, and what is left to pair in them.
struct PlacePair {
    OperatorSequence target, golden;
    std::vector<std::uint32_t> partner; ///< golden operator per target operator, kNoOperator if none
    Message note; ///< how the places were matched if not by equal parts; appended to reasons
    std::shared_ptr<PlaceMemory> memory = std::make_shared<PlaceMemory>(); ///< shared by copies

    /// Notes that two operators of these sequences are partners; alignment searches between such pairs.
    void link(const SequenceOperator& targetOperator, const SequenceOperator& goldenOperator)
    {
        partner[static_cast<std::size_t>(&targetOperator - target.operators().data())]
            = static_cast<std::uint32_t>(&goldenOperator - golden.operators().data());
    }
};

/// How a rule found a pair; members as in TensorPair.
struct PairFinding {
    PairOrigin origin = PairOrigin::Exact;
    double confidence = 1;
    Message reason;
    std::shared_ptr<const AlignmentHint> hint = {};
    /// Which tensors of two operators are pairs; empty: those of equal io and slot.
    std::function<bool(const TensorRow& target, const TensorRow& golden)> sameTensor = {};
};

using StepEquations = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// Which step of golden has the values of which of the target, where runs count from another beginning; empty
/// where equal numbers are equal steps, or nothing says otherwise.
[[nodiscard]] StepEquations shiftedSteps(const ComparisonSide& target, const ComparisonSide& golden,
    const PairingOptions& options, TaskContext& task);

/// Whether a side has more than one step. Two runs of one step each are paired whatever its number is.
[[nodiscard]] bool haveSeveralSteps(const ComparisonSide& target, const ComparisonSide& golden);
/// The steps of the target with those of golden that have a number so much higher; empty where there are
/// none.
[[nodiscard]] StepEquations equationsOf(
    std::int64_t shift, const ComparisonSide& target, const ComparisonSide& golden);

/// A pairing under construction: rules add pairs to it. The arguments of the constructor must outlive it, but
/// `found`: equations of steps that values have shown, where the options have none. Not thread-safe.
class PairingDraft {
public:
    PairingDraft(const ComparisonSide& target, const ComparisonSide& golden, const PairingOptions& options,
        TaskContext& task, const StepEquations& found = {});

    [[nodiscard]] const DumpIndex& target() const { return *m_target.index; }
    [[nodiscard]] const DumpIndex& golden() const { return *m_golden.index; }
    [[nodiscard]] const std::vector<TensorId>& targetTensors() const { return m_targetTensors; }
    [[nodiscard]] const std::vector<TensorId>& goldenTensors() const { return m_goldenTensors; }
    [[nodiscard]] const PairingOptions& options() const { return m_options; }
    [[nodiscard]] std::vector<PlacePair>& places() { return m_places; }
    [[nodiscard]] std::vector<Diagnostic>& problems() { return m_problems; }
    /// A few values of tensors of both sides, read when needed.
    [[nodiscard]] ValueSketches& sketches() { return m_sketches; }

    /// Pairs two tensors by their positions in the sequences of a place pair.
    void add(PlacePair& place, std::size_t target, std::size_t golden, const PairFinding& finding);
    /// Pairs two tensors of any places; other rules do not pair them.
    void addAnywhere(TensorId target, TensorId golden, const PairFinding& finding);
    /// Reason to report if the tensor stays without partner.
    void explainTarget(TensorId id, Message reason) { m_targetSide.why.emplace(id, std::move(reason)); }
    /// Whether a rule has paired one of them, or barred it.
    [[nodiscard]] bool isTaken(TensorId target, TensorId golden) const;
    [[nodiscard]] bool isTargetTaken(TensorId target) const;
    [[nodiscard]] bool isGoldenTaken(TensorId golden) const;
    /// No rule may pair the tensor; `reason` is reported in the list of unpaired ones.
    void barTarget(TensorId id, Message reason);
    void barGolden(TensorId id, Message reason);
    /// The same, as the user says it (`UnpairedTensor::isSaid`).
    void leaveTarget(TensorId id, Message reason);
    void leaveGolden(TensorId id, Message reason);

    /// Pairs the untaken tensors of two operators that have the same io and slot (or by
    /// `finding.sameTensor`); returns the number of pairs.
    std::size_t addOperators(PlacePair& place, const SequenceOperator& target, const SequenceOperator& golden,
        const PairFinding& finding);

    /// How alignment reads names; a mapping rule sets it.
    [[nodiscard]] NameSpelling& spelling() { return m_spelling; }

    /// Begins a second round: matches places again for what is left, ignoring model and graph.
    void widenPlaces();
    /// Whether this is the second round: rules of files for single tensors were applied in the first.
    [[nodiscard]] bool isWide() const { return m_isWide; }
    /// Steps are paired by equations that values have shown, or the user has said.
    [[nodiscard]] bool hasStepEquations() const
    {
        return !m_options.steps.empty() || !m_beginning->shiftedSteps.empty();
    }
    /// The step of golden that a step of the target is paired with; absent: none.
    [[nodiscard]] std::optional<std::int64_t> goldenStepOf(std::int64_t step) const;
    [[nodiscard]] Pairing finish();

private:
    struct Side {
        std::vector<std::uint8_t> paired; ///< per place in the list of tensors
        std::unordered_map<TensorId, Message> barred, why;
        std::set<TensorId> left; ///< of `barred`: by the user
    };
    template<typename Match>
    std::size_t addMatching(PlacePair& place, const SequenceOperator& target, const SequenceOperator& golden,
        const PairFinding& finding, const Match& match, bool anyOf);
    /// What operators give that are given other things is not the same tensor, though it may have the same
    /// shape.
    void dropOtherOutputs(std::vector<TensorPair>& pairs);
    [[nodiscard]] static std::size_t placeOf(const std::vector<TensorId>& tensors, TensorId id);

    const ComparisonSide& m_target;
    const ComparisonSide& m_golden;
    const PairingOptions& m_options;
    const TaskContext& m_task;
    std::vector<TensorId> m_targetTensors, m_goldenTensors;
    Side m_targetSide, m_goldenSide;
    std::shared_ptr<const PairingMemory::Beginning> m_beginning;
    std::vector<PlacePair> m_places;
    std::vector<Diagnostic> m_problems;
    std::vector<TensorPair> m_pairs;
    struct {
        Message reason, note, both;
    } m_noted; ///< the last reason of a pair with the note of its place appended
    std::set<std::pair<TensorId, TensorId>> m_said; ///< pairs added by addAnywhere
    ValueSketches m_sketches;
    NameSpelling m_spelling;
    bool m_isWide = false;
};

} // namespace dumpscope::core
