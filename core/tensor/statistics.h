// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "base/wide_integer.h"
#include "tensor/element_stream.h"

#include <cstdint>
#include <optional>

namespace dumpscope::core {

/// Statistics of docs/contract.md 3. min…l2norm are over finite elements in float64 and absent when there are
/// none; complex numbers by magnitude (a complex with a non-finite part counts as NaN if a part is NaN, else
/// as +Inf).
struct Statistics {
    std::uint64_t count = 0; ///< all elements
    std::uint64_t finiteCount = 0;
    std::optional<double> min, max, mean, std, l2norm, absMax;
    /// The extremes of 64-bit integers that float64 rounds; absent where it does not.
    std::optional<WideInteger> exactMin, exactMax, exactAbsMax;
    std::uint64_t zeroCount = 0;     ///< -0 counts
    std::uint64_t negativeCount = 0; ///< finite, < 0
    std::uint64_t positiveCount = 0; ///< finite, > 0
    std::uint64_t nanCount = 0;
    std::uint64_t posInfCount = 0;
    std::uint64_t negInfCount = 0;
    std::uint64_t subnormalCount = 0;                ///< in the tensor's own type
    std::optional<std::uint64_t> minIndex, maxIndex; ///< flat, C order, first hit
    std::optional<std::uint64_t> firstNonFiniteIndex;

    bool operator==(const Statistics&) const = default;
};

/// Partial result of consecutive elements; merging is exact in counts and ordered in sums.
/// Sums use 16 fixed virtual lanes without fused multiply-add, so every SIMD target and the scalar
/// twin give the same bits. Blocks of kStatisticsBlock elements are the unit: the bits are those of
/// computeStatistics when every `add` but the last brings whole blocks and every merged accumulator
/// holds at most one. All chunks must have the same dtype.
class StatisticsAccumulator {
public:
    StatisticsAccumulator();
    ~StatisticsAccumulator();
    StatisticsAccumulator(StatisticsAccumulator&&) noexcept;
    StatisticsAccumulator& operator=(StatisticsAccumulator&&) noexcept;

    void add(const ElementChunk& chunk);       ///< runtime-dispatched SIMD
    void addScalar(const ElementChunk& chunk); ///< the twin; same bits
    void merge(StatisticsAccumulator&& later); ///< `later` follows this one in index order
    [[nodiscard]] Statistics finish() const;

    struct State;

private:
    std::unique_ptr<State> m_state;
};

/// Statistics of the whole view in logical order, in parallel; same bits for any number of threads. Errors:
/// Code::Unsupported for dtypes without values, those of ElementStream, Code::Cancelled,
/// Code::ChangedWhileRead.
[[nodiscard]] Result<Statistics> computeStatistics(const TensorView& view, TaskContext& task);

/// Chunk of elements that is accumulated as one unit; part of the definition of the sums.
inline constexpr std::uint64_t kStatisticsBlock = 1U << 16;

} // namespace dumpscope::core
