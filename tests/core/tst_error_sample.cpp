// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/error_sample.h"
#include "tensor_building.h"

#include <QTest>

#include <limits>

using namespace dumpscope::core;
using namespace dumpscope::test;

class TestErrorSample : public QObject {
    Q_OBJECT

private slots:
    void everyElementOfASmallPair();
    void distancesAndWorstOfALargePair();
    void emptyTensors();
    void stops();

private:
    static WorstElement worstAt(std::uint64_t index, double golden, double error)
    {
        WorstElement worst;
        worst.index = index;
        worst.golden = golden;
        worst.absError = error;
        return worst;
    }
    static ElementStream streamOf(const std::vector<float>& values)
    {
        return ElementStream::make(
            makeDenseView(DType::Float32, {static_cast<std::int64_t>(values.size())}, bytesOf(values)),
            Order::Logical)
            .value();
    }
    static std::vector<ErrorPoint> pointsOf(const std::vector<float>& target,
        const std::vector<float>& golden, std::uint64_t most, const std::vector<WorstElement>& worst = {})
    {
        OwnedTask context(1);
        return sampleErrors(streamOf(target), streamOf(golden), worst, 0.25, 0, most, context).value();
    }
};

void TestErrorSample::everyElementOfASmallPair()
{
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const auto points = pointsOf({1, -2.5F, kNan, 3}, {1, -2, 1, 3.25F}, 4, {worstAt(0, 0, 9)});
    QCOMPARE(points.size(), 3U); // without NaN, and the worst is among them already
    QCOMPARE(points[0].error, 0.0);
    QVERIFY(!points[0].fails);
    QCOMPARE(points[1].golden, 2.0);
    QCOMPARE(points[1].error, 0.5);
    QVERIFY(points[1].fails);
    QCOMPARE(points[2].error, 0.25);
    QVERIFY(!points[2].fails); // at the limit
}

void TestErrorSample::distancesAndWorstOfALargePair()
{
    std::vector<float> target(10'000), golden(10'000);
    for (std::size_t i = 0; i < golden.size(); ++i)
        target[i] = golden[i] = static_cast<float>(i);
    target[5001] += 7;
    const auto points = pointsOf(target, golden, 3000, {worstAt(5001, 5001, 7)});
    QCOMPARE(points.size(), 2501U); // every fourth, and the worst
    QCOMPARE(points[0].error, 7.0);
    QVERIFY(points[0].fails);
    for (std::size_t i = 1; i < points.size(); ++i) {
        QCOMPARE(points[i].golden, static_cast<double>(4 * (i - 1)));
        QCOMPARE(points[i].error, 0.0);
    }
}

void TestErrorSample::emptyTensors()
{
    QVERIFY(pointsOf({}, {}, 100).empty());
}

void TestErrorSample::stops()
{
    OwnedTask context(1);
    context.stopSource().request_stop();
    const std::vector<float> ones(5, 1);
    const auto points = sampleErrors(streamOf(ones), streamOf(ones), {}, 0, 0, 5, context);
    QVERIFY(!points);
    QCOMPARE(points.error().code, Code::Cancelled);
}

QTEST_APPLESS_MAIN(TestErrorSample)
#include "tst_error_sample.moc"
