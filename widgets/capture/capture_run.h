// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture_place.h"
#include "capture/growing_dump.h"
#include "capture/launch.h"
#include "capture/run_arrivals.h"
#include "capture/run_lines.h"
#include "capture/run_steps.h"

#include <QElapsedTimer>

namespace dumpscope::gui {

/// One capture while it runs and afterwards: states, what is awaited, what was said and what arrived. The
/// dump is a root of the session from its first file on and grows there. GUI thread; the capture runs in a
/// process of its own.
class CaptureRun : public QObject {
    Q_OBJECT
public:
    enum class State : std::uint8_t { Idle, Running, Stopping, Done, Failed, Cancelled };
    struct Sample {
        double second = 0, bytesPerSecond = 0;
    };
    struct Mark {
        double second = 0;
        int step = -1;
        bool isOverflow = false;
    };
    explicit CaptureRun(Session& session, QObject* parent = nullptr);

    /// Only while none runs. `title`: for the task strip.
    void start(const core::CaptureProfile& profile, const CapturePlace& place, const QString& title);
    /// The same with a program of the user's, which dumps as it is configured.
    void launch(const core::LaunchProfile& profile, const CapturePlace& place, const QString& title);
    /// What was written stays. A program is asked gently first; once more hurries.
    void stop();
    /// Goes on although the disk is nearly full.
    void resume();

    [[nodiscard]] State state() const { return m_state; }
    /// Cancelling its task is a stop.
    [[nodiscard]] TaskRunner& tasks() { return m_tasks; }
    [[nodiscard]] bool isActive() const { return m_state == State::Running || m_state == State::Stopping; }
    /// Its last files may still be noticed.
    [[nodiscard]] bool hasJustEnded() const;
    [[nodiscard]] const core::CaptureProfile& profile() const { return m_profile; }
    [[nodiscard]] const QString& title() const { return m_title; }
    [[nodiscard]] bool isLaunch() const { return m_isLaunch; }
    [[nodiscard]] const core::LaunchProfile& launchProfile() const { return m_launch; }
    /// What a launched program waits for because the disk is nearly full; empty: it does not.
    [[nodiscard]] const QString& diskTrouble() const { return m_diskTrouble; }
    /// Whether the program gave the same without a dump, in words; empty: it was not asked.
    [[nodiscard]] const QString& undisturbed() const { return m_undisturbed; }
    [[nodiscard]] int number() const { return m_number; } ///< of runs of this window
    [[nodiscard]] qint64 elapsedMs() const { return isActive() ? m_clock.elapsed() : m_tookMs; }
    [[nodiscard]] const RunSteps& steps() const { return m_steps; }
    /// What a launched program is waited for, in words.
    [[nodiscard]] const QString& awaited() const { return m_awaited; }
    /// Where it failed, in words: what, why and what to try.
    [[nodiscard]] const QString& failure() const { return m_failure; }
    /// Milliseconds since anything was heard of the device or the folder.
    [[nodiscard]] qint64 silenceMs() const { return isActive() ? m_heard.elapsed() : 0; }

    [[nodiscard]] quint64 executed() const { return m_executed; }
    [[nodiscard]] quint64 executions() const { return m_isLaunch ? 0 : static_cast<quint64>(m_profile.runs); }
    [[nodiscard]] const core::LiveProgress& live() const { return m_live; }
    [[nodiscard]] const RunLines& log() const { return m_log; }
    /// What a launched program printed.
    [[nodiscard]] const RunLines& output() const { return m_output; }
    [[nodiscard]] const std::vector<Sample>& samples() const { return m_samples; }
    [[nodiscard]] const std::vector<Mark>& marks() const { return m_marks; }
    [[nodiscard]] const RunArrivals& arrivals() const { return m_arrivals; }
    [[nodiscard]] const std::vector<core::LiveFinding>& findings() const { return m_findings; }
    [[nodiscard]] const GrowingDump& dump() const { return m_dump; }
    /// The tensor is in a file that this run wrote.
    [[nodiscard]] bool hasWritten(const TensorRef& tensor) const;

signals:
    void started();
    void stateChanged(); ///< state or step
    void progressed();
    void logGrew();
    void outputGrew();
    /// `updated`: rows behind `arrivals()` may have changed, too.
    void arrived();
    void overflowFound();
    void dumpGrew(); ///< the root has another index
    void ended();    ///< after the dump was opened as a whole

private:
    void reset();
    void begin(const QString& title);
    void beginStopping();
    [[nodiscard]] TaskRunner::Post publisher();
    void watch(core::LiveObserver& live, const TaskRunner::Post& post);
    [[nodiscard]] core::LaunchObserver launchObserver(const TaskRunner::Post& post);
    void take(const core::ProgramEvent& event);
    void finishLaunch(const core::Result<core::LaunchReport>& report);
    void endWith(State outcome, const QString& why, int step); ///< in which it ended
    void take(const core::CaptureEvent& event);
    void takeBatch(const core::LiveBatch& batch);
    void takeProgress(const core::LiveProgress& progress);
    void enter(int step);
    void say(const QString& text, bool isProblem = false);
    void finishHost(const core::Result<void>& result);
    void openWhole();
    void conclude();
    [[nodiscard]] double seconds() const { return static_cast<double>(m_clock.elapsed()) / 1000.0; }

    Session& m_session;
    TaskRunner m_tasks; ///< its own: a capture takes as long as it takes, and keeps nobody waiting
    State m_state = State::Idle, m_outcome = State::Idle;
    core::CaptureProfile m_profile;
    core::LaunchProfile m_launch;
    std::shared_ptr<core::LaunchControl> m_control;
    bool m_isLaunch = false;
    QString m_diskTrouble, m_undisturbed, m_awaited;
    QString m_title, m_failure;
    int m_number = 0;
    QElapsedTimer m_clock, m_heard, m_sinceEnd;
    qint64 m_tookMs = 0;
    RunSteps m_steps;
    quint64 m_executed = 0;
    core::LiveProgress m_live;
    RunLines m_log, m_output;
    std::vector<Sample> m_samples;
    std::vector<Mark> m_marks;
    RunArrivals m_arrivals;
    std::vector<core::LiveFinding> m_findings;
    GrowingDump m_dump;
    std::stop_source m_stop;
};

} // namespace dumpscope::gui
