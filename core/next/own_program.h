// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace dumpscope::core {

/// dumpscope-cli, whose `capture` and `compare` are run by what works in rounds.
struct OwnProgram {
    std::string path;
    std::vector<std::string> environment; ///< "NAME=VALUE"
    int threads = 0;                      ///< of it; 0: as many as there are cores
};

// What `capture` and `compare` end with where they did what was asked (docs/contract.md 1).
inline constexpr int kOwnNothingFound = 0, kOwnSomethingFound = 1, kOwnInPart = 4;

/// Runs a command and keeps what it says in the file `log`. Errors: Code::Io where it does not end with one
/// of the expected codes, and then `failure` is the same sentence; those of starting it and of files;
/// Code::Cancelled.
[[nodiscard]] Result<void> runOwnProgram(const OwnProgram& program, std::vector<std::string> words,
    std::initializer_list<int> expected, const std::string& log, Message& failure, TaskContext& task);

} // namespace dumpscope::core
