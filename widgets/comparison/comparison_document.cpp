// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/comparison_document.h"

#include "async/deleted_in_background.h"
#include "compare/counterfactual/suspects_worth.h"
#include "compare/pairing/pairing_memory.h"
#include "comparison/comparison_run.h"

#include <QElapsedTimer>

#include <utility>

namespace dumpscope::gui {

namespace {

/// Tables are handed over at most so often, and never more than a tenth of the time goes into copying them.
constexpr qint64 kHandOverMs = 100;
constexpr qint64 kCopyShare = 10;
/// Rows stay on screen so long while an edit is worked out; mostly it is done by then.
constexpr qint64 kKeepMs = 1000;
/// Between notifications of a new result: the window lays out and paints meanwhile.
constexpr int kTurnMs = 5;

/// What a task hands back, and what is new about it where there was one before.
struct Outcome {
    core::Comparison comparison;
    std::optional<VerdictChanges> changes = std::nullopt;
};

core::Result<Outcome> outcomeOf(core::Result<core::Comparison> comparison, const core::PairTable* before)
{
    if (!comparison)
        return core::fail(std::move(comparison).error());
    Outcome outcome {std::move(*comparison)};
    if (before)
        outcome.changes = verdictChanges(*before, *outcome.comparison.pairs);
    return outcome;
}

} // namespace

ComparisonDocument::ComparisonDocument(TaskRunner& tasks, ComparisonSetup setup, QObject* parent)
    : QObject(parent)
    , m_tasks(tasks)
    , m_memory(std::make_shared<core::PairingMemory>())
{
    // What was published before is on screen by then, or about to be.
    connect(&m_turn, &QTimer::timeout, this, &ComparisonDocument::publishNext);
    run(std::move(setup));
}

QString ComparisonDocument::title() const
{
    const auto name = [](const OpenedRoot* root) { return root ? root->title() : QString(); };
    return tr("%1 and %2").arg(name(m_setup.target.root), name(m_setup.golden.root));
}

TensorRef ComparisonDocument::targetOf(std::size_t row) const
{
    return {m_setup.target.root, m_pairs->row(row).pair.target};
}

TensorRef ComparisonDocument::goldenOf(std::size_t row) const
{
    return {m_setup.golden.root, m_pairs->row(row).pair.golden};
}

void ComparisonDocument::run(ComparisonSetup setup)
{
    for (OpenedRoot* root : {m_setup.target.root.data(), m_setup.golden.root.data()}) {
        if (root)
            root->disconnect(this);
    }
    // Other definitions give other numbers under the same names.
    const bool isSameProfile = setup.profile == m_setup.profile;
    if (isSameProfile)
        m_known.keep(m_shownEdits, m_pairs, m_result != nullptr);
    else
        m_known.clear();
    const bool isSameTable = isSameProfile && m_result && setup.target.root == m_setup.target.root
        && setup.golden.root == m_setup.golden.root;
    if (!setup.edits.hasSameContent(m_setup.edits))
        setup.edits.file.clear(); // it has the ones before
    m_setup = std::move(setup);
    m_setup.pairing.memory = m_memory;
    for (OpenedRoot* root : {m_setup.target.root.data(), m_setup.golden.root.data()})
        connect(
            root, &OpenedRoot::stateChanged, this, &ComparisonDocument::startWhenReady, Qt::UniqueConnection);
    if (isSameTable) {
        m_run.cancel();
        m_judging.cancel();
        start(true);
    } else {
        startWhenReady();
    }
}

void ComparisonDocument::setTruth(const std::string& path)
{
    if (m_setup.truth == path)
        return;
    ComparisonSetup setup = m_setup;
    setup.truth = path;
    run(std::move(setup));
}

void ComparisonDocument::runAgain()
{
    m_known.clear();
    m_setup.pairing.memory = m_memory = std::make_shared<core::PairingMemory>();
    startWhenReady();
}

void ComparisonDocument::startWhenReady()
{
    m_run.cancel();
    m_judging.cancel();
    clear();
    bool ready = true;
    for (const OpenedRoot* root : {m_setup.target.root.data(), m_setup.golden.root.data()}) {
        if (!root)
            return;
        if (root->error()) {
            m_error = root->error();
            setState(State::Failed);
            return;
        }
        ready = ready && root->state() == OpenedRoot::State::Ready;
    }
    if (ready)
        start(false);
    else
        setState(State::Waiting);
}

void ComparisonDocument::start(bool keepsTable)
{
    publishRest();
    // What was measured before and is the same now is not measured again.
    auto input = std::make_shared<ComparisonInput>(inputOf(m_setup));
    input->options.known = m_known.all();
    const auto before = keepsTable ? m_pairs : nullptr;
    const auto work = [this, input, keepsTable, before, edits = m_setup.edits](
                          core::TaskContext& task, const TaskRunner::Post& post) {
        QElapsedTimer since;
        since.start();
        qint64 pause = keepsTable ? kKeepMs : kHandOverMs;
        bool isOther = keepsTable; // the table that is shown
        std::size_t handed = 0;
        std::optional<core::FirstDivergence> first;
        auto suspicion = std::make_shared<const core::Suspicion>();
        const auto hand = [&](const core::PairTable& pairs) {
            QElapsedTimer copying;
            copying.start();
            const auto table = deletedInBackground(core::PairTable(pairs));
            pause = std::max(kHandOverMs, kCopyShare * copying.elapsed());
            since.restart();
            handed = pairs.rows();
            post([this, table, first, suspicion, edits, isOther = std::exchange(isOther, false)] {
                const bool isFirst = !m_pairs;
                m_pairs = table;
                m_shownEdits = edits;
                if (isFirst)
                    return emit pairsReplaced();
                if (!isOther)
                    return emit pairsGrew();
                // Nothing is left of the table before.
                m_result.reset();
                m_divergence = first;
                m_suspicion = suspicion;
                emit pairsReplaced();
                emit suspicionChanged();
                emit divergenceChanged();
            });
        };
        core::ComparisonObserver observer;
        if (!keepsTable)
            observer.started = hand;
        observer.pair = [&](const core::PairTable& pairs, std::size_t) {
            if (since.elapsed() >= pause)
                hand(pairs);
        };
        observer.tick = [&](const core::PairTable& pairs) {
            if (pairs.rows() > handed && since.elapsed() >= pause)
                hand(pairs);
        };
        observer.divergence = [&](const core::FirstDivergence& divergence) {
            if (!first)
                first = divergence;
            if (isOther)
                return; // its row is not shown
            post([this, divergence] {
                if (m_divergence)
                    return; // of another rank or step; which is the first of all is known at the end
                m_divergence = divergence;
                emit divergenceChanged();
            });
        };
        observer.suspicion = [&](const core::Suspicion& found) {
            suspicion = deletedInBackground(core::Suspicion(found));
            if (isOther)
                return;
            post([this, suspicion] {
                m_suspicion = suspicion;
                emit suspicionChanged();
            });
        };
        auto compared = runComparison(*input, observer, task);
        if (compared) {
            for (const core::Diagnostic& problem : compared->problems)
                task.diagnostics.add(problem);
        }
        return outcomeOf(std::move(compared), before.get());
    };
    const auto own = std::make_shared<QPointer<Task>>();
    *own = m_tasks.start<Outcome>(Lane::Bulk, tr("Compare %1").arg(title()), this, work,
        [this, own, edits = m_setup.edits](core::Result<Outcome> outcome) {
            // What was stopped by its user counts, what was stopped for a newer run does not.
            if ((m_run.task() && m_run.task() != *own) || m_state == State::Waiting)
                return;
            if (!outcome) {
                m_error = outcome.error();
                setState(m_error->code == core::Code::Cancelled ? State::Cancelled : State::Failed);
                return;
            }
            const bool partial = outcome->comparison.partial;
            m_shownEdits = edits;
            take(std::move(outcome->comparison), [this, partial, changes = outcome->changes] {
                setState(partial ? State::Cancelled : State::Done);
                if (changes && !partial)
                    emit verdictsChanged(*changes);
                if (m_limitsChanged)
                    judge();
            });
        });
    m_run.replace(*own);
    setState(State::Running);
}

void ComparisonDocument::setLimits(core::Limits limits)
{
    m_setup.limits = std::move(limits);
    if (m_result && isOver())
        judge();
    else
        m_limitsChanged = true;
}

void ComparisonDocument::weighSuspects()
{
    if (!m_result || !isOver())
        return;
    m_judging.start<core::Comparison>(
        m_tasks, Lane::Bulk, tr("Compute what the suspects of %1 are worth").arg(title()), this,
        [before = m_result, models = inputOf(m_setup).options.models](
            core::TaskContext& task, const TaskRunner::Post&) -> core::Result<core::Comparison> {
            core::Comparison weighed = core::withWeighedSuspects(*before, models, task);
            TRY_VOID(task.checkStop());
            return weighed;
        },
        [this](core::Result<core::Comparison> weighed) {
            if (weighed)
                take(std::move(*weighed));
        });
}

void ComparisonDocument::judge()
{
    m_limitsChanged = false;
    m_judging.start<Outcome>(
        m_tasks, Lane::Interactive, tr("Judge %1").arg(title()), this,
        [before = m_result, limits = m_setup.limits](core::TaskContext& task, const TaskRunner::Post&) {
            return outcomeOf(core::judgedAnew(*before, limits, task), before->pairs.get());
        },
        [this](core::Result<Outcome> outcome) {
            if (outcome) {
                take(std::move(outcome->comparison),
                    [this, changes = *outcome->changes] { emit verdictsChanged(changes); });
            } else if (outcome.error().code != core::Code::Cancelled) {
                m_error = outcome.error();
                emit stateChanged();
            }
        });
}

void ComparisonDocument::take(core::Comparison comparison, std::function<void()> then)
{
    m_error.reset();
    m_divergence = comparison.firstDivergence;
    m_result = deletedInBackground(std::move(comparison));
    m_suspicion = std::shared_ptr<const core::Suspicion>(m_result, &m_result->suspicion);
    m_pairs = std::shared_ptr<const core::PairTable>(m_result, m_result->pairs.get());
    // Each lays out and paints other panels; all of them in one turn would hold up whoever uses the window.
    m_unpublished = {&ComparisonDocument::divergenceChanged, &ComparisonDocument::suspicionChanged,
        &ComparisonDocument::pairsReplaced};
    m_published = std::move(then);
    publishNext();
    m_turn.start(kTurnMs);
}

void ComparisonDocument::publishNext()
{
    if (!m_unpublished.empty()) {
        const Signal signal = m_unpublished.back();
        m_unpublished.pop_back();
        emit(this->*signal)();
        if (!m_unpublished.empty())
            return;
    }
    m_turn.stop();
    if (const auto published = std::exchange(m_published, {}))
        published();
}

// Before something newer begins; that the one before is over is no news any more.
void ComparisonDocument::publishRest()
{
    m_turn.stop();
    m_published = {};
    while (!m_unpublished.empty())
        publishNext();
}

void ComparisonDocument::clear()
{
    m_turn.stop();
    m_unpublished.clear();
    m_published = {};
    m_pairs.reset();
    m_result.reset();
    m_suspicion = std::make_shared<const core::Suspicion>();
    m_divergence.reset();
    m_error.reset();
    m_limitsChanged = false;
    emit pairsReplaced();
    emit suspicionChanged();
    emit divergenceChanged();
}

void ComparisonDocument::setState(State state)
{
    m_state = state;
    emit stateChanged();
}

} // namespace dumpscope::gui
