// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/served_command.h"

#include <stop_token>

namespace dumpscope::core {

/// Runs commands for the program at the other end of the pipes until that ends, or `stop`. Everything that
/// comes from there is checked; what breaks the protocol ends the connection. Returns an exit code: 0, or 3
/// when the other side does not follow the protocol.
[[nodiscard]] int serveRemote(int in, int out, const RemoteServing& serving,
    const std::string& programVersion, const std::stop_token& stop);

} // namespace dumpscope::core
