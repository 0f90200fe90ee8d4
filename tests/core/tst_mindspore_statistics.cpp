// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/mindspore_statistics.h"

#include "base/text.h"
#include "readers/numpy/npy_header.h"
#include "tensor_building.h"

#include <QTest>

#include <cmath>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

using Generation = MindsporeGeneration;

Result<MindsporeStatistics> compute(const TensorView& view, Generation generation, int threads = 2)
{
    OwnedTask context(threads);
    return computeMindsporeStatistics(view, generation, context);
}

TensorView readNpy(const QString& path, std::string_view dtypeToken)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray content = file.readAll();
    std::vector<std::byte> data(static_cast<std::size_t>(content.size()));
    std::memcpy(data.data(), content.constData(), data.size());
    const Bytes bytes = Bytes::fromVector(std::move(data));
    const auto length = npyHeaderBytes(bytes.span());
    if (!length)
        return {};
    const auto header = parseNpyHeader(bytes.span().first(*length));
    if (!header)
        return {};
    const NpyType type = npyType(*header, dtypeToken);
    return makeDenseView(
        type.dtype, header->shape, *bytes.slice(header->dataOffset, bytes.size() - header->dataOffset));
}

std::string realText(const MindsporeStatistics& statistics, double value)
{
    return statistics.noValues ? "null" : streamText(value);
}

/// What the writer prints in a column.
std::string cellText(const MindsporeStatistics& s, const QByteArray& column)
{
    const std::pair<const char*, std::string> texts[] = {{"Max Value", realText(s, s.max)},
        {"Min Value", realText(s, s.min)}, {"Avg Value", realText(s, s.avg)},
        {"L2Norm Value", realText(s, s.l2norm)}, {"Count", std::to_string(s.count)},
        {"Negative Zero Count", std::to_string(s.negativeZero)},
        {"Positive Zero Count", std::to_string(s.positiveZero)}, {"NaN Count", std::to_string(s.nan)},
        {"Negative Inf Count", std::to_string(s.negInf)}, {"Positive Inf Count", std::to_string(s.posInf)},
        {"Zero Count", std::to_string(s.zero)}, {"MD5", s.md5}, {"SHA1", s.sha1}};
    for (const auto& [name, text] : texts) {
        if (column == name)
            return text;
    }
    return "no such column";
}

/// The columns of one line; blanks for quoted commas.
QList<QByteArray> cellsOf(QByteArray line)
{
    bool quoted = false;
    for (char& c : line) {
        quoted ^= c == '"';
        if (quoted && c == ',')
            c = ' ';
    }
    return line.trimmed().split(',');
}

QString numbersText(const MindsporeStatistics& s)
{
    QString text;
    for (const char* column :
        {"Max Value", "Min Value", "Avg Value", "L2Norm Value", "Count", "Negative Zero Count",
            "Positive Zero Count", "NaN Count", "Negative Inf Count", "Positive Inf Count", "Zero Count"})
        text += QString::fromStdString(cellText(s, column)) + QLatin1Char(' ');
    return text.trimmed();
}

} // namespace

class TestMindsporeStatistics : public QObject {
    Q_OBJECT

private slots:
    void reproducesFile_data();
    void reproducesFile();
    void rules_data();
    void rules();
    void largeTensors_data();
    void largeTensors();
    void digests();
    void packedDigests();
    void fails();
};

void TestMindsporeStatistics::reproducesFile_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<bool>("byDigest");
    QTest::addColumn<int>("generation");
    QTest::addColumn<int>("rows");
    const auto c = static_cast<int>(Generation::C);
    const auto d = static_cast<int>(Generation::D);
    QTest::newRow("2.7 lenet") << "lenet-ms270-full/rank_0/LeNet/0/0" << true << c << 168;
    QTest::newRow("2.10 finite") << "nan-ms210-full/rank_0/NanNet/0/0" << false << d << 35;
    QTest::newRow("2.10 with NaN") << "nan-ms210-full/rank_0/NanNet/0/1" << false << d << 35;
    QTest::newRow("2.10 dtypes") << "dtypes-ms210-full/rank_0/Dtypes/0/0" << false << d << 32;
}

void TestMindsporeStatistics::reproducesFile()
{
    QFETCH(QString, folder);
    QFETCH(bool, byDigest);
    QFETCH(int, generation);
    QFETCH(int, rows);
    const QDir dir(QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/") + folder);
    QFile csv(dir.filePath(QStringLiteral("statistic.csv")));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    const QList<QByteArray> columns = cellsOf(csv.readLine());
    int seen = 0;
    while (!csv.atEnd()) {
        const QList<QByteArray> cells = cellsOf(csv.readLine());
        QCOMPARE(cells.size(), columns.size() + 1);
        QString path;
        if (byDigest) {
            path = QStringLiteral(DUMPSCOPE_TEST_DATA "/statistics/lenet-ms270-tensors/%1.%2.npy")
                       .arg(QString::fromLatin1(
                                cells.last().isEmpty() ? cells[cells.size() - 2] : cells.last()),
                           QString::fromLatin1(cells[8]));
        } else {
            const QString pattern = QStringLiteral("*.%1.%2.%3.*.npy").arg(cells[4], cells[5], cells[6]);
            const QStringList files = dir.entryList({pattern});
            QCOMPARE(files.size(), 1);
            path = dir.filePath(files.first());
        }
        const TensorView view = readNpy(path, cells[8].toStdString());
        QCOMPARE(dtypeName(view.dtype), std::string_view(cells[8].constData()));
        const auto actual = compute(view, static_cast<Generation>(generation));
        QVERIFY2(actual.has_value(), qPrintable(path));
        for (int i = 10; i < columns.size(); ++i) {
            const std::string text = cellText(*actual, columns[i]);
            QVERIFY2(text == cells[i].toStdString(),
                qPrintable(path
                    + QStringLiteral(" %1: %2, not %3")
                          .arg(QString::fromLatin1(columns[i]), QString::fromStdString(text),
                              QString::fromLatin1(cells[i]))));
        }
        ++seen;
    }
    QCOMPARE(seen, rows);
}

void TestMindsporeStatistics::rules_data()
{
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<int>("generation");
    QTest::addColumn<QString>("expected");
    const auto a = static_cast<int>(Generation::A);
    const auto c = static_cast<int>(Generation::C);
    const auto d = static_cast<int>(Generation::D);
    // docs/formats/mindspore-dump.md 5.3: NaN, +Inf, -Inf, -0, 0, 1 as float16; both releases print the same.
    const QByteArray mixed = "007e007c00fc00800000003c";
    QTest::newRow("C mixed") << mixed << c << "nan nan nan nan 6 1 2 1 1 1 2";
    QTest::newRow("D mixed") << mixed << d << "nan nan nan nan 6 1 2 1 1 1 2";
    QTest::newRow("A mixed") << mixed << a << "1 -0 0.333333 1 6 0 1 1 1 1 2";
    QTest::newRow("A nothing finite") << QByteArray("007e007e") << a << "null null null null 2 0 0 2 0 0 0";
    QTest::newRow("A empty") << QByteArray() << a << "null null null null 0 0 0 0 0 0 0";
    QTest::newRow("C empty") << QByteArray() << c << "-inf inf -nan 0 0 0 0 0 0 0 0";
    QTest::newRow("D empty") << QByteArray() << d << "-inf inf -nan 0 0 0 0 0 0 0 0";
    QTest::newRow("C infinity") << QByteArray("007c003c") << c << "inf 1 inf inf 2 0 2 0 0 1 0";
    QTest::newRow("D infinities") << QByteArray("00fc007c") << d << "inf -inf -nan inf 2 1 1 0 1 1 0";
}

void TestMindsporeStatistics::rules()
{
    QFETCH(QByteArray, hex);
    QFETCH(int, generation);
    QFETCH(QString, expected);
    const Bytes bytes = bytesOfHex(hex.toStdString());
    const auto count = static_cast<std::int64_t>(bytes.size() / 2);
    const auto actual
        = compute(makeDenseView(DType::Float16, {count}, bytes), static_cast<Generation>(generation));
    QVERIFY(actual.has_value());
    QCOMPARE(numbersText(*actual), expected);
}

void TestMindsporeStatistics::largeTensors_data()
{
    QTest::addColumn<int>("generation");
    QTest::addColumn<bool>("withNan");
    QTest::addColumn<QString>("expected");
    // 25000 elements: two parts of 12500 up to generation C, slices of 20480 after it. The first 100
    // are 7, the others 1, the last is -2; NaN replaces element 1.
    QTest::newRow("A") << static_cast<int>(Generation::A) << false << "7 -2 1.048";
    QTest::newRow("A, NaN") << static_cast<int>(Generation::A) << true << "7 -2 1.04752";
    QTest::newRow("C") << static_cast<int>(Generation::C) << false << "7 -2 1.02388";
    QTest::newRow("C, NaN") << static_cast<int>(Generation::C) << true << "1 -2 nan";
    QTest::newRow("D") << static_cast<int>(Generation::D) << false << "7 -2 1.02388";
    QTest::newRow("D, NaN") << static_cast<int>(Generation::D) << true << "nan nan nan";
}

void TestMindsporeStatistics::largeTensors()
{
    QFETCH(int, generation);
    QFETCH(bool, withNan);
    QFETCH(QString, expected);
    std::vector<float> values(25'000, 1);
    std::fill_n(values.begin(), 100, 7.0F);
    values.back() = -2;
    if (withNan)
        values[1] = NAN;
    for (const int threads : {1, 3}) {
        const auto actual
            = compute(vectorView(DType::Float32, values), static_cast<Generation>(generation), threads);
        QVERIFY(actual.has_value());
        QVERIFY2(
            numbersText(*actual).startsWith(expected + QLatin1Char(' ')), qPrintable(numbersText(*actual)));
    }
}

void TestMindsporeStatistics::digests()
{
    // The check value of docs/formats/mindspore-dump.md 5.4.
    const auto large = compute(vectorView(DType::Float32, std::vector<float>(50'000)), Generation::D);
    QVERIFY(large.has_value());
    QCOMPARE(large->sha1, std::string("934b89b1ba10c2e057e53f24d1a087d5f977ccfe"));
    const auto empty = compute(vectorView(DType::Float32, std::vector<float>()), Generation::D);
    QCOMPARE(empty->md5, std::string("d41d8cd98f00b204e9800998ecf8427e"));
    QCOMPARE(empty->sha1, std::string("da39a3ee5e6b4b0d3255bfef95601890afd80709"));
}

void TestMindsporeStatistics::packedDigests()
{
    // -8, 7, 0, -1: hashlib of f80700ff, and of its first two bytes for MD5.
    const auto nibbles = compute(makeDenseView(DType::Int4, {4}, bytesOfHex("78f0")), Generation::D);
    QVERIFY(nibbles.has_value());
    QCOMPARE(nibbles->sha1, std::string("79615a0bfd5d85e26fdb081c2bf7baf5d9ec91d9"));
    QCOMPARE(nibbles->md5, std::string("fba68b044795aaa7d17de9c82ad46cdc"));
    QCOMPARE(nibbles->min, -8.0);
    // 1, 0, 0, 1: hashlib of 01000001.
    const auto bits = compute(makeDenseView(DType::UInt1, {4}, bytesOfHex("90")), Generation::D);
    QVERIFY(bits.has_value());
    QCOMPARE(bits->sha1, std::string("0ad4fab2096b1e998cd969538602507d07fd5e4c"));
    QCOMPARE(bits->md5, std::string("d86fb5d664b307c06fae292466091bff"));
}

void TestMindsporeStatistics::fails()
{
    QCOMPARE(compute(makeDenseView(DType::Complex64, {1}, bytesOfHex("0000803f00000000")), Generation::D)
                 .error()
                 .code,
        Code::Unsupported);
    QCOMPARE(compute(makeDenseView(DType::Float32, {2}, bytesOfHex("0000803f")), Generation::C).error().code,
        Code::Truncated);
}

QTEST_APPLESS_MAIN(TestMindsporeStatistics)
#include "tst_mindspore_statistics.moc"
