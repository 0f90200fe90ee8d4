// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/measuring/reconcile.h"

#include "compare/elements/transposition_step.h"

#include "tensor/element_convert.h"
#include "tensor/element_stream.h"

#include <QTest>

#include <cstring>
#include <vector>

using namespace dumpscope::core;

namespace {

/// float32 elements 0, 1, 2, … of the shape.
TensorView counting(Shape shape, MemoryFormat format = MemoryFormat::Unspecified)
{
    const std::uint64_t count = *elementCount(shape);
    std::vector<std::byte> bytes(count * 4);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto value = static_cast<float>(i);
        std::memcpy(bytes.data() + i * 4, &value, 4);
    }
    TensorView view = makeDenseView(DType::Float32, std::move(shape), Bytes::fromVector(std::move(bytes)));
    view.storage.format = format;
    return view;
}

std::vector<float> valuesOf(const TensorView& view)
{
    const auto stream = ElementStream::make(view, Order::Logical);
    if (!stream)
        return {};
    ElementStream::Scratch scratch;
    const ElementChunk chunk = stream->read(0, stream->count(), scratch);
    std::vector<float> values(chunk.count);
    toFloat(chunk, values.data());
    return values;
}

} // namespace

class tst_Reconcile : public QObject {
    Q_OBJECT

private slots:
    void equalShapesNeedNothing()
    {
        const Reconciled r = reconcile(counting({2, 3}), counting({2, 3}));
        QVERIFY(r.steps.empty());
        QVERIFY(r.mismatch.empty());
    }

    void lengthOneAxesAndGrouping()
    {
        for (const Shape& shape : {Shape {1, 6}, Shape {6, 1, 1}, Shape {2, 3}, Shape {3, 2}}) {
            const Reconciled r = reconcile(counting({6}), counting(shape));
            QVERIFY(r.mismatch.empty());
            QCOMPARE(r.steps.size(), std::size_t {1});
            QCOMPARE(valuesOf(r.golden), valuesOf(counting({6})));
        }
    }

    void aDifferentGroupingIsNoReading()
    {
        const Reconciled r = reconcile(counting({2, 3}), counting({3, 2}));
        QVERIFY(!r.mismatch.empty());
        QVERIFY(!r.countDiffers);
    }

    void countsAreNeverStretched()
    {
        QVERIFY(reconcile(counting({2, 3}), counting({1, 3})).countDiffers);
        QVERIFY(reconcile(counting({}), counting({0})).countDiffers);
    }

    void recordedFormatsTranspose()
    {
        // NumPy: np.arange(24).reshape(1,2,3,4).transpose(0,3,1,2).ravel()[:6]
        const Reconciled r = reconcile(
            counting({1, 4, 2, 3}, MemoryFormat::NCHW), counting({1, 2, 3, 4}, MemoryFormat::NHWC));
        QVERIFY(r.mismatch.empty());
        QCOMPARE(r.golden.shape, (Shape {1, 4, 2, 3}));
        const std::vector<float> values = valuesOf(r.golden);
        QCOMPARE(values.size(), std::size_t {24});
        QCOMPARE((std::vector<float>(values.begin(), values.begin() + 8)),
            (std::vector<float> {0, 4, 8, 12, 16, 20, 1, 5}));
        QCOMPARE(transpositionText(r.steps).text(), std::string("golden is read transposed, NHWC as NCHW"));
    }

    void headlinesSayNothingOfOtherSteps()
    {
        QVERIFY(transpositionText({}).empty());
        const Reconciled r = reconcile(counting({6}), counting({1, 6}));
        QCOMPARE(r.steps.size(), std::size_t {1});
        QVERIFY(transpositionText(r.steps).empty());
    }

    void theOnlyFittingReadingTransposes()
    {
        // Golden from TensorFlow without a format: only NCHW<-NHWC fits.
        const Reconciled r = reconcile(counting({2, 3, 5, 7}), counting({2, 5, 7, 3}));
        QVERIFY(r.mismatch.empty());
        QCOMPARE(r.steps.size(), std::size_t {1});
        QCOMPARE(valuesOf(r.golden)[1], 3.0F);
        QCOMPARE(transpositionText(r.steps).text(), std::string("golden is read transposed, NHWC as NCHW"));
        // Where golden has a device layout, the target is moved the other way.
        const std::vector<Message> onTarget {phraseOf(kDoneOnTarget, r.steps.front())};
        QCOMPARE(
            transpositionText(onTarget).text(), std::string("the target is read transposed, NCHW as NHWC"));
    }

    void theOtherWayRound()
    {
        const Reconciled r = reconcile(counting({2, 4, 3, 5}), counting({2, 5, 4, 3}));
        QVERIFY(r.mismatch.empty());
        QVERIFY(r.steps.at(0).text().find("NHWC<-NCHW") != std::string::npos);
    }

    void aRecordedFormatRulesReadingsOut()
    {
        const Reconciled r = reconcile(counting({2, 4, 3, 5}, MemoryFormat::NCHW), counting({2, 5, 4, 3}));
        QVERIFY(!r.mismatch.empty());
    }

    void aRuleMayAsk()
    {
        AlignmentHint hint;
        hint.targetAxes = "NCHW";
        hint.goldenAxes = "NHWC";
        const Reconciled r = reconcile(counting({1, 2, 2, 2}), counting({1, 2, 2, 2}), &hint);
        QCOMPARE(valuesOf(r.golden), (std::vector<float> {0, 2, 4, 6, 1, 3, 5, 7}));
    }

    void aRuleTransposesMatrices()
    {
        AlignmentHint hint;
        hint.targetAxes = "IO";
        hint.goldenAxes = "OI";
        // NumPy: np.arange(6).reshape(3,2).T.ravel()
        const Reconciled r = reconcile(counting({2, 3}), counting({3, 2}), &hint);
        QVERIFY(r.mismatch.empty());
        QCOMPARE(valuesOf(r.golden), (std::vector<float> {0, 2, 4, 1, 3, 5}));
        // A square one, too, which fits without being moved.
        const Reconciled square = reconcile(counting({2, 2}), counting({2, 2}), &hint);
        QCOMPARE(valuesOf(square.golden), (std::vector<float> {0, 2, 1, 3}));
        // What has other axes is left alone: the bias of the same operator.
        QVERIFY(reconcile(counting({3}), counting({3}), &hint).steps.empty());
    }

    void emptyTensorsMeet()
    {
        QVERIFY(reconcile(counting({0}), counting({0})).mismatch.empty());
        QVERIFY(!reconcile(counting({0, 2}), counting({3, 0})).mismatch.empty());
    }
};

QTEST_APPLESS_MAIN(tst_Reconcile)
#include "tst_reconcile.moc"
