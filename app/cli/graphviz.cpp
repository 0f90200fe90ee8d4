// SPDX-License-Identifier: GPL-3.0-or-later
#include "graphviz.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace dumpscope::cli {

namespace {

class Pipe {
public:
    Pipe()
        : m_open(::pipe2(m_ends.data(), O_CLOEXEC) == 0)
    {
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe()
    {
        closeEnd(0);
        closeEnd(1);
    }
    [[nodiscard]] bool isOpen() const { return m_open; }
    [[nodiscard]] int end(std::size_t which) const { return m_ends[which]; } ///< 0 reads, 1 writes
    void closeEnd(std::size_t which)
    {
        if (m_ends[which] >= 0)
            ::close(std::exchange(m_ends[which], -1));
    }

private:
    std::array<int, 2> m_ends {-1, -1};
    bool m_open;
};

/// Feeds and drains at once, so that neither side waits for the other.
void exchange(Pipe& input, Pipe& output, std::string_view text, std::string& result)
{
    ::fcntl(input.end(1), F_SETFL, O_NONBLOCK);
    std::array<char, 65536> buffer {};
    for (bool reading = true; reading;) {
        std::array<pollfd, 2> ends {{{output.end(0), POLLIN, 0}, {input.end(1), POLLOUT, 0}}};
        if (::poll(ends.data(), text.empty() ? 1 : 2, -1) < 0 && errno != EINTR)
            return;
        if ((ends[0].revents & (POLLIN | POLLHUP)) != 0) {
            const ssize_t got = ::read(output.end(0), buffer.data(), buffer.size());
            reading = got > 0 || (got < 0 && errno == EINTR);
            if (got > 0)
                result.append(buffer.data(), static_cast<std::size_t>(got));
        }
        if (!text.empty() && ends[1].revents != 0) {
            const ssize_t put = ::write(input.end(1), text.data(), text.size());
            if (put > 0)
                text.remove_prefix(static_cast<std::size_t>(put));
            else if (put < 0 && errno != EAGAIN && errno != EINTR)
                text = {};
        }
        if (text.empty())
            input.closeEnd(1);
    }
}

} // namespace

core::Result<std::string> drawSvg(std::string_view dotSource)
{
    Pipe input, output;
    if (!input.isOpen() || !output.isOpen())
        return core::fail(core::systemError(errno, "opening a pipe"));
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input.end(0), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output.end(1), STDOUT_FILENO);
    std::string program = "dot", format = "-Tsvg";
    std::array<char*, 3> arguments {program.data(), format.data(), nullptr};
    pid_t child = 0;
    const int failed = ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed != 0)
        return core::fail(core::Code::NotFound,
            "the program dot of Graphviz is needed to draw SVG and is not installed; install the package "
            "graphviz, or write --to dot and draw that elsewhere");
    input.closeEnd(0);
    output.closeEnd(1);
    // A program that ends early must not end this one.
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    std::string svg;
    exchange(input, output, dotSource, svg);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    std::signal(SIGPIPE, before);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || svg.empty())
        return core::fail(core::Code::Io, "the program dot of Graphviz could not draw the graph");
    return svg;
}

} // namespace dumpscope::cli
