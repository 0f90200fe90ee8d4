// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote_run.h"

#include "capture_host.h"
#include "exit_code.h"
#include "interrupt.h"

#include "remote/remote_client.h"

#include <algorithm>

#include <unistd.h>

namespace dumpscope::cli {

namespace {

std::string& chosenSsh()
{
    static std::string program = "ssh";
    return program;
}

/// Text from another machine in whole lines, which are shown letter by letter.
class ShownLines {
public:
    explicit ShownLines(std::function<void(std::string_view)> show)
        : m_show(std::move(show))
    {
    }
    ~ShownLines()
    {
        if (!m_rest.empty())
            m_show(m_rest);
    }
    ShownLines(const ShownLines&) = delete;
    ShownLines& operator=(const ShownLines&) = delete;

    void add(std::string_view text)
    {
        constexpr std::size_t kLongestLine = 1U << 20;
        m_rest += text;
        std::size_t begin = 0;
        for (std::size_t end = 0; (end = m_rest.find('\n', begin)) != std::string::npos; begin = end + 1)
            m_show(std::string_view(m_rest).substr(begin, end - begin));
        m_rest.erase(0, begin);
        if (m_rest.size() > kLongestLine) {
            m_show(m_rest);
            m_rest.clear();
        }
    }

private:
    std::function<void(std::string_view)> m_show;
    std::string m_rest;
};

/// As it is typed: ssh has no HOST:PORT.
std::string sshCommand(const core::RemoteHost& host)
{
    return sshProgram().program + (host.port.empty() ? "" : " -p " + host.port) + ' '
        + (host.user.empty() ? "" : host.user + '@') + host.host;
}

/// A terminal here is not one there: its bar becomes a line per second.
void askForProgress(core::AnyRequest& request)
{
    if (::isatty(STDERR_FILENO) != 1)
        return;
    std::visit(
        [](auto& one) {
            if constexpr (requires { one.print.progress; }) {
                core::OptionList options;
                one.describe(options);
                const bool hasOption
                    = std::ranges::find(options.options(), "--progress", &core::Option::longName)
                    != options.options().end();
                if (hasOption && one.print.progress == "auto")
                    one.print.progress = "plain";
            }
        },
        request);
}

} // namespace

void chooseSsh(std::string program)
{
    chosenSsh() = std::move(program);
}

core::SshProgram sshProgram()
{
    return {chosenSsh(), inheritedEnvironment(), DUMPSCOPE_VERSION};
}

int remoteExitCode(const core::Error& error, bool isPartial)
{
    if (error.code == core::Code::Cancelled)
        return kInterrupted;
    if (error.code == core::Code::Usage)
        return kWrongUsage;
    return isPartial ? kPartial : kCannotRead;
}

int runOnOtherMachine(Console& console, core::RemotePlan plan)
{
    core::OwnedTask task(1);
    const InterruptWatch interrupt(task.stopSource());
    askForProgress(plan.request);
    const auto connection = core::SshConnection::open(sshProgram(), plan.host, task.stop);
    if (!connection) {
        console.error(connection.error(),
            connection.error().code == core::Code::Io
                ? "Try " + sshCommand(plan.host) + " by itself: this connects as that does."
                : std::string());
        return remoteExitCode(connection.error(), false);
    }
    bool isPartial = false;
    core::Result<int> code;
    {
        // What goes to a file is passed on to the byte: it may be an array.
        const bool isShown = ::isatty(STDOUT_FILENO) == 1;
        ShownLines results([&console](std::string_view line) { console.writeLine(line); });
        ShownLines problems([&console](std::string_view line) { console.note(line); });
        const auto passOn = [&](std::string_view text) {
            isPartial = true;
            isShown ? results.add(text) : console.write(text);
            return console.flush();
        };
        const auto complain = [&](std::string_view text) {
            if (!console.failed()) // else it is about the end that this caused
                problems.add(text);
            return true;
        };
        code = core::runRemote(**connection, plan, {passOn, complain}, task);
    }
    // A reader that goes away ends it as it ends a command here.
    if (console.failed() && !interrupt.interrupted())
        return kDone;
    if (!code) {
        console.error(code.error());
        return remoteExitCode(code.error(), isPartial);
    }
    const auto unwritten = task.diagnostics.sorted();
    for (const core::Diagnostic& problem : unwritten)
        console.problem(problem);
    const bool lacksFiles = std::ranges::any_of(
        unwritten, [](const core::Diagnostic& problem) { return problem.severity == core::Severity::Error; });
    return *code == kDone && lacksFiles ? static_cast<int>(kPartial) : *code;
}

} // namespace dumpscope::cli
