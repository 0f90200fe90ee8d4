// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "overflow/value_scan.h"
#include "records/overflow_entry.h"

#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// What is searched for in a dump, and what of it is listed.
struct OverflowQuestion {
    std::string filter; ///< docs/contract.md 2: list only tensors that match, and records that name them
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max(); ///< list at most so many of each
};

/// Recorded overflows and the origins of NaN and infinities of a dump. Entries are of its index.
struct OverflowSearch {
    std::vector<const OverflowEntry*> records; ///< all that the filter selects
    std::vector<TensorId> chosen;              ///< tensors that the filter selects, ascending
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    ValueScan scan;

    [[nodiscard]] std::span<const OverflowEntry* const> listed() const
    {
        return std::span(records).first(std::min<std::uint64_t>(records.size(), first));
    }
    /// Whether a record or a tensor shows an overflow, NaN or an infinity.
    [[nodiscard]] bool foundAny() const;
};

/// Chooses records and tensors; a filter over statistics computes them. `scan` is still empty. Errors:
/// Code::Usage for the filter, Code::Cancelled.
[[nodiscard]] Result<OverflowSearch> chooseOverflows(
    const std::shared_ptr<const DumpIndex>& index, const OverflowQuestion& question, TaskContext& task);

} // namespace dumpscope::core
