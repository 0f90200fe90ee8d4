// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/bundle.h"

#include "compare/report/report.h"
#include "msprobe_dump_writer.h"

#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

std::vector<DumpedOperator> dumpOf(float wrong)
{
    return {{"Torch.neg.0.forward", {DumpedTensor {{2, 2}, {1, 2, 3, 4}}}, {{2, 2}, {-1, -2, -3, -4}}},
        {"Torch.mul.0.forward", {DumpedTensor {{2, 2}, {1, 2, 3, 4}}}, {{2, 2}, {wrong, 4, 6, 8}}}};
}

/// A bundle of these rows, written and compared again as it says.
struct Reopened {
    std::optional<Comparison> comparison;

    Reopened(ComparedDumps& compared, const Comparison& of, const std::vector<std::size_t>& rows,
        const std::string& metrics)
    {
        const std::string file = compared.folder.at("bundle.zip");
        ReportFacts facts;
        facts.limits = "own";
        if (!writeBundle(
                of, rows, facts, {.profile = "dumpscope", .limits = compared.limits}, file, compared.task))
            return;
        const auto bundle = readBundle(file, compared.task);
        if (!bundle)
            return;
        ComparisonOptions options;
        options.limits = bundle->settings.limits;
        const auto registry = builtinMetrics();
        options.measure.profile = registry->findProfile("dumpscope");
        options.measure.metrics
            = std::make_shared<const MetricSelection>(selectMetrics(*registry, metrics).value());
        const auto open = [&](const std::string& side) {
            return ComparisonSide {openDump(side, builtinFormats(), {}, compared.task).value(), std::nullopt};
        };
        auto again = compareSides(open(bundle->target), open(bundle->golden), options, {}, compared.task);
        if (again)
            comparison = std::move(*again);
    }
};

std::vector<std::size_t> rowsOf(const PairTable& pairs, Verdict verdict)
{
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        if (pairs.row(row).verdict == verdict)
            rows.push_back(row);
    }
    return rows;
}

} // namespace

class tst_Bundle : public QObject {
    Q_OBJECT

private slots:
    /// What is recorded of all tensors goes along; a pair that was compared and left out is no pair of the
    /// bundle: neither what its statistics tell nor that it could not be compared is said of it.
    void whatWasLeftOutIsNoPair()
    {
        ComparedDumps compared(dumpOf(7), dumpOf(2),
            R"({"version":1,"rules":[{"metric":"max_absolute_error","op":"<=","value":0.25,"verdict":"fail"},
                {"metric":"max_diff","op":"<=","value":100,"verdict":"fail"}]})");
        QVERIFY(compared.good);
        const PairTable& pairs = *compared.comparison.pairs;
        QCOMPARE(pairs.rows(), std::size_t {4});
        const std::vector<std::size_t> chosen = rowsOf(pairs, Verdict::Fail);
        QCOMPARE(chosen.size(), std::size_t {1});
        const Reopened again(
            compared, compared.comparison, chosen, "cosine_similarity,max_absolute_error,max_diff");
        QVERIFY(again.comparison);
        const PairTable& table = *again.comparison->pairs;
        QCOMPARE(table.rows(), std::size_t {1});
        QCOMPARE(again.comparison->summary.fail, std::uint64_t {1});
        QCOMPARE(again.comparison->summary.pass, std::uint64_t {0});
        QCOMPARE(again.comparison->summary.notComparable, std::uint64_t {0});
        QVERIFY(again.comparison->unpairedTarget.empty());
        QVERIFY(again.comparison->unpairedGolden.empty());
        const PairResult &before = pairs.row(chosen.front()), &after = table.row(0);
        QCOMPARE(table.target().index->tensorId(after.pair.target),
            pairs.target().index->tensorId(before.pair.target));
        QCOMPARE(after.reason.text(), before.reason.text());
        QCOMPARE(after.reason.form(), before.reason.form());
        const std::string said = again.comparison->conclusion.message().text();
        QVERIFY2(said.find("a bundle of 1 of 4 pairs") != std::string::npos, said.c_str());
        // Limits of one's own judge what is there.
        Comparison judged = *again.comparison;
        QVERIFY(judgeAgain(judged,
            parseLimits(
                R"({"version":1,"rules":[{"metric":"max_diff","op":"<=","value":50,"verdict":"fail"}]})", "x")
                .value(),
            compared.task));
        QCOMPARE(judged.summary.pass, std::uint64_t {1});
    }

    /// Where statistics are all there is, the bundle has those of all tensors, and all verdicts.
    void statisticsAloneKeepEveryVerdict()
    {
        ComparedDumps compared(dumpOf(7), dumpOf(2),
            R"({"version":1,"rules":[{"metric":"max_diff","op":"<=","value":0.25,"verdict":"fail"}]})");
        QVERIFY(MsprobeDumpWriter::write(
            compared.folder.at("s/target"), dumpOf(70), 0, MsprobeDumpWriter::Task::Statistics));
        QVERIFY(MsprobeDumpWriter::write(
            compared.folder.at("s/golden"), dumpOf(2), 0, MsprobeDumpWriter::Task::Statistics));
        ComparisonOptions options;
        options.limits = compared.limits;
        const auto whole = compareFolders(compared.folder.at("s"), "max_diff", options, compared.task);
        QVERIFY(whole);
        QCOMPARE(whole->summary.fail, std::uint64_t {1});
        QCOMPARE(whole->summary.pass, std::uint64_t {3});
        const Reopened again(compared, *whole, rowsOf(*whole->pairs, Verdict::Fail), "max_diff");
        QVERIFY(again.comparison);
        QCOMPARE(again.comparison->summary.fail, std::uint64_t {1});
        QCOMPARE(again.comparison->summary.pass, std::uint64_t {3});
        QCOMPARE(again.comparison->pairs->rows(), whole->pairs->rows());
        for (std::size_t row = 0; row < whole->pairs->rows(); ++row) {
            const PairResult& before = whole->pairs->row(row);
            const PairResult& after = again.comparison->pairs->row(row);
            QCOMPARE(after.verdict, before.verdict);
            QCOMPARE(after.reason.text(), before.reason.text());
            QCOMPARE(after.reason.form(), before.reason.form());
            QCOMPARE(after.values.number(0), before.values.number(0));
        }
    }
};

QTEST_MAIN(tst_Bundle)
#include "tst_bundle.moc"
