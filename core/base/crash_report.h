// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace dumpscope::core {

/// Folder of crash reports: `dumpscope` below XDG_STATE_HOME, else below ~/.local/state; empty where neither
/// is known. The programs pass their environment in; a relative XDG_STATE_HOME does not count.
[[nodiscard]] std::string crashFolder(const char* stateHome, const char* home);

/// When the process dies of SIGSEGV, SIGBUS, SIGFPE, SIGILL or SIGABRT, writes `crash-TIME-PID.txt` into
/// `folder`, prints its path on standard error, and lets the signal end the process. The report holds
/// `header` (program and versions), the signal and the frames as file names with offsets: no path, no
/// argument, no environment. Once per process, before threads and before files are mapped; does nothing under
/// a sanitizer, which reports better. Nothing is made on disk before there is something to report.
void installCrashReports(const std::string& folder, std::string_view header);

} // namespace dumpscope::core
