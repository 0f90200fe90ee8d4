// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/comparison.h"
#include "metrics/metric_registry.h"
#include "model/dump_folder.h"
#include "temporary_folder.h"
#include "tensor/npy_writer.h"

#include <QTest>

#include <array>
#include <set>

using namespace dumpscope::core;
using dumpscope::test::TemporaryFolder;
using dumpscope::test::writeFile;

namespace {

constexpr std::string_view kDump
    = R"({"task":"statistics","level":"L1","dump_data_dir":null,"data":{"Torch.add.0.forward":{"input_args":[],)"
      R"("input_kwargs":{},"output":[{"type":"torch.Tensor","dtype":"torch.float32","shape":[2],"Max":1,"Min":0,)"
      R"("Mean":0.5,"Norm":1}]}}})";

/// The runs of the tensors of dumps of msprobe in these folders.
std::set<std::string> runsOf(std::initializer_list<std::string_view> folders)
{
    TemporaryFolder folder;
    for (const std::string_view place : folders)
        writeFile(folder.at(std::string(place) + "/dump.json"), kDump);
    OwnedTask task;
    const auto index = openDump(folder.path(), builtinFormats(), {}, task).value();
    std::set<std::string> runs;
    for (std::size_t i = 0; i < index->tensorCount(); ++i)
        runs.insert(index->factsOf(TensorId(i)).run);
    return runs;
}

using Runs = std::set<std::string>;

void writeArray(const std::string& file)
{
    const std::array<float, 2> values {1, 2};
    writeFile(file,
        npyHeader("<f4", false, Shape {2}) + std::string(reinterpret_cast<const char*>(values.data()), 8));
}

QStringList listOf(const std::vector<std::string>& texts)
{
    QStringList list;
    for (const std::string& text : texts)
        list += QString::fromStdString(text);
    return list;
}

} // namespace

class RunFoldersTest : public QObject {
    Q_OBJECT

private slots:
    void oneRun() { QCOMPARE(runsOf({"step0/rank0", "step0/rank1", "step1/rank0"}), Runs({""})); }
    void runsBesideOneAnother()
    {
        QCOMPARE(runsOf({"before/step0/rank0", "before/step1/rank0", "after/fix/step0/rank0"}),
            Runs({"before", "after/fix"}));
    }
    /// Hosts of one training have folders of their own, and other ranks.
    void hostsOfOneRun() { QCOMPARE(runsOf({"host0/step0/rank0", "host1/step0/rank1"}), Runs({""})); }
    void aRunInsideAnother() { QCOMPARE(runsOf({"step0/rank0", "old/step0/rank0"}), Runs({"", "old"})); }
    /// A layout needs no folder above it.
    void namesThatAreLikeRanks()
    {
        QCOMPARE(runsOf({"rank9x/step0/rank0", "b/step0/rank0"}), Runs({"rank9x", "b"}));
    }
    /// Whatever level was opened.
    void whatIsAboveAllRuns()
    {
        QCOMPARE(runsOf({"team/all/a/step0/rank0", "team/all/b/step0/rank0"}), Runs({"a", "b"}));
        QCOMPARE(runsOf({"all/step0/rank0", "all/old/step0/rank0"}), Runs({"", "old"}));
    }
    /// Devices of one training have time folders of their own.
    void timeFolders_data()
    {
        QTest::addColumn<QStringList>("folders");
        QTest::addColumn<QStringList>("wanted");  // `run` of the tensors
        QTest::addColumn<QStringList>("several"); // runs beside one another
        QTest::newRow("devices of one training")
            << QStringList {"20240101120000/0/net/1/0", "20240101120003/1/net/1/0"}
            << QStringList {"20240101120000", "20240101120003"} << QStringList();
        QTest::newRow("two runs") << QStringList {"20240101120000/0/net/1/0", "20240102120000/0/net/1/0"}
                                  << QStringList {"20240101120000", "20240102120000"}
                                  << QStringList {"20240101120000", "20240102120000"};
        QTest::newRow("two trainings of two devices")
            << QStringList {"before/20240101120000/0/net/1/0", "before/20240101120003/1/net/1/0",
                   "after/20240102120000/0/net/1/0", "after/20240102120004/1/net/1/0"}
            << QStringList {"after", "before"} << QStringList {"after", "before"};
    }
    void timeFolders()
    {
        QFETCH(const QStringList, folders);
        QFETCH(const QStringList, wanted);
        QFETCH(const QStringList, several);
        TemporaryFolder folder;
        for (const QString& place : folders)
            writeArray(folder.at(place.toStdString() + "/Add.add.1.1.1700000000000000.output.0.npy"));
        OwnedTask task;
        const auto index = openDump(folder.path(), builtinFormats(), {}, task).value();
        std::set<std::string> runs;
        for (std::size_t i = 0; i < index->tensorCount(); ++i)
            runs.insert(index->factsOf(TensorId(i)).run);
        QCOMPARE(listOf({runs.begin(), runs.end()}), wanted);
        QCOMPARE(listOf(index->runs()), several);
    }
    /// Folders of arrays that no tool laid out.
    void folderWithoutLayout_data()
    {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QStringList>("several");
        const QStringList two {"good/x.npy", "good/y.npy", "bad/x.npy", "bad/y.npy"};
        QTest::newRow("the same names") << two << QStringList {"bad", "good"};
        QTest::newRow("deeper") << QStringList {"all/good/x.npy", "all/bad/x.npy"}
                                << QStringList {"bad", "good"};
        QTest::newRow("other names") << QStringList {"good/x.npy", "bad/y.npy"} << QStringList();
        QTest::newRow("one has more") << two + QStringList {"bad/z.npy"} << QStringList();
        QTest::newRow("a third one") << two + QStringList {"notes/z.npy"} << QStringList();
        QTest::newRow("layers") << QStringList {"layer0/w.npy", "layer1/w.npy"} << QStringList();
        QTest::newRow("numbers") << QStringList {"1/w.npy", "2/w.npy"} << QStringList();
        QTest::newRow("numbered runs")
            << QStringList {"run1/w.npy", "run2/w.npy"} << QStringList {"run1", "run2"};
        QTest::newRow("one folder") << QStringList {"x.npy", "y.npy"} << QStringList();
    }
    void folderWithoutLayout()
    {
        QFETCH(const QStringList, files);
        QFETCH(const QStringList, several);
        TemporaryFolder folder;
        for (const QString& file : files)
            writeArray(folder.at(file.toStdString()));
        OwnedTask task;
        const auto index = openDump(folder.path(), builtinFormats(), {}, task).value();
        QCOMPARE(index->tensorCount(), std::size_t(files.size()));
        QCOMPARE(listOf(index->runs()), several);
    }
    /// A filter that asks for a run chooses it, though another one is more like the golden.
    void theFilterChoosesTheRun()
    {
        TemporaryFolder folder;
        for (const char* place : {"all/a/x.npy", "all/b/x.npy", "a/x.npy"})
            writeArray(folder.at(place));
        OwnedTask task;
        const ComparisonSide target {openDump(folder.at("all"), builtinFormats(), {}, task).value(), {}};
        const ComparisonSide golden {openDump(folder.at("a"), builtinFormats(), {}, task).value(), {}};
        const auto comparedRun = [&](const char* filter) {
            ComparisonOptions options;
            options.filter = filter;
            const auto registry = builtinMetrics();
            options.measure.profile = registry->findProfile("dumpscope");
            options.measure.metrics
                = std::make_shared<const MetricSelection>(selectMetrics(*registry, "quick").value());
            const auto comparison = compareSides(target, golden, options, {}, task);
            std::string runs;
            for (std::size_t row = 0; row < comparison->pairs->rows(); ++row)
                runs += cellText(comparison->pairs->cell(row, comparison->pairs->columnByName("run")));
            return runs;
        };
        QCOMPARE(comparedRun(""), std::string("a"));
        QCOMPARE(comparedRun("run:b"), std::string("b"));
        QCOMPARE(comparedRun("run:b max<100"), std::string("b"));
        QCOMPARE(comparedRun("name:x"), std::string("a"));
    }
    /// One run of several is compared with one, that of the same folder where they are alike.
    void theRunOfAComparison()
    {
        TemporaryFolder folder;
        for (const char* place : {"all/a/step0/rank0", "all/b/step0/rank0", "all/b/step1/rank0",
                 "all/c/step0/rank0", "one/c/step0/rank0", "two/step0/rank0", "two/step1/rank0"})
            writeFile(folder.at(std::string(place) + "/dump.json"), kDump);
        const auto comparedRun = [&](const char* golden) {
            OwnedTask task;
            const auto target = openDump(folder.at("all"), builtinFormats(), {}, task).value();
            const auto other = openDump(folder.at(golden), builtinFormats(), {}, task).value();
            std::string runs;
            const auto pairing = pairSides({target, std::nullopt}, {other, std::nullopt}, {}, task);
            for (const TensorPair& pair : pairing->pairs)
                runs += target->factsOf(pair.target).run;
            return runs;
        };
        QCOMPARE(comparedRun("one/c"), std::string("c"));
        QCOMPARE(comparedRun("two"), std::string("bb"));
    }
};

QTEST_GUILESS_MAIN(RunFoldersTest)
#include "tst_run_folders.moc"
