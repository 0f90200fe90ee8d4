// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/index_linker.h"
#include "records/profiled_tasks.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// How long an operator ran, and how that is known.
struct OperatorTime {
    double duration = 0;         ///< microseconds; of all runs where there are several
    std::optional<double> start; ///< microseconds, of the first of them
    std::uint32_t task = ProfiledTask::kNone, stream = ProfiledTask::kNone, blockDim = ProfiledTask::kNone;
    std::string taskType;
    std::size_t runs = 1; ///< that `duration` is of
    std::string how;      ///< words of docs/contract.md 3 `profiled_by`
};

/// Times of the rows of an index. Immutable; thread-safe.
class OperatorTimes {
public:
    [[nodiscard]] const OperatorTime* of(TensorId row) const
    {
        const std::uint32_t at = row.value() < m_ofRow.size() ? m_ofRow[row.value()] : kNone;
        return at == kNone ? nullptr : &m_times[at];
    }

    /// Its stored form (io/stored_fields.h).
    template<typename Fields, typename Times> static void describe(Fields& fields, Times& times)
    {
        fields(times.m_ofRow, times.m_times);
        const auto isKnown = [&](std::uint32_t at) { return at == kNone || at < times.m_times.size(); };
        fields.require(std::ranges::all_of(times.m_ofRow, isKnown));
    }

private:
    friend class TimesJoin;
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
    std::vector<std::uint32_t> m_ofRow; ///< into m_times
    std::vector<OperatorTime> m_times;
};

/// What a profiler wrote into a file of the root.
struct PlacedProfile {
    FileId file;
    std::shared_ptr<const ProfiledTasks> tasks;
};

/// Where nothing else records an order, and the profiles have every operator: execIndex of the rows from the
/// start times of their operators; true if it was given. Before the rows are sorted.
[[nodiscard]] bool orderByProfile(IndexParts& parts, const std::vector<PlacedProfile>& profiles);
/// Times of sorted rows: by device, task and stream where the dump was written during the profiled run; else
/// by the operator's name, and the step or the number of the run where that is clear. Several runs of a name
/// that nothing tells apart are added up, and `how` says so. Null where no row has one.
[[nodiscard]] std::shared_ptr<const OperatorTimes> joinProfile(
    const IndexParts& parts, const std::vector<PlacedProfile>& profiles);

} // namespace dumpscope::core
