// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/companion_file.h"

#include "model/dump_folder.h"
#include "read_file.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

class tst_CompanionFile : public QObject {
    Q_OBJECT

private slots:
    void names()
    {
        for (const char* name : {"README", "readme.txt", "README.md", "LICENSE", "train.py", "run.sh",
                 "loss.png", ".gitignore", "Makefile", "latest_checkpointed_iteration.txt",
                 "generation_config.json", "run.trend.db-wal", "operation_tensors_0.csv"})
            QVERIFY2(isCompanionFile(name), name);
        for (const char* name : {"", "readmes", "data.bin", "step.txt", "dump.json", "makefiles", "a.pt",
                 "a.db-wal", "config.jsonl"})
            QVERIFY2(!isCompanionFile(name), name);
    }

    /// What nobody knows is a hint in a folder, unless people keep such files beside dumps; one that is
    /// opened by itself was meant.
    void isNoProblem()
    {
        const TemporaryFolder folder;
        QVERIFY(writeFile(folder.at("run/README.md"), "how it was run\n"));
        QVERIFY(writeFile(folder.at("run/train.py"), "import torch\n"));
        QVERIFY(writeFile(folder.at("run/notes.xyz"), "?\n"));
        const auto problemsOf = [](const std::string& path) {
            OwnedTask task;
            (void)openDump(path, builtinFormats(), {}, task);
            QStringList places;
            for (const Diagnostic& problem : task.diagnostics.sorted())
                places.append(QString::fromStdString(problem.place.file));
            return places;
        };
        QCOMPARE(problemsOf(folder.at("run")), QStringList {"notes.xyz"});
        QCOMPARE(problemsOf(folder.at("run/train.py")).size(), 1);
    }
};

QTEST_GUILESS_MAIN(tst_CompanionFile)
#include "tst_companion_file.moc"
