// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/python_text.h"
#include "metrics/dumpscope_measuring.h"
#include "metrics/metric_registry.h"
#include "metrics/scalar_difference.h"
#include "official/msprobe_statistics.h"
#include "official/squeezed_fold.h"

#include "base/text.h"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace dumpscope::core {
namespace {

/// Norms up to this count as zero.
constexpr double kDoubleEpsilon = std::numeric_limits<double>::epsilon();

MetricValue worded(std::string_view text, PairState state)
{
    return {std::nullopt, state, std::string(text)};
}

MetricValue unsupported()
{
    return worded("unsupported", PairState::Unsupported);
}

MetricValue exactly(double value)
{
    return {value, std::isfinite(value) ? PairState::Ok : PairState::NonFinite, pythonRepr(value)};
}

/// float('%.12f' % value): what most cells hold.
double twelveDecimals(double value)
{
    constexpr int kDecimals = 12;
    return parseDouble(pythonFixed(value, kDecimals)).value_or(value);
}

MetricValue rounded(double value)
{
    if (std::isnan(value))
        return {value, PairState::NonFinite, "Nan"};
    return exactly(twelveDecimals(value));
}

MetricValue cosine(const SqueezedFold& fold, Message& reason)
{
    if (fold.count == 1)
        return unsupported();
    const double x = std::sqrt(fold.xx);
    const double y = std::sqrt(fold.yy);
    if (x <= kDoubleEpsilon && y <= kDoubleEpsilon)
        return exactly(1);
    if (x <= kDoubleEpsilon || y <= kDoubleEpsilon) {
        reason = phrase("Cannot compare by Cosine Similarity, All the data is Zero in %1 dump data.",
            x <= kDoubleEpsilon ? "npu" : "Bench");
        return worded("Nan", PairState::NotComputed);
    }
    const double value = fold.xy / (x * y);
    if (std::isnan(value))
        return worded("Nan", PairState::NonFinite);
    constexpr double kNearOne = 0.9999;
    constexpr int kDecimals = 6;
    const double result = twelveDecimals(value);
    if (result <= kNearOne)
        return exactly(result);
    return exactly(parseDouble(pythonFixed(result, kDecimals)).value_or(result));
}

MetricValue distance(const SqueezedFold& fold, Message& /*reason*/)
{
    return fold.count == 1 ? unsupported() : exactly(fold.distance);
}

MetricValue maxAbsolute(const SqueezedFold& fold, Message& /*reason*/)
{
    return rounded(fold.maxAbsolute);
}

MetricValue maxRelative(const SqueezedFold& fold, Message& /*reason*/)
{
    return rounded(fold.maxRelative);
}

MetricValue share(std::uint64_t good, const SqueezedFold& fold)
{
    if (fold.count == 1)
        return unsupported();
    return rounded(static_cast<double>(good) / static_cast<double>(fold.count));
}

MetricValue withinThousandth(const SqueezedFold& fold, Message& /*reason*/)
{
    return share(fold.withinThousandth, fold);
}

MetricValue withinFiveThousandths(const SqueezedFold& fold, Message& /*reason*/)
{
    return share(fold.withinFiveThousandths, fold);
}

struct Column {
    std::string_view id; ///< metric
    MetricValue (*compute)(const SqueezedFold& fold, Message& reason);
};
constexpr std::array kColumns {
    Column {"cosine_similarity", cosine},
    Column {"euclidean_distance", distance},
    Column {"max_absolute_error", maxAbsolute},
    Column {"max_relative_error", maxRelative},
    Column {"one_thousandth_err_ratio", withinThousandth},
    Column {"five_thousandths_err_ratio", withinFiveThousandths},
};

const Column* columnOf(std::string_view id)
{
    for (const Column& column : kColumns)
        if (column.id == id)
            return &column;
    return nullptr;
}

/// Gives every column the same cell.
void fill(Measurement& into, const MeasureOptions& options, const MetricValue& cell)
{
    for (std::size_t i = 0; i < into.values.size(); ++i)
        if (columnOf(options.metrics->info(i).id) != nullptr)
            into.values[i] = cell;
}

/// The tensor metrics of `msprobe compare`, text for text.
class MsprobeProfile final : public MetricProfile {
public:
    [[nodiscard]] std::string_view id() const override { return "msprobe"; }
    [[nodiscard]] std::string_view title() const override
    {
        return "what msprobe compare prints on pandas 2: squeezed shapes, matching NaN and infinities as "
               "zero";
    }
    [[nodiscard]] Result<Measurement> measure(const TensorView& target, const TensorView& golden,
        const MeasureOptions& options, TaskContext& task) const override;
    [[nodiscard]] std::string_view absentText(std::string_view metric, PairState state) const override
    {
        if (columnOf(metric) == nullptr)
            return pairStateWord(state);
        const bool differ = state == PairState::ShapeMismatch || state == PairState::CountMismatch;
        return differ ? "shape unmatched" : "unsupported";
    }
    [[nodiscard]] StatisticDifference compareStatistic(
        const StatisticCell& target, const StatisticCell& golden) const override
    {
        return msprobeStatistic(target, golden);
    }
};

Result<double> onlyElement(const TensorView& view)
{
    TRY_ASSIGN(const ElementStream stream, ElementStream::make(view, Order::Logical));
    ElementStream::Scratch scratch;
    double value = 0;
    toRealDouble(stream.read(0, 1, scratch), &value);
    return value;
}

/// Tensors without dimensions: two of the six.
Result<void> measureScalars(
    const TensorView& target, const TensorView& golden, const MeasureOptions& options, Measurement& into)
{
    TRY_ASSIGN(const double x, onlyElement(target));
    TRY_ASSIGN(const double y, onlyElement(golden));
    fill(into, options, unsupported());
    if (const auto index = options.metrics->indexOf("max_absolute_error"))
        into.values[*index] = rounded(numpyScalarDifference(target.dtype, x, golden.dtype, y));
    if (const auto index = options.metrics->indexOf("max_relative_error"))
        into.values[*index] = rounded(msprobeRatio(x, y, hasFloat32Ratios(target.dtype, golden.dtype)));
    into.reason = phrase(
        "This is type of 0-d tensor, can not calculate 'Cosine', 'EucDist', 'One Thousandth Err Ratio' "
        "and 'Five Thousandths Err Ratio'.");
    return {};
}

Result<void> measureVectors(const TensorView& target, const TensorView& golden, const MeasureOptions& options,
    Measurement& into, TaskContext& task)
{
    TRY_ASSIGN(const SqueezedFold fold, foldSqueezed(target, golden, task));
    if (fold.placesDiffer) {
        fill(into, options, worded("N/A", PairState::NonFinite));
        into.state = PairState::NonFinite;
        into.reason = phrase("The position of inf or nan in NPU and bench Tensor do not match.");
        return {};
    }
    for (std::size_t i = 0; i < into.values.size(); ++i)
        if (const Column* column = columnOf(options.metrics->info(i).id))
            into.values[i] = column->compute(fold, into.reason);
    if (into.reason.empty() && target.dtype != golden.dtype)
        into.reason = phrase("Dtype of NPU and bench tensor do not match.");
    return {};
}

Result<Measurement> MsprobeProfile::measure(const TensorView& target, const TensorView& golden,
    const MeasureOptions& options, TaskContext& task) const
{
    for (const TensorView* view : {&target, &golden})
        if (!dtypeInfo(view->dtype).hasValues)
            return notMeasured(options, PairState::Unsupported,
                phrase("Elements of type %1 have no values.", dtypeName(view->dtype)));
    if (elementCount(target.shape) == std::uint64_t {0})
        return notMeasured(options, PairState::Empty, phrase("This is empty data, can not compare."));
    const Shape shape = squeezed(target.shape);
    if (shape != squeezed(golden.shape))
        return notMeasured(options, PairState::ShapeMismatch,
            phrase("Shape of NPU and bench tensor do not match. Skipped."));
    Measurement result;
    result.values.resize(options.metrics->size());
    if (shape != target.shape || shape != golden.shape)
        result.alignment.emplace_back("squeeze");
    if (shape.empty())
        TRY_VOID(measureScalars(target, golden, options, result));
    else
        TRY_VOID(measureVectors(target, golden, options, result, task));
    const PairState state = result.state;
    TRY_VOID(measureByFold(
        target, golden, options,
        [&options](std::size_t i) { return columnOf(options.metrics->info(i).id) == nullptr; }, result,
        task));
    result.state = state;
    return result;
}

} // namespace

void register_msprobe_profile(MetricRegistry& registry)
{
    registry.add(std::make_shared<MsprobeProfile>());
}

} // namespace dumpscope::core
