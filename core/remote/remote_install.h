// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"
#include "remote/ssh_connection.h"

namespace dumpscope::core {

/// What ssh finds: as `uname` calls it, "Linux" and "x86_64" or "aarch64".
struct RemoteMachine {
    std::string system, processor;
};
/// Errors: those of running ssh, Code::BadSyntax for another answer, Code::Cancelled.
[[nodiscard]] Result<RemoteMachine> lookAtMachine(
    const SshProgram& ssh, const RemoteHost& host, const std::stop_token& stop);

/// A program file that can be copied.
struct PortableProgram {
    std::string path;
    Bytes bytes;
    std::string sha256;
};
/// Errors: Code::Unsupported for a file that is no program for this processor; the system's reason.
[[nodiscard]] Result<PortableProgram> readPortableProgram(
    const std::string& path, const std::string& processor);

/// Copies it to `remoteFolder`, where nothing is left when it does not arrive whole: its SHA-256 is computed
/// there. Errors: Code::Io, Code::Cancelled.
[[nodiscard]] Result<void> copyProgram(const SshProgram& ssh, const RemoteHost& host,
    const PortableProgram& program, const std::stop_token& stop);
/// Removes what copyProgram copied, of this version; false where there was none.
[[nodiscard]] Result<bool> removeProgram(
    const SshProgram& ssh, const RemoteHost& host, const std::stop_token& stop);

} // namespace dumpscope::core
