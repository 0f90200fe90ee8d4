// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "overflow/value_scan.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace dumpscope::core {

/// What is known of one tensor's values.
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
    bool showsNan = false, showsPosInf = false, showsNegInf = false; ///< by extremes, where nothing counts
    bool fromFile = false;
    bool contradictsItself = false; ///< its extremes show what is counted as 0; such a count is absent then
};

/// A tensor by the line of statistics that tells about it: counts as far as there are some, and the
/// extremes. An extreme is an element: it holds against a count of 0. Finite extremes mean finite elements,
/// whatever mean and norm say. Unread without a line or without numbers in it.
[[nodiscard]] MeasuredTensor measuredByStatistics(const DumpIndex& index, TensorId id);

/// Says of each non-finite tensor where it comes from. What comes later, and what other ranks and steps hold,
/// may decide it: a mask is one because no NaN comes of it. So answers are given at the end.
class OriginTracker {
public:
    explicit OriginTracker(const DumpIndex& index)
        : m_index(index)
        , m_states(index.tensorCount(), kAbsent)
    {
    }
    /// In ascending order.
    void add(const MeasuredTensor& tensor);
    /// Whether the tensor was added already.
    [[nodiscard]] bool has(TensorId id) const { return m_states[id.value()] != kAbsent; }
    [[nodiscard]] bool isState(TensorId id, MeasuredTensor::State state) const
    {
        return m_states[id.value()] == static_cast<std::uint8_t>(state);
    }
    /// All non-finite tensors, ascending; of those that stand for a cause, `birth` counts from the earliest.
    /// Fails only when it is stopped. `progress` gets the tensors that were judged.
    [[nodiscard]] Result<std::vector<NonFiniteTensor>> finish(
        const std::stop_token& stop, Progress* progress = nullptr);
    /// The same tensors, where there was no time to find out where they come from.
    [[nodiscard]] std::vector<NonFiniteTensor> withoutOrigins();

    /// Of what was added.
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
