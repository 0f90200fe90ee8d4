// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+C while the command line waits for another program, or measures.
#include "child_process.h"
#include "npy_file.h"
#include "temporary_folder.h"

#include <QFile>
#include <QProcess>
#include <QTest>

#include <csignal>
#include <filesystem>

using namespace dumpscope::test;

class TestInterrupts : public QObject {
    Q_OBJECT

    struct Ended {
        int code = -1;
        QString out, error;
    };
    /// Two tensors, of which only the first is done within anybody's patience, and Ctrl+C then.
    static Ended interrupted(const TemporaryFolder& folder, const QStringList& arguments, const char* started)
    {
        constexpr std::int64_t kEndless = std::int64_t {1} << 38;
        if (!writeFile(folder.at("dump/a.npy"), npyFile<char>("|i1", {3}, {1, 2, 3}))
            || !writeFile(folder.at("dump/b.npy"), npyFile<char>("|i1", {kEndless}, {})))
            return {};
        std::filesystem::resize_file(folder.at("dump/b.npy"), 128 + kEndless);
        QProcess process;
        process.setWorkingDirectory(QString::fromStdString(folder.path()));
        process.start(QStringLiteral(DUMPSCOPE_BINARY_DIR "/dumpscope-cli"),
            arguments + QStringList {"--threads", "1", "--progress", "plain"});
        QByteArray said;
        const auto isStarted = [&] { return (said += process.readAllStandardError()).contains(started); };
        if (!QTest::qWaitFor(isStarted, 60'000))
            return {};
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        if (!process.waitForFinished(20'000))
            return {};
        said += process.readAllStandardError();
        return {
            process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(said)};
    }

private slots:
    /// What was finished is printed, and nothing else.
    void stat()
    {
        for (const QStringList& filter : {QStringList {}, QStringList {"--filter", "max<5"}}) {
            const TemporaryFolder folder;
            const Ended ended = interrupted(folder,
                QStringList {"stat", "dump", "--csv", "--columns", "id,min,max"} + filter,
                "Computing statistics: 1 of 2");
            QCOMPARE(ended.code, 130);
            QCOMPARE(ended.out, QStringLiteral("id,min,max\r\na.npy,1,3\r\n"));
            QVERIFY2(ended.error.endsWith("\nerror: interrupted; the result is partial (cancelled)\n"),
                qPrintable(ended.error));
        }
    }

    /// It has not measured the pair that it was asked for, and does not say that there is none.
    void bundle()
    {
        const TemporaryFolder folder;
        const Ended ended = interrupted(
            folder, {"bundle", "dump", "dump", "--pairs", "1", "-o", "b.zip"}, "Comparing: 1 of 2");
        QCOMPARE(ended.code, 130);
        QVERIFY2(ended.error.endsWith("\nerror: interrupted; nothing was written (cancelled)\n"),
            qPrintable(ended.error));
        QVERIFY(!std::filesystem::exists(folder.at("b.zip")));
    }

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
