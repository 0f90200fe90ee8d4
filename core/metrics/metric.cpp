// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dumpscope::core {
namespace {

struct StateWord {
    PairState state;
    std::string_view word;
};
constexpr std::array kStateWords {
    StateWord {PairState::Ok, "ok"},
    StateWord {PairState::NonFinite, "non-finite"},
    StateWord {PairState::ShapeMismatch, "shape"},
    StateWord {PairState::CountMismatch, "count"},
    StateWord {PairState::DTypeMismatch, "dtype"},
    StateWord {PairState::Empty, "empty"},
    StateWord {PairState::UnmatchedTarget, "unmatched-target"},
    StateWord {PairState::UnmatchedGolden, "unmatched-golden"},
    StateWord {PairState::Unreadable, "unreadable"},
    StateWord {PairState::Unsupported, "unsupported"},
    StateWord {PairState::NotComputed, "not-computed"},
};

} // namespace

std::string_view pairStateWord(PairState state)
{
    return kStateWords[static_cast<std::size_t>(state)].word;
}

const OfficialTitle* MetricInfo::officialTitle(std::string_view profile) const
{
    const auto found = std::find_if(official.begin(), official.end(),
        [profile](const OfficialTitle& entry) { return entry.profile == profile; });
    return found == official.end() ? nullptr : &*found;
}

FormulaMetric::FormulaMetric(MetricInfo info, FoldGroups needs, Formula formula)
    : m_info(std::move(info))
    , m_needs(needs)
    , m_formula(formula)
{
}

MetricValue foldValue(const PairFold& fold, double value)
{
    return {value, fold.disagrees() ? PairState::NonFinite : PairState::Ok, numberText(value)};
}

MetricValue relativeValue(const PairFold& fold, double value)
{
    return fold.lostRelative > 0 && fold.maxRelative.value == 0 ? noValue() : foldValue(fold, value);
}

MetricValue plainValue(double value)
{
    return {value, PairState::Ok, numberText(value)};
}

MetricValue noValue(PairState state)
{
    return {std::nullopt, state, std::string(pairStateWord(state))};
}

std::optional<MetricValue> nothingToCompare(const PairFold& fold)
{
    if (fold.compared > 0)
        return std::nullopt;
    return noValue(fold.count == fold.masked ? PairState::Empty : PairState::NonFinite);
}

} // namespace dumpscope::core
