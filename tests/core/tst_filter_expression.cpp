// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory_table.h"
#include "query/filter_expression.h"

#include <QTest>

#include <limits>

using namespace dumpscope::core;
using dumpscope::test::MemoryTable;
using Property = FilterTable::Property;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

std::int64_t integer(std::int64_t value)
{
    return value;
}

std::uint64_t natural(std::uint64_t value)
{
    return value;
}

std::string_view view(std::string_view text)
{
    return text;
}

/// Rows are called 0 to 7 in the expectations.
MemoryTable makeTable()
{
    const Cell null;
    MemoryTable table(
        {{"id", ColumnType::Text}, {"op_name", ColumnType::Text}, {"op_type", ColumnType::Text},
            {"dtype", ColumnType::Text}, {"shape", ColumnType::Dimensions}, {"step", ColumnType::Integer},
            {"nan_count", ColumnType::Integer}, {"max", ColumnType::Real}, {"timestamp", ColumnType::Integer},
            {"problem", ColumnType::Text}},
        1);
    table.add({view("a"), view("layer1/conv1"), view("Conv2D"), view("float16"), std::string("[2,3]"),
                  integer(2), natural(0), 1.5, natural(9007199254740993U), null},
        {Property::Pair});
    table.add(
        {view("b"), view("layer1/Conv2_grad"), view("Conv2DBackprop"), view("float16"), std::string("[2,30]"),
            integer(3), natural(4000), kNan, natural(9007199254740992U), view("")},
        {Property::Nan, Property::Note});
    table.add({view("c"), view("layer2/relu"), view("ReLU"), view("float32"), std::string("[10,3]"),
                  integer(4), natural(3999), kInf, natural(0), view("file is short")},
        {Property::Inf, Property::Problem, Property::Overflow});
    table.add({view("d"), view("layer10/relu"), view("ReLU"), view("float32"), std::string("[]"), integer(5),
        null, -kInf, null, null});
    table.add({view("e"), view("a b (c)"), null, null, null, null, natural(1), 0.001, null, null});
    table.add({view("f"), null, view("Add"), view("int8"), std::string("[0]"), integer(-3), natural(2000000),
        -0.0, null, null});
    table.add({view("g"), view("say \"hi\":x"), view(""), view("bfloat16"), std::string("[3]"), integer(30),
        natural(2), 1e300, null, null});
    table.add({view("h"), view("/conv/or"), view("not"), view("a..b"), std::string("[1,2,3]"), integer(0),
        natural(0), null, null, view("100%")});
    return table;
}

QString matching(const FilterExpression& filter, const MemoryTable& table)
{
    QString rows;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        if (filter.matches(table, row))
            rows += QString::number(row);
    }
    return rows;
}

std::string nested(const std::string& opening, int count, const std::string& inside)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += opening;
    text += inside;
    return text + std::string(static_cast<std::size_t>(count), ')');
}

} // namespace

class FilterExpressionTest : public QObject {
    Q_OBJECT

private slots:
    void matches_data();
    void matches();
    void namesAsPrinted();
    void errors_data();
    void errors();
    void looksAtColumns();
    void textMeansTheSame_data() { matches_data(); }
    void textMeansTheSame();
    void refusesWhatIsTooLarge();
    void regexIsLinear();
    void completes_data();
    void completes();
    void completionSurvivesEveryCursor();
};

void FilterExpressionTest::matches_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("rows");
    const auto add = [](const char* filter, const char* rows) {
        QTest::newRow(filter) << QString::fromUtf8(filter) << QString::fromLatin1(rows);
    };

    // Words: substrings of the name, ASCII case ignored; a row without a name has none.
    add("", "01234567");
    add(" \t\n", "01234567");
    add("CONV", "017");
    add("\"\"", "0123467");
    add("\"a b\"", "4");
    add("(c)", "0147");
    add("\"(c)\"", "4");
    add("(a or f(x))", "012346");
    add("layer1/conv1", "0");
    add("\"or\"", "7");
    add("/or", "7");
    add("\"\"\"hi\"\"\"", "6");
    add("\"\"\":\"", "6");
    add("hi\"\"\":\"x", "6");

    // Not, and, or, parentheses.
    add("conv grad", "1");
    add("conv and grad", "1");
    add("conv -grad", "07");
    add("conv - grad", "07");
    add("conv not grad", "07");
    add("conv and not grad", "07");
    add("-conv", "23456");
    add("not conv", "23456");
    add("-(conv or relu)", "456");
    add("not(conv or relu)", "456");
    add("relu or conv grad", "123");
    add("(relu or conv) grad", "1");
    add("relu or(conv grad)or hi", "1236");
    add("relu and(layer2)", "2");
    add("-(-(conv))", "017");
    add("relu step:4 or grad step:3", "12");

    // Any of several patterns; a parenthesis that closes within the word is a part of the name.
    add("op_type:(Conv2D or ReLU)", "023");
    add("op_type:( Conv* or R?LU )", "0123");
    add("-op_type:(Conv* or R?LU) step:?", "7");
    add("step:(3 or -3)", "15");
    add("has:(nan or problem)", "12");
    add("name:(c)", "");

    // Globs match the whole value, case-sensitively.
    add("op_type:Conv*", "01");
    add("op_type:Conv", "");
    add("op_type:conv*", "");
    add("op_type:Conv2D", "0");
    add("op_type:*2D*", "01");
    add("op_type:R?LU", "23");
    add("op_type:*", "0123567");
    add("op_type:\"\"", "6");
    add("-op_type:*", "4");
    add("name:*conv*", "07");
    add("op_name:*conv*", "07");
    add("name:\"a b *\"", "4");
    add("name:a\" b \"*", "4");
    add("name:\"a b (c)\"", "4");
    add("name:*:x", "6");
    add("name:/conv/*", "7");
    add("problem:*", "127");
    add("problem:\"\"", "1");
    add("shape:[2,*]", "01");
    add("shape:[]", "3");
    add("shape:[*,*]", "0127");
    add("step:3", "1");
    add("step:?", "01237");
    add("step:-3", "5");
    add("step:03", "");
    add("max:NaN", "1");
    add("max:1.5", "0");
    add("max:*Infinity", "23");
    add("-problem:*", "03456");

    // Regular expressions, whole value.
    add("op_type:/Conv.*/", "01");
    add("op_type:/Conv/", "");
    add("op_type:/(?i)conv2d|relu/", "023");
    add("(op_type:/(Conv2D|ReLU)/)", "023");
    add("name:/.*\\(c\\)/", "4");
    add("(name:/.*\\)/)", "4");
    add("name:\"/a b .*/\"", "4");
    add("name://", "");
    add("op_type://", "6");
    add("step:/[0-4]/", "0127");
    add("name:/\\/conv\\/or/", "7");

    // Ranges include both ends.
    add("step:3..5", "123");
    add("step:3..", "1236");
    add("step:..3", "0157");
    add("step:..", "0123567");
    add("step:5..3", "");
    add("step:-3..0", "57");
    add("step:2.5..3.5", "1");
    add("nan_count:4k..2M", "15");
    add("max:..0", "35");
    add("max:0..inf", "02456");
    add("max:-inf..-1e300", "3");
    add("max:..", "023456");
    add("max:0...5", "45");
    add("op_type:Conv2D..Conv2DBackprop", "01");
    add("op_type:Conv..R", "01");
    add("name:layer2..layer10/z", "23");
    add("name:layer2..", "236");
    add("shape:[2,4]..[10,2]", "16");
    add("shape:[2,4]..[10,3]", "126");
    add("dtype:\"a..b\"", "7");
    add("dtype:a..b", "7");

    // Numbers.
    add("step=3", "1");
    add("step = 3", "1");
    add("step =3", "1");
    add("step= 3", "1");
    add("step!=3", "023567");
    add("step<3", "057");
    add("step<=3", "0157");
    add("step>3", "236");
    add("step>=3", "1236");
    add("step > -4", "0123567");
    add("(step>3)", "236");
    add("(step > 3)", "236");
    add("-step>3", "01457");
    add("step>2.5", "1236");
    add("nan_count=4k", "1");
    add("nan_count<4k", "02467");
    add("nan_count=2M", "5");
    add("nan_count<9007199254740993k", "0124567");
    add("timestamp>9007199254k", "01");
    add("nan_count=0.002G", "5");
    add("nan_count=4e3", "1");
    add("nan_count>0", "12456");
    add("nan_count!=0", "12456");
    add("-nan_count>0", "037");
    add("max=nan", "1");
    add("max!=nan", "023456");
    add("max<nan", "");
    add("max>=nan", "");
    add("max=NaN", "1");
    add("max=inf", "2");
    add("max=-inf", "3");
    add("max!=1.5", "123456");
    add("max>1e-3", "026");
    add("max=1e-3", "4");
    add("max=0", "5");
    add("max>=0", "02456");
    add("max<inf", "03456");
    add("timestamp=9007199254740993", "0");
    add("timestamp=9007199254740992", "1");
    add("timestamp>9007199254740992", "0");
    add("timestamp>9007199254740992.0", "0");
    add("timestamp<18446744073709551615", "012");
    add("step<18446744073709551616", "0123567");

    add("has:nan", "1");
    add("has:inf", "2");
    add("has:overflow", "2");
    add("has:problem", "2");
    add("has:pair", "0");
    add("has:note", "1");
    add("-has:nan has:pair or has:problem", "02");
    add("op_type:Conv* dtype:float16 nan_count>0 step:3..5 -name:*relu*", "1");
}

void FilterExpressionTest::matches()
{
    QFETCH(QString, filter);
    QFETCH(QString, rows);
    const MemoryTable table = makeTable();
    const auto expression = FilterExpression::parse(filter.toStdString(), table);
    QVERIFY2(expression, expression ? "" : expression.error().text().c_str());
    QCOMPARE(matching(*expression, table), rows);
    QCOMPARE(expression->matchesEverything(), filter.trimmed().isEmpty());
}

/// What a list prints of a name with control characters finds it, as its own bytes do.
void FilterExpressionTest::namesAsPrinted()
{
    MemoryTable table({{"op_name", ColumnType::Text}}, 0);
    table.add({view("a\x1b[31mb")});
    table.add({view("a%1B[31mb")});
    table.add({view("tab\tx")});
    const auto rows
        = [&](const char* filter) { return matching(FilterExpression::parse(filter, table).value(), table); };
    QCOMPARE(rows("op_name:a%1B[31mb"), QStringLiteral("01"));
    QCOMPARE(rows("a%1B[31m"), QStringLiteral("01"));
    QCOMPARE(rows("op_name:/a%1B.*/"), QStringLiteral("01"));
    QCOMPARE(rows("op_name:tab%09?"), QStringLiteral("2"));
    QCOMPARE(rows("\"tab\tx\""), QStringLiteral("2"));
    QCOMPARE(rows("op_name:a%1C*"), QString());
}

void FilterExpressionTest::errors_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("mentions");
    const auto add = [](const char* filter, int column, const char* mentions) {
        QTest::newRow(filter) << QString::fromUtf8(filter) << column << QString::fromUtf8(mentions);
    };
    add("op_typ:Conv*", 1, "op_type");
    add("conv op_typ:x", 6, "op_type");
    add("dtyp:float16", 1, "dtype");
    add("shap>3", 1, "shape");
    add("nan-count>0", 1, "nan_count");
    add("nancount > 0", 1, "nan_count");
    add("conv1:0", 1, "column");
    add("变 变 stp:3", 5, "step");
    add("\"a b\":x", 1, "column");
    add(":x", 1, "column name");
    add("=3", 1, "column name");
    add("conv >3", 1, "column name");
    add("stp >3", 1, "nearest is 'step'");
    add("zzzzzz>3", 1, "there is no column 'zzzzzz'");
    add("zzzzzz>abc", 8, "expected a number such as 3, -1e-3, 4k, nan or inf instead of 'abc'");
    add("op_type:", 9, "pattern");
    add("op_type: Conv", 9, "pattern");
    add("step>", 6, "number");
    add("step > ", 8, "number");
    add("step>x", 6, "number");
    add("step>3x", 6, "number");
    add("step==3", 6, "number");
    add("step>1e3k", 6, "number");
    add("step>-", 6, "number");
    add("step:a..3", 6, "number");
    add("step:3..b", 9, "number");
    add("step:nan..3", 6, "number");
    add("step:1..*", 9, "number");
    add("op_type=3", 8, "op_type:");
    add("shape=3", 6, "shape:");
    add("dtype=float16", 6, "dtype:");
    add("has:nam", 5, "'nan'");
    add("has:", 5, "nan, inf, overflow, problem, pair, note");
    add("op_type:/(/", 9, "regular expression");
    add("op_type:/(?!x)/", 9, "regular expression");
    add("(a", 1, "closing");
    add("a (b (c)", 3, "closing");
    add("a)", 2, "'('");
    add("op_type:(Conv2D or)", 19, "op_type:(A or B)");
    add("op_type:(Conv2D ReLU)", 17, "op_type:(A or B)");
    add("op_type:(Conv2D or ReLU", 24, "op_type:(A or B)");
    add("()", 2, "expected");
    add("( )", 3, "expected");
    add("-", 2, "expected");
    add("--a", 2, "expected");
    add("not", 4, "expected");
    add("not not a", 5, "expected");
    add("a or", 5, "expected");
    add("or a", 1, "quotes");
    add("a or or b", 6, "quotes");
    add("a and", 6, "expected");
    add("and", 1, "quotes");
    add("a and or b", 7, "quotes");
    add("\"abc", 1, "closing");
    add("name:\"abc", 6, "closing");
    add("a \"", 3, "closing");
}

void FilterExpressionTest::errors()
{
    QFETCH(QString, filter);
    QFETCH(int, column);
    QFETCH(QString, mentions);
    const MemoryTable table = makeTable();
    const auto expression = FilterExpression::parse(filter.toStdString(), table);
    QVERIFY(!expression);
    QCOMPARE(expression.error().code, Code::Usage);
    QCOMPARE(static_cast<int>(expression.error().place.column.value_or(0)), column);
    QVERIFY2(QString::fromStdString(expression.error().message.text()).contains(mentions),
        expression.error().message.text().c_str());
    QVERIFY(expression.error().text().starts_with("column " + std::to_string(column) + ": "));
    if (mentions.startsWith("there is no column")) // nor is another word a suggestion
        QVERIFY(!QString::fromStdString(expression.error().message.text()).contains("nearest is"));
}

void FilterExpressionTest::looksAtColumns()
{
    const MemoryTable table = makeTable();
    const auto used
        = [&table](std::string_view filter) { return FilterExpression::parse(filter, table)->columnsUsed(); };
    QVERIFY(used("").empty());
    QCOMPARE(used("conv"), std::vector<int> {1});
    QCOMPARE(used("max>3 or -(step:1 conv step:2) has:note"), (std::vector<int> {1, 5, 7}));
    // What a property is read from, as far as the table has it.
    QCOMPARE(used("has:nan -has:problem has:inf"), (std::vector<int> {6, 9}));
}

void FilterExpressionTest::textMeansTheSame()
{
    QFETCH(QString, filter);
    QFETCH(QString, rows);
    const MemoryTable table = makeTable();
    const auto expression = FilterExpression::parse(filter.toStdString(), table);
    QVERIFY(expression);
    const std::string text = expression->text(table);
    const auto again = FilterExpression::parse(text, table);
    QVERIFY2(again, text.c_str());
    QCOMPARE(matching(*again, table), rows);
    QCOMPARE(again->text(table), text);
}

void FilterExpressionTest::refusesWhatIsTooLarge()
{
    const MemoryTable table = makeTable();
    const auto parses
        = [&table](const std::string& filter) { return FilterExpression::parse(filter, table).has_value(); };
    QVERIFY(parses(nested("(", 200, "a")));
    QVERIFY(!parses(nested("(", 201, "a")));
    QVERIFY(parses(nested("-(", 200, "a")));
    QVERIFY(!parses(nested("not (b or ", 201, "a")));
    QVERIFY(!parses(std::string(60'000, '(')));
    QVERIFY(!parses(std::string(70'000, 'a')));
    QVERIFY(parses(std::string(65'536, 'a')));
    // One after the other is not nesting.
    std::string row;
    for (int i = 0; i < 5000; ++i)
        row += "-(a) ";
    QVERIFY(parses(row));
    // RE2 would need too much memory for this one.
    QVERIFY(!parses("name:/((a{1000}){1000}){1000}/"));
}

void FilterExpressionTest::regexIsLinear()
{
    MemoryTable table({{"op_name", ColumnType::Text}}, 0);
    table.add({std::string(1U << 20, 'a')});
    const auto filter = FilterExpression::parse("name:/(a*)*(a|b)*(a+)+c/", table);
    QVERIFY(filter);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!filter->matches(table, 0));
    QVERIFY(timer.elapsed() < 5000);
}

void FilterExpressionTest::completes_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("from");
    QTest::addColumn<QStringList>("candidates");
    const auto add = [](const char* typed, int from, const QStringList& candidates) {
        QTest::newRow(typed) << QString::fromLatin1(typed) << from << candidates;
    };
    add("op_", 0, {"op_name:", "op_type:"});
    add("OP_T", 0, {"op_type:"});
    add("conv -op_t", 6, {"op_type:"});
    add("(op_t", 1, {"op_type:"});
    add("na", 0, {"nan_count", "name:"});
    add("nan_count", 0,
        {"nan_count!=", "nan_count<=", "nan_count>=", "nan_count=", "nan_count<", "nan_count>", "nan_count"});
    add("n", 0, {"nan_count", "name:", "not"});
    add("a", 0, {});
    add("conv a", 5, {"and"});
    add("conv o", 5, {"op_name:", "op_type:", "or"});
    add("conv and o", 9, {"op_name:", "op_type:"});
    add("has:", 4, {"nan", "inf", "overflow", "problem", "pair", "note"});
    add("has:p", 4, {"problem", "pair"});
    add("dtype:f", 6, {"float16", "float32"});
    add("dtype:b", 6, {"bfloat16"});
    add("name:say", 5, {"\"say \"\"hi\"\":x\""});
    add("step>", 5, {});
    add("\"unclosed", 9, {});
    add("xyz:", 4, {});
}

void FilterExpressionTest::completes()
{
    QFETCH(QString, typed);
    QFETCH(int, from);
    QFETCH(QStringList, candidates);
    const MemoryTable table = makeTable();
    const std::string text = typed.toStdString();
    const FilterCompletion completion = completeFilter(text + " rest", text.size(), table);
    QStringList found;
    for (const std::string& candidate : completion.candidates)
        found.append(QString::fromStdString(candidate));
    QCOMPARE(found, candidates);
    QCOMPARE(static_cast<int>(completion.from), from);
}

void FilterExpressionTest::completionSurvivesEveryCursor()
{
    const MemoryTable table = makeTable();
    const std::string text = "a (b or -op_type:\"x y\" not(nan_count>3)) -- has:nan )( ";
    for (std::size_t cursor = 0; cursor < text.size() + 3; ++cursor) {
        const FilterCompletion completion = completeFilter(text, cursor, table);
        QVERIFY(completion.from <= std::min(cursor, text.size()));
    }
}

QTEST_APPLESS_MAIN(FilterExpressionTest)
#include "tst_filter_expression.moc"
