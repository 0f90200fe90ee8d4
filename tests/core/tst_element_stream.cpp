// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/mapped_file.h"
#include "tensor/element_stream.h"

#include "temporary_folder.h"
#include "tensor_building.h"

#include <QTest>

#include <thread>

using namespace dumpscope::core;
using dumpscope::test::allElements;
using dumpscope::test::bytesOf;
using dumpscope::test::counting;

namespace {

TensorView stridedView(
    Shape shape, std::vector<std::int64_t> strides, std::uint64_t firstElement, std::size_t stored)
{
    TensorView view = makeDenseView(DType::Int32, std::move(shape), bytesOf(counting<std::int32_t>(stored)));
    view.strides = std::move(strides);
    view.firstElement = firstElement;
    return view;
}

std::vector<std::int32_t> elementsOf(const TensorView& view, Order order = Order::Logical)
{
    const auto stream = ElementStream::make(view, order);
    return stream ? allElements<std::int32_t>(*stream, 3) : std::vector<std::int32_t> {-1};
}

std::vector<std::uint8_t> codesOf(
    DType dtype, const std::vector<std::uint8_t>& packed, std::int64_t count, std::uint64_t piece)
{
    const auto stream = ElementStream::make(makeDenseView(dtype, {count}, bytesOf(packed)), Order::Logical);
    return stream ? allElements<std::uint8_t>(*stream, piece) : std::vector<std::uint8_t> {};
}

Code codeOf(const Result<ElementStream>& stream)
{
    return stream ? Code::Internal : stream.error().code;
}

} // namespace

class TestElementStream : public QObject {
    Q_OBJECT

private slots:
    void handsOutDenseTensorsDirectly();
    void swapsBigEndian_data();
    void swapsBigEndian();
    void readsStridedViews_data();
    void readsStridedViews();
    void unpacksSmallTypes_data();
    void unpacksSmallTypes();
    void unpacksRearrangedNibbles();
    void readsStridedDeviceArrays();
    void readsBothOrders();
    void readsConstantDistances();
    void passesReadTheFile();
    void reportsShortPayloads();
    void readsShortPayloadsOnRequest();
    void refusesShapesThatDoNotFit();
    void refusesHostileStrides();
    void namesByteOffsets();
    void servesManyThreads();
};

void TestElementStream::handsOutDenseTensorsDirectly()
{
    const TensorView view = makeDenseView(DType::Float32, {2, 3}, bytesOf(counting<float>(6)));
    const auto stream = ElementStream::make(view, Order::Logical).value();
    QVERIFY(stream.isDirect());
    QCOMPARE(stream.count(), std::uint64_t {6});
    ElementStream::Scratch scratch;
    const ElementChunk chunk = stream.read(2, 3, scratch);
    QVERIFY(chunk.data == view.bytes.data() + 8);
    QCOMPARE(chunk.first, std::uint64_t {2});
    const auto scalar
        = ElementStream::make(makeDenseView(DType::Float32, {}, bytesOf(counting<float>(1))), Order::Logical);
    QCOMPARE(scalar->count(), std::uint64_t {1});
    const auto none = ElementStream::make(makeDenseView(DType::Float32, {0, 4}, {}), Order::Logical);
    QCOMPARE(none->count(), std::uint64_t {0});
    QCOMPARE(none->read(0, 0, scratch).count, std::uint64_t {0});
}

void TestElementStream::swapsBigEndian_data()
{
    QTest::addColumn<int>("dtype");
    QTest::addColumn<QByteArray>("stored");
    QTest::addColumn<QByteArray>("native");
    const auto row = [](DType dtype, const char* stored, const char* native) {
        QTest::newRow(dtypeName(dtype).data())
            << static_cast<int>(dtype) << QByteArray::fromHex(stored) << QByteArray::fromHex(native);
    };
    row(DType::UInt8, "0102", "0102");
    row(DType::UInt16, "01020304", "02010403");
    row(DType::Float32, "0102030405060708", "0403020108070605");
    row(DType::Float64, "0102030405060708", "0807060504030201");
    row(DType::Complex64, "0102030405060708", "0403020108070605");
    row(DType::Complex128, "0102030405060708090a0b0c0d0e0f10", "0807060504030201100f0e0d0c0b0a09");
}

void TestElementStream::swapsBigEndian()
{
    QFETCH(int, dtype);
    QFETCH(QByteArray, stored);
    QFETCH(QByteArray, native);
    const auto type = static_cast<DType>(dtype);
    TensorView view = makeDenseView(type, {static_cast<std::int64_t>(stored.size()) / unpackedBytes(type)},
        bytesOf(std::vector<char>(stored.begin(), stored.end())));
    view.bigEndian = true;
    const auto stream = ElementStream::make(view, Order::Logical).value();
    QCOMPARE(stream.isDirect(), type == DType::UInt8);
    ElementStream::Scratch scratch;
    const ElementChunk chunk = stream.read(0, stream.count(), scratch);
    QCOMPARE(QByteArray(reinterpret_cast<const char*>(chunk.data), stored.size()), native);
}

void TestElementStream::readsStridedViews_data()
{
    QTest::addColumn<QString>("shape");
    QTest::addColumn<QList<int>>("strides");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("stored");
    QTest::addColumn<QList<int>>("expected");
    // np.lib.stride_tricks.as_strided(np.arange(stored)[first:], shape, strides * 4).ravel()
    QTest::newRow("fortran 2x3") << "2x3" << QList<int> {1, 2} << 0 << 6 << QList<int> {0, 2, 4, 1, 3, 5};
    QTest::newRow("fortran 2x2x3") << "2x2x3" << QList<int> {1, 2, 4} << 0 << 12
                                   << QList<int> {0, 4, 8, 2, 6, 10, 1, 5, 9, 3, 7, 11};
    QTest::newRow("part") << "2x2" << QList<int> {4, 1} << 5 << 12 << QList<int> {5, 6, 9, 10};
    QTest::newRow("backwards") << "4" << QList<int> {-2} << 6 << 7 << QList<int> {6, 4, 2, 0};
    QTest::newRow("broadcast") << "2x3" << QList<int> {0, 1} << 1 << 4 << QList<int> {1, 2, 3, 1, 2, 3};
    QTest::newRow("scalar") << "-" << QList<int> {} << 0 << 1 << QList<int> {0};
    QTest::newRow("dense") << "2x3" << QList<int> {3, 1} << 0 << 6 << QList<int> {0, 1, 2, 3, 4, 5};
}

void TestElementStream::readsStridedViews()
{
    QFETCH(QString, shape);
    QFETCH(QList<int>, strides);
    QFETCH(int, first);
    QFETCH(int, stored);
    QFETCH(QList<int>, expected);
    const TensorView view
        = stridedView(parseShape(shape.toStdString()).value(), {strides.begin(), strides.end()},
            static_cast<std::uint64_t>(first), static_cast<std::size_t>(stored));
    const std::vector<std::int32_t> values(expected.begin(), expected.end());
    QCOMPARE(elementsOf(view, Order::Logical), values);
    QCOMPARE(elementsOf(view, Order::Storage), values);
}

void TestElementStream::unpacksSmallTypes_data()
{
    QTest::addColumn<int>("dtype");
    QTest::addColumn<QByteArray>("packed");
    QTest::addColumn<QByteArray>("codes");
    const auto row = [](DType dtype, const char* packed, const char* codes) {
        QTest::newRow(dtypeName(dtype).data())
            << static_cast<int>(dtype) << QByteArray::fromHex(packed) << QByteArray::fromHex(codes);
    };
    // INT4 low nibble first and sign-extended; UINT1 most significant bit first; the rest low bits first.
    row(DType::Int4, "f8217a", "f8ff0102fa07");
    row(DType::UInt4, "f821", "080f0102");
    row(DType::UInt1, "a103", "01000100000000010000000000000101");
    row(DType::Int2, "e41b", "0001020303020100");
    row(DType::Float6E3M2, "c1100c", "01030103");
    row(DType::Float4E2M1, "f821", "080f0102");
    row(DType::HiFloat4, "21", "0102");
}

void TestElementStream::unpacksSmallTypes()
{
    QFETCH(int, dtype);
    QFETCH(QByteArray, packed);
    QFETCH(QByteArray, codes);
    const std::vector<std::uint8_t> stored(packed.begin(), packed.end());
    const std::vector<std::uint8_t> expected(codes.begin(), codes.end());
    for (std::size_t count = 0; count <= expected.size(); ++count) {
        const std::vector<std::uint8_t> wanted(
            expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(count));
        for (const std::uint64_t piece : {1U, 3U, 5U, 9U, 64U})
            QCOMPARE(
                codesOf(static_cast<DType>(dtype), stored, static_cast<std::int64_t>(count), piece), wanted);
    }
}

void TestElementStream::unpacksRearrangedNibbles()
{
    // [3,5] as FRACTAL_NZ with C0 = 4: w1 = 2, h1 = 1, element (h, w) at (w/4)*64 + h*4 + w%4.
    TensorView view;
    view.dtype = DType::Int4;
    view.shape = {3, 5};
    view.storage.format = MemoryFormat::FractalNZ;
    view.storage.storageShape = {2, 1, 16, 4};
    std::vector<std::uint8_t> packed(64);
    std::vector<std::int8_t> expected;
    for (unsigned h = 0; h < 3; ++h) {
        for (unsigned w = 0; w < 5; ++w) {
            const unsigned value = h * 5 + w;
            const unsigned at = w / 4 * 64 + h * 4 + w % 4;
            packed[at / 2] = static_cast<std::uint8_t>(packed[at / 2] | value << (at % 2 * 4));
            expected.push_back(static_cast<std::int8_t>(value < 8 ? value : value - 16));
        }
    }
    view.bytes = bytesOf(packed);
    const auto stream = ElementStream::make(view, Order::Logical).value();
    QCOMPARE(allElements<std::int8_t>(stream, 4), expected);
    QCOMPARE(stream.byteOffset(9), std::uint64_t {34});
    QCOMPARE(ElementStream::make(view, Order::Storage)->count(), std::uint64_t {128});
}

void TestElementStream::readsStridedDeviceArrays()
{
    // NHWC data written in Fortran order: storage [1,2,2,2] strides [1,1,2,4].
    TensorView view = stridedView({1, 2, 2, 2}, {1, 1, 2, 4}, 0, 8);
    view.storage.format = MemoryFormat::NHWC;
    view.storage.logicalFormat = MemoryFormat::NCHW;
    // Logical (c, h, w) = storage (h, w, c) = element h + 2w + 4c.
    QCOMPARE(elementsOf(view, Order::Logical), (std::vector<std::int32_t> {0, 2, 1, 3, 4, 6, 5, 7}));
    QCOMPARE(elementsOf(view, Order::Storage), (std::vector<std::int32_t> {0, 4, 2, 6, 1, 5, 3, 7}));
    const auto stream = ElementStream::make(view, Order::Logical).value();
    QCOMPARE(stream.byteOffset(1), std::uint64_t {8});
}

void TestElementStream::readsBothOrders()
{
    TensorView view = makeDenseView(DType::Int32, {1, 2, 3}, bytesOf(counting<std::int32_t>(64)));
    view.shape = {1, 3, 1, 4};
    view.storage.format = MemoryFormat::NC1HWC0;
    view.storage.logicalFormat = MemoryFormat::NCHW;
    view.storage.storageShape = {1, 1, 1, 4, 16};
    QVERIFY(view.isRearranged());
    QCOMPARE(elementsOf(view), (std::vector<std::int32_t> {0, 16, 32, 48, 1, 17, 33, 49, 2, 18, 34, 50}));
    QCOMPARE(elementsOf(view, Order::Storage), counting<std::int32_t>(64));
    QCOMPARE(ElementStream::make(view, Order::Storage)->shape(), view.storage.storageShape);
    view.bigEndian = true;
    QCOMPARE(elementsOf(view)[1], 16 << 24);
}

void TestElementStream::readsConstantDistances()
{
    const auto dense = ElementStream::make(
        makeDenseView(DType::Int32, {4, 5}, bytesOf(counting<std::int32_t>(20))), Order::Logical)
                           .value();
    const auto fortran = ElementStream::make(stridedView({4, 5}, {1, 4}, 0, 20), Order::Logical).value();
    ElementStream::Scratch scratch;
    const auto values
        = [&](const ElementStream& stream, std::uint64_t first, std::int64_t step, std::uint64_t count) {
              const ElementChunk chunk = stream.readStrided(first, step, count, scratch);
              std::vector<std::int32_t> out(count);
              std::memcpy(out.data(), chunk.data, count * 4);
              return out;
          };
    QCOMPARE(values(dense, 2, 5, 4), (std::vector<std::int32_t> {2, 7, 12, 17}));
    QCOMPARE(values(dense, 19, -7, 3), (std::vector<std::int32_t> {19, 12, 5}));
    QCOMPARE(values(dense, 3, 0, 2), (std::vector<std::int32_t> {3, 3}));
    // Column 2, then a diagonal and a step across rows of the Fortran array (value = row + 4 * column).
    QCOMPARE(values(fortran, 2, 5, 4), (std::vector<std::int32_t> {8, 9, 10, 11}));
    QCOMPARE(values(fortran, 0, 6, 4), (std::vector<std::int32_t> {0, 5, 10, 15}));
    QCOMPARE(values(fortran, 1, 3, 6), (std::vector<std::int32_t> {4, 16, 9, 2, 14, 7}));
    const auto nibbles = ElementStream::make(
        makeDenseView(DType::UInt4, {6}, bytesOf<std::uint8_t>({0x10, 0x32, 0x54})), Order::Logical)
                             .value();
    const ElementChunk chunk = nibbles.readStrided(5, -2, 3, scratch);
    QCOMPARE(QByteArray(reinterpret_cast<const char*>(chunk.data), 3), QByteArray("\x05\x03\x01", 3));
}

void TestElementStream::reportsShortPayloads()
{
    QVERIFY(codeOf(ElementStream::make(
                makeDenseView(DType::Int32, {3}, bytesOf(counting<std::int8_t>(11))), Order::Logical))
        == Code::Truncated);
    QVERIFY(codeOf(ElementStream::make(
                makeDenseView(DType::UInt1, {17}, bytesOf(counting<std::int8_t>(2))), Order::Logical))
        == Code::Truncated);
    QVERIFY(
        codeOf(ElementStream::make(stridedView({2, 2}, {3, 1}, 1, 5), Order::Logical)) == Code::Truncated);
    TensorView device = makeDenseView(DType::Int32, {1, 1, 1, 1, 16}, bytesOf(counting<std::int32_t>(15)));
    device.shape = {1, 3, 1, 1};
    device.storage.format = MemoryFormat::NC1HWC0;
    QVERIFY(codeOf(ElementStream::make(device, Order::Logical)) == Code::Truncated);
    QVERIFY(codeOf(ElementStream::make(device, Order::Logical, true)) == Code::Truncated);
}

void TestElementStream::readsShortPayloadsOnRequest()
{
    const auto count = [](DType dtype, std::int64_t elements, std::size_t bytes) {
        const TensorView view = makeDenseView(dtype, {elements}, bytesOf(counting<std::int8_t>(bytes)));
        const auto stream = ElementStream::make(view, Order::Storage, true);
        return stream ? stream->count() : std::uint64_t {9999};
    };
    QCOMPARE(count(DType::Int32, 3, 11), std::uint64_t {2});
    QCOMPARE(count(DType::Int32, 3, 12), std::uint64_t {3});
    QCOMPARE(count(DType::Int32, 3, 100), std::uint64_t {3});
    QCOMPARE(count(DType::Int4, 9, 4), std::uint64_t {8});
    QCOMPARE(count(DType::Float6E2M3, 12, 4), std::uint64_t {5});
    QCOMPARE(count(DType::UInt1, 100, 2), std::uint64_t {16});
    QCOMPARE(count(DType::Float64, 3, 0), std::uint64_t {0});
}

void TestElementStream::refusesShapesThatDoNotFit()
{
    TensorView view = makeDenseView(DType::Int32, {4, 4}, bytesOf(counting<std::int32_t>(16)));
    view.shape = {3, 4};
    QVERIFY(codeOf(ElementStream::make(view, Order::Logical)) == Code::BadShape);
    QVERIFY(ElementStream::make(view, Order::Storage).has_value());
    const std::int64_t big = std::numeric_limits<std::int64_t>::max();
    for (const Shape& shape : {Shape {big, 2}, Shape {-1}, Shape {big}, Shape(65, 1)}) {
        const Code code
            = codeOf(ElementStream::make(makeDenseView(DType::Float64, shape, {}), Order::Logical));
        QVERIFY(code == Code::BadShape || code == Code::Truncated);
    }
}

void TestElementStream::refusesHostileStrides()
{
    const std::int64_t big = std::numeric_limits<std::int64_t>::max();
    for (const auto& strides : {std::vector<std::int64_t> {big, big}, std::vector<std::int64_t> {-1, 1},
             std::vector<std::int64_t> {1}, std::vector<std::int64_t> {big / 2, big / 2}})
        QVERIFY(codeOf(ElementStream::make(stridedView({3, 3}, strides, 0, 9), Order::Logical))
            == Code::BadShape);
    QVERIFY(codeOf(ElementStream::make(stridedView({3}, {1}, ~std::uint64_t {0}, 9), Order::Logical))
        == Code::BadShape);
    QVERIFY(
        codeOf(ElementStream::make(stridedView({3}, {1}, static_cast<std::uint64_t>(big), 9), Order::Logical))
        == Code::BadShape);
}

void TestElementStream::passesReadTheFile()
{
    const dumpscope::test::TemporaryFolder folder;
    const std::vector<std::int32_t> numbers = counting<std::int32_t>(300000);
    const std::string text(
        reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::int32_t));
    QVERIFY(dumpscope::test::writeFile(folder.at("numbers"), "head" + text));
    const Bytes file = mapFile(folder.at("numbers"), "numbers").value();
    const Bytes payload = file.slice(4, text.size()).value();
    const auto stream
        = ElementStream::make(makeDenseView(DType::Int32, {300000}, payload), Order::Logical).value();
    const ElementStream pass = stream.forPass();
    QVERIFY(allElements<std::int32_t>(pass) == numbers);
    QVERIFY(allElements<std::int32_t>(pass, 777) == numbers);
    ElementStream::Scratch scratch;
    QVERIFY(stream.read(1, 10, scratch).data == payload.data() + 4);
    const ElementChunk chunk = pass.read(1, 10, scratch);
    QVERIFY(chunk.data < file.data() || chunk.data >= file.data() + file.size());
    QCOMPARE(reinterpret_cast<std::uintptr_t>(chunk.data) % 64, std::uintptr_t {0});

    // What is gathered anyway, and what is small, stays as it is.
    TensorView turned = makeDenseView(DType::Int32, {300, 1000}, payload);
    turned.strides = {1, 300};
    const auto gathered = ElementStream::make(turned, Order::Logical).value();
    QVERIFY(allElements<std::int32_t>(gathered.forPass()) == allElements<std::int32_t>(gathered));
    const auto small
        = ElementStream::make(makeDenseView(DType::Int32, {10}, payload.slice(0, 40).value()), Order::Logical)
              .value();
    QVERIFY(small.forPass().read(0, 10, scratch).data == payload.data());
}

void TestElementStream::namesByteOffsets()
{
    const auto halves = ElementStream::make(
        makeDenseView(DType::Float16, {3}, bytesOf(counting<std::int16_t>(3))), Order::Logical)
                            .value();
    QCOMPARE(halves.byteOffset(2), std::uint64_t {4});
    const auto bits = ElementStream::make(
        makeDenseView(DType::UInt1, {16}, bytesOf(counting<std::int8_t>(2))), Order::Logical)
                          .value();
    QCOMPARE(bits.byteOffset(7), std::uint64_t {0});
    QCOMPARE(bits.byteOffset(8), std::uint64_t {1});
    const auto part = ElementStream::make(stridedView({2, 2}, {4, 1}, 5, 12), Order::Logical).value();
    QCOMPARE(part.byteOffset(2), std::uint64_t {36});
}

void TestElementStream::servesManyThreads()
{
    const auto stream
        = ElementStream::make(stridedView({300, 200}, {1, 300}, 0, 60000), Order::Logical).value();
    const std::vector<std::int32_t> expected = allElements<std::int32_t>(stream);
    std::array<bool, 4> agree {};
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < agree.size(); ++i)
            threads.emplace_back(
                [&, i] { agree[i] = allElements<std::int32_t>(stream, 777 + i) == expected; });
    }
    QCOMPARE(std::count(agree.begin(), agree.end(), true), std::ptrdiff_t {4});
}

QTEST_APPLESS_MAIN(TestElementStream)
#include "tst_element_stream.moc"
