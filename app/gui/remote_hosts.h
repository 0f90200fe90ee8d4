// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/ssh_connection.h"

#include <QStringList>

namespace dumpscope::gui {

/// Machines that ~/.ssh/config names, in its order; those with wildcards are rules and no machines.
[[nodiscard]] QStringList sshHosts();
/// How other machines are reached: by the user's ssh, which asks for passwords through this program.
[[nodiscard]] core::SshProgram sshProgram();
/// Whether ssh has started this program to ask the user for a password, or whether a key is right.
[[nodiscard]] bool isAskedBySsh();
/// Asks, prints the answer, and returns an exit code. Needs a QApplication.
[[nodiscard]] int answerSsh(const QString& question);

} // namespace dumpscope::gui
