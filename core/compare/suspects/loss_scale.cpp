// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/loss_scale.h"

#include "compare/suspects/recorded_figures.h"
#include "compare/suspects/tensor_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace dumpscope::core {

namespace {

std::string powerText(int exponent)
{
    return fmt::format("2^{}", exponent);
}

/// What a file recorded of a tensor, divided; nothing where none did.
std::optional<StatisticRow> recordedRow(const DumpIndex& index, TensorId id, double divisor)
{
    using Field = StatisticTable::Field;
    const TensorRow& row = index.tensor(id);
    if (row.statisticRow == TensorRow::kNone)
        return std::nullopt;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    StatisticRow recorded;
    bool isKnown = false;
    constexpr std::array kFields {Field::Max, Field::Min, Field::Mean, Field::L2Norm};
    for (std::size_t i = 0; i < kFields.size(); ++i) {
        const auto value = table.value(kFields.at(i), row.statisticRow);
        if (value)
            recorded.at(i) = *value / divisor;
        isKnown |= value.has_value();
    }
    return isKnown ? std::optional(recorded) : std::nullopt;
}

std::optional<double> recordedNorm(const DumpIndex& index, TensorId id)
{
    const auto row = recordedRow(index, id, 1);
    const auto norm
        = row ? statisticNumber((*row)[static_cast<std::size_t>(DumpedStatistic::L2Norm)]) : std::nullopt;
    return norm ? std::optional(std::fabs(*norm)) : std::nullopt;
}

/// The target's norm in units of golden's. Which of the two is larger is not kept of elements: both readings.
std::array<double, 2> ratiosOf(const PairTable& pairs, const TensorError& error)
{
    if (!error.hasNumbers || error.isInteger || error.isBroken || error.hasNonFinite || error.isMasked)
        return {};
    const PairResult& result = pairs.row(error.row);
    if (result.basis == PairBasis::Statistics) {
        const auto target = recordedNorm(*pairs.target().index, result.pair.target);
        const auto golden = recordedNorm(*pairs.golden().index, result.pair.golden);
        if (target && golden)
            return {*golden > 0 ? *target / *golden : 0, 0};
    }
    const PairFigures& figures = *result.figures;
    if (!(figures.goldenNorm > 0))
        return {};
    const double change = figures.normError / figures.goldenNorm;
    return {1 + change, 1 - change};
}

/// The reading that is nearest to a power of two.
double nearestRatio(const std::array<double, 2>& ratios, double power)
{
    const auto distance = [&](double ratio) {
        return ratio > 0 ? std::fabs(std::log2(ratio / power)) : std::numeric_limits<double>::infinity();
    };
    return distance(ratios[0]) <= distance(ratios[1]) ? ratios[0] : ratios[1];
}

/// By ‖x/f - y‖² = ‖x‖²/f² - 2⟨x,y⟩/f + ‖y‖², where ‖x - y‖ gives ⟨x,y⟩. What the subtraction loses is taken
/// for rounding.
void divideElements(TensorError& error, const PairFigures& figures, double ratio, double factor)
{
    constexpr double kLost = 64 * std::numeric_limits<double>::epsilon();
    const double relative = figures.errorNorm / figures.goldenNorm;
    const double product = (ratio * ratio + 1 - relative * relative) / 2;
    const double square = ratio * ratio / (factor * factor) - 2 * product / factor + 1;
    const double least = kLost * std::max(factor, 1 / factor);
    error.norm = std::fabs(ratio / factor - 1);
    error.relative = std::max(square > least ? std::sqrt(square) : std::min(error.unit, std::sqrt(least)),
        std::min(error.norm, std::sqrt(std::max(square, 0.0))));
    error.errorNorm = error.relative * figures.goldenNorm;
    constexpr double kWorst = 3; // standard deviations
    error.maxError = std::min(error.errorNorm, kWorst * error.errorNorm / std::sqrt(error.count));
}

} // namespace

std::string LossScale::factor() const
{
    return powerText(exponent);
}

Message lossScaleText(int exponent)
{
    return phrase(
        "it is golden's times %1, as all gradients are from that of the loss on", powerText(exponent));
}

TensorError dividedBy(const PairTable& pairs, const TensorError& error, int exponent)
{
    TensorError divided = error;
    const TensorError measured = tensorError(pairs, error.row);
    for (const auto number : {&TensorError::errorNorm, &TensorError::maxError, &TensorError::relative,
             &TensorError::largest, &TensorError::norm})
        divided.*number = measured.*number;
    divided.differs = measured.differs;
    divided.lossExponent = 0;
    const std::array<double, 2> ratios = ratiosOf(pairs, measured);
    const double factor = std::ldexp(1.0, exponent);
    if (exponent == 0 || !(ratios[0] > 0))
        return divided;
    divided.lossExponent = exponent;
    const PairResult& result = pairs.row(error.row);
    const auto target = recordedRow(*pairs.target().index, result.pair.target, factor);
    const auto golden = recordedRow(*pairs.golden().index, result.pair.golden, 1);
    if (result.basis == PairBasis::Statistics && target && golden) {
        const PairFigures figures = figuresOf(*target, *golden, result.figures->count);
        divided.differs = figures.differs;
        divided.errorNorm = figures.errorNorm;
        divided.maxError = figures.maxError;
        divided.norm = figures.normError / figures.goldenNorm;
        divided.relative = figures.errorNorm / figures.goldenNorm;
    } else {
        divideElements(divided, *result.figures, nearestRatio(ratios, factor), factor);
    }
    divided.largest = divided.goldenMax > 0 ? divided.maxError / divided.goldenMax : 0;
    return divided;
}

bool isAboutTimes(const PairTable& pairs, const TensorError& error, int exponent)
{
    const double factor = std::ldexp(1.0, exponent);
    const double ratio = nearestRatio(ratiosOf(pairs, error), factor) / factor;
    constexpr double kRoot = 1.4142135623730951;
    return ratio <= kRoot && ratio * kRoot >= 1;
}

std::optional<int> powerOfTwo(const PairTable& pairs, const TensorError& error)
{
    constexpr double kExact = 1e-3, kRounded = 0.05; // of the exponent
    const double most = error.count == 1 ? kExact : kRounded;
    std::optional<int> found;
    double nearest = std::numeric_limits<double>::infinity();
    for (const double ratio : ratiosOf(pairs, error)) {
        if (!(ratio > 0))
            continue;
        const double exponent = std::log2(ratio);
        const double apart = std::fabs(exponent - std::round(exponent));
        if (apart <= most && apart < nearest) {
            nearest = apart;
            found = static_cast<int>(std::round(exponent));
        }
    }
    return found && *found != 0 ? found : std::nullopt;
}

} // namespace dumpscope::core
