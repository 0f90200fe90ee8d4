// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/format_registry.h"
#include "readers/mindspore/mindspore_statistic.h"
#include "readers/mindspore/mindspore_statistic_cells.h"

#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

using namespace dumpscope::core;

namespace dumpscope::core {
void register_mindspore_statistic_reader(FormatRegistry& registry);
}

namespace {

using Field = StatisticTable::Field;
using Cells = QList<QStringList>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

QString text(const StatisticTable& table, StringId id)
{
    return text(table.strings.text(id));
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}

StatisticFile parse(const QByteArray& content, int threads = 1)
{
    OwnedTask context(threads);
    auto parsed
        = parseMindsporeStatistic({content.data(), static_cast<std::size_t>(content.size())}, context);
    if (!parsed)
        qFatal("%s", parsed.error().text().c_str());
    return std::move(*parsed);
}

/// The rows of well-formed files, split without our scanner.
Cells splitCells(const QByteArray& content)
{
    Cells rows;
    for (const QByteArray& line : content.split('\n')) {
        if (line.isEmpty())
            continue;
        QStringList row {QString()};
        bool quoted = false;
        for (const QChar c : QString::fromUtf8(line)) {
            if (c == u'"')
                quoted = !quoted;
            else if (c == u',' && !quoted)
                row.append(QString());
            else
                row.last().append(c);
        }
        rows.append(row);
    }
    return rows;
}

/// What a numeric cell means, by the words of the specification; nullopt: no value.
std::optional<double> meaning(const QString& cell)
{
    if (cell.isEmpty() || cell == "null")
        return std::nullopt;
    if (cell.toLower() == "nan" || cell == "-nan")
        return kNan;
    if (cell == "inf" || cell == "Infinity")
        return kInf;
    if (cell == "-inf")
        return -kInf;
    if (cell == "True" || cell == "False")
        return cell == "True" ? 1 : 0;
    bool ok = false;
    const double value = cell.toDouble(&ok);
    if (!ok)
        qFatal("not a number: %s", qPrintable(cell));
    return value;
}

bool sameNumber(std::optional<double> a, std::optional<double> b)
{
    if (!a || !b || (std::isnan(*a) && std::isnan(*b)))
        return a.has_value() == b.has_value();
    return std::bit_cast<std::uint64_t>(*a) == std::bit_cast<std::uint64_t>(*b);
}

std::optional<Field> fieldOf(const QString& header)
{
    static const QMap<QString, Field> kFields {
        {"max value", Field::Max},
        {"min value", Field::Min},
        {"avg value", Field::Mean},
        {"l2norm value", Field::L2Norm},
        {"count", Field::Count},
        {"negative zero count", Field::NegativeCount},
        {"positive zero count", Field::PositiveCount},
        {"nan count", Field::NanCount},
        {"negative inf count", Field::NegInfCount},
        {"positive inf count", Field::PosInfCount},
        {"zero count", Field::ZeroCount},
    };
    const auto found = kFields.find(header.toLower());
    return found == kFields.end() ? std::nullopt : std::optional(*found);
}

/// The table's cell as the file spells it; only for columns of texts and whole numbers.
QString identityCell(const StatisticTable& table, std::size_t row, const QString& header)
{
    const QString name = header.toLower();
    if (name == "op type")
        return text(table, table.opType[row]);
    if (name == "op name")
        return text(table, table.opName[row]);
    if (name == "task id")
        return QString::number(table.task[row]);
    if (name == "stream id")
        return QString::number(table.stream[row]);
    if (name == "timestamp")
        return QString::number(table.timestamp[row]);
    if (name == "io")
        return table.io[row] == Io::Input ? "input" : table.io[row] == Io::Output ? "output" : "?";
    if (name == "slot")
        return QString::number(table.slot[row]);
    if (name == "data size")
        return QString::number(table.dataSize[row]);
    if (name == "data type")
        return text(table, table.dtypeText[row]);
    if (name == "shape")
        return text(table, table.shapeText[row]);
    for (const auto& digest : table.digests) {
        if (text(digest.name) == header)
            return text(table, digest.text[row]);
    }
    return "?";
}

void compareWithCells(const StatisticTable& table, const QStringList& headers, const Cells& rows)
{
    QCOMPARE(table.columns.size(), static_cast<std::size_t>(headers.size()));
    QCOMPARE(table.rows(), static_cast<std::size_t>(rows.size()));
    for (qsizetype i = 0; i < headers.size(); ++i) {
        QCOMPARE(text(table.columns[static_cast<std::size_t>(i)].header), headers[i]);
        const auto field = fieldOf(headers[i]);
        QCOMPARE(table.columns[static_cast<std::size_t>(i)].field, field);
        for (std::size_t row = 0; row < table.rows(); ++row) {
            const QString cell = rows[static_cast<qsizetype>(row)][i];
            if (!field)
                QCOMPARE(identityCell(table, row, headers[i]), cell);
            else if (!sameNumber(table.value(*field, row), meaning(cell)))
                QFAIL(qPrintable(QString("row %1, %2: %3").arg(row).arg(headers[i], cell)));
        }
    }
}

constexpr const char* kHeader
    = "Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,"
      "Max Value,Min Value,L2Norm Value\n";

} // namespace

class TestMindsporeStatistic : public QObject {
    Q_OBJECT

private slots:
    void realFiles_data();
    void realFiles();
    void specifiedFiles_data();
    void specifiedFiles();
    void elementTypes();
    void oddRows();
    void spellings();
    void plainDecimals();
    void belowZero();
    void longIntegers();
    void duplicateColumns();
    void unusableHeaders_data();
    void unusableHeaders();
    void probing();
    void threadsDoNotMatter();
    void tinyLinesAreBounded();
    void cancelling();
    void truncatedAnywhere();
    void flippedAnywhere();
};

void TestMindsporeStatistic::realFiles_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("variant");
    const QString root = DUMPSCOPE_TEST_DATA "/mindspore";
    QDirIterator files(root, {"statistic.csv"}, QDir::Files, QDirIterator::Subdirectories);
    int count = 0;
    while (files.hasNext()) {
        const QString path = files.next();
        const QString name = path.mid(root.size() + 1);
        QTest::newRow(qPrintable(name)) << path << (name.contains("ms270") ? "C" : "D");
        ++count;
    }
    QCOMPARE(count, 12);
}

void TestMindsporeStatistic::realFiles()
{
    QFETCH(QString, path);
    const QByteArray content = contentOf(path);
    const StatisticFile file = parse(content);
    QTEST(text(statisticVariantName(file.variant)), "variant");
    QVERIFY(file.problems.empty());
    QVERIFY(!file.computedOnDevice);
    Cells rows = splitCells(content);
    const QStringList headers = rows.takeFirst();
    for (const QStringList& row : rows)
        QCOMPARE(row.size(), headers.size() + 1); // from 2.3 on
    compareWithCells(*file.table, headers, rows);
    for (std::size_t row = 0; row < file.table->rows(); ++row) {
        QCOMPARE(file.table->line[row], row + 2);
        QCOMPARE(file.table->problem[row].value(), 0U);
        QVERIFY(file.table->dtype[row] != DType::Unknown);
        QVERIFY(parseShape(file.table->strings.text(file.table->shapeText[row])).has_value());
    }
}

void TestMindsporeStatistic::specifiedFiles_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("variant");
    QTest::addColumn<QStringList>("headers");
    QTest::addColumn<Cells>("rows");
    const QString root = DUMPSCOPE_TEST_DATA "/mindspore-async/";
    const QJsonArray files
        = QJsonDocument::fromJson(contentOf(root + "facts.json")).object()["statistics"].toArray();
    QCOMPARE(files.size(), 7);
    for (const QJsonValue& file : files) {
        Cells rows;
        for (const QJsonValue& row : file["cells"].toArray())
            rows.append(row.toVariant().toStringList());
        const QString path = file["path"].toString();
        QTest::newRow(qPrintable(path)) << root + path << file["variant"].toString()
                                        << file["columns"].toVariant().toStringList() << rows;
    }
}

void TestMindsporeStatistic::specifiedFiles()
{
    QFETCH(QString, path);
    QFETCH(QString, variant);
    QFETCH(QStringList, headers);
    QFETCH(Cells, rows);
    const StatisticFile file = parse(contentOf(path));
    QCOMPARE(text(statisticVariantName(file.variant)), variant.left(1));
    QCOMPARE(file.computedOnDevice, variant.contains("device"));
    compareWithCells(*file.table, headers, rows);
    QVERIFY(file.problems.empty());
}

void TestMindsporeStatistic::elementTypes()
{
    QByteArray content = kHeader;
    const QList<QPair<const char*, DType>> types {{"bool", DType::Bool}, {"int8", DType::Int8},
        {"int64", DType::Int64}, {"uint16", DType::UInt16}, {"float16", DType::Float16},
        {"float64", DType::Float64}, {"bfloat16", DType::BFloat16}, {"int4", DType::Int4},
        {"uint1", DType::UInt1}, {"complex64", DType::Complex64}, {"unsupported(0)", DType::Unknown},
        {"unsupported(41)", DType::Unknown}, {"none", DType::Unknown}, {"", DType::Unknown}};
    for (const auto& [name, dtype] : types)
        content += QByteArray("A,n,0,0,1,output,0,8,") + name + ",\"(2)\",1,1,1,\n";
    const StatisticFile file = parse(content);
    QCOMPARE(file.table->rows(), static_cast<std::size_t>(types.size()));
    for (qsizetype i = 0; i < types.size(); ++i) {
        const auto row = static_cast<std::size_t>(i);
        QCOMPARE(file.table->dtype[row], types[i].second);
        QCOMPARE(text(*file.table, file.table->dtypeText[row]), QString(types[i].first));
        QCOMPARE(file.table->problem[row].value(), 0U);
    }
}

void TestMindsporeStatistic::oddRows()
{
    const QByteArray content = QByteArray(kHeader)
        +
        /* 2 */ "Add,x,0,0,1771061415000000,output,0,8,float32,\"(2)\",1,0,1,\n"
                /* 3 */ "Add,x,0,0\n"
                /* 4 */ "Add,\"unclosed,0,0,1771061415000000,output,0,8,float32,\"(2)\",1,0,1,\n"
        /* 5 */
        + QByteArray(30000, 'A')
        + "\n"
          /* 6 */ "Add,=cmd|' /C "
          "calc'!A0,0,0,1,output,0,8,float32,\"(999999999999,999999999999)\",1e999,-1e999,zz,\n"
          /* 7 */ "\n"
          /* 8 */ "Add,y,-1,x,99999999999999999999,sideways,99999999999,1.5,float32,\"(2,x)\",1,0,1,\n"
          /* 9 */ "Add,y,0,0,1,output,0,8,float32,\"(2)\",1,0,1,,\n"
          /* 10 */ "Add,,0,0,1,output,0,8,float32,\"(2)\",1,0,1,\n"
          /* 11 */ "Add,b\xFF"
          "ad,0,0,1,output,0,8,float32,\"(2)\",1,0,1,\n"
        /* 12 */
        + kHeader
        /* 13 */
        + "Add,z,,,,input,,,float32,\"()\",,null,N/A,\r\n"
          /* 14 */ "Add,\"q\"\"uote\",0,0,1,output,0,8,float32,\"[]\", 1.5 ,-0,1e-400,\n"
          /* 15 */ "Add,last,0,0,1,output,0,8,float32,\"(2)\",1,0,1";
    const StatisticFile file = parse(content);
    const StatisticTable& table = *file.table;
    const std::vector<std::uint64_t> lines {2, 3, 4, 5, 6, 8, 9, 10, 11, 13, 14, 15};
    QVERIFY(table.line == lines);
    const std::vector<std::uint64_t> good {2, 13, 14};
    std::vector<std::uint64_t> withoutProblem;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        if (table.problem[row].value() == 0)
            withoutProblem.push_back(table.line[row]);
    }
    QVERIFY(withoutProblem == good);

    const auto rowOfLine = [&](std::uint64_t line) {
        return static_cast<std::size_t>(std::ranges::find(table.line, line) - table.line.begin());
    };
    const std::size_t shortRow = rowOfLine(3);
    QCOMPARE(text(table, table.opName[shortRow]), QString("x"));
    QCOMPARE(table.slot[shortRow], -1);
    QCOMPARE(table.io[shortRow], Io::Unknown);
    QVERIFY(!table.value(Field::Max, shortRow));
    const std::size_t bad = rowOfLine(6);
    QCOMPARE(text(table, table.opName[bad]), QString("=cmd|' /C calc'!A0"));
    QVERIFY(
        !table.value(Field::Max, bad) && !table.value(Field::Min, bad) && !table.value(Field::L2Norm, bad));
    QVERIFY(table.messages.text(table.problem[bad]).find("'zz'") != std::string_view::npos);
    const std::size_t numbers = rowOfLine(8);
    QCOMPARE(table.task[numbers], StatisticTable::kNone);
    QCOMPARE(table.stream[numbers], StatisticTable::kNone);
    QCOMPARE(table.timestamp[numbers], 0U);
    QCOMPARE(table.dataSize[numbers], 0U);
    QCOMPARE(table.slot[numbers], -1);
    QCOMPARE(table.value(Field::Max, numbers), std::optional(1.0));
    const std::size_t absent = rowOfLine(13);
    QCOMPARE(table.task[absent], StatisticTable::kNone);
    QVERIFY(!table.value(Field::Max, absent) && !table.value(Field::Min, absent)
        && !table.value(Field::L2Norm, absent));
    const std::size_t quote = rowOfLine(14);
    QCOMPARE(text(table, table.opName[quote]), QString("q\"uote"));
    QVERIFY(sameNumber(table.value(Field::Max, quote), 1.5));
    QVERIFY(sameNumber(table.value(Field::Min, quote), -0.0));
    QVERIFY(sameNumber(table.value(Field::L2Norm, quote), 0.0));
    QVERIFY(sameNumber(table.value(Field::Max, rowOfLine(15)), 1.0));
    QVERIFY(!table.value(Field::L2Norm, rowOfLine(15))); // half of 1.5, for all anybody knows

    QCOMPARE(file.problems.size(), std::size_t {10}); // nine rows, and the missing line end
    QVERIFY(std::ranges::any_of(
        file.problems, [](const Diagnostic& d) { return d.code == Code::Truncated && d.place.row == 15U; }));
}

void TestMindsporeStatistic::spellings()
{
    const QByteArray content
        = "\xEF\xBB\xBFop type,\"OP NAME\", Shape ,SLOT,io,data type,MAX VALUE,Nan Count,Extra\r\n"
          "T,n,\"(3)\",2,INPUT,Float32,-inf,7,text\r\n";
    const StatisticFile file = parse(content);
    const StatisticTable& table = *file.table;
    QCOMPARE(table.rows(), std::size_t {1});
    QVERIFY(file.problems.empty());
    QCOMPARE(table.columns.size(), std::size_t {9});
    QCOMPARE(text(table.columns[0].header), QString("op type"));
    QCOMPARE(text(table, table.opName[0]), QString("n"));
    QCOMPARE(table.slot[0], 2);
    QCOMPARE(table.io[0], Io::Input);
    QCOMPARE(table.dtype[0], DType::Float32);
    QVERIFY(sameNumber(table.value(Field::Max, 0), -kInf));
    QVERIFY(sameNumber(table.value(Field::NanCount, 0), 7));
    QVERIFY(!table.value(Field::Min, 0));
    QVERIFY(table.values[static_cast<std::size_t>(Field::Min)].empty());
    QCOMPARE(table.task[0], StatisticTable::kNone);
}

void TestMindsporeStatistic::plainDecimals()
{
    // However many digits: as the C library reads them, to the last bit, and up to the same character.
    std::mt19937_64 random(7);
    std::vector<std::string> texts {"0", "-0", "0.0", "1.", ".5", "-", "+1", "007", "1e5", "1E-5", "1.5e3",
        "12.34.5", "1..2", "9007199254740993", "99999999999999", "999999999999999", "9999999999999999",
        "0.1234567890123", "123456789012345.6", "12345678901234.", "1234567:", "12345678/", "1234567a", "12a",
        "-7,8", "5 "};
    for (int i = 0; i < 20'000; ++i) {
        std::string text = std::to_string(random() >> random() % 64);
        text.resize(1 + random() % text.size());
        if (random() % 4 != 0)
            text.insert(random() % (text.size() + 1), ".");
        if (random() % 2 == 0)
            text.insert(0, "-");
        texts.push_back(text);
        texts.push_back(text + ",17");
    }
    for (const std::string& text : texts) {
        char* expectedEnd = nullptr;
        const double expected = std::strtod(text.c_str(), &expectedEnd);
        double value = 0;
        const char* end = parseNumberPrefix(text.data(), text.data() + text.size(), value);
        if (text.starts_with('+')) { // a sign no writer prints
            QVERIFY(!end);
            continue;
        }
        if (expectedEnd == text.c_str()) {
            QVERIFY2(!end, text.c_str());
            continue;
        }
        QVERIFY2(end, text.c_str());
        QVERIFY2(std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(expected), text.c_str());
        QCOMPARE(end - text.data(), expectedEnd - text.c_str());
    }
}

/// Norms and counts never are; extremes and means may be.
/// Integers that float64 rounds keep their digits, whatever row they stand in.
void TestMindsporeStatistic::longIntegers()
{
    const QByteArray header = "Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,"
                              "Max Value,Min Value\n";
    const StatisticFile file = parse(header
        + "Add,a,0,0,1,output,0,8,int64,\"(1,)\",4611686018427387905,-9007199254740993\n"
          "Add,b,0,0,1,output,0,8,int64,\"(1,)\",9007199254740992,7\n"
          "Add,c,x,0,1,output,0,8,uint64,\"(1,)\",18446744073709551615,9007199254740993\n" // an odd row
          "Add,d,0,0,1,output,0,8,float32,\"(1,)\",1e30,9007199254740993.5\n");
    const StatisticTable& table = *file.table;
    QCOMPARE(table.rows(), std::size_t {4});
    const auto exact = [&](Field field, std::size_t row) {
        const auto integer = table.exactInteger(field, row);
        return integer ? integerText(*integer) : std::string();
    };
    QCOMPARE(exact(Field::Max, 0), std::string("4611686018427387905"));
    QCOMPARE(exact(Field::Min, 0), std::string("-9007199254740993"));
    QCOMPARE(exact(Field::Max, 1), std::string());
    QCOMPARE(exact(Field::Max, 2), std::string("18446744073709551615"));
    QCOMPARE(exact(Field::Min, 2), std::string("9007199254740993"));
    QCOMPARE(exact(Field::Max, 3) + exact(Field::Min, 3), std::string());
    QCOMPARE(*table.value(Field::Max, 0), 0x1p62);
}

void TestMindsporeStatistic::belowZero()
{
    const StatisticFile file
        = parse("Op Type,Op Name,IO,Slot,Data Type,Shape,Min Value,L2Norm Value,NaN Count\n"
                "T,a,output,0,float32,\"(1)\",-1,2,0\n"
                "T,b,output,0,float32,\"(1)\",-1,-2,0\n"
                "T,c,output,0,float32,\"(1)\",-1,2,-5\n");
    const StatisticTable& table = *file.table;
    QCOMPARE(table.rows(), std::size_t {3});
    QCOMPARE(QString::fromStdString(std::string(table.messages.text(table.problem[0]))), QString());
    QVERIFY(!table.value(Field::L2Norm, 1) && sameNumber(table.value(Field::Min, 1), -1));
    QVERIFY(table.messages.text(table.problem[1]).find("L2Norm Value cannot be read: '-2'")
        != std::string_view::npos);
    QVERIFY(!table.value(Field::NanCount, 2) && sameNumber(table.value(Field::L2Norm, 2), 2));
    QVERIFY(table.messages.text(table.problem[2]).find("NaN Count cannot be read: '-5'")
        != std::string_view::npos);
}

void TestMindsporeStatistic::duplicateColumns()
{
    const QByteArray content
        = "Op Type,Op Name,IO,Slot,Data Type,Shape,Max Value,Max Value,MD5,Min Value,MD5\n"
          "T,n,output,0,float32,\"(1)\",3,2,aa,1,bb,\n";
    const StatisticFile file = parse(content);
    const StatisticTable& table = *file.table;
    QVERIFY(sameNumber(table.value(Field::Max, 0), 3));
    QVERIFY(sameNumber(table.value(Field::Min, 0), 1));
    QCOMPARE(table.digests.size(), std::size_t {1});
    QCOMPARE(text(table, table.digests[0].text[0]), QString("aa"));
    QCOMPARE(table.columns.size(), std::size_t {11});
    QVERIFY(!table.columns[7].field);
    QCOMPARE(file.problems.size(), std::size_t {2});
    for (const Diagnostic& problem : file.problems)
        QCOMPARE(problem.code, Code::Duplicate);
}

void TestMindsporeStatistic::unusableHeaders_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("code");
    const auto row = [](const char* title, const QByteArray& content, Code code) {
        QTest::newRow(title) << content << static_cast<int>(code);
    };
    row("empty", {}, Code::Truncated);
    row("only the mark of UTF-8", "\xEF\xBB\xBF", Code::Truncated);
    row("only a line end", "\n", Code::BadHeader);
    row("a row instead", "Add,x,0,0,1,output,0,8,float32,\"(2)\",1,0,1,\n", Code::BadHeader);
    row("cut", QByteArray(kHeader).left(40), Code::BadHeader);
    row("zeros", QByteArray(5000, '\0'), Code::BadHeader);
}

void TestMindsporeStatistic::unusableHeaders()
{
    QFETCH(QByteArray, content);
    OwnedTask context(1);
    const auto parsed
        = parseMindsporeStatistic({content.data(), static_cast<std::size_t>(content.size())}, context);
    QVERIFY(!parsed);
    QTEST(static_cast<int>(parsed.error().code), "code");
}

void TestMindsporeStatistic::probing()
{
    FormatRegistry registry;
    register_mindspore_statistic_reader(registry);
    const Reader* reader = registry.findReader("mindspore-statistic");
    QVERIFY(reader != nullptr);
    const auto confidence = [&](const char* name, const QByteArray& head) {
        FileProbe probe;
        probe.name = name;
        probe.size = static_cast<std::uint64_t>(head.size());
        probe.head = std::as_bytes(std::span(head.data(), probe.size));
        return reader->probe(probe).confidence;
    };
    QVERIFY(confidence("statistic.csv", kHeader) >= 80);
    QVERIFY(confidence("renamed.csv", kHeader) >= 80);
    QVERIFY(confidence("statistic.csv", {}) > 0);
    QVERIFY(confidence("statistic.csv", "a,b,c\n") < 40);
    QCOMPARE(confidence("mapping.csv", "1985058979.npy,ReLU.x\n"), 0);
    QCOMPARE(confidence("order.csv", "NodeExecutionOrder-FullNameWithScope\n"), 0);
}

void TestMindsporeStatistic::threadsDoNotMatter()
{
    QByteArray content = kHeader;
    std::mt19937 random(7);
    for (int i = 0; content.size() < 5'000'000; ++i) {
        const QByteArray name = "Default_layer" + QByteArray::number(random() % 5000) + "_Add-op1";
        content += "Add," + name + ",0,0," + QByteArray::number(1700000000000000 + i) + ",output,"
            + QByteArray::number(i % 3) + ",8,float32,\"(2," + QByteArray::number(random() % 9) + ")\","
            + (i % 1000 == 999 ? QByteArray("null") : QByteArray::number(i * 0.5)) + ",0,"
            + (i % 7001 == 7000 ? "bad" : "1") + ",\n";
    }
    const StatisticFile one = parse(content, 1);
    const StatisticFile four = parse(content, 4);
    const StatisticTable& a = *one.table;
    const StatisticTable& b = *four.table;
    QVERIFY(a.rows() > 40'000);
    QCOMPARE(a.strings.size(), b.strings.size());
    for (std::size_t i = 0; i < a.strings.size(); ++i)
        QVERIFY(a.strings.text(StringId(i)) == b.strings.text(StringId(i)));
    QVERIFY(a.opName == b.opName && a.shapeText == b.shapeText && a.problem == b.problem && a.line == b.line);
    QVERIFY(a.timestamp == b.timestamp && a.slot == b.slot && a.io == b.io && a.dtype == b.dtype);
    for (std::size_t field = 0; field < StatisticTable::kFields; ++field)
        QVERIFY(a.values[field] == b.values[field] && a.isNull[field] == b.isNull[field]);
    QCOMPARE(one.problems.size(), four.problems.size());
    // Numbers of texts follow their first appearance in the file.
    for (std::size_t row = 0; row < a.rows(); ++row) {
        QCOMPARE(a.line[row], row + 2);
        QCOMPARE(a.timestamp[row], 1700000000000000U + row);
        QCOMPARE(a.value(Field::Max, row).has_value(), row % 1000 != 999);
    }
    QCOMPARE(text(a, StringId(1U)), QString("Add"));
}

void TestMindsporeStatistic::tinyLinesAreBounded()
{
    QByteArray content = kHeader;
    for (int i = 0; i < 1'000'000; ++i)
        content += "x\n";
    const StatisticFile file = parse(content);
    QVERIFY(file.table->rows() <= 20'000); // 1000 in each piece of the text
    QVERIFY(file.problems.size() < 200);
    QVERIFY(std::ranges::any_of(file.problems, [](const Diagnostic& d) { return d.code == Code::Limit; }));
}

void TestMindsporeStatistic::cancelling()
{
    const QByteArray content = kHeader + QByteArray("Add,x,0,0,1,output,0,8,float32,\"(2)\",1,0,1,\n");
    OwnedTask context(1);
    context.stopSource().request_stop();
    const auto parsed
        = parseMindsporeStatistic({content.data(), static_cast<std::size_t>(content.size())}, context);
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().code, Code::Cancelled);
}

void TestMindsporeStatistic::truncatedAnywhere()
{
    const QByteArray content
        = contentOf(DUMPSCOPE_TEST_DATA "/mindspore-async/stat_c_device/rank_0/ResNet50/0/0/statistic.csv");
    const auto allRows = static_cast<std::size_t>(content.count('\n')) - 1;
    const qsizetype headerEnd = content.indexOf('\n');
    OwnedTask context(1);
    const auto complete
        = parseMindsporeStatistic({content.data(), static_cast<std::size_t>(content.size())}, context);
    QVERIFY(complete);
    const auto& all = complete->table;
    for (qsizetype length = 0; length < content.size(); ++length) {
        const auto parsed
            = parseMindsporeStatistic({content.data(), static_cast<std::size_t>(length)}, context);
        if (!parsed) {
            QVERIFY(length < headerEnd);
            continue;
        }
        const StatisticTable& table = *parsed->table;
        QVERIFY(table.rows() <= allRows);
        const bool atLineEnd = length == 0 || content[length - 1] == '\n';
        if (length > headerEnd && !atLineEnd) {
            // Whatever is left of the last line, nobody takes it for whole.
            QVERIFY(std::ranges::any_of(parsed->problems, [](const Diagnostic& problem) {
                return problem.severity == Severity::Error && problem.code == Code::Truncated;
            }));
            const auto whole = static_cast<std::size_t>(content.left(length).count('\n')) - 1;
            QVERIFY(
                table.rows() == whole || (table.rows() == whole + 1 && table.problem.back().value() != 0));
        }
        // A cut line has no name, slot or number that the whole one has not.
        for (std::size_t row = 0; row < table.rows(); ++row) {
            QCOMPARE(table.strings.text(table.opName[row]), all->strings.text(all->opName[row]));
            QCOMPARE(table.slot[row], all->slot[row]);
            for (std::size_t field = 0; field < table.values.size(); ++field) {
                const auto value = table.value(static_cast<Field>(field), row);
                QVERIFY(!value || sameNumber(value, *all->value(static_cast<Field>(field), row)));
            }
        }
        for (const auto& column : table.values)
            QVERIFY(column.empty() || column.size() == table.rows());
    }
}

void TestMindsporeStatistic::flippedAnywhere()
{
    const QByteArray content
        = contentOf(DUMPSCOPE_TEST_DATA "/mindspore-async/stat_c_device/rank_0/ResNet50/0/0/statistic.csv");
    OwnedTask context(1);
    for (qsizetype at = 0; at < content.size(); ++at) {
        for (const int flip : {0x01, 0x10, 0x80, 0xFF}) {
            QByteArray damaged = content;
            damaged[at] = static_cast<char>(damaged[at] ^ flip);
            const auto parsed = parseMindsporeStatistic(
                {damaged.data(), static_cast<std::size_t>(damaged.size())}, context);
            if (!parsed) {
                QVERIFY(parsed.error().code == Code::BadHeader);
                continue;
            }
            const StatisticTable& table = *parsed->table;
            QVERIFY(table.rows() <= 7);
            QCOMPARE(table.problem.size(), table.rows());
            QCOMPARE(table.dtype.size(), table.rows());
            QCOMPARE(table.shapeText.size(), table.rows());
            for (const auto& column : table.values)
                QVERIFY(column.empty() || column.size() == table.rows());
            for (const auto& nulls : table.isNull)
                QVERIFY(nulls.empty() || nulls.size() == table.rows());
        }
    }
}

QTEST_APPLESS_MAIN(TestMindsporeStatistic)
#include "tst_mindspore_statistic.moc"
