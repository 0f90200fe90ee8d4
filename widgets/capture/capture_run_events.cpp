// SPDX-License-Identifier: GPL-3.0-or-later
// What a capture hears while it runs.
#include "capture/capture_run.h"

#include "capture/live_lookup.h"
#include "capture/state_row.h"
#include "common/core_sentences.h"
#include "common/core_text.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr int kGrowShare = 10; ///< of the time may be spent on reading the dump while it grows

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

} // namespace

void CaptureRun::passUntil(int step)
{
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
}

void CaptureRun::enter(int step)
{
    if (step < 0 || step == m_current)
        return;
    passUntil(step);
    Step& entered = m_steps[static_cast<std::size_t>(step)];
    entered.glyph = dumpscope::gui::State::Running;
    entered.beganMs = m_clock.elapsed();
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
        if (const int step = stepOf(event.text.text()); step >= 0) {
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
        say(tr("execution %1 of %2 done").arg(event.done).arg(event.total));
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
    if (!batch.files.empty() || !batch.findings.empty()) {
        auto kept = std::make_shared<RunBatch>();
        for (const core::LiveBatch::File& file : batch.files)
            kept->files.push_back(file.path);
        kept->findings = batch.findings;
        m_batches.push_back(std::move(kept));
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

// A folder that holds earlier dumps may be open already.
OpenedRoot* CaptureRun::openedBefore() const
{
    const QString path = QDir::cleanPath(QFileInfo(m_folder).absoluteFilePath());
    const auto& roots = m_session.roots();
    const auto found = std::ranges::find(roots, path, &OpenedRoot::path);
    return found == roots.end() ? nullptr : *found;
}

// The tree and the tables grow with the dump, rarer the longer it takes to read it.
void CaptureRun::growDump()
{
    if (m_state != State::Running || m_current == kOpening || m_folder.isEmpty())
        return;
    if (!m_root)
        m_root = openedBefore();
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
    const core::TensorId id = core::findLiveTensors(*m_root->index(), std::span(&tensor, 1)).front();
    return id.isValid() ? TensorRef {m_root, id} : TensorRef {};
}

bool CaptureRun::hasWritten(const TensorRef& tensor) const
{
    if (!tensor.isValid() || tensor.root != m_root)
        return false;
    const std::string path = m_root->index()->filePath(tensor.row().file);
    return std::ranges::any_of(m_batches,
        [&](const auto& batch) { return std::ranges::find(batch->files, path) != batch->files.end(); });
}

TensorRef CaptureRun::firstTensor() const
{
    if (!m_root || !m_root->index())
        return {};
    const core::DumpIndex& index = *m_root->index();
    std::vector<core::LiveTensor> asked;
    for (const Arrival& arrival : m_arrivals)
        asked.push_back(arrival.tensor);
    core::TensorId first;
    const auto isBetter = [&](core::TensorId id) {
        if (!first.isValid())
            return true;
        const bool hasValues = index.tensor(id).state == core::TensorState::Ok;
        const bool hadValues = index.tensor(first).state == core::TensorState::Ok;
        return hasValues != hadValues ? hasValues : id < first;
    };
    for (const core::TensorId id : core::findLiveTensors(index, asked)) {
        if (id.isValid() && isBetter(id))
            first = id;
    }
    return first.isValid() ? TensorRef {m_root, first} : TensorRef {};
}

} // namespace dumpscope::gui
