// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/opened_pair.h"

#include "common/core_text.h"
#include "heatmap/value_scale.h"

#include <QTest>

#include <cmath>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

core::ElementChunk chunkOf(core::DType dtype, const void* bits)
{
    return {dtype, 0, 1, static_cast<const std::byte*>(bits)};
}

} // namespace

/// What is shown of a pair adds up: T - G = Δ.
class PairTextsTest : public QObject { // NOLINT
    Q_OBJECT
private slots:
    void halves()
    {
        // 0.1 and the next number of float16: 0.0999755859375, 0.10003662109375.
        const std::uint16_t target = 0x2e66, golden = 0x2e67;
        const auto texts = pairTexts(chunkOf(core::DType::Float16, &target),
            chunkOf(core::DType::Float16, &golden), 0, valueText(-0x1p-14));
        QCOMPARE(texts.target, QString("0.0999755859375"));
        QCOMPARE(texts.golden, QString("0.100036621094"));
    }

    void shortTextsStay()
    {
        const std::uint16_t two = 0x4100, one = 0x3c00; // 2.5, 1
        const auto texts = pairTexts(
            chunkOf(core::DType::Float16, &two), chunkOf(core::DType::Float16, &one), 0, valueText(1.5));
        QCOMPARE(texts.target, QString("2.5"));
        QCOMPARE(texts.golden, QString("1"));
        const double x = 0.1, y = 0.3; // 0.1 - 0.3 is -0.19999999999999998
        const auto doubles = pairTexts(
            chunkOf(core::DType::Float64, &x), chunkOf(core::DType::Float64, &y), 0, valueText(x - y));
        QCOMPARE(doubles.target, QString("0.1"));
        QCOMPARE(doubles.golden, QString("0.3"));
    }

    void singles()
    {
        const float x = 4.0117507F, y = 0.011750595F;
        const QString difference = valueText(static_cast<double>(x) - static_cast<double>(y));
        const auto texts
            = pairTexts(chunkOf(core::DType::Float32, &x), chunkOf(core::DType::Float32, &y), 0, difference);
        QVERIFY(std::abs(texts.target.toDouble() - texts.golden.toDouble() - difference.toDouble()) < 1e-15);
        const float one = 1, nearOne = 0.9F; // 0.899999976
        const auto few = pairTexts(
            chunkOf(core::DType::Float32, &one), chunkOf(core::DType::Float32, &nearOne), 0, "0.100000024");
        QCOMPARE(few.target, QString("1"));
        QCOMPARE(few.golden, QString("0.899999976"));
    }

    void equalNumbersOfTwoTypesReadTheSame()
    {
        // -0.2252 of float16 is -0.22521973 of float32.
        const std::uint16_t half = 0xb335;
        const float single = -0.2252197265625F;
        const auto texts = pairTexts(
            chunkOf(core::DType::Float16, &half), chunkOf(core::DType::Float32, &single), 0, valueText(0));
        QCOMPARE(texts.target, texts.golden);
        QCOMPARE(texts.target.toDouble(), texts.golden.toDouble());
        // A difference that is a whole number is no rounded one.
        const float more = single + 1;
        const auto one = pairTexts(
            chunkOf(core::DType::Float32, &more), chunkOf(core::DType::Float16, &half), 0, valueText(1));
        QVERIFY2(std::abs(one.target.toDouble() - one.golden.toDouble() - 1) < 1e-5,
            qPrintable(one.target + u' ' + one.golden));
    }

    void wordsStay()
    {
        const std::uint16_t nan = 0x7e00, one = 0x3c00;
        const auto texts
            = pairTexts(chunkOf(core::DType::Float16, &nan), chunkOf(core::DType::Float16, &one), 0, "NaN T");
        QCOMPARE(texts.target, QString("NaN"));
        QCOMPARE(texts.golden, QString("1"));
    }
};

QTEST_MAIN(PairTextsTest)
#include "tst_pair_texts.moc"
