// SPDX-License-Identifier: GPL-3.0-or-later
#include "console.h"

#include "base/text.h"
#include "remote/served_command.h"

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <filesystem>

#include <sys/ioctl.h>
#include <unistd.h>

namespace dumpscope::cli {

namespace {

constexpr std::size_t kFlushAt = 1U << 16;

bool writeAll(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0) {
            if (errno == EINTR)
                continue;
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// Where a command of another machine runs, which writes here before its files are sent there; empty where it
/// does not.
std::string adviceWhereServed()
{
    if (std::getenv(std::string(core::kServedVariable).c_str()) == nullptr)
        return {};
    std::array<char, HOST_NAME_MAX + 1> host {};
    ::gethostname(host.data(), host.size() - 1);
    std::error_code failed;
    return "It is written on " + core::printable(std::string(host.data())) + " first, in "
        + core::printable(std::filesystem::temp_directory_path(failed).string())
        + ": free some space there, or set TMPDIR there to another folder.";
}

} // namespace

Console::~Console()
{
    flush();
}

void Console::write(std::string_view text)
{
    m_buffer += text;
    if (m_buffer.size() >= kFlushAt)
        flush();
}

void Console::writeLine(std::string_view text)
{
    write(core::withoutControls(std::string(text)));
    write("\n");
}

std::size_t Console::width() const
{
    return m_sink ? 0 : terminalWidth();
}

bool Console::flush()
{
    if (m_sink)
        m_sink(m_buffer);
    else if (!m_failed && !writeAll(STDOUT_FILENO, m_buffer)) {
        m_failed = true;
        const int problem = errno;
        m_incomplete = problem != EPIPE;
        if (m_incomplete)
            error(core::systemError(problem, core::phrase("writing"), {.file = "standard output"}));
    }
    m_buffer.clear();
    return !m_failed;
}

void Console::problem(const core::Diagnostic& diagnostic)
{
    flush();
    std::string line(core::severityWord(diagnostic.severity));
    // What concerns everything has no place.
    if (const std::string place = diagnostic.place.text(); !place.empty())
        line += ": " + core::printable(place);
    line += ": " + core::printable(diagnostic.message.text()) + " ("
        + std::string(core::codeWord(diagnostic.code)) + ")\n";
    writeAll(STDERR_FILENO, line);
}

void Console::error(const core::Error& error, std::string_view advice)
{
    flush();
    std::string line
        = "error: " + core::printable(error.text()) + " (" + std::string(core::codeWord(error.code)) + ")\n";
    const core::CodeInfo& info = core::codeTable()[static_cast<std::size_t>(error.code)];
    const std::string there = error.code == core::Code::NoSpace ? adviceWhereServed() : std::string();
    line += "       "
        + (!advice.empty()      ? std::string(advice)
                : there.empty() ? std::string(info.advice.words())
                                : there)
        + "\n";
    writeAll(STDERR_FILENO, line);
}

void Console::note(std::string_view text, bool overProgress)
{
    flush();
    writeAll(STDERR_FILENO,
        (overProgress && ::isatty(STDERR_FILENO) == 1 ? "\r\033[K" : "")
            + core::withoutControls(std::string(text)) + "\n");
}

std::size_t terminalWidth()
{
    winsize size {};
    if (::isatty(STDOUT_FILENO) != 1 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col;
}

} // namespace dumpscope::cli
