// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_session.h"

#include <chrono>
#include <cstdint>

namespace dumpscope::cli {

/// No file written from this moment on has an earlier time: the clock of files ticks slowly. Nanoseconds.
[[nodiscard]] std::int64_t fileTimeOf(std::chrono::system_clock::time_point moment);

/// As CommandSession::exitCode; but what is wrong with files in `index` (which may be null) that were there
/// before `begun` is only reported: the capture did not make them.
[[nodiscard]] int exitCodeSince(
    CommandSession& session, const core::DumpIndex* index, std::chrono::system_clock::time_point begun);

} // namespace dumpscope::cli
