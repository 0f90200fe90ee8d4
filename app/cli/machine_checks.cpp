// SPDX-License-Identifier: GPL-3.0-or-later
#include "machine_checks.h"

#include "capture_host.h"
#include "kept_cache.h"
#include "program_path.h"

#include "base/text.h"
#include "capture/capture.h"
#include "io/child_process.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include <langinfo.h>
#include <locale.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace dumpscope::cli {

namespace {

using FindingState = Finding::State;
using core::phrase;

Finding good(core::Message found)
{
    return {FindingState::Good, std::move(found), {}};
}

/// The words of a runtime may hold anything.
core::Message shown(const core::Message& message)
{
    const std::string text = message.text();
    std::string printable = core::printable(text);
    return printable == text ? message : core::Message(std::move(printable));
}

std::string variable(const char* name)
{
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "";
}

/// What a program prints; nullopt when it fails, does not answer or does not exist.
std::optional<std::string> outputOf(std::vector<std::string> words, const std::stop_token& stop,
    core::ProgramCall::Errors errors = core::ProgramCall::Errors::Dropped)
{
    core::ProgramCall call {
        .words = std::move(words), .environment = inheritedEnvironment(), .errors = errors};
    call.patience = std::chrono::seconds(30);
    auto answer = core::runProgram(call, stop);
    return answer && answer->isSuccess() ? std::optional(std::move(answer->text)) : std::nullopt;
}

std::string firstLine(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

Finding lookAtSystem(const std::stop_token&)
{
    utsname system {};
    ::uname(&system);
    const auto pages = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES)));
    const auto pageSize = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PAGESIZE)));
    return good(phrase("%1, %2 processors, %3 of memory",
        std::string(system.sysname) + ' ' + system.release + ' ' + system.machine,
        std::thread::hardware_concurrency(), core::byteSizeText(pages * pageSize)));
}

/// What is written inside a container that nothing is mounted into is gone with it.
Finding lookAtContainer(const std::stop_token&)
{
    constexpr const char* kMarks[] {"/.dockerenv", "/run/.containerenv"};
    std::error_code none;
    const bool isMarked = std::any_of(std::begin(kMarks), std::end(kMarks),
        [&](const char* mark) { return std::filesystem::exists(mark, none); });
    if (!isMarked)
        return good(phrase("no container of Docker or Podman"));
    return {FindingState::Good, phrase("a container: dumps stay in it unless their folder is mounted"),
        phrase("mount a folder of the host and let dump_path lie in it")};
}

Finding lookAtLocale(const std::stop_token&)
{
    const locale_t chosen = ::newlocale(LC_CTYPE_MASK, "", nullptr);
    const std::string set = chosen != nullptr ? ::nl_langinfo_l(CODESET, chosen) : "unknown";
    if (chosen != nullptr)
        ::freelocale(chosen);
    if (set == "UTF-8")
        return good(phrase("the terminal's character set is UTF-8"));
    return {FindingState::Missing, phrase("the terminal's character set is %1", set),
        phrase("set LANG to a UTF-8 locale, for instance C.UTF-8; names beyond ASCII look wrong otherwise")};
}

Finding lookAtOpenFiles(const std::stop_token&)
{
    constexpr rlim_t kEnough = 1024;
    rlimit limit {};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    const core::Message found = phrase("%1 files may be open at once", limit.rlim_cur);
    if (limit.rlim_cur >= kEnough)
        return good(found);
    return {FindingState::Bad, found,
        phrase("raise it with `ulimit -n 1024`; large folders are read many files at a time")};
}

Finding lookAtMappings(const std::stop_token&)
{
    constexpr std::uint64_t kEnough = 65530; // the usual value
    std::ifstream file("/proc/sys/vm/max_map_count");
    std::uint64_t count = 0;
    if (!(file >> count))
        return good(phrase("the number of memory maps is not limited by this system"));
    const core::Message found = phrase("%1 memory maps are allowed", count);
    if (count >= kEnough)
        return good(found);
    return {FindingState::Bad, found,
        phrase("as root: sysctl vm.max_map_count=65530; tensors are mapped, not copied")};
}

Finding lookAtTemporaryFolder(const std::stop_token&)
{
    constexpr std::uint64_t kEnough = 1ULL << 30;
    std::error_code failed;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(failed);
    struct statvfs system { };
    if (failed || ::access(folder.c_str(), W_OK) != 0 || ::statvfs(folder.c_str(), &system) != 0)
        return {FindingState::Bad, phrase("the folder for temporary files cannot be written"),
            phrase("set TMPDIR to a folder that can; archives are unpacked there")};
    const std::uint64_t free = std::uint64_t {system.f_bavail} * system.f_frsize;
    const core::Message found = phrase("%1 has %2 free", folder.string(), core::byteSizeText(free));
    if (free >= kEnough)
        return good(found);
    return {FindingState::Missing, found,
        phrase("set TMPDIR to a larger disk before opening large compressed archives")};
}

Finding lookAtKeptIndexes(const std::stop_token&)
{
    const auto kept = keptCache();
    if (!kept)
        return {FindingState::Missing, phrase("there is no place for indexes of dumps"),
            phrase("set HOME or XDG_CACHE_HOME; dumps are opened faster again")};
    const core::KeptIndexes::Use use = kept->use();
    return good(phrase("indexes of %1 dumps in %2, %3", use.indexes, core::printable(kept->folder()),
        core::byteSizeText(use.bytes)));
}

Finding lookAtWindow(const std::stop_token& stop)
{
    const std::string program = programFolder() + "/dumpscope";
    if (::access(program.c_str(), X_OK) != 0)
        return {FindingState::Missing, phrase("there is no window program beside this one"),
            phrase("install the whole package, or build it with -DDUMPSCOPE_BUILD_WINDOW=ON")};
    const auto versions = outputOf({program, "--version"}, stop);
    if (!versions)
        return {FindingState::Bad, phrase("the window program does not start"),
            phrase("run `%1 --version` and install the libraries it misses", program)};
    return good(phrase("%1 starts", firstLine(*versions)));
}

Finding lookAtPlatforms(const std::stop_token& stop)
{
    const auto versions = outputOf({programFolder() + "/dumpscope", "--version"}, stop);
    const std::size_t at = versions ? versions->find("platforms: ") : std::string::npos;
    if (at == std::string::npos)
        return {
            FindingState::Missing, phrase("without the window program nobody can tell"), phrase("see above")};
    const std::string platforms = firstLine(versions->substr(at + sizeof("platforms: ") - 1));
    const bool wayland = !variable("WAYLAND_DISPLAY").empty();
    const bool x11 = !variable("DISPLAY").empty();
    if (!wayland && !x11)
        return {FindingState::Missing, phrase("the window can use: %1; there is no display here", platforms),
            phrase("pictures are possible: dumpscope --screenshot OUT.png PATH")};
    if ((x11 && platforms.find("xcb") != std::string::npos)
        || (wayland && platforms.find("wayland") != std::string::npos))
        return good(phrase("the window can use: %1", platforms));
    return {FindingState::Bad, phrase("the window can use: %1; none of them fits this display", platforms),
        phrase("install libqt6gui6 (X11) or qt6-wayland (Wayland)")};
}

Finding lookAtFonts(const std::stop_token& stop)
{
    const auto fonts = outputOf({"fc-list", ":lang=zh", "family"}, stop);
    if (!fonts)
        return {FindingState::Missing, phrase("the installed fonts cannot be listed"),
            phrase("install fontconfig")};
    if (fonts->empty())
        return {FindingState::Missing, phrase("no font has Chinese characters"),
            phrase("install fonts-noto-cjk")};
    return good(phrase("Chinese is shown in %1", core::printable(firstLine(*fonts))));
}

Finding lookAtGraphviz(const std::stop_token& stop)
{
    if (outputOf({"dot", "-V"}, stop))
        return good(phrase("Graphviz' dot draws graphs"));
    return {FindingState::Missing, phrase("the program dot is not there"),
        phrase("install graphviz; it draws graphs in the best order")};
}

Finding lookAtRuntime(const std::string& chosen, const core::Message& missing, const core::Message& remedy,
    const std::stop_token& stop)
{
    core::CaptureHostRequest request;
    for (const std::string& path : runtimeCandidates(chosen)) {
        if (::access(path.c_str(), R_OK) == 0)
            request.runtimes.push_back(path);
    }
    if (request.runtimes.empty())
        return {FindingState::Missing, missing, remedy};
    request.devicesOnly = true;
    core::CaptureEvent found;
    const auto sink = [&](const core::CaptureEvent& event) {
        if (event.kind == core::CaptureEvent::Kind::Devices)
            found = event;
    };
    constexpr double kPatienceSeconds = 30;
    const auto done = core::captureInHost(request, deviceHost(kPatienceSeconds), sink, stop);
    if (!done)
        return {FindingState::Bad, shown(done.error().message), remedy};
    return good(phrase("%1, version %2, %3 device(s)", core::printable(found.runtime),
        core::printable(found.version), found.devices.size()));
}

Finding lookAtCpuDevice(const std::stop_token& stop)
{
    return lookAtRuntime("cpu", phrase("the CPU device is not beside this program"),
        phrase("install the whole package; when building, see docs/capture.md on ONNX Runtime"), stop);
}

Finding lookAtNpu(const std::stop_token& stop)
{
    for (const char* name : {"ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME"}) {
        const std::string home = variable(name);
        if (!home.empty())
            return lookAtRuntime(home + "/lib64/libascendcl.so",
                phrase("%1 has no lib64/libascendcl.so", home),
                phrase("source the toolkit's set_env.sh again; it sets %1", name), stop);
    }
    return {FindingState::Missing, phrase("no Ascend toolkit is set up in this shell"),
        phrase("on a machine with an NPU: source the toolkit's set_env.sh; without one the CPU device "
               "is left, where that is good")};
}

Finding lookAtDeviceFiles(const std::stop_token&)
{
    std::size_t usable = 0, refused = 0;
    std::error_code failed;
    for (const auto& entry : std::filesystem::directory_iterator("/dev", failed)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with("davinci") || name == "davinci_manager")
            continue;
        (::access(entry.path().c_str(), R_OK | W_OK) == 0 ? usable : refused) += 1;
    }
    if (refused > 0)
        return {FindingState::Bad, phrase("%1 NPU device files are not open to you", refused),
            phrase("become a member of the group HwHiAiUser: usermod -aG HwHiAiUser NAME")};
    if (usable == 0)
        return {FindingState::Missing, phrase("there is no /dev/davinci*"),
            phrase("nothing, unless this machine should have an NPU")};
    return good(phrase("%1 NPU device files are open to you", usable));
}

constexpr MachineCheck kChecks[] = {
    {"system", "System", lookAtSystem},
    {"container", "Container", lookAtContainer},
    {"locale", "Character set", lookAtLocale},
    {"open-files", "Open files", lookAtOpenFiles},
    {"memory-maps", "Memory maps", lookAtMappings},
    {"temporary-folder", "Temporary files", lookAtTemporaryFolder},
    {"kept-indexes", "Kept indexes", lookAtKeptIndexes},
    {"window", "Window", lookAtWindow},
    {"platforms", "Display", lookAtPlatforms},
    {"fonts", "Fonts", lookAtFonts},
    {"graphviz", "Graph drawing", lookAtGraphviz},
    {"cpu-device", "CPU device", lookAtCpuDevice},
    {"toolkit", "Ascend toolkit", lookAtNpu},
    {"npu", "NPU", lookAtDeviceFiles},
};

} // namespace

std::string_view findingWord(Finding::State state)
{
    constexpr std::string_view kWords[] = {"good", "missing", "bad"};
    return kWords[static_cast<std::size_t>(state)];
}

std::vector<core::SelfTestCheck> selfTest()
{
    const std::stop_source never;
    std::vector<core::SelfTestCheck> checks;
    for (const MachineCheck& check : kChecks)
        checks.push_back({check.id, check.look(never.get_token())});
    return checks;
}

std::span<const MachineCheck> machineChecks()
{
    return kChecks;
}

} // namespace dumpscope::cli
