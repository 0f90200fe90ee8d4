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
    Born,          ///< the operator made them: its inputs are finite
    Inherited,     ///< an input has them already
    Unknown,       ///< the inputs are not known
    Mask,          ///< intended -Inf: an operator fills it in, or softmax turns it into zeros
    Uninitialised, ///< uninitialised memory
};
[[nodiscard]] std::string_view valueOriginWord(ValueOrigin origin); ///< contract `origin`

struct NonFiniteTensor {
    TensorId id;
    /// Absent where a statistics file shows non-finite extremes but does not count.
    std::optional<std::uint64_t> nan, posInf, negInf;
    std::optional<std::uint64_t> firstIndex; ///< flat, C order; absent for statistics
    /// Counts are of so many elements, as the file holds no more; absent: of all.
    std::optional<std::uint64_t> elementsRead;
    bool fromFile = false; ///< from a statistics file; values were not dumped
    ValueOrigin origin = ValueOrigin::Unknown;
    Message why; ///< a sentence
    /// 1 for the earliest tensor that nothing dumped explains, 2 for the next, …; -Inf that may be intended
    /// comes last; 0 for tensors that are explained.
    std::uint32_t birth = 0;
    std::string parameter; ///< of a parameter or its gradient: `model.layers.0.mlp.up_proj.weight`
};

struct ValueScan {
    std::vector<NonFiniteTensor> found; ///< in the order of execution, without `masks`
    std::vector<NonFiniteTensor> masks; ///< masks and uninitialised memory
    /// The origin: the earliest tensor of the whole dump that nothing dumped explains. Its origin is Born, or
    /// Unknown where its inputs were not dumped.
    std::optional<NonFiniteTensor> first;
    bool firstIsSelected = false;   ///< it is among the selected tensors
    std::uint64_t births = 0;       ///< number of such tensors in the whole dump
    std::uint64_t all = 0;          ///< non-finite tensors of the whole dump, without `masks`
    std::uint64_t allSelected = 0;  ///< of these the selected ones; `found` may hold fewer
    std::uint64_t selected = 0;     ///< tensors to report; others are scanned for origins only
    std::uint64_t scanned = 0;      ///< tensors whose values or statistics were read
    std::uint64_t byStatistics = 0; ///< of these by statistics alone
    std::uint64_t skipped = 0;      ///< of types without NaN
    std::uint64_t unreadable = 0;
    std::uint64_t checksumsOnly = 0; ///< of the unreadable: recorded by checksums only
    std::uint64_t partlyRead = 0;    ///< of the unreadable: cut, and what is there is finite
    bool missesFiles = false;        ///< some file of the dump is damaged: its tensors may be unknown
    [[nodiscard]] std::uint64_t uninitialised() const; ///< of `masks`
    /// Whether all of the dump was scanned, as far as known, so that what was not found does not exist.
    [[nodiscard]] bool isWhole() const { return unreadable == 0 && !missesFiles; }
    [[nodiscard]] const NonFiniteTensor* firstBorn() const { return first ? &*first : nullptr; }
};

/// Number of tensors of a dump that a scan can check, before any value is read.
struct ScanOutlook {
    std::uint64_t byValues = 0;
    std::uint64_t byStatistics = 0; ///< with recorded numbers but no values
    std::uint64_t checksumsOnly = 0;
    [[nodiscard]] std::uint64_t all() const { return byValues + byStatistics; }
};
[[nodiscard]] ScanOutlook scanOutlook(const DumpIndex& index);

struct ValueScanOptions {
    /// Reports no more than this many.
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
    /// Called for each in order at the end, on the calling thread: origins may depend on later tensors.
    std::function<void(const NonFiniteTensor&)> onFound = {};
};

/// Scans tensors for NaN and infinities: values where they were dumped, else statistics files. Tensors not in
/// `reported` (ascending) are scanned, too, because origins depend on all of them; nothing is scanned if it
/// is empty.
///
/// Origins are found by OriginJudge.
///
/// Memory: a byte per tensor and the non-finite tensors. Results are in `into` also when it is stopped
/// (Code::Cancelled), then without origins. Tensors that cannot be read are diagnostics.
[[nodiscard]] Result<void> scanValues(const std::shared_ptr<const DumpIndex>& index,
    std::span<const TensorId> reported, const ValueScanOptions& options, TaskContext& task, ValueScan& into);

} // namespace dumpscope::core
