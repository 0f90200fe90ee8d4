// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/due_timer.h"
#include "async/task_runner.h"
#include "compare/comparison.h"
#include "compare/measuring/side_selection.h"
#include "comparison/limits/verdict_changes.h"
#include "comparison/pairing/pairing_edits.h"
#include "comparison/results/known_tables.h"
#include "documents/session.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace dumpscope::gui {

/// What is compared with what, and how: everything a comparison starts from. The contract's options in
/// other words.
struct ComparisonSetup {
    struct Side {
        QPointer<OpenedRoot> root;
        core::SideRestriction restriction = {};
    };
    Side target, golden; ///< may be the same root with different steps, ranks or tensors
    QString profile = QStringLiteral("dumpscope");
    core::Limits limits = *core::presetLimits("precision");
    core::PairingOptions pairing = {};
    PairingEdits edits = {}; ///< said in the window, on top of the files
    QString filter = {};     ///< docs/contract.md 2 over the target's tensors
    QString metrics = {};    ///< as --metrics takes them; empty: the profile's
    double atol = core::MeasureOptions().atol, rtol = core::MeasureOptions().rtol; ///< of mismatch_ratio
    std::size_t top = 0, blocks = 0;      ///< worst elements and pieces of the error map that reports show
    std::vector<std::string> models = {}; ///< ONNX files of which suspected operators are run again
    /// Packages of config_check that do not lie in the dumps; empty: those that do.
    std::string targetEnvironment = {}, goldenEnvironment = {};
    std::string truth = {}; ///< a third dump that is nearer to the truth than both; empty: none
};

/// One comparison while it runs and afterwards. What it hands out is immutable and may be used by tasks.
/// GUI thread.
class ComparisonDocument : public QObject {
    Q_OBJECT
public:
    /// Waiting: a side is still being read.
    enum class State : std::uint8_t { Waiting, Running, Done, Failed, Cancelled };

    ComparisonDocument(TaskRunner& tasks, ComparisonSetup setup, QObject* parent = nullptr);

    [[nodiscard]] const ComparisonSetup& setup() const { return m_setup; }
    /// "target and golden" by their names, for tabs and menus.
    [[nodiscard]] QString title() const;
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isOver() const { return m_state >= State::Done; }
    [[nodiscard]] const std::optional<core::Error>& error() const { return m_error; }
    /// Of the run, or of judging anew; null before the first.
    [[nodiscard]] Task* task() const { return m_run.task(); }

    /// The rows that are known by now; null until pairing is done. A newer table has at least the rows of
    /// the one before, unless the comparison was started again.
    [[nodiscard]] const std::shared_ptr<const core::PairTable>& pairs() const { return m_pairs; }
    [[nodiscard]] const core::Suspicion& suspicion() const { return *m_suspicion; }
    /// The same for tasks and models that keep it; never null.
    [[nodiscard]] const std::shared_ptr<const core::Suspicion>& sharedSuspicion() const
    {
        return m_suspicion;
    }
    [[nodiscard]] const std::optional<core::FirstDivergence>& firstDivergence() const { return m_divergence; }
    /// Summary, cube, unpaired tensors and problems; null while it runs, unless rows of the run before are
    /// still shown. `partial` when it was stopped.
    [[nodiscard]] const std::shared_ptr<const core::Comparison>& result() const { return m_result; }

    [[nodiscard]] TensorRef targetOf(std::size_t row) const;
    [[nodiscard]] TensorRef goldenOf(std::size_t row) const;

    /// Starts, or starts again after other pairing or sides; pairs that were measured stay measured.
    void run(ComparisonSetup setup);
    /// Measures both sides against a third dump as well; without one where it is empty. What is measured
    /// stays.
    void setTruth(const std::string& path);
    /// Computes in the background what would be left of the error without the first suspects.
    void weighSuspects();
    /// Goes on where it was stopped.
    void resume() { run(m_setup); }
    /// Measures every pair again.
    void runAgain();
    void cancel() { m_run.cancel(); }
    /// Judges anew in the background; what is still running, when it is done.
    void setLimits(core::Limits limits);
    /// The preset or the file that has the rules of the limits; the command line names it.
    void setLimitsName(const QString& name)
    {
        m_setup.limits.name = name.toStdString();
        emit filesNamed();
    }
    /// Where the edits of the pairing were saved; the command line names it.
    void setPairingFile(const QString& file)
    {
        m_setup.edits.file = file;
        emit filesNamed();
    }
    /// Until everybody was notified of the new verdicts.
    [[nodiscard]] bool isJudging() const
    {
        return isPublishing() || (m_judging.task() && !m_judging.task()->isOver());
    }
    /// Something is new that not everybody was notified of yet.
    [[nodiscard]] bool isPublishing() const { return m_turn.isActive(); }

signals:
    void stateChanged();
    /// Limits or pairing are in a file now, and nothing else is new: the command line names it.
    void filesNamed();
    /// More rows behind the known ones.
    void pairsGrew();
    /// Other rows, or other verdicts of the same rows.
    void pairsReplaced();
    void suspicionChanged();
    void divergenceChanged();
    /// Other limits or another pairing are through; everything else was published before.
    void verdictsChanged(const dumpscope::gui::VerdictChanges& changes);

private:
    void startWhenReady();
    void start(bool keepsTable);
    void judge();
    using Signal = void (ComparisonDocument::*)();
    /// Everything is the new one at once, which is published in several turns of the event loop; `then` in
    /// the last of them.
    void take(core::Comparison comparison, std::function<void()> then = {});
    void publishNext();
    void publishRest();
    void clear();
    void setState(State state);

    TaskRunner& m_tasks;
    ComparisonSetup m_setup;
    State m_state = State::Waiting;
    LatestOnly m_run, m_judging;
    std::shared_ptr<const core::PairTable> m_pairs;
    std::shared_ptr<const core::Suspicion> m_suspicion = std::make_shared<const core::Suspicion>();
    std::optional<core::FirstDivergence> m_divergence;
    std::shared_ptr<const core::Comparison> m_result;
    std::optional<core::Error> m_error;
    std::shared_ptr<core::PairingMemory> m_memory;
    KnownTables m_known;          ///< what was measured, for the next run
    PairingEdits m_shownEdits;    ///< of the rows that are shown
    bool m_limitsChanged = false; ///< since the run began
    DueTimer m_turn;
    std::vector<Signal> m_unpublished; ///< the last one is next
    std::function<void()> m_published; ///< when everything was published
};

} // namespace dumpscope::gui
