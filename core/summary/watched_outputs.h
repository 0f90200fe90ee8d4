// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/tensor_table.h"
#include "model/watched_rows.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// One output of a watched operator, seen again behind other operators (docs/formats/ascendcl-capture.md 4.2,
/// scene watcher): files named `A_To_C` hold the output of C as it was in memory after A.
struct WatchedOutput {
    /// The memory at one moment.
    struct Look {
        enum class State : std::uint8_t {
            First,         ///< what the next one is compared with
            Unchanged,     ///< the bytes of the look before it
            Changed,       ///< other bytes
            BeforeOwn,     ///< the operator itself had not written yet
            NotComparable, ///< cannot be read, or is of another size
        };
        TensorId tensor;
        std::string after; ///< operator that ran before it; empty: the watched one itself
        State state = State::First;
        Message problem; ///< why it cannot be compared
    };
    enum class Verdict : std::uint8_t { Unchanged, Changed, NotJudged };

    std::string opName, opType; ///< of the watched operator, as its files are named
    FolderId folder;
    std::int32_t slot = 0;
    std::vector<Look> looks; ///< in the order of their times
    Verdict verdict = Verdict::NotJudged;
    std::optional<std::size_t> firstChange; ///< in `looks`
    std::optional<std::size_t> lastEqual;   ///< the look before it that has the first bytes

    /// "output 0 of C is the same after A1 and another after A2: A2, or what ran between them, wrote over it"
    [[nodiscard]] Message text() const;
};

/// Word of docs/contract.md 4 info `watched`: "unchanged", "changed", "not-judged".
[[nodiscard]] std::string_view watchedWord(WatchedOutput::Verdict verdict);
/// "first", "unchanged", "changed", "before-own", "not-comparable".
[[nodiscard]] std::string_view watchedWord(WatchedOutput::Look::State state);

/// Every watched output of a dump, in the dump's order; none where nothing was watched. Reads the values of
/// those tensors and of no others. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<WatchedOutput>> watchedOutputs(
    const std::shared_ptr<const DumpIndex>& index, TaskContext& task);

/// The one that a tensor is a dump of; none for other tensors. Errors: as above.
[[nodiscard]] Result<std::optional<WatchedOutput>> watchedOutputOf(
    const std::shared_ptr<const DumpIndex>& index, TensorId id, TaskContext& task);

/// Fills the columns of docs/contract.md 3 that need values; `outputs` are those of the table's index.
void setWatched(TensorTable& table, const std::vector<WatchedOutput>& outputs);

} // namespace dumpscope::core
