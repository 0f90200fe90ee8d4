// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of msaccucmp against what the official tool wrote (tests/data/official/msaccucmp), byte for byte.
#include "official/msaccucmp_result.h"

#include "compare/comparison.h"
#include "compare/report/report.h"
#include "metrics/measure.h"
#include "metrics/metric_registry.h"
#include "model/dump_folder.h"
#include "official/msaccucmp_advice.h"
#include "official/msaccucmp_alignment.h"
#include "official/msaccucmp_jobs.h"
#include "official/official_cell.h"

#include "temporary_folder.h"
#include "tensor_building.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace dumpscope::core;

namespace {

const std::string kRoot = DUMPSCOPE_TEST_DATA "/official/msaccucmp";

ComparisonSide opened(const std::string& path, TaskContext& task)
{
    auto index = openDump(path, builtinFormats(), {}, task);
    return {index ? *index : nullptr, std::nullopt};
}

TensorView viewOf(std::vector<float>& values, Shape shape)
{
    const auto bytes = std::as_bytes(std::span(values));
    return makeDenseView(DType::Float32, std::move(shape), Bytes(bytes, nullptr));
}

} // namespace

class TestMsaccucmpResult : public QObject {
    Q_OBJECT

private slots:
    void paddingOfDepthBlocks();
    void deviceLayoutInGoldensOrder();
    void tables_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("golden");
        QTest::addColumn<QStringList>("rules");
        QTest::addColumn<QString>("metrics");
        QTest::addColumn<QStringList>("official");
        const auto row = [](const char* name, const QString& target, const QString& golden,
                             const QStringList& rules = {}, const QString& metrics = "msaccucmp",
                             const QStringList& official = {}) {
            QTest::newRow(name) << target << golden << rules << metrics << official;
        };
        row("bin_bin_all", "npu_my", "npu_golden");
        row("bin_bin_alg_numbers", "npu_my", "npu_golden", {},
            "mean_relative_error,cosine_similarity,standard_deviation");
        row("bin_npy_all", "fusion/npu", "fusion/golden", {"fusion/fusion.json"});
        const auto fused
            = [&](const char* name, const QString& official, const QString& metrics = "msaccucmp") {
                  row(name, "fusion/npu", "fusion/golden", {"fusion/fusion.json"}, metrics, {official});
              };
        fused("bin_npy_max", "max=5");
        const QString two = "cosine_similarity,max_absolute_error";
        fused("bin_npy_range", "range=2:6:2", two);
        fused("bin_npy_select", "select=4:7", two);
        row("bin_bin_overflow", "npu_my", "npu_golden", {}, two, {"overflow", "max=4"});
        row("bin_pb_all", "fusion/npu", "fusion/golden_pb", {"fusion/fusion.json"});
        row("closed_fusion", "closed/npu", "closed/npu_off",
            {"closed/fusion.json", "closed/fusion_off.json"});
        for (const char* const name : {"edge_empty_0", "edge_empty_2_0", "edge_format_differs",
                 "edge_truncated", "edge_surplus", "edge_int4", "edge_undefined", "edge_no_tensors",
                 "edge_all_missing", "edge_nc1hwc0_orig_differs"}) {
            const QString folder = "edge/" + QString(name).mid(5);
            row(name, folder + "/my", folder + "/golden");
        }
    }
    void tables()
    {
        QFETCH(QString, target);
        QFETCH(QString, golden);
        QFETCH(QStringList, rules);
        QFETCH(QString, metrics);
        QFETCH(QStringList, official);
        const ComparisonSide mine = opened(kRoot + "/inputs/" + target.toStdString(), m_task);
        const ComparisonSide other = opened(kRoot + "/inputs/" + golden.toStdString(), m_task);
        QVERIFY(mine.index && other.index);
        std::vector<std::string> ruleFiles;
        for (const QString& rule : rules)
            ruleFiles.push_back(kRoot + "/inputs/" + rule.toStdString());
        const auto selection = selectMetrics(*builtinMetrics(), metrics.toStdString());
        QVERIFY(selection.has_value());
        const auto options = parseOfficialOptions(texts(official));
        QVERIFY(options.has_value());
        const auto result = MsaccucmpResult::make(mine, other, ruleFiles, *selection, *options);
        QVERIFY2(result.has_value(), result ? "" : result.error().message.text().c_str());
        std::string text = officialCsvLine(result->header(), "\r\n");
        const auto done = result->forEachRow(
            [&](const MsaccucmpResult::Row& row) -> Result<void> {
                const std::vector<std::string_view> cells(row.begin(), row.end());
                text += officialCsvLine(cells, "\r\n");
                return {};
            },
            m_task);
        QVERIFY(done.has_value());
        QFile file(QString::fromStdString(kRoot + "/expected/" + QTest::currentDataTag() + ".csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray expected = file.readAll().replace("{ROOT}", QByteArray::fromStdString(kRoot));
        const QList<QByteArray> lines = QByteArray::fromStdString(text).split('\n');
        const QList<QByteArray> wanted = expected.split('\n');
        for (qsizetype i = 0; i < std::min(lines.size(), wanted.size()); ++i)
            QCOMPARE(lines[i], wanted[i]);
        QCOMPARE(lines.size(), wanted.size());
    }

    /// The files of one tensor, of two npy files, and the mapping table, through the reports.
    void files_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("golden");
        QTest::addColumn<QString>("report");
        QTest::addColumn<QStringList>("official");
        const auto single = [](const char* name, const QString& op, const QString& top) {
            QTest::newRow(name) << "single/my"
                                << "single/golden"
                                << "msaccucmp-op" << QStringList {"op=" + op, "output=0", "top=" + top};
        };
        single("single_nchw", "nchw", "6");
        single("single_few", "few", "20");
        single("single_bf", "bf", "4");
        single("single_flag", "flag", "4");
        single("single_u8", "u8", "8");
        single("single_special", "special", "5");
        QTest::newRow("single_fusion")
            << "fusion/npu"
            << "fusion/golden"
            << "msaccucmp-op" << QStringList {"op=stem/convstem/relu", "output=0", "top=7"};
        QTest::newRow("bin_npy_map.csv") << "fusion/npu"
                                         << "fusion/golden"
                                         << "msaccucmp-map" << QStringList();
        for (const char* const name : {"near", "empty", "bools"}) {
            const QString file = "npy/" + QString(name);
            QTest::newRow(qPrintable(QString("file_%1.txt").arg(name)))
                << file + ".my.npy" << file + ".golden.npy"
                << "msaccucmp-file" << QStringList();
        }
    }
    void files()
    {
        QFETCH(QString, target);
        QFETCH(QString, golden);
        QFETCH(QString, report);
        QFETCH(QStringList, official);
        ComparisonOptions options;
        options.measure.profile = builtinMetrics()->findProfile("dumpscope");
        options.measure.metrics
            = std::make_shared<const MetricSelection>(defaultMetrics(*builtinMetrics(), "dumpscope"));
        const auto comparison = compareSides(opened(kRoot + "/inputs/" + target.toStdString(), m_task),
            opened(kRoot + "/inputs/" + golden.toStdString(), m_task), options, {}, m_task);
        QVERIFY(comparison.has_value());
        ReportFacts facts;
        facts.official = parseOfficialOptions(texts(official)).value();
        if (target.startsWith("fusion"))
            facts.ruleFiles = {kRoot + "/inputs/fusion/fusion.json"};
        const auto registry = builtinReports();
        const auto writer = std::ranges::find_if(registry->reports(),
            [&](const auto& known) { return known->option() == std::string_view(report.toStdString()); });
        QVERIFY(writer != registry->reports().end());

        const QDir expected(QString::fromStdString(kRoot + "/expected"));
        const QString tag = QTest::currentDataTag();
        QStringList names {tag};
        QString stem = tag;
        if (QFileInfo(expected.filePath(tag)).isDir()) {
            names = QDir(expected.filePath(tag)).entryList(QDir::Files);
            stem = names.filter("_summary.txt").first();
            stem.chop(static_cast<int>(std::string_view("_summary.txt").size()));
        }
        const dumpscope::test::TemporaryFolder folder;
        const auto written
            = (*writer)->write(*comparison, facts, folder.path() + '/' + stem.toStdString(), m_task);
        QVERIFY2(written.has_value(), written ? "" : written.error().message.text().c_str());
        for (const QString& name : names) {
            const QString place = names.size() > 1 ? tag + '/' + name : name;
            QFile wanted(expected.filePath(place)), found(QString::fromStdString(folder.path()) + '/' + name);
            QVERIFY2(wanted.open(QIODevice::ReadOnly) && found.open(QIODevice::ReadOnly), qPrintable(name));
            QCOMPARE(found.readAll(), wanted.readAll().replace("{ROOT}", QByteArray::fromStdString(kRoot)));
        }
    }

    void advice()
    {
        const std::vector<std::string_view> header {"Index", "OpType", "OverFlow", "CosineSimilarity"};
        MsaccucmpAdvice advice(header);
        QVERIFY(advice.text().find("Detection Type: NA") == 0);
        advice.add({"0", "Conv2D", "NaN", "NaN"});
        advice.add({"1", "Conv2D", "NO", "0.999000"});
        QVERIFY(advice.text().find("Global Consistency\nOperator Index: NA") != std::string::npos);
        advice.add({"2", "Conv2D", "NO", "0.900000"});
        advice.add({"3", "Conv2D", "NO", "0.800000"});
        QVERIFY(advice.text().find("Global Consistency\nOperator Index: 2") != std::string::npos);
        advice.add({"4", "Data", "NO", "0.700000"});
        QVERIFY(advice.text().find("Input Inconsistent\nOperator Index: 4") != std::string::npos);
        advice.add({"5", "Relu", "YES", "NaN"});
        QCOMPARE(advice.text(),
            std::string(
                "Detection Type: FP16 Overflow\nOperator Index: 5\nExpert Advice: Float16 data overflow "
                "occurs. Rectify the fault and perform comparison again.\n"));
    }

    void officialOptions()
    {
        for (const char* const wrong : {"max", "max=0", "max=x", "overflow=1", "range=0:4", "range=5:2",
                 "top=10001", "select=", "rows=9999", "op=", "fuzzy"}) {
            const std::vector<std::string> text {wrong};
            const auto options = parseOfficialOptions(text);
            QVERIFY2(!options && options.error().code == Code::Usage, wrong);
        }
        const auto options = parseOfficialOptions(std::vector<std::string> {"range=2:7:2", "select=11"});
        for (const std::int64_t wanted : {2, 4, 6, 11})
            QVERIFY(options->wants(wanted));
        for (const std::int64_t other : {1, 3, 7, 8, 10})
            QVERIFY(!options->wants(other));
    }

    void needsARuleFileAgainstTheOriginal()
    {
        const ComparisonSide target = opened(kRoot + "/inputs/fusion/npu", m_task);
        const ComparisonSide golden = opened(kRoot + "/inputs/fusion/golden", m_task);
        const auto metrics = selectMetrics(*builtinMetrics(), "msaccucmp");
        const auto result = MsaccucmpResult::make(target, golden, {}, *metrics);
        QVERIFY(!result && result.error().message.text().find("--map") != std::string::npos);
        QVERIFY(!MsaccucmpResult::make(golden, target, {}, *metrics));
    }

    /// Relations of groups (docs/formats/comparison.md 3.3): operators of the dump, made to stand for others.
    void groups_data()
    {
        QTest::addColumn<QByteArray>("first"); // attributes and origins of noise_1em0 and noise_1em1
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<QStringList>("lines");
        const QByteArray big = originals({"zero_my"}), both = originals({"zero_my", "zero_both"});
        QTest::newRow("split")
            << big + "],\"o\":\"zero_my\"" << big + "],\"o\":\"\""
            << QStringList {"0|noise_1em0,noise_1em1|zero_my|noise_1em0:output:0|",
                   "0|noise_1em0,noise_1em1|zero_my|noise_1em1:output:0|[noise_1em1] There is no the ground "
                   "truth dump file for noise_1em1:output:0."};
        QTest::newRow("an inner node")
            << both + "],\"o\":\"\"" << both + "],\"o\":\"zero_both\""
            << QStringList {"0|noise_1em0,noise_1em1|zero_my,zero_both|noise_1em1:output:0|"};
        const QByteArray l1 = ",{\"key\":\"_L1_fusion_sub_graph_no\",\"value\":{\"s\":\"7\"}}";
        QTest::newRow("L1 of other originals")
            << big + l1 + "],\"o\":\"zero_my\"" << originals({"zero_both"}) + l1 + "],\"o\":\"zero_both\""
            << QStringList {"0|noise_1em0,noise_1em1|zero_my,zero_both|noise_1em0:output:0|"};
    }
    void groups()
    {
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, second);
        QFETCH(QStringList, lines);
        const auto op = [](const char* name, QByteArray facts) {
            const auto at = facts.indexOf("],\"o\":\"");
            const QByteArray origin = facts.mid(at + 7);
            return QByteArray("{\"name\":\"") + name + "\",\"type\":\"MatMul\",\"attr\":[" + facts.left(at)
                + "],\"output_desc\":[{\"attr\":[{\"key\":\"_datadump_origin_name\","
                  "\"value\":{\"s\":\""
                + origin + "}}]}]}";
        };
        const QByteArray text
            = "{\"graph\":[{\"op\":[" + op("noise_1em0", first) + ',' + op("noise_1em1", second) + "]}]}";
        const auto graph = FusionGraph::parse(text.toStdString(), "fusion.json");
        QVERIFY2(graph.has_value(), graph ? "" : graph.error().message.text().c_str());
        const auto target = MsaccucmpDump::list(opened(kRoot + "/inputs/npu_my", m_task));
        const auto golden = MsaccucmpDump::list(opened(kRoot + "/inputs/npu_golden", m_task));
        QVERIFY(target && golden);
        QStringList found;
        const auto jobs = fusionJobs(*target, *golden, *graph, nullptr, {}, m_task);
        QVERIFY(jobs.has_value());
        for (const MsaccucmpJob& job : *jobs)
            found.append(QString::fromStdString(std::to_string(job.index) + '|' + job.targetName + '|'
                + job.goldenName + '|' + job.tensor + '|' + job.reason));
        QCOMPARE(found, lines);
    }

    /// docs/formats/comparison.md 2.1 and 8a.6, 8a.7 by hand.
    void alignment_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<QList<int>>("target");
        QTest::addColumn<QList<int>>("golden");
        QTest::addColumn<QString>("met");
        const int nd = static_cast<int>(MemoryFormat::ND), nchw = static_cast<int>(MemoryFormat::NCHW);
        QTest::newRow("flat crop") << nd << QList<int> {4, 6} << QList<int> {4, 5} << "[20,1,1,1]";
        QTest::newRow("crop of axes")
            << nchw << QList<int> {1, 4, 3, 3} << QList<int> {1, 2, 3, 2} << "[1,2,3,2]";
        QTest::newRow("a smaller axis") << nchw << QList<int> {1, 2, 3, 3} << QList<int> {1, 4, 3, 3} << "";
        QTest::newRow("a smaller axis behind a larger one")
            << nchw << QList<int> {1, 4, 2, 3} << QList<int> {1, 2, 3, 3} << "[1,2,2,3]";
    }
    void alignment()
    {
        QFETCH(int, format);
        QFETCH(QList<int>, target);
        QFETCH(QList<int>, golden);
        QFETCH(QString, met);
        const Shape mine(target.begin(), target.end()), other(golden.begin(), golden.end());
        std::vector<float> values(200);
        const auto layout = static_cast<MemoryFormat>(format);
        const AlignedTensors pair
            = alignAsMsaccucmp(viewOf(values, mine), viewOf(values, other), layout, {layout, std::nullopt});
        if (met.isEmpty()) {
            QVERIFY(pair.reason.text().starts_with("Due to the different shapes"));
            return;
        }
        QVERIFY(pair.reason.empty() && !pair.steps.empty());
        QCOMPARE(QString::fromStdString(shapeText(pair.target.shape)), met);
    }

private:
    static std::vector<std::string> texts(const QStringList& list)
    {
        std::vector<std::string> found;
        for (const QString& text : list)
            found.push_back(text.toStdString());
        return found;
    }
    static QByteArray originals(const QStringList& names)
    {
        return "{\"key\":\"_datadump_original_op_names\",\"value\":{\"list\":{\"s\":[\""
            + names.join("\",\"").toUtf8() + "\"]}}}";
    }

    OwnedTask m_task;
};

/// Padding of NDC1HWC0 of five axes is measured with the rest, in the order of the file
/// (docs/formats/comparison.md 8a.8); that of other layouts is not.
void TestMsaccucmpResult::paddingOfDepthBlocks()
{
    // N, D, C1, H, W, C0 = 1, 2, 1, 1, 2, 16 with three channels; the padding differs by 8 everywhere.
    std::vector<float> mine(1 * 2 * 1 * 1 * 2 * 16), other(mine.size());
    double sum = 0;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        mine[i] = i % 16 < 3 ? static_cast<float>(i) : 8.0F;
        other[i] = i % 16 < 3 ? static_cast<float>(i) + 1 : 0.0F;
        sum += static_cast<double>(std::abs(mine[i] - other[i]));
    }
    const auto view = [](const std::vector<float>& values, MemoryFormat format, Shape shape, Shape stored,
                          MemoryFormat logical) {
        TensorView made = makeDenseView(DType::Float32, std::move(shape), dumpscope::test::bytesOf(values));
        made.storage.format = format;
        made.storage.logicalFormat = logical;
        made.storage.storageShape = std::move(stored);
        return made;
    };
    const auto error = [this](const TensorView& target, const TensorView& golden) {
        MeasureOptions options;
        options.profile = builtinMetrics()->findProfile("msaccucmp");
        options.metrics = std::make_shared<MetricSelection>(defaultMetrics(*builtinMetrics(), "msaccucmp"));
        const auto measured = measureTensors(target, golden, options, m_task);
        for (std::size_t i = 0; measured && i < options.metrics->size(); ++i) {
            if (options.metrics->info(i).id == "mean_absolute_error")
                return measured->values[i].value.value_or(-1);
        }
        return -2.0;
    };
    const Shape deep {1, 3, 2, 1, 2}, deepStored {1, 2, 1, 1, 2, 16};
    const auto depth = [&](const std::vector<float>& values) {
        return view(values, MemoryFormat::NDC1HWC0, deep, deepStored, MemoryFormat::NCDHW);
    };
    QCOMPARE(static_cast<float>(error(depth(mine), depth(other))),
        static_cast<float>(sum / static_cast<double>(mine.size())));
    const Shape flat {2, 3, 1, 2}, flatStored {2, 1, 1, 2, 16};
    const auto plane = [&](const std::vector<float>& values) {
        return view(values, MemoryFormat::NC1HWC0, flat, flatStored, MemoryFormat::NCHW);
    };
    QCOMPARE(error(plane(mine), plane(other)), 1.0);
}

/// A target in NC1HWC0 is read in the order of a golden in NHWC (docs/formats/comparison.md 8a.17).
void TestMsaccucmpResult::deviceLayoutInGoldensOrder()
{
    // Channels 0 to 2 of 16 at each place; the value is channel, row, column as digits.
    std::vector<float> stored(1 * 1 * 2 * 2 * 16, 0.0F);
    std::vector<float> expected;
    for (std::size_t h = 0; h < 2; ++h) {
        for (std::size_t w = 0; w < 2; ++w) {
            for (std::size_t c = 0; c < 3; ++c) {
                stored[(h * 2 + w) * 16 + c] = static_cast<float>(c * 100 + h * 10 + w);
                expected.push_back(static_cast<float>(c * 100 + h * 10 + w));
            }
        }
    }
    TensorView target = makeDenseView(DType::Float32, {1, 3, 2, 2}, dumpscope::test::bytesOf(stored));
    target.storage.format = MemoryFormat::NC1HWC0;
    target.storage.logicalFormat = MemoryFormat::NCHW;
    target.storage.storageShape = {1, 1, 2, 2, 16};
    const TensorView golden = makeDenseView(DType::Float32, {1, 2, 2, 3}, dumpscope::test::bytesOf(expected));
    const AlignedTensors aligned
        = alignAsMsaccucmp(target, golden, MemoryFormat::NC1HWC0, {MemoryFormat::NHWC, Shape {1, 2, 2, 3}});
    QVERIFY(aligned.reason.empty());
    QCOMPARE(aligned.target.shape, (Shape {1, 2, 2, 3}));
    const auto stream = ElementStream::make(aligned.target, Order::Logical);
    QVERIFY(stream);
    QCOMPARE(dumpscope::test::allElements<float>(*stream), expected);
}

QTEST_APPLESS_MAIN(TestMsaccucmpResult)
#include "tst_msaccucmp_result.moc"
