// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trend/trend_run.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// The operators of one rank and step in the order of execution, each with its cells.
class CallSequence {
public:
    struct Call {
        std::string_view name;
        std::string stem; ///< name without the number of the call
        std::int64_t number = -1;
        std::vector<std::size_t> cells;
        std::uint64_t key = 0; ///< of stem, shapes and types
    };

    /// The run must outlive this.
    CallSequence(const TrendRun& run, std::uint32_t rank, std::uint32_t step);
    [[nodiscard]] const TrendRun& run() const { return *m_run; }
    [[nodiscard]] const std::vector<Call>& calls() const { return m_calls; }

private:
    const TrendRun* m_run;
    std::vector<Call> m_calls;
};

struct CallPairs {
    /// Cells of numbered calls of operators that are not called equally often, and their partners.
    std::vector<std::pair<std::size_t, std::optional<std::size_t>>> cells;
    std::vector<std::string> onlyFirst, onlySecond; ///< calls without partner
};

/// Which calls of two runs are the same call of the program, where one has calls that the other lacks: their
/// numbers do not tell, the order does, and among neighbours of one operator what they hold. Errors:
/// Code::Cancelled.
[[nodiscard]] Result<CallPairs> pairCallsInOrder(const CallSequence& first, const CallSequence& second,
    const std::function<bool(std::size_t, std::size_t)>& areEqual, TaskContext& task);

} // namespace dumpscope::core
