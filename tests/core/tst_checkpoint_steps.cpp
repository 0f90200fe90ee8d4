// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/checkpoint_steps.h"

#include <QTest>

#include <vector>

using namespace dumpscope::core;

/// Names of MindSpore's ModelCheckpoint: prefix, epoch, step within it.
class TestCheckpointSteps : public QObject {
    Q_OBJECT

private slots:
    void names()
    {
        const auto plain = checkpointName("net-1_100.ckpt");
        QVERIFY(plain && plain->prefix == "net" && plain->epoch == 1 && plain->step == 100);
        // A second run into the same folder.
        const auto second = checkpointName("net_1-3_25.ckpt");
        QVERIFY(second && second->prefix == "net_1" && second->epoch == 3 && second->step == 25);
        for (const char* other : {"net-1_100.npy", "model.ckpt", "model-100.ckpt", "net-0_5.ckpt",
                 "-1_2.ckpt", "strategy.ckpt", "net-1_99999999999999999999.ckpt"})
            QVERIFY2(!checkpointName(other), other);
    }

    void steps_data()
    {
        QTest::addColumn<QStringList>("names"); // epoch_step
        QTest::addColumn<QList<int>>("steps");  // empty: not known
        QTest::newRow("first epoch") << QStringList {"1_50", "1_100"} << QList<int> {50, 100};
        QTest::newRow("ends of epochs")
            << QStringList {"1_100", "2_100", "3_100"} << QList<int> {100, 200, 300};
        QTest::newRow("halves") << QStringList {"3_50", "3_100", "4_50", "4_100"}
                                << QList<int> {250, 300, 350, 400};
        // Every 100 steps of 250.
        QTest::newRow("across") << QStringList {"1_100", "1_200", "2_50", "2_150", "2_250"} << QList<int> {};
        QTest::newRow("a later one") << QStringList {"5_100"} << QList<int> {};
        QTest::newRow("far apart") << QStringList {"1_900", "4_900"} << QList<int> {};
    }
    void steps()
    {
        QFETCH(QStringList, names);
        QFETCH(QList<int>, steps);
        std::vector<CheckpointName> given;
        for (const QString& name : names)
            given.push_back({"net", name.section('_', 0, 0).toInt(), name.section('_', 1).toInt()});
        const auto found = checkpointSteps(given);
        QCOMPARE(found.size(), static_cast<std::size_t>(steps.size()));
        for (qsizetype i = 0; i < steps.size(); ++i) {
            const CheckpointName& one = given[static_cast<std::size_t>(i)];
            QCOMPARE(found.at({one.epoch, one.step}), std::int64_t {steps[i]});
        }
    }
};

QTEST_APPLESS_MAIN(TestCheckpointSteps)
#include "tst_checkpoint_steps.moc"
