// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "remote/remote_plan.h"
#include "remote/ssh_connection.h"

#include <functional>

namespace dumpscope::core {

/// Where the output of a command on another machine goes, in pieces as they arrive. Called on the thread of
/// runRemote; what is called is what the other machine sends, so it may be anything. False: nobody wants
/// more, and the command is cancelled.
struct RemoteSinks {
    std::function<bool(std::string_view)> output;
    std::function<bool(std::string_view)> problems; ///< standard error
};

/// Runs the plan's command there, passes on its output, and writes its files here. Its exit code. After a
/// stop request the command ends there as after Ctrl+C, and what it printed until then still arrives. Errors:
/// Code::Io for a connection that broke, Code::Usage for what the other side refuses, those of reading inputs
/// and of writing files, Code::Cancelled when it does not end within ten seconds.
[[nodiscard]] Result<int> runRemote(
    SshConnection& connection, const RemotePlan& plan, const RemoteSinks& sinks, TaskContext& task);

} // namespace dumpscope::core
