// SPDX-License-Identifier: GPL-3.0-or-later
// Dumps of inference written here in the words of their writers (docs/formats/llm-era.md 1.1, 2.1), with a
// fault in a known place.
#include "compare/comparison.h"
#include "compared_folders.h"
#include "npy_file.h"
#include "repeat/repeated_runs.h"
#include "temporary_folder.h"
#include "trend/trend_opening.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

using Values = std::vector<float>;

Values wave(std::size_t count, float phase)
{
    Values values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(std::sin(0.37F * static_cast<float>(i) + phase) + 0.01F * static_cast<float>(i % 7));
    return values;
}

Values sum(const Values& a, const Values& b)
{
    Values values;
    for (std::size_t i = 0; i < a.size(); ++i)
        values.push_back(a[i] + b[i]);
    return values;
}

Values twice(Values values)
{
    for (float& value : values)
        value *= 2;
    return values;
}

/// A tensor of ATB: float32, one axis.
void writeAtb(const std::string& path, const Values& values)
{
    const auto bytes = std::as_bytes(std::span(values));
    const std::string size = std::to_string(bytes.size());
    std::string file = "$Version=1.0\n$Object.Count=1\n$Object.Length=" + size + "\nformat=2\ndtype=0\ndims="
        + std::to_string(values.size()) + "\n$Object.data=0," + size + "\n$End=1\n";
    file.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    QVERIFY(writeFile(path, file));
}

/// An execution of ATB of two layers. `gain` multiplies what the second operator of the first layer gives.
struct AtbRun {
    std::string folder;
    int step = 0;
    float gain = 1;

    void op(const std::string& name, const std::vector<Values>& given, const Values& made) const
    {
        const std::string place
            = folder + "/atb_dump_data/data/0_4711/" + std::to_string(step) + '/' + name + '/';
        for (std::size_t i = 0; i < given.size(); ++i)
            writeAtb(place + "before/intensor" + std::to_string(i) + ".bin", given[i]);
        writeAtb(place + "after/outtensor0.bin", made);
    }

    /// The cache of the steps before is an input of attention.
    Values write(const Values& cache) const
    {
        Values x = wave(64, static_cast<float>(step)), kept;
        for (int layer = 0; layer < 2; ++layer) {
            const std::string name = std::to_string(layer + 1) + "_Decoder_layer";
            const Values begin = x, weight = wave(64, 7);
            Values scaled = twice(x);
            for (float& value : scaled)
                value *= layer == 0 ? gain : 1;
            op(name + "/0_LinearOperation", {x, weight}, scaled);
            const Values attention = sum(scaled, cache.empty() ? Values(64, 0) : cache);
            op(name + "/1_SelfAttentionOperation",
                cache.empty() ? std::vector<Values> {scaled} : std::vector<Values> {scaled, cache},
                attention);
            x = sum(x, attention);
            op(name + "/2_ElewiseOperation", {begin, attention}, x);
            op(name, {begin}, x);
            if (layer == 0)
                kept = scaled;
        }
        return kept;
    }
};

/// `<node>-<target>` with its arguments, as TorchAir's FX dumper writes them.
class FxRun {
public:
    explicit FxRun(const std::string& folder)
        : m_place(folder + "/worldsize1_global_rank0/graph_1/0/")
    {
    }
    void next(const std::string& op) { m_op = op, ++m_calls; }
    void put(const std::string& role, const std::string& bytes) const
    {
        QVERIFY(writeFile(
            m_place + m_op + '.' + role + ".2024012503111878" + std::to_string(1000 + m_calls) + ".npy",
            bytes));
    }

private:
    std::string m_place, m_op;
    int m_calls = 0;
};

/// `cat` of two operators; `change` is added to an element that the second of them gives.
void writeFx(const std::string& folder, float change)
{
    FxRun run(folder);
    const Values x = wave(32, 0), y = wave(32, 2);
    run.next("clone-aten.clone.default");
    run.put("INPUT.0", npyFile(x));
    run.put("OUTPUT.0", npyFile(x));
    run.next("mul-aten.mul.Tensor");
    Values second = twice(y);
    second[3] += change;
    run.put("INPUT.0", npyFile(y));
    run.put("OUTPUT.0", npyFile(second));
    run.next("cat-aten.cat.default");
    run.put("INPUT.0.0", npyFile(x));
    run.put("INPUT.0.1", npyFile(second));
    Values both = x;
    both.insert(both.end(), second.begin(), second.end());
    run.put("OUTPUT.0", npyFile(both));
    // `None` as NumPy writes it, beside what it is an argument of.
    run.next("native_layer_norm-aten.native_layer_norm.default");
    run.put("INPUT.0", npyFile(both));
    run.put("INPUT.1", npyFile("|O", {}, std::vector<char> {'\x80', '\x04', 'N', '.'}));
    run.put("OUTPUT.0", npyFile(both));
}

std::vector<std::string> suspectsOf(const Comparison& comparison)
{
    std::vector<std::string> names;
    for (const Suspect& suspect : comparison.suspicion.suspects)
        names.push_back("step " + std::to_string(suspect.step.value_or(-1)) + ' ' + suspect.opName);
    return names;
}

Result<Comparison> compared(const TemporaryFolder& folder)
{
    OwnedTask task;
    ComparisonOptions options;
    options.limits = presetLimits("precision").value();
    return compareFolders(folder.path(), "relative_euclidean_distance", options, task);
}

} // namespace

class TestInferenceComparison : public QObject {
    Q_OBJECT

private slots:
    /// Its layer is listed before the operator, but is over behind it.
    void operatorInsideALayer()
    {
        const TemporaryFolder folder;
        for (const auto& [side, gain] : {std::pair("golden", 1.0F), std::pair("target", 1.5F)})
            AtbRun {folder.at(side), 0, gain}.write({});
        const auto comparison = compared(folder);
        QVERIFY(comparison);
        QCOMPARE(
            suspectsOf(*comparison), (std::vector<std::string> {"step 0 1_Decoder_layer/0_LinearOperation"}));
        QCOMPARE(
            comparison->firstDivergence.value().opName, std::string("1_Decoder_layer/0_LinearOperation"));
        QVERIFY(comparison->firstDivergence->inputsClean);
    }

    void repeatedOperatorInsideALayer()
    {
        const TemporaryFolder folder;
        OwnedTask task;
        std::vector<std::shared_ptr<const TrendRun>> runs;
        for (const auto& [side, gain] : {std::pair("one", 1.0F), std::pair("other", 1.5F)}) {
            AtbRun {folder.at(side), 0, gain}.write({});
            runs.push_back(openTrendRun(
                openDump(folder.at(side), builtinFormats(), {}, task).value(), {.readsValues = false}, task)
                               .value());
        }
        const RepeatResult result = compareRepeated(runs, task).value();
        const TrendCube& cube = runs.front()->cube();
        const TrendRow& row = cube.rows()[cube.cells()[result.first()->cell].row];
        QCOMPARE(row.opName, std::string("1_Decoder_layer/0_LinearOperation"));
        QCOMPARE(row.io, std::string("output"));
        QCOMPARE(result.origin, RepeatResult::Origin::EqualInputs);
    }

    /// What a step left in the cache is wrong in the next one, whose operators are well.
    void cacheOfTheStepBefore()
    {
        const TemporaryFolder folder;
        for (const auto& [side, gain] : {std::pair("golden", 1.0F), std::pair("target", 1.5F)}) {
            const Values cache = AtbRun {folder.at(side), 0, gain}.write({});
            AtbRun {folder.at(side), 1}.write(cache);
        }
        const auto comparison = compared(folder);
        QVERIFY(comparison);
        QCOMPARE(
            suspectsOf(*comparison), (std::vector<std::string> {"step 0 1_Decoder_layer/0_LinearOperation"}));
    }

    /// Without tensors the passes of fusion are listed: they have no values, and nothing of them is damaged.
    void rowsThatAreNoTensors()
    {
        const TemporaryFolder folder;
        for (const char* const side : {"target", "golden"})
            std::filesystem::copy(DUMPSCOPE_TEST_DATA "/llm-era/fusion-result", folder.at(side),
                std::filesystem::copy_options::recursive);
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        const auto comparison = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
        QVERIFY(comparison && comparison->pairs->rows() > 0);
        QCOMPARE(comparison->pairs->row(0).reason.text(),
            std::string("the target is no tensor: Fusion passes of GE that took effect"));
        const std::vector<Diagnostic> told = task.diagnostics.sorted();
        QVERIFY(std::ranges::none_of(
            told, [](const Diagnostic& one) { return one.severity == Severity::Error; }));
    }

    /// One side computes logits of the last token of each sequence alone: these are compared. Vectors of
    /// other tokens are not taken for them.
    void lastTokensOfSequences()
    {
        constexpr std::size_t kSequences = 3, kTokens = 7, kFeatures = 32;
        const auto logits = [](std::size_t sequence, std::size_t token) {
            return wave(kFeatures, static_cast<float>(sequence) * 1.7F + static_cast<float>(token * token));
        };
        const auto reasonOf = [&](std::size_t token, bool isTargetWhole) {
            const TemporaryFolder folder;
            Values all, some;
            for (std::size_t sequence = 0; sequence < kSequences; ++sequence) {
                for (std::size_t one = 0; one < kTokens; ++one) {
                    const Values vector = logits(sequence, one);
                    all.insert(all.end(), vector.begin(), vector.end());
                }
                const Values vector = logits(sequence, token);
                some.insert(some.end(), vector.begin(), vector.end());
            }
            for (const bool isWhole : {false, true}) {
                FxRun run(folder.at(isWhole == isTargetWhole ? "target" : "golden"));
                run.next("mm-aten.mm.default");
                run.put("OUTPUT.0",
                    isWhole ? npyFile({kSequences, kTokens, kFeatures}, all)
                            : npyFile({kSequences, kFeatures}, some));
            }
            const auto comparison = compared(folder);
            if (!comparison || comparison->pairs->rows() != 1)
                return std::string("no pair");
            if (!comparison->suspicion.suspects.empty() && token + 1 == kTokens)
                return std::string("suspect");
            const PairDetails& details = comparison->pairs->row(0).details();
            std::string said = details.note.text();
            for (const Message& step : details.alignment)
                said += step.text();
            return said;
        };
        QCOMPARE(reasonOf(kTokens - 1, false),
            std::string("golden's last token of each sequence is taken: the target has one vector of each "
                        "sequence, and it is near these"));
        QCOMPARE(reasonOf(kTokens - 1, true),
            std::string("the target's last token of each sequence is taken: golden has one vector of each "
                        "sequence, and it is near these"));
        const std::string other = reasonOf(0, false);
        QVERIFY2(other.find("is taken") == std::string::npos && other.find("[3,7,32]") != std::string::npos,
            other.c_str());
    }

    /// All members of a list are inputs of the operator, and what is no tensor is none that could not be
    /// compared.
    void listsAndNone()
    {
        const TemporaryFolder folder;
        writeFx(folder.at("golden"), 0);
        writeFx(folder.at("target"), 4);
        const auto comparison = compared(folder);
        QVERIFY(comparison);
        QCOMPARE(suspectsOf(*comparison), (std::vector<std::string> {"step 0 mul-aten.mul.Tensor"}));
        QCOMPARE(comparison->summary.notComparable, std::uint64_t {0});
        QVERIFY(comparison->unpairedTarget.empty() && comparison->unpairedGolden.empty());
        QCOMPARE(comparison->pairs->rows(), std::size_t {9});
    }
};

QTEST_GUILESS_MAIN(TestInferenceComparison)
#include "tst_inference_comparison.moc"
