// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs of which statistics and checksums were recorded: what is known is said, and nothing else. Expected
// verdicts follow from the numbers written here.
#include "compare/comparison.h"

#include "compare/conclusion/explanation.h"
#include "compare/measuring/shape_doubt.h"
#include "compare/report/conclusion_document.h"
#include "compare/report/report.h"
#include "io/archive_scan.h"
#include "io/byte_text.h"
#include "io/mapped_file.h"
#include "memory_dump.h"
#include "metrics/metric_profile.h"
#include "metrics/metric_registry.h"
#include "model/dump_folder.h"
#include "readers/format_registry.h"
#include "temporary_folder.h"

#include <QTest>

#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>

using namespace dumpscope::core;
using dumpscope::test::MemoryDump;
using dumpscope::test::TemporaryFolder;

namespace {

const std::vector<double> kFigures {3, -1, 0.5, 4};
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::shared_ptr<const DumpIndex> dumpOf(const std::vector<MemoryDump::Tensor>& tensors)
{
    MemoryDump dump;
    for (const MemoryDump::Tensor& tensor : tensors)
        dump.add(tensor);
    return dump.finish();
}

MemoryDump::Tensor tensorOf(const std::string& digest, const std::vector<double>& figures = kFigures,
    DType dtype = DType::Float32, const Shape& shape = {2, 3})
{
    return {"Torch.neg.0.forward", "neg", Io::Output, 0, shape, dtype, {}, figures, digest};
}

/// Calls of one operator with data, a weight and an output, all alike until `change` was there.
std::shared_ptr<const DumpIndex> calls(int count,
    const std::function<void(int, MemoryDump::Tensor&, MemoryDump::Tensor&, MemoryDump::Tensor&)>& change)
{
    std::vector<MemoryDump::Tensor> tensors;
    for (int call = 0; call < count; ++call) {
        MemoryDump::Tensor data = tensorOf({}), weight = data, output = data;
        data.io = weight.io = Io::Input;
        weight.slot = 1;
        change(call, data, weight, output);
        for (MemoryDump::Tensor* tensor : {&data, &weight, &output}) {
            tensor->opName = "Functional.linear." + std::to_string(call) + ".forward";
            tensor->opType = "linear";
            tensors.push_back(*tensor);
        }
    }
    return dumpOf(tensors);
}

Comparison compared(const std::shared_ptr<const DumpIndex>& target,
    const std::shared_ptr<const DumpIndex>& golden, std::string_view limits = "precision",
    std::string_view profile = "dumpscope")
{
    const auto registry = builtinMetrics();
    ComparisonOptions options;
    options.measure.profile = registry->findProfile(profile);
    options.measure.metrics = std::make_shared<const MetricSelection>(*selectMetrics(*registry, "all"));
    options.limits = limits.starts_with('{') ? *parseLimits(limits, "test") : *presetLimits(limits);
    OwnedTask task;
    return *compareSides({target, {}}, {golden, {}}, options, {}, task);
}

std::string cellOf(const PairTable& pairs, std::string_view column, std::size_t row = 0)
{
    return cellText(pairs.cell(row, pairs.columnByName(column)));
}

} // namespace

class TestRecordedPairs : public QObject {
    Q_OBJECT

private slots:
    /// Extremes hide what lies between; a norm that differs does not.
    void integersAreJudgedByTheirNorms()
    {
        const auto verdict = [](DType dtype, const std::vector<double>& target,
                                 const std::vector<double>& golden) {
            return compared(dumpOf({tensorOf({}, target, dtype)}), dumpOf({tensorOf({}, golden, dtype)}))
                .pairs->row(0)
                .verdict;
        };
        QCOMPARE(verdict(DType::Int64, {99, 0, 79.2, 867}, {99, 0, 49.5, 573}), Verdict::Fail);
        QCOMPARE(verdict(DType::Int64, {99, 0, 49.5, 573.0001}, {99, 0, 49.5, 573}), Verdict::Pass);
        QCOMPARE(verdict(DType::Bool, {1, 0, 0.4, 6.324555}, {1, 0, 0.99, 9.949874}), Verdict::Fail);
        QCOMPARE(verdict(DType::Int8, {99, 0, 79.2, 867}, {99, 0, 49.5, 573}), Verdict::Warn);
    }

    /// Statistics without a type are judged by their extremes as well.
    void extremesOfNoType()
    {
        // Parameters of a package, too, that stand in no order of execution.
        for (const bool isTimed : {true, false}) {
            const auto side = [&](const std::vector<double>& figures) {
                std::vector<MemoryDump::Tensor> tensors {
                    tensorOf({}, figures, DType::Unknown), tensorOf({}, kFigures, DType::Unknown)};
                for (MemoryDump::Tensor& tensor : tensors)
                    tensor.isTimed = isTimed;
                tensors.back().opName = "other";
                return dumpOf(tensors);
            };
            const auto verdict = [&](const std::vector<double>& target) {
                const Comparison comparison = compared(side(target), side(kFigures));
                return comparison.isOrderKnown == isTimed ? comparison.pairs->row(0).verdict
                                                          : Verdict::NotComparable;
            };
            QCOMPARE(verdict(kFigures), Verdict::Pass);
            QCOMPARE(verdict({3.01, -1, 0.5, 4}), Verdict::Pass);
            QCOMPARE(verdict({14, -1, 0.5, 4}), Verdict::Fail);
            // 11 of 3, and no bound is more than it is.
            const std::string why
                = compared(side({14, -1, 0.5, 4}), side(kFigures)).pairs->row(0).reason.text();
            QVERIFY2(
                why.starts_with("mean or extremes are off by 3.6 of the largest value, rounding explains"),
                why.c_str());
            // Half of the significand of float32 is 2^-12, of bfloat16 2^-4.
            QCOMPARE(verdict({3.03, -1.01, 0.505, 4.04}), Verdict::Warn);
            QCOMPARE(verdict({3, -1, 0.5, 4 * (1 + 0x1p-13)}), Verdict::Pass);
            QCOMPARE(verdict({3, -1, 0.5, 4.3}), Verdict::Fail);
        }
    }

    /// A norm that holds its limit: a quarter at the maximum is a sixteenth of the norm of 4, at least.
    void extremesSayOfWhatTheyAreAShare()
    {
        const auto side = [](double max) {
            return calls(3, [&](int call, auto&, auto&, MemoryDump::Tensor& output) {
                if (call == 1)
                    output.statistics = {max, -1, 0.5, 4};
            });
        };
        const Comparison comparison = compared(side(3.25), side(3));
        const PairResult& result = comparison.pairs->row(5);
        QCOMPARE(result.verdict, Verdict::Fail);
        QCOMPARE(result.reason.text(),
            std::string("mean or extremes show an error of at least 0.062 (relative L2), rounding explains "
                        "0.00024"));
    }

    /// The numbers are the official tool's, but NaN of one side alone is nothing that passes.
    void nanInOfficialNumbers()
    {
        for (const char* profile : {"msprobe", "msaccucmp"}) {
            const Comparison comparison = compared(dumpOf({tensorOf({}, {3, -1, kNan, kNan})}),
                dumpOf({tensorOf({}, kFigures)}), "precision", profile);
            QCOMPARE(comparison.pairs->row(0).verdict, Verdict::Fail);
        }
    }

    /// Statistics show which side has NaN, and never where it is.
    void theSideWithNanIsNamed()
    {
        const auto why = [](const std::vector<double>& target, const std::vector<double>& golden) {
            const Comparison comparison
                = compared(dumpOf({tensorOf({}, target)}), dumpOf({tensorOf({}, golden)}));
            const PairResult& result = comparison.pairs->row(0);
            return result.verdict == Verdict::Fail ? result.reason.text() : std::string();
        };
        const std::vector<double> broken {kNan, kNan, kNan, kNan};
        QCOMPARE(why(broken, kFigures), std::string("only the target has NaN or infinities"));
        QCOMPARE(why(kFigures, broken), std::string("only golden has NaN or infinities"));
        const std::string both = why(broken, {HUGE_VAL, -1, HUGE_VAL, HUGE_VAL});
        QVERIFY2(!both.empty() && both.find("places") == std::string::npos, both.c_str());
    }

    /// Both sides' recorded numbers are columns; what was not recorded is no number.
    void recordedStatisticsAreColumns()
    {
        const Comparison comparison
            = compared(dumpOf({tensorOf({}, {3, -1, 0.5, 4})}), dumpOf({tensorOf({}, {2.5, -2, 0.25, 5})}));
        const PairTable& pairs = *comparison.pairs;
        QCOMPARE(pairs.rows(), std::size_t {1});
        const std::vector<std::pair<std::string_view, std::string>> wanted {{"max_target", "3"},
            {"max_golden", "2.5"}, {"min_target", "-1"}, {"min_golden", "-2"}, {"mean_target", "0.5"},
            {"mean_golden", "0.25"}, {"l2norm_target", "4"}, {"l2norm_golden", "5"}};
        for (const auto& [column, text] : wanted)
            QCOMPARE(cellOf(pairs, column), text);
        const auto filter = FilterExpression::parse("max_target>2.5 max_golden<=2.5 l2norm_target<5", pairs);
        QVERIFY(filter && filter->matches(pairs, 0));
        MemoryDump silent;
        silent.add({"Torch.neg.0.forward", "neg"});
        const auto index = silent.finish();
        PairTable unrecorded({index, {}}, {index, {}}, std::make_shared<MetricSelection>());
        PairResult result;
        result.pair.target = result.pair.golden = TensorId(std::uint32_t {0});
        unrecorded.add(result);
        for (const auto& [column, text] : wanted)
            QCOMPARE(cellOf(unrecorded, column), std::string());
    }

    void checksums_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("golden");
        QTest::addColumn<double>("norm"); // of the target; golden's is 4
        QTest::addColumn<QString>("checksum");
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<QString>("exact");
        const QString crc = "7af1a542", other = "0bb02f58", word = "0x00000000000000ff";
        QTest::newRow("equal") << crc << crc << 4.0 << "equal"
                               << "pass"
                               << "pass";
        QTest::newRow("equal in capitals") << crc.toUpper() << crc << 4.0 << "equal"
                                           << "pass"
                                           << "pass";
        // A device adds up in any order: the norm of the same bits may end in other digits, or be wrong.
        QTest::newRow("equal, norm differs") << crc << crc << 5.0 << "equal"
                                             << "pass"
                                             << "pass";
        QTest::newRow("differs, figures equal") << crc << other << 4.0 << "differs"
                                                << "warn"
                                                << "fail";
        QTest::newRow("differs by much") << crc << other << 5.0 << "differs"
                                         << "fail"
                                         << "fail";
        QTest::newRow("xor equal") << word << word << 4.0 << "equal"
                                   << "pass"
                                   << "pass";
        QTest::newRow("xor differs") << word << "0x00000000000000fe" << 4.0 << "differs"
                                     << "warn"
                                     << "fail";
        QTest::newRow("other kinds") << crc << word << 4.0 << ""
                                     << "pass"
                                     << "not-comparable";
        QTest::newRow("none") << "" << crc << 4.0 << ""
                              << "pass"
                              << "not-comparable";
    }
    void checksums()
    {
        QFETCH(const QString, target);
        QFETCH(const QString, golden);
        QFETCH(const double, norm);
        std::vector<double> figures = kFigures;
        figures[3] = norm;
        const auto x = dumpOf({tensorOf(target.toStdString(), figures)});
        const auto y = dumpOf({tensorOf(golden.toStdString())});
        const Comparison usual = compared(x, y);
        QTEST(QString::fromStdString(cellOf(*usual.pairs, "checksum")), "checksum");
        QTEST(QString::fromStdString(cellOf(*usual.pairs, "verdict")), "verdict");
        const Comparison exact = compared(x, y, "exact");
        QTEST(QString::fromStdString(cellOf(*exact.pairs, "verdict")), "exact");
        const std::string checksum = cellOf(*usual.pairs, "checksum");
        const auto& figuresOfPair = usual.pairs->row(0).figures;
        QVERIFY(figuresOfPair);
        QCOMPARE(figuresOfPair->sameBits.has_value(), !checksum.empty());
        if (!checksum.empty()) {
            QCOMPARE(*figuresOfPair->sameBits, checksum == "equal");
            QCOMPARE(figuresOfPair->differs, checksum != "equal");
        }
    }

    void checksumsOfOtherTypesSayNothing()
    {
        const auto x = dumpOf({tensorOf("7af1a542", kFigures, DType::BFloat16)});
        const auto y = dumpOf({tensorOf("0bb02f58")});
        const Comparison usual = compared(x, y);
        QCOMPARE(cellOf(*usual.pairs, "checksum"), std::string());
        QCOMPARE(cellOf(*usual.pairs, "verdict"), std::string("pass"));
        // But the same bits they are not.
        QCOMPARE(cellOf(*compared(x, y, "exact").pairs, "verdict"), std::string("fail"));
        QVERIFY(!usual.pairs->row(0).figures->differs);
        const Comparison alone = compared(
            dumpOf({tensorOf("7af1a542", {}, DType::BFloat16)}), dumpOf({tensorOf("0bb02f58", {})}));
        QCOMPARE(alone.pairs->row(0).state, PairState::DTypeMismatch);
        QCOMPARE(alone.pairs->row(0).verdict, Verdict::NotComparable);
    }

    void msprobeKeepsItsNumbers()
    {
        const Comparison msprobe = compared(
            dumpOf({tensorOf("7af1a542")}), dumpOf({tensorOf("0bb02f58")}), "precision", "msprobe");
        QCOMPARE(cellOf(*msprobe.pairs, "bitwise_equal"), std::string());
        // The verdict is ours.
        QCOMPARE(cellOf(*msprobe.pairs, "checksum"), std::string("differs"));
        QCOMPARE(cellOf(*msprobe.pairs, "verdict"), std::string("warn"));
    }

    void whatStatisticsHideIsSaid()
    {
        const Comparison comparison
            = compared(dumpOf({tensorOf("7af1a542")}), dumpOf({tensorOf("0bb02f58")}));
        bool isSaid = false;
        for (const Explanation& explanation : explainPair(comparison, 0, *presetLimits("precision"))) {
            QVERIFY(explanation.text.text().find("equal to golden") == std::string::npos);
            isSaid = isSaid || explanation.text.text().find("checksums") != std::string::npos;
        }
        QVERIFY(isSaid);
    }

    /// Statistics agree, the checksum beside them does not: no error of 0 is anybody's fault.
    void wrongInputOfEqualStatistics()
    {
        const auto side = [](const std::string& digest) {
            return calls(10,
                [&](int call, MemoryDump::Tensor&, MemoryDump::Tensor& weight, MemoryDump::Tensor& output) {
                    weight.digest = output.digest = call == 9 ? digest : "11111111";
                });
        };
        const Comparison comparison = compared(side("7af1a542"), side("0bb02f58"));
        QCOMPARE(comparison.suspicion.suspects.size(), std::size_t {1});
        QCOMPARE(comparison.suspicion.suspects[0].why.text(),
            std::string("input 1 has another checksum and no compared operator made it so: a parameter, a "
                        "constant or an operator that was left out"));
    }

    /// Checksums are computed in the background: of what an operator writes over in place before or behind
    /// that.
    void checksumsOfWhatIsWrittenOver()
    {
        const auto side = [](const std::string& digest, double mean, const char* type) {
            std::vector<MemoryDump::Tensor> tensors;
            const auto add = [&](const std::string& name, const char* of, Io io, std::int32_t slot,
                                 const std::string& bits, double first) {
                tensors.push_back({name, of, io, slot, {2, 3}, DType::Float32, {}, {3, -1, first, 4}, bits});
            };
            add("Torch.sqrt.0.forward", "sqrt", Io::Output, 0, digest, mean);
            add("Tensor.add_.0.forward", type, Io::Input, 0, digest, mean);
            add("Tensor.add_.0.forward", type, Io::Output, 0, "22222222", 0.7);
            add("Torch.neg.0.forward", "neg", Io::Input, 0, "22222222", 0.7);
            add("Torch.neg.0.forward", "neg", Io::Output, 0, "33333333", 0.1);
            return dumpOf(tensors);
        };
        for (const char* type : {"add_", "__iadd__"}) {
            const Comparison comparison = compared(side("7af1a542", 0.5, type), side("0bb02f58", 0.5, type));
            QVERIFY(comparison.suspicion.suspects.empty());
            QCOMPARE(comparison.summary.pass, std::uint64_t {5}); // as `repeat` sets them apart
            QVERIFY(comparison.conclusion.isClear());
            QCOMPARE(comparison.conclusion.headline.text(), std::string("known effects explain all of it"));
            QCOMPARE(comparison.conclusion.reason.text(),
                std::string("2 of 5 pairs are beyond the limits of a pair alone; 2 by a known effect: an "
                            "operator writes over it in place, and its checksum may have been taken before "
                            "or behind that; all that was recorded beside it agrees"));
        }
        // Other statistics are no matter of when, and an operator that makes something new writes over
        // nothing.
        QVERIFY(!compared(side("7af1a542", 0.5, "add_"), side("0bb02f58", 0.4, "add_")).conclusion.isClear());
        QVERIFY(!compared(side("7af1a542", 0.5, "add"), side("0bb02f58", 0.5, "add")).conclusion.isClear());
    }

    /// Of integers msprobe records extremes alone: the input of `__setitem__` is written over, another tensor
    /// with its extremes may differ.
    void checksumsOfIntegersThatAreWrittenOver()
    {
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        const auto side = [](const std::string& written, const std::string& other) {
            std::vector<MemoryDump::Tensor> tensors;
            tensors.push_back({"Tensor.__setitem__.0.forward", "__setitem__", Io::Input, 0, {3, 12},
                DType::Int64, {}, {127, 0, kNone, kNone}, written});
            tensors.push_back({"Torch.flip.0.forward", "flip", Io::Input, 0, {3, 12}, DType::Int64, {},
                {127, 0, kNone, kNone}, other});
            return dumpOf(tensors);
        };
        QVERIFY(compared(side("7af1a542", "1"), side("0bb02f58", "1")).conclusion.isClear());
        QVERIFY(!compared(side("7af1a542", "7af1a542"), side("0bb02f58", "0bb02f58")).conclusion.isClear());
    }

    /// A mean that another kernel sums in another order is no other parameter.
    void lastDigitOfAParameter()
    {
        const auto side = [](double mean) {
            return calls(
                10, [&](int call, MemoryDump::Tensor&, MemoryDump::Tensor& weight, MemoryDump::Tensor&) {
                    if (call == 9)
                        weight.statistics[2] = mean;
                });
        };
        QVERIFY(compared(side(0.5), side(0.5 + 1e-9)).suspicion.suspects.empty());
        QCOMPARE(compared(side(0.5), side(0.5001)).suspicion.suspects.size(), std::size_t {1});
    }

    /// What came before agrees bit for bit, also what the same kind of operator was given: that later
    /// everything differs is no noise which explains where it begins.
    void firstWrongInput()
    {
        const auto side = [](double error) {
            return calls(
                10, [&](int call, MemoryDump::Tensor& data, MemoryDump::Tensor&, MemoryDump::Tensor& output) {
                    if (call >= 3)
                        data.statistics[3] += error;
                    if (call >= 3)
                        output.statistics[3] += error * (call + 1);
                });
        };
        const Comparison comparison = compared(side(0.02), side(0));
        QVERIFY(!comparison.suspicion.suspects.empty());
        QCOMPARE(comparison.suspicion.suspects[0].opName, std::string("Functional.linear.3.forward"));
        QVERIFY(comparison.suspicion.suspects[0].why.text().starts_with(
            "input 0 is off by at least 0.005 (relative L2) and no compared operator made it so"));
        QVERIFY(comparison.suspicion.suspects[0].why.text().find("; nothing compared before differs; ")
            != std::string::npos);
    }

    /// Extremes that agree do not say that the elements between them do.
    // max, min, mean, norm: of what a mask makes infinite, extremes and mean are judged.
    void infiniteNorms_data()
    {
        QTest::addColumn<QList<double>>("target");
        QTest::addColumn<QList<double>>("golden");
        QTest::addColumn<QString>("profile");
        QTest::addColumn<bool>("fails");
        constexpr double kInf = std::numeric_limits<double>::infinity();
        constexpr double kLowest = std::numeric_limits<float>::lowest();
        using Row = QList<double>;
        const auto row = [](const char* name, const Row& target, const Row& golden, bool fails,
                             const char* profile = "dumpscope") {
            QTest::newRow(name) << target << golden << QString(profile) << fails;
        };
        row("beside -inf", {0.6, -kInf, -kInf, kInf}, {1, -kInf, -kInf, kInf}, true);
        row("beside the lowest", {0.6, kLowest, -1e37, kInf}, {1, kLowest, -1e37, kInf}, true);
        row("beside +inf", {kInf, -0.6, kInf, kInf}, {kInf, -1, kInf, kInf}, true);
        row("another number of masks", {1, kLowest, -2e37, kInf}, {1, kLowest, -1e37, kInf}, true);
        row("last digits", {1.0000001, kLowest, -1e37, kInf}, {1, kLowest, -1e37, kInf}, false);
        row("equal", {1, -kInf, -kInf, kInf}, {1, -kInf, -kInf, kInf}, false);
        row("a norm on both sides", {0.6, -1, 0.1, 3}, {1, -1, 0.1, 3}, false);
        row("official", {0.6, kLowest, -1e37, kInf}, {1, kLowest, -1e37, kInf}, false, "msprobe");
    }
    void infiniteNorms()
    {
        QFETCH(QList<double>, target);
        QFETCH(QList<double>, golden);
        QFETCH(QString, profile);
        QFETCH(bool, fails);
        const auto side = [](const QList<double>& figures) {
            return dumpOf({tensorOf({}, {figures.begin(), figures.end()})});
        };
        // Limits alone: nothing is weighed against noise.
        constexpr std::string_view kNorm
            = R"({"version":1,"rules":[{"metric":"l2norm_diff_relative","op":"<=","value":0.00024}]})";
        for (const std::string_view limits : {kNorm, std::string_view("precision")}) {
            const Comparison comparison = compared(side(target), side(golden), limits, profile.toStdString());
            const PairResult& result = comparison.pairs->row(0);
            if (fails || limits == kNorm)
                QCOMPARE(result.verdict, fails ? Verdict::Fail : Verdict::Pass);
            if (fails && limits == kNorm)
                QVERIFY2(result.reason.text().starts_with(
                             "the norms are not finite; mean or extremes are off by "),
                    result.reason.text().c_str());
        }
    }

    /// Infinity less infinity is no number. The table of msprobe has 0 for two equal cells.
    void infiniteNormsHaveNoDifference()
    {
        constexpr double kInf = std::numeric_limits<double>::infinity();
        const auto side = [](double max) {
            return dumpOf({tensorOf({}, {max, std::numeric_limits<float>::lowest(), -kInf, kInf})});
        };
        for (const bool isOurs : {true, false}) {
            const Comparison comparison
                = compared(side(0.4), side(0.8), "precision", isOurs ? "dumpscope" : "msprobe");
            const PairTable& pairs = *comparison.pairs;
            QCOMPARE(cellOf(pairs, "l2norm_diff_relative"), std::string(isOurs ? "" : "0"));
            QCOMPARE(cellOf(pairs, "state"), std::string("ok"));
            QCOMPARE(pairs.row(0).verdict, isOurs ? Verdict::Fail : Verdict::Pass);
        }
        // What is the same in all figures passes, as it did.
        for (const double all : {kInf, -kInf}) {
            const auto infinite = [&] { return dumpOf({tensorOf({}, {all, all, all, kInf})}); };
            QCOMPARE(compared(infinite(), infinite(), "precision").pairs->row(0).verdict, Verdict::Pass);
        }
    }

    // statistic.csv of MindSpore 1.6 to 2.2 has extremes, mean and counts alone
    // (docs/formats/mindspore-dump.md 5.1). Half of float32's significand is 2^-12 of the largest element, 3.
    void noNormRecorded_data()
    {
        QTest::addColumn<QList<double>>("target"); // golden: 3, -1, 0.5
        QTest::addColumn<DType>("dtype");
        QTest::addColumn<Verdict>("verdict");
        QTest::newRow("equal") << QList<double> {3, -1, 0.5} << DType::Float32 << Verdict::Pass;
        QTest::newRow("largest") << QList<double> {3.1, -1, 0.5} << DType::Float32 << Verdict::Fail;
        QTest::newRow("smallest") << QList<double> {3, -1.1, 0.5} << DType::Float32 << Verdict::Fail;
        QTest::newRow("mean") << QList<double> {3, -1, 0.6} << DType::Float32 << Verdict::Fail;
        QTest::newRow("by less") << QList<double> {3.0007, -1, 0.5} << DType::Float32 << Verdict::Pass;
        QTest::newRow("by more") << QList<double> {3.0008, -1, 0.5} << DType::Float32 << Verdict::Fail;
        QTest::newRow("a coarser type") << QList<double> {3.03, -1, 0.5} << DType::Float16 << Verdict::Pass;
        QTest::newRow("small integers") << QList<double> {3, -1, 0.5} << DType::Int8 << Verdict::Pass;
        QTest::newRow("other small integers") << QList<double> {2, -1, 0.5} << DType::Int8 << Verdict::Warn;
        QTest::newRow("integers") << QList<double> {2, -1, 0.5} << DType::Int32 << Verdict::Fail;
    }
    void noNormRecorded()
    {
        QFETCH(QList<double>, target);
        QFETCH(DType, dtype);
        QFETCH(Verdict, verdict);
        const auto side = [&](const QList<double>& figures) {
            return dumpOf({tensorOf({}, {figures.begin(), figures.end()}, dtype)});
        };
        const Comparison comparison = compared(side(target), side({3, -1, 0.5}));
        const std::uint64_t fails = verdict == Verdict::Fail ? 1 : 0;
        QCOMPARE(comparison.summary.notComparable, std::uint64_t {0});
        QCOMPARE(comparison.summary.fail, fails);
        QCOMPARE(comparison.pairs->row(0).verdict, verdict);
        // No norm is known, so that nothing may be called relative to it.
        for (const Explanation& said : explainPair(comparison, 0, *presetLimits("precision")))
            QVERIFY2(said.text.text().find("L2)") == std::string::npos, said.text.text().c_str());
    }

    // The order of names is none of execution: nothing is first, and nobody at fault.
    void orderOfNames_data()
    {
        QTest::addColumn<bool>("isTimed");
        QTest::addColumn<QString>("prefix"); // of all names
        QTest::addColumn<bool>("isKnown");
        QTest::newRow("names alone") << false << QString() << false;
        QTest::newRow("time stamps") << true << QString() << true;
        QTest::newRow("numbers") << false << QStringLiteral("1") << true;
    }
    void orderOfNames()
    {
        QFETCH(bool, isTimed);
        QFETCH(QString, prefix);
        QFETCH(bool, isKnown);
        const auto side = [&](double first, double second) {
            std::vector<MemoryDump::Tensor> tensors;
            for (const auto& [name, norm] : {std::pair("attention", first), std::pair("embedding", second)}) {
                MemoryDump::Tensor tensor = tensorOf({}, {3, -1, 0.5, norm});
                tensor.opName = prefix.toStdString() + name;
                tensor.isTimed = isTimed;
                tensors.push_back(tensor);
            }
            return dumpOf(tensors);
        };
        const Comparison comparison = compared(side(5, 8), side(4, 4));
        QCOMPARE(comparison.summary.fail, std::uint64_t {2});
        QCOMPARE(comparison.conclusion.isOrderKnown, isKnown);
        QCOMPARE(comparison.firstDivergence.has_value(), isKnown);
        QCOMPARE(comparison.suspicion.suspects.empty(), !isKnown);
        if (isKnown)
            return;
        QCOMPARE(comparison.conclusion.text(),
            "beyond their limits are 2 of 2 pairs, the worst: embedding output 0");
        QVERIFY(comparison.conclusion.reason.text().ends_with(
            "the order of execution is not recorded, so which was the first is not known"));
        QCOMPARE(firstDivergenceText(comparison), "not known, the order of execution is not recorded");
    }

    // Golden's order is that of the target, too.
    void orderOfGolden()
    {
        const auto side = [](double attention, double embedding, bool isTimed) {
            MemoryDump dump;
            for (const auto& [name, norm] :
                {std::pair("embedding", embedding), std::pair("attention", attention)}) {
                MemoryDump::Tensor tensor = tensorOf({}, {3, -1, 0.5, norm});
                tensor.opName = name;
                tensor.isTimed = isTimed;
                dump.add(tensor);
            }
            return dump.finish();
        };
        const Comparison comparison = compared(side(5, 8, false), side(4, 4, true));
        QVERIFY(comparison.conclusion.isOrderKnown);
        QCOMPARE(comparison.summary.fail, std::uint64_t {2});
        QCOMPARE(comparison.firstDivergence.value().opName, std::string("embedding"));
        QCOMPARE(comparison.suspicion.suspects.at(0).opName, std::string("embedding"));
        // The target's own order comes before golden's.
        const Comparison own = compared(side(5, 8, true), side(4, 4, false));
        QCOMPARE(own.firstDivergence.value().opName, std::string("embedding"));
    }

    // What stands at the same place of two sorted lists of names is not the same.
    void sortedNamesPairNothing_data()
    {
        QTest::addColumn<bool>("isTimed");
        QTest::newRow("names alone") << false;
        QTest::newRow("time stamps") << true;
    }
    void sortedNamesPairNothing()
    {
        QFETCH(bool, isTimed);
        const auto side = [&](const std::vector<std::string>& names, double norm) {
            std::vector<MemoryDump::Tensor> tensors;
            for (std::size_t i = 0; i < names.size(); ++i) {
                MemoryDump::Tensor tensor = tensorOf({}, {3, -1, 0.5, norm});
                tensor.opName = names[i];
                tensor.shape = {static_cast<std::int64_t>(2 + i)};
                tensor.isTimed = isTimed;
                tensors.push_back(tensor);
            }
            return dumpOf(tensors);
        };
        const Comparison comparison = compared(
            side({"attention", "gelu", "softmax"}, 4), side({"attention", "norm", "softmax"}, 4.5));
        QCOMPARE(comparison.pairs->rows(), isTimed ? std::size_t {3} : std::size_t {2});
    }

    // A file that does not say what it holds is no input that somebody else made.
    void plainFilesAreOutputs()
    {
        const auto side = [](double norm) {
            MemoryDump::Tensor first = tensorOf({}), second = tensorOf({}, {3, -1, 0.5, norm});
            first.opName = "0_embedding";
            second.opName = "1_attention";
            first.io = second.io = Io::Unknown;
            first.slot = second.slot = -1;
            return dumpOf({first, second});
        };
        const Comparison comparison = compared(side(5), side(4));
        QVERIFY(comparison.firstDivergence);
        QCOMPARE(comparison.firstDivergence->rule, std::string("no-io"));
        QVERIFY(comparison.conclusion.reason.text().find("no recorded operator") == std::string::npos);
    }

    // NaN and infinities are left out of extremes and mean, and counted.
    void nonFiniteCounts_data()
    {
        QTest::addColumn<QList<double>>("target"); // golden: 2 NaN, 1 -inf, 0 +inf
        QTest::addColumn<bool>("isAll");           // elements; then no extremes are left
        QTest::addColumn<Verdict>("verdict");
        QTest::newRow("equal") << QList<double> {2, 1, 0} << false << Verdict::Pass;
        QTest::newRow("NaN") << QList<double> {3, 1, 0} << false << Verdict::Fail;
        QTest::newRow("infinities") << QList<double> {2, 1, 1} << false << Verdict::Fail;
        QTest::newRow("of one side") << QList<double> {0, 0, 0} << false << Verdict::Fail;
        QTest::newRow("all elements") << QList<double> {2, 1, 0} << true << Verdict::Pass;
        QTest::newRow("all elements, others") << QList<double> {1, 1, 1} << true << Verdict::Fail;
    }
    void nonFiniteCounts()
    {
        QFETCH(QList<double>, target);
        QFETCH(bool, isAll);
        QFETCH(Verdict, verdict);
        const auto side = [&](const QList<double>& counts) {
            MemoryDump::Tensor tensor
                = tensorOf({}, isAll ? std::vector<double>() : std::vector<double> {3, -1, 0.5},
                    DType::Float32, isAll ? Shape {3} : Shape {2, 3});
            tensor.nonFinite = {counts.begin(), counts.end()};
            return dumpOf({tensor});
        };
        const Comparison comparison = compared(side(target), side({2, 1, 0}));
        QCOMPARE(comparison.pairs->row(0).verdict, verdict);
        if (verdict == Verdict::Pass)
            QCOMPARE(
                comparison.conclusion.reason.text(), "both sides hold NaN or infinities in one operator");
        else
            QCOMPARE(comparison.conclusion.kind, ConclusionKind::NonFinite);
    }

    // A writer that prints "nan" instead of a count has not counted.
    void countsThatAreNoNumbers()
    {
        MemoryDump::Tensor tensor = tensorOf({}, {3, -1, 0.5});
        tensor.nonFinite = {kNan, kNan, kNan};
        const Comparison comparison = compared(dumpOf({tensor}), dumpOf({tensor}));
        QCOMPARE(comparison.pairs->row(0).verdict, Verdict::Pass);
        QVERIFY(comparison.conclusion.kind != ConclusionKind::NonFinite);
    }

    // Autocast writes the gradients of a module in another order; NaN that nothing is compared with is no
    // all-clear.
    void gradientsOfOneParameter()
    {
        const auto side = [](bool isWeightFirst, double bias, bool hasMore) {
            const auto gradient = [&](const char* parameter, int slot, double mean) {
                MemoryDump::Tensor tensor = tensorOf({}, {3, -1, mean, 4}, DType::Float32, {6});
                tensor.opName = "Module.dense.Linear.parameters_grad.0";
                tensor.io = Io::Gradient;
                tensor.slot = slot;
                tensor.entry = parameter;
                if (std::isnan(mean))
                    tensor.statistics = {kNan, kNan, kNan, kNan};
                return tensor;
            };
            std::vector<MemoryDump::Tensor> tensors {gradient("weight", isWeightFirst ? 0 : 1, 0.5),
                gradient("bias", isWeightFirst ? 1 : 0, bias)};
            if (hasMore)
                tensors.push_back(gradient("scale", 2, kNan));
            return dumpOf(tensors);
        };
        const Comparison equal = compared(side(true, 0.25, false), side(false, 0.25, false));
        QCOMPARE(equal.summary.pass, std::uint64_t {2});
        QVERIFY(equal.unpairedTarget.empty() && equal.conclusion.isClear());
        const Comparison more = compared(side(true, 0.25, true), side(false, 0.25, false));
        QCOMPARE(more.unpairedTarget.size(), std::size_t {1});
        QCOMPARE(more.conclusion.kind, ConclusionKind::Warnings);
        QVERIFY2(more.conclusion.text().starts_with(
                     "no pair fails, but an unpaired tensor of the target holds NaN: "),
            more.conclusion.text().c_str());
    }

    // The same bytes have the same NaN: one of the records is wrong, and the row says that it was left out.
    void otherRecordsOfEqualBytes()
    {
        const auto side = [](double max, double nans) {
            MemoryDump::Tensor tensor = tensorOf("7af1a542", {max, -1, 0.5, 4});
            tensor.nonFinite = {nans, 0, 0};
            return dumpOf({tensor});
        };
        for (const auto& target : {side(9, 0), side(3, 2)}) {
            const Comparison comparison = compared(target, side(3, 0));
            const PairResult& row = comparison.pairs->row(0);
            QCOMPARE(row.verdict, Verdict::Pass);
            QVERIFY(std::ranges::any_of(row.details().alignment, [](const Message& step) {
                return step.text()
                    == "the checksums are equal, what was recorded besides is not: it is left out";
            }));
        }
        const Comparison equal = compared(side(3, 0), side(3, 0));
        QCOMPARE(equal.pairs->row(0).details().alignment.size(),
            compared(side(9, 0), side(3, 0)).pairs->row(0).details().alignment.size() - 1);
    }

    // One writer makes NaN of the extremes, the other leaves it out; both count two.
    void nonFiniteLeftOutOnOneSide()
    {
        const auto side = [](const std::vector<double>& figures) {
            MemoryDump::Tensor tensor = tensorOf({}, figures);
            tensor.nonFinite = {2, 0, 0};
            return dumpOf({tensor});
        };
        const Comparison comparison = compared(side({3, -1, 0.5}), side({kNan, kNan, kNan, kNan}));
        QCOMPARE(comparison.pairs->row(0).verdict, Verdict::NotComparable);
        QVERIFY(comparison.suspicion.suspects.empty());
    }

    /// What one side alone has is a failure, whatever the finite elements are.
    // A norm is made of all elements: NaN in it is one of them, infinity too where large numbers do not
    // explain it.
    void nonFiniteOnOneSide_data()
    {
        QTest::addColumn<QList<double>>("target");
        QTest::addColumn<QList<double>>("golden");
        QTest::addColumn<bool>("fails");
        constexpr double kInf = std::numeric_limits<double>::infinity();
        using Row = QList<double>;
        const auto row = [](const char* name, const Row& one, const Row& other, bool fails) {
            QTest::addRow("%s", name) << one << other << fails;
            QTest::addRow("%s, sides exchanged", name) << other << one << fails;
        };
        row("NaN in the norm", {3, -1, 0.5, kNan}, {3, -1, 0.5, 4}, true);
        row("NaN in norm and mean", {3, -1, kNan, kNan}, {3, -1, 0.5, 4}, true);
        row("NaN in the mean", {3, -1, kNan, 4}, {3, -1, 0.5, 4}, true);
        row("an infinite norm of small numbers", {3, -1, 0.5, kInf}, {3, -1, 0.5, 4}, true);
        row("an infinite norm of large numbers", {3e30, -1, 1e29, kInf}, {3e30, -1, 1e29, kInf}, false);
        row("NaN on both sides", {3, -1, kNan, kNan}, {3, -1, kNan, kNan}, false);
    }
    void nonFiniteOnOneSide()
    {
        QFETCH(QList<double>, target);
        QFETCH(QList<double>, golden);
        QFETCH(bool, fails);
        const auto side = [](const QList<double>& figures) {
            return dumpOf({tensorOf({}, {figures.begin(), figures.end()})});
        };
        const Comparison comparison = compared(side(target), side(golden));
        const PairResult& result = comparison.pairs->row(0);
        QCOMPARE(result.verdict, fails ? Verdict::Fail : Verdict::Pass);
        QCOMPARE(comparison.summary.fail, fails ? std::uint64_t {1} : std::uint64_t {0});
        QVERIFY(comparison.conclusion.kind != ConclusionKind::Rounding);
    }

    void normWithoutExtremes()
    {
        const auto side = [](double error) {
            return calls(
                20, [&](int call, MemoryDump::Tensor& data, MemoryDump::Tensor&, MemoryDump::Tensor& output) {
                    for (MemoryDump::Tensor* tensor : {&data, &output})
                        tensor->statistics[3] += 0.1 * call; // tells them apart
                    if (call == 8)
                        output.statistics = {3, -1, 0.5, 4.9 + error};
                    if (call == 9)
                        data.statistics = {3, -1, 0.5, 4.9 + error};
                    if (call == 9)
                        output.statistics[0] += error / 8;
                });
        };
        // 9 got what 8 made wrong, by its norm alone.
        const Comparison comparison = compared(side(0.04), side(0));
        QCOMPARE(comparison.suspicion.suspects.size(), std::size_t {1});
        QCOMPARE(comparison.suspicion.suspects[0].opName, std::string("Functional.linear.8.forward"));
    }

    /// One side keeps all digits, the other was printed with six.
    void printedDigits()
    {
        const auto side = [](const std::vector<double>& figures) {
            return calls(
                10, [&](int call, MemoryDump::Tensor&, MemoryDump::Tensor&, MemoryDump::Tensor& output) {
                    if (call == 9)
                        output.statistics = figures;
                });
        };
        const auto full = side({0.9394691586, -2.343264103, 0.5, 3.125458717});
        QVERIFY(compared(full, side({0.939469, -2.34326, 0.5, 3.12546})).suspicion.suspects.empty());
        QVERIFY(compared(side({0.939469, -2.34326, 0.5, 3.12546}), full).suspicion.suspects.empty());
        // Both were rounded, one up and one down.
        QVERIFY(compared(side({0.945955, -0.5872, 0.5, 1.43885}), side({0.945956, -0.5872, 0.5, 1.43885}))
                    .suspicion.suspects.empty());
        // Some digits further it is another number.
        QCOMPARE(compared(full, side({0.939469, -2.34326, 0.5, 3.12551})).suspicion.suspects.size(),
            std::size_t {1});
    }

    /// Of scores that are masked with -10000 the norm is all mask; their largest one is half of golden's.
    void masksHideNothing()
    {
        const auto scores = [](double max) {
            return dumpOf({tensorOf({}, {max, -10000, -4166, 24494.897})});
        };
        const Comparison wrong = compared(scores(0.41), scores(0.82));
        QCOMPARE(wrong.pairs->row(0).verdict, Verdict::Fail);
        const std::string reason = wrong.pairs->row(0).reason.text();
        QVERIFY2(reason.starts_with("the norms are those of a mask; mean or extremes are off by 0.5"),
            reason.c_str());
        QCOMPARE(compared(scores(0.82), scores(0.82)).pairs->row(0).verdict, Verdict::Pass);
        QCOMPARE(compared(scores(0.82), scores(0.82), "precision", "msprobe").pairs->row(0).verdict,
            Verdict::Pass);
    }

    void workbookOfStrangeNames()
    {
        MemoryDump::Tensor tensor = tensorOf({});
        tensor.opName = "Torch.\xFF\xFE.0.forward";
        const Comparison comparison = compared(dumpOf({tensor}), dumpOf({tensor}));
        const TemporaryFolder folder;
        const std::string path = folder.at("r.xlsx");
        OwnedTask task;
        const auto registry = builtinReports();
        const auto xlsx
            = std::ranges::find(registry->reports(), "xlsx", [](const auto& one) { return one->option(); });
        QVERIFY((*xlsx)->write(comparison, {}, path, task));
        const auto book = scanArchive(*mapFile(path, path), ArchiveKind::Zip, path, {}, task);
        QVERIFY(book);
        for (const ArchiveMember& member : book->members) {
            const std::string_view text = asText(member.bytes.span());
            QVERIFY2(
                QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toUtf8().toStdString()
                    == text,
                member.path.c_str());
        }
    }

    void whoseNan()
    {
        const std::vector<double> nan {kNan, kNan, kNan, kNan};
        const auto spoilt = dumpOf({tensorOf({}, nan)}), finite = dumpOf({tensorOf({})});
        const Comparison ours = compared(spoilt, finite);
        QVERIFY(ours.conclusion.headline.text() == "NaN or infinities first show at");
        const Comparison theirs = compared(finite, spoilt);
        QVERIFY(theirs.conclusion.headline.text() == "NaN or infinities of golden only, first at");
        QVERIFY(theirs.conclusion.reason.text().starts_with(
            "the target has no NaN or infinities; golden's are born"));
    }

    void statisticsBoundAnErrorFromBelow()
    {
        // The norm changed by a quarter of 4; the elements may have changed by more.
        const Comparison comparison
            = compared(dumpOf({tensorOf({}, {3, -1, 0.5, 5})}), dumpOf({tensorOf({})}));
        bool isSaid = false;
        for (const Explanation& explanation : explainPair(comparison, 0, *presetLimits("precision")))
            isSaid = isSaid || explanation.text.text().starts_with("off by at least 0.25 (relative L2)")
                || explanation.text.text().starts_with("the norm is off by 0.25");
        QVERIFY(isSaid);
    }

    void aSingleValueOfXorMode()
    {
        // msprobe records the value itself where the shape is [].
        TemporaryFolder folder;
        const auto write = [&](const std::string& side, const std::string& value, const std::string& more) {
            std::filesystem::create_directories(folder.at(side + "/step0/rank0"));
            return dumpscope::test::writeFile(folder.at(side + "/step0/rank0/dump.json"),
                R"({"task":"statistics","level":"L1","framework":"pytorch","dump_data_dir":null,"data":{)"
                R"("Functional.loss.0.forward":{"input_args":[],"input_kwargs":{},"output":[{"type":)"
                R"("torch.Tensor","dtype":"torch.float32","shape":[],"md5":)"
                    + value + "}" + more + "]}}}");
        };
        QVERIFY(write("target", "1.5", "") && write("same", "1.5", "") && write("other", "-2", ""));
        QVERIFY(write("nan", "NaN", ""));
        const auto open = [&](const char* side) {
            OwnedTask task;
            return *openDump(folder.at(side), builtinFormats(), {}, task);
        };
        const Comparison same = compared(open("target"), open("same"), "exact");
        QCOMPARE(cellOf(*same.pairs, "verdict"), std::string("pass"));
        const Comparison other = compared(open("target"), open("other"), "exact");
        QCOMPARE(cellOf(*other.pairs, "verdict"), std::string("fail"));
        QCOMPARE(cellOf(*other.pairs, "max_diff"), std::string("3.5"));
        QCOMPARE(cellOf(*other.pairs, "l2norm_diff"), std::string("-0.5"));
        const Comparison nan = compared(open("nan"), open("same"));
        QCOMPARE(nan.pairs->row(0).state, PairState::NonFinite);
        for (const char* metric : {"max_diff", "max_diff_relative"})
            QCOMPARE(cellOf(*nan.pairs, metric), std::string("NaN"));
    }

    void shapesThatNeverMeet_data()
    {
        QTest::addColumn<Shape>("target");
        QTest::addColumn<Shape>("golden");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("origin");
        QTest::newRow("same") << Shape {4, 8} << Shape {4, 8} << "ok"
                              << "exact";
        QTest::newRow("axes of length 1") << Shape {1, 4, 8} << Shape {4, 8} << "ok"
                                          << "exact";
        QTest::newRow("regrouped") << Shape {2, 2, 8} << Shape {4, 8} << "ok"
                                   << "exact";
        QTest::newRow("one layout to the other") << Shape {2, 3, 5, 7} << Shape {2, 5, 7, 3} << "ok"
                                                 << "exact";
        QTest::newRow("single value") << Shape {} << Shape {1} << "ok"
                                      << "exact";
        QTest::newRow("half") << Shape {4, 4} << Shape {4, 8} << "count"
                              << "name";
        QTest::newRow("value against tensor") << Shape {5, 2} << Shape {} << "count"
                                              << "name";
        QTest::newRow("transposed") << Shape {8, 4} << Shape {4, 8} << "shape"
                                    << "name";
        QTest::newRow("empty") << Shape {0, 8} << Shape {4, 8} << "count"
                               << "name";
    }
    void shapesThatNeverMeet()
    {
        QFETCH(const Shape, target);
        QFETCH(const Shape, golden);
        // Where a side has one tensor only, it is the one that is meant.
        const MemoryDump::Tensor other {
            "Torch.abs.0.forward", "abs", Io::Output, 0, {2}, DType::Float32, {}, kFigures, {}};
        const Comparison comparison
            = compared(dumpOf({other, tensorOf({}, kFigures, DType::Float32, target)}),
                dumpOf({other, tensorOf({}, kFigures, DType::Float32, golden)}));
        const PairTable& pairs = *comparison.pairs;
        QCOMPARE(pairs.rows(), std::size_t {2});
        const std::size_t row = cellOf(pairs, "op_name", 0) == other.opName ? 1 : 0;
        QTEST(QString::fromStdString(cellOf(pairs, "state", row)), "state");
        QTEST(QString::fromStdString(cellOf(pairs, "pair_origin", row)), "origin");
        const bool meets = cellOf(pairs, "state", row) == "ok";
        QCOMPARE(pairs.row(row).verdict, meets ? Verdict::Pass : Verdict::NotComparable);
        QCOMPARE(cellOf(pairs, "l2norm_diff_relative", row).empty(), !meets);
        QCOMPARE(pairs.row(row).pair.confidence < 1, !meets);
        QCOMPARE(pairs.row(row).figures.has_value(), meets);
    }

    void likelyReasons_data()
    {
        QTest::addColumn<Shape>("target");
        QTest::addColumn<Shape>("golden");
        QTest::addColumn<QString>("reason");
        QTest::newRow("row parallel")
            << Shape {8, 4} << Shape {8, 8} << "half of axis 1 in the target: tensor parallel over 2 ranks?";
        QTest::newRow("golden is cut") << Shape {
            8, 8} << Shape {8, 2} << "one of 4 parts of axis 1 in the golden: tensor parallel over 4 ranks?";
        QTest::newRow("first axis")
            << Shape {2, 6, 8} << Shape {4, 6, 8}
            << "half of axis 0 in the target: tensor or data parallel over 2 ranks, or "
               "another batch size?";
        QTest::newRow("sequence")
            << Shape {2, 3, 8} << Shape {2, 6, 8}
            << "half of axis 1 in the target: tensor or sequence parallel over 2 ranks, "
               "or another sequence length?";
        QTest::newRow("fused")
            << Shape {8, 8} << Shape {24, 8}
            << "one of 3 parts of axis 0 in the target: one of Q, K and V that are fused, or "
               "tensor parallel over 3 ranks?";
        QTest::newRow("cut sequence")
            << Shape {2, 5, 8} << Shape {2, 6, 8}
            << "axis 1 is 5 in the target and 6 in the golden: another sequence length?";
        QTest::newRow("batch") << Shape {3, 8} << Shape {2, 8}
                               << "axis 0 is 3 in the target and 2 in the golden: another batch size?";
        QTest::newRow("vocabulary")
            << Shape {32064, 64} << Shape {32000, 64}
            << "axis 0 is 32064 in the target and 32000 in the golden: a padded vocabulary?";
        QTest::newRow("mask")
            << Shape {1, 1, 5, 5} << Shape {1, 1, 6, 6}
            << "axes 2 and 3 are 5 in the target and 6 in the golden: another sequence length?";
        QTest::newRow("transposed") << Shape {8, 4} << Shape {4, 8}
                                    << "the axes have another order: transposed?";
        QTest::newRow("single value")
            << Shape {} << Shape {5, 2}
            << "a single value in the target: reduced over all elements, or another tensor?";
        QTest::newRow("missing axis")
            << Shape {6, 8} << Shape {4, 6, 8}
            << "no axis 0 of length 4 in the target: one part of it, or reduced over it?";
        QTest::newRow("kept axis") << Shape {4, 1} << Shape {4, 8}
                                   << "length 1 along axis 1 in the target: reduced over it?";
        QTest::newRow("empty") << Shape {0, 8} << Shape {4, 8}
                               << "nothing along axis 0 in the target: an empty batch?";
        QTest::newRow("nothing alike") << Shape {5, 7} << Shape {4, 8} << "";
    }
    void likelyReasons()
    {
        QFETCH(const Shape, target);
        QFETCH(const Shape, golden);
        QTEST(QString::fromStdString(likelyShapeReason(target, golden).text()), "reason");
    }

    void nestedOutputsHaveShortIds()
    {
        TemporaryFolder folder;
        std::filesystem::create_directories(folder.at("step0/rank0"));
        const std::string tensor = R"({"type":"torch.Tensor","dtype":"torch.float32","shape":[2],)"
                                   R"("Max":1,"Min":0,"Mean":0.5,"Norm":1})";
        QVERIFY(dumpscope::test::writeFile(folder.at("step0/rank0/dump.json"),
            R"({"task":"statistics","level":"L1","framework":"pytorch","dump_data_dir":null,"data":{)"
            R"("Distributed.all_gather.0.forward":{"input_args":[)"
                + tensor + R"(],"input_kwargs":{"k":)" + tensor + R"(},"output":[[)" + tensor + "," + tensor
                + "]]}}}"));
        OwnedTask task;
        const auto index = *openDump(folder.path(), builtinFormats(), {}, task);
        const std::string file = "step0/rank0/dump.json#Distributed.all_gather.0.forward.";
        for (const auto& [id, older] :
            {std::pair("output.0.0", "output.0.0.output.0"), std::pair("output.0.1", "output.0.1.output.0"),
                std::pair("input.0", "input.0"), std::pair("kwargs.k.argument.0", "kwargs.k.argument.0")}) {
            const auto found = index->findTensor(file + id);
            QVERIFY2(found, id);
            QCOMPARE(index->tensorId(*found), file + id);
            const auto again = index->findTensor(file + older);
            QVERIFY2(again, older);
            QCOMPARE(again->value(), found->value());
        }
    }
};

QTEST_APPLESS_MAIN(TestRecordedPairs)
#include "tst_recorded_pairs.moc"
