// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json_writer.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <limits>

using namespace dumpscope::core;
using namespace std::string_view_literals;

namespace {

/// What `write` makes, as one text.
std::string document(const std::function<void(JsonWriter&)>& write, bool pretty = false)
{
    std::string text;
    JsonWriter writer([&text](std::string_view piece) { text += piece; }, pretty);
    write(writer);
    writer.finish();
    return text;
}

} // namespace

class TestJsonWriter : public QObject {
    Q_OBJECT

private slots:
    void compact();
    void pretty();
    void scalars();
    void nonFiniteNumbersAreText();
    void nonFiniteNumbersMayBeNull();
    void nonFiniteNumbersMayBeLiterals();
    void integersOfAllWidths();
    void strings_data();
    void strings();
    void qtReadsEveryString();
    void nothingSteersATerminal();
    void foreignNamesAreThereOnce();
    void raw();
    void severalDocuments();
    void largeDocumentsComeInPieces();
    void unfinishedIsNotHandedOver();
    void csv_data();
    void csv();
};

void TestJsonWriter::compact()
{
    const std::string text = document([](JsonWriter& json) {
        json.beginObject();
        json.member("root", "dump");
        json.key("rows").beginArray();
        json.beginObject().member("id", 1).member("problem", std::optional<std::string>()).endObject();
        json.beginArray().endArray();
        json.beginObject().endObject();
        json.endArray();
        json.member("valid", true);
        json.endObject();
    });
    QCOMPARE(text,
        std::string(R"({"root":"dump","rows":[{"id":1,"problem":null},[],{}],"valid":true})"
                    "\n"));
}

void TestJsonWriter::pretty()
{
    const std::string text = document(
        [](JsonWriter& json) {
            json.beginObject();
            json.member("a", 1);
            json.key("b").beginArray().value(1).value(2).endArray();
            json.key("c").beginArray().endArray();
            json.key("d").beginObject().endObject();
            json.endObject();
        },
        true);
    QCOMPARE(
        text, std::string("{\n  \"a\": 1,\n  \"b\": [\n    1,\n    2\n  ],\n  \"c\": [],\n  \"d\": {}\n}\n"));
}

void TestJsonWriter::scalars()
{
    QCOMPARE(document([](JsonWriter& json) { json.null(); }), std::string("null\n"));
    QCOMPARE(document([](JsonWriter& json) { json.value(false); }), std::string("false\n"));
    QCOMPARE(document([](JsonWriter& json) { json.value("text"); }), std::string("\"text\"\n"));
    QCOMPARE(document([](JsonWriter& json) { json.value(0.1); }), std::string("0.1\n"));
    QCOMPARE(document([](JsonWriter& json) { json.value(0.1F); }), std::string("0.1\n"));
    QCOMPARE(document([](JsonWriter& json) { json.value(-0.0); }), std::string("-0\n"));
    QCOMPARE(document([](JsonWriter& json) { json.value(1e300); }), std::string("1e+300\n"));
    QCOMPARE(document([](JsonWriter& json) { json.value(std::optional<double>(2)); }), std::string("2\n"));
}

void TestJsonWriter::nonFiniteNumbersAreText()
{
    const std::string text = document([](JsonWriter& json) {
        json.beginArray();
        json.value(std::nan(""))
            .value(-std::nan(""))
            .value(INFINITY)
            .value(-std::numeric_limits<double>::infinity());
        json.endArray();
    });
    QCOMPARE(text,
        std::string(R"(["NaN","NaN","Infinity","-Infinity"])"
                    "\n"));
}

void TestJsonWriter::nonFiniteNumbersMayBeNull()
{
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; }, false, NonFiniteForm::Null);
    json.beginArray()
        .value(std::nan(""))
        .value(-INFINITY)
        .value(INFINITY)
        .value(1.5F)
        .value("NaN")
        .endArray();
    json.finish();
    QCOMPARE(text,
        std::string(R"([null,null,null,1.5,"NaN"])"
                    "\n"));
}

/// As json.loads of Python reads them back.
void TestJsonWriter::nonFiniteNumbersMayBeLiterals()
{
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; }, false, NonFiniteForm::Literal);
    json.beginArray()
        .value(-std::nan(""))
        .value(-INFINITY)
        .value(INFINITY)
        .value(1.5F)
        .value("NaN")
        .endArray();
    json.finish();
    QCOMPARE(text,
        std::string(R"([NaN,-Infinity,Infinity,1.5,"NaN"])"
                    "\n"));
}

void TestJsonWriter::integersOfAllWidths()
{
    const std::string text = document([](JsonWriter& json) {
        json.beginArray();
        json.value(std::numeric_limits<std::int64_t>::min()).value(std::numeric_limits<std::uint64_t>::max());
        json.value(std::int8_t {-5}).value(std::uint8_t {200}).value(short {-1}).value(7).value(8U);
        json.value(9LL).value(10ULL).value(std::size_t {11});
        json.endArray();
    });
    QCOMPARE(text, std::string("[-9223372036854775808,18446744073709551615,-5,200,-1,7,8,9,10,11]\n"));
}

void TestJsonWriter::strings_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("literal");
    const auto row = [](const char* name, std::string_view text, const char* literal) {
        QTest::newRow(name) << QByteArray(text.data(), static_cast<qsizetype>(text.size()))
                            << QByteArray(literal);
    };
    row("empty", "", R"("")");
    row("quote and backslash", R"(a"b\c)", R"("a\"b\\c")");
    row("short escapes", "\b\f\n\r\t", R"("\b\f\n\r\t")");
    row("controls", "\0\x01\x1f"sv, R"("\u0000\u0001\u001f")");
    row("DEL and slash", "\x7F/", R"("\u007f/")");
    row("utf-8", "算子 é 😀", "\"算子 é 😀\"");
    row("percent kept", "50%", R"("50%")");
    row("invalid utf-8", "a\xFF% \"\n", R"("a%FF%25 \"%0A")");
    row("surrogate", "\xED\xA0\x80", R"("%ED%A0%80")");
}

void TestJsonWriter::strings()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, literal);
    std::string out = "before ";
    appendJsonString(out, text.toStdString());
    QCOMPARE(QByteArray::fromStdString(out), "before " + literal);
}

void TestJsonWriter::qtReadsEveryString()
{
    QString everything;
    for (char32_t c = 0; c < 0x3000; ++c)
        everything += QString::fromUcs4(&c, 1);
    const std::string text = document([&](JsonWriter& json) {
        json.beginObject().member(everything.toStdString(), everything.toStdString()).endObject();
    });
    QJsonParseError error;
    const QJsonDocument parsed = QJsonDocument::fromJson(QByteArray::fromStdString(text), &error);
    QCOMPARE(error.error, QJsonParseError::NoError);
    QCOMPARE(parsed.object().size(), 1);
    QCOMPARE(parsed.object().begin().key(), everything);
    QCOMPARE(parsed.object().begin().value().toString(), everything);
}

void TestJsonWriter::nothingSteersATerminal()
{
    const std::string text = document([](JsonWriter& json) {
        json.value("\x1b \x7f \u0080 \u00a0 \u061c \u2028 \u202e \u200b \ufeff \U000e0041 \u4e2d");
    });
    QCOMPARE(text,
        std::string("\"\\u001b \\u007f \\u0080 \u00a0 \\u061c \\u2028 \\u202e \\u200b \\ufeff \\udb40\\udc41 "
                    "\u4e2d\"\n"));
}

void TestJsonWriter::foreignNamesAreThereOnce()
{
    const std::string text = document([](JsonWriter& json) {
        ForeignMembers members(json.beginObject());
        members.member("opset", "17");
        members.member("opset", "18");
        members.member("\xff", "raw");
        members.member("%FF", "written alike");
        json.endObject();
    });
    QCOMPARE(text, std::string("{\"opset\":\"17\",\"%FF\":\"raw\"}\n"));
}

void TestJsonWriter::raw()
{
    const std::string text = document(
        [](JsonWriter& json) { json.beginObject().key("a").raw("[1,2]").key("b").raw("1.50").endObject(); });
    QCOMPARE(text, std::string("{\"a\":[1,2],\"b\":1.50}\n"));
}

void TestJsonWriter::severalDocuments()
{
    std::string text;
    JsonWriter json([&text](std::string_view piece) { text += piece; });
    for (int i = 0; i < 3; ++i) {
        json.beginObject().member("i", i).endObject();
        json.finish();
    }
    QCOMPARE(text, std::string("{\"i\":0}\n{\"i\":1}\n{\"i\":2}\n"));
}

void TestJsonWriter::largeDocumentsComeInPieces()
{
    std::string text;
    std::size_t largest = 0;
    int pieces = 0;
    JsonWriter json([&](std::string_view piece) {
        text += piece;
        largest = std::max(largest, piece.size());
        ++pieces;
    });
    constexpr int kRows = 50'000;
    json.beginArray();
    for (int i = 0; i < kRows; ++i)
        json.beginObject().member("index", i).member("name", "operator").endObject();
    json.endArray();
    json.finish();
    QVERIFY(pieces > 10);
    QVERIFY(largest < 80'000);
    QJsonParseError error;
    const QJsonDocument parsed = QJsonDocument::fromJson(QByteArray::fromStdString(text), &error);
    QCOMPARE(error.error, QJsonParseError::NoError);
    QCOMPARE(parsed.array().size(), kRows);
    QCOMPARE(parsed.array().last().toObject().value("index").toInt(), kRows - 1);
}

void TestJsonWriter::unfinishedIsNotHandedOver()
{
    std::string text;
    {
        JsonWriter json([&text](std::string_view piece) { text += piece; });
        json.beginObject().member("a", 1);
    }
    QVERIFY(text.empty());
}

void TestJsonWriter::csv_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("field");
    const auto row = [](const char* name, const char* text, const char* field) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(field);
    };
    row("empty", "", "");
    row("plain", "Conv2D", "Conv2D");
    row("comma", "[2,3]", "\"[2,3]\"");
    row("quote", "a\"b", "\"a\"\"b\"");
    row("newline", "a\nb", "a%0Ab");
    row("carriage return", "a\r", "a%0D");
    row("escape and percent", "5%\x1b", "5%25%1B");
    row("C1", "\u009b", "%C2%9B");
    row("inner blank", "a b", "a b");
    row("outer blank", " a", "\" a\"");
    row("semicolon", "a;b", "a;b");
    row("not UTF-8", "\xFF", "%FF");
}

void TestJsonWriter::csv()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, field);
    std::string out = "x,";
    appendCsvField(out, text.toStdString());
    QCOMPARE(QByteArray::fromStdString(out), "x," + field);
}

QTEST_APPLESS_MAIN(TestJsonWriter)
#include "tst_json_writer.moc"
