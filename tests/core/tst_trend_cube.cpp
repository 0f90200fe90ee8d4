// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as the monitor writes them, with figures that are known here.
#include "trend/trend_plane.h"

#include "monitor_run.h"
#include "trend/series_statistics.h"
#include "trend/trend_report.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <limits>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

/// Figures that say where they are of; one cell is missing, one is infinite.
MonitorRun makeRun()
{
    return {{{"fc2.output.0", "forward"}, {"fc1.output.0", "forward"}, {"fc1.weight", "reduced"}}, 2, 3,
        [](std::size_t row, int rank, int step) -> std::optional<MonitorFigures> {
            if (row == 1 && rank == 1 && step == 2)
                return std::nullopt;
            MonitorFigures figures;
            figures.norm = static_cast<double>(row) * 100 + rank * 10 + step;
            if (row == 0 && rank == 0 && step == 1)
                figures.norm = kInf;
            return figures;
        }};
}

} // namespace

class TestTrendCube : public QObject {
    Q_OBJECT

private slots:
    void rowsStandAsTheyAreExecuted()
    {
        const MonitorRun made = makeRun();
        const TrendCube& cube = made.run->cube();
        QCOMPARE(cube.rows().size(), std::size_t {3});
        // As in the file, not as names sort; gradients after what is forward.
        QCOMPARE(cube.rows()[0].opName, std::string("fc2.output.0"));
        QCOMPARE(cube.rows()[1].opName, std::string("fc1.output.0"));
        QCOMPARE(cube.rows()[2].opType, std::string("reduced"));
        QCOMPARE(cube.ranks().size(), std::size_t {2});
        QCOMPARE(cube.steps().size(), std::size_t {3});
        QCOMPARE(cube.cells().size(), std::size_t {17});
        QVERIFY(!cube.cellAt(1, 1, 2));
        QCOMPARE(cube.series(1, 1).size(), std::size_t {2});
    }

    void figuresAreThoseOfTheirCells()
    {
        MonitorRun made = makeRun();
        const TrendCube& cube = made.run->cube();
        const auto norm = made.run->figures().column("l2norm", made.task).value();
        QCOMPARE(norm->at(*cube.cellAt(2, 1, 2)), std::optional(212.0));
        QCOMPARE(norm->at(*cube.cellAt(0, 0, 1)), std::optional(kInf));
        const auto unknown = made.run->figures().column("zero_count", made.task).value();
        QCOMPARE(unknown->knownCount(), std::size_t {0});
        QVERIFY(!unknown->at(0));
        const auto wrong = made.run->figures().column("l2norn", made.task);
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().code, Code::Usage);
        QVERIFY(wrong.error().message.text().find("l2norm") != std::string::npos);
        QVERIFY(!made.run->figures().column("op_name", made.task));
    }

    void planesShowTwoAxes()
    {
        const MonitorRun made = makeRun();
        const TrendCube& cube = made.run->cube();
        const TrendPlane steps = makeTrendPlane(cube, TrendAxes::RowStep, 1);
        QCOMPARE(steps.lines, std::size_t {3});
        QCOMPARE(steps.columns, std::size_t {3});
        QCOMPARE(steps.cellAt(1, 2), TrendPlane::kNone);
        QCOMPARE(std::size_t {steps.cellAt(2, 0)}, *cube.cellAt(2, 1, 0));
        const TrendPlane ranks = makeTrendPlane(cube, TrendAxes::RowRank, 2);
        QCOMPARE(ranks.columns, std::size_t {2});
        QCOMPARE(std::size_t {ranks.cellAt(0, 1)}, *cube.cellAt(0, 1, 2));
        const TrendPlane row = makeTrendPlane(cube, TrendAxes::RankStep, 99);
        QCOMPARE(row.at, std::size_t {2});
        QCOMPARE(std::size_t {row.cellAt(1, 1)}, *cube.cellAt(2, 1, 1));
        for (const TrendPlane& plane : {steps, ranks, row}) {
            for (std::size_t line = 0; line < plane.lines; ++line) {
                for (std::size_t column = 0; column < plane.columns; ++column) {
                    const std::uint32_t cell = plane.cellAt(line, column);
                    if (cell == TrendPlane::kNone)
                        continue;
                    const TrendCell& at = cube.cells()[cell];
                    QVERIFY(plane.holds(at));
                    QCOMPARE(plane.placeOf(at), std::pair(line, column));
                    QCOMPARE(plane.coordinates(line, column),
                        (std::array<std::size_t, 3> {at.row, at.rank, at.step}));
                }
            }
        }
    }

    void rangeLeavesOutWhatIsNotFinite()
    {
        MonitorRun made = makeRun();
        const auto norm = made.run->figures().column("l2norm", made.task).value();
        const TrendPlane plane = makeTrendPlane(made.run->cube(), TrendAxes::RowStep, 0);
        const auto [low, high] = robustRange(plane, *norm, 0);
        QCOMPARE(low, 0.0);
        QCOMPARE(high, 202.0);
    }

    void documentHasEveryCell()
    {
        MonitorRun made = makeRun();
        std::string text;
        JsonWriter json([&](std::string_view part) { text += part; });
        json.beginObject();
        QVERIFY(writeTrendRows(json, *made.run, "l2norm", 100, made.task));
        json.endObject().finish();
        const QJsonObject document = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
        const QJsonArray rows = document["rows"].toArray();
        QCOMPARE(rows.size(), 3);
        const QJsonArray first = rows[0].toObject()["series"].toArray()[0].toObject()["values"].toArray();
        QCOMPARE(first[0].toDouble(), 0.0);
        QCOMPARE(first[1].toString(), QStringLiteral("Infinity"));
        const QJsonArray missing = rows[1].toObject()["series"].toArray()[1].toObject()["values"].toArray();
        QVERIFY(missing[2].isNull());
        QCOMPARE(document["rows_total"].toInt(), 3);
    }

    void statisticsOfSeries()
    {
        std::vector<double> odd {5, 1, 3}, even {4, 1, 3, 2}, none;
        QCOMPARE(medianOf(odd), 3.0);
        QCOMPARE(medianOf(even), 2.5);
        QCOMPARE(medianOf(none), 0.0);
        // numpy: 1.4826 * median(|x - 3|) of 1, 2, 3, 4, 100
        QCOMPARE(robustDeviation(std::vector<double> {1, 2, 3, 4, 100}, 3), 1.4826);
        QCOMPARE(decimalUnit(std::vector<double> {0.000001, 0.25, 3}), 1e-6);
        QCOMPARE(decimalUnit(std::vector<double> {3, 4}), 1.0);
        QCOMPARE(decimalUnit(std::vector<double> {0.1234567890123}), 0.0);
        QCOMPARE(decimalUnit(std::vector<double> {1.0 / 3, 0.5}), 0.0);
    }

    void chanceOfEqualFigures()
    {
        // bfloat16 has 8 bits, and numbers of a file its decimals.
        QCOMPARE(gridUnit(std::vector<double> {10.6875, 10.75, 15.9375}), 0.0625);
        QCOMPARE(gridUnit(std::vector<double> {0, 3.25, 0.000001}), 1e-6);
        QCOMPARE(gridUnit(std::vector<double> {0, 0}), 0.0);
        // 0, 1, 0, 1, …: all second differences are 2 or -2, so that the spread is 1.4826 * 2 / sqrt(6)
        // units.
        std::vector<double> values;
        for (int i = 0; i < 10; ++i)
            values.push_back(i % 2);
        QVERIFY(std::abs(logChanceOfEqual(values) - -16.661) < 0.001);
        // A course is none, nor what hardly leaves its unit, nor a constant.
        QCOMPARE(logChanceOfEqual(std::vector<double> {1, 2, 3, 4, 5, 6, 7, 8, 9}), 0.0);
        QCOMPARE(logChanceOfEqual(std::vector<double> {4, 4, 4, 4, 4, 5, 5, 5, 5}), 0.0);
        QCOMPARE(logChanceOfEqual(std::vector<double> {4, 4, 4, 4, 4, 4, 4, 4, 4}), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestTrendCube)
#include "tst_trend_cube.moc"
