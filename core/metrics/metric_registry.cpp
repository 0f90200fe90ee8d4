// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"

#include <algorithm>
#include <utility>

namespace dumpscope::core {

void MetricRegistry::add(std::shared_ptr<const Metric> metric)
{
    const auto before = [](const auto& a, const auto& b) {
        return std::pair(a->info().order, a->info().id) < std::pair(b->info().order, b->info().id);
    };
    m_metrics.insert(std::upper_bound(m_metrics.begin(), m_metrics.end(), metric, before), std::move(metric));
}

void MetricRegistry::add(std::shared_ptr<const MetricProfile> profile)
{
    m_profiles.push_back(std::move(profile));
}

std::shared_ptr<const Metric> MetricRegistry::findMetric(std::string_view id) const
{
    const auto found = std::find_if(
        m_metrics.begin(), m_metrics.end(), [id](const auto& metric) { return metric->info().id == id; });
    return found == m_metrics.end() ? nullptr : *found;
}

std::shared_ptr<const MetricProfile> MetricRegistry::findProfile(std::string_view id) const
{
    const auto found = std::find_if(
        m_profiles.begin(), m_profiles.end(), [id](const auto& profile) { return profile->id() == id; });
    return found == m_profiles.end() ? nullptr : *found;
}

std::shared_ptr<const MetricRegistry> builtinMetrics()
{
    auto registry = std::make_shared<MetricRegistry>();
    registerBuiltinMetrics(*registry);
    return registry;
}

} // namespace dumpscope::core
