// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

namespace dumpscope::test {

/// Runs `body` in a child process and returns its wait status; its return value is the exit code.
/// Nothing of the parent is torn down in the child.
inline int inChild(const std::function<int()>& body)
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(body());
    int status = -1;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    return status;
}

/// Whether a process that need not be a child of ours has ended; its parent may not have asked for it yet.
inline bool isOver(pid_t pid)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const std::size_t close = text.rfind(')');
    return close == std::string::npos || text.compare(close, 3, ") Z") == 0
        || text.compare(close, 3, ") X") == 0;
}

inline bool exitedWith(int status, int code)
{
    return WIFEXITED(status) && WEXITSTATUS(status) == code;
}

inline bool killedBy(int status, int signal)
{
    return WIFSIGNALED(status) && WTERMSIG(status) == signal;
}

} // namespace dumpscope::test
