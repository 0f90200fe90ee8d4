// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/difference_pattern.h"

#include "compare/elements/differing_elements.h"
#include "compare/elements/element_region.h"
#include "compare/elements/far_elements.h"
#include "compare/elements/far_slices.h"
#include "compare/elements/moved_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

/// Rounding is mostly smaller than this part of the largest difference.
constexpr double kMuch = 1e-3;
/// Amounts and factors are called the same so near to each other; half types round as much.
constexpr double kSameness = 1e-3;
/// Fewer elements have the same number by chance.
constexpr std::uint64_t kFewestOfConstant = 8;

/// Four digits, and as many as tell it from 1.
std::string factorText(double factor)
{
    constexpr int kLeast = 4, kMost = 17;
    std::string text;
    for (int digits = kLeast; digits <= kMost && (text.empty() || text == "1"); ++digits)
        text = fmt::format("{:.{}g}", factor, digits);
    return text;
}

/// Whether numbers are nearly one and the same.
class Sameness {
public:
    void add(double value)
    {
        m_isKnown = m_isKnown && std::isfinite(value);
        m_least = std::min(m_least, value);
        m_most = std::max(m_most, value);
    }
    /// No factor, whose neutral number is 1, where they are further from one another than from that.
    [[nodiscard]] std::optional<double> factor() const
    {
        const auto same = value();
        return same && std::fabs(*same - 1) > m_most - m_least ? same : std::nullopt;
    }
    [[nodiscard]] std::optional<double> value() const
    {
        const double middle = m_least / 2 + m_most / 2;
        if (!m_isKnown || middle == 0 || !(m_most - m_least <= kSameness * std::fabs(middle)))
            return std::nullopt;
        return middle;
    }

    /// Exactly one and the same number.
    [[nodiscard]] std::optional<double> constant() const
    {
        return m_isKnown && m_least == m_most ? std::optional(m_least) : std::nullopt;
    }

private:
    bool m_isKnown = true;
    double m_least = std::numeric_limits<double>::infinity(), m_most = -m_least;
};

Message anyDifference(const ElementRegion& place, std::uint64_t elements)
{
    if (place.count() == 1)
        return phrase("only this one of %1 elements differs", elements);
    if (place.isEverywhere())
        return phrase("all %1 elements differ", elements);
    bool isExact = false;
    const Message where = place.text(isExact);
    if (const std::string places = place.places(); where.empty() && !places.empty())
        return phrase("%1 of %2 elements differ: %3", place.count(), elements, places);
    if (where.empty())
        return phrase("%1 of %2 elements differ, all over the tensor", place.count(), elements);
    return isExact ? phrase("%1 of %2 elements differ: all of %3", place.count(), elements, where)
                   : phrase("%1 of %2 elements differ, all within %3", place.count(), elements, where);
}

Message beyondRounding(const ElementRegion& place, std::uint64_t elements)
{
    if (place.count() == 1)
        return phrase("only this one of %1 elements differs beyond rounding to the coarser type", elements);
    if (place.isEverywhere())
        return phrase("all %1 elements differ beyond rounding to the coarser type", elements);
    bool isExact = false;
    const Message where = place.text(isExact);
    if (const std::string places = place.places(); where.empty() && !places.empty())
        return phrase("%1 of %2 elements differ beyond rounding to the coarser type: %3", place.count(),
            elements, places);
    if (where.empty())
        return phrase("%1 of %2 elements differ beyond rounding to the coarser type, all over the tensor",
            place.count(), elements);
    return isExact ? phrase("%1 of %2 elements differ beyond rounding to the coarser type: all of %3",
               place.count(), elements, where)
                   : phrase("%1 of %2 elements differ beyond rounding to the coarser type, all within %3",
                       place.count(), elements, where);
}

Message textOf(const ElementRegion& place, const DifferingElements& all)
{
    return all.allowsRounding() ? beyondRounding(place, all.count()) : anyDifference(place, all.count());
}

bool isFinite(const DifferingElement& one)
{
    return std::isfinite(one.target) && std::isfinite(one.golden);
}

PatternSentence farText(
    const std::vector<FarElements::Element>& far, double restMost, const DifferingElements& all)
{
    const std::string rest = fmt::format("{:.2g}", restMost), off = fmt::format("{:.2g}", far.back().off);
    const std::string place = shapeText(elementPlace(far.front().index, all.shape()));
    return {far.size() == 1
            ? phrase("one element of %1 is far off: %2 by %3; no other number that differs is off by more "
                     "than %4",
                all.count(), place, off, rest)
            : phrase("%1 elements of %2 are far off, by %3 or more, the worst is %4; no other number that "
                     "differs is off by more than %5",
                far.size(), all.count(), off, place, rest),
        far.front().index};
}

Message nonFiniteText(std::uint64_t some, std::uint64_t all)
{
    return some == all ? phrase("each is NaN or infinite on one side at least")
        : some == 1    ? phrase("one of them is NaN or infinite on one side at least")
                       : phrase("%1 of them are NaN or infinite on one side at least", some);
}

/// What is common to the differing elements that neither stand out nor are NaN or infinite.
class Rest {
public:
    Rest(const DifferingElements& elements, const std::vector<FarElements::Element>& far)
        : m_elements(elements)
        , m_place(elements.shape())
        , m_isLeftOut([&far](const DifferingElement& one) {
            return !isFinite(one) || std::ranges::any_of(far, [&](const FarElements::Element& other) {
                return other.index == one.index;
            });
        })
    {
    }
    Result<void> read(TaskContext& task)
    {
        return m_elements.visit(
            [&](const DifferingElement& one) {
                if (m_isLeftOut(one))
                    return true;
                m_place.add(one.index);
                m_amount.add(one.target - one.golden);
                m_factor.add(one.target / one.golden);
                m_target.add(one.target);
                m_golden.add(one.golden);
                m_most = std::max(m_most, std::fabs(one.target - one.golden));
                return true;
            },
            task);
    }
    /// `areAll`: there are no others. Empty: they have nothing in common.
    [[nodiscard]] Message rule(bool areAll) const
    {
        if (m_place.count() < kFewestOfRule)
            return {};
        if (const auto one = m_target.constant(), other = m_golden.constant();
            m_place.count() >= kFewestOfConstant && one.has_value() != other.has_value())
            return constantText(
                areAll, one.has_value(), fmt::format("{:.6g}", one.value_or(other.value_or(0))));
        if (const auto same = m_factor.factor()) {
            if (*same == -1)
                return areAll ? phrase("each has the opposite sign")
                              : phrase("each of the others has the opposite sign");
            const std::string factor = factorText(*same);
            return areAll ? phrase("each is golden's times %1", factor)
                          : phrase("each of the others is golden's times %1", factor);
        }
        if (const auto sum = m_amount.value()) {
            const std::string amount = fmt::format("{:.4g}", *sum);
            return areAll ? phrase("each is golden's plus %1", amount)
                          : phrase("each of the others is golden's plus %1", amount);
        }
        return {};
    }
    /// Where they are, or those that are off by much: what is off by little may hide a shape in that.
    [[nodiscard]] Result<Message> place(bool areAll, const Message& placeOfAll, TaskContext& task) const
    {
        if (areAll && !placeOfAll.empty())
            return Message();
        bool isExact = false;
        if (const Message where = m_place.text(isExact);
            !where.empty() && where != placeOfAll && m_place.count() >= kFewestOfRule)
            return phrase("the other %1 are all within %2", m_place.count(), where);
        if (!(m_most > 0) || !std::isfinite(m_most))
            return Message();
        ElementRegion much(m_elements.shape());
        TRY_VOID(m_elements.visit(
            [&](const DifferingElement& one) {
                if (!m_isLeftOut(one) && std::fabs(one.target - one.golden) > kMuch * m_most)
                    much.add(one.index);
                return true;
            },
            task));
        const Message where = much.text(isExact);
        const std::string least = fmt::format("{:.2g}", kMuch * m_most);
        return where.empty()    ? Message()
            : much.count() == 1 ? (areAll ? phrase("one of them by more than %1, %2", least, where)
                                          : phrase("one of the others by more than %1, %2", least, where))
            : areAll ? phrase("%1 of them by more than %2, all within %3", much.count(), least, where)
                     : phrase("%1 of the others by more than %2, all within %3", much.count(), least, where);
    }

private:
    static Message constantText(bool areAll, bool isTarget, const std::string& number)
    {
        if (areAll)
            return isTarget ? phrase("each is %1 in the target", number)
                            : phrase("each is %1 in golden", number);
        return isTarget ? phrase("each of the others is %1 in the target", number)
                        : phrase("each of the others is %1 in golden", number);
    }

    const DifferingElements& m_elements;
    ElementRegion m_place;
    std::function<bool(const DifferingElement&)> m_isLeftOut;
    Sameness m_amount, m_factor, m_target, m_golden;
    double m_most = 0;
};

} // namespace

Result<std::vector<PatternSentence>> differencePattern(
    const PairTable& pairs, std::size_t row, TaskContext& task)
{
    TRY_ASSIGN(const DifferingElements elements, DifferingElements::open(pairs, row, task));
    if (elements.count() > kMostPatternElements)
        return std::vector<PatternSentence>();
    ElementRegion all(elements.shape());
    FarElements outliers;
    std::uint64_t nonFinite = 0;
    std::optional<std::uint64_t> last;
    TRY_VOID(elements.visit(
        [&](const DifferingElement& one) {
            all.add(one.index);
            last = one.index;
            if (isFinite(one))
                outliers.add(one.index, one.target, one.golden);
            else
                ++nonFinite;
            return true;
        },
        task));
    if (all.count() == 0)
        return std::vector<PatternSentence>();
    std::vector<PatternSentence> texts {{textOf(all, elements), all.count() == 1 ? last : std::nullopt}};
    MovedElements moved(elements.shape());
    FarSlices slices(elements.shape());
    if (all.count() >= kFewestOfRule)
        TRY_VOID(elements.read(
            [&](std::span<const double> target, std::span<const double> golden) {
                moved.add(target, golden);
                slices.add(target, golden);
            },
            task));
    if (Message where = moved.text(); !where.empty() && all.count() > 1) {
        texts.front().text = all.isEverywhere()
            ? phrase("all %1 elements differ: %2", elements.count(), std::move(where))
            : phrase("%1 of %2 elements differ: %3", all.count(), elements.count(), std::move(where));
        return texts;
    }
    if (nonFinite > 0 && all.count() > 1)
        texts.push_back({nonFiniteText(nonFinite, all.count()), {}});
    const std::vector<FarElements::Element> far = outliers.found();
    if (!far.empty())
        texts.push_back(farText(far, outliers.restMost(), elements));
    else if (Message standsOut = slices.text(); !standsOut.empty()) {
        texts.push_back({std::move(standsOut), {}});
        return texts;
    }
    const bool areAll = nonFinite == 0 && far.empty();
    Rest rest(elements, far);
    TRY_VOID(rest.read(task));
    bool isExact = false;
    if (Message rule = rest.rule(areAll); !rule.empty()) {
        texts.push_back({std::move(rule), {}});
    } else {
        TRY_ASSIGN(Message place, rest.place(areAll, all.text(isExact), task));
        if (!place.empty())
            texts.push_back({std::move(place), {}});
    }
    return texts;
}

} // namespace dumpscope::core
