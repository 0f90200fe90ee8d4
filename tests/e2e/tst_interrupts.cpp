// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+C while the command line waits for another program.
#include "child_process.h"
#include "temporary_folder.h"

#include <QFile>
#include <QProcess>
#include <QTest>

#include <csignal>
#include <filesystem>

using namespace dumpscope::test;

class TestInterrupts : public QObject {
    Q_OBJECT

private slots:
    /// A program that it asks never answers; it ends, and so does that program.
    void doctor()
    {
        const TemporaryFolder folder;
        QVERIFY(writeFile(folder.at("fc-list"),
            "#!/bin/sh\necho $$ >" + folder.at("half") + "\n/bin/mv " + folder.at("half") + ' '
                + folder.at("started") + "\nexec /bin/sleep 3600\n"));
        std::filesystem::permissions(folder.at("fc-list"), std::filesystem::perms::owner_all);
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"), QString::fromStdString(folder.path()));
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(DUMPSCOPE_BINARY_DIR "/dumpscope-cli"), {"doctor", "--json"});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(QString::fromStdString(folder.at("started"))), 60'000);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitCode(), 130);
        const pid_t asked = std::stoi(readFile(folder.at("started")));
        QTRY_VERIFY(isOver(asked));
    }
};

QTEST_GUILESS_MAIN(TestInterrupts)
#include "tst_interrupts.moc"
