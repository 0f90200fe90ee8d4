// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/named_step.h"

#include <QTest>

using namespace dumpscope::core;

class TestNamedStep : public QObject {
    Q_OBJECT

private slots:
    void names_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("step");   // -1: none
        QTest::addColumn<bool>("isAll"); // the name is nothing else
        const auto row = [](const char* name, int step, bool isAll) {
            QTest::newRow(name) << QByteArray(name) << step << isAll;
        };
        row("step_800", 800, true);
        row("step-800", 800, true);
        row("step0", 0, true);
        row("checkpoint-300", 300, true); // transformers
        row("global_step40", 40, true);   // DeepSpeed
        row("iter_0000200", 200, true);   // Megatron
        row("epoch_3", 3, true);
        row("model_step1200", 1200, false);
        row("epoch=3-step=1200", 1200, false); // Lightning
        row("model.ckpt-100", 100, false);     // TensorFlow
        row("full_8", -1, false);
        row("model-00001-of-00002", -1, false);
        row("stepwise_3", -1, false);
        row("footstep_3", -1, false);
        row("step", -1, false);
        row("step_", -1, false);
        row("step_3b", -1, false);
        row("step_99999999999999999999999", -1, false);
        row("mp_rank_00_model_states", -1, false);
    }
    void names()
    {
        QFETCH(QByteArray, name);
        QFETCH(int, step);
        QFETCH(bool, isAll);
        const std::string_view text(name.constData(), static_cast<std::size_t>(name.size()));
        const auto found = stepInName(text);
        QCOMPARE(found ? static_cast<int>(found->step) : -1, step);
        QCOMPARE(stepOfName(text).has_value(), isAll);
    }

    void foldersAndFiles()
    {
        const auto formats = builtinFormats();
        QCOMPARE(formats->describeFolder("/runs/a/checkpoint-300").step.value_or(-1), 300);
        QVERIFY(!formats->describeFolder("/runs/step_3/more").step);
        QCOMPARE(formats->describeFolder("/runs/rank_1/step_3").rank.value_or(-1), 1);
        const NameFacts facts = formats->parseName("grad_step12.pt", {});
        QCOMPARE(facts.step.value_or(-1), 12);
        QCOMPARE(facts.opName, std::string_view("grad"));
        QVERIFY(!formats->parseName("notes_step12.txt", {}).step);
        // A tensor of that name and its slot.
        QVERIFY(!formats->parseName("global_step.0.npy", {}).step);
        QCOMPARE(formats->parseName("global_step_7.npy", {}).step.value_or(-1), 7);
    }
};

QTEST_APPLESS_MAIN(TestNamedStep)
#include "tst_named_step.moc"
