// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_folder.h"
#include "model/tensor_store.h"
#include "read_file.h"
#include "readers/atb/atb_header.h"
#include "readers/atb/atb_operator.h"
#include "temporary_folder.h"

#include <QTest>

#include <cstring>
#include <filesystem>

using namespace dumpscope::core;
using namespace dumpscope::test;
namespace fs = std::filesystem;

namespace {

/// A tensor file of float32 as the probe of ATB writes it.
std::string tensorFile(std::vector<float> values, std::string_view dims)
{
    const std::size_t bytes = values.size() * sizeof(float);
    std::string file = "$Version=1.0\n$Object.Count=1\n$Object.Length=" + std::to_string(bytes)
        + "\nformat=2\ndtype=0\ndims=" + std::string(dims) + "\n$Object.data=0," + std::to_string(bytes)
        + "\n$End=1\n";
    file.append(reinterpret_cast<const char*>(values.data()), bytes);
    return file;
}

std::string linkFile(std::string_view key, std::string_view dims = "2")
{
    return "$Version=1.0\n$Object.Count=0\n$Object.Length=0\nformat=2\ndtype=0\ndims=" + std::string(dims)
        + "\ndata=" + std::string(key) + "\n$End=1\n";
}

/// A dump of one process and execution, opened.
class AtbTree {
public:
    void add(const std::string& path, std::string_view content)
    {
        const fs::path file = m_folder.path() + "/atb_dump_data/data/3_4711/7/" + path;
        QVERIFY(writeFile(file.string(), content));
    }
    void addLink(const std::string& path, const std::string& target)
    {
        const fs::path file = m_folder.path() + "/atb_dump_data/data/3_4711/7/" + path;
        fs::create_directories(file.parent_path());
        fs::create_symlink(target, file);
    }
    void open(const std::string& below = {})
    {
        auto index = openDump(m_folder.path() + below, builtinFormats(), {}, m_task);
        QVERIFY(index.has_value());
        m_index = *index;
    }
    [[nodiscard]] const DumpIndex& index() const { return *m_index; }
    /// `state value… | problem` of the tensor with the file name's end.
    [[nodiscard]] QString outcome(std::string_view fileEnd, std::uint32_t occurrence = 0) const
    {
        for (std::uint32_t i = 0; i < m_index->tensorCount(); ++i) {
            const TensorRow& row = m_index->tensor(TensorId(i));
            if (!m_index->filePath(row.file).ends_with(fileEnd) || row.occurrence != occurrence)
                continue;
            QString text = QString::fromUtf8(stateWord(row.state));
            if (row.state == TensorState::Ok)
                text += ' ' + values(TensorId(i));
            return text + '|' + QString::fromStdString(std::string(m_index->text(row.problem)));
        }
        return "no row";
    }

    /// What is said to who asks for the values of the only tensor of a file.
    [[nodiscard]] QString refusal(std::string_view fileEnd) const
    {
        for (std::uint32_t i = 0; i < m_index->tensorCount(); ++i) {
            if (!m_index->filePath(m_index->tensor(TensorId(i)).file).ends_with(fileEnd))
                continue;
            const auto view = TensorStore(m_index).open(TensorId(i), m_task);
            return view ? QString() : QString::fromStdString(view.error().message.text());
        }
        return {};
    }

private:
    [[nodiscard]] QString values(TensorId id) const
    {
        const auto view = TensorStore(m_index).open(id, m_task);
        if (!view)
            return QString::fromStdString(view.error().text());
        QStringList numbers;
        for (std::size_t i = 0; i + sizeof(float) <= view->bytes.size(); i += sizeof(float)) {
            float value = 0;
            std::memcpy(&value, view->bytes.data() + i, sizeof value);
            numbers << QString::number(static_cast<double>(value));
        }
        return numbers.join(',');
    }

    TemporaryFolder m_folder;
    mutable OwnedTask m_task {1};
    std::shared_ptr<const DumpIndex> m_index;
};

} // namespace

class TestAtb : public QObject {
    Q_OBJECT

    std::shared_ptr<const FormatRegistry> m_formats = builtinFormats();

private slots:
    void layouts_data();
    void layouts();
    void keys_data();
    void keys();
    void headers_data();
    void headers();
    void contradictingLengths();
    void valuesElsewhere();
    void operatorAlone();
    void severalRecords();
    void pointsInTime();
    void linkedFiles();
    void statisticsOfFiles();
    void statisticsOfRepeatedWrites();
    void statisticsWithMark();
    void statisticsInTheFile();
    void oddStatistics();
    void graphNamesOperators();
};

void TestAtb::layouts_data()
{
    QTest::addColumn<QString>("facts"); // rank|step|operator|type
    const auto row = [](const char* path, const char* facts) { QTest::newRow(path) << QString(facts); };
    row("/d/atb_dump_data/data/1_13932/2", "1|2||");
    row("/d/data/0_17/0/1_Layer/2_LinearOperation/before", "0|0|1_Layer/2_LinearOperation|LinearOperation");
    row("/d/msit_dump_20250101_1/tensors/3_99/5/0_A/after", "3|5|0_A|A");
    row("/copied/0_13629/4/1_Layer/after", "0|4|1_Layer|Layer");
    row("/copied/4/1_Layer/0_B/before", "|4|1_Layer/0_B|B");
    row("/copied/1_Layer/before", "||1_Layer|Layer");
    row("/d/data/0_17/0/1_Layer/5/before", "0|0|1_Layer/5|5");
    row("/logs/20_11/27", "");
    row("/photos/before", "");
    row("/d/step0/rank0", "");
    row("/d/info/layer/0_13629", "");
}

void TestAtb::layouts()
{
    QFETCH(QString, facts);
    const FolderFacts folder = m_formats->describeFolder(QTest::currentDataTag());
    QCOMPARE(folder.layout == kAtbLayout, !facts.isEmpty());
    if (facts.isEmpty())
        return;
    const auto number
        = [](std::optional<std::int64_t> value) { return value ? QString::number(*value) : QString(); };
    QCOMPARE((QStringList {number(folder.rank), number(folder.step), QString::fromStdString(folder.opName),
                  QString::fromStdString(folder.opType)})
                 .join('|'),
        facts);
}

void TestAtb::keys_data()
{
    QTest::addColumn<QString>("place"); // numbers|point|name
    const auto row = [](const char* key, const char* place) { QTest::newRow(key) << QString(place); };
    row("1_0_outtensor0.bin", "1_0|after|outtensor0.bin");
    row("12_intensor3.bin", "12|before|intensor3.bin");
    row("intensor3.bin", "|before|intensor3.bin");
    row("../../intensor0.bin", "");
    row("/etc/1_intensor0.bin", "");
    row("1_x_intensor0.bin", "");
    row("_intensor0.bin", "");
    row("1_intensor.bin", "");
    row("1_intensor0.npy", "");
    row("", "");
}

void TestAtb::keys()
{
    QFETCH(QString, place);
    const auto key = parseAtbKey(QTest::currentDataTag());
    QCOMPARE(key.has_value(), !place.isEmpty());
    if (key)
        QCOMPARE(QString::fromStdString(std::string(key->numbers) + '|' + std::string(key->point) + '|'
                     + std::string(key->name)),
            place);
}

void TestAtb::headers_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("outcome"); // state dtype shape
    const auto row = [](const char* name, const QByteArray& file, const char* outcome) {
        QTest::newRow(name) << file << QString(outcome);
    };
    const QByteArray data(8, '\1');
    row("usual",
        "$Version=1.0\n$Object.Count=1\n$Object.Length=8\nformat=2\ndtype=0\ndims=2\n$Object.data=0,8\n$End="
        "1\n"
            + data,
        "ok float32 [2]");
    row("carriage returns", "$Version=1.0\r\ndtype=0\r\ndims=2\r\n$End=1\r\n" + data, "ok float32 [2]");
    row("short header", "dtype=1\ndims=2,2\n$End=1\n" + data, "ok float16 [2,2]");
    row("unknown names", "$Version=1.0\n$New=a=b\nother=1\ndtype=0\ndims=2\n$End=1\n" + data,
        "ok float32 [2]");
    row("no dimension", "$Version=1.0\ndtype=11\ndims=\n$End=1\n" + data, "ok float64 []");
    row("four bits", "$Version=1.0\ndtype=29\ndims=3\n$Object.data=0,2\n$End=1\n" + data, "ok int4 [3]");
    row("offset", "$Version=1.0\ndtype=0\ndims=1\n$Object.data=4,4\n$End=1\n" + data, "ok float32 [1]");
    row("nothing", "$Version=1.0\ndtype=0\ndims=0,5\n$Object.data=0,0\n$End=1\n", "empty float32 [0,5]");
    row("too few bytes", "$Version=1.0\ndtype=0\ndims=3\n$Object.data=0,12\n$End=1\n" + data,
        "truncated float32 [3]");
    row("offset beyond the end",
        "$Version=1.0\ndtype=0\ndims=2\n$Object.data=18446744073709551615,8\n$End=1\n" + data,
        "truncated float32 [2]");
    row("unknown type", "$Version=1.0\ndtype=99\ndims=2\n$End=1\n" + data, "unsupported undefined(99) [2]");
    row("text", "$Version=1.0\ndtype=13\ndims=2\n$End=1\n" + data, "unsupported string [2]");
    row("letters", "$Version=1.0\ndtype=0\ndims=2,x\n$End=1\n" + data, "unreadable float32 ");
    row("negative", "$Version=1.0\ndtype=0\ndims=-2\n$End=1\n" + data, "unreadable float32 ");
    row("beyond 64 bits", "$Version=1.0\ndtype=0\ndims=4294967296,4294967296\n$End=1\n" + data,
        "unreadable float32 [4294967296,4294967296]");
    row("no end", "$Version=1.0\ndtype=0\ndims=2\n", "unreadable  ");
    row("megabytes of header", "$Version=1.0\n" + QByteArray("a=b\n").repeated(300'000), "unreadable  ");
    row("one endless line", "$Version=" + QByteArray(300'000, '1'), "unreadable  ");
    row("filtered",
        "$Version=1.0\n$Object.Count=0\n$Object.Length=0\ndtype=0\ndims=2\ndata=intensor0.bin\n$End=1\n",
        "empty float32 [2]");
    row("a path", "$Version=1.0\n$Object.Count=0\ndtype=0\ndims=2\ndata=../intensor0.bin\n$End=1\n",
        "empty float32 [2]");
    row("no data", "$Version=1.0\n$Object.Count=0\n$Object.Length=0\ndtype=0\ndims=2\n$End=1\n",
        "empty float32 [2]");
}

void TestAtb::headers()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, outcome);
    const auto bytes = std::as_bytes(std::span(file.constData(), static_cast<std::size_t>(file.size())));
    ReadFile read(*m_formats, "intensor0.bin", {bytes.begin(), bytes.end()},
        m_formats->describeFolder("/d/data/0_17/0/1_Layer/before"));
    QCOMPARE(QString::fromStdString(read.family()), "atb");
    QCOMPARE(read.tensors().size(), 1U);
    const TensorRecord& record = read.tensors().front();
    const std::string dtype = record.dtype == DType::Unknown || record.state == TensorState::Unsupported
        ? record.dtypeText
        : std::string(dtypeName(record.dtype));
    QCOMPARE(QString::fromStdString(std::string(stateWord(record.state)) + ' ' + dtype + ' '
                 + (record.hasShape ? shapeText(record.shape) : std::string())),
        outcome);
    QCOMPARE(
        record.state == TensorState::Ok, read.open(record).has_value() && record.state == TensorState::Ok);
    if (record.state != TensorState::Ok && record.bytes > 0)
        QVERIFY(!record.problem.empty());
}

/// What contradicts itself is said, though the values can be read.
void TestAtb::contradictingLengths()
{
    const auto problemsOf = [&](std::string_view length) {
        const std::string file = "$Version=1.0\n$Object.Count=1\n$Object.Length=" + std::string(length)
            + "\ndtype=0\ndims=2\n$Object.data=0,8\n$End=1\n12345678";
        const auto bytes = std::as_bytes(std::span(file));
        ReadFile read(*m_formats, "intensor0.bin", {bytes.begin(), bytes.end()},
            m_formats->describeFolder("/d/data/0_17/0/1_Layer/before"));
        std::string text;
        for (const Diagnostic& problem : read.contents().problems)
            text += problem.message.text() + ';';
        const bool isRead = read.tensors().size() == 1 && read.tensors().front().state == TensorState::Ok;
        return isRead ? text : "not read";
    };
    QCOMPARE(problemsOf("8"), std::string());
    QCOMPARE(problemsOf("99999999999999999999"),
        std::string("the header says a length of 99999999999999999999 and an object of 8 bytes;"));
    QCOMPARE(problemsOf("4"), std::string("the header says a length of 4 and an object of 8 bytes;"));
}

void TestAtb::valuesElsewhere()
{
    AtbTree tree;
    tree.add("1_Layer/0_A/after/outtensor0.bin", tensorFile({1, 2}, "2"));
    tree.add("1_Layer/1_B/before/intensor0.bin", linkFile("1_0_outtensor0.bin"));
    tree.add("1_Layer/2_C/before/intensor0.bin", linkFile("1_1_intensor0.bin")); // a link to a link
    tree.add("1_Layer/3_D/before/intensor0.bin", linkFile("1_3_intensor0.bin")); // itself
    tree.add("1_Layer/4_E/before/intensor0.bin", linkFile("1_5_intensor0.bin")); // a circle
    tree.add("1_Layer/5_F/before/intensor0.bin", linkFile("1_4_intensor0.bin"));
    tree.add("1_Layer/6_G/before/intensor0.bin", linkFile("1_9_intensor0.bin"));
    tree.add("1_Layer/7_H/before/intensor0.bin", linkFile("1_0_outtensor0.bin", "1,2")); // other shape
    tree.add("1_Layer/8_I/before/intensor0.bin", linkFile("1_0_outtensor0.bin", "3"));
    for (int i = 0; i < 40; ++i)
        tree.add("2_Chain/" + std::to_string(i) + "_K/before/intensor0.bin",
            linkFile("2_" + std::to_string(i + 1) + "_intensor0.bin"));
    tree.add("1_Layer/11_J/before/intensor0.bin",
        "$Version=1.0\n$Object.Count=1\n$Object.Length=4\nformat=2\ndtype=0\ndims=-1\n$Object.data=0,4\n"
        "$End=1\nabcd");
    tree.add("2_Chain/40_K/before/intensor0.bin", tensorFile({5, 6}, "2"));
    tree.open();
    QCOMPARE(tree.outcome("0_A/after/outtensor0.bin"), "ok 1,2|");
    QCOMPARE(tree.outcome("1_B/before/intensor0.bin"), "ok 1,2|");
    QCOMPARE(tree.outcome("2_C/before/intensor0.bin"), "ok 1,2|");
    QVERIFY(tree.outcome("3_D/before/intensor0.bin").startsWith("empty|its values should be in"));
    QVERIFY(tree.outcome("4_E/before/intensor0.bin").contains("leads back"));
    QVERIFY(tree.outcome("6_G/before/intensor0.bin").contains("not there"));
    QVERIFY(tree.outcome("7_H/before/intensor0.bin").startsWith("ok 1,2|it is float32 [1,2]"));
    QVERIFY(tree.outcome("8_I/before/intensor0.bin").startsWith("truncated|"));
    QCOMPARE(tree.outcome("11_J/before/intensor0.bin"), "unreadable|the dimensions are no list of numbers");
    // Who asks for the values gets the reason of the row.
    QCOMPARE(tree.refusal("11_J/before/intensor0.bin"), "the dimensions are no list of numbers");
    QVERIFY(tree.refusal("3_D/before/intensor0.bin").startsWith("its values should be in"));
    QVERIFY(tree.outcome("/0_K/before/intensor0.bin").startsWith("empty|"));
    QCOMPARE(tree.outcome("/30_K/before/intensor0.bin"), "ok 5,6|");
}

void TestAtb::operatorAlone()
{
    AtbTree tree;
    tree.add("1_Layer/0_A/after/outtensor0.bin", tensorFile({1, 2}, "2"));
    tree.add("1_Layer/1_B/before/intensor0.bin", linkFile("1_0_outtensor0.bin"));
    tree.add("1_Layer/1_B/after/outtensor0.bin", linkFile("1_1_intensor0.bin"));
    // The values lie outside of what was opened.
    tree.open("/atb_dump_data/data/3_4711/7/1_Layer/1_B");
    QVERIFY(tree.outcome("before/intensor0.bin").startsWith("empty|"));
    const TensorRow& row = tree.index().tensor(TensorId(0U));
    QCOMPARE(QString::fromUtf8(tree.index().text(row.opName)), "1_Layer/1_B");
    QCOMPARE(tree.index().factsOf(TensorId(0U)).rank, std::optional<std::int64_t>(3));
    tree.open("/atb_dump_data/data/3_4711/7/1_Layer");
    QCOMPARE(tree.outcome("1_B/before/intensor0.bin"), "ok 1,2|");
    QCOMPARE(tree.outcome("1_B/after/outtensor0.bin"), "ok 1,2|");
}

void TestAtb::severalRecords()
{
    AtbTree tree;
    tree.add("1_A/after/outtensor0.bin", tensorFile({1}, "1") + tensorFile({2}, "1") + "\nabc");
    tree.open();
    QCOMPARE(tree.index().tensorCount(), 2U);
    QCOMPARE(tree.outcome("outtensor0.bin", 0), "ok 1|");
    QCOMPARE(tree.outcome("outtensor0.bin", 1), "ok 2|");
    QVERIFY(tree.index().tensorId(TensorId(0U)) != tree.index().tensorId(TensorId(1U)));
    QCOMPARE(tree.index().problems().size(), 1U);
    // A third one whose header is not whole.
    tree.add(
        "1_A/after/outtensor0.bin", tensorFile({1}, "1") + tensorFile({2}, "1") + "$Version=1.0\ndtype=0\n");
    tree.open();
    QCOMPARE(tree.index().tensorCount(), 3U);
    QCOMPARE(tree.outcome("outtensor0.bin", 1), "ok 2|");
    QVERIFY(tree.outcome("outtensor0.bin", 2).startsWith("unreadable|"));
}

void TestAtb::pointsInTime()
{
    AtbTree tree;
    tree.add("1_A/before/intensor0.bin", tensorFile({1}, "1"));
    tree.add("1_A/after/intensor0.bin", tensorFile({2}, "1"));
    tree.add("1_A/after/outtensor0.bin", tensorFile({3}, "1"));
    tree.open();
    QCOMPARE(tree.outcome("before/intensor0.bin", 0), "ok 1|");
    QCOMPARE(tree.outcome("after/intensor0.bin", 1), "ok 2|");
    QCOMPARE(tree.outcome("after/outtensor0.bin", 0), "ok 3|");
}

void TestAtb::linkedFiles()
{
    AtbTree tree;
    tree.add("1_A/after/outtensor0.bin", tensorFile({1, 2}, "2"));
    tree.addLink("2_B/before/intensor0.bin", "../../1_A/after/outtensor0.bin");
    tree.addLink("2_B/before/intensor1.bin", "../../1_A/after/outtensor9.bin");
    tree.addLink("2_B/before/intensor2.bin", "/etc/hostname");
    tree.addLink("2_B/before/other.bin", "intensor0.bin");
    tree.open();
    QCOMPARE(tree.outcome("2_B/before/intensor0.bin"), "ok 1,2|");
    QVERIFY(tree.outcome("2_B/before/intensor1.bin").startsWith("unreadable|"));
    QCOMPARE(tree.outcome("2_B/before/intensor2.bin"), "no row");
    QCOMPARE(tree.outcome("2_B/before/other.bin"), "no row");
}

void TestAtb::statisticsOfFiles()
{
    const std::string header = "Device and PID,Execution Count,Op Name,Op Type,Op "
                               "Id,Input/Output,Index,Dtype,Format,Shape,Max,Min,Mean,"
                               "Norm,Tensor Path\n";
    const std::string start = "3_4711,7,A,A,1,output,";
    const std::string path = "/elsewhere/atb_dump_data/data/3_4711/7/1_A/after/outtensor";
    AtbTree tree;
    tree.add("1_A/after/outtensor0.bin", tensorFile({1, 3}, "2"));
    tree.add("1_A/after/outtensor1.bin", tensorFile({1, 3}, "2"));
    tree.add("statistic.csv",
        header + start + "0,float,nd,2,3.000000,1.000000,2.000000,3.162278," + path + "0.bin\n" + header
            + start + "2,float,nd,4x2,1.0,0.0,0.5,1.5," + path + "2.bin\n" + start
            + "3,float,nd,2,1.0,0.0,0.5,1.5,N/A\n");
    tree.open();
    QCOMPARE(tree.index().tensorCount(), 4U);
    QCOMPARE(tree.outcome("outtensor0.bin"), "ok 1,3|");
    QVERIFY(tree.outcome("outtensor1.bin").contains("not in statistic.csv"));
    std::size_t recorded = 0, missing = 0;
    for (std::uint32_t i = 0; i < 4; ++i) {
        const TensorRow& row = tree.index().tensor(TensorId(i));
        recorded += row.state == TensorState::Ok && row.statisticRow != TensorRow::kNone ? 1U : 0U;
        missing
            += std::string(tree.index().text(row.problem)).find("is missing") != std::string::npos ? 1U : 0U;
    }
    QCOMPARE(recorded, 1U);
    QCOMPARE(missing, 1U);
}

void TestAtb::statisticsOfRepeatedWrites()
{
    const std::string path = "/elsewhere/atb_dump_data/data/3_4711/7/1_A/after/outtensor0.bin\n";
    const std::string integers
        = "$Version=1.0\n$Object.Count=1\n$Object.Length=4\nformat=2\ndtype=3\ndims=1\n"
          "$Object.data=0,4\n$End=1\n";
    AtbTree tree;
    tree.add("1_A/after/outtensor0.bin", tensorFile({1, 3}, "2") + tensorFile({5, 7}, "2"));
    tree.add("1_A/before/intensor0.bin", integers + std::string(4, '\0'));
    tree.add("statistic.csv",
        "Device and PID,Execution Count,Op Name,Op Type,Op Id,Input/Output,Index,Dtype,Format,Shape,Max,Min,"
        "Mean,Norm,Tensor Path\n"
        "3_4711,7,A,A,1,output,0,float,nd,2,3.000000,1.000000,2.000000,3.162278,"
            + path);
    tree.open();
    QCOMPARE(tree.index().tensorCount(), 3U);
    QCOMPARE(tree.outcome("outtensor0.bin", 0), "ok 1,3|");
    QCOMPARE(tree.outcome("outtensor0.bin", 1),
        "ok 5,7|not in statistic.csv, which leaves out tensors with -inf or -nan in their statistics");
    QVERIFY(tree.outcome("intensor0.bin").endsWith("|not in statistic.csv"));
}

void TestAtb::statisticsWithMark()
{
    AtbTree tree;
    tree.add("statistic.csv",
        "\xEF\xBB\xBF"
        "Device and PID,Execution Count,Op Name,Op Type,Op Id,Input/Output,Index,Dtype,Format,Shape,Max,Min,"
        "Mean,Norm,Tensor Path\r\n"
        "3_4711,7,A,A,1,output,0,float,nd,2,3.000000,1.000000,2.000000,3.162278,N/A\r\n");
    tree.open();
    QCOMPARE(tree.index().tensorCount(), 1U);
    QCOMPARE(tree.index().problems().size(), 0U);
    QCOMPARE(tree.index().text(tree.index().tensor(TensorId(0U)).opName), "1_A");
}

void TestAtb::statisticsInTheFile()
{
    AtbTree tree;
    tree.add("1_A/after/outtensor0.bin",
        "$Version=1.0\n$Object.Count=0\n$Object.Length=0\nformat=2\ndtype=27\ndims=2,3\nmax=2.5\nmin=-"
        "1\nmean=0.5\n"
        "l2norm=3\n$End=1\n");
    tree.open();
    QCOMPARE(tree.index().tensorCount(), 1U);
    const TensorRow& row = tree.index().tensor(TensorId(0U));
    QCOMPARE(row.state, TensorState::StatisticsOnly);
    QCOMPARE(row.dtype, DType::BFloat16);
    const StatisticTable& table = *tree.index().statisticTables()[row.statisticTable];
    QCOMPARE(table.value(StatisticTable::Field::Max, row.statisticRow), std::optional<double>(2.5));
    QCOMPARE(QString::fromStdString(tree.index().tensorId(TensorId(0U))),
        "atb_dump_data/data/3_4711/7/1_A/after/outtensor0.bin#output.0");
}

void TestAtb::oddStatistics()
{
    const std::string header = "Device and PID,Execution Count,Op Name,Op Type,Op "
                               "Id,Input/Output,Index,Dtype,Format,Shape,Max,Min,Mean,"
                               "Norm,Tensor Path\n";
    AtbTree tree;
    tree.add("statistic.csv",
        header
            + "3_4711,7,L/A,A,2_1,input,0,complex64,nd,2,(0.630787,-1.462328),(0.1,0.2),(0.3,0.1),1.75,N/A\n"
              "3_4711,7,L/A,A,2_1,input,1,float,nd,2,-340282346638528859811704183484516925440.000000,"
              "340282346638528859811704183484516925440.000000,nan,nan,N/A\n"
              "3_4711,7,L/A,A,2_1,in3_4711,7,L/A,A\n"
              "3_4711,7,L/A,A,2_1,output,0,bool,nd,,N/A,N/A,N/A,N/A,N/A\n"
              "3_4711,7,L/A,A,2_1,output,1,float,nd,2,abc,1.0,1.0,1.0,N/A\n");
    tree.open();
    QCOMPARE(tree.index().tensorCount(), 4U);
    for (std::uint32_t i = 0; i < 4; ++i) {
        const TensorRow& row = tree.index().tensor(TensorId(i));
        const bool isJunk = row.io == Io::Output && row.slot == 1;
        QCOMPARE(tree.index().text(row.problem), isJunk ? "\"abc\" is no number" : "");
    }
    QCOMPARE(tree.index().problems().size(), 1U);
    using Field = StatisticTable::Field;
    const StatisticTable& table = *tree.index().statisticTables().front();
    QCOMPARE(table.value(Field::Max, 0), std::nullopt);
    QCOMPARE(table.value(Field::L2Norm, 0), std::optional<double>(1.75));
    QCOMPARE(table.value(Field::Max, 1), std::nullopt);
    QCOMPARE(table.value(Field::Min, 1), std::nullopt);
    QCOMPARE(table.value(Field::Mean, 2), std::nullopt);
    QCOMPARE(QString::fromUtf8(tree.index().text(tree.index().tensor(TensorId(0U)).opName)), "2_L/1_A");
}

void TestAtb::graphNamesOperators()
{
    const QByteArray model
        = R"({"modelName":"M","inTensors":["x"],"outTensors":["z"],"weightTensors":["w"],"nodes":[
            {"opName":"L_4","opType":"L","inTensors":["x"],"outTensors":["y"],"nodes":[
                {"opName":"A_4_0","opType":"A","param":{"axis":[0,1]},"inTensors":["x"],"outTensors":["i"]},
                {"opName":"B_4_1","opType":"B","inTensors":["i","w"],"outTensors":["y"]}]},
            {"opName":"C_5","opType":"C","inTensors":["y"],"outTensors":["z"]}]})";
    const auto bytes = std::as_bytes(std::span(model.constData(), static_cast<std::size_t>(model.size())));
    ReadFile file(*m_formats, "M.json", {bytes.begin(), bytes.end()});
    QCOMPARE(QString::fromStdString(file.family()), "atb-graph");
    const auto document = file.readGraph();
    QVERIFY(document.has_value());
    const Graph& graph = *document->graphs.front();
    QStringList edges;
    for (const GraphNode& node : graph.nodes()) {
        for (const GraphInput& input : graph.inputs(node))
            edges << QString::fromUtf8(graph.text(graph.node(input.from).name)) + " > "
                    + QString::fromUtf8(graph.text(node.name));
    }
    QCOMPARE(edges.join("; "), "x > 4_L; x > 4_L/0_A; 4_L/0_A > 4_L/1_B; w > 4_L/1_B; 4_L > 5_C");
    QCOMPARE(QString::fromUtf8(*graph.attribute(graph.node(graph.find("A_4_0")), "axis")), "[0, 1]");
}

QTEST_GUILESS_MAIN(TestAtb)
#include "tst_atb.moc"
