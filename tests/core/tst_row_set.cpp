// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/row_set.h"

#include "base/text.h"
#include "memory_table.h"
#include "query/text_order.h"

#include <QTest>

#include <ctime>
#include <limits>
#include <numeric>
#include <random>

using namespace dumpscope::core;
using dumpscope::test::MemoryTable;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

using Rows = std::vector<std::uint32_t>;

/// Columns made by formula, so that tables may be large.
class FormulaTable : public FilterTable {
public:
    FormulaTable()
    {
        for (int i = 0; i < 20'000; ++i)
            m_names.push_back("network/layer" + std::to_string(i / 100) + "/conv" + std::to_string(i % 100));
    }
    std::span<const Column> columns() const override { return kColumns; }
    int columnByName(std::string_view name) const override
    {
        for (std::size_t i = 0; i < std::size(kColumns); ++i) {
            if (kColumns[i].name == name)
                return static_cast<int>(i);
        }
        return -1;
    }
    Cell cell(std::size_t row, int column) const override
    {
        const std::uint64_t mixed = (row + 1) * 0x9E3779B97F4A7C15U;
        switch (column) {
        case 0:
            return std::string_view(m_names[mixed % m_names.size()]);
        case 1:
            return "f" + std::to_string(mixed % 1000) + "/x" + std::to_string(row) + ".npy";
        case 2:
            return mixed % 7 == 0 ? Cell() : Cell(static_cast<std::int64_t>(mixed % 2001) - 1000);
        default:
            return mixed % 5 == 0 ? kNan : static_cast<double>(mixed) * 1e-10 - 5e8;
        }
    }
    int nameColumn() const override { return 0; }
    bool has(std::size_t, Property) const override { return false; }

private:
    static constexpr Column kColumns[] = {{"name", ColumnType::Text}, {"file", ColumnType::Text},
        {"step", ColumnType::Integer}, {"max", ColumnType::Real}};
    std::vector<std::string> m_names;
};

Rows build(const FilterTable& table, std::size_t count, const char* filter, const char* sort, int threads = 2)
{
    OwnedTask task(threads);
    const auto expression = FilterExpression::parse(filter, table);
    const auto keys = parseSortKeys(sort, table);
    const auto rows = buildRowSet(table, count, expression.value(), keys.value(), task);
    return rows.value();
}

/// The documented order, written as plainly as possible.
std::partial_ordering plainOrder(const Cell& a, const Cell& b, bool descending)
{
    const auto rank = [](const Cell& cell) {
        if (isNull(cell))
            return 3;
        const auto number = cellNumber(cell);
        return !number ? 2 : *number != *number ? 1 : 0;
    };
    if (rank(a) != rank(b))
        return rank(a) <=> rank(b);
    if (rank(a) == 0)
        return descending ? compareNumbers(b, a) : compareNumbers(a, b);
    if (rank(a) == 2)
        return descending ? naturalCompare(cellText(b), cellText(a))
                          : naturalCompare(cellText(a), cellText(b));
    return std::partial_ordering::equivalent;
}

Rows plainSort(const FilterTable& table, std::size_t count, const std::vector<SortKey>& keys)
{
    Rows rows(count);
    std::iota(rows.begin(), rows.end(), 0U);
    std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
        for (const SortKey& key : keys) {
            const auto order
                = plainOrder(table.cell(a, key.column), table.cell(b, key.column), key.descending);
            if (order != 0)
                return order < 0;
        }
        return false;
    });
    return rows;
}

} // namespace

class RowSetTest : public QObject {
    Q_OBJECT

private slots:
    void sortKeys();
    void worstFirst();
    void sortsCells_data();
    void sortsCells();
    void agreesWithPlainSort_data();
    void agreesWithPlainSort();
    void firstRowsAreThoseOfAll_data() { agreesWithPlainSort_data(); }
    void firstRowsAreThoseOfAll();
    void sameForEveryThreadCount_data() { agreesWithPlainSort_data(); }
    void sameForEveryThreadCount();
    void textRanksAreNatural();
    void stops();
    void emptyTables();
    void isMuchFasterThanPlainSort();
};

void RowSetTest::sortKeys()
{
    const FormulaTable table;
    const auto keys = parseSortKeys(" step , -max,-step", table);
    QVERIFY(keys);
    QCOMPARE(keys->size(), 2U);
    QCOMPARE((*keys)[0].column, 2);
    QVERIFY(!(*keys)[0].descending);
    QCOMPARE((*keys)[1].column, 3);
    QVERIFY((*keys)[1].descending);
    QVERIFY(parseSortKeys("  ", table)->empty());

    const auto wrong = parseSortKeys("step,-stp", table);
    QVERIFY(!wrong);
    QCOMPARE(wrong.error().code, Code::Usage);
    QCOMPARE(wrong.error().place.column.value_or(0), std::uint64_t {7});
    QVERIFY(wrong.error().message.text().find("step") != std::string::npos);
    QVERIFY(!parseSortKeys("step,", table));
    QVERIFY(!parseSortKeys(",", table));
    QVERIFY(!parseSortKeys("worst:max", table)); // nothing says what is bad
}

/// By magnitude here; NaN is worse than infinity, what was not measured is neither.
void RowSetTest::worstFirst()
{
    class Judged : public MemoryTable {
    public:
        using MemoryTable::MemoryTable;
        bool hasBadness(int column) const override { return column == 0; }
        std::optional<double> badness(std::size_t row, int column) const override
        {
            const auto number = cellNumber(cell(row, column));
            return number ? std::optional(std::abs(*number)) : std::nullopt;
        }
    };
    Judged table({{"v", ColumnType::Real}, {"w", ColumnType::Real}}, 0);
    for (const Cell& cell : {Cell(1.0), Cell(-3.0), Cell(), Cell(kInf), Cell(-kNan), Cell(2.0), Cell(0.0)})
        table.add({cell, 0.0});
    QCOMPARE(build(table, table.rows(), "", "worst:v"), (Rows {4, 3, 1, 5, 0, 6, 2}));
    QCOMPARE(build(table, table.rows(), "", "-worst:v"), (Rows {6, 0, 5, 1, 3, 4, 2}));
    QVERIFY(!parseSortKeys("worst:w", table));
    QVERIFY(!parseSortKeys("worst:", table));
    for (const char* text : {"v", "-v", "worst:v", "-worst:v"})
        QCOMPARE(sortKeyText(parseSortKeys(text, table)->front(), "v"), std::string(text));
}

void RowSetTest::sortsCells_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("sort");
    QTest::addColumn<QString>("rows");
    QTest::newRow("real") << "real"
                          << "v"
                          << "42130657";
    QTest::newRow("real, descending") << "real"
                                      << "-v"
                                      << "06312457";
    QTest::newRow("text") << "text"
                          << "v"
                          << "73021456";
    QTest::newRow("text, descending") << "text"
                                      << "-v"
                                      << "75142036";
    QTest::newRow("integer") << "integer"
                             << "v"
                             << "314205";
    QTest::newRow("integer, descending") << "integer"
                                         << "-v"
                                         << "024135";
    QTest::newRow("negative and huge") << "huge"
                                       << "v"
                                       << "201";
    QTest::newRow("integers beyond float64 among reals") << "mixed"
                                                         << "v"
                                                         << "350241";
    QTest::newRow("integers beyond float64 among reals, descending") << "mixed"
                                                                     << "-v"
                                                                     << "142053";
}

void RowSetTest::sortsCells()
{
    QFETCH(QString, kind);
    QFETCH(QString, sort);
    QFETCH(QString, rows);
    MemoryTable table({{"v", ColumnType::Real}}, 0);
    const auto fill = [&table](std::vector<Cell> cells) {
        for (Cell& cell : cells)
            table.add({std::move(cell)});
    };
    if (kind == "real")
        fill({kInf, 0.0, -0.0, 1.5, -kInf, kNan, kInf, Cell()});
    else if (kind == "text")
        fill({std::string_view("a2"), std::string("a10"), std::string_view("a3"), std::string(""),
            std::string_view("a10"), std::string_view("b1"), Cell(), kNan});
    else if (kind == "integer")
        fill({std::uint64_t {9007199254740993U}, std::int64_t {-1}, std::uint64_t {9007199254740992U},
            std::numeric_limits<std::int64_t>::min(), std::int64_t {0}, Cell()});
    else if (kind == "mixed")
        fill(
            {9007199254740992.0, std::numeric_limits<std::uint64_t>::max(), std::uint64_t {9007199254740993U},
                std::int64_t {-9007199254740993}, std::numeric_limits<std::uint64_t>::max() - 1, 0.5});
    else
        fill({std::int64_t {5}, std::numeric_limits<std::uint64_t>::max(), std::int64_t {-7}});
    if (kind == "real" && sort == "v")
        rows = "41230657"; // -0 and 0 are equal, so table order decides
    QString found;
    for (const std::uint32_t row : build(table, table.rows(), "", sort.toLatin1().constData()))
        found += QString::number(row);
    QCOMPARE(found, rows);
}

void RowSetTest::agreesWithPlainSort_data()
{
    QTest::addColumn<QString>("sort");
    for (const char* sort : {"name", "-name", "file", "-file", "step", "-step", "max", "-max",
             "step,-name,max", "-max,file", "-step,-max"})
        QTest::newRow(sort) << QString::fromLatin1(sort);
}

void RowSetTest::agreesWithPlainSort()
{
    QFETCH(QString, sort);
    const FormulaTable table;
    const std::string text = sort.toStdString();
    for (const std::size_t count : {2U, 200U, 40'000U})
        QCOMPARE(build(table, count, "", text.c_str()),
            plainSort(table, count, parseSortKeys(text, table).value()));
}

void RowSetTest::firstRowsAreThoseOfAll()
{
    QFETCH(QString, sort);
    const FormulaTable table;
    const auto keys = parseSortKeys(sort.toStdString(), table).value();
    OwnedTask task(2);
    for (const std::size_t count : {2U, 200U, 10'000U}) {
        const Rows sorted = plainSort(table, count, keys);
        for (const char* filter : {"", "step>0", "step>2000"}) {
            const auto wanted = FilterExpression::parse(filter, table).value();
            Rows all = sorted;
            std::erase_if(all, [&](std::uint32_t row) { return !wanted.matches(table, row); });
            // Several rows have the same step, on both sides of the cut.
            for (const std::size_t most : {0U, 1U, 5U, 1001U, 9'999U, 20'000U}) {
                const auto first = firstRows(table, count, wanted, keys, most, task);
                QVERIFY(first);
                QCOMPARE(first->total, all.size());
                QCOMPARE(first->rows,
                    Rows(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size()))));
            }
        }
    }
}

void RowSetTest::sameForEveryThreadCount()
{
    QFETCH(QString, sort);
    const FormulaTable table;
    const std::string text = sort.toStdString();
    const Rows one = build(table, 100'000, "step>-500 name:*7", text.c_str(), 1);
    QVERIFY(one.size() > 1000);
    QCOMPARE(build(table, 100'000, "step>-500 name:*7", text.c_str(), 4), one);
}

void RowSetTest::textRanksAreNatural()
{
    // Digits, zeros, bytes around the digits, NUL and high bytes; all short texts of them.
    const std::string alphabet("09/:\0\xFF"
                               "a",
        7);
    std::vector<std::string> texts {""};
    for (std::size_t begin = 0, length = 0; length < 4; ++length) {
        const std::size_t end = texts.size();
        for (std::size_t i = begin; i < end; ++i) {
            for (const char c : alphabet)
                texts.push_back(texts[i] + c);
        }
        begin = end;
    }
    // Long runs of digits, and differences behind long common beginnings.
    const std::string common(100, 'x');
    for (const char* end : {"12345678901234567890", "012345678901234567890", "99999999999", "999999999",
             "9999999999", "1", "01", "001", "1a", "01a"}) {
        texts.push_back(common + end);
        texts.emplace_back(end);
    }
    std::mt19937 random(1);
    std::shuffle(texts.begin(), texts.end(), random);
    texts.push_back(texts.front());

    OwnedTask task(2);
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    const auto ranks = rankTexts(views, task);
    QVERIFY(ranks);
    std::vector<std::size_t> order(texts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return naturalCompare(texts[a], texts[b]) < 0; });
    QCOMPARE((*ranks)[order.front()], 0U);
    for (std::size_t i = 1; i < order.size(); ++i) {
        const bool same = texts[order[i]] == texts[order[i - 1]];
        QCOMPARE((*ranks)[order[i]], (*ranks)[order[i - 1]] + (same ? 0U : 1U));
    }
    QVERIFY(rankTexts({}, task)->empty());
}

void RowSetTest::stops()
{
    const FormulaTable table;
    OwnedTask task(2);
    task.stopSource().request_stop();
    const auto rows = buildRowSet(table, 1000, {}, {{0, false}}, task);
    QVERIFY(!rows);
    QCOMPARE(rows.error().code, Code::Cancelled);
}

void RowSetTest::emptyTables()
{
    const FormulaTable table;
    QVERIFY(build(table, 0, "", "name,-max").empty());
    QVERIFY(build(table, 0, "name:*", "").empty());
    QCOMPARE(build(table, 1, "", "file"), Rows {0});
    QCOMPARE(build(table, 3, "", ""), (Rows {0, 1, 2}));
}

void RowSetTest::isMuchFasterThanPlainSort()
{
    const FormulaTable table;
    const auto cpuTimeOf = [](const auto& work) {
        const std::clock_t begin = std::clock();
        work();
        return std::clock() - begin;
    };
    Rows rows, plainRows;
    const auto time = cpuTimeOf([&] { rows = build(table, 100'000, "", "name", 1); });
    const auto plainTime = cpuTimeOf([&] { plainRows = plainSort(table, 100'000, {{0, false}}); });
    QCOMPARE(rows, plainRows);
    QVERIFY2(time * 2 < plainTime, qPrintable(QString("%1 against %2").arg(time).arg(plainTime)));
}

QTEST_APPLESS_MAIN(RowSetTest)
#include "tst_row_set.moc"
