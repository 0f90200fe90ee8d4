// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing.h"
#include "model/dump_folder.h"
#include "temporary_folder.h"

#include <QTest>

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
