// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/element_convert.h"
#include "tensor/float_codes.h"
#include "tensor/statistics.h"
#include "tensor_building.h"

#include <QTest>

#include <dlfcn.h>
#include <hwy/targets.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

using namespace dumpscope::core;
using namespace dumpscope::test;

Q_DECLARE_METATYPE(dumpscope::core::DType)
Q_DECLARE_METATYPE(dumpscope::core::Statistics)

namespace {

const std::vector<DType> kTypes = {DType::Bool, DType::Int8, DType::UInt8, DType::Int16, DType::UInt16,
    DType::Int32, DType::UInt32, DType::Int64, DType::UInt64, DType::Float16, DType::BFloat16, DType::Float32,
    DType::Float64, DType::Complex32, DType::Complex64, DType::Complex128, DType::Float8E4M3FN,
    DType::Float8E5M2, DType::Float8E8M0, DType::HiFloat8, DType::Int4, DType::UInt4, DType::UInt1};

/// All fields with the bits of the numbers, so that -0 and 0 differ.
std::string bitsOf(const Statistics& s)
{
    std::string text;
    for (const auto& value : {s.min, s.max, s.mean, s.std, s.l2norm, s.absMax})
        text += value ? std::to_string(std::bit_cast<std::uint64_t>(*value)) + " " : "- ";
    for (const auto value : {s.count, s.finiteCount, s.zeroCount, s.negativeCount, s.positiveCount,
             s.nanCount, s.posInfCount, s.negInfCount, s.subnormalCount})
        text += std::to_string(value) + " ";
    for (const auto& value : {s.minIndex, s.maxIndex, s.firstNonFiniteIndex})
        text += value ? std::to_string(*value) + " " : "- ";
    return text;
}

void compareClose(
    const char* what, std::optional<double> actual, std::optional<double> expected, double tolerance)
{
    QVERIFY2(actual.has_value() == expected.has_value(), what);
    if (!actual || *actual == *expected)
        return;
    const std::string text
        = std::string(what) + ": " + std::to_string(*actual) + ", not " + std::to_string(*expected);
    QVERIFY2(std::fabs(*actual - *expected) <= tolerance, text.c_str());
}

/// Counts, indices and extremes exactly; sums to a few units in the last place of what was summed.
void compareStatistics(const Statistics& actual, const Statistics& expected)
{
    QCOMPARE(actual.count, expected.count);
    QCOMPARE(actual.finiteCount, expected.finiteCount);
    QCOMPARE(actual.zeroCount, expected.zeroCount);
    QCOMPARE(actual.negativeCount, expected.negativeCount);
    QCOMPARE(actual.positiveCount, expected.positiveCount);
    QCOMPARE(actual.nanCount, expected.nanCount);
    QCOMPARE(actual.posInfCount, expected.posInfCount);
    QCOMPARE(actual.negInfCount, expected.negInfCount);
    QCOMPARE(actual.subnormalCount, expected.subnormalCount);
    QCOMPARE(actual.firstNonFiniteIndex, expected.firstNonFiniteIndex);
    QCOMPARE(actual.minIndex, expected.minIndex);
    QCOMPARE(actual.maxIndex, expected.maxIndex);
    compareClose("min", actual.min, expected.min, 0);
    compareClose("max", actual.max, expected.max, 0);
    compareClose("abs_max", actual.absMax, expected.absMax, 0);
    const double unit = expected.absMax.value_or(0) * 0x1p-51 + std::numeric_limits<double>::denorm_min();
    compareClose("mean", actual.mean, expected.mean, unit);
    compareClose("std", actual.std, expected.std, unit);
    compareClose("l2norm", actual.l2norm, expected.l2norm, expected.l2norm.value_or(0) * 0x1p-50);
}

Statistics accumulate(DType dtype, const std::byte* data, std::uint64_t count, bool scalar)
{
    StatisticsAccumulator accumulator;
    const ElementChunk chunk {dtype, 0, count, data};
    if (scalar)
        accumulator.addScalar(chunk);
    else
        accumulator.add(chunk);
    return accumulator.finish();
}

/// Random elements: any bit pattern, or with `tame` finite numbers of ordinary size.
std::vector<std::byte> randomElements(DType dtype, std::uint64_t count, bool tame, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal(0.25, 2);
    std::vector<std::byte> bytes(count * unpackedBytes(dtype));
    for (auto& byte : bytes)
        byte = static_cast<std::byte>(random());
    if (!tame)
        return bytes;
    for (std::uint64_t i = 0; i < count; ++i) {
        const double x = normal(random);
        const auto f = static_cast<float>(x);
        const std::uint16_t half = dtype == DType::Float16 ? floatToHalf(f) : floatToBfloat16(f);
        if (dtype == DType::Float16 || dtype == DType::BFloat16)
            std::memcpy(bytes.data() + 2 * i, &half, 2);
        else if (dtype == DType::Float32)
            std::memcpy(bytes.data() + 4 * i, &f, 4);
        else if (dtype == DType::Float64)
            std::memcpy(bytes.data() + 8 * i, &x, 8);
        else if (dtype == DType::Int4)
            bytes[i] = static_cast<std::byte>(static_cast<std::int8_t>(random() % 16) - 8);
    }
    return bytes;
}

/// The definition, element by element in long double.
Statistics naiveStatistics(const std::vector<double>& values, double minNormal)
{
    Statistics s;
    s.count = values.size();
    long double sum = 0;
    long double squares = 0;
    for (std::uint64_t i = 0; i < values.size(); ++i) {
        const double x = values[i];
        if (!std::isfinite(x)) {
            s.nanCount += std::isnan(x);
            s.posInfCount += x > 0;
            s.negInfCount += x < 0;
            if (!s.firstNonFiniteIndex)
                s.firstNonFiniteIndex = i;
            continue;
        }
        ++s.finiteCount;
        s.zeroCount += x == 0;
        s.negativeCount += x < 0;
        s.positiveCount += x > 0;
        s.subnormalCount += x != 0 && std::fabs(x) < minNormal;
        if (!s.min || x < *s.min) {
            s.min = x;
            s.minIndex = i;
        }
        if (!s.max || x > *s.max) {
            s.max = x;
            s.maxIndex = i;
        }
        sum += static_cast<long double>(x);
        squares += static_cast<long double>(x) * static_cast<long double>(x);
    }
    if (!s.min)
        return s;
    const long double n = static_cast<long double>(s.finiteCount);
    long double deviations = 0;
    for (const double x : values) {
        if (std::isfinite(x))
            deviations += (static_cast<long double>(x) - sum / n) * (static_cast<long double>(x) - sum / n);
    }
    s.absMax = std::max(std::fabs(*s.min), std::fabs(*s.max));
    s.mean = static_cast<double>(sum / n);
    s.std = static_cast<double>(std::sqrt(deviations / n));
    s.l2norm = static_cast<double>(std::sqrt(squares));
    return s;
}

Result<Statistics> compute(const TensorView& view, int threads = 2)
{
    OwnedTask context(threads);
    return computeStatistics(view, context);
}

class ShrunkFile : public ByteOwner {
public:
    Result<void> check() const override { return fail(Code::ChangedWhileRead, Message("gone")); }
};

std::optional<double> realCell(const QByteArray& cell)
{
    if (cell.isEmpty())
        return std::nullopt;
    return std::strtod(cell.constData(), nullptr);
}

std::optional<std::uint64_t> indexCell(const QByteArray& cell)
{
    if (cell.isEmpty())
        return std::nullopt;
    return cell.toULongLong();
}

Statistics expectedFrom(const QList<QByteArray>& cells)
{
    Statistics s;
    s.min = realCell(cells[3]);
    s.max = realCell(cells[4]);
    s.mean = realCell(cells[5]);
    s.std = realCell(cells[6]);
    s.l2norm = realCell(cells[7]);
    if (s.min)
        s.absMax = std::max(std::fabs(*s.min), std::fabs(*s.max));
    s.count = cells[8].toULongLong();
    s.finiteCount = cells[9].toULongLong();
    s.zeroCount = cells[10].toULongLong();
    s.negativeCount = cells[11].toULongLong();
    s.positiveCount = cells[12].toULongLong();
    s.nanCount = cells[13].toULongLong();
    s.posInfCount = cells[14].toULongLong();
    s.negInfCount = cells[15].toULongLong();
    s.subnormalCount = cells[16].toULongLong();
    s.minIndex = indexCell(cells[17]);
    s.maxIndex = indexCell(cells[18]);
    s.firstNonFiniteIndex = indexCell(cells[19]);
    return s;
}

/// Restricts Highway to one target while it lives.
class OnlyTarget {
public:
    explicit OnlyTarget(std::int64_t target)
    {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(target);
    }
    ~OnlyTarget()
    {
        hwy::SetSupportedTargetsForTest(0);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
    OnlyTarget(const OnlyTarget&) = delete;
    OnlyTarget& operator=(const OnlyTarget&) = delete;
};

/// Targets of this processor down to plain C++.
std::vector<std::int64_t> targets()
{
    std::vector<std::int64_t> result;
    const std::int64_t supported = hwy::SupportedTargets();
    for (int bit = 0; bit < 63; ++bit) {
        if (supported >> bit & 1)
            result.push_back(std::int64_t {1} << bit);
    }
    return result;
}

} // namespace

class TestStatistics : public QObject {
    Q_OBJECT

private slots:
    /// Integers that float64 rounds keep all their digits; others have nothing beside min and max.
    void exactExtremes()
    {
        using Wide = std::optional<WideInteger>;
        const auto of = [](DType dtype, const auto& numbers) {
            return accumulate(
                dtype, reinterpret_cast<const std::byte*>(numbers.data()), numbers.size(), false);
        };
        const std::array<std::int64_t, 3> widest {
            9'223'372'036'854'775'807, 5, -9'223'372'036'854'775'807 - 1};
        const Statistics signedOnes = of(DType::Int64, widest);
        QVERIFY(signedOnes.exactMax == Wide(std::int64_t {9'223'372'036'854'775'807}));
        QVERIFY(!signedOnes.exactMin && !signedOnes.exactAbsMax); // powers of two
        QCOMPARE(*signedOnes.min, -0x1p63);
        const std::array<std::int64_t, 2> odd {-9'007'199'254'740'993, 1};
        QVERIFY(of(DType::Int64, odd).exactMin == Wide(std::int64_t {-9'007'199'254'740'993}));
        QVERIFY(of(DType::Int64, odd).exactAbsMax == Wide(std::uint64_t {9'007'199'254'740'993U}));
        const std::array<std::uint64_t, 2> large {18'446'744'073'709'551'615U, 9'007'199'254'740'993U};
        const Statistics unsignedOnes = of(DType::UInt64, large);
        QVERIFY(unsignedOnes.exactMax == Wide(std::uint64_t {18'446'744'073'709'551'615U}));
        QVERIFY(unsignedOnes.exactAbsMax == unsignedOnes.exactMax);
        QVERIFY(unsignedOnes.exactMin == Wide(std::uint64_t {9'007'199'254'740'993U}));
        const std::array<std::int64_t, 2> small {9'007'199'254'740'992, -7};
        QVERIFY(!of(DType::Int64, small).exactMax && !of(DType::Int64, small).exactMin);
    }

    /// 2^33 elements of two stored ones, as torch expands them: what NumPy says of the two, times their
    /// number.
    void expandedTensor()
    {
        const std::vector<float> stored {-2.0F, 0.5F, std::numeric_limits<float>::quiet_NaN()};
        TensorView view = makeDenseView(DType::Float32, {std::int64_t {1} << 16, 3, std::int64_t {1} << 16},
            Bytes::fromVector(std::vector<std::byte>(reinterpret_cast<const std::byte*>(stored.data()),
                reinterpret_cast<const std::byte*>(stored.data() + stored.size()))));
        view.strides = {0, 1, 0};
        OwnedTask task(1);
        const auto statistics = computeStatistics(view, task);
        QVERIFY(statistics);
        const std::uint64_t times = std::uint64_t {1} << 32;
        QCOMPARE(statistics->count, 3 * times);
        QCOMPARE(statistics->finiteCount, 2 * times);
        QCOMPARE(statistics->nanCount, times);
        QCOMPARE(statistics->negativeCount, times);
        QCOMPARE(statistics->mean, std::optional(-0.75));
        QCOMPARE(statistics->std, std::optional(1.25));
        QCOMPARE(statistics->l2norm, std::optional(std::sqrt(4.25) * 65536.0));
        QCOMPARE(statistics->minIndex, std::optional(std::uint64_t {0}));
        QCOMPARE(statistics->maxIndex, std::optional(std::uint64_t {1} << 16));
        QCOMPARE(statistics->firstNonFiniteIndex, std::optional(std::uint64_t {2} << 16));
    }

    void awkward_data();
    void awkward();
    void random_data();
    void random();
    void targetsAreThoseOfTheLibrary();
    void vectorsMatchScalar_data();
    void vectorsMatchScalar();
    void threadsMatch_data();
    void threadsMatch();
    void blocksMerge();
    void splitsMerge();
    void meanAndSpreadAreRobust();
    void magnitudesMix();
    void indicesAreLogical();
    void fails();
    void stops();
};

void TestStatistics::awkward_data()
{
    QTest::addColumn<DType>("dtype");
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<Statistics>("expected");
    QFile file(QStringLiteral(DUMPSCOPE_TEST_DATA "/statistics/expectations.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    file.readLine();
    while (!file.atEnd()) {
        const QList<QByteArray> cells = file.readLine().trimmed().split(',');
        QCOMPARE(cells.size(), 20);
        const auto dtype = dtypeFromName(cells[1].toStdString());
        QVERIFY(dtype.has_value());
        QTest::addRow("%s %s", cells[1].constData(), cells[0].constData())
            << *dtype << cells[2] << expectedFrom(cells);
    }
}

void TestStatistics::awkward()
{
    QFETCH(DType, dtype);
    QFETCH(QByteArray, hex);
    QFETCH(Statistics, expected);
    const auto shape = Shape {static_cast<std::int64_t>(expected.count)};
    const auto actual = compute(makeDenseView(dtype, shape, bytesOfHex(hex.toStdString())));
    QVERIFY2(actual.has_value(), actual ? "" : actual.error().text().c_str());
    compareStatistics(*actual, expected);
}

void TestStatistics::random_data()
{
    QTest::addColumn<DType>("dtype");
    QTest::addColumn<bool>("tame");
    QTest::addColumn<double>("minNormal");
    const std::vector<std::pair<DType, double>> types
        = {{DType::Float16, 0x1p-14}, {DType::BFloat16, 0x1p-126}, {DType::Float32, 0x1p-126},
            {DType::Float64, 0x1p-1022}, {DType::Int8, 0}, {DType::UInt8, 0}, {DType::Int16, 0},
            {DType::UInt16, 0}, {DType::Int32, 0}, {DType::UInt32, 0}, {DType::Bool, 0}};
    for (const auto& [dtype, minNormal] : types) {
        for (const bool tame : {true, false}) {
            // Squares of any float64 would overflow the naive loop, too.
            if (!tame && dtype == DType::Float64)
                continue;
            QTest::addRow("%s %s", std::string(dtypeName(dtype)).c_str(), tame ? "tame" : "any")
                << dtype << tame << minNormal;
        }
    }
}

void TestStatistics::random()
{
    QFETCH(DType, dtype);
    QFETCH(bool, tame);
    QFETCH(double, minNormal);
    for (const std::uint64_t count : {17U, 2048U, 2049U, 65537U, 200'003U}) {
        const std::vector<std::byte> bytes = randomElements(dtype, count, tame, count);
        std::vector<double> values(count);
        toDouble({dtype, 0, count, bytes.data()}, values.data());
        const auto actual = compute(makeDenseView(dtype, {static_cast<std::int64_t>(count)}, bytesOf(bytes)));
        QVERIFY(actual.has_value());
        compareStatistics(*actual, naiveStatistics(values, minNormal));
    }
}

/// We answer in place of libhwy.so (vector_targets.cpp); the answers are the same.
void TestStatistics::targetsAreThoseOfTheLibrary()
{
    void* library = dlopen("libhwy.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        QSKIP("libhwy.so.1 is not here");
    const auto supported
        = reinterpret_cast<std::int64_t (*)()>(dlsym(library, "_ZN3hwy16SupportedTargetsEv"));
    QVERIFY(supported != nullptr);
    // The headers do not compile targets above AVX3 unless asked to.
    const std::int64_t compiled = HWY_TARGETS;
    QCOMPARE(hwy::SupportedTargets() & compiled, supported() & compiled);
    dlclose(library);
}

void TestStatistics::vectorsMatchScalar_data()
{
    QTest::addColumn<qlonglong>("target");
    for (const std::int64_t target : targets())
        QTest::addRow("%s", hwy::TargetName(target)) << static_cast<qlonglong>(target);
}

void TestStatistics::vectorsMatchScalar()
{
    QFETCH(qlonglong, target);
    const OnlyTarget only(target);
    for (const DType dtype : kTypes) {
        for (const bool tame : {true, false}) {
            const std::vector<std::byte> bytes = randomElements(dtype, 5000, tame, 7);
            for (std::uint64_t count = 0; count <= 200; ++count) {
                // Unaligned for every type.
                const std::byte* data = bytes.data() + count % 5;
                QCOMPARE(bitsOf(accumulate(dtype, data, count, false)),
                    bitsOf(accumulate(dtype, data, count, true)));
            }
            QCOMPARE(bitsOf(accumulate(dtype, bytes.data() + 1, 4999, false)),
                bitsOf(accumulate(dtype, bytes.data() + 1, 4999, true)));
        }
    }
}

void TestStatistics::threadsMatch_data()
{
    QTest::addColumn<DType>("dtype");
    for (const DType dtype :
        {DType::Float16, DType::Float32, DType::Float64, DType::Int64, DType::Complex64, DType::Float8E5M2})
        QTest::addRow("%s", std::string(dtypeName(dtype)).c_str()) << dtype;
}

void TestStatistics::threadsMatch()
{
    QFETCH(DType, dtype);
    constexpr std::int64_t kCount = 1'500'001;
    const TensorView view = makeDenseView(dtype, {kCount}, bytesOf(randomElements(dtype, kCount, true, 3)));
    const auto expected = compute(view, 1);
    QVERIFY(expected.has_value());
    for (const int threads : {2, 3, 8})
        QCOMPARE(bitsOf(*compute(view, threads)), bitsOf(*expected));
    QCOMPARE(bitsOf(accumulate(dtype, view.bytes.data(), kCount, true)), bitsOf(*expected));
}

void TestStatistics::blocksMerge()
{
    constexpr std::uint64_t kCount = 3 * kStatisticsBlock + 100;
    const std::vector<std::byte> bytes = randomElements(DType::Float32, kCount, true, 11);
    StatisticsAccumulator merged;
    StatisticsAccumulator added;
    for (std::uint64_t first = 0; first < kCount; first += kStatisticsBlock) {
        const ElementChunk chunk {
            DType::Float32, first, std::min(kStatisticsBlock, kCount - first), bytes.data() + 4 * first};
        StatisticsAccumulator block;
        block.add(chunk);
        merged.merge(std::move(block));
        added.add(chunk);
    }
    const std::string expected = bitsOf(accumulate(DType::Float32, bytes.data(), kCount, false));
    QCOMPARE(bitsOf(merged.finish()), expected);
    QCOMPARE(bitsOf(added.finish()), expected);
}

void TestStatistics::splitsMerge()
{
    constexpr std::uint64_t kCount = 5000;
    const std::vector<std::byte> bytes = randomElements(DType::Float16, kCount, false, 13);
    const Statistics whole = accumulate(DType::Float16, bytes.data(), kCount, false);
    for (const std::uint64_t split : {0U, 1U, 15U, 2048U, 2999U, 5000U}) {
        StatisticsAccumulator front;
        StatisticsAccumulator back;
        front.add({DType::Float16, 0, split, bytes.data()});
        back.add({DType::Float16, split, kCount - split, bytes.data() + 2 * split});
        front.merge(std::move(back));
        compareStatistics(front.finish(), whole);
    }
}

void TestStatistics::meanAndSpreadAreRobust()
{
    // Sum of squares minus square of the sum would leave nothing here: 1e8 is 2^26.6.
    std::vector<double> values(100'000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = 1e8 + (i % 2 == 0 ? 0.5 : -0.5);
    const auto s = compute(vectorView(DType::Float64, values));
    QVERIFY(s.has_value());
    QCOMPARE(*s->mean, 1e8);
    QCOMPARE(*s->std, 0.5);

    const auto constant = compute(vectorView(DType::Float32, std::vector<float>(77'777, 0.1F)));
    QCOMPARE(*constant->mean, static_cast<double>(0.1F));
    QCOMPARE(*constant->std, 0.0);
}

void TestStatistics::magnitudesMix()
{
    // Sub-blocks of very different size, in both orders: none may overflow or vanish.
    for (const bool reversed : {false, true}) {
        std::vector<double> values(10'000, 0.0);
        std::fill(values.begin() + 2048, values.begin() + 4096, 3e-320);
        std::fill(values.begin() + 4096, values.begin() + 8192, 2.0);
        values[9000] = 4e307;
        values[9001] = -3e307;
        if (reversed)
            std::reverse(values.begin(), values.end());
        const auto s = compute(vectorView(DType::Float64, values));
        QVERIFY(s.has_value());
        QCOMPARE(*s->l2norm, 5e307);
        QCOMPARE(*s->mean, 1e303);
        QVERIFY(std::fabs(*s->std / (5e305 * std::sqrt(1 - 4e-6)) - 1) < 1e-14);
        QCOMPARE(s->subnormalCount, std::uint64_t {2048});
    }
    const auto tiny = compute(vectorView(DType::Float64, std::vector<double> {3e-320, 4e-320}));
    QCOMPARE(*tiny->l2norm, 5e-320);
}

void TestStatistics::indicesAreLogical()
{
    // Columns of a Fortran array: 0 1 2 / 3 4 5 lie as 0 3 1 4 2 5.
    TensorView view
        = makeDenseView(DType::Float32, {2, 3}, bytesOf(std::vector<float> {0, 9, 1, 4, -2, NAN}));
    view.strides = {1, 2};
    const auto s = compute(view);
    QVERIFY(s.has_value());
    QCOMPARE(s->maxIndex, std::optional<std::uint64_t>(3));
    QCOMPARE(s->minIndex, std::optional<std::uint64_t>(2));
    QCOMPARE(s->firstNonFiniteIndex, std::optional<std::uint64_t>(5));

    TensorView swapped = makeDenseView(DType::Int16, {}, bytesOfHex("0102"));
    swapped.bigEndian = true;
    QCOMPARE(compute(swapped)->max, std::optional<double>(258));
}

void TestStatistics::fails()
{
    QCOMPARE(
        compute(makeDenseView(DType::Float4E2M1, {2}, bytesOfHex("12"))).error().code, Code::Unsupported);
    QCOMPARE(
        compute(makeDenseView(DType::Float32, {3}, bytesOfHex("0000803f"))).error().code, Code::Truncated);
    QVERIFY(!compute(makeDenseView(DType::Float32, {-3}, {})).has_value());
    QVERIFY(!compute(makeDenseView(DType::Float32, {std::int64_t {1} << 40, std::int64_t {1} << 40}, {}))
                 .has_value());

    const Bytes bytes = bytesOfHex("0000803f");
    const TensorView view
        = makeDenseView(DType::Float32, {1}, Bytes(bytes.span(), std::make_shared<ShrunkFile>()));
    QCOMPARE(compute(view).error().code, Code::ChangedWhileRead);
}

void TestStatistics::stops()
{
    OwnedTask context(2);
    context.stopSource().request_stop();
    const TensorView view = vectorView(DType::UInt8, std::vector<std::uint8_t>(1U << 22));
    QCOMPARE(computeStatistics(view, context).error().code, Code::Cancelled);
}

QTEST_APPLESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
