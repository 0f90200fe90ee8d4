// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/verdict_states.h"

#include "comparison/results/row_state.h"
#include "comparison/verdict_words.h"

namespace dumpscope::gui {

namespace {

constexpr int kDueMs = 100; ///< verdicts arrive in batches

struct Sides {
    std::vector<State> target, golden;
};

Sides statesOf(const core::PairTable& pairs, const std::optional<std::size_t>& first)
{
    Sides sides;
    sides.target.resize(pairs.target().index->tensorCount(), State::None);
    sides.golden.resize(pairs.golden().index->tensorCount(), State::None);
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const core::PairResult& result = pairs.row(row);
        const State state = rowState(pairs, row, first);
        for (State* const side :
            {&sides.target[result.pair.target.value()], &sides.golden[result.pair.golden.value()]})
            *side = worseOf(*side, state);
    }
    return sides;
}

} // namespace

VerdictStates::VerdictStates(
    Comparisons& comparisons, TensorStates& states, TaskRunner& tasks, QObject* parent)
    : QObject(parent)
    , m_comparisons(comparisons)
    , m_states(states)
    , m_tasks(tasks)
{
    m_due.setSingleShot(true);
    m_due.setInterval(kDueMs);
    connect(&m_due, &QTimer::timeout, this, &VerdictStates::read);
    connect(&comparisons, &Comparisons::currentChanged, this, &VerdictStates::watch);
    watch();
}

void VerdictStates::watch()
{
    if (m_watched)
        disconnect(m_watched, nullptr, this, nullptr);
    m_watched = m_comparisons.current();
    if (!m_watched) {
        m_reading.cancel();
        m_due.stop();
        return m_states.setVerdicts({});
    }
    const auto due = [this] {
        if (!m_due.isActive()) // results arrive all the time; they are not to put it off
            m_due.start();
    };
    for (const auto changed : {&ComparisonDocument::pairsGrew, &ComparisonDocument::pairsReplaced,
             &ComparisonDocument::divergenceChanged, &ComparisonDocument::stateChanged})
        connect(m_watched, changed, this, due);
    due();
}

void VerdictStates::read()
{
    const auto pairs = m_watched ? m_watched->pairs() : nullptr;
    if (!pairs)
        return m_states.setVerdicts({});
    std::optional<std::size_t> first;
    if (m_watched->firstDivergence())
        first = m_watched->firstDivergence()->index;
    m_reading.start<Sides>(
        m_tasks, Lane::Interactive, tr("Marks of the tensors"), this,
        [pairs, first](core::TaskContext&, const TaskRunner::Post&) -> core::Result<Sides> {
            return statesOf(*pairs, first);
        },
        [this, pairs, watched = m_watched](core::Result<Sides> sides) {
            if (!sides || !watched || watched != m_watched || watched->pairs() != pairs)
                return;
            QHash<const OpenedRoot*, TensorStates::Verdicts> verdicts;
            const auto take = [&verdicts](const OpenedRoot* root, const core::DumpIndex* index,
                                  std::vector<State> states) {
                if (root && root->index().get() == index)
                    verdicts.insert(root, std::make_shared<const std::vector<State>>(std::move(states)));
            };
            take(watched->setup().golden.root, pairs->golden().index.get(), std::move(sides->golden));
            take(watched->setup().target.root, pairs->target().index.get(), std::move(sides->target));
            m_states.setVerdicts(std::move(verdicts));
        });
}

} // namespace dumpscope::gui
