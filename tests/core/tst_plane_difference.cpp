// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/elements/plane_difference.h"
#include "read_file.h"
#include "temporary_folder.h"
#include "tensor/plane.h"
#include "tensor_building.h"

#include "base/text.h"
#include "compare/elements/difference_writer.h"
#include "compare/measuring/reconcile.h"
#include "metrics/pair_folding.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>

using namespace dumpscope::core;
using namespace dumpscope::test;

Q_DECLARE_METATYPE(dumpscope::core::DifferenceKind)

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

using Numbers = std::vector<double>;
using Flags = std::vector<std::uint8_t>;

ElementStream streamOf(const TensorView& view)
{
    auto stream = ElementStream::make(view, Order::Logical);
    if (!stream)
        qFatal("%s", stream.error().text().c_str());
    return *stream;
}

template<typename T> TensorView shaped(DType dtype, Shape shape, const std::vector<T>& values)
{
    return makeDenseView(dtype, std::move(shape), bytesOf(values));
}

DifferenceBlocks blocksOf(const TensorView& target, const TensorView& golden, DifferenceKind kind,
    const PlaneSpec& plane, std::uint64_t blockRows = 1, std::uint64_t blockColumns = 1)
{
    const ElementStream x = streamOf(target), y = streamOf(golden);
    OwnedTask context(2);
    const auto [rows, columns] = planeSize(x.shape(), plane);
    auto blocks = reduceDifference(x, y, plane, {0, 0, rows, columns}, blockRows, blockColumns,
        ElementDifference(x.dtype(), y.dtype(), kind), context);
    if (!blocks)
        qFatal("%s", blocks.error().text().c_str());
    return *blocks;
}

/// NaN where there are flags, so that both are compared at once.
void compareNumbers(const Numbers& actual, const Numbers& expected)
{
    QCOMPARE(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i)
        QVERIFY2((std::isnan(actual[i]) && std::isnan(expected[i])) || actual[i] == expected[i],
            qPrintable(QStringLiteral("%1: %2 instead of %3").arg(i).arg(actual[i]).arg(expected[i])));
}

} // namespace

class TestPlaneDifference : public QObject {
    Q_OBJECT
private slots:
    void evaluates_data();
    void evaluates();
    void saysWhyThereIsNoNumber();
    void countsStepsOfTheCoarserType();
    void subtractsIntegersExactly();
    void measuresComplexNumbers();
    void keepsTheWorstOfABlock();
    void readsTransposedSides();
    void agreesWithTheFold();
    void leavesOutWhatHasNoCounterpart();
    void samplesTheFirstOfABlock();
    void refuses();
    void writesEveryElement();
    void writesAPlaneAsItIsShown();
    void marksMismatchesInFiles();
};

// Expected: numpy on the same float32 numbers, in float64 after loading; ULP by hand.
void TestPlaneDifference::evaluates_data()
{
    QTest::addColumn<DifferenceKind>("kind");
    QTest::addColumn<Numbers>("expected");
    QTest::newRow("signed") << DifferenceKind::Signed << Numbers {0, 4, -4, 0, 1.1920928955078125e-07, NAN};
    QTest::newRow("absolute") << DifferenceKind::Absolute
                              << Numbers {0, 4, 4, 0, 1.1920928955078125e-07, NAN};
    QTest::newRow("relative") << DifferenceKind::Relative
                              << Numbers {0, 2, 0.8, 0, 1.1920928955078125e-07, NAN};
    // 2 -> 6: one exponent and a half, 2^23 * 1.5; 1 -> 5: two exponents and a quarter.
    QTest::newRow("ulp") << DifferenceKind::Ulp << Numbers {0, 1.5 * 8388608, 2.25 * 8388608, 0, 1, NAN};
    QTest::newRow("mismatch") << DifferenceKind::Mismatch << Numbers {0, 1, 1, 0, 0, NAN};
}

void TestPlaneDifference::evaluates()
{
    QFETCH(DifferenceKind, kind);
    QFETCH(Numbers, expected);
    const float next = 1 + std::numeric_limits<float>::epsilon();
    const TensorView target = shaped<float>(DType::Float32, {2, 3}, {1.5F, 6, 1, -0.0F, next, kNan});
    const TensorView golden = shaped<float>(DType::Float32, {2, 3}, {1.5F, 2, 5, 0, 1, 1});
    const DifferenceBlocks blocks = blocksOf(target, golden, kind, {0, 1, {}});
    QCOMPARE(blocks.rows, 2U);
    QCOMPARE(blocks.columns, 3U);
    compareNumbers(blocks.values, expected);
    QCOMPARE(blocks.flags, (Flags {0, 0, 0, 0, 0, kNanInTarget}));
}

void TestPlaneDifference::saysWhyThereIsNoNumber()
{
    const std::vector<float> x {kNan, kNan, 1, kInf, kInf, kInf, 1, -kInf, 1, kNan};
    const std::vector<float> y {kNan, 1, kNan, kInf, -kInf, 1, kInf, 1, -kInf, kInf};
    const TensorView target = vectorView(DType::Float32, x), golden = vectorView(DType::Float32, y);
    QCOMPARE(blocksOf(target, golden, DifferenceKind::Signed, {0, 0, {}}).flags,
        (Flags {kSameNonFinite, kNanInTarget, kNanInGolden, kSameNonFinite, kOppositeInf, kHasPosInf,
            kHasNegInf, kHasNegInf, kHasPosInf, kNanInTarget}));
    QCOMPARE(blocksOf(target, golden, DifferenceKind::Absolute, {0, 0, {}}).flags,
        (Flags {kSameNonFinite, kNanInTarget, kNanInGolden, kSameNonFinite, kOppositeInf, kHasPosInf,
            kHasPosInf, kHasPosInf, kHasPosInf, kNanInTarget}));
    // Nothing relative to zero, unless both are zero.
    const DifferenceBlocks relative = blocksOf(vectorView<float>(DType::Float32, {0, -0.0F, 2}),
        vectorView<float>(DType::Float32, {0, 0, 0}), DifferenceKind::Relative, {0, 0, {}});
    compareNumbers(relative.values, {0, 0, NAN});
    QCOMPARE(relative.flags, (Flags {0, 0, kHasPosInf}));
}

// float16 against float32: 1.0004 rounds to 1, 1.0006 to the number behind it.
void TestPlaneDifference::countsStepsOfTheCoarserType()
{
    const TensorView half = vectorView<std::uint16_t>(DType::Float16, {0x3C00, 0x3C00, 0xBC00, 0x0001});
    const TensorView single = vectorView<float>(DType::Float32, {1.0004F, 1.0006F, 1, 0});
    compareNumbers(blocksOf(half, single, DifferenceKind::Ulp, {0, 0, {}}).values, {0, 1, 2 * 0x3C00, 1});
    const TensorView brain = vectorView<std::uint16_t>(DType::BFloat16, {0x3F80, 0x3F81, 0x3F80, 0});
    compareNumbers(
        blocksOf(brain, vectorView<float>(DType::Float32, {1, 1, 2, 0}), DifferenceKind::Ulp, {0, 0, {}})
            .values,
        {0, 1, 128, 0});
}

void TestPlaneDifference::subtractsIntegersExactly()
{
    constexpr std::int64_t kLarge = std::int64_t {1} << 62;
    const TensorView target = vectorView<std::int64_t>(DType::Int64, {kLarge + 1, -3});
    const TensorView golden = vectorView<std::int64_t>(DType::Int64, {kLarge, 4});
    compareNumbers(blocksOf(target, golden, DifferenceKind::Signed, {0, 0, {}}).values, {1, -7});
    compareNumbers(blocksOf(target, golden, DifferenceKind::Ulp, {0, 0, {}}).values, {1, 7});
    const TensorView floats = vectorView<double>(DType::Float64, {0x1p62, 4});
    compareNumbers(blocksOf(target, floats, DifferenceKind::Signed, {0, 0, {}}).values, {1, -7});
}

void TestPlaneDifference::measuresComplexNumbers()
{
    const TensorView target = makeDenseView(DType::Complex64, {2}, bytesOf<float>({3, 4, kNan, 1}));
    const TensorView golden = makeDenseView(DType::Complex64, {2}, bytesOf<float>({0, 0, kNan, 1}));
    const DifferenceBlocks blocks = blocksOf(target, golden, DifferenceKind::Signed, {0, 0, {}});
    compareNumbers(blocks.values, {5, NAN});
    QCOMPARE(blocks.flags, (Flags {0, kSameNonFinite}));
}

void TestPlaneDifference::keepsTheWorstOfABlock()
{
    std::vector<float> x(100 * 70, 1), y = x;
    x[37 * 70 + 41] = -3; // block (2, 4) of 16 x 10
    x[37 * 70 + 42] = 2;
    x[99 * 70 + 69] = kNan;
    y[0] = kNan;
    const TensorView target = shaped(DType::Float32, {100, 70}, x);
    const TensorView golden = shaped(DType::Float32, {100, 70}, y);
    const DifferenceBlocks blocks = blocksOf(target, golden, DifferenceKind::Signed, {0, 1, {}}, 16, 10);
    QCOMPARE(blocks.rows, 7U);
    QCOMPARE(blocks.columns, 7U);
    for (std::size_t i = 0; i < blocks.values.size(); ++i)
        QCOMPARE(blocks.values[i], i == 2 * 7 + 4 ? -4 : 0);
    QCOMPARE(int(blocks.flags.front()), int(kNanInGolden));
    QCOMPARE(int(blocks.flags.back()), int(kNanInTarget));
    QCOMPARE(
        std::count_if(blocks.flags.begin(), blocks.flags.end(), [](auto flags) { return flags != 0; }), 2);
}

// NCHW against NHWC of the same numbers is no difference; one changed element is where it belongs.
void TestPlaneDifference::readsTransposedSides()
{
    std::vector<float> x(2 * 3 * 4 * 5), y(x.size());
    for (std::size_t n = 0, i = 0; n < 2; ++n) {
        for (std::size_t c = 0; c < 3; ++c) {
            for (std::size_t h = 0; h < 4; ++h) {
                for (std::size_t w = 0; w < 5; ++w, ++i) {
                    x[i] = static_cast<float>(i);
                    y[((n * 4 + h) * 5 + w) * 3 + c] = static_cast<float>(i) + (i == 117 ? 0.5F : 0);
                }
            }
        }
    }
    TensorView target = shaped(DType::Float32, {2, 3, 4, 5}, x);
    TensorView golden = shaped(DType::Float32, {2, 4, 5, 3}, y);
    target.storage.format = MemoryFormat::NCHW;
    golden.storage.format = MemoryFormat::NHWC;
    const Reconciled aligned = reconcile(target, golden);
    QVERIFY(aligned.mismatch.empty());
    // 117 = [1,2,3,2]
    const DifferenceBlocks blocks
        = blocksOf(aligned.target, aligned.golden, DifferenceKind::Signed, {2, 3, {1, 2, 0, 0}});
    for (std::size_t i = 0; i < blocks.values.size(); ++i)
        QCOMPARE(blocks.values[i], i == 3 * 5 + 2 ? -0.5 : 0);
    const DifferenceBlocks other
        = blocksOf(aligned.target, aligned.golden, DifferenceKind::Absolute, {1, 0, {0, 0, 3, 2}});
    QCOMPARE(other.values[2 * 2 + 1], 0.5);
}

// The largest of the picture is the largest the metrics give.
void TestPlaneDifference::agreesWithTheFold()
{
    std::vector<float> x(64 * 48), y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = std::sin(static_cast<float>(i));
        y[i] = x[i] * (1 + 1e-3F * std::cos(static_cast<float>(i * 7)));
    }
    const TensorView target = shaped(DType::Float32, {64, 48}, x);
    const TensorView golden = shaped(DType::Float32, {64, 48}, y);
    OwnedTask context(2);
    FoldRequest request;
    request.groups = FoldGroup::Errors | FoldGroup::Relative | FoldGroup::Ulp | FoldGroup::Tolerance;
    const auto folded = foldPair(target, golden, request, context);
    QVERIFY(folded);
    const auto largest = [&](DifferenceKind kind) {
        const DifferenceBlocks all = blocksOf(target, golden, kind, {0, 1, {}});
        return *std::max_element(all.values.begin(), all.values.end());
    };
    QCOMPARE(largest(DifferenceKind::Absolute), folded->fold.maxAbsolute.value);
    QCOMPARE(largest(DifferenceKind::Relative), folded->fold.maxRelative.value);
    QCOMPARE(largest(DifferenceKind::Ulp), folded->fold.ulpMax);
    const DifferenceBlocks mask = blocksOf(target, golden, DifferenceKind::Mismatch, {0, 1, {}});
    QCOMPARE(static_cast<std::uint64_t>(std::count(mask.values.begin(), mask.values.end(), 1.0)),
        folded->fold.mismatches);
}

// A block of nothing else says so, one with others has theirs; NaN stays NaN. Files have NaN there.
void TestPlaneDifference::leavesOutWhatHasNoCounterpart()
{
    const TensorView target = shaped<float>(DType::Float32, {2, 4}, {1, 0, 0, 0, kNan, 3, 0, 0});
    const TensorView golden = shaped<float>(DType::Float32, {2, 4}, {1, 9, 9, 9, 1, 5, 9, 9});
    const ElementStream x = ElementStream::make(target, Order::Logical).value();
    const ElementStream y = ElementStream::make(golden, Order::Logical).value();
    const PaddingMask absent = PaddingMask::ofUnused({true, false, false, false, true, true, false, false});
    QCOMPARE(absent.usedElements(), (std::vector<std::uint64_t> {0, 4, 5}));
    OwnedTask task;
    const ElementDifference signedOne(DType::Float32, DType::Float32, DifferenceKind::Signed);
    const DifferenceBlocks each
        = reduceDifference(x, y, {0, 1, {}}, {0, 0, 2, 4}, 1, 1, signedOne, task, &absent).value();
    compareNumbers(each.values, {0, NAN, NAN, NAN, NAN, -2, NAN, NAN});
    QCOMPARE(each.flags,
        (Flags {0, kNoCounterpart, kNoCounterpart, kNoCounterpart, kNanInTarget, 0, kNoCounterpart,
            kNoCounterpart}));
    const DifferenceBlocks blocks
        = reduceDifference(x, y, {0, 1, {}}, {0, 0, 2, 4}, 2, 2, signedOne, task, &absent).value();
    compareNumbers(blocks.values, {-2, NAN});
    QCOMPARE(blocks.flags, (Flags {kNanInTarget, kNoCounterpart}));
    const ElementDifference mismatch(DType::Float32, DType::Float32, DifferenceKind::Mismatch);
    std::string text;
    QVERIFY(writeDifferenceCsv(
        x, y, mismatch, std::nullopt, task,
        [&text](std::string_view part) -> Result<void> {
            text += part;
            return {};
        },
        &absent));
    QCOMPARE(text, std::string("0,NaN,NaN,NaN\n1,1,NaN,NaN\n"));
}

void TestPlaneDifference::samplesTheFirstOfABlock()
{
    std::vector<float> x(10 * 10), y(x.size());
    std::iota(x.begin(), x.end(), 0.0F);
    const ElementStream target = streamOf(shaped(DType::Float32, {10, 10}, x));
    const ElementStream golden = streamOf(shaped(DType::Float32, {10, 10}, y));
    OwnedTask context(1);
    const auto blocks = sampleDifference(target, golden, {0, 1, {}}, 4, 8,
        ElementDifference(DType::Float32, DType::Float32, DifferenceKind::Signed), context);
    QVERIFY(blocks);
    compareNumbers(blocks->values, {0, 8, 40, 48, 80, 88});
}

void TestPlaneDifference::refuses()
{
    const ElementStream a = streamOf(vectorView<float>(DType::Float32, {1, 2}));
    const ElementStream b = streamOf(vectorView<float>(DType::Float32, {1, 2, 3}));
    const ElementDifference difference(DType::Float32, DType::Float32, DifferenceKind::Signed);
    OwnedTask context(1);
    const PlaneSpec line {0, 0, {}};
    QVERIFY(!reduceDifference(a, b, line, {0, 0, 1, 2}, 1, 1, difference, context));
    QVERIFY(!reduceDifference(a, a, line, {0, 0, 1, 3}, 1, 1, difference, context));
    QVERIFY(!reduceDifference(a, a, line, {0, 0, 1, 2}, 0, 1, difference, context));
    context.stopSource().request_stop();
    QVERIFY(!reduceDifference(a, a, line, {0, 0, 1, 2}, 1, 1, difference, context));
}

// NumPy: np.subtract(x, y) of the same float32 numbers, as float64.
void TestPlaneDifference::writesEveryElement()
{
    const ElementStream x
        = streamOf(shaped<float>(DType::Float32, {2, 4}, {1.5F, 2, kNan, kInf, -kInf, kInf, 0, 0.25F}));
    const ElementStream y
        = streamOf(shaped<float>(DType::Float32, {2, 4}, {1, 2, 3, 3, kInf, kInf, kNan, -0.5F}));
    const ElementDifference difference(x.dtype(), y.dtype(), DifferenceKind::Signed);
    OwnedTask context(1);
    std::string text;
    const auto sink = [&text](std::string_view piece) -> Result<void> {
        text += piece;
        return {};
    };
    QVERIFY(writeDifferenceCsv(x, y, difference, std::nullopt, context, sink));
    QCOMPARE(text.substr(0, text.find('\n')), "0.5,0," + numberText(kNan) + ',' + numberText(kInf));
    QCOMPARE(text.substr(text.find('\n') + 1),
        numberText(-kInf) + ',' + numberText(kNan) + ',' + numberText(kNan) + ",0.75\n");

    const TemporaryFolder folder;
    const std::string path = folder.at("d.npy");
    auto file = AtomicFile::create(path);
    QVERIFY(file);
    QVERIFY(writeDifferenceNpy(*file, x, y, difference, std::nullopt, context));
    QVERIFY(file->commit());
    const std::string bytes = readFile(path);
    QVERIFY(bytes.starts_with("\x93NUMPY"));
    QVERIFY(bytes.find("'descr': '<f8'") != std::string::npos);
    QVERIFY(bytes.find("'shape': (2, 4)") != std::string::npos);
    Numbers written(8);
    std::memcpy(written.data(), bytes.data() + bytes.size() - 64, 64);
    compareNumbers(written, {0.5, 0, kNan, kInf, -kInf, kNan, kNan, 0.75});
}

// NumPy: (x - y)[:, 1, :].T for x = 10 * arange(12).reshape(2, 2, 3), y = arange(12).reshape(2, 2, 3).
void TestPlaneDifference::writesAPlaneAsItIsShown()
{
    std::vector<float> tens, ones;
    for (int i = 0; i < 12; ++i) {
        tens.push_back(static_cast<float>(10 * i));
        ones.push_back(static_cast<float>(i));
    }
    const ElementStream x = streamOf(shaped<float>(DType::Float32, {2, 2, 3}, tens));
    const ElementStream y = streamOf(shaped<float>(DType::Float32, {2, 2, 3}, ones));
    OwnedTask context(1);
    std::string text;
    const PlaneSpec plane {2, 0, {0, 1, 0}};
    QVERIFY(writeDifferenceCsv(x, y, ElementDifference(x.dtype(), y.dtype(), DifferenceKind::Signed), plane,
        context, [&text](std::string_view piece) -> Result<void> {
            text += piece;
            return {};
        }));
    QCOMPARE(text, std::string("27,81\n36,90\n45,99\n"));
}

void TestPlaneDifference::marksMismatchesInFiles()
{
    const ElementStream x = streamOf(shaped<float>(DType::Float32, {5}, {1, 1.5F, kNan, kNan, 3}));
    const ElementStream y = streamOf(shaped<float>(DType::Float32, {5}, {1, 1, kNan, 1, 2}));
    OwnedTask context(1);
    const auto written = [&](double atol) {
        std::string text;
        const auto done = writeDifferenceCsv(x, y,
            ElementDifference(x.dtype(), y.dtype(), DifferenceKind::Mismatch, atol, 0), std::nullopt, context,
            [&text](std::string_view piece) -> Result<void> {
                text += piece;
                return {};
            });
        return done ? text : std::string();
    };
    QCOMPARE(written(0.5), std::string("0,0,0,1,1\n"));
    QCOMPARE(written(0.25), std::string("0,1,0,1,1\n"));
    const ElementStream longer = streamOf(shaped<float>(DType::Float32, {2}, {1, 2}));
    QVERIFY(!writeDifferenceCsv(x, longer, ElementDifference(x.dtype(), x.dtype(), DifferenceKind::Signed),
        std::nullopt, context, [](std::string_view) -> Result<void> { return {}; }));
}

QTEST_APPLESS_MAIN(TestPlaneDifference)
#include "tst_plane_difference.moc"
