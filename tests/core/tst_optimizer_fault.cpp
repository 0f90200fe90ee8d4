// SPDX-License-Identifier: GPL-3.0-or-later
// Movements of parameters by hand: golden's are 0.01 times their number, the target's what a test says.
#include "compare/parameters/optimizer_fault.h"

#include "compare/comparison.h"
#include "compare/conclusion/verdict_suspects.h"
#include "compare/parameters/frozen_parameters.h"
#include "compare/parameters/initial_parameters.h"
#include "compare/parameters/parameter_movement.h"
#include "compare/parameters/weight_decay.h"
#include "compared_folders.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <functional>

using namespace dumpscope::core;

namespace {

constexpr int kParameters = 4;
constexpr const char* kNames[] {"a", "b", "c", "d", "e", "f", "g"};

/// Elements about `mean`.
QByteArray tensorOf(
    double mean, int count = 100, const char* type = "Float32", double spread = 0.5, double above = 0)
{
    return QStringLiteral(
        R"({"type":"mindspore.Tensor","dtype":"%6","shape":%5,"Max":%1,"Min":%2,"Mean":%3,"Norm":%4})")
        .arg(mean + 1 + above, 0, 'g', 17)
        .arg(mean - 1, 0, 'g', 17)
        .arg(mean, 0, 'g', 17)
        .arg(std::sqrt(count * (spread * spread + mean * mean)), 0, 'g', 17)
        .arg(count == 100 ? "[10,10]" : "[10]")
        .arg(type)
        .toUtf8();
}

using ByStep = std::function<double(int number, int step)>;

/// What is beyond golden's, and what there is at all where the function is.
struct Beyond {
    ByStep weight, bias = {}, gradient = {};
    int parameters = kParameters;
    int calls = 1;                ///< of the function with each
    const char* type = "Float32"; ///< of weights
    double movement = 0.01;       ///< times the number, in each step
    double spread = 0.5;          ///< of the elements of a weight
    double shrink = 0;            ///< part of itself that a weight loses in each step
    double apart = 0;             ///< of weights from one another
    double growth = 1;            ///< of the movement from one weight to the next
    double farthest = 0;          ///< beyond the mean of a weight its largest element moves in each step
    int ranks = 1;                ///< of which the last one is off

    [[nodiscard]] double moved(int i) const { return movement * std::pow(growth, i) * (i + 1); }
};

/// Three steps of `linear` with a weight each, and maybe a bias and the gradient of the weight as the module
/// has it: 0.1 times the number in step 0, 0.2 in step 1 and so on.
void write(const QString& folder, double gradient, const Beyond& excess)
{
    for (int file = 0; file < 3 * excess.ranks; ++file) {
        const int step = file / excess.ranks, rank = file % excess.ranks;
        const double isOff = rank + 1 == excess.ranks ? 1 : 0;
        const QString place = folder + QStringLiteral("/step%1/rank%2").arg(step).arg(rank);
        QVERIFY(QDir().mkpath(place));
        QByteArray data;
        for (int number = 0; number < excess.parameters * excess.calls; ++number) {
            const int i = number % excess.parameters;
            const double moved = 0.3 + excess.apart * i + excess.moved(i) * step;
            const double left = std::pow(1 - excess.shrink, step);
            const QByteArray name = "Functional.linear." + QByteArray::number(number);
            data += (data.isEmpty() ? "" : ",")
                + ('"' + name + ".forward\":{\"input_args\":[" + tensorOf(1) + ',')
                + tensorOf(left * (moved + isOff * excess.weight(i, step)), 100, excess.type,
                    left * excess.spread, excess.farthest * step)
                + (excess.bias ? ',' + tensorOf(moved + excess.bias(i, step), 10) : QByteArray())
                + "],\"input_kwargs\":{},\"output\":[" + tensorOf(2) + "]},\"" + name
                + ".backward\":{\"input\":[" + tensorOf(0.5) + "],\"output\":[" + tensorOf(gradient) + "]}";
            if (excess.gradient)
                data += ",\"Module.part" + QByteArray::number(i) + ".Linear.parameters_grad.0\":{\"weight\":["
                    + tensorOf(0.1 * (i + 1) * (step + 1) + excess.gradient(i, step)) + "]}";
        }
        QFile dump(place + "/dump.json");
        QVERIFY(dump.open(QIODevice::WriteOnly));
        dump.write(R"({"task":"statistics","level":"mix","framework":"mindspore","dump_data_dir":"","data":{)"
            + data + "}}");
    }
}

Comparison compared(const Beyond& excess, double gradient = 0.7)
{
    const QTemporaryDir folder;
    const ByStep none = [](int, int) { return 0.0; };
    write(folder.filePath("target"), gradient, excess);
    write(folder.filePath("golden"), 0.7,
        {none, excess.bias ? none : ByStep(), excess.gradient ? none : ByStep(), excess.parameters,
            excess.calls, "Float32", excess.movement, excess.spread, 0, excess.apart, excess.growth,
            excess.farthest, excess.ranks});
    OwnedTask task;
    ComparisonOptions options;
    options.limits = presetLimits("precision").value();
    return dumpscope::test::compareFolders(folder.path().toStdString(), "l2norm_diff_relative", options, task)
        .value();
}

Comparison compared(const ByStep& weight, double gradient = 0.7)
{
    return compared(Beyond {weight}, gradient);
}

} // namespace

class tst_OptimizerFault : public QObject {
    Q_OBJECT

private slots:
    void equalMovements()
    {
        QVERIFY(!optimizerFault(compared([](int, int) { return 0.0; })));
        QVERIFY(!optimizerFault(compared([](int i, int step) { return 1e-5 * (i + 1) * step; }))); // 0.1 %
    }

    void anotherRate()
    {
        const Comparison comparison = compared([](int i, int step) { return 0.01 * (i + 1) * step; });
        const auto fault = optimizerFault(comparison);
        QVERIFY(fault);
        QCOMPARE(fault->step, std::optional<std::int64_t>(1));
        QVERIFY(fault->factor && std::fabs(*fault->factor - 2) < 1e-6);
        QCOMPARE(fault->otherwise, std::uint64_t {kParameters});
        QCOMPARE(fault->moved, std::uint64_t {kParameters});
        const Conclusion& conclusion = comparison.conclusion;
        QVERIFY2(
            conclusion.text().starts_with(
                "the means of 4 of 4 parameters seen are moved 2 times as far as golden's: the optimizer; "
                "first: rank 0 step 1 Functional.linear.0.forward input 1"),
            conclusion.text().c_str());
        QVERIFY(!conclusion.isClear());
    }

    /// One of two ranks alone, whose gradients agree: no setting of a common optimizer.
    void aRankApart()
    {
        const auto reasonOf = [](int ranks) {
            Beyond beyond {[](int i, int step) { return 0.05 * (i + 1) * step; }};
            beyond.gradient = [](int, int) { return 0.0; };
            beyond.ranks = ranks;
            return compared(beyond).conclusion;
        };
        const Conclusion apart = reasonOf(2);
        QVERIFY2(apart.text().starts_with(
                     "one rank alone moves parameters otherwise than golden's; first: rank 1"),
            apart.text().c_str());
        QCOMPARE(apart.place->rank, std::optional<std::int64_t>(1));
        QVERIFY2(apart.reason.text().find(
                     "4 of 4 parameters are off on this rank and agree on others: they were moved otherwise "
                     "here alone, and the gradients that the backward run gave agree")
                != std::string::npos,
            apart.reason.text().c_str());
        QVERIFY(reasonOf(1).reason.text().find("on this rank") == std::string::npos);
    }

    /// Of 1 %: in six parameters, of which the means are sharp, it is no chance.
    void aSlightRate()
    {
        const auto moved = [](double share, int parameters) {
            return compared(Beyond {
                [share](int i, int step) { return share * 0.01 * (i + 1) * step; }, {}, {}, parameters});
        };
        const Comparison comparison = moved(0.01, 6);
        const auto fault = optimizerFault(comparison);
        QVERIFY(fault && fault->factor && std::fabs(*fault->factor - 1.01) < 1e-6);
        QCOMPARE(fault->otherwise, std::uint64_t {6});
        QVERIFY2(
            comparison.conclusion.text().starts_with("the means of 6 of 6 parameters seen are moved 1.01 "
                                                     "times as far as golden's: the optimizer; first: "),
            comparison.conclusion.text().c_str());
        QVERIFY(!optimizerFault(moved(0.01, 4)));
        QVERIFY(!optimizerFault(moved(0.0005, 6)));
        // The same share in another direction each is none.
        const auto scattered = optimizerFault(compared(Beyond {
            [](int i, int step) { return (i % 2 == 0 ? 1e-4 : -1e-4) * (i + 1) * step; }, {}, {}, 6}));
        QVERIFY(!scattered || !scattered->factor);
    }

    /// Six of ten are moved twice as far, and the two that golden moves farthest are suspect for it.
    void suspectsThatItMoves()
    {
        const Comparison comparison = compared(Beyond {
            [](int i, int step) { return i < 4 || i > 7 ? 0.01 * (i + 1) * step : 0.0; }, {}, {}, 10});
        QVERIFY(optimizerFault(comparison));
        QVERIFY(!comparison.suspicion.suspects.empty());
        QVERIFY2(comparison.conclusion.reason.text().ends_with("; the suspects are parameters that it moves"),
            comparison.conclusion.reason.text().c_str());
    }

    /// A weight that three functions are given is one parameter.
    void aParameterOfSeveralCalls()
    {
        const auto fault = optimizerFault(
            compared(Beyond {[](int i, int step) { return 0.01 * (i + 1) * step; }, {}, {}, kParameters, 3}));
        QVERIFY(fault);
        QCOMPARE(fault->otherwise, std::uint64_t {kParameters});
        QCOMPARE(fault->moved, std::uint64_t {kParameters});
    }

    /// The third of four weights stays what it was, of the target or of golden.
    void aFrozenParameter()
    {
        // Numbers of recorded statistics are the same to the last bit then.
        const auto back = [](int i, int step, int to) {
            return (0.3 + 0.01 * (i + 1) * to) - (0.3 + 0.01 * (i + 1) * step);
        };
        const auto still = [&](int i, int step) { return i == 2 ? back(i, step, 0) : 0.0; };
        const Comparison comparison = compared(still);
        const auto frozen = frozenParameters(comparison);
        QVERIFY(frozen && frozen->isInTarget);
        QCOMPARE(frozen->count, std::size_t {1});
        QVERIFY2(
            comparison.conclusion.text().starts_with(
                "parameter input 1 of Functional.linear.2.forward does not change in the target between step "
                "0 and 1, golden's does: rank 0 step 1 Functional.linear.2.forward input 1"),
            comparison.conclusion.text().c_str());
        QVERIFY(!comparison.conclusion.isClear());
        // From the second movement on: the first is as golden's.
        const auto later = frozenParameters(
            compared([&](int i, int step) { return i == 2 && step == 2 ? back(i, 2, 1) : 0.0; }));
        QVERIFY(later && later->before == 1 && later->after == 2);
        // Moved by less than golden's is moved, and all left as they are: settings of the optimizer.
        QVERIFY(!frozenParameters(compared([](int i, int step) { return i == 2 ? -0.001 * step : 0.0; })));
        QVERIFY(!frozenParameters(compared([&](int i, int step) { return back(i, step, 0); })));
    }

    /// All weights stay what they were: no error before makes that, so that one excuses nothing.
    void aStepThatIsLeftOut()
    {
        const auto still = [](int parameters) {
            const auto back = [](int i) { return (0.3 + 0.01 * (i + 1)) - (0.3 + 0.01 * (i + 1) * 2); };
            return compared(
                Beyond {[back](int i, int step) { return step == 2 ? back(i) : 0.0; }, {}, {}, parameters});
        };
        Comparison comparison = still(6);
        const DumpIndex& target = *comparison.pairs->target().index;
        for (std::size_t row = 0; row < comparison.pairs->rows(); ++row) {
            const TensorId id = comparison.pairs->row(row).pair.target;
            if (target.factsOf(id).step == 1 && target.tensor(id).io == Io::Output)
                comparison.pairs->settle(row, Verdict::Fail, Message("so it is"));
        }
        const auto fault = optimizerFault(comparison);
        QVERIFY(fault && fault->standsStill);
        QCOMPARE(fault->step, std::optional<std::int64_t>(2));
        QCOMPARE(fault->otherwise, std::uint64_t {6});
        QCOMPARE(fault->sentence().text(),
            std::string("6 of 6 parameters seen are not moved, golden's are: the optimizer"));
        QVERIFY(fault->reason().text().find("a step is left out") != std::string::npos);
        // Few may be no more than what has no gradient.
        QVERIFY(!optimizerFault(still(4)) || !optimizerFault(still(4))->standsStill);
    }

    /// A weight of bfloat16 that stays what it was while golden's extremes move by two thirds of its step.
    void aFrozenHalfParameter()
    {
        constexpr double kStep = 0x1p-7; // of bfloat16 from one on
        const auto moved = [](int still) {
            const auto weight = [still](int i, int step) {
                const double golden = 0.3 + 0.7 * kStep * (i + 1) * step;
                const double rounded = 0.3 + std::round(0.7 * (i + 1) * step) * kStep;
                return (i == still ? 0.3 : rounded) - golden;
            };
            return frozenParameters(
                compared(Beyond {.weight = weight, .type = "BFloat16", .movement = 0.7 * kStep}));
        };
        const auto frozen = moved(0);
        QVERIFY(frozen && frozen->isInTarget);
        QCOMPARE(frozen->count, std::size_t {1});
        QVERIFY(!moved(-1));
    }

    /// A mean that was computed in bfloat16 stays what it was although the elements move.
    void meansOfAHalfType()
    {
        constexpr double kHalf = 0x1p-8, kSingle = 0x1p-24; // units
        const auto pairOf = [](double target, double golden) {
            return ParameterPair {
                0, {target, 4.7, kHalf, 24, true, {}, {}}, {golden, 4.7, kSingle, 24, true, {}, {}}};
        };
        QVERIFY(!excessOf(pairOf(0.94140625, 0.94087), pairOf(0.94140625, 0.94254)));
        // What no rounding of it hides.
        QVERIFY(excessOf(pairOf(0.94140625, 0.94087), pairOf(0.94140625, 0.96087)));
    }

    /// Every weight loses a thousandth of itself in each step, which golden's do not.
    void weightDecay()
    {
        const auto decayed = [](double shrink) {
            return compared(Beyond {
                .weight = [](int, int) { return 0.0; }, .parameters = 6, .movement = 1e-4, .shrink = shrink});
        };
        const Comparison comparison = decayed(1e-3);
        const auto fault = optimizerFault(comparison);
        QVERIFY(fault && fault->decay && std::fabs(*fault->decay - 1e-3) < 1e-5);
        QCOMPARE(fault->otherwise, std::uint64_t {6});
        QVERIFY2(comparison.conclusion.text().starts_with(
                     "6 of 6 parameters seen shrink by 0.001 of themselves more than golden's: weight decay; "
                     "first: rank 0 step 1 Functional.linear.0.forward input 1"),
            comparison.conclusion.text().c_str());
        // The first suspect is what the conclusion names.
        const Suspect& first = comparison.suspicion.suspects.front();
        QCOMPARE(first.opName, std::string("Functional.linear.0.forward"));
        QCOMPARE(first.reason, SuspectReason::Fault);
        QVERIFY(!optimizerFault(decayed(1e-8)));
        // Rounding may make a single one so, which is not said of all of them.
        Comparison explained = decayed(1e-3);
        const std::size_t row = explained.conclusion.row.value();
        explained.pairs->settle(row, Verdict::Pass, Message("so it is"));
        blameFault(explained);
        QCOMPARE(explained.pairs->row(row).verdict, Verdict::Pass);
        QCOMPARE(explained.pairs->row(row).reason.text(), std::string("by itself it passes: so it is"));
    }

    /// Norms of bfloat16 are recorded on a grid as coarse as the decay; what seven of them are off by on
    /// average is not.
    void weightDecayOfHalfTypes()
    {
        const auto decayOf = [](const std::vector<double>& excess, double golden) {
            ParameterPairs before, after;
            for (std::size_t i = 0; i < excess.size(); ++i) {
                const ParameterKey key {{}, kNames[i], 0, Io::Parameter, 0};
                RecordedParameter one {0, 10, 0x1p-8, 1000};
                before[key] = {i, one, one};
                before[key].golden.unit = 0x1p-24;
                after[key] = before[key];
                after[key].golden.norm *= 1 + golden;
                after[key].target.norm *= 1 + golden + excess[i];
                after[key].target.mean = static_cast<double>(i); // no two are the same
            }
            const auto fault = decayedOtherwise(before, after);
            return fault && fault->decay ? *fault->decay : 0;
        };
        const std::vector<double> shrinking {-0.014, -0.006, -0.0095, -0.0103, -0.0142, -0.0084, -0.009};
        QVERIFY(std::fabs(decayOf(shrinking, 0.005) - 0.0102) < 1e-4);
        QCOMPARE(decayOf(shrinking, 0.011), 0.0); // as much as golden moves: lost in rounding
        QCOMPARE(decayOf({-0.014, 0.006, -0.0095, -0.0103, -0.0142, -0.0084, -0.009}, 0.005), 0.0);
        QCOMPARE(decayOf({-0.014, -0.001, -0.0095, -0.0003, -0.0142, -0.0284, -0.009}, 0.005), 0.0);
    }

    /// As where matrices are made orthogonal before they are added: vectors move as golden's.
    void matricesAlone()
    {
        const auto fault = optimizerFault(compared(
            Beyond {.weight = [](int i, int step) { return (i % 2 == 0 ? 2e-3 : -3e-3) * (i + 1) * step; },
                .bias = [](int, int) { return 0.0; }}));
        QVERIFY(fault && !fault->factor);
        QCOMPARE(fault->of, OptimizerFault::Of::Matrices);
        QCOMPARE(fault->otherwise, std::uint64_t {kParameters});
    }

    /// All weights are off by as much from step 0 on: other ones were loaded.
    void otherFromTheFirst()
    {
        const Comparison comparison
            = compared(Beyond {.weight = [](int, int) { return 1e-3; }, .spread = 0, .apart = 0.1});
        OwnedTask task;
        const auto initial = initialParameters(*comparison.pairs, task);
        QVERIFY(initial);
        QCOMPARE(initial->otherwise, std::uint64_t {kParameters});
        QCOMPARE(initial->seen, std::uint64_t {kParameters});
        QVERIFY2(
            std::fabs(initial->largest - 1e-3 / 0.3) < 1e-6, qPrintable(QString::number(initial->largest)));
        QVERIFY2(comparison.conclusion.text().starts_with(
                     "4 of 4 parameters seen differ before anything has moved them, by up to 0.0033 "),
            comparison.conclusion.text().c_str());
        // From step 1 on something has moved them.
        const Comparison later = compared(Beyond {
            .weight = [](int, int step) { return step > 0 ? 1e-3 : 0.0; }, .spread = 0, .apart = 0.1});
        QVERIFY(!initialParameters(*later.pairs, task));
    }

    /// From the second movement on, as a schedule would.
    void aLaterStep()
    {
        const auto fault
            = optimizerFault(compared([](int i, int step) { return step < 2 ? 0.0 : -0.01 * (i + 1); }));
        QVERIFY(fault && fault->factor);
        QCOMPARE(fault->step, std::optional<std::int64_t>(2));
        QVERIFY(std::fabs(*fault->factor) < 1e-6);
    }

    /// Means hardly move beside the steps of the target's type, but elements do: no rounding holds them.
    void notMovedInAHalfType()
    {
        const auto still = [](double farthest) {
            Beyond excess {[](int i, int step) { return -5e-4 * (i + 1) * step; }};
            excess.type = "BFloat16";
            excess.movement = 5e-4;
            excess.farthest = farthest;
            return optimizerFault(compared(excess));
        };
        const auto fault = still(0.05);
        QVERIFY(fault && fault->factor);
        QVERIFY(std::fabs(*fault->factor) < 1e-6);
        QVERIFY(!still(0));
    }

    /// Gradients that are off by 0.016 move a few elements the other way, by √0.016 of a movement, but not by
    /// all of it.
    void fartherThanGradientsMakeIt()
    {
        const auto apart = [](double part) {
            Beyond excess {
                [part](int i, int step) { return (i % 2 == 0 ? part : -part) * 0.01 * (i + 1) * step; }};
            excess.parameters = 6;
            return optimizerFault(compared(excess, 0.7 * 1.02));
        };
        const auto fault = apart(0.9);
        QVERIFY(fault && !fault->factor);
        QCOMPARE(fault->otherwise, std::uint64_t {6});
        QVERIFY(!apart(0.3));
    }

    /// Where golden's parameters are moved as far as their gradients are large, errors of gradients make
    /// movements off by as much and no more.
    void momentumOfUnscaledGradients()
    {
        const auto later = [](double growth) {
            Beyond excess {{}};
            excess.movement = 5e-3;
            excess.growth = growth;
            excess.parameters = 6;
            excess.weight = [excess](int i, int step) {
                return step < 2 ? 0 : (i % 2 == 0 ? 0.3 : -0.2) * excess.moved(i);
            };
            return optimizerFault(compared(excess, 0.7 * 1.02));
        };
        const auto fault = later(3);
        QVERIFY(fault && fault->agreedBefore);
        QCOMPARE(fault->step, std::optional<std::int64_t>(2));
        QVERIFY(!later(1));
    }

    void eachItsOwn()
    {
        const auto fault = optimizerFault(
            compared([](int i, int step) { return (i % 2 == 0 ? 0.01 : -0.03) * (i + 1) * step; }));
        QVERIFY(fault && !fault->factor);
        QCOMPARE(fault->otherwise, std::uint64_t {kParameters});
    }

    /// By a twentieth, which is no coherent movement but beyond the limits of float32.
    void aLittle()
    {
        const auto fault = optimizerFault(compared([](int i, int step) { return 0.0005 * (i + 1) * step; }));
        QVERIFY(fault && !fault->factor);
    }

    /// Elements of a weight are moved to both sides, so its mean moves less than they do: what errors of
    /// gradients make of a movement is a share of what elements move.
    void gradientsNearZero()
    {
        const auto by = [](double farthest) {
            Beyond excess {[](int i, int step) { return (i % 2 == 0 ? 5e-4 : -5e-4) * step; }};
            excess.movement = 0.001;
            excess.farthest = farthest;
            return optimizerFault(compared(excess, 0.704)).has_value();
        };
        QVERIFY(by(0));
        QVERIFY(!by(0.03));
    }

    /// What agreed until then is off by a thirtieth in most parameters, too little for the limits of most.
    void fromAStepOn()
    {
        const ByStep beta
            = [](int i, int step) { return step < 2 ? 0.0 : (i % 2 == 0 ? 3e-4 : -3e-4) * (i + 1); };
        const auto fault = optimizerFault(compared(beta));
        QVERIFY(fault && !fault->factor);
        QCOMPARE(fault->step, std::optional<std::int64_t>(2));
        QCOMPARE(fault->otherwise, std::uint64_t {kParameters});
        // Where movements are off by as much from the beginning, that is how the two runs differ.
        QVERIFY(!optimizerFault(
            compared([](int i, int step) { return (i % 2 == 0 ? 1e-5 : -1e-5) * (i + 1) * step; })));
    }

    /// Elements of bfloat16 cannot follow a small movement, their mean can: what rounding takes of one it
    /// adds to another.
    void meansOfRoundedElements()
    {
        const auto bfloat16 = [](double movement, const ByStep& excess) {
            return optimizerFault(
                compared(Beyond {.weight = excess, .type = "BFloat16", .movement = movement}));
        };
        const auto doubled = bfloat16(1e-3, [](int i, int step) { return 1e-3 * (i + 1) * step; });
        QVERIFY(doubled && doubled->factor);
        QVERIFY(std::fabs(*doubled->factor - 2) < 1e-6);
        // Golden's movement is one that bfloat16 would hide; the target's is not.
        const auto unclipped = bfloat16(1e-4, [](int i, int step) { return 19e-4 * (i + 1) * step; });
        QVERIFY(unclipped && unclipped->factor);
        QVERIFY(std::fabs(*unclipped->factor - 20) < 1e-5);
        // What 100 rounded elements leave of a mean.
        QVERIFY(!bfloat16(1e-3, [](int i, int step) { return (i % 2 == 0 ? 2e-4 : -2e-4) * step; }));
        QVERIFY(!bfloat16(1e-4, [](int i, int step) { return (i % 2 == 0 ? 2e-4 : -2e-4) * step; }));
        // Equal elements round alike: weights of a norm that are all 1 do not move.
        const auto ones = compared(Beyond {.weight = [](int i, int step) { return -1e-3 * (i + 1) * step; },
            .type = "BFloat16",
            .movement = 1e-3,
            .spread = 0});
        QVERIFY(!optimizerFault(ones));
    }

    /// Another second beta of Adam: the first movement has nothing of it, the second is off by some
    /// thousandths.
    void slightlyFromAStepOn()
    {
        const auto beta = [](double first) {
            return compared([first](int i, int step) {
                return (i % 2 == 0 ? 1 : -1) * (i + 1) * (step == 0 ? 0.0 : step == 1 ? first : first + 4e-5);
            });
        };
        const Comparison comparison = beta(0);
        const auto fault = optimizerFault(comparison);
        QVERIFY(fault && !fault->factor && fault->agreedBefore);
        QCOMPARE(fault->step, std::optional<std::int64_t>(2));
        QVERIFY(comparison.conclusion.reason.text().find("movements agreed until then") != std::string::npos);
        QVERIFY(!optimizerFault(beta(1e-6))); // a fortieth of it before: that may have grown
    }

    /// Optimizers have settings of their own for what has one dimension.
    void anotherRateOfBiases()
    {
        const Comparison comparison = compared(
            Beyond {[](int, int) { return 0.0; }, [](int i, int step) { return 0.002 * (i + 1) * step; }});
        const auto fault = optimizerFault(comparison);
        QVERIFY(fault && fault->factor);
        QVERIFY(std::fabs(*fault->factor - 1.2) < 1e-6);
        QCOMPARE(fault->of, OptimizerFault::Of::Vectors);
        QCOMPARE(fault->moved, std::uint64_t {kParameters});
        QVERIFY2(comparison.conclusion.text().starts_with(
                     "the means of 4 of 4 vectors among the parameters seen are moved 1.2 times as far as "
                     "golden's: the "
                     "optimizer; first: rank 0 step 1 Functional.linear.0.forward input 2"),
            comparison.conclusion.text().c_str());
    }

    /// A bias whose gradient is nothing but rounding says nothing of the optimizer that moves it.
    void idleBiases()
    {
        const Comparison comparison = compared(Beyond {[](int, int) { return 0.0; },
            [](int i, int step) { return step == 2 ? (i % 2 == 0 ? 0.01 : -0.004) * (i + 1) : 0.0; }});
        QVERIFY(!comparison.suspicion.effects.empty());
        QVERIFY(!optimizerFault(comparison));
    }

    /// Gradients of step 1 hold those of step 0, and everything is moved otherwise from then on.
    void gradientsThatAreNotSetToZero()
    {
        const ByStep sum
            = [](int i, int step) { return step == 0 ? 0 : 0.1 * (i + 1) * (step == 1 ? 1 : 3); };
        const Comparison comparison
            = compared(Beyond {[](int i, int step) { return step < 2 ? 0.0 : 0.005 * (i + 1); }, {}, sum});
        const auto fault = optimizerFault(comparison);
        QVERIFY(fault && fault->accumulates);
        QCOMPARE(fault->step, std::optional<std::int64_t>(1));
        QVERIFY2(
            comparison.conclusion.text().starts_with(
                "the gradients of 4 of 4 parameters seen are added to those of the step before; first: rank "
                "0 step 1 Module.part0.Linear.parameters_grad.0"),
            comparison.conclusion.text().c_str());
        // Twice as large is no sum.
        const ByStep twice = [](int i, int step) { return step == 0 ? 0 : 0.1 * (i + 1) * (step + 1); };
        const auto other = optimizerFault(compared(Beyond {[](int, int) { return 0.0; }, {}, twice}));
        QVERIFY(!other || !other->accumulates);
    }

    /// One wrong weight is none of it.
    void oneParameter()
    {
        const Comparison comparison = compared([](int i, int step) { return i == 0 ? 0.1 * step : 0.0; });
        QVERIFY(!optimizerFault(comparison));
        QVERIFY(comparison.conclusion.place->opName == "Functional.linear.0.forward");
    }

    /// Gradients that are wrong in the first step are why.
    void otherGradients()
    {
        QVERIFY(!optimizerFault(compared([](int i, int step) { return 0.01 * (i + 1) * step; }, 1.4)));
    }
};

QTEST_APPLESS_MAIN(tst_OptimizerFault)
#include "tst_optimizer_fault.moc"
