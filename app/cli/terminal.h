// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include <sys/ioctl.h>
#include <unistd.h>

namespace dumpscope::cli {

/// Columns of the terminal standard output goes to, 0 when it goes elsewhere.
[[nodiscard]] inline std::size_t terminalWidth()
{
    winsize size {};
    if (::isatty(STDOUT_FILENO) != 1 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col;
}

} // namespace dumpscope::cli
