// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>
#include <functional>

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

inline bool exitedWith(int status, int code)
{
    return WIFEXITED(status) && WEXITSTATUS(status) == code;
}

inline bool killedBy(int status, int signal)
{
    return WIFSIGNALED(status) && WTERMSIG(status) == signal;
}

} // namespace dumpscope::test
