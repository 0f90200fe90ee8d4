// SPDX-License-Identifier: GPL-3.0-or-later
// What names say of a run that two ranks share, beside golden of one process.
#include "compare/layout/cut_names.h"

#include "compare/conclusion/conclusion_facts.h"
#include "compare/layout/slice_places.h"
#include "compare/suspects/other_call.h"
#include "compared_ranks.h"

#include <QTest>

#include <algorithm>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr int kLayers = 6;
constexpr std::int64_t kRows = 6, kColumns = 8;

DumpedTensor ids(std::vector<float> values)
{
    return {{2, 3}, std::move(values), true};
}

/// Weights, of which a rank has some rows, behind a module that is given ids.
std::vector<DumpedOperator> runOf(const DumpedTensor& given, const std::vector<std::int64_t>& rows)
{
    std::vector<DumpedOperator> run {{"Module.embed.Embedding.forward.0", {given}, noise({2, 3, 4}, 500)}};
    for (int layer = 0; layer < kLayers; ++layer) {
        const auto seed = static_cast<unsigned>(20 + layer);
        run.push_back({"Functional.linear." + std::to_string(layer) + ".forward",
            {noise({3, 5}, seed + 50), rowsOf(noise({kRows, kColumns}, seed), rows)},
            noise({3, 4}, seed + 100)});
    }
    return run;
}

ComparedRanks compared(const DumpedTensor& first, const DumpedTensor& second, const DumpedTensor& golden)
{
    return ComparedRanks(
        {runOf(first, {0, 1, 2}), runOf(second, {3, 4, 5})}, runOf(golden, {0, 1, 2, 3, 4, 5}));
}

const PairResult* rowOfIds(const ComparedRanks& compared)
{
    return compared.row("Module.embed.Embedding.forward.0", Io::Input);
}

SliceSet slicesOf(const DumpedTensor& tensor)
{
    return {0, 0, sliceSketches(tensor.values, tensor.shape, 0)};
}

} // namespace

class tst_CutNames : public QObject {
    Q_OBJECT

private slots:
    void integersThatAreEqual()
    {
        const DumpedTensor given = ids({5, 1, 2, 9, 4, 7});
        const ComparedRanks runs = compared(given, given, given);
        QVERIFY(runs.comparison);
        QVERIFY(rowOfIds(runs));
        QCOMPARE(rowOfIds(runs)->verdict, Verdict::Pass);
    }

    /// All ranks were given the same, and not what golden was given.
    void otherData()
    {
        const DumpedTensor given = ids({5, 1, 2, 9, 4, 7});
        const ComparedRanks runs = compared(given, given, ids({5, 1, 2, 9, 4, 8}));
        QVERIFY(runs.comparison);
        QVERIFY(rowOfIds(runs));
        QCOMPARE(rowOfIds(runs)->verdict, Verdict::Fail);
    }

    /// Each rank masks what it does not hold: none of it is golden's, and that is no finding.
    void idsThatRanksMask()
    {
        const ComparedRanks runs
            = compared(ids({0, 1, 2, 0, 0, 0}), ids({1, 0, 0, 4, 0, 3}), ids({5, 1, 2, 9, 4, 7}));
        QVERIFY(runs.comparison);
        QVERIFY(!rowOfIds(runs));
        const auto& left = runs.comparison->unpairedGolden;
        const DumpIndex& golden = *runs.comparison->pairs->golden().index;
        const auto one = std::ranges::find_if(
            left, [&](const UnpairedTensor& tensor) { return !isFloating(golden.tensor(tensor.id).dtype); });
        QVERIFY(one != left.end());
        QVERIFY(one->reason.text().ends_with("are not looked for by their values"));
    }

    /// Of which statistics alone were dumped: the norm of a sum is not known from those of its terms.
    void termsOfASum()
    {
        const DumpedTensor given = ids({5, 1, 2, 9, 4, 7});
        const DumpedTensor first = noise({8, 32}, 900), second = noise({8, 32}, 901);
        DumpedTensor whole = first, half = first;
        for (std::size_t i = 0; i < whole.values.size(); ++i) {
            whole.values[i] += second.values[i];
            half.values[i] = whole.values[i] / 2;
        }
        const auto compare = [&](const DumpedTensor& one, const DumpedTensor& other) {
            const std::string name = "Module.q.Linear.backward.0";
            std::vector<std::vector<DumpedOperator>> ranks {runOf(given, {0, 1, 2}), runOf(given, {3, 4, 5})};
            ranks[0].push_back({name, {}, one});
            ranks[1].push_back({name, {}, other});
            auto golden = runOf(given, {0, 1, 2, 3, 4, 5});
            golden.push_back({name, {}, whole});
            const ComparedRanks runs(ranks, golden, true, MsprobeDumpWriter::Task::Statistics);
            const PairResult* const row = runs.row(name, Io::Output);
            if (row)
                return std::string(row->verdict == Verdict::Fail ? "fails" : "passes");
            const DumpIndex& index = *runs.comparison->pairs->golden().index;
            for (const UnpairedTensor& tensor : runs.comparison->unpairedGolden) {
                if (index.text(index.tensor(tensor.id).opName) == name)
                    return tensor.reason.text();
            }
            return std::string();
        };
        QVERIFY(compare(first, second).ends_with("of which statistics do not tell the norm"));
        // Both have the same, which is half of what they should have: no terms, but replicas that are wrong.
        QCOMPARE(compare(half, half), std::string("fails"));
    }

    /// A rank is called with its own first row; where the output is wrong it may be the cause.
    void numbersOfAPart()
    {
        const auto isOther = [](float error, bool areEqual) {
            const DumpedTensor given = ids({5, 1, 2, 9, 4, 7});
            std::vector<std::vector<DumpedOperator>> ranks {runOf(given, {0, 1, 2}), runOf(given, {3, 4, 5})};
            auto golden = runOf(given, {0, 1, 2, 3, 4, 5});
            golden[3].inputs.emplace_back(0.0);
            for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
                ranks[rank][3].inputs.emplace_back(areEqual ? 3.0 : static_cast<double>(3 * rank + 3));
                for (float& value : ranks[rank][3].output.values)
                    value *= 1 + error;
            }
            const ComparedRanks runs(ranks, golden);
            return otherCall(*runs.comparison->pairs).has_value();
        };
        QVERIFY(!isOther(1e-5F, false));
        QVERIFY(isOther(0.01F, false));
        QVERIFY(isOther(1e-5F, true)); // all ranks with the same: no number of a part
    }

    /// Rows of rank 1 are few: its first is not the first of golden.
    void firstByGoldensOrder()
    {
        const DumpedTensor given = ids({5, 1, 2, 9, 4, 7});
        const ComparedRanks runs = compared(given, given, given);
        QVERIFY(runs.comparison);
        const PairTable& pairs = *runs.comparison->pairs;
        const auto divergenceAt = [&](int layer, std::int64_t rank, std::uint64_t order) {
            FirstDivergence one;
            one.rank = rank;
            one.order = order;
            for (std::size_t row = 0; row < pairs.rows(); ++row) {
                if (&pairs.row(row) == runs.weight(layer))
                    one.index = row;
            }
            return one;
        };
        const auto first = firstOfRanks({divergenceAt(2, 0, 8), divergenceAt(5, 1, 0)}, pairs);
        QVERIFY(first);
        QCOMPARE(first->rank, std::optional<std::int64_t>(0));
        QVERIFY(isSharedByRanks(pairs));
        QVERIFY(!firstOfRanks({}, pairs));
    }

    /// Two runs cut 25 rows at other places: a part may have the last of its rows in common with golden.
    void oneSliceAtTheEdge()
    {
        const DumpedTensor whole = noise({30, 16}, 3);
        const auto rows = [&](std::int64_t first, std::int64_t last) {
            std::vector<std::int64_t> some;
            for (std::int64_t row = first; row < last; ++row)
                some.push_back(row);
            return slicesOf(rowsOf(whole, some));
        };
        const SliceSet golden = rows(12, 25);
        const NearSlices near(golden.slices);
        std::vector<std::int32_t> places(13, -1);
        places.back() = 0;
        QCOMPARE(slicePlaces(rows(0, 13), golden, near, 1e-3), places);
        places.back() = -1;
        places.front() = 12;
        QCOMPARE(slicePlaces(rows(24, 30), golden, near, 1e-3),
            (std::vector<std::int32_t>(places.begin(), places.begin() + 6)));
        // One in the middle of others says nothing.
        SliceSet other = slicesOf(noise({13, 16}, 4));
        other.slices[5] = golden.slices[7];
        QVERIFY(slicePlaces(other, golden, near, 1e-3).empty());
    }
};

QTEST_GUILESS_MAIN(tst_CutNames)
#include "tst_cut_names.moc"
