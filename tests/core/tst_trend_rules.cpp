// SPDX-License-Identifier: GPL-3.0-or-later
// Each rule on a run that was made for it: where it must hold is known, and that no rule holds without it.
#include "trend/trend_result.h"

#include "model/dump_folder.h"
#include "monitor_run.h"
#include "readers/format_registry.h"
#include "trend/trend_report.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr int kRanks = 4, kSteps = 20;

enum Row : std::size_t { Embed, Mask, Output, Loss, Gradient, Reduced, Weight };
const std::vector<MonitorRun::Row> kRows {{"embed.output.0", "forward"}, {"mask.output.0", "forward"},
    {"layers.0.output.0", "forward"}, {"loss.output.0", "forward"}, {"layers.0.grad_output.0", "backward"},
    {"layers.0.weight", "reduced"}, {"layers.0.weight", "param_origin"}};

/// A training in which all is well: activations vary by a tenth from step to step and rank to rank, what
/// ranks share is the same on all of them, and a mask holds -Inf from the start.
MonitorFigures well(std::size_t row, int rank, int step)
{
    const bool isShared = row == Reduced || row == Weight;
    const double noise = noiseAt(row, isShared ? 0 : rank, step);
    MonitorFigures figures {-2 - noise, 2 + noise, 0.01 * noise, 10 * (1 + 0.1 * noise), 0};
    if (row == Weight)
        figures.norm = 30 + 0.01 * step + 0.001 * noise;
    if (row == Loss)
        figures = {3 - 0.02 * step + 0.1 * noise, 3 - 0.02 * step + 0.1 * noise,
            3 - 0.02 * step + 0.1 * noise, 3 - 0.02 * step + 0.1 * noise, 0};
    if (row == Mask)
        figures = {-kInf, 0, -kInf, kInf, 0};
    return figures;
}

using Change = std::function<void(MonitorFigures& figures, std::size_t row, int rank, int step)>;

std::unique_ptr<MonitorRun> runWith(const Change& change, int ranks = kRanks, int steps = kSteps)
{
    return std::make_unique<MonitorRun>(kRows, ranks, steps, [&](std::size_t row, int rank, int step) {
        MonitorFigures figures = well(row, rank, step);
        change(figures, row, rank, step);
        return std::optional(figures);
    });
}

/// The sentence on two ranks of three steps whose six weights have checksums alone, as dump.json of msprobe
/// has them; one of rank 1 in the last step is `other`.
std::string sentenceOfChecksums(const std::string& other)
{
    TemporaryFolder folder;
    for (int step = 0; step < 3; ++step) {
        for (int rank = 0; rank < 2; ++rank) {
            std::string weights;
            for (int i = 0; i < 6; ++i)
                weights += (i > 0 ? ",'w" : "'w") + std::to_string(i)
                    + "':{'type':'torch.Tensor','dtype':'torch.float32','shape':[4],'md5':'"
                    + (i == 3 && rank == 1 && step == 2 ? other : "0a" + std::to_string(10 * step + i))
                    + "'}";
            std::string text
                = "{'task':'statistics','level':'L0','framework':'pytorch','dump_data_dir':null,'data':{"
                  "'Module.m.M.forward.0':{'input_args':[],'input_kwargs':{},'parameters':{"
                + weights + "},'output':[]}}}";
            std::ranges::replace(text, '\'', '"');
            writeFile(
                folder.at("step" + std::to_string(step) + "/rank" + std::to_string(rank) + "/dump.json"),
                text);
        }
    }
    OwnedTask task;
    const auto index = openDump(folder.path(), builtinFormats(), {}, task).value();
    const auto run = openTrendRun(index, {.readsValues = false}, task).value();
    return trendSentence(*run, applyTrendRules(*run, usualTrendRules(), task).value()).text();
}

} // namespace

class TestTrendRules : public QObject {
    Q_OBJECT

private slots:
    /// Version 1 of the monitor writes nan for NaN and for what it did not compute.
    void silentRows()
    {
        TemporaryFolder folder;
        std::string text = "vpp_stage,name,step,micro_step,norm,min,max,mean\n";
        for (int step = 0; step < kSteps; ++step) {
            const std::string number = std::to_string(step);
            const std::string some = ",1.0" + number + ",-1,1,0.1\n", none = ",nan,nan,nan,nan\n";
            text += "0,a.output," + number + ",0" + some;
            text += "0,b.output," + number + ",0" + (step < 6 ? some : none);
            text += "0,late.output," + number + ",0" + (step < 2 ? none : some);
        }
        writeFile(folder.at("Nov23_08-00-00-rank0-h/actv_0-19.csv"), text);
        OwnedTask task;
        const auto index = openDump(folder.path(), builtinFormats(), {}, task).value();
        QCOMPARE(index->problems().size(), std::size_t {1});
        QCOMPARE(index->problems().front().severity, Severity::Warning);
        const auto run = openTrendRun(index, {}, task).value();
        const TrendResult result = applyTrendRules(*run, usualTrendRules(), task).value();
        QCOMPARE(result.findings.size(), std::size_t {1});
        const TrendFinding& finding = result.findings.front();
        const TrendCell& cell = run->cube().cells()[finding.cell];
        QCOMPARE(std::string(finding.rule), std::string("non-finite"));
        QCOMPARE(run->cube().rows()[cell.row].opName, std::string("b"));
        QCOMPARE(run->cube().steps()[cell.step].value_or(-1), std::int64_t {6});
        QCOMPARE(finding.count, std::size_t {kSteps - 6});
    }

    /// Where version 1 of the monitor counts NaN, its `nan` is no riddle.
    void countedNans()
    {
        TemporaryFolder folder;
        std::string text = "vpp_stage,name,step,micro_step,norm,min,max,mean,nans\n";
        for (int step = 0; step < kSteps; ++step) {
            const std::string number = std::to_string(step);
            const std::string some = ",1.0" + number + ",-1,1,0.1,0\n";
            text += "0,a.output," + number + ",0"
                + (step < 12         ? some
                        : step == 12 ? ",nan,nan,nan,nan,1\n"
                                     : ",nan,nan,nan,nan,4096\n");
            text += "0,idle.output," + number + ",0" + (step < 12 ? some : ",nan,nan,nan,nan,0\n");
        }
        writeFile(folder.at("Nov23_08-00-00-rank0-h/actv_0-19.csv"), text);
        OwnedTask task;
        const auto index = openDump(folder.path(), builtinFormats(), {}, task).value();
        const auto run = openTrendRun(index, {}, task).value();
        const TrendResult result = applyTrendRules(*run, usualTrendRules(), task).value();
        QCOMPARE(result.findings.size(), std::size_t {1});
        const TrendFinding& finding = result.findings.front();
        QCOMPARE(run->cube().rows()[run->cube().cells()[finding.cell].row].opName, std::string("a"));
        QCOMPARE(finding.sentence.text(), std::string("holds 1 NaN"));
        QCOMPARE(finding.count, std::size_t {kSteps - 12});
    }

    /// Attention under a causal mask, in bfloat16: the norms that two ranks of a run had, with other data
    /// each. They were the same in nine steps, as they hardly leave one unit.
    void equalByChance()
    {
        constexpr std::array<std::array<double, 2>, 13> kNorms {
            {{10.6875, 10.6875}, {10.6875, 10.6875}, {10.6875, 10.6875}, {10.6875, 10.6875},
                {10.6875, 10.6875}, {10.6875, 10.6875}, {10.75, 10.75}, {10.75, 10.75}, {10.75, 10.75},
                {10.8125, 10.75}, {10.75, 10.75}, {10.8125, 10.875}, {10.875, 10.8125}}};
        const std::vector<MonitorRun::Row> rows {
            {"softmax.output.0", "forward"}, {"shared.output.0", "forward"}};
        for (const bool isOff : {false, true}) {
            MonitorRun made(rows, 2, 13, [&](std::size_t row, int rank, int step) {
                const auto now = static_cast<std::size_t>(step), place = static_cast<std::size_t>(rank);
                MonitorFigures figures {0, 1, 0.0625, kNorms[now][place], 0};
                if (row == 1) // replicas, and one that is off in the end
                    figures.norm = std::round(1e6 * (10 + noiseAt(row, 0, step))) / 1e6
                        + (isOff && rank == 1 && step == 10 ? 1e-6 : 0);
                return std::optional(figures);
            });
            QCOMPARE(made.first(), std::string(isOff ? "replica 10 0|1 shared.output.0" : ""));
        }
    }

    /// The scalar that a loss function gives is the loss where nothing is called so.
    void computedLoss_data()
    {
        QTest::addColumn<QString>("op");
        QTest::addColumn<QString>("shape");
        QTest::addColumn<bool>("isLoss");
        QTest::newRow("cross_entropy") << "Functional.cross_entropy.0.forward"
                                       << "[]" << true;
        QTest::newRow("kl_div") << "Functional.kl_div.0.forward"
                                << "[1]" << true;
        QTest::newRow("by its name") << "Functional.mse_loss.0.forward"
                                     << "[]" << true;
        QTest::newRow("module") << "Module.criterion.CrossEntropyLoss.forward.0"
                                << "[]" << true;
        QTest::newRow("of each row") << "Functional.cross_entropy.0.forward"
                                     << "[8]" << false;
        QTest::newRow("gradient") << "Functional.cross_entropy.0.backward"
                                  << "[]" << false;
        QTest::newRow("another function") << "Functional.linear.0.forward"
                                          << "[]" << false;
    }
    void computedLoss()
    {
        QFETCH(QString, op);
        QFETCH(QString, shape);
        QFETCH(bool, isLoss);
        constexpr int kSpike = 12;
        for (const bool spikes : {false, true}) {
            TemporaryFolder folder;
            for (int step = 0; step < kSteps; ++step) {
                const double loss
                    = (3 - 0.02 * step + 0.1 * noiseAt(0, 0, step)) * (spikes && step == kSpike ? 5 : 1);
                const QString number = QString::number(loss);
                const QString text
                    = QString("{'task':'statistics','level':'mix','framework':'pytorch','data':{'%1':"
                              "{'input_args':[],'input_kwargs':{},'output':[{'type':'torch.Tensor',"
                              "'dtype':'torch.float32','shape':%2,'Max':%3,'Min':%3,'Mean':%3,"
                              "'Norm':%3}]}}}")
                          .arg(op, shape, number)
                          .replace('\'', '"');
                writeFile(folder.at("step" + std::to_string(step) + "/rank0/dump.json"), text.toStdString());
            }
            OwnedTask task;
            const auto run
                = openTrendRun(openDump(folder.path(), builtinFormats(), {}, task).value(), {}, task).value();
            const TrendResult result = applyTrendRules(*run, usualTrendRules(), task).value();
            const bool isApplied = std::ranges::none_of(
                result.unable, [](const TrendResult::Unable& one) { return one.rule == "loss"; });
            QCOMPARE(isApplied, isLoss);
            const auto found
                = std::ranges::find(result.findings, std::string_view("loss"), &TrendFinding::rule);
            QCOMPARE(found != result.findings.end(), isLoss && spikes);
            // A loss has a rule of its own; what is none is judged as any tensor.
            const auto ofItsHistory
                = std::ranges::find(result.findings, std::string_view("deviation"), &TrendFinding::rule);
            QCOMPARE(ofItsHistory != result.findings.end(), !isLoss && spikes);
            if (isLoss && spikes)
                QCOMPARE(run->cube().steps()[run->cube().cells()[found->cell].step].value_or(-1),
                    std::int64_t {kSpike});
        }
    }

    void nothingHoldsWhereAllIsWell()
    {
        const auto made = runWith([](MonitorFigures&, std::size_t, int, int) {});
        const TrendResult result = made->judged();
        QCOMPARE(made->first(), std::string());
        QVERIFY(trendSentence(*made->run, result).text().starts_with("No anomaly"));
        QCOMPARE(result.unmeasured, std::size_t {0});
        // What was not looked for is said at once.
        TrendResult half = result;
        half.applied = 5;
        half.unable = {{"peers", phrase("one rank")}, {"drift", phrase("two steps")}};
        QVERIFY(trendSentence(*made->run, half).text().ends_with("2 of 7 rules could not be applied."));
    }

    void firstAnomaly_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<int>("rank");
        QTest::addColumn<int>("step");
        QTest::addColumn<QString>("how");
        QTest::addColumn<QString>("expected");
        QTest::newRow("NaN") << int(Output) << 2 << 7 << "nan"
                             << "non-finite 7 2 layers.0.output.0";
        QTest::newRow("infinity") << int(Gradient) << 0 << 0 << "inf"
                                  << "non-finite 0 0 layers.0.grad_output.0";
        QTest::newRow("zero") << int(Output) << 1 << 9 << "zero"
                              << "constant 9 1 layers.0.output.0";
        QTest::newRow("one rank is off") << int(Weight) << 3 << 5 << "last digit"
                                         << "replica 5 3 layers.0.weight";
        QTest::newRow("a reduced gradient") << int(Reduced) << 1 << 3 << "last digit"
                                            << "replica 3 1 layers.0.weight";
        QTest::newRow("magnitude") << int(Embed) << 0 << 12 << "times 5"
                                   << "peers 12 0 embed.output.0";
        QTest::newRow("loss") << int(Loss) << 0 << 10 << "times 5"
                              << "loss 10 0 loss.output.0";
    }

    void firstAnomaly()
    {
        QFETCH(int, row);
        QFETCH(int, rank);
        QFETCH(int, step);
        QFETCH(QString, how);
        QFETCH(QString, expected);
        const auto made = runWith([&](MonitorFigures& figures, std::size_t r, int k, int s) {
            if (static_cast<int>(r) != row || k != rank || s < step)
                return;
            if (how == "nan")
                figures = {kNaN, kNaN, kNaN, kNaN, 12};
            else if (how == "inf")
                figures.max = figures.norm = figures.mean = kInf;
            else if (how == "zero")
                figures = {0, 0, 0, 0, 0};
            else if (how == "last digit")
                figures.norm = std::nextafter(figures.norm, kInf);
            else
                figures = {figures.min * 5, figures.max * 5, figures.mean * 5, figures.norm * 5, 0};
        });
        QCOMPARE(QString::fromStdString(made->first()), expected);
    }

    void whatFollowsStandsBehind()
    {
        // NaN of rank 1 goes through the reduced gradient to all ranks, and into the next step.
        const auto made = runWith([](MonitorFigures& figures, std::size_t row, int rank, int step) {
            const bool isOwn = step == 6 && rank == 1 && (row == Output || row == Loss || row == Gradient);
            if (isOwn || (step == 6 && row == Reduced) || (step > 6 && row != Mask))
                figures = {kNaN, kNaN, kNaN, kNaN, 3};
        });
        const TrendResult result = made->judged();
        QCOMPARE(made->describe(*result.first()), std::string("non-finite 6 1 layers.0.output.0"));
        QCOMPARE(result.first()->count, std::size_t {14});
        QVERIFY(result.findings.size() > 10);
    }

    void aFaultThatStaysIsCounted_data()
    {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<int>("row");
        QTest::addColumn<int>("rank"); // -1: all
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<double>("times");
        for (const int to : {kSteps - 1, 16}) {
            const auto name
                = [to](const char* rule) { return std::string(rule) + " to " + std::to_string(to); };
            QTest::newRow(name("deviation").c_str()) << "deviation" << int(Gradient) << -1 << 12 << to << 8.0;
            QTest::newRow(name("ratio").c_str()) << "ratio" << int(Gradient) << -1 << 4 << to << 100.0;
            QTest::newRow(name("replica").c_str()) << "replica" << int(Weight) << 3 << 5 << to << 1.0001;
            QTest::newRow(name("peers").c_str()) << "peers" << int(Embed) << 0 << 12 << to << 5.0;
            QTest::newRow(name("update").c_str()) << "update" << int(Weight) << -1 << 8 << to << 1.3;
            QTest::newRow(name("loss").c_str()) << "loss" << int(Loss) << -1 << 10 << to << 5.0;
        }
    }

    void aFaultThatStaysIsCounted()
    {
        QFETCH(QString, rule);
        QFETCH(int, row);
        QFETCH(int, rank);
        QFETCH(int, from);
        QFETCH(int, to);
        QFETCH(double, times);
        const auto made = runWith([&](MonitorFigures& figures, std::size_t r, int k, int s) {
            if (static_cast<int>(r) == row && (rank < 0 || k == rank) && s >= from && s <= to)
                figures.norm *= times;
        });
        const TrendResult result = made->judged({"test", {{rule.toStdString()}}});
        QVERIFY(result.first());
        const TrendFinding& first = *result.first();
        const TrendCube& cube = made->run->cube();
        QCOMPARE(cube.steps()[cube.cells()[first.cell].step].value(), std::int64_t {from});
        QCOMPARE(first.count, static_cast<std::size_t>(to - from + 1));
        QCOMPARE(cube.steps()[cube.cells()[first.last].step].value(), std::int64_t {to});
        const std::string says = lastingText(*made->run, first).text();
        const std::string steps = std::to_string(to - from + 1), last = "step " + std::to_string(to);
        QCOMPARE(says,
            to == kSteps - 1 ? "Seen in " + steps + " steps, up to the last one, " + last + "."
                             : "Seen in " + steps + " steps, the last of them " + last + ".");
    }

    void aSlowGrowthIsCounted()
    {
        // Five times as large at the end; the history of later steps grows along.
        const auto made = runWith(
            [](MonitorFigures& figures, std::size_t row, int, int step) {
                if (row == Gradient && step > 9)
                    figures.norm *= 1 + 4.0 * (step - 9) / 20;
            },
            2, 30);
        const TrendResult result = made->judged({"test", {{"deviation"}}});
        QVERIFY(result.first());
        const TrendCell& first = made->run->cube().cells()[result.first()->cell];
        QCOMPARE(result.first()->count, std::size_t {30} - first.step);
    }

    void ranksWithoutMajorityThatStayApart()
    {
        const auto made = runWith(
            [](MonitorFigures& figures, std::size_t row, int rank, int step) {
                if (row == Weight && rank == 0 && step >= 5 && step <= 7)
                    figures.mean += 1e-9;
            },
            2, 12);
        const TrendResult result = made->judged({"test", {{"replica"}}});
        QVERIFY(result.first());
        QCOMPARE(result.first()->count, std::size_t {3});
    }

    void theMedianNamesItsSteps()
    {
        // The last four steps before count for nothing: there are ten others.
        const auto made = runWith([](MonitorFigures& figures, std::size_t row, int, int step) {
            if (row == Gradient && step == 14)
                figures.norm *= 8;
        });
        const TrendResult result = made->judged({"test", {{"deviation"}}});
        QVERIFY(result.first());
        QVERIFY2(result.first()->sentence.text().find("of steps 0 to 9 ") != std::string::npos,
            result.first()->sentence.text().c_str());
    }

    /// Replicas are judged without a statistic.
    void checksumsOfReplicas()
    {
        QCOMPARE(sentenceOfChecksums("0a23"),
            std::string(
                "Replicas alone were judged: by their checksums no rank differs from the others in 36 "
                "tensors. No statistics of 36 tensors are known, so that no other rule could hold."));
        const std::string differs = sentenceOfChecksums("ff");
        QVERIFY2(differs.starts_with("First anomaly: step 2"), differs.c_str());
    }

    void whatIsNotJudgedIsNoCleanRun()
    {
        const auto made = runWith([](MonitorFigures&, std::size_t, int, int) {}, 2, 3);
        const TrendResult result = made->judged({"test", {{"deviation"}}});
        QVERIFY(!result.isJudged());
        QVERIFY(trendSentence(*made->run, result).text().starts_with("Nothing was judged"));
        const TrendResult usual = made->judged();
        QVERIFY(usual.isJudged());
        // The monitor counts no zeros and knows no types.
        for (const std::string_view rule : {"zero-share", "saturation"})
            QVERIFY(std::ranges::find(usual.unable, rule, &TrendResult::Unable::rule) != usual.unable.end());

        const auto none = openTrendRun(made->index, {.filter = "op_name:nosuch"}, made->task);
        QVERIFY(none);
        const TrendResult empty = applyTrendRules(**none, usualTrendRules(), made->task).value();
        QVERIFY(!empty.isJudged());
        QCOMPARE(
            trendSentence(**none, empty).text(), std::string("Nothing was judged: no tensor is selected."));
        QCOMPARE(empty.unable.size(), usualTrendRules().rules.size());
        for (const TrendResult::Unable& unable : empty.unable)
            QCOMPARE(unable.reason.text(), std::string("no tensor is selected"));
    }

    /// Of tensors that need not agree a checksum is too little; a rule that cannot see anything says so.
    void checksumsAloneShowNoReplicas()
    {
        TemporaryFolder folder;
        OwnedTask task;
        for (const std::string rank : {"0", "1"}) {
            std::string json = "{'task':'statistics','level':'L1','framework':'pytorch','dump_data_dir':null,"
                               "'data':{'Torch.mul.0.forward':{'input_args':[],'input_kwargs':{},'output':["
                               "{'type':'torch.Tensor','dtype':'torch.float32','shape':[8],'md5':'aa"
                + rank + "'}]}}}";
            std::ranges::replace(json, '\'', '"');
            QVERIFY(writeFile(folder.at("step0/rank" + rank + "/dump.json"), json));
        }
        const auto run = openTrendRun(
            openDump(folder.path(), builtinFormats(), {}, task).value(), {.readsValues = false}, task);
        QVERIFY(run);
        const TrendResult result = applyTrendRules(**run, {"test", {{"replica"}}}, task).value();
        QCOMPARE(result.unable.size(), std::size_t {1});
        QCOMPARE(result.unable.front().reason.text(),
            std::string("checksums alone are recorded, and of no weight"));
    }

    void namesArePrintable()
    {
        const TrendRow row {{}, "a\nb", "forward", "output", 0, 1};
        QCOMPARE(row.text(), std::string("a%0Ab (forward) output 0 #1"));
    }

    void aSteadyMagnitudeLeavesItsHistory()
    {
        // All ranks at once: no rank is unlike the others.
        const auto made = runWith([](MonitorFigures& figures, std::size_t row, int, int step) {
            if (row == Gradient && step == 15)
                figures.norm *= 8;
        });
        QCOMPARE(made->first(), std::string("deviation 15 0 layers.0.grad_output.0"));
        // The threshold decides.
        TrendRuleSet rules {"test", {{"deviation", {{"deviations", 1000}}}}};
        QCOMPARE(made->first(rules), std::string());
    }

    void jumpsNeedNoHistory()
    {
        const auto made = runWith(
            [](MonitorFigures& figures, std::size_t row, int, int step) {
                if (row == Gradient && step == 2)
                    figures.norm *= 100;
            },
            2, 3);
        const TrendResult result = made->judged();
        QCOMPARE(made->first(), std::string("ratio 2 0 layers.0.grad_output.0"));
        const auto unable
            = std::ranges::find(result.unable, std::string_view("deviation"), &TrendResult::Unable::rule);
        QVERIFY(unable != result.unable.end());
        QVERIFY(unable->reason.text().find("6 steps") != std::string::npos);
    }

    void aWeightMovesTooFar()
    {
        const auto made = runWith([](MonitorFigures& figures, std::size_t row, int, int step) {
            if (row == Weight && step >= 8)
                figures.norm *= 1.3;
        });
        QCOMPARE(made->first(), std::string("update 8 0 layers.0.weight"));
    }

    void filesOfNumbersWithFewDecimalsAreQuiet()
    {
        // A moment that the file rounds to 0.000001, 0.000002 …
        const auto made = runWith([](MonitorFigures& figures, std::size_t row, int, int step) {
            if (row == Gradient)
                figures.norm = figures.max = 1e-6 * (1 + step % 3), figures.min = 0;
        });
        QCOMPARE(made->first(), std::string());
    }

    void twoRanksWithoutMajority()
    {
        const auto made = runWith(
            [](MonitorFigures& figures, std::size_t row, int rank, int step) {
                if (row == Weight && rank == 1 && step >= 5)
                    figures.mean += 1e-9; // magnitudes tell nothing
            },
            2);
        QCOMPARE(made->first(), std::string("replica 5 0|1 layers.0.weight"));
        const auto moved = runWith(
            [](MonitorFigures& figures, std::size_t row, int rank, int step) {
                if (row == Weight && rank == 1 && step >= 5)
                    figures.norm += 0.5;
            },
            2);
        QCOMPARE(moved->first(), std::string("replica 5 1 layers.0.weight"));
    }

    void aRuleIsRestrictedByItsFilter()
    {
        const auto made = runWith([](MonitorFigures& figures, std::size_t row, int, int step) {
            if ((row == Output && step == 3) || (row == Gradient && step == 5))
                figures = {kNaN, kNaN, kNaN, kNaN, 1};
        });
        TrendRuleSet rules {"test", {{"non-finite", {}, "op_type:backward"}}};
        QCOMPARE(made->first(rules), std::string("non-finite 5 0 layers.0.grad_output.0"));
        rules.rules.front().when = "step>=4";
        QCOMPARE(made->first(rules), std::string("non-finite 5 0 layers.0.grad_output.0"));
        rules.rules.front().when = "nonsense>3";
        OwnedTask task;
        QCOMPARE(applyTrendRules(*made->run, rules, task).error().code, Code::Usage);
        const auto file = parseTrendRules(
            "{\"version\":1,\"rules\":[\n  {\"rule\":\"ratio\",\"when\":\"nonsense>3\"}]}", "rules.json");
        QVERIFY(file);
        const auto wrong = applyTrendRules(*made->run, *file, task);
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().place.text(), std::string("rules.json:2:26"));
    }

    void rulesFile()
    {
        const auto set = parseTrendRules(
            R"({"version":1,"base":"usual","rules":[{"rule":"deviation","deviations":12,"when":"rank:0"},{"rule":"ratio","off":true}]})",
            "test");
        QVERIFY(set);
        QCOMPARE(std::ranges::count(set->rules, std::string("deviation"), &TrendRuleSetting::rule),
            std::ptrdiff_t {1});
        QCOMPARE(std::ranges::count(set->rules, std::string("ratio"), &TrendRuleSetting::rule),
            std::ptrdiff_t {0});
        QCOMPARE(set->rules.size(), usualTrendRules().rules.size() - 1);
        const auto again = parseTrendRules(trendRulesJson(*set), "test");
        QVERIFY(again);
        QVERIFY(again->rules == set->rules);
    }

    void wrongRulesFile_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("no object") << "[]"
                                   << "is an object";
        QTest::newRow("version") << R"({"version":2,"rules":[]})"
                                 << "\"version\" must be 1";
        QTest::newRow("rule") << R"({"version":1,"rules":[{"rule":"deviatoin"}]})"
                              << "rules[0].rule must be one of";
        QTest::newRow("parameter") << R"({"version":1,"rules":[{"rule":"deviation","k":3}]})"
                                   << "has no \"k\"";
        QTest::newRow("range") << R"({"version":1,"rules":[{"rule":"deviation","deviations":-3}]})"
                               << "from 1 to";
        QTest::newRow("NaN") << R"({"version":1,"rules":[{"rule":"deviation","deviations":NaN}]})"
                             << "from 1 to";
        QTest::newRow("when") << R"({"version":1,"rules":[{"rule":"deviation","when":3}]})"
                              << "filter expression";
        QTest::newRow("key") << R"({"version":1,"rule":[]})"
                             << "no key \"rule\"";
        QTest::newRow("empty") << R"({"version":1,"rules":[]})"
                               << "no rule is left";
        QTest::newRow("base") << R"({"version":1,"base":"strict","rules":[]})"
                              << "must be \"usual\"";
    }

    void wrongRulesFile()
    {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const auto set = parseTrendRules(text.toStdString(), "test");
        QVERIFY(!set);
        QVERIFY2(QString::fromStdString(set.error().message.text()).contains(says),
            set.error().message.text().c_str());
        QVERIFY(set.error().place.row.has_value());
    }

    void pageIsWritten()
    {
        const auto made = runWith([](MonitorFigures& figures, std::size_t row, int rank, int step) {
            if (row == Output && rank == 2 && step >= 7)
                figures = {kNaN, kNaN, kNaN, kNaN, 12};
        });
        const std::string path = made->folder.at("report.html");
        QVERIFY(writeTrendPage(path, *made->run, usualTrendRules(), made->judged(), made->task));
        const std::string page = readFile(path);
        QVERIFY(page.find("First anomaly: step 7, rank 2, layers.0.output.0 (forward) holds 12 NaN.")
            != std::string::npos);
        QVERIFY(page.find("<svg") != std::string::npos);
        QVERIFY(page.ends_with("</html>\n"));
    }
};

QTEST_GUILESS_MAIN(TestTrendRules)
#include "tst_trend_rules.moc"
