// SPDX-License-Identifier: GPL-3.0-or-later
// Faults between ranks: who is named, and what is taken for a layout.
#include "compare/parameters/recorded_parameters.h"
#include "compare/suspects/tensor_error.h"
#include "compared_ranks.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

DumpedTensor sum(const DumpedTensor& a, const DumpedTensor& b, float factor = 1)
{
    DumpedTensor made = a;
    for (std::size_t i = 0; i < made.values.size(); ++i)
        made.values[i] += factor * b.values[i];
    return made;
}

std::string numbered(const char* name, int number)
{
    return std::string(name) + '.' + std::to_string(number) + ".forward";
}

constexpr int kLayers = 4, kFaulty = 2;

/// Layers of a product whose terms two ranks add up, and a function of the sum.
struct Layers {
    std::vector<DumpedOperator> golden;
    std::vector<std::vector<DumpedOperator>> ranks {2};

    /// Of the layer at fault: by what the second rank's term is multiplied; whether terms are added up.
    explicit Layers(float factor, bool isReduced = true)
    {
        for (int layer = 0; layer < kLayers; ++layer) {
            const auto seed = static_cast<unsigned>(100 * layer);
            const bool isFaulty = layer == kFaulty;
            const DumpedTensor weight = noise({6, 8}, seed + 1), first = noise({5, 6}, seed + 2),
                               second = noise({5, 6}, seed + 3), input = noise({5, 8}, seed + 4);
            const DumpedTensor right = sum(first, second);
            golden.push_back({numbered("Functional.linear", layer), {input, weight}, right});
            golden.push_back({numbered("Torch.neg", layer), {right}, sum(right, right, -3)});
            for (int rank = 0; rank < 2; ++rank) {
                const std::vector<std::int64_t> own {4 * rank, 4 * rank + 1, 4 * rank + 2, 4 * rank + 3};
                DumpedTensor term = rank == 0 ? first : second;
                if (rank == 1 && isFaulty)
                    term = sum(term, term, factor - 1);
                const DumpedTensor whole
                    = isFaulty && !isReduced ? term : sum(first, second, isFaulty ? factor : 1);
                auto& operators = ranks[static_cast<std::size_t>(rank)];
                operators.push_back({numbered("Functional.linear", layer),
                    {turned(rowsOf(turned(input), own)), turned(rowsOf(turned(weight), own))}, term});
                operators.push_back({numbered("Distributed.all_reduce", layer), {term}, whole});
                operators.push_back({numbered("Torch.neg", layer), {whole}, sum(whole, whole, -3)});
            }
        }
    }
};

/// Outputs and weights of golden cut by rows over four ranks; the output that one of them gives in one layer
/// is off by a thousandth.
template<typename RowsOf> ComparedRanks cutByRows(std::int64_t faulty, const RowsOf& rowsOfRank)
{
    std::vector<DumpedOperator> golden;
    std::vector<std::vector<DumpedOperator>> ranks(4);
    for (int layer = 0; layer < kLayers; ++layer) {
        const auto seed = static_cast<unsigned>(100 * layer);
        const DumpedTensor input = noise({5, 6}, seed + 1), weight = noise({8, 6}, seed + 2),
                           output = noise({8, 5}, seed + 3);
        golden.push_back({numbered("Functional.linear", layer), {input, weight}, output});
        for (std::int64_t rank = 0; rank < 4; ++rank) {
            const std::vector<std::int64_t> own = rowsOfRank(rank);
            DumpedTensor part = rowsOf(output, own);
            if (layer == kFaulty && rank == faulty)
                part = sum(part, part, 0.001F);
            ranks[static_cast<std::size_t>(rank)].push_back(
                {numbered("Functional.linear", layer), {input, rowsOf(weight, own)}, part});
        }
    }
    return {ranks, golden};
}

} // namespace

/// A table of twelve rows, of which two ranks have six each, looked up before the layers.
struct Lookup {
    Layers layers {1};
    DumpedTensor table = noise({12, 6}, 901);
    std::vector<std::int64_t> ids {0, 7, 3, 11, 5, 9, 2, 6};

    /// `given`: ids of the ranks; `shift`: of the second rank, by which it looks beside its rows.
    explicit Lookup(const std::vector<std::int64_t>& given, std::int64_t shift = 0)
    {
        const auto first = [](std::int64_t rank) { return 6 * rank; };
        layers.golden.insert(layers.golden.begin(),
            {"Functional.embedding.0.forward", {idTensor(ids), table}, rowsOf(table, ids)});
        DumpedTensor whole;
        for (std::int64_t rank = 0; rank < 2; ++rank) {
            DumpedTensor own {{8, 6}, std::vector<float>(48)};
            std::vector<std::int64_t> local;
            for (std::size_t i = 0; i < given.size(); ++i) {
                const std::int64_t at = given[i] - first(rank) - rank * shift;
                const bool isOwn = at >= 0 && at < 6;
                local.push_back(isOwn ? at : 0);
                for (std::size_t k = 0; isOwn && k < 6; ++k)
                    own.values[6 * i + k] = table.values[static_cast<std::size_t>(first(rank) + at) * 6 + k];
            }
            whole = rank == 0 ? own : sum(whole, own);
            const std::vector<std::int64_t> rows {first(rank), first(rank) + 1, first(rank) + 2,
                first(rank) + 3, first(rank) + 4, first(rank) + 5};
            auto& operators = layers.ranks[static_cast<std::size_t>(rank)];
            operators.insert(operators.begin(),
                {"Functional.embedding.0.forward", {idTensor(local), rowsOf(table, rows)}, own});
        }
        for (auto& operators : layers.ranks)
            operators.insert(operators.begin() + 1,
                {"Distributed.all_reduce.9.forward", {operators.front().output}, whole});
    }

    static DumpedTensor idTensor(const std::vector<std::int64_t>& ids)
    {
        DumpedTensor made {{static_cast<std::int64_t>(ids.size())}, {}, true};
        for (const std::int64_t id : ids)
            made.values.push_back(static_cast<float>(id));
        return made;
    }
};

class tst_RankSuspects : public QObject {
    Q_OBJECT

private slots:
    void nothingIsWrong()
    {
        const Layers layers(1);
        const ComparedRanks compared(layers.ranks, layers.golden);
        QVERIFY(compared.comparison);
        QCOMPARE(compared.comparison->summary.fail, std::uint64_t {0});
        QVERIFY(compared.comparison->suspicion.suspects.empty());
        // Every rank has a part, whichever stands for the pair.
        const std::string coverage = compared.comparison->conclusion.coverage.text();
        QVERIFY2(coverage.find("ranks were left out") == std::string::npos, coverage.c_str());
    }

    /// The reduction adds up right: the rank whose term carries the error is named, and what made the term.
    void aTermOfASum()
    {
        const Layers layers(1.5F);
        const ComparedRanks compared(layers.ranks, layers.golden);
        const auto& suspects = compared.comparison->suspicion.suspects;
        QVERIFY(!suspects.empty());
        QCOMPARE(suspects.front().opName, numbered("Functional.linear", kFaulty));
        QCOMPARE(suspects.front().rank, std::optional<std::int64_t>(1));
        const std::string why = suspects.front().why.text();
        QVERIFY2(why.find("the error is in the term of rank 1") != std::string::npos, why.c_str());
    }

    /// Each rank is given the ids of its own rows of a table: together they are golden's or not.
    void idsOfASharedTable_data()
    {
        QTest::addColumn<std::vector<std::int64_t>>("given");
        QTest::addColumn<std::int64_t>("shift");
        QTest::addColumn<std::int64_t>("rank"); // none: -1
        QTest::addColumn<bool>("isFed");
        const std::vector<std::int64_t> golden {0, 7, 3, 11, 5, 9, 2, 6};
        QTest::newRow("golden's") << golden << std::int64_t {0} << std::int64_t {-1} << false;
        QTest::newRow("another id") << std::vector<std::int64_t> {0, 7, 3, 11, 4, 9, 2, 6} << std::int64_t {0}
                                    << std::int64_t {0} << true;
        QTest::newRow("other rows") << golden << std::int64_t {1} << std::int64_t {1} << false;
    }
    void idsOfASharedTable()
    {
        QFETCH(const std::vector<std::int64_t>, given);
        QFETCH(const std::int64_t, shift);
        QFETCH(const std::int64_t, rank);
        QFETCH(const bool, isFed);
        const Lookup lookup(given, shift);
        const ComparedRanks compared(lookup.layers.ranks, lookup.layers.golden);
        QVERIFY(compared.comparison);
        const auto& suspects = compared.comparison->suspicion.suspects;
        QCOMPARE(suspects.empty(), rank < 0);
        const std::string text = compared.comparison->conclusion.text();
        QVERIFY2((text.find("what the runs were given differs") != std::string::npos) == isFed, text.c_str());
        if (rank < 0)
            return;
        QCOMPARE(suspects.front().opName, std::string("Functional.embedding.0.forward"));
        QCOMPARE(suspects.front().rank, std::optional<std::int64_t>(rank));
        QVERIFY(!compared.comparison->conclusion.place->isTargetOnly);
    }

    /// Golden fills up rows with a number, the target packs them; one of its ids is lost.
    void aLostId()
    {
        Layers layers(1);
        const DumpedTensor table = noise({12, 6}, 901);
        const std::vector<std::int64_t> padded {4, 7, 3, 11, 5, 9, 0, 0}, packed {4, 7, 3, 5, 9};
        DumpedTensor ids = Lookup::idTensor(padded);
        ids.shape = {2, 4};
        layers.golden.insert(
            layers.golden.begin(), {"Functional.embedding.0.forward", {ids, table}, rowsOf(table, padded)});
        for (auto& operators : layers.ranks)
            operators.insert(operators.begin(),
                {"Functional.embedding.0.forward", {Lookup::idTensor(packed), table}, rowsOf(table, packed)});
        const ComparedRanks compared(layers.ranks, layers.golden);
        QVERIFY(compared.comparison);
        const std::string text = compared.comparison->conclusion.text();
        QVERIFY2(text.find("what the runs were given differs") != std::string::npos, text.c_str());
        const std::string why = compared.comparison->conclusion.reason.text();
        QVERIFY2(
            why.find("0 of 5 ids have no partner among golden's, and 1 of golden's 8") != std::string::npos,
            why.c_str());
    }

    /// Experts that pick rows: what one has less another has more, or it is lost.
    void aLostRow()
    {
        const DumpedTensor tokens = noise({12, 6}, 77);
        const auto run = [&](const std::vector<std::vector<std::int64_t>>& experts) {
            std::vector<DumpedOperator> operators;
            for (std::size_t i = 0; i < experts.size(); ++i)
                operators.push_back({numbered("Torch.index_select", static_cast<int>(i)),
                    {tokens, 0.0, Lookup::idTensor(experts[i])}, rowsOf(tokens, experts[i])});
            return operators;
        };
        const auto golden = run({{0, 2, 5, 7, 8}, {1, 3, 4}, {6, 9, 10, 11}});
        const auto suspectsOf = [&](const std::vector<DumpedOperator>& target) {
            const ComparedRanks compared({target}, golden, false);
            return compared.comparison->suspicion.suspects;
        };
        QVERIFY(suspectsOf(run({{0, 2, 5, 7}, {1, 3, 4, 8}, {6, 9, 10, 11}})).empty());
        QVERIFY(suspectsOf(golden).empty());
        const auto lost = suspectsOf(run({{0, 2, 5, 7}, {1, 3, 4}, {6, 9, 10, 11}}));
        QCOMPARE(lost.size(), std::size_t {1});
        QCOMPARE(lost.front().opName, numbered("Torch.index_select", 0));
        const std::string why = lost.front().why.text();
        QVERIFY2(why.find("picks 4 rows, golden's 5") != std::string::npos, why.c_str());
    }

    /// Both ranks have the wrong sum: statistics show no term, and golden has no reduction to lack.
    void aSumByStatistics()
    {
        const Layers layers(1.5F);
        const ComparedRanks compared(layers.ranks, layers.golden, true, MsprobeDumpWriter::Task::Statistics);
        QVERIFY(compared.comparison);
        const Conclusion& conclusion = compared.comparison->conclusion;
        QVERIFY(conclusion.place);
        QCOMPARE(conclusion.place->opName, numbered("Distributed.all_reduce", kFaulty));
        QVERIFY(!conclusion.place->rank);
        const std::string text = conclusion.text(), reason = conclusion.reason.text();
        QVERIFY2(text.find("only the target") == std::string::npos, text.c_str());
        QVERIFY2(reason.find("do not tell which of them is off") != std::string::npos, reason.c_str());
    }

    /// A parameter that ranks share is what they have together.
    void aParameterInParts()
    {
        const Layers layers(1);
        const ComparedRanks compared(layers.ranks, layers.golden, true, MsprobeDumpWriter::Task::Statistics);
        QVERIFY(compared.comparison);
        std::size_t seen = 0;
        for (const auto& [step, pairs] : recordedParameters(*compared.comparison->pairs).steps) {
            for (const auto& [key, pair] : pairs) {
                ++seen;
                QCOMPARE(pair.target.count, 48.0); // six rows of eight
                QVERIFY(std::fabs(pair.target.mean - pair.golden.mean) < 1e-6);
                QVERIFY(std::fabs(pair.target.norm - pair.golden.norm) < 1e-5);
            }
        }
        QCOMPARE(seen, static_cast<std::size_t>(kLayers));
    }

    /// One of four ranks is off by as much as the noise of all of them together would hide.
    void aPartAmongOthers()
    {
        const ComparedRanks compared = cutByRows(2, [](std::int64_t rank) {
            return std::vector<std::int64_t> {2 * rank, 2 * rank + 1};
        });
        const PairResult* const row = compared.row(numbered("Functional.linear", kFaulty), Io::Output);
        const Assembly* const assembly = assemblyOf(row);
        QVERIFY(assembly);
        const PairTable& pairs = *compared.comparison->pairs;
        for (std::size_t i = 0; i < pairs.rows(); ++i) {
            if (&pairs.row(i) == row)
                QVERIFY(std::fabs(tensorError(pairs, i).relative - 0.001) < 1e-6);
        }
        QVERIFY(*row->values[0].value < 0.0007); // of all four together
        const auto& suspects = compared.comparison->suspicion.suspects;
        QVERIFY(!suspects.empty());
        QCOMPARE(suspects.front().rank, std::optional<std::int64_t>(2));
    }

    /// Two ranks hold the same rows: the one that is off is named, whichever stands for the pair.
    void aCopyOfAPart()
    {
        const ComparedRanks compared = cutByRows(3, [](std::int64_t rank) {
            const std::int64_t first = 4 * (rank % 2);
            return std::vector<std::int64_t> {first, first + 1, first + 2, first + 3};
        });
        const auto& suspects = compared.comparison->suspicion.suspects;
        QVERIFY(!suspects.empty());
        QCOMPARE(suspects.front().opName, numbered("Functional.linear", kFaulty));
        QCOMPARE(suspects.front().rank, std::optional<std::int64_t>(3));
        QCOMPARE(suspects.front().ranks, std::vector<std::int64_t> {3});
    }

    /// Weights of norms are all near one: a copy that is off by as much as another weight is stays what it
    /// is.
    void aWeightNearOthers()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(2);
        for (int layer = 0; layer < kLayers; ++layer) {
            const auto seed = static_cast<unsigned>(100 * layer);
            DumpedTensor weight = noise({32}, seed + 2);
            for (float& value : weight.values)
                value = 1 + 0.0005F * value;
            const DumpedOperator call {numbered("Functional.linear", layer),
                {noise({5, 32}, seed + 1), weight}, noise({5, 32}, seed + 3)};
            golden.push_back(call);
            for (std::size_t rank = 0; rank < 2; ++rank) {
                ranks[rank].push_back(call);
                if (layer == kFaulty && rank == 1)
                    std::get<DumpedTensor>(ranks[rank].back().inputs[1]).values[7] += 0.003F;
            }
        }
        const ComparedRanks compared(ranks, golden);
        for (int layer = 0; layer < kLayers; ++layer) {
            const PairResult* const row = compared.weight(layer);
            QVERIFY(row);
            const DumpIndex& target = *compared.comparison->pairs->target().index;
            QCOMPARE(std::string(target.text(target.tensor(row->pair.target).opName)),
                numbered("Functional.linear", layer));
            if (layer == kFaulty)
                QCOMPARE(compared.rankOf(row->pair.target), std::optional<std::int64_t>(1));
            QVERIFY(std::fabs(*row->values[1].value - (layer == kFaulty ? 0.003 : 0)) < 1e-6);
        }
    }

    /// Each rank has the loss of its own samples, golden their mean.
    void aNumberOfEachRank()
    {
        Layers layers(1);
        const auto addLoss = [](std::vector<DumpedOperator>& operators, float loss) {
            operators.push_back({"Functional.cross_entropy.0.forward", {noise({4, 3}, 77)}, {{}, {loss}}});
        };
        addLoss(layers.golden, 2.5F);
        const float own[] = {2, 3};
        for (std::size_t rank = 0; rank < layers.ranks.size(); ++rank)
            addLoss(layers.ranks[rank], own[rank % 2]);
        const ComparedRanks compared(layers.ranks, layers.golden);
        const PairResult* const row = compared.row("Functional.cross_entropy.0.forward", Io::Output);
        const Assembly* const assembly = assemblyOf(row);
        QVERIFY(assembly);
        QCOMPARE(assembly->kind, AssemblyKind::Mean);
        QCOMPARE(row->values[0].value, 0.0);
        QVERIFY(compared.comparison->suspicion.suspects.empty());
    }

    /// Terms that nobody adds up are no layout, where other layers have the sum.
    void aMissingReduction()
    {
        const Layers layers(1, false);
        const ComparedRanks compared(layers.ranks, layers.golden);
        const PairResult* const row = compared.row(numbered("Torch.neg", kFaulty), Io::Input);
        QVERIFY(row);
        QVERIFY(!assemblyOf(row) || !assemblyOf(row)->isAdded());
        QCOMPARE(row->verdict, Verdict::Fail);
        const auto& suspects = compared.comparison->suspicion.suspects;
        QVERIFY(!suspects.empty());
        QCOMPARE(suspects.front().opName, numbered("Distributed.all_reduce", kFaulty));
    }

    /// A weight says how its operator's output is cut, though that is wrong on a rank.
    void theCutOfAWeight()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(2);
        for (int layer = 0; layer < kLayers; ++layer) {
            const auto seed = static_cast<unsigned>(10 * layer);
            const DumpedTensor weight = noise({8, 6}, seed), input = noise({5, 6}, seed + 1);
            const bool isLast = layer == kLayers - 1; // the only one of its shape
            const DumpedTensor output = noise({5, 8}, seed + 2), whole = isLast ? noise({12, 6}, 99) : weight,
                               made = isLast ? noise({5, 12}, 98) : output;
            golden.push_back({numbered("Functional.linear", layer), {input, whole}, made});
            const std::int64_t half = whole.shape[0] / 2;
            for (std::int64_t rank = 0; rank < 2; ++rank) {
                std::vector<std::int64_t> own;
                for (std::int64_t i = 0; i < half; ++i)
                    own.push_back(rank * half + i);
                DumpedTensor part = turned(rowsOf(turned(made), own));
                if (isLast && rank == 1)
                    part = sum(part, part); // twice as large
                ranks[static_cast<std::size_t>(rank)].push_back(
                    {numbered("Functional.linear", layer), {input, rowsOf(whole, own)}, part});
            }
        }
        const ComparedRanks compared(ranks, golden);
        const PairResult* const row = compared.row(numbered("Functional.linear", kLayers - 1), Io::Output);
        const Assembly* const assembly = assemblyOf(row);
        QVERIFY(assembly);
        QVERIFY(assembly->isCarried());
        QCOMPARE(assembly->kind, AssemblyKind::Concat);
        QCOMPARE(assembly->axis, std::optional<std::size_t>(1));
        QCOMPARE(compared.rankOf(row->pair.target), std::optional<std::int64_t>(1));
        QCOMPARE(row->verdict, Verdict::Fail);
    }

    /// A copy that is not finite is one all the same, and the one that is shown.
    void aCopyThatIsNotFinite()
    {
        Layers layers(1);
        DumpedOperator& made = layers.ranks[1][3 * kFaulty + 2]; // what follows the reduction
        made.output.values[7] = std::numeric_limits<float>::quiet_NaN();
        const ComparedRanks compared(layers.ranks, layers.golden);
        const PairResult* const row = compared.row(numbered("Torch.neg", kFaulty), Io::Output);
        QVERIFY(assemblyOf(row));
        QCOMPARE(compared.rankOf(row->pair.target), std::optional<std::int64_t>(1));
        QCOMPARE(row->verdict, Verdict::Fail);
    }

    /// Of statistics nobody can tell the mean of gradients: shares of it are not held against golden's.
    void sharesOfAGradient()
    {
        Layers layers(1);
        const std::string name = "Module.head.Linear.parameters_grad.0";
        const DumpedTensor first = noise({6, 8}, 901), second = noise({6, 8}, 902);
        layers.ranks[0].push_back({name, {}, first});
        layers.ranks[1].push_back({name, {}, second});
        layers.golden.push_back({name, {}, sum(first, second)});
        const ComparedRanks compared(layers.ranks, layers.golden, true, MsprobeDumpWriter::Task::Statistics);
        QVERIFY(compared.comparison);
        QVERIFY(!compared.row(name, Io::Gradient));
        for (const Suspect& suspect : compared.comparison->suspicion.suspects)
            QVERIFY(suspect.opName != name);
        const auto& unpaired = compared.comparison->unpairedGolden;
        const DumpIndex& golden = *compared.comparison->pairs->golden().index;
        QVERIFY(std::ranges::any_of(unpaired,
            [&](const UnpairedTensor& tensor) { return golden.tensor(tensor.id).io == Io::Gradient; }));
    }

    /// Beside golden of one process, which names no rank, one rank has golden's data and another its own: the
    /// fault is what the former shows.
    void aShareOfTheData()
    {
        const TemporaryFolder folder;
        const auto run = [](const std::vector<float>& ids, unsigned seed, float factor) {
            std::vector<DumpedOperator> operators;
            DumpedTensor given = noise({6, 8}, seed);
            operators.push_back({"Functional.embedding.0.forward",
                {DumpedTensor {{6}, ids, true}, noise({16, 8}, 1)}, given});
            for (int layer = 0; layer < kLayers; ++layer) {
                DumpedTensor made = sum(given, given, layer == kFaulty ? factor : 1);
                operators.push_back({numbered("Torch.neg", layer), {given}, made});
                given = made;
            }
            return operators;
        };
        const std::vector<float> ids {1, 2, 3, 4, 5, 6}, others {7, 2, 9, 4, 8, 1};
        const auto statistics = MsprobeDumpWriter::Task::Statistics;
        QVERIFY(MsprobeDumpWriter::write(folder.at("golden"), run(ids, 2, 1), 0, statistics));
        std::filesystem::rename(folder.at("golden/step0/rank0"), folder.at("golden/step0/proc7"));
        QVERIFY(MsprobeDumpWriter::write(folder.at("target"), run(ids, 2, 1.5F), 0, statistics));
        QVERIFY(MsprobeDumpWriter::write(folder.at("target"), run(others, 3, 1.5F), 1, statistics));
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        const auto compared = compareFolders(folder.path(), "l2norm_diff_relative", options, task);
        QVERIFY(compared);
        const auto& suspects = compared->suspicion.suspects;
        QVERIFY(suspects.size() > 1);
        QCOMPARE(suspects.front().opName, numbered("Torch.neg", kFaulty));
        QCOMPARE(suspects.front().rank, std::optional<std::int64_t>(0));
        QVERIFY(std::ranges::any_of(suspects,
            [](const Suspect& suspect) { return suspect.opName == "Functional.embedding.0.forward"; }));
    }

    /// What a stage was given is not what the one before it sent.
    void aTransfer()
    {
        std::vector<DumpedOperator> golden;
        std::vector<std::vector<DumpedOperator>> ranks(2);
        DumpedTensor given = noise({5, 6}, 1), own = given; // in golden, in the target
        for (int layer = 0; layer < 2 * kLayers; ++layer) {
            const auto seed = static_cast<unsigned>(10 * layer);
            const DumpedTensor weight = noise({6, 6}, seed + 5), made = noise({5, 6}, seed + 6);
            golden.push_back({numbered("Functional.linear", layer), {given, weight}, made});
            auto& operators = ranks[static_cast<std::size_t>(layer / kLayers)];
            if (layer == kLayers) {
                ranks[0].push_back({"Distributed.send.0.forward", {own}, own});
                operators.push_back({"Distributed.recv.0.forward", {}, own});
                std::fill_n(own.values.end() - 6, 6, 0.0F);
            }
            const DumpedTensor result = layer < kLayers ? made : sum(made, noise({5, 6}, 700U + seed), 0.3F);
            operators.push_back({numbered("Functional.linear", layer % kLayers), {own, weight}, result});
            given = made;
            own = result;
        }
        const ComparedRanks compared(ranks, golden);
        const auto& suspects = compared.comparison->suspicion.suspects;
        QVERIFY(!suspects.empty());
        QCOMPARE(suspects.front().opName, std::string("Distributed.recv.0.forward"));
        QCOMPARE(suspects.front().rank, std::optional<std::int64_t>(1));
    }
};

QTEST_GUILESS_MAIN(tst_RankSuspects)
#include "tst_rank_suspects.moc"
