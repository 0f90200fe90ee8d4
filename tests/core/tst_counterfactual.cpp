// SPDX-License-Identifier: GPL-3.0-or-later
// Expected errors: by hand, of vectors of a few whole numbers.
#include "compare/conclusion/explanation.h"
#include "compare/counterfactual/suspects_worth.h"
#include "compare/counterfactual/value_key.h"
#include "msprobe_dump_writer.h"
#include "tensor_building.h"

#include <QTest>

#include <cmath>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

using Values = std::vector<float>;

DumpedTensor four(Values values)
{
    return {{4}, std::move(values)};
}

/// neg of x, three times that, and the sum with another tensor.
std::vector<DumpedOperator> run(
    const Values& neg, const Values& tripled, const Values& other, const Values& sum)
{
    const DumpedTensor x = four({1, -2, 3, 4});
    return {{"Torch.neg.0.forward", {x}, four(neg)}, {"Torch.mul.0.forward", {four(neg), 3.0}, four(tripled)},
        {"Torch.add.0.forward", {four(tripled), four(other)}, four(sum)}};
}

const Values kNeg {-1, 2, -3, -4}, kTripled {-3, 6, -9, -12}, kOther {1, -2, 3, 4}, kSum {-2, 4, -6, -8};

const Suspect* named(const Comparison& comparison, std::string_view name)
{
    const auto& suspects = comparison.suspicion.suspects;
    const auto found = std::ranges::find(suspects, name, &Suspect::opName);
    return found == suspects.end() ? nullptr : &*found;
}

std::string outputOf(const Comparison& comparison, std::optional<std::size_t> row)
{
    const PairTable& pairs = *comparison.pairs;
    return row ? cellText(pairs.cell(*row, pairs.columnByName("op_name"))) : std::string();
}

std::uint64_t keyOf(DType type, const Shape& shape, const Bytes& bytes)
{
    OwnedTask task;
    return valueKey(Operand::make(makeDenseView(type, shape, bytes)).value(), task).value().value_or(0);
}

} // namespace

class CounterfactualTest : public QObject {
    Q_OBJECT

private slots:
    void theOnlyFaultIsWorthAllOfIt()
    {
        ComparedDumps dumps(run({-0.5F, 2, -3, -4}, {-1.5F, 6, -9, -12}, kOther, {-0.5F, 4, -6, -8}),
            run(kNeg, kTripled, kOther, kSum));
        QVERIFY(dumps.good);
        QVERIFY(named(dumps.comparison, "Torch.neg.0.forward") != nullptr);
        QVERIFY(!named(dumps.comparison, "Torch.neg.0.forward")->counterfactual);
        const Comparison weighed = withWeighedSuspects(dumps.comparison, {}, dumps.task);
        QVERIFY(!named(dumps.comparison, "Torch.neg.0.forward")->counterfactual); // a copy has it
        const auto& worth = named(weighed, "Torch.neg.0.forward")->counterfactual;
        QVERIFY(worth.has_value());
        QCOMPARE(outputOf(weighed, worth->row), std::string("Torch.add.0.forward"));
        QCOMPARE(worth->recomputed, 2U);
        QCOMPARE(worth->before, 1.5 / std::sqrt(120.0));
        QCOMPARE(worth->after, 0.0);
        QCOMPARE(worth->removed(), 1.0);
        QVERIFY(worth->stopped.empty());
        const std::size_t row = named(weighed, "Torch.neg.0.forward")->pairs.front();
        const auto reasons = explainPair(weighed, row, dumps.limits);
        const auto reason = std::ranges::find(reasons, ExplanationKind::Counterfactual, &Explanation::kind);
        QVERIFY(reason != reasons.end());
        QCOMPARE(reason->text.text(), worth->text().text());
    }

    /// Another branch is wrong as well: 0.25 in an element beside 1.5 in another.
    void oneOfTwoFaultsIsWorthItsPart()
    {
        const Values other {1, -1.75F, 3, 4};
        std::vector<DumpedOperator> target
            = run({-0.5F, 2, -3, -4}, {-1.5F, 6, -9, -12}, other, {-0.5F, 4.25F, -6, -8});
        std::vector<DumpedOperator> golden = run(kNeg, kTripled, kOther, kSum);
        const DumpedTensor halves = four({0.5F, -1, 1.5F, 2});
        target.insert(target.begin(), {"Torch.mul.1.forward", {halves, 2.0}, four(other)});
        golden.insert(golden.begin(), {"Torch.mul.1.forward", {halves, 2.0}, four(kOther)});
        ComparedDumps dumps(target, golden);
        QVERIFY(dumps.good);
        const Comparison weighed = withWeighedSuspects(dumps.comparison, {}, dumps.task);
        for (const auto& [name, left] :
            {std::pair("Torch.neg.0.forward", 0.25), std::pair("Torch.mul.1.forward", 1.5)}) {
            const Suspect* const suspect = named(weighed, name);
            QVERIFY2(suspect != nullptr && suspect->counterfactual, name);
            QCOMPARE(outputOf(weighed, suspect->counterfactual->row), std::string("Torch.add.0.forward"));
            QCOMPARE(suspect->counterfactual->before, std::sqrt((1.5 * 1.5 + 0.25 * 0.25) / 120));
            QCOMPARE(suspect->counterfactual->after, left / std::sqrt(120.0));
        }
    }

    /// NaN behind a suspect is an error that goes, too.
    void nanGoesWithItsSuspect()
    {
        const float nan = std::nanf("");
        ComparedDumps dumps(run({nan, 2, -3, -4}, {nan, 6, -9, -12}, kOther, {nan, 4, -6, -8}),
            run(kNeg, kTripled, kOther, kSum));
        QVERIFY(dumps.good);
        const Comparison weighed = withWeighedSuspects(dumps.comparison, {}, dumps.task);
        const Suspect* const suspect = named(weighed, "Torch.neg.0.forward");
        QVERIFY(suspect != nullptr && suspect->counterfactual);
        QCOMPARE(outputOf(weighed, suspect->counterfactual->row), std::string("Torch.add.0.forward"));
        QVERIFY(std::isinf(suspect->counterfactual->before));
        QCOMPARE(suspect->counterfactual->after, 0.0);
        QCOMPARE(suspect->counterfactual->removed(), 1.0);
    }

    void whatComputesWrongItselfIsNotComputedAgain()
    {
        ComparedDumps dumps(run({-0.5F, 2, -3, -4}, {-1.5F, 6, -9, -12}, kOther, {-0.5F, 9, -6, -8}),
            run(kNeg, kTripled, kOther, kSum));
        QVERIFY(dumps.good);
        const Comparison weighed = withWeighedSuspects(dumps.comparison, {}, dumps.task);
        const auto& worth = named(weighed, "Torch.neg.0.forward")->counterfactual;
        QVERIFY(worth.has_value());
        QCOMPARE(outputOf(weighed, worth->row), std::string("Torch.mul.0.forward"));
        QCOMPARE(worth->before, 1.5 / std::sqrt(270.0));
        QCOMPARE(worth->removed(), 1.0);
        QCOMPARE(worth->stopped.text(),
            std::string(
                "Torch.add.0.forward is not computed again: its output does not follow from its inputs"));
        const Suspect* const sum = named(weighed, "Torch.add.0.forward");
        QVERIFY(sum != nullptr && sum->counterfactual);
        QVERIFY(!sum->counterfactual->row);
        QCOMPARE(sum->counterfactual->text().text(),
            std::string("what it is worth behind it is not known: no compared output that differs from "
                        "golden is made from it"));
    }

    /// What stands between two dumped operators may have changed the values.
    void whatIsNotDumpedIsNotGuessed()
    {
        auto target = run({-0.5F, 2, -3, -4}, {-1.5F, 6, -9, -12}, kOther, {-0.5F, 4, -6, -8});
        auto golden = run(kNeg, kTripled, kOther, kSum);
        target[1].inputs[0] = four({-0.5F, 2.5F, -3, -4});
        target[1].output = four({-1.5F, 7.5F, -9, -12});
        golden[1].inputs[0] = four({-1, 2.5F, -3, -4});
        golden[1].output = four({-3, 7.5F, -9, -12});
        target[2].inputs[0] = target[1].output;
        golden[2].inputs[0] = golden[1].output;
        target[2].output = four({-0.5F, 5.5F, -6, -8});
        golden[2].output = four({-2, 5.5F, -6, -8});
        ComparedDumps dumps(target, golden);
        QVERIFY(dumps.good);
        const Comparison weighed = withWeighedSuspects(dumps.comparison, {}, dumps.task);
        const Suspect* const suspect = named(weighed, "Torch.neg.0.forward");
        QVERIFY(suspect != nullptr && suspect->counterfactual);
        QVERIFY(!suspect->counterfactual->row);
        QCOMPARE(suspect->counterfactual->stopped.text(),
            std::string("input 0 of Torch.mul.0.forward comes from an operator that is not dumped"));
    }

    void valuesAreKnownInAnyShapeAndType()
    {
        const Values values {1, 2, 3, 4};
        const std::vector<double> wide {1, 2, 3, 4};
        const auto key = keyOf(DType::Float32, {4}, bytesOf(values));
        QVERIFY(key != 0);
        QCOMPARE(keyOf(DType::Float32, {2, 2}, bytesOf(values)), key);
        QCOMPARE(keyOf(DType::Float64, {4}, bytesOf(wide)), key);
        QVERIFY(keyOf(DType::Float32, {4}, bytesOf(Values {1, 2, 4, 3})) != key);
        QCOMPARE(keyOf(DType::Float32, {3}, bytesOf(Values {0, 0, 0})), std::uint64_t {0}); // of many
        QVERIFY(keyOf(DType::Float32, {1}, bytesOf(Values {7})) != 0);
    }

    void stopIsHeard()
    {
        ComparedDumps dumps(run({-0.5F, 2, -3, -4}, {-1.5F, 6, -9, -12}, kOther, {-0.5F, 4, -6, -8}),
            run(kNeg, kTripled, kOther, kSum));
        dumps.task.stopSource().request_stop();
        const Comparison weighed = withWeighedSuspects(dumps.comparison, {}, dumps.task);
        QVERIFY(!named(weighed, "Torch.neg.0.forward")->counterfactual);
    }
};

QTEST_GUILESS_MAIN(CounterfactualTest)

#include "tst_counterfactual.moc"
