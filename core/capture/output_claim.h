// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "io/posix_file.h"

#include <ctime>
#include <string>
#include <utility>

namespace dumpscope::core {

/// A folder of captures, locked while one writes into it: another capture is refused, and no two get the same
/// subfolder, which runtimes name after the second. It is a lock (flock) on the folder, so nothing is left
/// behind and it ends with the process. Where a file system has no locks, nobody is refused. A folder that
/// was made for it is removed at the end if it holds nothing but empty folders.
class OutputClaim {
public:
    /// Waits, less than a second, while there is a subfolder of the present second. `isMade`: the caller has
    /// just made the folder. Errors: Code::Usage where another capture holds the folder, the system's reason
    /// where there is none.
    [[nodiscard]] static Result<OutputClaim> take(const std::string& folder, bool isMade = false);
    ~OutputClaim();
    OutputClaim(OutputClaim&& other) noexcept
        : m_folder(std::move(other.m_folder))
        , m_made(std::exchange(other.m_made, {}))
    {
    }
    OutputClaim& operator=(OutputClaim&& other) noexcept
    {
        std::swap(m_folder, other.m_folder);
        std::swap(m_made, other.m_made);
        return *this;
    }

private:
    OutputClaim(UniqueFd folder, std::string made)
        : m_folder(std::move(folder))
        , m_made(std::move(made))
    {
    }
    UniqueFd m_folder;
    std::string m_made; ///< path of a folder that is new; empty of one that was there
};

/// 20260131235959, local time, as runtimes name the folder of a capture.
[[nodiscard]] std::string captureTimeText(std::time_t time);

} // namespace dumpscope::core
