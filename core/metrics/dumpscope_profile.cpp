// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "metrics/dumpscope_measuring.h"
#include "metrics/metric_registry.h"

#include <cmath>
#include <utility>

namespace dumpscope::core {
namespace {

bool isAbsent(const StatisticCell& cell)
{
    return std::holds_alternative<std::monostate>(cell);
}

/// Of two integers exact before it is rounded.
double differenceOf(const StatisticCell& target, double x, const StatisticCell& golden, double y)
{
    const auto *a = std::get_if<std::int64_t>(&target), *b = std::get_if<std::int64_t>(&golden);
    if (a != nullptr && b != nullptr)
        return static_cast<double>(WideInteger {*a} - *b);
    return x == y ? 0 : x - y; // of two infinities as well
}

MetricValue valueIn(PairState state, double value)
{
    return {value, state, numberText(value)};
}

/// Definitions in float64 with explicit states (docs/metrics.md).
class DumpscopeProfile final : public MetricProfile {
public:
    [[nodiscard]] std::string_view id() const override { return "dumpscope"; }
    [[nodiscard]] std::string_view title() const override
    {
        return "float64 definitions; NaN, infinities and zero references are counted, not hidden";
    }

    [[nodiscard]] Result<Measurement> measure(const TensorView& target, const TensorView& golden,
        const MeasureOptions& options, TaskContext& task) const override;
    [[nodiscard]] StatisticDifference compareStatistic(
        const StatisticCell& target, const StatisticCell& golden) const override;
};

Result<Measurement> DumpscopeProfile::measure(const TensorView& target, const TensorView& golden,
    const MeasureOptions& options, TaskContext& task) const
{
    for (const auto& [side, view] :
        {std::pair(Form<0>("target"), &target), std::pair(Form<0>("golden"), &golden)})
        if (!dtypeInfo(view->dtype).hasValues)
            return notMeasured(options, PairState::Unsupported,
                phrase("elements of type %1 of the %2 have no values", dtypeName(view->dtype), side));
    if (squeezed(target.shape) != squeezed(golden.shape)) {
        const bool sameCount = elementCount(target.shape) == elementCount(golden.shape);
        return notMeasured(options, sameCount ? PairState::ShapeMismatch : PairState::CountMismatch,
            phrase("shape %1 does not meet %2", shapeText(target.shape), shapeText(golden.shape)));
    }
    if (elementCount(target.shape) == std::uint64_t {0})
        return notMeasured(options, PairState::Empty, phrase("there are no elements"));

    Measurement result;
    result.values.resize(options.metrics->size());
    if (target.shape != golden.shape)
        result.alignment.emplace_back("squeeze");
    TRY_ASSIGN(result.reason,
        measureByFold(
            target, golden, options, [](std::size_t) { return true; }, result, task));
    return result;
}

StatisticDifference DumpscopeProfile::compareStatistic(
    const StatisticCell& target, const StatisticCell& golden) const
{
    if (isAbsent(target) || isAbsent(golden))
        return {noValue(), noValue()};
    const auto x = statisticNumber(target);
    const auto y = statisticNumber(golden);
    if (!x || !y) {
        if (target == golden)
            return {plainValue(0), plainValue(0)};
        return {noValue(PairState::Unsupported), noValue(PairState::Unsupported)};
    }
    // Infinity less infinity is no number: sums that overflowed, or the smallest of a mask.
    if (std::isinf(*x) && *x == *y)
        return {noValue(), noValue()};
    const bool agree = differenceOf(target, *x, golden, *y) == 0 || (std::isnan(*x) && std::isnan(*y));
    if (agree)
        return {plainValue(0), plainValue(0)};
    if (!std::isfinite(*x) || !std::isfinite(*y)) {
        const double difference = *x - *y; // infinite or NaN
        return {
            valueIn(PairState::NonFinite, difference), valueIn(PairState::NonFinite, std::fabs(difference))};
    }
    const double difference = differenceOf(target, *x, golden, *y);
    return {plainValue(difference), plainValue(std::fabs(difference) / std::fabs(*y))};
}

} // namespace

void register_dumpscope_profile(MetricRegistry& registry)
{
    registry.add(std::make_shared<DumpscopeProfile>());
}

} // namespace dumpscope::core
