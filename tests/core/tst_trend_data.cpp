// SPDX-License-Identifier: GPL-3.0-or-later
// Runs whose batches, lengths, calls and losses go as they do in trainings: where all is well no rule holds,
// and what is planted is found.
#include "monitor_run.h"
#include "safetensors_file.h"
#include "statistics_run.h"
#include "trend/local_course.h"

#include <QTest>

#include <array>
#include <cmath>
#include <numbers>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr int kRanks = 4, kSteps = 30;

/// A step of a training, as the arithmetic of a mean over a batch has it.
struct Step {
    int batch = 4, length = 12;
    int usualBatch = 0; ///< of the ranks together, where it is not that of this one
    double loss = 3;
    double activation = 1, gradient = 1;
    int parameters = 6; ///< whose gradients are reduced
};

/// A loss that falls as exp(-step/20), with noise.
double fallingLoss(int rank, int step, double noise = 0.02)
{
    return 3 * std::exp(-step / 20.0) * (1 + noise * (noiseAt(90, rank, step) - 0.5));
}

std::vector<StatisticsOutput> outputsOf(const Step& at, int rank, int step)
{
    const auto near
        = [&](std::size_t row, double size) { return size * (1 + 0.05 * (noiseAt(row, rank, step) - 0.5)); };
    const int samples = (at.usualBatch > 0 ? at.usualBatch : at.batch) * at.length;
    const double mean = 1.0 / (at.batch * at.length); // gradients of a mean go with it
    std::vector<StatisticsOutput> outputs {
        {"Functional.embedding.0.forward", {at.batch, at.length, 8}, near(0, 1)},
        {"Functional.linear.0.forward", {at.batch, at.length, 16}, near(1, 2 * at.activation)},
        {"Tensor.__matmul__.0.forward", {at.batch, at.length, at.length}, near(2, 3 * at.activation)},
        {"Loss.cross_entropy.0.forward", {}, at.loss},
        {"Tensor.__matmul__.0.backward", {at.batch, at.length, at.length}, near(3, at.gradient * mean)},
        {"Functional.linear.0.backward", {at.batch, at.length, 16}, near(4, at.gradient * mean)},
    };
    // Noise of gradients of weights goes with the root of the number of samples.
    for (int i = 6 - at.parameters; i < 6; ++i)
        outputs.push_back({"Distributed.all_reduce." + std::to_string(i - 6 + at.parameters) + ".forward",
            {8, 1 << i},
            at.gradient * std::sqrt(1.0 / samples) * std::pow(5.0, i) * (1 + 0.05 * noiseAt(10, 0, step))});
    return outputs;
}

using Course = std::function<Step(int rank, int step)>;

std::unique_ptr<StatisticsRun> runOf(const Course& course, int ranks = kRanks, int steps = kSteps)
{
    return std::make_unique<StatisticsRun>(
        ranks, steps, [&](int rank, int step) { return outputsOf(course(rank, step), rank, step); });
}

} // namespace

class TestTrendData : public QObject {
    Q_OBJECT

private slots:
    void noRuleHolds_data()
    {
        QTest::addColumn<QString>("what");
        for (const char* what :
            {"all is well", "last batch smaller", "curriculum", "variable lengths", "one rank with less data",
                "restart", "warmup", "step decay", "noisy loss", "loss near zero", "frozen layers"})
            QTest::newRow(what) << what;
    }

    void noRuleHolds()
    {
        QFETCH(QString, what);
        const auto made = runOf([&](int rank, int step) {
            Step at;
            at.loss = fallingLoss(rank, step);
            if (what == "last batch smaller")
                at.batch = step % 7 == 6 ? 1 : 4;
            else if (what == "curriculum")
                at.length = step < 10 ? 12 : (step < 20 ? 24 : 96);
            else if (what == "variable lengths")
                at.length = 4 + static_cast<int>(60 * noiseAt(91, rank, step));
            else if (what == "one rank with less data")
                at.usualBatch = 4, at.batch = rank == kRanks - 1 && step == 20 ? 1 : 4;
            else if (what == "restart") // from step 8 on again, with other data
                at.loss = fallingLoss(rank + 10, step < 15 ? step : step - 7);
            else if (what == "warmup") {
                at.loss = 4.2 * (step < 4 ? 1 + 0.05 * step : 1.2 * std::exp(-(step - 4) / 15.0));
                at.gradient = 1 + std::min(step, 8) / 8.0;
            } else if (what == "step decay") {
                at.loss = step < 12 ? 3 - 0.02 * step : 1.6 - 0.01 * (step - 12);
                at.gradient = step < 12 ? 1 : 0.7;
            } else if (what == "noisy loss")
                at.loss = fallingLoss(rank, step, 0.8);
            else if (what == "loss near zero")
                at.loss = 3 * std::exp(-step / 2.0) + 0.02 * noiseAt(92, rank, step);
            else if (what == "frozen layers")
                at.parameters = step < 10 ? 6 : 3;
            return at;
        });
        QVERIFY2(made->first().empty(), made->sentence().c_str());
    }

    /// A loss is judged beside its own course, not beside all that it was.
    void lossSpikes_data()
    {
        QTest::addColumn<double>("times");
        for (const double times : {2.0, 3.0, 5.0, 20.0})
            QTest::newRow(qPrintable(QString("times %1").arg(times))) << times;
    }

    void lossSpikes()
    {
        QFETCH(double, times);
        const auto made = runOf([&](int rank, int step) {
            Step at;
            at.loss = fallingLoss(rank, step) * (step == 25 ? times : 1);
            return at;
        });
        QCOMPARE(made->first(), std::string("loss 25 0 Loss.cross_entropy.0.forward"));
        QCOMPARE(made->judged().first()->count, std::size_t {1});
        // Smaller than what is looked for.
        const auto small = runOf([&](int rank, int step) {
            Step at;
            at.loss = fallingLoss(rank, step) * (step == 25 ? 1.2 : 1);
            return at;
        });
        QCOMPARE(small->first(), std::string());
    }

    void aLossThatRises()
    {
        // By a tenth a step from step 15 on: 1.5 times its lowest level after four steps.
        const auto made = runOf(
            [&](int rank, int step) {
                Step at;
                at.loss = fallingLoss(rank, step) * std::exp(0.15 * std::max(0, step - 15));
                return at;
            },
            kRanks, 40);
        const TrendResult result = made->judged();
        QVERIFY(result.first());
        QCOMPARE(std::string(result.first()->rule), std::string("loss"));
        const TrendCell& cell = made->run->cube().cells()[result.first()->cell];
        QVERIFY2(cell.step >= 19 && cell.step <= 25, std::to_string(cell.step).c_str());
        QCOMPARE(result.first()->count, std::size_t {40} - cell.step);
    }

    /// A fault in a run whose lengths vary is still seen.
    void aFaultAmongOtherShapes()
    {
        const auto made = runOf([&](int rank, int step) {
            Step at;
            at.loss = fallingLoss(rank, step);
            at.length = step % 2 == 0 ? 12 : 16;
            at.activation = step == 22 && rank == 1 ? 20 : 1;
            return at;
        });
        QCOMPARE(made->first(), std::string("peers 22 1 Functional.linear.0.forward"));
    }

    /// What grows from step 10 on by 6 % a step: the first that is executed is named, though that varies more
    /// than what follows, and passes its limit later.
    void whatGrowsIsNamedWhereItBegins()
    {
        StatisticsRun made(4, 20, [](int rank, int step) {
            const double grown = rank == 1 ? std::pow(1.06, std::max(0, step - 9)) : 1;
            const auto near
                = [&](std::size_t row, double by) { return 1 + by * (noiseAt(row, rank, step) - 0.5); };
            return std::optional<std::vector<StatisticsOutput>>({
                {"Functional.embedding.0.forward", {4, 8}, near(0, 0.1)},
                {"Functional.linear.0.forward", {4, 8}, grown * near(1, 0.09)},
                {"Functional.linear.0.backward", {4, 8}, grown * near(2, 0.04)},
            });
        });
        const TrendResult result = made.judged();
        QVERIFY(result.first());
        QCOMPARE(
            made.first().substr(made.first().find(' ', 6) + 1), std::string("1 Functional.linear.0.forward"));
        QVERIFY(result.first()->sentence.text().find("half the usual limit") != std::string::npos);
        QVERIFY(result.first()->count > 5);
    }

    /// A drift carries its history along, and one rank has no peers: by 10 % a step from step 9 on the level,
    /// the median of three steps, is 1.1^12 = 3.14 in step 21, or 1.1^-12 of it.
    void aSlowDrift_data()
    {
        QTest::addColumn<double>("by");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        QTest::newRow("grows") << 1.1 << "Functional.gelu.0.forward"
                               << "drift 21 0 Functional.gelu.0.forward";
        QTest::newRow("fades") << 1 / 1.1 << "Functional.gelu.0.forward"
                               << "drift 21 0 Functional.gelu.0.forward";
        QTest::newRow("less") << 1.03 << "Functional.gelu.0.forward" << QString();
        QTest::newRow("gradients do") << 1.1 << "Functional.gelu.0.backward" << QString();
    }

    void aSlowDrift()
    {
        QFETCH(double, by);
        QFETCH(QString, name);
        QFETCH(QString, expected);
        StatisticsRun made(1, 30, [&](int, int step) {
            // Noise of a tenth at first.
            const double size = step < 8 ? 0.9 + 0.1 * (step % 3) : std::pow(by, std::max(0, step - 8));
            return std::optional<std::vector<StatisticsOutput>>({{name.toStdString(), {8, 32}, size}});
        });
        const TrendResult result = made.judged({"test", {{"drift"}}});
        QCOMPARE(
            result.first() ? QString::fromStdString(made.describe(*result.first())) : QString(), expected);
        QVERIFY(expected.isEmpty() || result.first()->count == 9);
    }

    /// An expert gives few tokens, and others in each step: norms of three tokens or one are noise. The same
    /// growth of many tokens, or of a batch that is always the same, is a drift.
    void fewTokensAreNoise_data()
    {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<bool>("varies");
        QTest::addColumn<bool>("isDrift");
        QTest::newRow("few, another number each") << 2 << true << false;
        QTest::newRow("few, always the same number") << 2 << false << true;
        QTest::newRow("many, another number each") << 1000 << true << true;
    }

    void fewTokensAreNoise()
    {
        QFETCH(int, tokens);
        QFETCH(bool, varies);
        QFETCH(bool, isDrift);
        // Four times what it was in the end.
        StatisticsRun made(1, 24, [&](int, int step) {
            const double size = step < 8 ? 1 : std::min(4.0, std::pow(1.1, step - 8));
            const int now = tokens + (varies ? step % 3 - 1 : 0);
            return std::optional<std::vector<StatisticsOutput>>(
                {{"Module.experts.3.fc2.Linear.forward.0", {now, 32}, size}});
        });
        QCOMPARE(made.judged({"test", {{"drift"}}}).first() != nullptr, isDrift);
    }

    /// Of a batch of zeros on all ranks it is not one rank that is named.
    void allRanksAreNamed()
    {
        const auto made = [](int ranks) {
            return StatisticsRun(4, 12, [=](int rank, int step) {
                auto outputs = outputsOf({}, rank, step);
                if (step == 9 && rank < ranks)
                    outputs.front() = {outputs.front().name, outputs.front().shape, 0, true};
                return std::optional(outputs);
            });
        };
        StatisticsRun all = made(4), one = made(1);
        QVERIFY2(all.sentence().starts_with(
                     "First anomaly: step 9, all ranks, Functional.embedding.0.forward output 0 is zero"),
            all.sentence().c_str());
        QVERIFY2(one.sentence().starts_with(
                     "First anomaly: step 9, rank 0, Functional.embedding.0.forward output 0 is zero"),
            one.sentence().c_str());
        QVERIFY(all.judged().first()->isOnAllRanks && !one.judged().first()->isOnAllRanks);
    }

    /// Numbers that are not the same are shown with digits enough to see it.
    void unlikeReplicasShowTheirDifference()
    {
        StatisticsRun made(4, 12, [](int rank, int step) {
            const double theirs = step == 10 ? 1.5 : 1.5 + 0.1 * noiseAt(0, 0, step);
            const double size = rank == 3 && step == 10 ? std::nextafter(theirs, 2) : theirs;
            return std::optional<std::vector<StatisticsOutput>>(
                {{"Functional.linear.0.forward", {4, 4}, size}});
        });
        QVERIFY2(made.sentence().find("l2norm 6.000000000000001, theirs 6;") != std::string::npos,
            made.sentence().c_str());
    }

    void aRankThatEnds()
    {
        const auto well = [](int rank, int step) {
            Step at;
            at.loss = fallingLoss(rank, step);
            return outputsOf(at, rank, step);
        };
        StatisticsRun ended(2, 20, [&](int rank, int step) {
            return rank == 1 && step >= 13 ? std::nullopt : std::optional(well(rank, step));
        });
        QVERIFY(ended.first().empty());
        QVERIFY2(ended.sentence().find("No anomaly") == 0
                && ended.sentence().find("Rank 1 has nothing from step 13 on, while others go on to step 19.")
                    != std::string::npos,
            ended.sentence().c_str());
        StatisticsRun lacking(2, 20, [&](int rank, int step) {
            return rank == 0 && step == 4 ? std::nullopt : std::optional(well(rank, step));
        });
        QVERIFY2(lacking.sentence().ends_with("Rank 0 has nothing in step 4, which others have."),
            lacking.sentence().c_str());
    }

    void anOperatorThatVanishes()
    {
        const auto made = [](int from, int ranks) {
            return StatisticsRun(3, 20, [=](int rank, int step) {
                auto outputs = outputsOf({}, rank, step);
                outputs.push_back({"Module.norm.LayerNorm.forward.0", {4, 12, 8}, 1});
                if (rank < ranks && step >= from)
                    outputs.pop_back();
                return std::optional(outputs);
            });
        };
        StatisticsRun one = made(12, 1);
        const TrendResult result = one.judged();
        QCOMPARE(result.absences.size(), std::size_t {1});
        QCOMPARE(result.absences.front().steps, std::size_t {8});
        QCOMPARE(absenceText(*one.run, result.absences.front()).text(),
            std::string("Rank 0 has no Module.norm.LayerNorm.forward.0 output 0 from step 12 on, which other "
                        "ranks still have."));
        // All ranks leave it out: the program is another one.
        StatisticsRun all = made(12, 3);
        QVERIFY(all.judged().absences.empty());
        StatisticsRun none = made(20, 1);
        QVERIFY(none.judged().absences.empty());
    }

    void aNumberThatChanges_data()
    {
        QTest::addColumn<double>("changed");
        QTest::addColumn<bool>("isEverywhere");
        QTest::addColumn<QString>("first");
        QTest::newRow("nothing") << 0.002 << false << "";
        QTest::newRow("one rank") << 0.006 << false << "replica 11 2 Tensor.rate.0.forward";
        QTest::newRow("all ranks, far too large") << 0.6 << true << "ratio 11 0 Tensor.rate.0.forward";
    }
    // A rate of learning, which is one number in all steps before.
    void aNumberThatChanges()
    {
        QFETCH(double, changed);
        QFETCH(bool, isEverywhere);
        StatisticsRun run(4, 20, [&](int rank, int step) {
            const bool isOff = step >= 11 && (isEverywhere || rank == 2);
            return std::optional(std::vector<StatisticsOutput> {
                {"Functional.linear.0.forward", {8, 16}, 1 + 0.05 * noiseAt(0, rank, step)},
                {"Tensor.rate.0.forward", {}, isOff ? changed : 0.002}});
        });
        QTEST(QString::fromStdString(run.first()), "first");
    }

    // The mean of values around zero is of either sign and any size below its noise: it has no ratio.
    void meansNearZero()
    {
        StatisticsRun run(2, 20, [](int rank, int step) {
            std::vector<StatisticsOutput> outputs;
            for (std::size_t row = 0; row < 100; ++row) {
                const double noise = noiseAt(row, rank, step) - 0.5;
                outputs.push_back(
                    {"Torch.mean." + std::to_string(row) + ".forward", {}, noise * noise * noise});
            }
            return std::optional(std::move(outputs));
        });
        QCOMPARE(run.sentence(),
            std::string("No anomaly: no rule holds in 4000 tensors of 20 steps and 2 ranks. "
                        "5 of 12 rules could not be applied."));
    }

    // Second moments are small numbers with all their digits, and begin with zero.
    void aMomentThatIsReset()
    {
        StatisticsRun run(1, 12, [](int rank, int step) {
            const bool isZero = step == 0 || step == 8;
            const double size = isZero ? 0 : 3.1415926535e-6 * (1 + 0.05 * noiseAt(0, rank, step));
            return std::optional(
                std::vector<StatisticsOutput> {{"Tensor.moment.0.forward", {24, 8}, size, isZero}});
        });
        QCOMPARE(run.first(), std::string("constant 8 0 Tensor.moment.0.forward"));
    }

    // Two ranks begin with the same weights, and the optimizer of one of them does something else.
    void anOptimizerUnlikeThatOfOtherRanks()
    {
        std::vector<MonitorRun::Row> rows;
        for (const char* scope : {"param_origin", "exp_avg", "param_updated"}) {
            for (int i = 0; i < 8; ++i)
                rows.push_back({"layers." + std::to_string(i) + ".weight", scope});
        }
        MonitorRun run(rows, 2, 6, [](std::size_t row, int rank, int step) {
            const bool isMoment = row / 8 == 1;
            const int updates = step + (row / 8 == 2 ? 1 : 0);
            const double decay = rank == 1 ? 0 : 1e-4 * updates;
            const double size = isMoment ? 0.1 * (1 + noiseAt(row, rank, step))
                                         : (1 + static_cast<double>(row % 8)) * (1 - decay + 1e-3 * updates);
            return std::optional(MonitorFigures {-size, size, size / 100, size * 8, 0});
        });
        QCOMPARE(run.first(), std::string("replica 0 0|1 layers.0.weight"));
        QVERIFY(run.judged().findings.front().sentence.text().find("nearly all tensors of its kind")
            != std::string::npos);
    }

    void rates_data()
    {
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<QString>("first");
        for (const char* const schedule :
            {"constant", "linear warmup", "cosine", "warmup and cosine", "cosine with restarts", "step decay",
                "one cycle", "warmup, stable, decay", "short first phase"})
            QTest::newRow(schedule) << schedule << QString();
        QTest::newRow("three times") << "three times"
                                     << "step-size 24 0 w0";
        QTest::newRow("three times after a warmup") << "three times after a warmup"
                                                    << "step-size 24 0 w0";
        QTest::newRow("three times once") << "three times once"
                                          << "step-size 24 0 w0";
    }
    // Norms, means and extremes of weights go with the rate of learning, each with noise of its own. Where it
    // goes by a schedule no rule holds; where all ranks take three times of it at once, one does.
    void rates()
    {
        QFETCH(QString, schedule);
        constexpr int kAll = 36, kJump = 24;
        constexpr std::size_t kWeights = 12;
        const auto cosine = [](double part) { return (1 + std::cos(std::numbers::pi * part)) / 2; };
        const auto rate = [&](int step) {
            const double warm = std::min(1.0, (step + 1) / 10.0);
            const bool isLate = step >= kJump;
            if (schedule == "linear warmup")
                return warm;
            if (schedule == "cosine")
                return cosine(step / double {kAll});
            if (schedule == "warmup and cosine")
                return step < 10 ? warm : cosine((step - 10) / double {kAll - 10});
            if (schedule == "cosine with restarts")
                return cosine(step % 12 / 12.0);
            if (schedule == "step decay")
                return step < 18 ? 1 : 0.1;
            if (schedule == "one cycle")
                return step < 12 ? 0.04 + 0.96 * (1 - cosine(step / 12.0)) : cosine((step - 12) / 24.0);
            if (schedule == "warmup, stable, decay")
                return warm * (step < 28 ? 1 : (kAll - step) / 8.0);
            if (schedule == "short first phase")
                return step < 5 ? 1 / 3.0 : 1;
            if (schedule == "three times")
                return isLate ? 3.0 : 1;
            if (schedule == "three times after a warmup")
                return warm * (isLate ? 3 : 1);
            if (schedule == "three times once")
                return step == kJump ? 3.0 : 1;
            return 1.0;
        };
        std::vector<MonitorRun::Row> rows;
        for (std::size_t row = 0; row < kWeights; ++row)
            rows.push_back({"w" + std::to_string(row), "param_updated"});
        MonitorRun run(rows, 2, kAll, [&](std::size_t row, int, int step) {
            MonitorFigures figures {-0.2, 0.2, 0.001, 8, 0};
            for (int i = 0; i <= step; ++i) {
                const auto noise = [&](std::size_t of) { return noiseAt(40 * of + row, 0, i); };
                figures.norm += 1e-3 * rate(i) * (noise(1) + noise(2) - 0.8);
                figures.mean += 1e-4 * rate(i) * (noise(3) - 0.5);
                figures.max += 1e-3 * rate(i) * (0.3 + 0.7 * noise(4));
                figures.min -= 1e-3 * rate(i) * (0.3 + 0.7 * noise(5));
            }
            return std::optional(figures);
        });
        QTEST(QString::fromStdString(run.first()), "first");
        if (const TrendResult result = run.judged(); result.first()) {
            QVERIFY(result.first()->isOnAllRanks);
            const std::string said = result.first()->sentence.text();
            QVERIFY2(said.starts_with("is one of 12 weights that change "), said.c_str());
            QVERIFY2(result.first()->value > 2 && result.first()->value < 4.5, said.c_str());
            QCOMPARE(result.first()->count, std::size_t(schedule == "three times once" ? 1 : kAll - kJump));
        }
    }

    // Steps that were recorded farther apart hold several updates.
    void updatesBetweenRecordedSteps()
    {
        std::vector<MonitorRun::Row> rows;
        for (std::size_t row = 0; row < 8; ++row)
            rows.push_back({"w" + std::to_string(row), "param_updated"});
        MonitorRun run(rows, 1, 40, [](std::size_t row, int, int step) -> std::optional<MonitorFigures> {
            if (step > 14 && step % 5 != 0)
                return std::nullopt;
            MonitorFigures figures {-0.2, 0.2, 0.001, 8, 0};
            for (int i = 0; i <= step; ++i) {
                figures.norm += 1e-3 * (0.5 + noiseAt(row, 0, i));
                figures.max += 1e-3 * (0.5 + noiseAt(20 + row, 0, i));
            }
            return figures;
        });
        QCOMPARE(run.first(), std::string());
    }

    void checkpoints_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("first");
        QTest::newRow("step_100/model.safetensors") << "step_%1/model.safetensors"
                                                    << "non-finite 300";
        QTest::newRow("checkpoint-100") << "checkpoint-%1/model.safetensors"
                                        << "non-finite 300";
        QTest::newRow("global_step100") << "global_step%1/model.safetensors"
                                        << "non-finite 300";
        QTest::newRow("model_step100.safetensors") << "model_step%1.safetensors"
                                                   << "non-finite 300";
        QTest::newRow("epoch=1-step=100") << "epoch=1-step=%1.safetensors"
                                          << "non-finite 300";
        QTest::newRow("no word of a step") << "part %1 of/model.safetensors"
                                           << "";
        QTest::newRow("a number alone") << "full_%1.safetensors"
                                        << "";
    }
    // A program of training saves its weights step by step. What says no step is never called a run in which
    // all is well.
    void checkpoints()
    {
        QFETCH(QString, name);
        QFETCH(QString, first);
        TemporaryFolder folder;
        for (int step = 0; step <= 400; step += 100) {
            const bool isOff = !first.isEmpty() && step >= 300;
            const Weights weights {
                {"h.weight", {{2}, {1.0F + static_cast<float>(step) * 1e-3F, isOff ? NAN : 2.0F}}}};
            QVERIFY(writeFile(folder.at(name.arg(step).toStdString()), safetensorsFile(weights)));
        }
        OwnedTask task;
        const auto index = openDump(folder.path(), builtinFormats(), {}, task).value();
        const auto run = openTrendRun(index, {}, task).value();
        const TrendResult result = applyTrendRules(*run, usualTrendRules(), task).value();
        const std::string sentence = trendSentence(*run, result).text();
        QCOMPARE(result.first() != nullptr, !first.isEmpty());
        QVERIFY2(sentence.find("No anomaly") == std::string::npos, sentence.c_str());
        QCOMPARE(result.isPartial(), first.isEmpty());
        if (const TrendFinding* const found = result.first())
            QCOMPARE(QString("%1 %2")
                         .arg(found->rule.data())
                         .arg(*run->cube().steps()[run->cube().cells()[found->cell].step]),
                first);
    }

    void aLocalLine()
    {
        // Exact on a line, whatever a single value does.
        std::array<double, 12> values {};
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = 2 + 0.5 * static_cast<double>(i);
        QVERIFY(std::abs(localCourse(values).expected - 8) < 1e-12);
        QCOMPARE(localCourse(values).deviation, 0.02);
        values[4] += 100;
        QVERIFY(std::abs(localCourse(values).expected - 8) < 1e-12);
        QVERIFY(std::abs(localCourse(values).farthest - 100) < 1e-12);
        // A fall is not expected to go on: the median of the latest five, 2 + 0.5 · 9 downwards.
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = -2 - 0.5 * static_cast<double>(i);
        QVERIFY(std::abs(localCourse(values).expected + 6.5) < 1e-12);
    }
};

QTEST_GUILESS_MAIN(TestTrendData)
#include "tst_trend_data.moc"
