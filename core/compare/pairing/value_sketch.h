// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"
#include "model/tensor_store.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

class OperatorSequence;
struct SequenceOperator;

/// A few values of a tensor, enough to tell it from others of its shape: elements from the front and
/// from all over it, or the statistics or checksum a file gives.
struct ValueSketch {
    std::vector<double> sample;
    std::uint64_t elements = 0;
    struct Moments {
        std::optional<double> max, min, mean, l2norm;
    };
    std::optional<Moments> moments;
    std::string digest;
};

/// Distances between tensors of two sides by sketches. Reads at most `kTensorReads` tensors; beyond
/// that only statistics and checksums speak. Single-threaded.
class ValueSketches {
public:
    static constexpr std::size_t kTensorReads = 20'000;

    ValueSketches(
        std::shared_ptr<const DumpIndex> target, std::shared_ptr<const DumpIndex> golden, TaskContext& task);

    /// 0 = the same values, 1 = nothing in common; nullopt when nothing can be said.
    [[nodiscard]] std::optional<double> distance(TensorId target, TensorId golden);
    /// Mean over the tensors of two operators that have the same io and slot; single numbers, which
    /// are flags and axes mostly, count little.
    [[nodiscard]] std::optional<double> distance(const OperatorSequence& target, const SequenceOperator& t,
        const OperatorSequence& golden, const SequenceOperator& g);
    [[nodiscard]] const ValueSketch& ofTarget(TensorId id) { return sketchOf(m_sides[0], id); }
    [[nodiscard]] const ValueSketch& ofGolden(TensorId id) { return sketchOf(m_sides[1], id); }

private:
    struct Side {
        std::shared_ptr<const DumpIndex> index;
        TensorStore store;
        std::vector<std::unique_ptr<ValueSketch>> sketches; ///< by tensor, made when asked for
    };
    const ValueSketch& sketchOf(Side& side, TensorId id);
    void readSample(Side& side, TensorId id, ValueSketch& sketch);

    std::array<Side, 2> m_sides;
    TaskContext& m_task;
    std::size_t m_reads = 0;
};

} // namespace dumpscope::core
