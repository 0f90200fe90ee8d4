// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/message.h"
#include "io/json_message.h"
#include "io/message_record.h"
#include "records/message_pool.h"

#include <QTest>

#include <array>
#include <string>
#include <vector>

using namespace dumpscope::core;

namespace {

/// What another process or a kept result would hand over.
Message sentAndReceived(const Message& message)
{
    RecordWriter out;
    putMessage(out, message);
    const std::string bytes = out.take();
    RecordReader in(std::as_bytes(std::span(bytes)));
    Message received = getMessage(in);
    return in.complete() ? received : Message("not complete");
}

} // namespace

class TestMessage : public QObject {
    Q_OBJECT

private slots:
    void plainTextStaysAsItIs()
    {
        QVERIFY(Message().empty());
        QVERIFY(Message("").empty());
        const Message name("50 %1 of %2");
        QVERIFY(name.form().empty());
        QCOMPARE(name.text(), std::string("50 %1 of %2"));
        QVERIFY(name.arguments().empty());
    }

    void placesAreFilledOnce()
    {
        // An argument may hold what looks like a place.
        const Message message = phrase("%2 of %1, %2 again", "%2", 7);
        QCOMPARE(message.text(), std::string("7 of %2, 7 again"));
        QCOMPARE(std::string(message.form()), std::string("%2 of %1, %2 again"));
        QCOMPARE(message.arguments().size(), std::size_t {2});
        QCOMPARE(message.arguments()[0].text(), std::string("%2"));
    }

    void emptyArgumentsKeepTheirPlace()
    {
        QCOMPARE(phrase("<%1|%2>", Message(), "x").text(), std::string("<|x>"));
    }

    void messagesNest()
    {
        const Message inner = phrase("%1 is %2", "a", phrase("not there"));
        const Message outer = phrase("%1: %2", "file", phrase("%1; %2", inner, phrase("line %1", 3)));
        QCOMPARE(outer.text(), std::string("file: a is not there; line 3"));
        const Message list = outer.arguments()[1];
        QCOMPARE(std::string(list.form()), std::string("%1; %2"));
        QCOMPARE(std::string(list.arguments()[0].arguments()[1].form()), std::string("not there"));
        QCOMPARE(list.text(), std::string("a is not there; line 3"));
    }

    void equalByTheirText()
    {
        QVERIFY(phrase("%1 bytes", 5) == Message("5 bytes"));
        QVERIFY(phrase("%1 bytes", 5) != phrase("%1 bytes", 6));
        QVERIFY(phrase("a %1", "b") < phrase("a %1", "c"));
    }

    void joinedLeavesOutEmptyOnes()
    {
        const std::array all {Message(), phrase("one"), Message(), phrase("two"), Message("three")};
        QCOMPARE(joined(all).text(), std::string("one; two; three"));
        QCOMPARE(joined(all, "%1, %2").text(), std::string("one, two, three"));
        QVERIFY(joined(std::array {Message(), Message()}).empty());
    }

    void formsSurviveARecord()
    {
        const Message inner = phrase("%1 is %2", "a\n\xff", phrase("not there"));
        const Message all = phrase("%1: %2", Message(), phrase("%1; %2", inner, "plain"));
        const Message received = sentAndReceived(all);
        QCOMPARE(received.text(), all.text());
        QCOMPARE(std::string(received.form()), std::string("%1: %2"));
        QCOMPARE(std::string(received.arguments()[1].arguments()[0].arguments()[1].form()),
            std::string("not there"));
        // What was received nests and is sent again as any other.
        QCOMPARE(sentAndReceived(phrase("again %1", received)).text(), "again " + all.text());
        QCOMPARE(phrase("again %1", received).arguments()[0].arguments().size(), std::size_t {2});
        QVERIFY(sentAndReceived(Message()).empty());
    }

    /// A file keeps form and arguments; Python would read it as JSON.
    void aFileKeepsFormAndArguments()
    {
        const Message all = phrase("%1 of %2: %3", 3, "four", phrase("no file"));
        std::string json;
        JsonWriter writer([&](std::string_view part) { json += part; });
        writeMessage(writer, all);
        writer.finish();
        QCOMPARE(json,
            std::string(R"({"form":"%1 of %2: %3","with":["3","four",{"form":"no file","with":[]}]})")
                + '\n');
        const Message read = messageIn(parseJson(json).value());
        QCOMPARE(read.form(), all.form());
        QCOMPARE(read.text(), all.text());
        QCOMPARE(read.arguments()[2].form(), std::string_view("no file"));
    }

    void aFileMaySayAnything()
    {
        const auto read = [](std::string_view json) { return messageIn(parseJson(json).value()); };
        QCOMPARE(read("\"50 %1\"").text(), std::string("50 %1"));
        QVERIFY(read("\"50 %1\"").form().empty());
        for (const char* nothing : {"null", "7", "[1]", "{}", "{\"form\":\"\"}"})
            QVERIFY2(read(nothing).empty(), nothing);
        QCOMPARE(read("{\"form\":\"%1 and %2\",\"with\":[7,{}]}").text(), std::string(" and "));
        std::string deep = "\"x\"";
        for (int i = 0; i < 100; ++i)
            deep = "{\"form\":\"a %1\",\"with\":[" + deep + "]}";
        QVERIFY(read(deep).text().starts_with("a a a"));
    }

    void aReceivedFormMayLackArguments()
    {
        const std::array one {Message("x")};
        QCOMPARE(Message::received("%1 and %2 and %9 %0 %", one).text(), std::string("x and %2 and %9 %0 %"));
        QVERIFY(Message::received("", one).empty());
        const std::vector<Message> many(20, Message("x"));
        QCOMPARE(Message::received("%1", many).arguments().size(), Message::kMostArguments);
    }

    void hostileRecords()
    {
        // Arguments that are never there, and forms within forms without an end.
        for (const std::size_t length : {std::size_t {1}, std::size_t {6}, std::size_t {100'000}}) {
            std::string bytes;
            while (bytes.size() < length)
                bytes += std::string("\x02\x01\0\0\0f", 6);
            bytes.resize(length);
            RecordReader in(std::as_bytes(std::span(bytes)));
            (void)getMessage(in);
            QVERIFY(!in.complete());
        }
        const std::string tooMany("\xff\x01\0\0\0f", 6);
        RecordReader in(std::as_bytes(std::span(tooMany)));
        (void)getMessage(in);
        QVERIFY(!in.complete());
    }

    void aPoolHoldsEachOnce()
    {
        MessagePool pool;
        QCOMPARE(pool.intern({}).value(), 0U);
        const MessageId a = pool.intern(phrase("%1 bytes", 5));
        QVERIFY(pool.intern(phrase("%1 bytes", 5)) == a);
        QVERIFY(pool.intern(phrase("%1 bytes", 6)) != a);
        const MessagePool copy(pool);
        pool.intern(phrase("one more"));
        QCOMPARE(copy.size(), std::size_t {3});
        QCOMPARE(std::string(copy.message(a).form()), std::string("%1 bytes"));
        QCOMPARE(std::string(copy.text(a)), std::string("5 bytes"));
    }
};

QTEST_APPLESS_MAIN(TestMessage)
#include "tst_message.moc"
