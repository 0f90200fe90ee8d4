// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/tensor_error.h"

#include "base/text.h"
#include "compare/elements/mask_conventions.h"
#include "compare/elements/significand.h"
#include "compare/layout/assembly.h"
#include "compare/layout/operator_class.h"
#include "compare/suspects/explained_error.h"
#include "compare/suspects/operator_nature.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace dumpscope::core {

namespace {

double unitRoundoff(DType target, DType golden)
{
    const int a = significandBits(target), b = significandBits(golden);
    return a > 0 && b > 0 ? std::ldexp(1.0, -std::min(a, b)) : 0;
}

/// Of the types that are used for arithmetic; 0 for others.
double leastStepOf(DType dtype)
{
    switch (dtype) {
    case DType::Float16:
        return 0x1p-24;
    case DType::BFloat16:
        return 0x1p-133;
    case DType::Float32:
        return 0x1p-149;
    default:
        return 0;
    }
}

/// A truth value or index on one side stands for a number on the other: a mask that says which elements stay
/// beside one that is added. They agree in nothing although they may mean the same.
bool isOfAnotherKind(DType target, DType golden)
{
    return (significandBits(target) > 0) != (significandBits(golden) > 0) && target != DType::Unknown
        && golden != DType::Unknown;
}

/// Masks of two kinds that were read as truth values.
bool areTruths(DType target, DType golden, const PairResult& result)
{
    return (target == DType::Bool) != (golden == DType::Bool) && result.basis == PairBasis::Elements
        && result.figures && result.figures->hasNorm && !result.figures->hasNonFinite
        && result.figures->goldenMin == 0 && result.figures->goldenMax == 1;
}

/// Sums of float32 end in other digits on every device, and extremes may have been printed with no more.
bool isWithinRecording(const TensorError& error, const PairFigures& figures)
{
    constexpr double kSingle = 0x1p-22;
    return error.basis == PairBasis::Statistics && figures.sameBits.value_or(true) && !error.hasNonFinite
        && error.largest <= kSingle && error.relative <= std::max(kSingle, 2 * kRoundingRms * error.unit);
}

/// Part of a whole; an error where there should be nothing is infinitely large.
double shareOf(double part, double whole)
{
    if (part == 0)
        return 0;
    return whole > 0 ? part / whole : std::numeric_limits<double>::infinity();
}

/// Whether a type with this unit roundoff does not hold the number, so that it stands there rounded.
bool isRoundedBy(double unit, double number)
{
    int exponent = 0;
    const double significand = std::frexp(number, &exponent) / unit;
    return std::floor(significand) != significand;
}

bool isShortDecimal(float number)
{
    constexpr std::ptrdiff_t kDigits = 4;
    std::array<char, 32> text {};
    const auto end
        = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::scientific).ptr;
    return std::count_if(text.data(), std::find(text.data(), end, 'e'), isDigit) <= kDigits;
}

/// The target's number is golden's with the error added or taken away; which of both is not recorded.
bool isWrittenOnBothSides(const PairFigures& figures)
{
    const double golden = figures.goldenMin;
    return figures.count == 1 && figures.maxError > 0 && isShortDecimal(static_cast<float>(golden))
        && (isShortDecimal(static_cast<float>(golden + figures.maxError))
            || isShortDecimal(static_cast<float>(golden - figures.maxError)));
}

/// How far bfloat16 or float16 rounds the number, whatever type it is recorded in.
double halfTypeError(double number)
{
    double farthest = 0;
    for (const int bits : {8, 11}) {
        int exponent = 0;
        const double significand = std::frexp(number, &exponent);
        const double rounded = std::ldexp(std::nearbyint(std::ldexp(significand, bits)), exponent - bits);
        farthest = std::max(farthest, std::fabs(rounded - number));
    }
    return farthest;
}

/// Elements of -10⁴ or the smallest finite number keep others out of a softmax. They are most of the norm, so
/// nothing is seen in it of the others: what these are off by counts. Unless the mask itself may be rounded.
void lookBesideMask(TensorError& error, const PairFigures& figures)
{
    constexpr double kOthers = 100, kSpread = 3; // largest element in units of the rms
    const double others = figures.goldenMax;
    error.isMostlyMask
        = figures.goldenMin <= kAddedMask && others >= 0 && others * kOthers <= -figures.goldenMin;
    const bool isRounded = isRoundedBy(error.unit, figures.goldenMin)
        ? figures.maxError <= -2 * error.unit * figures.goldenMin
        : figures.maxError <= halfTypeError(figures.goldenMin);
    // A mask that one side has not at all is off by what it is.
    const bool isMissing = figures.maxError >= -figures.goldenMin / 2;
    if (!error.isMostlyMask || !(others > 0) || (!figures.hasLostNorm && (isRounded || isMissing)))
        return;
    error.isMasked = true;
    error.isMostlyMask = false;
    error.goldenMax = others;
    error.goldenNorm = others / kSpread * std::sqrt(error.count);
    error.relative = error.largest = figures.maxError / others;
    error.norm = 0;
}

void takeNumbers(TensorError& error, const PairFigures& figures)
{
    error.hasNumbers = true;
    error.count = static_cast<double>(std::max<std::uint64_t>(figures.count, 1));
    error.errorNorm = figures.errorNorm;
    error.maxError = figures.maxError;
    error.goldenNorm = figures.goldenNorm;
    error.goldenMax = std::max(std::fabs(figures.goldenMin), std::fabs(figures.goldenMax));
    if (figures.goldenMin * figures.goldenMax > 0)
        error.goldenLow = std::min(std::fabs(figures.goldenMin), std::fabs(figures.goldenMax));
    error.goldenRange = figures.goldenMax - figures.goldenMin;
    error.relative = shareOf(figures.errorNorm, figures.goldenNorm);
    error.largest = shareOf(figures.maxError, error.goldenMax);
    error.norm = shareOf(figures.normError, figures.goldenNorm);
    // Norms are sums, of which the last digits depend on the order.
    error.fingerprint
        = {error.count, static_cast<float>(figures.goldenNorm), figures.goldenMin, figures.goldenMax};
    const auto isWhole = [](double number) { return std::floor(number) == number; };
    error.isAddedMask = figures.goldenMin <= kAddedMask && figures.goldenMax == 0;
    error.isConstant = figures.goldenMin == figures.goldenMax;
    error.isWhole = error.count > 1 && error.goldenMax >= 1 && isWhole(figures.goldenMin)
        && isWhole(figures.goldenMax) && isWhole(figures.maxError);
    const double share = error.relative;
    lookBesideMask(error, figures);
    // How many elements are off is not known then, and not that only one is.
    error.isOfLargest = error.isMasked || figures.hasLostNorm;
    if (error.isOfLargest)
        error.relative = std::max({error.relative, error.largest, share});
}

/// Whether a side recorded no NaN and no infinity but -infinity, or the number of a mask, beside other
/// elements.
bool isMaskAtMost(const DumpIndex& index, TensorId id)
{
    using Field = StatisticTable::Field;
    const TensorRow& row = index.tensor(id);
    if (row.statisticRow == TensorRow::kNone)
        return false;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    const auto max = table.value(Field::Max, row.statisticRow);
    const auto min = table.value(Field::Min, row.statisticRow);
    const auto norm = table.value(Field::L2Norm, row.statisticRow);
    const bool hasOthers = table.value(Field::NanCount, row.statisticRow).value_or(0) > 0
        || table.value(Field::PosInfCount, row.statisticRow).value_or(0) > 0;
    return max && min && std::isfinite(*max) && *min <= kAddedMask && !(norm && std::isnan(*norm))
        && !hasOthers;
}

/// As msprobe does of integers and truth values.
bool hasNoSums(const DumpIndex& index, TensorId id)
{
    using Field = StatisticTable::Field;
    const TensorRow& row = index.tensor(id);
    if (row.statisticRow == TensorRow::kNone)
        return false;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    return !table.value(Field::Mean, row.statisticRow) && !table.value(Field::L2Norm, row.statisticRow);
}

/// Weights that were not loaded, which the norm hardly shows. What is next to the smallest numbers of a type
/// becomes zero rightly.
bool isFilledFor(const TensorError& error, const DumpIndex& target, TensorId id)
{
    using Field = StatisticTable::Field;
    constexpr double kUnits = 16;
    const TensorRow& row = target.tensor(id);
    if (row.statisticRow == TensorRow::kNone || !error.hasNumbers || error.isInteger || error.isConstant
        || error.hasNonFinite || !(error.goldenRange > kUnits * error.coarserUnit * error.goldenMax)
        || !(error.goldenMax > kUnits * error.leastStep / std::max(error.coarserUnit, 0x1p-24)))
        return false;
    const StatisticTable& table = *target.statisticTables()[row.statisticTable];
    const auto max = table.value(Field::Max, row.statisticRow),
               min = table.value(Field::Min, row.statisticRow);
    return max && min && *max == *min;
}

/// Whether one axis alone differs, by as many times as ranks, or groups of them, may share it.
bool isCutOverRanks(const PairTable& pairs, const TensorPair& pair)
{
    const Shape target = squeezed(recordedShape(*pairs.target().index, pair.target)),
                golden = squeezed(recordedShape(*pairs.golden().index, pair.golden));
    if (target.size() != golden.size())
        return false;
    const auto [own, other] = std::ranges::mismatch(target, golden);
    if (own == target.end() || !std::equal(own + 1, target.end(), other + 1))
        return false;
    const std::int64_t less = std::min(*own, *other), more = std::max(*own, *other);
    if (less <= 0 || more % less != 0)
        return false;
    const auto ranks = static_cast<std::int64_t>(pairs.ranksBesideOne());
    return ranks > 1 && ranks % (more / less) == 0;
}

double moreRowsOf(std::span<const std::int64_t> target, std::span<const std::int64_t> golden)
{
    const bool areRowsAlone = !golden.empty() && target.size() == golden.size()
        && std::equal(target.begin() + 1, target.end(), golden.begin() + 1);
    return areRowsAlone ? static_cast<double>(target.front()) - static_cast<double>(golden.front()) : 0;
}

/// Of parts beside one another the error is that of the part that is shown: what is wrong in one rank is lost
/// in the rounding of the others.
void takeShownPart(TensorError& error, const TensorPair& pair)
{
    if (!error.hasNumbers || !(error.relative > 0) || !isTargetPutTogether(pair))
        return;
    const Assembly& assembly = *pair.hint->assembly;
    if (assembly.partsUsed() < 2 || assembly.isAdded() || assembly.isOfStatistics
        || assembly.basis == AssemblyBasis::Said)
        return;
    const auto part = std::ranges::find(assembly.parts, pair.target, &AssemblyPart::id);
    if (part == assembly.parts.end() || !std::isfinite(part->error) || !(part->error > error.relative))
        return;
    error.errorNorm *= part->error / error.relative;
    error.relative = part->error;
    error.isOfPart = true;
}

/// Whether an extreme that is recorded of the target is no number of float16 or bfloat16.
bool isUnroundedIn(const DumpIndex& target, TensorId id)
{
    using Field = StatisticTable::Field;
    constexpr int kBits = 11;
    const TensorRow& row = target.tensor(id);
    if (row.statisticRow == TensorRow::kNone)
        return false;
    const StatisticTable& table = *target.statisticTables()[row.statisticTable];
    return std::ranges::any_of(std::array {Field::Max, Field::Min}, [&](Field field) {
        const auto extreme = table.value(field, row.statisticRow);
        int exponent = 0;
        const double scaled
            = extreme && std::isfinite(*extreme) ? std::ldexp(std::frexp(*extreme, &exponent), kBits) : 0;
        return scaled != std::round(scaled);
    });
}

} // namespace

double TensorError::leastUnit() const
{
    const double rms = goldenRms();
    return rms > 0 ? leastStep / 2 / rms : 0;
}

double TensorError::unscaled() const
{
    constexpr double kFew = 16;
    return basis == PairBasis::Elements && count >= kFew && norm < relative
        ? std::sqrt((relative - norm) * (relative + norm))
        : relative;
}

double TensorError::goldenRms() const
{
    return goldenNorm / std::sqrt(count);
}

bool isMadeByOperator(Io io)
{
    return io == Io::Output || io == Io::Gradient || io == Io::Unknown;
}

TensorError tensorError(const PairTable& pairs, std::size_t row)
{
    const PairResult& result = pairs.row(row);
    const TensorRow& target = pairs.target().index->tensor(result.pair.target);
    const TensorRow& golden = pairs.golden().index->tensor(result.pair.golden);
    TensorError error;
    error.row = row;
    error.isOutput = isMadeByOperator(target.io);
    error.isFirstInput = target.io == Io::Input && target.slot == 0;
    error.isParameter = target.io == Io::Parameter;
    error.basis = result.basis;
    error.unit = error.coarserUnit = unitRoundoff(target.dtype, golden.dtype);
    error.leastStep = std::max(leastStepOf(target.dtype), leastStepOf(golden.dtype));
    error.goldenUnit = unitRoundoff(golden.dtype, golden.dtype);
    const auto shape = pairs.golden().index->shape(golden.shape);
    if (!shape.empty())
        error.rows = static_cast<double>(shape.front());
    const bool isComparable
        = !isOfAnotherKind(target.dtype, golden.dtype) || areTruths(target.dtype, golden.dtype, result);
    error.isInteger = error.unit == 0 && isComparable;
    error.isTruth = target.dtype == DType::Bool && golden.dtype == DType::Bool;
    error.hasOtherShape
        = result.state == PairState::ShapeMismatch || result.state == PairState::CountMismatch;
    error.isShare = error.hasOtherShape && isCutOverRanks(pairs, result.pair);
    if (error.hasOtherShape)
        error.moreRows = moreRowsOf(pairs.target().index->shape(target.shape), shape);
    error.isNonFinite = result.state == PairState::NonFinite && !result.figures;
    if (result.figures && isComparable) {
        error.differs = result.figures->differs;
        error.hasNonFinite = result.figures->hasNonFinite;
        error.isNonFinite |= result.figures->nonFiniteDiffers;
        if (result.figures->hasNorm)
            takeNumbers(error, *result.figures);
        takeShownPart(error, result.pair);
        error.isWritten = error.hasNumbers && target.dtype == DType::Float32 && golden.dtype == DType::Float32
            && isWrittenOnBothSides(*result.figures);
        error.isSlight = error.hasNumbers && isWithinRecording(error, *result.figures);
        // Of sums over many elements, which strided tensors are added up of one by one.
        constexpr double kSingle = 0x1p-24, kLeast = 0x1p-20, kMost = 0x1p-18;
        const double lastDigits = std::clamp(kSingle * std::sqrt(error.count), kLeast, kMost);
        error.isReordered = error.hasNumbers && error.basis == PairBasis::Statistics && error.differs
            && !error.isInteger && !error.isMasked && error.count > 1 && error.largest == 0
            && error.relative > 0 && error.relative <= lastDigits && result.figures->sameBits.value_or(true);
    }
    error.isBitsOnly = result.sameChecksum == false && error.hasNumbers && result.figures->errorNorm == 0
        && result.figures->maxError == 0 && result.figures->normError == 0;
    // Where all elements are the same, extremes say everything.
    error.hasExtremesOnly = error.isInteger && error.hasNumbers && !error.differs && !error.isConstant
        && result.basis == PairBasis::Statistics && !result.figures->sameBits.value_or(false)
        && (hasNoSums(*pairs.target().index, result.pair.target)
            || hasNoSums(*pairs.golden().index, result.pair.golden));
    error.isMask = error.hasNonFinite && result.basis == PairBasis::Statistics
        && isMaskAtMost(*pairs.target().index, result.pair.target)
        && isMaskAtMost(*pairs.golden().index, result.pair.golden);
    error.isBroken = error.isNonFinite || (error.hasOtherShape && !error.isShare);
    error.isFilled = result.basis == PairBasis::Statistics && !error.isBroken
        && isFilledFor(error, *pairs.target().index, result.pair.target);
    error.isUnrounded = result.basis == PairBasis::Statistics && error.goldenUnit <= 0x1p-20
        && isUnroundedIn(*pairs.target().index, result.pair.target);
    error.differs |= error.isBroken;
    return error;
}

bool mayHaveStepped(const PairTable& pairs, const TensorError& error)
{
    if (!error.isOutput || !error.differs || error.isBroken)
        return false;
    const DumpIndex& index = *pairs.target().index;
    const StringId type = index.tensor(pairs.row(error.row).pair.target).opType;
    return error.isInteger
        || (type.isValid() && operatorNature(index.text(type)) == OperatorNature::Stepping);
}

} // namespace dumpscope::core
