// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launched_ranks.h"

#include <QTest>

using namespace dumpscope::core;

class tst_LaunchedRanks : public QObject {
    Q_OBJECT

private slots:
    void countIsThatOfTheLauncher_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("worldSize");
        QTest::addColumn<int>("count"); // 0: not known
        QTest::addColumn<QString>("from");
        const auto row
            = [](const char* name, const char* line, const char* worldSize, int count, const char* from) {
                  QStringList words = QString(line).split(' ');
                  const QString program = words.takeFirst();
                  QTest::newRow(name) << program << words << worldSize << count << from;
              };
        row("torchrun", "/usr/bin/torchrun --nproc_per_node=4 train.py", "", 4, "--nproc_per_node");
        row("dashes", "torchrun --nproc-per-node 4 --nnodes 2 train.py", "", 8, "--nproc_per_node");
        row("one process", "torchrun train.py", "", 1, "torchrun");
        row("devices", "torchrun --nproc_per_node=gpu train.py", "", 0, "");
        row("elastic", "torchrun --nnodes=1:4 --nproc_per_node=8 train.py", "", 0, "");
        row("module", "python3 -m torch.distributed.run --nproc_per_node 2 train.py", "", 2,
            "--nproc_per_node");
        row("of the script", "torchrun --nproc_per_node 2 train.py --nproc_per_node 16", "", 2,
            "--nproc_per_node");
        row("msrun", "msrun --worker_num=8 --local_worker_num=4 train.py", "", 8, "--worker_num");
        row("mpirun", "mpirun -np 4 python train.py", "", 4, "-np");
        row("variable", "python train.py", "4", 4, "WORLD_SIZE");
        row("no number", "python train.py", "many", 0, "");
        row("nothing", "python train.py", "", 0, "");
        row("no value", "msrun --worker_num", "", 0, "");
    }
    void countIsThatOfTheLauncher()
    {
        QFETCH(const QString, program);
        QFETCH(const QStringList, arguments);
        QFETCH(const QString, worldSize);
        QFETCH(const int, count);
        QFETCH(const QString, from);
        LaunchProfile profile;
        profile.program = program.toStdString();
        for (const QString& word : arguments)
            profile.arguments.push_back(word.toStdString());
        if (!worldSize.isEmpty())
            profile.environment.emplace_back("WORLD_SIZE", worldSize.toStdString());
        const auto launched = launchedRanks(profile);
        QCOMPARE(launched ? static_cast<int>(launched->count) : 0, count);
        QCOMPARE(launched ? QString::fromStdString(launched->from) : QString(), from);
    }

    void ranksThatWillNotRunAreTold()
    {
        LaunchProfile profile;
        profile.program = "torchrun";
        profile.arguments = {"--nproc_per_node", "4", "train.py"};
        DumpRequest request;
        QVERIFY(checkRanks(profile, request).empty());
        request.devices = {0, 3};
        QVERIFY(checkRanks(profile, request).empty());
        request.devices = {3, 4};
        const auto some = checkRanks(profile, request);
        QCOMPARE(some.size(), std::size_t(1));
        QCOMPARE(some.front().severity, Severity::Warning);
        QCOMPARE(
            some.front().message.text(), std::string("rank 4 will not run: by --nproc_per_node there are 4"));
        request.devices = {8, 9};
        const auto none = checkRanks(profile, request);
        QCOMPARE(none.size(), std::size_t(1));
        QCOMPARE(none.front().severity, Severity::Error);
        profile.program = "python";
        QVERIFY(checkRanks(profile, request).empty());
    }
};

QTEST_APPLESS_MAIN(tst_LaunchedRanks)
#include "tst_launched_ranks.moc"
