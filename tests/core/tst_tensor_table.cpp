// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tensor_table.h"

#include "model/dump_index_builder.h"
#include "query/row_set.h"
#include "query/row_writer.h"
#include "readers/format_registry.h"

#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace dumpscope::core;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

class FakeReader : public Reader {
public:
    const ReaderInfo& info() const override { return m_info; }
    Claim probe(const FileProbe&) const override { return {}; }
    Result<FileContents> read(const FileContext&, TaskContext&) const override { return FileContents {}; }

private:
    ReaderInfo m_info {"fake", "Fake", {}, {}, 50};
};

/// Statistics of one tensor per row: max and NaN count.
std::shared_ptr<const StatisticTable> statistics()
{
    auto table = std::make_shared<StatisticTable>();
    const auto addRow = [&table](std::string_view name, std::string_view dtype, double max, double nans) {
        StringPool& strings = table->strings;
        table->opName.push_back(strings.intern(name));
        table->opType.push_back(strings.intern("Add"));
        table->io.push_back(Io::Output);
        table->slot.push_back(static_cast<std::int32_t>(table->slot.size()));
        table->task.push_back(StatisticTable::kNone);
        table->stream.push_back(StatisticTable::kNone);
        table->timestamp.push_back(0);
        table->dataSize.push_back(0);
        table->dtype.push_back(dtypeFromName(dtype).value_or(DType::Unknown));
        table->dtypeText.push_back(strings.intern(dtype));
        table->shapeText.push_back(strings.intern("(2,2)"));
        table->formatText.push_back(StringId(0U));
        table->line.push_back(table->line.size() + 2);
        table->problem.push_back(MessageId(0U));
        table->values[static_cast<std::size_t>(StatisticTable::Field::Max)].push_back(max);
        table->values[static_cast<std::size_t>(StatisticTable::Field::NanCount)].push_back(nans);
        auto& nulls = table->isNull[static_cast<std::size_t>(StatisticTable::Field::NanCount)];
        nulls.push_back(nans < 0);
    };
    addRow("net/add1", "float32", 2.5, 3);
    addRow("net/add2", "float7", kNan, -1);
    addRow("net/add3", "float32", kInf, 0);
    return table;
}

} // namespace

class TensorTableTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void columnsAreTheContracts();
    void cellsOfAFullRow();
    void absentIsNull();
    void statisticsOfFiles();
    void computedStatisticsWin();
    void unmeasuredIsNotAbsent_data();
    void unmeasuredIsNotAbsent();
    void unreadableSince();
    void severalRoots();
    void filtersAndSorts();
    void offersValues();

private:
    std::size_t rowOf(std::string_view name) const;
    QString text(std::size_t row, std::string_view column) const;

    QTemporaryDir m_folder;
    std::shared_ptr<const DumpIndex> m_index;
    std::unique_ptr<TensorTable> m_table;
};

void TensorTableTest::initTestCase()
{
    const auto tree = openFileTree(m_folder.path().toStdString());
    QVERIFY(tree);
    auto formats = std::make_shared<FormatRegistry>();
    formats->add(std::make_unique<FakeReader>());
    DumpIndexBuilder builder(*tree, formats);

    FolderFacts facts;
    facts.run = "20240102030405";
    facts.deviceId = 1;
    facts.rank = 0;
    facts.model = "net";
    facts.modelId = 7;
    facts.graphId = 8;
    facts.step = 3;
    const FolderId folder = builder.addFolder("a", facts);
    WalkedFile walked;
    walked.name = "full";
    const FileId full = builder.addFile(folder, walked, {});
    TensorRecord record;
    record.opName = "net/block/conv";
    record.opType = "Conv2D";
    record.io = Io::Input;
    record.slot = 2;
    record.dtype = DType::Float16;
    record.shape = {1, 2, 3, 3, 16};
    record.originalShape = Shape {1, 20, 3, 3};
    record.format = MemoryFormat::NC1HWC0;
    record.originalFormat = MemoryFormat::NCHW;
    record.bytes = 576;
    record.task = 11;
    record.stream = 12;
    record.context = 13;
    record.thread = 14;
    record.timestamp = 1700000000000000123U;
    FileContents contents;
    contents.tensors.push_back(record);
    builder.addContents(full, 0, {}, std::move(contents));

    const FolderId bare = builder.addFolder("b", {});
    walked.name = "bare\xFF";
    TensorRecord nothing;
    nothing.hasShape = false;
    nothing.state = TensorState::Unreadable;
    nothing.problem = Message("no header");
    FileContents bareContents;
    bareContents.tensors.push_back(nothing);
    builder.addContents(builder.addFile(bare, walked, {}), 0, {}, std::move(bareContents));

    walked.name = "statistic.csv";
    FileContents rows;
    rows.statistics = statistics();
    builder.addContents(builder.addFile(bare, walked, {}), 0, {}, std::move(rows));

    const auto index = builder.finish({}, Arena());
    QVERIFY(index.has_value());
    m_index = *index;
    m_table = std::make_unique<TensorTable>(m_index);
    QCOMPARE(m_table->rows(), std::size_t {5});
}

std::size_t TensorTableTest::rowOf(std::string_view name) const
{
    for (std::size_t row = 0; row < m_table->rows(); ++row) {
        if (cellText(m_table->cell(row, m_table->nameColumn())) == name)
            return row;
    }
    return m_table->rows();
}

/// "null" for absent cells, which no value here is spelled like.
QString TensorTableTest::text(std::size_t row, std::string_view column) const
{
    const Cell cell = m_table->cell(row, m_table->columnByName(column));
    return isNull(cell) ? QString("null") : QString::fromStdString(cellText(cell));
}

void TensorTableTest::columnsAreTheContracts()
{
    // docs/contract.md 3, in its order.
    const QString listing
        = "root id file family run device_id rank model model_id graph_id step op_name op_type "
          "scope layer op_name_raw io slot occurrence dtype shape original_shape format "
          "original_format elements bytes task_id stream_id timestamp context_id thread_id "
          "exec_index state problem address duration_us start_us block_dim task_type profiled_by "
          "watched_op watched_after watched watched_dump";
    const QString computed = "min max mean std l2norm abs_max zero_count neg_count pos_count nan_count "
                             "pos_inf_count neg_inf_count subnormal_count min_index max_index source";
    const auto names = [this](std::span<const int> columns) {
        QStringList list;
        for (const int column : columns)
            list << QString::fromUtf8(m_table->columns()[static_cast<std::size_t>(column)].name.data());
        return list.join(' ');
    };
    QCOMPARE(names(TensorTable::listingColumns()), listing);
    QCOMPARE(names(TensorTable::statisticsColumns()), computed);
    QCOMPARE(
        m_table->columns().size(), static_cast<std::size_t>((listing + ' ' + computed).split(' ').size()));
    QCOMPARE(m_table->columnByName("name"), m_table->columnByName("op_name"));
    QCOMPARE(m_table->columnByName("nome"), -1);
    QVERIFY(TensorTable::isStatisticsColumn(m_table->columnByName("min")));
    QVERIFY(!TensorTable::isStatisticsColumn(m_table->columnByName("problem")));
}

void TensorTableTest::cellsOfAFullRow()
{
    const std::size_t row = rowOf("net/block/conv");
    const std::vector<std::pair<const char*, const char*>> expected = {{"root", "null"}, {"id", "a/full"},
        {"file", "a/full"}, {"family", "fake"}, {"run", "20240102030405"}, {"device_id", "1"}, {"rank", "0"},
        {"model", "net"}, {"model_id", "7"}, {"graph_id", "8"}, {"step", "3"}, {"op_type", "Conv2D"},
        {"scope", "net/block"}, {"io", "input"}, {"slot", "2"}, {"occurrence", "0"}, {"dtype", "float16"},
        {"shape", "[1,2,3,3,16]"}, {"original_shape", "[1,20,3,3]"}, {"format", "NC1HWC0"},
        {"original_format", "NCHW"}, {"elements", "180"}, {"bytes", "576"}, {"task_id", "11"},
        {"stream_id", "12"}, {"timestamp", "1700000000000000123"}, {"context_id", "13"}, {"thread_id", "14"},
        {"state", "ok"}, {"problem", "null"}, {"min", "null"}, {"nan_count", "null"}, {"source", "null"}};
    for (const auto& [column, value] : expected)
        QVERIFY2(text(row, column) == value, column);
}

void TensorTableTest::absentIsNull()
{
    const std::size_t row = rowOf("");
    for (const char* column : {"run", "device_id", "rank", "model", "step", "op_name", "op_type", "scope",
             "op_name_raw", "io", "slot", "dtype", "shape", "original_shape", "format", "original_format",
             "elements", "task_id", "stream_id", "timestamp", "exec_index", "max", "source"})
        QVERIFY2(text(row, column) == "null", column);
    QCOMPARE(text(row, "state"), QString("unreadable"));
    QCOMPARE(text(row, "problem"), QString("no header"));
    QCOMPARE(text(row, "file"), QString("b/bare%FF"));
}

void TensorTableTest::statisticsOfFiles()
{
    const std::size_t first = rowOf("net/add1");
    QCOMPARE(text(first, "max"), QString("2.5"));
    QCOMPARE(text(first, "nan_count"), QString("3"));
    QVERIFY(std::holds_alternative<std::uint64_t>(m_table->cell(first, m_table->columnByName("nan_count"))));
    QCOMPARE(text(first, "min"), QString("null")); // the file has no such column
    QCOMPARE(text(first, "source"), QString("file"));
    QCOMPARE(text(first, "state"), QString("statistics-only"));
    QCOMPARE(text(first, "bytes"), QString("null")); // not said, rather than none
    QCOMPARE(text(first, "elements"), QString("4"));
    QCOMPARE(text(first, "dtype"), QString("float32"));

    const std::size_t second = rowOf("net/add2");
    QCOMPARE(text(second, "max"), QString("NaN"));
    QCOMPARE(text(second, "nan_count"), QString("null")); // present in the file, but no number
    QCOMPARE(text(second, "dtype"), QString("float7"));

    using Property = FilterTable::Property;
    QVERIFY(m_table->has(first, Property::Nan));
    QVERIFY(!m_table->has(first, Property::Inf));
    QVERIFY(m_table->has(second, Property::Nan));
    QVERIFY(!m_table->has(rowOf("net/add3"), Property::Nan));
    QVERIFY(m_table->has(rowOf("net/add3"), Property::Inf));
    QVERIFY(m_table->has(rowOf(""), Property::Problem));
    QVERIFY(!m_table->has(first, Property::Problem));
    QVERIFY(!m_table->has(first, Property::Pair));
}

// By hand: of add1 to add3 a file tells max, and nan_count but of add2; of the others nothing is measured.
void TensorTableTest::unmeasuredIsNotAbsent_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QStringList>("undecided");
    const auto named
        = [](const char* filter) -> QTestData& { return QTest::newRow(filter) << QString(filter); };
    const QStringList others {"", "net/block/conv"};
    named("nan_count>0") << QStringList {"net/add2"} + others;
    named("-nan_count>0") << QStringList {"net/add2"} + others;
    named("max:*") << others;
    named("has:nan") << others;
    named("nan_count>0 op_type:Conv2D") << QStringList {"net/block/conv"};
    named("nan_count>0 or op_type:Conv2D") << QStringList {"net/add2", ""};
    named("op_type:Conv2D") << QStringList();
    named("source:file") << QStringList();
    named("") << QStringList();
}

void TensorTableTest::unmeasuredIsNotAbsent()
{
    QFETCH(const QString, filter);
    QFETCH(QStringList, undecided);
    OwnedTask task(1);
    const auto parsed = FilterExpression::parse(filter.toStdString(), *m_table);
    QVERIFY(parsed);
    const auto rows = undecidedRows(*m_table, m_table->rows(), *parsed, task);
    QVERIFY(rows);
    QStringList found;
    for (const std::uint32_t row : *rows)
        found.append(text(row, "op_name") == "null" ? QString() : text(row, "op_name"));
    found.sort();
    undecided.sort();
    QCOMPARE(found, undecided);
}

void TensorTableTest::unreadableSince()
{
    TensorTable table(m_index);
    std::size_t row = 0;
    const auto text
        = [&](std::string_view column) { return cellText(table.cell(row, table.columnByName(column))); };
    while (row < table.rows() && text("state") != "ok")
        ++row;
    QVERIFY(row < table.rows() && !table.has(row, FilterTable::Property::Problem));
    table.setUnreadable(TensorId(row), Message("the file became shorter while it was read"));
    QCOMPARE(text("state"), std::string("unreadable"));
    QCOMPARE(text("problem"), std::string("the file became shorter while it was read"));
    QVERIFY(isNull(table.cell(row, table.columnByName("min"))));
    QVERIFY(table.has(row, FilterTable::Property::Problem));
}

void TensorTableTest::computedStatisticsWin()
{
    TensorTable table(m_index);
    const std::size_t row = rowOf("net/add1");
    Statistics computed;
    computed.count = 4;
    computed.posInfCount = 1;
    computed.min = -1.5;
    table.setStatistics(TensorId(row), computed);
    const auto cell = [&](std::string_view column) { return table.cell(row, table.columnByName(column)); };
    QCOMPARE(cellText(cell("source")), std::string("computed"));
    QCOMPARE(cellText(cell("min")), std::string("-1.5"));
    QVERIFY(isNull(cell("max"))); // the file's value must not stand beside computed ones
    QCOMPARE(cellText(cell("nan_count")), std::string("0"));
    QCOMPARE(cellText(cell("subnormal_count")), std::string("0"));
    QVERIFY(isNull(cell("min_index")));
    QVERIFY(!table.has(row, FilterTable::Property::Nan));
    QVERIFY(table.has(row, FilterTable::Property::Inf));
    QCOMPARE(text(row, "source"), QString("file")); // of the other table
}

void TensorTableTest::severalRoots()
{
    const TensorTable table(m_index, 2);
    const std::size_t row = rowOf("net/block/conv");
    QCOMPARE(cellText(table.cell(row, table.columnByName("root"))), std::string("2"));
    QCOMPARE(cellText(table.cell(row, table.columnByName("id"))), std::string("2:a/full"));
}

void TensorTableTest::filtersAndSorts()
{
    OwnedTask task(2);
    const auto names = [&](const char* filter, const char* sort) {
        const auto rows = buildRowSet(*m_table, m_table->rows(),
            FilterExpression::parse(filter, *m_table).value(), parseSortKeys(sort, *m_table).value(), task);
        QStringList list;
        for (const std::uint32_t row : rows.value())
            list << text(row, "op_name");
        return list.join(' ');
    };
    QCOMPARE(names("io:output", "-name"), QString("net/add3 net/add2 net/add1"));
    QCOMPARE(names("", "-max,name"), QString("net/add3 net/add1 net/add2 net/block/conv null"));
    QCOMPARE(names("shape:[2,*]", "-slot"), QString("net/add3 net/add2 net/add1"));
    QCOMPARE(names("has:problem or timestamp=1700000000000000123", "state"), QString("net/block/conv null"));
    QCOMPARE(names("nan_count!=3 -conv", ""), QString("net/add3"));
}

void TensorTableTest::offersValues()
{
    const auto hints
        = [this](std::string_view column) { return m_table->valueHints(m_table->columnByName(column)); };
    QCOMPARE(hints("op_type"), (std::vector<std::string> {"Add", "Conv2D"}));
    QCOMPARE(hints("io"), (std::vector<std::string> {"input", "output"}));
    QCOMPARE(hints("dtype"), (std::vector<std::string> {"float16", "float32", "float7"}));
    QVERIFY(hints("op_name").empty());
    QVERIFY(hints("max").empty());
}

QTEST_APPLESS_MAIN(TensorTableTest)
#include "tst_tensor_table.moc"
