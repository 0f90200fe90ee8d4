// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/measuring/padded_tokens.h"
#include "compare/tables/pair_table.h"
#include "model/tensor_store.h"

#include <span>

namespace dumpscope::core {

/// Turns a pair into figures: opens what is there, aligns the shapes and computes the metrics
/// that the two sides allow (tensors, statistics or checksums). Immutable; thread-safe.
class PairMeasurer {
public:
    PairMeasurer(const ComparisonSide& target, const ComparisonSide& golden, MeasureOptions options);

    /// Without verdict. What cannot be measured is a result with a state and a note, and an entry in the
    /// task's diagnostics where a file is damaged. Errors: Code::Cancelled, Code::OutOfMemory.
    [[nodiscard]] Result<PairResult> measure(const TensorPair& pair, TaskContext& task) const;

private:
    struct Opened;
    using Steps = std::vector<Message>; ///< that aligned the shapes
    /// A tensor with elements, or nothing when the dump has none; an error when it should have.
    [[nodiscard]] Opened openSide(const TensorStore& store, TensorId id, TaskContext& task) const;

    /// Statistics of several tensors, composed.
    [[nodiscard]] Opened openTogether(
        const TensorStore& store, std::span<const TensorId> tensors, TaskContext& task) const;
    /// A side of a pair: the one that is put together, or of statistics that stand for several tensors.
    [[nodiscard]] Opened openOfPair(const TensorPair& pair, bool ofGolden, TaskContext& task) const;

    void asMsaccucmp(const TensorPair& pair, MeasureOptions& options) const;
    [[nodiscard]] Result<Measurement> measureElements(const Opened& target, const Opened& golden,
        const TensorPair& pair, Steps& steps, TaskContext& task) const;
    /// Of an assembly that has not all of the other side: the rest is left out of every figure.
    [[nodiscard]] Result<Measurement> measureCovered(const TensorView& target, const TensorView& golden,
        const TensorPair& pair, Steps& steps, TaskContext& task) const;
    [[nodiscard]] Result<Measurement> measureRecorded(const Opened& target, const Opened& golden,
        const TensorPair& pair, PairResult& result, Steps& steps, TaskContext& task) const;
    [[nodiscard]] std::string_view typeOf(const TensorPair& pair) const; ///< of the target's operator
    [[nodiscard]] std::uint64_t recordedCount(const TensorPair& pair) const;

    TensorStore m_target, m_golden;
    PaddedTokens m_tokens;
    MeasureOptions m_options;
    bool m_severalRoots; ///< places say which (docs/contract.md 1 Several roots)
};

} // namespace dumpscope::core
