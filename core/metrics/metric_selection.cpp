// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/nearest_word.h"
#include "base/text.h"
#include "metrics/metric_expression.h"
#include "metrics/metric_registry.h"

#include <algorithm>
#include <utility>

namespace dumpscope::core {
namespace {

using Metrics = std::vector<std::shared_ptr<const Metric>>;

Failure failAt(std::size_t offset, Message message)
{
    return fail(Code::Usage, std::move(message), Place {.column = offset + 1});
}

/// A part of the list between commas, without the blanks around it.
struct Item {
    std::string_view text;
    std::size_t offset = 0;
};

/// Splits at the commas that are not inside parentheses.
std::vector<Item> splitList(std::string_view list)
{
    std::vector<Item> items;
    std::size_t begin = 0;
    int open = 0;
    for (std::size_t i = 0; i <= list.size(); ++i) {
        const char c = i < list.size() ? list[i] : ',';
        open += c == '(' ? 1 : 0;
        open -= c == ')' && open > 0 ? 1 : 0;
        if (c != ',' || (open > 0 && i < list.size()))
            continue;
        std::size_t first = begin;
        std::size_t last = i;
        while (first < last && list[first] == ' ')
            ++first;
        while (last > first && list[last - 1] == ' ')
            --last;
        items.push_back({list.substr(first, last - first), first});
        begin = i + 1;
    }
    return items;
}

Metrics membersOf(const MetricRegistry& registry, std::string_view set)
{
    Metrics members;
    for (const auto& metric : registry.metrics()) {
        const MetricInfo& info = metric->info();
        if (set == "all" || (set == "quick" && info.isQuick) || info.officialTitle(set) != nullptr)
            members.push_back(metric);
    }
    if (registry.findProfile(set) != nullptr)
        std::stable_sort(members.begin(), members.end(), [set](const auto& a, const auto& b) {
            const OfficialTitle* first = a->info().officialTitle(set);
            const OfficialTitle* second = b->info().officialTitle(set);
            return first->column < second->column;
        });
    return members;
}

/// "there is no metric …", and what helps.
Message noMetric(const MetricRegistry& registry, std::string_view id)
{
    NearestWord nearest(id);
    for (const auto& metric : registry.metrics())
        nearest.consider(metric->info().id);
    const std::string shown = percentEscaped(id);
    if (nearest.word().empty())
        return phrase("there is no metric '%1'; the sets are quick, msaccucmp, msprobe and all", shown);
    return phrase("there is no metric '%1'; did you mean %2?", shown, nearest.word());
}

Result<Metrics> resolve(const MetricRegistry& registry, const Item& item)
{
    if (item.text.empty())
        return failAt(item.offset, phrase("expected a metric, a set of metrics or name=expression"));
    if (const std::size_t equals = item.text.find('='); equals != std::string_view::npos) {
        auto metric = parseUserMetric(registry, item.text);
        if (!metric) {
            Error error = std::move(metric).error();
            error.place.column = error.place.column.value_or(1) + item.offset;
            return fail(std::move(error));
        }
        return Metrics {std::move(*metric)};
    }
    if (auto metric = registry.findMetric(item.text))
        return Metrics {std::move(metric)};
    Metrics members = membersOf(registry, item.text);
    if (members.empty())
        return failAt(item.offset, noMetric(registry, item.text));
    return members;
}

} // namespace

MetricSelection::MetricSelection(Metrics metrics)
    : m_metrics(std::move(metrics))
{
    for (std::size_t i = 0; i < m_metrics.size(); ++i)
        m_places.try_emplace(m_metrics[i]->info().id, i);
}

std::optional<std::size_t> MetricSelection::indexOf(std::string_view id) const
{
    const auto found = m_places.find(id);
    return found == m_places.end() ? std::nullopt : std::optional(found->second);
}

Result<MetricSelection> selectMetrics(const MetricRegistry& registry, std::string_view list)
{
    if (list.size() > kMaxMetricListBytes)
        return failAt(kMaxMetricListBytes, phrase("the list of metrics is too long"));
    Metrics chosen;
    for (const Item& item : splitList(list)) {
        TRY_ASSIGN(const Metrics metrics, resolve(registry, item));
        for (const auto& metric : metrics) {
            const auto same = [&metric](const auto& other) { return other->info().id == metric->info().id; };
            const auto twin = std::find_if(chosen.begin(), chosen.end(), same);
            if (twin == chosen.end())
                chosen.push_back(metric);
            else if (item.text.find('=') != std::string_view::npos)
                return failAt(
                    item.offset, phrase("there is already a metric '%1' in the list", metric->info().id));
        }
    }
    return MetricSelection(std::move(chosen));
}

MetricSelection defaultMetrics(
    const MetricRegistry& registry, std::string_view profile, std::span<const std::string> besides)
{
    Metrics metrics = membersOf(registry, profile);
    if (metrics.empty())
        return MetricSelection(registry.metrics());
    return MetricSelection(std::move(metrics)).with(registry, besides);
}

MetricSelection MetricSelection::with(
    const MetricRegistry& registry, std::span<const std::string> besides) const
{
    Metrics all = m_metrics;
    for (const std::string& id : besides) {
        const auto metric = registry.findMetric(id);
        const auto same = [&id](const auto& other) { return other->info().id == id; };
        if (metric && std::ranges::none_of(all, same))
            all.push_back(metric);
    }
    return MetricSelection(std::move(all));
}

Result<void> checkMetrics(
    const MetricRegistry& registry, const MetricSelection& selection, const std::vector<std::string>& ids)
{
    for (const std::string& id : ids) {
        const auto isIt = [&id](const auto& metric) { return metric->info().id == id; };
        if (!selection.indexOf(id) && std::ranges::none_of(registry.metrics(), isIt))
            return fail(Code::Usage, noMetric(registry, id));
    }
    return {};
}

} // namespace dumpscope::core
