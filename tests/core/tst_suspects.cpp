// SPDX-License-Identifier: GPL-3.0-or-later
// Expected numbers: arithmetic by hand from docs/culprit.md.
#include "compare/comparison.h"
#include "compare/elements/significand.h"
#include "compare/suspects/explained_error.h"
#include "compare/suspects/known_effects.h"
#include "compare/suspects/operator_nature.h"
#include "compare/suspects/recorded_figures.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/suspect_walk.h"
#include "compared_folders.h"
#include "npy_file.h"
#include "temporary_folder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>
#include <memory_resource>

using namespace dumpscope::core;

namespace {

/// Statistics of a tensor of 100 elements between -m and m, all of the same share of m: scaled by `scale`.
QByteArray tensorOf(double scale)
{
    if (std::isnan(scale))
        return R"({"type":"mindspore.Tensor","dtype":"Float32","shape":[10,10],"Max":"nan","Min":"nan","Mean":"nan","Norm":"nan"})";
    return QStringLiteral(
        R"({"type":"mindspore.Tensor","dtype":"Float32","shape":[10,10],"Max":%1,"Min":%2,"Mean":0,"Norm":%3})")
        .arg(scale, 0, 'g', 17)
        .arg(-scale, 0, 'g', 17)
        .arg(5 * scale, 0, 'g', 17)
        .toUtf8();
}

constexpr double kRounded = 1 + 0x1p-10; ///< a number of float16
constexpr const char* kSilus[] {"Functional.silu.0.forward", "Functional.silu.1.forward",
    "Functional.silu.2.forward", "Functional.silu.3.forward", "Functional.silu.4.forward",
    "Functional.silu.5.forward"};

/// Likewise of other extremes: a mask.
QByteArray extremes(const char* max, const char* min)
{
    return QByteArray(R"({"type":"mindspore.Tensor","dtype":"Float32","shape":[10,10],"Max":)") + max
        + R"(,"Min":)" + min + R"(,"Mean":"-inf","Norm":"inf"})";
}

QByteArray truths(const char* max, const char* min)
{
    return QByteArray(R"({"type":"mindspore.Tensor","dtype":"Bool","shape":[10,10],"Max":)") + max
        + R"(,"Min":)" + min + R"(,"Mean":null,"Norm":null})";
}

QByteArray integers(int max, int min)
{
    return QStringLiteral(
        R"({"type":"mindspore.Tensor","dtype":"Int64","shape":[10,10],"Max":%1,"Min":%2,"Mean":null,"Norm":null})")
        .arg(max)
        .arg(min)
        .toUtf8();
}

struct Step {
    const char* name;
    std::vector<double> inputs;
    double output;
    QByteArray outputText = {};             ///< instead of the output; a blank: none
    std::vector<QByteArray> arguments = {}; ///< behind the inputs
    int number = 0;                         ///< of the training step
    QByteArray keywords = {};               ///< arguments with a name
};

void writeDump(const QString& folder, const std::vector<Step>& steps, int number)
{
    const QString place = folder + QStringLiteral("/step%1/rank0").arg(number);
    QVERIFY(QDir().mkpath(place));
    QByteArray data;
    for (const Step& step : steps) {
        if (step.number != number)
            continue;
        QByteArray inputs;
        for (const double input : step.inputs)
            inputs += (inputs.isEmpty() ? "" : ",") + tensorOf(input);
        for (const QByteArray& argument : step.arguments)
            inputs += (inputs.isEmpty() ? "" : ",") + argument;
        data += (data.isEmpty() ? "" : ",")
            + ('"' + QByteArray(step.name) + "\":{\"input_args\":[" + inputs + "],\"input_kwargs\":{"
                + step.keywords + "},\"output\":["
                + (step.outputText.isEmpty() ? tensorOf(step.output) : step.outputText.trimmed()) + "]}");
    }
    QFile file(place + "/dump.json");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"task":"statistics","level":"L1","framework":"mindspore","dump_data_dir":"","data":{)"
        + data + "}}");
}

void writeDump(const QString& folder, const std::vector<Step>& steps)
{
    int last = 0;
    for (const Step& step : steps)
        last = std::max(last, step.number);
    for (int number = 0; number <= last; ++number)
        writeDump(folder, steps, number);
}

Suspicion suspicionOf(
    const std::vector<Step>& target, const std::vector<Step>& golden, const std::string& filter = {})
{
    QTemporaryDir folder;
    writeDump(folder.filePath("target"), target);
    writeDump(folder.filePath("golden"), golden);
    OwnedTask task;
    ComparisonOptions options;
    options.filter = filter;
    std::size_t told = 0;
    ComparisonObserver observer;
    observer.suspicion = [&](const Suspicion&) { ++told; };
    auto comparison = dumpscope::test::compareFolders(
        folder.path().toStdString(), "cosine_similarity", options, task, observer);
    if (!comparison || told == 0)
        return {};
    return std::move(comparison->suspicion);
}

QString first(const Suspicion& suspicion)
{
    return suspicion.suspects.empty() ? QString() : QString::fromStdString(suspicion.suspects.front().opName);
}

/// A chain of operators whose sizes are `sizes`, each off by `errors`.
std::vector<Step> chain(const std::vector<double>& factors)
{
    static const char* const kNames[] = {"Functional.relu.0.forward", "Functional.gelu.0.forward",
        "Torch.tanh.0.forward", "Torch.sigmoid.0.forward", "Torch.exp.0.forward", "Torch.abs.0.forward"};
    std::vector<Step> steps;
    for (std::size_t i = 0; i + 1 < factors.size(); ++i) {
        const auto size = static_cast<double>(i + 1);
        steps.push_back({kNames[i], {size * factors[i]}, (size + 1) * factors[i + 1]});
    }
    return steps;
}

} // namespace

class tst_Suspects : public QObject {
    Q_OBJECT

private slots:
    void boundsAreNeverRoundedUp()
    {
        QCOMPARE(errorDigits(0.64645), std::string("0.65"));
        QCOMPARE(boundDigits(0.64645), std::string("0.64"));
        QCOMPARE(boundDigits(0.07957), std::string("0.079"));
        QCOMPARE(boundDigits(0.25), std::string("0.25"));
        QCOMPARE(boundDigits(1.0), std::string("1"));
        QCOMPARE(boundDigits(0), errorDigits(0));
        QCOMPARE(boundDigits(2.19e-7), std::string("2.1e-07"));
    }

    /// Of 10 000 gates that are off by 1 % some 100 open or shut, at most 100 + 3·10 + 3.
    void gatesOpenAndShut()
    {
        QVERIFY(hasGates("relu", true) && hasGates("max_pool2d", true) && hasGates("ReluGrad", false));
        QVERIFY(!hasGates("relu", false) && !hasGates("silu", true));
        TensorError gate, gradient;
        gate.hasNumbers = true;
        gate.goldenNorm = 1;
        gate.relative = 0.01;
        gradient.count = 10'000;
        const InheritedError input {&gate, 0.01, 0.01};
        ExplainedError explained;
        explainGates({&input, 1}, gradient, explained);
        QCOMPARE(explained.relative, std::sqrt(0.0133));
        QCOMPARE(explained.largest, 1.0);
        gate.relative = 0; // equal gates explain nothing
        ExplainedError none;
        explainGates({&input, 1}, gradient, none);
        QCOMPARE(none.relative, 0.0);
        QCOMPARE(none.largest, 0.0);
    }

    void naturesByAnySpelling()
    {
        // Whole words alone.
        QVERIFY(isListedWord(" addmm add ", "add") && isListedWord(" addmm add ", "addmm"));
        for (const std::string_view part : {"", "dd", "ad", "mm", " "})
            QVERIFY(!isListedWord(" addmm add ", part));
        QCOMPARE(operatorNature("__add__"), OperatorNature::Linear);
        QCOMPARE(operatorNature("BiasAdd"), OperatorNature::Linear);
        QCOMPARE(operatorNature("MatMul"), OperatorNature::Bilinear);
        QCOMPARE(operatorNature("all_reduce"), OperatorNature::Collective);
        QCOMPARE(operatorNature("round"), OperatorNature::Stepping);
        QCOMPARE(operatorNature("gelu"), OperatorNature::Smooth);
        QCOMPARE(operatorNature(""), OperatorNature::Smooth);
        QVERIFY(isParameterInput("Linear", 1));
        QVERIFY(!isParameterInput("linear", 0));
        QVERIFY(!isParameterInput("MatMul", 1));
    }

    void statisticsBoundTheError()
    {
        // n = 4: |Δmax| = 0.5, |Δnorm| = 1, √4·|Δmean| = 2·0.75.
        const PairFigures figures
            = figuresOf({StatisticCell(2.5), StatisticCell(-1.0), StatisticCell(0.75), StatisticCell(5.0)},
                {StatisticCell(2.0), StatisticCell(-1.0), StatisticCell(0.0), StatisticCell(4.0)}, 4);
        QCOMPARE(figures.errorNorm, 1.5);
        QCOMPARE(figures.maxError, 0.5);
        QCOMPARE(figures.normError, 1.0);
        QCOMPARE(figures.goldenNorm, 4.0);
        QVERIFY(figures.differs && !figures.hasNonFinite);
        const PairFigures broken = figuresOf({StatisticCell(std::nan("")), {}, {}, {}},
            {StatisticCell(1.0), StatisticCell(0.0), StatisticCell(0.0), StatisticCell(1.0)}, 4);
        QVERIFY(broken.nonFiniteDiffers && broken.differs);
    }

    /// No input is recorded, so nothing is said about its error.
    void saysThatInputsWereNotDumped()
    {
        const auto whyOf = [](const std::vector<double>& input) {
            const std::vector<Step> golden {
                {"Functional.relu.0.forward", {1.0}, 2.0}, {"Functional.gelu.0.forward", input, 3.0}};
            std::vector<Step> target = golden;
            target[1].output = 6.0;
            const Suspicion suspicion = suspicionOf(target, golden);
            if (suspicion.suspects.empty()
                || suspicion.suspects.front().inheritedError.has_value() == input.empty())
                return QString();
            return QString::fromStdString(suspicion.suspects.front().why.text());
        };
        const QString without = whyOf({}), with = whyOf({2.0});
        // Every number doubled: off by the whole of it.
        QVERIFY2(without.contains("output 0 is off by at least 1 (relative L2);")
                && without.contains("its inputs were not dumped;"),
            qPrintable(without));
        QVERIFY2(!without.contains("at most"), qPrintable(without));
        QVERIFY2(with.contains(
                     "off by at least 1 (relative L2), the statistics of its inputs are equal; they and"),
            qPrintable(with));
    }

    /// What may be noise does not hide what cannot be.
    void whatIsCertainLeads()
    {
        const auto run = [](double early, double late) {
            std::vector<Step> steps {{"Functional.gelu.0.forward", {1.0}, 2.0 * early}};
            for (const double noise : {1.001, kRounded, 0.999, 1.0011, 0.9991, 1.0012})
                steps.push_back({"Functional.silu.0.forward", {3.0}, early == 1 ? 5.0 : 5.0 * noise});
            for (std::size_t i = 1; i < steps.size(); ++i)
                steps[i].name = kSilus[i - 1];
            steps.push_back({"Functional.gelu.1.forward", {4.0}, 7.0 * late});
            return steps;
        };
        const auto golden = run(1, 1);
        const Suspicion slight = suspicionOf(run(1.005, 1), golden);
        QCOMPARE(first(slight), QString("Functional.gelu.0.forward"));
        QVERIFY2(slight.suspects.front().score < 5, qPrintable(QString::number(slight.suspects[0].score)));
        QCOMPARE(first(suspicionOf(run(1.005, 1.5), golden)), QString("Functional.gelu.1.forward"));
        QCOMPARE(first(suspicionOf(run(1.05, 1.5), golden)), QString("Functional.gelu.0.forward"));
    }

    /// Plain files are neither inputs nor outputs: nothing was inherited.
    void plainFilesInheritNothing()
    {
        const QTemporaryDir folder;
        for (const auto& [side, second] : {std::pair("target", 5.0F), std::pair("golden", 4.0F)}) {
            const std::string path = folder.filePath(side).toStdString() + "/plain.npy";
            QVERIFY(dumpscope::test::writeFile(path, dumpscope::test::npyFile({3, second})));
        }
        OwnedTask task(1);
        const auto comparison = dumpscope::test::compareFolders(
            folder.path().toStdString(), "relative_euclidean_distance", {}, task);
        QCOMPARE(comparison->suspicion.suspects.size(), std::size_t {1});
        const Suspect& suspect = comparison->suspicion.suspects.front();
        QVERIFY(!suspect.inheritedError);
        QCOMPARE(suspect.ownError.value(), 0.2); // 1 of the norm 5
        // The number of the table is that of the sentence, also where that is of one element: 1 of 5.
        QVERIFY(suspect.figure && !suspect.figure->inherited);
        const std::string said = suspect.figure->isBound ? boundDigits(suspect.figure->error)
                                                         : errorDigits(suspect.figure->error);
        QVERIFY2(suspect.why.text().find("off by " + said) != std::string::npos, suspect.why.text().c_str());
    }

    /// They are there, but nobody asked for them.
    void saysThatInputsWereNotMeasured()
    {
        const std::vector<Step> golden {
            {"Functional.relu.0.forward", {1.0}, 2.0}, {"Functional.gelu.0.forward", {2.0}, 3.0}};
        std::vector<Step> target = golden;
        target[1].output = 6.0;
        const Suspicion suspicion = suspicionOf(target, golden, "io:output");
        QCOMPARE(first(suspicion), QString("Functional.gelu.0.forward"));
        const QString why = QString::fromStdString(suspicion.suspects.front().why.text());
        QVERIFY2(why.contains("its inputs were not measured;"), qPrintable(why));
        QVERIFY2(!why.contains("dumped") && !why.contains("at most"), qPrintable(why));
        QVERIFY(!suspicion.suspects.front().inheritedError);
        QVERIFY(!suspicion.outputs.empty() && !suspicion.outputs.back().knowsInputs);
    }

    /// Of integers nothing but extremes is recorded, and many tensors have the same.
    void integersAreNotShownToBeEqual()
    {
        const auto whyOf = [](const QByteArray& numbers, bool isEqual) {
            const auto run = [&](const char* number, double output) {
                return std::vector<Step> {{"Functional.relu.0.forward", {1}, 2},
                    {"Functional.embedding.0.forward", {3}, output, {},
                        {numbers, QByteArray(R"({"type":"float","value":)") + number + '}'}}};
            };
            const Suspicion suspicion = suspicionOf(run("3.0", 6), run("2.0", 4));
            if (suspicion.suspects.empty()
                || suspicion.suspects.front().inheritedError.has_value() != isEqual)
                return QString();
            return QString::fromStdString(suspicion.suspects.front().why.text());
        };
        const QString ids = whyOf(integers(19, 0), false);
        QVERIFY2(ids.endsWith("its inputs are not seen to differ, of integers only the extremes are known"),
            qPrintable(ids));
        const auto slight = [&](double output) {
            return suspicionOf({{"Functional.embedding.0.forward", {3}, output, {}, {integers(19, 0)}}},
                {{"Functional.embedding.0.forward", {3}, 4, {}, {integers(19, 0)}}});
        }(4.00001);
        QCOMPARE(slight.outputs.size(), std::size_t {1});
        QVERIFY(slight.outputs[0].areIntegersUnseen && !slight.outputs[0].knowsInputs);
        // Extremes that are the same say everything.
        const QString constant = whyOf(integers(7, 7), true);
        QVERIFY2(
            constant.endsWith("the statistics of the tensors it is given are equal"), qPrintable(constant));
    }

    /// What cannot equal itself is found again all the same.
    void keysOfNumbersKnowNaN()
    {
        const double nan = std::nan(""), other = -std::nan("7");
        QVERIFY(NumberKey(nan) == NumberKey(other));
        QCOMPARE(NumberKey(nan).mixedInto(5), NumberKey(other).mixedInto(5));
        QVERIFY(NumberKey(0.0) == NumberKey(-0.0));
        QVERIFY(NumberKey(1.0) != NumberKey(2.0) && NumberKey(nan) != NumberKey(0.0));
        QVERIFY((TensorError::Fingerprint {1, nan, 2, nan} == TensorError::Fingerprint {1, other, 2, nan}));
    }

    void cancellationIsExplained()
    {
        // Two parts of rms 10 leave a result of rms 0.1: an error of 1e-3 may become 0.1·√2.
        TensorError part, rest;
        for (TensorError* tensor : {&part, &rest}) {
            tensor->count = 100;
            tensor->hasNumbers = true;
            tensor->unit = 0x1p-24;
        }
        part.goldenNorm = 100;
        part.relative = 1e-3;
        rest.goldenNorm = 1;
        const std::vector<InheritedError> inputs {{&part, 1e-3, 1e-3}, {&part, 1e-3, 1e-3}};
        const ExplainedError linear = explainError(OperatorNature::Linear, false, inputs, rest, 0, {});
        QVERIFY(std::fabs(linear.relative - std::sqrt(2.0) * 0.1) < 1e-5);
        const ExplainedError smooth = explainError(OperatorNature::Smooth, false, inputs, rest, 0, {});
        QVERIFY(std::fabs(smooth.relative - std::sqrt(2.0) * 1e-3) < 1e-6);
    }

    /// Another kernel that adds up in another order writes a norm that is two units in the last place off.
    void lastDigitsOfNormsAreExplained()
    {
        TensorError input, output;
        input.count = output.count = 4096;
        input.hasNumbers = output.hasNumbers = true;
        input.unit = output.unit = 0x1p-24;
        input.goldenNorm = output.goldenNorm = 64;
        input.goldenMax = output.goldenMax = 4;
        output.basis = PairBasis::Statistics;
        const std::vector<InheritedError> equal {{&input, 0, 0}};
        const ExplainedError explained = explainError(OperatorNature::Bilinear, false, equal, output, 0, {});
        QVERIFY2(kSuspectScore * explained.norm > 2 * 0x1p-23, std::to_string(explained.norm).c_str());
        QVERIFY2(explained.norm < 0x1p-21, std::to_string(explained.norm).c_str());
    }

    void flipsAreExplained()
    {
        // 100 values, error 0.01, steps of one: 2 flips, at most 2 + 3·√2 + 3 of them, each of size 1.
        TensorError input, output;
        input.count = output.count = 100;
        input.hasNumbers = output.hasNumbers = true;
        input.goldenNorm = output.goldenNorm = 50;
        input.goldenMax = output.goldenMax = 10;
        input.largest = 1e-3;
        const std::vector<InheritedError> inputs {{&input, 1e-4, 1e-3}};
        const ExplainedError explained = explainError(OperatorNature::Stepping, false, inputs, output, 0, {});
        QVERIFY(std::fabs(explained.relative - std::sqrt(5 + 3 * std::sqrt(2.0)) / 50) < 1e-5);
    }

    void nothingWrong()
    {
        const auto golden = chain({1, 1, 1, 1, 1, 1, 1});
        const Suspicion same = suspicionOf(golden, golden);
        QVERIFY(same.suspects.empty());
        QCOMPARE(same.judged, std::uint64_t {6});
        QCOMPARE(same.noise, 0.0);
        const Suspicion noisy
            = suspicionOf(chain({kRounded, 1.002, 0.999, 1.001, 1.0015, 0.998, 1.001}), golden);
        QVERIFY2(noisy.suspects.empty(), qPrintable(first(noisy)));
        QVERIFY(noisy.noise > 1e-4);
        QVERIFY(noisy.closestScore < kSuspectScore);
    }

    /// What is given to a run in single precision otherwise than golden's is no noise, though all that
    /// follows is off by as much.
    void dataIsNoNoise()
    {
        const auto golden = chain({1, 1, 1, 1, 1, 1, 1});
        QCOMPARE(suspicionOf(chain({1.003, 1.003, 1.003, 1.003, 1.003, 1.003, 1.003}), golden).noise > 1e-5,
            false);
        // Data that was rounded to a half type is, and what is off as little and was not is none.
        QVERIFY(
            suspicionOf(chain({kRounded, 1.003, 1.003, 1.003, 1.003, 1.003, 1.003}), golden).noise > 1e-4);
        const Suspicion resized
            = suspicionOf(chain({1.001, 1.001, 1.001, 1.001, 1.001, 1.001, 1.001}), golden);
        QVERIFY(resized.noise < 1e-5);
        QCOMPARE(first(resized), QString("Functional.relu.0.forward"));
    }

    /// Products of float32 are computed with factors of eleven bits, and in nothing coarser unless all are:
    /// what the first is off by is no noise where another one of equal factors agrees.
    void aProductInBFloat16()
    {
        const auto run = [](double error, double other) {
            std::vector<Step> steps {{"Functional.linear.0.forward", {1, 0.1}, 1 + error}};
            for (const Step& step : chain({1 + error, 1 + error, 1 + error, 1 + error, 1 + error, 1 + error}))
                steps.push_back(step);
            steps.push_back({"Functional.linear.1.forward", {7, 0.1}, 7 + other});
            return steps;
        };
        QCOMPARE(first(suspicionOf(run(2e-3, 0), run(0, 0))), QString("Functional.linear.0.forward"));
        QVERIFY(suspicionOf(run(2e-3, 7e-3), run(0, 0)).suspects.empty());
        QVERIFY(suspicionOf(run(2e-4, 0), run(0, 0)).suspects.empty());
    }

    /// Weights that were not loaded: their norm is nearly golden's.
    void aWeightThatWasNotLoaded()
    {
        const auto weight = [](double max, double min) {
            return QStringLiteral(
                R"({"type":"mindspore.Tensor","dtype":"BFloat16","shape":[10,10],"Max":%1,"Min":%2,"Mean":1,"Norm":10})")
                .arg(max)
                .arg(min)
                .toUtf8();
        };
        const auto run = [&](double max, double min) {
            return std::vector<Step> {{"Functional.relu.0.forward", {1}, 2},
                {"Tensor.__mul__.0.forward", {2}, 3, {}, {weight(max, min)}}};
        };
        const Suspicion found = suspicionOf(run(1, 1), run(1.13, 0.77));
        QCOMPARE(first(found), QString("Tensor.__mul__.0.forward"));
        QVERIFY2(found.suspects.front().why.text().starts_with(
                     "every element of input 1 is 1, golden's are from 0.77 to 1.13"),
            found.suspects.front().why.text().c_str());
        // As far as bfloat16 may have lost it.
        QVERIFY(suspicionOf(run(1, 1), run(1.004, 0.998)).suspects.empty());
    }

    /// Another weight of the layer has nearly the same norm, but other extremes.
    void aWeightOfAnotherPlace()
    {
        const auto run = [](double max, double min, double norm) {
            const QByteArray weight = QStringLiteral(
                R"({"type":"mindspore.Tensor","dtype":"BFloat16","shape":[10,10],"Max":%1,"Min":%2,"Mean":0,"Norm":%3})")
                                          .arg(max)
                                          .arg(min)
                                          .arg(norm)
                                          .toUtf8();
            return std::vector<Step> {
                {"Functional.relu.0.forward", {1}, 2}, {"Functional.linear.0.forward", {2}, 3, {}, {weight}}};
        };
        const auto golden = run(0.488, -0.494, 2);
        const Suspicion found = suspicionOf(run(0.455, -0.527, 2.002), golden);
        QCOMPARE(first(found), QString("Functional.linear.0.forward"));
        QCOMPARE(found.suspects.front().reason, SuspectReason::WrongInput);
        QVERIFY2(found.suspects.front().why.text().starts_with(
                     "input 1 is off by at least 0.066 of the largest value, by the extremes and the mean"),
            found.suspects.front().why.text().c_str());
        // As far as bfloat16 rounds the largest.
        QVERIFY(suspicionOf(run(0.490, -0.492, 2.002), golden).suspects.empty());
    }

    /// The norm shows the error, and its inputs show none. Noise moves the norm of many elements less than it
    /// is, so its number would be more than all that is explained.
    void equalInputsBesideANorm()
    {
        const auto golden = chain({1, 1, 1, 1, 1, 1, 1});
        const Suspicion found = suspicionOf(chain({kRounded, 1.002, 1, 1.2, 1.2, 1.2, 1.2}), golden);
        QCOMPARE(first(found), QString("Torch.tanh.0.forward"));
        const Suspect& suspect = found.suspects.front();
        QVERIFY(found.noise > 0x1p-20);
        QVERIFY(suspect.figure && suspect.figure->measure == ErrorMeasure::Norm);
        QCOMPARE(suspect.figure->inherited, std::optional<double>(0));
        const QString why = QString::fromStdString(suspect.why.text());
        QVERIFY2(why.startsWith("the norm of output 0 is off by 0.2, the statistics of its inputs are equal; "
                                "they and the noise of the run and float32 rounding explain "),
            qPrintable(why));
    }

    void theOperatorThatAddsIt()
    {
        const auto golden = chain({1, 1, 1, 1, 1, 1, 1});
        // The third operator scales by 1.2, the others pass that on.
        const Suspicion found = suspicionOf(chain({kRounded, 1.002, 0.999, 1.2, 1.2, 1.2, 1.2}), golden);
        QCOMPARE(first(found), QString("Torch.tanh.0.forward"));
        const Suspect& suspect = found.suspects.front();
        QVERIFY(suspect.score > kSuspectScore);
        QVERIFY(std::fabs(suspect.ownError.value() - 0.2) < 1e-12);
        QVERIFY(std::fabs(suspect.inheritedError.value() - 1e-3) < 1e-12);
        // The sentence says by how much the norm is off, so that is what stands beside it.
        QVERIFY(
            suspect.figure && suspect.figure->measure == ErrorMeasure::Norm && !suspect.figure->inherited);
        QVERIFY(std::fabs(suspect.figure->error - 0.2) < 1e-12 && !suspect.figure->isInput);
        QCOMPARE(suspect.step, std::optional<std::int64_t>(0));
        QVERIFY(suspect.why.text().find("0.2") != std::string::npos);
        QCOMPARE(suspect.pairs.size(), std::size_t {2});
    }

    void aWrongWeight()
    {
        std::vector<Step> golden {{"Functional.relu.0.forward", {1}, 2},
            {"Functional.linear.0.forward", {2, 7, 3}, 4}, {"Functional.gelu.0.forward", {4}, 5}};
        std::vector<Step> target = golden;
        target[1].inputs[1] *= 1.3;
        target[1].output *= 1.3;
        target[2].inputs[0] *= 1.3;
        target[2].output *= 1.3;
        const Suspicion found = suspicionOf(target, golden);
        QCOMPARE(first(found), QString("Functional.linear.0.forward"));
        const std::string why = found.suspects.front().why.text();
        QVERIFY(why.starts_with("input 1"));
        // There is no earlier step, and nothing of this one can have made a weight.
        QVERIFY2(why.find("before") == std::string::npos && why.find("elsewhere") == std::string::npos
                && why.find("float32 rounding and other parameters explain") != std::string::npos,
            why.c_str());
    }

    /// Statistics may show a tenth of an input's error, but not a hundredth.
    void behindAWrongWeight()
    {
        const auto suspects = [](double made) {
            std::vector<QByteArray> linears;
            for (int i = 0; i < 12; ++i)
                linears.push_back("Functional.linear." + QByteArray::number(i) + ".forward");
            std::vector<Step> golden; // most of it is equal, so that there is no noise
            for (int i = 0; i < 12; ++i)
                golden.push_back(
                    {linears[static_cast<std::size_t>(i)].constData(), {2.0 + i, 7.0 + i}, 3.0 + i});
            golden.push_back({"Functional.gelu.0.forward", {14}, 5});
            std::vector<Step> target = golden;
            target[11].inputs[1] *= 1.01;
            target[11].output *= 1.01;
            target[12].inputs[0] *= 1.01;
            target[12].output *= made;
            std::vector<std::string> names;
            for (const Suspect& suspect : suspicionOf(target, golden).suspects)
                names.push_back(suspect.opName);
            return names;
        };
        using Names = std::vector<std::string>;
        QCOMPARE(suspects(1.2), (Names {"Functional.linear.11.forward"}));
        QCOMPARE(suspects(20), (Names {"Functional.linear.11.forward", "Functional.gelu.0.forward"}));
    }

    /// Runs beside one another are not continued by one another, and suspects say of which they are.
    void suspectsOfRuns()
    {
        const std::vector<Step> golden {{"Functional.relu.0.forward", {1}, 2},
            {"Functional.linear.0.forward", {2, 7, 3}, 4}, {"Functional.gelu.0.forward", {4}, 5}};
        std::vector<Step> early = golden, late = golden;
        early[0].output *= 1.3;
        late[2].output *= 1.3;
        const QTemporaryDir folder;
        for (const char* run : {"a", "b"})
            writeDump(folder.filePath("golden/") + run, golden);
        writeDump(folder.filePath("target/a"), late);
        writeDump(folder.filePath("target/b"), early);
        OwnedTask task;
        const auto comparison = dumpscope::test::compareFolders(
            folder.path().toStdString(), "cosine_similarity", ComparisonOptions(), task);
        QVERIFY(comparison);
        const auto& suspects = comparison->suspicion.suspects;
        QVERIFY(suspects.size() >= 2);
        const auto isOf = [](const Suspect& suspect, const char* run, const char* name) {
            return suspect.run == run && suspect.opName == name;
        };
        QVERIFY(isOf(suspects[0], "a", "Functional.gelu.0.forward"));
        QVERIFY(isOf(suspects[1], "b", "Functional.relu.0.forward"));
    }

    /// NaN that came in is not forgotten over a weight that is wrong as well.
    void nanStaysBesideAWrongWeight()
    {
        const double nan = std::nan("");
        std::vector<Step> golden {{"Functional.linear.0.forward", {1, 7}, 2},
            {"Functional.linear.1.forward", {2, 6}, 3}, {"Functional.linear.2.forward", {3, 5}, 4},
            {"Functional.linear.3.forward", {9, 4}, 5}};
        std::vector<Step> target = golden;
        target[3] = {"Functional.linear.3.forward", {nan, 4.5}, nan};
        const Suspicion found = suspicionOf(target, golden);
        QCOMPARE(first(found), QString("Functional.linear.3.forward"));
        QCOMPARE(found.suspects.front().reason, SuspectReason::NonFiniteInput);
    }

    /// A parameter that somebody spoiled between two steps: its operator, not what it spoils.
    void nanThatArrives()
    {
        const auto golden = chain({1, 1, 1, 1, 1});
        std::vector<Step> target = golden;
        const double nan = std::nan("");
        target[2].inputs.push_back(nan);
        std::vector<Step> right = golden;
        right[2].inputs.push_back(3);
        target[2].output = target[3].inputs[0] = target[3].output = nan;
        const Suspicion found = suspicionOf(target, right);
        QCOMPARE(first(found), QString::fromLatin1(golden[2].name));
        QCOMPARE(found.suspects.front().reason, SuspectReason::NonFiniteInput);
        QCOMPARE(found.suspects.size(), std::size_t {1});
        // Where an operator bears it, this one.
        std::vector<Step> born = golden;
        born[1].output = born[2].inputs[0] = born[2].output = born[3].inputs[0] = born[3].output = nan;
        const Suspicion bearer = suspicionOf(born, golden);
        QCOMPARE(first(bearer), QString::fromLatin1(golden[1].name));
        QCOMPARE(bearer.suspects.front().reason, SuspectReason::NonFinite);
    }

    /// Golden lacks the operator that bears it, so it is in no pair.
    void nanOfAnOperatorGoldenLacks()
    {
        const auto golden = chain({1, 1, 1, 1, 1});
        std::vector<Step> target = golden;
        const double nan = std::nan("");
        target[2].inputs[0] = target[2].output = target[3].inputs[0] = target[3].output = nan;
        target.insert(target.begin() + 2, Step {"Functional.dropout.0.forward", {3}, nan});
        const Suspicion found = suspicionOf(target, golden);
        QCOMPARE(first(found), QString("Functional.dropout.0.forward"));
        QCOMPARE(found.suspects.front().reason, SuspectReason::NonFinite);
        QVERIFY(
            found.suspects.front().why.text().starts_with("output 0 has NaN or infinities and no partner"));
    }

    /// -infinity keeps elements out of a softmax: NaN comes of it only where it leaves nothing.
    void aMaskIsNoOriginOfNan()
    {
        const auto golden = chain({1, 1, 1, 1, 1});
        std::vector<Step> target = golden;
        const double nan = std::nan("");
        target[2].output = target[3].inputs[0] = target[3].output = nan;
        const auto with = [&](const QByteArray& mask) {
            std::vector<Step> masked = target;
            masked.insert(masked.begin() + 1, Step {"Tensor.masked_fill.0.forward", {3}, 0, mask});
            return suspicionOf(masked, golden);
        };
        const QString bearer = QString::fromLatin1(golden[2].name);
        QCOMPARE(first(with(extremes("0", "\"-inf\""))), bearer);
        QCOMPARE(first(with(extremes("0", "-3.4028234663852886e+38"))), bearer);
        const Suspicion everything = with(extremes("\"-inf\"", "\"-inf\""));
        QCOMPARE(first(everything), QString("Tensor.masked_fill.0.forward"));
        QVERIFY(everything.suspects.front().targetOnly.isValid());
        QVERIFY(!everything.suspects.front().ownError && !everything.suspects.front().inheritedError);
    }

    /// Both sides mask with the smallest number of their type; one norm overflows.
    void masksOfTwoTypesAreFinite()
    {
        const double infinity = std::numeric_limits<double>::infinity();
        const PairFigures figures = figuresOf(
            {StatisticCell(0.5), StatisticCell(-65504.0), StatisticCell(-100.0), StatisticCell(1e6)},
            {StatisticCell(0.5), StatisticCell(-3.4028234663852886e38), StatisticCell(-infinity),
                StatisticCell(infinity)},
            16);
        QVERIFY(!figures.hasNonFinite && !figures.nonFiniteDiffers);
        QCOMPARE(figures.maxError, 0.0);
        const PairFigures born
            = figuresOf({StatisticCell(0.5), StatisticCell(-infinity), {}, StatisticCell(infinity)},
                {StatisticCell(0.5), StatisticCell(-1.0), {}, StatisticCell(2.0)}, 16);
        QVERIFY(born.nonFiniteDiffers);
    }

    /// A mask that says which elements stay beside one that is added: they may mean the same.
    void masksOfTwoKinds()
    {
        std::vector<Step> golden {{"Functional.relu.0.forward", {1}, 1},
            {"Functional.scaled_dot_product_attention.0.forward", {1, 2, 3}, 4},
            {"Torch.tanh.0.forward", {4}, 1}};
        std::vector<Step> target = golden;
        golden[1].arguments = {extremes("0", "\"-inf\"")};
        target[1].arguments = {truths("true", "false")};
        for (int turn = 0; turn < 2; ++turn) {
            const Suspicion found = suspicionOf(target, golden);
            QVERIFY2(found.suspects.empty(), qPrintable(first(found)));
            std::swap(target, golden);
        }
        // Two of one kind that differ are what they were.
        golden[1].arguments = {truths("true", "true")};
        QCOMPARE(first(suspicionOf(target, golden)), QString());
        target[1].output = 9;
        const Suspicion choice = suspicionOf(target, golden);
        QCOMPARE(choice.suspects.front().reason, SuspectReason::WrongChoice);
        QVERIFY(!choice.suspects.front().inheritedError); // the wrong input has none that is a number
    }

    /// Ten elements in a hundred of a weight: what float32 sums leave open is no fact, more is one.
    void digitsOfRecordedSums()
    {
        const auto run = [](const char* mean, const char* norm) {
            const auto weight = [](const char* a, const char* b) {
                return QByteArray(R"({"type":"mindspore.Tensor","dtype":"Float32","shape":[10,10],"Max":2,)")
                    + R"("Min":-2,"Mean":)" + a + R"(,"Norm":)" + b + "}";
            };
            const auto plain = weight("0.25", "10");
            return std::vector<Step> {{"Functional.linear.0.forward", {1}, 2, {}, {plain}},
                {"Functional.linear.1.forward", {2}, 3, {}, {weight(mean, norm)}},
                {"Functional.linear.2.forward", {3}, 4, {}, {plain}}};
        };
        const auto golden = run("0.25", "10");
        QCOMPARE(first(suspicionOf(run("0.25000000036", "10"), golden)), QString());
        const Suspicion wrong = suspicionOf(run("0.2501", "10"), golden);
        QCOMPARE(first(wrong), QString("Functional.linear.1.forward"));
        QCOMPARE(wrong.suspects.front().reason, SuspectReason::WrongInput);
    }

    /// Only the target scales a weight in place, after the step that still agrees.
    void anEarlierStepWritesAParameter()
    {
        std::vector<Step> golden {
            {"Functional.linear.0.forward", {1, 2}, 3}, {"Torch.tanh.0.forward", {3}, 1}};
        std::vector<Step> target = golden;
        target.push_back({"Tensor.mul_.0.forward", {2}, 8});
        for (std::vector<Step>* side : {&golden, &target}) {
            const double weight = side == &golden ? 2 : 8;
            side->push_back({"Functional.linear.0.forward", {1, weight}, 1.5 * weight, {}, {}, 1});
            side->push_back({"Torch.tanh.0.forward", {1.5 * weight}, 1, {}, {}, 1});
        }
        const Suspicion found = suspicionOf(target, golden);
        QCOMPARE(first(found), QString("Tensor.mul_.0.forward"));
        QVERIFY(found.suspects.front().targetOnly.isValid());
        QCOMPARE(found.suspects.front().step, std::optional<std::int64_t>(0));
    }

    /// A cast stands between the operator that only the target has and the one that both have.
    void aCastBehindIt()
    {
        const auto half = [](double scale) { return tensorOf(scale).replace("Float32", "BFloat16"); };
        const std::vector<Step> golden {
            {"Functional.relu.0.forward", {1}, 2}, {"Functional.gelu.0.forward", {}, 3, {}, {half(2)}}};
        // 4.004 becomes 4 in bfloat16.
        const std::vector<Step> target {golden[0], {"Torch.spoil.0.forward", {2}, 4.004},
            {"Tensor.to.0.forward", {4.004}, 4, half(4)},
            {"Functional.gelu.0.forward", {}, 6, {}, {half(4)}}};
        const Suspicion found = suspicionOf(target, golden);
        QCOMPARE(first(found), QString("Torch.spoil.0.forward"));
        const Suspicion missing = suspicionOf(golden, target);
        QCOMPARE(first(missing), QString("Functional.gelu.0.forward"));
        QVERIFY2(
            missing.suspects.front().why.text().starts_with("golden's dump has Torch.spoil.0.forward, the"),
            missing.suspects.front().why.text().c_str());
    }

    /// A truth value that differs, where neither statistics of truths nor sums with -infinity show the
    /// effect.
    void aWrongMaskThatStatisticsHide()
    {
        const auto run = [](const char* min, double last) {
            const QByteArray mixed = truths("true", "false");
            return std::vector<Step> {{"Functional.relu.0.forward", {1}, 1},
                {"Tensor.__and__.0.forward", {}, 0, mixed, {mixed, truths("true", min)}},
                {"Tensor.masked_fill.0.forward", {1}, 0, extremes("1", "\"-inf\""), {mixed}},
                {"Functional.softmax.0.forward", {}, last, {}, {extremes("1", "\"-inf\"")}}};
        };
        const Suspicion found = suspicionOf(run("true", 0.5), run("false", 0.75));
        QCOMPARE(first(found), QString("Tensor.__and__.0.forward"));
        QCOMPARE(found.suspects.front().reason, SuspectReason::WrongChoice);
    }

    void sumsThatAreInfiniteMeasureNothing()
    {
        const double infinity = std::numeric_limits<double>::infinity();
        const StatisticRow masked {
            StatisticCell(0.5), StatisticCell(-infinity), StatisticCell(-infinity), StatisticCell(infinity)};
        QVERIFY(!figuresOf(masked, masked, 16).hasNorm);
        StatisticRow other = masked;
        other[0] = StatisticCell(0.75);
        QVERIFY(figuresOf(other, masked, 16).hasNorm);
        QCOMPARE(figuresOf(other, masked, 16).maxError, 0.25);
    }

    /// `x[0] = nan` has no output that shows it, on both sides or in the target alone.
    void aNaNThatIsWritten()
    {
        const auto run = [](const char* value, double after) {
            const QByteArray number = QByteArray(R"({"type":"float","value":)") + value + "}";
            return std::vector<Step> {{"Functional.relu.0.forward", {1}, 2},
                {"Tensor.__setitem__.0.forward", {2}, 0, " ", {number}},
                {"Torch.abs.0.forward", {after}, after}};
        };
        const std::vector<Step> target = run("NaN", std::nan(""));
        std::vector<Step> golden = run("0.0", 2);
        const Suspicion both = suspicionOf(target, golden);
        QCOMPARE(first(both), QString("Tensor.__setitem__.0.forward"));
        QVERIFY2(both.suspects.front().why.text().ends_with("; what it is written to was not dumped"),
            both.suspects.front().why.text().c_str());
        // Inputs are counted as in ids, and the wrong one is named, not the tensor beside it.
        QVERIFY(both.suspects.front().why.text().starts_with("input 1 is NaN, golden's 0.0; "));
        QCOMPARE(both.suspects.front().wrongArgument, 1);
        golden.erase(golden.begin() + 1);
        const Suspicion alone = suspicionOf(target, golden);
        QCOMPARE(first(alone), QString("Tensor.__setitem__.0.forward"));
        QVERIFY(alone.suspects.front().targetOnly.isValid());
        QVERIFY(alone.suspects.front().why.text().starts_with("input 1 has NaN or infinities "));
        QCOMPARE(alone.suspects.front().wrongArgument, 1);
    }

    /// The words of arguments choose how to compute; those of devices do not.
    void wordsAmongTheArguments()
    {
        const auto run = [](const char* word, double loss) {
            const QByteArray argument = QByteArray(R"({"type":"str","value":")") + word + "\"}";
            std::vector<Step> steps = chain({1, 1, 1, 1});
            steps.push_back({"Functional.mse_loss.0.forward", {3}, loss, {}, {argument}});
            return steps;
        };
        const Suspicion found = suspicionOf(run("sum", 9), run("mean", 0.5));
        QCOMPARE(first(found), QString("Functional.mse_loss.0.forward"));
        QVERIFY2(found.suspects.front().why.text().starts_with("input 1 is sum, golden's mean; "),
            found.suspects.front().why.text().c_str());
        QVERIFY(!suspicionOf(run("npu:0", 9), run("cuda:0", 0.5))
                     .suspects.front()
                     .why.text()
                     .starts_with("input 1 is npu"));
    }

    /// What one side alone is called with, where the output is wrong. Where it is right, or the value is what
    /// most arguments are by default, or the other side has it by its place, it says nothing.
    void aKeywordOfOneSide()
    {
        const auto run = [](const QByteArray& keywords, double output, const QByteArray& argument = {}) {
            std::vector<Step> steps = chain({1, 1, 1, 1});
            steps.push_back({"Functional.scaled_dot_product_attention.0.forward", {3}, output, {},
                argument.isEmpty() ? std::vector<QByteArray>() : std::vector {argument}, 0, keywords});
            return steps;
        };
        const QByteArray scale = R"("scale":{"type":"float","value":0.25})";
        const QByteArray causal = R"("is_causal":{"type":"bool","value":true})";
        const QByteArray dropout = R"("dropout_p":{"type":"float","value":0.0})";
        const auto whyOf = [](const Suspicion& suspicion) {
            return suspicion.suspects.empty() ? std::string() : suspicion.suspects.front().why.text();
        };
        const std::string ours = whyOf(suspicionOf(run(scale, 9), run({}, 0.5)));
        QVERIFY2(ours.starts_with("argument scale is 0.25, golden is called without it; "), ours.c_str());
        const std::string theirs = whyOf(suspicionOf(run(scale, 9), run(scale + ',' + causal, 0.5)));
        QVERIFY2(theirs.starts_with("golden's argument is_causal is true, the target is called without it; "),
            theirs.c_str());
        // In another order and beside another argument, the same name is the same argument.
        const std::string both = whyOf(suspicionOf(run(dropout + ',' + scale, 9),
            run(R"("scale":{"type":"float","value":0.5},"dropout_p":{"type":"float","value":0.0})", 0.5)));
        QVERIFY2(both.starts_with("argument scale is 0.25, golden's 0.5; "), both.c_str());
        QVERIFY(suspicionOf(run(scale, 0.5), run({}, 0.5)).suspects.empty());
        QVERIFY(!whyOf(suspicionOf(run(dropout, 9), run({}, 0.5))).starts_with("argument"));
        QVERIFY(!whyOf(suspicionOf(run(scale, 9), run({}, 0.5, R"({"type":"float","value":0.25})")))
                     .starts_with("argument"));
    }

    /// What a call was told otherwise may show in its backward run alone.
    void aKeywordThatShowsBackward()
    {
        const auto run = [](const QByteArray& keywords, double loss, double gradient) {
            std::vector<Step> steps = chain({1, 1, 1, 1});
            steps.push_back({"Functional.cross_entropy.0.forward", {3}, 0,
                tensorOf(loss).replace("Float32", "BFloat16"), {}, 0, keywords});
            steps.push_back({"Functional.cross_entropy.0.backward", {0.5}, gradient});
            return steps;
        };
        const std::vector<Step> golden = run({}, 0.5, 1);
        const Suspicion found = suspicionOf(
            run(R"("label_smoothing":{"type":"float","value":0.2})", 0.5 * (1 + 0x1p-9), 9), golden);
        QCOMPARE(first(found), QString("Functional.cross_entropy.0.forward"));
        QVERIFY2(found.suspects.front().why.text().starts_with(
                     "argument label_smoothing is 0.2, golden is called without it; "),
            found.suspects.front().why.text().c_str());
        QCOMPARE(first(suspicionOf(run({}, 0.5 * (1 + 0x1p-9), 9), golden)),
            QString("Functional.cross_entropy.0.backward"));
    }

    /// `x / 100` for `x / lengths`: no pair of tensors shows what was given.
    void aNumberForATensor()
    {
        std::vector<Step> golden = chain({1, 1, 1, 1}), target = golden;
        golden.push_back({"Tensor.__truediv__.0.forward", {3, 2}, 1.5});
        target.push_back({"Tensor.__truediv__.0.forward", {3}, 0.03, {}, {R"({"type":"int","value":100})"}});
        const Suspicion found = suspicionOf(target, golden);
        QCOMPARE(first(found), QString("Tensor.__truediv__.0.forward"));
        QVERIFY2(found.suspects.front().why.text().starts_with(
                     "input 1 is 100, golden's a tensor of shape [10,10]; "),
            found.suspects.front().why.text().c_str());
        const Suspicion turned = suspicionOf(golden, target);
        QVERIFY2(turned.suspects.front().why.text().starts_with(
                     "input 1 is a tensor of shape [10,10], golden's 100; "),
            turned.suspects.front().why.text().c_str());
    }

    /// Behind a gradient of a gradient a backward operator shows what an operator after it was told.
    void anArgumentBehindABackwardOperator()
    {
        const auto run = [](const char* axis, double norm, double given) {
            const QByteArray argument = QByteArray(R"({"type":"int","value":)") + axis + '}';
            std::vector<Step> steps = chain({1, 1, 1, 1});
            steps.push_back({"Functional.linear.9.backward", {given}, given});
            steps.push_back({"Tensor.norm.0.forward", {2}, norm, {}, {argument}});
            return steps;
        };
        const Suspicion found = suspicionOf(run("0", 5, 9), run("1", 3, 4));
        QCOMPARE(first(found), QString("Tensor.norm.0.forward"));
        QVERIFY2(found.suspects.front().why.text().starts_with("input 1 is 0, golden's 1; "),
            found.suspects.front().why.text().c_str());
    }

    /// A number and a tensor of one element are the same where their values are.
    void aNumberForATensorOfOneElement()
    {
        const QByteArray element
            = R"({"type":"mindspore.Tensor","dtype":"Float32","shape":[],"Max":74,"Min":74,"Mean":74,"Norm":74})";
        const auto divided = [](const QByteArray& by, double output) {
            std::vector<Step> steps = chain({1, 1, 1, 1});
            steps.push_back({"Tensor.__truediv__.0.forward", {3}, output, {}, {by}});
            return steps;
        };
        const QByteArray other = R"({"type":"int","value":98})", same = R"({"type":"int","value":74})";
        const Suspicion found = suspicionOf(divided(other, 1.1), divided(element, 1.5));
        QCOMPARE(first(found), QString("Tensor.__truediv__.0.forward"));
        QVERIFY2(found.suspects.front().why.text().starts_with(
                     "input 1 is 98, golden's a tensor of one element, 74; "),
            found.suspects.front().why.text().c_str());
        QVERIFY(suspicionOf(divided(same, 1.5), divided(element, 1.5)).suspects.empty());
    }

    /// Of a list among the arguments the place is named as that of a tensor.
    void elementsOfAnArgument()
    {
        const auto run = [](const char* padding, double output) {
            const QByteArray number = QByteArray(R"({"type":"int","value":)") + padding + '}';
            std::vector<Step> steps = chain({1, 1, 1, 1});
            steps.push_back(
                {"Functional.pad.0.forward", {3}, output, {}, {'[' + number + ',' + number + ']'}});
            return steps;
        };
        const Suspicion found = suspicionOf(run("2", 9), run("1", 0.5));
        QVERIFY2(found.suspects.front().why.text().starts_with("element 0 of input 1 is 2, golden's 1; "),
            found.suspects.front().why.text().c_str());
    }

    /// One softmax in bfloat16 among products in float32 is a cast too many; where these are in bfloat16 as
    /// well it is what the run was meant to have.
    void aLoneCast()
    {
        static const char* const kProducts[] = {"Functional.linear.0.forward", "Functional.linear.1.forward",
            "Functional.linear.2.forward", "Functional.linear.3.forward"};
        const auto inBFloat16 = [](double scale) { return tensorOf(scale).replace("Float32", "BFloat16"); };
        std::vector<Step> golden, target;
        for (int i = 0; i < 4; ++i) {
            golden.push_back({kProducts[i], {1.0 + i}, 2.0 + i});
            target.push_back(golden.back());
        }
        golden.push_back({"Tensor.softmax.0.forward", {5}, 0.5});
        target.push_back({"Tensor.softmax.0.forward", {5}, 0, inBFloat16(0.5 * (1 + 0x1p-9))});
        const Suspicion alone = suspicionOf(target, golden);
        QCOMPARE(first(alone), QString("Tensor.softmax.0.forward"));
        QVERIFY2(
            alone.suspects.front().why.text().ends_with("; it is bfloat16, golden's float32, while products "
                                                        "of matrices have one type on both sides"),
            alone.suspects.front().why.text().c_str());
        for (int i = 0; i < 4; ++i)
            target[static_cast<std::size_t>(i)].outputText = inBFloat16((2.0 + i) * (1 + 0x1p-9));
        QVERIFY(suspicionOf(target, golden).suspects.empty());
    }

    /// Zero has no logarithm: infinities beside other elements are no mask, beside zeros alone they may be.
    void infinitiesOfALogarithm()
    {
        const auto run = [](const char* max) {
            std::vector<Step> golden = chain({1, 1, 1, 1, 1});
            std::vector<Step> target = golden;
            const double nan = std::nan("");
            target[2].inputs[0] = target[2].output = target[3].inputs[0] = target[3].output = nan;
            target.insert(
                target.begin() + 2, Step {"Torch.log.0.forward", {3}, 0, extremes(max, "\"-inf\"")});
            target.insert(target.begin() + 3, Step {"Tensor.__mul__.0.forward", {3}, nan});
            return first(suspicionOf(target, golden));
        };
        QCOMPARE(run("-0.5"), QString("Torch.log.0.forward"));
        QCOMPARE(run("0"), QString("Tensor.__mul__.0.forward"));
    }

    /// An error of 2.5 where golden has nothing is one; what cancels by rounding is none.
    void againstNothing()
    {
        std::vector<Step> golden {{"Functional.relu.0.forward", {1}, 1}, {"Tensor.sub.0.forward", {1, 1}, 0},
            {"Functional.gelu.0.forward", {1}, 1}, {"Functional.silu.0.forward", {1}, 1}};
        std::vector<Step> target = golden;
        target[1].output = 2.5;
        QCOMPARE(first(suspicionOf(target, golden)), QString("Tensor.sub.0.forward"));
        target[1].output = 5e-8;
        QVERIFY(suspicionOf(target, golden).suspects.empty());
    }

    /// A router that takes another expert where two nearly tie: indices as numbers differ afterwards.
    void choicesThatNearlyTie()
    {
        TensorError scores, indices;
        scores.hasNumbers = scores.differs = true;
        scores.relative = 1e-3;
        indices.isOutput = indices.isInteger = indices.hasNumbers = true;
        indices.count = 64;
        std::pmr::monotonic_buffer_resource memory;
        TracedOperator op(&memory);
        op.nature = operatorNature("topk");
        op.tensors = {scores, indices};
        // F = 2·0.001·64 = 0.128: √((0.128 + 3√0.128 + 3)/64)
        QVERIFY(std::fabs(choiceError(op, op.tensors[1]) - std::sqrt((0.128 + 3 * std::sqrt(0.128) + 3) / 64))
            < 1e-12);
        // What is ordered lies within a range of 0.004 and is off by half of it: each may be another.
        op.type = "topk";
        op.tensors[0].maxError = 0.002;
        op.tensors[0].goldenRange = 0.004;
        QCOMPARE(choiceError(op, op.tensors[1]), 1.0);
        op.nature = operatorNature("add");
        QCOMPARE(choiceError(op, op.tensors[1]), 0.0);
    }

    /// Scores of four experts that lie within 1e-6 of each other and are off by 1e-7: other experts are
    /// chosen.
    void choicesBetweenValuesThatNearlyTie()
    {
        const auto score = [](double ofValues) {
            TensorError given, values, indices;
            given.count = 192;
            given.goldenNorm = 0.25 * std::sqrt(given.count);
            given.goldenMax = 0.25;
            given.goldenLow = 0.249999;
            given.goldenRange = 1e-6;
            given.relative = given.largest = 1e-7;
            given.maxError = 2.5e-8;
            given.errorNorm = given.relative * given.goldenNorm;
            values = given;
            values.count = 96;
            values.goldenNorm = 0.25 * std::sqrt(values.count);
            values.relative = values.largest = ofValues;
            indices.isInteger = true;
            indices.count = 96;
            indices.goldenNorm = 18;
            indices.goldenMax = 3;
            indices.maxError = 3;
            indices.relative = 0.9; // more than flips of scores that are spread evenly explain
            indices.largest = 1;
            for (TensorError* tensor : {&given, &values, &indices})
                tensor->hasNumbers = tensor->differs = true;
            given.unit = values.unit = 0x1p-24;
            values.isOutput = indices.isOutput = true;
            TracedOperators operators;
            std::pmr::monotonic_buffer_resource memory;
            TracedOperator& op = operators.emplace_back(&memory);
            op.name = "Torch.topk.0.forward";
            op.type = "topk";
            op.nature = operatorNature("topk");
            op.tensors = {given, values, indices};
            // Made before, so that nobody asks who made it.
            TracedOperator& before = operators.emplace_front(&memory);
            before.name = "Functional.softmax.0.forward";
            before.type = "softmax";
            before.nature = operatorNature("softmax");
            before.tensors = {given};
            before.tensors[0].isOutput = true;
            SuspectWalk walk(operators);
            (void)walk.judge(operators.front());
            return walk.judge(operators.back()).score;
        };
        QVERIFY(score(1e-7) <= kSuspectScore);
        QVERIFY(score(0.1) > kSuspectScore);
    }

    /// Recorded extremes of indices do not show which were chosen.
    void choicesThatNothingShows()
    {
        const auto chooses = [](double error) {
            TensorError given, indices;
            given.count = 192;
            given.goldenRange = 0.01;
            given.maxError = error;
            given.relative = error / 0.25;
            indices.count = 96;
            indices.isInteger = indices.isOutput = indices.hasExtremesOnly = true;
            for (TensorError* tensor : {&given, &indices})
                tensor->hasNumbers = true;
            given.differs = true;
            std::pmr::monotonic_buffer_resource memory;
            TracedOperator op(&memory);
            op.type = "topk";
            op.nature = operatorNature("topk");
            op.tensors = {given, indices};
            return surelyChoosesOtherwise(op, op.tensors[1]);
        };
        QVERIFY(chooses(2e-4));  // a fiftieth of what the values differ by
        QVERIFY(!chooses(5e-5)); // less than a hundredth
        QVERIFY(!chooses(0));
    }

    /// The gradient of a bias before a normalisation is zero but for rounding: 8 sums of 2048 elements of
    /// rms 1.
    void gradientsThatAreOnlyRounding()
    {
        TensorError given, weight, bias;
        given.count = 8 * 2048;
        given.goldenNorm = std::sqrt(given.count);
        weight.count = 200;
        bias.count = 8;
        for (TensorError* tensor : {&given, &weight, &bias}) {
            tensor->hasNumbers = true;
            tensor->unit = 0x1p-8;
            tensor->goldenUnit = 0x1p-24;
        }
        weight.isOutput = bias.isOutput = true;
        std::pmr::monotonic_buffer_resource memory;
        TracedOperator op(&memory);
        op.forward = "Functional.conv2d.0.forward";
        op.nature = operatorNature("conv2d");
        op.tensors = {given, weight, bias};
        const auto explained = [&](double rms) {
            op.tensors[2].goldenNorm = rms * std::sqrt(8.0);
            return explainIdleGradient(op, op.tensors[2], op, 0);
        };
        // All elements off by one unit the same way make 2048·2⁻²⁴ of a sum, sixteen times that is the most.
        QVERIFY(!explained(16.1 * 2048 * 0x1p-24));
        QVERIFY(explained(15.9 * 2048 * 0x1p-24));
        QVERIFY(!explained(1));
        // 2048·2⁻⁸ = 8 would be more than what random signs leave, √2048 = 45, times ⅙.
        const auto idle = explained(1e-4);
        QVERIFY(idle && std::fabs(*idle - std::sqrt(2048.0) / 6 / 1e-4) < 1e-6 * *idle);
        op.tensors[2].unit = 0x1p-11;
        const auto finer = explainIdleGradient(op, op.tensors[2], op, 0);
        QVERIFY(finer && std::fabs(*finer - 2 * 2048 * 0x1p-11 / 1e-4) < 1e-6 * *finer);
        // Of a weight nobody knows it.
        QVERIFY(!explainIdleGradient(op, op.tensors[1], op, 0));
        // The backward of a function may give the gradient of the bias first.
        std::swap(op.tensors[1], op.tensors[2]);
        QCOMPARE(explainIdleGradient(op, op.tensors[1], op, 0), finer);
    }

    /// One of 32 elements is moved by 0.001 the other way.
    void elementsThatAreMovedTheOtherWay()
    {
        const auto isTurned = [](double first, double elements, PairBasis basis = PairBasis::Elements) {
            TensorError before, after;
            for (TensorError* tensor : {&before, &after}) {
                tensor->basis = basis;
                tensor->isParameter = tensor->hasNumbers = true;
                tensor->count = 32;
            }
            before.goldenMax = first;
            after.goldenMax = first + 0.001;
            after.maxError = 0.002;
            after.errorNorm = 0.002 * std::sqrt(elements);
            std::pmr::monotonic_buffer_resource memory;
            TracedOperators operators(&memory);
            for (const std::int64_t step : {0, 1}) {
                TracedOperator op(&memory);
                op.name = "Functional.batch_norm.0.forward";
                op.step = step;
                op.tensors = {step == 0 ? before : after};
                operators.push_back(std::move(op));
            }
            return IdleParameters(operators).isTurned(operators.back().tensors[0], operators.back(), 0.01);
        };
        QVERIFY(isTurned(0, 1));
        QVERIFY(!isTurned(0, 32)); // all of them
        QVERIFY(isTurned(1, 1));   // of a weight that was something
        QVERIFY(!isTurned(1, 32));
        // Recorded statistics do not tell whether it is one element.
        QVERIFY(isTurned(0, 1, PairBasis::Statistics));
        QVERIFY(!isTurned(1, 1, PairBasis::Statistics));
    }

    /// 1024 terms of one sign in bfloat16, which tells 256 of them apart: 0.2 of the sum may be lost.
    void termsThatAreLost()
    {
        const auto lost = [](double unit, double sum) {
            TensorError given, bias;
            given.count = 1024 * 8;
            given.goldenNorm = std::sqrt(given.count);
            bias.count = 8;
            bias.goldenNorm = sum * std::sqrt(8.0);
            given.unit = bias.unit = unit;
            given.hasNumbers = bias.hasNumbers = bias.isOutput = true;
            std::pmr::monotonic_buffer_resource memory;
            TracedOperator op(&memory);
            op.tensors = {given, bias};
            return gradientSum(op.tensors[1], op)->explained();
        };
        QVERIFY(lost(0x1p-8, 600) >= 0.2); // more than 256 terms of size one
        QVERIFY(lost(0x1p-8, 32) < 0.07);  // as random signs leave
        QVERIFY(lost(0x1p-24, 600) < 1e-5);
    }

    /// A bias that is off by half of what parameters are moved: of equal steps it may be rounding, of steps
    /// as large as gradients it would have stayed where it was.
    void biasesOfPlainGradientDescent()
    {
        const auto isIdle = [](double growth) {
            std::pmr::monotonic_buffer_resource memory;
            TracedOperators operators(&memory);
            for (const std::int64_t step : {0, 1}) {
                for (int i = 0; i < 6; ++i) {
                    TensorError weight, bias;
                    for (TensorError* tensor : {&weight, &bias}) {
                        tensor->isParameter = tensor->hasNumbers = true;
                        tensor->goldenUnit = tensor->unit = 0x1p-24;
                        tensor->goldenMax = 1 + (step == 0 ? 0 : 0.001 * std::pow(growth, i));
                        tensor->goldenRange = 2;
                    }
                    weight.count = 64;
                    bias.count = 8;
                    bias.maxError = i == 5 && step == 1 ? 0.0005 : 0;
                    TracedOperator op(&memory);
                    static const char* const kNames[] = {"a", "b", "c", "d", "e", "f"};
                    op.name = kNames[i];
                    op.step = step;
                    op.tensors = {weight, bias};
                    operators.push_back(std::move(op));
                }
            }
            return IdleParameters(operators).contains(operators.back().tensors[1], operators.back());
        };
        QVERIFY(isIdle(1));  // Adam: all by the rate
        QVERIFY(!isIdle(3)); // 0.001 to 0.243
    }

    void shapesOfValues()
    {
        QVERIFY(hasShapeOfValues("where", 1));
        QVERIFY(!hasShapeOfValues("where", 3));
        QVERIFY(hasShapeOfValues("nonzero", 1));
        QVERIFY(!hasShapeOfValues("linear", 1) && !hasShapeOfValues("", 0));
    }

    void writersOverAnInput()
    {
        QVERIFY(writesOverFirstInput("__setitem__"));
        QVERIFY(writesOverFirstInput("copy_"));
        QVERIFY(!writesOverFirstInput("__getitem__"));
        QVERIFY(!writesOverFirstInput(""));
        QVERIFY(!writesOverFirstInput("copy"));
        QVERIFY(writesOverInput("all_reduce", 0));
        QVERIFY(!writesOverInput("all_reduce", 1));
        QVERIFY(!writesOverInput("AllReduce", 0)); // gives a new tensor
        QVERIFY(!writesOverInput("send", 0));
    }

    /// Memory that was never filled is no evidence, NaN in it either; any other first input is, and so are
    /// NaN that an operator made before or that are read afterwards.
    void whatIsWrittenOver()
    {
        const auto of = [](const char* name, double first) {
            const std::vector<Step> golden {
                {"Functional.relu.0.forward", {1}, 2}, {name, {5, 2}, 2}, {"Torch.abs.0.forward", {2}, 2}};
            std::vector<Step> target = golden;
            target[1].inputs[0] = first;
            return suspicionOf(target, golden);
        };
        const Suspicion memory = of("Tensor.copy_.0.forward", 9);
        QVERIFY2(memory.suspects.empty(), qPrintable(first(memory)));
        QCOMPARE(memory.effects.size(), std::size_t {1});
        QCOMPARE(first(of("Tensor.copy.0.forward", 9)), QString("Tensor.copy.0.forward"));
        const Suspicion spoilt = of("Tensor.copy_.0.forward", std::nan(""));
        QVERIFY2(spoilt.suspects.empty(), qPrintable(first(spoilt)));
        QCOMPARE(spoilt.effects.size(), std::size_t {1});
        // Golden's memory was freed by an operator that is right: chance as well.
        const std::vector<Step> reused {{"Functional.relu.0.forward", {1}, 5},
            {"Tensor.__setitem__.0.forward", {5, 2}, 2}, {"Torch.abs.0.forward", {2}, 2}};
        std::vector<Step> other = reused;
        other[1].inputs[0] = 1e30;
        QVERIFY(suspicionOf(other, reused).suspects.empty());
        const Suspicion given = of("Tensor.copy.0.forward", std::nan(""));
        QCOMPARE(first(given), QString("Tensor.copy.0.forward"));
        QCOMPARE(given.suspects.front().reason, SuspectReason::NonFiniteInput);
        const std::vector<Step> golden {{"Functional.relu.0.forward", {1}, 2},
            {"Tensor.__setitem__.0.forward", {5, 2}, 2}, {"Torch.abs.0.forward", {2}, 2}};
        std::vector<Step> target = golden;
        target[1].inputs[0] = std::nan("");
        target[2] = {"Torch.abs.0.forward", {std::nan("")}, std::nan("")};
        QCOMPARE(first(suspicionOf(target, golden)), QString("Torch.abs.0.forward"));
    }

    /// The gradient of a weight sums products of what came in from both sides, not of the weight.
    void aScaledGradient()
    {
        const auto of = [](double gradient) {
            return std::vector<Step> {{"Functional.relu.0.forward", {1}, 1},
                {"Module.fc.Linear.forward.0", {1, 100}, 30}, {"Torch.tanh.0.forward", {3}, 1},
                {"Module.fc.Linear.parameters_grad.0", {}, gradient},
                {"Module.fc.Linear.backward.0", {0.01}, 0.3}};
        };
        const Suspicion found = suspicionOf(of(0.4), of(0.1));
        QCOMPARE(first(found), QString("Module.fc.Linear.parameters_grad.0"));
    }

    void aRoundedSignificand_data()
    {
        QTest::addColumn<int>("dtype");
        QTest::addColumn<int>("bits");
        QTest::newRow("float32") << static_cast<int>(DType::Float32) << 24;
        QTest::newRow("bfloat16") << static_cast<int>(DType::BFloat16) << 8;
        QTest::newRow("int32") << static_cast<int>(DType::Int32) << 0;
    }
    void aRoundedSignificand()
    {
        QFETCH(int, dtype);
        QFETCH(int, bits);
        QCOMPARE(significandBits(static_cast<DType>(dtype)), bits);
    }
};

QTEST_APPLESS_MAIN(tst_Suspects)
#include "tst_suspects.moc"
