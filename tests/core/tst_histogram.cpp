// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/histogram.h"
#include "tensor_building.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace dumpscope::core;
using namespace dumpscope::test;

using Range = std::optional<std::pair<double, double>>;
using Counts = std::vector<std::uint64_t>;
using Reals = std::vector<double>;

Q_DECLARE_METATYPE(Range)
Q_DECLARE_METATYPE(Counts)
Q_DECLARE_METATYPE(Reals)
Q_DECLARE_METATYPE(dumpscope::core::HistogramScale)

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kMax = std::numeric_limits<double>::max();

Result<Histogram> compute(
    const TensorView& view, std::size_t bins, HistogramScale scale, Range range = {}, int threads = 2)
{
    OwnedTask context(threads);
    return computeHistogram(view, bins, scale, range, context);
}

std::uint64_t allCounted(const Histogram& h)
{
    return std::accumulate(h.counts.begin(), h.counts.end(), std::uint64_t {0}) + h.nan + h.negInf + h.posInf
        + h.below + h.above;
}

/// Counts by looking at every edge.
Counts naiveCounts(const Reals& values, const Reals& edges, bool byMagnitude)
{
    Counts counts(edges.size() - 1);
    for (double x : values) {
        x = byMagnitude ? std::fabs(x) : x;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const bool isLast = i + 1 == counts.size();
            if (x >= edges[i] && (x < edges[i + 1] || (isLast && x == edges[i + 1]))) {
                ++counts[i];
                break;
            }
        }
    }
    return counts;
}

Reals awkwardValues()
{
    std::mt19937_64 random(5);
    std::normal_distribution<double> normal(0, 3);
    Reals values = {0.0, -0.0, 5e-324, -5e-324, 1e-300, 1e300, -1e300, 1.0, -1.0};
    for (int i = 0; i < 3000; ++i)
        values.push_back(std::ldexp(normal(random), static_cast<int>(random() % 60) - 30));
    return values;
}

} // namespace

class TestHistogram : public QObject {
    Q_OBJECT

private slots:
    void numpy_data();
    void numpy();
    void onlyValue();
    void countsFollowEdges_data();
    void countsFollowEdges();
    void logEdges();
    void signedLogEdges();
    void nonFiniteApart();
    void widestRange();
    void magnitudesOfComplex();
    void threadsMatch();
    void fails();
};

void TestHistogram::numpy_data()
{
    QTest::addColumn<Reals>("values");
    QTest::addColumn<int>("bins");
    QTest::addColumn<Range>("range");
    QTest::addColumn<Counts>("counts");
    QTest::addColumn<Reals>("edges");
    Reals tenths;
    Reals thirds;
    for (int i = 0; i <= 10; ++i)
        tenths.push_back(0.1 * i);
    for (int i = -6; i <= 6; ++i)
        thirds.push_back(i / 3.0);
    // Printed by numpy.histogram 2.4.
    QTest::newRow("integers") << Reals {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10} << 5 << Range {}
                              << Counts {2, 2, 2, 2, 3} << Reals {0, 2, 4, 6, 8, 10};
    QTest::newRow("on the edges") << tenths << 10 << Range {} << Counts {1, 1, 1, 1, 1, 1, 1, 1, 1, 2}
                                  << Reals {0, 0x1.999999999999ap-4, 0x1.999999999999ap-3,
                                         0x1.3333333333334p-2, 0x1.999999999999ap-2, 0.5,
                                         0x1.3333333333334p-1, 0x1.6666666666667p-1, 0x1.999999999999ap-1,
                                         0x1.ccccccccccccdp-1, 1};
    QTest::newRow("thirds") << thirds << 7 << Range {} << Counts {2, 2, 2, 1, 2, 2, 2}
                            << Reals {-2, -0x1.6db6db6db6db7p+0, -0x1.b6db6db6db6dcp-1, -0x1.2492492492494p-2,
                                   0x1.2492492492490p-2, 0x1.b6db6db6db6d8p-1, 0x1.6db6db6db6db6p+0, 2};
    QTest::newRow("constant") << Reals {2.5, 2.5, 2.5, 2.5} << 4 << Range {} << Counts {0, 0, 4, 0}
                              << Reals {2, 2.25, 2.5, 2.75, 3};
    QTest::newRow("range") << Reals {-5, 0, 0.5, 1, 1.0001, 7} << 4 << Range {{0, 1}} << Counts {1, 0, 1, 1}
                           << Reals {0, 0.25, 0.5, 0.75, 1};
    QTest::newRow("range without width") << Reals {1, 2, 3} << 3 << Range {{2, 2}} << Counts {0, 1, 0}
                                         << Reals {1.5, 0x1.d555555555555p+0, 0x1.1555555555555p+1, 2.5};
    QTest::newRow("empty") << Reals {} << 3 << Range {} << Counts {0, 0, 0}
                           << Reals {0, 0x1.5555555555555p-2, 0x1.5555555555555p-1, 1};
    QTest::newRow("subnormal") << Reals {5e-324, 1e-323, 2e-323} << 2 << Range {} << Counts {2, 1}
                               << Reals {5e-324, 15e-324, 2e-323};
}

void TestHistogram::numpy()
{
    QFETCH(Reals, values);
    QFETCH(int, bins);
    QFETCH(Range, range);
    QFETCH(Counts, counts);
    QFETCH(Reals, edges);
    const auto h = compute(
        vectorView(DType::Float64, values), static_cast<std::size_t>(bins), HistogramScale::Linear, range);
    QVERIFY(h.has_value());
    QCOMPARE(h->edges, edges);
    QCOMPARE(h->counts, counts);
    QCOMPARE(allCounted(*h), std::uint64_t {values.size()});
}

/// The range of a constant says where it is counted, not what it is: half to either side rounds it away.
void TestHistogram::onlyValue()
{
    for (const HistogramScale scale : {HistogramScale::Linear, HistogramScale::SignedLog}) {
        for (const double value : {2.3694278276172396e-38, 0.1, -7.0, 0.0, 1e300}) {
            const auto h = compute(vectorView(DType::Float64, Reals {value, value}), 5, scale, {});
            QVERIFY(h.has_value());
            QCOMPARE(h->only, std::optional(value));
        }
        for (const Reals& values : {Reals {}, Reals {1, 2}, Reals {std::nan("")}}) {
            const auto h = compute(vectorView(DType::Float64, values), 5, scale, {});
            QVERIFY(h.has_value() && !h->only);
        }
        const auto whole
            = compute(vectorView(DType::UInt64, std::vector<std::uint64_t> {7, 7}), 5, scale, {});
        QVERIFY(whole.has_value());
        QCOMPARE(whole->only, std::optional(7.0));
        // Float64 stands for other elements, too: 2^64 - 2 for 2^64 - 1, 5 for 3+4j and 4+3j.
        const TensorView wide = vectorView(DType::UInt64, std::vector<std::uint64_t> {~0ULL, ~1ULL});
        const TensorView complex
            = makeDenseView(DType::Complex64, {2}, bytesOf(std::vector<float> {3, 4, 4, 3}));
        for (const TensorView* const view : {&wide, &complex}) {
            const auto h = compute(*view, 5, scale, {});
            QVERIFY(h.has_value() && !h->only);
        }
    }
}

void TestHistogram::countsFollowEdges_data()
{
    QTest::addColumn<HistogramScale>("scale");
    QTest::addColumn<Range>("range");
    QTest::newRow("linear") << HistogramScale::Linear << Range {};
    QTest::newRow("linear, range") << HistogramScale::Linear << Range {{-2, 3.3}};
    QTest::newRow("log") << HistogramScale::Log << Range {};
    QTest::newRow("log, range") << HistogramScale::Log << Range {{1e-3, 1}};
    QTest::newRow("signed log") << HistogramScale::SignedLog << Range {};
    QTest::newRow("signed log, range") << HistogramScale::SignedLog << Range {{-1, 10}};
}

void TestHistogram::countsFollowEdges()
{
    QFETCH(HistogramScale, scale);
    QFETCH(Range, range);
    const Reals values = awkwardValues();
    for (const std::size_t bins : {1U, 2U, 7U, 100U, 4097U}) {
        const auto h = compute(vectorView(DType::Float64, values), bins, scale, range);
        QVERIFY(h.has_value());
        QCOMPARE(h->edges.size(), bins + 1);
        QVERIFY(std::is_sorted(h->edges.begin(), h->edges.end()));
        QCOMPARE(h->counts, naiveCounts(values, h->edges, scale == HistogramScale::Log));
        QCOMPARE(allCounted(*h), std::uint64_t {values.size()});
        if (!range)
            QCOMPARE(h->below, std::uint64_t {scale == HistogramScale::Log ? 2U : 0U});
    }
}

void TestHistogram::logEdges()
{
    const auto h = compute(
        vectorView(DType::Float32, std::vector<float> {-1000, 0, 1, 10, 100, -0.0F}), 3, HistogramScale::Log);
    QVERIFY(h.has_value());
    const Reals expected = {1, 10, 100, 1000};
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY(std::fabs(h->edges[i] / expected[i] - 1) < 1e-14);
    QCOMPARE(h->edges.front(), 1.0);
    QCOMPARE(h->edges.back(), 1000.0);
    QCOMPARE(h->below, std::uint64_t {2});

    const auto single
        = compute(vectorView(DType::Int8, std::vector<std::int8_t> {-4, 4}), 2, HistogramScale::Log);
    QVERIFY(std::fabs(single->edges.front() - 4 / std::sqrt(10.0)) < 1e-14);
    QVERIFY(std::fabs(single->edges.back() - 4 * std::sqrt(10.0)) < 1e-14);
    const auto zeros
        = compute(vectorView(DType::Int8, std::vector<std::int8_t> {0, 0}), 2, HistogramScale::Log);
    QCOMPARE(zeros->below, std::uint64_t {2});
}

void TestHistogram::signedLogEdges()
{
    // The largest magnitude is in the decade of 100, so L is 1e-4; t runs from -7 to 7.
    const auto h
        = compute(vectorView(DType::Float64, Reals {-100, 100, 5e-5, 0}), 14, HistogramScale::SignedLog);
    QVERIFY(h.has_value());
    const Reals expected = {-100, -10, -1, -1e-1, -1e-2, -1e-3, -1e-4, 0, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100};
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY(std::fabs(h->edges[i] - expected[i]) <= 1e-13 * std::fabs(expected[i]));
    QCOMPARE(h->counts[7], std::uint64_t {2});
}

void TestHistogram::nonFiniteApart()
{
    const TensorView view = vectorView(DType::Float64, Reals {kNan, kInf, -kInf, -kInf, 1, 2});
    for (const auto scale : {HistogramScale::Linear, HistogramScale::Log, HistogramScale::SignedLog}) {
        const auto h = compute(view, 2, scale);
        QVERIFY(h.has_value());
        QCOMPARE(h->nan, std::uint64_t {1});
        QCOMPARE(h->posInf, std::uint64_t {1});
        QCOMPARE(h->negInf, std::uint64_t {2});
        QCOMPARE(h->counts, (Counts {1, 1}));
        const auto nothing = compute(vectorView(DType::Float64, Reals {kNan, kInf}), 3, scale);
        QCOMPARE(nothing->counts, (Counts {0, 0, 0}));
        QVERIFY(nothing->edges.front() < nothing->edges.back());
    }
}

void TestHistogram::widestRange()
{
    const auto h = compute(vectorView(DType::Float64, Reals {-kMax, kMax, 0, 1}), 4, HistogramScale::Linear);
    QVERIFY(h.has_value());
    const Reals expected = {-kMax, -kMax / 2, 0, kMax / 2, kMax};
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY(std::fabs(h->edges[i] - expected[i]) <= std::fabs(expected[i]) * 1e-15);
    QCOMPARE(h->counts, (Counts {1, 0, 2, 1}));
    for (const double x : {kMax, -kMax, 1e300, 5e-324, 0.0}) {
        for (const auto scale : {HistogramScale::Linear, HistogramScale::Log, HistogramScale::SignedLog}) {
            const auto point = compute(vectorView(DType::Float64, Reals {x}), 3, scale);
            QVERIFY(point.has_value());
            QVERIFY(std::isfinite(point->edges.front()) && std::isfinite(point->edges.back()));
            QCOMPARE(allCounted(*point), std::uint64_t {1});
            QVERIFY(point->above == 0 && point->below == (x == 0 && scale == HistogramScale::Log));
        }
    }
}

void TestHistogram::magnitudesOfComplex()
{
    const auto h = compute(makeDenseView(DType::Complex64, {2}, bytesOf(std::vector<float> {3, 4, 0, -1})), 2,
        HistogramScale::Linear);
    QVERIFY(h.has_value());
    QCOMPARE(h->edges, (Reals {1, 3, 5}));
}

void TestHistogram::threadsMatch()
{
    std::mt19937 random(1);
    std::vector<std::uint16_t> values(3'000'000);
    for (auto& value : values)
        value = static_cast<std::uint16_t>(random());
    const TensorView view = vectorView(DType::Float16, values);
    for (const auto scale : {HistogramScale::Linear, HistogramScale::SignedLog}) {
        const auto one = compute(view, 64, scale, {}, 1);
        const auto many = compute(view, 64, scale, {}, 5);
        QVERIFY(one.has_value() && many.has_value());
        QCOMPARE(many->counts, one->counts);
        QCOMPARE(many->edges, one->edges);
        QCOMPARE(allCounted(*many), std::uint64_t {values.size()});
    }
}

void TestHistogram::fails()
{
    const TensorView view = vectorView(DType::Float64, Reals {1, 2});
    const auto codeOf
        = [](const Result<Histogram>& result) { return result ? Code::Internal : result.error().code; };
    QCOMPARE(codeOf(compute(view, 0, HistogramScale::Linear)), Code::Usage);
    QCOMPARE(
        codeOf(compute(view, std::numeric_limits<std::size_t>::max(), HistogramScale::Linear)), Code::Usage);
    QCOMPARE(codeOf(compute(view, 2, HistogramScale::Linear, Range {{2, 1}})), Code::Usage);
    QCOMPARE(codeOf(compute(view, 2, HistogramScale::Linear, Range {{kNan, 1}})), Code::Usage);
    QCOMPARE(codeOf(compute(view, 2, HistogramScale::Log, Range {{0, 1}})), Code::Usage);
    QCOMPARE(
        codeOf(compute(makeDenseView(DType::Variant, {1}, bytesOf(Reals {0})), 2, HistogramScale::Linear)),
        Code::Unsupported);
    QCOMPARE(
        codeOf(compute(makeDenseView(DType::Float64, {2}, bytesOf(Reals {0})), 2, HistogramScale::Linear)),
        Code::Truncated);
}

QTEST_APPLESS_MAIN(TestHistogram)
#include "tst_histogram.moc"
