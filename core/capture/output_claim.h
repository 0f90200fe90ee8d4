// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "io/posix_file.h"

#include <ctime>
#include <string>

namespace dumpscope::core {

/// A folder of captures, held while one runs into it: another is refused, and no two get the same folder of
/// the time, which runtimes name after the second. It is a lock on the folder, so nothing is left behind and
/// it ends with the process. Where a file system has no locks, nobody is refused.
class OutputClaim {
public:
    /// Waits, less than a second, while there is a folder of the present second. Code::Usage where another
    /// capture holds the folder, the system's reason where there is none.
    [[nodiscard]] static Result<OutputClaim> take(const std::string& folder);

private:
    explicit OutputClaim(UniqueFd folder)
        : m_folder(std::move(folder))
    {
    }
    UniqueFd m_folder;
};

/// 20260131235959, local time, as runtimes name the folder of a capture.
[[nodiscard]] std::string captureTimeText(std::time_t time);

} // namespace dumpscope::core
