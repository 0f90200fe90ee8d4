// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/digest.h"
#include "io/byte_text.h"
#include "tensor/array_writer.h"
#include "tensor/float_codes.h"
#include "tensor/npy_writer.h"
#include "tensor_building.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace dumpscope::core;
using dumpscope::test::bytesOf;

namespace {

/// The numbers tests/data/numpy_index/make_cases.py puts into its arrays.
double caseValue(std::uint64_t i, DType dtype)
{
    const auto value = static_cast<double>(static_cast<std::int64_t>(i * 7 % 23) - 5);
    const DTypeClass kind = dtypeInfo(dtype).kind;
    if (kind == DTypeClass::Unsigned || kind == DTypeClass::Bool)
        return std::fabs(value);
    return kind == DTypeClass::Float ? value + value / 10 : value;
}

template<typename T, typename Encode> Bytes encoded(std::uint64_t count, DType dtype, Encode encode)
{
    std::vector<T> values(count);
    for (std::uint64_t i = 0; i < count; ++i)
        values[i] = encode(caseValue(i, dtype));
    return bytesOf(values);
}

template<typename T> Bytes plain(std::uint64_t count, DType dtype)
{
    return encoded<T>(count, dtype, [](double value) { return static_cast<T>(value); });
}

/// Nearest code of an 8-bit float, ties to the even code.
template<typename Decode> std::uint8_t nearestCode(double value, Decode decode)
{
    std::uint8_t best = 0;
    for (unsigned code = 0; code < 256; ++code) {
        const double here = std::fabs(decode(static_cast<std::uint8_t>(code)) - value);
        const double there = std::fabs(decode(best) - value);
        if (here < there || (here == there && code % 2 == 0 && best % 2 != 0))
            best = static_cast<std::uint8_t>(code);
    }
    return best;
}

template<typename Part> Bytes complexNumbers(std::uint64_t count)
{
    std::vector<Part> parts;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto real = static_cast<Part>(caseValue(i, DType::Int64));
        parts.insert(parts.end(), {real, 2 * real});
    }
    return bytesOf(parts);
}

Bytes nibbles(std::uint64_t count)
{
    std::vector<std::uint8_t> packed((count + 1) / 2);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto value = static_cast<std::int64_t>(caseValue(i, DType::Int64));
        const auto nibble = static_cast<unsigned>(((value % 16 + 16) % 16 - 8) & 15);
        packed[i / 2] = static_cast<std::uint8_t>(packed[i / 2] | nibble << (i % 2 * 4));
    }
    return bytesOf(packed);
}

Bytes caseBytes(DType dtype, std::uint64_t n)
{
    switch (dtype) {
    case DType::Bool:
        return encoded<std::uint8_t>(
            n, dtype, [](double v) { return static_cast<std::uint8_t>(v != 0 ? 1 : 0); });
    case DType::Int8:
        return plain<std::int8_t>(n, dtype);
    case DType::UInt8:
        return plain<std::uint8_t>(n, dtype);
    case DType::Int16:
        return plain<std::int16_t>(n, dtype);
    case DType::UInt16:
        return plain<std::uint16_t>(n, dtype);
    case DType::Int32:
        return plain<std::int32_t>(n, dtype);
    case DType::Int64:
        return plain<std::int64_t>(n, dtype);
    case DType::UInt64:
        return plain<std::uint64_t>(n, dtype);
    case DType::Float32:
        return plain<float>(n, dtype);
    case DType::Float64:
        return plain<double>(n, dtype);
    case DType::Float16:
        return encoded<std::uint16_t>(n, dtype, [](double v) { return floatToHalf(static_cast<float>(v)); });
    case DType::BFloat16:
        return encoded<std::uint16_t>(
            n, dtype, [](double v) { return floatToBfloat16(static_cast<float>(v)); });
    case DType::Float8E4M3FN:
        return encoded<std::uint8_t>(n, dtype, [](double v) { return nearestCode(v, float8e4m3fnToFloat); });
    case DType::Float8E5M2:
        return encoded<std::uint8_t>(n, dtype, [](double v) { return nearestCode(v, float8e5m2ToFloat); });
    case DType::Complex64:
        return complexNumbers<float>(n);
    case DType::Complex128:
        return complexNumbers<double>(n);
    case DType::Int4:
        return nibbles(n);
    default:
        return {};
    }
}

QByteArray written(const TensorView& view, std::string_view slice, NpyWidening widening)
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("out.npy").toStdString();
    auto file = AtomicFile::create(path);
    const auto stream = ElementStream::make(view, Order::Logical);
    if (!file || !stream)
        return "cannot open";
    const auto selected = parseSlice(slice, view.shape);
    if (!selected || !writeNpy(*file, *stream, *selected, widening, {}) || !file->commit())
        return "cannot write";
    QFile result(QString::fromStdString(path));
    return result.open(QIODevice::ReadOnly) ? result.readAll() : QByteArray("cannot read");
}

} // namespace

class TestNpyWriter : public QObject {
    Q_OBJECT

private slots:
    void linesAsSavetxt();
    void writesTheBytesOfNumpy_data();
    void writesTheBytesOfNumpy();
    void padsHeaders();
    void writesLongHeaders();
    void namesDescriptors();
    void writesRawBits();
    void widensComplexHalves();
};

void TestNpyWriter::writesTheBytesOfNumpy_data()
{
    QTest::addColumn<QByteArrayList>("cells");
    QFile file(DUMPSCOPE_TEST_DATA "/numpy_index/npy.csv");
    QVERIFY(file.open(QIODevice::ReadOnly));
    for (const QByteArray& line : file.readAll().trimmed().split('\n')) {
        const QByteArrayList cells = line.split(';');
        QTest::addRow("%s %s %s", cells[0].constData(), cells[1].constData(), cells[2].constData()) << cells;
    }
}

void TestNpyWriter::writesTheBytesOfNumpy()
{
    QFETCH(QByteArrayList, cells);
    const DType dtype = dtypeFromName(cells[0].toStdString()).value();
    const Shape shape = parseShape(cells[1].toStdString()).value();
    const TensorView view = makeDenseView(dtype, shape, caseBytes(dtype, elementCount(shape).value()));
    const QByteArray bytes = written(view, cells[2].toStdString(), NpyWidening::Float32);
    QCOMPARE(QByteArray::fromStdString(digestHex(DigestKind::Sha256,
                 std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))))),
        cells[3]);
}

void TestNpyWriter::padsHeaders()
{
    // The text np.lib.format writes; 128 bytes up to here in NumPy 1.23 and later.
    const std::string header = npyHeader("<f4", false, Shape {2, 3});
    const std::string dict = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    QCOMPARE(header,
        std::string("\x93NUMPY\x01\x00\x76\x00", 10) + dict + std::string(117 - dict.size(), ' ') + "\n");
    QVERIFY(npyHeader("<f4", true, Shape {5}).find("'fortran_order': True, 'shape': (5,), }")
        != std::string::npos);
    for (std::int64_t size = 1; size < 1'000'000'000; size *= 10)
        QCOMPARE(npyHeader("|u1", false, Shape(3, size)).size() % 64, std::size_t {0});
}

void TestNpyWriter::writesLongHeaders()
{
    // More than 65535 bytes of header need version 2.0 with a 32-bit length.
    const std::string header = npyHeader("<f4", false, Shape(9000, 1'000'000));
    QCOMPARE(header.substr(0, 8), std::string("\x93NUMPY\x02\x00", 8));
    const auto byteAt
        = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(header[i])); };
    const std::size_t length = byteAt(8) | byteAt(9) << 8 | byteAt(10) << 16 | byteAt(11) << 24;
    QCOMPARE(length + 12, header.size());
    QCOMPARE(header.size() % 64, std::size_t {0});
}

void TestNpyWriter::namesDescriptors()
{
    QCOMPARE(npyDescr(DType::Float16, NpyWidening::Float32), std::string_view("<f2"));
    QCOMPARE(npyDescr(DType::HiFloat8, NpyWidening::Float32), std::string_view("<f4"));
    QCOMPARE(npyDescr(DType::HiFloat8, NpyWidening::RawBits), std::string_view("|u1"));
    QCOMPARE(npyDescr(DType::BFloat16, NpyWidening::RawBits), std::string_view("<u2"));
    QCOMPARE(npyDescr(DType::Int4, NpyWidening::Float32), std::string_view("|i1"));
    QCOMPARE(npyDescr(DType::UInt1, NpyWidening::Float32), std::string_view("|u1"));
    QCOMPARE(npyDescr(DType::Complex32, NpyWidening::Float32), std::string_view("<c8"));
    QCOMPARE(npyDescr(DType::Float6E3M2, NpyWidening::Float32), std::string_view("|u1"));
    QCOMPARE(npyDescr(DType::Dual, NpyWidening::Float32), std::string_view("|V5"));
    for (int i = 0; i < kDTypeCount; ++i)
        QVERIFY(!npyDescr(static_cast<DType>(i), NpyWidening::RawBits).empty());
}

void TestNpyWriter::writesRawBits()
{
    const TensorView nibble = makeDenseView(DType::Int4, {3}, bytesOf<std::uint8_t>({0x8F, 0x07}));
    QCOMPARE(written(nibble, "...", NpyWidening::RawBits).mid(128), QByteArray("\x0f\x08\x07", 3));
    QCOMPARE(written(nibble, "...", NpyWidening::Float32).mid(128), QByteArray("\xff\xf8\x07", 3));
    const TensorView brain = makeDenseView(DType::BFloat16, {2}, bytesOf<std::uint16_t>({0x3F80, 0x7FC1}));
    QCOMPARE(written(brain, "...", NpyWidening::RawBits).mid(128), QByteArray("\x80\x3f\xc1\x7f", 4));
    QCOMPARE(written(brain, "...", NpyWidening::Float32).mid(128),
        QByteArray("\x00\x00\x80\x3f\x00\x00\xc1\x7f", 8));
}

void TestNpyWriter::widensComplexHalves()
{
    const TensorView view = makeDenseView(DType::Complex32, {1}, bytesOf<std::uint16_t>({0x3C00, 0xC000}));
    QCOMPARE(written(view, "...", NpyWidening::Float32).mid(128),
        QByteArray("\x00\x00\x80\x3f\x00\x00\x00\xc0", 8));
    QCOMPARE(written(view, "...", NpyWidening::RawBits).mid(128), QByteArray("\x00\x3c\x00\xc0", 4));
}

/// Expected texts are those of numpy.savetxt.
void TestNpyWriter::linesAsSavetxt()
{
    const auto lines = [](DType dtype, std::int64_t count, Bytes bytes) {
        const TensorView view = makeDenseView(dtype, {count}, std::move(bytes));
        std::string text;
        const ConvertedArray array {ElementStream::make(view, Order::Logical).value(), {}, {}, {}};
        const auto written = writeArray(array, ArrayForm::Txt, {}, [&text](ByteSpan piece) -> Result<void> {
            text += asText(piece);
            return {};
        });
        return written ? text : std::string("refused");
    };
    const float inf = std::numeric_limits<float>::infinity();
    QCOMPARE(lines(DType::Float32, 6, bytesOf<float>({0.1F, -2.5F, -std::nanf(""), inf, -inf, -0.0F})),
        std::string("1.000000014901161194e-01\n-2.500000000000000000e+00\nnan\ninf\n-inf\n"
                    "-0.000000000000000000e+00\n"));
    QCOMPARE(lines(DType::Int64, 2, bytesOf<std::int64_t>({7, -3})),
        std::string("7.000000000000000000e+00\n-3.000000000000000000e+00\n"));
    QCOMPARE(lines(DType::Complex64, 2, bytesOf<float>({1, 2, -0.5F, -1})),
        std::string(" (1.000000000000000000e+00+2.000000000000000000e+00j)\n"
                    " (-5.000000000000000000e-01-1.000000000000000000e+00j)\n"));
    QCOMPARE(lines(DType::Float32, 0, bytesOf<float>({})), std::string());
}

QTEST_APPLESS_MAIN(TestNpyWriter)
#include "tst_npy_writer.moc"
