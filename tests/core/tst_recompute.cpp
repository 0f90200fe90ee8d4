// SPDX-License-Identifier: GPL-3.0-or-later
// Expected numbers: NumPy in float64, and arithmetic by hand.
#include "compare/recompute/attribute_inputs.h"
#include "compare/recompute/other_input.h"
#include "compare/recompute/recomputer.h"
#include "msprobe_dump_writer.h"
#include "onnx/onnx_node_runner.h"
#include "tensor_building.h"

#include <QTest>

#include <cmath>
#include <filesystem>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

Argument tensorArgument(const Shape& shape, const std::vector<float>& values)
{
    Argument argument;
    argument.tensor = Operand::make(makeDenseView(DType::Float32, shape, bytesOf(values))).value();
    return argument;
}

Argument numberArgument(double number)
{
    Argument argument;
    argument.numbers = {number};
    return argument;
}

OperatorCall callOf(std::string type, std::vector<Argument> inputs, Shape output)
{
    OperatorCall call;
    call.type = std::move(type);
    call.inputs = std::move(inputs);
    call.output = std::move(output);
    call.outputType = DType::Float32;
    return call;
}

/// Every element by every reading: "text: 1 2 3".
QStringList computed(const OperatorCall& call)
{
    QStringList texts;
    const Recomputer* const recomputer = builtinRecomputers().find(call.type);
    if (recomputer == nullptr)
        return texts;
    for (const Reading& reading : recomputer->readings(call)) {
        QString text = QString::fromStdString(reading.text.text()) + ':';
        for (std::uint64_t i = 0; i < elementCount(call.output).value(); ++i)
            text += ' ' + QString::number(reading.at(i).value, 'g', 6);
        texts << text;
    }
    return texts;
}

const Suspect* suspectNamed(const Comparison& comparison, std::string_view name)
{
    for (const Suspect& suspect : comparison.suspicion.suspects) {
        if (suspect.opName == name)
            return &suspect;
    }
    return nullptr;
}

/// `count` operators nobody can compute, with an error of `error` in the target.
std::vector<DumpedOperator> noisyRun(int count, double error)
{
    std::vector<DumpedOperator> run;
    for (int i = 0; i < count; ++i) {
        const auto size = static_cast<float>(i + 2);
        run.push_back({"Torch.blend." + std::to_string(i) + ".forward",
            {DumpedTensor {{2}, {size, size + 1}}},
            {{2},
                {static_cast<float>(10 * size * (1 + error)), static_cast<float>(20 * size * (1 + error))}}});
    }
    return run;
}

} // namespace

class tst_Recompute : public QObject {
    Q_OBJECT

private slots:
    /// What an operator was given and nothing paired, beside what golden's was given in the same slot.
    void inputsThatNothingPaired()
    {
        OwnedTask task;
        const auto sum = [](std::vector<float> second) {
            return callOf("add", {tensorArgument({3}, {1, 2, 3}), tensorArgument({3}, second)}, {3});
        };
        const OperatorCall golden = sum({0.5F, -0.25F, 4});
        QVERIFY(!otherInput(golden, golden, {}, 0, task));
        const auto twice = otherInput(sum({1, -0.5F, 8}), golden, {}, 0, task);
        QVERIFY(twice && twice->factor);
        QCOMPARE(twice->slot, 1);
        QCOMPARE(*twice->factor, 2.0);
        QCOMPARE(twice->text(2).text(),
            std::string("input 1, which was not paired, is 2 times golden's, as a sum "
                        "over 2 ranks that was not divided by their number"));
        QCOMPARE(twice->text(3).text(), std::string("input 1, which was not paired, is 2 times golden's"));
        const auto other = otherInput(sum({0.5F, 0.25F, 4}), golden, {}, 0, task); // off by 0.5 of 4.0389
        QVERIFY(other && !other->factor);
        QCOMPARE(other->text(2).text(),
            std::string("input 1, which was not paired, is off by 0.12 (relative L2)"));
        // Pairs have figures of their own, noise is none, and neither are other shapes.
        QVERIFY(!otherInput(sum({1, -0.5F, 8}), golden, {1}, 0, task));
        QVERIFY(!otherInput(sum({0.501F, -0.25F, 4}), golden, {}, 1e-3, task));
        QVERIFY(!otherInput(callOf("add", {tensorArgument({3}, {1, 2, 3}), tensorArgument({1}, {9})}, {3}),
            golden, {}, 0, task));
        QVERIFY(!otherInput(sum({NAN, 0, 0}), golden, {}, 0, task));
    }

    void elementwise()
    {
        QCOMPARE(computed(callOf("relu", {tensorArgument({3}, {-1, 0, 2})}, {3})),
            QStringList {"max(x, 0): 0 0 2"});
        QCOMPARE(computed(callOf("gelu", {tensorArgument({1}, {1})}, {1})),
            (QStringList {"x Φ(x): 0.841345", "x Φ(x) by tanh: 0.841192"}));
        OperatorCall byTanh = callOf("gelu", {tensorArgument({1}, {1})}, {1});
        byTanh.named["approximate"].word = "tanh";
        QCOMPARE(computed(byTanh), QStringList {"x Φ(x) by tanh: 0.841192"});
        QCOMPARE(computed(callOf("sigmoid", {tensorArgument({2}, {0, -1000})}, {2})),
            QStringList {"1 / (1 + e⁻ˣ): 0.5 0"});
        QCOMPARE(computed(callOf("hardtanh",
                     {tensorArgument({3}, {-3, 1, 3}), numberArgument(-2), numberArgument(2)}, {3})),
            QStringList {"x between its limits: -2 1 2"});
        // Another shape, or a tensor too many: not understood.
        QVERIFY(computed(callOf("relu", {tensorArgument({3}, {1, 2, 3})}, {2})).isEmpty());
        QVERIFY(
            computed(callOf("tanh", {tensorArgument({1}, {1}), tensorArgument({1}, {1})}, {1})).isEmpty());
        QVERIFY(computed(callOf("nosuch", {tensorArgument({1}, {1})}, {1})).isEmpty());
    }

    void slices()
    {
        const Argument x = tensorArgument({2, 3}, {1, 2, 3, 4, 5, 6});
        QCOMPARE(
            computed(callOf("narrow", {x, numberArgument(1), numberArgument(1), numberArgument(2)}, {2, 2})),
            QStringList {"a part of x: 2 3 5 6"});
        QCOMPARE(computed(callOf(
                     "narrow", {x, numberArgument(-2), numberArgument(-1), numberArgument(1)}, {1, 3})),
            QStringList {"a part of x: 4 5 6"});
        QVERIFY(
            computed(callOf("narrow", {x, numberArgument(2), numberArgument(0), numberArgument(1)}, {2, 3}))
                .isEmpty());
        OperatorCall strided = callOf("stridedslice", {x}, {2, 1});
        strided.named["begin"].numbers = {0, 1};
        strided.named["end"].numbers = {2, 3};
        strided.named["strides"].numbers = {1, 2};
        QCOMPARE(computed(strided), QStringList {"a part of x: 2 5"});
        strided.named["begin"].numbers = {1, 0};
        strided.named["strides"].numbers = {1, 1};
        strided.named["shrink_axis_mask"].numbers = {1};
        strided.output = {3};
        QCOMPARE(computed(strided), QStringList {"a part of x: 4 5 6"});
        strided.named["ellipsis_mask"].numbers = {1};
        QVERIFY(computed(strided).isEmpty());
    }

    /// As MindSpore 2 dumps them.
    void attributesThatAreInputs()
    {
        const auto attribute = [](DType type, const Shape& shape, std::vector<std::uint8_t> bytes) {
            Argument argument;
            argument.tensor = Operand::make(makeDenseView(type, shape, bytesOf(bytes))).value();
            return argument;
        };
        const Argument x = tensorArgument({1, 2}, {1, 2}), y = tensorArgument({1, 2}, {3, 4});
        OperatorCall product = callOf(
            "matmul", {x, y, attribute(DType::Bool, {}, {0}), attribute(DType::Bool, {}, {1})}, {1, 1});
        QVERIFY(computed(product).isEmpty());
        nameAttributeInputs(product);
        QCOMPARE(product.inputs.size(), 2U);
        QCOMPARE(product.named["transpose_b"].numbers, std::vector<double> {1});
        QCOMPARE(computed(product), QStringList {"x · yᵀ: 11"});
        // A matrix in the shape before: [1, 2, 2] as one row of four, and as two of two.
        const Argument deep = tensorArgument({1, 2, 2}, {1, 2, 3, 4});
        QCOMPARE(computed(callOf("matmul", {deep, tensorArgument({4, 1}, {1, 1, 1, 2})}, {1, 1})),
            QStringList {"rows of x · y: 14"});
        QCOMPARE(computed(callOf("matmul", {deep, tensorArgument({2, 1}, {1, 2})}, {2, 1})),
            QStringList {"rows of x · y: 5 11"});
        OperatorCall joined = callOf("concat", {x, y, attribute(DType::Int8, {}, {1})}, {1, 4});
        nameAttributeInputs(joined);
        QCOMPARE(joined.named["axis"].numbers, std::vector<double> {1});
        QCOMPARE(computed(joined), QStringList {"joined along axis 1: 1 2 3 4"});
        // Ids of rows are no attribute, nor is what is too long for one.
        OperatorCall others
            = callOf("softmax", {x, attribute(DType::Int8, {9}, {0, 0, 0, 0, 0, 0, 0, 0, 0})}, {1, 2});
        nameAttributeInputs(others);
        QVERIFY(others.inputs[1].tensor.has_value());
    }

    /// Parts of a step of Adam. By hand: 1 + 0.5 / 4, -2 + 3 / 0.25, …
    void stepsOfOptimizers()
    {
        const Argument x = tensorArgument({2}, {1, -2}), a = tensorArgument({2}, {0.5, 3}),
                       b = tensorArgument({2}, {4, 0.25});
        OperatorCall call = callOf("addcdiv", {x, a, b}, {2});
        QCOMPARE(computed(call), QStringList {"x + value · a / b: 1.125 10"});
        call.named["value"] = numberArgument(-0.5);
        QCOMPARE(computed(call), QStringList {"x + value · a / b: 0.9375 -8"});
        call.type = "addcmul";
        QCOMPARE(computed(call), QStringList {"x + value · a · b: 0 -2.375"});
        QCOMPARE(computed(callOf("lerp", {x, a, numberArgument(0.25)}, {2})),
            QStringList {"x + weight · (a - x): 0.875 -0.75"});
        call = callOf("lerp", {x, a}, {2});
        QVERIFY(computed(call).isEmpty());
        call.named["weight"] = numberArgument(0.75);
        QCOMPARE(computed(call), QStringList {"x + weight · (a - x): 0.625 1.75"});
        // The weight may be a tensor.
        QCOMPARE(computed(callOf("lerp", {x, a, tensorArgument({2}, {1, 0})}, {2})),
            QStringList {"x + weight · (a - x): 0.5 -2"});
    }

    /// Whole steps in one operator. By torch.optim in float64 for Adam in its third step with betas 0.5 and
    /// 0.75, and for SGD with momentum; the others by hand.
    void wholeStepsOfOptimizers()
    {
        const Argument p = tensorArgument({3}, {1, -2, 0.5}), g = tensorArgument({3}, {0.5, -0.25, 1}),
                       m = tensorArgument({3}, {0.25, 0, -0.5}), v = tensorArgument({3}, {0.25, 0.5, 0.0625}),
                       rate = numberArgument(0.125), half = numberArgument(0.5);
        const QStringList adam = computed(callOf("adam",
            {p, m, v, numberArgument(0.125), numberArgument(0.421875), rate, half, numberArgument(0.75),
                numberArgument(0.0625), g},
            {3}));
        QVERIFY(
            adam.contains("a step of Adam, epsilon beside the corrected root: 0.925605 -1.97981 0.454159"));
        QCOMPARE(adam.size(), 2);
        QCOMPARE(computed(callOf("applymomentum", {p, m, rate, g, half}, {3})),
            (QStringList {"a step with momentum: 0.921875 -1.96875 0.40625",
                "a step with Nesterov's momentum: 0.898438 -1.95313 0.328125"}));
        QCOMPARE(computed(callOf("applygradientdescent", {p, rate, g}, {3})),
            QStringList {"parameter - rate · gradient: 0.9375 -1.96875 0.375"});
        // One element: 1 - 0.5 · (0.5 / (0.5 + 0.5) + 0.25 · 1), averages of equal numbers being these.
        const Argument one = tensorArgument({1}, {1}), same = tensorArgument({1}, {0.5}),
                       square = tensorArgument({1}, {0.25});
        QCOMPARE(computed(callOf("adamweightdecay",
                     {one, same, square, half, half, half, half, numberArgument(0.25), same}, {1})),
            QStringList {"a step of Adam without correction of its averages: 0.625"});
        QVERIFY(computed(callOf("adam", {p, m, v}, {3})).isEmpty());
    }

    /// relu backward is given a gradient and lets it pass where the forward input was positive.
    void backwardIsNotComputedByTheForwardRule()
    {
        const DumpedTensor gradient {{2}, {1, 2}};
        const ComparedDumps compared({{"Functional.relu.0.backward", {gradient}, {{2}, {1, -6}}}},
            {{"Functional.relu.0.backward", {gradient}, {{2}, {1, 2}}}});
        const Suspect* const suspect = suspectNamed(compared.comparison, "Functional.relu.0.backward");
        QVERIFY(suspect);
        QVERIFY(!suspect->recomputed);
    }

    /// relu of (1, -2) lets the first gradient through. Target: another one, or just what it was given, as of
    /// an operator of several steps.
    void gradientsAreComputedFromWhatTheForwardOperatorWasGiven()
    {
        const DumpedTensor x {{2}, {1, -2}}, gradient {{2}, {3, 5}};
        const DumpedOperator forward {"Functional.relu.0.forward", {x}, {{2}, {1, 0}}};
        const auto outcome = [&](const std::vector<float>& made) {
            const ComparedDumps compared({forward, {"Functional.relu.0.backward", {gradient}, {{2}, made}}},
                {forward, {"Functional.relu.0.backward", {gradient}, {{2}, {3, 0}}}});
            const Suspect* const suspect = suspectNamed(compared.comparison, "Functional.relu.0.backward");
            return suspect && suspect->recomputed ? std::optional(suspect->recomputed->outcome)
                                                  : std::nullopt;
        };
        QCOMPARE(outcome({4, 0}), std::optional(Recomputation::Outcome::Differs));
        QCOMPARE(outcome({3, 5}), std::optional(Recomputation::Outcome::Unclear));
    }

    void aNumberIsRoundedBeforeItIsAdded()
    {
        // 1.9 in float32 is off by 2e-8 although the difference may be tiny: the number's size counts.
        const OperatorCall call = callOf("sub", {tensorArgument({1}, {1.9F}), numberArgument(1.9)}, {1});
        const ExactElement element = builtinRecomputers().find("sub")->readings(call).front().at(0);
        QVERIFY(std::fabs(element.value) < 1e-7);
        QCOMPARE(element.magnitude, 1.9);
    }

    void pairsAreBroadcast()
    {
        const Argument matrix = tensorArgument({2, 3}, {1, 2, 3, 4, 5, 6});
        QCOMPARE(computed(callOf("add", {matrix, tensorArgument({3}, {10, 20, 30})}, {2, 3})),
            QStringList {"x + y: 11 22 33 14 25 36"});
        QCOMPARE(computed(callOf("sub", {tensorArgument({2, 1}, {10, 20}), matrix}, {2, 3})),
            QStringList {"x - y: 9 8 7 16 15 14"});
        QCOMPARE(computed(callOf("rtruediv", {matrix, numberArgument(6)}, {2, 3})),
            QStringList {"y / x: 6 3 2 1.5 1.2 1"});
        OperatorCall scaled = callOf("add", {tensorArgument({1}, {1}), tensorArgument({1}, {2})}, {1});
        scaled.named["alpha"] = numberArgument(3);
        QCOMPARE(computed(scaled), QStringList {"x + y: 7"});
        QVERIFY(computed(callOf("add", {matrix, tensorArgument({2}, {1, 2})}, {2, 3})).isEmpty());
    }

    /// An element that lies at the mean is small, the mean it is taken from is as coarse as the others.
    void elementsAtTheMeanAreCoarse()
    {
        const OperatorCall call
            = callOf("layernorm", {tensorArgument({1, 4}, {-1, 1e-9F, 1, 2e-9F}), numberArgument(4)}, {1, 4});
        const Reading reading = builtinRecomputers().find(call.type)->readings(call).at(0);
        const ExactElement small = reading.at(1), large = reading.at(2);
        QVERIFY(std::fabs(small.value) < 1e-8);
        QVERIFY(small.magnitude >= 0.2 && small.magnitude < large.magnitude);
        // Without a mean nothing is taken away.
        const OperatorCall other
            = callOf("rmsnorm", {tensorArgument({1, 4}, {-1, 1e-9F, 1, 2e-9F}), numberArgument(4)}, {1, 4});
        QVERIFY(builtinRecomputers().find(other.type)->readings(other).at(0).at(1).magnitude < 1e-8);
    }

    void products()
    {
        const Argument a = tensorArgument({2, 2}, {1, 2, 3, 4}), b = tensorArgument({2, 2}, {5, 6, 7, 8});
        QCOMPARE(computed(callOf("matmul", {a, b}, {2, 2})),
            (QStringList {
                "x · y: 19 22 43 50", "x · yᵀ: 17 23 39 53", "xᵀ · y: 26 30 38 44", "xᵀ · yᵀ: 23 31 34 46"}));
        OperatorCall said = callOf("matmul", {a, b}, {2, 2});
        said.named["transpose_a"] = numberArgument(0);
        said.named["transpose_b"] = numberArgument(1);
        QCOMPARE(computed(said), QStringList {"x · yᵀ: 17 23 39 53"});
        QCOMPARE(computed(callOf("linear", {a, b, tensorArgument({2}, {100, 200})}, {2, 2})),
            QStringList {"x · yᵀ + z: 117 223 139 253"});
        // A batch of two against one matrix.
        QCOMPARE(computed(callOf("matmul",
                     {tensorArgument({2, 1, 2}, {1, 2, 3, 4}), tensorArgument({2, 3}, {1, 0, 1, 0, 1, 1})},
                     {2, 1, 3})),
            QStringList {"x · y: 1 2 3 3 4 7"});
        QCOMPARE(computed(callOf("addmm",
                              {tensorArgument({2}, {1, 1}), a, tensorArgument({2, 2}, {1, 0, 0, 1})}, {2, 2}))
                     .first(),
            QString("x · y + z: 2 3 4 5"));
    }

    void lines()
    {
        const Argument x = tensorArgument({2, 3}, {1, 2, 3, 1, 0, -1});
        QCOMPARE(computed(callOf("softmax", {x}, {2, 3})),
            (QStringList {"softmax along axis 1: 0.0900306 0.244728 0.665241 0.665241 0.244728 0.0900306",
                "softmax along axis 0: 0.5 0.880797 0.982014 0.5 0.119203 0.0179862"}));
        QCOMPARE(computed(callOf("sum", {x}, {2})), QStringList {"sum over axes [1]: 6 0"});
        QCOMPARE(computed(callOf("mean", {x}, {1, 3})), QStringList {"mean over axes [0]: 1 1 1"});
        QCOMPARE(computed(callOf("reducesum", {x}, {})), QStringList {"sum over axes [0,1]: 6"});
        const Argument v = tensorArgument({4}, {1, 2, 3, 6});
        QCOMPARE(computed(callOf("layernorm",
                              {v, tensorArgument({4}, {1, 1, 1, 1}), tensorArgument({4}, {0, 0, 0, 1})}, {4}))
                     .first(),
            QString("layer norm with epsilon 1e-05: -1.06904 -0.534522 0 2.60357"));
        QCOMPARE(computed(callOf("rmsnorm", {v, tensorArgument({4}, {1, 1, 1, 1})}, {4})).value(1),
            QString("RMS norm with epsilon 1e-06: 0.282843 0.565685 0.848528 1.69706"));
    }

    void copies()
    {
        const Argument x = tensorArgument({2, 3}, {1, 2, 3, 4, 5, 6});
        QCOMPARE(
            computed(callOf("transpose", {x}, {3, 2})), QStringList {"axes in the order [1,0]: 1 4 2 5 3 6"});
        QCOMPARE(computed(callOf("reshape", {x}, {3, 2})), QStringList {"x as it is: 1 2 3 4 5 6"});
        OperatorCall cast = callOf("cast", {tensorArgument({2}, {1.7F, -1.7F})}, {2});
        cast.outputType = DType::Int32;
        QCOMPARE(computed(cast), (QStringList {"x towards zero: 1 -1", "x rounded: 2 -2"}));
        QCOMPARE(computed(callOf("biasadd", {x, tensorArgument({3}, {10, 20, 30})}, {2, 3})),
            QStringList {"x + bias along axis 1: 11 22 33 14 25 36"});
    }

    void wrongElementIsProven()
    {
        const DumpedTensor x {{2, 2}, {1, 2, 3, 4}}, y {{2}, {0.5, 0.25}};
        const DumpedOperator next {"Torch.neg.0.forward", {DumpedTensor {{2, 2}, {1.5, 2.25, 3.5, 4.25}}},
            {{2, 2}, {-1.5, -2.25, -3.5, -4.25}}};
        ComparedDumps compared({{"Torch.add.0.forward", {x, y}, {{2, 2}, {1.5, 2.25, 3.75, 4.25}}},
                                   {"Torch.neg.0.forward", {DumpedTensor {{2, 2}, {1.5, 2.25, 3.75, 4.25}}},
                                       {{2, 2}, {-1.5, -2.25, -3.75, -4.25}}}},
            {{"Torch.add.0.forward", {x, y}, {{2, 2}, {1.5, 2.25, 3.5, 4.25}}}, next});
        QVERIFY(compared.good);
        const auto& suspects = compared.comparison.suspicion.suspects;
        QCOMPARE(suspects.size(), std::size_t {1});
        QCOMPARE(suspects[0].opName, std::string("Torch.add.0.forward"));
        QVERIFY(std::isinf(suspects[0].score));
        const Recomputation& done = suspects[0].recomputed.value();
        QCOMPARE(done.outcome, Recomputation::Outcome::Differs);
        QCOMPARE(done.index, std::uint64_t {2});
        QCOMPARE(done.expected, 3.5);
        QCOMPARE(done.found, 3.75);
        QCOMPARE(done.goldenError, 0.0);
        // 0.25 / √(1.5² + 2.25² + 3.5² + 4.25²)
        QVERIFY(std::fabs(done.targetError - 0.25 / std::sqrt(37.625)) < 1e-12);
        QVERIFY(suspects[0].why.text().starts_with(
            "proven: by x + y its own inputs give 3.5 at element 2, the dump has 3.75"));
    }

    /// Another kernel's last digits are a fact, but do not lead before what makes the damage.
    void aSlightProofDoesNotLead()
    {
        const DumpedTensor x {{2}, {0, 2}};
        const std::vector<DumpedOperator> golden {{"Torch.sigmoid.0.forward", {x}, {{2}, {0.5F, 0.8807971F}}},
            {"Torch.neg.0.forward", {DumpedTensor {{2}, {60, 80}}}, {{2}, {-60, -80}}}};
        std::vector<DumpedOperator> target = golden;
        target[0].output = {{2}, {0.5000003F, 0.8807976F}};
        target[1].output = {{2}, {-60, -100}};
        ComparedDumps compared(target, golden);
        const auto& suspects = compared.comparison.suspicion.suspects;
        QVERIFY(!suspects.empty());
        QCOMPARE(suspects.front().opName, std::string("Torch.neg.0.forward"));
        QVERIFY(!suspectNamed(compared.comparison, "Torch.sigmoid.0.forward"));
    }

    /// A proven error far too small to be what is wrong behind it, or to make NaN.
    void aProofThatExplainsNothingDoesNotLead()
    {
        const DumpedTensor x {{2}, {0, 2}}, y {{2}, {3, 4}};
        const std::vector<DumpedOperator> golden {{"Torch.sigmoid.0.forward", {x}, {{2}, {0.5F, 0.8807971F}}},
            {"Torch.blend.0.forward", {y}, {{2}, {6, 8}}}};
        std::vector<DumpedOperator> target = golden;
        target[0].output = {{2}, {0.500006F, 0.880805F}};
        for (const float wrong : {12.0F, std::nanf("")}) {
            target[1].output = {{2}, {6, wrong}};
            const ComparedDumps compared(target, golden);
            const auto& suspects = compared.comparison.suspicion.suspects;
            QCOMPARE(suspects.size(), std::size_t {2});
            QCOMPARE(suspects[0].opName, std::string("Torch.blend.0.forward"));
            QCOMPARE(suspects[1].recomputed->outcome, Recomputation::Outcome::Differs);
        }
        // As large as the damage behind it: that may come of it.
        target[0].output = {{2}, {0.6F, 0.9F}};
        target[1].output = {{2}, {6, 12}};
        const ComparedDumps compared(target, golden);
        QCOMPARE(compared.comparison.suspicion.suspects[0].opName, std::string("Torch.sigmoid.0.forward"));
    }

    /// An operator that nobody can compute again, far beyond all that explains it, before one that is proven.
    void aProofBehindWhatIsBeyondDoubtDoesNotLead()
    {
        const DumpedTensor x {{2}, {0, 2}}, y {{2}, {3, 4}};
        std::vector<DumpedOperator> golden = noisyRun(6, 0);
        golden.push_back({"Torch.blend.0.forward", {y}, {{2}, {6, 8}}});
        golden.push_back({"Torch.sigmoid.0.forward", {x}, {{2}, {0.5F, 0.8807971F}}});
        std::vector<DumpedOperator> target = golden;
        target[target.size() - 2].output = {{2}, {6, 12}};
        target.back().output = {{2}, {0.6F, 0.9F}};
        const ComparedDumps compared(target, golden);
        QCOMPARE(compared.comparison.suspicion.suspects.front().opName, std::string("Torch.blend.0.forward"));
        const Suspect* const proven = suspectNamed(compared.comparison, "Torch.sigmoid.0.forward");
        QVERIFY(proven && proven->recomputed);
        QCOMPARE(proven->recomputed->outcome, Recomputation::Outcome::Differs);
    }

    void otherReadingIsTold()
    {
        const DumpedTensor x {{2, 2}, {1, 2, 3, 1}};
        const float a = 0.26894143F, b = 0.7310586F, c = 0.8807971F, d = 0.11920292F;
        ComparedDumps compared({{"Torch.softmax.0.forward", {x}, {{2, 2}, {d, b, c, a}}}},
            {{"Torch.softmax.0.forward", {x}, {{2, 2}, {a, b, c, d}}}});
        const Suspect* const suspect = suspectNamed(compared.comparison, "Torch.softmax.0.forward");
        QVERIFY(suspect && suspect->recomputed);
        QCOMPARE(suspect->recomputed->outcome, Recomputation::Outcome::Differs);
        QCOMPARE(suspect->recomputed->method, std::string("softmax along axis 1"));
        QVERIFY(
            suspect->why.text().find("the target has what softmax along axis 0 gives") != std::string::npos);
    }

    /// An operator that makes a small error large is suspect by likelihood, and cleared by its inputs.
    void clearedIsNoSuspect()
    {
        const auto runOf = [](double error, float last) {
            std::vector<DumpedOperator> run = noisyRun(6, error);
            const auto x = static_cast<float>(20 * (1 + error)), y = static_cast<float>(40 * (1 + error));
            run[0].output = {{2}, {x, y}};
            run.push_back(
                {"Torch.exp.0.forward", {DumpedTensor {{2}, {x, y}}}, {{2}, {std::exp(x), std::exp(y)}}});
            run.push_back({"Torch.neg.0.forward", {DumpedTensor {{2}, {60, 80}}}, {{2}, {-60, last}}});
            return run;
        };
        ComparedDumps compared(runOf(0.003, -88), runOf(0, -80));
        const auto& suspects = compared.comparison.suspicion.suspects;
        QCOMPARE(suspects.size(), std::size_t {1});
        QCOMPARE(suspects[0].opName, std::string("Torch.neg.0.forward"));
        QCOMPARE(suspects[0].recomputed->outcome, Recomputation::Outcome::Differs);
        const auto& cleared = compared.comparison.suspicion.cleared;
        QCOMPARE(cleared.size(), std::size_t {1});
        QCOMPARE(cleared[0].opName, std::string("Torch.exp.0.forward"));
        QCOMPARE(cleared[0].recomputed->outcome, Recomputation::Outcome::Agrees);
    }

    /// Golden does not follow from its inputs either: what the name means is not known.
    void noProofWithoutGolden()
    {
        const DumpedTensor x {{2}, {0, 0}};
        ComparedDumps compared({{"Torch.sigmoid.0.forward", {x}, {{2}, {3, 1}}}},
            {{"Torch.sigmoid.0.forward", {x}, {{2}, {1, 1}}}});
        const Suspect* const suspect = suspectNamed(compared.comparison, "Torch.sigmoid.0.forward");
        QVERIFY(suspect && suspect->recomputed);
        QCOMPARE(suspect->recomputed->outcome, Recomputation::Outcome::Unclear);
        QVERIFY(suspect->why.text().find("proven") == std::string::npos);
        QVERIFY(suspect->why.text().find("not understood") != std::string::npos);
    }

    /// Neither follows from its inputs; with an epsilon that no side was called with golden would be nearer.
    void notUnderstoodByTheCallsOwnArgument()
    {
        const DumpedTensor x {{2}, {0, 2}}, weight {{2}, {1, 1}}, bias {{2}, {0, 0}};
        const std::vector<DumpedArgument> given {x, weight, bias, 1e-5};
        ComparedDumps compared({{"Functional.layer_norm.0.forward", given, {{2}, {-3, 1}}}},
            {{"Functional.layer_norm.0.forward", given, {{2}, {-0.9F, 0.9F}}}});
        const Suspect* const suspect = suspectNamed(compared.comparison, "Functional.layer_norm.0.forward");
        QVERIFY(suspect && suspect->recomputed);
        QCOMPARE(suspect->recomputed->method, std::string("layer norm with epsilon 1e-05"));
    }

    /// An integer off by one in a million is wrong, however much the run rounds.
    void noiseMovesNoInteger()
    {
        std::vector<DumpedOperator> target = noisyRun(12, 1e-3), golden = noisyRun(12, 0);
        const DumpedTensor x {{2}, {1, 2}};
        target.push_back({"Torch.tally.0.forward", {x}, {{2}, {1000001, 5}, true}});
        golden.push_back({"Torch.tally.0.forward", {x}, {{2}, {1000000, 5}, true}});
        ComparedDumps compared(target, golden);
        QVERIFY(suspectNamed(compared.comparison, "Torch.tally.0.forward") != nullptr);
    }

    /// The target's call says another axis than golden's: neither side is called not understood.
    void callsThatReadOtherwise()
    {
        const DumpedTensor x {{2, 2}, {1, 2, 3, 5}};
        ComparedDumps compared({{"Torch.narrow.0.forward", {x, 0.0, 0.0, 1.0}, {{1, 2}, {1, 2}}}},
            {{"Torch.narrow.0.forward", {x, 0.0, 1.0, 1.0}, {{1, 2}, {3, 5}}}});
        const Suspect* const suspect = suspectNamed(compared.comparison, "Torch.narrow.0.forward");
        QVERIFY(suspect && suspect->recomputed);
        QVERIFY(suspect->why.text().find("not understood") == std::string::npos);
        QCOMPARE(suspect->recomputed->outcome, Recomputation::Outcome::Agrees);
    }

    void otherNumberIsTheCause()
    {
        const DumpedTensor x {{2}, {1, 2}};
        ComparedDumps compared({{"Torch.mul.0.forward", {x, 3.0}, {{2}, {3, 6}}}},
            {{"Torch.mul.0.forward", {x, 2.0}, {{2}, {2, 4}}}});
        const Suspect* const suspect = suspectNamed(compared.comparison, "Torch.mul.0.forward");
        QVERIFY(suspect && suspect->recomputed);
        QVERIFY(suspect->why.text().starts_with(
            "input 1 is 3.000000, golden's 2.000000; output 0 is off by 0.5"));
        QCOMPARE(suspect->recomputed->outcome, Recomputation::Outcome::Agrees);
        QVERIFY(std::isinf(suspect->score) && suspect->hasWrongInput);
    }

    void nodesOfAModel()
    {
        const std::string library = std::string(DUMPSCOPE_BINARY_DIR) + "/../lib/dumpscope/libonnxruntime.so."
            + std::string(OnnxRuntime::kVersion);
        const auto absent = OnnxRuntime::load({"/nowhere/libonnxruntime.so"});
        QVERIFY(!absent && absent.error().code == Code::NotFound);
        if (!std::filesystem::exists(library))
            QSKIP("built without ONNX Runtime");
        const auto runtime = OnnxRuntime::load({library});
        QVERIFY(runtime);
        const std::string text = readFile(std::string(DUMPSCOPE_TEST_DATA) + "/models/convnet.onnx");
        const auto bytes = std::as_bytes(std::span(text));
        const auto runner = OnnxNodeRunner::make(*runtime, {bytes.begin(), bytes.end()}, {});
        QVERIFY(runner);
        QVERIFY(!(*runner)->find("no such node"));
        const auto relu = (*runner)->find("relu1");
        QVERIFY(relu);
        const std::vector<float> values {-1, 0, 2.5, -3};
        const auto given = std::as_bytes(std::span(values));
        const auto output = (*runner)->run(
            *relu, {{(*runner)->node(*relu).inputs[0], 1, {1, 1, 2, 2}, {given.begin(), given.end()}}});
        QVERIFY(output);
        QCOMPARE(output->dims, (std::vector<std::int64_t> {1, 1, 2, 2}));
        QCOMPARE(output->values, (std::vector<double> {0, 0, 2.5, 0}));
        // Nothing given, or a shape the node does not take: an error that says so.
        QVERIFY(!(*runner)->run(*relu, {}));
        const auto conv = (*runner)->find("conv2");
        QVERIFY(conv);
        QVERIFY(!(*runner)->run(
            *conv, {{(*runner)->node(*conv).inputs[0], 1, {2, 2}, {given.begin(), given.end()}}}));
        QVERIFY(!OnnxNodeRunner::make(*runtime, {bytes.begin(), bytes.begin() + 100}, {})
            || !OnnxNodeRunner::make(*runtime, {bytes.begin(), bytes.begin() + 100}, {})
                    .value()
                    ->find("relu1"));
    }

    void nanOfANegativeRootIsInherited()
    {
        // √-1 is NaN as it should be: the operator does what it was asked to.
        ComparedDumps compared(
            {{"Torch.sqrt.0.forward", {DumpedTensor {{2}, {-1, 4}}}, {{2}, {std::nanf(""), 2}}}},
            {{"Torch.sqrt.0.forward", {DumpedTensor {{2}, {1, 4}}}, {{2}, {1, 2}}}});
        const Suspect* const suspect = suspectNamed(compared.comparison, "Torch.sqrt.0.forward");
        QVERIFY(suspect && suspect->recomputed);
        QCOMPARE(suspect->recomputed->outcome, Recomputation::Outcome::Agrees);
    }
};

QTEST_APPLESS_MAIN(tst_Recompute)
#include "tst_recompute.moc"
