// SPDX-License-Identifier: GPL-3.0-or-later
#include "qt_bytes.h"
#include "read_file.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace dumpscope::core;

namespace dumpscope::core {
void register_mindspore_execution_order_reader(FormatRegistry& registry);
void register_mindspore_metadata_reader(FormatRegistry& registry);
} // namespace dumpscope::core

namespace {

QString propertyOf(const ReadFile& file, std::string_view key)
{
    for (const auto& [name, value] : file.contents().properties) {
        if (name == key)
            return QString::fromStdString(value);
    }
    return "(none)";
}

QStringList operatorsOf(const ReadFile& file)
{
    QStringList names;
    for (const ExecutionOrder& order : file.contents().orders) {
        for (const std::string& name : order.operators)
            names.append(QString::fromStdString(name));
    }
    return names;
}

QList<qint64> iterationsOf(const ReadFile& file)
{
    QList<qint64> iterations;
    for (const ExecutionOrder& order : file.contents().orders)
        iterations.append(QList<qint64>(order.iterations.begin(), order.iterations.end()));
    return iterations;
}

constexpr const char* kHeader = "NodeExecutionOrder-FullNameWithScope\n";

} // namespace

class TestExecutionOrder : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void realFiles_data();
    void realFiles();
    void specifiedFiles();
    void oddFiles_data();
    void oddFiles();
    void namesAndHeaders();
    void truncatedAndFlipped();
    void realMetadata_data();
    void realMetadata();
    void otherMetadata();
    void damagedMetadata();

private:
    FormatRegistry m_registry;
};

void TestExecutionOrder::initTestCase()
{
    register_mindspore_execution_order_reader(m_registry);
    register_mindspore_metadata_reader(m_registry);
}

void TestExecutionOrder::realFiles_data()
{
    QTest::addColumn<QString>("path");
    const QString root = DUMPSCOPE_TEST_DATA "/mindspore";
    QDirIterator files(root, {"ms_*execution_order_graph_*.csv"}, QDir::Files, QDirIterator::Subdirectories);
    int count = 0;
    while (files.hasNext()) {
        const QString path = files.next();
        QTest::newRow(qPrintable(path.mid(root.size() + 1))) << path;
        ++count;
    }
    QVERIFY(count > 25);
}

void TestExecutionOrder::realFiles()
{
    QFETCH(QString, path);
    QFile data(path);
    QVERIFY(data.open(QIODevice::ReadOnly));
    const QByteArray content = data.readAll();
    const QString name = QFileInfo(path).fileName();
    const ReadFile file(m_registry, name.toStdString(), toBytes(content));
    QCOMPARE(file.family(), std::string("mindspore-order"));
    QVERIFY(file.claim().confidence >= 80);
    QVERIFY(file.contents().problems.empty());
    QCOMPARE(file.contents().orders.size(), std::size_t {1});
    const ExecutionOrder& order = file.contents().orders[0];
    QCOMPARE(order.global, name.contains("global"));
    const auto graph = QRegularExpression("_(\\d+)\\.csv$").match(name).captured(1).toLongLong();
    QCOMPARE(order.graphId, graph);

    QStringList lines = QString::fromUtf8(content).split('\n');
    QCOMPARE(lines.takeLast(), QString()); // every line ends
    if (order.global) {
        QList<qint64> expected;
        for (const QString& line : lines)
            expected.append(line.toLongLong());
        QCOMPARE(iterationsOf(file), expected);
        QVERIFY(order.operators.empty());
    } else {
        QCOMPARE(lines.takeFirst() + '\n', QString(kHeader));
        QCOMPARE(operatorsOf(file), lines);
        QVERIFY(order.iterations.empty());
    }
}

void TestExecutionOrder::specifiedFiles()
{
    const QString root = "mindspore-ascend-graphs/";
    const QJsonArray files = testJson(root + "facts.json")["order_files"].toArray();
    QCOMPARE(files.size(), 3);
    for (const QJsonValue& fact : files) {
        const QString path = fact["path"].toString();
        const ReadFile file(
            m_registry, QFileInfo(path).fileName().toStdString(), toBytes(testData(root + path)));
        QCOMPARE(file.family(), std::string("mindspore-order"));
        if (fact.toObject().contains("expected_problem")) {
            QVERIFY(file.hasProblem(Code::Unsupported));
            QVERIFY(file.contents().orders.empty());
            continue;
        }
        QVERIFY(file.contents().problems.empty());
        QList<qint64> iterations;
        for (const QJsonValue& iteration : fact["iterations"].toArray())
            iterations.append(iteration.toInteger());
        QCOMPARE(iterationsOf(file), iterations);
        QCOMPARE(operatorsOf(file), fact["names"].toVariant().toStringList());
        QCOMPARE(file.contents().orders.size(), std::size_t {1});
    }
}

void TestExecutionOrder::oddFiles_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QStringList>("operators");
    QTest::addColumn<QList<qint64>>("iterations");
    QTest::addColumn<int>("problem");
    const QString order = "ms_execution_order_graph_0.csv";
    const QString global = "ms_global_execution_order_graph_7.csv";
    const auto code = [](Code c) { return static_cast<int>(c); };
    const QByteArray header = kHeader;

    QTest::newRow("carriage returns and blank lines")
        << order << QByteArray("NodeExecutionOrder-FullNameWithScope\r\na/b\r\n\r\nc d\r\n")
        << QStringList {"a/b", "c d"} << QList<qint64> {} << -1;
    QTest::newRow("no last line end")
        << order << header + "a\nb" << QStringList {"a", "b"} << QList<qint64> {} << code(Code::Truncated);
    QTest::newRow("not UTF-8") << order << header + "a\xFF\n"
                               << QStringList {QString::fromUtf8("a\xFF")} << QList<qint64> {}
                               << code(Code::BadEncoding);
    QTest::newRow("UTF-8") << order << header + "Default/\xE2\x9C\x93\n"
                           << QStringList {QString::fromUtf8("Default/\xE2\x9C\x93")} << QList<qint64> {}
                           << -1;
    QTest::newRow("empty") << order << QByteArray() << QStringList {} << QList<qint64> {}
                           << code(Code::Truncated);
    QTest::newRow("half a header") << order << QByteArray("NodeExecutionOrder-Full") << QStringList {}
                                   << QList<qint64> {} << code(Code::Truncated);
    QTest::newRow("no header") << order << QByteArray("Default/Add-op0\n") << QStringList {}
                               << QList<qint64> {} << code(Code::BadHeader);
    QTest::newRow("recorder") << order << QByteArray("execution_order size:3\nx\n") << QStringList {}
                              << QList<qint64> {} << code(Code::Unsupported);
    QTest::newRow("no iterations") << global << QByteArray() << QStringList {} << QList<qint64> {} << -1;
    QTest::newRow("two ranks") << global << QByteArray("0\n1\n0\n1\n") << QStringList {}
                               << QList<qint64> {0, 1, 0, 1} << -1;
    QTest::newRow("not numbers") << global << QByteArray("0\nx\n-1\n99999999999999999999\n2\n")
                                 << QStringList {} << QList<qint64> {0, 2} << code(Code::BadSyntax);
}

void TestExecutionOrder::oddFiles()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(int, problem);
    const ReadFile file(m_registry, name.toStdString(), toBytes(content));
    QCOMPARE(file.family(), std::string("mindspore-order"));
    QVERIFY(file.error().empty());
    QTEST(operatorsOf(file), "operators");
    QTEST(iterationsOf(file), "iterations");
    if (problem < 0)
        QVERIFY(file.contents().problems.empty());
    else
        QVERIFY(file.hasProblem(static_cast<Code>(problem)));
}

void TestExecutionOrder::namesAndHeaders()
{
    const auto family = [&](const char* name, const QByteArray& content) {
        return ReadFile(m_registry, name, toBytes(content)).family();
    };
    QCOMPARE(family("renamed.txt", QByteArray(kHeader) + "a\n"), std::string("mindspore-order"));
    QCOMPARE(family("other.csv", "a\nb\n"), std::string());
    QCOMPARE(family("ms_execution_order_graph_x.csv", "a\n"), std::string());
    QCOMPARE(family("ms_execution_order_graph_.csv", "a\n"), std::string());
    QCOMPARE(family("ms_execution_order_graph_1.csv.bak", "a\n"), std::string());

    QByteArray many = kHeader;
    for (int i = 0; i < 300; ++i)
        many += "\xFF\n";
    const ReadFile file(m_registry, "ms_execution_order_graph_0.csv", toBytes(many));
    QCOMPARE(operatorsOf(file).size(), 300);
    QVERIFY(file.contents().problems.size() <= 101);
    QVERIFY(file.hasProblem(Code::Limit));
}

void TestExecutionOrder::truncatedAndFlipped()
{
    const QByteArray content
        = testData("mindspore-async/g2_rank/rank_0/execution_order/ms_execution_order_graph_1.csv");
    QVERIFY(content.size() > 100);
    const std::string name = "ms_execution_order_graph_1.csv";
    const QStringList all = QString::fromUtf8(content).split('\n').mid(1, 3);
    for (qsizetype length = 0; length < content.size(); ++length) {
        const ReadFile file(m_registry, name, toBytes(content.left(length)));
        QVERIFY(file.error().empty());
        const QStringList names = operatorsOf(file);
        const bool whole = length > 0 && content[length - 1] == '\n';
        QVERIFY(whole || !file.contents().problems.empty());
        for (qsizetype i = 0; i < names.size(); ++i)
            QVERIFY(i + 1 == names.size() ? all[i].startsWith(names[i]) : all[i] == names[i]);
    }
    for (qsizetype at = 0; at < content.size(); ++at) {
        for (const int flip : {0x01, 0x0A, 0x80, 0xFF}) {
            QByteArray damaged = content;
            damaged[at] = static_cast<char>(damaged[at] ^ flip);
            const ReadFile file(m_registry, name, toBytes(damaged));
            QVERIFY(file.error().empty());
            QVERIFY(operatorsOf(file).size() <= 4);
        }
    }
}

void TestExecutionOrder::realMetadata_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("producer");
    QTest::addColumn<QString>("iteration");
    QTest::newRow("2.10") << "mindspore/control-ms210"
                          << "MindSpore 2.10.0"
                          << "all";
    QTest::newRow("2.7") << "mindspore/nan-ms270-statistic"
                         << "MindSpore 2.7.0"
                         << "0-1";
    QTest::newRow("1.6") << "mindspore/lenet-ms16-tensor"
                         << "MindSpore 1.6.1"
                         << "0";
    QTest::newRow("1.3") << "mindspore/lenet-ms13-tensor"
                         << "MindSpore 1.3.0"
                         << "0";
}

void TestExecutionOrder::realMetadata()
{
    QFETCH(QString, folder);
    const QString root = folder + "/rank_0/.dump_metadata/";
    const ReadFile config(m_registry, "config.json", toBytes(testData(root + "config.json")));
    QCOMPARE(config.family(), std::string("mindspore-metadata"));
    QVERIFY(config.contents().problems.empty());
    QTEST(propertyOf(config, "producer"), "producer");
    QCOMPARE(propertyOf(config, "device_target"), QString("CPU"));

    const ReadFile settings(m_registry, "data_dump.json", toBytes(testData(root + "data_dump.json")));
    QCOMPARE(settings.family(), std::string("mindspore-metadata"));
    QVERIFY(settings.contents().problems.empty());
    QTEST(propertyOf(settings, "common_dump_settings.iteration"), "iteration");
    QCOMPARE(propertyOf(settings, "common_dump_settings.dump_mode"), QString("0"));
    QCOMPARE(propertyOf(settings, "common_dump_settings.kernels"), QString());
    QCOMPARE(propertyOf(settings, "common_dump_settings.support_device"), QString("0, 1, 2, 3, 4, 5, 6, 7"));
    QCOMPARE(propertyOf(settings, "e2e_dump_settings.enable"), QString("true"));
}

void TestExecutionOrder::otherMetadata()
{
    const ReadFile acl(m_registry, "acl_dump_3.json",
        toBytes(R"({"dump":{"dump_list":[{"layer":["a"]}],"dump_mode":"all","dump_path":"/d/5"}})"));
    QCOMPARE(acl.family(), std::string("mindspore-metadata"));
    QCOMPARE(propertyOf(acl, "acl_dump.device_id"), QString("3"));
    QCOMPARE(propertyOf(acl, "dump.dump_mode"), QString("all"));
    QCOMPARE(propertyOf(acl, "dump.dump_path"), QString("/d/5"));

    FolderFacts tree;
    tree.layout = "mindspore-rank";
    const QByteArray table = R"({"status":"completed","group_list":[{},{}]})";
    QCOMPARE(ReadFile(m_registry, "hccl.json", toBytes(table)).family(), std::string());
    const ReadFile ranks(m_registry, "hccl.json", toBytes(table), tree);
    QCOMPARE(ranks.family(), std::string("mindspore-metadata"));
    QCOMPARE(propertyOf(ranks, "rank_table.status"), QString("completed"));
    QCOMPARE(propertyOf(ranks, "rank_table.group_list"), QString("2 items"));

    QCOMPARE(ReadFile(m_registry, "config.json", toBytes(R"({"a":1})")).family(), std::string());
    QCOMPARE(ReadFile(m_registry, "acl.json", toBytes(R"({"dump":{}})")).family(), std::string());
}

void TestExecutionOrder::damagedMetadata()
{
    const QByteArray content = testData("mindspore/lenet-ms16-tensor/rank_0/.dump_metadata/data_dump.json");
    QVERIFY(content.size() > 100);
    FolderFacts tree;
    tree.layout = "mindspore-rank";
    for (qsizetype length = 0; length < content.size(); ++length) {
        const ReadFile file(m_registry, "data_dump.json", toBytes(content.left(length)), tree);
        QCOMPARE(file.family(), std::string("mindspore-metadata"));
        QVERIFY(file.error().empty());
        const bool onlyBlanksMissing = QString::fromUtf8(content.mid(length)).trimmed().isEmpty();
        QCOMPARE(file.contents().problems.empty(), onlyBlanksMissing);
    }
    for (const char* text : {"null", "[]", "3", "\"x\"", "{\"common_dump_settings\":1}",
             "{\"common_dump_settings\":{\"iteration\":{}, \"kernels\":[[1],{},null]}}", "{}"}) {
        const ReadFile file(m_registry, "data_dump.json", toBytes(text), tree);
        QVERIFY(file.error().empty());
    }
}

QTEST_APPLESS_MAIN(TestExecutionOrder)
#include "tst_execution_order.moc"
