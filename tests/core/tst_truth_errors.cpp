// SPDX-License-Identifier: GPL-3.0-or-later
// Expected errors: by hand, of vectors with whole numbers for norms.
#include "compare/truth_errors.h"

#include "compare/conclusion/explanation.h"
#include "compared_folders.h"
#include "metrics/metric_registry.h"
#include "model/dump_folder.h"
#include "msprobe_dump_writer.h"

#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

/// neg, exp and sin of one tensor, which the runs give with different outputs; truth lacks `sin`.
struct ThreeRuns {
    TemporaryFolder folder;
    OwnedTask task;
    ComparisonSide target, golden, truth;
    ComparisonOptions options;

    ThreeRuns()
    {
        const DumpedTensor x {{2}, {1, 2}};
        const auto write = [&](const std::string& name, std::vector<DumpedTensor> outputs) {
            std::vector<DumpedOperator> operators {
                {"Torch.neg.0.forward", {x}, outputs[0]}, {"Torch.exp.0.forward", {x}, outputs[1]}};
            if (outputs.size() > 2)
                operators.push_back({"Torch.sin.0.forward", {x}, outputs[2]});
            MsprobeDumpWriter::write(folder.path() + '/' + name, operators);
            return ComparisonSide {
                openDump(folder.path() + '/' + name, builtinFormats(), {}, task).value(), {}};
        };
        // Of [3, 4], whose norm is 5: the target is off by 3 in one element, golden by 1.
        target = write("target", {{{2}, {6, 4}}, {{2}, {3, 4}}, {{2}, {1, 1}}});
        golden = write("golden", {{{2}, {3, 5}}, {{2}, {3, 6}}, {{2}, {1, 1}}});
        truth = write("truth", {{{2}, {3, 4}}, {{2}, {3, 4}}});
        const auto registry = builtinMetrics();
        options.measure.profile = registry->findProfile("dumpscope");
        options.limits = presetLimits("precision").value();
        options.measure.metrics = std::make_shared<const MetricSelection>(
            defaultMetrics(*registry, "dumpscope", options.limits.metrics()));
    }
};

} // namespace

class TruthErrorsTest : public QObject {
    Q_OBJECT

private slots:
    void whoIsFartherIsSaid()
    {
        ThreeRuns runs;
        const auto compared = compareSides(runs.target, runs.golden, runs.options, {}, runs.task);
        QVERIFY(compared);
        const auto truth = measureTruth(*compared, runs.truth, runs.options, runs.task);
        QVERIFY(truth);
        // Two inputs and two outputs; those of sin have no partner.
        QCOMPARE(truth->rows.size(), 4U);
        QCOMPARE(truth->unpaired, 2U);
        QCOMPARE(truth->targetFarther, 1U);
        QCOMPARE(truth->goldenFarther, 1U);
        const TruthRow* const worst = truth->worst();
        QVERIFY(worst != nullptr);
        QCOMPARE(worst->farther, Farther::Target);
        QCOMPARE(*worst->target.relativeL2, 0.6);
        QCOMPARE(*worst->golden.relativeL2, 0.2);
        QCOMPARE(*worst->ratio(), 3.0);
        QCOMPARE(*worst->target.maxRelative, 1.0);
        QCOMPARE(*worst->golden.maxRelative, 0.25);
        // The largest relative error is 4 times golden's, root mean square 3 times: more than 2.
        QCOMPARE(worst->isWithinBenchmark, std::optional(false));
        QCOMPARE(truthText(*worst).text(),
            std::string("the target is 0.6 from the truth, golden 0.2: the target is farther, and beyond the "
                        "limits of the benchmark method"));
        QCOMPARE(truth->text().text(),
            std::string(
                "of 4 pairs the target is farther from the truth in 1, golden in 1; 1 miss the limits of "
                "the benchmark method"));
        for (const TruthRow& row : truth->rows) {
            QCOMPARE(truth->find(row.row), &row);
            const bool areEqual = row.target.relativeL2 == 0.0 && row.golden.relativeL2 == 0.0;
            QVERIFY(!areEqual || (!row.ratio() && row.farther == Farther::Neither));
        }
    }

    void pairsHaveItAsColumnsAndAsAReason()
    {
        ThreeRuns runs;
        auto compared = compareSides(runs.target, runs.golden, runs.options, {}, runs.task);
        QVERIFY(compared);
        PairTable& pairs = *compared->pairs;
        QCOMPARE(pairs.columnByName("truth_ratio"), -1);
        const int before = pairs.columnByName("cosine_similarity");
        const std::string cosine = cellText(pairs.cell(0, before));
        pairs.setTruth(nullptr);
        QVERIFY(isNull(pairs.cell(0, pairs.columnByName("truth_ratio"))));
        auto truth = measureTruth(*compared, runs.truth, runs.options, runs.task);
        QVERIFY(truth);
        const std::size_t row = truth->worst()->row;
        pairs.setTruth(std::make_shared<const TruthErrors>(std::move(*truth)));
        QCOMPARE(cellText(pairs.cell(0, pairs.columnByName("cosine_similarity"))), cosine);
        QCOMPARE(cellNumber(pairs.cell(row, pairs.columnByName("truth_target"))), std::optional(0.6));
        QCOMPARE(cellNumber(pairs.cell(row, pairs.columnByName("truth_golden"))), std::optional(0.2));
        QCOMPARE(*cellNumber(pairs.cell(row, pairs.columnByName("truth_ratio"))), 3.0);
        QVERIFY(!pairs.hasBadness(pairs.columnByName("truth_ratio")));
        const auto reasons = explainPair(*compared, row, runs.options.limits);
        const auto reason = std::ranges::find(reasons, ExplanationKind::Truth, &Explanation::kind);
        QVERIFY(reason != reasons.end());
        QCOMPARE(reason->text.text(), truthText(*pairs.truth()->find(row)).text());
        // Other limits are judged on a copy, which has it, too.
        const auto again = judgedAnew(*compared, presetLimits("exact").value(), runs.task);
        QVERIFY(again);
        QCOMPARE(*cellNumber(again->pairs->cell(row, again->pairs->columnByName("truth_ratio"))), 3.0);
    }

    /// One NaN among equal elements is no small error.
    void nanIsFarther()
    {
        ThreeRuns runs;
        const DumpedTensor x {{2}, {1, 2}};
        const auto write = [&](const std::string& name, std::vector<float> output) {
            MsprobeDumpWriter::write(runs.folder.path() + '/' + name,
                {{"Torch.log.0.forward", {x}, {{static_cast<std::int64_t>(output.size())}, output}}});
            return ComparisonSide {
                openDump(runs.folder.path() + '/' + name, builtinFormats(), {}, runs.task).value(), {}};
        };
        const ComparisonSide target = write("n-target", {std::nanf(""), 4}),
                             golden = write("n-golden", {3, 5}), truth = write("n-truth", {3, 4});
        const auto compared = compareSides(target, golden, runs.options, {}, runs.task);
        QVERIFY(compared);
        const auto errors = measureTruth(*compared, truth, runs.options, runs.task);
        QVERIFY(errors);
        QCOMPARE(errors->targetFarther, 1U);
        const TruthRow* const worst = errors->worst();
        QVERIFY(worst != nullptr && std::isnan(*worst->target.relativeL2));
        QCOMPARE(worst->isWithinBenchmark, std::optional(false));
        QVERIFY(truthText(*worst).text().starts_with(
            "the target is NaN from the truth, golden 0.2: the target is farther"));
        // Another shape has no partner, nor has a tensor without elements.
        const ComparisonSide other = write("n-other", {3, 4, 5});
        QVERIFY(measureTruth(*compared, other, runs.options, runs.task)->rows.size() < errors->rows.size());
    }

    void withoutPartnersNothingIsSaid()
    {
        ThreeRuns runs;
        const auto compared = compareSides(runs.target, runs.golden, runs.options, {}, runs.task);
        QVERIFY(compared);
        TemporaryFolder other;
        QVERIFY(MsprobeDumpWriter::write(
            other.path(), {{"Torch.cos.0.forward", {DumpedTensor {{3}, {1, 2, 3}}}, {{3}, {1, 2, 3}}}}));
        const ComparisonSide truth {openDump(other.path(), builtinFormats(), {}, runs.task).value(), {}};
        const auto errors = measureTruth(*compared, truth, runs.options, runs.task);
        QVERIFY(errors);
        QVERIFY(errors->rows.empty());
        QVERIFY(errors->worst() == nullptr);
        QCOMPARE(errors->text().text(), std::string("no pair has a partner with values in the truth"));
    }

    void stopIsHeard()
    {
        ThreeRuns runs;
        const auto compared = compareSides(runs.target, runs.golden, runs.options, {}, runs.task);
        QVERIFY(compared);
        runs.task.stopSource().request_stop();
        const auto errors = measureTruth(*compared, runs.truth, runs.options, runs.task);
        QVERIFY(!errors);
        QCOMPARE(errors.error().code, Code::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TruthErrorsTest)

#include "tst_truth_errors.moc"
