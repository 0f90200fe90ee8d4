// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/program_start.h"

#include "io/kernel_calls.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

int executableError(const std::string& path)
{
    struct stat info = {};
    if (::stat(path.c_str(), &info) != 0)
        return errno;
    if (!S_ISREG(info.st_mode))
        return EACCES;
    return ::access(path.c_str(), X_OK) == 0 ? 0 : errno;
}

std::string inFolder(const std::string& path, const std::string& folder)
{
    return path.starts_with('/') || folder.empty() ? path : folder + '/' + path;
}

/// In the child: everything up to the program. Only system calls. Returns the errno.
int become(const ProgramStart& start, const std::string& file, char* const* arguments,
    char* const* environment, int output, pid_t parent)
{
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent)
        ::_exit(1);
    for (int signal = 1; signal < NSIG; ++signal)
        std::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    const int empty = ::open("/dev/null", O_RDONLY);
    if (empty < 0 || ::dup2(empty, STDIN_FILENO) < 0 || ::dup2(output, STDOUT_FILENO) < 0
        || ::dup2(output, STDERR_FILENO) < 0)
        return errno;
    if (empty > STDERR_FILENO)
        ::close(empty);
    closeOnExecFrom(STDERR_FILENO + 1);
    if (!start.folder.empty() && ::chdir(start.folder.c_str()) != 0)
        return errno == ENOENT ? ENOTDIR : errno;
    ::execve(file.c_str(), arguments, environment);
    return errno;
}

std::vector<char*> pointers(std::vector<std::string>& texts)
{
    std::vector<char*> list;
    for (std::string& text : texts)
        list.push_back(text.data());
    list.push_back(nullptr);
    return list;
}

} // namespace

tl::expected<std::string, int> programFile(const ProgramStart& start)
{
    if (start.program.empty())
        return tl::unexpected(ENOENT);
    if (start.program.find('/') != std::string::npos) {
        const int error = executableError(inFolder(start.program, start.folder));
        return error == 0 ? tl::expected<std::string, int>(start.program) : tl::unexpected(error);
    }
    constexpr std::string_view kPath = "PATH=";
    std::string_view path = "/usr/local/bin:/usr/bin:/bin";
    for (const std::string& variable : start.environment) {
        if (variable.starts_with(kPath))
            path = std::string_view(variable).substr(kPath.size());
    }
    int error = ENOENT;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find(':'), path.size());
        const std::string folder(path.substr(0, end));
        path.remove_prefix(std::min(end + 1, path.size()));
        const std::string file = (folder.empty() ? "." : folder) + '/' + start.program;
        const int why = executableError(inFolder(file, start.folder));
        if (why == 0)
            return file;
        if (why == EACCES)
            error = why;
    }
    return tl::unexpected(error);
}

tl::expected<StartedChild, int> startChild(const ProgramStart& start)
{
    const auto file = programFile(start);
    if (!file)
        return tl::unexpected(file.error());
    std::array<int, 2> output {}, failure {};
    if (::pipe2(output.data(), O_CLOEXEC) != 0)
        return tl::unexpected(errno);
    StartedChild started;
    started.output = UniqueFd(output[0]);
    UniqueFd written(output[1]);
    if (::pipe2(failure.data(), O_CLOEXEC) != 0)
        return tl::unexpected(errno);
    const UniqueFd told(failure[0]);
    UniqueFd telling(failure[1]);

    std::vector<std::string> arguments {start.program}, environment = start.environment;
    arguments.insert(arguments.end(), start.arguments.begin(), start.arguments.end());
    const std::vector<char*> argumentList = pointers(arguments), environmentList = pointers(environment);
    const pid_t parent = ::getpid();
    started.pid = ::fork();
    if (started.pid < 0)
        return tl::unexpected(errno);
    if (started.pid == 0) {
        const int error
            = become(start, *file, argumentList.data(), environmentList.data(), written.get(), parent);
        static_cast<void>(::write(telling.get(), &error, sizeof error));
        ::_exit(127);
    }
    ::setpgid(started.pid, started.pid); // whoever is first
    written.reset();
    telling.reset();
    int error = 0;
    ::ssize_t got = 0;
    while ((got = ::read(told.get(), &error, sizeof error)) < 0 && errno == EINTR) { }
    if (got == sizeof error) {
        ::waitpid(started.pid, nullptr, 0);
        return tl::unexpected(error);
    }
    return started;
}

} // namespace dumpscope::core
