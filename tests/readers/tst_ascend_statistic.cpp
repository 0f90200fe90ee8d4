// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics dumps (docs/formats/ascend-dump-binary.md 6) and kernel arguments
// (docs/formats/mindspore-dump.md 3.5). Expected cells are those of the files in
// tests/data/ascend-statistics, which an independent generator wrote.
#include "model/dump_folder.h"
#include "qt_bytes.h"
#include "read_file.h"
#include "summary/dump_summary.h"

#include <QTest>

#include <cmath>

using namespace dumpscope::core;

namespace {

using Field = StatisticTable::Field;
const char* const kFolder = "ascend-statistics/20260301113000/0/resnet_v1/3/0/";

QByteArray content(const char* name)
{
    return testData(QString::fromLatin1(kFolder) + name);
}

ReadFile readName(const char* name)
{
    static const auto formats = builtinFormats();
    return ReadFile(*formats, name, toBytes(content(name)));
}

std::string textOfRow(const StatisticTable& table, const std::vector<StringId>& column, std::size_t row)
{
    return std::string(table.strings.text(column[row]));
}

} // namespace

class TestAscendStatistic : public QObject {
    Q_OBJECT

private slots:
    void processor();
    void vectorCore();
    void columnsAsAskedFor();
    void repeatedHeader();
    void headerOnly();
    void sliceNames();
    void deviceRecord();
    void deviceRecordDamage();
    void aggregated();
    void everyCut();
    void index();
    void kernelArguments_data();
    void kernelArguments();
};

void TestAscendStatistic::processor()
{
    const ReadFile file = readName("Conv2D.net_conv1.3.7.1772364600124456.csv");
    QCOMPARE(file.family(), std::string("ascend-statistic"));
    const StatisticTable& t = *file.contents().statistics;
    QCOMPARE(t.rows(), std::size_t {10});
    QCOMPARE(textOfRow(t, t.opType, 9), std::string("Conv2D"));
    QCOMPARE(textOfRow(t, t.opName, 9), std::string("net_conv1"));
    QCOMPARE(t.task[0], 3U);
    QCOMPARE(t.stream[0], 7U);
    QCOMPARE(t.timestamp[0], std::uint64_t {1772364600124456});
    QVERIFY(t.io[4] == Io::Input && t.slot[4] == 4 && t.io[5] == Io::Output && t.slot[5] == 0);
    QVERIFY(t.dtype[1] == DType::Float16 && t.dtype[6] == DType::UInt64);
    QCOMPARE(t.dataSize[1], std::uint64_t {48});
    QCOMPARE(t.value(Field::Max, 0), std::optional<double>(2.25474));
    QVERIFY(std::isnan(*t.value(Field::Mean, 1)));
    QCOMPARE(t.value(Field::Min, 3), std::optional<double>(-HUGE_VAL));
    QCOMPARE(t.value(Field::PosInfCount, 4), std::optional<double>(1));
    QCOMPARE(t.value(Field::Max, 6), std::optional<double>(7105571591298074624.0));
    QCOMPARE(t.value(Field::Count, 7), std::optional<double>(1));
    // A type that is not measured: seven empty cells.
    QCOMPARE(t.value(Field::Max, 8), std::optional<double>());
    QCOMPARE(t.value(Field::Count, 8), std::optional<double>());
    QVERIFY(file.contents().problems.empty());
}

void TestAscendStatistic::vectorCore()
{
    const ReadFile file = readName("MatMulV2.net_fc.4.7.1772364600124457.csv");
    const StatisticTable& t = *file.contents().statistics;
    QCOMPARE(t.rows(), std::size_t {3});
    QCOMPARE(t.value(Field::Max, 1), std::optional<double>(1099531887990.0));
    QCOMPARE(t.value(Field::Max, 2), std::optional<double>());
    QCOMPARE(t.value(Field::Count, 2), std::optional<double>(12));
    QVERIFY(std::string(t.messages.text(t.problem[2])).find("could not compute") != std::string::npos);
}

void TestAscendStatistic::columnsAsAskedFor()
{
    const ReadFile file = readName("Relu.net_relu.6.7.1772364600124459.csv");
    const StatisticTable& t = *file.contents().statistics;
    QCOMPARE(t.rows(), std::size_t {4});
    QVERIFY(t.dtype[0] == DType::BFloat16);
    QCOMPARE(t.value(Field::L2Norm, 0), std::optional<double>(4.5));
    // Row 1 lacks its Count, not its last column.
    for (const Field field : {Field::Count, Field::Max, Field::Min, Field::L2Norm})
        QCOMPARE(t.value(field, 1), std::optional<double>());
    QCOMPARE(std::string(t.messages.text(t.problem[1])),
        std::string("the device could not compute statistics of this tensor"));
    QCOMPARE(t.value(Field::Max, 2), std::optional<double>(7));
    QVERIFY(t.dtype[3] == DType::Unknown);
    QVERIFY(!std::string(t.messages.text(t.problem[3])).empty()); // a shape of more than 25 dimensions
}

void TestAscendStatistic::repeatedHeader()
{
    const ReadFile file = readName("Concat.net_many.7.7.1772364600124460.csv");
    const StatisticTable& t = *file.contents().statistics;
    QCOMPARE(t.rows(), std::size_t {12});
    QCOMPARE(t.value(Field::Mean, 11), std::optional<double>(11.5));
    QCOMPARE(t.line[10], std::uint64_t {13});
    QVERIFY(file.contents().problems.empty());
}

void TestAscendStatistic::headerOnly()
{
    const ReadFile file = readName("Add.net_none.8.7.1772364600124461.csv");
    QCOMPARE(file.family(), std::string("ascend-statistic"));
    QCOMPARE(file.contents().statistics->rows(), std::size_t {0});
    QVERIFY(file.contents().problems.front().severity == Severity::Hint);
}

void TestAscendStatistic::sliceNames()
{
    const ReadFile file = readName("Add.net_ffts.9.7.1772364600124462.4.2.1.0.csv");
    const StatisticTable& t = *file.contents().statistics;
    QCOMPARE(t.rows(), std::size_t {1});
    QCOMPARE(textOfRow(t, t.opName, 0), std::string("net_ffts"));
    QCOMPARE(t.task[0], 9U);
}

void TestAscendStatistic::deviceRecord()
{
    const ReadFile record = readName("MatMulV2.net_fc_raw.5.7.1772364600124458.bin");
    QCOMPARE(record.family(), std::string("ascend-statistic-struct"));
    const ReadFile converted = readName("MatMulV2.net_fc.4.7.1772364600124457.csv");
    const StatisticTable& a = *record.contents().statistics;
    const StatisticTable& b = *converted.contents().statistics;
    QCOMPARE(a.rows(), b.rows());
    QCOMPARE(a.task[0], 5U);
    for (std::size_t row = 0; row < a.rows(); ++row) {
        QVERIFY(a.io[row] == b.io[row] && a.slot[row] == b.slot[row] && a.dtype[row] == b.dtype[row]);
        QCOMPARE(a.dataSize[row], b.dataSize[row]);
        QCOMPARE(parseShape(textOfRow(a, a.shapeText, row)), parseShape(textOfRow(b, b.shapeText, row)));
        QCOMPARE(std::string(a.messages.text(a.problem[row])), std::string(b.messages.text(b.problem[row])));
        for (std::size_t field = 0; field < StatisticTable::kFields; ++field)
            QCOMPARE(a.value(static_cast<Field>(field), row), b.value(static_cast<Field>(field), row));
    }
}

void TestAscendStatistic::deviceRecordDamage()
{
    const char* const name = "MatMulV2.net_fc_raw.5.7.1772364600124458.bin";
    const auto formats = builtinFormats();
    const std::vector<std::byte> whole = toBytes(content(name));
    std::vector<std::byte> two = whole;
    two.insert(two.end(), whole.begin(), whole.end());
    const ReadFile doubled(*formats, name, two);
    QCOMPARE(doubled.contents().statistics->rows(), std::size_t {6});
    two[whole.size()] = std::byte {200}; // tensorNum of the second
    const ReadFile damaged(*formats, name, two);
    QCOMPARE(damaged.contents().statistics->rows(), std::size_t {3});
    QVERIFY(damaged.hasProblem(Code::BadHeader));
    for (std::size_t i = 0; i < 16 + 648; ++i) {
        std::vector<std::byte> flipped = whole;
        flipped[i] ^= std::byte {0xFF};
        const ReadFile file(*formats, name, flipped);
        QVERIFY(file.family() != "ascend-statistic-struct" || file.contents().statistics);
    }
}

void TestAscendStatistic::aggregated()
{
    const auto formats = builtinFormats();
    const ReadFile file(
        *formats, "statistic.csv", toBytes(testData("ascend-statistics/aggregated/statistic.csv")));
    QCOMPARE(file.family(), std::string("mstt-statistic"));
    const StatisticTable& t = *file.contents().statistics;
    QCOMPARE(t.rows(), std::size_t {1});
    QCOMPARE(textOfRow(t, t.opName, 0), std::string("net_conv1"));
    QCOMPARE(textOfRow(t, t.formatText, 0), std::string("ND"));
    QCOMPARE(t.value(Field::L2Norm, 0), std::optional<double>(4.09885));
    QCOMPARE(textOfRow(t, t.digests[0].text, 0), std::string("0caf4f4cd3c5eec7a63a26404dc5fddd"));
}

void TestAscendStatistic::everyCut()
{
    const auto formats = builtinFormats();
    const QByteArray whole = content("Relu.net_relu.6.7.1772364600124459.csv");
    for (int length = 0; length < whole.size(); ++length) {
        const ReadFile file(*formats, "Relu.net_relu.6.7.1772364600124459.csv", toBytes(whole.left(length)));
        if (file.family() != "ascend-statistic")
            continue;
        QVERIFY(!file.error().empty() || file.contents().statistics->rows() <= 4);
        const bool lineEnd = length > 0 && whole[length - 1] == '\n';
        QVERIFY(lineEnd || !file.contents().problems.empty() || file.contents().statistics->rows() == 0);
    }
}

void TestAscendStatistic::index()
{
    OwnedTask task(2);
    const auto index = openDump(DUMPSCOPE_TEST_DATA "/ascend-statistics", builtinFormats(), {}, task);
    QVERIFY(index.has_value());
    QCOMPARE((*index)->tensorCount(), std::size_t {34});
    const auto id = (*index)->findTensor(
        "20260301113000/0/resnet_v1/3/0/Conv2D.net_conv1.3.7.1772364600124456.csv#input.2");
    QVERIFY(id.has_value());
    const TensorRow& row = (*index)->tensor(*id);
    QVERIFY(row.format == MemoryFormat::NC1HWC0 && row.state == TensorState::StatisticsOnly);
    QCOMPARE((*index)->factsOf(*id).model, std::string("resnet_v1"));
    const DumpSummary summary = summarise(**index);
    QCOMPARE(summary.kinds.front().id, std::string("ascend-statistic"));
    QCOMPARE(summary.counts.statisticRows, std::uint64_t {34});
    // Whatever runs next has phases of its own.
    task.progress.setPhases({{Message("next"), 1.0}});
    QCOMPARE(QString::fromStdString(task.progress.snapshot().title.text()), QStringLiteral("next"));
}

void TestAscendStatistic::kernelArguments_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("expected"); ///< "error" or key=value pairs
    const QByteArray name = "MatMul.Default_network-WithLossCell_fc_MatMul-op0.json";
    QTest::newRow("two") << name
                         << QByteArray("{\n    \"transpose_a\": \"False\",\n    \"transpose_b\": \"True\"\n}")
                         << "kernel_arguments=Default_network-WithLossCell_fc_MatMul-op0;"
                            "argument.transpose_a=False;argument.transpose_b=True;";
    QTest::newRow("none") << QByteArray("ReLU.Default_relu-ReLU_ReLU-op0.json") << QByteArray("null")
                          << "kernel_arguments=Default_relu-ReLU_ReLU-op0;";
    QTest::newRow("cut") << name << QByteArray("{\"transpose_a\": \"Fal") << "error";
    QTest::newRow("a list") << name << QByteArray("{\"a\": [1]}")
                            << "kernel_arguments=Default_network-WithLossCell_fc_MatMul-op0;argument.a=;";
}

void TestAscendStatistic::kernelArguments()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, content);
    QFETCH(QString, expected);
    const auto formats = builtinFormats();
    FolderFacts folder;
    folder.layout = "mindspore-rank";
    folder.step = 2;
    const ReadFile file(*formats, name.toStdString(), toBytes(content), folder);
    QCOMPARE(file.family(), std::string("mindspore-kernel-arguments"));
    std::string shown = file.error().empty() ? "" : "error";
    for (const auto& [key, value] : file.contents().properties)
        shown += key + '=' + value + ';';
    QCOMPARE(QString::fromStdString(shown), expected);
}

QTEST_APPLESS_MAIN(TestAscendStatistic)
#include "tst_ascend_statistic.moc"
