// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/remote_install.h"

#include "base/digest.h"
#include "base/text.h"
#include "io/byte_text.h"
#include "io/mapped_file.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// Runs a line of a shell there; its output. The lines are fixed texts in single quotes with versions and
/// digests in them, so that every login shell passes them to `sh` as they are.
Result<std::string> ask(const SshProgram& ssh, const RemoteHost& host, const std::string& line,
    std::string_view input, const std::stop_token& stop)
{
    ProgramCall call;
    call.words = sshWords(ssh, host, "exec sh -c '" + line + '\'');
    call.environment = ssh.environment;
    call.input = input;
    call.isAtTerminal = true;
    TRY_ASSIGN(ProgramAnswer answer, runProgram(call, stop));
    if (answer.exitCode == kSshFailed)
        return fail(Code::Io, phrase("%1 could not connect to %2", ssh.program, host.text()));
    if (!answer.isSuccess())
        return fail(Code::Io, phrase("%1 did not do on %2 what it was asked to", ssh.program, host.text()));
    return std::move(answer.text);
}

std::uint16_t machineOf(ByteSpan program)
{
    constexpr std::string_view kMagic = "\x7f"
                                        "ELF";
    constexpr std::size_t kMachineAt = 18;
    if (program.size() < kMachineAt + 2 || !asText(program).starts_with(kMagic))
        return 0;
    return static_cast<std::uint16_t>(std::to_integer<unsigned>(program[kMachineAt])
        | std::to_integer<unsigned>(program[kMachineAt + 1]) << 8U);
}

/// The last line of what came back: a login shell may have printed others before.
std::string_view lastLine(std::string_view text)
{
    while (text.ends_with('\n'))
        text.remove_suffix(1);
    return text.substr(text.rfind('\n') + 1);
}

} // namespace

Result<RemoteMachine> lookAtMachine(
    const SshProgram& ssh, const RemoteHost& host, const std::stop_token& stop)
{
    TRY_ASSIGN(const std::string text, ask(ssh, host, "uname -sm", {}, stop));
    const std::string_view line = lastLine(text);
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos || line.size() > 200)
        return fail(Code::BadSyntax, phrase("%1 does not say which machine it is", host.text()));
    return RemoteMachine {printable(line.substr(0, blank)), printable(line.substr(blank + 1))};
}

Result<PortableProgram> readPortableProgram(const std::string& path, const std::string& processor)
{
    constexpr std::uint16_t kX86 = 62, kArm = 183;
    TRY_ASSIGN(Bytes bytes, mapFile(path, path));
    const std::uint16_t machine = machineOf(bytes.span());
    if ((processor == "x86_64" && machine != kX86) || (processor == "aarch64" && machine != kArm))
        return fail(Code::Unsupported, phrase("it is no program for %1", processor), {path});
    std::string digest = digestHex(DigestKind::Sha256, bytes.span());
    return PortableProgram {path, std::move(bytes), std::move(digest)};
}

Result<void> copyProgram(const SshProgram& ssh, const RemoteHost& host, const PortableProgram& program,
    const std::stop_token& stop)
{
    const std::string line = "umask 077; folder=$HOME/" + remoteFolder(ssh.version)
        + "; part=$folder/.dumpscope-cli.$$; mkdir -p \"$folder\" && { cat >\"$part\" && "
          "test \"$(sha256sum <\"$part\" | cut -c1-64)\" = "
        + program.sha256
        + " && chmod 700 \"$part\" && mv -f \"$part\" \"$folder/dumpscope-cli\" || "
          "{ rm -f \"$part\"; exit 1; }; }";
    TRY_VOID(ask(ssh, host, line, asText(program.bytes.span()), stop));
    return program.bytes.check();
}

Result<bool> removeProgram(const SshProgram& ssh, const RemoteHost& host, const std::stop_token& stop)
{
    // Folders that hold something else stay.
    const std::string line = "folder=$HOME/" + remoteFolder(ssh.version)
        + "; if test -e \"$folder/dumpscope-cli\"; then rm -f \"$folder/dumpscope-cli\" && echo removed; fi; "
          "rmdir \"$folder\" \"$HOME/.cache/dumpscope\" 2>/dev/null; exit 0";
    TRY_ASSIGN(const std::string text, ask(ssh, host, line, {}, stop));
    return lastLine(text) == "removed";
}

} // namespace dumpscope::core
