// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/measure.h"

#include <array>
#include <atomic>
#include <functional>
#include <span>
#include <vector>

namespace dumpscope::core {

/// Compared elements of a pair: finite ones, with their positions. Views are valid during the call.
struct ComparedRun {
    std::span<const double> x, y, d;
    std::uint64_t first = 0;               ///< flat index of the run's first position
    std::span<const std::uint16_t> places; ///< offsets from `first`; empty: consecutive positions

    [[nodiscard]] std::uint64_t indexOf(std::size_t i) const
    {
        return first + (places.empty() ? i : places[i]);
    }
    /// Number of elements with a flat index below `index`, which is at least `first`.
    [[nodiscard]] std::size_t countBefore(std::uint64_t index) const;
};

/// The worst elements of consecutive runs. The N-th largest error found so far in any run (`threshold`)
/// prunes the rest, which changes the work but not the result: errors and indices order elements totally. One
/// object per thread.
class WorstElements {
public:
    WorstElements() = default;
    explicit WorstElements(std::size_t top, const std::atomic<double>* threshold = nullptr)
        : m_top(top)
        , m_threshold(threshold)
    {
    }
    /// `describe(i, element)` adds what `run` does not know of its i-th element: ULP and exact integers.
    void add(const ComparedRun& run, double maxAbsolute,
        const std::function<void(std::size_t, WorstElement&)>& describe);
    /// An element whose error is infinite.
    void addConflict(WorstElement element);
    void merge(WorstElements&& later);
    /// Elements with a smaller error can no longer be among the worst.
    [[nodiscard]] double threshold() const;
    /// The elements in order.
    [[nodiscard]] std::vector<WorstElement> finish() &&;

private:
    void push(const WorstElement& element);

    std::size_t m_top = 0;
    const std::atomic<double>* m_threshold = nullptr;
    std::vector<WorstElement> m_elements;
};

/// Blocks of the error map for consecutive runs.
class ErrorMap {
public:
    ErrorMap() = default;
    /// For elements from `first` on, of `count` in all.
    ErrorMap(std::uint64_t count, std::size_t blocks, std::uint64_t first);
    void add(const ComparedRun& run, double atol, double rtol);
    void addConflict(std::uint64_t index);
    void merge(const ErrorMap& later);
    [[nodiscard]] std::vector<ErrorBlock> finish() &&;

private:
    /// Makes all pieces from the last one on to this.
    ErrorBlock& blockOf(std::uint64_t index);

    [[nodiscard]] ErrorBlock makeBlock(std::uint64_t number) const;

    std::uint64_t m_count = 0;
    std::uint64_t m_blockSize = 0;
    std::vector<ErrorBlock> m_blocks; ///< consecutive
};

/// Counts of |d| by binary exponent.
class ErrorCounts {
public:
    void add(const ComparedRun& run);
    void addConflict() { ++m_conflicts; }
    void merge(const ErrorCounts& later);
    [[nodiscard]] ErrorHistogram finish() const;

private:
    static constexpr int kLowest = -1074;
    std::vector<std::uint64_t> m_counts; ///< by exponent from kLowest on; empty until needed
    std::uint64_t m_zero = 0;
    std::uint64_t m_conflicts = 0;
};

} // namespace dumpscope::core
