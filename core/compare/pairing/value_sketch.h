// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"
#include "model/tensor_store.h"

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
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

/// Sketches that were read from the files of two sides, for the next pairing of them. Thread-safe.
class ReadSketches {
public:
    [[nodiscard]] std::shared_ptr<const ValueSketch> find(std::size_t side, TensorId id) const;
    /// Nothing once as many are kept as one pairing reads.
    void keep(std::size_t side, TensorId id, std::shared_ptr<const ValueSketch> sketch);

private:
    mutable std::mutex m_mutex;
    std::array<std::unordered_map<TensorId, std::shared_ptr<const ValueSketch>>, 2> m_sides;
};

/// Distances between tensors of two sides by sketches. Reads at most `kTensorReads` tensors; beyond
/// that only statistics and checksums speak. What was read before counts as read, so that it changes nothing
/// but the time. Single-threaded.
class ValueSketches {
public:
    static constexpr std::size_t kTensorReads = 20'000;

    /// `before`: of the same indexes, may be null.
    ValueSketches(std::shared_ptr<const DumpIndex> target, std::shared_ptr<const DumpIndex> golden,
        std::shared_ptr<ReadSketches> before, TaskContext& task, std::size_t mostReads = kTensorReads);

    /// 0 = the same values, 1 = nothing in common; nullopt when nothing can be said.
    [[nodiscard]] std::optional<double> distance(TensorId target, TensorId golden);
    /// Mean over the tensors of two operators that have the same io and slot; single numbers, which
    /// are flags and axes mostly, count little.
    [[nodiscard]] std::optional<double> distance(const OperatorSequence& target, const SequenceOperator& t,
        const OperatorSequence& golden, const SequenceOperator& g);
    /// Tensors whose files were read, or would have been: side and tensor, ascending.
    using Asked = std::vector<std::pair<std::uint8_t, TensorId>>;
    /// From now on what is asked for is noted.
    void beginNote();
    /// What was asked for since; nullopt where some of it could not be read any more.
    [[nodiscard]] std::optional<Asked> endNote();
    /// Counts all of it as read, as if it had been asked for; false: not all of it may be read any more.
    [[nodiscard]] bool countAsRead(const Asked& asked);

    [[nodiscard]] const ValueSketch& ofTarget(TensorId id) { return sketchOf(0, id); }
    [[nodiscard]] const ValueSketch& ofGolden(TensorId id) { return sketchOf(1, id); }

private:
    struct Side {
        std::shared_ptr<const DumpIndex> index;
        TensorStore store;
        std::vector<std::shared_ptr<const ValueSketch>> sketches; ///< by tensor, made when asked for
        std::vector<std::uint8_t> counted;                        ///< by tensor: among those read
    };
    const ValueSketch& sketchOf(std::size_t side, TensorId id);
    [[nodiscard]] std::shared_ptr<const ValueSketch> made(std::size_t side, TensorId id);
    /// False: there is no sample.
    [[nodiscard]] bool readSample(Side& side, TensorId id, ValueSketch& sketch) const;

    std::array<Side, 2> m_sides;
    std::shared_ptr<ReadSketches> m_before;
    TaskContext& m_task;
    std::size_t m_mostReads, m_reads = 0;
    std::optional<Asked> m_note; ///< as it comes
    bool m_isBeyond = false;     ///< something noted may not be read any more
};

} // namespace dumpscope::core
