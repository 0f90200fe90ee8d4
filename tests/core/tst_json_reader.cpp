// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/json_reader.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

using namespace dumpscope::core;

Q_DECLARE_METATYPE(dumpscope::core::Code)

namespace {

QByteArray bytes(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

std::string_view view(const QByteArray& text)
{
    return {text.constData(), static_cast<std::size_t>(text.size())};
}

/// null, bools and numbers as written, strings in <>, everything else as JSON without blanks.
void print(const JsonValue& value, std::string& out)
{
    switch (value.kind) {
    case JsonValue::Kind::Null:
        out += "null";
        break;
    case JsonValue::Kind::Bool:
        out += value.boolean ? "true" : "false";
        break;
    case JsonValue::Kind::Number:
        out += value.text;
        break;
    case JsonValue::Kind::String:
        out += '<' + value.text + '>';
        break;
    case JsonValue::Kind::Array:
        out += '[';
        for (const JsonValue& item : value.items) {
            print(item, out);
            out += ',';
        }
        out += ']';
        break;
    case JsonValue::Kind::Object:
        out += '{';
        for (const auto& [key, item] : value.members) {
            out += '<' + key + ">:";
            print(item, out);
            out += ',';
        }
        out += '}';
        break;
    }
}

std::string nested(std::size_t depth)
{
    return std::string(depth, '[') + std::string(depth, ']');
}

/// Writes events down and stops after a number of them.
class Recorder : public JsonHandler {
public:
    explicit Recorder(std::size_t most = 1000)
        : m_left(most)
    {
    }
    bool beginObject() override { return note("{"); }
    bool key(std::string_view name) override { return note("k:" + std::string(name)); }
    bool endObject() override { return note("}"); }
    bool beginArray() override { return note("["); }
    bool endArray() override { return note("]"); }
    bool string(std::string_view value) override { return note("s:" + std::string(value)); }
    bool number(std::string_view value) override { return note("n:" + std::string(value)); }
    bool boolean(bool value) override { return note(value ? "true" : "false"); }
    bool null() override { return note("null"); }

    std::string text;

private:
    bool note(const std::string& event)
    {
        text += event + ' ';
        return --m_left > 0;
    }
    std::size_t m_left;
};

} // namespace

class TestJsonReader : public QObject {
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void everyTruncationFails();
    void everyByteMayBeAnything();
    void numbers_data();
    void numbers();
    void lastDuplicateWins();
    void remembersOffsets();
    void boundsDepth();
    void boundsSize();
    void scansEvents();
    void stopsWhenToldTo();
    void findsRowsAndColumns();
};

void TestJsonReader::reads_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, std::string_view text, std::string_view expected) {
        QTest::newRow(name) << bytes(text) << bytes(expected);
    };
    row("empty object", "{}", "{}");
    row("empty array", " [ ] ", "[]");
    row("root string", "\"a\"", "<a>");
    row("root number", " -12.50e+03\n", "-12.50e+03");
    row("root null", "null", "null");
    row("nested", R"({"a":[1,{"b":[]},[[]]],"c":{}})", "{<a>:[1,{<b>:[],},[[],],],<c>:{},}");
    row("blanks", "\t{ \"a\" :\r\n[ 1 , 2 ] ,\n\"b\":true}\r\n", "{<a>:[1,2,],<b>:true,}");
    row("non-finite", "[NaN,Infinity,-Infinity, NaN ]", "[NaN,Infinity,-Infinity,NaN,]");
    row("non-finite root", "-Infinity", "-Infinity");
    row("escapes", R"(["\"\\\/\b\f\n\r\t"])", "[<\"\\/\b\f\n\r\t>,]");
    row("unicode escapes", R"(["\u0041\u00e9\u4e2d\ud83d\ude00"])",
        "[<A\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80>,]");
    row("zero escape", R"(["a\u0000b"])", std::string_view("[<a\0b>,]", 8));
    row("half pairs", R"(["\ud800","\udc00x","\ud800\ud800\udc00","\ud83dA"])",
        "[<\xEF\xBF\xBD>,<\xEF\xBF\xBDx>,<\xEF\xBF\xBD\xF0\x90\x80\x80>,<\xEF\xBF\xBD"
        "A>,]");
    row("raw UTF-8", "{\"\xE6\x97\xA5\":\"\xF0\x9F\x98\x80\"}", "{<\xE6\x97\xA5>:<\xF0\x9F\x98\x80>,}");
    row("escaped key", R"({"a\nb\"":1})", "{<a\nb\">:1,}");
    row("duplicates", R"({"a":1,"a":2,"":3})", "{<a>:1,<a>:2,<>:3,}");
    row("colon in a string", R"({"a:":"b:","c":[":",",","]","}"]})", "{<a:>:<b:>,<c>:[<:>,<,>,<]>,<}>,],}");
    row("byte-order mark", "\xEF\xBB\xBF[1]", "[1,]");
    row("long number", "[123456789012345678901234567890]", "[123456789012345678901234567890,]");
}

void TestJsonReader::reads()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const auto value = parseJson(view(text));
    QVERIFY2(value, value ? "" : value.error().text().c_str());
    std::string printed;
    print(*value, printed);
    QCOMPARE(bytes(printed), expected);
}

void TestJsonReader::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Code>("code");
    QTest::addColumn<int>("offset");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    const auto row
        = [](const char* name, std::string_view text, Code code, int offset, int line, int column) {
              QTest::newRow(name) << bytes(text) << code << offset << line << column;
          };
    row("nothing", "", Code::BadSyntax, 0, 1, 1);
    row("blanks only", " \n ", Code::BadSyntax, 0, 1, 1);
    row("missing comma", "[1 2]", Code::BadSyntax, 3, 1, 4);
    row("missing comma between members", "{\"a\":1\n \"b\":2}", Code::BadSyntax, 8, 2, 2);
    row("missing colon", "{\"a\" 1}", Code::BadSyntax, 5, 1, 6);
    row("missing value", "{\"a\":}", Code::BadSyntax, 5, 1, 6);
    row("comma first", "[,1]", Code::BadSyntax, 1, 1, 2);
    row("comma last", "[1,]", Code::BadSyntax, 3, 1, 4);
    row("comma last in an object", "{\"a\":1,}", Code::BadSyntax, 7, 1, 8);
    row("bare key", "{a:1}", Code::BadSyntax, 1, 1, 2);
    row("number as key", "{1:1}", Code::BadSyntax, 1, 1, 2);
    row("key in an array", "[\"a\":1]", Code::BadSyntax, 4, 1, 5);
    row("colon in an array", "[1:2]", Code::BadSyntax, 2, 1, 3);
    row("wrong closing bracket", "[[1}]", Code::BadSyntax, 3, 1, 4);
    row("wrong last bracket", "[1}", Code::BadSyntax, 2, 1, 3);
    row("closing bracket alone", " ]", Code::BadSyntax, 1, 1, 2);
    row("closing and opening", "1][2", Code::BadSyntax, 1, 1, 2);
    row("two values", "1,2", Code::BadSyntax, 1, 1, 2);
    row("opening bracket alone", "[", Code::Truncated, 1, 1, 2);
    row("opening brace alone", "{ ", Code::Truncated, 2, 1, 3);
    row("backslash alone", "\\", Code::BadSyntax, 0, 1, 1);
    row("text behind", "{\"a\":1}\n x", Code::BadSyntax, 9, 2, 2);
    row("second document", "{}[]", Code::BadSyntax, 2, 1, 3);
    row("closing twice", "[1]]", Code::BadSyntax, 3, 1, 4);
    row("zero byte and more", std::string_view("{\"dump\":{}}\0[[", 14), Code::BadSyntax, 11, 1, 12);
    row("literal with a tail", "[nulll]", Code::BadSyntax, 1, 1, 2);
    row("literal in capitals", "[True]", Code::BadSyntax, 1, 1, 2);
    row("nan in lower case", "[nan]", Code::BadSyntax, 1, 1, 2);
    row("plus infinity", "[+Infinity]", Code::BadSyntax, 1, 1, 2);
    row("negative NaN", "[-NaN]", Code::BadSyntax, 1, 1, 2);
    row("leading zero", "[01]", Code::BadSyntax, 1, 1, 2);
    row("leading plus", "[+1]", Code::BadSyntax, 1, 1, 2);
    row("leading point", "[.5]", Code::BadSyntax, 1, 1, 2);
    row("ending point", "[5.]", Code::BadSyntax, 1, 1, 2);
    row("empty exponent", "[1e]", Code::BadSyntax, 1, 1, 2);
    row("hex number", "[0x10]", Code::BadSyntax, 1, 1, 2);
    row("minus only", "[-]", Code::BadSyntax, 1, 1, 2);
    row("number against string", "[1\"a\"]", Code::BadSyntax, 1, 1, 2);
    row("string against literal", "[\"a\"true]", Code::BadSyntax, 4, 1, 5);
    row("single quotes", "['a']", Code::BadSyntax, 1, 1, 2);
    row("comment", "[1] // x", Code::BadSyntax, 4, 1, 5);
    row("unknown escape", "[\n\"ab\\x\"]", Code::BadSyntax, 5, 2, 4);
    row("unknown escape in a key", R"({"a\q":1})", Code::BadSyntax, 3, 1, 4);
    row("short unicode escape", R"(["\u12"])", Code::BadSyntax, 2, 1, 3);
    row("signed unicode escape", R"(["\u-123"])", Code::BadSyntax, 2, 1, 3);
    row("line feed in a string", "[\"a\nb\"]", Code::BadSyntax, 3, 1, 4);
    row("tab in a key", "{\"a\tb\":1}", Code::BadSyntax, 3, 1, 4);
    row("string without end", "[1,\n\"abc]", Code::Truncated, 4, 2, 1);
    row("object without end", "{\"a\":1", Code::Truncated, 6, 1, 7);
    row("inner object without end", "{\"a\":{\"b\":1}", Code::Truncated, 12, 1, 13);
    row("inner array without end", "[[[1],2]", Code::Truncated, 8, 1, 9);
    row("inner empty array without end", "[[]", Code::Truncated, 3, 1, 4);
    row("bad UTF-8", "{\"\xE6\x97\":1}", Code::BadEncoding, 2, 1, 3);
    row("stray byte", "[1,\n\xFF]", Code::BadEncoding, 4, 2, 1);
    row("bad byte after a mark", "\xEF\xBB\xBF[1,]", Code::BadSyntax, 6, 1, 7);
}

void TestJsonReader::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(Code, code);
    const auto value = parseJson(view(text));
    QVERIFY(!value);
    QCOMPARE(bytes(codeWord(value.error().code)), bytes(codeWord(code)));
    QVERIFY(value.error().place.offset && value.error().place.row && value.error().place.column);
    QTEST(static_cast<int>(*value.error().place.offset), "offset");
    QTEST(static_cast<int>(*value.error().place.row), "line");
    QTEST(static_cast<int>(*value.error().place.column), "column");
    Recorder recorder;
    QVERIFY(!scanJson(view(text), recorder));
}

namespace {

constexpr std::string_view kSample = R"({"task":"tensor", "data":{"Module.conv1.\u0041.0":{"input":[{"type":
"torch.Tensor","shape":[2, 3],"Max":NaN,"Min":-Infinity,"Mean":-1.5e-3,"requires_grad":false},null]},"x":{}}})";

} // namespace

void TestJsonReader::everyTruncationFails()
{
    QVERIFY(parseJson(kSample));
    for (std::size_t length = 0; length < kSample.size(); ++length) {
        const auto value = parseJson(kSample.substr(0, length));
        QVERIFY(!value);
        QVERIFY(value.error().code == Code::Truncated || value.error().code == Code::BadSyntax);
        QVERIFY(*value.error().place.offset <= length);
    }
}

void TestJsonReader::everyByteMayBeAnything()
{
    for (std::size_t at = 0; at < kSample.size(); ++at) {
        for (const char c : std::string_view("{}[],:\"\\ 0-eNx\n\0\x80\xFF", 18)) {
            std::string text(kSample);
            text[at] = c;
            const auto value = parseJson(text);
            QVERIFY(value || *value.error().place.offset <= text.size());
        }
    }
}

void TestJsonReader::numbers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("number");
    QTest::addColumn<bool>("isInteger");
    QTest::addColumn<qint64>("integer");
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    QTest::newRow("zero") << QByteArray("0") << 0.0 << true << qint64 {0};
    QTest::newRow("negative") << QByteArray("-7") << -7.0 << true << qint64 {-7};
    QTest::newRow("fraction") << QByteArray("0.1") << 0.1 << false << qint64 {0};
    QTest::newRow("exponent") << QByteArray("1e3") << 1000.0 << false << qint64 {0};
    QTest::newRow("largest integer") << QByteArray("9223372036854775807") << 9223372036854775808.0 << true
                                     << qint64 {9223372036854775807};
    QTest::newRow("past it") << QByteArray("9223372036854775808") << 9223372036854775808.0 << false
                             << qint64 {0};
    QTest::newRow("overflow") << QByteArray("1e400") << kInfinity << false << qint64 {0};
    QTest::newRow("underflow") << QByteArray("1e-400") << 0.0 << false << qint64 {0};
    QTest::newRow("subnormal") << QByteArray("5e-324") << 4.9406564584124654e-324 << false << qint64 {0};
    QTest::newRow("infinity") << QByteArray("-Infinity") << -kInfinity << false << qint64 {0};
}

void TestJsonReader::numbers()
{
    QFETCH(QByteArray, text);
    QFETCH(double, number);
    QFETCH(bool, isInteger);
    const auto value = parseJson(view(text));
    QVERIFY(value);
    QVERIFY(value->number() == number);
    QCOMPARE(value->integer().has_value(), isInteger);
    QTEST(static_cast<qint64>(value->integer().value_or(0)), "integer");
    const auto nan = parseJson("NaN");
    QVERIFY(nan && std::isnan(nan->number().value_or(0)));
    const auto string = parseJson("\"1\"");
    QVERIFY(string && !string->number() && !string->integer());
}

void TestJsonReader::lastDuplicateWins()
{
    const auto value = parseJson(R"({"a":1,"b":2,"a":3})");
    QVERIFY(value);
    QCOMPARE(value->members.size(), std::size_t {3});
    QCOMPARE(value->find("a")->integer().value_or(0), std::int64_t {3});
    QVERIFY(!value->find("c"));
    QVERIFY(!value->find("a")->find("a"));
}

void TestJsonReader::remembersOffsets()
{
    const auto value = parseJson("\xEF\xBB\xBF {\"a\": [ 1,\n\"x\"]}");
    QVERIFY(value);
    QCOMPARE(value->offset, std::uint64_t {4});
    const JsonValue& array = value->members.front().second;
    QCOMPARE(array.offset, std::uint64_t {10});
    QCOMPARE(array.items[0].offset, std::uint64_t {12});
    QCOMPARE(array.items[1].offset, std::uint64_t {15});
}

void TestJsonReader::boundsDepth()
{
    QVERIFY(parseJson(nested(256)));
    const auto deep = parseJson(nested(257));
    QVERIFY(!deep);
    QVERIFY(deep.error().code == Code::Limit);
    QCOMPARE(*deep.error().place.offset, std::uint64_t {256});
    // Never deeper than the stack allows, whatever the caller says.
    const JsonLimits limits {.maxDepth = 1'000'000};
    QVERIFY(parseJson(nested(384), limits));
    const auto deeper = parseJson(nested(30'000), limits);
    QVERIFY(!deeper && deeper.error().code == Code::Limit);
    const auto unclosed = parseJson(std::string(100'000, '['), limits);
    QVERIFY(!unclosed && unclosed.error().code == Code::Limit);
}

void TestJsonReader::boundsSize()
{
    const auto large = parseJson("[1,2,3]", {.maxBytes = 6});
    QVERIFY(!large && large.error().code == Code::Limit);
    QVERIFY(parseJson("[1,2,3]", {.maxBytes = 7}));
    QVERIFY(parseJson("[1,2,3]", {.maxValues = 4}));
    const auto many = parseJson("[1,2,3]", {.maxValues = 3});
    QVERIFY(!many && many.error().code == Code::Limit);
    QCOMPARE(*many.error().place.offset, std::uint64_t {5});
}

void TestJsonReader::scansEvents()
{
    Recorder recorder;
    QVERIFY(scanJson(R"({"a":[1,NaN,"x"],"b":{"c":null,"d":true}})", recorder));
    QCOMPARE(bytes(recorder.text), QByteArray("{ k:a [ n:1 n:NaN s:x ] k:b { k:c null k:d true } } "));
}

void TestJsonReader::stopsWhenToldTo()
{
    for (std::size_t most = 1; most <= 8; ++most) {
        Recorder recorder(most);
        QVERIFY(scanJson(R"({"a":[1,"x",{}]} and more)", recorder));
        QCOMPARE(std::count(recorder.text.begin(), recorder.text.end(), ' '), static_cast<long>(most));
    }
}

void TestJsonReader::findsRowsAndColumns()
{
    using Pair = std::pair<std::uint64_t, std::uint64_t>;
    constexpr std::string_view kText = "ab\n\ncd";
    QVERIFY((rowAndColumn(kText, 0) == Pair {1, 1}));
    QVERIFY((rowAndColumn(kText, 2) == Pair {1, 3}));
    QVERIFY((rowAndColumn(kText, 3) == Pair {2, 1}));
    QVERIFY((rowAndColumn(kText, 5) == Pair {3, 2}));
    QVERIFY((rowAndColumn(kText, 99) == Pair {3, 3}));
    QVERIFY((rowAndColumn("", 0) == Pair {1, 1}));
}

QTEST_APPLESS_MAIN(TestJsonReader)
#include "tst_json_reader.moc"
