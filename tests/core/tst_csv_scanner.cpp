// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/csv_scanner.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace dumpscope::core;

namespace {

QByteArray bytes(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

std::string_view view(const QByteArray& text)
{
    return {text.constData(), static_cast<std::size_t>(text.size())};
}

/// Fields as <a><b>, one line per row; broken rows start with '!'.
std::string print(CsvScanner& scanner)
{
    std::string out;
    std::vector<std::string_view> fields {"left over"};
    CsvScanner::Row row;
    while (scanner.next(fields, row)) {
        if (row.broken)
            out += '!';
        for (const std::string_view field : fields)
            out += '<' + std::string(field) + '>';
        out += '\n';
    }
    return out;
}

} // namespace

class TestCsvScanner : public QObject {
    Q_OBJECT

private slots:
    void scans_data();
    void scans();
    void everyFieldLengthMeetsEveryBlock();
    void countsLinesAndOffsets();
    void givesViewsIntoTheText();
    void unquotes_data();
    void unquotes();
    void splits_data();
    void splits();
    void piecesScanAsTheWhole();
    void everyTruncationAndByteIsHarmless();
    void unclosedQuotesStayLinear();
};

void TestCsvScanner::scans_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, std::string_view text, std::string_view expected) {
        QTest::newRow(name) << bytes(text) << bytes(expected);
    };
    row("nothing", "", "");
    row("one field", "a", "<a>\n");
    row("one line end", "\n", "<>\n");
    row("blank line between", "a\n\nb\n", "<a>\n<>\n<b>\n");
    row("fields", "a,b,c\n1,,3\n", "<a><b><c>\n<1><><3>\n");
    row("no last line end", "a,b\nc,d", "<a><b>\n<c><d>\n");
    row("trailing comma", "1,2,\n", "<1><2><>\n");
    row("trailing comma at the end", "1,2,", "<1><2><>\n");
    row("only commas", ",,\n", "<><><>\n");
    row("carriage returns", "a,b\r\nc,\r\n\r\nd", "<a><b>\n<c><>\n<>\n<d>\n");
    row("carriage return at the end", "a,b\r", "<a><b>\n");
    row("carriage return inside", "a\rb,c\r\r\n", "<a\rb><c\r>\n");
    row("byte-order mark",
        "\xEF\xBB\xBF"
        "a,b\n",
        "<a><b>\n");
    row("mark inside",
        "a,\xEF\xBB\xBF"
        "b\n",
        "<a><\xEF\xBB\xBF"
        "b>\n");
    row("quotes", "\"(2,3)\",x,\"\"\n", "<(2,3)><x><>\n");
    row("quoted first and last", "\"a\"\r\n\"b\"", "<a>\n<b>\n");
    row("quoted with comma behind", "\"a\",\n", "<a><>\n");
    row("doubled quotes stay", "\"a\"\"b\",\"\"\"\"\n", "<a\"\"b><\"\">\n");
    row("quote inside a field", "a\"b\",c\"\n", "<a\"b\"><c\">\n");
    row("blank before a quote", "a, \"b,c\"\n", "<a>< \"b><c\">\n");
    row("statistics", "Add,Default/Add-op0,0,0,1761112345021243,input,0,24,float32,\"[2,3]\",6,1,\n",
        "<Add><Default/Add-op0><0><0><1761112345021243><input><0><24><float32><[2,3]><6><1><>\n");
    row("quote never closed", "a,\"b,c\nd,e\n", "!<a><b,c>\n<d><e>\n");
    row("quote never closed, carriage return", "a,\"b,c\r\nd\r\n", "!<a><b,c>\n<d>\n");
    row("quote never closed at the end", "x\na,\"b", "<x>\n!<a><b>\n");
    row("quote alone", "\"", "!<>\n");
    row("three quotes", "\"\"\"\n1\n", "!<\"\">\n<1>\n");
    row("line end in quotes", "\"a\nb\",c\n", "!<a>\n<b\"><c>\n");
    row("text behind a closing quote", "\"a\"b,c\nd\n", "!<a\"b><c>\n<d>\n");
    row("blank behind a closing quote", "\"a\" \nd\n", "!<a\" >\n<d>\n");
    row("two quoted in one", "\"a\"\"b\"x\"c\",d\n", "!<a\"\"b\"x\"c\"><d>\n");
    row("zero bytes", std::string_view("a\0b,\0\n", 6), std::string_view("<a\0b><\0>\n", 9));
    row("not UTF-8", "\xFF,\x80\xC3\n", "<\xFF><\x80\xC3>\n");
    row("high look-alikes", "\xAC\xA2\x8A,\xAC\n", "<\xAC\xA2\x8A><\xAC>\n");
}

void TestCsvScanner::scans()
{
    QFETCH(QByteArray, text);
    CsvScanner scanner(view(text));
    QTEST(bytes(print(scanner)), "expected");
}

void TestCsvScanner::everyFieldLengthMeetsEveryBlock()
{
    for (std::size_t first = 0; first < 20; ++first) {
        for (std::size_t second = 0; second < 20; ++second) {
            const std::string a(first, 'a');
            const std::string b(second, '-');
            const std::string text = a + ',' + b + ",\"" + b + ",\"\r\n" + b + ',' + a;
            const std::string expected = '<' + a + "><" + b + "><" + b + ",>\n<" + b + "><" + a + ">\n";
            CsvScanner scanner(text);
            QCOMPARE(bytes(print(scanner)), bytes(expected));
        }
    }
}

void TestCsvScanner::countsLinesAndOffsets()
{
    std::vector<std::string_view> fields;
    CsvScanner::Row row;
    CsvScanner scanner("\xEF\xBB\xBFh\r\n\"x\n\ny");
    std::vector<std::pair<std::uint64_t, std::uint64_t>> places;
    while (scanner.next(fields, row)) {
        places.emplace_back(row.line, row.offset);
        QCOMPARE(row.fields, &fields);
    }
    const std::vector<std::pair<std::uint64_t, std::uint64_t>> expected {{1, 3}, {2, 6}, {3, 9}, {4, 10}};
    QCOMPARE(places, expected);
    CsvScanner piece("a\nb", 41, 1000);
    QVERIFY(piece.next(fields, row) && piece.next(fields, row));
    QCOMPARE(row.line, std::uint64_t {42});
    QCOMPARE(row.offset, std::uint64_t {1002});
    QVERIFY(!piece.next(fields, row));
    QVERIFY(!piece.next(fields, row));
}

void TestCsvScanner::givesViewsIntoTheText()
{
    constexpr std::string_view kText = "ab,\"c,d\",\n";
    std::vector<std::string_view> fields;
    CsvScanner::Row row;
    CsvScanner scanner(kText);
    QVERIFY(scanner.next(fields, row));
    QVERIFY(fields[0].data() == kText.data());
    QVERIFY(fields[1].data() == kText.data() + 4);
    QVERIFY(fields[2].data() == kText.data() + 9);
}

void TestCsvScanner::unquotes_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("empty") << QByteArray() << QByteArray("");
    QTest::newRow("plain") << QByteArray("a,b") << QByteArray("a,b");
    QTest::newRow("doubled") << QByteArray("\"\"a\"\"") << QByteArray("\"a\"");
    QTest::newRow("two pairs") << QByteArray("\"\"\"\"") << QByteArray("\"\"");
    QTest::newRow("single") << QByteArray("a\"b") << QByteArray("a\"b");
}

void TestCsvScanner::unquotes()
{
    QFETCH(QByteArray, field);
    QTEST(bytes(unquote(view(field))), "expected");
}

void TestCsvScanner::splits_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("pieces");
    QTest::addColumn<int>("most");
    QTest::newRow("nothing") << QByteArray() << 4 << 0;
    QTest::newRow("no pieces") << QByteArray("a\nb\n") << 0 << 1;
    QTest::newRow("one line") << QByteArray("abcdefgh") << 4 << 1;
    QTest::newRow("even") << QByteArray("a\nb\nc\nd\n") << 4 << 4;
    QTest::newRow("no last line end") << QByteArray("aaaa\nbbbb\ncccc") << 3 << 3;
    QTest::newRow("long last line") << QByteArray("a\nb\nccccccccccccccccc") << 8 << 3;
    QTest::newRow("more pieces than lines") << QByteArray("a\nb\n") << 100 << 4;
    QTest::newRow("line ends only") << QByteArray("\n\n\n") << 3 << 3;
}

void TestCsvScanner::splits()
{
    QFETCH(QByteArray, text);
    QFETCH(int, pieces);
    QFETCH(int, most);
    std::string joined;
    std::uint64_t lines = 0;
    const auto parts = splitLines(view(text), static_cast<std::size_t>(pieces));
    QVERIFY(static_cast<int>(parts.size()) <= most);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        QVERIFY(!parts[i].empty());
        QVERIFY(i + 1 == parts.size() || parts[i].back() == '\n');
        joined += parts[i];
        lines += countLines(parts[i]);
    }
    QCOMPARE(bytes(joined), text);
    QCOMPARE(static_cast<qsizetype>(lines), text.count('\n'));
}

void TestCsvScanner::piecesScanAsTheWhole()
{
    std::string text = "\xEF\xBB\xBFname,shape,value\n";
    for (int i = 0; i < 1000; ++i)
        text += "op" + std::to_string(i * i) + ",\"(" + std::to_string(i) + ",2)\"," + std::to_string(i)
            + ",\r\n";
    CsvScanner whole(text);
    const std::string expected = print(whole);
    for (const std::size_t pieces : {1U, 2U, 7U, 64U}) {
        std::string printed;
        std::uint64_t line = 1;
        std::uint64_t offset = 0;
        for (const std::string_view part : splitLines(text, pieces)) {
            CsvScanner scanner(part, line, offset);
            printed += print(scanner);
            line += countLines(part);
            offset += part.size();
        }
        QCOMPARE(bytes(printed), bytes(expected));
        QCOMPARE(line, std::uint64_t {1002});
    }
}

void TestCsvScanner::everyTruncationAndByteIsHarmless()
{
    constexpr std::string_view kSample = "a,\"b\"\"c\",\r\n\"(2,3)\",1.5,\n\"x";
    for (std::size_t length = 0; length <= kSample.size(); ++length) {
        // A copy of exactly this size lets sanitizers see a read behind the end.
        const std::vector<char> copy(kSample.begin(), kSample.begin() + static_cast<std::ptrdiff_t>(length));
        CsvScanner scanner(std::string_view(copy.data(), copy.size()));
        const std::string printed = print(scanner);
        QCOMPARE(std::count(printed.begin(), printed.end(), '\n'),
            std::count(copy.begin(), copy.end(), '\n') + (length > 0 && copy.back() != '\n' ? 1 : 0));
    }
    for (std::size_t at = 0; at < kSample.size(); ++at) {
        for (const char c : std::string_view("\",\r\n\0x", 6)) {
            std::string text(kSample);
            text[at] = c;
            CsvScanner scanner(text);
            QVERIFY(!print(scanner).empty());
        }
    }
}

void TestCsvScanner::unclosedQuotesStayLinear()
{
    // Looking for each closing quote in the rest of the text would take minutes here.
    std::string text;
    for (int i = 0; i < 400'000; ++i)
        text += "\"a\n";
    for (int i = 0; i < 400'000; ++i)
        text += "\"\",";
    CsvScanner scanner(text);
    std::vector<std::string_view> fields;
    CsvScanner::Row row;
    std::size_t rows = 0;
    std::size_t most = 0;
    for (; scanner.next(fields, row); ++rows)
        most = std::max(most, fields.size());
    QCOMPARE(rows, std::size_t {400'001});
    QCOMPARE(most, std::size_t {400'001});
}

QTEST_APPLESS_MAIN(TestCsvScanner)
#include "tst_csv_scanner.moc"
