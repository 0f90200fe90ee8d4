// SPDX-License-Identifier: GPL-3.0-or-later
// What runs where: paths on other machines, the files that cross, and what a machine with dumps accepts.
#include "remote/remote_plan.h"
#include "request/any_request.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

Result<std::optional<RemotePlan>> planOf(const std::vector<std::string>& words)
{
    const auto request = readCommandWords(words);
    if (!request)
        return fail(request.error());
    return planRemote(*request);
}

RemoteRun runOf(std::vector<std::string> words, std::vector<RemoteFile> files = {})
{
    return {1, std::move(words), std::move(files), kRemoteWindow};
}

} // namespace

class RemotePlanTest : public QObject {
    Q_OBJECT
private slots:
    void paths_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("user");
        QTest::addColumn<QString>("host");
        QTest::addColumn<QString>("port");
        QTest::addColumn<QString>("path");
        QTest::newRow("host") << "ssh://npu7/data/a b"
                              << ""
                              << "npu7"
                              << ""
                              << "/data/a b";
        QTest::newRow("all") << "ssh://me@npu-7.lab:2222/d"
                             << "me"
                             << "npu-7.lab"
                             << "2222"
                             << "/d";
        QTest::newRow("address") << "ssh://[fe80::1%eth0]:22/d"
                                 << ""
                                 << "fe80::1%eth0"
                                 << "22"
                                 << "/d";
        QTest::newRow("home") << "ssh://h/~/d"
                              << ""
                              << "h"
                              << ""
                              << "./d";
        QTest::newRow("home itself") << "ssh://h/~"
                                     << ""
                                     << "h"
                                     << ""
                                     << "./";
        QTest::newRow("nothing is decoded") << "ssh://h/a%20b#c?d"
                                            << ""
                                            << "h"
                                            << ""
                                            << "/a%20b#c?d";
        for (const char* const text : {"ssh://", "ssh:///d", "ssh://h", "ssh://-oProxyCommand=x/d",
                 "ssh://-l@h/d", "ssh://a b/d", "ssh://h:0/d", "ssh://h:65536/d", "ssh://h:x/d",
                 "ssh://h;x/d", "ssh://$(x)/d", "ssh://u'@h/d", "ssh://[::1/d", "ssh://[::1]x/d", "/d"})
            QTest::newRow(text) << text << ""
                                << ""
                                << ""
                                << "";
    }
    void paths()
    {
        QFETCH(QString, text);
        QFETCH(QString, host);
        const auto read = parseRemotePath(text.toStdString());
        QCOMPARE(read.has_value(), !host.isEmpty());
        if (!read) {
            QCOMPARE(read.error().code, Code::Usage);
            return;
        }
        QTEST(QString::fromStdString(read->host.user), "user");
        QTEST(QString::fromStdString(read->host.host), "host");
        QTEST(QString::fromStdString(read->host.port), "port");
        QTEST(QString::fromStdString(read->path), "path");
        const auto again = parseRemoteHost(read->host.text());
        QVERIFY(again && *again == read->host);
    }

    void nothingIsRemote()
    {
        const auto plan = planOf({"ls", "/dump", "--filter", "name:a"});
        QVERIFY(plan && !*plan);
    }

    /// Paths become those of the machine, outputs and inputs are files that cross, other words stay.
    void filesCross()
    {
        const TemporaryFolder folder;
        QVERIFY(writeFile(folder.at("limits.json"), std::string("{}")));
        const auto plan = planOf({"compare", "ssh://h/t", "ssh://h/~/g", "--limits", folder.at("limits.json"),
            "--csv-out", "out/r.csv", "--resume", "ssh://h/kept.sqlite", "--top", "3"});
        QVERIFY2(plan && *plan, plan ? "" : plan.error().text().c_str());
        const auto& request = std::get<CompareRequest>((*plan)->request);
        QCOMPARE(request.target, std::string("/t"));
        QCOMPARE(request.golden, std::string("./g"));
        QCOMPARE(request.resume, std::string("/kept.sqlite"));
        QCOMPARE((*plan)->files.size(), std::size_t {2});
        QCOMPARE((*plan)->files[0].file, (RemoteFile {"limits", 0, "limits.json", false, false}));
        QCOMPARE((*plan)->files[0].path, folder.at("limits.json"));
        QCOMPARE((*plan)->files[1].file, (RemoteFile {"csv-out", 0, "out/r.csv", true, false}));

        RemoteRun run = runOf(commandWords((*plan)->request));
        for (const auto& file : (*plan)->files)
            run.files.push_back(file.file);
        const auto served = readServedRequest(run, "/home/me");
        QVERIFY2(served, served ? "" : served.error().text().c_str());
        const auto& there = std::get<CompareRequest>(served->request);
        QCOMPARE(there.golden, std::string("/home/me/g"));
        QCOMPARE(there.limits, std::string("limits.json"));
        QCOMPARE(there.reports.at("csv-out"), std::string("out/r.csv"));
        QCOMPARE(there.top, std::uint64_t {3});
    }

    /// Dumps on different machines are compared on this one.
    void comparedHere_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("local golden") << QStringList {"compare", "ssh://a/t", "/g"};
        QTest::newRow("local target") << QStringList {"compare", "/t", "ssh://a/g"};
        QTest::newRow("two hosts") << QStringList {"compare", "ssh://a/t", "ssh://b/g"};
        QTest::newRow("two users") << QStringList {"compare", "ssh://a@h/t", "ssh://b@h/g"};
        QTest::newRow("truth elsewhere")
            << QStringList {"compare", "ssh://a/t", "ssh://a/g", "--truth", "ssh://b/x"};
        QTest::newRow("outputs") << QStringList {
            "compare", "ssh://a/t", "/g", "--report", "page.html", "--limits", "l.json"};
        QTest::newRow("runs on two hosts") << QStringList {"repeat", "ssh://a/1", "ssh://b/2", "ssh://a/3"};
        QTest::newRow("runs here and there") << QStringList {"repeat", "/1", "ssh://b/2"};
    }
    void comparedHere()
    {
        QFETCH(QStringList, words);
        std::vector<std::string> list;
        for (const QString& word : words)
            list.push_back(word.toStdString());
        const auto plan = planOf(list);
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        QVERIFY(!*plan);
    }

    /// A preset is no file.
    void presetsStayWords()
    {
        const auto plan = planOf({"compare", "ssh://h/t", "ssh://h/g", "--limits", "precision"});
        QVERIFY(plan && *plan);
        QVERIFY((*plan)->files.empty());
    }

    void refused_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("two hosts") << QStringList {"ls", "ssh://a/t", "ssh://b/g"};
        QTest::newRow("two users") << QStringList {"stat", "ssh://a@h/t", "ssh://b@h/g"};
        QTest::newRow("local golden") << QStringList {"bundle", "ssh://a/t", "/g", "--pairs", "0", "-o", "b"};
        QTest::newRow("kept here") << QStringList {"compare", "ssh://a/t", "ssh://a/g", "--resume", "kept"};
        QTest::newRow("capture") << QStringList {
            "capture", "golden", "--model", "ssh://a/m.onnx", "-o", "out"};
        QTest::newRow("bad path") << QStringList {"ls", "ssh://a"};
        // A comparison that runs here has its files here.
        const QStringList across {"compare", "ssh://a/t", "/g"};
        QTest::newRow("bad golden") << QStringList {"compare", "/t", "ssh://b"};
        QTest::newRow("report there") << across + QStringList {"--report", "ssh://a/page.html"};
        QTest::newRow("limits there") << across + QStringList {"--limits", "ssh://a/limits.json"};
        QTest::newRow("map there") << across + QStringList {"--map", "ssh://a/map.json"};
        QTest::newRow("model there") << across + QStringList {"--model", "ssh://a/net.onnx"};
        QTest::newRow("environment there") << across + QStringList {"--environment", "ssh://a/check.zip"};
        QTest::newRow("resume") << across + QStringList {"--resume", "kept"};
        QTest::newRow("raw") << across + QStringList {"--raw-dtype", "float16"};
    }
    void refused()
    {
        QFETCH(QStringList, words);
        std::vector<std::string> list;
        for (const QString& word : words)
            list.push_back(word.toStdString());
        const auto plan = planOf(list);
        QVERIFY(!plan);
        QCOMPARE(plan.error().code, Code::Usage);
    }

    /// bundle and config replace files of their kind alone, which only the machine here could tell.
    void ownOutputsAreNotReplaced()
    {
        const TemporaryFolder folder;
        const std::vector<std::string> words {
            "bundle", "ssh://h/t", "ssh://h/g", "--pairs", "0", "-o", folder.at("b.zip")};
        QVERIFY(planOf(words));
        QVERIFY(writeFile(folder.at("b.zip"), std::string("x")));
        QVERIFY(!planOf(words));
    }

    void hostileOrders_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("nothing") << QStringList {};
        QTest::newRow("no command") << QStringList {"rm", "-rf", "/"};
        QTest::newRow("an option that is none") << QStringList {"ls", "/d", "--exec", "x"};
        for (const char* const command :
            {"serve --stdio", "remote install h", "remote remove h", "doctor", "devices",
                "capture run --kind command -o o -- sh -c id", "hunt p --golden g -o o", "formats", "help"})
            QTest::newRow(command) << QString(command).split(' ');
    }
    void hostileOrders()
    {
        QFETCH(QStringList, words);
        std::vector<std::string> list;
        for (const QString& word : words)
            list.push_back(word.toStdString());
        QVERIFY(!readServedRequest(runOf(list), "/home/me"));
    }

    void hostileFiles_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<int>("place");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("isOutput");
        QTest::addColumn<bool>("isFolder");
        QTest::newRow("above") << "output" << 0 << QByteArray("../x") << true << false;
        QTest::newRow("root") << "output" << 0 << QByteArray("/etc/x") << true << false;
        QTest::newRow("hidden above") << "output" << 0 << QByteArray("a/../../x") << true << false;
        QTest::newRow("zero") << "output" << 0 << QByteArray("a\0b", 3) << true << false;
        QTest::newRow("long") << "output" << 0 << QByteArray(300, 'a') << true << false;
        QTest::newRow("empty") << "output" << 0 << QByteArray() << true << false;
        QTest::newRow("no output") << "PATH" << 0 << QByteArray("x") << true << false;
        QTest::newRow("no folder") << "output" << 0 << QByteArray("x") << true << true;
        QTest::newRow("another value") << "output" << 1 << QByteArray("x") << true << false;
        QTest::newRow("no option") << "nothing" << 0 << QByteArray("x") << true << false;
    }
    void hostileFiles()
    {
        QFETCH(QString, option);
        QFETCH(int, place);
        QFETCH(QByteArray, name);
        QFETCH(bool, isOutput);
        QFETCH(bool, isFolder);
        const std::vector<std::string> words {"show", "/d", "--as", "npy", "-o", "x"};
        QVERIFY(readServedRequest(runOf(words, {{"output", 0, "x", true, false}}), "/home/me"));
        const RemoteFile file {
            option.toStdString(), static_cast<std::uint32_t>(place), name.toStdString(), isOutput, isFolder};
        QVERIFY(!readServedRequest(runOf(words, {file}), "/home/me"));
    }
};

QTEST_GUILESS_MAIN(RemotePlanTest)
#include "tst_remote_plan.moc"
