// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture_run.h"

#include "capture/live_lookup.h"
#include "common/core_sentences.h"
#include "common/core_text.h"

#include <QDateTime>
#include <QDir>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr int kGrowMs = 500; ///< at least between two readings of the dump while it grows

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
{
    m_grow.setSingleShot(true);
    m_grow.setInterval(kGrowMs);
    connect(&m_grow, &QTimer::timeout, this, &CaptureRun::growDump);
    connect(&session, &Session::rootChanged, this, [this](OpenedRoot* root) {
        if (root != m_root || root->state() == OpenedRoot::State::Loading || !isActive())
            return;
        if (m_current != kOpening)
            emit dumpGrew();
        else if (m_isWhole)
            conclude();
        else // its task ends first
            QMetaObject::invokeMethod(this, &CaptureRun::readWhole, Qt::QueuedConnection);
    });
    connect(&session, &Session::rootAboutToBeRemoved, this, [this](OpenedRoot* root) {
        if (root == m_root && m_current == kOpening && isActive())
            conclude();
    });
}

void CaptureRun::reset()
{
    m_folder.clear();
    m_failure.clear();
    m_steps = {};
    m_current = -1;
    m_executed = 0;
    m_live = {};
    m_log.clear();
    m_logCount = 0;
    m_output.clear();
    m_outputCount = 0;
    m_diskTrouble.clear();
    m_undisturbed.clear();
    m_control.reset();
    m_samples.clear();
    m_marks.clear();
    m_arrivals.clear();
    m_arrivalsDropped = 0;
    m_findings.clear();
    m_batches.clear();
    m_root = nullptr;
    m_isWhole = false;
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
        post([this, folder = QString::fromStdString(index->root())] { m_folder = folder; });
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
            job.placed
                = [this, &post](const QString& folder) { post([this, folder] { m_folder = folder; }); };
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
    say(tr("Stopping."));
    emit stateChanged();
}

} // namespace dumpscope::gui
