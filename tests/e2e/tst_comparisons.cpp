// SPDX-License-Identifier: GPL-3.0-or-later
// Sides of different kinds against each other; the planted faults are those the data's READMEs name.
#include "compare/comparison.h"
#include "metrics/metric_registry.h"
#include "model/dump_folder.h"
#include "temporary_folder.h"

#include <QTest>

#include <filesystem>

using namespace dumpscope::core;

namespace {

std::shared_ptr<const DumpIndex> opened(const std::string& path, TaskContext& task)
{
    auto index = openDump(DUMPSCOPE_TEST_DATA + path, builtinFormats(), {}, task);
    return index ? *index : nullptr;
}

} // namespace

class TestComparisons : public QObject {
    Q_OBJECT

private slots:
    void faults_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("golden");
        QTest::addColumn<int>("rank"); // target's = 0, -1: as they are
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<int>("step");
        QTest::newRow("statistics") << "/mindspore/lenet-ms210-bug-statistic"
                                    << "/mindspore/lenet-ms210-statistic" << -1
                                    << "Default/network-WithLossCell/_backbone-LeNet/fc1-Dense/BiasAdd-op0"
                                    << "inputs-differ" << 1;
        QTest::newRow("rank against rank")
            << "/mindspore-ascend-graphs/ranks"
            << "/mindspore-ascend-graphs/ranks" << 5
            << "Default/network-WithLossCell/_backbone-Net/fc1-Dense/MatMul-op0"
            << "no-inputs" << 2;
        QTest::newRow("MindSpore against PyTorch")
            << "/official/msprobe/ms"
            << "/official/msprobe/pt" << -1 << "Tensor.__mul__.1.forward"
            << "inputs-clean" << -1;
    }
    void faults()
    {
        QFETCH(QString, target);
        QFETCH(QString, golden);
        QFETCH(int, rank);
        QFETCH(QString, first);
        QFETCH(QString, rule);
        QFETCH(int, step);
        const auto comparison = compare(target.toStdString(), golden.toStdString(), [rank](auto& options) {
            if (rank >= 0)
                options.pairing.ranks = {{rank, 0}};
        });
        QVERIFY(comparison && comparison->firstDivergence);
        QCOMPARE(QString::fromStdString(comparison->firstDivergence->opName), first);
        QCOMPARE(QString::fromStdString(comparison->firstDivergence->rule), rule);
        if (step >= 0)
            QCOMPARE(comparison->firstDivergence->step, std::optional<std::int64_t>(step));
    }

    /// CRC-32 on one side, a 64-bit XOR on the other: no verdict instead of a wrong one.
    void checksumsOfDifferentKinds()
    {
        const auto comparison = compare("/msprobe/xor", "/msprobe/md5", [](auto&) {});
        QVERIFY(comparison && comparison->pairs->rows() > 0);
        QCOMPARE(comparison->summary.fail, std::uint64_t {0});
        const PairResult& pair = comparison->pairs->row(0);
        const std::string note = pair.details().note.text();
        QVERIFY2(note.find("64-bit XOR") != std::string::npos, note.c_str());
    }

    /// Int32 of MindSpore is recorded as 10.0, int64 of PyTorch as 10; msprobe prints a difference 0.0
    /// for them and 0 for equal texts (x_cell.csv beside the data).
    void textsOfStatistics()
    {
        const auto comparison
            = compare("/official/msprobe/ms", "/official/msprobe/pt", [](ComparisonOptions& options) {
                  options.measure.profile = builtinMetrics()->findProfile("msprobe");
                  options.measure.metrics = std::make_shared<const MetricSelection>(
                      *selectMetrics(*builtinMetrics(), "max_diff,l2norm_diff_relative"));
              });
        QVERIFY(comparison.has_value());
        QStringList found;
        for (std::size_t i = 0; i < comparison->pairs->rows(); ++i) {
            const PairResult& pair = comparison->pairs->row(i);
            const auto& index = *comparison->pairs->target().index;
            const TensorRow& row = index.tensor(pair.pair.target);
            const auto op = index.text(row.opName);
            if (row.slot < 2 && row.io == Io::Input
                && (op == "Cell.embed.Embedding.forward.0" || op == "Tensor.masked_fill.0.forward"))
                found.append(QString("%1 %2").arg(row.slot).arg(QString::fromStdString(pair.values[0].text)));
        }
        QVERIFY2(found.contains("0 0.0") && found.contains("1 0"), qPrintable(found.join(", ")));
    }

    void twoFiles()
    {
        const std::string folder = "/official/msaccucmp/inputs/";
        const auto comparison = compare(folder + "npu_my/Mul.dtype_float16_far.3.3.1700000000003000",
            folder + "npu_golden/Mul.dtype_float16_far.3.5.1700000100003000", [](auto&) {});
        QVERIFY(comparison && comparison->pairs->rows() == 1);
        const PairResult& pair = comparison->pairs->row(0);
        const auto cosine = comparison->pairs->metrics().indexOf("cosine_similarity");
        QVERIFY(cosine.has_value());
        // What msaccucmp prints for them: 0.988128.
        QCOMPARE(QString::number(*pair.values[*cosine].value, 'f', 6), QString("0.988128"));
    }

    void trendsOfTheMonitor_data()
    {
        QTest::addColumn<QString>("database");
        QTest::addColumn<bool>("databaseIsTarget");
        QTest::newRow("micro steps counted") << "counted" << true;
        QTest::newRow("micro steps counted, golden") << "counted" << false;
        QTest::newRow("steps as they are") << "plain" << true;
    }
    /// msprobe's csv2db made the databases of these files, so every figure has its own as partner and agrees.
    void trendsOfTheMonitor()
    {
        QFETCH(QString, database);
        QFETCH(bool, databaseIsTarget);
        const std::string trends = "/monitor-trends/" + database.toStdString() + ".trend.db";
        const std::string files = "/monitor-trends/csv";
        const auto other = "/monitor-trends/plain.trend.db";
        const auto databases = compare(trends, other, [](auto&) {});
        QVERIFY(databases && databases->summary.pass == 20 && databases->unpairedTarget.empty());
        const auto comparison
            = compare(databaseIsTarget ? trends : files, databaseIsTarget ? files : trends, [](auto&) {});
        QVERIFY(comparison.has_value());
        QCOMPARE(comparison->pairs->rows(), std::size_t {20});
        QCOMPARE(comparison->summary.pass, std::uint64_t {20});
        QVERIFY(comparison->unpairedTarget.empty() && comparison->unpairedGolden.empty());
    }

    /// A part of the files does not say which of their steps the third micro step of the database is.
    void trendsOfAnotherStretch()
    {
        const dumpscope::test::TemporaryFolder folder;
        const std::string name = "Nov27_08-00-00-rank0-127.0.0.1";
        std::filesystem::create_directories(folder.path() + '/' + name);
        std::filesystem::copy(DUMPSCOPE_TEST_DATA "/monitor-trends/csv/" + name + "/actv_4-4.csv",
            folder.path() + '/' + name + "/actv_4-4.csv");
        const auto files = openDump(folder.path(), builtinFormats(), {}, m_task);
        const auto trends = opened("/monitor-trends/counted.trend.db", m_task);
        QVERIFY(files && trends);
        const auto pairing = pairSides({trends, std::nullopt}, {*files, std::nullopt}, {}, m_task);
        QVERIFY(pairing && pairing->pairs.empty() && !pairing->unpairedTarget.empty());
        const std::string why = pairing->unpairedTarget.front().reason.text();
        QVERIFY2(why.find("cannot be told") != std::string::npos, why.c_str());
    }

    /// A pruned tree does not say which arguments the files of a layer were, but their names do.
    void prunedTreeOfModules()
    {
        const std::string tree = "LlamaForCausalLM_debug_tree_FULL_TENSORS.json";
        const std::string whole = DUMPSCOPE_TEST_DATA "/llm-era/hf-debugger/tensors";
        const dumpscope::test::TemporaryFolder folder;
        for (const auto& file : std::filesystem::directory_iterator(whole)) {
            if (file.path().extension() != ".json")
                std::filesystem::copy(file.path(), folder.path() + '/' + file.path().filename().string());
        }
        std::filesystem::copy(DUMPSCOPE_TEST_DATA "/hf-pruned/" + tree, folder.path() + '/' + tree);
        const auto pruned = openDump(folder.path(), builtinFormats(), {}, m_task);
        const auto full = openDump(whole, builtinFormats(), {}, m_task);
        QVERIFY(pruned && full);
        for (const auto& [target, golden] : {std::pair(*pruned, *full), std::pair(*full, *pruned)}) {
            const auto pairing = pairSides({target, std::nullopt}, {golden, std::nullopt}, {}, m_task);
            QVERIFY(pairing && pairing->unpairedTarget.empty() && pairing->unpairedGolden.empty());
            QCOMPARE(pairing->pairs.size(), target->tensorCount());
            for (const TensorPair& pair : pairing->pairs)
                QVERIFY(target->text(target->file(target->tensor(pair.target).file).name)
                    == golden->text(golden->file(golden->tensor(pair.golden).file).name));
        }
    }

private:
    template<typename Adjust>
    std::optional<Comparison> compare(
        const std::string& target, const std::string& golden, const Adjust& adjust)
    {
        const auto mine = opened(target, m_task);
        const auto other = target == golden ? mine : opened(golden, m_task);
        if (!mine || !other)
            return std::nullopt;
        ComparisonOptions options;
        options.measure.profile = builtinMetrics()->findProfile("dumpscope");
        options.measure.metrics
            = std::make_shared<const MetricSelection>(defaultMetrics(*builtinMetrics(), "dumpscope"));
        options.limits = *presetLimits("precision");
        adjust(options);
        auto comparison = compareSides({mine, std::nullopt}, {other, std::nullopt}, options, {}, m_task);
        return comparison ? std::optional(std::move(*comparison)) : std::nullopt;
    }

    OwnedTask m_task;
};

QTEST_APPLESS_MAIN(TestComparisons)
#include "tst_comparisons.moc"
