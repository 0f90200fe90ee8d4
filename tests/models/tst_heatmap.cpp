// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/plane_renderer.h"

#include "tensor_building.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr QRgb kMagenta = 0xFFD1147A;

PlaneColours coloursOf(const char* map, const ValueScale& scale)
{
    return {colourMap(map, false).table(kColours), scale};
}

qsizetype countOf(const QImage& image, QRgb colour)
{
    qsizetype count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixel(x, y) == colour;
    }
    return count;
}

} // namespace

class TestHeatmap : public QObject {
    Q_OBJECT
private slots:
    void mapsHaveTheirStops_data();
    void mapsHaveTheirStops();
    void mapsAreLinearBetweenStops();
    void scales_data();
    void scales();
    void ticksAreShort();
    void draggedValuesAreShort();
    void cellsEndOnPixels_data();
    void cellsEndOnPixels();
    void oneNanSurvives_data();
    void oneNanSurvives();
    void infinitiesHavePatterns();
    void detailIsUsedWhereItCovers();
    void percentilesOfFiniteValues();
};

void TestHeatmap::mapsHaveTheirStops_data()
{
    QTest::addColumn<QByteArray>("map");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<double>("at");
    QTest::addColumn<QRgb>("colour");
    // docs/window.md 8.4.
    QTest::newRow("deep sea low") << QByteArray("deep-sea") << false << 0.0 << 0xFF1B1340U;
    QTest::newRow("deep sea .16") << QByteArray("deep-sea") << false << 0.16 << 0xFF2C2A78U;
    QTest::newRow("deep sea .33") << QByteArray("deep-sea") << true << 0.33 << 0xFF22559AU;
    QTest::newRow("deep sea .5") << QByteArray("deep-sea") << true << 0.5 << 0xFF1A7F96U;
    QTest::newRow("deep sea .66") << QByteArray("deep-sea") << true << 0.66 << 0xFF38A67CU;
    QTest::newRow("deep sea .82") << QByteArray("deep-sea") << true << 0.82 << 0xFF95C755U;
    QTest::newRow("deep sea high") << QByteArray("deep-sea") << true << 1.0 << 0xFFF6E664U;
    QTest::newRow("tide light middle") << QByteArray("tide") << false << 0.5 << 0xFFF6F6F4U;
    QTest::newRow("tide light high") << QByteArray("tide") << false << 1.0 << 0xFF7E2A00U;
    QTest::newRow("tide dark middle") << QByteArray("tide") << true << 0.5 << 0xFF1F2329U;
    QTest::newRow("tide dark low") << QByteArray("tide") << true << 0.0 << 0xFF9CCBFFU;
    QTest::newRow("ember .6") << QByteArray("ember") << false << 0.6 << 0xFFDE7A3AU;
    QTest::newRow("grey beyond") << QByteArray("grey") << false << 1.5 << 0xFFFFFFFFU;
    QTest::newRow("grey nan") << QByteArray("grey") << false << kNan << 0xFF000000U;
}

void TestHeatmap::mapsHaveTheirStops()
{
    QFETCH(QByteArray, map);
    QFETCH(bool, dark);
    QFETCH(double, at);
    QFETCH(QRgb, colour);
    QCOMPARE(colourMap(map, dark).at(at), colour);
}

void TestHeatmap::mapsAreLinearBetweenStops()
{
    // Half way between black and white, rounded.
    QCOMPARE(colourMap("grey", false).at(0.5), 0xFF808080U);
    // A quarter from #1B1340 to #2C2A78: 27 + 17/4, 19 + 23/4, 64 + 56/4.
    QCOMPARE(colourMap("deep-sea", false).at(0.04), qRgb(31, 25, 78));
}

void TestHeatmap::scales_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("position");
    const int linear = 0, log = 1, signedLog = 2;
    QTest::newRow("linear") << linear << -2.0 << 6.0 << 0.0 << 0.25;
    QTest::newRow("linear beyond") << linear << 0.0 << 1.0 << 2.0 << 2.0;
    QTest::newRow("linear widest") << linear << -1.7e308 << 1.7e308 << 0.0 << 0.5;
    QTest::newRow("linear point") << linear << 3.0 << 3.0 << 7.0 << 0.5;
    QTest::newRow("large integers") << linear << 1e15 << 1e15 + 8 << 1e15 + 2 << 0.25;
    QTest::newRow("log") << log << 0.01 << 100.0 << 1.0 << 0.5;
    QTest::newRow("log decade") << log << 1.0 << 1e4 << 10.0 << 0.25;
    QTest::newRow("log from zero: six decades") << log << 0.0 << 1.0 << 1e-3 << 0.5;
    QTest::newRow("log of zero") << log << 1.0 << 10.0 << 0.0 << -kInf;
    // L = 10^(0 - 6): t(1) = 1 + 6 = 7, t(1e-6) = 1, t(-1) = -7.
    QTest::newRow("signed log zero") << signedLog << -1.0 << 1.0 << 0.0 << 0.5;
    QTest::newRow("signed log one decade below") << signedLog << -1.0 << 1.0 << 0.1 << 13.0 / 14;
    QTest::newRow("signed log linear zone") << signedLog << -1.0 << 1.0 << 5e-7 << 7.5 / 14;
    QTest::newRow("signed log negative") << signedLog << -1.0 << 1.0 << -1e-6 << 6.0 / 14;
}

void TestHeatmap::scales()
{
    QFETCH(int, kind);
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(double, value);
    QFETCH(double, position);
    const ValueScale scale(static_cast<ScaleKind>(kind), low, high);
    if (std::isinf(position)) {
        QCOMPARE(scale.position(value), position);
        return;
    }
    QVERIFY2(std::fabs(scale.position(value) - position) < 1e-12,
        qPrintable(QString::number(scale.position(value))));
    if (position >= 0 && position <= 1 && low < high) {
        const double back = scale.valueAt(position);
        QVERIFY(std::fabs(back - value) <= 1e-9 * std::max(std::fabs(value), 1e-6));
    }
}

void TestHeatmap::draggedValuesAreShort()
{
    const ValueScale scale(ScaleKind::Linear, -0.97216797, 1.7763672);
    QCOMPARE(scale.shortValueAt(0.5, 0.01), 0.4);    // 0.4021 ± 0.0137
    QCOMPARE(scale.shortValueAt(0.6, 0.002), 0.677); // 0.67695 ± 0.00275: 0.68 is too far
    QCOMPARE(scale.shortValueAt(0, 0.01), -0.97216797);
    QCOMPARE(scale.shortValueAt(1, 0.01), 1.7763672);
}

void TestHeatmap::ticksAreShort()
{
    QStringList texts;
    for (const ValueScale::Tick& tick : ValueScale(ScaleKind::Linear, -3.2, 3.2).ticks(5))
        texts.append(tick.text);
    QCOMPARE(texts, QStringList({"-2", "0", "2"}));
    texts.clear();
    for (const ValueScale::Tick& tick : ValueScale(ScaleKind::Linear, -3.42, 2.7).ticks(7))
        texts.append(tick.text);
    QCOMPARE(texts, QStringList({"-3", "-2", "-1", "0", "1", "2"}));
    // A single float32 has no more digits than tell it.
    const std::vector<ValueScale::Tick> one
        = ValueScale(ScaleKind::Linear, 15.576595306396484, 15.576595306396484).ticks(3);
    QCOMPARE(one.size(), std::size_t {1});
    QCOMPARE(one.front().text, QStringLiteral("15.5766"));
    // Two neighbours have nothing round between them.
    QCOMPARE(ValueScale(ScaleKind::Linear, 1, std::nextafter(1.0, 2.0)).ticks(3).size(), std::size_t {3});
    // A logarithmic range of less than one per cent: no two labels are equal.
    QStringList narrow;
    for (const ValueScale::Tick& tick : ValueScale(ScaleKind::Log, 2.2401, 2.2459).ticks(7))
        narrow.append(tick.text);
    QVERIFY(narrow.size() >= 3);
    QCOMPARE(narrow.removeDuplicates(), qsizetype {0});
}

void TestHeatmap::cellsEndOnPixels_data()
{
    QTest::addColumn<double>("ratio");
    for (const double ratio : {1.0, 1.25, 1.5, 2.0})
        QTest::newRow(qPrintable(QString::number(ratio))) << ratio;
}

void TestHeatmap::cellsEndOnPixels()
{
    QFETCH(double, ratio);
    // Four cells of 5 logical pixels a side.
    const PlaneData plane = makePlane(2, 2, {0, 1, 0.5, kNan});
    const double step = 5 * ratio;
    const int end = static_cast<int>(std::floor(2 * step + 0.5));
    const int middle = static_cast<int>(std::floor(step + 0.5));
    const QImage image = renderPlane(plane, nullptr, {0, 0, step, step}, {end + 3, end + 3},
        coloursOf("grey", {ScaleKind::Linear, 0, 1}), ratio);
    QCOMPARE(image.devicePixelRatio(), ratio);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const bool isBeside = x >= end || y >= end;
            if (isBeside)
                QCOMPARE(image.pixel(x, y), 0U);
            else if (x < middle && y < middle)
                QCOMPARE(image.pixel(x, y), 0xFF000000U);
            else if (y < middle)
                QCOMPARE(image.pixel(x, y), 0xFFFFFFFFU);
            else if (x < middle)
                QCOMPARE(image.pixel(x, y), 0xFF808080U);
            else
                QVERIFY(image.pixel(x, y) == kMagenta || image.pixel(x, y) == 0xFFFFFFFFU);
        }
    }
    // Lines at 45 degrees in the NaN cell, as much of it as one pixel in five.
    QVERIFY(countOf(image.copy(middle, middle, end - middle, end - middle), kMagenta)
        > (end - middle) * (end - middle) / 2);
}

void TestHeatmap::oneNanSurvives_data()
{
    cellsEndOnPixels_data();
}

void TestHeatmap::oneNanSurvives()
{
    QFETCH(double, ratio);
    const std::uint64_t row = 7'321, column = 4'099;
    static const core::Result<PlaneData> plane = [&] {
        // 10^8 elements of one byte, all zero but one: NaN of float8_e4m3fn is 0x7f.
        std::vector<std::uint8_t> bytes(100'000'000, 0);
        bytes[row * 10'000 + column] = 0x7F;
        const core::TensorView view
            = core::makeDenseView(core::DType::Float8E4M3FN, {10'000, 10'000}, test::bytesOf(bytes));
        core::OwnedTask task(2);
        return loadPlane(
            *core::ElementStream::make(view, core::Order::Logical), {}, Reduction::Mean, nullptr, task);
    }();
    QVERIFY(plane);
    QCOMPARE(plane->nonFiniteCells, std::uint64_t {1});
    const int side = static_cast<int>(400 * ratio);
    const double step = side / 10'000.0;
    const QImage image = renderPlane(*plane, nullptr, {0, 0, step, step}, {side, side},
        coloursOf("deep-sea", {ScaleKind::Linear, 0, 1}), ratio);
    QCOMPARE(countOf(image, kMagenta), qsizetype {9});
    const int x = static_cast<int>(static_cast<double>(column) * step);
    const int y = static_cast<int>(static_cast<double>(row) * step);
    QCOMPARE(image.pixel(x, y), kMagenta);
    QCOMPARE(countOf(image, colourMap("deep-sea", false).at(0)), qsizetype {side} * side - 9);
}

void TestHeatmap::infinitiesHavePatterns()
{
    const PlaneData plane = makePlane(1, 2, {kInf, -kInf});
    QVERIFY(!plane.extent);
    const QImage large = renderPlane(
        plane, nullptr, {0, 0, 20, 20}, {40, 20}, coloursOf("deep-sea", {ScaleKind::Linear, 0, 1}), 1);
    // Upright bars: all rows alike; level bars: all columns alike.
    for (int i = 0; i < 20; ++i) {
        QCOMPARE(large.pixel(i, 3), large.pixel(i, 17));
        QCOMPARE(large.pixel(23, i), large.pixel(37, i));
    }
    QCOMPARE(large.pixel(0, 1), 0xFF000000U);
    QCOMPARE(large.pixel(2, 1), 0xFFFFFFFFU);
    QCOMPARE(large.pixel(22, 0), 0xFFFFFFFFU);
    QCOMPARE(large.pixel(22, 2), 0xFF000000U);
    const QImage small = renderPlane(makePlane(1, 1, {kInf}), nullptr, {10, 10, 1, 1}, {20, 20},
        coloursOf("deep-sea", {ScaleKind::Linear, 0, 1}), 1);
    QCOMPARE(countOf(small, 0xFFFFFFFFU), qsizetype {6});
    QCOMPARE(countOf(small, 0xFF000000U), qsizetype {3});
}

void TestHeatmap::detailIsUsedWhereItCovers()
{
    std::vector<float> values(2048 * 2048, 0.F);
    values[2048 * 1000 + 1000] = 1;
    const core::TensorView view
        = core::makeDenseView(core::DType::Float32, {2048, 2048}, test::bytesOf(values));
    const auto stream = core::ElementStream::make(view, core::Order::Logical);
    QVERIFY(stream);
    core::OwnedTask task(2);
    const auto plane = loadPlane(*stream, {}, Reduction::Mean, nullptr, task);
    QVERIFY(plane);
    QCOMPARE(plane->overview.blockRows, std::uint64_t {2});
    const auto detail = loadTile(*stream, {}, {990, 990, 20, 20}, 1, 1, Reduction::Mean, nullptr, task);
    QVERIFY(detail);
    const PlaneColours colours = coloursOf("grey", {ScaleKind::Linear, 0, 1});
    const PlaneMapping mapping {-9950, -9950, 10, 10};
    const QImage image = renderPlane(*plane, &*detail, mapping, {100, 100}, colours, 1);
    QCOMPARE(countOf(image, 0xFFFFFFFFU), qsizetype {100}); // one element, whole
    QCOMPARE(image.pixel(50, 50), 0xFFFFFFFFU);
    const QImage coarse = renderPlane(*plane, nullptr, mapping, {100, 100}, colours, 1);
    QCOMPARE(coarse.pixel(50, 50), 0xFF404040U); // the mean of four
    const auto largest = loadPlane(*stream, {}, Reduction::Max, nullptr, task);
    QVERIFY(largest);
    QCOMPARE(renderPlane(*largest, nullptr, mapping, {100, 100}, colours, 1).pixel(50, 50), 0xFFFFFFFFU);
}

void TestHeatmap::percentilesOfFiniteValues()
{
    std::vector<double> values(10'001);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<double>(i);
    values.push_back(kNan);
    values.push_back(kInf);
    const std::size_t count = values.size();
    const PlaneData plane = makePlane(1, count, values);
    // 0.1 % and 99.9 % of 0 ... 10000.
    QCOMPARE(plane.percentiles->first, 10.0);
    QCOMPARE(plane.percentiles->second, 9990.0);
    QCOMPARE(plane.extent->second, 10000.0);
}

QTEST_APPLESS_MAIN(TestHeatmap)
#include "tst_heatmap.moc"
