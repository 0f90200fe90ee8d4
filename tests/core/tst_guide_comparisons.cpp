// SPDX-License-Identifier: GPL-3.0-or-later
// What docs/guide.md promises of dumps and checkpoints of large models: the planted fault is named.
#include "compare/comparison.h"
#include "metrics/metric_registry.h"
#include "model/dump_folder.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope::core;
using dumpscope::test::readFile;
using dumpscope::test::TemporaryFolder;
using dumpscope::test::writeFile;

class GuideComparisonsTest : public QObject {
    Q_OBJECT

private slots:
    void atbAgainstTorch();
    void layersAreNoCulprits();
    void megatronAgainstHuggingFace();

private:
    Comparison compared(const char* target, const char* golden, const std::string& map)
    {
        const std::string data = DUMPSCOPE_TEST_DATA "/guide/";
        TaskContext task = m_owned.context();
        const auto metrics = builtinMetrics();
        ComparisonOptions options;
        options.measure.profile = metrics->findProfile("dumpscope");
        options.measure.metrics
            = std::make_shared<const MetricSelection>(defaultMetrics(*metrics, "dumpscope"));
        options.limits = *presetLimits("precision");
        if (!map.empty())
            options.pairing.ruleFiles = {map};
        const auto open = [&](const char* side) {
            return ComparisonSide {openDump(data + side, builtinFormats(), {}, task).value(), std::nullopt};
        };
        return compareSides(open(target), open(golden), options, {}, task).value();
    }

    OwnedTask m_owned;
};

/// The device has a rank, the single process on the host has none.
void GuideComparisonsTest::atbAgainstTorch()
{
    const Comparison comparison = compared("atb", "torch", DUMPSCOPE_TEST_DATA "/guide/atb-torch.json");
    const Conclusion& conclusion = comparison.conclusion;
    QVERIFY(conclusion.place);
    QCOMPARE(conclusion.place->words().text(),
        std::string("rank 0 step 0 2_Prefill_layer/2_LinearOperation output 0 (model.py:16)"));
    QVERIFY2(conclusion.text().find("most likely at fault") != std::string::npos, conclusion.text().c_str());
}

/// A layer stands before what is inside it; it is what is inside that is named.
void GuideComparisonsTest::layersAreNoCulprits()
{
    TemporaryFolder folder;
    std::string map = readFile(DUMPSCOPE_TEST_DATA "/guide/atb-torch.json");
    const std::string layer
        = R"({"target": "2_Prefill_layer", "golden": "Module.layers.1.Layer.forward.0"}, )";
    map.insert(map.find('[') + 1, layer);
    QVERIFY(writeFile(folder.at("map.json"), map));
    const Comparison comparison = compared("atb", "torch", folder.at("map.json"));
    QVERIFY(comparison.conclusion.place);
    QCOMPARE(comparison.conclusion.place->words().text(),
        std::string("rank 0 step 0 2_Prefill_layer/2_LinearOperation output 0 (model.py:16)"));
    QCOMPARE(comparison.suspicion.suspects.size(), std::size_t {2});
    QCOMPARE(comparison.suspicion.suspects[1].opName, std::string("2_Prefill_layer"));
}

/// One weight fails and no other.
void GuideComparisonsTest::megatronAgainstHuggingFace()
{
    const Comparison comparison = compared("megatron", "hf", {});
    QStringList failed;
    for (std::size_t row = 0; row < comparison.pairs->rows(); ++row) {
        if (comparison.pairs->row(row).verdict == Verdict::Fail)
            failed += QString::fromStdString(
                cellText(comparison.pairs->cell(row, comparison.pairs->columnByName("op_name"))));
    }
    QCOMPARE(failed, QStringList({"decoder.layers.1.self_attention.linear_proj.weight"}));
    QCOMPARE(comparison.pairs->rows(), std::size_t {11});
}

QTEST_GUILESS_MAIN(GuideComparisonsTest)
#include "tst_guide_comparisons.moc"
