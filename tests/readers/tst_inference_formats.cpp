// SPDX-License-Identifier: GPL-3.0-or-later
// Names, folders and files of the tools around inference, beside the samples that tests/e2e/llm_era.py looks
// at.
#include "model/dump_folder.h"
#include "qt_bytes.h"
#include "read_file.h"
#include "readers/ascend/om_file.h"
#include "readers/msprobe/sqlite_file.h"
#include "temporary_folder.h"

#include <QTest>

#include <filesystem>

using namespace dumpscope::core;
using namespace dumpscope::test;
namespace fs = std::filesystem;

namespace {

std::vector<std::byte> bytesOf(const QByteArray& content)
{
    const auto bytes
        = std::as_bytes(std::span(content.constData(), static_cast<std::size_t>(content.size())));
    return {bytes.begin(), bytes.end()};
}

QString number(std::optional<std::int64_t> value)
{
    return value ? QString::number(*value) : QString();
}

/// Little-endian.
template<typename T> void put(QByteArray& bytes, qsizetype at, T value)
{
    for (std::size_t i = 0; i < sizeof(T); ++i)
        bytes[at + static_cast<qsizetype>(i)]
            = static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i));
}

/// An offline model of the parts with this table; offsets and sizes as they are given.
template<typename Number> QByteArray omWith(const std::vector<OmPart>& parts, qsizetype body)
{
    QByteArray file(256, '\0');
    file.replace(0, 4, "IMOD");
    put<std::uint32_t>(file, 4, 256);
    put<std::uint32_t>(file, 8, 0x10000000);
    file.replace(84, 3, "net");
    QByteArray table(static_cast<qsizetype>(sizeof(Number) * (1 + 3 * parts.size())), '\0');
    put<std::uint32_t>(table, 0, static_cast<std::uint32_t>(parts.size()));
    qsizetype at = sizeof(Number);
    for (const OmPart& part : parts) {
        for (const std::uint64_t field : {part.type, part.offset, part.size}) {
            put<Number>(table, at, static_cast<Number>(field));
            at += sizeof(Number);
        }
    }
    return file + table + QByteArray(body, 'x');
}

} // namespace

class TestInferenceFormats : public QObject {
    Q_OBJECT

    std::shared_ptr<const FormatRegistry> m_formats = builtinFormats();

private slots:
    void fxNames_data();
    void fxNames();
    void folders_data();
    void folders();
    void savedNames_data();
    void savedNames();
    void savedStatistics();
    void parameterlessJson();
    void environmentTexts();
    void omTables();
    void omDamage();
    void trends();
    void trendDamage();
    void torchairGraph();
};

void TestInferenceFormats::fxNames_data()
{
    QTest::addColumn<QString>("facts"); // operator|type|io|slot|occurrence|time
    const auto row = [](const char* name, const char* facts) { QTest::newRow(name) << QString(facts); };
    row("mm-aten.mm.default.INPUT.0.20240125031118787351.npy",
        "mm-aten.mm.default|aten.mm.default|input|0||1706152278787351");
    row("cat_1-aten.cat.default.INPUT.0.3.20240229235960000001.npy",
        "cat_1-aten.cat.default|aten.cat.default|input|0|3|1709251200000001");
    row("n-a-b.c.OUTPUT.12.19700101000000000000.npy", "n-a-b.c|a-b.c|output|12||0");
    row("mm-aten.mm.default.INPUT.0.20241325031118787351.npy", ""); // no such month
    row("mm-aten.mm.default.INPUT.0.2024012503111878735.npy", "");
    row("mm-aten.mm.default.INPUT.20240125031118787351.npy", "");
    row("-aten.mm.INPUT.0.20240125031118787351.npy", "");
    row("mm-.INPUT.0.20240125031118787351.npy", "");
    row("mm-aten.mm.default.BOTH.0.20240125031118787351.npy", "");
    row("mm-aten.mm.default.INPUT.99999999999.20240125031118787351.npy", "");
}

void TestInferenceFormats::fxNames()
{
    QFETCH(QString, facts);
    const std::string name = QTest::currentDataTag();
    const NameFacts parsed = m_formats->parseName(name, {});
    QCOMPARE(parsed.grammar == "torchair-fx", !facts.isEmpty());
    if (facts.isEmpty())
        return;
    const QStringList found {QString::fromUtf8(parsed.opName), QString::fromUtf8(parsed.opType),
        QString::fromUtf8(ioWord(parsed.io)), QString::number(*parsed.slot),
        parsed.occurrence ? QString::number(*parsed.occurrence) : QString(),
        QString::number(*parsed.timestamp)};
    QCOMPARE(found.join('|'), facts);
}

void TestInferenceFormats::folders_data()
{
    QTest::addColumn<QString>("facts"); // layout|rank|step|model|occurrence
    const auto row = [](const char* path, const char* facts) { QTest::newRow(path) << QString(facts); };
    row("/d/msprobe_fx_dump/worldsize2_global_rank1/graph_3/4", "torchair-fx|1|4|graph_3|");
    row("/d/worldsize2_global_rank1/gm_20240125_dump/0", "torchair-fx|1|0|gm_20240125_dump|");
    row("/d/data_dump/1/gm_20240125_dump", "torchair-fx||0|gm_20240125_dump|");
    row("/d/worldsize2_global_rank1/20261123225600/0/graph_1/1/2", "ascend-offline|1|2|graph_1|");
    row("/d/20261123225600/3/graph_1/1/2", "ascend-offline|3|2|graph_1|");
    row("/d/save/data/hidden/step2/rank1", "single-save|1|2||");
    row("/d/save/data/hidden/step2/rank1/micro_step3", "single-save|1|2||3");
    row("/d/step2/rank1", "msprobe|1|2||");
    row("/d/step{step}/rank{rank}", "mindspore-save||||");
    row("/d/step{step}/rank3", "mindspore-save|3|||");
    row("/d/worldsizeX_global_rank1/graph_3/4", "||||");
}

void TestInferenceFormats::folders()
{
    QFETCH(QString, facts);
    const FolderFacts folder = m_formats->describeFolder(QTest::currentDataTag());
    const QStringList found {QString::fromUtf8(folder.layout), number(folder.rank), number(folder.step),
        QString::fromStdString(folder.model),
        folder.occurrence ? QString::number(*folder.occurrence) : QString()};
    QCOMPARE(found.join('|'), facts);
}

void TestInferenceFormats::savedNames_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("facts"); // grammar|operator|io|slot|occurrence
    const auto row = [](const char* name, const char* folder, const char* facts) {
        QTest::newRow(name) << QString(folder) << QString(facts);
    };
    row("hidden.npy", "/d/data/hidden/step0/rank0", "single-save|hidden||0|");
    row("hidden.12.npy", "/d/data/hidden/step0/rank0", "single-save|hidden||12|");
    row("hidden.q.npy", "/d/data/hidden/step0/rank0", "single-save|hidden.q||0|");
    row("a.b.1.npy", "/d/data/a.b/step0/rank0", "single-save|a.b||1|");
    row("x_float32_0.npy", "/d/step0/rank0", "mindspore-save|x|||0");
    row("loss_grad_float16_7.npy", "/d/step{step}/rank{rank}", "mindspore-save|loss|gradient||7");
    row("pair.1_int64_2.npy", "/d/step0/rank0", "mindspore-save|pair.1|||2");
    row("x_float32_0.npy", "/data/run/step0/rank0", "mindspore-save|x|||0");
}

void TestInferenceFormats::savedNames()
{
    QFETCH(QString, folder);
    QFETCH(QString, facts);
    const std::string name = QTest::currentDataTag();
    const FolderFacts place = m_formats->describeFolder(folder.toStdString());
    const NameFacts parsed = m_formats->parseName(name, place);
    const QStringList found {QString::fromUtf8(parsed.grammar), QString::fromUtf8(parsed.opName),
        QString::fromUtf8(ioWord(parsed.io)), parsed.slot ? QString::number(*parsed.slot) : QString(),
        parsed.occurrence ? QString::number(*parsed.occurrence) : QString()};
    QCOMPARE(found.join('|'), facts);
}

void TestInferenceFormats::savedStatistics()
{
    TemporaryFolder folder;
    const std::string place = folder.at("data/pair/step4/rank1/micro_step2");
    fs::create_directories(place);
    fs::copy_file(DUMPSCOPE_TEST_DATA
        "/llm-era/single-save/save/data/pair/step0/rank0/micro_step0/pair.0.npy",
        place + "/pair.0.npy");
    QVERIFY(writeFile(place + "/pair.json",
        R"({"data": [{"max": 1.5, "min": -2, "mean": 0.5, "norm": 3, "shape": [3]},
                     {"max": null, "min": null, "mean": NaN, "norm": 3, "shape": [4]}]})"));
    OwnedTask task(1);
    const auto index = openDump(folder.path(), m_formats, {}, task);
    QVERIFY(index.has_value());
    // The first one has its array, the second only figures.
    QCOMPARE((*index)->tensorCount(), 2U);
    QStringList rows;
    for (std::uint32_t i = 0; i < 2; ++i) {
        const TensorRow& row = (*index)->tensor(TensorId(i));
        rows << QString::fromUtf8(stateWord(row.state)) + ' ' + QString::fromUtf8((*index)->text(row.opName))
                + ' ' + QString::number(row.slot) + ' ' + QString::number(row.occurrence) + ' '
                + (row.statisticRow != TensorRow::kNone ? "recorded" : "");
    }
    QCOMPARE(rows.join("; "), "ok pair 0 2 recorded; statistics-only pair 1 2 recorded");
}

void TestInferenceFormats::parameterlessJson()
{
    const FolderFacts place = m_formats->describeFolder("/d/weights/step0/rank0");
    const ReadFile weights(*m_formats, "weight.json",
        bytesOf(
            R"({"fc.weight": {"max": 1, "min": 0, "mean": 0.5, "norm": 2}, "note": 3, "max": {"norm": 1}})"),
        place);
    QCOMPARE(QString::fromStdString(weights.family()), "config-check");
    QCOMPARE(weights.contents().statistics->rows(), 2U); // a parameter may be called max
    const ReadFile data(*m_formats, "dataset.json",
        bytesOf(R"({"args": {"1": {"max": 1, "norm": 2}}, "kwargs": {"x": [{"max": 2, "norm": 1}]}})"),
        place);
    const StatisticTable& table = *data.contents().statistics;
    QCOMPARE(table.rows(), 2U);
    QCOMPARE(table.slot[0], 1);
    QCOMPARE(QString::fromUtf8(table.strings.text(table.entry[1])), "kwargs.x.0");
    const ReadFile cut(*m_formats, "weight.json", bytesOf(R"({"fc.weight": {"max": 1, "norm": )"), place);
    QCOMPARE(cut.contents().problems.size(), 1U);
}

/// Packages, variables and calls are facts of a file; scripts that are called the same are not.
void TestInferenceFormats::environmentTexts()
{
    const auto factOf = [&](const char* name, const char* text) {
        const ReadFile file(*m_formats, name, bytesOf(QByteArray(text)));
        if (file.family() != "config-check-texts" || file.contents().properties.size() != 1)
            return QString("no");
        const auto& [key, value] = file.contents().properties.front();
        return QString::fromStdString(key + ' ' + value);
    };
    QCOMPARE(factOf("pip", "torch=2.15.0\nnumpy=2.4.6\n"), QString("environment.packages 2"));
    QCOMPARE(factOf("pip", "#!/usr/bin/python3\nX=1\n"), QString("no"));
    QCOMPARE(factOf("env", R"({"A": "1", "B": "2", "C": ""})"), QString("environment.variables 3"));
    QCOMPARE(factOf("env", "A=1\n"), QString("no"));
    QCOMPARE(factOf("rank0.json", R"({"torch.rand": [{"count": 2, "stack": []}]})"),
        QString("environment.random_operators 1"));
    QCOMPARE(factOf("rank12.json", "{}"), QString("environment.random_operators 0"));
    QCOMPARE(factOf("rank0.json", R"({"server_list": []})"), QString("no"));
    QCOMPARE(
        factOf("hyperparameters_static.json", R"({"lr": "0.1"})"), QString("environment.hyperparameters 1"));
}

void TestInferenceFormats::omTables()
{
    const std::vector<OmPart> parts {{0, 0, 10}, {1, 10, 5}, {3, 15, 0}};
    for (const QByteArray& file : {omWith<std::uint32_t>(parts, 15), omWith<std::uint64_t>(parts, 15)}) {
        const auto bytes = bytesOf(file);
        const auto model = OmFile::read(bytes);
        QVERIFY(model.has_value());
        QCOMPARE(QString::fromStdString(model->name), "net");
        QCOMPARE(model->parts.size(), 3U);
        QVERIFY(model->problems.empty());
        QCOMPARE(model->parts[0].offset, static_cast<std::uint64_t>(file.size() - 15));
        QCOMPARE(model->parts[1].offset, static_cast<std::uint64_t>(file.size() - 5));
    }
}

void TestInferenceFormats::omDamage()
{
    const auto problemOf = [](const QByteArray& file) {
        const auto bytes = bytesOf(file);
        const auto model = OmFile::read(bytes);
        return !model ? QString("refused") : model->problems.empty() ? QString() : QString("told");
    };
    QCOMPARE(problemOf("IMOD"), "refused");
    QCOMPARE(problemOf("IMO"), "refused");
    QCOMPARE(problemOf(omWith<std::uint64_t>({{0, 0, 1000}}, 15)), "told");
    QCOMPARE(problemOf(omWith<std::uint64_t>({{0, 0, 10}, {1, 5, 10}}, 15)), "told"); // overlap
    QCOMPARE(problemOf(omWith<std::uint64_t>({{0, 0, ~std::uint64_t {0}}}, 15)), "told");
    QCOMPARE(problemOf(omWith<std::uint32_t>(std::vector<OmPart>(3, OmPart {0, 0, 1}), 15)), "told");
    QByteArray encrypted = omWith<std::uint64_t>({{0, 0, 10}}, 10);
    encrypted[80] = 1;
    QCOMPARE(problemOf(encrypted), "told");
    const QByteArray whole = omWith<std::uint64_t>({{0, 0, 10}, {1, 10, 5}}, 15);
    for (qsizetype length = 0; length < whole.size(); ++length)
        QVERIFY2(!problemOf(whole.left(length)).isEmpty(), qPrintable(QString::number(length)));
}

void TestInferenceFormats::trends()
{
    const ReadFile file(
        *m_formats, "small.trend.db", bytesOf(testData("../fuzz/corpus/trend_db_reader/small")));
    QCOMPARE(QString::fromStdString(file.family()), "trend-db");
    const StatisticTable& table = *file.contents().statistics;
    QCOMPARE(table.rows(), 3U);
    // Sorted by rank and step: (0,0,1,1), (0,1,9,9), (1,2,2,2).
    QCOMPARE(QString::fromUtf8(table.strings.text(table.opName[0])), "0:a"); // two virtual stages
    QCOMPARE(table.io[0], Io::Input);
    QCOMPARE(table.value(StatisticTable::Field::L2Norm, 0), std::optional<double>(1.5));
    QVERIFY(!table.messages.message(table.problem[1]).empty());
    QCOMPARE(QString::fromUtf8(table.strings.text(table.opName[2])), "1:a.weight");
    QCOMPARE(QString::fromUtf8(table.strings.text(table.opType[2])), "exp_avg");
    QCOMPARE(StatisticTable::known(table.rank, 2), std::optional<std::int64_t>(1));
    QCOMPARE(StatisticTable::known(table.step, 2), std::optional<std::int64_t>(2));
    QCOMPARE(table.occurrence[2], 3U);
    QCOMPARE(table.value(StatisticTable::Field::L2Norm, 2), std::nullopt);
}

void TestInferenceFormats::trendDamage()
{
    const QByteArray whole = testData("../fuzz/corpus/trend_db_reader/small");
    for (qsizetype length = 1; length < whole.size(); length += 7) {
        const ReadFile file(*m_formats, "cut.trend.db", bytesOf(whole.left(length)));
        QVERIFY2(
            !file.error().empty() || !file.contents().problems.empty(), qPrintable(QString::number(length)));
    }
    for (qsizetype at = 16; at < whole.size(); at += 5) {
        QByteArray flipped = whole;
        flipped[at] = static_cast<char>(~flipped[at]);
        const ReadFile file(*m_formats, "flipped.trend.db", bytesOf(flipped)); // no crash
    }
    const ReadFile other(*m_formats, "x.trend.db", bytesOf("SQLite format 3"));
    QVERIFY(!other.error().empty());
}

void TestInferenceFormats::torchairGraph()
{
    const QByteArray text
        = "name: \"graph_1\"\nop {\n  name: \"mm\"\n  type: \"MatMulV2\"\n  input: \"x:0\"\n  output_desc {\n"
          "    name: \"y\"\n    dtype: DT_FLOAT\n    attr {\n      key: \"_fx_tensor_name\"\n      value {\n"
          "        s: \"mm-aten.mm.default.OUTPUT.0\"\n      }\n    }\n  }\n}\nop {\n  name: \"x\"\n"
          "  type: \"Data\"\n}\n";
    ReadFile file(
        *m_formats, "dynamo_original_graph_1_rank_3_pid_1_ts_20261123225930714713.txt", bytesOf(text));
    QCOMPARE(QString::fromStdString(file.family()), "torchair-graph");
    QCOMPARE(file.contents().properties.size(), 3U);
    const auto document = file.readGraph();
    QVERIFY(document.has_value());
    const Graph& graph = *document->graphs.front();
    QCOMPARE(QString::fromStdString(graph.name), "graph_1");
    QCOMPARE(graph.nodes().size(), 2U);
    QCOMPARE(graph.edgeCount(), 1U);
    QCOMPARE(QString::fromUtf8(
                 *graph.attribute(graph.node(graph.find("mm")), "output_desc_attr__fx_tensor_name:0")),
        "mm-aten.mm.default.OUTPUT.0");
    // No operator has a number of its own.
    QCOMPARE(graph.node(graph.find("mm")).execIndex, 0U);
    QCOMPARE(graph.node(graph.find("x")).execIndex, 1U);
    QVERIFY(!graph.attribute(graph.node(graph.find("x")), "id"));
    const ReadFile unnamed(*m_formats, "graph.txt", bytesOf(text));
    QCOMPARE(QString::fromStdString(unnamed.family()), "torchair-graph");
}

QTEST_GUILESS_MAIN(TestInferenceFormats)
#include "tst_inference_formats.moc"
