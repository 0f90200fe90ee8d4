// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/statistics_fill.h"

#include "tensor/non_finite.h"

#include <algorithm>

namespace dumpscope::gui {

namespace {
constexpr int kLookMs = 50; ///< whether there is time for it
} // namespace

StatisticsFill::StatisticsFill(
    Session& session, TaskRunner& tasks, std::function<bool(const OpenedRoot*)> mustWait, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_tasks(tasks)
    , m_mustWait(std::move(mustWait))
{
    m_timer.setInterval(kLookMs);
    connect(&m_timer, &QTimer::timeout, this, &StatisticsFill::step);
    connect(&session, &Session::rootChanged, this, [this](OpenedRoot* root) {
        forget(root);
        if (root->state() == OpenedRoot::State::Ready)
            add(root);
    });
    connect(&session, &Session::rootAboutToBeRemoved, this, &StatisticsFill::forget);
}

void StatisticsFill::add(OpenedRoot* root)
{
    if (root->index()->tensorCount() > kMostTensors)
        return;
    m_waiting.append(root);
    m_timer.start();
}

void StatisticsFill::forget(const OpenedRoot* root)
{
    m_waiting.removeIf([root](const OpenedRoot* one) { return one == root; });
    if (m_filled != root)
        return;
    m_filled = nullptr;
    if (m_task)
        m_task->cancel();
}

void StatisticsFill::step()
{
    const auto ready
        = std::ranges::find_if(m_waiting, [this](const OpenedRoot* root) { return !m_mustWait(root); });
    const QList<Task*> running = m_tasks.running();
    const bool isBusy
        = std::ranges::any_of(running, [](const Task* task) { return task->lane() == Lane::Bulk; });
    if (ready != m_waiting.end() && !isBusy) {
        OpenedRoot* const root = *ready;
        m_waiting.erase(ready);
        fill(root);
    }
    if (m_waiting.isEmpty())
        m_timer.stop();
}

void StatisticsFill::fill(OpenedRoot* root)
{
    const core::DumpIndex& index = *root->index();
    std::vector<core::TensorId> wanted;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        const core::TensorId id(i);
        const core::TensorRow& row = index.tensor(id);
        if (row.state != core::TensorState::Ok || row.dtype == core::DType::Unknown)
            continue;
        bytes += row.bytes;
        wanted.push_back(id);
    }
    if (wanted.empty() || bytes > kMostBytes)
        return;
    m_task = m_session.computeStatistics(root, std::move(wanted), Lane::Bulk);
    m_filled = m_task ? root : nullptr;
}

} // namespace dumpscope::gui
