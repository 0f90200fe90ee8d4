// SPDX-License-Identifier: GPL-3.0-or-later
// Two sequences of five and three tokens, padded behind on golden's side: where each stands elsewhere is
// written down by hand.
#include "compare/conclusion/first_difference.h"
#include "compare/layout/token_map.h"
#include "compared_ranks.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr std::int64_t kBatch = 2, kLength = 5, kWidth = 6;
constexpr std::int64_t kLengths[] = {5, 3};

enum class Padding { Behind, Before, None };

/// Where a token stands on the axis of its sequence.
std::int64_t columnOf(std::int64_t batch, std::int64_t token, Padding padding)
{
    return padding == Padding::Before ? kLength - kLengths[batch] + token : token;
}

/// Values of tokens, of `width` each, laid out so; what is padding has values of its own.
DumpedTensor laid(const DumpedTensor& tokens, std::int64_t width, Padding padding, unsigned seed)
{
    if (padding == Padding::None)
        return {{8, width}, tokens.values};
    DumpedTensor made = noise({kBatch, kLength, width}, seed);
    std::int64_t number = 0;
    for (std::int64_t batch = 0; batch < kBatch; ++batch) {
        for (std::int64_t token = 0; token < kLengths[batch]; ++token, ++number) {
            const std::int64_t row = batch * kLength + columnOf(batch, token, padding);
            std::copy_n(tokens.values.begin() + number * width, width, made.values.begin() + row * width);
        }
    }
    return made;
}

DumpedTensor ids(Padding padding, const std::vector<float>& values = {7, 3, 9, 3, 5, 8, 2, 6})
{
    DumpedTensor tokens {{8, 1}, values}, made = laid(tokens, 1, padding, 1);
    made.areIds = true;
    made.shape.pop_back();
    if (padding != Padding::None) {
        for (const std::int64_t pad : {3, 4})
            made.values[static_cast<std::size_t>(kLength + (padding == Padding::Before ? pad - 3 : pad))] = 0;
    }
    return made;
}

/// A program of four operators, each with what it is given and makes.
std::vector<DumpedOperator> program(Padding padding, unsigned seed)
{
    std::vector<DumpedOperator> made {{"Functional.embedding.0.forward",
        {ids(padding), noise({12, kWidth}, 3)}, laid(noise({8, kWidth}, 40), kWidth, padding, seed)}};
    unsigned number = 50;
    for (const char* const name : {"Functional.linear.0.forward", "Functional.silu.0.forward",
             "Torch.mul.0.forward", "Torch.add.0.forward", "Functional.linear.1.forward"}) {
        made.push_back({name, {laid(noise({8, kWidth}, number), kWidth, padding, seed + number)},
            laid(noise({8, kWidth}, number + 1), kWidth, padding, seed + number + 1)});
        number += 2;
    }
    return made;
}

/// Of the last axis.
DumpedTensor columnsOf(const DumpedTensor& whole, std::int64_t first, std::int64_t count)
{
    const std::int64_t width = whole.shape.back();
    DumpedTensor part {whole.shape, {}};
    part.shape.back() = count;
    for (std::size_t row = 0; row < whole.values.size() / static_cast<std::size_t>(width); ++row) {
        const auto from = whole.values.begin() + static_cast<std::int64_t>(row) * width + first;
        part.values.insert(part.values.end(), from, from + count);
    }
    return part;
}

/// NaN where there is none.
std::vector<float> laidOut(
    const TokenMap& map, const TokenAxes& axes, const Shape& shape, const std::vector<float>& values)
{
    std::vector<float> made;
    for (const std::int64_t place : repaddedElements(map, axes, shape))
        made.push_back(
            place < 0 ? std::numeric_limits<float>::quiet_NaN() : values.at(static_cast<std::size_t>(place)));
    return made;
}

} // namespace

class tst_TokenLayout : public QObject {
    Q_OBJECT

private slots:
    void paddingOnTheOtherSide_data()
    {
        QTest::addColumn<int>("padding");
        QTest::newRow("before") << static_cast<int>(Padding::Before);
        QTest::newRow("packed") << static_cast<int>(Padding::None);
    }

    void paddingOnTheOtherSide()
    {
        QFETCH(int, padding);
        const ComparedRanks compared(
            {program(static_cast<Padding>(padding), 900)}, program(Padding::Behind, 100));
        QVERIFY(compared.comparison);
        for (const char* const name :
            {"Functional.embedding.0.forward", "Functional.silu.0.forward", "Functional.linear.1.forward"}) {
            const PairResult* const row = compared.row(name, Io::Output);
            const Assembly* const assembly = assemblyOf(row);
            QVERIFY2(assembly, name);
            QCOMPARE(assembly->kind, AssemblyKind::Tokens);
            QCOMPARE(assembly->coverage, 0.8); // eight of ten tokens
            QCOMPARE(row->values[0].value, 0.0);
            QCOMPARE(row->verdict, Verdict::Pass);
        }
        // The ids are the same where both have tokens, and accused of nothing.
        QVERIFY(assemblyOf(compared.row("Functional.embedding.0.forward", Io::Input)));
        QCOMPARE(compared.comparison->summary.fail, std::uint64_t {0});
        QVERIFY(compared.comparison->suspicion.suspects.empty());
    }

    /// What is padding counts in no figure; places are golden's.
    void aFaultBesidePadding()
    {
        std::vector<DumpedOperator> target = program(Padding::Before, 900);
        // Sequence 1, token 2, element 4.
        target[3]
            .output.values[static_cast<std::size_t>((kLength + columnOf(1, 2, Padding::Before)) * kWidth + 4)]
            += 0.5F;
        const ComparedRanks compared({target}, program(Padding::Behind, 100));
        const PairResult* const row = compared.row("Torch.mul.0.forward", Io::Output);
        QVERIFY(assemblyOf(row));
        QVERIFY(std::fabs(*row->values[1].value - 0.5) < 1e-6);
        QVERIFY(!row->details().worst.empty());
        QCOMPARE(row->details().worst.front().index,
            static_cast<std::uint64_t>((kLength + columnOf(1, 2, Padding::Behind)) * kWidth + 4));
        QCOMPARE(compared.comparison->summary.fail, std::uint64_t {1});
        // What is said of the pair, too: padding is no difference.
        const PairTable& pairs = *compared.comparison->pairs;
        std::size_t number = 0;
        while (number < pairs.rows() && &pairs.row(number) != row)
            ++number;
        OwnedTask task;
        const auto first = firstDifference(pairs, number, task);
        QVERIFY(first && *first);
        QCOMPARE((*first)->index,
            static_cast<std::uint64_t>((kLength + columnOf(1, 2, Padding::Behind)) * kWidth + 4));
    }

    /// A token that is exchanged for another is no padding, although it is the last of its sequence.
    void anExchangedToken()
    {
        std::vector<DumpedOperator> target = program(Padding::Before, 900);
        constexpr std::size_t kToken = 4;
        std::get<DumpedTensor>(target[0].inputs[0]).values[kToken] = 6;
        for (std::size_t i = 0; i < target.size(); ++i) {
            for (std::size_t element = 0; element < kWidth; ++element)
                target[i].output.values[kToken * kWidth + element] *= -0.5F;
        }
        const ComparedRanks compared({target}, program(Padding::Behind, 100));
        const PairResult* const row = compared.row("Functional.linear.1.forward", Io::Output);
        QVERIFY(assemblyOf(row));
        QCOMPARE(assemblyOf(row)->coverage, 0.8);
        QCOMPARE(row->verdict, Verdict::Fail);
        QVERIFY(!compared.comparison->conclusion.isClear());
    }

    /// Two ranks have all tokens, packed, and of some tensors half of the columns each.
    void packedAndCut()
    {
        std::vector<std::vector<DumpedOperator>> ranks(2, program(Padding::None, 900));
        for (std::int64_t rank = 0; rank < 2; ++rank) {
            DumpedTensor& output = ranks[static_cast<std::size_t>(rank)][2].output; // of silu
            output = columnsOf(output, 3 * rank, 3);
        }
        const ComparedRanks compared(ranks, program(Padding::Behind, 100));
        const PairResult* const row = compared.row("Functional.silu.0.forward", Io::Output);
        const Assembly* const assembly = assemblyOf(row);
        QVERIFY(assembly);
        QCOMPARE(assembly->kind, AssemblyKind::Concat);
        QCOMPARE(assembly->axis, std::optional<std::size_t>(2));
        QCOMPARE(assembly->parts.size(), std::size_t {2});
        QCOMPARE(assembly->coverage, 0.8);
        QCOMPARE(row->values[0].value, 0.0);
        QVERIFY(compared.comparison->suspicion.suspects.empty());
    }

    /// Tokens that the target does not have are no padding: nothing is left out silently.
    void tokensThatAreMissing()
    {
        std::vector<DumpedOperator> target = program(Padding::Before, 900);
        std::vector<DumpedOperator> golden = program(Padding::Behind, 100);
        std::get<DumpedTensor>(golden[0].inputs[0]).values[8] = 11; // a token where padding was
        const ComparedRanks compared({target}, golden);
        const PairResult* const row = compared.row("Functional.silu.0.forward", Io::Output);
        QVERIFY(!assemblyOf(row) || assemblyOf(row)->kind != AssemblyKind::Tokens);
    }

    /// Scores: both axes of tokens move, each sequence by its own.
    void scores()
    {
        // One sequence of two tokens, padded to three: before on the target's side.
        const TokenMap map {{1, 3}, {1, 3}, {1, 2, -1}};
        const TokenAxes axes {{0, 1, 2}, true};
        const std::vector<float> target {0, 0, 0, 0, 11, 12, 0, 21, 22};
        const std::vector<float> made = laidOut(map, axes, {1, 3, 3}, target);
        const float none = std::numeric_limits<float>::quiet_NaN();
        const std::vector<float> wanted {11, 12, none, 21, 22, none, none, none, none};
        for (std::size_t i = 0; i < wanted.size(); ++i)
            QVERIFY(std::isnan(wanted[i]) ? std::isnan(made[i]) : made[i] == wanted[i]);
    }

    /// Heads lie between batch and sequence; the packed side has no axis of batches.
    void packedHeads()
    {
        const TokenMap map {{2, 2}, {3}, {0, 1, 2, -1}};
        // Two heads of one element: [head, token, element].
        const std::vector<float> target {1, 2, 3, 11, 12, 13};
        const Shape shape {2, 3, 1};
        const TokenAxes axes {{1}, false};
        QCOMPARE(repaddedShape(map, axes, shape), Shape({2, 2, 2, 1}));
        const std::vector<float> made = laidOut(map, axes, shape, target);
        const std::vector<float> wanted {1, 2, 3, -1, 11, 12, 13, -1}; // -1: none
        for (std::size_t i = 0; i < wanted.size(); ++i)
            QVERIFY(wanted[i] < 0 ? std::isnan(made[i]) : made[i] == wanted[i]);
    }

    void choicesOfAxes()
    {
        const auto scores = tokenAxesOf({2, 4, 5, 5}, {2, 5});
        QCOMPARE(scores.front(), (TokenAxes {{0, 2, 3}, true}));
        QCOMPARE(tokenAxesOf({5, 2, 6}, {2, 5}), (std::vector<TokenAxes> {{{1, 0}, false}}));
        QVERIFY(tokenAxesOf({4, 4}, {2, 5}).empty());
    }
};

QTEST_GUILESS_MAIN(tst_TokenLayout)
#include "tst_token_layout.moc"
