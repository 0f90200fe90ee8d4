// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/row_writer.h"

#include "memory_table.h"
#include "query/display_width.h"
#include "query/text_table.h"

#include <QTest>

#include <limits>

using namespace dumpscope::core;
using dumpscope::test::MemoryTable;

namespace {

std::string_view view(std::string_view text)
{
    return text;
}

MemoryTable makeTable()
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    MemoryTable table(
        {{"op_name", ColumnType::Text}, {"shape", ColumnType::Dimensions}, {"count", ColumnType::Integer},
            {"max", ColumnType::Real}, {"problem", ColumnType::Text}},
        0);
    table.add({view("a,b"), std::string("[2,3]"), std::uint64_t {18446744073709551615U}, 0.1, Cell()});
    table.add({std::string("say \"hi\"\nx"), std::string("[]"), std::int64_t {-5}, nan, view("")});
    table.add({view("卷积\xFF"), Cell(), Cell(), -infinity, view(" end ")});
    return table;
}

std::string jsonRow(const FilterTable& table, std::size_t row, const std::vector<int>& columns)
{
    std::string text;
    JsonWriter json([&text](std::string_view piece) { text += piece; });
    writeRowJson(json, table, row, columns);
    json.finish();
    return text;
}

std::string csv(const FilterTable& table, const std::vector<int>& columns, std::size_t rows)
{
    std::string text = csvHeader(table, columns);
    for (std::size_t row = 0; row < rows; ++row)
        text += csvRow(table, row, columns);
    return text;
}

std::string textTable(
    const MemoryTable& table, const std::vector<int>& columns, TextTable::Options options = {})
{
    std::vector<TextTable::Column> shown;
    for (const int column : columns) {
        const auto& info = table.columns()[static_cast<std::size_t>(column)];
        shown.push_back(
            {std::string(info.name), info.type == ColumnType::Integer || info.type == ColumnType::Real});
    }
    std::string text;
    TextTable(std::move(shown), options)
        .write([&text](std::string_view piece) { text += piece; }, table.rows(),
            [&](std::size_t row, std::vector<std::string>& cells) {
                for (std::size_t i = 0; i < columns.size(); ++i)
                    cells[i] = cellText(table.cell(row, columns[i]));
            });
    return text;
}

} // namespace

class RowWriterTest : public QObject {
    Q_OBJECT

private slots:
    void writesJson();
    void writesMembersIntoADocument();
    void writesCsv();
    void csvKeepsNullRows();
    void writesAlignedText();
    void dropsEmptyColumns();
    void textFitsTheTerminal();
    void longCellsDoNotWidenEverything();
    void longTablesKeepTheirOrder();
    void parsesColumns();
    void measuresText_data();
    void measuresText();
    void shortensText_data();
    void shortensText();
};

void RowWriterTest::writesJson()
{
    const MemoryTable table = makeTable();
    const std::vector<int> all {0, 1, 2, 3, 4};
    // docs/contract.md 1: non-finite numbers are strings, absent values null, invalid UTF-8 percent-escaped.
    QCOMPARE(jsonRow(table, 0, all),
        std::string("{\"op_name\":\"a,b\",\"shape\":[2,3],\"count\":18446744073709551615,\"max\":0.1,"
                    "\"problem\":null}\n"));
    QCOMPARE(jsonRow(table, 1, all),
        std::string("{\"op_name\":\"say \\\"hi\\\"\\nx\",\"shape\":[],\"count\":-5,\"max\":\"NaN\","
                    "\"problem\":\"\"}\n"));
    QCOMPARE(jsonRow(table, 2, all),
        std::string("{\"op_name\":\"卷积%FF\",\"shape\":null,\"count\":null,\"max\":\"-Infinity\","
                    "\"problem\":\" end \"}\n"));
}

void RowWriterTest::writesMembersIntoADocument()
{
    const MemoryTable table = makeTable();
    std::string text;
    JsonWriter json([&text](std::string_view piece) { text += piece; });
    json.beginObject().key("rows").beginArray().beginObject();
    writeRowMembers(json, table, 0, std::vector<int> {2, 1});
    json.member("more", 1).endObject().endArray().endObject().finish();
    QCOMPARE(text, std::string("{\"rows\":[{\"count\":18446744073709551615,\"shape\":[2,3],\"more\":1}]}\n"));
}

void RowWriterTest::writesCsv()
{
    // RFC 4180: CRLF, fields with commas or quotes in quotes, quotes doubled; controls are percent-escaped.
    QCOMPARE(csv(makeTable(), {0, 1, 2, 3, 4}, 3),
        std::string("op_name,shape,count,max,problem\r\n"
                    "\"a,b\",\"[2,3]\",18446744073709551615,0.1,\r\n"
                    "\"say \"\"hi\"\"%0Ax\",[],-5,NaN,\"\"\r\n"
                    "卷积%FF,,,-Infinity,\" end \"\r\n"));
    QCOMPARE(csv(makeTable(), {3, 2}, 0), std::string("max,count\r\n"));
}

void RowWriterTest::csvKeepsNullRows()
{
    QCOMPARE(csv(makeTable(), {2}, 3), std::string("count\r\n18446744073709551615\r\n-5\r\n\"\"\r\n"));
}

void RowWriterTest::writesAlignedText()
{
    QCOMPARE(textTable(makeTable(), {0, 2, 1, 3}),
        std::string("op_name                      count  shape        max\n"
                    "a,b           18446744073709551615  [2,3]        0.1\n"
                    "say \"hi\"%0Ax                    -5  []           NaN\n"
                    "卷积%FF                                    -Infinity\n"));
    QCOMPARE(textTable(makeTable(), {2, 4}),
        std::string("               count  problem\n18446744073709551615\n                  -5\n"
                    "                       end\n"));
}

void RowWriterTest::dropsEmptyColumns()
{
    MemoryTable table({{"a", ColumnType::Text}, {"b", ColumnType::Integer}, {"c", ColumnType::Text}}, 0);
    QCOMPARE(textTable(table, {0, 1, 2}, {0, true}), std::string("a  b  c\n"));
    table.add({view(""), std::int64_t {0}, Cell()});
    table.add({Cell(), Cell(), Cell()});
    QCOMPARE(textTable(table, {0, 1, 2}, {0, true}), std::string("b\n0\n\n"));
    QCOMPARE(textTable(table, {0, 1, 2}, {0, false}), std::string("a  b  c\n   0\n\n"));
}

void RowWriterTest::textFitsTheTerminal()
{
    MemoryTable table(
        {{"op_name", ColumnType::Text}, {"step", ColumnType::Integer}, {"dtype", ColumnType::Text}}, 0);
    table.add({view("network/encoder/layer12/attention/conv"), std::int64_t {7}, view("float16")});
    table.add({view("网络/编码器/第十二层/注意力/卷积卷积"), std::int64_t {123456}, view("int8")});
    // 36 columns: 19 for the name, 6 for the step, 7 for the dtype, two gaps of 2. Of 18 columns
    // around the dots a third goes to the beginning. A wide character takes two columns.
    QCOMPARE(textTable(table, {0, 1, 2}, {36, false}),
        std::string("op_name                step  dtype\n"
                    "networ…tention/conv       7  float16\n"
                    "网络/…意力/卷积卷积  123456  int8\n"));
    // Texts keep 16 columns, however narrow the terminal is.
    QCOMPARE(textTable(table, {0, 1, 2}, {5, false}),
        std::string("op_name             step  dtype\n"
                    "netwo…ntion/conv       7  float16\n"
                    "网络/…/卷积卷积   123456  int8\n"));
}

void RowWriterTest::longCellsDoNotWidenEverything()
{
    MemoryTable table({{"op_name", ColumnType::Text}, {"step", ColumnType::Integer}}, 0);
    table.add({std::string(5000, 'x'), std::int64_t {1}});
    table.add({view("y"), std::int64_t {2}});
    const std::string text = textTable(table, {0, 1});
    QVERIFY(text.find(std::string(5000, 'x') + "     1\n") != std::string::npos);
    QVERIFY(text.ends_with("y" + std::string(199, ' ') + "     2\n"));
}

void RowWriterTest::longTablesKeepTheirOrder()
{
    MemoryTable table({{"n", ColumnType::Integer}}, 0);
    std::string expected = "    n\n";
    for (std::int64_t i = 0; i < 30'000; ++i) {
        table.add({i});
        expected += QString::number(i).rightJustified(5).toStdString() + '\n';
    }
    QCOMPARE(textTable(table, {0}), expected);
}

void RowWriterTest::parsesColumns()
{
    const MemoryTable table = makeTable();
    QCOMPARE(parseColumns("max, name ,count,max", table).value(), (std::vector<int> {3, 0, 2}));
    const auto wrong = parseColumns("max,cuont", table);
    QVERIFY(!wrong);
    QCOMPARE(wrong.error().code, Code::Usage);
    QCOMPARE(wrong.error().place.column.value_or(0), std::uint64_t {5});
    QVERIFY(wrong.error().message.text().find("'count'") != std::string::npos);
    for (const char* list : {"", " ", "max,", ",", "-max"})
        QVERIFY2(!parseColumns(list, table), list);
}

void RowWriterTest::measuresText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("width");
    // East Asian Width of Unicode: W and F are 2; combining marks 0.
    QTest::newRow("ascii") << "abc" << 3;
    QTest::newRow("chinese") << QString::fromUtf8("卷积层") << 6;
    QTest::newRow("full stop") << QString::fromUtf8("。") << 2;
    QTest::newRow("fullwidth") << QString::fromUtf8("Ａ") << 2;
    QTest::newRow("halfwidth katakana") << QString::fromUtf8("ｱ") << 1;
    QTest::newRow("korean") << QString::fromUtf8("한글") << 4;
    QTest::newRow("combining") << QString::fromUtf8("e\u0301") << 1;
    QTest::newRow("greek") << QString::fromUtf8("αβ") << 2;
    QTest::newRow("emoji") << QString::fromUtf8("😀") << 2;
    QTest::newRow("ext B") << QString::fromUtf8("𠀀") << 2;
    QTest::newRow("ellipsis") << QString::fromUtf8("…") << 1;
    QTest::newRow("empty") << "" << 0;
}

void RowWriterTest::measuresText()
{
    QFETCH(QString, text);
    QFETCH(int, width);
    QCOMPARE(static_cast<int>(displayWidth(text.toStdString())), width);
}

void RowWriterTest::shortensText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("width");
    QTest::addColumn<QString>("shortened");
    QTest::newRow("fits") << "abcdef" << 6 << "abcdef";
    QTest::newRow("odd") << "abcdefgh" << 5 << QString::fromUtf8("a…fgh");
    QTest::newRow("even") << "abcdefgh" << 6 << QString::fromUtf8("a…efgh");
    QTest::newRow("one") << "abc" << 1 << QString::fromUtf8("…");
    QTest::newRow("none") << "abc" << 0 << QString::fromUtf8("…");
    QTest::newRow("wide") << QString::fromUtf8("一二三四五") << 8 << QString::fromUtf8("一…四五");
    QTest::newRow("combining") << QString::fromUtf8("abcde\u0301f") << 2 << QString::fromUtf8("…f");
    QTest::newRow("combining kept") << QString::fromUtf8("abcde\u0301") << 3
                                    << QString::fromUtf8("…de\u0301");
}

void RowWriterTest::shortensText()
{
    QFETCH(QString, text);
    QFETCH(int, width);
    QFETCH(QString, shortened);
    QCOMPARE(QString::fromStdString(shortenedInMiddle(text.toStdString(), static_cast<std::size_t>(width))),
        shortened);
}

QTEST_APPLESS_MAIN(RowWriterTest)
#include "tst_row_writer.moc"
