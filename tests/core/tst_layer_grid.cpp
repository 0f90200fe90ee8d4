// SPDX-License-Identifier: GPL-3.0-or-later
// Expected numbers: counted by hand in the tables below.
#include "compare/tables/layer_grid.h"

#include "compare/tables/pair_table.h"
#include "memory_dump.h"

#include <QTest>

using namespace dumpscope::core;
using dumpscope::test::MemoryDump;

namespace {

/// Two ranks with two operators in each of two layers, and one operator beside them. Tensors come in the
/// order of the index.
std::shared_ptr<const DumpIndex> dump()
{
    MemoryDump made;
    for (const std::int64_t rank : {0, 3}) {
        FolderFacts facts;
        facts.rank = rank;
        made.folder("rank_" + std::to_string(rank), facts);
        for (const char* name :
            {"embed/take", "layers/0/norm", "layers/0/mlp", "layers/1/norm", "layers/1/mlp"})
            made.add({name, "Mul"});
    }
    return made.finish();
}

PairTable tableOf(const std::shared_ptr<const DumpIndex>& index)
{
    PairTable pairs({index, {}}, {index, {}}, std::make_shared<MetricSelection>());
    for (std::uint32_t id = 0; id < index->tensorCount(); ++id) {
        PairResult result;
        result.pair.target = result.pair.golden = TensorId(id);
        const std::string_view name = index->text(index->tensor(TensorId(id)).opName);
        const bool isLast = index->factsOf(TensorId(id)).rank == 3;
        result.verdict = name == "layers/1/mlp" && isLast ? Verdict::Fail
            : name == "layers/1/norm"                     ? Verdict::NotComparable
            : name == "layers/0/norm" && isLast           ? Verdict::Warn
                                                          : Verdict::Pass;
        pairs.add(result);
    }
    return pairs;
}

} // namespace

class tst_LayerGrid : public QObject {
    Q_OBJECT

private slots:
    void theWorstOfLayerAndRank()
    {
        const auto index = dump();
        QCOMPARE(index->tensorCount(), std::size_t {10});
        const PairTable pairs = tableOf(index);
        OwnedTask task(1);
        const auto grid = layerGrid(pairs, task);
        QVERIFY(grid);
        QCOMPARE(grid->layers.size(), std::size_t {2}); // the operator beside the layers has no place
        QCOMPARE(grid->ranks.size(), std::size_t {2});
        QCOMPARE(grid->ranks[0], std::optional<std::int64_t>(0));
        QCOMPARE(grid->ranks[1], std::optional<std::int64_t>(3));
        const std::size_t zero = grid->layers[0] == "layers/0" ? 0 : 1, one = 1 - zero;
        QCOMPARE(grid->at(zero, 0).verdict, Verdict::Pass);
        QCOMPARE(grid->at(zero, 1).verdict, Verdict::Warn);
        QCOMPARE(grid->at(one, 0).verdict, Verdict::Pass); // beside what is not comparable
        QCOMPARE(grid->at(one, 0).notComparable, std::uint64_t {1});
        QCOMPARE(grid->at(one, 1).verdict, Verdict::Fail);
        QCOMPARE(grid->at(one, 1).all(), std::uint64_t {2});
        QCOMPARE(pairs.row(grid->at(one, 1).worst).verdict, Verdict::Fail);
    }

    void nothingWithoutLayers()
    {
        MemoryDump made;
        made.add({"conv1", "Conv2D"}).add({"fc", "MatMul"});
        OwnedTask task(1);
        const auto grid = layerGrid(tableOf(made.finish()), task);
        QVERIFY(grid && grid->layers.empty() && grid->ranks.empty() && grid->cells.empty());
        task.stopSource().request_stop();
        QCOMPARE(layerGrid(tableOf(dump()), task).error().code, Code::Cancelled);
    }
};

QTEST_APPLESS_MAIN(tst_LayerGrid)
#include "tst_layer_grid.moc"
