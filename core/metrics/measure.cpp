// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/measure.h"

#include "metrics/metric_registry.h"

#include <cmath>
#include <utility>

namespace dumpscope::core {
namespace {

Result<void> checkOptions(const MeasureOptions& options)
{
    if (!options.metrics || !options.profile)
        return fail(Code::Usage, phrase("no metrics or no profile to measure with"));
    if (options.top > kMaxWorst)
        return fail(Code::Usage, phrase("more than %1 worst elements asked for", kMaxWorst));
    if (options.blocks > kMaxBlocks)
        return fail(Code::Usage, phrase("more than %1 blocks of the error map asked for", kMaxBlocks));
    const auto isTolerance = [](double value) { return std::isfinite(value) && value >= 0; };
    if (!isTolerance(options.atol) || !isTolerance(options.rtol))
        return fail(Code::Usage, phrase("tolerances must be numbers of at least zero"));
    return {};
}

/// Whether the payload holds what the shape says; the reason if not.
Message problemOf(Form<0> side, const TensorView& view)
{
    const auto stream = ElementStream::make(view, Order::Logical);
    return stream ? Message() : phrase("the %1 cannot be read: %2", side, stream.error().message);
}

} // namespace

Measurement notMeasured(const MeasureOptions& options, PairState state, Message reason)
{
    Measurement result;
    result.state = state;
    result.reason = std::move(reason);
    if (!options.metrics)
        return result;
    result.values.reserve(options.metrics->size());
    for (std::size_t i = 0; i < options.metrics->size(); ++i)
        result.values.push_back(options.profile
                ? MetricValue {std::nullopt, state,
                    std::string(options.profile->absentText(options.metrics->info(i).id, state))}
                : noValue(state));
    return result;
}

Result<Measurement> measureTensors(
    const TensorView& target, const TensorView& golden, const MeasureOptions& options, TaskContext& task)
{
    TRY_VOID(checkOptions(options));
    for (const auto& [side, view] :
        {std::pair(Form<0>("target"), &target), std::pair(Form<0>("golden"), &golden)})
        if (Message problem = problemOf(side, *view); !problem.empty())
            return notMeasured(options, PairState::Unreadable, std::move(problem));
    TRY_ASSIGN(Measurement result, options.profile->measure(target, golden, options, task));
    TRY_VOID(target.bytes.check());
    TRY_VOID(golden.bytes.check());
    return result;
}

} // namespace dumpscope::core
