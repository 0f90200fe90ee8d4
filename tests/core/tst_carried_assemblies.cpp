// SPDX-License-Identifier: GPL-3.0-or-later
// What a fault leaves of a layout: tensors whose values say nothing stand where the rest of the run does.
#include "compare/layout/assembly.h"
#include "compared_ranks.h"

#include <QTest>

#include <algorithm>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr std::int64_t kRows = 8, kColumns = 6;

std::string linear(int number)
{
    return "Functional.linear." + std::to_string(number) + ".forward";
}

/// `a` and `factor` times `b`.
DumpedTensor sumOf(const DumpedTensor& a, const DumpedTensor& b, float factor = 1)
{
    DumpedTensor sum = a;
    for (std::size_t i = 0; i < sum.values.size(); ++i)
        sum.values[i] += factor * b.values[i];
    return sum;
}

} // namespace

class tst_CarriedAssemblies : public QObject {
    Q_OBJECT

private slots:
    /// The ranks of a stage of a pipeline hold what those of another hold of its layers, by their order.
    void anotherStage()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(4);
        for (int layer = 0; layer < 4; ++layer) {
            const auto seed = static_cast<unsigned>(10 * layer);
            const DumpedTensor weight = noise({kRows, kColumns}, seed), made = noise({kRows, 5}, seed + 1);
            const DumpedTensor given = noise({3, 5}, seed + 2);
            golden.push_back({linear(layer), {given, weight}, made});
            for (std::int64_t half = 0; half < 2; ++half) {
                const std::vector<std::int64_t> rows {4 * half, 4 * half + 1, 4 * half + 2, 4 * half + 3};
                const bool isWrong = layer >= 2;
                ranks[static_cast<std::size_t>((isWrong ? 2 : 0) + half)].push_back({linear(layer % 2),
                    {given, rowsOf(weight, rows)},
                    isWrong ? noise({4, 5}, seed + 50 + static_cast<unsigned>(half)) : rowsOf(made, rows)});
            }
        }
        const ComparedRanks compared(ranks, golden);
        QVERIFY(compared.comparison);
        const PairResult* const row = compared.row(linear(3), Io::Output);
        const Assembly* const assembly = assemblyOf(row);
        QVERIFY(assembly && assembly->isCarried());
        QCOMPARE(assembly->kind, AssemblyKind::Concat);
        QCOMPARE(assembly->parts.size(), 2U);
        QCOMPARE(compared.rankOf(assembly->parts[0].id), std::optional<std::int64_t>(2));
        QCOMPARE(compared.rankOf(assembly->parts[1].id), std::optional<std::int64_t>(3));
        QCOMPARE(row->verdict, Verdict::Fail);
    }

    /// Chunks of a sequence in zigzag: in all layers those of one rank are exchanged.
    void chunksOfOneRankExchanged()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(2);
        for (int layer = 0; layer < 3; ++layer) {
            const DumpedTensor made = noise({kRows, kColumns}, 30U + static_cast<unsigned>(layer));
            golden.push_back({"Functional.relu." + std::to_string(layer) + ".forward", {}, made});
            ranks[0].push_back({golden.back().name, {}, rowsOf(made, {0, 1, 6, 7})});
            ranks[1].push_back({golden.back().name, {}, rowsOf(made, {4, 5, 2, 3})});
        }
        const ComparedRanks compared(ranks, golden);
        QVERIFY(compared.comparison);
        const PairResult* const row = compared.row("Functional.relu.0.forward", Io::Output);
        const Assembly* const assembly = assemblyOf(row);
        QVERIFY(assembly);
        QCOMPARE(assembly->kind, AssemblyKind::Interleaved);
        for (const AssemblyPart& part : assembly->parts) {
            const bool isExchanged = compared.rankOf(part.id) == std::optional<std::int64_t>(1);
            QVERIFY(std::ranges::is_sorted(part.places));
            QCOMPARE(part.error > 0.5, isExchanged);
        }
        QCOMPARE(row->verdict, Verdict::Fail);
        QCOMPARE(compared.rankOf(row->pair.target), std::optional<std::int64_t>(1));
        // The figure of the whole, which stands in the table, is another one.
        const auto& suspects = compared.comparison->suspicion.suspects;
        QVERIFY(!suspects.empty());
        QVERIFY2(suspects.front().why.text().find("(relative L2 of this part alone)") != std::string::npos,
            suspects.front().why.text().c_str());
    }

    /// In golden's order in every rank, or in none: that is a layout.
    void chunksOfAllRanks()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(2);
        for (int layer = 0; layer < 3; ++layer) {
            const DumpedTensor made = noise({kRows, kColumns}, 40U + static_cast<unsigned>(layer));
            golden.push_back({"Functional.relu." + std::to_string(layer) + ".forward", {}, made});
            ranks[0].push_back({golden.back().name, {}, rowsOf(made, {6, 7, 0, 1})});
            ranks[1].push_back({golden.back().name, {}, rowsOf(made, {4, 5, 2, 3})});
        }
        const ComparedRanks compared(ranks, golden);
        QVERIFY(compared.comparison);
        QCOMPARE(compared.row("Functional.relu.0.forward", Io::Output)->verdict, Verdict::Pass);
    }

    /// Where names are right, what is wrong everywhere is cut as all else that is as long.
    void asOthersOfThatLength()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(2);
        const std::vector<std::vector<std::int64_t>> zigzag {{0, 1, 6, 7}, {2, 3, 4, 5}};
        for (int layer = 0; layer < 3; ++layer) {
            const auto seed = static_cast<unsigned>(60 + layer);
            const DumpedTensor read = noise({kRows, kColumns}, seed), made = noise({2, kRows, 5}, seed + 10);
            golden.push_back({"Functional.relu." + std::to_string(layer) + ".forward", {}, read});
            const DumpedTensor weight = noise({5, kColumns}, seed + 50);
            golden.push_back({linear(layer), {read, weight}, made});
            for (std::size_t rank = 0; rank < 2; ++rank) {
                const DumpedTensor part = rowsOf(read, zigzag[rank]);
                ranks[rank].push_back({golden[golden.size() - 2].name, {}, part});
                ranks[rank].push_back({linear(layer), {part, weight},
                    noise({2, 4, 5}, seed + 20 + 10 * static_cast<unsigned>(rank))});
            }
        }
        const ComparedRanks compared(ranks, golden);
        QVERIFY(compared.comparison);
        const PairResult* const row = compared.row(linear(1), Io::Output);
        const Assembly* const assembly = assemblyOf(row);
        QVERIFY(assembly && assembly->isCarried());
        QCOMPARE(assembly->axis, std::optional<std::size_t>(1));
        for (const AssemblyPart& part : assembly->parts) {
            const auto rank = static_cast<std::size_t>(compared.rankOf(part.id).value_or(-1));
            QVERIFY(std::ranges::equal(part.places, zigzag.at(rank)));
        }
        QCOMPARE(row->verdict, Verdict::Fail);
    }

    /// A factor that golden has not stands between what made a tensor and what is given it.
    void aFactorOfTheTargetAlone()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(2);
        for (int layer = 0; layer < 3; ++layer) {
            const auto seed = static_cast<unsigned>(80 + 10 * layer);
            const DumpedTensor weight = noise({kRows, kColumns}, seed), made = noise({4, 5}, seed + 1),
                               other = noise({4, 5}, seed + 2), given = noise({3, kColumns}, seed + 3);
            const std::string add = "Tensor.__add__." + std::to_string(layer) + ".forward";
            golden.push_back({linear(layer), {given, weight}, made});
            golden.push_back({add, {other, made}, sumOf(other, made)});
            for (const std::int64_t rank : {0, 1}) {
                const std::vector<std::int64_t> half {2 * rank, 2 * rank + 1};
                auto& own = ranks[static_cast<std::size_t>(rank)];
                own.push_back({linear(layer),
                    {given, rowsOf(weight, {4 * rank, 4 * rank + 1, 4 * rank + 2, 4 * rank + 3})}, made});
                const bool isScaled = layer == 1 && rank == 1;
                const DumpedTensor scaled = sumOf(made, made, isScaled ? 0.05F : 0);
                if (isScaled)
                    own.push_back({"Tensor.mul.0.forward", {made}, scaled});
                own.push_back(
                    {add, {rowsOf(other, half), rowsOf(scaled, half)}, rowsOf(sumOf(other, scaled), half)});
            }
        }
        const ComparedRanks compared(ranks, golden);
        QVERIFY(compared.comparison);
        QVERIFY(!compared.comparison->suspicion.suspects.empty());
        const Suspect& first = compared.comparison->suspicion.suspects.front();
        QCOMPARE(first.opName, std::string("Tensor.mul.0.forward"));
        QCOMPARE(first.ranks, std::vector<std::int64_t> {1});
    }
};

QTEST_APPLESS_MAIN(tst_CarriedAssemblies)
#include "tst_carried_assemblies.moc"
