// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "tensor/tensor_view.h"

#include <cstdint>
#include <vector>

namespace dumpscope::core {

/// Which elements are padding: of a device tensor those that are no logical element (C1 rounded up to C0, …).
/// Immutable; thread-safe.
class PaddingMask {
public:
    /// Errors: Code::Limit above 2^28 stored elements (a bit each), those of IndexMap, Code::Cancelled.
    [[nodiscard]] static Result<PaddingMask> make(const TensorView& view, TaskContext& task);

    /// The elements of a dense tensor that are not used are padding: a tensor that is put together of parts
    /// has nothing there.
    [[nodiscard]] static PaddingMask ofUnused(const std::vector<bool>& isUsed);

    /// `index`: flat, in storage order. False beyond the tensor.
    [[nodiscard]] bool isPadding(std::uint64_t index) const
    {
        return index < m_count && (m_used[index / 64] >> index % 64 & 1U) == 0;
    }
    [[nodiscard]] bool hasPadding() const { return m_padding > 0; }
    [[nodiscard]] std::uint64_t paddingCount() const { return m_padding; }
    /// Whether the padding lies in memory, so that NaN there are worth a mark. What no part has stands for
    /// nothing.
    [[nodiscard]] bool isStored() const { return m_isStored; }
    /// Those that are none, in order.
    [[nodiscard]] std::vector<std::uint64_t> usedElements() const;

private:
    void count();

    std::vector<std::uint64_t> m_used; ///< bit set: a logical element lies here
    std::uint64_t m_count = 0, m_padding = 0;
    bool m_isStored = true;
};

} // namespace dumpscope::core
