// SPDX-License-Identifier: GPL-3.0-or-later
// What excuses an error and what does not, operator by operator (docs/culprit.md). Sizes are chosen by hand.
#include "compare/suspects/suspect_walk.h"

#include <QTest>

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
    /// The evidence against the last operator.
    Evidence last()
    {
        SuspectWalk walk(m_operators);
        Evidence evidence;
        for (const TracedOperator& op : m_operators)
            evidence = walk.judge(op);
        return evidence;
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

    void aTieExcusesNoArgument()
    {
        const auto scaled = [](const char* argument) {
            Run run;
            addTie(run);
            TracedOperator& op
                = run.add("Tensor.__mul__.0.forward", "__mul__", {tensor(2, 0.01), made(tensor(1, 0.5))});
            if (argument != nullptr)
                op.scalars.text = phrase("input 1 is %1, golden's 0.125", argument);
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
            .scalars.text
            = phrase("input 6 is %1, golden's 0.1", "0.01");
        run.add("Functional.batch_norm.0.forward", "batch_norm",
            {tensor(1, 0), tensor(0.2, 0.3, 16), made(tensor(2, 0))}, 1);
        QCOMPARE(run.last().reason, SuspectReason::WrongInput);
        QCOMPARE(run.last().scalars.text(), std::string("input 6 is 0.01, golden's 0.1"));
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
