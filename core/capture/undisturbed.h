// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/launch.h"

#include <chrono>
#include <string>
#include <vector>

namespace dumpscope::core {

/// The declared outputs of a run. Memory is bounded.
struct RunOutputs {
    struct File {
        bool isWritten = false; ///< during the run
        std::uint64_t size = 0;
        std::string digest;    ///< SHA-256, hexadecimal
        std::string beginning; ///< whole content of small files; empty for others
        Message problem;
    };
    std::vector<File> files;                   ///< in the order of the declaration
    std::vector<std::vector<std::string>> log; ///< matches of each pattern, at most kMostMatches
    static constexpr std::size_t kMostMatches = 100'000;
};

/// Reads the outputs of a run that began at `begun`; `folder`: where the program ran. A file that cannot be
/// read is a `problem`. Errors: a log that cannot be read, Code::Cancelled.
[[nodiscard]] Result<RunOutputs> readOutputs(const UndisturbedOutputs& declared, const std::string& folder,
    const std::string& logFile, std::chrono::system_clock::time_point begun, const TaskContext& task);

/// For every declared output, whether the second run gave the same, and if not, where they differ first.
[[nodiscard]] std::vector<UndisturbedReport::Output> compareOutputs(
    const UndisturbedOutputs& declared, const RunOutputs& with, const RunOutputs& without);

} // namespace dumpscope::core
