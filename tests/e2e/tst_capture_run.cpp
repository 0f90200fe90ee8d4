// SPDX-License-Identifier: GPL-3.0-or-later
// Programs launched through the built program: what they get, what is told while they run, and what becomes
// of those that crash, flood, grow too large or lose their watcher.
#include "temporary_folder.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <csignal>

using namespace dumpscope::test;

namespace {

const QString kSample = QStringLiteral(DUMPSCOPE_SAMPLE_DATA);

bool isAlive(int pid)
{
    const QString text = QString::fromStdString(readFile("/proc/" + std::to_string(pid) + "/stat"));
    const qsizetype name = text.lastIndexOf(u')');
    return name > 0 && name + 2 < text.size() && text[name + 2] != u'Z' && text[name + 2] != u'X';
}

int pidIn(const std::string& file)
{
    const std::string text = readFile(file);
    return text.ends_with('\n') ? std::atoi(text.c_str()) : 0;
}

} // namespace

class TestCaptureRun : public QObject {
    Q_OBJECT

    const QString m_cli = DUMPSCOPE_BINARY_DIR "/dumpscope-cli";

    struct Ended {
        int code = -1;
        QByteArray out, error;
        QList<QJsonObject> events;
        [[nodiscard]] QJsonObject done() const
        {
            for (const QJsonObject& event : events) {
                if (event["event"] == "done")
                    return event;
            }
            return {};
        }
        [[nodiscard]] QStringList states() const
        {
            QStringList states;
            for (const QJsonObject& event : events) {
                if (event["event"] == "state"
                    && (states.isEmpty() || states.last() != event["state"].toString()))
                    states.append(event["state"].toString());
            }
            return states;
        }
    };
    /// `capture run --jsonl …`
    Ended run(const QStringList& arguments, const QString& shellPrefix = {}) const
    {
        QProcess process;
        const QStringList all = QStringList {"capture", "run", "--jsonl"} + arguments;
        if (shellPrefix.isEmpty())
            process.start(m_cli, all);
        else
            process.start("bash", QStringList {"-c", shellPrefix + " exec \"$@\"", "bash", m_cli} + all);
        if (!process.waitForFinished(60'000))
            qFatal("it hangs");
        Ended ended;
        ended.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2;
        ended.out = process.readAllStandardOutput();
        ended.error = process.readAllStandardError();
        for (const QByteArray& line : ended.out.trimmed().split('\n'))
            ended.events.append(QJsonDocument::fromJson(line).object());
        return ended;
    }
    static QString at(const TemporaryFolder& folder, const char* name)
    {
        return QString::fromStdString(folder.at(name));
    }

private slots:
    void dumpIsFollowedAndCompared()
    {
        TemporaryFolder folder;
        const QString copy = "cp -r '" + kSample + "/%1/.' {output}; echo copied";
        Ended ended = run(
            {"-o", at(folder, "out"), "--golden", kSample + "/golden", "--", "sh", "-c", copy.arg("target")});
        QCOMPARE(ended.code, 1);
        QCOMPARE(ended.states().join(u' '),
            QStringLiteral("self-test connecting loading armed executing draining opening done")
                .remove(ended.states().contains("armed") ? "" : " armed")
                .remove(ended.states().contains("loading") ? "" : " loading"));
        QJsonObject done = ended.done();
        QVERIFY(done["tensors"].toInt() > 0);
        QCOMPARE(done["program"][u"exit_code"].toInt(-1), 0);
        QVERIFY(done["comparison"][u"summary"][u"fail"].toInt() > 0);
        QVERIFY(done["comparison"][u"first_divergence"].isObject());
        int tensors = 0;
        for (const QJsonObject& event : std::as_const(ended.events))
            tensors += event["event"] == "tensor" ? 1 : 0;
        QVERIFY(tensors > 0);
        ended = run({"-o", at(folder, "out-{n}"), "--golden", kSample + "/golden", "--", "sh", "-c",
            copy.arg("golden")});
        QCOMPARE(ended.code, 0);
        QCOMPARE(ended.done()["folder"].toString(), at(folder, "out-1"));
        QCOMPARE(ended.done()["comparison"][u"summary"][u"fail"].toInt(-1), 0);
    }

    void mindsporeGetsItsConfiguration()
    {
        TemporaryFolder folder;
        QVERIFY(writeFile(folder.at("data_dump.json"),
            "{\"common_dump_settings\":{\"dump_mode\":0,\"path\":\"/"
            "nowhere\",\"net_name\":\"Net\",\"iteration\":\"0\","
            "\"saved_data\":\"tensor\",\"input_output\":0,\"kernels\":[],\"support_device\":[0],\"op_debug_"
            "mode\":0},"
            "\"e2e_dump_settings\":{\"enable\":true,\"trans_flag\":true}}"));
        // MindSpore takes no dots in paths.
        const QString out = at(folder, "out");
        const Ended ended = run({"--kind", "mindspore", "--dump", at(folder, "data_dump.json"), "-o", out,
            "--env", "X={output}", "--same-log", "^same", "--", "sh", "-c",
            "echo same; [ -n \"$MINDSPORE_DUMP_CONFIG\" ] || exit 0; grep -o '\"path\": *\"[^\"]*\"' "
            "$MINDSPORE_DUMP_CONFIG; echo X=$X"});
        QCOMPARE(ended.code, 0);
        QVERIFY(ended.out.contains(("\\\"path\\\":\\\"" + out + "\\\"").toUtf8()));
        QVERIFY(ended.out.contains(("X=" + out).toUtf8()));
        QVERIFY(ended.done()["undisturbed"][u"equal"].toBool());
        QVERIFY(!QString::fromStdString(readFile(folder.at("out/.capture/program-without.log")))
                     .contains("path"));
    }

    void everyKindIsLaunched_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("rows");
        const QString programs = QStringLiteral(DUMPSCOPE_TEST_DATA "/../programs/");
        // As many as tests/programs write.
        QTest::newRow("mindspore") << "mindspore" << QStringList {"net_name=Net"}
                                   << QStringList {programs + "mindspore_script.py"} << 2;
        QTest::newRow("msprobe") << "msprobe" << QStringList {"task=statistics"}
                                 << QStringList {programs + "msprobe_script.py", "--config", "{config}"} << 2;
        // Cast has an input and an output.
        QTest::newRow("tf") << "tf" << QStringList {"form=estimator"}
                            << QStringList {programs + "tf_script.py", "{config}",
                                   DUMPSCOPE_TEST_DATA
                                   "/ascend/single-op/20260214093015/0/Cast.single_Cast.2.5.1771061415009042"}
                            << 2;
        // Outputs and inputs of every node of the model.
        QTest::newRow("acl") << "acl" << QStringList {"dump_mode=output"}
                             << QStringList {programs + "acl_application.py",
                                    DUMPSCOPE_BINARY_DIR "/../lib/dumpscope/libdumpscope_cpu_device.so",
                                    DUMPSCOPE_TEST_DATA "/models/convnet.onnx"}
                             << 0;
    }
    void everyKindIsLaunched()
    {
        QFETCH(QString, kind);
        QFETCH(QStringList, settings);
        QFETCH(QStringList, arguments);
        QFETCH(int, rows);
        const QString python = QStandardPaths::findExecutable("python3");
        if (python.isEmpty())
            QSKIP("there is no Python");
#ifdef __SANITIZE_ADDRESS__
        if (kind == "acl")
            QSKIP("a program without the sanitizer cannot load a library with it");
#endif
        TemporaryFolder folder;
        QStringList making {"config", "new", kind, "-o", at(folder, "config")};
        if (kind == "tf") // it wants a folder that is there
            making += QStringList {"--set", "dump_path=" + QString::fromStdString(folder.path())};
        for (const QString& setting : settings)
            making += QStringList {"--set", setting};
        QCOMPARE(QProcess::execute(m_cli, making), 0);
        QJsonObject profile {{"version", 1}, {"kind", kind}, {"program", python},
            {"arguments", QJsonArray::fromStringList(arguments)}, {"dump", "config"}, {"output", "out"},
            {"undisturbed", QJsonObject {{"log", QJsonArray {"loss .*"}}}}};
        if (kind == "acl") { // looked for beside the program; nothing is printed to compare
            profile["dump_place"] = "acl.json";
            profile["undisturbed"] = QJsonObject();
            QVERIFY(writeFile(folder.at("acl.json"), "mine"));
        }
        QVERIFY(writeFile(folder.at("profile.json"), QJsonDocument(profile).toJson().toStdString()));
        const Ended ended = run({at(folder, "profile.json")});
        QVERIFY2(ended.code == 0, ended.out.constData());
        const QJsonObject done = ended.done();
        const int came = done["tensors"].toInt();
        QVERIFY2(rows == 0 ? came > 0 : came == rows, qPrintable(QString::number(came)));
        if (kind == "acl")
            QCOMPARE(readFile(folder.at("acl.json")), std::string("mine"));
        else
            QVERIFY(done["undisturbed"][u"equal"].toBool());
    }

    void whatLiesThereIsNotOurFault()
    {
        // A file that an earlier run left half-written: told, but this run went well.
        TemporaryFolder folder;
        QCOMPARE(run({"-o", at(folder, "out"), "--", "true"}).code, 0);
        const QString old = at(folder, "out/ReLU.old.0.0.1700000000000000.output.0.DefaultFormat.npy");
        QVERIFY(writeFile(old.toStdString(), "\x93NUMPY"));
        QFile file(old);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(
            QDateTime::fromSecsSinceEpoch(1'700'000'000), QFileDevice::FileModificationTime));
        file.close();
        const Ended ended = run({"-o", at(folder, "out"), "--", "true"});
        QVERIFY2(ended.code == 0, ended.error.constData());
        QVERIFY(ended.error.contains("ReLU.old"));
        const Ended own = run({"-o", at(folder, "own"), "--", "sh", "-c",
            "printf '\\223NUMPY' > {output}/ReLU.own.0.0.1700000000000000.output.0.DefaultFormat.npy"});
        QCOMPARE(own.code, 4);
    }

    void whatNoCaptureWroteStaysAlone()
    {
        TemporaryFolder folder;
        QVERIFY(QDir().mkpath(at(folder, "out")));
        QVERIFY(writeFile(folder.at("out/x.npy"), "theirs"));
        const Ended ended = run({"-o", at(folder, "out"), "--", "true"});
        QCOMPARE(ended.code, 2);
        QVERIFY2(ended.error.contains("take an empty or a new one"), ended.error.constData());
        QCOMPARE(QDir(at(folder, "out")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
            QStringList {"x.npy"});
        // A folder that is there and empty is as good as a new one.
        QVERIFY(QDir().mkpath(at(folder, "empty")));
        QCOMPARE(run({"-o", at(folder, "empty"), "--", "true"}).code, 0);
    }

    void programsThatAreMissing()
    {
        TemporaryFolder folder;
        const Ended ended = run({"-o", at(folder, "out"), "--", "/nowhere/python", "train.py"});
        QCOMPARE(ended.code, 5);
        QVERIFY(ended.done()["program"][u"words"].toString().contains("/nowhere/python"));
        QCOMPARE(ended.states().last(), QStringLiteral("failed"));
    }

    void programsThatIgnoreEverything()
    {
        // Asked by SIGINT and SIGTERM, then killed; a second signal to us does not wait for that.
        TemporaryFolder folder;
        QProcess process;
        process.start(m_cli,
            {"capture", "run", "--jsonl", "-o", at(folder, "out"), "--", "sh", "-c",
                "trap '' INT TERM; echo $$ > {output}/pid; while :; do sleep 0.05; done"});
        QTRY_VERIFY_WITH_TIMEOUT(pidIn(folder.at("out/pid")) > 0, 20'000);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT(
            (said += process.readAllStandardOutput()).contains("asked to end (SIGINT)"), 20'000);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitCode(), 130);
        QTRY_VERIFY_WITH_TIMEOUT(!isAlive(pidIn(folder.at("out/pid"))), 60'000);
        QVERIFY(readFile(folder.at("out/.capture/program.log")).find("has gone") != std::string::npos);
    }

    void differentOutcomesAreTold()
    {
        TemporaryFolder folder;
        const Ended ended = run({"-o", at(folder, "out"), "--same-log", "config .*", "--", "sh", "-c",
            "echo config $DUMPSCOPE_DUMP_PATH"});
        QCOMPARE(ended.code, 1);
        const QJsonObject undisturbed = ended.done()["undisturbed"].toObject();
        QVERIFY(!undisturbed["equal"].toBool(true));
        QVERIFY(undisturbed["outputs"][0][u"why"].toString().startsWith("match 1 is \"config "));
    }

    void failuresSayWhy_data()
    {
        QTest::addColumn<QString>("prefix");
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("words");
        QTest::newRow("exit code") << ""
                                   << "exit 9"
                                   << "exit code 9";
        QTest::newRow("crash") << ""
                               << "kill -SEGV $$"
                               << "SIGSEGV";
        QTest::newRow("abort") << ""
                               << "kill -ABRT $$"
                               << "SIGABRT";
        QTest::newRow("traceback")
            << ""
            << "printf 'Traceback (most recent call last):\\n  File \"x\"\\nValueError: boom\\n' >&2; exit 1"
            << "ValueError: boom";
        // A quota of 8 KiB for files stands for a disk that fills.
        QTest::newRow("too large") << "ulimit -f 8;"
                                   << "exec head -c 100000 /dev/zero > {output}/x"
                                   << "SIGXFSZ";
    }
    void failuresSayWhy()
    {
        QFETCH(QString, prefix);
        QFETCH(QString, script);
        QFETCH(QString, words);
        TemporaryFolder folder;
        const Ended ended = run({"-o", at(folder, "out"), "--", "sh", "-c", script}, prefix);
        QCOMPARE(ended.code, 5);
        QVERIFY2(ended.done()["program"][u"words"].toString().contains(words), ended.out.constData());
        QCOMPARE(ended.states().last(), QStringLiteral("failed"));
    }

    void floodIsKeptAndBounded()
    {
        TemporaryFolder folder;
        const Ended ended = run({"-o", at(folder, "out"), "--", "sh", "-c",
            "yes 0123456789012345678901234567890123456789012345678 | head -c 100000000; echo last words"});
        QCOMPARE(ended.code, 0);
        QCOMPARE(QFile(at(folder, "out/.capture/program.log")).size(), qint64 {100'000'011});
        QVERIFY(ended.out.size() < 50'000'000);
        QVERIFY(ended.out.contains("last words"));
        QVERIFY(ended.out.contains("lines are only in the log file"));
    }

    void interruptEndsTheProgram()
    {
        TemporaryFolder folder;
        QProcess process;
        process.start(m_cli,
            {"capture", "run", "--jsonl", "-o", at(folder, "out"), "--", "sh", "-c",
                "echo $$ > {output}/pid; exec sleep 1000"});
        QTRY_VERIFY_WITH_TIMEOUT(pidIn(folder.at("out/pid")) > 0, 20'000);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(20'000));
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(process.readAllStandardOutput().contains("\"state\":\"cancelled\""));
        QVERIFY(!isAlive(pidIn(folder.at("out/pid"))));
    }

    void nothingSurvivesUs()
    {
        TemporaryFolder folder;
        QProcess process;
        process.start(m_cli,
            {"capture", "run", "-o", at(folder, "out"), "--", "sh", "-c",
                "(setsid sh -c 'echo $$ > {output}/child; exec sleep 1000' &); echo $$ > {output}/pid; exec "
                "sleep 1000"});
        QTRY_VERIFY_WITH_TIMEOUT(
            pidIn(folder.at("out/pid")) > 0 && pidIn(folder.at("out/child")) > 0, 20'000);
        process.kill();
        QVERIFY(process.waitForFinished(20'000));
        QTRY_VERIFY_WITH_TIMEOUT(
            !isAlive(pidIn(folder.at("out/pid"))) && !isAlive(pidIn(folder.at("out/child"))), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(
            readFile(folder.at("out/.capture/program.log")).find("has gone") != std::string::npos, 20'000);
    }

    void profilesRun()
    {
        TemporaryFolder folder;
        QVERIFY(writeFile(folder.at("p.json"),
            "{\"version\": 1, \"program\": \"sh\", \"arguments\": [\"-c\", \"pwd; cat acl.json\"], "
            "\"dump_text\": \"{}{output}\", "
            "\"dump_place\": \"acl.json\", \"output\": \"out\"}"));
        const Ended ended = run({at(folder, "p.json")});
        QCOMPARE(ended.code, 0);
        const QString out = QString::fromStdString(readFile(folder.at("out/.capture/program.log")));
        QCOMPARE(out, QString::fromStdString(folder.path()) + "\n{}" + at(folder, "out"));
        QVERIFY(!QFile::exists(at(folder, "acl.json")));
    }
};

QTEST_GUILESS_MAIN(TestCaptureRun)
#include "tst_capture_run.moc"
