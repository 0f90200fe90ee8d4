// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/difference_pattern.h"

#include "compare/differing_elements.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace dumpscope::core {

namespace {

/// Rounding is mostly smaller than this part of the largest difference.
constexpr double kMuch = 1e-3;
/// Amounts and factors are called the same so near to each other; half types round as much.
constexpr double kSameness = 1e-3;
constexpr std::uint64_t kFewestOfRule = 3; ///< that make a rule rather than a coincidence

/// Positions along one axis, or in the flattened tensor.
class Positions {
public:
    explicit Positions(std::uint64_t length)
        : m_length(length)
    {
    }
    /// In any order, but each once.
    void add(std::uint64_t position)
    {
        if (m_count++ == 0)
            m_first = m_last = position;
        m_step = std::gcd(m_step, position > m_first ? position - m_first : m_first - position);
        m_first = std::min(m_first, position);
        m_last = std::max(m_last, position);
    }
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    [[nodiscard]] bool isAll() const { return m_count == m_length; }
    /// As numpy slices it, if a slice has these and no others: "3", "5:", "2:9", "1::16".
    [[nodiscard]] std::optional<std::string> slice() const
    {
        if (isAll())
            return ":";
        if (m_count == 1)
            return fmt::format("{}", m_first);
        const std::uint64_t step = std::max<std::uint64_t>(m_step, 1);
        if ((m_last - m_first) / step + 1 != m_count || (step > 1 && m_count < kFewestOfRule))
            return std::nullopt;
        std::string text = m_first < step && step > 1 && m_first == 0 ? ":" : fmt::format("{}:", m_first);
        if (m_last + step < m_length)
            text += fmt::format("{}", m_last + 1);
        return step > 1 ? text + fmt::format(":{}", step) : text;
    }

private:
    std::uint64_t m_length;
    std::uint64_t m_count = 0, m_first = 0, m_last = 0, m_step = 0;
};

/// Where the elements lie that were added.
class Region {
public:
    explicit Region(const Shape& shape)
        : m_flat(std::accumulate(shape.begin(), shape.end(), std::uint64_t {1},
            [](std::uint64_t all, std::int64_t length) { return all * static_cast<std::uint64_t>(length); }))
    {
        for (const std::int64_t length : shape) {
            m_axes.emplace_back(static_cast<std::uint64_t>(length));
            m_seen.emplace_back(static_cast<std::size_t>(length));
        }
    }
    void add(std::uint64_t index)
    {
        m_flat.add(index);
        for (std::size_t axis = m_axes.size(); axis-- > 0;) {
            const std::size_t length = m_seen[axis].size(), position = index % length;
            index /= length;
            if (!m_seen[axis][position]) {
                m_seen[axis][position] = true;
                m_axes[axis].add(position);
            }
        }
    }
    [[nodiscard]] std::uint64_t count() const { return m_flat.count(); }
    [[nodiscard]] bool isEverywhere() const { return m_flat.isAll(); }
    /// What tells them from the others; empty where nothing does. `isExact`: every element there is one.
    [[nodiscard]] Message text(bool& isExact) const
    {
        std::vector<std::string> slices;
        std::uint64_t box = 1;
        bool isPart = false;
        for (const Positions& axis : m_axes) {
            const auto slice = axis.slice();
            slices.push_back(slice.value_or(":"));
            isPart = isPart || (slice && !axis.isAll());
            box *= axis.count();
        }
        isExact = box == count()
            && std::ranges::all_of(m_axes, [](const Positions& axis) { return axis.slice().has_value(); });
        if (isPart && isExact)
            return fmt::format("[{}]", fmt::join(slices, ","));
        if (const auto flat = m_flat.slice(); flat && m_flat.count() >= kFewestOfRule && !m_flat.isAll()) {
            isExact = true;
            return phrase("%1 of the flattened tensor", '[' + *flat + ']');
        }
        return isPart ? Message(fmt::format("[{}]", fmt::join(slices, ","))) : Message();
    }

private:
    Positions m_flat;
    std::vector<Positions> m_axes;
    std::vector<std::vector<bool>> m_seen;
};

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
    [[nodiscard]] std::optional<double> value() const
    {
        const double middle = m_least / 2 + m_most / 2;
        if (!m_isKnown || middle == 0 || !(m_most - m_least <= kSameness * std::fabs(middle)))
            return std::nullopt;
        return middle;
    }

private:
    bool m_isKnown = true;
    double m_least = std::numeric_limits<double>::infinity(), m_most = -m_least;
};

Message anyDifference(const Region& place, std::uint64_t elements)
{
    if (place.count() == 1)
        return phrase("only this one of %1 elements differs", elements);
    if (place.isEverywhere())
        return phrase("all %1 elements differ", elements);
    bool isExact = false;
    const Message where = place.text(isExact);
    if (where.empty())
        return phrase("%1 of %2 elements differ, all over the tensor", place.count(), elements);
    return isExact ? phrase("%1 of %2 elements differ: all of %3", place.count(), elements, where)
                   : phrase("%1 of %2 elements differ, all within %3", place.count(), elements, where);
}

Message beyondRounding(const Region& place, std::uint64_t elements)
{
    if (place.count() == 1)
        return phrase("only this one of %1 elements differs beyond rounding to the coarser type", elements);
    if (place.isEverywhere())
        return phrase("all %1 elements differ beyond rounding to the coarser type", elements);
    bool isExact = false;
    const Message where = place.text(isExact);
    if (where.empty())
        return phrase("%1 of %2 elements differ beyond rounding to the coarser type, all over the tensor",
            place.count(), elements);
    return isExact ? phrase("%1 of %2 elements differ beyond rounding to the coarser type: all of %3",
               place.count(), elements, where)
                   : phrase("%1 of %2 elements differ beyond rounding to the coarser type, all within %3",
                       place.count(), elements, where);
}

Message textOf(const Region& place, const DifferingElements& all)
{
    return all.allowsRounding() ? beyondRounding(place, all.count()) : anyDifference(place, all.count());
}

} // namespace

Result<std::vector<Message>> differencePattern(const PairTable& pairs, std::size_t row, TaskContext& task)
{
    TRY_ASSIGN(const DifferingElements elements, DifferingElements::open(pairs, row, task));
    if (elements.count() > kMostPatternElements)
        return std::vector<Message>();
    Region all(elements.shape());
    Sameness amount, factor;
    double most = 0;
    TRY_VOID(elements.visit(
        [&](const DifferingElement& one) {
            all.add(one.index);
            amount.add(one.target - one.golden);
            factor.add(one.target / one.golden);
            if (const double off = std::fabs(one.target - one.golden); std::isfinite(off))
                most = std::max(most, off);
            return true;
        },
        task));
    if (all.count() == 0)
        return std::vector<Message>();
    std::vector<Message> texts {textOf(all, elements)};
    if (all.count() >= kFewestOfRule) {
        if (const auto same = factor.value())
            texts.push_back(phrase("each is golden's times %1", factorText(*same)));
        else if (const auto sum = amount.value())
            texts.push_back(phrase("each is golden's plus %1", fmt::format("{:.4g}", *sum)));
    }
    bool isExact = false;
    if (texts.size() > 1 || most == 0 || !all.text(isExact).empty())
        return texts;
    // What is off by little may hide a shape in what is off by much.
    Region much(elements.shape());
    TRY_VOID(elements.visit(
        [&](const DifferingElement& one) {
            if (!(std::fabs(one.target - one.golden) <= kMuch * most))
                much.add(one.index);
            return true;
        },
        task));
    if (const Message where = much.text(isExact); !where.empty())
        texts.push_back(phrase("%1 of them by more than %2, all within %3", much.count(),
            fmt::format("{:.2g}", kMuch * most), where));
    return texts;
}

} // namespace dumpscope::core
