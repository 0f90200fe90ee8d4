// SPDX-License-Identifier: GPL-3.0-or-later
// A product of one process, and the same cut over two ranks: what each part holds is written down by hand.
#include "compare/layout/assembled_pairing.h"

#include "compare/conclusion/explanation.h"
#include "compare/layout/assembly.h"
#include "compare/layout/ranks_at_fault.h"
#include "compare/layout/slice_sketches.h"
#include "compare/layout/tensor_views.h"
#include "compared_ranks.h"

#include <QTest>

#include <filesystem>
#include <map>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr std::int64_t kRows = 6, kColumns = 8;

/// An operator with a weight, in a layer by its number.
DumpedOperator product(int number, const DumpedTensor& weight)
{
    return {"Functional.linear." + std::to_string(number) + ".forward", {noise({3, 5}, 7), weight},
        noise({3, 4}, 9)};
}

} // namespace

class tst_AssembledPairing : public QObject {
    Q_OBJECT

private slots:
    /// Golden is cut: stages of its pipeline count their layers anew, in whatever order of ranks.
    void stagesOfGolden()
    {
        const TemporaryFolder folder;
        std::vector<DumpedOperator> whole, first, last;
        for (int layer = 0; layer < 6; ++layer) {
            const DumpedTensor weight = noise({kRows, kColumns}, static_cast<unsigned>(20 + layer));
            whole.push_back(product(layer, weight));
            (layer < 3 ? first : last).push_back(product(layer % 3, weight));
        }
        QVERIFY(MsprobeDumpWriter::write(folder.at("target"), whole)
            && MsprobeDumpWriter::write(folder.at("golden"), last, 0)
            && MsprobeDumpWriter::write(folder.at("golden"), first, 1));
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        const auto comparison = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
        QVERIFY(comparison);
        QCOMPARE(comparison->summary.fail, std::uint64_t {0});
        const PairTable& pairs = *comparison->pairs;
        std::map<std::pair<std::int64_t, std::string>, std::string> partners; // of golden's rank and operator
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            const TensorPair& pair = pairs.row(row).pair;
            const DumpIndex &target = *pairs.target().index, &golden = *pairs.golden().index;
            const TensorRow& tensor = golden.tensor(pair.golden);
            if (tensor.io == Io::Input && tensor.slot == 1)
                partners[{
                    golden.factsOf(pair.golden).rank.value_or(-1), std::string(golden.text(tensor.opName))}]
                    = target.text(target.tensor(pair.target).opName);
        }
        QCOMPARE(partners.size(), 6U);
        for (int layer = 0; layer < 6; ++layer)
            QCOMPARE((partners[{
                         layer < 3 ? 1 : 0, "Functional.linear." + std::to_string(layer % 3) + ".forward"}]),
                "Functional.linear." + std::to_string(layer) + ".forward");
    }

    /// One rank of a run of two beside both: it pairs with itself, and nothing is looked for by values.
    void someRanksOfTheSameRun()
    {
        const TemporaryFolder folder;
        const auto side = [](unsigned seed) {
            std::vector<DumpedOperator> all;
            for (int layer = 0; layer < 6; ++layer)
                all.push_back(product(layer, noise({kRows, kColumns}, seed + static_cast<unsigned>(layer))));
            return all;
        };
        std::vector<DumpedOperator> wrong = side(40);
        wrong[3].output = noise({3, 4}, 99);
        QVERIFY(MsprobeDumpWriter::write(folder.at("target"), wrong, 1)
            && MsprobeDumpWriter::write(folder.at("golden"), side(20), 0)
            && MsprobeDumpWriter::write(folder.at("golden"), side(40), 1));
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        const auto comparison = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
        QVERIFY(comparison);
        QVERIFY(comparison->unpairedTarget.empty());
        const PairTable& pairs = *comparison->pairs;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            const TensorPair& pair = pairs.row(row).pair;
            QCOMPARE(pairs.golden().index->factsOf(pair.golden).rank, std::optional<std::int64_t>(1));
            QVERIFY(!isPutTogether(pair));
        }
        QCOMPARE(comparison->summary.fail, std::uint64_t {1});
    }

    /// A dump without weights, of operators that golden has not, beside one with weights: nothing is cut.
    void whatOneSideAloneDumps()
    {
        std::vector<DumpedOperator> target, golden;
        for (int number = 0; number < 6; ++number) {
            const auto seed = static_cast<unsigned>(60 + number);
            golden.push_back({"Functional.linear." + std::to_string(number) + ".forward",
                {noise({3, 5}, seed), noise({kRows, kColumns}, seed + 10)}, noise({3, 4}, seed + 20)});
            target.push_back({golden.back().name, {golden.back().inputs.front()}, golden.back().output});
            target.push_back({"Torch.other_" + std::to_string(number) + ".0.forward",
                {noise({7, 9}, seed + 30)}, noise({7, 11}, seed + 40)});
        }
        const ComparedRanks compared({target}, golden);
        QVERIFY(compared.comparison);
        QCOMPARE(compared.comparison->pairs->rows(), std::size_t {12});
        QCOMPARE(compared.comparison->unpairedGolden.size(), std::size_t {6});
        for (const UnpairedTensor& tensor : compared.comparison->unpairedGolden)
            QCOMPARE(tensor.reason.text(), std::string("target has no input 1 of this operator"));
    }

    /// Experts that two processes of golden have exchanged are a fault, not another layout.
    void expertsExchangedInGolden()
    {
        const TemporaryFolder folder;
        std::vector<DumpedOperator> whole, first, last;
        for (int expert = 0; expert < 6; ++expert) {
            const DumpedTensor weight = noise({kRows, kColumns}, static_cast<unsigned>(40 + expert));
            whole.push_back(product(expert, weight));
            const int held = expert == 1 ? 4 : expert == 4 ? 1 : expert; // 1 and 4 in each other's place
            (held < 3 ? first : last).push_back(product(held % 3, weight));
        }
        QVERIFY(MsprobeDumpWriter::write(folder.at("target"), whole)
            && MsprobeDumpWriter::write(folder.at("golden"), first, 0)
            && MsprobeDumpWriter::write(folder.at("golden"), last, 1));
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        const auto comparison = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
        QVERIFY(comparison);
        const PairTable& pairs = *comparison->pairs;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            const TensorPair& pair = pairs.row(row).pair;
            const TensorRow& tensor = pairs.golden().index->tensor(pair.golden);
            const bool isWeight = tensor.io == Io::Input && tensor.slot == 1;
            const Assembly* const assembly = assemblyOf(&pairs.row(row));
            QVERIFY(
                !isWeight || !assembly || assembly->isCarried() || pairs.row(row).verdict == Verdict::Pass);
            // What was exchanged is compared by its place, or not at all.
            if (isWeight && assembly && assembly->isCarried())
                QCOMPARE(pairs.row(row).verdict, Verdict::Fail);
        }
    }

    void rowsOfTwoRanks()
    {
        const DumpedTensor weight = noise({kRows, kColumns}, 1);
        const ComparedRanks compared(
            {{product(0, rowsOf(weight, {0, 1, 2}))},
                {product(0, rowsOf(weight, {3, 4, 5})),
                    {"Torch.alone.0.forward", {noise({3, 9}, 90)}, noise({3, 11}, 91)}}},
            {product(0, weight)});
        QVERIFY(compared.comparison);
        const PairResult* const row = compared.weight(0);
        const Assembly* const assembly = assemblyOf(row);
        QVERIFY(assembly);
        QCOMPARE(assembly->kind, AssemblyKind::Concat);
        QCOMPARE(assembly->axis, std::optional<std::size_t>(0));
        QCOMPARE(assembly->parts.size(), 2U);
        QCOMPARE(compared.rankOf(assembly->parts[0].id), std::optional<std::int64_t>(0));
        QCOMPARE(compared.rankOf(assembly->parts[1].id), std::optional<std::int64_t>(1));
        // What is a part was compared, though the pair is shown with another one.
        const std::string coverage = compared.comparison->conclusion.coverage.text();
        QVERIFY2(coverage.find("nothing was compared of the target's rank") == std::string::npos,
            coverage.c_str());
        QCOMPARE(row->state, PairState::Ok);
        QCOMPARE(row->verdict, Verdict::Pass);
        QCOMPARE(row->pair.origin, PairOrigin::Assembly);
        QCOMPARE(row->values[0].value, 0.0);
        // How the parts were found is why they are a pair and how they are aligned: it is said once.
        const PairTable& pairs = *compared.comparison->pairs;
        for (std::size_t at = 0; at < pairs.rows(); ++at) {
            if (&pairs.row(at) != row)
                continue;
            int times = 0;
            for (const Explanation& said : explainPair(*compared.comparison, at, *presetLimits("precision")))
                times += said.text.text().find(row->pair.reason.text()) == std::string::npos ? 0 : 1;
            QCOMPARE(times, 1);
        }
    }

    /// Of an assembly the ranks whose parts are far off beside the others; all where none stands out.
    void suspectsNameRanks()
    {
        const DumpedTensor weight = noise({kRows, kColumns}, 1);
        const ComparedRanks compared(
            {{product(0, rowsOf(weight, {0, 1}))}, {product(0, rowsOf(weight, {2, 3}))},
                {product(0, rowsOf(weight, {4, 5}))}},
            {product(0, weight)});
        const Assembly* const found = assemblyOf(compared.weight(0));
        QVERIFY(found);
        QCOMPARE(found->parts.size(), std::size_t {3});
        const auto ranksWith = [&](const std::vector<double>& errors) {
            Assembly assembly = *found;
            for (std::size_t i = 0; i < errors.size(); ++i)
                assembly.parts[i].error = errors[i];
            auto hint = std::make_shared<AlignmentHint>();
            hint->assembly = std::make_shared<const Assembly>(std::move(assembly));
            PairResult row = *compared.weight(0);
            row.pair.hint = std::move(hint);
            const PairTable& table = *compared.comparison->pairs;
            PairTable pairs(
                table.target(), table.golden(), std::make_shared<const MetricSelection>(table.metrics()));
            pairs.add(std::move(row));
            Suspicion suspicion;
            suspicion.suspects.emplace_back();
            suspicion.suspects.front().rank = 0;
            suspicion.suspects.front().pairs = {0};
            nameRanks(suspicion, pairs);
            return suspicion.suspects.front().ranks;
        };
        using Ranks = std::vector<std::int64_t>;
        QCOMPARE(ranksWith({0.001, 0.5, 0.001}), (Ranks {1}));
        QCOMPARE(ranksWith({0.4, 0.001, 0.5}), (Ranks {0, 2}));
        QCOMPARE(ranksWith({0.01, 0.012, 0.011}), (Ranks {0, 1, 2}));
        Suspicion suspicion; // of no pair that is put together
        suspicion.suspects.emplace_back();
        suspicion.suspects.front().rank = 2;
        nameRanks(suspicion, *compared.comparison->pairs);
        QCOMPARE(suspicion.suspects.front().ranks, (Ranks {2}));
    }

    /// The other way round in the ranks: order of golden, not of ranks.
    void partsInGoldensOrder()
    {
        const DumpedTensor weight = noise({kRows, kColumns}, 1);
        const ComparedRanks compared(
            {{product(0, rowsOf(weight, {3, 4, 5}))}, {product(0, rowsOf(weight, {0, 1, 2}))}},
            {product(0, weight)});
        const Assembly* const assembly = assemblyOf(compared.weight(0));
        QVERIFY(assembly);
        QCOMPARE(compared.rankOf(assembly->parts[0].id), std::optional<std::int64_t>(1));
    }

    /// What the user has unpaired is not put together again, and what the user has paired is in one pair.
    void whatTheUserSaysStays()
    {
        const DumpedTensor weight = noise({kRows, kColumns}, 1), other = noise({kRows, kColumns}, 2);
        const auto half = [&](const std::vector<std::int64_t>& rows) {
            return std::vector<DumpedOperator> {
                product(0, rowsOf(weight, rows)), product(1, rowsOf(other, rows))};
        };
        const ComparedRanks found(
            {half({0, 1, 2}), half({3, 4, 5})}, {product(0, weight), product(1, other)});
        QVERIFY(assemblyOf(found.weight(0)) && assemblyOf(found.weight(1)));
        OwnedTask task;
        ComparisonOptions options;
        options.pairing.ruleTexts = {{"pairing.json",
            R"({"version":1,"unpaired":[{"target":"Functional.linear.0.forward"}],"pairs":[)"
            R"({"target":"Functional.linear.1.forward:input:1","golden":"Functional.linear.1.forward:input:1"}]})"}};
        const Comparison comparison
            = compareFolders(found.folder.path(), "relative_euclidean_distance", options, task).value();
        const DumpIndex &target = *comparison.pairs->target().index,
                        &golden = *comparison.pairs->golden().index;
        std::size_t ofOther = 0;
        for (std::size_t row = 0; row < comparison.pairs->rows(); ++row) {
            const TensorPair& pair = comparison.pairs->row(row).pair;
            QVERIFY(target.text(target.tensor(pair.target).opName) != "Functional.linear.0.forward");
            const TensorRow& tensor = golden.tensor(pair.golden);
            ofOther += golden.text(tensor.opName) == "Functional.linear.1.forward" && tensor.io == Io::Input
                    && tensor.slot == 1
                ? 1
                : 0;
            QVERIFY(!isPutTogether(pair) || tensor.slot != 1);
        }
        QCOMPARE(ofOther, std::size_t {1}); // the one of the file
        std::size_t left = 0;
        for (const UnpairedTensor& tensor : comparison.unpairedTarget)
            left += tensor.isSaid && tensor.reason.text() == "left out by the pairing file" ? 1 : 0;
        QCOMPARE(left, std::size_t {6}); // two inputs and an output on each of two ranks
    }

    /// Two of golden's weights in one of the target, by groups, in two layers.
    void fusedWeights()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(2);
        for (int layer = 0; layer < 2; ++layer) {
            const DumpedTensor q = noise({4, kColumns}, 10U + static_cast<unsigned>(layer)),
                               k = noise({4, kColumns}, 20U + static_cast<unsigned>(layer));
            golden.push_back(product(2 * layer, q));
            golden.push_back(product(2 * layer + 1, k));
            for (std::int64_t rank = 0; rank < 2; ++rank) {
                DumpedTensor fused = rowsOf(q, {2 * rank, 2 * rank + 1});
                const DumpedTensor other = rowsOf(k, {2 * rank, 2 * rank + 1});
                fused.shape[0] = 4;
                fused.values.insert(fused.values.end(), other.values.begin(), other.values.end());
                ranks[static_cast<std::size_t>(rank)].push_back(product(layer, fused));
            }
        }
        const ComparedRanks compared(ranks, golden);
        QVERIFY(compared.comparison);
        for (int number = 0; number < 4; ++number) {
            const Assembly* const assembly = assemblyOf(compared.weight(number));
            QVERIFY(assembly);
            QCOMPARE(assembly->kind, AssemblyKind::Interleaved);
            QCOMPARE(assembly->parts.size(), 2U);
            QCOMPARE(compared.weight(number)->values[0].value, 0.0);
        }
    }

    void copiesAndOtherOrdersOfAxes()
    {
        const DumpedTensor weight = noise({kRows, kColumns}, 1), other = noise({kColumns, kRows + 1}, 2);
        const std::vector<DumpedOperator> each {product(0, weight), product(1, turned(other))};
        const ComparedRanks compared({each, each}, {product(0, weight), product(1, other)});
        const Assembly *const copies = assemblyOf(compared.weight(0)),
                              *const axes = assemblyOf(compared.weight(1));
        QVERIFY(copies && axes);
        QCOMPARE(copies->kind, AssemblyKind::Replicated);
        QCOMPARE(copies->parts.size(), 2U);
        QCOMPARE(axes->kind, AssemblyKind::Transpose);
        QCOMPARE(compared.weight(1)->values[0].value, 0.0);
    }

    /// The row is of the part that is wrong, so that its rank is.
    void thePartThatIsOff()
    {
        const DumpedTensor weight = noise({kRows, kColumns}, 1);
        DumpedTensor second = rowsOf(weight, {3, 4, 5});
        for (float& value : second.values)
            value *= 1.0005F;
        const ComparedRanks compared(
            {{product(0, rowsOf(weight, {0, 1, 2}))}, {product(0, second)}}, {product(0, weight)});
        const PairResult* const row = compared.weight(0);
        QVERIFY(assemblyOf(row));
        QCOMPARE(compared.rankOf(row->pair.target), std::optional<std::int64_t>(1));
        QVERIFY(*row->values[0].value > 1e-4);
    }

    /// Rows in another order in one layer alone are a fault, and no layout.
    void anOrderThatHoldsOnce()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(2);
        for (int layer = 0; layer < 3; ++layer) {
            const DumpedTensor weight = noise({kRows, kColumns}, 30U + static_cast<unsigned>(layer));
            golden.push_back(product(layer, weight));
            ranks[0].push_back(product(layer, rowsOf(weight, {0, 1, 2})));
            ranks[1].push_back(
                product(layer, layer == 1 ? rowsOf(weight, {5, 3, 4}) : rowsOf(weight, {3, 4, 5})));
        }
        const ComparedRanks compared(ranks, golden);
        QVERIFY(assemblyOf(compared.weight(0)) && assemblyOf(compared.weight(2)));
        QVERIFY(!assemblyOf(compared.weight(0))->isCarried());
        // It stands like the others, and is wrong.
        const Assembly* const carried = assemblyOf(compared.weight(1));
        QVERIFY(carried && carried->isCarried());
        QCOMPARE(carried->kind, AssemblyKind::Concat);
        QCOMPARE(compared.weight(1)->verdict, Verdict::Fail);
        QCOMPARE(compared.rankOf(compared.weight(1)->pair.target), std::optional<std::int64_t>(1));
    }

    /// Halves that have changed ranks in one layer alone are a fault as well.
    void halvesExchangedOnce()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(2);
        for (int layer = 0; layer < 6; ++layer) {
            const DumpedTensor weight = noise({kRows, kColumns}, 50U + static_cast<unsigned>(layer));
            golden.push_back(product(layer, weight));
            const std::size_t first = layer == 3 ? 1 : 0;
            ranks[first].push_back(product(layer, rowsOf(weight, {0, 1, 2})));
            ranks[1 - first].push_back(product(layer, rowsOf(weight, {3, 4, 5})));
        }
        const ComparedRanks compared(ranks, golden);
        for (const int layer : {0, 3}) {
            QVERIFY(assemblyOf(compared.weight(layer)));
            QCOMPARE(compared.weight(layer)->verdict, layer == 3 ? Verdict::Fail : Verdict::Pass);
        }
    }

    /// Of several layers one that nothing is left of in one rank stands where the others do.
    void carriedFromOtherLayers()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(2);
        for (int layer = 0; layer < 4; ++layer) {
            const DumpedTensor weight = noise({kRows, kColumns}, 70U + static_cast<unsigned>(layer));
            golden.push_back(product(layer, weight));
            ranks[0].push_back(product(layer, rowsOf(weight, {0, 1, 2})));
            ranks[1].push_back(
                product(layer, layer == 2 ? noise({3, kColumns}, 99) : rowsOf(weight, {3, 4, 5})));
        }
        const ComparedRanks compared(ranks, golden);
        const PairResult* const row = compared.weight(2);
        const Assembly* const assembly = assemblyOf(row);
        QVERIFY(assembly && assembly->isCarried());
        QCOMPARE(assembly->parts.size(), 2U);
        QCOMPARE(compared.rankOf(row->pair.target), std::optional<std::int64_t>(1));
        QCOMPARE(row->verdict, Verdict::Fail);
        QVERIFY(row->pair.confidence < 1);
        QVERIFY(row->pair.reason.text().find("others of its kind") != std::string::npos);
    }

    /// What reads it has golden's values, and what made it has not: the maker is compared, as in other
    /// layers.
    void aWrongOutputBeforeARightInput()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(2);
        for (int layer = 0; layer < 4; ++layer) {
            const auto seed = static_cast<unsigned>(10 * layer);
            const DumpedTensor weight = noise({kRows, kColumns}, seed + 400),
                               made = noise({4, 6}, seed + 401), read = noise({4, 6}, seed + 402);
            const std::string relu = "Functional.relu." + std::to_string(layer) + ".forward";
            golden.push_back(product(layer, weight));
            golden.back().output = made;
            golden.push_back({relu, {made}, read});
            for (const std::int64_t rank : {0, 1}) {
                auto& own = ranks[static_cast<std::size_t>(rank)];
                const std::vector<std::int64_t> half {2 * rank, 2 * rank + 1};
                own.push_back(product(layer, weight));
                own.back().output = layer == 2 && rank == 1 ? noise({2, 6}, 499) : rowsOf(made, half);
                own.push_back({relu, {rowsOf(made, half)}, rowsOf(read, half)});
            }
        }
        const ComparedRanks compared(ranks, golden);
        const PairResult* const row = compared.row("Functional.linear.2.forward", Io::Output);
        QVERIFY(assemblyOf(row));
        QCOMPARE(row->verdict, Verdict::Fail);
        QCOMPARE(compared.rankOf(row->pair.target), std::optional<std::int64_t>(1));
        QCOMPARE(compared.row("Functional.linear.1.forward", Io::Output)->verdict, Verdict::Pass);
    }

    /// Golden that is cut is put together as a target is.
    void goldenIsCut()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(2);
        for (int layer = 0; layer < 4; ++layer) {
            const DumpedTensor weight = noise({kRows, kColumns}, 170U + static_cast<unsigned>(layer));
            golden.push_back(product(layer, weight));
            ranks[0].push_back(product(layer, rowsOf(weight, {3, 4, 5})));
            ranks[1].push_back(
                product(layer, layer == 2 ? noise({3, kColumns}, 199) : rowsOf(weight, {0, 1, 2})));
        }
        const ComparedRanks compared(ranks, golden);
        const auto exchanged = compared.exchanged();
        QVERIFY(exchanged);
        const PairTable &pairs = *compared.comparison->pairs, &others = *exchanged->pairs;
        QCOMPARE(others.rows(), pairs.rows());
        std::size_t found = 0;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            const PairResult& one = pairs.row(row);
            QVERIFY(isTargetPutTogether(one.pair));
            for (std::size_t i = 0; i < others.rows(); ++i) {
                const PairResult& other = others.row(i);
                if (other.pair.target != one.pair.golden)
                    continue;
                ++found;
                QVERIFY(isPutTogether(other.pair) && !isTargetPutTogether(other.pair));
                QCOMPARE(goldensOf(other.pair), targetsOf(one.pair));
                QCOMPARE(targetsOf(other.pair), std::vector {one.pair.golden});
                QCOMPARE(other.values[1].value, one.values[1].value); // the largest difference
                QCOMPARE(other.verdict, one.verdict);
                QVERIFY(other.pair.reason.text().starts_with("golden is cut: "));
            }
        }
        QCOMPARE(found, pairs.rows());
        QCOMPARE(exchanged->conclusion.coverage.golden.compared,
            compared.comparison->conclusion.coverage.target.compared);
        QCOMPARE(exchanged->summary.fail, std::uint64_t {1});
    }

    /// Of copies one is stale: the other alone is no proof.
    void aStaleCopy()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(2);
        for (int layer = 0; layer < 3; ++layer) {
            const DumpedTensor weight = noise({kRows, kColumns}, 80U + static_cast<unsigned>(layer));
            golden.push_back(product(layer, weight));
            ranks[0].push_back(product(layer, weight));
            ranks[1].push_back(product(layer, layer == 1 ? noise({kRows, kColumns}, 98) : weight));
        }
        const ComparedRanks compared(ranks, golden);
        const PairResult* const row = compared.weight(1);
        const Assembly* const assembly = assemblyOf(row);
        QVERIFY(assembly);
        QCOMPARE(assembly->parts.size(), 2U);
        QCOMPARE(compared.rankOf(row->pair.target), std::optional<std::int64_t>(1));
        QCOMPARE(row->verdict, Verdict::Fail);
    }

    /// One row a rank: its axis has length 1 there.
    void oneSliceOfEach()
    {
        const DumpedTensor weight = noise({2, kRows, kColumns}, 1);
        std::vector<std::vector<DumpedOperator>> ranks;
        const auto half = weight.values.begin() + kRows * kColumns;
        ranks.push_back({product(0, {{1, kRows, kColumns}, {weight.values.begin(), half}})});
        ranks.push_back({product(0, {{1, kRows, kColumns}, {half, weight.values.end()}})});
        const ComparedRanks compared(ranks, {product(0, weight)});
        const Assembly* const assembly = assemblyOf(compared.weight(0));
        QVERIFY(assembly);
        QCOMPARE(assembly->kind, AssemblyKind::Concat);
        QCOMPARE(assembly->axis, std::optional<std::size_t>(0));
        QCOMPARE(compared.weight(0)->values[0].value, 0.0);
    }

    /// Golden has fused what the target computes by operators of its own.
    void partsOfSeveralOperators()
    {
        const DumpedTensor weight = noise({kRows, kColumns}, 1);
        const std::vector<DumpedOperator> each {
            product(0, rowsOf(weight, {0, 1})), product(1, rowsOf(weight, {2, 3, 4, 5}))};
        const ComparedRanks compared({each, each}, {product(0, weight)});
        const Assembly* const assembly = assemblyOf(compared.weight(0));
        QVERIFY(assembly);
        QCOMPARE(compared.weight(0)->values[0].value, 0.0);
    }

    void sumsAndMeans()
    {
        const DumpedTensor a = noise({kRows, kColumns}, 1), b = noise({kRows, kColumns}, 2);
        DumpedTensor sum = a, mean = a;
        for (std::size_t i = 0; i < a.values.size(); ++i) {
            sum.values[i] = a.values[i] + b.values[i];
            mean.values[i] = sum.values[i] / 2;
        }
        const ComparedRanks compared({{product(0, a), product(1, a)}, {product(0, b), product(1, b)}},
            {product(0, sum), product(1, mean)});
        const Assembly *const added = assemblyOf(compared.weight(0)),
                              *const averaged = assemblyOf(compared.weight(1));
        QVERIFY(added && averaged);
        QCOMPARE(added->kind, AssemblyKind::Sum);
        QCOMPARE(averaged->kind, AssemblyKind::Mean);
        for (const int number : {0, 1}) {
            QCOMPARE(assemblyOf(compared.weight(number))->parts.size(), 2U);
            QVERIFY(*compared.weight(number)->values[0].value < 1e-6);
        }
    }

    /// What a mask keeps out says nothing; the rest tells where a tensor stands.
    void maskedTensors()
    {
        DumpedTensor weight = noise({kRows, kColumns}, 1);
        for (std::size_t i = 0; i < weight.values.size(); i += 3)
            weight.values[i] = -32768;
        const ComparedRanks compared(
            {{product(0, rowsOf(weight, {0, 1, 2}))}, {product(0, rowsOf(weight, {3, 4, 5}))}},
            {product(0, weight)});
        const Assembly* const assembly = assemblyOf(compared.weight(0));
        QVERIFY(assembly);
        QCOMPARE(assembly->kind, AssemblyKind::Concat);
        QCOMPARE(compared.weight(0)->values[0].value, 0.0);
    }

    /// Rows that came one step after the other.
    void rowsOfSteps()
    {
        const DumpedTensor weight = noise({kRows, kColumns}, 1);
        const TemporaryFolder folder;
        bool good = MsprobeDumpWriter::write(folder.at("golden"), {product(0, weight)});
        for (std::int64_t step = 0; step < 3; ++step) {
            const TemporaryFolder one;
            good = good
                && MsprobeDumpWriter::write(
                    one.at("t"), {product(0, rowsOf(weight, {2 * step, 2 * step + 1}))});
            std::filesystem::create_directories(folder.at("target"));
            std::filesystem::rename(one.at("t/step0"), folder.at("target/step" + std::to_string(step)));
        }
        QVERIFY(good);
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        const auto done = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
        QVERIFY(done);
        const Assembly* found = nullptr;
        for (std::size_t row = 0; row < done->pairs->rows(); ++row) {
            const TensorRow& tensor = done->pairs->golden().index->tensor(done->pairs->row(row).pair.golden);
            if (tensor.io == Io::Input && tensor.slot == 1 && assemblyOf(&done->pairs->row(row))) {
                found = assemblyOf(&done->pairs->row(row));
                QCOMPARE(done->pairs->row(row).values[0].value, 0.0);
            }
        }
        QVERIFY(found);
        QCOMPARE(found->kind, AssemblyKind::Tokens);
        QCOMPARE(found->parts.size(), 3U);
    }

    /// A file that holds less than dump.json says is no part, and does not end the comparison.
    void aFileOfAnotherShape()
    {
        const DumpedTensor weight = noise({kRows, kColumns}, 1);
        const TemporaryFolder folder;
        QVERIFY(MsprobeDumpWriter::write(folder.at("golden"), {product(0, weight)}));
        for (const int rank : {0, 1})
            QVERIFY(MsprobeDumpWriter::write(folder.at("target"), {product(0, turned(weight))}, rank));
        QVERIFY(writeFile(
            folder.at("target/step0/rank1/dump_tensor_data/Functional.linear.0.forward.input.1.npy"),
            npyFile({2, 3}, {1, 2, 3, 4, 5, 6})));
        OwnedTask task;
        const auto done
            = compareFolders(folder.path(), "relative_euclidean_distance", ComparisonOptions(), task);
        QVERIFY(done);
        for (std::size_t row = 0; row < done->pairs->rows(); ++row) {
            if (const Assembly* const assembly = assemblyOf(&done->pairs->row(row));
                assembly && assembly->kind == AssemblyKind::Transpose)
                QCOMPARE(assembly->parts.size(), 1U);
        }
    }

    void notAskedFor()
    {
        const DumpedTensor weight = noise({kRows, kColumns}, 1);
        const ComparedRanks compared(
            {{product(0, rowsOf(weight, {0, 1, 2}))}, {product(0, rowsOf(weight, {3, 4, 5}))}},
            {product(0, weight)}, false);
        QVERIFY(!assemblyOf(compared.weight(0)));
    }

    void readingsOfAShape()
    {
        const auto own = readingsOf({2, 3, 4}, false);
        QCOMPARE(own.size(), 4U);
        QCOMPARE(own[1].shape, (Shape {6, 4}));
        QCOMPARE(readingsOf({2, 3, 4}, true).size(), 24U);
        QVERIFY(readingsOf({2, 2, 2, 2, 2}, true).empty());
        QCOMPARE(
            inOrderOf<float>({1, 0}, {2, 3}, {0, 1, 2, 3, 4, 5}), (std::vector<float> {0, 3, 1, 4, 2, 5}));
    }

    /// A slice is its own in any order, and another one is about √2 of its size away.
    void sketches()
    {
        const DumpedTensor a = noise({4, 64}, 1), b = rowsOf(a, {2, 0, 3, 1});
        const auto x = sliceSketches(a.values, a.shape, 0), y = sliceSketches(b.values, b.shape, 0);
        QCOMPARE(x.size(), 4U);
        QCOMPARE(x[2].distance(y[0]), 0.0F);
        QVERIFY(x[0].distance(x[1]) > 0.7F * x[0].norm && x[0].distance(x[1]) < 2.5F * x[0].norm);
    }
};

QTEST_GUILESS_MAIN(tst_AssembledPairing)
#include "tst_assembled_pairing.moc"
