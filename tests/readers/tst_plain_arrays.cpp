// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays that other programs wrote into numbered folders are not taken for dumps of MindSpore.
#include "model/dump_folder.h"
#include "summary/dump_summary.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

class TestPlainArrays : public QObject {
    Q_OBJECT

private slots:
    void kinds_data();
    void kinds();
};

void TestPlainArrays::kinds_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("place"); ///< model, step
    const char* const attention = "transformer.layers.0.attention.output.npy";
    QTest::newRow("TensorRT-LLM") << "tllm_debug/PP_1/TP_2/iteration_3" << attention << "tensorrt-llm"
                                  << " 3";
    QTest::newRow("folder of iterations") << "run/iteration_3" << attention << "npy-folder"
                                          << "run 3";
    QTest::newRow("steps of ranks") << "rank_0/step_2"
                                    << "conv1.weight.npy"
                                    << "npy-folder"
                                    << " 2";
    QTest::newRow("ranks of steps") << "iteration_2/rank1"
                                    << "conv1.weight.npy"
                                    << "npy-folder"
                                    << " 2";
    QTest::newRow("a rank alone") << "rank_0"
                                  << "conv1.weight.npy"
                                  << "npy-folder"
                                  << " -1";
    QTest::newRow("MindSpore 1.2") << "ResNet50/iteration_3"
                                   << "Default--Add-op8_input_1_shape_4_Float32_DefaultFormat.bin"
                                   << "mindspore-sync"
                                   << "ResNet50 3";
}

void TestPlainArrays::kinds()
{
    QFETCH(const QString, folder);
    QFETCH(const QString, name);
    QFETCH(const QString, kind);
    QFETCH(const QString, place);
    const TemporaryFolder root;
    const std::string inside = "dump/" + folder.toStdString();
    const std::string bytes
        = name.endsWith(".npy") ? readFile(DUMPSCOPE_TEST_DATA "/npy/fortran_2d.npy") : std::string(16, '\1');
    QVERIFY(writeFile(root.at(inside + '/' + name.toStdString()), bytes));
    OwnedTask task(1);
    const auto index = openDump(root.at("dump"), builtinFormats(), {}, task);
    QVERIFY(index);
    QCOMPARE((*index)->tensorCount(), 1U);
    const DumpSummary summary = summarise(**index);
    QCOMPARE(summary.kinds.size(), 1U);
    QCOMPARE(QString::fromStdString(summary.kinds.front().id), kind);
    const FolderFacts& facts = (*index)->factsOf(TensorId(0U));
    QCOMPARE(QString::fromStdString(facts.model) + ' ' + QString::number(facts.step.value_or(-1)), place);
}

QTEST_GUILESS_MAIN(TestPlainArrays)
#include "tst_plain_arrays.moc"
