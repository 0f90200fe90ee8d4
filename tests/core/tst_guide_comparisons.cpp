// SPDX-License-Identifier: GPL-3.0-or-later
// What docs/guide.md promises of dumps and checkpoints of large models: the planted fault is named.
#include "compare/comparison.h"
#include "metrics/metric_registry.h"
#include "model/dump_folder.h"

#include <QTest>

using namespace dumpscope::core;

class GuideComparisonsTest : public QObject {
    Q_OBJECT

private slots:
    void atbAgainstTorch();
    void megatronAgainstHuggingFace();

private:
    Comparison compared(const char* target, const char* golden)
    {
        const std::string data = DUMPSCOPE_TEST_DATA "/guide/";
        const auto metrics = builtinMetrics();
        ComparisonOptions options;
        options.measure.profile = metrics->findProfile("dumpscope");
        options.measure.metrics
            = std::make_shared<const MetricSelection>(defaultMetrics(*metrics, "dumpscope"));
        options.limits = *presetLimits("precision");
        const auto open = [&](const char* side) {
            return ComparisonSide {openDump(data + side, builtinFormats(), {}, m_task).value(), std::nullopt};
        };
        return compareSides(open(target), open(golden), options, {}, m_task).value();
    }

    OwnedTask m_task;
};

/// The device has a rank, the single process on the host has none. Every operator of the torch run has a
/// partner; layers, which ATB dumps before what is inside them, have none.
void GuideComparisonsTest::atbAgainstTorch()
{
    const Comparison comparison = compared("atb", "torch");
    const Conclusion& conclusion = comparison.conclusion;
    QVERIFY(conclusion.place);
    QCOMPARE(conclusion.place->words().text(),
        std::string("rank 0 step 0 2_Prefill_layer/2_LinearOperation output 0 (model.py:16)"));
    QVERIFY2(conclusion.text().find("most likely at fault") != std::string::npos, conclusion.text().c_str());
    QCOMPARE(comparison.pairs->rows(), std::size_t {24});
    QCOMPARE(comparison.unpairedGolden.size(), std::size_t {4});
    QCOMPARE(comparison.suspicion.suspects.size(), std::size_t {1});
}

/// One weight fails and no other; ten stand in fused ones.
void GuideComparisonsTest::megatronAgainstHuggingFace()
{
    const Comparison comparison = compared("megatron", "hf");
    QStringList failed;
    for (std::size_t row = 0; row < comparison.pairs->rows(); ++row) {
        if (comparison.pairs->row(row).verdict == Verdict::Fail)
            failed += QString::fromStdString(
                cellText(comparison.pairs->cell(row, comparison.pairs->columnByName("op_name"))));
    }
    QCOMPARE(failed, QStringList({"decoder.layers.1.self_attention.linear_proj.weight"}));
    QCOMPARE(comparison.pairs->rows(), std::size_t {21});
}

QTEST_GUILESS_MAIN(GuideComparisonsTest)
#include "tst_guide_comparisons.moc"
