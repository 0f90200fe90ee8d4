// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "tensor/element_stream.h"

#include <cstdint>
#include <optional>

namespace dumpscope::core {

/// NaN and infinities of a tensor, counted as in Statistics: a complex number with a non-finite part is NaN
/// if a part is NaN, else +Inf.
struct NonFiniteCounts {
    std::uint64_t nan = 0, posInf = 0, negInf = 0;
    std::optional<std::uint64_t> first; ///< flat index in the stream's order

    [[nodiscard]] bool any() const { return nan + posInf + negInf > 0; }
    bool operator==(const NonFiniteCounts&) const = default;
};

/// Whether elements of this type can be NaN or infinite at all.
[[nodiscard]] bool canBeNonFinite(DType dtype);

/// Reads every element once, in parallel; much faster than statistics. Errors: Code::Cancelled,
/// Code::ChangedWhileRead.
[[nodiscard]] Result<NonFiniteCounts> countNonFinite(const ElementStream& stream, TaskContext& task);

} // namespace dumpscope::core
