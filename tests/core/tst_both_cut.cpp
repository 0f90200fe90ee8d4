// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs that are both cut, over four ranks and over two.
#include "compare/conclusion/unpaired_evidence.h"
#include "compare/layout/assembly.h"
#include "compared_ranks.h"

#include <QTest>

#include <algorithm>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr int kLayers = 4;
constexpr std::int64_t kRows = 8, kColumns = 6;

/// Rows of the weight, and the term of the output, of each of `ranks` processes.
std::vector<std::vector<DumpedOperator>> runOf(std::int64_t ranks)
{
    std::vector<std::vector<DumpedOperator>> run(static_cast<std::size_t>(ranks));
    for (int layer = 0; layer < kLayers; ++layer) {
        const auto seed = static_cast<unsigned>(100 * layer);
        const DumpedTensor weight = noise({kRows, kColumns}, seed), given = noise({3, kColumns}, seed + 1);
        for (std::int64_t rank = 0; rank < ranks; ++rank) {
            std::vector<std::int64_t> rows;
            for (std::int64_t i = 0; i < kRows / ranks; ++i)
                rows.push_back(rank * (kRows / ranks) + i);
            DumpedTensor term = noise({4, 5}, 0);
            std::ranges::fill(term.values, 0.0F);
            for (const std::int64_t row : rows) { // of each row a share
                const DumpedTensor share = noise({4, 5}, seed + 10 + static_cast<unsigned>(row));
                for (std::size_t i = 0; i < term.values.size(); ++i)
                    term.values[i] += share.values[i];
            }
            auto& own = run[static_cast<std::size_t>(rank)];
            const std::string number = std::to_string(layer) + ".forward";
            own.push_back({"Functional.linear." + number, {given, rowsOf(weight, rows)}, term});
            // What a rank alone has, as rows of a table that it does not hold.
            const auto alone = seed + 50 + static_cast<unsigned>(10 * ranks + rank);
            own.push_back({"Functional.embedding." + number, {}, noise({4, 7}, alone)});
        }
    }
    return run;
}

void addCollective(std::vector<DumpedOperator>& rank)
{
    rank.push_back({"Distributed.all_reduce.0.forward", {noise({4, 5}, 1000)}, noise({4, 5}, 1001)});
}

Result<Comparison> compareRuns(const std::vector<std::vector<DumpedOperator>>& target,
    const std::vector<std::vector<DumpedOperator>>& golden)
{
    const TemporaryFolder folder;
    for (const auto& [name, run] : {std::pair("target", &target), std::pair("golden", &golden)}) {
        for (std::size_t rank = 0; rank < run->size(); ++rank) {
            if (!MsprobeDumpWriter::write(folder.at(name), (*run)[rank], static_cast<int>(rank)))
                return fail(Code::Io, Message("the dump cannot be written"));
        }
    }
    OwnedTask task;
    ComparisonOptions options;
    options.limits = presetLimits("precision").value();
    return compareFolders(folder.path(), "relative_euclidean_distance", options, task);
}

} // namespace

class tst_BothCut : public QObject {
    Q_OBJECT

private slots:
    void fourRanksAgainstTwo_data()
    {
        QTest::addColumn<int>("targetRanks");
        QTest::addColumn<int>("goldenRanks");
        QTest::newRow("golden has fewer") << 4 << 2;
        QTest::newRow("golden has more") << 2 << 4;
    }
    void fourRanksAgainstTwo()
    {
        QFETCH(const int, targetRanks);
        QFETCH(const int, goldenRanks);
        const auto comparison = compareRuns(runOf(targetRanks), runOf(goldenRanks));
        QVERIFY(comparison);
        // Weights, what they are given, and the terms of both ranks of two, in each layer.
        QCOMPARE(comparison->summary.pass, std::uint64_t {kLayers * 2 * 3});
        QCOMPARE(comparison->summary.fail, std::uint64_t {0});
        std::size_t sums = 0;
        for (std::size_t row = 0; row < comparison->pairs->rows(); ++row) {
            const Assembly* const assembly = assemblyOf(&comparison->pairs->row(row));
            if (assembly && assembly->kind == AssemblyKind::Sum) {
                ++sums;
                QCOMPARE(assembly->parts.size(), 2U);
            }
        }
        QCOMPARE(sums, std::size_t {kLayers * 2});
    }

    /// Runs on the same ranks exchange the same; others exchange what their cuts ask for.
    void aCollectiveThatGoldenAloneHas()
    {
        auto golden = runOf(2);
        addCollective(golden[1]);
        const auto same = compareRuns(runOf(2), golden);
        QVERIFY(same);
        QVERIFY(
            unpairedCollectives(*same).text().starts_with("only golden's dump has the collective rank 1"));
        const auto others = compareRuns(runOf(4), golden);
        QVERIFY(others);
        QCOMPARE(unpairedCollectives(*others).text(), std::string());
    }
};

QTEST_GUILESS_MAIN(tst_BothCut)
#include "tst_both_cut.moc"
