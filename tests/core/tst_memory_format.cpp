// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/digest.h"
#include "storage_order.h"
#include "tensor/index_map.h"
#include "tensor/logical_choice.h"
#include "tensor/memory_format.h"
#include "tensor/storage_shape.h"
#include "tensor_building.h"

#include <QFile>
#include <QTest>

using namespace dumpscope::core;
using dumpscope::test::allElements;
using dumpscope::test::bytesOf;
using dumpscope::test::toStorageOrder;

namespace {

struct Case {
    StorageLayout storage;
    Shape logicalShape;
    DType dtype = DType::Float16;
    std::string digest;

    [[nodiscard]] std::uint64_t count() const { return elementCount(logicalShape).value_or(0); }
    /// Elements 1, 2, 3, … in logical order.
    [[nodiscard]] std::vector<std::uint32_t> logicalElements() const
    {
        std::vector<std::uint32_t> values(count());
        std::iota(values.begin(), values.end(), 1U);
        return values;
    }
    [[nodiscard]] Result<std::vector<std::byte>> storedElements() const
    {
        const auto values = logicalElements();
        return toStorageOrder(storage, dtype, logicalShape, std::as_bytes(std::span(values)), 4);
    }
    [[nodiscard]] TensorView view() const
    {
        TensorView result;
        result.dtype = DType::UInt32;
        result.shape = logicalShape;
        result.storage = storage;
        result.bytes = Bytes::fromVector(storedElements().value_or(std::vector<std::byte> {}));
        return result;
    }
};

Case makeCase(const char* format, const char* logicalFormat, Shape logicalShape, Shape deviceShape)
{
    Case made;
    made.storage.format = formatFromName(format).value_or(MemoryFormat::Unspecified);
    made.storage.logicalFormat = formatFromName(logicalFormat).value_or(MemoryFormat::Unspecified);
    made.storage.storageShape = std::move(deviceShape);
    made.logicalShape = std::move(logicalShape);
    return made;
}

/// tests/data/memory_format/cases.csv, made with NumPy by the script beside it.
QList<QByteArrayList> numpyCases()
{
    QFile file(DUMPSCOPE_TEST_DATA "/memory_format/cases.csv");
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<QByteArrayList> rows;
    for (const QByteArray& line : file.readAll().trimmed().split('\n').mid(1))
        rows.append(line.split(','));
    return rows;
}

Case caseFromRow(const QByteArrayList& row)
{
    Case made = makeCase(row[0].constData(), row[1].constData(),
        parseShape(row[2].toStdString()).value_or(Shape {}),
        parseShape(row[3].toStdString()).value_or(Shape {}));
    made.dtype = dtypeFromName(row[4].toStdString()).value_or(DType::Unknown);
    made.storage.groups = row[5].toUInt();
    made.digest = row[6].toStdString();
    return made;
}

StorageLayout deviceLayout(MemoryFormat format, Shape shape, std::uint32_t groups = 1)
{
    StorageLayout storage;
    storage.format = format;
    storage.storageShape = std::move(shape);
    storage.groups = groups;
    return storage;
}

} // namespace

class TestMemoryFormat : public QObject {
    Q_OBJECT

private slots:
    void namesRoundTrip();
    void computesByHand_data();
    void computesByHand();
    void agreesWithNumpy_data();
    void agreesWithNumpy();
    void readsBack_data();
    void readsBack();
    void readsEmptyArrays();
    void refusesForeignShapes_data();
    void refusesForeignShapes();
    void choosesLogicalFormat_data();
    void choosesLogicalFormat();
    void explainsItsChoice();
    void survivesHostileShapes();
};

void TestMemoryFormat::namesRoundTrip()
{
    for (int number = 0; number < 55; ++number) {
        const auto format = static_cast<MemoryFormat>(number);
        QVERIFY(!formatName(format).empty());
        QVERIFY(formatFromName(formatName(format)) == format);
    }
    QCOMPARE(formatName(MemoryFormat::FractalZ3DTranspose), std::string_view("FRACTAL_Z_3D_TRANSPOSE"));
    QCOMPARE(formatName(MemoryFormat::NCL), std::string_view("NCL"));
    QVERIFY(formatName(MemoryFormat::Unspecified).empty());
    QVERIFY(formatName(static_cast<MemoryFormat>(60)).empty());
    QVERIFY(formatFromName("FracZ") == MemoryFormat::FractalZ);
    QVERIFY(formatFromName("DefaultFormat") == MemoryFormat::Unspecified);
    QVERIFY(formatFromName("c1hwncoc0") == MemoryFormat::C1HWNCoC0);
    QVERIFY(formatFromName("FORMAT_FRACTAL_NZ") == MemoryFormat::FractalNZ);
    QVERIFY(!formatFromName("FRACTAL_").has_value());
    QVERIFY(!formatFromName("").has_value());
}

void TestMemoryFormat::computesByHand_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("logicalFormat");
    QTest::addColumn<QString>("logicalShape");
    QTest::addColumn<QString>("deviceShape");
    QTest::addColumn<QList<quint64>>("offsets");
    const auto row = [](const char* format, const char* logical, const char* shape, const char* device,
                         const QList<quint64>& offsets) {
        QTest::addRow("%s %s %s", format, logical, shape) << format << logical << shape << device << offsets;
    };
    // Offsets of the first elements, worked out from the formulas of docs/formats/ascend-dump-binary.md 5.1
    // and 5.2.
    row("NC1HWC0", "NCHW", "1x3x1x2", "1x2x1x2x2", {0, 2, 1, 3, 4, 6});
    row("NC1HWC0", "NHWC", "1x1x2x3", "1x2x1x2x2", {0, 1, 4, 2, 3, 6});
    row("NDC1HWC0", "NCDHW", "1x2x2x1x2", "1x2x1x1x2x4", {0, 4, 8, 12, 1, 5, 9, 13});
    // C1 = 2, H*W = 2, N1*16*C0 = 64: c -> (c/4)*128 + c%4, w -> 64, n -> 4.
    row("FRACTAL_Z", "NCHW", "2x5x1x2", "4x1x16x4", {0, 64, 1, 65, 2, 66, 3, 67, 128, 192, 4, 68});
    // z = (h*W + w)*4 + c, C0 = 8: z/8 -> 128, n -> 8.
    row("FRACTAL_Z_C04", "NCHW", "2x2x1x3", "2x1x16x8", {0, 4, 128, 1, 5, 129, 8, 12, 136});
    row("FRACTAL_Z_3D", "NCDHW", "1x2x2x1x1", "2x1x16x2", {0, 32, 1, 33});
    // N and C exchanged: n -> blocks of C0 = 2, c -> rows.
    row("FRACTAL_Z_3D_TRANSPOSE", "DHWNC", "1x1x1x3x2", "2x1x16x2", {0, 2, 1, 3, 32, 34});
    row("FRACTAL_NZ", "ND", "2x3", "2x1x16x2", {0, 1, 32, 2, 3, 34});
    row("FRACTAL_NZ", "ND", "3", "2x1x16x2", {0, 1, 32});
    row("FRACTAL_ZZ", "ND", "3x3", "2x2x2x2", {0, 1, 4, 2, 3, 6, 8, 9, 12});
    row("C1HWNCoC0", "HWCN", "1x1x3x2", "2x1x1x2x2x2", {0, 4, 3, 7, 8, 12});
    row("NHWC", "NCHW", "1x2x1x3", "1x1x3x2", {0, 2, 4, 1, 3, 5});
    row("ND", "ND", "2x2", "2x2", {0, 1, 2, 3});
}

void TestMemoryFormat::computesByHand()
{
    QFETCH(QString, format);
    QFETCH(QString, logicalFormat);
    QFETCH(QString, logicalShape);
    QFETCH(QString, deviceShape);
    QFETCH(QList<quint64>, offsets);
    const Case made = makeCase(format.toUtf8().constData(), logicalFormat.toUtf8().constData(),
        parseShape(logicalShape.toStdString()).value(), parseShape(deviceShape.toStdString()).value());
    const auto map = IndexMap::make(made.storage, made.dtype, made.logicalShape);
    QVERIFY2(map.has_value(), map ? "" : map.error().message.text().c_str());
    QCOMPARE(map->logicalCount(), made.count());
    QCOMPARE(map->storageCount(), elementCount(made.storage.storageShape).value());
    std::vector<std::uint64_t> found(static_cast<std::size_t>(offsets.size()));
    map->offsets(0, found);
    QCOMPARE(QList<quint64>(found.begin(), found.end()), offsets);
    std::vector<std::uint64_t> tail(2);
    map->offsets(1, tail);
    QCOMPARE(tail, (std::vector<std::uint64_t> {offsets[1], offsets[2]}));
}

void TestMemoryFormat::agreesWithNumpy_data()
{
    QTest::addColumn<QByteArrayList>("row");
    for (const QByteArrayList& row : numpyCases())
        QTest::addRow("%s", row.join(' ').constData()) << row;
}

void TestMemoryFormat::agreesWithNumpy()
{
    QFETCH(QByteArrayList, row);
    const Case made = caseFromRow(row);
    const auto shape = storageShapeFor(
        made.storage.format, made.storage.logicalFormat, made.logicalShape, made.dtype, made.storage.groups);
    QVERIFY2(shape.has_value(), shape ? "" : shape.error().message.text().c_str());
    QCOMPARE(*shape, made.storage.storageShape);
    const auto stored = made.storedElements();
    QVERIFY2(stored.has_value(), stored ? "" : stored.error().message.text().c_str());
    QCOMPARE(digestHex(DigestKind::Sha256, *stored).substr(0, made.digest.size()), made.digest);
}

void TestMemoryFormat::readsBack_data()
{
    agreesWithNumpy_data();
}

void TestMemoryFormat::readsBack()
{
    QFETCH(QByteArrayList, row);
    const Case made = caseFromRow(row);
    const std::vector<std::uint32_t> expected = made.logicalElements();
    const auto stream = ElementStream::make(made.view(), Order::Logical);
    QVERIFY2(stream.has_value(), stream ? "" : stream.error().message.text().c_str());
    QVERIFY(allElements<std::uint32_t>(*stream) == expected);
    QVERIFY(allElements<std::uint32_t>(*stream, 7) == expected);

    const auto map = IndexMap::make(made.storage, made.dtype, made.logicalShape).value();
    std::vector<std::uint64_t> offsets(expected.size());
    map.offsets(0, offsets);
    const TensorView view = made.view();
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        std::uint32_t value = 0;
        std::memcpy(&value, view.bytes.data() + offsets[i] * 4, 4);
        QCOMPARE(value, expected[i]);
        QCOMPARE(stream->byteOffset(i), offsets[i] * 4);
    }
    ElementStream::Scratch scratch;
    const auto total = static_cast<std::int64_t>(expected.size());
    for (const std::int64_t step : {2L, 3L, 5L, 15L, 36L, -1L, -4L, -15L}) {
        const std::int64_t first = step > 0 ? std::min<std::int64_t>(1, total - 1) : total - 1;
        const std::int64_t count = step > 0 ? (total - first + step - 1) / step : first / -step + 1;
        const ElementChunk chunk = stream->readStrided(
            static_cast<std::uint64_t>(first), step, static_cast<std::uint64_t>(count), scratch);
        for (std::int64_t i = 0; i < count; ++i) {
            std::uint32_t value = 0;
            std::memcpy(&value, chunk.data + i * 4, 4);
            QCOMPARE(value, expected[static_cast<std::size_t>(first + i * step)]);
        }
    }
}

void TestMemoryFormat::readsEmptyArrays()
{
    for (const auto& made : {makeCase("NC1HWC0", "NCHW", {0, 3, 4, 5}, {0, 1, 4, 5, 16}),
             makeCase("FRACTAL_Z", "NCHW", {2, 0, 4, 5}, {0, 1, 16, 16}),
             makeCase("FRACTAL_NZ", "ND", {0, 5}, {1, 0, 16, 16}),
             makeCase("NHWC", "NCHW", {2, 0, 4, 5}, {2, 4, 5, 0})}) {
        const auto stream = ElementStream::make(made.view(), Order::Logical);
        QVERIFY2(stream.has_value(), stream ? "" : stream.error().message.text().c_str());
        QCOMPARE(stream->count(), std::uint64_t {0});
        ElementStream::Scratch scratch;
        QCOMPARE(stream->read(0, 0, scratch).count, std::uint64_t {0});
    }
}

void TestMemoryFormat::refusesForeignShapes_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("logicalFormat");
    QTest::addColumn<QString>("logicalShape");
    QTest::addColumn<QString>("deviceShape");
    QTest::addColumn<int>("groups");
    QTest::addColumn<int>("code");
    const auto row = [](const char* format, const char* logical, const char* shape, const char* device,
                         int groups, Code code) {
        QTest::addRow("%s %s %s %d", format, shape, device, groups)
            << format << logical << shape << device << groups << static_cast<int>(code);
    };
    row("NC1HWC0", "NCHW", "2x18x5x6", "2x1x5x6x16", 1, Code::BadShape);
    row("NC1HWC0", "NCHW", "2x18x5x6", "2x3x5x6x16", 1, Code::BadShape);
    row("NC1HWC0", "NCHW", "2x18x5x6x1", "2x2x5x6x16", 1, Code::BadShape);
    row("NC1HWC0", "NCHW", "2x18x5x6", "2x2x5x6x0", 1, Code::BadShape);
    row("FRACTAL_Z", "NCHW", "20x20x3x2", "12x2x16", 1, Code::BadShape);
    row("FRACTAL_Z", "NCHW", "13x5x2x2", "8x1x16x16", 4, Code::BadShape);
    row("FRACTAL_Z", "ND", "2x3x4", "1x1x16x16", 1, Code::BadShape);
    row("FRACTAL_Z_C04", "NCHW", "2x5x3x3", "3x1x16x16", 1, Code::BadShape);
    row("FRACTAL_Z_3D", "NCDHW", "2x5x3x3x3", "27x1x16x16", 2, Code::Unsupported);
    row("FRACTAL_NZ", "ND", "19x37", "3x1x16x16", 1, Code::BadShape);
    row("FRACTAL_NZ", "ND", "2x19x37", "3x2x16x16", 1, Code::BadShape);
    row("NHWC", "NCHW", "1x2x1x3", "1x2x1x3", 1, Code::BadShape);
    row("ND", "ND", "2x2", "2x3", 1, Code::BadShape);
    row("NC1HWC0", "NCDHW", "2x18x2x5x6", "2x2x5x6x16", 1, Code::BadShape);
}

void TestMemoryFormat::refusesForeignShapes()
{
    QFETCH(QString, format);
    QFETCH(QString, logicalFormat);
    QFETCH(QString, logicalShape);
    QFETCH(QString, deviceShape);
    QFETCH(int, groups);
    QFETCH(int, code);
    Case made = makeCase(format.toUtf8().constData(), logicalFormat.toUtf8().constData(),
        parseShape(logicalShape.toStdString()).value(), parseShape(deviceShape.toStdString()).value());
    made.storage.groups = static_cast<std::uint32_t>(groups);
    const auto map = IndexMap::make(made.storage, made.dtype, made.logicalShape);
    QVERIFY(!map.has_value());
    QCOMPARE(static_cast<int>(map.error().code), code);
}

void TestMemoryFormat::choosesLogicalFormat_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("deviceShape");
    QTest::addColumn<QString>("originalShape");
    QTest::addColumn<int>("groups");
    QTest::addColumn<QString>("recorded");
    QTest::addColumn<QString>("chosen");
    QTest::addColumn<bool>("ambiguous");
    const auto row = [](const char* format, const char* device, const char* original, int groups,
                         const char* recorded, const char* chosen, bool ambiguous = false) {
        QTest::addRow("%s %s %s %s", format, device, original, recorded)
            << format << device << original << groups << recorded << chosen << ambiguous;
    };
    row("NC1HWC0", "2x2x5x6x16", "2x18x5x6", 1, "", "NCHW");
    row("NC1HWC0", "1x2x4x7x16", "1x4x7x20", 1, "", "NHWC");
    row("NC1HWC0", "1x2x4x7x16", "4x7x20x1", 1, "", "HWCN");
    row("NC1HWC0", "1x2x4x7x16", "1x4x7x20", 1, "NCHW", "NHWC");
    // Both orders fit a square tensor: NCHW unless the file names another.
    row("NC1HWC0", "2x1x16x16x16", "2x16x16x16", 1, "", "NCHW", true);
    row("NC1HWC0", "2x1x16x16x16", "2x16x16x16", 1, "NHWC", "NHWC");
    row("NC1HWC0", "2x1x16x16x16", "2x16x16x16", 1, "HWCN", "NCHW", true);
    row("NC1HWC0", "1x4x1x1x16", "64", 1, "", "NCHW");
    row("NC1HWC0", "4x2x1x1x16", "4x20", 1, "", "NCHW");
    row("FRACTAL_Z", "18x2x16x16", "2x3x33x17", 1, "", "HWCN");
    row("FRACTAL_Z", "12x2x16x16", "20x20x3x2", 1, "", "NCHW");
    row("FRACTAL_Z", "8x1x16x16", "12x5x2x2", 4, "", "NCHW");
    row("FRACTAL_Z", "3x2x16x16", "35x18", 1, "", "ND");
    row("FRACTAL_Z_C04", "3x2x16x16", "20x3x3x3", 1, "", "NCHW", true);
    row("C1HWNCoC0", "2x2x2x3x16x16", "3x18x2x2", 1, "", "NCHW");
    row("NDC1HWC0", "2x2x2x3x4x16", "2x2x3x4x21", 1, "", "NDHWC");
    row("NDC1HWC0", "1x3x2x4x5x16", "1x19x3x4x5", 1, "", "NCDHW");
    row("FRACTAL_Z_3D", "24x2x16x16", "17x18x2x3x2", 1, "", "NCDHW");
    row("FRACTAL_Z_3D_TRANSPOSE", "2x1x16x2", "1x1x1x3x2", 1, "", "DHWNC");
    row("FRACTAL_NZ", "3x2x16x16", "19x37", 1, "", "ND");
    row("FRACTAL_NZ", "2x3x2x2x16x16", "2x3x18x21", 1, "NCHW", "NCHW");
    row("NHWC", "1x4x7x20", "1x4x7x20", 1, "", "NHWC");
    row("NHWC", "1x4x7x20", "1x20x4x7", 1, "", "NCHW");
    row("NCHW", "8x8x8x8", "8x8x8x8", 1, "NHWC", "NHWC");
    row("NCHW", "8x8x8x8", "8x8x8x8", 1, "", "NCHW", true);
    row("NCHW", "8x8", "8x8", 1, "", "ND");
    row("ND", "8x8", "8x8", 1, "", "ND");
}

void TestMemoryFormat::choosesLogicalFormat()
{
    QFETCH(QString, format);
    QFETCH(QString, deviceShape);
    QFETCH(QString, originalShape);
    QFETCH(int, groups);
    QFETCH(QString, recorded);
    QFETCH(QString, chosen);
    QFETCH(bool, ambiguous);
    const StorageLayout storage = deviceLayout(formatFromName(format.toStdString()).value(),
        parseShape(deviceShape.toStdString()).value(), static_cast<std::uint32_t>(groups));
    const auto choice = chooseLogicalFormat(storage, DType::Float16,
        parseShape(originalShape.toStdString()).value(), formatFromName(recorded.toStdString()));
    QVERIFY2(choice.has_value(), choice ? "" : choice.error().message.text().c_str());
    QCOMPARE(QString::fromStdString(std::string(formatName(choice->format))), chosen);
    QCOMPARE(choice->ambiguous, ambiguous);
    QVERIFY(!choice->reason.empty());
}

void TestMemoryFormat::explainsItsChoice()
{
    const StorageLayout storage = deviceLayout(MemoryFormat::NC1HWC0, {1, 2, 4, 7, 16});
    const auto choice = chooseLogicalFormat(storage, DType::Float16, Shape {1, 4, 7, 20}, MemoryFormat::NCHW);
    QVERIFY(choice->reason.text().find("NHWC") != std::string::npos);
    QVERIFY(choice->reason.text().find("NCHW") != std::string::npos);
    const auto none = chooseLogicalFormat(storage, DType::Float16, Shape {5, 4, 7, 20}, {});
    QVERIFY(!none.has_value());
    QCOMPARE(static_cast<int>(none.error().code), static_cast<int>(Code::BadShape));
}

void TestMemoryFormat::survivesHostileShapes()
{
    const std::int64_t big = std::numeric_limits<std::int64_t>::max();
    for (int number = 0; number < 256; ++number) {
        for (const Shape& logical :
            {Shape {big, big, big, big}, Shape {big, 1, 1, 1}, Shape {-1, 2, 3, 4}, Shape {0, big, big, big},
                Shape {1, 1, big, 1}, Shape {1, 1, 1, 1, big}, Shape(65, 1), Shape {}, Shape {big}}) {
            for (const Shape& device : {Shape {}, Shape {big, big, big, big, big}, Shape {1, 1, 1, 1, 0},
                     Shape {-1}, Shape {1, 1, 16, 16}}) {
                StorageLayout storage = deviceLayout(static_cast<MemoryFormat>(number), device, 3);
                const auto map = IndexMap::make(storage, DType::Float16, logical);
                if (map && map->logicalCount() > 0) {
                    std::vector<std::uint64_t> offsets(std::min<std::uint64_t>(map->logicalCount(), 100));
                    map->offsets(map->logicalCount() - offsets.size(), offsets);
                    for (const std::uint64_t offset : offsets)
                        QVERIFY(offset < map->storageCount());
                }
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestMemoryFormat)
#include "tst_memory_format.moc"
