// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/dumpscope_measuring.h"

#include "metrics/exact_integer.h"
#include "metrics/metric_profile.h"
#include "metrics/metric_registry.h"
#include "metrics/pair_folding.h"

#include <algorithm>
#include <utility>

namespace dumpscope::core {
namespace {

/// Whether differences may be whole numbers that float64 rounds.
bool areLongIntegers(const TensorView& target, const TensorView& golden)
{
    constexpr int kLong = 64;
    return isInteger(target.dtype) && isInteger(golden.dtype)
        && std::max(dtypeInfo(target.dtype).bits, dtypeInfo(golden.dtype).bits) >= kLong;
}

Message remarksOn(const PairFold& fold)
{
    std::vector<Message> remarks;
    if (fold.conflicts > 0)
        remarks.push_back(
            phrase("%1 of %2 elements are NaN or infinite on one side and different on the other, "
                   "first at %3",
                fold.conflicts, fold.count, *fold.firstConflict));
    if (fold.agreeing > 0)
        remarks.push_back(phrase("%1 of %2 elements are the same NaN or infinity on both sides and left out",
            fold.agreeing, fold.count));
    if (fold.masked > 0)
        remarks.push_back(phrase(
            "%1 of %2 elements are the smallest number of one type, golden's that of another, and left "
            "out as masks",
            fold.masked, fold.count));
    if (fold.lostRelative > 0)
        remarks.push_back(phrase("%1 of %2 elements are zero in golden only and have no relative error",
            fold.lostRelative, fold.count));
    return joined(remarks);
}

} // namespace

Result<Message> measureByFold(const TensorView& target, const TensorView& golden,
    const MeasureOptions& options, const std::function<bool(std::size_t index)>& wanted, Measurement& into,
    TaskContext& task)
{
    const auto& metrics = options.metrics->metrics();
    FoldGroups groups;
    std::optional<std::size_t> largest;
    bool any = options.top > 0 || options.blocks > 0 || options.histogram;
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        if (!wanted(i))
            continue;
        any = true;
        groups |= metrics[i]->needs();
        if (metrics[i]->info().id == "max_absolute_error")
            largest = i;
    }
    if (!any && !options.figures)
        return Message();
    if (options.figures)
        groups |= FoldGroup::Errors | FoldGroup::Products | FoldGroup::Statistics | FoldGroup::Bits;
    FoldRequest request = FoldRequest::of(options, groups);
    request.setsMasksAside = options.profile->id() == "dumpscope"; // official tools compare them
    // The fold has the largest error in float64 alone, the worst element has all of its digits.
    const bool needsDigits = largest && areLongIntegers(target, golden);
    if (needsDigits)
        request.top = std::max<std::size_t>(request.top, 1);
    TRY_ASSIGN(FoldedPair folded, foldPair(target, golden, request, task));
    for (std::size_t i = 0; i < metrics.size(); ++i)
        if (wanted(i))
            into.values[i] = metrics[i]->evaluate(folded.fold);
    if (needsDigits && !folded.worst.empty() && folded.worst.front().exactAbsError)
        into.values[*largest].text = integerText(*folded.worst.front().exactAbsError);
    folded.worst.resize(std::min(folded.worst.size(), options.top));
    into.worst = std::move(folded.worst);
    into.blocks = std::move(folded.blocks);
    into.histogram = std::move(folded.histogram);
    if (options.figures)
        into.figures = figuresOf(folded.fold);
    if (any && folded.fold.disagrees() && into.state == PairState::Ok)
        into.state = PairState::NonFinite;
    return remarksOn(folded.fold);
}

} // namespace dumpscope::core
