// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/elements/plane_difference.h"
#include "io/atomic_file.h"
#include "tensor/value_writer.h"

#include <optional>

namespace dumpscope::core {

/// The differences of two tensors of one shape as float64, written while they are read; memory does
/// not grow with them. `plane`: rows and columns of that plane as they are shown; without it all elements in
/// C order and the tensors' shape.
///
/// Where there is no finite difference, the result is that of arithmetic: NaN where a side is NaN or both are
/// the same infinity, else an infinity. Of Mismatch it is 0 where both sides are the same and 1 elsewhere.
/// Elements of `absent` have no counterpart: NaN, of Mismatch too.
/// Errors: Code::Usage when the shapes differ. The caller commits the file.
[[nodiscard]] Result<void> writeDifferenceNpy(AtomicFile& file, const ElementStream& target,
    const ElementStream& golden, const ElementDifference& difference, const std::optional<PlaneSpec>& plane,
    TaskContext& task, const PaddingMask* absent = nullptr);

/// The same as text: one line per row of the plane (per innermost vector of the tensor), numbers in their
/// shortest form.
[[nodiscard]] Result<void> writeDifferenceCsv(const ElementStream& target, const ElementStream& golden,
    const ElementDifference& difference, const std::optional<PlaneSpec>& plane, TaskContext& task,
    const TextSink& sink, const PaddingMask* absent = nullptr);

} // namespace dumpscope::core
