// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture_host.h"
#include "command.h"
#include "command_session.h"
#include "exit_code.h"
#include "exit_words.h"
#include "interrupt.h"
#include "machine_checks.h"
#include "remote_run.h"
#include "version.h"

#include "base/nearest_word.h"
#include "base/text.h"
#include "capture/capture.h"
#include "capture/program_run.h"
#include "remote/served_command.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <new>
#include <string>

#include <malloc.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace dumpscope::cli {

namespace {

constexpr std::string_view kSshOption = "--ssh";

} // namespace

std::unique_ptr<CLI::App> makeApp(const CommandRegistry& registry)
{
    auto app = std::make_unique<CLI::App>(
        "Opens, compares and captures tensor dumps of Ascend NPUs", "dumpscope-cli");
    app->set_version_flag("--version", [] { return versionText(); });
    app->footer("Exit codes:\n" + std::string(kExitWords));
    app->add_option(std::string(kSshOption),
        "Before COMMAND: the program that connects to the machine of ssh:// paths, instead of ssh");
    app->require_subcommand(0, 1);
    app->fallthrough(false);
    for (const auto& command : registry.commands()) {
        CLI::App* sub
            = app->add_subcommand(std::string(command->info().name), std::string(command->info().summary));
        sub->footer("Example:\n  " + std::string(command->info().example));
        command->define(*sub);
    }
    return app;
}

namespace {

/// "Did you mean" for a mistyped command.
std::string nearestCommand(const CommandRegistry& registry, std::string_view typed)
{
    core::NearestWord nearest(typed);
    for (const auto& command : registry.commands())
        nearest.consider(command->info().name);
    return std::string(nearest.word());
}

int wrongUsage(Console& console, const std::string& message)
{
    console.note("error: " + message + " (usage)");
    console.note("       dumpscope-cli help [COMMAND] lists what is possible");
    return kWrongUsage;
}

/// The words of the command, behind --ssh PROGRAM, which is noted.
std::vector<std::string> commandOf(int argc, char** argv)
{
    std::vector<std::string> words(argv + 1, argv + argc);
    const std::string withValue = std::string(kSshOption) + '=';
    while (!words.empty() && (words.front() == kSshOption || words.front().starts_with(withValue))) {
        const std::size_t count = words.front() == kSshOption ? 2 : 1;
        if (words.size() < count)
            break;
        chooseSsh(count == 2 ? words[1] : words.front().substr(withValue.size()));
        words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
    }
    return words;
}

/// Where a command runs that names paths on another machine; nothing for all others.
core::Result<std::optional<core::RemotePlan>> remotePlan(const std::vector<std::string>& words)
{
    const auto hasRemote
        = [](const std::string& word) { return word.find(core::kRemoteScheme) != std::string::npos; };
    if (std::ranges::none_of(words, hasRemote))
        return std::optional<core::RemotePlan>();
    TRY_ASSIGN(const core::AnyRequest request, core::readCommandWords(words));
    return core::planRemote(request);
}

/// What libraries throw on this thread; other threads pass it on as errors.
int runCommand(Command& command, Console& console)
{
    try {
        return command.run(console);
    } catch (const std::bad_alloc&) {
        console.error(core::makeError(core::Code::OutOfMemory, core::phrase("not enough memory")));
    } catch (const std::exception& exception) {
        console.error(core::makeError(core::Code::Internal, core::Message(exception.what())));
    }
    return kCannotRead;
}

/// A verdict that nobody could read is none either; worse codes stay.
int codeWithOutput(Console& console, int code)
{
    if (console.flush())
        return code;
    const bool saysNothing = code == kDone || (code == kAnsweredNo && console.isIncomplete());
    return saysNothing ? static_cast<int>(kPartial) : code;
}

int runCommandLine(int argc, char** argv, Console& console)
{
    CommandRegistry registry;
    registerBuiltinCommands(registry);
    const std::unique_ptr<CLI::App> app = makeApp(registry);

    const std::vector<std::string> words = commandOf(argc, argv);
    const std::string first = words.empty() ? "" : words.front();
    // Not for people: the other end of a capture (capture_host.h), the self-test of the window.
    if (first == kDeviceHostCommand)
        return core::serveCapture(STDIN_FILENO, STDOUT_FILENO);
    if (first == kProgramHostCommand)
        return core::serveProgram(STDIN_FILENO, STDOUT_FILENO);
    if (first == kSelfTestCommand) {
        const std::string bytes = core::encodeSelfTest(selfTest());
        return std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() ? kDone : kCannotRead;
    }
    if (first.empty()) {
        console.write(app->help());
        return kWrongUsage;
    }
    const auto isCommand = [&](const auto& command) { return command->info().name == first; };
    if (!first.starts_with('-') && std::ranges::none_of(registry.commands(), isCommand)) {
        const std::string nearest = nearestCommand(registry, first);
        return wrongUsage(console,
            "no command is called \"" + core::printable(first) + "\""
                + (nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?"));
    }
    try {
        app->parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const auto parsed = app->get_subcommands();
        console.write(parsed.empty() ? app->help() : parsed.front()->help());
        return kDone;
    } catch (const CLI::CallForVersion&) {
        console.write(versionText());
        return kDone;
    } catch (const CLI::ParseError& error) {
        return wrongUsage(console, error.what());
    }
    auto plan = remotePlan(words);
    if (!plan) {
        console.error(plan.error());
        return kWrongUsage;
    }
    if (*plan)
        return runOnOtherMachine(console, std::move(**plan));
    for (const auto& command : registry.commands()) {
        if (!app->got_subcommand(std::string(command->info().name)))
            continue;
        return runCommand(*command, console);
    }
    return kWrongUsage;
}

} // namespace

} // namespace dumpscope::cli

// NOLINTNEXTLINE(bugprone-exception-escape): what is thrown here ends the program either way
namespace {

/// Memory that grows and is freed again stays in the program: to get it back from the system, page by page,
/// is a tenth of the time of a large comparison.
void keepFreedMemory()
{
#ifdef __GLIBC__
    constexpr int kMiB = 1 << 20;
    ::mallopt(M_MMAP_THRESHOLD, 32 * kMiB); // the largest it takes
    ::mallopt(M_TRIM_THRESHOLD, 1024 * kMiB);
    ::mallopt(M_TOP_PAD, 16 * kMiB);
#endif
}

/// A command for another machine ends with the process that runs it.
void endWithServer()
{
    const char* const server = std::getenv(std::string(dumpscope::core::kServedVariable).c_str());
    if (server == nullptr)
        return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (std::to_string(::getppid()) != server)
        ::_exit(dumpscope::cli::kInterrupted);
}

} // namespace

int main(int argc, char** argv)
{
    endWithServer();
    keepFreedMemory();
    // A reader that goes away (`| head`) is an ordinary end, seen as a failed write.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not get larger is a failed write as well
    dumpscope::cli::blockInterrupt();
    // Without it, the C library looks at the file of the local zone for each member of an archive.
    ::setenv("TZ", dumpscope::cli::kLocalZone, 0);
    dumpscope::cli::Console console;
    return dumpscope::cli::codeWithOutput(console, dumpscope::cli::runCommandLine(argc, argv, console));
}
