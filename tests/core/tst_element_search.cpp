// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/element_search.h"
#include "tensor/histogram.h"
#include "tensor/padding_mask.h"
#include "tensor_building.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

ElementStream streamOf(const TensorView& view, Order order = Order::Logical)
{
    auto stream = ElementStream::make(view, order);
    if (!stream)
        qFatal("%s", stream.error().text().c_str());
    return *stream;
}

} // namespace

class TestElementSearch : public QObject {
    Q_OBJECT
private slots:
    void findsEveryNonFinite();
    void stops();
    void largestFirst_data();
    void largestFirst();
    void marksPadding();
    void windowsOfPlanes();
    void histogramOfPlane();
};

void TestElementSearch::findsEveryNonFinite()
{
    // Beside borders of blocks and of pieces.
    const std::vector<std::uint64_t> places {0, 1, 2047, 2048, 262'143, 262'144, 599'999};
    std::vector<float> values(600'000, 1);
    for (std::size_t i = 0; i < places.size(); ++i)
        values[places[i]] = i % 3 == 0 ? kNan : i % 3 == 1 ? kInf : -kInf;
    const ElementStream stream = streamOf(vectorView(DType::Float32, values));
    OwnedTask task(2);
    std::vector<std::uint64_t> found;
    for (std::uint64_t from = 0;;) {
        const auto next = findNonFinite(stream, from, SearchDirection::Forward, task);
        QVERIFY(next);
        if (!*next)
            break;
        found.push_back(**next);
        from = **next + 1;
    }
    QCOMPARE(found, places);
    const auto before = findNonFinite(stream, 262'142, SearchDirection::Backward, task);
    QVERIFY(before && *before);
    QCOMPARE(**before, std::uint64_t {2048});
    const auto last = findNonFinite(stream, 10'000'000, SearchDirection::Backward, task);
    QVERIFY(last && *last);
    QCOMPARE(**last, std::uint64_t {599'999});
    QVERIFY(!*findNonFinite(stream, 600'000, SearchDirection::Forward, task));
    const ElementStream whole = streamOf(vectorView(DType::Int32, counting<std::int32_t>(10)));
    QVERIFY(!*findNonFinite(whole, 0, SearchDirection::Forward, task));
}

void TestElementSearch::stops()
{
    const ElementStream stream = streamOf(vectorView(DType::Float32, std::vector<float>(600'000, 1)));
    OwnedTask task(2);
    task.stopSource().request_stop();
    const auto found = findNonFinite(stream, 0, SearchDirection::Forward, task);
    QVERIFY(!found);
    QCOMPARE(found.error().code, Code::Cancelled);
}

void TestElementSearch::largestFirst_data()
{
    QTest::addColumn<int>("threads");
    QTest::newRow("one") << 1;
    QTest::newRow("three") << 3;
}

void TestElementSearch::largestFirst()
{
    QFETCH(int, threads);
    std::vector<float> values(1'000'000, 0.5F);
    values[999'999] = -9;
    values[3] = 8;
    values[700'000] = -8; // as large as the one before, later
    values[5] = kNan;
    values[6] = kInf;
    OwnedTask task(threads);
    const auto found = largestElements(streamOf(vectorView(DType::Float32, values)), 5, task);
    QVERIFY(found);
    QCOMPARE(*found, (std::vector<std::uint64_t> {999'999, 3, 700'000, 0, 1}));
    const auto few
        = largestElements(streamOf(vectorView(DType::Float32, std::vector<float> {kNan, 2})), 5, task);
    QVERIFY(few);
    QCOMPARE(*few, std::vector<std::uint64_t> {1});
}

void TestElementSearch::marksPadding()
{
    // NCHW [1,3,1,2] of float16 in NC1HWC0 [1,1,1,2,16]: channels 3 to 15 are padding.
    TensorView view;
    view.dtype = DType::Float16;
    view.shape = {1, 3, 1, 2};
    view.storage.format = MemoryFormat::NC1HWC0;
    view.storage.logicalFormat = MemoryFormat::NCHW;
    view.storage.storageShape = {1, 1, 1, 2, 16};
    view.bytes = bytesOf(std::vector<std::uint16_t>(32, 0));
    OwnedTask task(1);
    const auto mask = PaddingMask::make(view, task);
    QVERIFY2(mask, mask ? "" : mask.error().text().c_str());
    QCOMPARE(mask->paddingCount(), std::uint64_t {26});
    for (std::uint64_t i = 0; i < 32; ++i)
        QCOMPARE(mask->isPadding(i), i % 16 >= 3);
    QVERIFY(!mask->isPadding(32));
    // A plane of the storage: 2 positions of 16 channels, of which 3 are none of padding.
    const ElementStream storage = streamOf(view, Order::Storage);
    const PlaneSpec plane {3, 4, {0, 0, 0, 0, 0}};
    const auto counted
        = computeHistogram(storage, plane, &*mask, 1, HistogramScale::Linear, std::nullopt, task);
    QVERIFY(counted);
    QCOMPARE(counted->counts, std::vector<std::uint64_t> {6});
    const auto none = PaddingMask::make(vectorView(DType::Float32, std::vector<float> {1}), task);
    QVERIFY(none && !none->hasPadding());
}

void TestElementSearch::windowsOfPlanes()
{
    // [2,6,8]: rows along axis 1, columns along axis 2 and turned.
    const TensorView view = makeDenseView(DType::Float32, {2, 6, 8}, bytesOf(counting<float>(96)));
    const ElementStream stream = streamOf(view);
    OwnedTask task(2);
    PlaneSpec plane;
    plane.rowAxis = 1;
    plane.columnAxis = 2;
    plane.fixedIndices = {1, 0, 0};
    // Rows 1 to 5, columns 2 to 7, in blocks of 2 x 4: element = 48 + row * 8 + column.
    const auto blocks = reducePlaneWindow(stream, plane, {1, 2, 5, 6}, 2, 4, task);
    QVERIFY(blocks);
    QCOMPARE(blocks->rows, std::uint64_t {3});
    QCOMPARE(blocks->columns, std::uint64_t {2});
    QCOMPARE(blocks->min, (std::vector<float> {58, 62, 74, 78, 90, 94}));
    QCOMPARE(blocks->max, (std::vector<float> {69, 71, 85, 87, 93, 95}));
    QCOMPARE(blocks->mean.front(), 63.5F);
    std::swap(plane.rowAxis, plane.columnAxis);
    const auto turned = reducePlaneWindow(stream, plane, {2, 1, 6, 5}, 4, 2, task);
    QVERIFY(turned);
    QCOMPARE(turned->min, (std::vector<float> {58, 74, 90, 62, 78, 94}));
    QCOMPARE(*planeElement(stream.shape(), plane, 7, 5), std::uint64_t {95});
    QVERIFY(!planeElement(stream.shape(), plane, 8, 0));
    QVERIFY(!reducePlaneWindow(stream, plane, {0, 0, 9, 1}, 1, 1, task));
    QVERIFY(!reducePlaneWindow(stream, plane, {0, 0, 1, 1}, 0, 1, task));
    QVERIFY(reducePlaneWindow(stream, plane, {0, 0, 0, 1}, 1, 1, task)->min.empty());
}

void TestElementSearch::histogramOfPlane()
{
    // numpy.histogram(numpy.arange(24.).reshape(2,3,4)[:,1,:], 3) = [4 0 4] over 4 to 19; with a NaN
    // in another plane that must not be counted.
    std::vector<float> values = counting<float>(24);
    values[0] = kNan;
    const ElementStream stream = streamOf(makeDenseView(DType::Float32, {2, 3, 4}, bytesOf(values)));
    OwnedTask task(2);
    PlaneSpec plane;
    plane.rowAxis = 0;
    plane.columnAxis = 2;
    plane.fixedIndices = {0, 1, 0};
    const auto histogram
        = computeHistogram(stream, plane, nullptr, 3, HistogramScale::Linear, std::nullopt, task);
    QVERIFY(histogram);
    QCOMPARE(histogram->counts, (std::vector<std::uint64_t> {4, 0, 4}));
    QCOMPARE(histogram->edges, (std::vector<double> {4, 9, 14, 19}));
    QCOMPARE(histogram->nan, std::uint64_t {0});
    plane.fixedIndices = {0, 0, 0};
    QCOMPARE(computeHistogram(stream, plane, nullptr, 3, HistogramScale::Linear, std::nullopt, task)->nan,
        std::uint64_t {1});
}

QTEST_APPLESS_MAIN(TestElementSearch)
#include "tst_element_search.moc"
