// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a capture: what came of it, and its dump as a whole.
#include "capture/capture_run.h"

#include "common/core_sentences.h"
#include "common/core_text.h"

#include <QDir>

#include <algorithm>

namespace dumpscope::gui {

void CaptureRun::finishHost(const core::Result<void>& result)
{
    if (result)
        endWith(State::Done, {});
    else if (result.error().code == core::Code::Cancelled)
        endWith(State::Cancelled, {});
    else
        endWith(State::Failed, coreError(result.error()));
}

void CaptureRun::finishLaunch(const core::Result<core::LaunchReport>& report)
{
    m_diskTrouble.clear();
    if (!report)
        return report.error().code == core::Code::Cancelled
            ? endWith(State::Cancelled, {})
            : endWith(State::Failed, coreError(report.error()));
    m_folder = fromCore(report->output);
    if (report->undisturbed) {
        m_undisturbed = report->undisturbed->isEqual() ? tr("Without a dump it gives the same.")
                                                       : tr("Without a dump it gives something else.");
        for (const auto& output : report->undisturbed->outputs)
            say(fromCore(output.name) + QStringLiteral(": ") + coreWords(output.why), !output.isEqual);
    }
    if (report->end.isSuccess())
        endWith(State::Done, {});
    else if (report->end.wasStopped)
        endWith(State::Cancelled, {}, programStep());
    else
        endWith(State::Failed, coreSentence(report->end.words), programStep());
}

// In which a launched program ended; what it wrote was drained afterwards, whatever its end.
int CaptureRun::programStep() const
{
    int step = kExecuting;
    while (step > 0 && m_steps[static_cast<std::size_t>(step)].beganMs < 0)
        --step;
    return step;
}

void CaptureRun::endWith(State outcome, const QString& why)
{
    endWith(outcome, why, std::max(0, m_current));
}

void CaptureRun::endWith(State outcome, const QString& why, int step)
{
    m_outcome = outcome;
    if (outcome != State::Done) {
        passUntil(kOpening);
        m_steps[static_cast<std::size_t>(step)].glyph
            = outcome == State::Failed ? dumpscope::gui::State::Fail : dumpscope::gui::State::NotComparable;
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
    if (!m_root)
        m_root = openedBefore();
    const bool isOpen = m_root && m_session.roots().contains(m_root.data());
    if (Task* const early = m_root ? m_root->task() : nullptr; isOpen && early && !early->isOver()) {
        // It began before the last file was there. Another may follow that keeps what it read.
        connect(early, &Task::finished, this, &CaptureRun::readWhole,
            static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::UniqueConnection));
        early->cancel();
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
    m_current = -1;
    m_state = m_outcome;
    m_sinceEnd.start();
    emit stateChanged();
    emit dumpGrew();
    emit progressed();
    emit ended();
}

} // namespace dumpscope::gui
