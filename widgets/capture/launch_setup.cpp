// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launch_setup.h"

#include "capture/launch_config.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "request/capture_request.h"
#include "request/shell_words.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>
#include <array>

namespace dumpscope::gui {

namespace {

core::LaunchProfile usualLaunch()
{
    core::LaunchProfile profile;
    profile.output = (QDir::homePath() + QStringLiteral("/dumps/run-{n}")).toStdString();
    return profile;
}

std::vector<core::ConfigProblem> problemsOf(const core::LaunchProfile& profile)
{
    std::vector<core::ConfigProblem> problems = core::checkLaunchProfile(profile);
    core::ConfigKinds kinds;
    core::registerConfigKinds(kinds);
    const core::ConfigKind* const kind = kinds.find(profile.kind);
    if (!kind || profile.configText.empty())
        return problems;
    // Its folder is given when it starts; here any that is there will do.
    const core::LaunchWay* const way = core::findLaunchWay(profile.kind);
    const auto text = way != nullptr
        ? core::configWithOutput(*way, profile.configText, QDir::tempPath().toStdString())
        : core::Result<std::string>(profile.configText);
    core::ConfigText config {text.value_or(profile.configText)};
    config.folder = profile.folder.empty() ? "." : profile.folder;
    config.environment = profile.environment;
    const core::ConfigReport report = kind->check(config);
    for (const core::ConfigProblem& problem : report.problems) {
        if (!report.valid && problem.severity == core::Severity::Error) {
            problems.push_back(problem);
            problems.back().key = "dump";
        }
    }
    return problems;
}

/// What a program that gets this configuration would write.
std::optional<core::DumpEstimate> estimateOf(
    const core::LaunchProfile& profile, const OperatorsPointer& operators)
{
    core::ConfigKinds kinds;
    core::registerConfigKinds(kinds);
    const core::ConfigKind* const kind = kinds.find(profile.kind);
    if (!kind || profile.configText.empty() || !operators || operators->empty())
        return std::nullopt;
    const core::DumpRequest request = kind->request({profile.configText});
    return request.isOn ? std::optional(core::estimateDump(request, *operators)) : std::nullopt;
}

struct LaunchAhead {
    std::vector<core::ConfigProblem> problems;
    std::optional<core::DumpEstimate> estimate;
};

} // namespace

LaunchSetup::LaunchSetup(TaskRunner& tasks, QObject* parent)
    : QObject(parent)
    , m_tasks(tasks)
    , m_profile(usualLaunch())
    , m_saved(m_profile)
{
    lookAhead();
}

void LaunchSetup::reset()
{
    m_file.clear();
    m_saved = usualLaunch();
    setProfile(m_saved);
    emit fileChanged();
}

void LaunchSetup::setProfile(const core::LaunchProfile& profile)
{
    m_misquoted.clear();
    take(profile);
}

void LaunchSetup::take(const core::LaunchProfile& profile)
{
    if (profile == m_profile)
        return;
    m_profile = profile;
    lookAhead();
    emit changed();
}

void LaunchSetup::setWords(Step step, const std::string& line,
    const std::function<std::vector<std::string>&(core::LaunchProfile&)>& place)
{
    const auto words = core::shellWords(line);
    m_misquoted.erase(step);
    if (!words)
        m_misquoted.emplace(step, words.error());
    edit([&](core::LaunchProfile& profile) { place(profile) = words.value_or(std::vector<std::string>()); });
    emit factsChanged();
}

void LaunchSetup::setArguments(const std::string& line)
{
    setWords(ProgramStep, line,
        [](core::LaunchProfile& profile) -> std::vector<std::string>& { return profile.arguments; });
}

void LaunchSetup::setUndisturbedFiles(const std::string& line)
{
    setWords(FolderStep, line,
        [](core::LaunchProfile& profile) -> std::vector<std::string>& { return profile.undisturbed.files; });
}

void LaunchSetup::setKind(const QString& kind)
{
    edit([&](core::LaunchProfile& profile) {
        if (profile.kind == kind.toStdString())
            return;
        profile.kind = kind.toStdString();
        profile.configText.clear();
        profile.configPath.clear();
        core::ConfigKinds kinds;
        core::registerConfigKinds(kinds);
        if (const core::ConfigKind* const known = kinds.find(profile.kind)) {
            if (auto text = known->create({}))
                profile.configText = std::move(*text);
        }
    });
}

QString LaunchSetup::name() const
{
    if (!m_file.isEmpty())
        return QFileInfo(m_file).completeBaseName();
    return QFileInfo(fromCore(m_profile.program)).fileName();
}

core::Result<void> LaunchSetup::load(const QString& path)
{
    TRY_ASSIGN(const core::LaunchProfileReport report, core::loadLaunchProfile(path.toStdString()));
    m_file = path;
    m_saved = report.profile;
    setProfile(report.profile);
    emit fileChanged();
    return {};
}

core::Result<void> LaunchSetup::save(const QString& path)
{
    TRY_VOID(core::saveLaunchProfile(path.toStdString(), m_profile));
    m_file = path;
    m_saved = m_profile;
    emit fileChanged();
    return {};
}

void LaunchSetup::lookAhead()
{
    m_ahead.start<LaunchAhead>(
        m_tasks, Lane::Interactive, tr("Checking the capture profile"), this,
        [profile = m_profile, operators = m_operators](
            core::TaskContext&, const TaskRunner::Post&) -> core::Result<LaunchAhead> {
            return LaunchAhead {problemsOf(profile), estimateOf(profile, operators)};
        },
        [this](core::Result<LaunchAhead> ahead) {
            if (!ahead)
                return;
            m_problems = std::move(ahead->problems);
            m_estimate = ahead->estimate;
            // The task is over in a moment; whoever asks hears then.
            QMetaObject::invokeMethod(this, &LaunchSetup::factsChanged, Qt::QueuedConnection);
        });
}

void LaunchSetup::setOperators(const OperatorsPointer& operators)
{
    m_operators = operators;
    lookAhead();
}

const LaunchSetup::Past* LaunchSetup::past() const
{
    const auto found = std::ranges::find(m_past, m_profile, &Past::profile);
    return found == m_past.end() ? nullptr : &*found;
}

void LaunchSetup::remember(const Past& past)
{
    constexpr qsizetype kMostPast = 20;
    m_past.removeIf([&](const Past& known) { return known.profile == past.profile; });
    m_past.append(past);
    if (m_past.size() > kMostPast)
        m_past.removeFirst();
    emit factsChanged();
}

QString LaunchSetup::obstacle(Step step) const
{
    if (const auto misquoted = m_misquoted.find(step); misquoted != m_misquoted.end())
        return coreError(misquoted->second);
    if (step == ProgramStep && m_profile.program.empty())
        return tr("Choose a program.");
    if (step == FolderStep && m_profile.output.empty())
        return tr("Choose a folder for the dump.");
    if (step == ProgramStep && m_profile.program.find('/') == std::string::npos
        && QStandardPaths::findExecutable(fromCore(m_profile.program)).isEmpty())
        return tr("%1 is not in PATH.").arg(fromCore(m_profile.program));
    if (step == ProgramStep && m_profile.program.find('/') != std::string::npos
        && !QFileInfo(fromCore(m_profile.program)).isExecutable())
        return tr("%1 cannot be started: it is not an executable file.").arg(fromCore(m_profile.program));
    for (const core::ConfigProblem& problem : m_problems) {
        const bool isDump = problem.key.starts_with("dump");
        const bool isFolder = problem.key == "output";
        const Step place = isDump ? DumpStep : isFolder ? FolderStep : ProgramStep;
        if (problem.severity == core::Severity::Error && place == step)
            return coreAdvice(problem.message, problem.fix);
    }
    return {};
}

QString LaunchSetup::obstacle() const
{
    for (const Step step : {ProgramStep, EnvironmentStep, DumpStep, FolderStep}) {
        if (const QString one = obstacle(step); !one.isEmpty())
            return one;
    }
    return {};
}

QString LaunchSetup::commandLine() const
{
    if (!m_file.isEmpty() && !isModified())
        return fromCore(core::commandText(core::CaptureRequest {.profileFile = m_file.toStdString()}));
    // Some things only a profile says.
    if (!m_profile.configText.empty() || !m_profile.configPlace.empty())
        return {};
    return fromCore(core::commandText(
        core::CaptureRequest {.form = "run", .launch = core::LaunchOptions::of(m_profile)}));
}

} // namespace dumpscope::gui
