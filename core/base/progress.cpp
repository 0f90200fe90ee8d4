// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/progress.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

void Progress::setPhases(std::vector<Phase> phases)
{
    double sum = 0;
    for (Phase& phase : phases) {
        if (!std::isfinite(phase.weight) || phase.weight < 0)
            phase.weight = 0;
        sum += phase.weight;
    }
    for (Phase& phase : phases)
        phase.weight = sum > 0 ? phase.weight / sum : 1.0 / static_cast<double>(phases.size());

    const std::lock_guard lock(m_mutex);
    if (m_begun && !m_finished)
        return;
    m_phases = std::move(phases);
    m_phase = 0;
    m_begun = false;
    m_finished = false;
    m_item.clear();
    m_lastFraction = 0;
    m_done.store(0, std::memory_order_relaxed);
    m_total.store(0, std::memory_order_relaxed);
}

void Progress::beginPhase(std::size_t index, std::uint64_t total)
{
    const std::lock_guard lock(m_mutex);
    if (!m_phases.empty())
        m_phase = std::clamp(index, m_phase, std::max(m_phase, m_phases.size() - 1));
    m_begun = true;
    m_finished = false;
    m_item.clear();
    m_done.store(0, std::memory_order_relaxed);
    m_total.store(total, std::memory_order_relaxed);
}

void Progress::setTotal(std::uint64_t total)
{
    m_total.store(total, std::memory_order_relaxed);
}

void Progress::setItem(std::string item)
{
    const std::lock_guard lock(m_mutex);
    m_item = std::move(item);
}

void Progress::finish()
{
    const std::lock_guard lock(m_mutex);
    m_begun = true;
    m_finished = true;
    m_item.clear();
}

Progress::Snapshot Progress::snapshot() const
{
    const std::lock_guard lock(m_mutex);
    Snapshot result;
    result.done = m_done.load(std::memory_order_relaxed);
    result.total = m_total.load(std::memory_order_relaxed);
    result.item = m_item;

    double fraction = 0;
    double weight = 1;
    if (!m_phases.empty()) {
        for (std::size_t i = 0; i < m_phase; ++i)
            fraction += m_phases[i].weight;
        weight = m_phases[m_phase].weight;
        result.title = m_phases[m_phase].title;
    }
    if (result.total > 0)
        fraction
            += weight * std::min(1.0, static_cast<double>(result.done) / static_cast<double>(result.total));
    if (m_finished)
        fraction = 1;
    // A total that grows or a straggler of the phase before must not pull the bar back.
    m_lastFraction = std::clamp(fraction, m_lastFraction, 1.0);
    result.fraction = m_lastFraction;
    return result;
}

} // namespace dumpscope::core
