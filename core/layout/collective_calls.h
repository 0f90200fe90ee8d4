// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// A call of torch.distributed as dump.json of msprobe has it (docs/formats/parallel.md 3).
struct CollectiveCall {
    std::string name;                 ///< of the entry
    std::string kind;                 ///< all_reduce, send, …
    std::vector<std::int64_t> ranks;  ///< of its process group; empty: not recorded
    std::optional<std::int64_t> peer; ///< the other rank of send and recv
    bool isBackward = false;
};

/// All of a dump.json in the order of the file; those before a damage. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<CollectiveCall>> readCollectiveCalls(
    std::string_view text, TaskContext& task);

using CallsOfRanks = std::map<std::int64_t, std::vector<CollectiveCall>>;

/// Of the first `most` ranks that have a dump.json in a step. A file that cannot be read has no calls.
/// Errors: Code::Cancelled.
[[nodiscard]] Result<CallsOfRanks> callsOfRanks(
    const DumpIndex& index, std::optional<std::int64_t> step, std::size_t most, TaskContext& task);

/// Ranks that take part in calls of the first step, as the first ranks recorded them, and have no dump,
/// ascending. None where nothing of the kind is recorded. Errors: Code::Cancelled.
[[nodiscard]] Result<std::vector<std::int64_t>> ranksWithoutDump(const DumpIndex& index, TaskContext& task);

} // namespace dumpscope::core
