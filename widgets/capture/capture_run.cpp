// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture_run.h"

#include "capture/live_dump.h"
#include "capture/state_row.h"
#include "common/core_sentences.h"
#include "common/core_text.h"

#include <QDir>

#include <algorithm>

namespace dumpscope::gui {

namespace {

/// What the capture's own thread needs.
struct Job {
    core::CaptureProfile profile;
    CapturePlace place;
    std::string scratch; ///< folder for the configuration's file
    std::shared_ptr<const core::FormatRegistry> formats;
    std::stop_token stop;
    std::function<void(const QString& folder)> placed;
    core::CaptureSink event;
    core::LiveObserver live;
};

core::Result<void> runCapture(const Job& job)
{
    TRY_ASSIGN(const core::PreparedCapture prepared,
        core::prepareCapture(job.profile.dumpText, core::freeFolder(job.profile.output)));
    if (const core::AclFinding* const error = prepared.check.firstError())
        return core::fail(core::Code::Usage, core::phrase("%1 %2", error->message, error->fix));
    if (!prepared.capturesSomething())
        return core::fail(core::Code::Usage, core::phrase("the configuration captures nothing"));
    job.placed(QString::fromStdString(prepared.folder));
    TRY_ASSIGN(const core::ConfigFile config, core::ConfigFile::make(job.scratch, prepared.configText));
    core::CaptureHostRequest request {core::runtimeCandidates(job.profile.runtime, job.place.runtimes), false,
        job.profile.model, job.profile.inputs, config.path(), job.profile.device, job.profile.runs};
    core::HostProgram host = job.place.host;
    host.silence = std::chrono::milliseconds(static_cast<std::int64_t>(job.profile.timeout * 1000));
    TRY_ASSIGN(const auto follower, core::LiveDump::start(prepared.folder, job.formats, {}, job.live));
    const auto done = core::captureInHost(request, host, job.event, job.stop);
    follower->finish();
    return done;
}

} // namespace

CaptureRun::CaptureRun(Session& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_dump(session)
{
    connect(&m_dump, &GrowingDump::grew, this, &CaptureRun::dumpGrew);
    connect(&m_dump, &GrowingDump::ended, this, &CaptureRun::conclude);
}

void CaptureRun::reset()
{
    m_failure.clear();
    m_steps = {};
    m_executed = 0;
    m_live = {};
    m_log = {};
    m_output = {};
    m_diskTrouble.clear();
    m_undisturbed.clear();
    m_control.reset();
    m_samples.clear();
    m_marks.clear();
    m_arrivals = {};
    m_findings.clear();
    m_dump.begin();
    m_tookMs = 0;
}

void CaptureRun::begin(const QString& title)
{
    reset();
    m_title = title;
    ++m_number;
    m_state = m_outcome = State::Running;
    m_stop = {};
    m_clock.start();
    m_heard.start();
}

// What was written is reported until the end, also when the task was cancelled, so not its own way to post.
// The tasks of this object end before it does.
TaskRunner::Post CaptureRun::publisher()
{
    return [this](std::function<void()> tell) {
        QMetaObject::invokeMethod(this, std::move(tell), Qt::QueuedConnection);
    };
}

// In the task's thread.
void CaptureRun::watch(core::LiveObserver& live, const TaskRunner::Post& post)
{
    live.arrived = [this, &post](const core::LiveBatch& batch) { post([this, batch] { takeBatch(batch); }); };
    live.progress = [this, &post](const core::LiveProgress& progress) {
        post([this, progress] { takeProgress(progress); });
    };
    live.index = [this, &post](const std::shared_ptr<const core::DumpIndex>& index) {
        post([this, folder = QString::fromStdString(index->root())] { m_dump.setFolder(folder); });
    };
}

void CaptureRun::start(const core::CaptureProfile& profile, const CapturePlace& place, const QString& title)
{
    if (isActive())
        return;
    begin(title);
    m_isLaunch = false;
    m_profile = profile;
    emit started();
    enter(0);
    // The session outlives its captures.
    const std::shared_ptr<const core::FormatRegistry> formats(std::shared_ptr<void>(), &m_session.formats());
    Job job {profile, place, QDir::tempPath().toStdString(), formats, m_stop.get_token(), {}, {}, {}};
    m_tasks.start<void>(
        Lane::Bulk, tr("Capture %1").arg(title), this,
        [this, job, stop = m_stop, post = publisher()](
            core::TaskContext& task, const TaskRunner::Post&) mutable -> core::Result<void> {
            const std::stop_callback cancelled(task.stop, [this, &stop, &post] {
                stop.request_stop();
                post([this] { beginStopping(); });
            });
            job.placed = [this, &post](
                             const QString& folder) { post([this, folder] { m_dump.setFolder(folder); }); };
            job.event
                = [this, &post](const core::CaptureEvent& event) { post([this, event] { take(event); }); };
            watch(job.live, post);
            return runCapture(job);
        },
        // After all that was reported before the end; the result of a task comes by another way, which may be
        // shorter.
        [this](const core::Result<void>& result) { publisher()([this, result] { finishHost(result); }); });
}

void CaptureRun::launch(const core::LaunchProfile& profile, const CapturePlace& place, const QString& title)
{
    if (isActive())
        return;
    begin(title);
    m_isLaunch = true;
    m_launch = profile;
    m_control = std::make_shared<core::LaunchControl>();
    emit started();
    enter(0);
    core::LaunchPlace where {place.programHost, place.programHost.environment, {}};
    where.formats = {std::shared_ptr<void>(), &m_session.formats()};
    m_tasks.start<core::LaunchReport>(
        Lane::Bulk, tr("Launch %1").arg(title), this,
        [this, profile, where, control = m_control, post = publisher()](
            core::TaskContext& task, const TaskRunner::Post&) {
            const std::stop_callback cancelled(
                task.stop, [this, &post] { post([this] { beginStopping(); }); });
            core::LaunchObserver observer = launchObserver(post);
            watch(observer.live, post);
            return core::launchProgram(profile, where, *control, observer, task);
        },
        [this](const core::Result<core::LaunchReport>& report) {
            publisher()([this, report] { finishLaunch(report); });
        });
}

// In the task's thread.
core::LaunchObserver CaptureRun::launchObserver(const TaskRunner::Post& post)
{
    core::LaunchObserver observer;
    observer.state = [this, &post](std::string_view word, const core::Message& awaited) {
        core::CaptureEvent event;
        event.kind = core::CaptureEvent::Kind::State;
        event.text = word;
        post([this, event, awaited] {
            take(event);
            m_awaited = coreWords(awaited);
            say(m_awaited);
        });
    };
    observer.program
        = [this, &post](const core::ProgramEvent& event) { post([this, event] { take(event); }); };
    observer.diskFull = [this, &post](std::uint64_t, const core::Message& text) {
        post([this, text] {
            m_diskTrouble = coreSentence(text);
            say(m_diskTrouble, true);
            emit stateChanged();
        });
    };
    observer.resumed = [this, &post](const core::Message& why) {
        post([this, why] {
            m_diskTrouble.clear();
            say(coreWords(why));
            emit stateChanged();
        });
    };
    observer.problem = [this, &post](const core::ConfigProblem& problem) {
        post([this, problem] {
            say(coreAdvice(problem.message, problem.fix), problem.severity == core::Severity::Error);
        });
    };
    return observer;
}

void CaptureRun::resume()
{
    if (m_control)
        m_control->resume();
}

bool CaptureRun::hasJustEnded() const
{
    constexpr qint64 kJust = 5000;
    return !isActive() && m_sinceEnd.isValid() && m_sinceEnd.elapsed() < kJust;
}

void CaptureRun::stop()
{
    if (!isActive())
        return;
    if (m_isLaunch)
        m_control->stop();
    beginStopping();
}

void CaptureRun::beginStopping()
{
    if (!isActive() || std::exchange(m_state, State::Stopping) == State::Stopping)
        return;
    m_stop.request_stop();
    m_dump.hold();
    say(tr("Stopping."));
    emit stateChanged();
}

// What it hears while it runs.

void CaptureRun::enter(int step)
{
    if (m_steps.enter(step, m_clock.elapsed()))
        emit stateChanged();
}

void CaptureRun::say(const QString& text, bool isProblem)
{
    m_log.append(text, isProblem);
    emit logGrew();
}

void CaptureRun::take(const core::CaptureEvent& event)
{
    using Kind = core::CaptureEvent::Kind;
    m_heard.restart();
    switch (event.kind) {
    case Kind::State:
        if (const int step = RunSteps::named(event.text.text()); step >= 0) {
            say(captureStepTitle(step));
            enter(step);
        } else {
            say(coreWords(event.text));
        }
        break;
    case Kind::Log:
        say(fromCore(event.text.text()));
        break;
    case Kind::Progress:
        m_marks.push_back({seconds(), static_cast<int>(event.done), false});
        m_executed = event.done;
        say(tr("Execution %1 of %2 done.").arg(event.done).arg(event.total));
        emit progressed();
        break;
    case Kind::Failed:
        m_failure = coreWords(event.text);
        say(m_failure, true);
        break;
    case Kind::Devices:
    case Kind::Done:
        break;
    }
}

void CaptureRun::take(const core::ProgramEvent& event)
{
    using Kind = core::ProgramEvent::Kind;
    m_heard.restart();
    switch (event.kind) {
    case Kind::Started:
        say(tr("Program started."));
        break;
    case Kind::Log:
        for (const std::string& line : event.lines)
            m_output.append(fromCore(line));
        if (event.leftOut > 0)
            m_output.append(tr("Further lines in the log file: %1.").arg(event.leftOut));
        emit outputGrew();
        break;
    case Kind::Note:
        say(coreWords(event.text));
        break;
    case Kind::Ended:
        say(coreWords(event.end.words), !event.end.isSuccess());
        break;
    case Kind::Processes:
        break;
    }
}

void CaptureRun::takeBatch(const core::LiveBatch& batch)
{
    m_heard.restart();
    m_arrivals.take(batch);
    for (const core::LiveFinding& finding : batch.findings) {
        if (!finding.isRecord)
            continue; // the values of what arrived say so themselves
        m_findings.push_back(finding);
        m_marks.push_back({seconds(), -1, true});
        say(tr("Overflow: %1").arg(fromCore(finding.opName.empty() ? finding.file : finding.opName)), true);
    }
    emit arrived();
    if (!batch.findings.empty())
        emit overflowFound();
    m_dump.growSoon();
}

void CaptureRun::takeProgress(const core::LiveProgress& progress)
{
    m_live = progress;
    m_samples.push_back({seconds(), progress.bytesPerSecond});
    emit progressed();
}

// The end: what came of it, and its dump as a whole.

void CaptureRun::finishHost(const core::Result<void>& result)
{
    const int reached = std::max(0, m_steps.current());
    if (result)
        endWith(State::Done, {}, reached);
    else if (result.error().code == core::Code::Cancelled)
        endWith(State::Cancelled, {}, reached);
    else
        endWith(State::Failed, coreError(result.error()), reached);
}

void CaptureRun::finishLaunch(const core::Result<core::LaunchReport>& report)
{
    m_diskTrouble.clear();
    const int reached = std::max(0, m_steps.current());
    if (!report)
        return report.error().code == core::Code::Cancelled
            ? endWith(State::Cancelled, {}, reached)
            : endWith(State::Failed, coreError(report.error()), reached);
    m_dump.setFolder(fromCore(report->output));
    if (report->undisturbed) {
        const std::optional<bool> equal = report->undisturbed->equal();
        m_undisturbed = !equal ? tr("It is not known whether the results are the same without a dump.")
            : *equal           ? tr("The results are the same without a dump.")
                               : tr("The results differ without a dump.");
        for (const auto& output : report->undisturbed->outputs)
            say(fromCore(output.name) + QStringLiteral(": ") + coreWords(output.why), output.equal != true);
    }
    const int step = m_steps.lastOfProgram(); // what it wrote was drained afterwards, whatever its end
    if (report->end.isSuccess())
        endWith(State::Done, {}, step);
    else if (report->end.wasStopped)
        endWith(State::Cancelled, {}, step);
    else
        endWith(State::Failed, coreSentence(report->end.words), step);
}

void CaptureRun::endWith(State outcome, const QString& why, int step)
{
    m_outcome = outcome;
    if (outcome != State::Done) {
        m_steps.breakOff(step,
            outcome == State::Failed ? dumpscope::gui::State::Fail : dumpscope::gui::State::NotComparable,
            m_clock.elapsed());
    }
    if (outcome == State::Failed && m_failure.isEmpty()) {
        m_failure = why;
        say(m_failure, true);
    }
    openWhole();
}

void CaptureRun::openWhole()
{
    if (m_dump.hasFiles()) {
        if (m_outcome == State::Done)
            enter(RunSteps::kOpening);
        else
            m_steps.await(RunSteps::kOpening);
    }
    m_dump.readWhole();
}

void CaptureRun::conclude()
{
    m_tookMs = m_clock.elapsed();
    if (m_outcome == State::Done)
        m_steps.passLast(m_tookMs);
    m_steps.leave();
    m_state = m_outcome;
    m_sinceEnd.start();
    emit stateChanged();
    emit dumpGrew();
    emit progressed();
    emit ended();
}

bool CaptureRun::hasWritten(const TensorRef& tensor) const
{
    return tensor.isValid() && tensor.root == m_dump.root()
        && m_arrivals.hasFile(tensor.root->index()->filePath(tensor.row().file));
}

} // namespace dumpscope::gui
