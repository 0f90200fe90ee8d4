// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console.h"

#include "remote/remote_plan.h"
#include "remote/ssh_connection.h"

#include <string>

namespace dumpscope::cli {

/// The program that connects to other machines: `ssh`, or what --ssh names.
void chooseSsh(std::string program);
[[nodiscard]] core::SshProgram sshProgram();

/// Runs a command where its dumps are; its exit code, or that of what failed.
[[nodiscard]] int runOnOtherMachine(Console& console, core::RemotePlan plan);
/// The exit code for an error of a connection; `isPartial`: something of the result is printed already.
[[nodiscard]] int remoteExitCode(const core::Error& error, bool isPartial);

} // namespace dumpscope::cli
