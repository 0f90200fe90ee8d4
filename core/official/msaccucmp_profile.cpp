// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/python_text.h"
#include "metrics/dumpscope_measuring.h"
#include "metrics/metric_registry.h"
#include "metrics/pair_folding.h"
#include "official/float32_fold.h"
#include "official/msaccucmp_alignment.h"
#include "official/msprobe_statistics.h"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace dumpscope::core {
namespace {

/// NumPy's smallest step of float64, which msaccucmp takes for zero.
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// What one official algorithm returned: the text of its cell and, where it gave one, a reason.
struct Outcome {
    MetricValue value;
    Message reason = {};
};

/// A number that was computed, NaN and infinity included.
Outcome computed(double value, std::string text)
{
    return {{value, std::isfinite(value) ? PairState::Ok : PairState::NonFinite, std::move(text)}};
}
Outcome computed(double value)
{
    constexpr int kDigits = 6;
    return computed(value, pythonFixed(value, kDigits));
}
/// `NaN`: could not be computed.
Outcome refused(Message reason, PairState state = PairState::NotComputed)
{
    return {{std::nullopt, state, "NaN"}, std::move(reason)};
}
Outcome raised(std::string_view algorithm, Form<0> exception, PairState state)
{
    return refused(phrase("Failed to execute 'compare' in '%1'. %2", algorithm, exception), state);
}
constexpr Form<0> kEmptyMaximum = "zero-size array to reduction operation maximum which has no identity";

/// The pair an algorithm looks at.
struct Context {
    const Float32Fold& fold;
    const MeasureOptions& options;
    const Shape& shape; ///< of the target
};

/// Sum of dimensions equals their number: every one is 1, or there are odd ones such as (2,0).
bool isScalar(const Shape& shape)
{
    return std::accumulate(shape.begin(), shape.end(), std::int64_t {0})
        == static_cast<std::int64_t>(shape.size());
}

constexpr Form<0> kScalar = "This tensor is scalar.";

Outcome allZero(const std::string& file)
{
    return refused(phrase("Cannot compare by Cosine Similarity. All the data is zero in %1.", file));
}

/// The guards of cosine in their order; nullopt: compute it.
std::optional<Outcome> cosineGuard(
    double targetNorm, double goldenNorm, const Shape& shape, const MeasureOptions& options)
{
    if (isScalar(shape)) {
        Outcome one = computed(1);
        one.reason = kScalar;
        return one;
    }
    if (targetNorm <= kEpsilon && goldenNorm < kEpsilon)
        return computed(1, "1.0");
    if (std::sqrt(targetNorm) <= kEpsilon)
        return allZero(options.targetName);
    if (std::sqrt(goldenNorm) <= kEpsilon)
        return allZero(options.goldenName);
    return std::nullopt;
}

Outcome cosine(const Context& pair)
{
    const float targetNorm = pair.fold.targetNorm();
    const float goldenNorm = pair.fold.goldenNorm();
    if (auto guard = cosineGuard(targetNorm, goldenNorm, pair.shape, pair.options))
        return std::move(*guard);
    const double value = *pair.fold.cosine;
    return computed(value > 1 ? 1.0 : value);
}

Outcome maxAbsolute(const Context& pair)
{
    if (pair.fold.count == 0)
        return raised("MaxAbsoluteError", kEmptyMaximum, PairState::Empty);
    return computed(pair.fold.maxAbsolute);
}

Outcome accumulatedRelative(const Context& pair)
{
    return computed(pair.fold.relative);
}

Outcome relativeEuclidean(const Context& pair)
{
    if (std::sqrt(static_cast<double>(pair.fold.yy)) <= kEpsilon)
        return computed(0);
    return computed(std::sqrt(static_cast<double>(pair.fold.dd / pair.fold.yy)));
}

Outcome divergence(const Context& pair)
{
    if (pair.fold.count == 0)
        return raised("KullbackLeiblerDivergence", kEmptyMaximum, PairState::Empty);
    const double value = *pair.fold.divergence;
    return computed(std::fabs(value) < kEpsilon ? 0.0 : value);
}

/// NumPy's mean and deviation with NaN and infinities in the data.
std::pair<double, double> momentsOf(const Statistics& side)
{
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (side.count == 0 || side.nanCount > 0 || (side.posInfCount > 0 && side.negInfCount > 0))
        return {kNan, kNan};
    if (side.posInfCount > 0)
        return {kInfinity, kNan};
    if (side.negInfCount > 0)
        return {-kInfinity, kNan};
    return {*side.mean, *side.std};
}

std::string momentText(double value)
{
    constexpr int kDigits = 3;
    constexpr double kLeast = 0.001;
    return pythonFixed(std::fabs(value) < kLeast ? 0.0 : value, kDigits);
}

Outcome standardDeviation(const Context& pair)
{
    const auto [targetMean, targetStd] = momentsOf(*pair.fold.target);
    const auto [goldenMean, goldenStd] = momentsOf(*pair.fold.golden);
    const bool isFinite = std::isfinite(targetStd) && std::isfinite(goldenStd);
    return {{std::nullopt, isFinite ? PairState::Ok : PairState::NonFinite,
        "(" + momentText(targetMean) + ";" + momentText(targetStd) + "),(" + momentText(goldenMean) + ";"
            + momentText(goldenStd) + ")"}};
}

/// numpy.mean of float32: the quotient is taken in float64.
float meanOf(float sum, std::uint64_t count)
{
    return static_cast<float>(static_cast<double>(sum) / static_cast<double>(count));
}

Outcome meanAbsolute(const Context& pair)
{
    return computed(meanOf(pair.fold.absolute, pair.fold.count));
}

Outcome rootMeanSquare(const Context& pair)
{
    return computed(std::sqrt(meanOf(pair.fold.dd, pair.fold.count)));
}

Outcome maxRelative(const Context& pair)
{
    if (pair.fold.count == 0)
        return raised("MaxRelativeError", kEmptyMaximum, PairState::Empty);
    return computed(pair.fold.maxRelative);
}

Outcome meanRelative(const Context& pair)
{
    return computed(meanOf(pair.fold.relative, pair.fold.count));
}

/// What booleans that stay booleans give: counts are all there is to know.
struct BooleanPair {
    double targetTrue = 0, goldenTrue = 0, bothTrue = 0;
    const MeasureOptions& options;
    const Shape& shape;
};

Outcome booleanCosine(const BooleanPair& pair)
{
    const double targetNorm = std::sqrt(pair.targetTrue);
    const double goldenNorm = std::sqrt(pair.goldenTrue);
    if (auto guard = cosineGuard(targetNorm, goldenNorm, pair.shape, pair.options))
        return std::move(*guard);
    const double value = pair.bothTrue * ((1 / targetNorm) * (1 / goldenNorm));
    return computed(value > 1 ? 1.0 : value);
}

Outcome booleanRelativeEuclidean(const BooleanPair& pair)
{
    if (pair.goldenTrue == 0)
        return computed(0);
    return raised("RelativeEuclideanDistance",
        Form<0>("numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` "
                "operator, or the logical_xor function instead."),
        PairState::Unsupported);
}

struct Algorithm {
    std::string_view id; ///< metric
    Outcome (*compute)(const Context& pair);
    Outcome (*computeBoolean)(const BooleanPair& pair) = nullptr; ///< null: not supported
};
constexpr std::array kAlgorithms {
    Algorithm {"cosine_similarity", cosine, booleanCosine},
    Algorithm {"max_absolute_error", maxAbsolute},
    Algorithm {"accumulated_relative_error", accumulatedRelative},
    Algorithm {"relative_euclidean_distance", relativeEuclidean, booleanRelativeEuclidean},
    Algorithm {"kl_divergence", divergence},
    Algorithm {"standard_deviation", standardDeviation},
    Algorithm {"mean_absolute_error", meanAbsolute},
    Algorithm {"root_mean_square_error", rootMeanSquare},
    Algorithm {"max_relative_error", maxRelative},
    Algorithm {"mean_relative_error", meanRelative},
};

const Algorithm* algorithmOf(std::string_view id)
{
    for (const Algorithm& algorithm : kAlgorithms)
        if (algorithm.id == id)
            return &algorithm;
    return nullptr;
}

/// The ten algorithms of msaccucmp, text for text.
class MsaccucmpProfile final : public MetricProfile {
public:
    [[nodiscard]] std::string_view id() const override { return "msaccucmp"; }
    [[nodiscard]] std::string_view title() const override
    {
        return "what msaccucmp prints: float32, zero references without relative error";
    }
    [[nodiscard]] Result<Measurement> measure(const TensorView& target, const TensorView& golden,
        const MeasureOptions& options, TaskContext& task) const override;
    [[nodiscard]] std::string_view absentText(std::string_view metric, PairState state) const override
    {
        return algorithmOf(metric) != nullptr ? "NaN" : pairStateWord(state);
    }
    [[nodiscard]] std::optional<AlignedTensors> align(const TensorView& target, const TensorView& golden,
        MemoryFormat targetFormat, const GoldenLayout& layout) const override
    {
        return alignAsMsaccucmp(target, golden, targetFormat, layout);
    }
    /// msaccucmp compares no statistics: those of msprobe, its successor.
    [[nodiscard]] StatisticDifference compareStatistic(
        const StatisticCell& target, const StatisticCell& golden) const override
    {
        return msprobeStatistic(target, golden);
    }
};

void note(Measurement& into, std::size_t index, Outcome outcome)
{
    into.values[index] = std::move(outcome.value);
    if (outcome.reason.empty())
        return;
    into.reason = joined(std::array {into.reason, outcome.reason}, "%1,%2");
}

Result<void> measureBooleans(const TensorView& target, const TensorView& golden,
    const MeasureOptions& options, Measurement& into, TaskContext& task)
{
    FoldRequest request;
    request.groups = FoldGroup::Products;
    request.limit = options.elementLimit.value_or(request.limit);
    TRY_ASSIGN(const FoldedPair folded, foldPair(target, golden, request, task));
    const PairFold::Sums& sums = folded.fold.sums;
    const BooleanPair pair {sums.xx.value(), sums.yy.value(), sums.xy.value(), options, target.shape};
    for (std::size_t i = 0; i < options.metrics->size(); ++i) {
        const MetricInfo& info = options.metrics->info(i);
        const Algorithm* algorithm = algorithmOf(info.id);
        if (algorithm == nullptr)
            continue;
        note(into, i,
            algorithm->computeBoolean != nullptr
                ? algorithm->computeBoolean(pair)
                : refused(phrase("Algorithm %1 does not support Boolean types.",
                              info.officialTitle("msaccucmp")->header),
                    PairState::Unsupported));
    }
    return {};
}

Result<void> measureNumbers(const TensorView& target, const TensorView& golden, const MeasureOptions& options,
    Measurement& into, TaskContext& task)
{
    const MetricSelection& metrics = *options.metrics;
    Float32Request request;
    request.cosine = metrics.indexOf("cosine_similarity").has_value();
    request.divergence = metrics.indexOf("kl_divergence").has_value();
    request.statistics = metrics.indexOf("standard_deviation").has_value();
    request.limit = options.elementLimit.value_or(request.limit);
    TRY_ASSIGN(const Float32Fold fold, foldFloat32(target, golden, request, task));
    const Context pair {fold, options, target.shape};
    for (std::size_t i = 0; i < metrics.size(); ++i)
        if (const Algorithm* algorithm = algorithmOf(metrics.info(i).id))
            note(into, i, algorithm->compute(pair));
    if (target.dtype != DType::Float32 || golden.dtype != DType::Float32)
        into.alignment.emplace_back("cast float32");
    return {};
}

Result<Measurement> MsaccucmpProfile::measure(const TensorView& target, const TensorView& golden,
    const MeasureOptions& options, TaskContext& task) const
{
    if (const auto stored = withPadding(target, golden)) {
        auto padded = measure(stored->first, stored->second, options, task);
        if (padded)
            padded->alignment.emplace_back(phrase("as stored, with the padding of NDC1HWC0"));
        return padded;
    }
    for (const TensorView* view : {&target, &golden})
        if (!dtypeInfo(view->dtype).hasValues)
            return notMeasured(options, PairState::Unsupported,
                phrase("The data type %1 is not supported.", dtypeName(view->dtype)));
    const auto targetCount = elementCount(target.shape);
    const auto goldenCount = elementCount(golden.shape);
    if (targetCount != goldenCount)
        return notMeasured(options, PairState::CountMismatch,
            phrase("The my output dump data size (%1) is not equal to the ground truth dump data size (%2). "
                   "Can not compare.",
                *targetCount, *goldenCount));
    Measurement result;
    result.values.resize(options.metrics->size());
    const bool areBooleans = target.dtype == DType::Bool && golden.dtype == DType::Bool;
    if (options.keepBooleans && areBooleans)
        TRY_VOID(measureBooleans(target, golden, options, result, task));
    else
        TRY_VOID(measureNumbers(target, golden, options, result, task));
    if (target.shape != golden.shape)
        result.alignment.emplace_back("flatten");
    TRY_VOID(measureByFold(
        target, golden, options,
        [&options](std::size_t i) { return algorithmOf(options.metrics->info(i).id) == nullptr; }, result,
        task));
    for (const MetricValue& value : result.values)
        if (value.state == PairState::NonFinite && result.state == PairState::Ok)
            result.state = PairState::NonFinite;
    if (targetCount == std::uint64_t {0})
        result.state = PairState::Empty;
    return result;
}

} // namespace

void register_msaccucmp_profile(MetricRegistry& registry)
{
    registry.add(std::make_shared<MsaccucmpProfile>());
}

} // namespace dumpscope::core
