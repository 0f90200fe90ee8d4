// SPDX-License-Identifier: GPL-3.0-or-later
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
};

QTEST_GUILESS_MAIN(RunFoldersTest)
#include "tst_run_folders.moc"
