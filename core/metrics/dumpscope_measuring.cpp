// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/dumpscope_measuring.h"

#include "metrics/metric_profile.h"
#include "metrics/metric_registry.h"
#include "metrics/pair_folding.h"

#include <utility>

namespace dumpscope::core {
namespace {

/// Joins sentences about the elements.
class Remarks {
public:
    void add(const std::string& remark)
    {
        if (!m_text.empty())
            m_text += "; ";
        m_text += remark;
    }
    [[nodiscard]] std::string text() && { return std::move(m_text); }

private:
    std::string m_text;
};

std::string remarksOn(const PairFold& fold)
{
    Remarks remarks;
    const std::string of = " of " + std::to_string(fold.count) + " elements ";
    if (fold.conflicts > 0)
        remarks.add(std::to_string(fold.conflicts) + of
            + "are NaN or infinite on one side and different on the other, first at "
            + std::to_string(*fold.firstConflict));
    if (fold.agreeing > 0)
        remarks.add(
            std::to_string(fold.agreeing) + of + "are the same NaN or infinity on both sides and left out");
    if (fold.masked > 0)
        remarks.add(std::to_string(fold.masked) + of
            + "are the smallest number of one type, golden's that of another, and left out as masks");
    if (fold.lostRelative > 0)
        remarks.add(
            std::to_string(fold.lostRelative) + of + "are zero in golden only and have no relative error");
    return std::move(remarks).text();
}

} // namespace

Result<std::string> measureByFold(const TensorView& target, const TensorView& golden,
    const MeasureOptions& options, const std::function<bool(std::size_t index)>& wanted, Measurement& into,
    TaskContext& task)
{
    const auto& metrics = options.metrics->metrics();
    FoldGroups groups;
    bool any = options.top > 0 || options.blocks > 0 || options.histogram;
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        if (!wanted(i))
            continue;
        any = true;
        groups |= metrics[i]->needs();
    }
    if (!any && !options.figures)
        return std::string();
    if (options.figures)
        groups |= FoldGroup::Errors | FoldGroup::Products | FoldGroup::Statistics | FoldGroup::Bits;
    FoldRequest request = FoldRequest::of(options, groups);
    request.setsMasksAside = options.profile->id() == "dumpscope"; // official tools compare them
    TRY_ASSIGN(FoldedPair folded, foldPair(target, golden, request, task));
    for (std::size_t i = 0; i < metrics.size(); ++i)
        if (wanted(i))
            into.values[i] = metrics[i]->evaluate(folded.fold);
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
