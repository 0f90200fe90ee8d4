// SPDX-License-Identifier: GPL-3.0-or-later
// One conclusion of every kind, from small dumps whose faults are planted here.
#include "base/json_writer.h"
#include "compare/conclusion/captured_kind.h"
#include "compare/conclusion/explanation.h"
#include "compare/conclusion/verdict_suspects.h"
#include "compare/layout/assembly.h"
#include "compare/report/conclusion_document.h"
#include "compare/report/report.h"
#include "compare/suspects/other_call.h"
#include "compare/suspects/tensor_error.h"
#include "io/archive_scan.h"
#include "io/byte_text.h"
#include "io/mapped_file.h"
#include "msprobe_dump_writer.h"
#include "safetensors_file.h"
#include "temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace test = dumpscope::test;
using namespace dumpscope::core;
using dumpscope::test::ComparedDumps;
using dumpscope::test::compareFolders;
using dumpscope::test::DumpedOperator;
using dumpscope::test::DumpedTensor;
using dumpscope::test::MsprobeDumpWriter;
using dumpscope::test::TemporaryFolder;

namespace {

using Kind = ConclusionKind;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
/// Every difference is beyond it.
constexpr std::string_view kEqual
    = R"({"version":1,"rules":[{"metric":"max_absolute_error","op":"<=","value":0,"verdict":"fail"}]})";
constexpr std::string_view kLoose
    = R"({"version":1,"rules":[{"metric":"max_absolute_error","op":"<=","value":100,"verdict":"fail"}]})";

/// Sixty-four values between -size and size, each its own, off by `factor` up and down in turn.
DumpedTensor ramp(float size, float factor = 1)
{
    DumpedTensor tensor {{64}, {}};
    for (int i = 0; i < 64; ++i)
        tensor.values.push_back(
            size * (i % 2 == 0 ? factor : 2 - factor) * (static_cast<float>(i) - 31.7F) / 32.3F);
    return tensor;
}

DumpedTensor filled(float value)
{
    return {{64}, std::vector<float>(64, value)};
}

/// Of the golden dump as it lies there now.
Conclusion conclusionWithItself(const ComparedDumps& dumps, std::string_view filter)
{
    OwnedTask task;
    ComparisonOptions options;
    const auto metrics = builtinMetrics();
    options.limits = dumps.limits;
    options.filter = filter;
    options.measure.profile = metrics->findProfile("dumpscope");
    options.measure.metrics
        = std::make_shared<const MetricSelection>(selectMetrics(*metrics, "max_absolute_error").value());
    const ComparisonSide side {
        openDump(dumps.folder.at("golden"), builtinFormats(), {}, task).value(), std::nullopt};
    return compareSides(side, side, options, {}, task).value().conclusion;
}

Coverage coverageWithItself(const ComparedDumps& dumps, std::string_view filter)
{
    return conclusionWithItself(dumps, filter).coverage;
}

/// Each operator gets what the one before it gave. Nobody computes these anew.
std::vector<DumpedOperator> chain(const std::vector<DumpedTensor>& tensors)
{
    std::vector<DumpedOperator> operators;
    for (std::size_t i = 0; i + 1 < tensors.size(); ++i)
        operators.push_back({"Torch.op_" + std::to_string(i) + ".0.forward", {tensors[i]}, tensors[i + 1]});
    return operators;
}

std::vector<DumpedOperator> chain(const std::vector<float>& factors)
{
    std::vector<DumpedTensor> tensors;
    for (std::size_t i = 0; i < factors.size(); ++i)
        tensors.push_back(ramp(static_cast<float>(i + 1), factors[i]));
    return chain(tensors);
}

const std::vector<DumpedOperator> kGolden = chain({1, 1, 1, 1, 1, 1});

Conclusion again(Comparison& comparison)
{
    OwnedTask task;
    return conclude(comparison, task);
}

std::string jsonOf(const Comparison& comparison)
{
    std::string text;
    JsonWriter json([&](std::string_view part) { text += part; });
    json.beginObject();
    writeConclusion(json, comparison.conclusion);
    json.endObject().finish();
    return text;
}

/// It is known who made the wrong input, so nobody says that no compared operator did.
void saysNoMoreThatNobodyMadeIt(const Comparison& comparison)
{
    for (const Suspect& suspect : comparison.suspicion.suspects)
        QVERIFY2(
            suspect.why.text().find("no compared operator") == std::string::npos, suspect.why.text().c_str());
}

} // namespace

class tst_Conclusion : public QObject {
    Q_OBJECT

private slots:
    /// The second member of the list that an operator gives is off: the headline and the reason name it.
    void memberOfAList()
    {
        const TemporaryFolder folder;
        for (const auto& [side, norm] : {std::pair("golden", 4.0), std::pair("target", 6.0)}) {
            const auto tensor = [](double size) {
                const std::string number = std::to_string(size);
                return "{'type':'torch.Tensor','dtype':'torch.float32','shape':[16],'Max':" + number
                    + ",'Min':-" + number + ",'Mean':0.125,'Norm':" + number + '}';
            };
            std::string text = "{'task':'statistics','level':'L1','framework':'pytorch','dump_data_dir':null,"
                               "'data':{'Torch.split.0.forward':{'input_args':["
                + tensor(8) + "],'input_kwargs':{},'output':[[" + tensor(4) + ',' + tensor(norm) + "]]}}}";
            std::ranges::replace(text, '\'', '"');
            QVERIFY(test::writeFile(folder.at(std::string(side) + "/step0/rank0/dump.json"), text));
        }
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        const Comparison compared
            = compareFolders(folder.path(), "l2norm_diff_relative", options, task).value();
        const std::string said = compared.conclusion.message().text();
        QVERIFY2(said.find("Torch.split.0.forward output 0.1") != std::string::npos, said.c_str());
        QVERIFY2(!compared.suspicion.suspects.empty(), said.c_str());
        const std::string why = compared.suspicion.suspects.front().why.text();
        QVERIFY2(why.find("output 0.1") != std::string::npos, why.c_str());
    }

    void equalSides()
    {
        const ComparedDumps compared(kGolden, kGolden, kEqual);
        QVERIFY(compared.good);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QVERIFY(conclusion.isClear());
        QCOMPARE(conclusion.headline.text(), std::string("all 10 pairs are within limits"));
        QVERIFY(conclusion.coverage.isWhole());
        QCOMPARE(conclusion.coverage.share(), 1.0);
        QCOMPARE(conclusion.coverage.text(), std::string("compared: every tensor of both sides"));
        QVERIFY(!conclusion.place && conclusion.first.empty());
        Comparison equal = compared.comparison;
        equal.summary.bitEqual = true;
        QCOMPARE(again(equal).kind, Kind::BitEqual);
    }

    /// Zeros of the other sign are no rounding where every bit has to be the same.
    void otherBitsOfEqualValues()
    {
        const DumpedTensor zeros = filled(0), negative = filled(-0.0F);
        TemporaryFolder folder;
        OwnedTask task;
        QVERIFY(MsprobeDumpWriter::write(folder.at("target"), chain({ramp(1), negative, negative}))
            && MsprobeDumpWriter::write(folder.at("golden"), chain({ramp(1), zeros, zeros})));
        ComparisonOptions options;
        options.limits = findLimits("exact").value();
        const Comparison compared = compareFolders(folder.path(), "bitwise_equal", options, task).value();
        const Conclusion& conclusion = compared.conclusion;
        QVERIFY(!conclusion.isClear());
        QCOMPARE(conclusion.kind, Kind::Unexplained);
        QCOMPARE(conclusion.headline.text(), std::string("no value differs, bits do, first at"));
        QVERIFY2(conclusion.reason.text().find("zeros of the other sign") != std::string::npos,
            conclusion.reason.text().c_str());
        QVERIFY(compared.suspicion.suspects.empty());
    }

    void namesTheSuspect()
    {
        const ComparedDumps compared(chain({1, 1, 1, 1.5F, 1.5F, 1.5F}), kGolden, kEqual);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QCOMPARE(conclusion.kind, Kind::Suspect);
        QCOMPARE(conclusion.text(),
            std::string("most likely at fault: rank 0 step 0 Torch.op_2.0.forward output 0"));
        QCOMPARE(conclusion.reason.text(), compared.comparison.suspicion.suspects.front().why.text());
        QCOMPARE(conclusion.row, std::optional(compared.comparison.suspicion.suspects.front().pairs.front()));
        QVERIFY(conclusion.first.empty()); // the first divergence is there, too
    }

    /// What is beyond its limits before the suspect is told of as such, and is no second headline.
    void relatesTheFirstDivergence()
    {
        const ComparedDumps compared(chain({1, 1.0001F, 1.0002F, 1.0001F, 1.5F, 1.5F}), kGolden, kEqual);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QCOMPARE(conclusion.place->opName, std::string("Torch.op_3.0.forward"));
        QCOMPARE(compared.comparison.firstDivergence->opName, std::string("Torch.op_0.0.forward"));
        QVERIFY2(conclusion.first.text().starts_with(
                     "the first output beyond its limits, Torch.op_0.0.forward, is off by"),
            conclusion.first.text().c_str());
    }

    /// The workbook says of the first divergence what the command line says.
    void workbookSaysTheSame()
    {
        const ComparedDumps compared(chain({1, 1.0001F, 1.0002F, 1.0001F, 1.5F, 1.5F}), kGolden, kEqual);
        const test::TemporaryFolder folder;
        const std::string path = folder.at("r.xlsx");
        OwnedTask task;
        const auto registry = builtinReports();
        const auto& reports = registry->reports();
        const auto xlsx = std::ranges::find(reports, "xlsx", [](const auto& one) { return one->option(); });
        QVERIFY(xlsx != reports.end());
        QVERIFY((*xlsx)->write(compared.comparison, {}, path, task));
        const auto book = scanArchive(*mapFile(path, path), ArchiveKind::Zip, path, {}, task);
        QVERIFY(book);
        std::string text;
        for (const ArchiveMember& member : book->members)
            text += asText(member.bytes.span());
        const std::string divergence = compared.comparison.firstDivergence->text();
        QVERIFY(divergence.starts_with("rank 0 step 0 Torch.op_0.0.forward ("));
        for (const std::string& said : {divergence, compared.comparison.conclusion.first.text()})
            QVERIFY2(!said.empty() && text.find(said) != std::string::npos, said.c_str());
    }

    void suspectsWithinLimitsAreNoAllClear()
    {
        const ComparedDumps compared(chain({1, 1, 1, 1.5F, 1.5F, 1.5F}), kGolden, kLoose);
        QCOMPARE(compared.comparison.summary.fail, std::uint64_t {0});
        const Conclusion& conclusion = compared.comparison.conclusion;
        QCOMPARE(conclusion.kind, Kind::Suspect);
        QVERIFY2(conclusion.text().starts_with("most suspicious: "), conclusion.text().c_str());
        QVERIFY2(conclusion.reason.text().ends_with("; no pair is beyond its limits"),
            conclusion.reason.text().c_str());
    }

    /// Sharded and fused operators give other shapes, too: that alone accuses nobody.
    void anotherShapeAccusesNobody()
    {
        std::vector<DumpedOperator> target = kGolden;
        target[3].output = {{32}, std::vector<float>(32, 1)};
        const ComparedDumps compared(target, kGolden, kEqual);
        QCOMPARE(compared.comparison.suspicion.suspects.front().reason, SuspectReason::ShapeChange);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QCOMPARE(conclusion.kind, Kind::Unexplained);
        QCOMPARE(conclusion.text(),
            std::string("shapes differ, first at: rank 0 step 0 Torch.op_3.0.forward output 0"));
    }

    /// The row to look at is one that fails, where the operator has one.
    /// Half of a product that is sharded: what it was given cannot be golden's, nor can its output.
    void partsOfAProductAccuseNobody()
    {
        const DumpedTensor whole {{2, 2}, {1, 2, 3, 4}}, part {{2, 1}, {1, 3}}, sum {{2}, {3, 7}};
        const ComparedDumps compared({{"Torch.op_0.0.forward", {part, part}, {{2}, {1, 3}}}},
            {{"Torch.op_0.0.forward", {whole, whole}, sum}}, kEqual);
        QVERIFY(compared.good);
        QCOMPARE(compared.comparison.conclusion.kind, Kind::Unexplained);
        QVERIFY(compared.comparison.suspicion.suspects.empty());
    }

    void aPassingRowIsNotOpened()
    {
        ComparedDumps compared(chain({1, 1, 1.5F, 1.5F, 1.5F, 1.5F}), kGolden, kEqual);
        Comparison& comparison = compared.comparison;
        Suspect& suspect = comparison.suspicion.suspects.front();
        QCOMPARE(suspect.opName, std::string("Torch.op_1.0.forward"));
        const std::size_t failing = suspect.pairs.front(), passing = suspect.pairs.back();
        QCOMPARE(comparison.pairs->row(passing).verdict, Verdict::Pass);
        suspect.pairs = {passing, failing};
        QCOMPARE(again(comparison).row, std::optional(failing));
    }

    void roundingExplainsAll()
    {
        const ComparedDumps compared(
            chain({1, 1.0001F, 1.0002F, 1.0001F, 1.0003F, 1.0002F}), kGolden, kEqual);
        QVERIFY(compared.comparison.suspicion.suspects.empty());
        QCOMPARE(compared.comparison.summary.fail, std::uint64_t {9});
        const Conclusion& conclusion = compared.comparison.conclusion;
        QCOMPARE(conclusion.kind, Kind::Rounding);
        QVERIFY(conclusion.isClear());
        QCOMPARE(conclusion.headline.text(), std::string("the noise of the run explains all of it"));
        QVERIFY(conclusion.reason.text().starts_with(
            "9 of 10 pairs are beyond the limits of a pair alone, none by more than 3 times"));
    }

    /// What rounding explains only just is said, and where.
    void roundingExplainsOneOnlyJust()
    {
        ComparedDumps compared(chain({1, 1.0001F, 1.0002F, 1.0001F, 1.0003F, 1.0002F}), kGolden, kEqual);
        Suspect near;
        near.score = 2.95;
        near.why = phrase("off by 0.1");
        near.pairs = {3};
        compared.comparison.suspicion.near = {near};
        const Conclusion conclusion = again(compared.comparison);
        QCOMPARE(conclusion.kind, Kind::Rounding);
        QCOMPARE(conclusion.headline.text(),
            std::string("the noise of the run explains all of it, one operator only just"));
        const std::string reason = conclusion.reason.text();
        QVERIFY2(
            reason.find("nearest to being suspect is rank 0 step 0 Torch.op_1.0.forward output 0, 2.95 times "
                        "what is explained (suspect above 3): off by 0.1")
                != std::string::npos,
            reason.c_str());
        compared.comparison.suspicion.near.front().score = 1.5;
        QCOMPARE(again(compared.comparison).headline.text(),
            std::string("the noise of the run explains all of it"));
    }

    /// A number that both sides wrote with a few digits, and one that was computed.
    void numbersThatSomebodyWrote()
    {
        const auto isWritten = [](float target, float golden) {
            const auto scaled = [](float by) {
                const DumpedTensor factor {{1}, {by}};
                return std::vector<DumpedOperator> {{"Torch.mul.0.forward", {ramp(1), factor}, ramp(2)}};
            };
            const ComparedDumps compared(scaled(target), scaled(golden), kEqual);
            const PairTable& pairs = *compared.comparison.pairs;
            for (std::size_t row = 0; row < pairs.rows(); ++row) {
                const TensorRow& tensor = pairs.target().index->tensor(pairs.row(row).pair.target);
                if (tensor.io == Io::Input && tensor.slot == 1)
                    return tensorError(pairs, row).isWritten;
            }
            return false;
        };
        QVERIFY(isWritten(0.515F, 0.5F));
        QVERIFY(isWritten(1e-6F, 1e-5F));
        QVERIFY(!isWritten(0.5F, 0.5F));
        QVERIFY(!isWritten(0.5156437F, 0.5F));
        QVERIFY(!isWritten(0.515F, 0.3333333F));
    }

    /// Ten of golden's twelve tensors, which are five sixths.
    void roundingExplainsAPart()
    {
        std::vector<DumpedOperator> golden = kGolden;
        golden.push_back({"Torch.extra.0.forward", {ramp(9)}, ramp(10)});
        const ComparedDumps compared(chain({1, 1.0001F, 1.0002F, 1.0001F, 1.0003F, 1.0002F}), golden, kEqual);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QCOMPARE(conclusion.kind, Kind::Rounding);
        QCOMPARE(conclusion.headline.text(),
            std::string("the noise of the run explains all of what was compared, 83 % of golden's tensors"));
        // One that could not be compared is not explained either.
        std::vector<DumpedOperator> other = kGolden,
                                    target = chain({1, 1.0001F, 1.0002F, 1.0001F, 1.0003F, 1.0002F});
        other.push_back({"Torch.other.0.forward", {ramp(6)}, {{2}, {1, 2}}});
        target.push_back({"Torch.other.0.forward", {ramp(6)}, {{3}, {1, 2, 3}}});
        const ComparedDumps shapes(target, other, kEqual);
        QVERIFY2(shapes.comparison.conclusion.headline.text().find("all of it") == std::string::npos,
            shapes.comparison.conclusion.headline.text().c_str());
    }

    /// What was let go for another reason is not called rounding.
    void knownEffectsExplainAll()
    {
        ComparedDumps compared(chain({1, 1.0001F, 1.0002F, 1.0001F, 1.0003F, 1.0002F}), kGolden, kEqual);
        Comparison& comparison = compared.comparison;
        for (std::size_t row = 0; row < comparison.pairs->rows(); ++row) {
            if (comparison.pairs->row(row).verdict == Verdict::Fail)
                comparison.suspicion.effects.push_back({row, Message("an effect")});
        }
        const Conclusion conclusion = again(comparison);
        QCOMPARE(conclusion.kind, Kind::Rounding);
        QCOMPARE(conclusion.headline.text(), std::string("known effects explain all of it"));
        QCOMPARE(conclusion.reason.text(),
            std::string(
                "9 of 10 pairs are beyond the limits of a pair alone; 9 by a known effect: an effect"));
        comparison.suspicion.effects.resize(2);
        QVERIFY2(again(comparison).reason.text().find("7 by no more than 3 times") != std::string::npos,
            again(comparison).reason.text().c_str());
    }

    void whatWasNotAskedFor()
    {
        const ComparedDumps whole(kGolden, kGolden, kEqual);
        const Coverage coverage = coverageWithItself(whole, "op_name:Torch.op_0.0.forward");
        QVERIFY(!coverage.isWhole());
        QCOMPARE(coverage.share(), 1.0);
        QCOMPARE(coverage.text(),
            std::string("compared: every tensor asked for; 8 tensors of the target and 8 of golden were "
                        "not asked for"));
    }

    void noiseIsMeasuredOverWhatIsCompared()
    {
        const auto textOf = [](std::string_view limits, std::string_view filter) {
            return coverageWithItself(ComparedDumps(kGolden, kGolden, limits), filter).text();
        };
        const std::string without = "the noise of the run is measured without them";
        const std::string usual = limitsJson(*presetLimits("precision"));
        QVERIFY(textOf(usual, "op_name:Torch.op_0.0.forward").find(without) != std::string::npos);
        QVERIFY(textOf(usual, "").find(without) == std::string::npos);
        QVERIFY(textOf(kEqual, "op_name:Torch.op_0.0.forward").find(without) == std::string::npos);
    }

    /// One element next to zero, of which rounding leaves the half: the root of its inverse is far off, and
    /// follows from what the operator was given.
    void whatFollowsFromItsInputsPasses()
    {
        const auto run = [](float smallest) {
            DumpedTensor given = ramp(2), gives = given;
            for (std::size_t i = 0; i < given.values.size(); ++i) {
                given.values[i] = i == 5 ? smallest : 1 + static_cast<float>(i) / 16;
                gives.values[i] = 1 / std::sqrt(given.values[i]);
            }
            return std::vector<DumpedOperator> {
                {"Torch.op_0.0.forward", {ramp(1)}, given}, {"Torch.rsqrt.0.forward", {given}, gives}};
        };
        const TemporaryFolder folder;
        QVERIFY(MsprobeDumpWriter::write(folder.at("target"), run(1.5e-6F)));
        QVERIFY(MsprobeDumpWriter::write(folder.at("golden"), run(1e-6F)));
        OwnedTask task;
        ComparisonOptions options;
        options.limits = *presetLimits("precision");
        const Comparison comparison
            = compareFolders(folder.path(), "relative_euclidean_distance", options, task).value();
        const Conclusion& conclusion = comparison.conclusion;
        QVERIFY2(conclusion.isClear(), (conclusion.text() + ": " + conclusion.reason.text()).c_str());
        QVERIFY(conclusion.reason.text().find("computed again from") != std::string::npos);
        QCOMPARE(comparison.summary.fail, std::uint64_t {0});
    }

    /// What overflows since an operator is given something else is said beside it.
    void infinitiesBehindAFault()
    {
        const auto run = [](float factor) {
            DumpedTensor made {{16}, {}}, product = made, power = made;
            for (int i = 0; i < 16; ++i) {
                made.values.push_back(0.1F + 0.01F * static_cast<float>(i));
                product.values.push_back(factor * made.values.back());
                power.values.push_back(std::exp(product.values.back()));
            }
            return std::vector<DumpedOperator> {
                {"Torch.neg.0.forward", {made}, made}, {"Torch.exp.0.forward", {product}, power}};
        };
        const Conclusion conclusion = ComparedDumps(run(2000), run(1), kEqual).comparison.conclusion;
        QVERIFY(conclusion.place);
        QCOMPARE(conclusion.place->opName, std::string("Torch.exp.0.forward"));
        QVERIFY2(conclusion.reason.text().find("NaN or infinities that golden does not have show at "
                                               "rank 0 step 0 Torch.exp.0.forward output 0")
                != std::string::npos,
            conclusion.reason.text().c_str());
    }

    /// One side updates parameters by one fused operator, the other one by many: nothing of that is compared,
    /// and it is no part of what was asked.
    void updatesOfParameters()
    {
        const auto run = [](bool isFused, bool isTrained) {
            std::vector<DumpedOperator> operators = chain({1, 1, 1});
            if (isTrained)
                operators.push_back({"Torch.op_1.0.backward", {ramp(4)}, ramp(5)});
            if (isFused) {
                operators.push_back({"Torch._fused_adamw_.0.forward", {ramp(11), ramp(12)}, ramp(13)});
                return operators;
            }
            for (int i = 0; i < 6; ++i) {
                const std::string call = '.' + std::to_string(i) + ".forward";
                const auto size = static_cast<float>(20 + 4 * i);
                operators.push_back({"Tensor.mul_" + call, {ramp(size)}, ramp(size + 1)});
                operators.push_back({"Torch.sqrt" + call, {ramp(size + 1)}, ramp(size + 2)});
                operators.push_back({"Tensor.addcdiv_" + call, {ramp(size + 2)}, ramp(size + 3)});
            }
            return operators;
        };
        const Conclusion conclusion
            = ComparedDumps(run(true, true), run(false, true), kEqual).comparison.conclusion;
        QVERIFY2(conclusion.isClear(), (conclusion.text() + conclusion.reason.text()).c_str());
        QCOMPARE(conclusion.coverage.target.ofUpdates, std::uint64_t {3});
        QCOMPARE(conclusion.coverage.golden.ofUpdates, std::uint64_t {36});
        QVERIFY(conclusion.coverage.share() < 0.2);
        QCOMPARE(conclusion.coverage.shareOfModel(), 1.0);
        QVERIFY2(conclusion.coverage.text().find(
                     "; of the rest 3 tensors of the target and 36 of golden are updates of parameters")
                != std::string::npos,
            conclusion.coverage.text().c_str());
        // Dumps that have nothing of operators that take lists.
        std::vector<DumpedOperator> lists = run(true, true);
        lists.pop_back();
        const Conclusion alone = ComparedDumps(lists, run(false, true), kEqual).comparison.conclusion;
        QVERIFY2(alone.isClear(), (alone.text() + alone.reason.text()).c_str());
        QCOMPARE(alone.coverage.golden.ofUpdates, std::uint64_t {36});
        QCOMPARE(alone.coverage.shareOfModel(), 1.0);
        // Where nothing runs backward it is no update, and too little was compared.
        const Conclusion other
            = ComparedDumps(run(true, false), run(false, false), kEqual).comparison.conclusion;
        QCOMPARE(other.kind, Kind::TooLittleCompared);
        QCOMPARE(other.coverage.golden.ofUpdates, std::uint64_t {0});
    }

    void ranksOfACollectiveThatWereLeftOut()
    {
        const auto coverageOfRank0 = [](const std::string& name) {
            const std::vector<DumpedOperator> dumped {{name, {ramp(1)}, ramp(1)}};
            const ComparedDumps whole(dumped, dumped, kEqual);
            std::filesystem::copy(whole.folder.at("golden/step0/rank0"),
                whole.folder.at("golden/step0/rank1"), std::filesystem::copy_options::recursive);
            return coverageWithItself(whole, "rank=0");
        };
        const Coverage cut = coverageOfRank0("Distributed.all_reduce.0.forward");
        QVERIFY2(cut.text().ends_with("; ranks were left out, what they gave to collectives is not known"),
            cut.text().c_str());
        QVERIFY(!coverageOfRank0("Torch.neg.0.forward").cutsRanks);
    }

    /// What other ranks name and was not dumped is said, unless golden lacks it as well.
    void ranksWithoutDump()
    {
        Comparison comparison;
        comparison.targetRanksWithoutDump = {1, 3};
        const auto missing = ranksMissing(comparison);
        QCOMPARE(missing.size(), std::size_t {1});
        QCOMPARE(QString::fromStdString(missing.front().text()),
            QString(
                "ranks 1, 3 of the target, which others exchange tensors with, are not in what was opened"));
        comparison.goldenRanksWithoutDump = {1, 3};
        QVERIFY(ranksMissing(comparison).empty());
    }

    /// Ranks come one after the other in the table, and run side by side.
    void anEarlierStepOfAnotherRankDoesNotComeAfter()
    {
        ComparedDumps compared(chain({1, 1, 1, 1.5F, 1.5F, 1.5F}), kGolden, kEqual);
        Comparison& comparison = compared.comparison;
        comparison.firstDivergence->opName = "Torch.other.0.forward";
        comparison.firstDivergence->rank = 1;
        comparison.firstDivergence->index = comparison.pairs->rows() - 1;
        QVERIFY(!again(comparison).first.text().ends_with("comes after it"));
        comparison.firstDivergence->rank = 0;
        QVERIFY(again(comparison).first.text().ends_with("comes after it"));
    }

    /// The first divergence is on the row of the conclusion, or it is said why not.
    void anotherRowOfTheOperatorIsTold()
    {
        ComparedDumps compared(chain({1, 1, 1, 1.5F, 1.5F, 1.5F}), kGolden, kEqual);
        Comparison& comparison = compared.comparison;
        QCOMPARE(comparison.firstDivergence->index, *comparison.conclusion.row);
        QVERIFY(comparison.conclusion.first.empty());
        comparison.firstDivergence->index = *comparison.conclusion.row - 1;
        QCOMPARE(again(comparison).first.text(), std::string("the first of it beyond its limits is input 0"));
    }

    /// Limits are about errors, of which other shapes have none.
    void aShapeBeforeTheFirstDivergence()
    {
        std::vector<DumpedOperator> target = chain({1, 1, 1, 1, 1.5F, 1.5F});
        DumpedOperator alone {"Torch.arange.0.forward", {}, {{3}, {1, 2, 3}}};
        target.insert(target.begin(), alone);
        std::vector<DumpedOperator> golden = kGolden;
        alone.output = {{4}, {1, 2, 3, 4}};
        golden.insert(golden.begin(), alone);
        const ComparedDumps compared(target, golden, kEqual);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QVERIFY(compared.comparison.firstDivergence && conclusion.row);
        QVERIFY(compared.comparison.firstDivergence->index != *conclusion.row);
        QVERIFY2(conclusion.first.text().ends_with("comes after it: other shapes have no limits"),
            conclusion.first.text().c_str());
        // Both rows tell of each other.
        const auto says = [&](std::size_t row, std::string_view words) {
            return std::ranges::any_of(
                explainPair(compared.comparison, row, compared.limits), [&](const Explanation& one) {
                    return one.kind == ExplanationKind::Conclusion
                        && one.text.text().find(words) != std::string::npos;
                });
        };
        QVERIFY(says(*conclusion.row, conclusion.first.text()));
        QVERIFY(says(compared.comparison.firstDivergence->index, "the conclusion is about another pair"));
    }

    /// Nobody is suspect, and still nothing is said to be well.
    void failuresWithoutNumbersAreNotExplained()
    {
        ComparedDumps compared(chain({filled(kNan), filled(kNan), filled(kNan)}),
            chain({filled(1), filled(2), filled(3)}), kEqual);
        Comparison& comparison = compared.comparison;
        QCOMPARE(comparison.summary.fail, std::uint64_t {4});
        comparison.suspicion = {};
        const Conclusion conclusion = again(comparison);
        QCOMPARE(conclusion.kind, Kind::NonFinite);
        QVERIFY(!conclusion.isClear());
        QVERIFY2(conclusion.reason.text().starts_with("4 of 4 failing pairs are not explained"),
            conclusion.reason.text().c_str());
    }

    /// Where nobody is suspect, the first failure that nothing explains is; other limits take it back.
    void theFirstUnexplainedIsSuspect()
    {
        ComparedDumps compared(
            chain({ramp(1), ramp(2), filled(2.5F)}), chain({ramp(1), ramp(2), filled(0)}), kEqual);
        Comparison& comparison = compared.comparison;
        comparison.suspicion.suspects.clear();
        blameUnexplained(comparison);
        QCOMPARE(comparison.suspicion.suspects.size(), std::size_t {1});
        const Suspect suspect = comparison.suspicion.suspects.front();
        QCOMPARE(suspect.opName, std::string("Torch.op_1.0.forward"));
        QCOMPARE(suspect.reason, SuspectReason::Unexplained);
        QCOMPARE(suspect.why.text(),
            std::string("output 0 is beyond its limits and nothing explains it: golden is zero here, the "
                        "target is off by 2.5"));
        QCOMPARE(suspect.pairs.size(), std::size_t {2});
        const Conclusion conclusion = again(comparison);
        QCOMPARE(conclusion.kind, Kind::Unexplained);
        QCOMPARE(conclusion.place->opName, suspect.opName);
        blameUnexplained(comparison);
        QCOMPARE(comparison.suspicion.suspects.size(), std::size_t {1});
        OwnedTask task;
        QVERIFY(judgedAnew(comparison, parseLimits(kLoose, "loose").value(), task)
                    .value()
                    .suspicion.suspects.empty());
    }

    void aZeroOfGoldenIsNotExplained()
    {
        ComparedDumps compared(chain({ramp(1), filled(2.5F)}), chain({ramp(1), filled(0)}), kEqual);
        compared.comparison.suspicion.suspects.clear();
        const Conclusion conclusion = again(compared.comparison);
        QCOMPARE(conclusion.kind, Kind::Unexplained);
        QVERIFY2(conclusion.reason.text().ends_with("golden is zero here, the target is off by 2.5"),
            conclusion.reason.text().c_str());
        QCOMPARE(conclusion.place->opName, std::string("Torch.op_0.0.forward"));
    }

    void nothingToCompare()
    {
        const test::TemporaryFolder folder;
        for (const char* side : {"target", "golden"})
            QVERIFY(std::filesystem::create_directory(folder.at(side)));
        OwnedTask task;
        const Comparison comparison
            = test::compareFolders(folder.path(), "max_absolute_error", {}, task).value();
        QCOMPARE(comparison.conclusion.kind, Kind::NothingCompared);
        QCOMPARE(comparison.conclusion.reason.text(), std::string("no tensor was found on either side"));
        QCOMPARE(comparison.problems.size(), std::size_t {1});
        QCOMPARE(comparison.problems[0].message.text(),
            std::string("nothing was compared: no tensor was found on either side"));
    }

    void bornNonFinite()
    {
        const ComparedDumps compared(
            chain({ramp(1), ramp(2), filled(kNan), filled(kNan)}), chain({1, 1, 1, 1}), kEqual);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QCOMPARE(conclusion.kind, Kind::NonFinite);
        QCOMPARE(conclusion.text(),
            std::string("NaN or infinities first show at: rank 0 step 0 Torch.op_1.0.forward output 0"));
    }

    /// An input that one side alone has was not compared, so nothing is said of it.
    void anInputIsMissing()
    {
        const auto whyOf = [](bool isMissing) {
            const std::vector<DumpedOperator> golden {{"Torch.op_0.0.forward", {ramp(1), ramp(3)}, ramp(2)}};
            std::vector<DumpedOperator> target {{"Torch.op_0.0.forward", {ramp(1), ramp(3)}, ramp(2, 1.5F)}};
            if (isMissing)
                target.front() = {"Torch.op_0.0.forward", {ramp(1)}, ramp(2, 1.5F)};
            const ComparedDumps compared(target, golden, kEqual);
            const std::vector<Suspect>& suspects = compared.comparison.suspicion.suspects;
            return suspects.empty() ? QString() : QString::fromStdString(suspects.front().why.text());
        };
        const QString whole = whyOf(false), part = whyOf(true);
        QVERIFY2(whole.contains("its inputs are equal;"), qPrintable(whole));
        QVERIFY2(part.contains("those of its inputs that could be compared are equal;"), qPrintable(part));
    }

    /// An argument that differs, and an output that has no number to be off by.
    void anotherArgumentAndNan()
    {
        const ComparedDumps compared({{"Torch.op_0.0.forward", {ramp(1), 3.0}, filled(kNan)}},
            {{"Torch.op_0.0.forward", {ramp(1), 2.0}, ramp(2)}}, kEqual);
        const std::string why = compared.comparison.suspicion.suspects.front().why.text();
        QVERIFY2(why.starts_with("input 1 is 3.000000, golden's 2.000000; output 0 has other NaN or "
                                 "infinities than golden, the tensors it is given are equal"),
            why.c_str());
    }

    // Which no tensor need show.
    void anotherArgumentAlone_data()
    {
        QTest::addColumn<float>("factor"); // of the output of the operator behind it
        QTest::addColumn<QString>("kind");
        QTest::newRow("equal tensors") << 1.0F << "within-limits";
        QTest::newRow("another operator is wrong") << 2.0F << "suspect";
    }
    void anotherArgumentAlone()
    {
        QFETCH(float, factor);
        QFETCH(QString, kind);
        const auto side = [](double eps, float times) {
            return std::vector<DumpedOperator> {{"Functional.layer_norm.0.forward", {ramp(1), eps}, ramp(2)},
                {"Torch.op_1.0.forward", {ramp(2)}, ramp(3, times)}};
        };
        const ComparedDumps compared(side(0.01, factor), side(0.000001, 1), kEqual);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QCOMPARE(QString::fromStdString(std::string(conclusionWord(conclusion.kind))), kind);
        const std::string said
            = "Functional.layer_norm.0.forward was called otherwise than golden's: input 1 "
              "is 0.010000, golden's 0.000001";
        QVERIFY2(conclusion.reason.text().ends_with(said), conclusion.reason.text().c_str());
        // What rounding hides of it is no reason to be silent in the headline.
        QCOMPARE(conclusion.headline.text().ends_with(
                     ", but Functional.layer_norm.0.forward was called otherwise than golden's"),
            conclusion.isClear());
    }

    /// Equal inputs and another output: nobody else can have made it, whatever the run rounds elsewhere.
    void anotherArgumentThatShows()
    {
        const auto side = [](double eps, float times, float given = 1) {
            return std::vector<DumpedOperator> {
                {"Functional.layer_norm.0.forward", {ramp(1, given), eps}, ramp(2, times)}};
        };
        ComparedDumps compared(side(0.01, 1.001F), side(0.000001, 1), kEqual);
        Comparison& comparison = compared.comparison;
        const auto call = otherCall(*comparison.pairs);
        QVERIFY(call && !call->isState);
        QVERIFY(std::fabs(call->error - 0.001) < 1e-5);
        QCOMPARE(call->given.text(), std::string("input 1 is 0.010000, golden's 0.000001"));
        comparison.suspicion.suspects.clear();
        const Conclusion conclusion = again(comparison);
        QVERIFY2(conclusion.text().starts_with("called otherwise than golden's, and it shows: rank 0 step 0 "
                                               "Functional.layer_norm.0.forward output 0"),
            conclusion.text().c_str());
        QVERIFY(conclusion.isFault);
        comparison.conclusion = conclusion;
        blameFault(comparison);
        const Suspect& suspect = comparison.suspicion.suspects.front();
        QCOMPARE(suspect.ownError, std::optional<double>(call->error));
        QVERIFY(!suspect.isOwnBound && !suspect.inheritedError);
        // The same argument, equal outputs, or inputs that may have made it.
        const auto found = [&](const std::vector<DumpedOperator>& target) {
            return otherCall(*ComparedDumps(target, side(0.000001, 1), kEqual).comparison.pairs).has_value();
        };
        QVERIFY(!found(side(0.000001, 1.001F)));
        QVERIFY(!found(side(0.01, 1)));
        QVERIFY(!found(side(0.01, 1.001F, 1.001F)));
    }

    /// What differs before anything ran is no operator's fault.
    void otherDataThatWasFed()
    {
        const auto side = [](std::vector<float> ids, std::vector<float> rows) {
            const DumpedTensor table {{3, 2}, {1, 2, 3, 4, 5, 6}};
            const auto count = static_cast<std::int64_t>(ids.size());
            return std::vector<DumpedOperator> {{"Functional.embedding.0.forward",
                {DumpedTensor {{count}, std::move(ids), true}, table}, {{count, 2}, std::move(rows)}}};
        };
        const auto golden = side({0, 1}, {1, 2, 3, 4});
        const ComparedDumps ids(side({0, 2}, {1, 2, 5, 6}), golden, kEqual);
        const Conclusion& conclusion = ids.comparison.conclusion;
        QVERIFY2(conclusion.text().starts_with("what the runs were given differs, first at: rank 0 step 0 "
                                               "Functional.embedding.0.forward input 0"),
            conclusion.text().c_str());
        QVERIFY2(conclusion.reason.text().find("no operator in the dump ran before it") != std::string::npos,
            conclusion.reason.text().c_str());
        const ComparedDumps batch(side({0}, {1, 2}), golden, kEqual);
        const std::string text = batch.comparison.conclusion.text();
        QVERIFY2(text.starts_with("the runs were not given the same shapes: rank 0 step 0 "
                                  "Functional.embedding.0.forward input 0 is [1], in golden [2]; "),
            text.c_str());
    }

    /// A dump of modules alone has no function, whether or not the program runs it.
    void whatALevelLeavesOut()
    {
        const std::vector<DumpedOperator> modules {{"Module.fc.Linear.forward.0", {ramp(1)}, ramp(2)},
            {"Module.fc.Linear.parameters_grad.0", {}, ramp(1)}};
        std::vector<DumpedOperator> both = modules;
        both.insert(both.begin(), {"Functional.linear.0.forward", {ramp(1)}, ramp(2)});
        const ComparedDumps compared(modules, both, kEqual);
        const PairTable& pairs = *compared.comparison.pairs;
        const DumpIndex &target = *pairs.target().index, &golden = *pairs.golden().index;
        QVERIFY(!capturesKindOf(target, "Functional.silu.3.forward"));
        QVERIFY(capturesKindOf(target, "Module.act.SiLU.forward.0"));
        QVERIFY(capturesKindOf(golden, "Functional.silu.3.forward"));
        QVERIFY(capturesKindOf(target, "Default/Add-op0")); // says nothing of levels
    }

    void nothingIsComparable()
    {
        const DumpedTensor other {{3}, {1, 2, 3}};
        const ComparedDumps compared(chain({other, other, other}), chain({1, 1, 1}), kEqual);
        QCOMPARE(compared.comparison.summary.notComparable, std::uint64_t {4});
        const Conclusion& conclusion = compared.comparison.conclusion;
        QCOMPARE(conclusion.kind, Kind::NothingCompared);
        QVERIFY2(conclusion.reason.text().starts_with(
                     "none of 4 pairs could be compared; the first: the target has shape [3]"),
            conclusion.reason.text().c_str());
        QCOMPARE(conclusion.coverage.text(),
            std::string("compared: 0 of 4 tensors of the target and 0 of 4 tensors of golden; "
                        "this says nothing about the rest"));
        const ComparedDumps one(
            {{"Torch.alpha.0.forward", {}, other}}, {{"Torch.alpha.0.forward", {}, ramp(1)}}, kEqual);
        QVERIFY2(one.comparison.conclusion.reason.text().starts_with(
                     "the only pair could not be compared: the target has shape [3]"),
            one.comparison.conclusion.reason.text().c_str());
        const ComparedDumps none({{"Torch.alpha.0.forward", {}, ramp(1)}}, kGolden, kEqual);
        QCOMPARE(none.comparison.conclusion.kind, Kind::NothingCompared);
        QCOMPARE(none.comparison.conclusion.reason.text(),
            std::string(
                "no tensor has a partner on the other side; the target has ranks: 0, steps: 0; golden "
                "has ranks: 0, steps: 0"));
    }

    void littleIsComparable()
    {
        std::vector<DumpedOperator> target(kGolden.begin(), kGolden.begin() + 1);
        const ComparedDumps compared(target, kGolden, kEqual);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QCOMPARE(conclusion.kind, Kind::TooLittleCompared);
        QCOMPARE(conclusion.headline.text(), std::string("too little was compared"));
        QCOMPARE(conclusion.reason.text(), std::string("all 2 pairs are within limits"));
        QCOMPARE(conclusion.coverage.golden.tensors, std::uint64_t {10});
        QCOMPARE(conclusion.coverage.golden.compared, std::uint64_t {2});
        QCOMPARE(conclusion.coverage.share(), 0.2);
        QCOMPARE(conclusion.coverage.text(),
            std::string("compared: 2 of 10 tensors of golden; this says nothing about the rest"));
        // More than half of it is enough for a verdict, and the rest is told of.
        target.assign(kGolden.begin(), kGolden.begin() + 3);
        const ComparedDumps most(target, kGolden, kEqual);
        QCOMPARE(most.comparison.conclusion.kind, Kind::WithinLimits);
        QCOMPARE(most.comparison.conclusion.coverage.text(),
            std::string("compared: 6 of 10 tensors of golden; this says nothing about the rest"));
    }

    /// One folder given twice is a mistake that an all-clear would hide; equal dumps in two folders are none.
    void oneDumpAsBothSides()
    {
        const ComparedDumps compared(kGolden, kGolden, kEqual);
        const std::string said = "target and golden are the same dump";
        QVERIFY(conclusionWithItself(compared, "").reason.text().find(said) != std::string::npos);
        QVERIFY(compared.comparison.conclusion.reason.text().find(said) == std::string::npos);
    }

    void stoppedBeforeTheEnd()
    {
        ComparedDumps compared(kGolden, kGolden, kEqual);
        Comparison& comparison = compared.comparison;
        comparison.partial = true;
        comparison.paired = comparison.pairs->rows() + 5;
        comparison.pairedTarget += 5;
        comparison.pairedGolden += 5;
        const Conclusion conclusion = again(comparison);
        QCOMPARE(conclusion.kind, Kind::Unfinished);
        QVERIFY(!conclusion.isClear());
        QCOMPARE(conclusion.reason.text(), std::string("all 10 pairs are within limits"));
        QVERIFY(conclusion.coverage.text().starts_with(
            "stopped after 10 of 15 pairs; compared: 10 of 15 tensors"));
    }

    /// log(0) may be meant, what is made of it may not: it is not said that nothing before was infinite.
    void saysWhatWasInfiniteBefore()
    {
        const std::vector<DumpedOperator> golden = chain({ramp(1), ramp(2), ramp(3), ramp(4)});
        DumpedTensor infinite = filled(0), spoilt = ramp(2, 1.5F);
        infinite.values[0] = -std::numeric_limits<float>::infinity();
        spoilt.values[0] = kNan;
        std::vector<DumpedOperator> target = chain({ramp(1), ramp(2), spoilt, spoilt});
        target[1].inputs[0] = spoilt;
        target.insert(target.begin() + 1,
            {{"Torch.log.0.forward", {ramp(2)}, infinite}, {"Tensor.mul.0.forward", {infinite}, spoilt}});
        const Conclusion conclusion = ComparedDumps(target, golden, kEqual).comparison.conclusion;
        QVERIFY2(conclusion.reason.text().find(
                     "before it, output 0 of Torch.log.0.forward has infinities, which may be "
                     "meant; they reach Torch.op_1.0.forward")
                != std::string::npos,
            (conclusion.text() + ": " + conclusion.reason.text()).c_str());
    }

    /// Golden lacks the operator whose output is the wrong input.
    void blamesWhatOnlyTheTargetHas()
    {
        const std::vector<DumpedOperator> golden {{"Torch.op_0.0.forward", {ramp(1)}, ramp(2)},
            {"Torch.op_1.0.forward", {ramp(2)}, ramp(3)}, {"Torch.op_2.0.forward", {ramp(3)}, ramp(4)}};
        std::vector<DumpedOperator> target = golden;
        target[1] = {"Torch.op_1.0.forward", {ramp(2, 1.7F)}, ramp(3, 1.7F)};
        target[2] = {"Torch.op_2.0.forward", {ramp(3, 1.7F)}, ramp(4, 1.7F)};
        target.insert(target.begin() + 1, {"Torch.spoil.0.forward", {ramp(2)}, ramp(2, 1.7F)});
        const ComparedDumps compared(target, golden, kEqual);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QCOMPARE(conclusion.kind, Kind::Suspect);
        QVERIFY(conclusion.place->isTargetOnly);
        QCOMPARE(conclusion.place->opName, std::string("Torch.spoil.0.forward"));
        QVERIFY2(
            conclusion.reason.text().starts_with(
                "it has no partner in golden; output 0 is what is wrong in Torch.op_1.0.forward: input 0 is "
                "off by"),
            conclusion.reason.text().c_str());
        saysNoMoreThatNobodyMadeIt(compared.comparison);
        // The sentence stands once among the reasons of the pair.
        const auto reasons
            = explainPair(compared.comparison, *conclusion.row, parseLimits(kEqual, "test").value());
        QCOMPARE(std::ranges::count_if(reasons,
                     [&](const Explanation& reason) {
                         return reason.text.text().find(conclusion.reason.text()) != std::string::npos;
                     }),
            std::ptrdiff_t {1});
        // There is no pair of it, so the one that shows it is looked at.
        QCOMPARE(compared.comparison.pairs->target().index->text(
                     compared.comparison.pairs->target()
                         .index->tensor(compared.comparison.pairs->row(*conclusion.row).pair.target)
                         .opName),
            std::string_view("Torch.op_1.0.forward"));
    }

    /// Rounding makes no tensor larger: that all of them are by the same factor is no noise of the run.
    void aCommonFactorIsNoNoise()
    {
        std::vector<DumpedTensor> tensors;
        for (int i = 0; i < 6; ++i) {
            tensors.push_back(ramp(static_cast<float>(i + 1)));
            for (float& value : tensors.back().values)
                value *= 1.001F;
        }
        const ComparedDumps compared(chain(tensors), kGolden, kEqual);
        QCOMPARE(compared.comparison.conclusion.kind, Kind::Suspect);
        QVERIFY(compared.comparison.suspicion.noise < 1e-6);
    }

    /// The target lacks the operator that gives golden what an operator of both gets; a view behind it is
    /// none.
    void saysWhatGoldenRuns()
    {
        const std::vector<DumpedOperator> golden {{"Torch.op_0.0.forward", {ramp(1)}, ramp(2)},
            {"Torch.add.0.forward", {ramp(2), ramp(1)}, ramp(2, 1.7F)},
            {"Torch.view.0.forward", {ramp(2, 1.7F)}, ramp(2, 1.7F)},
            {"Torch.op_1.0.forward", {ramp(2, 1.7F)}, ramp(3, 1.7F)}};
        const std::vector<DumpedOperator> target {golden[0], {"Torch.op_1.0.forward", {ramp(2)}, ramp(3)}};
        const ComparedDumps compared(target, golden, kEqual);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QCOMPARE(conclusion.kind, Kind::Suspect);
        QVERIFY(conclusion.goldenOnly && !conclusion.place->isTargetOnly);
        QCOMPARE(conclusion.goldenOnly->opName, std::string("Torch.add.0.forward"));
        QCOMPARE(conclusion.place->opName, std::string("Torch.op_1.0.forward"));
        QVERIFY2(conclusion.text().starts_with(
                     "golden's dump has Torch.add.0.forward, the target's has not; it shows first at: "),
            conclusion.text().c_str());
        QVERIFY2(conclusion.reason.text().starts_with(
                     "golden's dump has Torch.add.0.forward, the target's has not; "
                     "its output 0 is input 0 of Torch.op_1.0.forward: input 0 is "
                     "off by"),
            conclusion.reason.text().c_str());
        saysNoMoreThatNobodyMadeIt(compared.comparison);
        // The target has another operator of that name.
        std::vector<DumpedOperator> named = target;
        named.push_back({"Torch.add.0.forward", {ramp(5), ramp(6)}, ramp(7)});
        const ComparedDumps namesake(named, golden, kEqual);
        const std::string headline = namesake.comparison.conclusion.text();
        QVERIFY2(headline.find("the target's has not") == std::string::npos, headline.c_str());
        const ComparedDumps same(golden, golden, kEqual);
        QVERIFY(!same.comparison.conclusion.goldenOnly);
    }

    /// The reader gets another view of what the missing operator gives, which no dump has.
    void saysWhatGoldenRunsBehindAView()
    {
        const auto viewed = [](DumpedTensor tensor) {
            tensor.shape = {8, static_cast<std::int64_t>(tensor.values.size() / 8)};
            return tensor;
        };
        const std::vector<DumpedOperator> golden {{"Torch.op_0.0.forward", {ramp(1)}, ramp(2)},
            {"Torch.add.0.forward", {ramp(2), ramp(1)}, ramp(2, 1.7F)},
            {"Torch.op_1.0.forward", {viewed(ramp(2, 1.7F))}, ramp(3, 1.7F)}};
        const std::vector<DumpedOperator> target {
            golden[0], {"Torch.op_1.0.forward", {viewed(ramp(2))}, ramp(3)}};
        const Conclusion& conclusion = ComparedDumps(target, golden, kEqual).comparison.conclusion;
        QVERIFY2(conclusion.goldenOnly && conclusion.goldenOnly->opName == "Torch.add.0.forward",
            (conclusion.text() + ": " + conclusion.reason.text()).c_str());
    }

    /// Golden masks what a softmax is given, the target does not: the infinities are golden's.
    void saysWhichMaskGoldenHas()
    {
        DumpedTensor masked = ramp(2);
        masked.values.front() = -std::numeric_limits<float>::infinity();
        const std::vector<DumpedOperator> golden {{"Torch.op_0.0.forward", {ramp(1)}, ramp(2)},
            {"Tensor.masked_fill.0.forward", {ramp(2)}, masked}, {"Torch.op_1.0.forward", {masked}, ramp(3)}};
        const std::vector<DumpedOperator> target {
            golden[0], {"Torch.op_1.0.forward", {ramp(2)}, ramp(3, 1.7F)}};
        const Conclusion& conclusion = ComparedDumps(target, golden, kEqual).comparison.conclusion;
        QVERIFY2(conclusion.goldenOnly && conclusion.goldenOnly->opName == "Tensor.masked_fill.0.forward",
            (conclusion.text() + ": " + conclusion.reason.text()).c_str());
    }

    /// Nothing that was dumped gives what is wrong; the operator that is missing stands before others that
    /// agree.
    void listsWhatGoldenAloneHas()
    {
        const std::vector<DumpedOperator> golden {{"Torch.op_0.0.forward", {ramp(1)}, ramp(2)},
            {"Torch.sum.0.forward", {ramp(2)}, ramp(9, 0.3F)}, {"Torch.op_1.0.forward", {ramp(2)}, ramp(4)},
            {"Torch.op_2.0.forward", {ramp(6, 1.7F)}, ramp(7, 1.7F)}};
        const std::vector<DumpedOperator> target {
            golden[0], golden[2], {"Torch.op_2.0.forward", {ramp(6)}, ramp(7)}};
        const Conclusion& conclusion = ComparedDumps(target, golden, kEqual).comparison.conclusion;
        QCOMPARE(conclusion.place->opName, std::string("Torch.op_2.0.forward"));
        QVERIFY2(conclusion.reason.text().find("; before it only golden's dump has Torch.sum.0.forward")
                != std::string::npos,
            conclusion.reason.text().c_str());
    }

    /// The names count calls, so the missing one pairs with the next of its kind.
    void saysWhatGoldenRunsAlthoughNamesPair()
    {
        const std::vector<DumpedOperator> golden {{"Torch.op_0.0.forward", {ramp(1)}, ramp(2)},
            {"Torch.add.0.forward", {ramp(2), ramp(1)}, ramp(2, 1.7F)},
            {"Torch.op_1.0.forward", {ramp(2, 1.7F)}, ramp(3, 1.7F)},
            {"Torch.add.1.forward", {ramp(3, 1.7F), ramp(2, 1.7F)}, ramp(5, 1.7F)},
            {"Torch.op_2.0.forward", {ramp(5, 1.7F)}, ramp(6, 1.7F)}};
        const std::vector<DumpedOperator> target {golden[0], {"Torch.op_1.0.forward", {ramp(2)}, ramp(3)},
            {"Torch.add.0.forward", {ramp(3), ramp(2)}, ramp(5)},
            {"Torch.op_2.0.forward", {ramp(5)}, ramp(6)}};
        const ComparedDumps compared(target, golden, kEqual);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QVERIFY2(conclusion.text().starts_with(
                     "no operator of the target gives what golden's Torch.add.0.forward gives; it "
                     "shows first at: rank 0 step 0 Torch.op_1.0.forward input 0"),
            (conclusion.text() + conclusion.reason.text()).c_str());
    }

    /// What both run there is told with one word about each.
    void saysWhatGoldenRunsInPlaceOfAnother()
    {
        const std::vector<DumpedOperator> golden {{"Torch.op_0.0.forward", {ramp(1)}, ramp(2)},
            {"Functional.gelu.0.forward", {ramp(2)}, ramp(2, 0.6F)},
            {"Torch.op_1.0.forward", {ramp(2, 0.6F)}, ramp(3)}};
        const std::vector<DumpedOperator> target {golden[0],
            {"Torch.sin.0.forward", {ramp(2)}, ramp(2, 1.7F)},
            {"Torch.op_1.0.forward", {ramp(2, 1.7F)}, ramp(3, 1.7F)}};
        const ComparedDumps compared(target, golden, kEqual);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QVERIFY2(conclusion.place->isTargetOnly && conclusion.goldenOnly, conclusion.text().c_str());
        QCOMPARE(conclusion.place->opName, std::string("Torch.sin.0.forward"));
        QCOMPARE(conclusion.goldenOnly->opName, std::string("Functional.gelu.0.forward"));
    }

    /// Both run two additions of which the names count: the target's first one is what golden does not run.
    void namesWhatOnlyTheTargetRunsAlthoughNamesPair()
    {
        const std::vector<DumpedOperator> golden {{"Torch.op_0.0.forward", {ramp(1)}, ramp(2)},
            {"Torch.op_1.0.forward", {ramp(2)}, ramp(3)},
            {"Tensor.__add__.0.forward", {ramp(3), ramp(2)}, ramp(4)},
            {"Torch.op_2.0.forward", {ramp(4)}, ramp(5)}};
        const std::vector<DumpedOperator> target {golden[0],
            {"Tensor.__add__.0.forward", {ramp(2), 1.0}, ramp(2, 1.7F)},
            {"Torch.op_1.0.forward", {ramp(2, 1.7F)}, ramp(3, 0.4F)},
            {"Tensor.__add__.1.forward", {ramp(3, 0.4F), ramp(2)}, ramp(4, 0.7F)},
            {"Torch.op_2.0.forward", {ramp(4, 0.7F)}, ramp(5, 0.7F)}};
        const ComparedDumps compared(target, golden, kEqual);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QVERIFY2(conclusion.place && conclusion.place->isTargetOnly,
            (conclusion.text() + ": " + conclusion.reason.text()).c_str());
        QCOMPARE(conclusion.place->opName, std::string("Tensor.__add__.0.forward"));
        saysNoMoreThatNobodyMadeIt(compared.comparison);
    }

    /// What comes behind has another shape, so there is no error of it.
    void namesWhatOnlyTheTargetRunsBeforeAnotherShape()
    {
        DumpedTensor padded = ramp(2);
        padded.shape = {66};
        padded.values.insert(padded.values.end(), {0, 0});
        const std::vector<DumpedOperator> golden {{"Torch.op_0.0.forward", {ramp(1)}, ramp(2)},
            {"Torch.op_1.0.forward", {ramp(2)}, ramp(3)}, {"Torch.op_2.0.forward", {ramp(3)}, ramp(4)}};
        const std::vector<DumpedOperator> target {golden[0], {"Torch.pad.0.forward", {ramp(2)}, padded},
            {"Torch.op_1.0.forward", {padded}, ramp(3, 1.7F)},
            {"Torch.op_2.0.forward", {ramp(3, 1.7F)}, ramp(4, 1.7F)}};
        const ComparedDumps compared(target, golden, kEqual);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QVERIFY2(conclusion.text().starts_with(
                     "only the target's dump has this operator, and what comes behind it "
                     "differs: rank 0 step 0 Torch.pad.0.forward output 0"),
            (conclusion.text() + ": " + conclusion.reason.text()).c_str());
        QVERIFY(conclusion.place->isTargetOnly);
        QVERIFY2(conclusion.reason.text().ends_with("only the target's dump has Torch.pad.0.forward between "
                                                    "Torch.op_0.0.forward, the last that agrees, and "
                                                    "Torch.op_1.0.forward, the first that does not"),
            conclusion.reason.text().c_str());
        // The other way round it is golden that runs it.
        const Conclusion& missing = ComparedDumps(golden, target, kEqual).comparison.conclusion;
        QVERIFY2(missing.goldenOnly && missing.goldenOnly->opName == "Torch.pad.0.forward",
            (missing.text() + ": " + missing.reason.text()).c_str());
        // An operator that computes otherwise what it was given is not excused by one behind the last that
        // agrees.
        std::vector<DumpedOperator> own = golden;
        own[1].output = ramp(3, 1.7F);
        own[2] = target[3];
        own.insert(own.begin() + 1, {"Torch.pad.0.forward", {ramp(2)}, padded});
        const Conclusion& wrong = ComparedDumps(own, golden, kEqual).comparison.conclusion;
        QVERIFY2(!wrong.place->isTargetOnly && wrong.place->opName == "Torch.op_1.0.forward",
            (wrong.text() + ": " + wrong.reason.text()).c_str());
    }

    /// Both run the sine and the cosine of the angles, one after the other; something between that was not
    /// dumped puts them together in another order.
    void anotherOrderMissesNothing()
    {
        const DumpedOperator sine {"Torch.sin.0.forward", {ramp(1)}, ramp(2)},
            cosine {"Torch.cos.0.forward", {ramp(1)}, ramp(3)};
        const std::vector<DumpedOperator> golden {{"Torch.op_0.0.forward", {ramp(0)}, ramp(1)}, cosine, sine,
            {"Torch.op_1.0.forward", {ramp(4)}, ramp(5)}};
        const std::vector<DumpedOperator> target {
            golden[0], sine, cosine, {"Torch.op_1.0.forward", {ramp(4, 1.7F)}, ramp(5, 1.7F)}};
        for (const bool isSwapped : {false, true}) {
            const Conclusion& conclusion
                = ComparedDumps(isSwapped ? golden : target, isSwapped ? target : golden, kEqual)
                      .comparison.conclusion;
            const std::string said = conclusion.text() + ": " + conclusion.reason.text();
            QVERIFY2(said.find("dump has") == std::string::npos, said.c_str());
            QVERIFY2(conclusion.place && conclusion.place->opName == "Torch.op_1.0.forward", said.c_str());
        }
    }

    /// An input that only golden has was not compared.
    void anInputThatOnlyOneSideHas()
    {
        const std::vector<DumpedOperator> golden {{"Torch.op_0.0.forward", {ramp(1), ramp(2)}, ramp(3)}};
        const std::vector<DumpedOperator> target {{"Torch.op_0.0.forward", {ramp(1)}, ramp(3, 1.7F)}};
        for (const bool isSwapped : {false, true}) {
            const ComparedDumps compared(isSwapped ? golden : target, isSwapped ? target : golden, kEqual);
            const auto& first = compared.comparison.firstDivergence;
            QVERIFY(first && !first->inputsClean);
            QCOMPARE(first->rule, std::string("inputs-partly"));
        }
    }

    /// A step that only golden has is no part of an all-clear.
    void saysWhichStepsAreMissing()
    {
        const test::TemporaryFolder folder;
        QVERIFY(test::MsprobeDumpWriter::write(folder.at("target"), kGolden)
            && test::MsprobeDumpWriter::write(folder.at("golden"), kGolden));
        std::filesystem::copy(
            folder.at("golden/step0"), folder.at("golden/step1"), std::filesystem::copy_options::recursive);
        OwnedTask task;
        ComparisonOptions options;
        options.limits = parseLimits(kEqual, "test").value();
        const Comparison comparison
            = test::compareFolders(folder.path(), "max_absolute_error", options, task).value();
        const Conclusion& conclusion = comparison.conclusion;
        QCOMPARE(conclusion.kind, Kind::Warnings);
        QCOMPARE(
            conclusion.text(), std::string("no pair fails, but nothing was compared of golden's step 1"));
        QVERIFY(conclusion.coverage.text().ends_with("; nothing was compared of golden's step 1"));
    }

    void saysWhichStepOfARankIsMissing()
    {
        const test::TemporaryFolder folder;
        QVERIFY(test::MsprobeDumpWriter::write(folder.at("golden"), kGolden));
        const auto options = std::filesystem::copy_options::recursive;
        std::filesystem::rename(folder.at("golden/step0/rank0"), folder.at("rank"));
        for (const char* const place : {"step0/rank0", "step0/rank1", "step1/rank0", "step1/rank1"}) {
            std::filesystem::create_directories(folder.at("golden/") + place);
            std::filesystem::copy(folder.at("rank"), folder.at("golden/") + place, options);
        }
        std::filesystem::copy(folder.at("golden"), folder.at("target"), options);
        std::filesystem::remove_all(folder.at("target/step1/rank1"));
        OwnedTask task;
        ComparisonOptions compared;
        compared.limits = parseLimits(kEqual, "test").value();
        const Comparison comparison
            = test::compareFolders(folder.path(), "max_absolute_error", compared, task).value();
        QCOMPARE(comparison.conclusion.text(),
            std::string("no pair fails, but nothing was compared of golden's rank 1 in step 1"));
        QVERIFY(!comparison.unpairedGolden.empty());
        for (const UnpairedTensor& tensor : comparison.unpairedGolden)
            QCOMPARE(tensor.reason.text(), std::string("target has no tensors of rank 1 in step 1"));
    }

    /// As behind a crash: all that was compared is equal.
    void saysWhereARunEnds()
    {
        std::vector<DumpedOperator> golden = chain(std::vector<float>(13, 1.0F));
        for (std::size_t i = 0; i < golden.size(); ++i)
            golden[i].name = "Functional.linear." + std::to_string(i) + ".forward";
        const std::vector<DumpedOperator> target(golden.begin(), golden.begin() + 8);
        const Conclusion& ends = ComparedDumps(target, golden, kEqual).comparison.conclusion;
        QCOMPARE(ends.kind, Kind::Warnings);
        QCOMPARE(ends.text(),
            std::string(
                "no pair fails, but the target ends in rank 0 step 0 behind Functional.linear.7.forward: 8 "
                "tensors of golden come after"));
        const Conclusion& goesOn = ComparedDumps(golden, target, kEqual).comparison.conclusion;
        QVERIFY2(
            goesOn.text().find("golden ends in rank 0 step 0") != std::string::npos, goesOn.text().c_str());
        // A target that goes on with what golden calls otherwise does not end.
        std::vector<DumpedOperator> otherwise = target;
        for (int i = 0; i < 6; ++i) {
            const std::string name = "Torch.other_" + std::to_string(i) + ".0.forward";
            const float value = static_cast<float>(100 + i);
            const DumpedTensor given {{5, 3}, std::vector<float>(15, value)};
            const DumpedTensor made {{7}, std::vector<float>(7, value)};
            otherwise.push_back({name, {given}, made});
        }
        std::vector<DumpedOperator> longer = chain(std::vector<float>(20, 1.0F));
        for (std::size_t i = 0; i < longer.size(); ++i)
            longer[i].name = "Functional.linear." + std::to_string(i) + ".forward";
        const std::string named
            = ComparedDumps(otherwise, longer, kEqual).comparison.conclusion.coverage.text();
        QVERIFY2(named.find("the target ends") == std::string::npos, named.c_str());
        // Where the target lacks others before as well, the last pair is no end.
        std::vector<DumpedOperator> gaps(golden.begin() + 2, golden.begin() + 8);
        const std::string text = ComparedDumps(gaps, golden, kEqual).comparison.conclusion.coverage.text();
        QVERIFY2(text.find("the target ends") == std::string::npos, text.c_str());
        // Less may be cut at the end of what is dumped.
        const std::vector<DumpedOperator> most(golden.begin(), golden.begin() + 11);
        QVERIFY(ComparedDumps(most, golden, kEqual).comparison.conclusion.kind != Kind::Warnings);
    }

    /// What a damaged file lacks was not compared, whatever the conclusion is.
    void saysThatAFileIsDamaged()
    {
        const test::TemporaryFolder folder;
        for (const char* side : {"target", "golden"})
            QVERIFY(test::MsprobeDumpWriter::write(folder.at(side), kGolden));
        const std::string path = folder.at("target/step0/rank0/dump.json");
        std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
        OwnedTask task;
        ComparisonOptions options;
        options.limits = parseLimits(kEqual, "test").value();
        const Conclusion conclusion
            = test::compareFolders(folder.path(), "max_absolute_error", options, task).value().conclusion;
        const std::string text = conclusion.text() + conclusion.reason.text();
        QVERIFY2(text.find("a file of the target is damaged, and what is missing of it was not compared: "
                           "step0/rank0/dump.json: ")
                != std::string::npos,
            text.c_str());
        QVERIFY(!conclusion.isClear());
    }

    /// However many tensors a damaged file has; and what an index places in files that are not there.
    void countsFilesThatAreDamagedOrMissing()
    {
        const test::TemporaryFolder folder;
        const test::DumpedTensor one {{2}, {1, 2}};
        test::Weights most;
        std::string named;
        for (const char* const name : {"d", "e", "f", "g", "h", "i"}) {
            most[std::string(name) + ".weight"] = one;
            named += "\"" + std::string(name) + ".weight\":\"m-1.safetensors\",";
        }
        const std::string first = test::safetensorsFile(most),
                          second = test::safetensorsFile({{"b.weight", one}, {"c.weight", one}});
        const auto conclude = [&] {
            OwnedTask task;
            ComparisonOptions options;
            options.limits = parseLimits(kEqual, "test").value();
            return test::compareFolders(folder.path(), "max_absolute_error", options, task)
                .value()
                .conclusion.text();
        };
        for (const char* side : {"target", "golden"}) {
            const std::string path = folder.at(side) + "/m";
            QVERIFY(test::writeFile(path + "-1.safetensors", first));
            QVERIFY(test::writeFile(path + "-2.safetensors", second));
            QVERIFY(test::writeFile(path + ".safetensors.index.json",
                "{\"weight_map\":{" + named
                    + "\"b.weight\":\"m-2.safetensors\",\"c.weight\":\"m-2.safetensors\"}}"));
        }
        QVERIFY(test::writeFile(folder.at("target/m-2.safetensors"), second.substr(0, second.size() - 12)));
        const std::string damaged = conclude();
        QVERIFY2(damaged.find("a file of the target is damaged, and what is missing of it was not compared: "
                              "m-2.safetensors: ")
                != std::string::npos,
            damaged.c_str());
        std::filesystem::remove(folder.at("target/m-2.safetensors"));
        const std::string missing = conclude();
        QVERIFY2(
            missing.find("no pair fails, but files of the target are missing, and what they hold was not "
                         "compared; first m.safetensors.index.json: the shard m-2.safetensors is missing; "
                         "tensors that should be in it: 2")
                != std::string::npos,
            missing.c_str());
    }

    /// One of many operators is farther off than three standard deviations by chance.
    void manyOperatorsHaveOneThatIsFarOff()
    {
        ComparedDumps compared(chain({ramp(1), ramp(2, 1.001F)}), chain({1, 1}),
            R"({"version":1,"rules":[{"metric":"max_absolute_error","op":"<=","value":1000}]})");
        Comparison comparison = compared.comparison;
        TaskContext& task = compared.task;
        Suspect suspect;
        suspect.opName = "Torch.op_1.0.forward";
        suspect.reason = SuspectReason::Growth;
        suspect.score = 3.9;
        suspect.why = Message("it is off");
        suspect.pairs = {1};
        const auto judged = [&] {
            const Limits limits = parseLimits(
                R"({"version":1,"rules":[{"metric":"max_absolute_error","op":"<=","value":1000}]})", "test")
                                      .value();
            return judgeAgain(comparison, limits, task) ? comparison.conclusion : Conclusion();
        };
        comparison.suspicion.suspects = {suspect};
        comparison.suspicion.judged = 10; // √(2 ln 30) = 2.6
        QCOMPARE(judged().kind, Kind::Suspect);
        comparison.suspicion.judged = 1000; // √(2 ln 3000) = 4.0
        const Conclusion many = judged();
        QCOMPARE(many.kind, Kind::WithinLimits);
        QVERIFY(comparison.suspicion.suspects.empty());
        QVERIFY2(many.reason.text().find("as one of 1000 operators may be by chance: it is off")
                != std::string::npos,
            many.reason.text().c_str());
        comparison.suspicion.byChance.front().score = 4.1;
        QCOMPARE(judged().kind, Kind::Suspect);
        comparison.suspicion.suspects.front().score = 3.9;
        comparison.suspicion.suspects.front().reason = SuspectReason::WrongInput; // a fact
        QCOMPARE(judged().kind, Kind::Suspect);
    }

    /// NaN that an operator of the target alone makes are said beside what is wrong in another rank first.
    void saysWhereNanAreBornBesideAnotherFault()
    {
        const test::TemporaryFolder folder;
        const std::vector<DumpedOperator> golden {{"Torch.op_0.0.forward", {ramp(1)}, ramp(2)},
            {"Torch.op_1.0.forward", {ramp(2)}, ramp(3)}, {"Torch.op_2.0.forward", {ramp(3)}, ramp(4)}};
        std::vector<DumpedOperator> spoilt = golden, wrong = golden;
        spoilt.insert(spoilt.begin() + 2, {"Torch.log.0.forward", {ramp(3)}, filled(kNan)});
        spoilt[3] = {"Torch.op_2.0.forward", {filled(kNan)}, filled(kNan)};
        wrong[0].output = ramp(9);
        using test::MsprobeDumpWriter;
        QVERIFY(MsprobeDumpWriter::write(folder.at("golden"), golden));
        QVERIFY(MsprobeDumpWriter::write(folder.at("target"), spoilt));
        QVERIFY(MsprobeDumpWriter::write(folder.at("other"), wrong));
        std::filesystem::rename(folder.at("other/step0/rank0"), folder.at("target/step0/rank1"));
        // One run without ranks.
        std::filesystem::rename(folder.at("golden/step0/rank0"), folder.at("alone"));
        std::filesystem::remove_all(folder.at("golden"));
        std::filesystem::rename(folder.at("alone"), folder.at("golden"));
        OwnedTask task;
        ComparisonOptions options;
        options.limits = parseLimits(kEqual, "test").value();
        const Conclusion conclusion
            = test::compareFolders(folder.path(), "max_absolute_error", options, task).value().conclusion;
        QVERIFY2(conclusion.text().starts_with("most likely at fault: rank 1 "), conclusion.text().c_str());
        const std::string reason = conclusion.reason.text();
        QVERIFY2(reason.find("; NaN or infinities first show at rank 0 step 0 Torch.log.0.forward output 0: ")
                != std::string::npos,
            reason.c_str());
        QVERIFY2(reason.find("; golden is one run without ranks, beside which 2 ranks stand: ")
                != std::string::npos,
            reason.c_str());
    }

    /// The same NaN on both sides passes, and is told.
    void saysThatBothHoldNan()
    {
        const std::vector<DumpedOperator> both {
            {"Torch.op_0.0.forward", {ramp(1)}, ramp(2)}, {"Torch.op_1.0.forward", {ramp(2)}, filled(kNan)}};
        const ComparedDumps compared(both, both, kEqual);
        QCOMPARE(compared.comparison.summary.notComparable, std::uint64_t {0});
        const Conclusion& conclusion = compared.comparison.conclusion;
        QVERIFY2(conclusion.reason.text().ends_with(
                     "both sides hold NaN or infinities at the same places in one operator"),
            (conclusion.text() + conclusion.reason.text()).c_str());
        QVERIFY(ComparedDumps(kGolden, kGolden, kEqual).comparison.conclusion.reason.text().find("NaN")
            == std::string::npos);
    }

    /// -Infinity that an operator fills in is a mask, that of a logarithm is none; NaN beside it is told.
    void masksAreNoNonFiniteNumbers()
    {
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        const auto says = [](const std::string& name, std::vector<float> values) {
            const auto count = static_cast<std::int64_t>(values.size());
            const std::vector<DumpedOperator> both {{"Torch.op_0.0.forward", {ramp(1)}, ramp(2)},
                {name, {ramp(2)}, DumpedTensor {{count}, std::move(values)}}};
            return ComparedDumps(both, both, kEqual)
                       .comparison.conclusion.reason.text()
                       .find("both sides hold NaN or infinities")
                != std::string::npos;
        };
        QVERIFY(!says("Tensor.masked_fill_.0.forward", {0, -kInfinity, 0, -kInfinity}));
        QVERIFY(says("Tensor.masked_fill_.0.forward", {0, -kInfinity, 0, kInfinity}));
        QVERIFY(says("Tensor.masked_fill_.0.forward", {0, -kInfinity, 0, kNan}));
        QVERIFY(says("Tensor.masked_fill_.0.forward", {-kInfinity, -kInfinity})); // beside nothing
        QVERIFY(says("Torch.log.0.forward", {0, -kInfinity, 0, -kInfinity}));
    }

    /// Two runs of which one operator pairs.
    void saysThatHardlyAnythingPairs()
    {
        std::vector<DumpedOperator> target {{"Torch.op_0.0.forward", {ramp(1)}, ramp(2)}}, golden = target;
        target[0].output = ramp(2, 1.5F);
        for (int i = 0; i < 12; ++i) {
            const auto size = static_cast<float>(i + 2);
            target.push_back({"Torch.left_" + std::to_string(i) + ".0.forward",
                {DumpedTensor {{2}, {size, 3}}}, {{3}, {1, 2, size}}});
            golden.push_back({"Functional.right_" + std::to_string(i) + ".0.forward",
                {DumpedTensor {{5}, {1, 2, 3, 4, size}}}, {{7}, {1, 2, 3, 4, 5, 6, size}}});
        }
        const ComparedDumps compared(target, golden, kEqual);
        const Conclusion& conclusion = compared.comparison.conclusion;
        QVERIFY2(conclusion.text().starts_with(
                     "hardly anything pairs, 2 of 26 tensors of the target; most likely at fault: "),
            conclusion.text().c_str());
    }

    /// What pairs because its values are equal cannot differ; what differs is left on both sides.
    void pairsOfEqualValuesAreNoAllClear()
    {
        ComparedDumps compared(kGolden, kGolden, kEqual);
        Comparison& comparison = compared.comparison;
        comparison.summary.bitEqual = true;
        QCOMPARE(again(comparison).kind, Kind::BitEqual);
        const PairTable& pairs = *comparison.pairs;
        const auto byValues = std::make_shared<PairTable>(
            pairs.target(), pairs.golden(), std::make_shared<const MetricSelection>(pairs.metrics()));
        std::vector<UnpairedTensor> inputs, outputs;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            PairResult result = pairs.row(row);
            result.pair.origin = PairOrigin::Fingerprint;
            const bool isInput = pairs.target().index->tensor(result.pair.target).io == Io::Input;
            (isInput ? inputs : outputs).push_back({result.pair.target, {}, {}});
            byValues->add(std::move(result));
        }
        comparison.pairs = byValues;
        QCOMPARE(again(comparison).kind, Kind::BitEqual);
        // An input of one side and an output of the other are no pair.
        comparison.unpairedTarget = inputs;
        comparison.unpairedGolden = outputs;
        QCOMPARE(again(comparison).kind, Kind::BitEqual);
        comparison.unpairedGolden = inputs;
        const Conclusion conclusion = again(comparison);
        QCOMPARE(conclusion.kind, Kind::TooLittleCompared);
        const std::string reason = conclusion.reason.text();
        QVERIFY2(reason.find("found because their values are equal") != std::string::npos, reason.c_str());
        // Put together by values: inputs that are left may be masks and ids, outputs may not.
        const auto assembled = std::make_shared<PairTable>(byValues->target(), byValues->golden(),
            std::make_shared<const MetricSelection>(byValues->metrics()));
        for (std::size_t row = 0; row < byValues->rows(); ++row) {
            PairResult result = byValues->row(row);
            const auto assembly = std::make_shared<Assembly>();
            assembly->basis = AssemblyBasis::Values;
            assembly->parts.resize(1);
            assembly->parts.front().id = result.pair.target;
            const auto hint = std::make_shared<AlignmentHint>();
            hint->assembly = assembly;
            result.pair.hint = hint;
            assembled->add(std::move(result));
        }
        comparison.pairs = assembled;
        QCOMPARE(again(comparison).kind, Kind::BitEqual);
        comparison.unpairedTarget = comparison.unpairedGolden = outputs;
        QCOMPARE(again(comparison).kind, Kind::TooLittleCompared);
    }

    /// A block that is frozen on one side has no gradients there, and nothing that is compared is off.
    void saysWhereGradientsEnd()
    {
        const std::vector<DumpedOperator> golden {
            {"Functional.linear.0.forward", {ramp(1), ramp(4)}, ramp(2)},
            {"Functional.relu.0.forward", {ramp(2)}, ramp(3)},
            {"Functional.linear.1.forward", {ramp(3), ramp(4)}, ramp(5)},
            {"Functional.linear.1.backward", {ramp(0.1F)}, ramp(0.2F)},
            {"Functional.relu.0.backward", {ramp(0.2F)}, ramp(0.3F)},
            {"Functional.linear.0.backward", {ramp(0.3F)}, ramp(0.4F)}};
        const auto without = [&](std::size_t behind) {
            return std::vector<DumpedOperator>(golden.begin(), golden.begin() + static_cast<int>(behind));
        };
        const ComparedDumps frozen(without(4), golden, kEqual);
        const Conclusion& conclusion = frozen.comparison.conclusion;
        QCOMPARE(conclusion.kind, Kind::Warnings);
        QVERIFY2(
            conclusion.text().starts_with(
                "golden has gradients of 2 operators of which the target has none, first of: rank 0 step 0 "
                "Functional.relu.0.forward output 0"),
            conclusion.text().c_str());
        QVERIFY2(conclusion.reason.text().ends_with("Functional.relu.0.backward"),
            conclusion.reason.text().c_str());
        const ComparedDumps other(golden, without(5), kEqual);
        QVERIFY2(other.comparison.conclusion.headline.text().starts_with(
                     "the target has gradients of an operator of"),
            other.comparison.conclusion.headline.text().c_str());
        // No parameter is without a gradient here, and here nothing ran backward at all.
        auto silent = golden;
        silent.erase(silent.begin() + 4);
        QVERIFY(ComparedDumps(silent, golden, kEqual).comparison.conclusion.isClear());
        QVERIFY(ComparedDumps(without(3), golden, kEqual).comparison.conclusion.isClear());
        // What is wrong in the same step may be why.
        auto wrong = without(4);
        wrong[1].output = ramp(3, 2);
        QCOMPARE(ComparedDumps(wrong, golden, kEqual).comparison.conclusion.kind, Kind::Suspect);
    }

    void saysWhereItStandsInTheProgram()
    {
        ComparedDumps compared(chain({1, 1, 1, 1.5F, 1.5F, 1.5F}), kGolden, kEqual);
        const std::string place = compared.folder.at("target/step0/rank0/");
        QVERIFY(test::writeFile(place + "construct.json",
            R"({"Torch.op_2.0.forward":"Module.model.layers.1.self_attn.Attention.forward.0",)"
            R"("Module.model.layers.1.self_attn.Attention.forward.0":null})"));
        QVERIFY(test::writeFile(place + "stack.json", R"json({"0":[["Torch.op_2.0.forward"],[
            "File /env/site-packages/torch/nn/functional.py, line 12, in op, \n return _op(x)",
            "File /env/site-packages/transformers/modeling_llama.py, line 147, in forward, \n y = op(x)"]]})json"));
        OwnedTask task;
        ComparisonOptions options;
        const auto metrics = builtinMetrics();
        options.limits = compared.limits;
        options.measure.profile = metrics->findProfile("dumpscope");
        options.measure.metrics
            = std::make_shared<const MetricSelection>(selectMetrics(*metrics, "max_absolute_error").value());
        const auto open = [&](const char* side) {
            return ComparisonSide {
                openDump(compared.folder.at(side), builtinFormats(), {}, task).value(), std::nullopt};
        };
        const Comparison comparison = compareSides(open("target"), open("golden"), options, {}, task).value();
        const Conclusion& conclusion = comparison.conclusion;
        QVERIFY(conclusion.place && conclusion.place->source);
        QCOMPARE(conclusion.place->scope, std::string("model/layers/1/self_attn"));
        QCOMPARE(conclusion.place->source->line, 147U);
        QCOMPARE(conclusion.place->source->code, std::string("y = op(x)"));
        QCOMPARE(conclusion.place->words().text(),
            std::string("rank 0 step 0 model/layers/1/self_attn Torch.op_2.0.forward output 0 "
                        "(modeling_llama.py:147)"));
        const std::string json = jsonOf(comparison);
        for (const char* part : {R"("kind":"suspect")", R"("scope":"model/layers/1/self_attn")",
                 R"("line":147)", R"("target_only":false)", R"("share":1)"})
            QVERIFY2(json.find(part) != std::string::npos, json.c_str());
    }

    /// Other limits, another conclusion.
    void isMadeAnewWithTheVerdicts()
    {
        ComparedDumps compared(chain({1, 1.0001F, 1.0002F, 1.0001F, 1.0003F, 1.0002F}), kGolden, kEqual);
        QCOMPARE(compared.comparison.conclusion.kind, Kind::Rounding);
        OwnedTask task;
        const Comparison judged
            = judgedAnew(compared.comparison, parseLimits(kLoose, "loose").value(), task).value();
        QCOMPARE(judged.conclusion.kind, Kind::WithinLimits);
        QCOMPARE(compared.comparison.conclusion.kind, Kind::Rounding);
    }

    /// A warning is no all-clear unless rounding explains it.
    void warningsHaveToBeExplained()
    {
        constexpr std::string_view kWarn
            = R"({"version":1,"rules":[{"metric":"max_absolute_error","op":"<=","value":0,"verdict":"warn"}]})";
        ComparedDumps compared(chain({ramp(1), filled(2.5F)}), chain({ramp(1), filled(0)}), kWarn);
        QCOMPARE(compared.comparison.summary.warn, std::uint64_t {1});
        const std::string accused = compared.comparison.conclusion.reason.text();
        QVERIFY2(accused.ends_with("; no pair fails"), accused.c_str());
        compared.comparison.suspicion.suspects.clear();
        const Conclusion conclusion = again(compared.comparison);
        QCOMPARE(conclusion.kind, Kind::Warnings);
        QVERIFY(!conclusion.isClear());
        QVERIFY2(conclusion.reason.text().starts_with("1 of 1 warnings are not explained"),
            conclusion.reason.text().c_str());
        const ComparedDumps noisy(chain({1, 1.0001F, 1.0002F, 1.0001F, 1.0003F, 1.0002F}), kGolden, kWarn);
        QCOMPARE(noisy.comparison.conclusion.kind, Kind::WithinLimits);
        QCOMPARE(noisy.comparison.conclusion.reason.text(),
            std::string("1 pass, 9 warn, 0 could not be compared"));
    }

    void everyKindHasAWord()
    {
        QCOMPARE(conclusionWord(Kind::NothingCompared), std::string_view("nothing-compared"));
        QCOMPARE(conclusionWord(Kind::Unexplained), std::string_view("unexplained"));
    }
};

QTEST_APPLESS_MAIN(tst_Conclusion)
#include "tst_conclusion.moc"
