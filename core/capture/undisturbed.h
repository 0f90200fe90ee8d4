// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/launch.h"

#include <chrono>
#include <string>
#include <vector>

namespace dumpscope::core {

/// What a run put out, as far as it was declared. Memory is bounded.
struct RunOutputs {
    struct File {
        bool isWritten = false; ///< during the run
        std::uint64_t size = 0;
        std::string digest;
        std::string beginning; ///< of small files, all of it
        Message problem;
    };
    std::vector<File> files;                   ///< in the order of the declaration
    std::vector<std::vector<std::string>> log; ///< matches of each pattern, at most kMostMatches
    static constexpr std::size_t kMostMatches = 100'000;
};

/// Reads what a run that began at `begun` has put out; `folder` is the program's.
[[nodiscard]] Result<RunOutputs> readOutputs(const UndisturbedOutputs& declared, const std::string& folder,
    const std::string& logFile, std::chrono::system_clock::time_point begun, const TaskContext& task);

/// Output by output, whether a second run gave the same, and if not, where they part.
[[nodiscard]] std::vector<UndisturbedReport::Output> compareOutputs(
    const UndisturbedOutputs& declared, const RunOutputs& with, const RunOutputs& without);

} // namespace dumpscope::core
