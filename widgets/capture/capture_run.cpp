// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture_run.h"

#include "common/core_text.h"

#include <QDateTime>
#include <QDir>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr int kOpening = CaptureRun::kSteps - 1;
constexpr int kGrowMs = 500; ///< at least between two readings of the dump while it grows
constexpr int kGrowShare = 10;

int stepOf(std::string_view word)
{
    const auto found = std::ranges::find(core::kCaptureStates, word);
    const auto place = static_cast<int>(found - std::begin(core::kCaptureStates));
    return place < CaptureRun::kSteps ? place : -1;
}

qint64 now()
{
    return QDateTime::currentMSecsSinceEpoch();
}

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
        return core::fail(core::Code::Usage, error->message + ' ' + error->fix);
    if (!prepared.capturesSomething())
        return core::fail(core::Code::Usage, "the configuration captures nothing");
    job.placed(QString::fromStdString(prepared.folder));
    TRY_ASSIGN(const core::ConfigFile config, core::ConfigFile::make(job.scratch, prepared.configText));
    core::CaptureRequest request {core::runtimeCandidates(job.profile.runtime, job.place.runtimes), false,
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

// What is posted must not be dropped when the capture is stopped: what was written is told until the end, so
// the task's own stop is not the one that is used.
void CaptureRun::watch(core::LiveObserver& live, const TaskRunner::Post& post)
{
    const QPointer<CaptureRun> guard(this);
    live.arrived
        = [&post, guard](const core::LiveBatch& batch) { post([guard, batch] { guard->takeBatch(batch); }); };
    live.progress = [&post, guard](const core::LiveProgress& progress) {
        post([guard, progress] { guard->takeProgress(progress); });
    };
    live.index = [&post, guard](const std::shared_ptr<const core::DumpIndex>& index) {
        post([guard, folder = QString::fromStdString(index->root())] { guard->m_folder = folder; });
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
    const QPointer<CaptureRun> guard(this);
    m_tasks.start<void>(
        Lane::Bulk, tr("Capture %1").arg(title), this,
        [this, job, guard, stop = m_stop](
            core::TaskContext& task, const TaskRunner::Post& post) mutable -> core::Result<void> {
            const std::stop_callback both(task.stop, [&stop] { stop.request_stop(); });
            job.placed = [&post, guard](
                             const QString& folder) { post([guard, folder] { guard->m_folder = folder; }); };
            job.event = [&post, guard](const core::CaptureEvent& event) {
                post([guard, event] { guard->take(event); });
            };
            watch(job.live, post);
            return runCapture(job);
        },
        [this](const core::Result<void>& result) { finishHost(result); });
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
    const QPointer<CaptureRun> guard(this);
    m_tasks.start<core::LaunchReport>(
        Lane::Bulk, tr("Launch %1").arg(title), this,
        [this, profile, where, guard, control = m_control](
            core::TaskContext& task, const TaskRunner::Post& post) {
            core::LaunchObserver observer;
            observer.state = [&post, guard](std::string_view word, const std::string& awaited) {
                core::CaptureEvent event;
                event.kind = core::CaptureEvent::Kind::State;
                event.text = word;
                post([guard, event, awaited] {
                    guard->take(event);
                    guard->say(fromCore(awaited));
                });
            };
            observer.program = [&post, guard](const core::ProgramEvent& event) {
                post([guard, event] { guard->take(event); });
            };
            observer.diskFull = [&post, guard](std::uint64_t, const std::string& text) {
                post([guard, text] {
                    guard->m_diskTrouble = fromCore(text);
                    guard->say(guard->m_diskTrouble, true);
                    emit guard->stateChanged();
                });
            };
            observer.resumed = [&post, guard](const std::string& why) {
                post([guard, why] {
                    guard->m_diskTrouble.clear();
                    guard->say(fromCore(why));
                    emit guard->stateChanged();
                });
            };
            observer.problem = [&post, guard](const core::ConfigProblem& problem) {
                post([guard, problem] {
                    guard->say(fromCore(problem.message), problem.severity == core::Severity::Error);
                });
            };
            watch(observer.live, post);
            return core::launchProgram(profile, where, *control, observer, task);
        },
        [this](const core::Result<core::LaunchReport>& report) { finishLaunch(report); });
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
    if (std::exchange(m_state, State::Stopping) == State::Stopping)
        return;
    m_stop.request_stop();
    say(tr("Stopping."));
    emit stateChanged();
}

// --- What is heard

void CaptureRun::enter(int step)
{
    if (step < 0 || step == m_current)
        return;
    const qint64 at = m_clock.elapsed();
    for (int i = 0; i < step; ++i) {
        Step& before = m_steps[static_cast<std::size_t>(i)];
        if (before.glyph == dumpscope::gui::State::Fail)
            continue;
        if (before.beganMs >= 0) {
            before.glyph = dumpscope::gui::State::Pass;
            if (before.tookMs < 0)
                before.tookMs = at - before.beganMs;
        }
    }
    Step& entered = m_steps[static_cast<std::size_t>(step)];
    entered.glyph = dumpscope::gui::State::Running;
    entered.beganMs = at;
    m_current = step;
    emit stateChanged();
}

void CaptureRun::say(const QString& text, bool isProblem)
{
    m_log.push_back({now(), text, isProblem});
    ++m_logCount;
    if (m_log.size() > kLinesKept)
        m_log.pop_front();
    emit logGrew();
}

void CaptureRun::take(const core::CaptureEvent& event)
{
    using Kind = core::CaptureEvent::Kind;
    m_heard.restart();
    switch (event.kind) {
    case Kind::State:
        say(fromCore(event.text));
        enter(stepOf(event.text));
        break;
    case Kind::Log:
        say(fromCore(event.text));
        break;
    case Kind::Progress:
        m_marks.push_back({seconds(), static_cast<int>(event.done), false});
        m_executed = event.done;
        say(tr("execution %1 of %2 done").arg(event.done).arg(event.total));
        emit progressed();
        break;
    case Kind::Failed:
        m_failure = fromCore(event.text);
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
        say(tr("the program runs"));
        break;
    case Kind::Log:
        for (const std::string& line : event.lines)
            m_output.push_back({now(), fromCore(line), false});
        m_outputCount += static_cast<qint64>(event.lines.size());
        if (event.leftOut > 0) {
            m_output.push_back({now(), tr("%1 more lines are in the log file").arg(event.leftOut), false});
            ++m_outputCount;
        }
        while (m_output.size() > kLinesKept)
            m_output.pop_front();
        emit outputGrew();
        break;
    case Kind::Note:
        say(fromCore(event.text));
        break;
    case Kind::Ended:
        say(fromCore(event.end.words), !event.end.isSuccess());
        break;
    case Kind::Processes:
        break;
    }
}

void CaptureRun::takeBatch(const core::LiveBatch& batch)
{
    m_heard.restart();
    const qint64 at = now();
    for (const core::LiveTensor& tensor : batch.tensors) {
        const auto known = std::find_if(m_arrivals.rbegin(), m_arrivals.rend(), [&](const Arrival& one) {
            return one.tensor.isHalfWritten && one.tensor.file == tensor.file && one.tensor.io == tensor.io
                && one.tensor.slot == tensor.slot && one.tensor.entry == tensor.entry;
        });
        if (known != m_arrivals.rend())
            *known = {tensor, at};
        else
            m_arrivals.push_back({tensor, at});
    }
    while (m_arrivals.size() > kArrivalsKept) {
        m_arrivals.pop_front();
        ++m_arrivalsDropped;
    }
    for (const core::LiveFinding& finding : batch.findings) {
        if (!finding.isRecord)
            continue; // the values of what arrived say so themselves
        m_findings.push_back(finding);
        m_marks.push_back({seconds(), -1, true});
        say(tr("overflow: %1").arg(fromCore(finding.opName.empty() ? finding.file : finding.opName)), true);
    }
    emit arrived();
    if (!batch.findings.empty())
        emit overflowFound();
    if (!m_grow.isActive())
        m_grow.start();
}

void CaptureRun::takeProgress(const core::LiveProgress& progress)
{
    m_live = progress;
    m_samples.push_back({seconds(), progress.bytesPerSecond});
    emit progressed();
}

// The tree and the tables grow with the dump, rarer the longer it takes to read it.
void CaptureRun::growDump()
{
    if (m_state != State::Running || m_current == kOpening || m_folder.isEmpty())
        return;
    if (!m_root) {
        m_root = m_session.open(m_folder);
    } else if (m_root->task() && !m_root->task()->isOver()) {
        m_grow.start();
    } else if (m_root->task() && m_grown.elapsed() < m_root->task()->elapsedMs() * kGrowShare) {
        m_grow.start();
    } else {
        m_session.rescan(m_root);
    }
    m_grown.restart();
}

TensorRef CaptureRun::find(const core::LiveTensor& tensor) const
{
    if (!m_root || !m_root->index())
        return {};
    const core::DumpIndex& index = *m_root->index();
    const core::StringId name = index.findString(tensor.opName);
    if (!name.isValid())
        return {};
    for (const core::TensorId id : index.tensorsOfOperator(name)) {
        const core::TensorRow& row = index.tensor(id);
        if (row.io == tensor.io && row.slot == tensor.slot && index.filePath(row.file) == tensor.file
            && index.text(row.entry) == tensor.entry)
            return {m_root, id};
    }
    return {};
}

// --- The end

void CaptureRun::finishHost(const core::Result<void>& result)
{
    if (result)
        endWith(State::Done, {});
    else if (result.error().code == core::Code::Cancelled)
        endWith(State::Cancelled, {});
    else
        endWith(State::Failed, fromCore(result.error().text()));
}

void CaptureRun::finishLaunch(const core::Result<core::LaunchReport>& report)
{
    m_diskTrouble.clear();
    if (!report)
        return report.error().code == core::Code::Cancelled
            ? endWith(State::Cancelled, {})
            : endWith(State::Failed, fromCore(report.error().text()));
    m_folder = fromCore(report->output);
    if (report->undisturbed) {
        m_undisturbed = report->undisturbed->isEqual() ? tr("Without a dump it gives the same.")
                                                       : tr("Without a dump it gives something else.");
        for (const auto& output : report->undisturbed->outputs)
            say(fromCore(output.name + ": " + output.why), !output.isEqual);
    }
    if (report->end.isSuccess())
        endWith(State::Done, {});
    else if (report->end.wasStopped)
        endWith(State::Cancelled, {});
    else
        endWith(State::Failed,
            fromCore(
                report->end.words + (report->end.lastError.empty() ? "" : "\n" + report->end.lastError)));
}

void CaptureRun::endWith(State outcome, const QString& why)
{
    m_outcome = outcome;
    Step& last = m_steps[static_cast<std::size_t>(std::max(0, m_current))];
    if (outcome != State::Done) {
        last.glyph
            = outcome == State::Failed ? dumpscope::gui::State::Fail : dumpscope::gui::State::NotComparable;
        if (last.beganMs >= 0)
            last.tookMs = m_clock.elapsed() - last.beganMs;
    }
    if (outcome == State::Failed && m_failure.isEmpty()) {
        m_failure = why;
        say(m_failure, true);
    }
    openWhole();
}

// As a whole and anew: whatever was missed on the way is there now, what is half-written is marked.
void CaptureRun::openWhole()
{
    const bool hasFiles
        = !m_folder.isEmpty() && !QDir(m_folder).isEmpty(QDir::AllEntries | QDir::NoDotAndDotDot);
    if (!hasFiles)
        return conclude();
    if (m_outcome == State::Done) {
        enter(kOpening);
    } else {
        m_current = kOpening; // waited for, without being a state of this run
    }
    m_grow.stop();
    readWhole();
}

void CaptureRun::readWhole()
{
    if (m_isWhole || !isActive())
        return;
    const bool isOpen = m_root && m_session.roots().contains(m_root.data());
    if (isOpen && m_root->task() && !m_root->task()->isOver()) {
        m_root->task()->cancel(); // it began before the last file was there
        return;
    }
    m_isWhole = true;
    if (isOpen)
        m_session.rescan(m_root);
    else
        m_root = m_session.open(m_folder);
    if (m_root->state() != OpenedRoot::State::Loading)
        conclude();
}

void CaptureRun::conclude()
{
    m_tookMs = m_clock.elapsed();
    if (m_outcome == State::Done) {
        Step& opening = m_steps[kOpening];
        opening.glyph = dumpscope::gui::State::Pass;
        if (opening.beganMs >= 0)
            opening.tookMs = m_tookMs - opening.beganMs;
    }
    if (m_root && m_root->index()) {
        const core::DumpIndex& index = *m_root->index();
        m_live.files = index.fileCount();
        m_live.bytes = index.totalBytes();
        m_live.tensors = index.tensorCount();
    }
    m_current = -1;
    m_state = m_outcome;
    m_sinceEnd.start();
    emit stateChanged();
    emit dumpGrew();
    emit progressed();
    emit ended();
}

} // namespace dumpscope::gui
