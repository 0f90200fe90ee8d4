// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_run.h"

#include <cstdint>
#include <map>
#include <vector>

namespace dumpscope::core {

/// When the tensors of one step were made, on ranks that wait for each other: what a rank receives is later
/// than what its sender did before, and a collective is later than what all its ranks did before. From the
/// calls of torch.distributed that dump.json of msprobe has (docs/formats/parallel.md 3); without them ranks
/// are taken to run in parallel.
class RankClock {
public:
    /// Errors: Code::Cancelled.
    [[nodiscard]] static Result<RankClock> make(const TrendRun& data, std::uint32_t step, TaskContext& task);

    /// In units that only compare. `cell` is of the step.
    [[nodiscard]] std::uint64_t timeOf(const TrendCell& cell) const;
    [[nodiscard]] std::size_t calls() const { return m_calls; } ///< that were matched between ranks

private:
    /// From a place in the order of a rank on, what is added to it.
    struct Shift {
        std::uint32_t order = 0;
        std::uint64_t by = 0;
    };
    std::map<std::uint32_t, std::vector<Shift>> m_shifts; ///< by place of the rank, ascending
    std::size_t m_calls = 0;
};

} // namespace dumpscope::core
