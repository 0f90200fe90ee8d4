// SPDX-License-Identifier: GPL-3.0-or-later
// Expected numbers: the tables below, and arithmetic by hand.
#include "compare/tables/curve_scale.h"
#include "compare/tables/run_curves.h"
#include "memory_dump.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace dumpscope::core;
using dumpscope::test::MemoryDump;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

/// Operators with their largest values, all of one output.
std::shared_ptr<const DumpIndex> dump(const std::vector<double>& largest)
{
    MemoryDump made;
    for (std::size_t i = 0; i < largest.size(); ++i) {
        MemoryDump::Tensor tensor {"op" + std::to_string(i), "Mul"};
        tensor.statistics = {largest[i], -1, 0.5, 2};
        made.add(tensor);
    }
    return made.finish();
}

/// Tensors of equal number are pairs, but those of `without`.
std::shared_ptr<const PairTable> pairsOf(const std::shared_ptr<const DumpIndex>& target,
    const std::shared_ptr<const DumpIndex>& golden, std::uint32_t failing, std::uint32_t without)
{
    auto pairs = std::make_shared<PairTable>(
        ComparisonSide {target, {}}, ComparisonSide {golden, {}}, std::make_shared<MetricSelection>());
    for (std::uint32_t id = 0; id < golden->tensorCount(); ++id) {
        PairResult result;
        result.pair.target = result.pair.golden = TensorId(id);
        result.basis = PairBasis::Statistics;
        result.verdict = id == failing ? Verdict::Fail : Verdict::Pass;
        if (id != without)
            pairs->add(result);
    }
    return pairs;
}

RunCurves curvesOf(const std::vector<std::vector<double>>& targets, const std::vector<double>& golden,
    const std::vector<RunCurvesRequest::Figure>& figures = {{"max", false}})
{
    OwnedTask task(1);
    const auto index = dump(golden);
    std::vector<std::shared_ptr<const PairTable>> tables;
    RunCurvesRequest request;
    for (std::uint32_t i = 0; i < targets.size(); ++i) {
        const auto target = dump(targets[i]);
        tables.push_back(pairsOf(target, index, 1 + i, targets.size() > 1 ? 2 - i : 0xFFFFFFFF));
        request.targets.push_back(std::make_shared<TensorTable>(target));
    }
    request.matrix = std::make_shared<const TargetMatrix>(makeTargetMatrix(tables, false, task).value());
    request.golden = std::make_shared<TensorTable>(index);
    request.figures = figures;
    return makeRunCurves(request, task).value();
}

} // namespace

class tst_RunCurves : public QObject {
    Q_OBJECT

private slots:
    void aCurvePerRun()
    {
        const RunCurves curves = curvesOf({{1, 2, 3}, {1, 5, kInf}}, {1, kNaN, 30});
        QCOMPARE(curves.places.size(), std::size_t {3});
        QCOMPARE(curves.charts.size(), std::size_t {1});
        const RunCurves::Chart& chart = curves.charts[0];
        QCOMPARE(chart.figure, std::string("max"));
        QVERIFY(chart.golden);
        QCOMPARE(chart.golden->values[0], 1.0);
        QCOMPARE(chart.golden->values[2], 30.0);
        QVERIFY(std::isnan(chart.golden->values[1]));
        QVERIFY((chart.golden->marks == std::vector<RunCurves::Mark> {{1, RunCurves::Edge::NaN}}));
        QCOMPARE(chart.golden->numbers, std::size_t {3}); // NaN is a number that was recorded
        // The first target has no pair for the last tensor: nothing is drawn, and no mark.
        QCOMPARE(chart.targets[0].values[1], 2.0);
        QVERIFY(std::isnan(chart.targets[0].values[2]));
        QVERIFY(chart.targets[0].marks.empty());
        QVERIFY(!curves.verdict(2, 0));
        QVERIFY((chart.targets[1].marks == std::vector<RunCurves::Mark> {{2, RunCurves::Edge::PosInf}}));
        QCOMPARE(curves.verdict(1, 0), std::optional(Verdict::Fail));
        QCOMPARE(curves.verdict(0, 1), std::optional(Verdict::Pass));
        QCOMPARE(curves.placeOf(curves.goldenAt(2)), std::optional<std::size_t>(2));
        QVERIFY(!curves.placeOf(TensorId(7U)));
    }

    void figuresWithoutNumbersHaveNoChart()
    {
        const RunCurves curves = curvesOf({{1, 2, 3}}, {1, 2, 3}, {{"std", false}, {"min", false}});
        QCOMPARE(curves.charts.size(), std::size_t {1});
        QCOMPARE(curves.charts[0].figure, std::string("min"));
    }

    void countsOfAllVerdicts()
    {
        const RunCurves curves = curvesOf({{1, 2, 3}, {1, 2, 3}}, {1, 2, 3});
        QCOMPARE(curves.matrix->counts[0].fail, std::uint64_t {1});
        QCOMPARE(curves.matrix->counts[0].pass, std::uint64_t {1});
        QCOMPARE(curves.matrix->counts[1].all(), std::uint64_t {2});
    }

    void nothingIsLostBetweenPixels()
    {
        constexpr std::size_t kPlaces = 4'000;
        std::vector<double> largest(kPlaces, 1);
        largest[3'777] = 1e6;
        largest[3] = -4;
        const RunCurves curves = curvesOf({largest}, largest);
        const RunCurves::Curve& golden = *curves.charts[0].golden;
        const auto columns = golden.columns(-0.5, kPlaces - 0.5, 25);
        QCOMPARE(columns.size(), std::size_t {25});
        double least = 1, most = 1;
        for (const RunCurves::Span& column : columns) {
            QVERIFY(column.isThere);
            least = std::min(least, column.least);
            most = std::max(most, column.most);
        }
        QCOMPARE(least, -4.0);
        QCOMPARE(most, 1e6);
        QCOMPARE(columns[0].least, -4.0);
        QCOMPARE(columns[23].most, 1e6); // 3 777 / 160
        const auto near = golden.columns(0, 10, 10);
        QCOMPARE(near[3].first, -4.0);
        QCOMPARE(near[4].most, 1.0);
        QVERIFY(golden.columns(5, 5, 10)[0].isThere == false);
    }

    void scales_data()
    {
        QTest::addColumn<QList<double>>("numbers");
        QTest::addColumn<bool>("logarithmic");
        QTest::addColumn<int>("kind");
        using Kind = CurveScale::Kind;
        QTest::newRow("positive") << QList<double> {1e-3, 10} << true << int(Kind::Logarithmic);
        QTest::newRow("as asked") << QList<double> {1e-3, 10} << false << int(Kind::Linear);
        QTest::newRow("close") << QList<double> {1, 2} << true << int(Kind::Linear);
        QTest::newRow("both signs") << QList<double> {-5, 0, 1e-3} << true << int(Kind::Symmetric);
        QTest::newRow("with zero") << QList<double> {0, 1, 100} << true << int(Kind::Symmetric);
        QTest::newRow("zeros") << QList<double> {0, 0} << true << int(Kind::Linear);
        QTest::newRow("nothing finite") << QList<double> {kNaN, kInf} << true << int(Kind::Linear);
        QTest::newRow("largest") << QList<double> {-1.7e308, 1.7e308, 5e-324} << true << int(Kind::Symmetric);
    }

    void scales()
    {
        QFETCH(QList<double>, numbers);
        QFETCH(bool, logarithmic);
        QFETCH(int, kind);
        const std::vector<double> values(numbers.begin(), numbers.end());
        const RunCurves made = curvesOf({values}, values);
        QCOMPARE(made.charts.size(), std::size_t {1});
        const CurveScale scale = CurveScale::of(made.charts[0], logarithmic);
        QCOMPARE(int(scale.kind()), kind);
        double before = -kInf;
        std::vector<double> sorted;
        for (const double value : values) {
            if (std::isfinite(value))
                sorted.push_back(value);
        }
        QCOMPARE(scale.hasNumbers(), !sorted.empty());
        std::sort(sorted.begin(), sorted.end());
        for (const double value : sorted) {
            QVERIFY(scale.level(value) >= before);
            before = scale.level(value);
        }
        QVERIFY(std::isfinite(scale.least()) && std::isfinite(scale.most()));
        const auto ticks = scale.ticks(scale.least(), scale.most(), 5);
        QVERIFY(ticks.size() <= 5);
        QVERIFY(std::is_sorted(ticks.begin(), ticks.end()));
    }

    void ticksAreRound()
    {
        const RunCurves made = curvesOf({{1e-3, 1, 2e2}}, {1e-3, 1, 2e2});
        const CurveScale decades = CurveScale::of(made.charts[0], true);
        QVERIFY((decades.ticks(-3, 2.3, 9) == std::vector<double> {1e-3, 1e-2, 1e-1, 1, 10, 100}));
        const CurveScale even = CurveScale::of(made.charts[0], false);
        QVERIFY((even.ticks(0.001, 200, 4) == std::vector<double> {50, 100, 150, 200}));
        // Where there is room for two numbers there are two.
        QVERIFY((even.ticks(0.3, 0.9, 2) == std::vector<double> {0.4, 0.8}));
        QVERIFY((decades.ticks(-3, 2.3, 2) == std::vector<double> {1e-3, 1}));
        QVERIFY((decades.ticks(-3, 2.3, 3) == std::vector<double> {1e-2, 1, 1e2}));
        QVERIFY((decades.ticks(0.1, 0.5, 2) == std::vector<double> {2}));
        QVERIFY((decades.ticks(0.1, 0.9, 3) == std::vector<double> {2, 5}));
        QVERIFY((decades.ticks(0.1, 2.1, 9) == std::vector<double> {2, 5, 10, 20, 50, 100}));
    }

    /// Beside zero, the largest power of ten comes first.
    void ticksOfBothSigns()
    {
        const RunCurves made = curvesOf({{-30, 0.01, 2e3}}, {-30, 0.01, 2e3});
        const CurveScale scale = CurveScale::of(made.charts[0], true);
        QCOMPARE(int(scale.kind()), int(CurveScale::Kind::Symmetric));
        const auto ticks = [&](std::size_t most) { return scale.ticks(scale.least(), scale.most(), most); };
        QVERIFY((ticks(1) == std::vector<double> {0}));
        QVERIFY((ticks(2) == std::vector<double> {0, 1000}));
        QVERIFY((ticks(4) == std::vector<double> {-1, 0, 1, 1000}));
        QVERIFY((ticks(6) == std::vector<double> {-10, -0.1, 0, 0.1, 10, 1000}));
    }

    void stops()
    {
        OwnedTask task(1);
        task.stopSource().request_stop();
        const auto index = dump({1, 2});
        QCOMPARE(makeTargetMatrix({pairsOf(index, index, 0, 9)}, false, task).error().code, Code::Cancelled);
    }
};

QTEST_APPLESS_MAIN(tst_RunCurves)
#include "tst_run_curves.moc"
