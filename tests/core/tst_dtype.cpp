// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/digest.h"
#include "tensor/dtype.h"
#include "tensor/element_convert.h"
#include "tensor/element_stream.h"
#include "tensor/element_text.h"
#include "tensor/float_codes.h"
#include "tensor_building.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <set>

using namespace dumpscope::core;
using dumpscope::test::bytesOf;

namespace {

// Payloads of NaN depend on the machine that made the expectation; sign and being NaN do not.
std::uint32_t comparableBits(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return std::isnan(value) ? (bits & 0x80000000U) | 0x7FC00000U : bits;
}

template<typename T> std::string sha256Of(const std::vector<T>& values)
{
    return digestHex(DigestKind::Sha256, std::as_bytes(std::span(values)));
}

template<typename Code> std::vector<Code> allCodes()
{
    std::vector<Code> codes(std::size_t {std::numeric_limits<Code>::max()} + 1);
    std::iota(codes.begin(), codes.end(), Code {0});
    return codes;
}

template<typename Code, typename Decode> std::string decodedDigest(Decode decode)
{
    std::vector<std::uint32_t> bits;
    for (const Code code : allCodes<Code>())
        bits.push_back(comparableBits(decode(code)));
    return sha256Of(bits);
}

std::string bulkDigest(DType dtype, const Bytes& codes, std::uint64_t count)
{
    std::vector<float> values(count);
    toFloat({dtype, 0, count, codes.data()}, values.data());
    std::vector<double> doubles(count);
    toDouble({dtype, 0, count, codes.data()}, doubles.data());
    std::vector<std::uint32_t> bits;
    for (std::size_t i = 0; i < count; ++i) {
        if (comparableBits(values[i]) != comparableBits(static_cast<float>(doubles[i])))
            return "float and double differ";
        bits.push_back(comparableBits(values[i]));
    }
    return sha256Of(bits);
}

// SHA-256 of the float32 bits of all codes in order, made with NumPy 2.4 and ml_dtypes 0.6; the one of
// hifloat8 from the prefix table of docs/formats/ascend-dump-binary.md 4 read as text.
constexpr auto kHalf = "ace258bc1879e9180ecf63aa1c93a37850c018bad062cc7a98c42232c72204b6";
constexpr auto kBfloat16 = "8bb016c6c31eda0d67b26719b0c506aa7ff16176fff90579b3594eb6f8b3f178";
constexpr auto kE4M3FN = "fbfd40716d3eddc590ca82a86c34208d486f88eb69e6a04dbfc62b158dec4d2f";
constexpr auto kE5M2 = "e119e01810d2e0b12e435d3b12fc0a09a0d185442237494c1731ed1aedd7e4b5";
constexpr auto kE4M3 = "3a319587b77f355a6fe79d312cb2d50b4058d742caa8e2c578b7030d5fcf7c76";
constexpr auto kE3M4 = "ac4c1902c9e5db3cf9a44155ea6eb0a7f85ef665b3721921e26a22854de8bddd";
/// Its NaN without the sign that ml_dtypes gives it.
constexpr auto kE4M3B11FNUZ = "74505330e3c9cb738d787c6bcd5d5a61a2090f98e302b7b0812c7faf29f4e1fe";
constexpr auto kE8M0 = "2fb2732a956043772ccd2c1664ae5d2558c62f9c06780c04d95f1ff0050f2f2f";
constexpr auto kHiFloat8 = "2ac829ee895e0e5e803c4484a3953db8d598c6c8131b98ca32f75502a7a2fb4c";
// SHA-256 of the texts of all codes joined by line feeds: whole numbers below 2^24 in full, others
// with the fewest digits that read back (NumPy's unique mode; for bfloat16 exact fractions).
constexpr auto kHalfTexts = "bd3e39385867ef423cc59ca2ca3bf41581e996a6883b0baf21f9396223828a71";
constexpr auto kBfloat16Texts = "a66cdf4cf4a9445e6f5b3683c9bdcfd7e8111b859b623591fc9d4f112c4796a5";

/// The pseudo-random 32-bit numbers the rounding expectations were made from.
std::vector<std::uint32_t> randomBits(std::size_t count)
{
    std::vector<std::uint32_t> values(count);
    std::uint32_t x = 12345;
    for (std::uint32_t& value : values) {
        x = x * 1664525U + 1013904223U;
        value = x;
    }
    return values;
}

} // namespace

class TestDtype : public QObject {
    Q_OBJECT

private slots:
    void shortNamesAreDistinct();
    void decodesEveryCode_data();
    void decodesEveryCode();
    void decodesSpotValues();
    void roundsToHalf();
    void roundsToBfloat16();
    void printsEveryNarrowFloat();
    void printsExtremes();
    void printsElements_data();
    void printsElements();
    void readsComplexByMagnitude();
    void convertsWideIntegers();
    void readsOpaqueCodes();
    void countsStoredBytes_data();
    void countsStoredBytes();
    void namesRoundTrip();
    void acceptsForeignNames_data();
    void acceptsForeignNames();
    void numbersOfAscend();
    void numbersOfGe();
};

void TestDtype::decodesEveryCode_data()
{
    QTest::addColumn<QString>("single");
    QTest::addColumn<QString>("bulk");
    QTest::addColumn<QString>("expected");
    const auto row
        = [](const char* name, const std::string& single, const std::string& bulk, const char* expected) {
              QTest::newRow(name) << QString::fromStdString(single) << QString::fromStdString(bulk)
                                  << QString(expected);
          };
    const Bytes words = bytesOf(allCodes<std::uint16_t>());
    const Bytes bytes = bytesOf(allCodes<std::uint8_t>());
    row("float16", decodedDigest<std::uint16_t>(halfToFloat), bulkDigest(DType::Float16, words, 65536),
        kHalf);
    row("bfloat16", decodedDigest<std::uint16_t>(bfloat16ToFloat), bulkDigest(DType::BFloat16, words, 65536),
        kBfloat16);
    row("e4m3fn", decodedDigest<std::uint8_t>(float8e4m3fnToFloat),
        bulkDigest(DType::Float8E4M3FN, bytes, 256), kE4M3FN);
    row("e5m2", decodedDigest<std::uint8_t>(float8e5m2ToFloat), bulkDigest(DType::Float8E5M2, bytes, 256),
        kE5M2);
    row("e4m3", decodedDigest<std::uint8_t>(float8e4m3ToFloat), bulkDigest(DType::Float8E4M3, bytes, 256),
        kE4M3);
    row("e3m4", decodedDigest<std::uint8_t>(float8e3m4ToFloat), bulkDigest(DType::Float8E3M4, bytes, 256),
        kE3M4);
    row("e4m3b11fnuz", decodedDigest<std::uint8_t>(float8e4m3b11fnuzToFloat),
        bulkDigest(DType::Float8E4M3B11FNUZ, bytes, 256), kE4M3B11FNUZ);
    row("e8m0", decodedDigest<std::uint8_t>(float8e8m0ToFloat), bulkDigest(DType::Float8E8M0, bytes, 256),
        kE8M0);
    row("hifloat8", decodedDigest<std::uint8_t>(hifloat8ToFloat), bulkDigest(DType::HiFloat8, bytes, 256),
        kHiFloat8);
}

void TestDtype::decodesEveryCode()
{
    QFETCH(QString, single);
    QFETCH(QString, bulk);
    QFETCH(QString, expected);
    QCOMPARE(single, expected);
    QCOMPARE(bulk, expected);
}

void TestDtype::decodesSpotValues()
{
    QCOMPARE(halfToFloat(0x3C00), 1.0F);
    QCOMPARE(halfToFloat(0x0001), 0x1p-24F);
    QVERIFY(std::signbit(halfToFloat(0x8000)));
    QVERIFY(std::signbit(halfToFloat(0xFE01)) && std::isnan(halfToFloat(0xFE01)));
    QCOMPARE(bfloat16ToFloat(0x3F80), 1.0F);
    QCOMPARE(float8e4m3fnToFloat(0x7E), 448.0F);
    QVERIFY(std::isnan(float8e4m3fnToFloat(0xFF)));
    QCOMPARE(float8e5m2ToFloat(0x7B), 57344.0F);
    QVERIFY(std::isinf(float8e5m2ToFloat(0xFC)) && float8e5m2ToFloat(0xFC) < 0);
    QCOMPARE(float8e8m0ToFloat(0x00), 0x1p-127F);
    QVERIFY(std::isnan(float8e8m0ToFloat(0xFF)));
    // Check values of docs/formats/ascend-dump-binary.md 4.
    const std::vector<std::pair<std::uint8_t, float>> hifloat8 {{0x00, 0.0F}, {0x08, 1.0F}, {0x10, 2.0F},
        {0x18, 0.5F}, {0x20, 4.0F}, {0x30, 0.25F}, {0x40, 16.0F}, {0x60, 256.0F}, {0x70, 0x1p-8F},
        {0x01, 0x1p-22F}, {0x6E, 32768.0F}};
    for (const auto& [code, value] : hifloat8)
        QCOMPARE(hifloat8ToFloat(code), value);
    QVERIFY(std::isnan(hifloat8ToFloat(0x80)));
    QCOMPARE(hifloat8ToFloat(0x6F), std::numeric_limits<float>::infinity());
    QCOMPARE(hifloat8ToFloat(0xEF), -std::numeric_limits<float>::infinity());
}

void TestDtype::roundsToHalf()
{
    for (const std::uint16_t code : allCodes<std::uint16_t>()) {
        const float value = halfToFloat(code);
        if (!std::isnan(value))
            QCOMPARE(floatToHalf(value), code);
        else
            QVERIFY(std::isnan(halfToFloat(floatToHalf(value))));
    }
    // 2^18 numbers between 2^-27 and 2^19, rounded by NumPy.
    std::vector<std::uint16_t> rounded;
    for (const std::uint32_t bits : randomBits(1U << 18U)) {
        const std::uint32_t near = (bits & 0x807FFFFFU) | (100U + ((bits >> 23U) & 0xFFU) % 46U) << 23U;
        rounded.push_back(floatToHalf(std::bit_cast<float>(near)));
    }
    QCOMPARE(
        sha256Of(rounded), std::string("b88e30e9758b08e980908a37d67334c2f1902190371a4ad9417f2f4d0a1b6066"));
    QCOMPARE(floatToHalf(65519.996F), std::uint16_t {0x7BFF});
    QCOMPARE(floatToHalf(65520.0F), std::uint16_t {0x7C00});
    QCOMPARE(floatToHalf(0x1p-25F), std::uint16_t {0});
    QCOMPARE(floatToHalf(0x1.8p-25F), std::uint16_t {1});
    QCOMPARE(floatToHalf(-std::numeric_limits<float>::infinity()), std::uint16_t {0xFC00});
}

void TestDtype::roundsToBfloat16()
{
    // All of 2^18 random float32, rounded by ml_dtypes.
    std::vector<std::uint16_t> rounded;
    for (const std::uint32_t bits : randomBits(1U << 18U)) {
        const float value = std::bit_cast<float>(bits);
        const std::uint16_t code = floatToBfloat16(value);
        const bool isNan = std::isnan(value);
        QVERIFY(!isNan || std::isnan(bfloat16ToFloat(code)));
        rounded.push_back(isNan ? static_cast<std::uint16_t>((code & 0x8000U) | 0x7FC0U) : code);
    }
    QCOMPARE(
        sha256Of(rounded), std::string("2b27e52c03191e7178b43839f7baa41a1b12f9df6cc8b22d67aaad2529bad573"));
}

void TestDtype::printsEveryNarrowFloat()
{
    const Bytes words = bytesOf(allCodes<std::uint16_t>());
    for (const auto& [dtype, expected] :
        {std::pair(DType::Float16, kHalfTexts), std::pair(DType::BFloat16, kBfloat16Texts)}) {
        std::string texts;
        for (std::uint64_t i = 0; i < 65536; ++i)
            texts += (i > 0 ? "\n" : "") + elementText({dtype, 0, 65536, words.data()}, i);
        QCOMPARE(digestHex(DigestKind::Sha256, std::as_bytes(std::span(texts))), std::string(expected));
        // The same of numbers that are kept as float64.
        std::vector<double> values(65536);
        toDouble({dtype, 0, 65536, words.data()}, values.data());
        std::string kept;
        for (std::size_t i = 0; i < values.size(); ++i)
            kept += (i > 0 ? "\n" : "") + valueText(values[i], dtype);
        QCOMPARE(kept, texts);
    }
}

// Expected: str() of NumPy's scalars.
void TestDtype::printsExtremes()
{
    QCOMPARE(valueText(2.3694278276172396e-38, DType::Float32), std::string("2.3694278e-38"));
    QCOMPARE(valueText(-3.123046875, DType::Float16), std::string("-3.123"));
    QCOMPARE(valueText(2.3694278276172396e-38, DType::Float64), std::string("2.3694278276172396e-38"));
    QCOMPARE(valueText(0.1, DType::Float32), std::string("0.1")); // no float32: all its digits
    QCOMPARE(valueText(0.1F, DType::Float32), std::string("0.1"));
    QCOMPARE(valueText(-9007199254740991, DType::Int64), std::string("-9007199254740991"));
    QCOMPARE(valueText(189.4728240966797, DType::Complex64), std::string("189.4728240966797"));
}

void TestDtype::printsElements_data()
{
    QTest::addColumn<int>("dtype");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("bits");
    const auto row = [](DType dtype, const char* hex, const char* text, const char* bits) {
        QTest::addRow("%s %s", dtypeName(dtype).data(), hex)
            << static_cast<int>(dtype) << QByteArray::fromHex(hex) << QString(text) << QString(bits);
    };
    row(DType::Bool, "00", "False", "0x00");
    row(DType::Bool, "02", "True", "0x02");
    row(DType::Int8, "80", "-128", "0x80");
    row(DType::UInt8, "ff", "255", "0xff");
    row(DType::Int64, "0000000000000080", "-9223372036854775808", "0x8000000000000000");
    row(DType::UInt64, "ffffffffffffffff", "18446744073709551615", "0xffffffffffffffff");
    row(DType::Float16, "662e", "0.1", "0x2e66");
    row(DType::Float16, "007e", "NaN", "0x7e00");
    row(DType::Float16, "00fc", "-Infinity", "0xfc00");
    row(DType::Float16, "0080", "-0", "0x8000");
    row(DType::BFloat16, "cd3d", "0.1", "0x3dcd");
    row(DType::Float32, "cdcccc3d", "0.1", "0x3dcccccd");
    row(DType::Float32, "01000000", "1e-45", "0x00000001");
    row(DType::Float64, "9a9999999999b93f", "0.1", "0x3fb999999999999a");
    row(DType::Complex32, "003c00c0", "1-2j", "0xc0003c00");
    row(DType::Complex64, "0000803f00000040", "1+2j", "0x400000003f800000");
    row(DType::Complex64, "0000c07f000080ff", "NaN-Infinityj", "0xff8000007fc00000");
    row(DType::Complex128, "000000000000f03f0000000000000080", "1-0j", "0x80000000000000003ff0000000000000");
    row(DType::Float8E4M3FN, "01", "0.001953125", "0x01");
    row(DType::HiFloat8, "80", "NaN", "0x80");
    row(DType::Int4, "f8", "-8", "0x8");
    row(DType::UInt1, "01", "1", "0x1");
    row(DType::Int2, "03", "0x3", "0x3");
    row(DType::Float6E3M2, "2a", "0x2a", "0x2a");
    row(DType::Float4E2M1, "07", "0x7", "0x7");
    row(DType::Dual, "0102030405", "0x0504030201", "0x0504030201");
    row(DType::Resource, "0100000000000000", "1", "0x0000000000000001");
    row(DType::Unknown, "2a", "42", "0x2a");
}

void TestDtype::printsElements()
{
    QFETCH(int, dtype);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    QFETCH(QString, bits);
    const ElementChunk chunk {
        static_cast<DType>(dtype), 0, 1, reinterpret_cast<const std::byte*>(bytes.constData())};
    QCOMPARE(QString::fromStdString(elementText(chunk, 0)), text);
    QCOMPARE(QString::fromStdString(elementBits(chunk, 0)), bits);
}

void TestDtype::readsComplexByMagnitude()
{
    const float inf = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const Bytes bytes = bytesOf<float>({3, 4, inf, nan, -inf, 1, -0.0F, 0});
    std::vector<double> values(4);
    toDouble({DType::Complex64, 0, 4, bytes.data()}, values.data());
    QCOMPARE(values[0], 5.0);
    QVERIFY(std::isnan(values[1]));
    QCOMPARE(values[2], static_cast<double>(inf));
    QCOMPARE(values[3], 0.0);
    const Bytes halves = bytesOf<std::uint16_t>({0x4200, 0x4400});
    toDouble({DType::Complex32, 0, 1, halves.data()}, values.data());
    QCOMPARE(values[0], 5.0);
}

void TestDtype::convertsWideIntegers()
{
    // One rounding each: 2^53 + 1 to double, 2^24 + 1 to float; int64 straight to float.
    const Bytes bytes = bytesOf<std::int64_t>({(std::int64_t {1} << 53) + 1, (1 << 24) + 1,
        std::numeric_limits<std::int64_t>::min(), 0x4000004000000001});
    std::vector<double> doubles(4);
    toDouble({DType::Int64, 0, 4, bytes.data()}, doubles.data());
    QCOMPARE(doubles, (std::vector<double> {0x1p53, 16777217.0, -0x1p63, 0x4000004000000000p0}));
    std::vector<float> floats(4);
    toFloat({DType::Int64, 0, 4, bytes.data()}, floats.data());
    QCOMPARE(floats, (std::vector<float> {0x1p53F, 0x1p24F, -0x1p63F, 0x1.000002p62F}));
}

void TestDtype::readsOpaqueCodes()
{
    const Bytes dual = bytesOf<std::uint8_t>({1, 2, 0, 0, 1});
    double value = 0;
    toDouble({DType::Dual, 0, 1, dual.data()}, &value);
    QCOMPARE(value, 4294967296.0 + 513.0);
    QVERIFY(!dtypeInfo(DType::Int2).hasValues);
    QVERIFY(dtypeInfo(DType::Resource).hasValues);
}

void TestDtype::countsStoredBytes_data()
{
    QTest::addColumn<int>("dtype");
    QTest::addColumn<quint64>("elements");
    QTest::addColumn<quint64>("bytes");
    QTest::newRow("half") << int(DType::Float16) << quint64 {3} << quint64 {6};
    QTest::newRow("int4 odd") << int(DType::Int4) << quint64 {5} << quint64 {3};
    QTest::newRow("uint1") << int(DType::UInt1) << quint64 {9} << quint64 {2};
    QTest::newRow("fp6") << int(DType::Float6E3M2) << quint64 {12} << quint64 {9};
    QTest::newRow("fp6 rest") << int(DType::Float6E3M2) << quint64 {5} << quint64 {4};
    QTest::newRow("dual") << int(DType::Dual) << quint64 {12} << quint64 {60};
    QTest::newRow("string") << int(DType::String) << quint64 {12} << quint64 {192};
    QTest::newRow("none") << int(DType::UInt1) << quint64 {0} << quint64 {0};
    QTest::newRow("huge bits") << int(DType::UInt1) << std::numeric_limits<quint64>::max()
                               << (quint64 {1} << 61);
}

void TestDtype::countsStoredBytes()
{
    QFETCH(int, dtype);
    QFETCH(quint64, elements);
    QFETCH(quint64, bytes);
    const auto stored = storedBytes(static_cast<DType>(dtype), elements);
    QVERIFY(stored.has_value());
    QCOMPARE(quint64 {*stored}, bytes);
    QVERIFY(!storedBytes(DType::Float64, std::uint64_t {1} << 61).has_value());
    QVERIFY(!storedBytes(DType::String, std::uint64_t {1} << 60).has_value());
}

void TestDtype::namesRoundTrip()
{
    for (int i = 0; i < kDTypeCount; ++i) {
        const auto dtype = static_cast<DType>(i);
        QVERIFY(!dtypeName(dtype).empty());
        QVERIFY(dtypeFromName(dtypeName(dtype)) == dtype);
    }
    for (int i = 0; i <= 42; ++i)
        QVERIFY(dtypeFromName(ascendDtypeName(i)) == dtypeFromAscend(i));
    QVERIFY(!dtypeFromName("").has_value());
    QVERIFY(!dtypeFromName("float17").has_value());
}

void TestDtype::acceptsForeignNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("dtype");
    const auto row
        = [](const char* name, DType dtype) { QTest::newRow(name) << QString(name) << int(dtype); };
    row("Float32", DType::Float32);
    row("BFloat16", DType::BFloat16);
    row("kNumberTypeFloat32", DType::Float32);
    row("torch.float32", DType::Float32);
    row("torch.half", DType::Float16);
    row("torch.float", DType::Float32);
    row("torch.double", DType::Float64);
    row("torch.long", DType::Int64);
    row("torch.int", DType::Int32);
    row("torch.short", DType::Int16);
    row("torch.float8_e4m3fn", DType::Float8E4M3FN);
    row("torch.float8_e8m0fnu", DType::Float8E8M0);
    row("torch.complex64", DType::Complex64);
    row("torch_npu.hifloat8", DType::HiFloat8);
    row("DT_FLOAT", DType::Float32);
    row("DT_DOUBLE", DType::Float64);
    row("DT_BF16", DType::BFloat16);
    row("DT_UNDEFINED", DType::Unknown);
    row("dt_float8_e5m2", DType::Float8E5M2);
}

void TestDtype::acceptsForeignNames()
{
    QFETCH(QString, name);
    QFETCH(int, dtype);
    const auto found = dtypeFromName(name.toStdString());
    QVERIFY(found.has_value());
    QCOMPARE(static_cast<int>(*found), dtype);
}

void TestDtype::shortNamesAreDistinct()
{
    QCOMPARE(shortDtypeName(DType::Float16), std::string("f16"));
    QCOMPARE(shortDtypeName(DType::BFloat16), std::string("bf16"));
    QCOMPARE(shortDtypeName(DType::UInt8), std::string("u8"));
    QCOMPARE(shortDtypeName(DType::Int64), std::string("i64"));
    QCOMPARE(shortDtypeName(DType::Complex128), std::string("c128"));
    QCOMPARE(shortDtypeName(DType::Float8E4M3FN), std::string("f8e4m3fn"));
    QCOMPARE(shortDtypeName(DType::HiFloat8), std::string("hif8"));
    QCOMPARE(shortDtypeName(DType::Bool), std::string("bool"));
    std::set<std::string> names;
    for (int i = 0; i < kDTypeCount; ++i)
        names.insert(shortDtypeName(static_cast<DType>(i)));
    QCOMPARE(names.size(), std::size_t {kDTypeCount});
}

void TestDtype::numbersOfAscend()
{
    // Spot checks of both tables where they differ (docs/formats/ascend-dump-binary.md 1.2, 1.6).
    QVERIFY(dtypeFromAscend(1) == DType::Float32);
    QVERIFY(dtypeFromAscend(11) == DType::Bool);
    QVERIFY(dtypeFromAscend(27) == DType::BFloat16);
    QVERIFY(dtypeFromAscend(35) == DType::Float8E4M3FN);
    QVERIFY(dtypeFromAscend(42) == DType::HiFloat4Scale);
    QVERIFY(!dtypeFromAscend(43).has_value());
    QVERIFY(!dtypeFromAscend(-1).has_value());
    QVERIFY(ascendDtypeName(43).empty());
}

void TestDtype::numbersOfGe()
{
    QVERIFY(dtypeFromGe(0) == DType::Float32);
    QVERIFY(dtypeFromGe(3) == DType::Int32);
    QVERIFY(!dtypeFromGe(5).has_value());
    QVERIFY(dtypeFromGe(12) == DType::Bool);
    QVERIFY(dtypeFromGe(28) == DType::Unknown);
    QVERIFY(dtypeFromGe(33) == DType::Complex32);
    QVERIFY(dtypeFromGe(43) == DType::HiFloat4Scale);
    QVERIFY(!dtypeFromGe(44).has_value());
}

QTEST_APPLESS_MAIN(TestDtype)
#include "tst_dtype.moc"
