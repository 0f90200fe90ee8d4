// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_session.h"

#include "exit_code.h"
#include "kept_cache.h"
#include "remote_run.h"

#include "base/text.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace dumpscope::cli {

CommandSession::CommandSession(Console& console, const core::PrintOptions& options)
    : m_console(console)
    , m_progressMode(options.progress)
    , m_kept(usedCache(options.noCache))
    , m_task(options.threads)
    , m_interrupt(m_task.stopSource())
{
    showProgress();
}

CommandSession::~CommandSession() = default;

void CommandSession::showProgress()
{
    m_progressLine = ProgressLine::start(m_progressMode, m_task.progress, [links = m_links.get()] {
        const std::uint64_t bytes = links ? links->broughtBytes() : 0;
        return bytes == 0 ? std::string() : ", " + core::byteSizeText(bytes) + " brought here";
    });
}

bool CommandSession::checkRaw(
    const std::vector<std::string>& paths, const core::RawOptions& raw, int& exitCode)
{
    for (const std::string& path : paths) {
        if (const auto formats = raw.formatsFor(path); !formats) {
            quiet();
            m_console.error(formats.error());
            exitCode = kWrongUsage;
            return false;
        }
    }
    return true;
}

core::Result<std::shared_ptr<const core::DumpIndex>> CommandSession::openOne(
    const std::string& path, bool readHeaders, const core::RawOptions& raw)
{
    TRY_ASSIGN(const auto formats, raw.formatsFor(path));
    // Each root keeps its own problems; the session's collector is for the command itself.
    core::Diagnostics diagnostics;
    core::TaskContext context {m_task.stop, m_task.progress, diagnostics, m_task.arena};
    if (core::isRemote(path))
        return openElsewhere(path, context);
    return core::openDump(path, formats, {.readHeaders = readHeaders, .kept = m_kept}, context);
}

core::Result<std::shared_ptr<const core::DumpIndex>> CommandSession::openElsewhere(
    const std::string& path, core::TaskContext& task)
{
    quiet(); // ssh may ask for a password
    if (!m_links)
        m_links = std::make_unique<core::RemoteLinks>(sshProgram());
    TRY_ASSIGN(const core::RemotePath place, core::parseRemotePath(path));
    TRY_VOID(m_links->to(place.host)->connect(task));
    showProgress();
    return core::openRemoteDump(path, *m_links, core::builtinFormats(), task);
}

void CommandSession::refuse(const std::string& path, const core::Error& error, int& exitCode)
{
    quiet();
    exitCode = error.code == core::Code::Cancelled ? kInterrupted : kCannotRead;
    if (exitCode == kInterrupted)
        m_console.note("interrupted before anything could be listed");
    else
        m_console.error(error,
            error.code == core::Code::NotFound
                ? "Check the path; a dump is a folder, a file or an archive, or ssh://HOST/PATH."
                : error.code == core::Code::Io && core::isRemote(path)
                ? "Try " + sshProgram().program + " with this machine by itself: this connects as that does."
                : error.code == core::Code::Unsupported && error.place.file == path
                ? "Give a folder, a file or an archive."
                : "");
}

std::vector<std::shared_ptr<const core::DumpIndex>> CommandSession::open(
    const std::vector<std::string>& paths, int& exitCode, bool readHeaders, const core::RawOptions& raw)
{
    if (!checkRaw(paths, raw, exitCode))
        return {};
    for (const std::string& path : paths) {
        auto index = openOne(path, readHeaders, raw);
        if (!index) {
            refuse(path, index.error(), exitCode);
            return {};
        }
        m_roots.push_back(std::move(*index));
        m_numbers.push_back(paths.size() == 1 ? 0 : static_cast<int>(m_roots.size()));
    }
    return m_roots;
}

std::vector<std::shared_ptr<const core::DumpIndex>> CommandSession::openEach(
    const std::vector<std::string>& paths, int& exitCode, bool readHeaders, const core::RawOptions& raw)
{
    if (!checkRaw(paths, raw, exitCode))
        return {};
    std::vector<core::Error> errors;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        auto index = openOne(paths[i], readHeaders, raw);
        if (index) {
            m_roots.push_back(std::move(*index));
            m_numbers.push_back(paths.size() == 1 ? 0 : static_cast<int>(i + 1));
        } else if (index.error().code == core::Code::Cancelled) {
            refuse(paths[i], index.error(), exitCode);
            return {};
        } else {
            errors.push_back(index.error());
        }
    }
    if (m_roots.empty()) {
        for (const core::Error& error : errors)
            refuse(error.place.file, error, exitCode);
        return {};
    }
    for (const core::Error& error : errors)
        m_unopened.push_back({core::Severity::Error, error.code, error.place, error.withCauses()});
    return m_roots;
}

const std::vector<core::Diagnostic>& CommandSession::problems()
{
    if (m_problemsCollected)
        return m_problems;
    m_problemsCollected = true;
    for (std::size_t i = 0; i < m_roots.size(); ++i) {
        for (core::Diagnostic problem : m_roots[i]->problems()) {
            if (m_numbers[i] > 0)
                problem.place.file = std::to_string(m_numbers[i]) + ":" + problem.place.file;
            m_problems.push_back(std::move(problem));
        }
    }
    m_problems.insert(m_problems.end(), m_unopened.begin(), m_unopened.end());
    // What an index reported already is not reported again by the work on it.
    const auto keyOf = [](const core::Diagnostic& problem) {
        return std::tuple(problem.code, problem.place.file, problem.message.text());
    };
    std::set<std::tuple<core::Code, std::string, std::string>> told;
    for (const core::Diagnostic& problem : m_problems)
        told.insert(keyOf(problem));
    for (core::Diagnostic& problem : m_task.diagnostics.sorted()) {
        if (!told.contains(keyOf(problem)))
            m_problems.push_back(std::move(problem));
    }
    if (m_interrupt.interrupted())
        m_problems.push_back({core::Severity::Error, core::Code::Cancelled, {},
            core::phrase("interrupted; the result is partial")});
    return m_problems;
}

void CommandSession::printProblems()
{
    quiet();
    for (const core::Diagnostic& problem : problems()) {
        if (problem.severity != core::Severity::Hint)
            m_console.problem(problem);
    }
}

int CommandSession::exitCode()
{
    if (m_interrupt.interrupted())
        return kInterrupted;
    const auto isError
        = [](const core::Diagnostic& problem) { return problem.severity == core::Severity::Error; };
    return std::ranges::any_of(problems(), isError) ? kPartial : kDone;
}

int CommandSession::exitCode(const core::DumpIndex& index, std::span<const core::TensorId> wanted)
{
    const int code = exitCode();
    const auto isLeftOut
        = [&](core::TensorId id) { return index.tensor(id).state == core::TensorState::Unsupported; };
    return code == kDone && std::ranges::any_of(wanted, isLeftOut) ? static_cast<int>(kPartial) : code;
}

bool CommandSession::lacksTensors(const core::DumpIndex& index)
{
    if (index.tensorCount() > 0 || interrupted())
        return false;
    quiet();
    m_console.error(core::makeError(core::Code::NotFound, core::phrase("there is no tensor here"),
                        {.file = index.root()}),
        "`info` says what is here instead, and `formats` what can be read.");
    printProblems();
    return true;
}

core::JsonWriter::Sink consoleSink(Console& console)
{
    return [&console](std::string_view text) { console.write(text); };
}

} // namespace dumpscope::cli
