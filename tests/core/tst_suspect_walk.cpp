// SPDX-License-Identifier: GPL-3.0-or-later
// What excuses an error and what does not, operator by operator (docs/culprit.md). Sizes are chosen by hand.
#include "compare/suspects/suspect_walk.h"

#include <QTest>

#include <array>
#include <cmath>
#include <limits>
#include <memory_resource>

using namespace dumpscope::core;

namespace {

/// Elements of one size in both directions, off by a share of that.
TensorError tensor(double size, double relative, double count = 64)
{
    TensorError error;
    error.hasNumbers = true;
    error.differs = relative > 0;
    error.unit = error.coarserUnit = error.goldenUnit = 0x1p-24;
    error.count = count;
    error.goldenNorm = size * std::sqrt(count);
    error.goldenMax = size;
    error.goldenRange = 2 * size;
    error.relative = error.largest = relative;
    error.maxError = relative * size;
    error.errorNorm = relative * error.goldenNorm;
    error.fingerprint = {count, error.goldenNorm, -size, size};
    return error;
}

TensorError made(TensorError error)
{
    error.isOutput = true;
    return error;
}

TensorError indices(double relative)
{
    TensorError error = tensor(3, relative, 32);
    error.isInteger = error.isOutput = true;
    error.unit = error.coarserUnit = error.goldenUnit = 0;
    return error;
}

class Run {
public:
    TracedOperator& add(
        std::string_view name, std::string_view type, std::vector<TensorError> tensors, std::int64_t step = 0)
    {
        TracedOperator& op = m_operators.emplace_back(&m_memory);
        op.name = name;
        op.type = type;
        op.nature = operatorNature(type);
        op.step = step;
        op.order = m_operators.size();
        for (const TensorError& one : tensors)
            op.tensors.push_back(one);
        return op;
    }
    /// Whether the operator of the index keeps a cache.
    void keepCache(std::size_t index, bool keeps)
    {
        auto op = m_operators.begin();
        std::advance(op, static_cast<std::ptrdiff_t>(index));
        op->keepsCache = keeps;
    }
    /// The last operator runs on another rank than those before.
    void setLane(std::int64_t rank) { m_operators.back().rank = m_operators.back().lane = rank; }
    /// The evidence against the last operator.
    Evidence last(std::optional<double> products = {})
    {
        SuspectWalk walk(m_operators, products);
        Evidence evidence;
        for (const TracedOperator& op : m_operators)
            evidence = walk.judge(op);
        return evidence;
    }
    /// The evidence against the operator of a step.
    double scoreOf(std::string_view name, std::int64_t step)
    {
        SuspectWalk walk(m_operators, {});
        double score = -1;
        for (const TracedOperator& op : m_operators) {
            const Evidence evidence = walk.judge(op);
            if (op.name == name && op.step == step)
                score = evidence.score;
        }
        return score;
    }

private:
    std::pmr::monotonic_buffer_resource m_memory;
    TracedOperators m_operators;
};

/// A router between whose experts a third of all choices is another one.
void addTie(Run& run)
{
    run.add("Functional.softmax.0.forward", "softmax", {made(tensor(1, 0.01))});
    run.add("Torch.topk.0.forward", "topk", {tensor(1, 0.01), made(tensor(1, 0.01, 32)), indices(0.6)});
}

} // namespace

class SuspectWalkTest : public QObject { // NOLINT
    Q_OBJECT
private slots:
    /// Golden gives the angles of positions once more; the target had them right the first time.
    void aTieMakesNoConstantWrong()
    {
        const auto cosOf = [](double first) {
            Run run;
            run.add("Tensor.cos.0.forward", "cos", {tensor(7, first, 24), made(tensor(0.9, first, 24))});
            addTie(run);
            run.add("Tensor.cos.1.forward", "cos", {tensor(7, 0.15, 24), made(tensor(0.9, 0.15, 24))});
            return run.last();
        };
        QCOMPARE(cosOf(0).reason, SuspectReason::WrongInput);
        QVERIFY(cosOf(0).score > kSuspectScore);
        QVERIFY(cosOf(0.15).score <= kSuspectScore); // wrong before: its first operator is to blame
    }

    /// A router that is a module shows nothing but what it gives: other indices are another choice.
    void aModuleChooses()
    {
        const auto rowsBehind = [](double ofIndices, double given) {
            Run run;
            run.add("Module.gate.Router.forward.0", "Router",
                   {tensor(1, given), made(tensor(1, given, 32)), indices(ofIndices)})
                .isModule
                = true;
            run.add("Module.act.SiLU.forward.0", "SiLU", {tensor(2, 0.7, 96), made(tensor(1, 0.7, 96))})
                .isModule
                = true;
            return run.last();
        };
        QVERIFY(rowsBehind(0.6, 0.01).score <= kSuspectScore);
        QCOMPARE(rowsBehind(0, 0.01).reason, SuspectReason::WrongInput);
        QVERIFY(rowsBehind(0, 0.01).score > kSuspectScore);
        QVERIFY(rowsBehind(0.6, 0).score > kSuspectScore); // of equal values nothing else is chosen
    }

    /// Statistics of a router's choice are golden's, but experts get other numbers of rows.
    void expertsWithOtherNumbersOfRows()
    {
        const auto behind = [](double ofFirst, double ofSecond) {
            Run run;
            run.add("Module.gate.Router.forward.0", "Router",
                   {tensor(1, 0.01), made(tensor(1, 0.01, 32)), indices(0)})
                .isModule
                = true;
            for (const double more : {ofFirst, ofSecond}) {
                TensorError given = tensor(2, 0, 96);
                given.hasNumbers = more == 0;
                given.differs = given.isBroken = given.hasOtherShape = more != 0;
                given.moreRows = more;
                run.add("Module.act.SiLU.forward.0", "SiLU", {given, made(given)}).isModule = true;
            }
            run.add(
                   "Module.norm.RMSNorm.forward.0", "RMSNorm", {tensor(2, 0.5, 96), made(tensor(1, 0.5, 96))})
                .isModule
                = true;
            return run.last();
        };
        QVERIFY(behind(-3, 3).score <= kSuspectScore);
        QCOMPARE(behind(0, 0).reason, SuspectReason::WrongInput);
        QVERIFY(behind(0, 0).score > kSuspectScore);
        QVERIFY(behind(-3, 0).score > kSuspectScore); // rows that are lost are no other choice
    }

    /// An optimizer that scales gradients moves no element much farther than golden's farthest, whatever
    /// gradients are off by.
    void anElementThatNoOptimizerMoves()
    {
        const auto spoilt = [](double worst) {
            Run run;
            const auto parameter = [](double size, double relative) {
                TensorError error = tensor(size, relative);
                error.isParameter = true;
                return error;
            };
            static constexpr std::array<const char*, 9> kLinears {"Functional.linear.0.forward",
                "Functional.linear.1.forward", "Functional.linear.2.forward", "Functional.linear.3.forward",
                "Functional.linear.4.forward", "Functional.linear.5.forward", "Functional.linear.6.forward",
                "Functional.linear.7.forward", "Functional.linear.8.forward"};
            for (std::size_t i = 0; i < kLinears.size(); ++i)
                run.add(kLinears.at(i), "linear",
                    {tensor(1, 0.01), parameter(0.5 + 0.001 * static_cast<double>(i), 0),
                        made(tensor(1, 0.01))});
            run.add("Functional.linear.8.backward", "linear", {tensor(1, 0.9), made(tensor(1, 0.9))}).forward
                = "Functional.linear.8.forward";
            for (std::size_t i = 0; i < kLinears.size(); ++i) {
                TensorError weight = parameter(0.51 + 0.001 * static_cast<double>(i), 0.02);
                if (i + 1 == kLinears.size()) {
                    weight.relative = 0.12;
                    weight.maxError = worst;
                }
                run.add(kLinears.at(i), "linear", {tensor(1, 0.01), weight, made(tensor(1, 0.02))}, 1);
            }
            return run.last();
        };
        QVERIFY(spoilt(0.02).score <= kSuspectScore); // there and back
        QCOMPARE(spoilt(0.2).reason, SuspectReason::WrongInput);
        QVERIFY(spoilt(0.2).score > kSuspectScore);
    }

    /// What somebody wrote into a program is not made by errors before it.
    void aWrittenConstant()
    {
        const auto scaledBy = [](bool isWritten) {
            Run run;
            run.add("Torch.exp.0.forward", "exp", {tensor(1, 0), made(tensor(1, 0.05))});
            TensorError scale = tensor(0.5, 0.03, 1);
            scale.isWritten = isWritten;
            run.add("Torch.mul.0.forward", "mul", {tensor(1, 0.05), scale, made(tensor(0.5, 0.06))});
            return run.last();
        };
        QVERIFY(scaledBy(false).score <= kSuspectScore);
        QCOMPARE(scaledBy(true).reason, SuspectReason::WrongInput);
        QVERIFY(scaledBy(true).score > kSuspectScore);
    }

    /// Rows that follow another choice are no multiple of golden's.
    void aTieScalesNothing()
    {
        const auto behind = [](double norm) {
            Run run;
            addTie(run);
            TensorError given = tensor(2, 0.5, 96);
            given.norm = norm;
            run.add("Module.act.SiLU.forward.0", "SiLU", {given, made(tensor(1, 0.5, 96))}).isModule = true;
            return run.last();
        };
        QVERIFY(behind(0.1).score <= kSuspectScore);
        QCOMPARE(behind(0.5).reason, SuspectReason::WrongInput);
        QVERIFY(behind(0.5).score > kSuspectScore);
    }

    /// All rows that were chosen otherwise may be in the short queue of one expert.
    void aShortQueue()
    {
        const auto queue = [](double rows) {
            Run run;
            run.add("Functional.softmax.0.forward", "softmax", {made(tensor(1, 0.001))});
            TensorError chosen = indices(0.6);
            chosen.rows = 400;
            chosen.count = 800;
            run.add("Torch.topk.0.forward", "topk", {tensor(1, 0.001), made(tensor(1, 0.001, 32)), chosen});
            TensorError given = tensor(2, 0.9, 96);
            given.rows = rows;
            run.add("Module.act.SiLU.forward.0", "SiLU", {given, made(tensor(1, 0.9, 96))}).isModule = true;
            return run.last().score;
        };
        QVERIFY(queue(400) > kSuspectScore);
        QVERIFY(queue(20) <= kSuspectScore);
    }

    /// What one rank puts in others get, its worst element and its choices as well.
    void whatRanksPutIn()
    {
        const auto sum = [](double largest, bool hasTie) {
            Run run;
            const auto of = [&](std::int64_t rank, double worst) {
                TensorError term = tensor(1, 0.001), whole = made(tensor(1.4, 0.001));
                term.largest = worst;
                whole.largest = 0.05;
                run.add("Distributed.all_reduce.0.forward", "all_reduce", {term, whole}).rank = rank;
            };
            if (hasTie)
                addTie(run);
            of(0, largest);
            of(1, 0.001);
            run.setLane(1);
            return run.last();
        };
        QVERIFY(sum(0.001, false).score > kSuspectScore);
        QVERIFY(sum(0.05, false).score <= kSuspectScore);
        QVERIFY(sum(0.001, true).score <= kSuspectScore);
    }

    void aTieExcusesNoArgument()
    {
        const auto scaled = [](const char* argument) {
            Run run;
            addTie(run);
            TracedOperator& op
                = run.add("Tensor.__mul__.0.forward", "__mul__", {tensor(2, 0.01), made(tensor(1, 0.5))});
            if (argument != nullptr)
                op.otherScalars = std::make_unique<ScalarDifference>(
                    ScalarDifference {phrase("input 1 is %1, golden's 0.125", argument)});
            return run.last();
        };
        QCOMPARE(scaled("0.25").reason, SuspectReason::WrongScalar);
        QVERIFY(scaled(nullptr).score <= kSuspectScore);
    }

    /// What an optimizer keeps is off as it was left in the step before.
    void whatIsKeptBetweenSteps()
    {
        const auto kept = [](double error) {
            Run run;
            run.add("Functional.linear.0.backward", "linear", {tensor(1, 0.1), made(tensor(5, 0.1))}).forward
                = "Functional.linear.0.forward";
            run.add(
                "Tensor.lerp_.0.forward", "lerp_", {tensor(0, 0), tensor(5, 0.1), made(tensor(0.5, 0.1))});
            run.add("Functional.relu.0.forward", "relu", {tensor(2, 1e-7), made(tensor(2, 1e-7))}, 1);
            run.add("Tensor.lerp_.0.forward", "lerp_", {tensor(0.5, error), made(tensor(0.4, error))}, 1);
            return run.last();
        };
        QVERIFY(kept(0.1).score <= kSuspectScore);
        QVERIFY(kept(0.7).score > kSuspectScore);
    }

    /// The gradient of a bias before a softmax is zero but for rounding; its weight's says how large that is.
    void aBiasBesideItsWeight()
    {
        const auto given = [](double size) {
            Run run;
            for (int i = 0; i < 4; ++i)
                run.add("Functional.relu.0.forward", "relu", {tensor(2, 3e-7), made(tensor(2, 3e-7))});
            run.add("Tensor.lerp_.0.forward", "lerp_",
                {tensor(0, 0), tensor(1, 3e-7, 1024), made(tensor(0.1, 3e-7, 1024))});
            run.add("Tensor.lerp_.1.forward", "lerp_",
                {tensor(0, 0, 32), tensor(size, 0.7, 32), made(tensor(0.1 * size, 0.7, 32))});
            return run.last();
        };
        QVERIFY(given(1e-6).score <= kSuspectScore);
        QVERIFY(given(1e-3).score > kSuspectScore);
    }

    /// 30 sums of four gradients of 0.003 that leave 7e-7, by an operator that was not dumped.
    void gradientsThatCancel()
    {
        const auto given = [](double error) {
            Run run;
            run.add("Tensor.__add__.0.backward", "__add__",
                   {tensor(3e-3, 4e-7, 120), made(tensor(3e-3, 4e-7, 120))})
                .forward
                = "Tensor.__add__.0.forward";
            run.add("Tensor.index_add.0.backward", "index_add",
                   {tensor(7e-7, error, 30), made(tensor(7e-7, error, 120))})
                .forward
                = "Tensor.index_add.0.forward";
            return run.last();
        };
        QVERIFY(given(1e-3).score <= kSuspectScore);
        QVERIFY(given(1).score > kSuspectScore);
    }

    /// The slope of a function has two uses, of which 0.1533 and -0.1469 leave 0.0064: what bfloat16 rounds
    /// of these is a fifth of that. No dump has the operator that adds.
    void aGradientOfTwoUses()
    {
        const auto given = [](double error, bool isSameParameter) {
            Run run;
            const TensorError slope = tensor(0.25, 0, 1);
            TensorError first = slope, second = isSameParameter ? slope : tensor(0.3, 0, 1);
            first.isParameter = second.isParameter = true;
            run.add("Functional.prelu.0.forward", "prelu", {tensor(3, 3e-3), first, made(tensor(3, 3e-3))});
            run.add("Functional.prelu.1.forward", "prelu", {tensor(3, 3e-3), second, made(tensor(3, 3e-3))});
            for (const char* name : {"Functional.prelu.0", "Functional.prelu.1"}) {
                TracedOperator& op = run.add(name, "prelu",
                    {tensor(8e-3, 5e-3), made(tensor(8e-3, 5e-3)), made(tensor(0.15, 5e-3, 1))});
                op.forward = std::string(name) + ".forward";
            }
            run.add("Tensor.add_.0.forward", "add_",
                {tensor(0.25, 0, 1), tensor(0.0064, error, 1), made(tensor(0.25, 6e-5, 1))});
            return run.last();
        };
        QVERIFY(given(0.22, true).score <= kSuspectScore);
        QVERIFY(given(0.9, true).score > kSuspectScore);
        QVERIFY(given(0.22, false).score > kSuspectScore);
    }

    /// Another number for the mask is no error; what the masked tensor was made of reaches the softmax all
    /// the same.
    void aMaskOfAnotherNumber()
    {
        const auto given = [](double before, double softmax) {
            Run run;
            run.add("Torch.matmul.0.forward", "matmul", {tensor(2, 0), made(tensor(2, before))});
            TensorError filled = tensor(50, 40);
            ScalarDifference mask;
            mask.mask = dumpscope::core::phrase("a mask is filled with %1, golden's with %2", -1e4, -1e9);
            run.add("Tensor.masked_fill.0.forward", "masked_fill", {tensor(2, before), made(filled)})
                .otherScalars
                = std::make_unique<ScalarDifference>(std::move(mask));
            run.add("Functional.softmax.0.forward", "softmax", {filled, made(tensor(1, softmax))});
            return run.last();
        };
        QVERIFY(given(0, 0).score <= kSuspectScore);
        QVERIFY(given(0.1, 0.1).score <= kSuspectScore);
        QVERIFY(given(1e-7, 0.5).score > kSuspectScore);
    }

    /// All outputs are off by as much as bfloat16 inside the operators would make them, because the first is.
    /// What products make of their own inputs says whether it is that.
    void noiseThatProductsDoNotMake()
    {
        const auto given = [](std::optional<double> products) {
            Run run;
            for (const char* name : {"Functional.linear.1.forward", "Functional.linear.2.forward"})
                run.add(name, "linear", {tensor(2, 1.5e-3), tensor(1, 0), made(tensor(2, 1.5e-3))});
            run.add("Functional.linear.3.forward", "linear",
                {tensor(3, 0), tensor(1, 0), made(tensor(2, 1.5e-3))});
            return run.last(products);
        };
        QVERIFY(given({}).score <= kSuspectScore);
        QVERIFY(given(1e-3).score <= kSuspectScore);
        QVERIFY(given(1e-7).score > kSuspectScore);
    }

    /// What indexes by a choice was not dumped and gives the gradient to other elements: of golden's size,
    /// elsewhere.
    void aGradientAtOtherElements()
    {
        const auto given = [](double norm, double before, const char* chooser = "topk") {
            Run run;
            run.add("Tensor.op.0.forward", chooser, {tensor(2, before), made(tensor(2, before))});
            for (const char* name : {"Functional.relu.0.forward", "Functional.relu.1.forward"})
                run.add(name, "relu", {tensor(2, before), made(tensor(2, before))});
            TensorError gradient = tensor(1, 0.8, 1024);
            gradient.norm = norm;
            run.add("Module.gru.GRU.backward.0", "GRU", {gradient, made(tensor(1, 0.1))}).forward
                = "Module.gru.GRU.forward";
            return run.last();
        };
        QVERIFY(given(1e-3, 1.5e-3).score <= kSuspectScore);
        QVERIFY(given(0.3, 3e-3).score > kSuspectScore);             // of another size
        QVERIFY(given(0, 1e-7).score > kSuspectScore);               // nothing lies that near to one another
        QVERIFY(given(1e-3, 3e-3, "sigmoid").score > kSuspectScore); // nothing chooses
    }

    /// What `relu` leaves of an output is off by as much and smaller; it was not dumped.
    void whatASlopeLeaves()
    {
        const auto given = [](double error) {
            Run run;
            for (int i = 0; i < 4; ++i)
                run.add("Module.a.Conv2d.forward.0", "Conv2d", {tensor(2, 1e-6), made(tensor(2, 1e-6))});
            run.add("Module.b.Conv2d.forward.0", "Conv2d", {tensor(0.2, error), made(tensor(1, error))});
            return run.last();
        };
        QVERIFY(given(1e-5).score <= kSuspectScore);
        QVERIFY(given(4e-5).score > kSuspectScore); // four times what was off before
    }

    /// An optimizer rounds several times; before its first step nothing has moved a parameter.
    void aParameterThatWasMoved()
    {
        const auto wrong = [](double error, std::int64_t step) {
            Run run;
            for (std::int64_t now = 0; now <= step; ++now) {
                for (int i = 0; i < 8; ++i) {
                    TensorError weight = tensor(1, 0, 32 + i);
                    if (now == step && i == 7)
                        weight = tensor(1, error, 39);
                    weight.isParameter = true;
                    run.add("Functional.linear.0.forward", "linear",
                        {tensor(1, 0), weight, made(tensor(1, 0))}, now);
                }
            }
            return run.last();
        };
        QVERIFY(wrong(2e-7, 1).score <= kSuspectScore);
        QVERIFY(wrong(2e-7, 0).score > kSuspectScore);
        QVERIFY(wrong(1e-5, 1).score > kSuspectScore);
    }

    /// The number of a mask is the size of no element: nothing is a piece of it that is off by its last
    /// digit.
    void aMaskIsNoLargeElement()
    {
        const auto besideMask = [](bool isMask) {
            Run run;
            for (int i = 0; i < 4; ++i)
                run.add("Functional.relu.0.forward", "relu", {tensor(1, 0), made(tensor(1, 0))});
            TensorError mask = made(tensor(3e38, 0, 196));
            mask.isMostlyMask = isMask;
            run.add("Torch.where.0.forward", "where", {mask});
            run.add("Tensor.__mul__.0.forward", "__mul__", {tensor(1, 0.1, 4), made(tensor(2, 0.1, 28))});
            return run.last();
        };
        QCOMPARE(besideMask(true).reason, SuspectReason::WrongInput);
        QVERIFY(besideMask(true).score > kSuspectScore);
        QVERIFY(besideMask(false).score <= kSuspectScore); // an element of something that large
    }

    /// Golden's gradient of a weight is what one operator gave; nothing else can have made it wrong.
    void aGradientBehindItsOperator()
    {
        const auto listed = [](double size, double error) {
            Run run;
            TensorError weight = tensor(1, 0, 64);
            weight.isParameter = true;
            run.add("Functional.linear.0.forward", "linear", {tensor(1, 0), weight, made(tensor(1, 0))});
            run.add("Functional.relu.0.backward", "relu", {made(tensor(7, 0.4))}).forward
                = "Functional.relu.0.forward";
            run.add("Functional.linear.0.backward", "linear", {tensor(7, 0.4), made(tensor(3, 0.02, 64))})
                .forward
                = "Functional.linear.0.forward";
            TracedOperator& list
                = run.add("Module.o.Linear.parameters_grad.0", "Linear", {made(tensor(size, error, 64))});
            list.forward = "Module.o.Linear.forward";
            list.isGradientList = true;
            return run.last().score;
        };
        QVERIFY(listed(3, 0.02) <= kSuspectScore);
        QVERIFY(listed(3, 0.3) > kSuspectScore);
        QVERIFY(listed(4, 0.3) <= kSuspectScore); // a sum of several
    }

    /// Gradients that are rounding alone excuse no parameter that is off by more than parameters are moved.
    void aParameterThatWentTooFar()
    {
        static constexpr std::array names {"Module.a.Linear.forward.0", "Module.b.Linear.forward.0",
            "Module.c.Linear.forward.0", "Module.d.Linear.forward.0", "Module.e.Linear.forward.0",
            "Module.f.Linear.forward.0", "Module.g.Linear.forward.0", "Module.h.Linear.forward.0"};
        const auto after = [](double error) {
            Run run;
            for (std::int64_t step = 0; step <= 1; ++step) {
                for (std::size_t i = 0; i < names.size(); ++i) {
                    const bool isWrong = step == 1 && i + 1 == names.size();
                    TensorError weight = tensor(1 + 0.01 * static_cast<double>(step), isWrong ? error : 0,
                        32 + static_cast<double>(i));
                    weight.isParameter = true;
                    run.add(names.at(i), "Linear", {tensor(1, 0), weight, made(tensor(1, 0))}, step);
                }
                TracedOperator& list = run.add(
                    "Module.k.Linear.parameters_grad.0", "Linear", {made(tensor(1e-9, 0.9, 8))}, step);
                list.forward = "Module.k.Linear.forward";
                list.isGradientList = true;
            }
            return run.scoreOf(names.back(), 1);
        };
        QVERIFY(after(0.02) <= kSuspectScore);
        QVERIFY(after(0.5) > kSuspectScore);
    }

    /// A slice that was not dumped gives other rows: the first that reads them shows it, not what comes of
    /// them.
    void anInputOfAnotherShape()
    {
        const auto cut = [](double before) {
            Run run;
            run.add("Functional.linear.0.forward", "linear", {tensor(1, 0), made(tensor(1, before))});
            TensorError given = tensor(1, 0), gives = made(tensor(1, 0));
            for (TensorError* one : {&given, &gives})
                one->isBroken = one->hasOtherShape = one->differs = true;
            run.add("Functional.linear.1.forward", "linear", {given, gives});
            const Evidence last = run.last(); // its tensor is the run's
            return last.reason == SuspectReason::ShapeChange && last.tensor && !last.tensor->isOutput;
        };
        QVERIFY(cut(0));
        QVERIFY(!cut(0.1)); // something may have asked for it
    }

    /// What nobody made and is far off explains the NaN that comes of it; rounding does not.
    void nanOfAWrongInput()
    {
        const auto divided = [](double error) {
            Run run;
            for (int i = 0; i < 4; ++i)
                run.add("Functional.linear.0.forward", "linear", {tensor(1, 0), made(tensor(2, 1e-7))});
            TensorError quotient = made(tensor(1, 0));
            quotient.isBroken = quotient.isNonFinite = quotient.hasNonFinite = quotient.differs = true;
            run.add(
                "Tensor.__truediv__.0.forward", "__truediv__", {tensor(2, 1e-7), tensor(5, error), quotient});
            return run.last();
        };
        QCOMPARE(divided(0.8).reason, SuspectReason::WrongInput);
        QCOMPARE(divided(2e-6).reason, SuspectReason::NonFinite);
    }

    /// The gradients of a recurrent module sum over batch and time, of which its inputs do not show how many.
    void gradientsOfAModuleInAnotherOrder()
    {
        const auto gradient = [](double error) {
            Run run;
            run.add("Module.l.LSTM.forward.0", "LSTM", {tensor(1, 0, 384), made(tensor(1, 0, 640))});
            TracedOperator& list
                = run.add("Module.l.LSTM.parameters_grad.0", "LSTM", {made(tensor(1, error, 480))});
            list.forward = "Module.l.LSTM.forward";
            list.isGradientList = true;
            return run.last();
        };
        QVERIFY(gradient(2e-7).score <= kSuspectScore);
        QVERIFY(gradient(2e-6).score > kSuspectScore);
    }

    /// Products of 1024 terms that are added up in another order, as by other threads.
    void productsInAnotherOrder()
    {
        const auto gradient = [](double error) {
            Run run;
            // √(24576 · 12288 / 288) = 1024 products, of random signs: √1024 · 1 · 1.
            run.add("Module.c.Conv2d.forward.0", "Conv2d", {tensor(1, 0, 12288), made(tensor(1, 0, 24576))});
            run.add("Module.c.Conv2d.backward.0", "Conv2d",
                   {tensor(1, 0, 24576), tensor(1, 0, 12288), made(tensor(32, error, 288))})
                .forward
                = "Module.c.Conv2d.forward";
            return run.last();
        };
        QVERIFY(gradient(1e-6).score <= kSuspectScore);
        QVERIFY(gradient(1e-5).score > kSuspectScore);
    }

    /// Nobody reads the gradient of a parameter within the step; dumps have it before what it was computed
    /// from.
    void gradientsOfParametersExcuseNothing()
    {
        Run run;
        run.add("Module.o.Linear.backward.0", "Linear", {tensor(1, 0), made(tensor(2, 0))}).forward
            = "Module.o.Linear.forward";
        TracedOperator& gradient
            = run.add("Module.n.RMS.parameters_grad.0", "RMS", {made(tensor(3, 0.5, 32))});
        gradient.forward = "Module.n.RMS.forward";
        gradient.isGradientList = true;
        run.add("Module.n.RMS.backward.0", "RMS", {tensor(4, 0.5), made(tensor(5, 0.5))}).forward
            = "Module.n.RMS.forward";
        QCOMPARE(run.last().reason, SuspectReason::WrongInput);
        QVERIFY(run.last().score > kSuspectScore);
    }

    /// Another momentum of a batch norm shows in its running mean one step later.
    void anArgumentShowsAStepLater()
    {
        Run run;
        run.add("Functional.batch_norm.0.forward", "batch_norm",
               {tensor(1, 0), tensor(0.1, 0, 16), made(tensor(2, 0))})
            .otherScalars
            = std::make_unique<ScalarDifference>(
                ScalarDifference {phrase("input 6 is %1, golden's 0.1", "0.01")});
        run.add("Functional.batch_norm.0.forward", "batch_norm",
            {tensor(1, 0), tensor(0.2, 0.3, 16), made(tensor(2, 0))}, 1);
        QCOMPARE(run.last().reason, SuspectReason::WrongInput);
        QCOMPARE(run.last().scalars.text(), std::string("input 6 is 0.01, golden's 0.1"));
    }

    /// Of relu's 6000 elements off by 0.002 about 25 are shut otherwise, as gradients behind it show by
    /// 0.065.
    void gatesBeforeGradientsOfWhichNobodyRecordedTheGiver()
    {
        const auto gradient = [](std::string_view type) {
            Run run;
            run.add("Module.a.Act.forward.0", type, {tensor(1, 0.002, 6000), made(tensor(0.7, 0.002, 6000))});
            TracedOperator& list = run.add(
                "Module.b.BatchNorm2d.parameters_grad.0", "BatchNorm2d", {made(tensor(1, 0.15, 24))});
            list.forward = "Module.b.BatchNorm2d.forward";
            list.isGradientList = true;
            return run.last();
        };
        QVERIFY(gradient("ReLU").score <= kSuspectScore);
        QVERIFY(gradient("GELU").score > kSuspectScore);
    }

    /// Statistics of what is summed show a part of what made it explains.
    void sumsOfWhatStatisticsHide()
    {
        const auto sum = [](double made_) {
            const auto recorded = [](TensorError error) {
                error.basis = PairBasis::Statistics;
                return error;
            };
            Run run;
            // What mostly agrees has no noise.
            for (int i = 0; i < 5; ++i)
                run.add("Torch.abs.0.forward", "abs", {recorded(tensor(1, 0)), recorded(made(tensor(1, 0)))});
            run.add("Functional.gelu.0.backward", "gelu",
                   {recorded(tensor(1, made_, 32768)), recorded(made(tensor(2, 0.0005, 32768)))})
                .forward
                = "Functional.gelu.0.forward";
            // √1024 · 2 / 6.4: ten times what is left of terms of random signs.
            run.add("Functional.layer_norm.0.backward", "layer_norm",
                   {recorded(tensor(2, 0.0005, 32768)), recorded(made(tensor(6.4, 0.06, 32)))})
                .forward
                = "Functional.layer_norm.0.forward";
            return run.last();
        };
        QVERIFY(sum(0.005).score <= kSuspectScore);
        QVERIFY(sum(0.0005).score > kSuspectScore);
    }

    /// Gradients that are off by 0.05 turn elements of a weight round, which its statistics hardly show.
    void weightsHideWhatGradientsTurned()
    {
        const auto score = [](double gradient) {
            const auto recorded = [](TensorError error) {
                error.basis = PairBasis::Statistics;
                return error;
            };
            const auto weight = [&](double size, double error) {
                TensorError one = recorded(tensor(size, error, 4096));
                one.isParameter = true;
                return one;
            };
            Run run;
            run.add("Functional.linear.0.forward", "linear",
                {recorded(tensor(1, 0)), weight(1, 0), recorded(made(tensor(8, 0)))});
            TracedOperator& list = run.add(
                "Module.l.Linear.parameters_grad.0", "Linear", {recorded(made(tensor(1, gradient, 4096)))});
            list.forward = "Module.l.Linear.forward";
            list.isGradientList = true;
            run.add("Functional.linear.0.forward", "linear",
                {recorded(tensor(1, 0)), weight(1.01, 0.001), recorded(made(tensor(8, 0.02)))}, 1);
            return run.scoreOf("Functional.linear.0.forward", 1);
        };
        QVERIFY(score(0.05) <= kSuspectScore);
        QVERIFY(score(0) > kSuspectScore);
    }

    /// Attention is given equal keys for its new tokens, and reads those of an earlier step, or of an earlier
    /// call in the step, from its cache; other operators keep nothing, nor does a run that trains.
    void aCacheOfAnEarlierCall()
    {
        const auto spoilt = [](TensorError error) {
            error.isNonFinite = error.hasNonFinite = error.isBroken = error.differs = true;
            error.hasNumbers = false;
            return error;
        };
        const auto reason = [](std::string_view name, std::string_view type, const TensorError& key,
                                const TensorError& output, std::int64_t step, bool trains = false) {
            const std::string first = std::string(name) + ".forward.0",
                              second = std::string(name) + ".forward.1";
            Run run;
            run.add("Functional.linear.0.forward", "linear", {tensor(1, 0), made(key)});
            run.add(first, type, {key, made(key)});
            if (trains)
                run.add("Functional.linear.0.backward", "linear", {tensor(1, 0), made(tensor(1, 0))}).forward
                    = "Functional.linear.0.forward";
            run.add(step > 0 ? first : second, type, {tensor(2, 0), made(output)}, step).keepsCache
                = computesAttention(type);
            run.keepCache(1, computesAttention(type));
            return run.last();
        };
        constexpr std::string_view kAttention = "Module.layers.0.attn.Attention";
        const TensorError nan = spoilt(tensor(1, 0)), wrong = tensor(1, 0.1);
        for (const std::int64_t step : {0, 1}) {
            QCOMPARE(reason(kAttention, "Attention", nan, nan, step).reason, SuspectReason::None);
            QVERIFY(reason(kAttention, "Attention", wrong, wrong, step).score <= kSuspectScore);
            QCOMPARE(
                reason("Module.layers.0.mlp.MLP", "MLP", nan, nan, step).reason, SuspectReason::NonFinite);
            QVERIFY(reason("Module.layers.0.mlp.MLP", "MLP", wrong, wrong, step).score > kSuspectScore);
            QVERIFY(reason(kAttention, "Attention", wrong, wrong, step, true).score > kSuspectScore);
        }
        // Nothing was wrong when it was kept.
        QCOMPARE(reason(kAttention, "Attention", tensor(1, 0), nan, 1).reason, SuspectReason::NonFinite);
        QVERIFY(reason(kAttention, "Attention", tensor(1, 0), wrong, 0).score > kSuspectScore);
    }

    /// What stands beside attention keeps nothing.
    void namesOfAttention()
    {
        for (const char* const word : {"Attention", "SelfAttentionOperation", "attn",
                 "flash_attn_varlen_func", "unified_attention_with_output", "npu_fusion_attention"})
            QVERIFY2(computesAttention(word), word);
        for (const char* const word :
            {"post_attention_layernorm", "attention_norm", "attention_mask", "attention_dropout", "MLP", ""})
            QVERIFY2(!computesAttention(word), word);
    }

    /// A sum of 1024 rows ends in other digits where it is computed in another order.
    void sumsInAnotherOrder()
    {
        const auto sum = [](double error) {
            Run run;
            run.add("Functional.layer_norm.0.backward", "layer_norm",
                   {tensor(1, 0, 32768), made(tensor(30, error, 32))})
                .forward
                = "Functional.layer_norm.0.forward";
            return run.last();
        };
        QVERIFY(sum(1.5e-7).score <= kSuspectScore);
        QVERIFY(sum(1e-5).score > kSuspectScore);
    }
};

QTEST_APPLESS_MAIN(SuspectWalkTest)
#include "tst_suspect_walk.moc"
