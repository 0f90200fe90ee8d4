// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of ones and twos of which single tokens are changed: what each is off by is written down by hand.
#include "compare/tokens/token_errors.h"

#include "compared_ranks.h"

#include <QTest>

#include <cmath>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr std::size_t kHidden = 4;

DumpedTensor idsOf(const Shape& shape, const std::vector<float>& ids)
{
    return {shape, ids, true};
}

/// Every token has the same norm, and its elements are its own.
DumpedTensor rows(const Shape& shape)
{
    DumpedTensor made {shape, {}};
    for (std::uint64_t i = 0; i < elementCount(shape).value(); ++i)
        made.values.push_back(i % kHidden % 2 == 0 ? 1.0F : 2.0F);
    return made;
}

/// The row's first element is larger by `by`.
DumpedTensor changed(DumpedTensor tensor, std::size_t row, float by)
{
    tensor.values[row * kHidden] += by;
    return tensor;
}

const std::string kLinear = "Functional.linear.";

/// An embedding, and operators whose outputs are these.
std::vector<DumpedOperator> run(const DumpedTensor& ids, const std::vector<DumpedTensor>& outputs,
    const std::vector<std::string>& names = {})
{
    Shape embedded = ids.shape;
    embedded.push_back(kHidden);
    std::vector<DumpedOperator> operators {
        {"Functional.embedding.0.forward", {ids, noise({6, kHidden}, 1)}, rows(embedded)}};
    for (std::size_t i = 0; i < outputs.size(); ++i)
        operators.push_back({i < names.size() ? names[i] : kLinear + std::to_string(i) + ".forward",
            {rows(embedded)}, outputs[i]});
    return operators;
}

struct Measured {
    ComparedDumps dumps;
    TokenErrors errors;

    Measured(const std::vector<DumpedOperator>& target, const std::vector<DumpedOperator>& golden)
        : dumps(target, golden)
    {
        OwnedTask task;
        errors = tokenErrors(*dumps.comparison.pairs, {}, task).value();
    }
    [[nodiscard]] float at(std::size_t row, std::size_t token) const { return errors.at(row, token).error; }
    [[nodiscard]] std::vector<std::string> sentences() const
    {
        std::vector<std::string> said;
        for (const Message& one : tokenSentences(errors, *dumps.comparison.pairs))
            said.push_back(one.text());
        return said;
    }
};

// 1, 2, 1, 2: a change of 1 is one of 1/√10.
const float kOne = 1 / std::sqrt(10.0F);

} // namespace

class TestTokenErrors : public QObject {
    Q_OBJECT

private slots:
    void batchBeforeSequence()
    {
        const DumpedTensor ids = idsOf({2, 3}, {5, 3, 1, 2, 4, 3}), out = rows({2, 3, kHidden});
        const Measured made(run(ids, {out, changed(out, 4, 1)}), run(ids, {out, out}));
        QCOMPARE(made.errors.tokens.size(), std::size_t {6});
        QVERIFY(made.errors.areIdsKnown);
        QCOMPARE(made.errors.tokens[4].id, std::optional<std::int64_t>(4));
        QCOMPARE(made.errors.tokens[4].sequence, 1U);
        QCOMPARE(made.errors.tokens[4].position, 1U);
        QCOMPARE(made.errors.rows.size(), std::size_t {3});
        QCOMPARE(made.errors.rows[2].name, kLinear + "1.forward");
        QVERIFY(!made.errors.rows[2].isLayer);
        for (std::size_t token = 0; token < 6; ++token) {
            QCOMPARE(made.at(1, token), 0.0F);
            QCOMPARE(made.at(2, token), token == 4 ? kOne : 0.0F);
        }
        QVERIFY(made.errors.first);
        QCOMPARE(made.errors.first->token, std::size_t {4});
        QCOMPARE(made.errors.first->row, std::size_t {2});
        QCOMPARE(made.sentences().front(),
            std::string(
                "First off by more than 1e-05 is token 1 of sequence 1 (id 4), with an error of 0.32 in "
                "Functional.linear.1.forward output 0; outputs of this run are usually off by 0."));
    }

    void sequenceBeforeBatchAndBothTogether()
    {
        const DumpedTensor ids = idsOf({2, 3}, {5, 3, 1, 2, 4, 3});
        const DumpedTensor out = rows({3, 2, kHidden}), flat = rows({6, kHidden});
        // Row 3 of [3,2,4] is token 1 of sequence 1, and so it is where both are one axis.
        const Measured made(
            run(ids, {changed(out, 3, 1), out, changed(flat, 3, 2)}), run(ids, {out, out, flat}));
        QCOMPARE(made.errors.rows.size(), std::size_t {4});
        for (std::size_t token = 0; token < 6; ++token) {
            QCOMPARE(made.at(1, token), token == 4 ? kOne : 0.0F);
            QCOMPARE(made.at(3, token), token == 4 ? 2 * kOne : 0.0F);
        }
    }

    void headsBetween()
    {
        const DumpedTensor ids = idsOf({2, 3}, {5, 3, 1, 2, 4, 3}), heads = rows({2, 5, 3, kHidden});
        // Head 2 of sequence 1 at position 0: one of five rows of its token.
        const Measured made(run(ids, {changed(heads, (5 + 2) * 3, 1)}), run(ids, {heads}));
        for (std::size_t token = 0; token < 6; ++token)
            QCOMPARE(made.at(1, token), token == 3 ? kOne / std::sqrt(5.0F) : 0.0F);
    }

    void whatIsRepeatedAtAnEndIsAToken()
    {
        // Without a mask two equal ids may be two tokens; both sequences may even end in the same id.
        const DumpedTensor out = rows({2, 3, kHidden});
        for (const DumpedTensor& ids : {idsOf({2, 3}, {5, 0, 0, 2, 4, 3}), idsOf({2, 3}, {5, 0, 0, 2, 4, 0}),
                 idsOf({2, 3}, {0, 0, 5, 2, 4, 3}), idsOf({2, 3}, {5, 0, 0, 2, 0, 0})}) {
            const Measured made(run(ids, {changed(out, 1, 1)}), run(ids, {out}));
            QCOMPARE(made.errors.tokens.size(), std::size_t {6});
            QCOMPARE(made.errors.first->token, std::size_t {1});
            QCOMPARE(made.sentences().size(), std::size_t {1});
        }
    }

    void paddingByTheIdsAlone()
    {
        // 9 ends two sequences three times and twice, and is nowhere else.
        const DumpedTensor ids = idsOf({3, 5}, {5, 4, 9, 9, 9, 2, 4, 3, 9, 9, 1, 2, 3, 2, 1}),
                           out = rows({3, 5, kHidden});
        const Measured made(run(ids, {changed(out, 3, 100)}), run(ids, {out}));
        QCOMPARE(made.errors.tokens.size(), std::size_t {10});
        QVERIFY(!made.errors.first);
        QCOMPARE(made.errors.tokens[2].sequence, 1U);
        QVERIFY(made.sentences().back().starts_with("Left out as padding: 5 of 15 positions. No mask"));
        // Inside a sequence it is a token, so that it may be one at the ends, too.
        DumpedTensor inside = ids;
        inside.values[11] = 9;
        QCOMPARE(Measured(run(inside, {out}), run(inside, {out})).errors.tokens.size(), std::size_t {15});
    }

    void labelsLeaveOut_data()
    {
        QTest::addColumn<std::vector<float>>("labels");
        QTest::addColumn<std::size_t>("tokens");
        const auto row = [](const char* name, std::vector<float> labels, std::size_t tokens) {
            QTest::newRow(name) << std::move(labels) << tokens;
        };
        row("padding", {3, 5, -100, -100, 2, 4, 3, 1}, 6);
        row("no label", {3, 5, 1, 1, 2, 4, 3, 1}, 8);
        row("of a loss: the last of each", {3, 5, 1, -100, 4, 3, 1, -100}, 8);
        row("of a prompt: several ids", {-100, -100, 1, 1, -100, 4, 3, 1}, 8);
        row("inside", {3, 5, -100, 1, 2, 4, 3, 1}, 8);
    }
    void labelsLeaveOut()
    {
        QFETCH(const std::vector<float>, labels);
        QFETCH(const std::size_t, tokens);
        const DumpedTensor ids = idsOf({2, 4}, {5, 3, 1, 1, 2, 4, 3, 1}), out = rows({2, 4, kHidden});
        auto operators = run(ids, {out});
        // Of one axis, as a loss has them.
        operators.push_back({"Functional.cross_entropy.0.forward", {idsOf({8}, labels)}, out});
        const Measured made(operators, operators);
        QCOMPARE(made.errors.tokens.size(), tokens);
        QCOMPARE(made.sentences().back()
                == "Left out as padding: 2 of 8 positions, by the mask in "
                   "Functional.cross_entropy.0.forward input 0.",
            tokens == 6);
    }

    void aMaskLeavesOutWhatIsOneId()
    {
        const DumpedTensor ids = idsOf({4}, {5, 3, 0, 0}), mask = idsOf({4}, {1, 1, 0, 0}),
                           out = rows({4, kHidden});
        auto golden = run(ids, {out}), target = run(ids, {changed(out, 3, 9)});
        const auto withMask = [](std::vector<DumpedOperator> operators, const DumpedTensor& hides) {
            operators.push_back({"Functional.attention.0.forward", {hides}, operators.back().output});
            return operators;
        };
        const Measured made(withMask(target, mask), withMask(golden, mask));
        QCOMPARE(made.errors.tokens.size(), std::size_t {2});
        QVERIFY(!made.errors.first);
        // What hides several ids is no mask of padding.
        const DumpedTensor types = idsOf({4}, {0, 0, 1, 1});
        QCOMPARE(
            Measured(withMask(target, types), withMask(golden, types)).errors.tokens.size(), std::size_t {4});
    }

    void operatorsOfALayerAreOneRow()
    {
        const std::vector<std::string> names {"Module.layers.0.mlp.Linear.forward.0", kLinear + "0.forward",
            "Module.layers.0.Block.forward.0", "Module.layers.1.Block.forward.0", kLinear + "1.forward"};
        const DumpedTensor ids = idsOf({3}, {5, 3, 1}), out = rows({3, kHidden});
        const Measured made(
            run(ids, {out, changed(out, 1, 2), changed(out, 1, 1), out, changed(out, 2, 1)}, names),
            run(ids, {out, out, out, out, out}, names));
        QCOMPARE(made.errors.rows.size(), std::size_t {4});
        QVERIFY(made.errors.rows[1].isLayer);
        QCOMPARE(made.errors.rows[1].name, std::string("layers/0"));
        QCOMPARE(made.errors.rows[1].tensors, std::size_t {3}); // also the operator between them
        QCOMPARE(made.at(1, 1), 2 * kOne);                      // the farthest off
        const DumpIndex& golden = *made.dumps.comparison.pairs->golden().index;
        const TensorPair& pair = made.dumps.comparison.pairs->row(made.errors.at(1, 1).row).pair;
        QCOMPARE(golden.text(golden.tensor(pair.golden).opName), kLinear + "0.forward");
        QCOMPARE(made.errors.rows[3].name, kLinear + "1.forward"); // behind the layers
    }

    void tokensWithoutIds()
    {
        std::vector<DumpedOperator> golden, target;
        for (int i = 0; i < 3; ++i) {
            const DumpedTensor out = rows({5, 2, kHidden}); // of the sequence first, as it is longer
            golden.push_back({kLinear + std::to_string(i) + ".forward", {out}, out});
            target.push_back(
                {kLinear + std::to_string(i) + ".forward", {out}, i == 2 ? changed(out, 7, 1) : out});
        }
        const Measured made(target, golden);
        QVERIFY(!made.errors.areIdsKnown);
        QCOMPARE(made.errors.tokens.size(), std::size_t {10});
        QVERIFY(made.errors.first);
        const GoldenToken& token = made.errors.tokens[made.errors.first->token];
        QCOMPARE(token.sequence, 1U);
        QCOMPARE(token.position, 3U);
        QVERIFY(!token.id);
        QVERIFY(made.errors.probabilities.empty());
    }

    void whatCancelsIsNoMeasure()
    {
        const DumpedTensor ids = idsOf({3}, {5, 3, 1});
        DumpedTensor out = rows({3, kHidden});
        for (std::size_t i = 0; i < kHidden; ++i)
            out.values[i] = 0;
        // Of the mean square of 20/3 a hundredth counts.
        const Measured made(run(ids, {changed(out, 0, 0.01F)}), run(ids, {out}));
        QVERIFY(std::abs(made.at(1, 0) - 0.01 / std::sqrt(20.0 / 300)) < 1e-6);
    }

    void whatIsMaskedIsLeftOut()
    {
        const DumpedTensor ids = idsOf({3}, {5, 3, 1});
        DumpedTensor golden = rows({3, kHidden}), target = golden;
        golden.values[1] = -32768; // in place of 2, so that 1, 1 and 2 are left
        target.values[1] = -10000;
        target.values[0] = 2;
        const Measured made(run(ids, {target}), run(ids, {golden}));
        QVERIFY(std::abs(made.at(1, 0) - 1 / std::sqrt(6.0)) < 1e-6);
    }

    void whatIsNotFiniteOnOneSideIsInfinitelyFar()
    {
        const DumpedTensor ids = idsOf({3}, {5, 3, 1}), out = rows({3, kHidden});
        DumpedTensor masked = out;
        masked.values[0] = -std::numeric_limits<float>::infinity();
        DumpedTensor broken = masked;
        broken.values[2 * kHidden] = std::numeric_limits<float>::quiet_NaN();
        const Measured made(run(ids, {broken}), run(ids, {masked}));
        QCOMPARE(made.at(1, 0), 0.0F); // of both
        QVERIFY(std::isinf(made.at(1, 2)));
        QCOMPARE(made.errors.first->token, std::size_t {2});
    }

    void probabilitiesOfLogits()
    {
        // As wide as the table of the embedding is high. Of six equal scores each has 1/6; one that is ln 5
        // larger has 1/2.
        const DumpedTensor ids = idsOf({3}, {5, 3, 1});
        const DumpedTensor golden {{3, 6}, std::vector<float>(18, 0.5F)};
        DumpedTensor target = golden;
        target.values[3] += std::log(5.0F); // of the id behind the first token
        const Measured made(run(ids, {target}), run(ids, {golden}));
        QCOMPARE(made.errors.probabilities.size(), std::size_t {3});
        QVERIFY(made.errors.probabilities[0] && made.errors.probabilities[1]);
        QVERIFY(!made.errors.probabilities[2]); // nothing comes behind it
        QVERIFY(std::abs(made.errors.probabilities[0]->golden - std::log(1.0 / 6)) < 1e-6);
        QVERIFY(std::abs(std::exp(made.errors.probabilities[0]->difference()) - 3) < 1e-5);
        QCOMPARE(made.errors.probabilities[1]->difference(), 0.0);
        QVERIFY(made.sentences()[1].find("is 1.1 in sum over 2 tokens") != std::string::npos);
        QVERIFY(made.sentences()[1].find("token 0 (id 5): 1.1, a ratio of 3") != std::string::npos);
    }

    void probabilitiesThatAreDumped()
    {
        const DumpedTensor ids = idsOf({2}, {5, 1});
        const DumpedTensor golden {{2, 3}, {-9, -1, -9, -9, -1, -9}};
        DumpedTensor target = golden;
        target.values[1] = -1.5F;
        const std::vector<std::string> name {"Functional.log_softmax.0.forward"};
        const Measured made(run(ids, {target}, name), run(ids, {golden}, name));
        QCOMPARE(made.errors.probabilities.size(), std::size_t {2});
        QCOMPARE(made.errors.probabilities[0]->difference(), -0.5);
    }

    void assembledOnes()
    {
        // Columns over two ranks; the second has one token wrong.
        std::vector<DumpedOperator> golden, first, second;
        const DumpedTensor ids = idsOf({6}, {5, 3, 1, 2, 4, 3});
        golden.push_back({"Functional.embedding.0.forward", {ids, noise({6, 8}, 1)}, noise({6, 8}, 2)});
        first = second = golden;
        for (unsigned i = 0; i < 4; ++i) {
            const std::string name = kLinear + std::to_string(i) + ".forward";
            const DumpedTensor in = noise({6, 8}, 10 + i), weight = noise({12, 8}, 20 + i);
            DumpedTensor out = noise({6, 12}, 30 + i);
            const auto half = [&](std::int64_t from) {
                return turned(rowsOf(turned(out), {from, from + 1, from + 2, from + 3, from + 4, from + 5}));
            };
            golden.push_back({name, {in, weight}, out});
            first.push_back({name, {in, rowsOf(weight, {0, 1, 2, 3, 4, 5})}, half(0)});
            second.push_back({name, {in, rowsOf(weight, {6, 7, 8, 9, 10, 11})}, half(6)});
            if (i == 2)
                second.back().output.values[4 * 6] += 1;
        }
        const ComparedRanks compared({first, second}, golden);
        QVERIFY(compared.comparison && assemblyOf(compared.row(kLinear + "2.forward", Io::Output)));
        OwnedTask task;
        const TokenErrors errors = tokenErrors(*compared.comparison->pairs, {}, task).value();
        QCOMPARE(errors.tokens.size(), std::size_t {6});
        QVERIFY(errors.first);
        QCOMPARE(errors.first->token, std::size_t {4});
        const DumpedTensor out = noise({6, 12}, 32);
        double squares = 0;
        for (std::size_t i = 4 * 12; i < 5 * 12; ++i)
            squares += double(out.values[i]) * out.values[i];
        QVERIFY(std::abs(errors.first->cell.error - 1 / std::sqrt(squares)) < 1e-5);
    }

    void nothingAndStopped()
    {
        const DumpedTensor number {{1}, {3}};
        const std::vector<DumpedOperator> loss {{"Functional.mse_loss.0.forward", {number}, number}};
        const Measured made(loss, loss);
        QVERIFY(made.errors.tokens.empty() && made.errors.rows.empty() && made.sentences().empty());
        QVERIFY(noTokensText(*made.dumps.comparison.pairs).text().starts_with("No rows"));
        OwnedTask task;
        task.stopSource().request_stop();
        const DumpedTensor ids = idsOf({3}, {5, 3, 1}), out = rows({3, kHidden});
        const ComparedDumps dumps(run(ids, {out}), run(ids, {out}));
        QCOMPARE(tokenErrors(*dumps.comparison.pairs, {}, task).error().code, Code::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestTokenErrors)
#include "tst_token_errors.moc"
