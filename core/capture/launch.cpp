// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launch.h"

#include "capture/capture_profile.h"
#include "capture/disk_guard.h"
#include "capture/launch_config.h"
#include "capture/launched_ranks.h"
#include "capture/output_claim.h"
#include "capture/program_start.h"
#include "capture/undisturbed.h"

#include "base/text.h"
#include "io/atomic_file.h"
#include "io/output_check.h"
#include "io/posix_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <mutex>

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::uint64_t kMostConfigBytes = 10U << 20;

bool exists(const std::string& path)
{
    struct stat info = {};
    return ::stat(path.c_str(), &info) == 0;
}

/// Besides ours.
bool holdsFiles(const std::string& folder, const std::string& ignored)
{
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(::opendir(folder.c_str()), &::closedir);
    while (const dirent* entry = listing ? ::readdir(listing.get()) : nullptr) {
        const std::string_view name(entry->d_name);
        if (name != "." && name != ".." && name != ignored)
            return true;
    }
    return false;
}

Result<std::string> readConfig(const std::string& path)
{
    TRY_ASSIGN(const RegularFile file, openRegularFile(path, path));
    if (file.size() > kMostConfigBytes)
        return fail(Code::Limit, phrase("a configuration has at most 10 MiB"), {path});
    std::string text(file.size(), '\0');
    TRY_ASSIGN(
        const std::size_t size, readAt(file.fd.get(), std::as_writable_bytes(std::span(text)), 0, path));
    text.resize(size);
    return text;
}

} // namespace

/// One launch, from the checks to the report.
class Launch {
public:
    Launch(const LaunchProfile& profile, const LaunchPlace& place, LaunchControl& control,
        const LaunchObserver& observer, TaskContext& task)
        : m_profile(profile)
        , m_place(place)
        , m_control(control)
        , m_observer(observer)
        , m_task(task)
    {
    }

    Result<LaunchReport> run()
    {
        reportState("self-test", phrase("profile, configuration, program and disk are looked at"));
        TRY_VOID(checkProfile());
        TRY_VOID(makeFolders());
        TRY_VOID(prepareConfig());
        TRY_VOID(checkMachine());
        const auto begun = std::chrono::system_clock::now();
        TRY_VOID(runWithDump());
        if (!m_profile.undisturbed.isEmpty() && m_report.end.isSuccess() && !m_task.stopped())
            TRY_VOID(runWithout(begun));
        return std::move(m_report);
    }

private:
    Result<void> checkProfile();
    Result<void> makeFolders();
    Result<void> prepareConfig();
    Result<void> checkConfig(const std::string& text);
    Result<void> checkMachine();
    Result<void> runWithDump();
    Result<void> runWithout(std::chrono::system_clock::time_point begun);
    Result<ProgramEnd> runProgram(const ProgramStart& start, LiveDump* live);
    void control(ProgramRun& program, const LiveDump* live);
    void guardDisk(ProgramRun& program, const LiveDump* live);
    [[nodiscard]] ProgramStart startOf(
        bool isDumping, const std::string& config, const std::string& output, const std::string& log) const;
    [[nodiscard]] LiveObserver liveObserver();
    void reportState(std::string_view word, const Message& awaited);
    /// Where the state is one of those; a later one stays.
    void goOn(std::initializer_list<std::string_view> from, std::string_view word, const Message& awaited);
    void sayExecuting()
    {
        goOn({"connecting", "loading", "armed"}, "executing", phrase("the program's end"));
    }
    void reportProblem(const ConfigProblem& problem) const
    {
        if (m_observer.problem)
            m_observer.problem(problem);
    }

    LaunchProfile m_profile;
    const LaunchPlace& m_place;
    LaunchControl& m_control;
    const LaunchObserver& m_observer;
    TaskContext& m_task;

    std::optional<OutputClaim> m_claim; ///< on the folder of the dump
    LaunchReport m_report;
    std::string m_notes; ///< folder of ours in the dump's
    std::string m_configText;
    std::mutex m_notifying; ///< the observer hears one at a time
    std::string m_state;
    int m_stopsDone = 0, m_resumesDone = 0;
    bool m_isTaskStopped = false, m_isPausedByHand = false;
    std::optional<DiskGuard> m_guard;
};

void Launch::reportState(std::string_view word, const Message& awaited)
{
    const std::lock_guard lock(m_notifying);
    m_state = word;
    if (m_observer.state)
        m_observer.state(word, awaited);
}

void Launch::goOn(std::initializer_list<std::string_view> from, std::string_view word, const Message& awaited)
{
    const std::lock_guard lock(m_notifying);
    if (std::ranges::find(from, m_state) == from.end())
        return;
    m_state = word;
    if (m_observer.state)
        m_observer.state(word, awaited);
}

Result<void> Launch::checkProfile()
{
    for (const ConfigProblem& problem : checkLaunchProfile(m_profile)) {
        if (problem.severity == Severity::Error)
            return fail(Code::Usage, phrase("%1: %2; %3", problem.key, problem.message, problem.fix));
        reportProblem(problem);
    }
    if (!m_profile.golden.empty() && !exists(m_profile.golden))
        return fail(Code::NotFound, phrase("the golden dump is not there"), {m_profile.golden});
    // A dump that is compared with itself is always right.
    return m_profile.golden.empty() ? Result<void>()
                                    : keepFoldersApart(freeFolder(m_profile.output), m_profile.golden);
}

Result<void> Launch::makeFolders()
{
    const std::string output = freeFolder(m_profile.output);
    const bool isMade = !exists(output);
    TRY_VOID(makeDirectories(output));
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(output.c_str(), nullptr), &std::free);
    if (!real)
        return fail(systemError(errno, phrase("make the folder of the dump"), {output}));
    m_report.output = real.get();
    TRY_ASSIGN(OutputClaim claim, OutputClaim::take(m_report.output, isMade));
    m_claim.emplace(std::move(claim));
    m_notes = m_report.output + '/' + m_place.live.ignored;
    const bool holdsMore = holdsFiles(m_report.output, m_place.live.ignored);
    if (holdsMore && !exists(m_notes + "/profile.json"))
        return fail(Code::Usage,
            phrase("the folder holds files that no capture wrote, which stay as they are; take an empty or a "
                   "new "
                   "one, or put {n} into its name"),
            {m_report.output});
    if (holdsMore)
        reportProblem({Severity::Warning, "value", "output", 0, 0,
            phrase("%1 is not empty: what is there is shown together with what comes",
                printable(m_report.output)),
            phrase("take another folder, or put {n} into its name")});
    TRY_VOID(makeDirectories(m_notes));
    m_report.log = m_notes + "/program.log";
    ::unlink(m_report.log.c_str()); // of an earlier run
    return {};
}

Result<void> Launch::checkConfig(const std::string& text)
{
    ConfigKinds kinds;
    registerConfigKinds(kinds);
    const ConfigKind* kind = kinds.find(m_profile.kind);
    ConfigText config {text, m_profile.configPath, m_profile.folder.empty() ? "." : m_profile.folder};
    for (const std::string& variable :
        programEnvironment(m_profile, m_place.environment, m_report.config, m_report.output, true)) {
        const std::size_t equals = variable.find('=');
        config.environment.emplace_back(variable.substr(0, equals), variable.substr(equals + 1));
    }
    const ConfigReport report = kind->check(config);
    Message first;
    for (const ConfigProblem& problem : report.problems) {
        reportProblem(problem);
        if (first.empty() && problem.severity == Severity::Error)
            first = problem.fix.empty() ? phrase("%1: %2", problem.key, problem.message)
                                        : phrase("%1: %2; %3", problem.key, problem.message, problem.fix);
    }
    const Place place {m_profile.configPath};
    if (!report.valid)
        return fail(Code::BadSyntax, phrase("the program would refuse the configuration: %1", first), place);
    if (report.enabled.empty())
        return fail(Code::BadSyntax, phrase("the configuration captures nothing"), place);
    for (const ConfigProblem& problem : checkRanks(m_profile, kind->request(config))) {
        if (problem.severity == Severity::Error)
            return fail(Code::Usage, phrase("%1: %2; %3", problem.key, problem.message, problem.fix), place);
        reportProblem(problem);
    }
    return {};
}

Result<void> Launch::prepareConfig()
{
    if (m_profile.configPath.empty() && m_profile.configText.empty())
        return {};
    std::string text = m_profile.configText;
    if (text.empty()) {
        TRY_ASSIGN(text, readConfig(m_profile.configPath));
    }
    const LaunchWay* way = findLaunchWay(m_profile.kind);
    std::string name = m_profile.configPath.substr(m_profile.configPath.rfind('/') + 1);
    if (name.empty())
        name = way != nullptr ? way->fileName : "config";
    m_report.config = m_notes + '/' + name;
    if (way != nullptr) {
        TRY_ASSIGN(text, configWithOutput(*way, text, m_report.output));
        TRY_VOID(checkConfig(text));
    } else {
        text = filledIn(text, m_report.config, m_report.output);
    }
    m_configText = std::move(text);
    return writeFileAtomically(m_report.config, m_configText);
}

Result<void> Launch::checkMachine()
{
    const std::string& folder = m_profile.folder;
    struct stat info = {};
    if (!folder.empty() && (::stat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)))
        return fail(Code::NotFound, phrase("the folder to run the program in is not there"), {folder});
    m_guard.emplace(m_report.output, m_profile.keepFree, m_place.freeSpace);
    if (m_guard->look(0) == DiskGuard::Decision::Pause)
        return fail(Code::NoSpace,
            phrase(
                "only %1 of the disk are free, and %2 are to be kept; make room, or take another folder or a "
                "smaller keep_free",
                byteSizeText(m_guard->freeBytes()), byteSizeText(m_profile.keepFree)),
            {m_report.output});
    return writeFileAtomically(m_notes + "/profile.json", launchProfileText(m_profile));
}

ProgramStart Launch::startOf(
    bool isDumping, const std::string& config, const std::string& output, const std::string& log) const
{
    ProgramStart start;
    start.program = m_profile.program;
    for (const std::string& argument : m_profile.arguments)
        start.arguments.push_back(filledIn(argument, config, output));
    start.folder = m_profile.folder;
    start.environment = programEnvironment(m_profile, m_place.environment, config, output, isDumping);
    start.logFile = log;
    start.patience = m_place.patience;
    return start;
}

LiveObserver Launch::liveObserver()
{
    LiveObserver observer;
    observer.arrived = [this](const LiveBatch& batch) {
        sayExecuting();
        const std::lock_guard lock(m_notifying);
        if (m_observer.live.arrived)
            m_observer.live.arrived(batch);
    };
    observer.progress = [this](const LiveProgress& progress) {
        const std::lock_guard lock(m_notifying);
        if (m_observer.live.progress)
            m_observer.live.progress(progress);
    };
    if (m_observer.live.index) {
        observer.index = [this](const std::shared_ptr<const DumpIndex>& index) {
            const std::lock_guard lock(m_notifying);
            m_observer.live.index(index);
        };
    }
    return observer;
}

Result<void> Launch::runWithDump()
{
    std::optional<PlacedConfig> placed;
    if (!m_profile.configPlace.empty()) {
        TRY_ASSIGN(PlacedConfig put, PlacedConfig::put(m_profile.configPlace, m_configText));
        placed.emplace(std::move(put));
    }
    TRY_ASSIGN(
        const auto live, LiveDump::start(m_report.output, m_place.formats, m_place.live, liveObserver()));
    reportState("connecting", phrase("the start of the program"));
    TRY_ASSIGN(
        m_report.end, runProgram(startOf(true, m_report.config, m_report.output, m_report.log), live.get()));
    // A short program has ended before its first tensor was seen.
    if (m_report.end.startError == 0)
        sayExecuting();
    reportState("draining", phrase("the last files of the dump"));
    live->finish();
    m_report.live = live->progress();
    return {};
}

Result<void> Launch::runWithout(std::chrono::system_clock::time_point begun)
{
    TRY_ASSIGN(const RunOutputs with,
        readOutputs(m_profile.undisturbed, m_profile.folder, m_report.log, begun, m_task));
    const std::string folder = m_notes + "/without", log = m_notes + "/program-without.log";
    TRY_VOID(makeDirectories(folder));
    ::unlink(log.c_str());
    std::string config;
    const LaunchWay* way = findLaunchWay(m_profile.kind);
    const std::string nothing = way != nullptr ? filledIn(way->nothing, {}, folder) : std::string();
    if (!nothing.empty()) {
        config = folder + '/' + std::string(way->fileName);
        TRY_VOID(writeFileAtomically(config, nothing));
    }
    std::optional<PlacedConfig> placed;
    if (!m_profile.configPlace.empty()) {
        TRY_ASSIGN(PlacedConfig put, PlacedConfig::put(m_profile.configPlace, nothing));
        placed.emplace(std::move(put));
    }
    reportState("executing", phrase("the end of the program, which runs once more without a dump"));
    const auto again = std::chrono::system_clock::now();
    UndisturbedReport report;
    report.secondsWithDump = m_report.end.seconds;
    TRY_ASSIGN(report.end, runProgram(startOf(false, config, folder, log), nullptr));
    if (report.end.wasStopped)
        return fail(Code::Cancelled, phrase("cancelled"));
    TRY_ASSIGN(
        const RunOutputs without, readOutputs(m_profile.undisturbed, m_profile.folder, log, again, m_task));
    report.outputs = compareOutputs(m_profile.undisturbed, with, without);
    m_report.undisturbed = std::move(report);
    return {};
}

Result<ProgramEnd> Launch::runProgram(const ProgramStart& start, LiveDump* live)
{
    ProgramEnd end;
    const auto take = [&](const ProgramEvent& event) {
        using Kind = ProgramEvent::Kind;
        if (event.kind == Kind::Started && live != nullptr)
            goOn({"connecting"}, "loading", phrase("a first sign of the program"));
        if (event.kind == Kind::Log)
            goOn({"connecting", "loading"}, "armed", phrase("the first file of the dump"));
        if (event.kind == Kind::Ended)
            end = event.end;
        const std::lock_guard lock(m_notifying);
        if (m_observer.program)
            m_observer.program(event);
    };
    TRY_ASSIGN(const auto program, ProgramRun::start(start, m_place.host, take));
    while (program->pump(20ms))
        control(*program, live);
    return end;
}

/// What others want of the running program.
void Launch::control(ProgramRun& program, const LiveDump* live)
{
    if (m_task.stopped() && !std::exchange(m_isTaskStopped, true))
        program.stop();
    for (const int stops = m_control.m_stops.load(); m_stopsDone < stops; ++m_stopsDone)
        program.stop();
    const int resumes = m_control.m_resumes.load();
    const bool isResumed = std::exchange(m_resumesDone, resumes) != resumes;
    if (isResumed && m_guard->isPausing()) {
        m_guard->override();
        program.resume();
        const std::lock_guard lock(m_notifying);
        if (m_observer.resumed)
            m_observer.resumed(phrase("on request"));
    }
    const bool isPaused = m_control.m_paused.load();
    if (isPaused != m_isPausedByHand) {
        m_isPausedByHand = isPaused;
        if (isPaused)
            program.pause();
        else if (!m_guard->isPausing())
            program.resume();
    }
    guardDisk(program, live);
}

void Launch::guardDisk(ProgramRun& program, const LiveDump* live)
{
    const double rate = live == nullptr ? 0 : live->progress().bytesPerSecond;
    const auto decision = m_guard->look(rate);
    if (decision == DiskGuard::Decision::Pause) {
        program.pause();
        const std::lock_guard lock(m_notifying);
        if (m_observer.diskFull)
            m_observer.diskFull(m_guard->freeBytes(),
                phrase("only %1 of the disk are free and %2 are to be kept: the program is paused until "
                       "there is "
                       "room, it is continued, or stopped",
                    byteSizeText(m_guard->freeBytes()), byteSizeText(m_profile.keepFree)));
    } else if (decision == DiskGuard::Decision::GoOn && !m_isPausedByHand) {
        program.resume();
        const std::lock_guard lock(m_notifying);
        if (m_observer.resumed)
            m_observer.resumed(phrase("there is room on the disk again"));
    }
}

Result<LaunchReport> launchProgram(const LaunchProfile& profile, const LaunchPlace& place,
    LaunchControl& control, const LaunchObserver& observer, TaskContext& task)
{
    return Launch(profile, place, control, observer, task).run();
}

} // namespace dumpscope::core
