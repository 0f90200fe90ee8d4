// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/metric.h"
#include "metrics/metric_profile.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// All metrics and profiles. An ordinary object, immutable after filling and thread-safe then.
///
/// A file `foo_metric.cpp` in core/metrics or `foo_profile.cpp` there or in core/official defines
/// `void register_foo_metric(MetricRegistry&)` (or …_profile); CMake lists and calls them
/// (cmake/GenerateRegistry.cmake).
class MetricRegistry {
public:
    void add(std::shared_ptr<const Metric> metric);
    void add(std::shared_ptr<const MetricProfile> profile);

    /// In the order of docs/contract.md 5.
    [[nodiscard]] const std::vector<std::shared_ptr<const Metric>>& metrics() const { return m_metrics; }
    [[nodiscard]] const std::vector<std::shared_ptr<const MetricProfile>>& profiles() const
    {
        return m_profiles;
    }
    [[nodiscard]] std::shared_ptr<const Metric> findMetric(std::string_view id) const;
    [[nodiscard]] std::shared_ptr<const MetricProfile> findProfile(std::string_view id) const;

private:
    std::vector<std::shared_ptr<const Metric>> m_metrics;
    std::vector<std::shared_ptr<const MetricProfile>> m_profiles;
};

/// Generated: calls every register_* function.
void registerBuiltinMetrics(MetricRegistry& registry);
[[nodiscard]] std::shared_ptr<const MetricRegistry> builtinMetrics();

/// The metrics of a run, resolved once: registered ones and user expressions, in the requested order, each
/// once. Cheap to copy. Immutable; thread-safe.
class MetricSelection {
public:
    MetricSelection() = default;
    explicit MetricSelection(std::vector<std::shared_ptr<const Metric>> metrics);

    [[nodiscard]] const std::vector<std::shared_ptr<const Metric>>& metrics() const { return m_metrics; }
    [[nodiscard]] std::size_t size() const { return m_metrics.size(); }
    [[nodiscard]] const MetricInfo& info(std::size_t index) const { return m_metrics[index]->info(); }
    [[nodiscard]] std::optional<std::size_t> indexOf(std::string_view id) const;
    /// This selection with the missing ones of `besides` (ids) appended; unknown ids are left out.
    [[nodiscard]] MetricSelection with(
        const MetricRegistry& registry, std::span<const std::string> besides) const;

private:
    std::vector<std::shared_ptr<const Metric>> m_metrics;
    std::unordered_map<std::string_view, std::size_t> m_places; ///< by id, which the metrics own
};

/// `--metrics LIST`: comma-separated ids of docs/contract.md 5, sets (`quick`, `msaccucmp`, `msprobe`, `all`)
/// and user metrics `name=expression` (metric_expression.h). Errors: Code::Usage with the column.
[[nodiscard]] Result<MetricSelection> selectMetrics(const MetricRegistry& registry, std::string_view list);
/// Errors: Code::Usage for an id that is neither a metric nor an expression of the selection.
[[nodiscard]] Result<void> checkMetrics(
    const MetricRegistry& registry, const MetricSelection& selection, const std::vector<std::string>& ids);
/// Default metrics of a profile: the official ones, or all of `dumpscope`. The missing ones of `besides`
/// (ids) are appended.
[[nodiscard]] MetricSelection defaultMetrics(
    const MetricRegistry& registry, std::string_view profile, std::span<const std::string> besides = {});

} // namespace dumpscope::core
