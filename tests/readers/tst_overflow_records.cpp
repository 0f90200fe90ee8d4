// SPDX-License-Identifier: GPL-3.0-or-later
// Records of both layouts against facts that were not written by this program
// (tests/data/overflow/facts.json), damaged ones, converted ones, and the operators they name.
#include "model/dump_folder.h"
#include "model/tensor_table.h"
#include "qt_bytes.h"
#include "read_file.h"
#include "records/overflow_record.h"
#include "summary/dump_summary.h"

#include <QJsonArray>
#include <QTest>

#include <algorithm>

using namespace dumpscope::core;

namespace {

QString raw(const OverflowRecord& record)
{
    std::string text;
    JsonWriter json([&text](std::string_view piece) { text += piece; });
    writeOverflowJson(json, record);
    json.finish();
    return QString::fromStdString(text).trimmed();
}

std::vector<std::byte> fileBytes(const QString& path)
{
    return toBytes(testData("overflow/" + path));
}

QString nameOf(const QString& path)
{
    return path.section('/', -1);
}

} // namespace

class TestOverflowRecords : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void records_data() { addRecords(); }
    void records();
    void officialJson_data() { addRecords(); }
    void officialJson();
    void damaged_data();
    void damaged();
    void summary();
    void rowsOfNamedOperators();
    void otherFolderOfTheStep();
    void jsonInAnyOrder();
    void strangeJson_data();
    void strangeJson();
    void cutAnywhere_data();
    void cutAnywhere();
    void flippedAnywhere();
    void severalContainers();

private:
    void addRecords();
    const OverflowEntry* entryOf(const QString& path) const
    {
        for (const OverflowEntry& entry : m_index->overflows()) {
            if (QString::fromStdString(m_index->filePath(entry.file)) == path)
                return &entry;
        }
        return nullptr;
    }
    QStringList filesOf(const OverflowOperator& named) const
    {
        QStringList files;
        for (const TensorId id : named.tensors)
            files << QString::fromStdString(m_index->filePath(m_index->tensor(id).file));
        files.removeDuplicates();
        return files;
    }

    QJsonObject m_facts;
    OwnedTask m_task {1};
    std::shared_ptr<const FormatRegistry> m_formats = builtinFormats();
    std::shared_ptr<const DumpIndex> m_index;
};

void TestOverflowRecords::initTestCase()
{
    m_facts = testJson("overflow/facts.json");
    QCOMPARE(m_facts["records"].toArray().size(), 49);
    auto index = openDump(DUMPSCOPE_TEST_DATA "/overflow/dump", m_formats, {}, m_task);
    QVERIFY(index.has_value());
    m_index = *index;
}

void TestOverflowRecords::addRecords()
{
    QTest::addColumn<QJsonObject>("fact");
    for (const QJsonValue& item : m_facts["records"].toArray())
        QTest::newRow(qPrintable(nameOf(item["path"].toString()))) << item.toObject();
}

void TestOverflowRecords::records()
{
    QFETCH(QJsonObject, fact);
    const OverflowEntry* entry = entryOf(fact["path"].toString().mid(5));
    QVERIFY(entry != nullptr);
    const OverflowRecord& record = entry->record;
    const QJsonObject decoded
        = fact.contains("decoded") ? fact["decoded"].toObject() : fact["decoded_if_accepted"].toObject();
    if (!decoded.isEmpty())
        QCOMPARE(QJsonDocument::fromJson(raw(record).toUtf8()).object(), decoded);
    if (fact.contains("overflow"))
        QCOMPARE(record.isOverflow(), fact["overflow"].toBool());
    if (fact.contains("expected_problem") && fact["pairs_with"].isNull() && record.isOverflow())
        QVERIFY(!entry->operators.at(0).note.empty());
    else if (fact.contains("expected_problem"))
        QVERIFY(!record.problems.empty());
    if (fact.contains("words")) {
        QStringList found;
        for (const OverflowBlock* block : record.setBlocks()) {
            for (const OverflowBit& bit : block->bits())
                found
                    << QStringLiteral("%1 %2 %3").arg(bit.bit).arg(bit.value).arg(bit.meaning.words().data());
        }
        QStringList expected;
        for (const QJsonValue& word : fact["words"].toArray()) {
            const int field = word["unit"] == "dha" ? 8 : 16;
            expected << QStringLiteral("%1 %2 %3")
                            .arg(word["bit"].toInt(field))
                            .arg(word["value"].toInt(1))
                            .arg(word["meaning"].toString());
        }
        found.sort();
        expected.sort();
        QCOMPARE(found, expected);
    }
    const QJsonObject pair = fact["pairs_with"].toObject();
    if (pair.isEmpty()) {
        QVERIFY(std::ranges::all_of(
            entry->operators, [](const OverflowOperator& named) { return named.tensors.empty(); }));
        return;
    }
    QCOMPARE(filesOf(entry->operators.at(0)), QStringList(pair["file"].toString().mid(5)));
    const TensorRow& row = m_index->tensor(entry->operators[0].tensors.at(0));
    QCOMPARE(QString::fromStdString(std::string(m_index->text(row.opName))), pair["op_name"].toString());
    const QJsonObject also = fact["also_pairs_with"].toObject();
    if (!also.isEmpty())
        QCOMPARE(filesOf(entry->operators.at(1)), QStringList(also["file"].toString().mid(5)));
}

// Byte for byte what the official converter writes, and read back to the same record.
void TestOverflowRecords::officialJson()
{
    QFETCH(QJsonObject, fact);
    if (!fact.contains("expected_json"))
        return; // the official converter refuses it
    const QByteArray expected = testData("overflow/" + fact["expected_json"].toString());
    const OverflowEntry* entry = entryOf(fact["path"].toString().mid(5));
    QCOMPARE(QByteArray::fromStdString(officialOverflowJson(entry->record)), expected);
    const auto again = parseOverflowJson(expected.toStdString());
    QVERIFY(again.has_value());
    QCOMPARE(raw(*again), raw(entry->record));
    QCOMPARE(again->isOverflow(), entry->record.isOverflow());
    ReadFile file(
        *m_formats, (nameOf(fact["path"].toString()) + ".output.0.json").toStdString(), toBytes(expected));
    QCOMPARE(file.family(), std::string("opdebug"));
    QCOMPARE(file.contents().overflows.size(), 1U);
    QVERIFY(file.tensors().empty());
}

void TestOverflowRecords::damaged_data()
{
    QTest::addColumn<QJsonObject>("fact");
    for (const QJsonValue& item : m_facts["damaged"].toArray())
        QTest::newRow(qPrintable(nameOf(item["path"].toString()))) << item.toObject();
}

void TestOverflowRecords::damaged()
{
    QFETCH(QJsonObject, fact);
    const OverflowEntry* entry = entryOf(fact["path"].toString().mid(5));
    QVERIFY(entry != nullptr);
    const QString expected = fact["expected_problem"].toString();
    if (fact["decodes"].toBool()) {
        QVERIFY(entry->record.isOverflow());
        return;
    }
    QVERIFY(entry->record.blocks.empty());
    QVERIFY(!entry->record.isOverflow());
    QVERIFY(!entry->record.problems.empty());
    const QString said = QString::fromStdString(entry->record.problems[0].message.text());
    if (expected.contains("layout"))
        QVERIFY2(expected.startsWith(said), qPrintable(said));
}

void TestOverflowRecords::summary()
{
    const DumpSummary summary = summarise(*m_index);
    QCOMPARE(summary.counts.overflowRecords, 65U); // 49 and 16 damaged ones
    QVERIFY(summary.has.overflow);
    QVERIFY(std::ranges::any_of(
        summary.kinds, [](const KindFinding& kind) { return kind.id == "overflow-detection"; }));
    // In the order of time within a folder.
    const auto& entries = m_index->overflows();
    for (std::size_t i = 1; i < entries.size(); ++i) {
        if (m_index->file(entries[i - 1].file).folder == m_index->file(entries[i].file).folder)
            QVERIFY(entries[i - 1].timestamp <= entries[i].timestamp);
    }
}

void TestOverflowRecords::rowsOfNamedOperators()
{
    QStringList expected;
    for (const QJsonValue& item : m_facts["records"].toArray()) {
        for (const char* key : {"pairs_with", "also_pairs_with"}) {
            if (item[key].isObject())
                expected << item[key]["file"].toString().mid(5);
        }
    }
    expected.removeDuplicates();
    expected.sort();
    const TensorTable table(m_index);
    QStringList found;
    for (std::uint32_t i = 0; i < table.rows(); ++i) {
        if (table.has(i, FilterTable::Property::Overflow))
            found << QString::fromStdString(m_index->filePath(m_index->tensor(TensorId(i)).file));
    }
    found.removeDuplicates();
    found.sort();
    QCOMPARE(found, expected);
}

// PyNative and dynamic shapes: the records are beside the nets, not in their folders.
void TestOverflowRecords::otherFolderOfTheStep()
{
    const auto index = openDump(DUMPSCOPE_TEST_DATA "/mindspore-async", m_formats, {}, m_task);
    QVERIFY(index.has_value());
    std::size_t checked = 0;
    for (const OverflowEntry& entry : (*index)->overflows()) {
        QCOMPARE(entry.operators.size(), 1U);
        const OverflowOperator& named = entry.operators[0];
        QVERIFY(!named.tensors.empty());
        const TensorRow& row = (*index)->tensor(named.tensors[0]);
        const auto block = entry.record.setBlocks()[0];
        QCOMPARE(std::uint64_t {row.task}, *block->value("task_id"));
        QCOMPARE(std::uint64_t {row.stream}, *block->value("stream_id"));
        const std::string path = (*index)->filePath(entry.file);
        if (path.find("debug_files") != std::string::npos) {
            // The tree the record is in, though another one has the same rank and step.
            QVERIFY((*index)->filePath(row.file).starts_with("g2_rank_npy/"));
            ++checked;
        }
    }
    QCOMPARE((*index)->overflows().size(), 3U);
    QCOMPARE(checked, 1U);
}

void TestOverflowRecords::jsonInAnyOrder()
{
    // As another converter writes it: keys sorted, one line (docs/formats/mindspore-dump.md 3.7).
    const auto record = parseOverflowJson(
        R"({"AI Core":{"block_idx":3,"kernel_code":"0x124080040000","model_id":514,"para_base":"0x100000f0000",)"
        R"("pc_start":"0x108000040000","status":32,"stream_id":7,"task_id":2,"task_type":0},)"
        R"("DHA Atomic Add":{"model_id":0,"para_base":"0x0","pc_start":"0x0","status":0,"stream_id":0,"task_id":0,)"
        R"("task_type":0},"L2 Atomic Add":{"model_id":0,"para_base":"0x0","pc_start":"0x0","status":0,)"
        R"("stream_id":0,"task_id":0,"task_type":0}})");
    QVERIFY(record.has_value());
    QVERIFY(record->problems.empty());
    const auto set = record->setBlocks();
    QCOMPARE(set.size(), 1U);
    QCOMPARE(set[0]->value("kernel_code").value_or(0), 0x124080040000ULL);
    QCOMPARE(set[0]->value("block_idx").value_or(0), 3ULL);
    QCOMPARE(set[0]->bits().at(0).name, std::string_view("float-compute"));
    QCOMPARE(set[0]->fields.back().name, std::string_view("status")); // the official order again
}

void TestOverflowRecords::strangeJson_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isRecord");
    QTest::newRow("empty") << "" << false;
    QTest::newRow("no JSON") << "AI Core" << false;
    QTest::newRow("array") << "[]" << false;
    QTest::newRow("other object") << R"({"a":1})" << false;
    QTest::newRow("one block only") << R"({"AI Core":{"status":32}})" << true;
    QTest::newRow("block is no object") << R"({"AI Core":5})" << true;
    QTest::newRow("negative") << R"({"AI Core":{"status":-1}})" << true;
    QTest::newRow("bad hex") << R"({"AI Core":{"pc_start":"0xzz","status":1}})" << true;
    QTest::newRow("too large") << R"({"AI Core":{"task_id":99999999999999999999}})" << true;
    QTest::newRow("acc_list empty") << R"({"acc_list":{}})" << true;
    QTest::newRow("unknown type") << R"({"magic":"0x5a5a5a5a","version":0,"acc_list":{"acc_type":"GPU"}})"
                                  << true;
    QTest::newRow("long status") << R"({"acc_list":{"acc_type":"AIC","data":{"status":[1,2,3,4,5]}}})"
                                 << true;
}

void TestOverflowRecords::strangeJson()
{
    QFETCH(QString, text);
    QFETCH(bool, isRecord);
    const auto record = parseOverflowJson(text.toStdString());
    QCOMPARE(record.has_value(), isRecord);
    if (record)
        QVERIFY(!record->problems.empty());
}

void TestOverflowRecords::cutAnywhere_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("old") << "dump/worked-A/Opdebug.Node_OpDebug.12.517.1700000000000001";
    QTest::newRow("new") << "dump/worked-B/Opdebug.Node_OpDebug.13.3.1700000000000002";
    QTest::newRow("json") << "expected/worked-A-Opdebug.Node_OpDebug.12.517.1700000000000001.output.0.json";
}

// Never a crash, and never an overflow nobody reported.
void TestOverflowRecords::cutAnywhere()
{
    QFETCH(QString, path);
    const auto whole = fileBytes(path);
    QVERIFY(!whole.empty());
    const std::string name = nameOf(path).remove("worked-A-").toStdString();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        ReadFile file(*m_formats, name, {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
        QCOMPARE(file.family(), std::string("opdebug"));
        QVERIFY(file.error().empty());
        QCOMPARE(file.contents().overflows.size(), 1U);
        const OverflowRecord& record = file.contents().overflows[0].record;
        // A new record is short; what is cut behind it does not touch it.
        if (record.layout == OverflowLayout::New && !record.blocks.empty())
            continue;
        QVERIFY(record.blocks.empty());
        QVERIFY(!record.problems.empty());
        QVERIFY(!file.contents().problems.empty());
    }
}

void TestOverflowRecords::flippedAnywhere()
{
    for (const char* path : {"dump/worked-A/Opdebug.Node_OpDebug.12.517.1700000000000001",
             "dump/worked-B/Opdebug.Node_OpDebug.13.3.1700000000000002"}) {
        const auto whole = fileBytes(path);
        for (std::size_t i = 0; i < std::min<std::size_t>(whole.size(), 220); ++i) {
            for (const int flip : {0x01, 0x80, 0xFF}) {
                auto bytes = whole;
                bytes[i] ^= static_cast<std::byte>(flip);
                ReadFile file(*m_formats, nameOf(path).toStdString(), bytes);
                for (const FoundOverflow& found : file.contents().overflows) {
                    (void)officialOverflowJson(found.record);
                    QVERIFY(!found.record.blocks.empty() || !found.record.problems.empty());
                }
            }
        }
    }
}

void TestOverflowRecords::severalContainers()
{
    auto bytes = fileBytes("dump/worked-A/Opdebug.Node_OpDebug.12.517.1700000000000001");
    const auto more = fileBytes("dump/worked-B/Opdebug.Node_OpDebug.13.3.1700000000000002");
    bytes.insert(bytes.end(), more.begin(), more.end());
    ReadFile file(*m_formats, "Opdebug.Node_OpDebug.12.517.1700000000000001", bytes);
    const auto& found = file.contents().overflows;
    QCOMPARE(found.size(), 2U);
    QCOMPARE(found[0].record.layout, OverflowLayout::Old);
    QCOMPARE(found[1].record.layout, OverflowLayout::New);
    QCOMPARE(found[1].ordinal, 1U);
    QCOMPARE(found[1].timestamp, 1700000000000002ULL);
}

QTEST_APPLESS_MAIN(TestOverflowRecords)
#include "tst_overflow_records.moc"
