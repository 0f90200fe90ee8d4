// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "exit_code.h"
#include "interrupt.h"
#include "program_path.h"
#include "remote_run.h"

#include "base/task.h"
#include "base/text.h"
#include "remote/remote_install.h"
#include "request/remote_request.h"

#include <cstdio>
#include <iostream>

#include <unistd.h>

namespace dumpscope::cli {

namespace {

/// Where packages and builds have the portable programs.
std::string portableProgram(const std::string& processor)
{
    const std::string name = "dumpscope-cli-" + processor;
    const std::string folder = programFolder();
    for (const char* place : {"/../lib/dumpscope/portable/", "/../../portable/"}) {
        std::string path = folder;
        path.append(place).append(name);
        if (::access(path.c_str(), R_OK) == 0)
            return path;
    }
    return {};
}

class RemoteCommand : public RequestCommand<core::RemoteRequest> {
public:
    RemoteCommand()
        : RequestCommand({.name = "remote",
            .summary = "Copy dumpscope-cli to another machine, or remove it there",
            .example = "dumpscope-cli remote install HOST"})
    {
    }

    int run(Console& console) override
    {
        core::OwnedTask task(1);
        const InterruptWatch interrupt(task.stopSource());
        const core::SshProgram ssh = sshProgram();
        const auto host = core::parseRemoteHost(m_request.host);
        const core::Result<int> code = !host ? core::Result<int>(core::Failure(host.error()))
            : m_request.form == "install"    ? install(console, ssh, *host, task.stop)
                                             : remove(console, ssh, *host, task.stop);
        if (code)
            return *code;
        console.error(code.error());
        return remoteExitCode(code.error(), false);
    }

private:
    core::Result<int> install(Console& console, const core::SshProgram& ssh, const core::RemoteHost& host,
        const std::stop_token& stop) const
    {
        TRY_ASSIGN(const core::RemoteMachine machine, core::lookAtMachine(ssh, host, stop));
        const bool isSupported
            = machine.system == "Linux" && (machine.processor == "x86_64" || machine.processor == "aarch64");
        if (!isSupported)
            return core::fail(core::Code::Unsupported,
                core::phrase("%1 is %2 on %3; there are programs for Linux on x86_64 and aarch64 only",
                    host.text(), machine.system, machine.processor));
        const std::string path
            = m_request.program.empty() ? portableProgram(machine.processor) : m_request.program;
        if (path.empty())
            return core::fail(core::Code::NotFound,
                core::phrase(
                    "the portable program for %1 is not installed here; installer/portable.sh builds it, and "
                    "--program names it",
                    machine.processor));
        TRY_ASSIGN(const core::PortableProgram program, core::readPortableProgram(path, machine.processor));
        console.note(
            "dumpscope-cli " + ssh.version + " for " + machine.processor + ": " + core::printable(path));
        console.note("  " + core::byteSizeText(program.bytes.size()) + ", SHA-256 " + program.sha256);
        console.note("  to " + host.text() + ":~/" + core::remoteFolder(ssh.version) + "/dumpscope-cli");
        TRY_ASSIGN(const bool isAgreed, agree());
        if (!isAgreed) {
            console.note("nothing was copied");
            return kAnsweredNo;
        }
        TRY_VOID(core::copyProgram(ssh, host, program, stop));
        // It is done when it answers.
        TRY_ASSIGN(const auto connection, core::SshConnection::open(ssh, host, stop));
        console.writeLine("dumpscope-cli " + core::printable(connection->hello().programVersion)
            + " answers on " + host.text());
        return kDone;
    }

    [[nodiscard]] core::Result<bool> agree() const
    {
        if (m_request.isAgreed)
            return true;
        if (::isatty(STDIN_FILENO) != 1)
            return core::fail(core::Code::Usage,
                core::phrase("nobody can be asked here whether to copy it; --yes copies without asking"));
        static_cast<void>(std::fputs("Copy it? [y/N] ", stderr));
        std::string answer;
        std::getline(std::cin, answer);
        return answer == "y" || answer == "Y" || answer == "yes";
    }

    static core::Result<int> remove(Console& console, const core::SshProgram& ssh,
        const core::RemoteHost& host, const std::stop_token& stop)
    {
        TRY_ASSIGN(const bool isRemoved, core::removeProgram(ssh, host, stop));
        const std::string place = host.text() + ":~/" + core::remoteFolder(ssh.version) + "/dumpscope-cli";
        console.writeLine(isRemoved ? "removed " + place : "there is no " + place);
        return kDone;
    }
};

} // namespace

void register_remote_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<RemoteCommand>());
}

} // namespace dumpscope::cli
