// SPDX-License-Identifier: GPL-3.0-or-later
// A device host that crashes, hangs or chatters, with helpers that outlive it: played by a shell.
#include "capture/device_messages.h"
#include "protocol/message_pipe.h"

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
        const std::string event = encodeCaptureEvent(failed);
        std::string printed;
        for (const char byte : framedMessage(event))
            printed += "\\"
                + QString::number(static_cast<unsigned char>(byte), 8).rightJustified(3, '0').toStdString();
        const HostProgram host {
            "/bin/sh", {"-c", "printf '" + printed + "'; sleep 3600 & exit 1"}, {}, std::chrono::hours(1)};
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
        const auto heard = decodeCaptureEvent(encodeCaptureEvent(event));
        QVERIFY(heard.has_value());
        QCOMPARE(heard->text.text(), std::string("aclInit answered 5; as it says"));
        QCOMPARE(std::string(heard->text.form()), std::string("%1; %2"));
        QCOMPARE(std::string(heard->text.arguments()[0].form()), std::string("%1 answered %2"));

        Message deep("x");
        for (int i = 0; i < 100; ++i)
            deep = phrase("(%1)", deep);
        event.text = deep;
        const auto flat = decodeCaptureEvent(encodeCaptureEvent(event));
        QVERIFY(flat.has_value());
        QCOMPARE(flat->text.text(), deep.text());
    }

    void hostileMessages_data()
    {
        QTest::addColumn<QByteArray>("bytes");                 // as the wire format of protobuf has them
        QTest::addColumn<QByteArray>("text");                  // null: refused
        const QByteArray failed = QByteArray::fromHex("0805"); // kind: FAILED
        const auto field = [](char tag, const QByteArray& content) {
            return QByteArray(1, tag) + QByteArray(1, static_cast<char>(content.size())) + content;
        };
        const auto withText = [&](const QByteArray& words) { return failed + field(0x12, words); };
        const QByteArray isForm = QByteArray::fromHex("1001");
        QTest::newRow("plain") << withText(field(0x0a, "100 %1")) << QByteArray("100 %1");
        QTest::newRow("no text") << failed << QByteArray("");
        QTest::newRow("empty form") << withText(isForm) << QByteArray("");
        QTest::newRow("an argument is missing")
            << withText(field(0x0a, "%1 of %2") + isForm + field(0x1a, field(0x0a, "1")))
            << QByteArray("1 of %2");
        QTest::newRow("ten arguments")
            << withText(field(0x0a, "%1") + isForm + field(0x1a, field(0x0a, "1")).repeated(10))
            << QByteArray("1");
        QTest::newRow("no UTF-8") << withText(field(0x0a, "a\xff")) << QByteArray("a\xff");
        QTest::newRow("a field of tomorrow") << failed + QByteArray::fromHex("f20701aa") << QByteArray("");
        QTest::newRow("cut off") << withText(field(0x0a, "100 %1")).chopped(1) << QByteArray();
        QTest::newRow("no kind") << QByteArray("") << QByteArray();
        QTest::newRow("a kind of tomorrow") << QByteArray::fromHex("0863") << QByteArray();
        QTest::newRow("text") << QByteArray("{\"kind\":\"failed\"}") << QByteArray();
        QTest::newRow("beyond the limit")
            << failed + QByteArray::fromHex("3a80808001") + QByteArray(1 << 21, 'x') << QByteArray();
    }
    /// A host may send anything.
    void hostileMessages()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const QByteArray, text);
        const auto event = decodeCaptureEvent({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        QCOMPARE(event.has_value(), !text.isNull());
        if (event)
            QCOMPARE(QByteArray::fromStdString(event->text.text()), text);
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
