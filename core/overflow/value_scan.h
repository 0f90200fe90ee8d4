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
    Born,          ///< the operator made them: what went in is finite
    Inherited,     ///< they went in already
    Unknown,       ///< what went in is not known
    Mask,          ///< -Inf that is meant: an operator puts it in, or softmax makes nothing of it
    Uninitialised, ///< memory as it was found: what it holds is nobody's
};
[[nodiscard]] std::string_view valueOriginWord(ValueOrigin origin); ///< contract `origin`

struct NonFiniteTensor {
    TensorId id;
    /// Absent where a statistics file shows non-finite extremes but does not count.
    std::optional<std::uint64_t> nan, posInf, negInf;
    std::optional<std::uint64_t> firstIndex; ///< flat, C order; absent for statistics
    bool fromFile = false;                   ///< from a statistics file, values were not dumped
    ValueOrigin origin = ValueOrigin::Unknown;
    Message why; ///< a sentence
    /// 1 for the earliest tensor that nothing dumped explains, 2 for the next, last those of -Inf that may be
    /// meant; 0 where something does.
    std::uint32_t birth = 0;
    std::string parameter; ///< of a parameter or its gradient: `model.layers.0.mlp.up_proj.weight`
};

struct ValueScan {
    std::vector<NonFiniteTensor> found; ///< in the order of execution, without what is set aside
    std::vector<NonFiniteTensor> masks; ///< set aside: masks, and memory that is not initialised
    /// Where it began: of the whole dump, the earliest that nothing dumped explains. Its origin is Born,
    /// or Unknown where what went in was not dumped.
    std::optional<NonFiniteTensor> first;
    bool firstIsSelected = false;   ///< it is among the tensors that were asked about
    std::uint64_t births = 0;       ///< how many such the whole dump has
    std::uint64_t all = 0;          ///< non-finite tensors of the whole dump, without what is set aside
    std::uint64_t allSelected = 0;  ///< of these asked about; `found` may hold fewer
    std::uint64_t selected = 0;     ///< tensors that were asked about; others are looked at for origins only
    std::uint64_t scanned = 0;      ///< tensors whose values or statistics were looked at
    std::uint64_t byStatistics = 0; ///< of these by statistics alone
    std::uint64_t skipped = 0;      ///< types that have no NaN
    std::uint64_t unreadable = 0;
    std::uint64_t checksumsOnly = 0; ///< of these: recorded without numbers that would tell
    bool missesFiles = false;        ///< of the dump some file is damaged: tensors in it may be unknown
    [[nodiscard]] std::uint64_t uninitialised() const; ///< of `masks`
    /// Nothing of the dump is known to be left out, so that what was not found is not there.
    [[nodiscard]] bool isWhole() const { return unreadable == 0 && !missesFiles; }
    [[nodiscard]] const NonFiniteTensor* firstBorn() const { return first ? &*first : nullptr; }
};

/// How many tensors of a dump a scan can look at, before any value is read.
struct ScanOutlook {
    std::uint64_t byValues = 0;
    std::uint64_t byStatistics = 0; ///< of which numbers were recorded and no values
    std::uint64_t checksumsOnly = 0;
    [[nodiscard]] std::uint64_t all() const { return byValues + byStatistics; }
};
[[nodiscard]] ScanOutlook scanOutlook(const DumpIndex& index);

struct ValueScanOptions {
    /// Reports no more than this many.
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
    /// Called for each in order at the end: what comes later may decide where something comes from.
    std::function<void(const NonFiniteTensor&)> onFound = {};
};

/// Scans tensors for NaN and infinities: values where they were dumped, else what statistics files say.
/// Tensors not in `reported` (ascending) are looked at too, because where something is born is a statement
/// about all of them; with none in it, nothing is.
///
/// How origins are found is OriginJudge's.
///
/// Streams: a byte per tensor and what is not finite is kept. Results are in `into` also when it ends early
/// (Code::Cancelled), without origins then. Tensors that cannot be read are diagnostics.
[[nodiscard]] Result<void> scanValues(const std::shared_ptr<const DumpIndex>& index,
    std::span<const TensorId> reported, const ValueScanOptions& options, TaskContext& task, ValueScan& into);

} // namespace dumpscope::core
