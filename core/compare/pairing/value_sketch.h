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

/// A few values of a tensor, enough to distinguish it from others of its shape: elements from its front and
/// spread over it, or recorded statistics or a checksum.
struct ValueSketch {
    std::vector<double> sample;
    std::uint64_t elements = 0;
    struct Moments {
        std::optional<double> max, min, mean, l2norm;
    };
    std::optional<Moments> moments;
    std::string digest;
};

/// Cache of sketches read from the files of two sides (0: target, 1: golden) for their next pairing.
/// Thread-safe.
class ReadSketches {
public:
    [[nodiscard]] std::shared_ptr<const ValueSketch> find(std::size_t side, TensorId id) const;
    /// Ignored once kTensorReads sketches are kept.
    void keep(std::size_t side, TensorId id, std::shared_ptr<const ValueSketch> sketch);

private:
    mutable std::mutex m_mutex;
    std::array<std::unordered_map<TensorId, std::shared_ptr<const ValueSketch>>, 2> m_sides;
};

/// Distances between tensors of two sides by sketches. Reads at most `mostReads` tensors; beyond
/// that it uses statistics and checksums only. Cached sketches count as read, so a cache changes nothing
/// but the time. Not thread-safe.
class ValueSketches {
public:
    static constexpr std::size_t kTensorReads = 20'000;

    /// `before`: cache of the same indexes, may be null.
    ValueSketches(std::shared_ptr<const DumpIndex> target, std::shared_ptr<const DumpIndex> golden,
        std::shared_ptr<ReadSketches> before, TaskContext& task, std::size_t mostReads = kTensorReads);

    /// 0 = the same values, 1 = nothing in common; nullopt when not known.
    [[nodiscard]] std::optional<double> distance(TensorId target, TensorId golden);
    /// Mean over the tensors of two operators that have the same io and slot; single numbers, which
    /// are flags and axes mostly, count little.
    [[nodiscard]] std::optional<double> distance(const OperatorSequence& target, const SequenceOperator& t,
        const OperatorSequence& golden, const SequenceOperator& g);
    /// Tensors whose files were read, or were in the cache: side and tensor, ascending.
    using Asked = std::vector<std::pair<std::uint8_t, TensorId>>;
    /// Starts to record which tensors are used.
    void beginNote();
    /// The tensors used since beginNote; nullopt where some of them were beyond `mostReads`.
    [[nodiscard]] std::optional<Asked> endNote();
    /// Counts all of them as read, as if they had been used; false: that is more than `mostReads`.
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
