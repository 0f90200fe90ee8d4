// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace dumpscope::core;

namespace {

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

template<typename T> QString number(const std::optional<T>& value)
{
    return value ? QString::number(*value) : QStringLiteral("null");
}

QString ioName(Io io)
{
    switch (io) {
    case Io::Input:
        return "input";
    case Io::Output:
        return "output";
    case Io::Buffer:
        return "buffer";
    case Io::Workspace:
        return "workspace";
    default:
        return "";
    }
}

/// The facts of one name under the keys of the facts file.
QString factOf(const NameFacts& facts, const QString& key)
{
    if (key == "op_type" || key == "first")
        return text(facts.opType);
    if (key == "op_name" || key == "second" || key == "kernel" || key == "file_name")
        return text(facts.opName);
    if (key == "task")
        return number(facts.task);
    if (key == "stream")
        return number(facts.stream);
    if (key == "timestamp")
        return number(facts.timestamp);
    if (key == "task_type")
        return number(facts.taskType);
    if (key == "context")
        return number(facts.context);
    if (key == "thread")
        return number(facts.thread);
    if (key == "device")
        return number(facts.device);
    if (key == "dump_number")
        return number(facts.dumpNumber);
    if (key == "io")
        return ioName(facts.io);
    if (key == "index")
        return number(facts.slot);
    if (key == "shape_token")
        return text(facts.shape);
    return {};
}

QString expectedText(const QJsonValue& value)
{
    if (value.isNull())
        return "null";
    if (value.isDouble())
        return QString::number(value.toInteger());
    if (value.isArray()) {
        QStringList parts;
        const QJsonArray items = value.toArray();
        for (const auto& item : items)
            parts << QString::number(item.toInteger());
        return parts.join('x');
    }
    return value.toString();
}

} // namespace

class TestNames : public QObject {
    Q_OBJECT

private slots:
    void factsTable_data();
    void factsTable();
    void spelledOut_data();
    void spelledOut();
    void cutAnywhere();

private:
    std::shared_ptr<const FormatRegistry> m_formats = builtinFormats();
};

void TestNames::factsTable_data()
{
    QTest::addColumn<QJsonObject>("facts");
    QFile file(DUMPSCOPE_TEST_DATA "/ascend/facts.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray names = QJsonDocument::fromJson(file.readAll()).object()["names"].toArray();
    for (const auto& entry : names)
        QTest::newRow(qPrintable(entry.toObject()["name"].toString())) << entry.toObject();
}

void TestNames::factsTable()
{
    QFETCH(QJsonObject, facts);
    const std::string name = facts["name"].toString().toStdString();
    const NameFacts parsed = m_formats->parseName(name, {});
    // Core numbers have no place of their own: they only tell the grammar.
    const QStringList skipped {"name", "note", "watcher", "core_type", "core_id"};
    for (const QString& key : facts.keys()) {
        if (!skipped.contains(key))
            QCOMPARE(key + "=" + factOf(parsed, key), key + "=" + expectedText(facts[key]));
    }
    QCOMPARE(parsed.rolesUncertain, facts.contains("first"));
    QVERIFY(!parsed.ambiguous);
    QVERIFY(!facts.contains("kernel") || parsed.opType.empty());
}

void TestNames::spelledOut_data()
{
    QTest::addColumn<QString>(
        "expected"); // grammar|type|name|task|stream|time|io|slot|format|dtype|shape|suffix
    const auto row = [](const char* name, const char* expected) { QTest::newRow(name) << QString(expected); };
    // Ascend dump binary 2.1, 2.2.
    row("Opdebug.Node_OpDebug.59.1597922031178434",
        "ascend-dump|Opdebug|Node_OpDebug|59|null|1597922031178434||null||||");
    row("OpDebug.Node_Opdebug.1040.515.1772359872000000",
        "ascend-dump|OpDebug|Node_Opdebug|1040|515|1772359872000000||null||||");
    row("Conv2D.a.1.2.161243956333802", "ascend-dump|Conv2D|a|1|2|161243956333802||null||||");
    row("Add.net.3.4.1772364600124456.csv", "ascend-dump|Add|net|3|4|1772364600124456||null||||csv");
    row("Add.net_ffts.9.7.1772364600124462.4.2.1.0.csv",
        "ascend-dump|Add|net_ffts|9|7|1772364600124462||null||||csv");
    row("MatMulV2.net_fc_raw.5.7.1772364600124458.bin",
        "ascend-dump|MatMulV2|net_fc_raw|5|7|1772364600124458||null||||bin");
    row("Add.branch,a_b.90.3.1771061415000778", "ascend-dump|Add|branch,a_b|90|3|1771061415000778||null||||");
    row("Add.x.1.2.1771061415000778.odd.tail", "ascend-dump|Add|x|1|2|1771061415000778||null||||odd.tail");
    row("te_mm_1.5.8.20260301113000123.core", "ascend-dump||te_mm_1|8|5|20260301113000123||null||||core");
    row("rank0_user dump.custom.20260301113000123",
        "ascend-dump||rank0_user dump|null|null|20260301113000123||null||||");
    row("exception_info.5.8.1.12.20260301113000123", "ascend-dump|||8|5|20260301113000123||null||||");
    // Nobody's task number fits.
    row("Add.x.99999999999.2.1771061415000778", "ascend-dump|Add|x|null|2|1771061415000778||null||||");
    // 255 digits are a time nobody can count.
    row("Add.x.1.2.99999999999999999999999999", "ascend-dump|Add|x|1|2|null||null||||");
    // 2.6: what converters make.
    row("Add.a.1.2.1771061415000778.input.0.npy", "converted|Add|a|1|2|1771061415000778|input|0||||");
    row("Add.a.1.2.1771061415000778.4.9.2.0.output.1.npy",
        "converted|Add|a|1|2|1771061415000778|output|1||||");
    row("Add.a.1.1771061415000778.input.0.4x5.npy", "converted|Add|a|1|null|1771061415000778|input|0|||4x5|");
    row("Add.a.1.2.1771061415000778.input.0.2_20_3_4.float16.NCHW.bin",
        "converted|Add|a|1|2|1771061415000778|input|0|NCHW|float16|2_20_3_4|");
    row("Add.a.1.2.1771061415000778.l1buffer.0.bin", "converted|Add|a|1|2|1771061415000778|buffer|0||||");
    row("Add.a.1.2.1771061415000778.space.1.bin", "converted|Add|a|1|2|1771061415000778|workspace|1||||");
    row("Add.a.1.2.1771061415000778.3.log", "converted|Add|a|1|2|1771061415000778|workspace|3||||");
    row("Add.a.1.2.1771061415000778.output.0.NC1HWC0.int4",
        "converted|Add|a|1|2|1771061415000778|output|0|NC1HWC0|int4||");
    row("te_mm_1.workspace.0.int8.bin", "converted||te_mm_1|null|null|null|workspace|0||int8||");
    row("te_mm_1.5.8.20260301113000123.input.0.float16.npy",
        "converted|te_mm_1|5|8|null|20260301113000123|input|0||float16||");
    row("Opdebug.Node_OpDebug.1.2.1771061415000778.output.0.json",
        "converted|Opdebug|Node_OpDebug|1|2|1771061415000778|output|0||||");
    // 2.2: reference data.
    row("fc.biasadd.0.1600000000000000.npy", "converted||fc.biasadd|null|null|1600000000000000|output|0||||");
    row("split.1.1600000000000000.pb", "converted||split|null|null|1600000000000000|output|1||||");
    row("conv.0.1600000000000000.quant", "converted||conv|null|null|1600000000000000|output|0||||");
    row("Add.a.7.1600000000000000.2.npy", "converted|Add|a|7|null|1600000000000000|output|2||||");
    // Everything else is a name.
    row("weights.npy", "plain||weights|null|null|null||null||||npy");
    row("9343080886020828011", "plain||9343080886020828011|null|null|null||null||||");
    row("a.1.2.npy", "plain||a.1.2|null|null|null||null||||npy");
    row(".npy", "plain||.npy|null|null|null||null||||");
}

void TestNames::spelledOut()
{
    QFETCH(QString, expected);
    const std::string name = QTest::currentDataTag();
    const NameFacts facts = m_formats->parseName(name, {});
    const QStringList summary {text(facts.grammar), text(facts.opType), text(facts.opName),
        number(facts.task), number(facts.stream), number(facts.timestamp), ioName(facts.io),
        number(facts.slot), text(facts.format), text(facts.dtype), text(facts.shape), text(facts.suffix)};
    QCOMPARE(summary.join('|'), expected);
}

void TestNames::cutAnywhere()
{
    const std::string_view name = "Relu.x.y.12.5.6.1771061415000001.FFTSPLUS.9.2.0.output.0.2x3.npy";
    for (std::size_t length = 0; length <= name.size(); ++length) {
        const std::string part(name.substr(0, length));
        const NameFacts facts = m_formats->parseName(part, {});
        QVERIFY(!facts.grammar.empty());
        const auto inside = [&](std::string_view view) {
            return view.empty()
                || (view.data() >= part.data() && view.data() + view.size() <= part.data() + part.size());
        };
        QVERIFY(inside(facts.opType) && inside(facts.opName) && inside(facts.suffix));
    }
}

QTEST_APPLESS_MAIN(TestNames)
#include "tst_names.moc"
