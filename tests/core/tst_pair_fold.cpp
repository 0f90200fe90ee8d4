// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_registry.h"
#include "metrics/pair_folding.h"
#include "metrics/pair_kernel.h"
#include "official/float32_kernel.h"
#include "tensor/float_codes.h"
#include "tensor_building.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr float kNanF = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinityF = std::numeric_limits<float>::infinity();

const MetricRegistry& registry()
{
    static const std::shared_ptr<const MetricRegistry> metrics = builtinMetrics();
    return *metrics;
}

MeasureOptions optionsOf(std::string_view list)
{
    MeasureOptions options;
    options.profile = registry().findProfile("dumpscope");
    options.metrics = std::make_shared<MetricSelection>(*selectMetrics(registry(), list));
    return options;
}

Measurement measure(
    const TensorView& target, const TensorView& golden, const MeasureOptions& options, int threads = 2)
{
    OwnedTask task(threads);
    auto result = measureTensors(target, golden, options, task);
    return result ? std::move(*result) : notMeasured(options, PairState::Unreadable, result.error().text());
}

/// One metric of two float32 vectors.
MetricValue metric(std::string_view id, const std::vector<float>& x, const std::vector<float>& y)
{
    return measure(vectorView(DType::Float32, x), vectorView(DType::Float32, y), optionsOf(id)).values[0];
}

void compareClose(double actual, double expected)
{
    const double tolerance = 1e-13 * std::fabs(expected);
    QVERIFY2(actual == expected || std::fabs(actual - expected) <= tolerance,
        qPrintable(QString("%1, not %2").arg(actual, 0, 'g', 17).arg(expected, 0, 'g', 17)));
}

std::vector<double> randomValues(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> normal(0.1, 1);
    std::vector<double> values(count);
    for (double& value : values)
        value = random() % 13 == 0 ? 0.0 : normal(random);
    return values;
}

/// The shares of the elements (docs/formats/comparison.md 1.1).
std::vector<long double> sharesOf(const std::vector<double>& values)
{
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    std::vector<long double> shares;
    long double sum = 0;
    for (const long double value : values) {
        shares.push_back(std::max((value - *low) / (static_cast<long double>(*high) - *low), 0x1p-23L));
        sum += shares.back();
    }
    for (long double& share : shares)
        share /= sum;
    return shares;
}

long double divergenceOf(const std::vector<double>& x, const std::vector<double>& y)
{
    const std::vector<long double> p = sharesOf(x);
    const std::vector<long double> q = sharesOf(y);
    long double divergence = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
        divergence += p[i] * std::log(p[i] / q[i]);
    return divergence;
}

std::vector<float> narrow(const std::vector<double>& values)
{
    return {values.begin(), values.end()};
}

template<typename T> bool sameBits(const T& a, const T& b)
{
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

} // namespace

class PairFoldTest : public QObject {
    Q_OBJECT

private slots:
    void everyIdOfTheContract();
    void vectorsEqualTheirTwins();
    void masksOfTwoTypes();
    void ulpVectorsRoundAsTheirTwins();
    void float32VectorsEqualTheirTwins();
    void figuresOfLongVectors();
    void divergenceOfNearlyEqualSides();
    void handMadeFigures();
    void zeroReferences();
    void nonFiniteElements();
    void onlyNonFinite();
    void zeroVectors();
    void equalVectorsPointTheSameWay();
    void hugeVectorsHaveADirection();
    void normsBeyondFloat64();
    void integersAreExact();
    void hugeAndTinyFloat64();
    void complexNumbers();
    void otherTypes();
    void ulps();
    void bits();
    void statisticsOfTensors();
    void largestErrorOfIntegers();
    void refusals();
    void worstElements();
    void worstLongIntegers();
    void ulpOfComplexNumbersIsOneNumber();
    void errorMap();
    void histogram();
    void threadsDoNotMatter();
    void cancelling();
    void checksums();
    void statisticRows();
    void userMetrics();
};

void PairFoldTest::everyIdOfTheContract()
{
    for (const char* id : {"cosine_similarity", "max_absolute_error", "accumulated_relative_error",
             "relative_euclidean_distance", "kl_divergence", "standard_deviation", "mean_absolute_error",
             "root_mean_square_error", "max_relative_error", "mean_relative_error", "euclidean_distance",
             "one_thousandth_err_ratio", "five_thousandths_err_ratio", "bitwise_equal", "mismatch_ratio",
             "ulp_max", "ulp_mean", "sqnr_db", "psnr_db", "max_diff", "min_diff", "mean_diff", "l2norm_diff",
             "max_diff_relative", "min_diff_relative", "mean_diff_relative", "l2norm_diff_relative",
             "nan_target", "nan_golden", "inf_target", "inf_golden"})
        QVERIFY2(registry().findMetric(id) != nullptr, id);
    for (const char* id : {"dumpscope", "msaccucmp", "msprobe"})
        QVERIFY2(registry().findProfile(id) != nullptr, id);
    for (const auto& entry : registry().metrics()) {
        QVERIFY(!entry->info().formula.empty());
        QVERIFY(!entry->info().guard.empty());
    }
    QCOMPARE(defaultMetrics(registry(), "msaccucmp").size(), std::size_t {10});
    QCOMPARE(defaultMetrics(registry(), "msprobe").size(), std::size_t {6});
    QCOMPARE(defaultMetrics(registry(), "msprobe").info(2).officialTitle("msprobe")->header,
        std::string_view("MaxAbsErr"));
}

void PairFoldTest::vectorsEqualTheirTwins()
{
    using namespace kernel;
    const PairKernels& vector = vectorPairKernels();
    const PairKernels& scalar = scalarPairKernels();
    for (std::size_t count : {0U, 1U, 15U, 16U, 17U, 100U, 1023U, 1024U}) {
        const auto x = randomValues(count, 1);
        const auto y = randomValues(count, 2);
        std::vector<double> d(count);
        vector.subtract(x.data(), y.data(), count, d.data());
        ErrorSums errors[2];
        ProductSums products[2];
        RelativeSums relative[2];
        DivergenceSums divergence[2];
        for (int i = 0; i < 2; ++i) {
            const PairKernels& kernels = i == 0 ? vector : scalar;
            kernels.errors(d.data(), count, 0x1p-600, errors[i]);
            kernels.products(x.data(), y.data(), count, 0.5, products[i]);
            kernels.relative(d.data(), y.data(), count, relative[i]);
            kernels.divergence(x.data(), y.data(), count, {-4, 0.125}, {-5, 0.1}, divergence[i]);
        }
        QVERIFY(sameBits(errors[0], errors[1]));
        QVERIFY(sameBits(products[0], products[1]));
        QVERIFY(sameBits(relative[0], relative[1]));
        QVERIFY(sameBits(divergence[0], divergence[1]));
        for (const DType dtype : {DType::Float16, DType::BFloat16, DType::Float32}) {
            UlpSums ulps[2];
            vector.ulps(dtype, x.data(), y.data(), count, ulps[0]);
            scalar.ulps(dtype, x.data(), y.data(), count, ulps[1]);
            QVERIFY(sameBits(ulps[0], ulps[1]));
        }
        for (const std::size_t width : {1U, 2U, 4U, 8U, 16U}) {
            // Every third byte of one side is another.
            std::vector<std::byte> some(width * count, std::byte {1});
            std::vector<std::byte> others = some;
            for (std::size_t i = 0; i < others.size(); i += 3)
                others[i] = std::byte {2};
            QCOMPARE(vector.differences(some.data(), others.data(), count, width),
                scalar.differences(some.data(), others.data(), count, width));
            QCOMPARE(vector.differences(some.data(), some.data(), count, width), 0U);
        }
        QCOMPARE(vector.mismatches(d.data(), y.data(), count, 0.1, 0.1),
            scalar.mismatches(d.data(), y.data(), count, 0.1, 0.1));
        for (std::size_t at = 0; at < count; ++at)
            for (double special : {kNan, kInfinity, -kInfinity}) {
                std::vector<double> spoilt = x;
                spoilt[at] = special;
                QVERIFY(!vector.isFinite(spoilt.data(), count));
            }
        QVERIFY(vector.isFinite(x.data(), count));
        for (const auto* kernels : {&vector, &scalar}) {
            QVERIFY(kernels->isBelow(x.data(), count, kInfinity));
            for (std::size_t at = 0; at < count; ++at) {
                for (double special : {kNan, -kInfinity, 1e300}) {
                    std::vector<double> large = x;
                    large[at] = special;
                    QVERIFY(!kernels->isBelow(large.data(), count, 1e300));
                }
            }
        }
    }
}

/// The smallest number of float16 beside that of float32, and what is left: 0.5 0.5 and 2 1.
void PairFoldTest::masksOfTwoTypes()
{
    const float single = std::numeric_limits<float>::lowest();
    const auto x = vectorView<float>(DType::Float32, {0.5F, -65504, 2, -65504});
    const auto y = vectorView<float>(DType::Float32, {0.5F, single, 1, single});
    MeasureOptions options = optionsOf("max_absolute_error,root_mean_square_error,mismatch_ratio,"
                                       "one_thousandth_err_ratio,cosine_similarity");
    options.figures = true;
    const Measurement result = measure(x, y, options);
    QCOMPARE(result.state, PairState::Ok);
    QCOMPARE(*result.values[0].value, 1.0);
    QCOMPARE(*result.values[1].value, std::sqrt(0.5));
    QCOMPARE(*result.values[2].value, 0.25);
    QCOMPARE(*result.values[3].value, 0.5);
    compareClose(*result.values[4].value, 2.25 / std::sqrt(4.25 * 1.25));
    QCOMPARE(result.reason,
        std::string("2 of 4 elements are the smallest number of one type, golden's that of another, and left "
                    "out as masks"));
    QCOMPARE(result.figures->errorNorm, 1.0);
    QCOMPARE(result.figures->goldenMax, 1.0);
    QVERIFY(result.figures->goldenMin >= -1);
    // Nothing but masks differs in nothing; one number, and infinity, are no mask.
    const Measurement only = measure(
        vectorView<float>(DType::Float32, {-65504}), vectorView<float>(DType::Float32, {single}), options);
    QCOMPARE(only.state, PairState::Ok);
    QCOMPARE(only.values[0].state, PairState::Empty);
    QVERIFY(!only.figures->differs);
    QCOMPARE(*metric("max_absolute_error", {-65504, 1}, {-65503, 1}).value, 1.0);
    QCOMPARE(measure(vectorView<float>(DType::Float32, {-kInfinityF, 1}),
                 vectorView<float>(DType::Float32, {single, 1}), options)
                 .state,
        PairState::NonFinite);
    // Official tools compare masks like any other number.
    OwnedTask task(1);
    const auto official = foldPair(x, y, FoldRequest {.groups = FoldGroup::Errors}, task);
    QVERIFY(official && official->fold.masked == 0 && official->fold.compared == 4);
}

void PairFoldTest::ulpVectorsRoundAsTheirTwins()
{
    // Every float16, what lies halfway to the next, and float64 of any size, subnormal and too large ones
    // included.
    std::vector<double> values;
    for (unsigned code = 0; code < 0xFFFF; ++code) {
        const double value = halfToFloat(static_cast<std::uint16_t>(code));
        const double next = halfToFloat(static_cast<std::uint16_t>(code + 1));
        if (std::isfinite(value) && std::isfinite(next)) {
            values.push_back(value);
            values.push_back((value + next) / 2);
            values.push_back(std::nextafter((value + next) / 2, next));
        }
    }
    std::mt19937_64 random(3);
    while (values.size() < 250'000) {
        const auto any = std::bit_cast<double>(random());
        const auto narrow = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
        for (const double value : {any, narrow, narrow * (1 + 0x1p-24), narrow * (1 + 0x1p-8)}) {
            if (std::isfinite(value))
                values.push_back(value);
        }
    }
    std::vector<double> others = values;
    std::shuffle(others.begin(), others.end(), random);
    for (const DType dtype : {DType::Float16, DType::BFloat16, DType::Float32}) {
        for (std::size_t begin = 0; begin < values.size(); begin += kernel::kPairRun) {
            const std::size_t count = std::min(kernel::kPairRun, values.size() - begin);
            kernel::UlpSums ulps[2];
            kernel::vectorPairKernels().ulps(
                dtype, values.data() + begin, others.data() + begin, count, ulps[0]);
            kernel::scalarPairKernels().ulps(
                dtype, values.data() + begin, others.data() + begin, count, ulps[1]);
            QVERIFY(sameBits(ulps[0], ulps[1]));
        }
    }
}

void PairFoldTest::float32VectorsEqualTheirTwins()
{
    using namespace kernel;
    const Float32Kernels& vector = vectorFloat32Kernels();
    const Float32Kernels& scalar = scalarFloat32Kernels();
    for (std::size_t count = 0; count <= 128; ++count) {
        const auto x = narrow(randomValues(count, 3));
        const auto y = narrow(randomValues(count, 4));
        ErrorLeaf leaf[2];
        vector.errors(x.data(), y.data(), count, leaf[0]);
        scalar.errors(x.data(), y.data(), count, leaf[1]);
        QVERIFY(sameBits(leaf[0], leaf[1]));
        const ShareLeaf shares {3, 4, {-5, 9}, {-6, 10}};
        const auto a = vector.shares(x.data(), y.data(), count, shares);
        const auto b = scalar.shares(x.data(), y.data(), count, shares);
        QVERIFY(sameBits(a, b));
        const DivergenceLeaf divergence {{-5, 9}, {-6, 10}, 33, 44};
        const auto p = vector.divergence(x.data(), y.data(), count, divergence);
        const auto q = scalar.divergence(x.data(), y.data(), count, divergence);
        QVERIFY(sameBits(p, q));
    }
    // Every float16 and bfloat16.
    for (const DType dtype : {DType::Float16, DType::BFloat16}) {
        const auto codes = counting<std::uint16_t>(65536);
        const ElementChunk chunk {dtype, 0, 65536, reinterpret_cast<const std::byte*>(codes.data())};
        std::vector<float> fast(65536);
        std::vector<float> slow(65536);
        vector.decode(chunk, fast.data());
        scalar.decode(chunk, slow.data());
        for (std::size_t i = 0; i < fast.size(); ++i)
            QVERIFY(std::isnan(slow[i]) ? std::isnan(fast[i]) : sameBits(fast[i], slow[i]));
    }
}

/// The definitions once more, element by element in long double.
void PairFoldTest::figuresOfLongVectors()
{
    constexpr std::size_t kCount = 200003;
    const auto x = randomValues(kCount, 5);
    const auto y = randomValues(kCount, 6);
    long double absolute = 0;
    long double dd = 0;
    long double xx = 0;
    long double yy = 0;
    long double xy = 0;
    long double relative = 0;
    std::size_t lost = 0;
    std::size_t within = 0;
    std::size_t mismatches = 0;
    double largest = 0;
    double largestRelative = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
        const double d = x[i] - y[i];
        absolute += std::fabs(d);
        dd += static_cast<long double>(d) * d;
        xx += static_cast<long double>(x[i]) * x[i];
        yy += static_cast<long double>(y[i]) * y[i];
        xy += static_cast<long double>(x[i]) * y[i];
        largest = std::max(largest, std::fabs(d));
        mismatches += std::fabs(d) > 1e-8 + 1e-5 * std::fabs(y[i]);
        if (y[i] == 0) {
            lost += x[i] != 0;
            within += x[i] == 0;
            continue;
        }
        const double r = std::fabs(d) / std::fabs(y[i]);
        relative += r;
        within += r < 0.005;
        largestRelative = std::max(largestRelative, r);
    }
    const auto [lowX, highX] = std::minmax_element(x.begin(), x.end());
    const auto [lowY, highY] = std::minmax_element(y.begin(), y.end());
    const auto n = static_cast<long double>(kCount);
    const std::pair<std::string_view, long double> expected[] = {
        {"cosine_similarity", xy / std::sqrt(xx) / std::sqrt(yy)},
        {"max_absolute_error", largest},
        {"accumulated_relative_error", relative},
        {"relative_euclidean_distance", std::sqrt(dd / yy)},
        {"kl_divergence", divergenceOf(x, y)},
        {"mean_absolute_error", absolute / n},
        {"root_mean_square_error", std::sqrt(dd / n)},
        {"max_relative_error", largestRelative},
        {"mean_relative_error", relative / (n - static_cast<long double>(lost))},
        {"euclidean_distance", std::sqrt(dd)},
        {"five_thousandths_err_ratio", static_cast<long double>(within) / n},
        {"mismatch_ratio", static_cast<long double>(mismatches) / n},
        {"sqnr_db", 10 * std::log10(yy / dd)},
        {"psnr_db", 20 * std::log10((*highY - *lowY) / std::sqrt(dd / n))},
        {"max_diff", *highX - *highY},
        {"min_diff_relative", std::fabs(*lowX - *lowY) / std::fabs(*lowY)},
    };
    const TensorView target = vectorView(DType::Float64, x);
    const TensorView golden = vectorView(DType::Float64, y);
    const Measurement result = measure(target, golden, optionsOf("all"));
    const MeasureOptions options = optionsOf("all");
    for (const auto& [id, value] : expected)
        compareClose(*result.values[*options.metrics->indexOf(id)].value, static_cast<double>(value));
}

void PairFoldTest::divergenceOfNearlyEqualSides()
{
    // What is left when far larger terms have cancelled each other; by the definition, in fifty digits.
    for (const auto& [exponent, expected] : {std::pair(-10, 1.7044466060795797e-6),
             {-20, 1.6249643009799529e-12}, {-30, 1.5496862350928201e-18}}) {
        const double e = std::ldexp(1.0, exponent);
        const Measurement result
            = measure(vectorView<double>(DType::Float64, {0, 0.25 + e, 0.5, 0.75 - 2 * e, 1}),
                vectorView<double>(DType::Float64, {0, 0.25, 0.5, 0.75, 1}), optionsOf("kl_divergence"));
        const double divergence = *result.values[0].value;
        QVERIFY2(std::fabs(divergence / expected - 1) < 1e-7,
            qPrintable(QString("%1, not %2").arg(divergence, 0, 'g', 17).arg(expected, 0, 'g', 17)));
    }
}

void PairFoldTest::handMadeFigures()
{
    const std::vector<float> x {3, 4, 0};
    const std::vector<float> y {4, 3, 0};
    compareClose(*metric("cosine_similarity", x, y).value, 24.0 / 25);
    QCOMPARE(metric("max_absolute_error", x, y).text, std::string("1"));
    compareClose(*metric("relative_euclidean_distance", x, y).value, std::sqrt(2.0) / 5);
    compareClose(*metric("mean_relative_error", x, y).value, (0.25 + 1.0 / 3) / 3);
    QCOMPARE(metric("one_thousandth_err_ratio", x, y).text, metric("five_thousandths_err_ratio", x, y).text);
    compareClose(*metric("one_thousandth_err_ratio", x, y).value, 1.0 / 3);
    QCOMPARE(metric("standard_deviation", {1, 3}, {2, 2}).text, std::string("(2;1),(2;0)"));
    QVERIFY(!metric("standard_deviation", {1, 3}, {2, 2}).value);
    // 0 and 1 against 0.5 and 0.5: p = (floor, 1) normalised, q constant.
    const double floor = 0x1p-23;
    const double sum = 1 + floor;
    compareClose(*metric("kl_divergence", {0, 1}, {5, 5}).value,
        floor / sum * std::log(floor / sum * 2) + 1 / sum * std::log(1 / sum * 2));
}

void PairFoldTest::zeroReferences()
{
    // docs/formats/comparison.md 7.1 E2
    const std::vector<float> x {0, 0.001F, -2, 5};
    const std::vector<float> y {0, 0, -2.5F, 5};
    QCOMPARE(*metric("max_relative_error", x, y).value, 0.2);
    compareClose(*metric("mean_relative_error", x, y).value, 0.2 / 3);
    QCOMPARE(*metric("one_thousandth_err_ratio", x, y).value, 0.5);
    const Measurement result = measure(
        vectorView(DType::Float32, x), vectorView(DType::Float32, y), optionsOf("max_relative_error"));
    QVERIFY(result.reason.text().find("1 of 4 elements are zero in golden only") != std::string::npos);
    // Where all that differs has no relative error, 0 would say that nothing differs.
    for (const char* id : {"max_relative_error", "accumulated_relative_error", "mean_relative_error"}) {
        QVERIFY2(!metric(id, {1, 0}, {0, 0}).value, id);
        QVERIFY2(!metric(id, {1, 3}, {0, 3}).value, id);
        QCOMPARE(metric(id, {1}, {0}).state, PairState::NotComputed);
        QCOMPARE(*metric(id, {0, 0}, {0, 0}).value, 0.0);
    }
}

void PairFoldTest::nonFiniteElements()
{
    const std::vector<float> x {1, kNanF, kInfinityF, kInfinityF, 2, kNanF};
    const std::vector<float> y {1.5F, kNanF, kInfinityF, -kInfinityF, kNanF, 7};
    const Measurement result = measure(vectorView(DType::Float32, x), vectorView(DType::Float32, y),
        optionsOf("max_absolute_error,nan_target,nan_golden,inf_target,inf_golden,mismatch_ratio,"
                  "cosine_similarity,kl_divergence"));
    QCOMPARE(result.state, PairState::NonFinite);
    QCOMPARE(result.values[0].state, PairState::NonFinite);
    QCOMPARE(*result.values[0].value, 0.5);
    QCOMPARE(*result.values[1].value, 2.0);
    QCOMPARE(*result.values[2].value, 2.0);
    QCOMPARE(*result.values[3].value, 2.0);
    QCOMPARE(*result.values[4].value, 2.0);
    QCOMPARE(*result.values[5].value, 4.0 / 6);
    QCOMPARE(*result.values[6].value, 1.0);
    QVERIFY(!result.values[7].value);
    QVERIFY(result.reason.text().find(
                "3 of 6 elements are NaN or infinite on one side and different on the other, first at 3")
        != std::string::npos);
    // Equal ones are left out and said, but no reason to doubt.
    const Measurement agreeing = measure(vectorView<float>(DType::Float32, {1, kNanF}),
        vectorView<float>(DType::Float32, {2, kNanF}), optionsOf("max_absolute_error"));
    QCOMPARE(agreeing.state, PairState::Ok);
    QCOMPARE(agreeing.values[0].state, PairState::Ok);
    QVERIFY(!agreeing.reason.empty());
}

void PairFoldTest::onlyNonFinite()
{
    for (const auto& entry : registry().metrics()) {
        const MetricValue value = metric(entry->info().id, {kNanF, kNanF}, {kNanF, kNanF});
        if (!entry->needs().isEmpty() && entry->info().id != "bitwise_equal"
            && entry->info().id != "mismatch_ratio")
            QVERIFY2(
                value.state == PairState::NonFinite && !value.value, std::string(entry->info().id).c_str());
    }
    QCOMPARE(*metric("bitwise_equal", {kNanF}, {kNanF}).value, 1.0);
    QCOMPARE(*metric("mismatch_ratio", {kNanF}, {kNanF}).value, 0.0);
}

void PairFoldTest::zeroVectors()
{
    QCOMPARE(*metric("cosine_similarity", {0, 0}, {0, 0}).value, 1.0);
    QCOMPARE(metric("cosine_similarity", {0, 0}, {1, 0}).state, PairState::NotComputed);
    QCOMPARE(*metric("relative_euclidean_distance", {0, 0}, {0, 0}).value, 0.0);
    QCOMPARE(*metric("relative_euclidean_distance", {1, 0}, {0, 0}).value, kInfinity);
    QCOMPARE(*metric("sqnr_db", {1, 0}, {1, 0}).value, kInfinity);
    QCOMPARE(*metric("kl_divergence", {3, 3}, {1, 1}).value, 0.0);
}

/// n / sqrt(n) / sqrt(n) is less than 1 for many n, such as 2, 7 and 58.
void PairFoldTest::equalVectorsPointTheSameWay()
{
    for (const std::size_t count : {2U, 7U, 8U, 10U, 58U, 100003U}) {
        std::vector<float> x(count, 1), opposite(count, -1);
        const TensorView view = vectorView(DType::Float32, x);
        QCOMPARE(*measure(view, view, optionsOf("cosine_similarity")).values[0].value, 1.0);
        QCOMPARE(*measure(vectorView(DType::Float32, opposite), view, optionsOf("cosine_similarity"))
                      .values[0]
                      .value,
            -1.0);
    }
}

/// Squares of these are beyond float64.
void PairFoldTest::hugeVectorsHaveADirection()
{
    const std::vector<double> x {1e200, 1e200, 3e250}, y {1e200, -1e200, -3e250};
    const TensorView one = vectorView(DType::Float64, x), other = vectorView(DType::Float64, y);
    QCOMPARE(*measure(one, one, optionsOf("cosine_similarity")).values[0].value, 1.0);
    QCOMPARE(*measure(one, other, optionsOf("cosine_similarity")).values[0].value, -1.0);
    // Sums that overflowed all the same are undefined, not equal.
    PairFold fold;
    fold.count = fold.compared = 2;
    fold.sums.magnitude = Magnitude::Huge;
    fold.sums.xx.high = fold.sums.yy.high = fold.sums.xy.high = kInfinity;
    QVERIFY(!registry().findMetric("cosine_similarity")->evaluate(fold).value);
}

/// The norm of golden is twice the largest float64, that of the difference an eighth of golden's.
void PairFoldTest::normsBeyondFloat64()
{
    constexpr double kMost = std::numeric_limits<double>::max();
    const std::vector<double> golden {kMost, -kMost, kMost, -kMost},
        target {kMost, -kMost, 0.75 * kMost, -kMost};
    MeasureOptions options = optionsOf("l2norm_diff,l2norm_diff_relative,relative_euclidean_distance");
    options.figures = true;
    const TensorView one = vectorView(DType::Float64, target), other = vectorView(DType::Float64, golden);
    const Measurement differs = measure(one, other, options);
    QVERIFY(!differs.values[0].value && !differs.values[1].value); // what is no number says nothing
    compareClose(*differs.values[2].value, 0.125);
    compareClose(differs.figures->errorNorm / differs.figures->goldenNorm, 0.125);
    const Measurement equal = measure(other, other, options);
    QVERIFY(!equal.values[0].value && !equal.values[1].value);
    QCOMPARE(equal.state, PairState::Ok);
    QCOMPARE(equal.figures->errorNorm, 0.0);
    QCOMPARE(equal.figures->normError, 0.0);
    QVERIFY(std::isfinite(measure(
        vectorView<double>(DType::Float64, {-kMost}), vectorView<double>(DType::Float64, {kMost}), options)
                              .figures->errorNorm));
}

void PairFoldTest::integersAreExact()
{
    constexpr std::int64_t kBig = (std::int64_t {1} << 60) + 1;
    const Measurement result = measure(vectorView<std::int64_t>(DType::Int64, {kBig, -5}),
        vectorView<std::int64_t>(DType::Int64, {kBig - 1, -5}),
        optionsOf("max_absolute_error,ulp_max,bitwise_equal"));
    QCOMPARE(*result.values[0].value, 1.0);
    QCOMPARE(*result.values[1].value, 1.0);
    QCOMPARE(*result.values[2].value, 0.0);
    // Beside a double, which cannot hold it either.
    constexpr std::int64_t kOdd = (std::int64_t {1} << 53) + 1;
    const Measurement mixed = measure(vectorView<std::int64_t>(DType::Int64, {kOdd, -5}),
        vectorView<double>(DType::Float64, {0x1p53, -5}), optionsOf("max_absolute_error"));
    QCOMPARE(*mixed.values[0].value, 1.0);
    const Measurement wide = measure(vectorView<std::uint64_t>(DType::UInt64, {~std::uint64_t {0}}),
        vectorView<std::int64_t>(DType::Int64, {-1}), optionsOf("max_absolute_error"));
    QCOMPARE(*wide.values[0].value, 0x1p64);
}

void PairFoldTest::hugeAndTinyFloat64()
{
    for (const double unit : {1e200, 1e-200}) {
        const std::vector<double> x {3 * unit, 4 * unit};
        const std::vector<double> y {4 * unit, 3 * unit};
        const Measurement result = measure(vectorView(DType::Float64, x), vectorView(DType::Float64, y),
            optionsOf(
                "cosine_similarity,euclidean_distance,mean_absolute_error,relative_euclidean_distance"));
        compareClose(*result.values[0].value, 24.0 / 25);
        compareClose(*result.values[1].value, std::sqrt(2.0) * unit);
        compareClose(*result.values[2].value, unit);
        compareClose(*result.values[3].value, std::sqrt(2.0) / 5);
    }
}

void PairFoldTest::complexNumbers()
{
    // (3+4j, 1) against (0, 1+2j)
    const TensorView x = makeDenseView(DType::Complex64, {2}, bytesOf<float>({3, 4, 1, 0}));
    const TensorView y = makeDenseView(DType::Complex64, {2}, bytesOf<float>({0, 0, 1, 2}));
    const Measurement result
        = measure(x, y, optionsOf("max_absolute_error,euclidean_distance,cosine_similarity"));
    QCOMPARE(*result.values[0].value, 5.0);
    compareClose(*result.values[1].value, std::sqrt(29.0));
    compareClose(*result.values[2].value, 1 / std::sqrt(26.0) / std::sqrt(5.0));
    const TensorView spoilt = makeDenseView(DType::Complex64, {2}, bytesOf<float>({3, kNanF, 1, 0}));
    QCOMPARE(measure(spoilt, y, optionsOf("nan_target")).state, PairState::NonFinite);
    QCOMPARE(measure(spoilt, spoilt, optionsOf("nan_target")).state, PairState::Ok);
}

void PairFoldTest::otherTypes()
{
    const Measurement booleans = measure(vectorView<std::uint8_t>(DType::Bool, {1, 0, 1, 1}),
        vectorView<std::uint8_t>(DType::Bool, {1, 1, 1, 0}), optionsOf("mismatch_ratio,cosine_similarity"));
    QCOMPARE(*booleans.values[0].value, 0.5);
    compareClose(*booleans.values[1].value, 2.0 / 3);
    // int4: 1, -1 against 1, 7.
    const TensorView x = makeDenseView(DType::Int4, {2}, bytesOfHex("f1"));
    const TensorView y = makeDenseView(DType::Int4, {2}, bytesOfHex("71"));
    QCOMPARE(*measure(x, y, optionsOf("max_absolute_error")).values[0].value, 8.0);
    // bfloat16 1, 2 against float32 1, 2.5; float8_e4m3fn 1 (38) against 1.125 (39).
    const Measurement mixed = measure(vectorView<std::uint16_t>(DType::BFloat16, {0x3F80, 0x4000}),
        vectorView<float>(DType::Float32, {1, 2.5F}), optionsOf("max_absolute_error,ulp_max,bitwise_equal"));
    QCOMPARE(*mixed.values[0].value, 0.5);
    QCOMPARE(*mixed.values[1].value, 32.0); // 2 and 2.5: 7 bits of fraction, 2^-6 apart
    QCOMPARE(*mixed.values[2].value, 0.0);
    const Measurement tiny = measure(makeDenseView(DType::Float8E4M3FN, {1}, bytesOfHex("38")),
        makeDenseView(DType::Float8E4M3FN, {1}, bytesOfHex("39")), optionsOf("max_absolute_error,ulp_max"));
    QCOMPARE(*tiny.values[0].value, 0.125);
    QCOMPARE(*tiny.values[1].value, 1.0);
}

void PairFoldTest::ulps()
{
    QCOMPARE(*metric("ulp_max", {1.0F, 2.0F}, {std::nextafter(1.0F, 2.0F), 2.0F}).value, 1.0);
    QCOMPARE(*metric("ulp_mean", {1.0F, 2.0F}, {std::nextafter(1.0F, 2.0F), 2.0F}).value, 0.5);
    QCOMPARE(*metric("ulp_max", {0.0F}, {-0.0F}).value, 0.0);
    constexpr float kLeast = std::numeric_limits<float>::denorm_min();
    QCOMPARE(*metric("ulp_max", {kLeast}, {-kLeast}).value, 2.0);
    // float64 against float16 counts in float16: 1 and 1.001 are one step of 2^-10 apart.
    const Measurement mixed = measure(vectorView<double>(DType::Float64, {1.001}),
        vectorView<std::uint16_t>(DType::Float16, {0x3C00}), optionsOf("ulp_max"));
    QCOMPARE(*mixed.values[0].value, 1.0);
}

void PairFoldTest::bits()
{
    QCOMPARE(*metric("bitwise_equal", {0.0F, 1}, {0.0F, 1}).value, 1.0);
    QCOMPARE(*metric("bitwise_equal", {0.0F, 1}, {-0.0F, 1}).value, 0.0);
    QCOMPARE(metric("bitwise_equal", {1}, {1}).text, std::string("1"));
}

void PairFoldTest::statisticsOfTensors()
{
    const Measurement result
        = measure(vectorView<float>(DType::Float32, {1, 5}), vectorView<float>(DType::Float32, {1, 4}),
            optionsOf("max_diff,max_diff_relative,min_diff,mean_diff"));
    QCOMPARE(*result.values[0].value, 1.0);
    QCOMPARE(*result.values[1].value, 0.25);
    QCOMPARE(*result.values[2].value, 0.0);
    QCOMPARE(*result.values[3].value, 0.5);
    // Extremes of 64-bit integers that are one float64: 2^53 + 1 and 2^53, -2^63 + 1 and -2^63.
    constexpr std::int64_t kLarge = std::int64_t {1} << 53, kLeast = std::numeric_limits<std::int64_t>::min();
    const Measurement integers = measure(vectorView<std::int64_t>(DType::Int64, {kLeast + 1, kLarge + 1}),
        vectorView<std::int64_t>(DType::Int64, {kLeast, kLarge}), optionsOf("max_diff,min_diff"));
    QCOMPARE(*integers.values[0].value, 1.0);
    QCOMPARE(*integers.values[1].value, 1.0);
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    const Measurement natural = measure(vectorView<std::uint64_t>(DType::UInt64, {kMost - 2}),
        vectorView<std::uint64_t>(DType::UInt64, {kMost}), optionsOf("max_diff,max_diff_relative"));
    QCOMPARE(*natural.values[0].value, -2.0);
    QCOMPARE(*natural.values[1].value, 2 / 0x1p64);
}

void PairFoldTest::largestErrorOfIntegers()
{
    // Both errors are 2^64 in float64; the second one is larger.
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    const Measurement natural = measure(vectorView<std::uint64_t>(DType::UInt64, {1, 0}),
        vectorView<std::uint64_t>(DType::UInt64, {kMost, kMost}), optionsOf("max_absolute_error"));
    QCOMPARE(*natural.values[0].value, 0x1p64);
    QCOMPARE(natural.values[0].text, std::string("18446744073709551615"));
    QVERIFY(natural.worst.empty());
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    MeasureOptions withWorst = optionsOf("cosine_similarity,max_absolute_error");
    withWorst.top = 1;
    const Measurement integers = measure(vectorView<std::int64_t>(DType::Int64, {kLeast + 1, 3}),
        vectorView<std::int64_t>(DType::Int64, {0, 3}), withWorst);
    QCOMPARE(integers.values[1].text, std::string("9223372036854775807"));
    QCOMPARE(integers.worst.size(), std::size_t {1});
    const Measurement small = measure(vectorView<std::int64_t>(DType::Int64, {7, 3}),
        vectorView<std::int64_t>(DType::Int64, {5, 3}), optionsOf("max_absolute_error"));
    QCOMPARE(small.values[0].text, std::string("2"));
}

void PairFoldTest::refusals()
{
    const MeasureOptions options = optionsOf("cosine_similarity");
    const TensorView six = makeDenseView(DType::Float32, {2, 3}, bytesOf<float>({1, 2, 3, 4, 5, 6}));
    const TensorView turned = makeDenseView(DType::Float32, {3, 2}, bytesOf<float>({1, 2, 3, 4, 5, 6}));
    const TensorView slim = makeDenseView(DType::Float32, {2, 1, 3, 1}, bytesOf<float>({1, 2, 3, 4, 5, 6}));
    const TensorView four = makeDenseView(DType::Float32, {4}, bytesOf<float>({1, 2, 3, 4}));
    const TensorView none = makeDenseView(DType::Float32, {0, 3}, {});
    const TensorView shorter = makeDenseView(DType::Float32, {7}, bytesOf<float>({1, 2}));
    const TensorView opaque = makeDenseView(DType::Float4E2M1, {2}, bytesOf<std::uint8_t>({1}));
    QCOMPARE(measure(six, turned, options).state, PairState::ShapeMismatch);
    QCOMPARE(measure(six, four, options).state, PairState::CountMismatch);
    QCOMPARE(measure(none, none, options).state, PairState::Empty);
    QCOMPARE(measure(six, shorter, options).state, PairState::Unreadable);
    QCOMPARE(measure(opaque, opaque, options).state, PairState::Unsupported);
    const Measurement squeezed = measure(six, slim, options);
    QCOMPARE(squeezed.state, PairState::Ok);
    QCOMPARE(squeezed.alignment, std::vector {Message("squeeze")});
    for (const TensorView* other : {&turned, &four, &shorter})
        QCOMPARE(measure(six, *other, options).values[0].text,
            std::string(pairStateWord(measure(six, *other, options).state)));

    MeasureOptions wrong = options;
    wrong.atol = kNan;
    OwnedTask task(1);
    QCOMPARE(measureTensors(six, six, wrong, task).error().code, Code::Usage);
}

/// Integers beyond 2^53 keep their digits, and so do their differences; expected values by hand.
void PairFoldTest::worstLongIntegers()
{
    constexpr std::int64_t kLarge = 4'611'686'018'427'387'904; // 2^62
    MeasureOptions options = optionsOf("max_absolute_error");
    options.top = 3;
    // Differences of 2^62 + 1, 2^62 + 2 and 2^62 + 2: the same number as float64.
    const std::vector<std::int64_t> x {kLarge + 1, kLarge + 3, kLarge + 2}, y {0, 1, 0};
    const Measurement result = measure(vectorView(DType::Int64, x), vectorView(DType::Int64, y), options);
    QCOMPARE(result.worst.size(), std::size_t {3});
    QCOMPARE(result.worst[0].index, std::uint64_t {1});
    QVERIFY(result.worst[0].exactTarget == WideInteger {kLarge + 3});
    QVERIFY(!result.worst[0].exactGolden);
    QVERIFY(result.worst[0].exactAbsError == WideInteger {kLarge + 2});
    QCOMPARE(result.worst[1].index, std::uint64_t {2});
    QCOMPARE(result.worst[2].index, std::uint64_t {0});
    QVERIFY(result.worst[2].exactAbsError == WideInteger {kLarge + 1});
    // The farthest that two can be apart needs 65 bits.
    const std::vector<std::uint64_t> largest {UINT64_MAX};
    const std::vector<std::int64_t> smallest {INT64_MIN};
    const WorstElement far
        = measure(vectorView(DType::UInt64, largest), vectorView(DType::Int64, smallest), options).worst[0];
    QCOMPARE(integerText(*far.exactTarget), std::string("18446744073709551615"));
    QCOMPARE(numberText(far.golden, far.exactGolden), std::string("-9223372036854775808"));
    QCOMPARE(integerText(*far.exactAbsError), std::string("27670116110564327423"));
    // Beside a floating-point number the integer alone is exact.
    const std::vector<double> real {0.5};
    const std::vector<std::int64_t> odd {9'007'199'254'740'993};
    const WorstElement mixed
        = measure(vectorView(DType::Int64, odd), vectorView(DType::Float64, real), options).worst[0];
    QCOMPARE(numberText(mixed.target, mixed.exactTarget), std::string("9007199254740993"));
    QVERIFY(!mixed.exactGolden && !mixed.exactAbsError);
}

void PairFoldTest::worstElements()
{
    MeasureOptions options = optionsOf("nan_target");
    options.top = 4;
    const Measurement result = measure(vectorView<float>(DType::Float32, {1, 2, 3, 4, kNanF, 5, 1}),
        vectorView<float>(DType::Float32, {1, 2.5F, 0, 4.5F, 1, 5, 1.25F}), options);
    QCOMPARE(result.worst.size(), std::size_t {4});
    QCOMPARE(result.worst[0].index, std::uint64_t {4});
    QCOMPARE(result.worst[0].absError, kInfinity);
    QVERIFY(!result.worst[0].ulp);
    QCOMPARE(result.worst[1].index, std::uint64_t {2});
    QCOMPARE(result.worst[1].relError, kInfinity);
    QCOMPARE(result.worst[2].index, std::uint64_t {1});
    QCOMPARE(result.worst[2].relError, 0.2);
    QCOMPARE(result.worst[3].index, std::uint64_t {3});
    QCOMPARE(*result.worst[3].ulp, static_cast<double>(0.5F / 0x1p-21F));
}

// 3+4i against 5 have the same magnitude; 4 against 0 is 0x40800000 numbers of float32 apart.
void PairFoldTest::ulpOfComplexNumbersIsOneNumber()
{
    const TensorView x = makeDenseView(DType::Complex64, {1}, bytesOf<float>({3, 4}));
    const TensorView y = makeDenseView(DType::Complex64, {1}, bytesOf<float>({5, 0}));
    MeasureOptions options = optionsOf("ulp_max");
    options.top = 1;
    const Measurement result = measure(x, y, options);
    QCOMPARE(*result.values[0].value, double {0x40800000});
    QCOMPARE(result.worst.size(), std::size_t {1});
    QCOMPARE(result.worst[0].ulp, std::optional<double>(0x40800000));
}

void PairFoldTest::errorMap()
{
    MeasureOptions options = optionsOf("nan_target");
    options.blocks = 3;
    const Measurement result = measure(vectorView<float>(DType::Float32, {1, 2, kNanF, 4, 5, 6, 7}),
        vectorView<float>(DType::Float32, {1, 4, kNanF, 4, kNanF, 5, 7}), options);
    QCOMPARE(result.blocks.size(), std::size_t {3});
    QCOMPARE(result.blocks[0].count, std::uint64_t {3});
    QCOMPARE(result.blocks[0].maxAbsolute, 2.0);
    QCOMPARE(result.blocks[0].sumSquares, 4.0);
    QCOMPARE(result.blocks[0].mismatches, std::uint64_t {1});
    QCOMPARE(result.blocks[1].first, std::uint64_t {3});
    QCOMPARE(result.blocks[1].mismatches, std::uint64_t {2});
    QCOMPARE(result.blocks[2].count, std::uint64_t {1});
    QCOMPARE(result.blocks[2].maxAbsolute, 0.0);
}

void PairFoldTest::histogram()
{
    MeasureOptions options = optionsOf("nan_target");
    options.histogram = true;
    const Measurement result = measure(vectorView<float>(DType::Float32, {1, 2, 3, 4, kNanF}),
        vectorView<float>(DType::Float32, {1, 2.5F, 2.25F, 0, 1}), options);
    QVERIFY(result.histogram.has_value());
    QCOMPARE(result.histogram->lowest, -1);
    QCOMPARE(result.histogram->counts, (std::vector<std::uint64_t> {2, 0, 0, 1}));
    QCOMPARE(result.histogram->zero, std::uint64_t {1});
    QCOMPARE(result.histogram->conflicts, std::uint64_t {1});
}

void PairFoldTest::threadsDoNotMatter()
{
    auto x = randomValues(500000, 7);
    auto y = randomValues(500000, 8);
    x[1234] = kNan;
    y[400000] = kInfinity;
    MeasureOptions options = optionsOf("all,mine=sum_dd/sum_yy");
    options.top = 50;
    options.blocks = 17;
    options.histogram = true;
    const Measurement one = measure(vectorView(DType::Float64, x), vectorView(DType::Float64, y), options, 1);
    const Measurement five
        = measure(vectorView(DType::Float64, x), vectorView(DType::Float64, y), options, 5);
    for (std::size_t i = 0; i < one.values.size(); ++i)
        QCOMPARE(one.values[i].text, five.values[i].text);
    for (std::size_t i = 0; i < options.top; ++i)
        QCOMPARE(one.worst[i].index, five.worst[i].index);
    for (std::size_t i = 0; i < one.blocks.size(); ++i)
        QCOMPARE(one.blocks[i].sumSquares, five.blocks[i].sumSquares);
    QCOMPARE(one.histogram->counts, five.histogram->counts);
}

void PairFoldTest::cancelling()
{
    OwnedTask task(1);
    task.stopSource().request_stop();
    const auto x = randomValues(100000, 9);
    for (const char* profile : {"dumpscope", "msaccucmp", "msprobe"}) {
        MeasureOptions options = optionsOf("all");
        options.profile = registry().findProfile(profile);
        const auto result
            = measureTensors(vectorView(DType::Float64, x), vectorView(DType::Float64, x), options, task);
        QVERIFY(!result && result.error().code == Code::Cancelled);
    }
}

void PairFoldTest::checksums()
{
    const MeasureOptions options = optionsOf("bitwise_equal,cosine_similarity");
    QCOMPARE(*measureChecksums(true, options).values[0].value, 1.0);
    const Measurement differing = measureChecksums(false, options);
    QCOMPARE(*differing.values[0].value, 0.0);
    QCOMPARE(differing.values[1].state, PairState::NotComputed);
}

void PairFoldTest::statisticRows()
{
    const MeasureOptions options = optionsOf("max_diff,max_diff_relative,min_diff,mean_diff,ulp_max");
    const StatisticRow target {4.0, std::int64_t {1}, kNan, {}};
    const StatisticRow golden {2.0, 1.0, 3.0, {}};
    const Measurement result = measureStatistics(target, golden, options);
    QCOMPARE(*result.values[0].value, 2.0);
    QCOMPARE(*result.values[1].value, 1.0);
    QCOMPARE(*result.values[2].value, 0.0);
    QCOMPARE(result.values[3].state, PairState::NonFinite);
    QCOMPARE(result.values[4].state, PairState::NotComputed);
    QCOMPARE(result.state, PairState::NonFinite);
    QCOMPARE(statisticText(std::int64_t {3}), std::string("3"));
    QCOMPARE(statisticText(1e-5), std::string("1e-05"));
    QCOMPARE(statisticText(1e16), std::string("1e+16"));
    QCOMPARE(statisticText(123456.0), std::string("123456.0"));
}

void PairFoldTest::userMetrics()
{
    const auto value = [](std::string_view expression) {
        return *metric("m=" + std::string(expression), {3, 4}, {4, 3}).value;
    };
    QCOMPARE(value("1+2*3"), 7.0);
    QCOMPARE(value("(1+2)*3"), 9.0);
    QCOMPARE(value("-2^2"), -4.0);
    QCOMPARE(value("2^-1"), 0.5);
    QCOMPARE(value("2^3^2"), 512.0);
    QCOMPARE(value("8-4-2"), 2.0);
    QCOMPARE(value("8/4/2"), 1.0);
    QCOMPARE(value("sqrt(sum_xx) + n"), 7.0);
    QCOMPARE(value("if(max_abs - 2, 10, 20)"), 20.0);
    QCOMPARE(value("max(sum_d, min(1e2, .5))"), 0.5);
    QCOMPARE(value("1/0"), kInfinity);
    const std::pair<const char*, std::uint64_t> wrong[] = {{"m=1+", 5}, {"m=foo", 3}, {"m=max(1)", 8},
        {"m=(1", 5}, {"m=1)", 4}, {"1m=1", 1}, {"m-=1", 2}, {"cosine_similarity=1", 1}, {"m=", 3},
        {"m=foo(1)", 3}, {"ulp_max, m=1 2", 14}, {"nothing", 1}, {"a=1,a=2", 5}, {"", 1}};
    for (const auto& [list, column] : wrong) {
        const auto result = selectMetrics(registry(), list);
        QVERIFY2(!result, list);
        QCOMPARE(result.error().code, Code::Usage);
        QVERIFY2(result.error().place.column == column,
            qPrintable(QString("%1: %2").arg(list).arg(result.error().place.column.value_or(0))));
    }
    QVERIFY(!selectMetrics(registry(), "m=" + std::string(300, '(') + "1" + std::string(300, ')')));
    QVERIFY(selectMetrics(registry(), "m=" + std::string(90, '(') + "1" + std::string(90, ')')));
    QVERIFY(!selectMetrics(registry(), "m=1" + std::string(5000, '1')));
    const auto mistyped = selectMetrics(registry(), "cosine_similarty");
    QVERIFY(mistyped.error().message.text().find("cosine_similarity") != std::string::npos);
    QCOMPARE(selectMetrics(registry(), "msprobe,cosine_similarity")->size(), std::size_t {6});
    QCOMPARE(selectMetrics(registry(), "all")->size(), registry().metrics().size());
}

QTEST_APPLESS_MAIN(PairFoldTest)
#include "tst_pair_fold.moc"
