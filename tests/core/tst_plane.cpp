// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/plane.h"
#include "tensor_building.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace dumpscope::core;
using namespace dumpscope::test;

Q_DECLARE_METATYPE(dumpscope::core::PlaneSpec)

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kLargest = std::numeric_limits<float>::max();

ElementStream streamOf(const TensorView& view)
{
    auto stream = ElementStream::make(view, Order::Logical);
    if (!stream)
        qFatal("%s", stream.error().text().c_str());
    return *stream;
}

/// The whole plane in square blocks.
Result<PlaneBlocks> reduced(
    const ElementStream& stream, const PlaneSpec& plane, std::uint64_t block, int threads = 2)
{
    OwnedTask task(threads);
    const auto [rows, columns] = planeSize(stream.shape(), plane);
    return reducePlaneWindow(stream, plane, {0, 0, rows, columns}, block, block, task);
}

/// One block, reduced from the values of the whole plane.
struct NaiveCell {
    double min = NAN, max = NAN, sum = 0;
    std::uint64_t count = 0;
    std::uint8_t flags = 0;
};

NaiveCell naiveCell(const std::vector<double>& plane, std::uint64_t columns, std::uint64_t block,
    std::uint64_t row, std::uint64_t column)
{
    NaiveCell cell;
    const std::uint64_t rows = plane.size() / columns;
    for (std::uint64_t y = row * block; y < std::min(rows, (row + 1) * block); ++y) {
        for (std::uint64_t x = column * block; x < std::min(columns, (column + 1) * block); ++x) {
            const double value = plane[y * columns + x];
            if (std::isnan(value)) {
                cell.flags |= kHasNan;
            } else if (std::isinf(value)) {
                cell.flags |= value > 0 ? kHasPosInf : kHasNegInf;
            } else {
                cell.min = std::fmin(cell.min, value);
                cell.max = std::fmax(cell.max, value);
                cell.sum += value;
                ++cell.count;
            }
        }
    }
    return cell;
}

void compareCells(
    const PlaneBlocks& blocks, const std::vector<double>& plane, std::uint64_t columns, std::uint64_t block)
{
    for (std::uint64_t row = 0; row < blocks.rows; ++row) {
        for (std::uint64_t column = 0; column < blocks.columns; ++column) {
            const NaiveCell cell = naiveCell(plane, columns, block, row, column);
            const std::size_t i = row * blocks.columns + column;
            QCOMPARE(blocks.flags[i], cell.flags);
            if (cell.count == 0) {
                QVERIFY(std::isnan(blocks.min[i]) && std::isnan(blocks.max[i]) && std::isnan(blocks.mean[i]));
                continue;
            }
            QCOMPARE(blocks.min[i], static_cast<float>(cell.min));
            QCOMPARE(blocks.max[i], static_cast<float>(cell.max));
            const double mean = cell.sum / static_cast<double>(cell.count);
            QVERIFY(std::fabs(static_cast<double>(blocks.mean[i]) - mean) <= 1e-5 * (1 + std::fabs(mean)));
        }
    }
}

std::vector<float> randomValues(std::size_t count)
{
    std::mt19937 random(static_cast<unsigned>(count));
    std::normal_distribution<float> normal;
    std::vector<float> values(count);
    for (float& value : values)
        value = random() % 50 == 0 ? std::vector<float> {NAN, kInf, -kInf}[random() % 3] : normal(random);
    return values;
}

} // namespace

class TestPlane : public QObject {
    Q_OBJECT

private slots:
    void sizes();
    void windows();
    void windowErrors();
    void blocks_data();
    void blocks();
    void singleNanSurvives_data();
    void singleNanSurvives();
    void largeNumbersStayFinite();
    void emptyPlanes();
    void threadsMatch();
    void fails();
};

void TestPlane::sizes()
{
    const Shape shape = {2, 3, 4};
    QCOMPARE(planeSize(shape, {1, 2, {}}), (std::pair<std::uint64_t, std::uint64_t>(3, 4)));
    QCOMPARE(planeSize(shape, {2, 0, {}}), (std::pair<std::uint64_t, std::uint64_t>(4, 2)));
    QCOMPARE(planeSize(shape, {1, 1, {}}), (std::pair<std::uint64_t, std::uint64_t>(1, 3)));
    QCOMPARE(planeSize(shape, {1, 3, {}}), (std::pair<std::uint64_t, std::uint64_t>(0, 0)));
    QCOMPARE(planeSize(Shape {}, {0, 1, {}}), (std::pair<std::uint64_t, std::uint64_t>(1, 1)));
}

void TestPlane::windows()
{
    const TensorView view = makeDenseView(DType::Int32, {2, 3, 4}, bytesOf(counting<std::int32_t>(24)));
    const ElementStream stream = streamOf(view);
    using Reals = std::vector<double>;
    QCOMPARE(*readPlaneWindow(stream, {1, 2, {1, 0, 0}}, 1, 2, 1, 3), (Reals {17, 18, 19, 21, 22, 23}));
    QCOMPARE(*readPlaneWindow(stream, {2, 1, {0, 9, 9}}, 0, 2, 0, 3), (Reals {0, 4, 8, 1, 5, 9}));
    QCOMPARE(*readPlaneWindow(stream, {0, 2, {0, 2, 0}}, 0, 2, 3, 1), (Reals {11, 23}));
    QCOMPARE(*readPlaneWindow(stream, {1, 1, {1, 0, 2}}, 0, 1, 0, 3), (Reals {14, 18, 22}));
    QCOMPARE(*readPlaneWindow(stream, {1, 2, {}}, 3, 0, 4, 0), Reals {});
    const TensorView scalar = makeDenseView(DType::Float64, {}, bytesOf(Reals {7}));
    QCOMPARE(*readPlaneWindow(streamOf(scalar), {}, 0, 1, 0, 1), Reals {7});
}

void TestPlane::windowErrors()
{
    const TensorView view = makeDenseView(DType::Int32, {2, 3, 4}, bytesOf(counting<std::int32_t>(24)));
    const ElementStream stream = streamOf(view);
    const std::uint64_t far = std::numeric_limits<std::uint64_t>::max();
    QCOMPARE(readPlaneWindow(stream, {1, 2, {}}, 0, 4, 0, 1).error().code, Code::Usage);
    QCOMPARE(readPlaneWindow(stream, {1, 2, {}}, 1, far, 0, 1).error().code, Code::Usage);
    QCOMPARE(readPlaneWindow(stream, {1, 2, {}}, 0, 1, far, 2).error().code, Code::Usage);
    QCOMPARE(readPlaneWindow(stream, {1, 3, {}}, 0, 1, 0, 1).error().code, Code::Usage);
    QCOMPARE(readPlaneWindow(stream, {1, 2, {2}}, 0, 1, 0, 1).error().code, Code::Usage);
    QCOMPARE(readPlaneWindow(stream, {1, 2, {-1}}, 0, 1, 0, 1).error().code, Code::Usage);
    TensorView wide = makeDenseView(DType::UInt8, {1 << 14, 1 << 14}, bytesOf(counting<std::uint8_t>(1)));
    wide.strides = {0, 0};
    QCOMPARE(readPlaneWindow(streamOf(wide), {}, 0, 1 << 14, 0, 1 << 14).error().code, Code::Limit);
}

void TestPlane::blocks_data()
{
    QTest::addColumn<Shape>("shape");
    QTest::addColumn<PlaneSpec>("plane");
    QTest::addColumn<int>("block");
    QTest::newRow("elements") << Shape {5, 7} << PlaneSpec {} << 1;
    QTest::newRow("halved") << Shape {5, 7} << PlaneSpec {} << 2;
    QTest::newRow("by threes") << Shape {5, 7} << PlaneSpec {} << 3;
    QTest::newRow("one block") << Shape {5, 7} << PlaneSpec {} << 8;
    QTest::newRow("turned") << Shape {37, 53} << PlaneSpec {1, 0, {}} << 8;
    QTest::newRow("middle axes") << Shape {3, 20, 30, 2} << PlaneSpec {1, 2, {2, 0, 0, 1}} << 2;
    QTest::newRow("turned middle") << Shape {3, 20, 30, 2} << PlaneSpec {2, 1, {2, 0, 0, 1}} << 4;
    QTest::newRow("vector") << Shape {10'000} << PlaneSpec {0, 0, {}} << 128;
    QTest::newRow("long rows") << Shape {3, 9001} << PlaneSpec {} << 2048;
    QTest::newRow("long columns") << Shape {9001, 3} << PlaneSpec {} << 16384;
    QTest::newRow("0-d") << Shape {} << PlaneSpec {} << 1;
}

void TestPlane::blocks()
{
    QFETCH(Shape, shape);
    QFETCH(PlaneSpec, plane);
    QFETCH(int, block);
    const TensorView view = makeDenseView(DType::Float32, shape, bytesOf(randomValues(*elementCount(shape))));
    const ElementStream stream = streamOf(view);
    const auto [rows, columns] = planeSize(shape, plane);
    const auto values = readPlaneWindow(stream, plane, 0, rows, 0, columns);
    QVERIFY(values.has_value());
    const auto side = static_cast<std::uint64_t>(block);
    const auto found = reduced(stream, plane, side);
    QVERIFY(found.has_value());
    QCOMPARE(found->rows, (rows + side - 1) / side);
    QCOMPARE(found->columns, (columns + side - 1) / side);
    compareCells(*found, *values, columns, side);
}

void TestPlane::singleNanSurvives_data()
{
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("column");
    QTest::addColumn<int>("bits");
    QTest::addColumn<int>("flag");
    QTest::newRow("NaN inside") << 1234 << 2777 << 0x7E01 << int(kHasNan);
    QTest::newRow("NaN in the corner") << 4096 << 4098 << 0xFE00 << int(kHasNan);
    QTest::newRow("+Inf first") << 0 << 0 << 0x7C00 << int(kHasPosInf);
    QTest::newRow("-Inf in the first row") << 0 << 4098 << 0xFC00 << int(kHasNegInf);
}

void TestPlane::singleNanSurvives()
{
    QFETCH(int, row);
    QFETCH(int, column);
    QFETCH(int, bits);
    QFETCH(int, flag);
    constexpr int kRows = 4097;
    constexpr int kColumns = 4099;
    std::vector<std::uint16_t> values(std::size_t {kRows} * kColumns, 0x3C00);
    values[static_cast<std::size_t>(row * kColumns + column)] = static_cast<std::uint16_t>(bits);
    const TensorView view = makeDenseView(DType::Float16, {kRows, kColumns}, bytesOf(values));
    for (const std::uint64_t block : {8, 64, 1000, 8192}) {
        const auto found = reduced(streamOf(view), {}, block);
        QVERIFY(found.has_value());
        const std::size_t at = static_cast<std::size_t>(row) / block * found->columns
            + static_cast<std::size_t>(column) / block;
        for (std::size_t i = 0; i < found->flags.size(); ++i)
            QCOMPARE(int(found->flags[i]), i == at ? flag : 0);
        QCOMPARE(found->mean[at], 1.0F);
    }
}

void TestPlane::largeNumbersStayFinite()
{
    const TensorView view
        = makeDenseView(DType::Float64, {2, 2}, bytesOf(std::vector<double> {1e300, -1e300, 1e308, 1e308}));
    const auto found = reduced(streamOf(view), {}, 2);
    QVERIFY(found.has_value());
    QCOMPARE(found->flags.front(), std::uint8_t {0});
    QCOMPARE(found->min.front(), -kLargest);
    QCOMPARE(found->max.front(), kLargest);
    QVERIFY(std::isfinite(found->mean.front()));
}

void TestPlane::emptyPlanes()
{
    for (const Shape& shape : {Shape {0, 5}, Shape {5, 0}, Shape {0}}) {
        const TensorView view = makeDenseView(DType::Float32, shape, {});
        const auto found = reduced(streamOf(view), {0, shape.size() - 1, {}}, 4);
        QVERIFY(found.has_value());
        QVERIFY(found->min.empty() && found->flags.empty());
    }
}

void TestPlane::threadsMatch()
{
    const TensorView view = makeDenseView(DType::Float32, {700, 900}, bytesOf(randomValues(700 * 900)));
    const auto one = reduced(streamOf(view), {}, 9, 1);
    const auto many = reduced(streamOf(view), {}, 9, 7);
    QVERIFY(one.has_value() && many.has_value());
    const auto same = [](const std::vector<float>& a, const std::vector<float>& b) {
        return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
    };
    QVERIFY(same(one->mean, many->mean));
    QVERIFY(same(one->min, many->min));
    QCOMPARE(one->flags, many->flags);
}

void TestPlane::fails()
{
    const TensorView view = makeDenseView(DType::Float32, {2, 2}, bytesOf(counting<float>(4)));
    const ElementStream stream = streamOf(view);
    QCOMPARE(reduced(stream, {}, 0).error().code, Code::Usage);
    OwnedTask task(1);
    QCOMPARE(reducePlaneWindow(stream, {0, 2, {}}, {0, 0, 1, 1}, 1, 1, task).error().code, Code::Usage);
    QCOMPARE(reducePlaneWindow(stream, {}, {0, 1, 1, 2}, 1, 1, task).error().code, Code::Usage);
    task.stopSource().request_stop();
    QCOMPARE(reducePlaneWindow(stream, {}, {0, 0, 2, 2}, 1, 1, task).error().code, Code::Cancelled);
}

QTEST_APPLESS_MAIN(TestPlane)
#include "tst_plane.moc"
