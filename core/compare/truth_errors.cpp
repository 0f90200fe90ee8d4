// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/truth_errors.h"

#include "base/text.h"
#include "compare/layout/assembly.h"
#include "compare/suspects/suspect_text.h"
#include "metrics/metric_registry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace dumpscope::core {

namespace {

constexpr double kFarther = 2; ///< times as far is more than chance

const std::vector<std::string>& truthMetrics()
{
    static const std::vector<std::string> ids {
        "relative_euclidean_distance", "max_relative_error", "mean_relative_error", "root_mean_square_error"};
    return ids;
}

struct AgainstTruth {
    TensorId truth;
    TruthError error;
};
using ByTensor = std::unordered_map<std::uint32_t, AgainstTruth>;

/// NaN where NaN or infinities are others than the truth's.
TruthError errorOf(const PairTable& pairs, std::size_t row)
{
    const auto value = [&](std::size_t metric) {
        return pairs.metricNumber(row, pairs.columnByName(truthMetrics()[metric]));
    };
    return {value(0), value(1), value(2), value(3)};
}

/// Tensors of a side that hold elements, and how far each is from its partner.
Result<ByTensor> measured(const ComparisonSide& side, const ComparisonSide& truth,
    const ComparisonOptions& given, TaskContext& task)
{
    ComparisonOptions options = given;
    options.recompute = false;
    options.resume = nullptr;
    options.sharing = nullptr;
    options.known.clear();
    options.filter.clear();
    const auto registry = builtinMetrics();
    options.measure.profile = registry->findProfile("dumpscope");
    options.measure.metrics
        = std::make_shared<const MetricSelection>(defaultMetrics(*registry, "dumpscope", truthMetrics()));
    TRY_ASSIGN(const Comparison compared, compareSides(side, truth, options, {}, task));
    TRY_VOID(task.checkStop());
    ByTensor found;
    for (std::size_t row = 0; row < compared.pairs->rows(); ++row) {
        const PairResult& result = compared.pairs->row(row);
        const bool isMeasured = result.state == PairState::Ok || result.state == PairState::NonFinite;
        if (result.basis == PairBasis::Elements && isMeasured)
            found.emplace(static_cast<std::uint32_t>(result.pair.target.value()),
                AgainstTruth {result.pair.golden, errorOf(*compared.pairs, row)});
    }
    return found;
}

std::optional<double> quotient(const std::optional<double>& a, const std::optional<double>& b)
{
    if (!a || !b || std::isnan(*a) || std::isnan(*b))
        return std::nullopt;
    if (*a == 0 && *b == 0)
        return 1;
    return *b == 0 ? std::numeric_limits<double>::infinity() : *a / *b;
}

std::optional<bool> benchmark(const TruthError& target, const TruthError& golden)
{
    constexpr double kLargest = 10, kMean = 2, kSquare = 2;
    const auto largest = quotient(target.maxRelative, golden.maxRelative),
               mean = quotient(target.meanRelative, golden.meanRelative),
               square = quotient(target.rootMeanSquare, golden.rootMeanSquare);
    const auto isNan
        = [](const TruthError& error) { return error.relativeL2 && std::isnan(*error.relativeL2); };
    if (isNan(target) && !isNan(golden))
        return false;
    if (!largest || !mean || !square)
        return std::nullopt;
    return *largest <= kLargest && *mean <= kMean && *square <= kSquare;
}

/// No number is farther than any.
Farther fartherOf(const TruthError& target, const TruthError& golden)
{
    const auto far = [](const TruthError& error) {
        return error.relativeL2 && !std::isnan(*error.relativeL2) ? *error.relativeL2
                                                                  : std::numeric_limits<double>::infinity();
    };
    const double ours = far(target), theirs = far(golden);
    if (ours > kFarther * theirs)
        return Farther::Target;
    return theirs > kFarther * ours ? Farther::Golden : Farther::Neither;
}

std::string errorText(const std::optional<double>& error)
{
    return error && !std::isnan(*error) ? errorDigits(*error) : std::string("NaN");
}

} // namespace

std::string_view fartherWord(Farther farther)
{
    switch (farther) {
    case Farther::Target:
        return "target";
    case Farther::Golden:
        return "golden";
    case Farther::Neither:
        break;
    }
    return "neither";
}

std::optional<double> TruthRow::ratio() const
{
    const bool areBothZero = target.relativeL2 == 0.0 && golden.relativeL2 == 0.0;
    return areBothZero ? std::nullopt : quotient(target.relativeL2, golden.relativeL2);
}

Message truthText(const TruthRow& row)
{
    const std::string target = errorText(row.target.relativeL2), golden = errorText(row.golden.relativeL2);
    const Message text = row.farther == Farther::Target
        ? phrase("the target is %1 from the truth, golden %2: the target is farther", target, golden)
        : row.farther == Farther::Golden
        ? phrase("the target is %1 from the truth, golden %2: golden is farther", target, golden)
        : phrase("the target is %1 from the truth, golden %2: neither is twice as far", target, golden);
    return row.isWithinBenchmark == false ? phrase("%1, and beyond the limits of the benchmark method", text)
                                          : text;
}

const TruthRow* TruthErrors::find(std::size_t row) const
{
    const auto found = std::ranges::lower_bound(rows, row, {}, &TruthRow::row);
    return found != rows.end() && found->row == row ? &*found : nullptr;
}

const TruthRow* TruthErrors::worst() const
{
    const TruthRow* worst = nullptr;
    double most = 0;
    for (const TruthRow& row : rows) {
        const double ratio = row.ratio().value_or(std::numeric_limits<double>::infinity());
        if (row.farther == Farther::Target && (worst == nullptr || ratio > most)) {
            worst = &row;
            most = ratio;
        }
    }
    return worst;
}

Message TruthErrors::text() const
{
    if (rows.empty())
        return phrase("no pair has a partner with values in the truth");
    return phrase(
        "of %1 pairs the target is farther from the truth in %2, golden in %3; %4 miss the limits of the "
        "benchmark method",
        rows.size(), targetFarther, goldenFarther, beyondBenchmark);
}

Result<TruthErrors> measureTruth(const Comparison& comparison, const ComparisonSide& truth,
    const ComparisonOptions& options, TaskContext& task)
{
    const PairTable& pairs = *comparison.pairs;
    TRY_ASSIGN(const ByTensor targets, measured(pairs.target(), truth, options, task));
    TRY_ASSIGN(const ByTensor goldens, measured(pairs.golden(), truth, options, task));
    TruthErrors errors;
    errors.root = truth.index->root();
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        const auto target = targets.find(static_cast<std::uint32_t>(pair.target.value()));
        const auto golden = goldens.find(static_cast<std::uint32_t>(pair.golden.value()));
        if (target == targets.end() || golden == goldens.end() || target->second.truth != golden->second.truth
            || isOfParts(pair)) {
            ++errors.unpaired;
            continue;
        }
        TruthRow& one = errors.rows.emplace_back();
        one.row = row;
        one.truth = target->second.truth;
        one.target = target->second.error;
        one.golden = golden->second.error;
        one.farther = fartherOf(one.target, one.golden);
        one.isWithinBenchmark = benchmark(one.target, one.golden);
        errors.targetFarther += one.farther == Farther::Target ? 1 : 0;
        errors.goldenFarther += one.farther == Farther::Golden ? 1 : 0;
        errors.beyondBenchmark += one.isWithinBenchmark == false ? 1 : 0;
    }
    return errors;
}

} // namespace dumpscope::core
