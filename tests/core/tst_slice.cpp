// SPDX-License-Identifier: GPL-3.0-or-later
#include "storage_order.h"
#include "tensor/slice.h"
#include "tensor/slice_reading.h"
#include "tensor_building.h"

#include <QFile>
#include <QTest>

using namespace dumpscope::core;
using dumpscope::test::bytesOf;
using dumpscope::test::counting;
using dumpscope::test::toStorageOrder;

namespace {

Shape shapeOf(const QByteArray& text)
{
    return parseShape(text.toStdString()).value_or(Shape {-1});
}

Result<std::vector<std::int64_t>> valuesOf(const ElementStream& stream, const Slice& slice)
{
    std::vector<std::int64_t> values;
    std::uint64_t expectedFirst = 0;
    TRY_VOID(readSlice(stream, slice, {}, [&](const ElementChunk& chunk) -> Result<void> {
        if (chunk.first != expectedFirst)
            return fail(Code::Internal, Message("chunks do not follow each other"));
        expectedFirst += chunk.count;
        const std::size_t held = values.size();
        values.resize(held + chunk.count);
        std::memcpy(values.data() + held, chunk.data, chunk.count * sizeof(std::int64_t));
        return {};
    }));
    return values;
}

ElementStream countingStream(const Shape& shape)
{
    const auto count = static_cast<std::size_t>(elementCount(shape).value_or(0));
    return ElementStream::make(
        makeDenseView(DType::Int64, shape, bytesOf(counting<std::int64_t>(count))), Order::Logical)
        .value();
}

} // namespace

class TestSlice : public QObject {
    Q_OBJECT

private slots:
    void selectsLikeNumpy_data();
    void selectsLikeNumpy();
    void namesTheColumnOfErrors_data();
    void namesTheColumnOfErrors();
    void namesTheIndexAsWritten_data();
    void namesTheIndexAsWritten();
    void readsRearrangedTensors();
    void readsLargeSlicesInChunks();
    void stopsAndPassesErrorsOn();
    void refusesForeignSlices();
    void readsWhatIsThereOfShortTensors();
};

void TestSlice::selectsLikeNumpy_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shape");
    QTest::addColumn<QByteArray>("resultShape");
    QTest::addColumn<QByteArray>("values");
    QFile file(DUMPSCOPE_TEST_DATA "/numpy_index/slices.csv");
    QVERIFY(file.open(QIODevice::ReadOnly));
    while (!file.atEnd()) {
        QByteArray line = file.readLine();
        line.chop(1);
        const QByteArrayList cells = line.split(';');
        QTest::addRow("%s of %s", cells[0].constData(), cells[1].constData())
            << cells[0] << cells[1] << cells[2] << cells[3];
    }
}

void TestSlice::selectsLikeNumpy()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shape);
    QFETCH(QByteArray, resultShape);
    QFETCH(QByteArray, values);
    const auto slice = parseSlice(text.toStdString(), shapeOf(shape));
    QVERIFY2(slice.has_value(), slice ? "" : slice.error().text().c_str());
    QCOMPARE(slice->shape(), shapeOf(resultShape));
    const auto found = valuesOf(countingStream(shapeOf(shape)), *slice);
    QVERIFY2(found.has_value(), found ? "" : found.error().text().c_str());
    QByteArrayList texts;
    for (const std::int64_t value : *found)
        texts.append(QByteArray::number(static_cast<qlonglong>(value)));
    QCOMPARE(texts.join(' '), values);
    QCOMPARE(static_cast<std::size_t>(slice->count()), found->size());
}

void TestSlice::namesTheColumnOfErrors_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("column");
    const auto row
        = [](const char* text, int column) { QTest::addRow("'%s'", text) << QString(text) << column; };
    row("", 1);
    row("  ", 3);
    row("5", 1);
    row("-6", 1);
    row("0,4", 3);
    row("0, :, 6", 7);
    row("...,9", 5);
    row("0,0,0,0", 7);
    row("0,0,0,:", 7);
    row("...,...", 5);
    row("::0", 3);
    row("1,1:2: 0", 8);
    row("a", 1);
    row("1,b", 3);
    row("1 2", 3);
    row("1,,2", 3);
    row(",", 1);
    row("-", 2);
    row("1:-", 4);
    row("1::2:3", 5);
    row("[1,2", 5);
    row("(1]", 3);
    row("1]", 2);
    row("99999999999999999999", 1);
    row("1.5", 2);
    row("None", 1);
    row("..", 1);
}

void TestSlice::namesTheColumnOfErrors()
{
    QFETCH(QString, text);
    QFETCH(int, column);
    const auto slice = parseSlice(text.toStdString(), Shape {5, 4, 6});
    QVERIFY(!slice.has_value());
    QCOMPARE(static_cast<int>(slice.error().code), static_cast<int>(Code::Usage));
    QVERIFY(slice.error().place.column.has_value());
    QCOMPARE(static_cast<int>(*slice.error().place.column), column);
    QVERIFY(!slice.error().message.empty());
}

void TestSlice::namesTheIndexAsWritten_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* text, const char* message) { QTest::newRow(text) << text << message; };
    row("5", "index 5 is out of range: axis 0 of size 5 has indices from -5 to 4");
    row("[99999999999999999999]",
        "index 99999999999999999999 is out of range: axis 0 of size 5 has indices from -5 to 4");
    row("0, -9223372036854775809",
        "index -9223372036854775809 is out of range: axis 1 of size 4 has indices from -4 to 3");
    row("0,0,0", "index 0 is out of range: axis 2 has no elements");
}

void TestSlice::namesTheIndexAsWritten()
{
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto slice = parseSlice(text.toStdString(), Shape {5, 4, 0});
    QVERIFY(!slice);
    QCOMPARE(QString::fromStdString(slice.error().message.text()), message);
}

void TestSlice::readsRearrangedTensors()
{
    // [2,3,2,2] NCHW stored as NC1HWC0 with C0 = 2; element = its logical flat index.
    TensorView view;
    view.dtype = DType::Int64;
    view.shape = {2, 3, 2, 2};
    view.storage.format = MemoryFormat::NC1HWC0;
    view.storage.logicalFormat = MemoryFormat::NCHW;
    view.storage.storageShape = {2, 2, 2, 2, 2};
    const auto logical = counting<std::int64_t>(24);
    view.bytes = Bytes::fromVector(
        toStorageOrder(view.storage, view.dtype, view.shape, std::as_bytes(std::span(logical)), 8).value());
    const auto stream = ElementStream::make(view, Order::Logical).value();
    QCOMPARE(valuesOf(stream, parseSlice("1,::-2,:,1", view.shape).value()).value(),
        (std::vector<std::int64_t> {21, 23, 13, 15}));
    QCOMPARE(valuesOf(stream, parseSlice("::-1,1,0,:", view.shape).value()).value(),
        (std::vector<std::int64_t> {16, 17, 4, 5}));
}

void TestSlice::readsLargeSlicesInChunks()
{
    const Shape shape {700, 500};
    const ElementStream stream = countingStream(shape);
    const auto all = valuesOf(stream, fullSlice(shape)).value();
    QVERIFY(all == counting<std::int64_t>(350000));
    const auto inner = valuesOf(stream, parseSlice("::-1,1:499", shape).value()).value();
    QCOMPARE(inner.size(), std::size_t {700 * 498});
    for (std::size_t i = 0; i < inner.size(); ++i)
        QCOMPARE(inner[i], static_cast<std::int64_t>((699 - i / 498) * 500 + 1 + i % 498));
}

void TestSlice::stopsAndPassesErrorsOn()
{
    const Shape shape {500, 500};
    const ElementStream stream = countingStream(shape);
    std::stop_source stop;
    stop.request_stop();
    const auto nothing = [](const ElementChunk&) -> Result<void> { return {}; };
    const auto stopped = readSlice(stream, fullSlice(shape), stop.get_token(), nothing);
    QVERIFY(!stopped && stopped.error().code == Code::Cancelled);
    const auto failed = readSlice(stream, fullSlice(shape), {},
        [](const ElementChunk&) -> Result<void> { return fail(Code::NoSpace, Message("full")); });
    QVERIFY(!failed && failed.error().code == Code::NoSpace);
}

void TestSlice::refusesForeignSlices()
{
    const ElementStream stream = countingStream({4, 5});
    const auto nothing = [](const ElementChunk&) -> Result<void> { return {}; };
    QVERIFY(!readSlice(stream, fullSlice(Shape {20}), {}, nothing));
    QVERIFY(!readSlice(stream, fullSlice(Shape {4, 6}), {}, nothing));
    Slice odd = fullSlice(Shape {4, 5});
    odd.axes[0] = {3, std::numeric_limits<std::int64_t>::min(), 2, false};
    QVERIFY(!readSlice(stream, odd, {}, nothing));
}

void TestSlice::readsWhatIsThereOfShortTensors()
{
    TensorView view = makeDenseView(DType::Int64, {4, 5}, bytesOf(counting<std::int64_t>(12)));
    const auto stream = ElementStream::make(view, Order::Storage, true).value();
    QCOMPARE(valuesOf(stream, parseSlice("1", view.shape).value()).value(),
        (std::vector<std::int64_t> {5, 6, 7, 8, 9}));
    const auto beyond = valuesOf(stream, parseSlice("2", view.shape).value());
    QVERIFY(!beyond && beyond.error().code == Code::Truncated);
}

QTEST_APPLESS_MAIN(TestSlice)
#include "tst_slice.moc"
