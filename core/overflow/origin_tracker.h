// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "overflow/value_scan.h"

#include <optional>
#include <string>
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
    bool fromFile = false;
};

/// Follows tensors in the index's order and says of each non-finite one where it comes from. Rows of
/// one operator stand together in that order, so only one operator is kept.
class OriginTracker {
public:
    explicit OriginTracker(const DumpIndex& index)
        : m_index(index)
    {
    }
    /// Non-finite tensors of the operator before, when `tensor` begins another one.
    [[nodiscard]] std::vector<NonFiniteTensor> add(const MeasuredTensor& tensor);
    [[nodiscard]] std::vector<NonFiniteTensor> finish();

private:
    struct Before {
        FolderId folder;
        std::optional<TensorId> nonFinite; ///< first such output
        bool incomplete = false;           ///< some output is not known
    };
    [[nodiscard]] bool sameOperator(TensorId a, TensorId b) const;
    [[nodiscard]] NonFiniteTensor judge(const MeasuredTensor& tensor) const;
    void judgeByInputs(NonFiniteTensor& found) const;
    void judgeByOrder(NonFiniteTensor& found, bool isInput) const;
    [[nodiscard]] bool hasOrder(TensorId id) const;
    [[nodiscard]] std::string describe(TensorId id) const;

    const DumpIndex& m_index;
    std::vector<MeasuredTensor> m_operator;
    Before m_before;
};

} // namespace dumpscope::core
