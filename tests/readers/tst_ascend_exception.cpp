// SPDX-License-Identifier: GPL-3.0-or-later
// Exception dumps: containers of every variant and ELF core files, against facts that were not written
// by this program (tests/data/exception/facts.json).
#include "model/dump_folder.h"
#include "model/tensor_store.h"
#include "qt_bytes.h"
#include "read_file.h"
#include "summary/dump_summary.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QTest>

#include <algorithm>

using namespace dumpscope::core;

namespace {

const QString kCore = QStringLiteral("te_matmulv2_1234abcd_1.5.8.20260301113000123.core");

FolderFacts exceptionFolder()
{
    FolderFacts facts;
    facts.layout = "ascend-exception";
    return facts;
}

std::vector<std::byte> fileBytes(const QString& name)
{
    return toBytes(testData("exception/extra-info/data-dump/0/" + name));
}

QString sha256(const Bytes& bytes)
{
    const QByteArray data(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    return QString::fromLatin1(QCryptographicHash::hash(data, QCryptographicHash::Sha256).toHex());
}

template<typename T> void put(std::vector<std::byte>& bytes, std::size_t offset, T value)
{
    std::memcpy(bytes.data() + offset, &value, sizeof value);
}

} // namespace

class TestAscendException : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void containers_data();
    void containers();
    void names();
    void coreBlocks();
    void coreLocal();
    void coreRegisters();
    void coreDevice();
    void coreCut();
    void cutAnywhere();
    void flippedAnywhere();
    void hostile_data();
    void hostile();
    void sideFiles();
    void summary();

private:
    QJsonObject fact(const QString& variant) const
    {
        for (const QJsonValue& item : m_facts["exception"].toArray()) {
            if (item["variant"] == variant)
                return item.toObject();
        }
        return {};
    }
    QJsonObject m_facts;
    std::shared_ptr<const FormatRegistry> m_formats = builtinFormats();
};

void TestAscendException::initTestCase()
{
    m_facts = testJson("exception/facts.json");
    QCOMPARE(m_facts["exception"].toArray().size(), 12);
}

void TestAscendException::containers_data()
{
    QTest::addColumn<QJsonObject>("fact");
    for (const QJsonValue& item : m_facts["exception"].toArray()) {
        if (item["header"].isObject())
            QTest::newRow(qPrintable(item["path"].toString().section('/', -1))) << item.toObject();
    }
}

void TestAscendException::containers()
{
    QFETCH(QJsonObject, fact);
    const QString name = fact["path"].toString().section('/', -1);
    ReadFile file(*m_formats, name.toStdString(), fileBytes(name), exceptionFolder());
    QCOMPARE(file.family(), std::string("ascend-bin"));
    const QJsonObject header = fact["header"].toObject();
    const QJsonArray tensors = header["tensors"].toArray();
    QCOMPARE(file.tensors().size(), static_cast<std::size_t>(tensors.size()));
    for (qsizetype i = 0; i < tensors.size(); ++i) {
        const QJsonObject expected = tensors[i].toObject();
        const TensorRecord& record = file.tensors()[static_cast<std::size_t>(i)];
        const auto described
            = [&](const char* key) { return QString::fromStdString(file.described(record, key)); };
        QCOMPARE(record.io, *ioFromWord(expected["io"].toString().toStdString()));
        QCOMPARE(record.slot.value_or(-1), expected["index"].toInt());
        QCOMPARE(record.bytes, static_cast<std::uint64_t>(expected["size"].toInteger()));
        QCOMPARE(described("payload offset"), QString::number(expected["offset"].toInt()));
        if (expected.contains("arg_index"))
            QCOMPARE(described("arg_index"), QString::number(expected["arg_index"].toInt()));
        if (expected.contains("input_type"))
            QVERIFY(
                described("input_type").startsWith(QString::number(expected["input_type"].toInt()) + ' '));
        if (expected.contains("address"))
            QCOMPARE(described("address"), "0x" + QString::number(expected["address"].toInteger(), 16));
        const auto view = file.open(record);
        QVERIFY(view.has_value());
        QCOMPARE(sha256(view->bytes), expected["sha256"].toString());
    }
    const TensorRecord& first = file.tensors().at(0);
    QCOMPARE(file.described(first, "dfx_message"), header["dfx_message"].toString().toStdString());
    if (fact.contains("stream"))
        QCOMPARE(file.facts().stream.value_or(0), static_cast<std::uint32_t>(fact["stream"].toInt()));
    if (fact.contains("task"))
        QCOMPARE(file.facts().task.value_or(0), static_cast<std::uint32_t>(fact["task"].toInt()));
    if (fact.contains("context")) {
        QCOMPARE(file.facts().context.value_or(0), static_cast<std::uint32_t>(fact["context"].toInt()));
        QCOMPARE(file.facts().thread.value_or(0), static_cast<std::uint32_t>(fact["thread"].toInt()));
    }
    if (fact.contains("time"))
        QCOMPARE(QString::number(file.facts().timestamp.value_or(0)), fact["time"].toString());
    if (fact.contains("attr"))
        QCOMPARE(file.described(first, "attr user_tag"), std::string("my tag, not json"));
}

// A null address leaves an argument out; that shows in the numbers of those that are there.
void TestAscendException::names()
{
    const QString name = QStringLiteral("Add.net_zeros.13.20260301113000123");
    ReadFile file(*m_formats, name.toStdString(), fileBytes(name), exceptionFolder());
    QVERIFY(file.tensors().at(1).problem.text().find("argument 1") != std::string::npos);
    const QString complete = QStringLiteral("exception_info.5.8.20260301113000123");
    ReadFile brief(*m_formats, complete.toStdString(), fileBytes(complete), exceptionFolder());
    for (const TensorRecord& record : brief.tensors())
        QVERIFY(record.problem.empty());
}

void TestAscendException::coreBlocks()
{
    ReadFile file(*m_formats, kCore.toStdString(), fileBytes(kCore), exceptionFolder());
    QCOMPARE(file.family(), std::string("ascend-core"));
    QCOMPARE(file.facts().task.value_or(0), 8U);
    QCOMPARE(file.facts().stream.value_or(0), 5U);
    const QJsonArray blocks = fact("core")["elf"].toObject()["global_blocks"].toArray();
    const Io roles[] = {Io::Input, Io::Output, Io::Workspace, Io::Argument};
    QCOMPARE(file.tensors().size(), static_cast<std::size_t>(blocks.size()) + 2); // local memory, registers
    for (qsizetype i = 0; i < blocks.size(); ++i) {
        const QJsonObject expected = blocks[i].toObject();
        const TensorRecord& record = file.tensors()[static_cast<std::size_t>(i)];
        const auto described
            = [&](const char* key) { return QString::fromStdString(file.described(record, key)); };
        QCOMPARE(record.io, roles[i]);
        QCOMPARE(record.bytes, static_cast<std::uint64_t>(expected["size"].toInt()));
        QCOMPARE(described("address"), "0x" + QString::number(expected["dev_addr"].toInteger(), 16));
        QCOMPARE(described("data valid"), expected["data_invalid"].toBool() ? "no" : "yes");
        QCOMPARE(described("section").section(' ', 0, 0), QString::number(expected["section"].toInt()));
        QVERIFY(described("input_type").startsWith(QString::number(expected["type"].toInt()) + ' '));
        QString dims
            = QString::fromUtf8(QJsonDocument(expected["dims"].toArray()).toJson(QJsonDocument::Compact));
        QCOMPARE(described("dimensions"), dims);
        const auto view = file.open(record);
        QVERIFY(view.has_value());
        QCOMPARE(sha256(view->bytes), expected["sha256"].toString());
        QCOMPARE(record.state, expected["data_invalid"].toBool() ? TensorState::Unreadable : TensorState::Ok);
        QCOMPARE(record.problem.empty(), !expected["data_invalid"].toBool());
    }
}

void TestAscendException::coreLocal()
{
    ReadFile file(*m_formats, kCore.toStdString(), fileBytes(kCore), exceptionFolder());
    const QJsonObject local = fact("core")["elf"].toObject()["local"].toObject();
    const TensorRecord* record = file.find(Io::Buffer, 0, "local.12");
    QVERIFY(record != nullptr);
    QCOMPARE(record->bytes, static_cast<std::uint64_t>(local["size"].toInt()));
    QCOMPARE(sha256(file.open(*record)->bytes), local["sha256"].toString());
    QCOMPARE(file.described(*record, "memory"), std::string("4 (UB)"));
    QCOMPARE(file.described(*record, "core"), std::string("12"));
}

void TestAscendException::coreRegisters()
{
    ReadFile file(*m_formats, kCore.toStdString(), fileBytes(kCore), exceptionFolder());
    const TensorRecord* record = file.find(Io::Buffer, 0, "regs.12");
    QVERIFY(record != nullptr);
    for (const QJsonValue& item : fact("core")["elf"].toObject()["registers"].toArray()) {
        const std::string key = "register 0x" + QString::number(item["addr"].toInt(), 16).toStdString();
        const QString expected
            = item["value"].toString() + (item["valid"].toBool() ? "" : " (invalid)") + ", 8 bytes";
        QCOMPARE(QString::fromStdString(file.described(*record, key)), expected);
    }
}

void TestAscendException::coreDevice()
{
    ReadFile file(*m_formats, kCore.toStdString(), fileBytes(kCore), exceptionFolder());
    const QJsonObject elf = fact("core")["elf"].toObject();
    const TensorRecord& any = file.tensors().at(0);
    QCOMPARE(file.described(any, "kernel"), elf["kernel"].toString().toStdString());
    QCOMPARE(file.described(any, "sections"), std::to_string(elf["sections"].toInt()));
    QCOMPARE(file.described(any, "device id"), std::string("0"));
    QCOMPARE(file.described(any, "device type"), std::string("2"));
    QCOMPARE(file.described(any, "aic_bitmap0"), std::string("0x1000")); // 4096
    QCOMPARE(file.described(any, "stalled AI cores"), std::string("12"));
    QCOMPARE(file.described(any, "stalled vector cores"), std::string("none"));
    QVERIFY(file.described(any, "file_kernel_json").find("opParaSize") != std::string::npos);
}

void TestAscendException::coreCut()
{
    const QString name = QStringLiteral("te_matmulv2_1234abcd_1.5.17.20260301113000123.core");
    ReadFile file(*m_formats, name.toStdString(), fileBytes(name), exceptionFolder());
    QCOMPARE(file.tensors().size(), 1U);
    QCOMPARE(file.tensors()[0].state, TensorState::Unreadable);
    QCOMPARE(file.tensors()[0].problem.text(),
        std::string("section header table lies behind the end of the file"));
}

void TestAscendException::cutAnywhere()
{
    const auto whole = fileBytes(kCore);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        ReadFile file(*m_formats, kCore.toStdString(),
            {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)}, exceptionFolder());
        QCOMPARE(file.family(), std::string("ascend-core"));
        QVERIFY(file.error().empty());
        QVERIFY(!file.contents().problems.empty()); // the table is at the end
    }
}

void TestAscendException::flippedAnywhere()
{
    const auto whole = fileBytes(kCore);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        auto bytes = whole;
        bytes[i] ^= std::byte {0xFF};
        ReadFile file(*m_formats, kCore.toStdString(), bytes, exceptionFolder());
        for (const TensorRecord& record : file.tensors()) {
            (void)file.described(record, "");
            const auto view = file.open(record);
            QVERIFY(!view || view->bytes.size() <= file.size());
        }
    }
}

void TestAscendException::hostile_data()
{
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<quint64>("value");
    QTest::addColumn<int>("width");
    const quint64 table = 0x6E3; // e_shoff of the sample
    const auto section = [&](int number, int field) { return table + 64 * quint64(number) + quint64(field); };
    QTest::newRow("table at the last byte") << quint64 {40} << quint64 {2594} << 8;
    QTest::newRow("table offset wraps") << quint64 {40} << ~quint64 {0} << 8;
    QTest::newRow("65535 sections") << quint64 {60} << quint64 {65535} << 2;
    QTest::newRow("no sections") << quint64 {60} << quint64 {0} << 2;
    QTest::newRow("names outside") << quint64 {62} << quint64 {500} << 2;
    QTest::newRow("block size wraps") << section(1, 32) << ~quint64 {0} << 8;
    QTest::newRow("block offset wraps") << section(1, 24) << ~quint64 {0} - 8 << 8;
    QTest::newRow("row number") << section(1, 44) << quint64 {0xFFFFFFFF} << 4;
    QTest::newRow("table of itself") << section(1, 40) << quint64 {1} << 4;
    QTest::newRow("register size 1") << section(8, 56) << quint64 {1} << 8;
    QTest::newRow("register size 0") << section(8, 56) << quint64 {0} << 8;
    QTest::newRow("26 dimensions") << quint64 {0x128 + 24} << quint64 {26} << 4;
    QTest::newRow("kernel name too long") << quint64 {0x622} << quint64 {0xFFFFFFFF} << 4;
    QTest::newRow("device table cut") << section(9, 32) << quint64 {39} << 8;
}

void TestAscendException::hostile()
{
    QFETCH(quint64, offset);
    QFETCH(quint64, value);
    QFETCH(int, width);
    auto bytes = fileBytes(kCore);
    for (int i = 0; i < width; ++i)
        put(bytes, offset + static_cast<quint64>(i), static_cast<std::uint8_t>(value >> (8 * i)));
    ReadFile file(*m_formats, kCore.toStdString(), bytes, exceptionFolder());
    QCOMPARE(file.family(), std::string("ascend-core"));
    for (const TensorRecord& record : file.tensors()) {
        (void)file.described(record, "");
        (void)file.open(record);
    }
    if (std::string_view(QTest::currentDataTag()) != "names outside"
        && std::string_view(QTest::currentDataTag()) != "no sections")
        QVERIFY(!file.contents().problems.empty());
}

void TestAscendException::sideFiles()
{
    for (const char* name : {"te_matmulv2_1234abcd_1_host.o", "te_matmulv2_1234abcd_1.json"}) {
        ReadFile file(*m_formats, name, fileBytes(name), exceptionFolder());
        QCOMPARE(file.family(), std::string("ascend-kernel"));
        QVERIFY(file.tensors().empty());
        QVERIFY(!file.contents().properties.empty());
    }
}

void TestAscendException::summary()
{
    OwnedTask task(1);
    const auto index = openDump(DUMPSCOPE_TEST_DATA "/exception/extra-info", m_formats, {}, task);
    QVERIFY(index.has_value());
    const DumpSummary summary = summarise(**index);
    QCOMPARE(summary.kinds.at(0).id, std::string("ascend-exception"));
    QCOMPARE(summary.counts.unrecognised, 0U);
    QCOMPARE(summary.ranks, (std::vector<std::int64_t> {0}));
}

QTEST_APPLESS_MAIN(TestAscendException)
#include "tst_ascend_exception.moc"
