// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace dumpscope::cli {

/// Exit codes of docs/contract.md 1.
enum ExitCode : int {
    kDone = 0,
    kAnsweredNo = 1,
    kWrongUsage = 2,
    kCannotRead = 3,
    kPartial = 4,
    kDeviceFailed = 5,
    kInterrupted = 130,
};

} // namespace dumpscope::cli
