// SPDX-License-Identifier: GPL-3.0-or-later
// A device host that crashes, hangs or chatters, with helpers that outlive it: played by a shell.
#include "capture/capture.h"

#include "child_process.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

class TestDeviceHost : public QObject {
    Q_OBJECT

private slots:
    void ends_data()
    {
        using namespace std::chrono_literals;
        QTest::addColumn<QString>("script");
        QTest::addColumn<std::chrono::milliseconds>("silence");
        QTest::addColumn<QString>("says");
        // The helper has the pipes open, so nothing but the host itself says that it has gone. Patience is
        // longer than a test may last.
        QTest::newRow("crash beside a helper")
            << "kill -SEGV $$" << std::chrono::milliseconds(1h) << "was ended by signal 11";
        QTest::newRow("crash beside a helper that chatters")
            << "(while :; do echo still here >&2; done) & kill -SEGV $$" << std::chrono::milliseconds(1h)
            << "was ended by signal 11";
        QTest::newRow("exit beside a helper")
            << "echo no device >&2; exit 7" << std::chrono::milliseconds(1h)
            << "gave up with exit code 7 before it began; its last words: no device";
        QTest::newRow("log lines are no answer")
            << "while :; do echo still at it >&2; sleep 0.01; done" << 300ms << "did not answer for 0.3 s";
        QTest::newRow("a message that never ends is no answer")
            << "printf '\\377\\377\\017\\000'; while :; do printf x; sleep 0.01; done" << 300ms
            << "did not answer for 0.3 s";
    }
    void ends()
    {
        QFETCH(const QString, script);
        QFETCH(const std::chrono::milliseconds, silence);
        QFETCH(const QString, says);
        const TemporaryFolder folder;
        const HostProgram host {"/bin/sh",
            {"-c", "sleep 3600 & echo $! >" + folder.at("helper") + "; " + script.toStdString()}, {},
            silence};
        const auto done = captureInHost({}, host, [](const CaptureEvent&) {}, {});
        QVERIFY(!done);
        QVERIFY2(QString::fromStdString(done.error().text()).contains(says), done.error().text().c_str());
        const pid_t helper = std::stoi(readFile(folder.at("helper")));
        QTRY_VERIFY(isOver(helper));
    }

    /// The last words of a host are heard although it has gone before they were read.
    void lastWords()
    {
        CaptureEvent failed;
        failed.kind = CaptureEvent::Kind::Failed;
        failed.text = Message("no memory");
        const std::string event = captureEventJson(failed);
        std::string length;
        for (std::size_t i = 0; i < 4; ++i)
            length += "\\" + QString::number((event.size() >> (8 * i)) & 0xFF, 8).toStdString();
        const HostProgram host {"/bin/sh",
            {"-c", "printf '" + length + "'; printf '%s' '" + event + "'; sleep 3600 & exit 1"}, {},
            std::chrono::hours(1)};
        std::string heard;
        const auto done = captureInHost({}, host,
            [&](const CaptureEvent& one) {
                if (one.kind == CaptureEvent::Kind::Failed)
                    heard = one.text.text();
            },
            {});
        QVERIFY(!done);
        QCOMPARE(heard, std::string("no memory"));
    }

    /// Form and arguments arrive, so that whoever hears it may say it in another language.
    void sentences()
    {
        CaptureEvent event;
        event.kind = CaptureEvent::Kind::Failed;
        event.text = phrase("%1; %2", phrase("%1 answered %2", "aclInit", 5), "as it says");
        const auto heard = parseCaptureEvent(captureEventJson(event));
        QVERIFY(heard.has_value());
        QCOMPARE(heard->text.text(), std::string("aclInit answered 5; as it says"));
        QCOMPARE(std::string(heard->text.form()), std::string("%1; %2"));
        QCOMPARE(std::string(heard->text.arguments()[0].form()), std::string("%1 answered %2"));

        Message deep("x");
        for (int i = 0; i < 100; ++i)
            deep = phrase("(%1)", deep);
        event.text = deep;
        const auto flat = parseCaptureEvent(captureEventJson(event));
        QVERIFY(flat.has_value());
        QCOMPARE(flat->text.text(), deep.text());
    }

    void strangeSentences_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("plain") << QByteArray(R"("100 %1")") << QByteArray("100 %1");
        QTest::newRow("no form") << QByteArray("[]") << QByteArray();
        QTest::newRow("empty form") << QByteArray(R"(["","a"])") << QByteArray();
        QTest::newRow("form is a number") << QByteArray(R"([1,"a"])") << QByteArray();
        QTest::newRow("an argument is missing") << QByteArray(R"(["%1 of %2","1"])") << QByteArray("1 of %2");
        QTest::newRow("an argument is none") << QByteArray(R"(["a %1 b",{}])") << QByteArray("a  b");
        QTest::newRow("too many arguments")
            << QByteArray(R"(["%1","1","2","3","4","5","6","7","8","9","10"])") << QByteArray();
        QTest::newRow("object") << QByteArray("{}") << QByteArray();
        QTest::newRow("too deep") << QByteArray("[\"%1\",").repeated(17) + "\"x\""
                + QByteArray("]").repeated(17)
                                  << QByteArray();
    }
    /// A host may send anything.
    void strangeSentences()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, says);
        const auto event = parseCaptureEvent(("{\"kind\":\"failed\",\"text\":" + text + "}").toStdString());
        QVERIFY(event.has_value());
        QCOMPARE(event->text.text(), says.toStdString());
    }

    void stops()
    {
        std::stop_source stop;
        const HostProgram host {"/bin/sh", {"-c", "echo up >&2; sleep 3600"}, {}, std::chrono::hours(1)};
        const auto done = captureInHost(
            {}, host, [&](const CaptureEvent&) { stop.request_stop(); }, stop.get_token());
        QVERIFY(!done);
        QCOMPARE(done.error().code, Code::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestDeviceHost)
#include "tst_device_host.moc"
