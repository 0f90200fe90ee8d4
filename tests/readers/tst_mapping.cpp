// SPDX-License-Identifier: GPL-3.0-or-later
#include "qt_bytes.h"
#include "read_file.h"
#include "readers/mapping_csv.h"

#include <QTest>

using namespace dumpscope::core;

namespace {

/// `stored=original;…` in order of the stored names, then the rows with problems.
QString summary(const QByteArray& text)
{
    std::vector<Diagnostic> problems;
    const auto names = parseMappingCsv({text.constData(), static_cast<std::size_t>(text.size())}, problems);
    QStringList parts;
    for (const auto& [stored, original] : names)
        parts << QString::fromStdString(stored) + "=" + QString::fromStdString(original);
    parts.sort();
    QStringList rows;
    for (const Diagnostic& problem : problems) {
        if (problem.code != Code::Mapping)
            return "wrong code";
        rows << QString::number(problem.place.row.value_or(0));
    }
    return parts.join(';') + "|" + rows.join(',');
}

} // namespace

class TestMapping : public QObject {
    Q_OBJECT

private slots:
    void rows_data();
    void rows();
    void scenario();
    void hostileNames();
    void hostileLine();
    void manyProblems();
    void cutAnywhere();
    void reader();
};

void TestMapping::rows_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const QByteArray& text, const char* expected) {
        QTest::newRow(name) << text << QString(expected);
    };
    row("cann", "314159,Add.a.1.2.1771061415000778\n", "314159=Add.a.1.2.1771061415000778|");
    row("mindspore", "1985058979.npy,ReLU.Default_x.npy\n", "1985058979.npy=ReLU.Default_x.npy|");
    row("converter", "0123456789abcdef0123456789abcdef.npy,D.input.0.npy\n",
        "0123456789abcdef0123456789abcdef.npy=D.input.0.npy|");
    row("first comma splits", "1,Add.branch,a_b.90\n", "1=Add.branch,a_b.90|");
    row("repeated", "1,a\n1,a\n1,a\n", "1=a|");
    row("contradiction", "1,a\n2,c\n1,b\n", "1=b;2=c|3");
    row("no last line end", "1,a\n2,b", "1=a;2=b|");
    row("windows", "1,a\r\n2,b\r\n", "1=a;2=b|");
    row("byte-order mark",
        "\xEF\xBB\xBF"
        "1,a\n",
        "1=a|");
    row("empty lines", "\n1,a\n\n", "1=a|");
    row("no comma", "nocomma\n1,a\n", "1=a|1");
    row("empty names", ",\n1,\n,a\n", "|1,2,3");
    row("separators", "1,../x\n2,a/b\n3,a\\b\n/etc/x,a\n..,a\n4,..\n", "|1,2,3,4,5,6");
    row("NUL", QByteArray("1,a\0b\n2,c\n", 10), "2=c|1");
    row("not UTF-8", "1,\xFF\xFE\n", "1=\xEF\xBF\xBD\xEF\xBF\xBD|");
    row("nothing", "", "|");
}

void TestMapping::rows()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    QCOMPARE(summary(text), expected);
}

void TestMapping::scenario()
{
    const QByteArray text = testData("ascend/output/20260214093015/0/ResNet-50_v1/1/2/mapping.csv");
    std::vector<Diagnostic> problems;
    const auto names = parseMappingCsv(text.toStdString(), problems);
    QVERIFY(problems.empty());
    QCOMPARE(names.size(), 3U);
    QCOMPARE(names.at("17171717171717171717"), std::string("Add.branch,a_b.90.3.1771061415000778"));
    QCOMPARE(names.at("555555555555"), std::string("Relu.not_there.1.1.1771061415000000"));
}

// Rows 1-5, 8-10 and 13 hold separators, 11 has no comma, 12 no names; `con` and a tab are only odd.
void TestMapping::hostileNames()
{
    const QByteArray text = testData("ascend/hostile/mapping/mapping.csv");
    QCOMPARE(summary(text), QString("314159265358984=con;314159265358985=x\ty|1,2,3,4,5,8,9,10,11,12,13"));
}

void TestMapping::hostileLine()
{
    const QByteArray text = testData("ascend/hostile/mapping2/mapping.csv");
    QCOMPARE(text.size(), 20050);
    std::vector<Diagnostic> problems;
    const auto names = parseMappingCsv(text.toStdString(), problems);
    QCOMPARE(names.at("314159265358979"), std::string("Relu.ok.1.1.1771061415000000"));
    QCOMPARE(names.size(), 1U);
    QCOMPARE(problems.size(), 1U);
    QVERIFY(problems[0].message.text().size() < 1000);
}

void TestMapping::manyProblems()
{
    std::vector<Diagnostic> problems;
    const QByteArray text = QByteArray("x\n").repeated(5000);
    QVERIFY(parseMappingCsv(text.toStdString(), problems).empty());
    QCOMPARE(problems.size(), 101U);
    QCOMPARE(problems.back().message.text(), std::string("4900 more rows with problems"));
}

void TestMapping::cutAnywhere()
{
    const QByteArray text = testData("ascend/output/20260214093015/0/ResNet-50_v1/1/2/mapping.csv");
    for (qsizetype size = 0; size < text.size(); ++size) {
        std::vector<Diagnostic> problems;
        const auto names = parseMappingCsv(text.left(size).toStdString(), problems);
        QVERIFY(names.size() <= 3);
        QVERIFY(problems.size() <= 1);
    }
}

void TestMapping::reader()
{
    const auto formats = builtinFormats();
    ReadFile file(*formats, "mapping.csv", toBytes("1,a\nbroken\n"));
    QCOMPARE(file.family(), std::string("mapping"));
    QVERIFY(file.tensors().empty());
    QCOMPARE(file.contents().properties.at(0).second, std::string("1"));
    QVERIFY(file.hasProblem(Code::Mapping));
    ReadFile empty(*formats, "mapping.csv", {});
    QCOMPARE(empty.family(), std::string("mapping"));
    QVERIFY(empty.hasProblem(Code::Truncated));
    ReadFile other(*formats, "my_mapping.csv", toBytes("1,a\n"));
    QVERIFY(other.family() != "mapping");
}

QTEST_APPLESS_MAIN(TestMapping)
#include "tst_mapping.moc"
