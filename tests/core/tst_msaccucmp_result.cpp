// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of msaccucmp against what the official tool wrote (tests/data/official/msaccucmp), byte for byte.
#include "compare/official/msaccucmp_result.h"

#include "compare/official/msaccucmp_alignment.h"
#include "compare/official/msaccucmp_jobs.h"
#include "compare/official/official_cell.h"
#include "model/dump_folder.h"

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
    void tables_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("golden");
        QTest::addColumn<QStringList>("rules");
        QTest::addColumn<QString>("metrics");
        const auto row = [](const char* name, const QString& target, const QString& golden,
                             const QStringList& rules = {}, const QString& metrics = "msaccucmp") {
            QTest::newRow(name) << target << golden << rules << metrics;
        };
        row("bin_bin_all", "npu_my", "npu_golden");
        row("bin_bin_alg_numbers", "npu_my", "npu_golden", {},
            "mean_relative_error,cosine_similarity,standard_deviation");
        row("bin_npy_all", "fusion/npu", "fusion/golden", {"fusion/fusion.json"});
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
        TaskContext task = m_owned.context();
        const ComparisonSide mine = opened(kRoot + "/inputs/" + target.toStdString(), task);
        const ComparisonSide other = opened(kRoot + "/inputs/" + golden.toStdString(), task);
        QVERIFY(mine.index && other.index);
        std::vector<std::string> ruleFiles;
        for (const QString& rule : rules)
            ruleFiles.push_back(kRoot + "/inputs/" + rule.toStdString());
        const auto selection = selectMetrics(*builtinMetrics(), metrics.toStdString());
        QVERIFY(selection.has_value());
        const auto result = MsaccucmpResult::make(mine, other, ruleFiles, *selection);
        QVERIFY2(result.has_value(), result ? "" : result.error().message.c_str());
        std::string text = officialCsvLine(result->header(), "\r\n");
        const auto done = result->forEachRow(
            [&](const MsaccucmpResult::Row& row) -> Result<void> {
                const std::vector<std::string_view> cells(row.begin(), row.end());
                text += officialCsvLine(cells, "\r\n");
                return {};
            },
            task);
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

    void needsARuleFileAgainstTheOriginal()
    {
        TaskContext task = m_owned.context();
        const ComparisonSide target = opened(kRoot + "/inputs/fusion/npu", task);
        const ComparisonSide golden = opened(kRoot + "/inputs/fusion/golden", task);
        const auto metrics = selectMetrics(*builtinMetrics(), "msaccucmp");
        const auto result = MsaccucmpResult::make(target, golden, {}, *metrics);
        QVERIFY(!result && result.error().message.find("--map") != std::string::npos);
        QVERIFY(!MsaccucmpResult::make(golden, target, {}, *metrics));
    }

    /// Relations of groups (comparison 3.3): operators of the dump, made to stand for others.
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
        QVERIFY2(graph.has_value(), graph ? "" : graph.error().message.c_str());
        TaskContext task = m_owned.context();
        const auto target = MsaccucmpDump::list(opened(kRoot + "/inputs/npu_my", task));
        const auto golden = MsaccucmpDump::list(opened(kRoot + "/inputs/npu_golden", task));
        QVERIFY(target && golden);
        QStringList found;
        const auto jobs = fusionJobs(*target, *golden, *graph, nullptr, task);
        QVERIFY(jobs.has_value());
        for (const MsaccucmpJob& job : *jobs)
            found.append(QString::fromStdString(std::to_string(job.index) + '|' + job.targetName + '|'
                + job.goldenName + '|' + job.tensor + '|' + job.reason));
        QCOMPARE(found, lines);
    }

    /// comparison 2.1 and 8a.6, 8a.7 by hand.
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
        const MsaccucmpAligned pair
            = alignAsMsaccucmp(viewOf(values, mine), viewOf(values, other), layout, layout, std::nullopt);
        if (met.isEmpty()) {
            QVERIFY(pair.reason.starts_with("Due to the different shapes"));
            return;
        }
        QVERIFY(pair.reason.empty() && !pair.steps.empty());
        QCOMPARE(QString::fromStdString(shapeText(pair.target.shape)), met);
    }

private:
    static QByteArray originals(const QStringList& names)
    {
        return "{\"key\":\"_datadump_original_op_names\",\"value\":{\"list\":{\"s\":[\""
            + names.join("\",\"").toUtf8() + "\"]}}}";
    }

    OwnedTask m_owned;
};

QTEST_APPLESS_MAIN(TestMsaccucmpResult)
#include "tst_msaccucmp_result.moc"
