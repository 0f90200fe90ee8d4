// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/recorded_figures.h"

#include "compare/elements/mask_conventions.h"
#include "compare/suspects/scalar_arguments.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace dumpscope::core {

namespace {

/// Whether the squares of all elements are next to the smallest numbers of float32, so that a norm recorded
/// in it says nothing.
bool hasLostSquares(const StatisticRow& row)
{
    constexpr double kLeast = 1e-17;
    const auto max = statisticNumber(row[static_cast<std::size_t>(DumpedStatistic::Max)]);
    const auto min = statisticNumber(row[static_cast<std::size_t>(DumpedStatistic::Min)]);
    const double largest = max && min ? std::max(std::fabs(*max), std::fabs(*min)) : 0;
    return largest > 0 && largest < kLeast;
}

/// Half of the last digit where a number was printed with six, as the statistic.csv of MindSpore does; 0
/// where it has more.
double halfDigit(double number)
{
    constexpr int kDigits = 6;
    if (number == 0)
        return 0;
    const double digit = std::pow(10.0, std::floor(std::log10(std::fabs(number))) + 1 - kDigits);
    // Most numbers have far more digits than that, which is seen without printing them.
    constexpr double kSurely = 1e-6, kLeast = 1e-290;
    const double digits = number / digit;
    if (std::isfinite(digits) && digit > kLeast && std::fabs(digits - std::round(digits)) > kSurely)
        return 0;
    const std::string text = fmt::format("{:.{}g}", number, kDigits);
    double printed = 0;
    if (fast_float::from_chars(text.data(), text.data() + text.size(), printed).ec != std::errc()
        || printed != number)
        return 0;
    return 0.5 * digit;
}

/// Whether two numbers are one within what was printed of them.
bool agreeAsPrinted(double x, double y)
{
    constexpr double kNear = 1e-5;
    const double apart = std::fabs(x - y);
    return apart <= kNear * std::fabs(y) && apart <= 1.001 * (halfDigit(x) + halfDigit(y));
}

} // namespace

PairFigures figuresOf(const StatisticRow& target, const StatisticRow& golden, std::uint64_t count)
{
    PairFigures figures;
    figures.count = count;
    std::array<double, kDumpedStatistics> change {}, reference {};
    std::array<bool, kDumpedStatistics> known {}, lost {}; ///< lost: not finite, so nothing shows in it
    std::array<bool, kDumpedStatistics> lostOnBoth {}, isRecorded {};
    const bool isFinite = hasFiniteExtremes(target) && hasFiniteExtremes(golden);
    for (std::size_t i = 0; i < kDumpedStatistics; ++i) {
        const auto x = statisticNumber(target[i]), y = statisticNumber(golden[i]);
        if (!x || !y)
            continue;
        isRecorded[i] = true;
        const bool areIntegers = std::holds_alternative<std::int64_t>(target[i])
            && std::holds_alternative<std::int64_t>(golden[i]);
        const bool same = *x == *y ? !areIntegers || target[i] == golden[i]
                                   : (std::isnan(*x) && std::isnan(*y)) || agreeAsPrinted(*x, *y);
        figures.differs |= !same;
        if (i == static_cast<std::size_t>(DumpedStatistic::L2Norm)
            && (hasLostSquares(target) || hasLostSquares(golden))) {
            lost[i] = lostOnBoth[i] = true;
            continue;
        }
        if (!std::isfinite(*x) || !std::isfinite(*y)) {
            lost[i] = true;
            lostOnBoth[i] = !std::isfinite(*x) && !std::isfinite(*y);
            figures.hasNonFinite |= !isFinite;
            figures.nonFiniteDiffers |= !same && !isFinite;
            continue;
        }
        known[i] = true;
        reference[i] = *y;
        change[i] = same ? 0 : std::fabs(*x - *y);
    }
    // Masks are the smallest number of a type: of two types they differ, and with them all sums.
    for (const DumpedStatistic extreme : {DumpedStatistic::Max, DumpedStatistic::Min}) {
        const auto at = static_cast<std::size_t>(extreme);
        const auto x = statisticNumber(target[at]), y = statisticNumber(golden[at]);
        if (!x || !y || *x == *y || !isTypeLimit(*x) || !isTypeLimit(*y) || (*x > 0) != (*y > 0))
            continue;
        change.at(at) = 0;
        for (const DumpedStatistic sum : {DumpedStatistic::Mean, DumpedStatistic::L2Norm}) {
            known.at(static_cast<std::size_t>(sum)) = false;
            change.at(static_cast<std::size_t>(sum)) = 0;
        }
    }
    constexpr auto kMax = static_cast<std::size_t>(DumpedStatistic::Max);
    constexpr auto kMin = static_cast<std::size_t>(DumpedStatistic::Min);
    constexpr auto kMean = static_cast<std::size_t>(DumpedStatistic::Mean);
    constexpr auto kNorm = static_cast<std::size_t>(DumpedStatistic::L2Norm);
    const double root = std::sqrt(static_cast<double>(std::max<std::uint64_t>(count, 1)));
    figures.goldenMax = reference[kMax];
    figures.goldenMin = reference[kMin];
    const double largest = std::max(std::fabs(reference[kMax]), std::fabs(reference[kMin]));
    // Integers have no norm in many dumps; the largest element everywhere is what it can be at most.
    // msprobe gives a number without axes as its own norm, with its sign.
    figures.goldenNorm = known[kNorm] ? std::fabs(reference[kNorm]) : largest * root;
    figures.normError = change[kNorm];
    figures.maxError = std::max(change[kMax], change[kMin]);
    // What keeps others out of a softmax may be rounded, and is all of a norm; beside it the other extreme is
    // all that shows.
    constexpr double kRounded = 0.01;
    const bool hasOthers = reference[kMax] > 0 && reference[kMax] <= -kRounded * reference[kMin];
    const bool isMasked = reference[kMin] <= kAddedMask && change[kMin] <= -kRounded * reference[kMin]
        && (lostOnBoth[kNorm] || hasOthers);
    if (isMasked)
        figures.maxError = change[kMax];
    figures.errorNorm = std::max({figures.maxError, figures.normError, root * change[kMean]});
    // Beside infinite elements sums show nothing, and the other extreme, where it agrees, hardly more.
    const bool isHidden = (lost[kMax] || lost[kMin]) && !known[kNorm] && figures.maxError == 0;
    figures.hasLostNorm = lostOnBoth[kNorm] || !isRecorded[kNorm] || isMasked;
    const bool isMinAlone = known[kMin] && (lostOnBoth[kNorm] || !isRecorded[kMax]);
    figures.hasNorm = (known[kNorm] || known[kMax] || isMinAlone) && !isHidden;
    return figures;
}

} // namespace dumpscope::core
