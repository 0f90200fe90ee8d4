// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_folder.h"
#include "model/tensor_store.h"
#include "qt_bytes.h"
#include "read_file.h"
#include "summary/dump_summary.h"
#include "temporary_folder.h"

#include <QJsonArray>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace dumpscope::core;

namespace {

QString text(std::string_view words)
{
    return QString::fromStdString(std::string(words));
}

/// A column of a row as the facts of the writers spell it.
QJsonValue columnOf(const DumpIndex& index, TensorId id, const QString& key)
{
    const TensorRow& row = index.tensor(id);
    const FolderFacts& facts = index.factsOf(id);
    const auto number = [](const std::optional<std::int64_t>& value) {
        return value ? QJsonValue(static_cast<qint64>(*value)) : QJsonValue();
    };
    if (key == "op_name")
        return text(index.text(row.opName));
    if (key == "op_type")
        return text(index.text(row.opType));
    if (key == "io")
        return text(ioWord(row.io));
    if (key == "slot")
        return row.slot < 0 ? QJsonValue() : QJsonValue(row.slot);
    if (key == "occurrence")
        return static_cast<qint64>(row.occurrence);
    if (key == "step")
        return number(facts.step);
    if (key == "rank")
        return number(facts.rank);
    if (key == "dtype")
        return text(dtypeName(row.dtype));
    if (key == "shape") {
        QJsonArray shape;
        for (const std::int64_t size : index.shape(row.shape))
            shape.append(static_cast<qint64>(size));
        return shape;
    }
    return {};
}

bool hasFacts(const DumpIndex& index, TensorId id, const QJsonObject& wanted)
{
    for (const char* key :
        {"op_name", "op_type", "io", "slot", "occurrence", "step", "rank", "dtype", "shape"}) {
        if (wanted.contains(key) && columnOf(index, id, key) != wanted[key])
            return false;
    }
    const QStringList states = wanted["state"].toString("ok").split('|');
    return states.contains(text(stateWord(index.tensor(id).state)))
        || (wanted["problem"].toBool() && !wanted.contains("state"));
}

} // namespace

/// Dumps and checkpoints of training and serving, written by the real programs: what their writers say about
/// each tensor (tests/data/llm-era/*/facts.json) is a row.
class TestTrainingDumps : public QObject {
    Q_OBJECT

private slots:
    void rows_data();
    void rows();
    void checkpointPiecesAreJoined();
    void lostPiecesHaveNoBytes();
    void piecesOfOneTensorAgree();
    void nothingOfAPickleRuns();
    void repeatedStatisticsCountOnce();
    void databaseThatWasNotClosed();
    void emptyKeyIsAName();
    void equalWarningsOfRanksAreOne();
    void foldersOfACheckpointThatAreMissing();
    void kindsOfWhatWasSaved();
    void placeholdersSayWhy();
};

void TestTrainingDumps::rows_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QJsonArray>("rows");
    for (const char* format :
        {"safetensors", "megatron", "dcp", "hf-debugger", "sglang", "aclgraph", "hook-trees", "monitor"}) {
        const QString folder = QString("llm-era/") + format;
        const QJsonArray roots = testJson(folder + "/facts.json")["roots"].toArray();
        QVERIFY2(!roots.isEmpty(), format);
        for (const auto& root : roots) {
            const QString name = root.toObject()["root"].toString();
            QTest::addRow("%s %s", format, qPrintable(name))
                << folder + '/' + name << root.toObject()["rows"].toArray();
        }
    }
}

void TestTrainingDumps::rows()
{
    QFETCH(QString, path);
    QFETCH(QJsonArray, rows);
    OwnedTask task(2);
    const auto opened = openDump(DUMPSCOPE_TEST_DATA "/" + path.toStdString(), builtinFormats(), {}, task);
    QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
    const DumpIndex& index = **opened;
    std::vector<bool> used(index.tensorCount(), false);
    for (const auto& value : rows) {
        const QJsonObject wanted = value.toObject();
        const std::string file = wanted["file"].toString().toStdString();
        if (wanted["no_tensor"].toBool())
            continue;
        bool found = false;
        for (std::uint32_t i = 0; i < index.tensorCount() && !found; ++i) {
            const TensorId id(i);
            if (used[i] || (!file.empty() && index.filePath(index.tensor(id).file) != file)
                || !hasFacts(index, id, wanted))
                continue;
            found = used[i] = true;
        }
        QVERIFY2(found, QJsonDocument(wanted).toJson(QJsonDocument::Compact).constData());
    }
}

/// Each tensor is stored in a file of pieces and opened through the list of them.
void TestTrainingDumps::checkpointPiecesAreJoined()
{
    OwnedTask task(1);
    const auto index = openDump(DUMPSCOPE_TEST_DATA "/llm-era/dcp/ckpt", builtinFormats(), {}, task);
    QVERIFY(index);
    QVERIFY((*index)->tensorCount() > 0);
    const TensorStore store(*index);
    for (std::uint32_t i = 0; i < (*index)->tensorCount(); ++i) {
        const auto view = store.open(TensorId(i), task);
        QVERIFY2(view, view ? "" : view.error().text().c_str());
        const auto values = elementValues(*view);
        QVERIFY(values);
        QCOMPARE(values->size(), elementCount(view->shape).value());
    }
}

/// What is not there is no stored byte.
void TestTrainingDumps::lostPiecesHaveNoBytes()
{
    const dumpscope::test::TemporaryFolder folder;
    std::filesystem::copy_file(
        DUMPSCOPE_TEST_DATA "/llm-era/dcp/ckpt/.metadata", folder.path() + "/.metadata");
    OwnedTask task(1);
    const auto index = openDump(folder.path(), builtinFormats(), {}, task);
    QVERIFY(index && (*index)->tensorCount() > 0);
    for (std::uint32_t i = 0; i < (*index)->tensorCount(); ++i) {
        QCOMPARE((*index)->tensor(TensorId(i)).bytes, std::uint64_t {0});
        QVERIFY((*index)->tensor(TensorId(i)).state != TensorState::Ok);
    }
}

/// One matrix is stored as two pieces of rows and as two of columns, one of them transposed.
void TestTrainingDumps::piecesOfOneTensorAgree()
{
    OwnedTask task(1);
    const auto index = openDump(DUMPSCOPE_TEST_DATA "/llm-era/dcp/pieces", builtinFormats(), {}, task);
    QVERIFY(index);
    const TensorStore store(*index);
    const auto valuesOf = [&](std::string_view name) {
        const auto id = (*index)->findTensor(name);
        const auto view = id ? store.open(*id, task) : Result<TensorView>(fail(id.error()));
        const auto values = view ? elementValues(*view) : Result<std::vector<double>>(fail(view.error()));
        return values ? *values : std::vector<double>();
    };
    QCOMPARE(valuesOf("model.rows").size(), 30U);
    QCOMPARE(valuesOf("model.rows"), valuesOf("model.columns"));
    QVERIFY(valuesOf("model.lost").empty());
}

/// The tensors are read, the function that the pickle names is told and not called.
void TestTrainingDumps::nothingOfAPickleRuns()
{
    OwnedTask task(1);
    const auto index = openDump(DUMPSCOPE_TEST_DATA "/llm-era/megatron/foreign", builtinFormats(), {}, task);
    QVERIFY(index);
    const auto isWarning = [](const Diagnostic& problem) {
        return problem.code == Code::Suspicious && text(problem.message.text()).contains("system");
    };
    QCOMPARE(std::ranges::count_if((*index)->problems(), isWarning), 1);
    QVERIFY(!QFile::exists("/tmp/dumpscope_executed"));
}

/// Both trees of the debugger of Hugging Face describe the same 74 tensors.
void TestTrainingDumps::repeatedStatisticsCountOnce()
{
    OwnedTask task(1);
    for (const char* folder : {"tensors", "repr"}) {
        const auto index = openDump(
            std::string(DUMPSCOPE_TEST_DATA "/llm-era/hf-debugger/") + folder, builtinFormats(), {}, task);
        QVERIFY(index);
        QCOMPARE(summarise(**index).counts.statisticRows, std::uint64_t {74});
    }
}

/// Step 0 is in the database, steps 1 and 2 are in the log beside it.
void TestTrainingDumps::databaseThatWasNotClosed()
{
    const QByteArray log = testData("sqlite-log/run.trend.db-wal");
    QByteArray flipped = log;
    flipped[200] = static_cast<char>(flipped[200] ^ 1);
    struct Case {
        QByteArray log;
        std::size_t rows;
        const char* words;
        std::uintmax_t grownTo = 0; ///< bytes, sparse; 0: as it is
    };
    constexpr std::uintmax_t kTooLarge = (1U << 28) + 4096;
    for (const Case& one : {Case {log, 1, "cannot be applied", kTooLarge}, Case {log, 3, "is included"},
             Case {log.chopped(1), 2, "not finished"}, Case {flipped, 1, "cannot be applied"},
             Case {"no log", 1, "cannot be applied"}, Case {"", 1, ""}}) {
        const dumpscope::test::TemporaryFolder folder;
        const std::string path = folder.path() + "/run.trend.db";
        std::filesystem::copy(DUMPSCOPE_TEST_DATA "/sqlite-log/run.trend.db", path);
        std::ofstream(path + "-wal", std::ios::binary) << one.log.toStdString();
        if (one.grownTo > 0)
            std::filesystem::resize_file(path + "-wal", one.grownTo);
        OwnedTask task(1);
        const auto index = openDump(folder.path(), builtinFormats(), {}, task);
        QVERIFY(index);
        QCOMPARE((*index)->tensorCount(), one.rows);
        std::string problems;
        for (const Diagnostic& problem : (*index)->problems()) {
            if (problem.place.file == "run.trend.db")
                problems += problem.message.text() + '\n';
        }
        QVERIFY2(problems.find(one.words) != std::string::npos, problems.c_str());
        QVERIFY2(*one.words != 0 || problems.empty(), problems.c_str());
        QCOMPARE(
            std::distance(std::filesystem::directory_iterator(folder.path()), {}), 2); // nothing is written
    }
}

/// A tensor whose key is the empty text is not called like its file.
void TestTrainingDumps::emptyKeyIsAName()
{
    const dumpscope::test::TemporaryFolder folder;
    const std::string header = R"({"":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})";
    std::string file {static_cast<char>(header.size()), 0, 0, 0, 0, 0, 0, 0};
    file += header + "ab";
    std::ofstream(folder.path() + "/model.safetensors", std::ios::binary) << file;
    OwnedTask task(1);
    const auto index = openDump(folder.path(), builtinFormats(), {}, task);
    QVERIFY(index && (*index)->tensorCount() == 1);
    QCOMPARE((*index)->text((*index)->tensor(TensorId(0U)).opName), std::string_view());
}

/// The file of each rank names what could run anything.
void TestTrainingDumps::equalWarningsOfRanksAreOne()
{
    const dumpscope::test::TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() + "/iter_0000005");
    for (const char* rank : {"mp_rank_00", "mp_rank_01", "mp_rank_02"})
        std::filesystem::copy(DUMPSCOPE_TEST_DATA "/llm-era/megatron/foreign/iter_0000005/mp_rank_00",
            folder.path() + "/iter_0000005/" + rank, std::filesystem::copy_options::recursive);
    OwnedTask task(2);
    const auto index = openDump(folder.path(), builtinFormats(), {}, task);
    QVERIFY(index);
    QStringList said;
    for (const Diagnostic& problem : (*index)->problems()) {
        if (problem.message.text().find("could run anything") != std::string::npos)
            said.append(QString::fromStdString(problem.message.text()));
    }
    QCOMPARE(said.size(), 1);
    QVERIFY2(said[0].endsWith("; the same in 2 other files"), qPrintable(said[0]));
}

/// The arguments in its files say that a checkpoint has two ranks.
void TestTrainingDumps::foldersOfACheckpointThatAreMissing()
{
    const std::string whole = DUMPSCOPE_TEST_DATA "/llm-era/megatron/tp2";
    const dumpscope::test::TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() + "/iter_0000005");
    std::filesystem::copy(whole + "/iter_0000005/mp_rank_01", folder.path() + "/iter_0000005/mp_rank_01",
        std::filesystem::copy_options::recursive);
    const auto missing = [](const std::string& path) {
        OwnedTask task(1);
        const auto index = openDump(path, builtinFormats(), {}, task);
        QStringList said;
        for (const Diagnostic& problem : index ? (*index)->problems() : std::vector<Diagnostic>()) {
            if (problem.code == Code::NotFound)
                said.append(QString::fromStdString(problem.message.text()));
        }
        return said;
    };
    QCOMPARE(missing(folder.path()),
        QStringList {
            "of 2 folders of a checkpoint these are missing, by the sizes that its files say: mp_rank_00"});
    QCOMPARE(missing(whole), QStringList());
    QCOMPARE(missing(folder.path() + "/iter_0000005/mp_rank_01"), QStringList());
}

/// Arrays named by msprobe for MindSpore, and a checkpoint of no tensor, are known kinds.
void TestTrainingDumps::kindsOfWhatWasSaved()
{
    const dumpscope::test::TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() + "/step0/rank0");
    std::filesystem::copy(
        DUMPSCOPE_TEST_DATA "/npy/bool.npy", folder.path() + "/step0/rank0/x_float32_0.npy");
    for (const auto& [path, kind] : {std::pair(folder.path(), std::string("mindspore-save")),
             std::pair(std::string(DUMPSCOPE_TEST_DATA "/dcp-bytes/ckpt"), std::string("dcp"))}) {
        OwnedTask task(1);
        const auto index = openDump(path, builtinFormats(), {}, task);
        QVERIFY(index);
        const DumpSummary summary = summarise(**index);
        QVERIFY2(!summary.kinds.empty(), kind.c_str());
        QCOMPARE(std::string(summary.kinds.front().id), kind);
    }
}

/// vLLM writes why it left a tensor out.
void TestTrainingDumps::placeholdersSayWhy()
{
    OwnedTask task(1);
    const auto index = openDump(DUMPSCOPE_TEST_DATA "/llm-era/hook-trees/vllm", builtinFormats(), {}, task);
    QVERIFY(index);
    const TensorStore store(*index);
    int placeholders = 0;
    for (std::uint32_t i = 0; i < (*index)->tensorCount(); ++i) {
        if ((*index)->tensor(TensorId(i)).state != TensorState::Empty)
            continue;
        const auto view = store.open(TensorId(i), task);
        QVERIFY(!view);
        QVERIFY2(view.error().message.text().find("exceeds max_tensor_size") != std::string::npos,
            view.error().message.text().c_str());
        ++placeholders;
    }
    QVERIFY(placeholders > 0);
}

QTEST_APPLESS_MAIN(TestTrainingDumps)
#include "tst_training_dumps.moc"
