// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Where NaN and infinities of a tensor come from.
enum class ValueOrigin : std::uint8_t {
    Born,      ///< the operator made them: what went in is finite
    Inherited, ///< they went in already
    Unknown,   ///< what went in is not known
};
[[nodiscard]] std::string_view valueOriginWord(ValueOrigin origin); ///< contract `origin`

struct NonFiniteTensor {
    TensorId id;
    /// Absent where a statistics file shows non-finite extremes but does not count.
    std::optional<std::uint64_t> nan, posInf, negInf;
    std::optional<std::uint64_t> firstIndex; ///< flat, C order; absent for statistics
    bool fromFile = false;                   ///< from a statistics file, values were not dumped
    ValueOrigin origin = ValueOrigin::Unknown;
    std::string why; ///< a sentence
};

struct ValueScan {
    std::vector<NonFiniteTensor> found; ///< in the order of execution
    std::uint64_t scanned = 0;          ///< tensors whose values or statistics were looked at
    std::uint64_t skipped = 0;          ///< types that have no NaN
    std::uint64_t unreadable = 0;
    /// First of `found` that was born here, if any.
    [[nodiscard]] const NonFiniteTensor* firstBorn() const;
};

struct ValueScanOptions {
    /// Stops after this many.
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
    /// Called for each in order, from one thread at a time.
    std::function<void(const NonFiniteTensor&)> onFound = {};
};

/// Scans tensors for NaN and infinities in the order of execution: values where they were dumped, else
/// the counts of statistics files. Tensors not in `reported` (ascending) are looked at only to find
/// origins, and only in the folders of those that are.
///
/// Origins look at the operator's dumped inputs in the same folder, turn of the loop, context and
/// thread. Where no input was dumped, and for inputs themselves, the outputs of the operators before it
/// in the same folder tell, if the order is known (execution order or times).
///
/// Streams: memory does not grow with the tensors. Results are in `into` also when it ends early
/// (Code::Cancelled). Tensors that cannot be read are diagnostics.
[[nodiscard]] Result<void> scanValues(const std::shared_ptr<const DumpIndex>& index,
    std::span<const TensorId> reported, const ValueScanOptions& options, TaskContext& task, ValueScan& into);

} // namespace dumpscope::core
