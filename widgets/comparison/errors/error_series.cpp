// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/errors/error_series.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kMostLimits = 4;

using Place = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>; ///< rank, step

/// Operator of a row, distinguished from the one before it.
struct Operator {
    std::string_view name;
    std::uint32_t occurrence = 0;
    bool operator==(const Operator&) const = default;
};

std::string_view scopeOf(std::string_view name)
{
    const std::size_t end = name.rfind('/');
    if (end == std::string_view::npos)
        return {};
    const std::string_view scope = name.substr(0, end);
    return scope.substr(scope.rfind('/') + 1);
}

class Builder {
public:
    Builder(const core::PairTable& pairs, const core::Suspicion& suspicion,
        const std::optional<core::FirstDivergence>& divergence, const ErrorSeriesRequest& request)
        : m_pairs(pairs)
        , m_suspicion(suspicion)
        , m_divergence(divergence)
        , m_request(request)
        , m_column(pairs.columnByName(request.metric))
    {
        m_series.metric = request.metric;
        if (const auto metric = pairs.metrics().indexOf(request.metric)) {
            m_better = pairs.metrics().info(*metric).better;
            m_series.isLogarithmic = m_better != core::Better::Higher;
        }
    }

    core::Result<ErrorSeries> build(const core::Limits& limits, core::TaskContext& task)
    {
        if (m_pairs.rows() == 0 || m_column < 0)
            return m_series;
        m_wanted = placeOf(std::min(m_request.at, m_pairs.rows() - 1));
        layOver();
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            if (row % 4096 == 0 && task.stop.stop_requested())
                return core::fail(core::Code::Cancelled, core::phrase("cancelled"));
            const Place place = placeOf(row);
            if (isDrawn(place))
                add(row, place, place == m_wanted);
        }
        finishBands();
        std::stable_sort(m_series.points.begin(), m_series.points.end(),
            [](const ErrorSeries::Point& a, const ErrorSeries::Point& b) { return a.x < b.x; });
        if (m_divergence) {
            const auto found = std::find_if(m_series.points.begin(), m_series.points.end(),
                [&](const ErrorSeries::Point& point) { return point.row == m_divergence->index; });
            if (found != m_series.points.end())
                m_series.divergence = static_cast<std::size_t>(found - m_series.points.begin());
        }
        addLimits(limits);
        return std::move(m_series);
    }

private:
    [[nodiscard]] Place placeOf(std::size_t row) const
    {
        const core::FolderFacts& facts = m_pairs.target().index->factsOf(m_pairs.row(row).pair.target);
        return {facts.rank, facts.step};
    }

    [[nodiscard]] bool isDrawn(const Place& place) const
    {
        return (m_request.allRanks || place.first == m_wanted.first)
            && (m_request.allSteps || place.second == m_wanted.second);
    }

    /// Number of an execution, and of the pair in it.
    using Slot = std::pair<std::uint32_t, std::size_t>;
    Slot slotOf(std::size_t row, const Place& place)
    {
        const std::uint32_t number = m_pairs.target().index->tensor(m_pairs.row(row).pair.target).execIndex;
        auto& [last, count] = m_lastSlot[place];
        count = last == number ? count + 1 : 0;
        last = number;
        return {number, count};
    }

    /// Ranks and steps stand on top of each other by the numbers of their executions: a rank of which less
    /// was compared is no shorter run.
    void layOver()
    {
        if (!m_request.allRanks && !m_request.allSteps)
            return;
        std::set<Slot> taken;
        bool areNumbered = true;
        for (std::size_t row = 0; areNumbered && row < m_pairs.rows(); ++row) {
            const Place place = placeOf(row);
            if (!isDrawn(place))
                continue;
            taken.insert(slotOf(row, place));
            areNumbered = taken.rbegin()->first != core::TensorRow::kNone;
        }
        m_lastSlot.clear();
        if (!areNumbered)
            return;
        for (const Slot& slot : taken) {
            m_slots.emplace(slot, static_cast<double>(m_slots.size()));
            m_series.numbers.emplace_back(slot.first);
        }
    }

    void add(std::size_t row, const Place& place, bool isMain)
    {
        const double x = m_slots.empty() ? m_next[place]++ : m_slots.at(slotOf(row, place));
        m_series.last = std::max(m_series.last, x);
        const core::PairResult& result = m_pairs.row(row);
        const core::DumpIndex& index = *m_pairs.target().index;
        const core::TensorRow& tensor = index.tensor(result.pair.target);
        const std::string_view name
            = tensor.opName.isValid() ? index.text(tensor.opName) : std::string_view();
        if (isMain) {
            addBand(x, name);
            if (m_slots.empty())
                m_series.numbers.push_back(tensor.execIndex == core::TensorRow::kNone
                        ? std::nullopt
                        : std::optional(tensor.execIndex));
        }
        const Operator op {name, tensor.occurrence};
        if (op != m_operator || m_operatorPlace != place) {
            m_operator = op;
            m_operatorPlace = place;
            m_from = x;
        }
        addColumn(row, x);
        if (m_request.outputsOnly && tensor.io != core::Io::Output)
            return;
        ErrorSeries::Point point {x, 0, static_cast<std::uint32_t>(row), result.verdict};
        const auto value = core::cellNumber(m_pairs.cell(row, m_column));
        if (result.state == core::PairState::NonFinite || (value && std::isnan(*value)))
            point.kind = ErrorSeries::Kind::NonFinite;
        else if (!value)
            return;
        else if (std::isinf(*value))
            point.kind = ErrorSeries::Kind::Unbounded;
        else if (*value == 0 && m_series.isLogarithmic)
            point.kind = ErrorSeries::Kind::Equal;
        else
            point.y = m_series.isLogarithmic ? std::abs(*value) : *value;
        if (point.kind == ErrorSeries::Kind::Equal) {
            const bool isBad = result.verdict == core::Verdict::Fail || result.verdict == core::Verdict::Warn;
            m_series.areZerosEqual &= !isBad && result.basis == core::PairBasis::Elements;
        }
        if (point.kind == ErrorSeries::Kind::Number)
            point.level = m_series.isLogarithmic ? std::log10(point.y) : point.y;
        m_series.points.push_back(point);
    }

    // Grey for what came in, red for what the operator added.
    void addColumn(std::size_t row, double x)
    {
        const auto found = std::ranges::lower_bound(m_suspicion.outputs, row, {}, &core::JudgedOutput::row);
        if (found == m_suspicion.outputs.end() || found->row != row)
            return;
        const auto& figures = m_pairs.row(row).figures;
        double own = 0;
        if (figures && figures->hasNorm && figures->goldenNorm > 0)
            own = figures->errorNorm / figures->goldenNorm;
        if (own <= 0 && found->inherited <= 0)
            return;
        if (!m_series.columns.empty() && m_series.columns.back().from == m_from
            && m_series.columns.back().to >= m_from) {
            ErrorSeries::Column& column = m_series.columns.back();
            column.to = x;
            column.own = std::max(column.own, own);
            column.inherited = std::max(column.inherited, found->inherited);
            return;
        }
        m_series.columns.push_back({m_from, x, found->inherited, own});
    }

    void addBand(double x, std::string_view name)
    {
        const std::string_view scope = scopeOf(name);
        if (m_series.bands.empty() || m_series.bands.back().name != scope)
            m_series.bands.push_back({x, x, std::string(scope)});
        m_series.bands.back().to = x;
    }

    // Without scopes there is nothing to tell apart.
    void finishBands()
    {
        if (m_series.bands.size() < 2)
            m_series.bands.clear();
    }

    // Limits of the rows that are drawn, those that decide most often first.
    void addLimits(const core::Limits& limits)
    {
        const RowLimits rows(limits, m_pairs);
        struct Use {
            std::size_t count = 0;
            const core::LimitRule* rule = nullptr;
            std::size_t row = 0; ///< the first
        };
        std::vector<Use> used;
        const std::size_t step = std::max<std::size_t>(1, m_series.points.size() / 2000);
        for (std::size_t i = 0; i < m_series.points.size(); i += step) {
            const std::size_t row = m_series.points[i].row;
            const core::LimitRule* const rule = rows.ruleOf(m_pairs, row, m_column);
            if (!rule || (m_series.isLogarithmic && !(rule->value > 0)))
                continue;
            const auto known = std::ranges::find(used, rule, &Use::rule);
            ++(known == used.end() ? used.emplace_back(Use {0, rule, row}) : *known).count;
        }
        std::ranges::stable_sort(used, std::greater(), &Use::count);
        for (const Use& use : used) {
            const core::LimitRule& rule = *use.rule;
            const bool isKnown = std::ranges::any_of(
                m_series.limits, [&](const ErrorSeries::Limit& limit) { return limit.value == rule.value; });
            if (!isKnown && m_series.limits.size() < kMostLimits)
                m_series.limits.push_back({rule.value, rule.verdict, core::streamText(rule.value, 3),
                    core::limitedPairs(rule, m_pairs, use.row)});
        }
    }

    const core::PairTable& m_pairs;
    const core::Suspicion& m_suspicion;
    const std::optional<core::FirstDivergence>& m_divergence;
    const ErrorSeriesRequest& m_request;
    int m_column;
    core::Better m_better = core::Better::Lower;
    ErrorSeries m_series;
    Place m_wanted;
    std::map<Place, double> m_next;
    std::map<Place, Slot> m_lastSlot;
    std::map<Slot, double> m_slots; ///< empty: the pairs of each place are counted
    Operator m_operator;
    Place m_operatorPlace;
    double m_from = 0;
};

} // namespace

core::Result<ErrorSeries> makeErrorSeries(const core::PairTable& pairs, const core::Suspicion& suspicion,
    const std::optional<core::FirstDivergence>& divergence, const core::Limits& limits,
    const ErrorSeriesRequest& request, core::TaskContext& task)
{
    return Builder(pairs, suspicion, divergence, request).build(limits, task);
}

} // namespace dumpscope::gui
