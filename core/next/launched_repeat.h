// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "next/own_program.h"
#include "repeat/repeated_runs.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dumpscope::core {

struct LaunchedRepeatOptions {
    std::string profile;     ///< file, of a capture
    std::string output;      ///< folder of the rounds; holds none yet
    std::string filter = {}; ///< of the tensors that are compared
    std::uint64_t launches = 3;
    std::uint64_t budget = 10ULL << 30U; ///< bytes of full tensors that the captures of a round may write
    OwnProgram program;
};

/// One program captured several times in one way, and how its runs compare.
struct LaunchedRound {
    bool isOfTensors = false;           ///< else statistics of everything
    std::vector<std::string> operators; ///< asked for; empty: all of them
    std::vector<std::string> dumps;
    std::vector<std::shared_ptr<const TrendRun>> runs;
    RepeatResult result;

    [[nodiscard]] Message content() const; ///< "3 launches, statistics of everything"
};

struct LaunchedRepeat {
    std::vector<LaunchedRound> rounds; ///< one, or a second one of full tensors of what differed
    Message ending;                    ///< why the second was not made; empty: it was
    Message failure;                   ///< of a capture that ended otherwise than expected; then nothing else
};

/// Captures a program again and again: statistics of everything first, then full tensors of the operators
/// that differed, or of the first of them where all are beyond the budget. `onRound` is called on this thread
/// after each. Errors: of reading the profile, Code::Usage where the folder has rounds already and for less
/// than two launches, those of files and of opening the dumps, Code::Cancelled.
[[nodiscard]] Result<LaunchedRepeat> repeatLaunches(const LaunchedRepeatOptions& options,
    const std::function<void(const LaunchedRound&)>& onRound, TaskContext& task);

} // namespace dumpscope::core
