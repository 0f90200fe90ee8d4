// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/column_data.h"

#include "base/text.h"
#include "memory_table.h"
#include "model/dump_folder.h"
#include "model/tensor_table.h"
#include "tensor/shape.h"

#include <QTest>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

using namespace dumpscope::core;
using dumpscope::test::MemoryTable;

namespace {

/// The cell of a column as the table gave it.
Cell cellOf(const ColumnData& column, std::size_t row)
{
    if (!column.has(row))
        return {};
    const auto from = column.ends.empty() ? 0 : static_cast<std::size_t>(column.ends[row]);
    const auto to = column.ends.empty() ? 0 : static_cast<std::size_t>(column.ends[row + 1]);
    switch (column.type) {
    case ColumnType::Integer:
        return column.isUnsigned ? Cell(static_cast<std::uint64_t>(column.integers[row]))
                                 : Cell(column.integers[row]);
    case ColumnType::Real:
        return column.reals[row];
    case ColumnType::Text:
        return std::string(column.text(row));
    case ColumnType::Dimensions:
        break;
    }
    return shapeText(std::span(column.integers).subspan(from, to - from));
}

std::vector<ColumnData> read(const FilterTable& table, TableRows rows)
{
    OwnedTask task(2);
    std::vector<int> columns(table.columns().size());
    std::iota(columns.begin(), columns.end(), 0);
    std::vector<ColumnData> data;
    for (const int column : columns)
        data.push_back(readColumn(table, rows, column, task).value());
    return data;
}

} // namespace

class TestColumnData : public QObject {
    Q_OBJECT

private slots:
    void cellsOfEveryType();
    void largeNumbersAreUnsigned();
    void largeNumbersBesideNegativeOnesAreAbsent();
    void listedRowsKeepTheirOrder();
    void viewsLieAsArrowSays();
    void manyTextsFillManyPools();
    void batchesAreTheColumnInPieces();
    void dumpsAreAsTheirTablesSay_data();
    void dumpsAreAsTheirTablesSay();
    void stops();
};

void TestColumnData::cellsOfEveryType()
{
    MemoryTable table({{"name", ColumnType::Text}, {"shape", ColumnType::Dimensions},
                          {"count", ColumnType::Integer}, {"max", ColumnType::Real}},
        0);
    table.add({std::string_view("a"), std::string("[2,3]"), std::int64_t {-5}, -0.0});
    table.add({std::string("caf\xE9"), std::string("[]"), Cell(), std::numeric_limits<double>::infinity()});
    table.add({Cell(), Cell(), std::uint64_t {7}, Cell()});
    table.add({std::string_view(""), std::string("not a shape"), 1.5, std::uint64_t {3}});
    const std::vector<ColumnData> columns = read(table, {4, {}});
    const std::vector<std::string> texts {"a", "caf%E9", "", ""};
    for (std::size_t row = 0; row < texts.size(); ++row)
        QCOMPARE(std::string(columns[0].text(row)), texts[row]);
    QCOMPARE(int(columns[0].valid.front()), 0b1011);
    QCOMPARE(columns[1].integers, (std::vector<std::int64_t> {2, 3}));
    QCOMPARE(columns[1].ends, (std::vector<std::int64_t> {0, 2, 2, 2, 2}));
    QCOMPARE(int(columns[1].valid.front()), 0b0011);
    QCOMPARE(columns[2].integers, (std::vector<std::int64_t> {-5, 0, 7, 0}));
    QCOMPARE(columns[2].nullCount, std::size_t {2}); // a count that is no whole number is none
    QVERIFY(std::signbit(columns[3].reals[0]));
    QCOMPARE(columns[3].reals[3], 3.0);
    QCOMPARE(int(columns[3].valid.front()), 0b1011);
}

void TestColumnData::largeNumbersAreUnsigned()
{
    MemoryTable table({{"count", ColumnType::Integer}}, 0);
    table.add({std::numeric_limits<std::uint64_t>::max()});
    table.add({std::uint64_t {1}});
    const ColumnData column = read(table, {2, {}}).front();
    QVERIFY(column.isUnsigned);
    QCOMPARE(static_cast<std::uint64_t>(column.integers[0]), std::numeric_limits<std::uint64_t>::max());
}

void TestColumnData::largeNumbersBesideNegativeOnesAreAbsent()
{
    MemoryTable table({{"count", ColumnType::Integer}}, 0);
    table.add({std::numeric_limits<std::uint64_t>::max()});
    table.add({std::int64_t {-1}});
    const ColumnData column = read(table, {2, {}}).front();
    QVERIFY(!column.isUnsigned);
    QVERIFY(!column.has(0) && column.has(1));
    QCOMPARE(column.nullCount, std::size_t {1});
}

void TestColumnData::listedRowsKeepTheirOrder()
{
    MemoryTable table({{"count", ColumnType::Integer}}, 0);
    for (std::int64_t i = 0; i < 20; ++i)
        table.add({i});
    const std::vector<std::uint32_t> rows {19, 3, 3, 0};
    QCOMPARE(read(table, {rows.size(), rows}).front().integers, (std::vector<std::int64_t> {19, 3, 3, 0}));
}

/// Source: "Variable-size Binary View Layout" of Arrow's columnar format.
void TestColumnData::viewsLieAsArrowSays()
{
    MemoryTable table({{"name", ColumnType::Text}}, 0);
    table.add({std::string_view("twelve bytes")});
    table.add({std::string_view("thirteen byte")});
    table.add({Cell()});
    table.add({std::string_view("one more that is long")});
    const ColumnData column = read(table, {4, {}}).front();
    const auto words = [&](std::size_t row) {
        std::array<std::int32_t, 4> result {};
        std::memcpy(result.data(), &column.views[row], sizeof result);
        return result;
    };
    const auto word = [](const char* four) {
        std::int32_t result = 0;
        std::memcpy(&result, four, sizeof result);
        return result;
    };
    QCOMPARE(words(0), (std::array {12, word("twel"), word("ve b"), word("ytes")}));
    QCOMPARE(words(1), (std::array {13, word("thir"), 0, 0}));
    QCOMPARE(words(2), (std::array {0, 0, 0, 0}));
    QCOMPARE(words(3), (std::array {21, word("one "), 0, 13}));
    QCOMPARE(column.pools, std::vector<std::string> {"thirteen byteone more that is long"});
}

void TestColumnData::manyTextsFillManyPools()
{
    MemoryTable table({{"name", ColumnType::Text}}, 0);
    const auto textOf = [](std::size_t i) { return std::string(300 + i % 50, 'x') + std::to_string(i); };
    constexpr std::size_t kRows = 70'000; // in two pieces
    for (std::size_t i = 0; i < kRows; ++i)
        table.add({textOf(i)});
    const ColumnData column = read(table, {kRows, {}}).front();
    QVERIFY(column.pools.size() > 2);
    for (std::size_t row = 0; row < kRows; ++row) {
        if (column.text(row) != textOf(row))
            QFAIL(qPrintable(QString("row %1").arg(row)));
    }
}

/// Columns that are absent, mixed and signed otherwise in some of the batches.
void TestColumnData::batchesAreTheColumnInPieces()
{
    constexpr std::size_t kRows = 200'003;
    MemoryTable table(
        {{"name", ColumnType::Text}, {"shape", ColumnType::Dimensions}, {"count", ColumnType::Integer},
            {"max", ColumnType::Real}, {"none", ColumnType::Integer}},
        0);
    for (std::size_t i = 0; i < kRows; ++i) {
        const bool isLate = i > 150'000;
        table.add({isLate ? Cell(std::to_string(i)) : Cell(),
            isLate ? Cell(shapeText(Shape {1, std::int64_t(i)})) : Cell(),
            i == kRows - 1 ? Cell(std::numeric_limits<std::uint64_t>::max()) : Cell(std::uint64_t {i}),
            i % 3 == 0 ? Cell() : Cell(double(i)), Cell()});
    }
    OwnedTask task(2);
    const std::vector<int> columns {0, 1, 2, 3, 4};
    const auto batches = readColumnBatches(table, {kRows, {}}, columns, task).value();
    QVERIFY(batches.size() > 1);
    const std::vector<ColumnData> whole = read(table, {kRows, {}});
    std::size_t row = 0;
    for (const ColumnBatch& batch : batches) {
        for (std::size_t i = 0; i < batch.front().rows; ++i, ++row) {
            for (std::size_t c = 0; c < columns.size(); ++c) {
                const std::string wanted = cellText(table.cell(row, columns[c]));
                if (cellText(cellOf(batch[c], i)) != wanted || cellText(cellOf(whole[c], row)) != wanted)
                    QFAIL(qPrintable(QString("row %1, column %2").arg(row).arg(c)));
            }
        }
    }
    QCOMPARE(row, kRows);
    for (const ColumnBatch& batch : batches)
        QVERIFY(batch[2].isUnsigned);
    QCOMPARE(whole[4].nullCount, kRows);
}

void TestColumnData::dumpsAreAsTheirTablesSay_data()
{
    QTest::addColumn<QString>("dump");
    for (const char* dump : {"msprobe", "mindspore/nan-ms270-statistic", "mindspore-async", "llm-era", "npy"})
        QTest::newRow(dump) << QString(dump);
}

/// What is repeated by its key is what the table says cell by cell.
void TestColumnData::dumpsAreAsTheirTablesSay()
{
    QFETCH(const QString, dump);
    OwnedTask task;
    const auto index
        = openDump(DUMPSCOPE_TEST_DATA "/" + dump.toStdString(), builtinFormats(), {}, task).value();
    const TensorTable table(index);
    QVERIFY(table.rows() > 0);
    const std::vector<ColumnData> columns = read(table, {table.rows(), {}});
    for (std::size_t c = 0; c < columns.size(); ++c) {
        for (std::size_t row = 0; row < table.rows(); ++row) {
            const Cell cell = table.cell(row, static_cast<int>(c));
            const bool isText = table.columns()[c].type == ColumnType::Text;
            const std::string wanted
                = isText && !isUtf8(cellView(cell)) ? percentEscaped(cellView(cell)) : cellText(cell);
            const std::string found = cellText(cellOf(columns[c], row));
            if (found != wanted)
                QFAIL(qPrintable(QString("row %1, %2: %3 for %4")
                                     .arg(row)
                                     .arg(QString::fromUtf8(table.columns()[c].name.data()))
                                     .arg(QString::fromStdString(found), QString::fromStdString(wanted))));
        }
    }
}

void TestColumnData::stops()
{
    MemoryTable table({{"count", ColumnType::Integer}}, 0);
    table.add({std::int64_t {1}});
    OwnedTask task(1);
    task.stopSource().request_stop();
    const int column = 0;
    QCOMPARE(readColumn(table, {1, {}}, column, task).error().code, Code::Cancelled);
    QCOMPARE(readColumnBatches(table, {1, {}}, {&column, 1}, task).error().code, Code::Cancelled);
}

QTEST_APPLESS_MAIN(TestColumnData)
#include "tst_column_data.moc"
