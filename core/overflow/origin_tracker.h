// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "overflow/value_scan.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace dumpscope::core {

/// Non-finite values of one tensor as far as known.
struct MeasuredTensor {
    enum class State : std::uint8_t {
        Unread,  ///< not known
        Skipped, ///< integers: always finite
        Finite,
        NonFinite,
    };
    TensorId id;
    State state = State::Unread;
    std::optional<std::uint64_t> nan, posInf, negInf, firstIndex;
    bool showsNan = false, showsPosInf = false,
         showsNegInf = false;                  ///< by extremes, where there are no counts
    std::optional<std::uint64_t> elementsRead; ///< where the file holds no more; absent: all of them
    bool fromFile = false;                     ///< from recorded statistics
    bool contradictsItself
        = false; ///< its extremes show a kind that is counted as 0; that count is then absent
};

/// A tensor by its row of statistics: counts as far as recorded, and the extremes. An extreme is an element:
/// it overrules a count of 0. Finite extremes mean finite elements, regardless of mean and norm. Unread
/// without a row or without numbers in it.
[[nodiscard]] MeasuredTensor measuredByStatistics(const DumpIndex& index, TensorId id);

/// Finds the origin of each non-finite tensor. It may depend on later tensors, other ranks and other steps
/// (-Inf is a mask if no NaN results from it), so results are returned at the end. The index must outlive it.
/// Not thread-safe.
class OriginTracker {
public:
    explicit OriginTracker(const DumpIndex& index)
        : m_index(index)
        , m_states(index.tensorCount(), kAbsent)
    {
    }
    /// Must be called in ascending order of ids.
    void add(const MeasuredTensor& tensor);
    /// Whether the tensor was added already.
    [[nodiscard]] bool has(TensorId id) const { return m_states[id.value()] != kAbsent; }
    [[nodiscard]] bool isState(TensorId id, MeasuredTensor::State state) const
    {
        return m_states[id.value()] == static_cast<std::uint8_t>(state);
    }
    /// All non-finite tensors, ascending; `birth` numbers those that nothing explains, from the earliest.
    /// Errors: Code::Cancelled. `progress` is advanced by the tensors that were judged.
    [[nodiscard]] Result<std::vector<NonFiniteTensor>> finish(
        const std::stop_token& stop, Progress* progress = nullptr);
    /// The same tensors with unknown origins, for a scan that was stopped.
    [[nodiscard]] std::vector<NonFiniteTensor> withoutOrigins();

    /// Number of non-finite tensors added.
    [[nodiscard]] std::size_t nonFiniteCount() const { return m_found.size(); }

private:
    friend class OriginJudge;
    friend class OperatorHistory;
    static constexpr std::uint8_t kAbsent = 255;

    [[nodiscard]] NonFiniteTensor describe(const MeasuredTensor& measured) const;

    const DumpIndex& m_index;
    std::vector<std::uint8_t> m_states; ///< by tensor: a byte each, details only of what is not finite
    std::vector<MeasuredTensor> m_found;
};

} // namespace dumpscope::core
