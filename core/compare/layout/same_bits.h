// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/pairing/pairing.h"

#include <map>
#include <set>

namespace dumpscope::core {

/// Tensors without a partner that have type, elements and bits of a compared one of the same rank and step,
/// as what one operator makes and the next is given: what is said of that one holds for them. With that one.
/// Reads tensors of up to 256 MiB of which two are alike by their first bytes. Errors: Code::Cancelled.
[[nodiscard]] Result<std::map<TensorId, TensorId>> tensorsOfSameBits(
    const ComparisonSide& side, const std::set<TensorId>& compared, TaskContext& task);

/// Why such a tensor has no partner.
[[nodiscard]] Message sameBitsReason(const DumpIndex& index, TensorId compared);
[[nodiscard]] bool hasSameBits(const UnpairedTensor& tensor);

} // namespace dumpscope::core
