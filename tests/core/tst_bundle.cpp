// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/bundle.h"

#include "compare/report.h"
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

} // namespace

class tst_Bundle : public QObject {
    Q_OBJECT

private slots:
    /// What is recorded of all tensors goes along; that of the chosen ones alone is judged.
    void whatWasNotTakenIsNotJudged()
    {
        ComparedDumps compared(dumpOf(7), dumpOf(2),
            R"({"version":1,"rules":[{"metric":"max_absolute_error","op":"<=","value":0.25,"verdict":"fail"},
                {"metric":"max_diff","op":"<=","value":100,"verdict":"fail"}]})");
        QVERIFY(compared.good);
        const PairTable& pairs = *compared.comparison.pairs;
        QCOMPARE(pairs.rows(), std::size_t {4});
        std::vector<std::size_t> chosen;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            if (pairs.row(row).verdict == Verdict::Fail)
                chosen.push_back(row);
        }
        QCOMPARE(chosen.size(), std::size_t {1});
        const std::string file = compared.folder.at("bundle.zip");
        ReportFacts facts;
        facts.limits = "own";
        const auto written = writeBundle(compared.comparison, chosen, facts,
            {.profile = "dumpscope", .limits = compared.limits}, file, compared.task);
        QVERIFY2(written, written ? "" : written.error().text().c_str());
        const auto bundle = readBundle(file, compared.task);
        QVERIFY(bundle);
        ComparisonOptions options;
        options.limits = bundle->settings.limits;
        const auto registry = builtinMetrics();
        options.measure.profile = registry->findProfile("dumpscope");
        options.measure.metrics = std::make_shared<const MetricSelection>(
            selectMetrics(*registry, "cosine_similarity,max_absolute_error").value());
        const auto open = [&](const std::string& side) {
            return ComparisonSide {openDump(side, builtinFormats(), {}, compared.task).value(), std::nullopt};
        };
        const auto again
            = compareSides(open(bundle->target), open(bundle->golden), options, {}, compared.task);
        QVERIFY(again);
        QCOMPARE(again->summary.fail, std::uint64_t {1});
        QCOMPARE(again->summary.pass, std::uint64_t {0});
        QCOMPARE(again->summary.notComparable, std::uint64_t {3});
        for (std::size_t row = 0; row < again->pairs->rows(); ++row) {
            const PairResult& result = again->pairs->row(row);
            if (result.verdict == Verdict::Fail)
                QCOMPARE(result.reason.text(), pairs.row(chosen.front()).reason.text());
            else
                QCOMPARE(result.reason.text(), std::string("not in the bundle"));
        }
    }
};

QTEST_MAIN(tst_Bundle)
#include "tst_bundle.moc"
