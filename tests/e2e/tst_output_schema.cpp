// SPDX-License-Identifier: GPL-3.0-or-later
// What `compare --json` prints against the published schema: all it prints is described, and what is
// described is as it says.
#include "json_schema.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace dumpscope;

namespace {

/// Members that the schema does not know are refused, so that none is printed without a description.
QJsonValue closed(const QJsonValue& schema)
{
    if (schema.isArray()) {
        QJsonArray array;
        for (const QJsonValue& item : schema.toArray())
            array.append(closed(item));
        return array;
    }
    if (!schema.isObject())
        return schema;
    QJsonObject object = schema.toObject();
    for (auto it = object.begin(); it != object.end(); ++it)
        *it = closed(*it);
    if (object.value("type") == "object" && object.value("properties").isObject())
        object["additionalProperties"] = false;
    return object;
}

QByteArray schemaText(bool isClosed)
{
    QFile file(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/../schemas/compare.schema.json"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    if (!isClosed)
        return file.readAll();
    QJsonObject schema = closed(QJsonDocument::fromJson(file.readAll()).object()).toObject();
    // Pairs as they are without --fields.
    QJsonObject properties = schema["properties"].toObject();
    properties["pairs"] = QJsonObject {{"type", "array"}, {"items", QJsonObject {{"$ref", "#/$defs/pair"}}}};
    schema["properties"] = properties;
    return QJsonDocument(schema).toJson();
}

QByteArray printed(const QStringList& arguments)
{
    QProcess program;
    const QStringList before = arguments.value(0) == "--ssh" ? arguments.mid(0, 2) : QStringList();
    program.start(QStringLiteral(DUMPSCOPE_BINARY_DIR "/dumpscope-cli"),
        before + QStringList {"compare", "--json", "--progress", "none"} + arguments.mid(before.size()));
    return program.waitForFinished(120'000) ? program.readAllStandardOutput() : QByteArray();
}

} // namespace

class TestOutputSchema : public QObject { // NOLINT
    Q_OBJECT

    QTemporaryDir m_work;

private slots:
    void compare_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const QString sample = DUMPSCOPE_SAMPLE_DATA "/";
        QTest::newRow("sample") << QStringList {
            sample + "target", sample + "golden", "--top", "3", "--blocks", "4"};
        QTest::newRow("msaccucmp") << QStringList {
            sample + "target", sample + "golden", "--profile", "msaccucmp"};
        QTest::newRow("nothing to compare")
            << QStringList {sample + "target", sample + "golden", "--filter", "nobody"};
        QTest::newRow("null") << QStringList {sample + "golden", sample + "golden", "--nan-as-null"};
        // Of another machine, for which this one stands.
        const QString ssh = m_work.filePath("ssh");
        QFile script(ssh);
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("#!/bin/sh\nexec '" DUMPSCOPE_BINARY_DIR "/dumpscope-cli' serve --stdio\n");
        script.setPermissions(script.permissions() | QFile::ExeOwner);
        script.close();
        QTest::newRow("elsewhere") << QStringList {
            "--ssh", ssh, "ssh://there" + sample + "target", sample + "golden"};
        const QString data = DUMPSCOPE_TEST_DATA "/";
        for (const char* folder : {"msprobe", "ascend", "npy", "statistics", "overflow"})
            QTest::newRow(folder) << QStringList {data + folder, data + folder};
        const QString runs = data + "runs/dev/";
        for (const QString& run : QDir(runs).entryList(QDir::Dirs | QDir::NoDotAndDotDot).mid(0, 8))
            QTest::newRow(qPrintable(run))
                << QStringList {runs + run + "/target.zip", runs + run + "/golden.zip"};
    }
    void compare()
    {
        QFETCH(const QStringList, arguments);
        static const test::JsonSchema schema(schemaText(false).toStdString());
        static const test::JsonSchema strict(schemaText(true).toStdString());
        QVERIFY(schema.isSchema() && strict.isSchema());
        const auto document = core::parseJson(printed(arguments).toStdString());
        QVERIFY(document.has_value());
        QVERIFY(schema.accepts(*document));
        QVERIFY(strict.accepts(*document));
        QCOMPARE(strict.unknownKeyword(), std::string());
    }

    void fieldsAreFree()
    {
        const test::JsonSchema schema(schemaText(false).toStdString());
        const QString sample = DUMPSCOPE_SAMPLE_DATA "/";
        const auto document = core::parseJson(
            printed({sample + "target", sample + "golden", "--fields", "op_name,cosine_similarity"})
                .toStdString());
        QVERIFY(document.has_value() && schema.accepts(*document));
    }

    void refusesWhatIsNotSo()
    {
        const test::JsonSchema schema(schemaText(false).toStdString());
        QByteArray text
            = printed({QString(DUMPSCOPE_SAMPLE_DATA "/target"), QString(DUMPSCOPE_SAMPLE_DATA "/golden")});
        QVERIFY(text.contains("\"order_known\":true"));
        text.replace("\"order_known\":true", "\"order_known\":\"true\"");
        const auto document = core::parseJson(text.toStdString());
        QVERIFY(document.has_value() && !schema.accepts(*document));
    }
};

QTEST_GUILESS_MAIN(TestOutputSchema)
#include "tst_output_schema.moc"
