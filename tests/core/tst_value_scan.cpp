// SPDX-License-Identifier: GPL-3.0-or-later
// NaN and infinities: counting, and where they are born.
#include "overflow/value_scan.h"

#include "model/dump_folder.h"
#include "msprobe_dump_writer.h"
#include "npy_file.h"
#include "qt_bytes.h"
#include "temporary_folder.h"
#include "tensor/non_finite.h"
#include "tensor_building.h"

#include <QJsonArray>
#include <QTest>

#include <cmath>
#include <limits>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

NonFiniteCounts countIn(const TensorView& view, int threads = 2)
{
    OwnedTask task(threads);
    const auto stream = ElementStream::make(view, Order::Logical);
    const auto counts
        = stream ? countNonFinite(*stream, task) : Result<NonFiniteCounts>(fail(stream.error()));
    if (!counts)
        qFatal("%s", counts.error().text().c_str());
    return *counts;
}

struct Scanned {
    std::shared_ptr<const DumpIndex> index;
    ValueScan scan;

    /// "file origin", in the order found.
    [[nodiscard]] QStringList lines() const
    {
        QStringList lines;
        for (const NonFiniteTensor& tensor : scan.found)
            lines << QString::fromStdString(index->tensorId(tensor.id)).section('/', -1) + ' '
                    + valueOriginWord(tensor.origin).data();
        return lines;
    }
};

Scanned scanFolder(const std::string& path, int threads = 2, ValueScanOptions options = {},
    const std::function<bool(const DumpIndex&, TensorId)>& isReported = {})
{
    OwnedTask task(threads);
    Scanned result;
    auto index = openDump(path, builtinFormats(), {}, task);
    if (!index)
        qFatal("%s", index.error().text().c_str());
    result.index = *index;
    std::vector<TensorId> rows;
    for (std::uint32_t i = 0; i < result.index->tensorCount(); ++i) {
        if (!isReported || isReported(*result.index, TensorId(i)))
            rows.push_back(TensorId(i));
    }
    const auto done = scanValues(result.index, rows, options, task, result.scan);
    if (!done)
        qFatal("%s", done.error().text().c_str());
    return result;
}

const std::string kNanNet = DUMPSCOPE_TEST_DATA "/mindspore/nan-ms210-full";

} // namespace

class TestValueScan : public QObject {
    Q_OBJECT

private slots:
    void types_data();
    void types();
    void places_data();
    void places();
    void complexNumbers();
    void integersAreFinite();
    void realDumpAgainstNumPy();
    void statisticsOnly();
    void overflowDump();
    void origins();
    void infinitiesBesideNan();
    void extremesAgainstCounts_data();
    void extremesAgainstCounts();
    void outlook();
    void originsWithoutOrder();
    void cutAndUnknown();
    void recordedCountsOfAFileThatCannotBeRead();
    void firstOnly();
    void firstAreBorn();
    void reportedOnly();
    void firstOfTheWholeDump();
    void sameForAnyThreads();
    void cancelled();
};

void TestValueScan::types_data()
{
    QTest::addColumn<int>("dtype");
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<QString>("expected"); // nan pos neg first
    const auto row = [](const char* name, DType dtype, const char* hex, const char* expected) {
        QTest::newRow(name) << static_cast<int>(dtype) << QByteArray(hex) << QString(expected);
    };
    // Codes by the definitions of the types, little-endian.
    row("float16", DType::Float16, "003c007e007c00fcff7b01fc", "2 1 1 1");
    row("bfloat16", DType::BFloat16, "803f7f7f807f80ffc07f", "1 1 1 2");
    row("float32", DType::Float32, "0000803f0000807f000080ff0000c07fffff7f7f", "1 1 1 1");
    row("float64", DType::Float64, "000000000000f03f000000000000f07f000000000000f8ff", "1 1 0 1");
    row("float8_e4m3fn", DType::Float8E4M3FN, "387eff7f", "2 0 0 2");
    row("float8_e5m2", DType::Float8E5M2, "3c7cfc7b7e7dff", "3 1 1 1");
    row("float8_e8m0", DType::Float8E8M0, "7ffffe", "1 0 0 1");
    row("hifloat8", DType::HiFloat8, "08806fef", "1 1 1 1");
    row("finite", DType::Float32, "0000803fffff7fffffff7f7f01000000", "0 0 0 -");
    row("empty", DType::Float32, "", "0 0 0 -");
}

void TestValueScan::types()
{
    QFETCH(int, dtype);
    QFETCH(QByteArray, hex);
    QFETCH(QString, expected);
    const auto type = static_cast<DType>(dtype);
    const Bytes bytes = bytesOfHex(hex.toStdString());
    const auto count = static_cast<std::int64_t>(bytes.size() * 8 / dtypeInfo(type).bits);
    const NonFiniteCounts counts = countIn(makeDenseView(type, {count}, bytes));
    QVERIFY(canBeNonFinite(type));
    QCOMPARE(QStringLiteral("%1 %2 %3 %4")
                 .arg(counts.nan)
                 .arg(counts.posInf)
                 .arg(counts.negInf)
                 .arg(counts.first ? QString::number(*counts.first) : QStringLiteral("-")),
        expected);
}

void TestValueScan::places_data()
{
    QTest::addColumn<quint64>("size");
    QTest::addColumn<quint64>("place");
    // Around the borders of sub-blocks (2048) and pieces (2^18 float32).
    for (const quint64 size : {1ULL, 2047ULL, 2048ULL, 2049ULL, 262143ULL, 262144ULL, 262145ULL, 600000ULL}) {
        for (const quint64 place : {0ULL, size / 2, size - 1})
            QTest::addRow("%llu of %llu", place, size) << size << place;
    }
}

void TestValueScan::places()
{
    QFETCH(quint64, size);
    QFETCH(quint64, place);
    std::vector<float> values(size, 1.5F);
    values[place] = kNan;
    NonFiniteCounts counts = countIn(vectorView(DType::Float32, values));
    QCOMPARE(counts.nan, 1U);
    QCOMPARE(counts.first, std::optional<std::uint64_t>(place));
    values.back() = -kInf;
    counts = countIn(vectorView(DType::Float32, values), 1);
    QCOMPARE(counts.negInf, 1U);
    QCOMPARE(counts.first, std::optional<std::uint64_t>(std::min(place, size - 1)));
}

void TestValueScan::complexNumbers()
{
    // NaN if a part is NaN, else +Inf.
    const std::vector<float> parts {1, 2, kNan, kInf, -kInf, 1, 3, -kInf};
    const NonFiniteCounts counts = countIn(makeDenseView(DType::Complex64, {4}, bytesOf(parts)));
    QCOMPARE(counts.nan, 1U);
    QCOMPARE(counts.posInf, 2U);
    QCOMPARE(counts.negInf, 0U);
    QCOMPARE(counts.first, std::optional<std::uint64_t>(1));
}

void TestValueScan::integersAreFinite()
{
    for (const DType dtype :
        {DType::Int32, DType::Bool, DType::UInt8, DType::Int4, DType::Unknown, DType::Float4E2M1})
        QVERIFY(!canBeNonFinite(dtype));
    QVERIFY(!countIn(vectorView(DType::Int32, std::vector<std::int32_t> {0x7FC00000, -1})).any());
}

void TestValueScan::realDumpAgainstNumPy()
{
    const Scanned scanned = scanFolder(kNanNet);
    QStringList expected
        = QString::fromUtf8(testData("overflow/nan_counts.csv")).split('\n', Qt::SkipEmptyParts);
    expected.removeFirst();
    QStringList found;
    for (const NonFiniteTensor& tensor : scanned.scan.found) {
        QVERIFY(!tensor.fromFile);
        found << QStringLiteral("%1,%2,%3,%4,%5")
                     .arg(QString::fromStdString(scanned.index->tensorId(tensor.id)).section('/', -1))
                     .arg(*tensor.nan)
                     .arg(*tensor.posInf)
                     .arg(*tensor.negInf)
                     .arg(*tensor.firstIndex);
    }
    found.sort();
    QCOMPARE(found, expected);
    QVERIFY(scanned.scan.skipped > 0); // bool inputs
    QCOMPARE(scanned.scan.unreadable, 0U);
}

void TestValueScan::statisticsOnly()
{
    const Scanned scanned = scanFolder(DUMPSCOPE_TEST_DATA "/mindspore/nan-ms270-statistic");
    const NonFiniteTensor* born = scanned.scan.firstBorn();
    QVERIFY(born != nullptr);
    QVERIFY(born->fromFile);
    QVERIFY(!born->firstIndex);
    QCOMPARE(
        scanned.index->text(scanned.index->tensor(born->id).opName), std::string_view("Default/Log-op0"));
}

void TestValueScan::overflowDump()
{
    const Scanned scanned = scanFolder(DUMPSCOPE_TEST_DATA "/overflow/dump");
    std::map<QString, QString> found;
    for (const NonFiniteTensor& tensor : scanned.scan.found)
        found[QString::fromStdString(scanned.index->tensorId(tensor.id))]
            = QStringLiteral("%1 %2 %3 %4")
                  .arg(*tensor.nan)
                  .arg(*tensor.posInf)
                  .arg(*tensor.negInf)
                  .arg(valueOriginWord(tensor.origin).data());
    std::size_t expected = 0;
    const QJsonObject facts = testJson("overflow/facts.json");
    for (const QJsonValue& op : facts["ops"].toArray()) {
        for (const char* io : {"input", "output"}) {
            const QJsonObject stats = op[QString(io) + "_stats"].toObject();
            if (stats["nan"].toInt() + stats["pos_inf"].toInt() + stats["neg_inf"].toInt() == 0)
                continue;
            ++expected;
            QCOMPARE(found[op["path"].toString().mid(5) + '#' + io + ".0"],
                QStringLiteral("%1 %2 %3 born")
                    .arg(stats["nan"].toInt())
                    .arg(stats["pos_inf"].toInt())
                    .arg(stats["neg_inf"].toInt()));
        }
    }
    QCOMPARE(found.size(), expected);
}

void TestValueScan::origins()
{
    TemporaryFolder folder;
    const auto put = [&](const char* op, int time, const char* slot, const std::vector<float>& values) {
        const std::string name
            = std::string(op) + ".1.1.17723598720000" + std::to_string(time) + "." + slot + ".ND.npy";
        QVERIFY(writeFile(folder.at(name), npyFile(values)));
    };
    put("Relu.a", 10, "output.0", {1, 2}); // only outputs: the order tells
    put("Log.b", 11, "output.0", {1, kNan});
    put("Mul.c", 12, "output.0", {kInf, 2});
    put("Add.d", 13, "input.0", {1, 2}); // its own inputs tell
    put("Add.d", 14, "input.1", {3, 4});
    put("Add.d", 15, "output.0", {kInf, 1});
    put("Sub.e", 16, "input.0", {kInf, 1});
    put("Sub.e", 17, "output.0", {-kInf, 1});
    put("Exp.f", 18, "output.0", {1, 1});
    const QStringList expected {"Log.b.1.1.1772359872000011.output.0.ND.npy born",
        "Mul.c.1.1.1772359872000012.output.0.ND.npy inherited",
        "Add.d.1.1.1772359872000015.output.0.ND.npy born",
        "Sub.e.1.1.1772359872000016.input.0.ND.npy inherited",
        "Sub.e.1.1.1772359872000017.output.0.ND.npy inherited"};
    const Scanned scanned = scanFolder(folder.path());
    QCOMPARE(scanned.lines(), expected);
    for (const NonFiniteTensor& tensor : scanned.scan.found)
        QVERIFY(!tensor.why.empty());
}

/// The net takes a logarithm of negative numbers; everything else follows from it, but the infinities of the
/// exponential function: NaN that goes in explains NaN that comes out, not infinities beside it.
void TestValueScan::infinitiesBesideNan()
{
    const Scanned scanned = scanFolder(kNanNet);
    QStringList born;
    for (const NonFiniteTensor& tensor : scanned.scan.found) {
        const TensorRow& row = scanned.index->tensor(tensor.id);
        if (tensor.origin == ValueOrigin::Born)
            born << QString::fromStdString(std::string(scanned.index->text(row.opName)) + ' '
                + ioWord(row.io).data() + ' ' + std::to_string(tensor.birth) + ": " + tensor.why.text());
    }
    QCOMPARE(born,
        (QStringList {"Default/Log-op0 output 1: the operator's dumped input is finite",
            "Default/Exp-op0 output 2: input 0 of the operator holds NaN, but no dumped input holds "
            "infinities"}));
}

void TestValueScan::extremesAgainstCounts_data()
{
    QTest::addColumn<QString>("cells"); ///< max, min, NaN, -Inf, +Inf
    QTest::addColumn<QString>("expected");
    QTest::newRow("finite") << "2,1,0,0,0"
                            << "";
    QTest::newRow("agree") << "inf,1,0,0,3"
                           << "0 0 3";
    QTest::newRow("inf, counted 0") << "inf,1,0,0,0"
                                    << "0 0 ? contradicts itself";
    QTest::newRow("-inf, counted 0") << "1,-inf,2,0,0"
                                     << "2 ? 0 contradicts itself";
    QTest::newRow("nan, counted 0") << "nan,nan,0,0,0"
                                    << "? 0 0 contradicts itself";
    QTest::newRow("extremes of nothing but NaN") << "-inf,inf,6,0,0"
                                                 << "6 0 0";
    QTest::newRow("no finite extremes") << "nan,nan,0,0,6"
                                        << "0 0 6";
}

/// An extreme is an element: it holds against a count of 0, which is not shown then.
void TestValueScan::extremesAgainstCounts()
{
    QFETCH(const QString, cells);
    QFETCH(const QString, expected);
    TemporaryFolder folder;
    QVERIFY(writeFile(folder.at("rank_0/Net/0/0/statistic.csv"),
        "Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,Max Value,Min Value,"
        "NaN Count,Negative Inf Count,Positive Inf Count\n"
        "Exp,Default_Exp-op0,0,0,1795253436690553,output,0,24,float32,\"(2,3)\","
            + cells.toStdString() + '\n'));
    const Scanned scanned = scanFolder(folder.path());
    QString text;
    for (const NonFiniteTensor& tensor : scanned.scan.found) {
        for (const auto& count : {tensor.nan, tensor.negInf, tensor.posInf})
            text += count ? QString::number(*count) + ' ' : QStringLiteral("? ");
        if (tensor.why.text().find("contradicts itself") != std::string::npos)
            text += "contradicts itself";
    }
    QCOMPARE(text.trimmed(), expected);
}

/// What a scan will be able to look at is what it does look at.
void TestValueScan::outlook()
{
    for (const char* dump :
        {"/mindspore/nan-ms210-full", "/mindspore/nan-ms270-statistic", "/overflow/dump"}) {
        const Scanned scanned = scanFolder(DUMPSCOPE_TEST_DATA + std::string(dump));
        const ScanOutlook outlook = scanOutlook(*scanned.index);
        QCOMPARE(outlook.all(), scanned.scan.scanned);
        QCOMPARE(outlook.byStatistics, scanned.scan.byStatistics);
    }
    TemporaryFolder folder;
    QVERIFY(writeFile(folder.at("a.npy"), npyFile({1, kNan})));
    QVERIFY(writeFile(folder.at("i.npy"), npyFile<int>("<i4", {2}, {1, 2})));
    QVERIFY(writeFile(folder.at("empty.npy"), std::string()));
    QCOMPARE(scanOutlook(*scanFolder(folder.path()).index).all(), 1U);
}

void TestValueScan::originsWithoutOrder()
{
    TemporaryFolder folder;
    QVERIFY(writeFile(folder.at("a.npy"), npyFile({1, kNan})));
    QVERIFY(writeFile(folder.at("b.npy"), npyFile({1, 2})));
    const Scanned scanned = scanFolder(folder.path());
    QCOMPARE(scanned.lines(), QStringList("a.npy unknown"));
}

void TestValueScan::cutAndUnknown()
{
    TemporaryFolder folder;
    const std::string whole = npyFile({1, kNan, 3, 4});
    QVERIFY(writeFile(
        folder.at("Add.x.1.1.1772359872000001.input.0.ND.npy"), whole.substr(0, whole.size() - 12)));
    QVERIFY(writeFile(folder.at("Add.x.1.1.1772359872000002.output.0.ND.npy"), npyFile({kInf})));
    // Of the cut input one finite element is there: what it was is not known.
    const Scanned scanned = scanFolder(folder.path());
    QCOMPARE(scanned.lines(), QStringList("Add.x.1.1.1772359872000002.output.0.ND.npy unknown"));
    QCOMPARE(scanned.scan.unreadable, 1U);
    QCOMPARE(scanned.scan.partlyRead, 1U);
    // With the NaN still in it, it tells.
    QVERIFY(
        writeFile(folder.at("Add.x.1.1.1772359872000001.input.0.ND.npy"), whole.substr(0, whole.size() - 4)));
    const Scanned again = scanFolder(folder.path());
    QCOMPARE(again.lines().last(), QStringLiteral("Add.x.1.1.1772359872000002.output.0.ND.npy inherited"));
    QCOMPARE(again.scan.found.at(0).firstIndex, std::optional<std::uint64_t>(1));
    QCOMPARE(again.scan.found.at(0).elementsRead, std::optional<std::uint64_t>(3));
    QVERIFY(again.scan.found.at(0).why.text().ends_with("only its first 3 elements were read"));
    QVERIFY(!again.scan.found.at(1).elementsRead);
}

void TestValueScan::recordedCountsOfAFileThatCannotBeRead()
{
    TemporaryFolder folder;
    const DumpedTensor good {{4}, {1, 2, 3, 4}}, bad {{4}, {1, 2, kNan, 4}};
    QVERIFY(MsprobeDumpWriter::write(folder.path(),
        {{"Functional.linear.0.forward", {good}, good}, {"Functional.gelu.0.forward", {good}, bad},
            {"Functional.linear.1.forward", {bad}, bad}}));
    const std::string name = "Functional.gelu.0.forward.output.0.npy",
                      path = folder.path() + "/step0/rank0/dump_tensor_data/" + name,
                      whole = npyFile(bad.shape, bad.values);
    // Of the file the header, its beginning, nothing: the origin is the same as with all of it.
    for (const std::size_t length :
        {whole.size(), whole.size() - 12, whole.size() - 16, std::size_t {9}, std::size_t {0}}) {
        QVERIFY(writeFile(path, whole.substr(0, length)));
        const Scanned scanned = scanFolder(folder.path());
        QVERIFY(scanned.scan.firstBorn());
        const NonFiniteTensor& first = *scanned.scan.firstBorn();
        const TensorRow& row = scanned.index->tensor(first.id);
        QCOMPARE(scanned.index->text(row.opName), std::string_view("Functional.gelu.0.forward"));
        QVERIFY(row.io == Io::Output);
        QCOMPARE(valueOriginWord(first.origin), std::string_view("born"));
        QCOMPARE(first.fromFile, length < whole.size());
        QCOMPARE(first.why.text().ends_with("its file cannot be read: by its recorded statistics"),
            length < whole.size());
    }
}

void TestValueScan::firstOnly()
{
    const QStringList all = scanFolder(kNanNet).lines();
    ValueScanOptions options;
    options.limit = 3;
    const Scanned scanned = scanFolder(kNanNet, 2, options);
    // Where it is born, then the earliest others.
    const QStringList born = all.filter(" born");
    QVERIFY(born.size() == 2);
    QStringList others = all;
    for (const QString& line : born)
        others.removeOne(line);
    QCOMPARE(scanned.lines(), born + others.mid(0, 1));
    QCOMPARE(scanned.scan.allSelected, std::uint64_t(all.size()));
}

/// Ranks stand one behind the other in the index; what they got of another rank is no beginning.
void TestValueScan::firstAreBorn()
{
    TemporaryFolder folder;
    const DumpedTensor good {{4}, {1, 2, 3, 4}}, bad {{4}, {1, 2, kNan, 4}};
    QVERIFY(MsprobeDumpWriter::write(folder.path(),
        {{"Functional.relu.0.forward", {good}, good}, {"Distributed.all_reduce.0.forward", {good}, bad},
            {"Torch.mul.0.forward", {bad}, bad}},
        0));
    QVERIFY(MsprobeDumpWriter::write(folder.path(),
        {{"Functional.relu.0.forward", {good}, bad}, {"Distributed.all_reduce.0.forward", {bad}, bad},
            {"Torch.mul.0.forward", {bad}, bad}},
        1));
    ValueScanOptions options;
    options.limit = 2;
    const Scanned scanned = scanFolder(folder.path(), 2, options);
    QCOMPARE(scanned.scan.found.size(), 2U);
    const NonFiniteTensor& first = scanned.scan.found.front();
    QCOMPARE(scanned.index->text(scanned.index->tensor(first.id).opName),
        std::string_view("Functional.relu.0.forward"));
    QCOMPARE(first.origin, ValueOrigin::Born);
    QCOMPARE(scanned.scan.found[1].origin, ValueOrigin::Inherited);
}

void TestValueScan::reportedOnly()
{
    const Scanned scanned = scanFolder(kNanNet, 2, {}, [](const DumpIndex& index, TensorId id) {
        return index.text(index.tensor(id).opType) == "Tanh" && index.tensor(id).io == Io::Output;
    });
    QCOMPARE(scanned.scan.found.size(), 1U);
    QCOMPARE(scanned.scan.found[0].origin, ValueOrigin::Inherited); // its input was looked at, too
    QCOMPARE(scanned.scan.allSelected, 1U);
    QCOMPARE(scanned.scan.all, 12U);
}

/// Where something is born is judged over the whole dump, whatever is listed: also over other steps.
void TestValueScan::firstOfTheWholeDump()
{
    const Scanned all = scanFolder(kNanNet);
    const Scanned some = scanFolder(kNanNet, 2, {},
        [](const DumpIndex& index, TensorId id) { return index.text(index.tensor(id).opType) == "Exp"; });
    QCOMPARE(some.scan.found.size(), 2U);
    QVERIFY(some.scan.firstBorn() != nullptr);
    QCOMPARE(some.index->text(some.index->tensor(some.scan.firstBorn()->id).opName),
        std::string_view("Default/Log-op0"));
    QVERIFY(!some.scan.firstIsSelected);
    QVERIFY(all.scan.firstIsSelected);
    QCOMPARE(some.scan.births, all.scan.births);
    QCOMPARE(some.scan.scanned, all.scan.scanned);

    TemporaryFolder folder;
    const auto put = [&](const char* step, const char* op, const std::vector<float>& values) {
        const std::string place = std::string("rank_0/Net/0/") + step;
        const std::string name
            = std::string("/Log.Default_") + op + ".0.0.1795253436689872.output.0.DefaultFormat.Float32.npy";
        QVERIFY(writeFile(folder.at(place + name), npyFile(values)));
    };
    put("1", "Log-op0", {1, kNan});
    put("2", "Log-op1", {kInf, 1});
    const Scanned second = scanFolder(folder.path(), 2, {},
        [](const DumpIndex& index, TensorId id) { return index.factsOf(id).step == 2; });
    QCOMPARE(second.scan.found.size(), 1U);
    QVERIFY(second.scan.firstBorn() != nullptr);
    QCOMPARE(second.index->factsOf(second.scan.firstBorn()->id).step, std::optional<std::int64_t>(1));
    // Nothing is asked about: nothing is read
    const Scanned none = scanFolder(kNanNet, 2, {}, [](const DumpIndex&, TensorId) { return false; });
    QCOMPARE(none.scan.scanned + none.scan.skipped + none.scan.unreadable, 0U);
}

void TestValueScan::sameForAnyThreads()
{
    const QStringList one = scanFolder(kNanNet, 1).lines();
    for (const int threads : {2, 3, 8})
        QCOMPARE(scanFolder(kNanNet, threads).lines(), one);
}

void TestValueScan::cancelled()
{
    OwnedTask task(2);
    const auto index = openDump(kNanNet, builtinFormats(), {}, task);
    QVERIFY(index.has_value());
    task.stopSource().request_stop();
    ValueScan scan;
    const std::vector<TensorId> rows {TensorId(0U), TensorId(1U)};
    const auto done = scanValues(*index, rows, {}, task, scan);
    QVERIFY(!done);
    QCOMPARE(done.error().code, Code::Cancelled);
}

QTEST_APPLESS_MAIN(TestValueScan)
#include "tst_value_scan.moc"
