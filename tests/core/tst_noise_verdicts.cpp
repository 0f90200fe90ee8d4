// SPDX-License-Identifier: GPL-3.0-or-later
// Expected verdicts: limits of docs/metrics.md (√u of the coarser type) by hand.
#include "compare/comparison.h"
#include "compare/limits/default_limits.h"
#include "compare/limits/noise_verdicts.h"
#include "compare/suspects/walked_run.h"
#include "compared_folders.h"
#include "msprobe_dump_writer.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

struct Step {
    const char* name;
    const char* dtype; ///< of the target
    double input, output;
    const char* md5 = ""; ///< of the target's output; golden has "aa…"
};

QByteArray tensorOf(const char* dtype, double scale, const QByteArray& md5 = {})
{
    return QStringLiteral(
        R"({"type":"mindspore.Tensor","dtype":"%1","shape":[10,10],"Max":%2,"Min":%3,"Mean":0,"Norm":%4%5})")
        .arg(QLatin1String(dtype))
        .arg(scale, 0, 'g', 17)
        .arg(-scale, 0, 'g', 17)
        .arg(5 * scale, 0, 'g', 17)
        .arg(md5.isEmpty() ? QString() : QStringLiteral(",\"md5\":\"%1\"").arg(QString::fromLatin1(md5)))
        .toUtf8();
}

void writeDump(const QString& folder, const std::vector<Step>& steps, bool isGolden)
{
    QVERIFY(QDir().mkpath(folder + "/step0/rank0"));
    QByteArray data;
    for (const Step& step : steps) {
        const char* const dtype = isGolden ? "Float32" : step.dtype;
        data += (data.isEmpty() ? "" : ",")
            + ('"' + QByteArray(step.name) + "\":{\"input_args\":["
                + tensorOf(dtype, isGolden ? 1 : step.input) + "],\"input_kwargs\":{},\"output\":["
                + tensorOf(dtype, isGolden ? 1 : step.output,
                    step.md5[0] == '\0' || !isGolden ? QByteArray(step.md5) : QByteArray("aaaaaaaa"))
                + "]}");
    }
    QFile file(folder + "/step0/rank0/dump.json");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"task":"statistics","level":"L1","framework":"mindspore","dump_data_dir":"","data":{)"
        + data + "}}");
}

std::optional<Comparison> compared(
    const std::vector<Step>& steps, const Limits& limits, std::string_view metrics = "l2norm_diff_relative")
{
    QTemporaryDir folder;
    writeDump(folder.filePath("target"), steps, false);
    writeDump(folder.filePath("golden"), steps, true);
    OwnedTask task;
    ComparisonOptions options;
    options.limits = limits;
    auto comparison = dumpscope::test::compareFolders(folder.path().toStdString(), metrics, options, task);
    if (!comparison)
        return std::nullopt;
    return std::move(*comparison);
}

const std::vector<Step> kMixed {{"Functional.embedding.0.forward", "BFloat16", 1.001, 1.002},
    {"Tensor.pow.0.forward", "Float32", 1.002, 1.003}, {"Tensor.sin.0.forward", "Float32", 1.003, 1.002},
    {"Functional.gelu.0.forward", "BFloat16", 1.002, 1.003},
    {"Functional.silu.0.forward", "Float32", 1.003, 1.004}};

constexpr std::array kForward {"Torch.a.0.forward", "Torch.b.0.forward", "Torch.c.0.forward",
    "Torch.d.0.forward", "Torch.e.0.forward", "Torch.f.0.forward"};
constexpr std::array kBackward {"Torch.f.0.backward", "Torch.e.0.backward", "Torch.d.0.backward",
    "Torch.c.0.backward", "Torch.b.0.backward", "Torch.a.0.backward"};

std::vector<Verdict> verdictsOf(const Comparison& comparison)
{
    std::vector<Verdict> verdicts;
    for (std::size_t row = 0; row < comparison.pairs->rows(); ++row)
        verdicts.push_back(comparison.pairs->row(row).verdict);
    return verdicts;
}

} // namespace

class tst_NoiseVerdicts : public QObject {
    Q_OBJECT

private slots:
    void onlyTheDefaultGivesWay()
    {
        QVERIFY(DefaultLimits::areIn(presetLimits("precision").value()));
        QVERIFY(!DefaultLimits::areIn(presetLimits("exact").value()));
        const auto exact = compared(kMixed, presetLimits("exact").value());
        QVERIFY(exact && !exact->judgedByNoise && exact->otherLimits.empty());
    }

    /// Other bits in equal statistics follow from what differs by more before them; alone they are a mystery.
    void checksumsBehindDifferences()
    {
        std::vector<Step> steps = kMixed;
        steps.back() = {"Functional.silu.0.forward", "Float32", 1.003, 1, "bbbbbbbb"};
        const auto behind = compared(steps, presetLimits("precision").value());
        QVERIFY(behind);
        QCOMPARE(behind->summary.warn, std::uint64_t {1});
        QVERIFY2(behind->conclusion.isClear(), behind->conclusion.text().c_str());
        for (Step& step : steps)
            step = {step.name, "Float32", 1, 1, step.md5};
        const auto alone = compared(steps, presetLimits("precision").value());
        QVERIFY(alone);
        QCOMPARE(alone->conclusion.kind, ConclusionKind::Warnings);
    }

    /// What no operator of the dump made may be half as much again beyond half of the significand (0.0625).
    void inputsBesideOutputs()
    {
        const auto verdictOf = [](double input) {
            const auto comparison
                = compared({{"Torch.tanh.0.forward", "BFloat16", 1.003, 1.0075},
                               {"Functional.gelu.0.forward", "BFloat16", 1.0075, 1.019},
                               {"Functional.silu.0.forward", "BFloat16", 1.019, 1.047},
                               {"Torch.sigmoid.0.forward", "BFloat16", input, input - 0.005}},
                    presetLimits("precision").value());
            return comparison ? comparison->pairs->row(6).verdict : Verdict::NotComparable;
        };
        QCOMPARE(verdictOf(1.08), Verdict::Pass);
        QCOMPARE(verdictOf(1.1), Verdict::Fail);
    }

    /// The one of many operators that is farther off by chance is beyond the noise of the run itself.
    void whatIsFarOffByChance()
    {
        const Limits limits = presetLimits("precision").value();
        std::vector<Step> steps = kMixed;
        steps.back().output = 1.3;
        auto comparison = compared(steps, limits);
        QVERIFY(comparison && comparison->suspicion.suspects.size() == 1);
        QVERIFY(!comparison->conclusion.isClear());
        const std::size_t row = comparison->suspicion.suspects.front().pairs.front();
        const std::string name = comparison->suspicion.suspects.front().opName;
        comparison->suspicion.suspects.front().score = 3.9;
        comparison->suspicion.judged = 1000; // √(2 ln 3000) = 4.0
        OwnedTask task;
        QVERIFY(judgeAgain(*comparison, limits, task));
        const Conclusion& conclusion = comparison->conclusion;
        QVERIFY2(conclusion.text().ends_with(", one operator only just"), conclusion.text().c_str());
        QVERIFY2(conclusion.reason.text().find("none by more than") == std::string::npos,
            conclusion.reason.text().c_str());
        QCOMPARE(comparison->pairs->row(row).verdict, Verdict::Pass);
        QCOMPARE(comparison->suspicion.nearestName(), name);
        QCOMPARE(comparison->suspicion.nearestScore(), 3.9);
        // Of fewer it is no chance, and the limits are as strict as before.
        comparison->suspicion.judged = 100; // √(2 ln 300) = 3.4
        QVERIFY(judgeAgain(*comparison, limits, task));
        QVERIFY(comparison->conclusion.kind == ConclusionKind::Suspect);
        QCOMPARE(comparison->pairs->row(row).verdict, Verdict::Fail);
    }

    /// A rule for what the defaults leave open takes no explanation away; what it forbids stays forbidden.
    void limitsBesideTheDefaults()
    {
        Limits loose = presetLimits("precision").value();
        loose.rules.insert(loose.rules.begin(), parseLimit("max_diff<=100").value());
        constexpr std::string_view kMetrics = "l2norm_diff_relative,max_diff";
        const auto explained = compared(kMixed, loose, kMetrics);
        QVERIFY(explained);
        QCOMPARE(explained->summary.fail, std::uint64_t {0});
        QVERIFY(explained->otherLimits.empty());
        QVERIFY(explained->pairs->row(5).explained);
        QCOMPARE(explained->conclusion.text(),
            compared(kMixed, presetLimits("precision").value(), kMetrics)->conclusion.text());
        // Of the largest values 1.004 and 1 alone are further apart than 0.0035.
        Limits tight = presetLimits("precision").value();
        tight.rules.insert(tight.rules.begin(), parseLimit("max_diff<=0.0035").value());
        const auto kept = compared(kMixed, tight, kMetrics);
        QVERIFY(kept);
        QCOMPARE(kept->summary.fail, std::uint64_t {1});
        const PairResult& last = kept->pairs->row(kept->pairs->rows() - 1);
        QCOMPARE(last.verdict, Verdict::Fail);
        QVERIFY2(last.reason.text().find("max_diff") != std::string::npos, last.reason.text().c_str());
        QVERIFY(!kept->conclusion.isClear());
    }

    /// Where another limit decides instead of the default one, nothing is explained away, which is said.
    void changedLimits()
    {
        Limits own = presetLimits("precision").value();
        own.rules.insert(
            own.rules.begin(), parseLimit("l2norm_diff_relative<=0.0001@precision:float32").value());
        const auto comparison = compared(kMixed, own);
        QVERIFY(comparison);
        QVERIFY(comparison->summary.fail > 0);
        for (std::size_t row = 0; row < comparison->pairs->rows(); ++row)
            QCOMPARE(std::ranges::binary_search(comparison->otherLimits, row),
                comparison->pairs->precision(row) == "float32");
        const std::string reason = comparison->conclusion.reason.text();
        QVERIFY2(reason.find("explanations are off for") != std::string::npos, reason.c_str());
        // A limit that lets more pass makes nothing fail.
        Limits loose = presetLimits("precision").value();
        loose.rules.insert(
            loose.rules.begin(), parseLimit("l2norm_diff_relative<=0.5@precision:float32").value());
        const auto loosened = compared(kMixed, loose, "l2norm_diff_relative,relative_euclidean_distance");
        QVERIFY(loosened && loosened->otherLimits.empty());
        QCOMPARE(loosened->summary.fail, std::uint64_t {0});
    }

    /// float32 tensors of a bfloat16 model are off by what bfloat16 rounds, 0.003 > √2⁻²⁴.
    void whatWentThroughACoarserType()
    {
        const auto comparison = compared(kMixed, presetLimits("precision").value());
        QVERIFY(comparison);
        QCOMPARE(comparison->summary.fail, std::uint64_t {0});
        QVERIFY(!comparison->firstDivergence);
        const PairResult& sine = comparison->pairs->row(5);
        QCOMPARE(sine.verdict, Verdict::Pass);
        QVERIFY(sine.explained);
        const std::string reason = sine.reason.text();
        QVERIFY2(reason.find("rounding of bfloat16") != std::string::npos, reason.c_str());
        QCOMPARE(comparison->suspicion.rounding, std::string("bfloat16"));
    }

    /// The same errors without a coarser type, where operators before agree, are none of the noise.
    void aFaultInAnEqualRun()
    {
        std::vector<Step> steps;
        for (const char* name : {"Torch.a.0.forward", "Torch.b.0.forward", "Torch.c.0.forward",
                 "Torch.d.0.forward", "Torch.e.0.forward", "Torch.f.0.forward"})
            steps.push_back({name, "Float32", 1, 1});
        steps[4].output = steps[5].input = steps[5].output = 1.003;
        const auto comparison = compared(steps, presetLimits("precision").value());
        QVERIFY(comparison);
        QVERIFY(comparison->summary.fail > 0);
        QCOMPARE(comparison->firstDivergence.value().opName, std::string("Torch.e.0.forward"));
        QCOMPARE(comparison->suspicion.suspects.front().opName, std::string("Torch.e.0.forward"));
    }

    /// What a fault changes may look like what cancels by rounding; other effects are told by what they are.
    void whatCancelsBehindAFault()
    {
        std::vector<Step> steps;
        for (const char* name : kForward)
            steps.push_back({name, "Float32", 1, 1});
        steps[4].output = steps[5].input = steps[5].output = 1.003;
        const auto comparison = compared(steps, presetLimits("precision").value());
        QVERIFY(comparison && comparison->suspicion.suspects.size() == 1);
        const std::size_t last = comparison->pairs->rows() - 1;
        QCOMPARE(comparison->pairs->row(last).verdict, Verdict::Fail);
        Suspicion suspicion = comparison->suspicion;
        suspicion.effects = {{last, phraseOf(kCancels)}};
        QVERIFY(judgeByNoise(*comparison->pairs, suspicion, presetLimits("precision").value()).empty());
        QCOMPARE(comparison->pairs->row(last).verdict, Verdict::Fail);
        suspicion.suspects.clear();
        QVERIFY(judgeByNoise(*comparison->pairs, suspicion, presetLimits("precision").value()).empty());
        QCOMPARE(comparison->pairs->row(last).verdict, Verdict::Pass);
    }

    /// Whatever metrics were asked for.
    void otherChecksumsNeverPass()
    {
        const std::vector<Step> steps {{"Torch.a.0.forward", "Float32", 1, 1, "aaaaaaaa"},
            {"Torch.b.0.forward", "Float32", 1, 1, "bbbbbbbb"}};
        const auto comparison = compared(steps, presetLimits("precision").value());
        QVERIFY(comparison);
        const std::vector<Verdict> expected {Verdict::Pass, Verdict::Pass, Verdict::Pass, Verdict::Warn};
        QCOMPARE(verdictsOf(*comparison), expected);
        QVERIFY(!comparison->conclusion.isClear());
    }

    void aFaultBesideBFloat16StillFails()
    {
        std::vector<Step> steps = kMixed;
        steps[3].output = steps[4].input = steps[4].output = 1.3;
        const auto comparison = compared(steps, presetLimits("precision").value());
        QVERIFY(comparison);
        QCOMPARE(comparison->firstDivergence.value().opName, std::string("Functional.gelu.0.forward"));
        QCOMPARE(comparison->suspicion.suspects.front().opName, std::string("Functional.gelu.0.forward"));
    }

    /// 100 gates off by 0.004 let 0.4 + 3·√0.4 + 3 elements through on one side: √0.053 = 0.23, more than
    /// √2⁻⁸.
    void whatGatesLetThrough()
    {
        const auto comparedWith = [](const char* forward, const char* backward) {
            const std::vector<Step> steps {{"Functional.embedding.0.forward", "BFloat16", 1.001, 1.004},
                {forward, "BFloat16", 1.004, 1.004}, {backward, "BFloat16", 1.004, 1.12},
                {"Functional.embedding.0.backward", "BFloat16", 1.12, 1.13}};
            return compared(steps, presetLimits("precision").value());
        };
        const auto gated = comparedWith("Functional.relu.0.forward", "Functional.relu.0.backward");
        QVERIFY(gated);
        QCOMPARE(gated->summary.fail, std::uint64_t {0});
        QVERIFY2(gated->conclusion.isClear(), gated->conclusion.text().c_str());
        const auto smooth = comparedWith("Functional.silu.0.forward", "Functional.silu.0.backward");
        QVERIFY(smooth && smooth->summary.fail > 0);
    }

    /// Weights that went through float16: nothing tells but that every output is off alike, the first ones
    /// before there are enough to measure it by (√2⁻²⁴ is 0.00024).
    void offAlikeFromTheFirst()
    {
        std::vector<Step> steps;
        for (const char* name :
            {"Functional.linear.0.forward", "Functional.linear.1.forward", "Functional.linear.2.forward",
                "Functional.linear.3.forward", "Functional.linear.4.forward", "Functional.linear.5.forward"})
            steps.push_back({name, "Float32", steps.empty() ? 1 : 1.0002, 1.0003});
        const auto comparison = compared(steps, presetLimits("precision").value());
        QVERIFY(comparison);
        QVERIFY(comparison->suspicion.suspects.empty());
        QCOMPARE(comparison->summary.fail, std::uint64_t {0});
        QVERIFY2(comparison->conclusion.isClear(), comparison->conclusion.text().c_str());
    }

    /// A forward run that is equal and a backward run that is off alike: it was made in between, by what is
    /// not seen, and is no noise.
    void offAlikeBehindAnEqualBeginning()
    {
        std::vector<Step> steps;
        for (int i = 0; i < 6; ++i)
            steps.push_back({kForward[static_cast<std::size_t>(i)], "Float32", 1, 1});
        for (int i = 0; i < 6; ++i)
            steps.push_back({kBackward[static_cast<std::size_t>(i)], "Float32", 1.003, 1.003});
        const auto comparison = compared(steps, presetLimits("precision").value());
        QVERIFY(comparison);
        QCOMPARE(comparison->suspicion.noise, 0.0);
        QCOMPARE(comparison->summary.fail, std::uint64_t {12});
        QVERIFY2(!comparison->conclusion.isClear(), comparison->conclusion.text().c_str());
    }

    /// Of elements one linear layer shows it: behind one that agrees bit for bit, what an operator without a
    /// product makes of equal inputs is its own, though all behind it are off as far.
    void offAlikeBehindAnEqualLayer()
    {
        const auto run = [](const char* first, float wrong) {
            const auto tensor = [](float off) {
                DumpedTensor made {{4, 8}, {}};
                for (int i = 0; i < 32; ++i)
                    made.values.push_back(
                        std::sin(static_cast<float>(i)) + off * std::cos(3 * static_cast<float>(i)));
                return made;
            };
            std::vector<DumpedOperator> all {
                {first, {tensor(0)}, tensor(0)}, {"Torch.rotary.0.forward", {tensor(0)}, tensor(wrong)}};
            for (int i = 0; i < 20; ++i)
                all.push_back(
                    {"Torch.gelu." + std::to_string(i) + ".forward", {tensor(wrong)}, tensor(wrong)});
            return all;
        };
        for (const char* layer :
            {"Functional.linear.0.forward", "Cell.model.qkv_proj.QKVParallelLinear.forward.0"}) {
            const ComparedDumps dumps(run(layer, 0.003F), run(layer, 0));
            QVERIFY(dumps.good);
            const Suspicion& suspicion = dumps.comparison.suspicion;
            QVERIFY(suspicion.noise < 1e-6);
            QVERIFY(!suspicion.suspects.empty());
            QCOMPARE(suspicion.suspects.front().opName, std::string("Torch.rotary.0.forward"));
        }
        // Without one a coarser type may be hidden in all of them.
        const ComparedDumps dumps(run("Torch.relu.0.forward", 0.003F), run("Torch.relu.0.forward", 0));
        QVERIFY(dumps.good && dumps.comparison.suspicion.noise > 1e-3);
    }

    /// Every lower precision shows in products of matrices, and nobody computes a softmax in one. Behind
    /// products that agree, or where a softmax is off first, what one operator makes is no noise, however
    /// many get it from there.
    void offAlikeBehindEqualProducts()
    {
        std::vector<QByteArray> names;
        const auto noise = [&](int equal, const QByteArray& kind) {
            names.clear();
            for (int i = 0; i < 24; ++i)
                names.push_back("Functional."
                    + (i < 4         ? QByteArray("linear")
                            : i == 4 ? kind
                                     : QByteArray("gelu"))
                    + '.' + QByteArray::number(i) + ".forward");
            std::vector<Step> steps;
            for (int i = 4 - equal; i < 24; ++i)
                steps.push_back({names[static_cast<std::size_t>(i)].constData(), "Float32",
                    i < 5 ? 1 : 1.0021, i < 4 ? 1 : 1.0021});
            return compared(steps, presetLimits("precision").value());
        };
        const auto few = noise(1, "gelu"), enough = noise(2, "gelu"), single = noise(1, "softmax");
        QVERIFY(few && enough && single);
        QVERIFY(few->suspicion.noise > 1e-3);
        for (const auto* found : {&enough, &single}) {
            QVERIFY((*found)->suspicion.noise < 1e-6); // of sums in another order
            QVERIFY((*found)->conclusion.place);
        }
        QCOMPARE(enough->conclusion.place->opName, std::string("Functional.gelu.4.forward"));
        QCOMPARE(single->conclusion.place->opName, std::string("Functional.softmax.4.forward"));
    }

    /// Adam's first step is ±lr, whatever the gradient: one that rounding turns about is a whole step off.
    void signsOfTheSmallestGradients()
    {
        constexpr std::size_t kCount = 32, kSmallest = 27;
        constexpr float kRate = 1e-3F;
        // A run in which everything is off by 0.4 %, as behind bfloat16.
        const auto run = [](float off, float smallest) {
            const auto tensor = [](int seed, float by) {
                DumpedTensor made {{kCount}, {}};
                for (std::size_t i = 0; i < kCount; ++i) {
                    const auto at = static_cast<float>(i + 3 * static_cast<std::size_t>(seed));
                    made.values.push_back((1.5F + std::sin(at)) * (1 + by * std::cos(7 * at)));
                }
                return made;
            };
            std::vector<DumpedOperator> operators;
            for (int i = 0; i < 8; ++i)
                operators.push_back({"Functional.linear." + std::to_string(i) + ".forward",
                    {tensor(i, i == 0 ? 0 : off)}, tensor(i + 1, off)});
            operators.push_back({"Functional.linear.7.backward", {tensor(8, off)}, tensor(9, off)});
            DumpedTensor average = tensor(9, off), divisor, parameter {{kCount}, std::vector<float>(kCount)},
                         moved;
            average.values[kSmallest] = smallest;
            divisor = moved = parameter;
            for (std::size_t i = 0; i < kCount; ++i) {
                divisor.values[i] = std::fabs(average.values[i]) * 10;
                moved.values[i] = -10 * kRate * average.values[i] / divisor.values[i];
            }
            operators.push_back(
                {"Tensor.addcdiv_.0.forward", {parameter, average, divisor, -10.0 * kRate}, moved});
            return operators;
        };
        const auto compare = [&](float smallest) {
            const TemporaryFolder folder;
            OwnedTask task;
            ComparisonOptions options;
            options.limits = presetLimits("precision").value();
            if (!MsprobeDumpWriter::write(folder.at("target"), run(0.004F, smallest))
                || !MsprobeDumpWriter::write(folder.at("golden"), run(0, 0.01F)))
                qFatal("the dumps cannot be written");
            return compareFolders(folder.path(), "relative_euclidean_distance", options, task).value();
        };
        const Comparison turned = compare(-0.01F);
        const std::size_t last = turned.pairs->rows() - 1;
        QVERIFY2(turned.suspicion.suspects.empty(), turned.conclusion.text().c_str());
        QCOMPARE(turned.pairs->row(last).verdict, Verdict::Pass);
        QVERIFY2(turned.pairs->row(last).reason.text().find("change their sign") != std::string::npos,
            turned.pairs->row(last).reason.text().c_str());
        QCOMPARE(turned.summary.fail, std::uint64_t {0});
    }

    void judgedAgainIsTheSame()
    {
        auto comparison = compared(kMixed, presetLimits("precision").value());
        QVERIFY(comparison);
        const auto before = verdictsOf(*comparison);
        Limits strict;
        strict.rules.push_back(parseLimit("l2norm_diff_relative<=0.0001").value());
        OwnedTask task;
        const auto other = judgedAnew(*comparison, strict, task);
        QVERIFY(other && other->summary.fail > 0);
        QVERIFY(!other->pairs->row(5).explained);
        QCOMPARE(verdictsOf(*comparison), before);
        const auto back = judgedAnew(*other, presetLimits("precision").value(), task);
        QVERIFY(back);
        QCOMPARE(verdictsOf(*back), before);
    }
};

QTEST_APPLESS_MAIN(tst_NoiseVerdicts)
#include "tst_noise_verdicts.moc"
