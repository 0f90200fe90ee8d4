// SPDX-License-Identifier: GPL-3.0-or-later
// Weights that lie in each other's place.
#include "compared_folders.h"
#include "msprobe_dump_writer.h"
#include "npy_file.h"
#include "temporary_folder.h"

#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

DumpedTensor values(float seed)
{
    DumpedTensor tensor {{3, 4}, {}};
    for (std::size_t i = 0; i < 12; ++i)
        tensor.values.push_back(seed * static_cast<float>(i * 29 % 23) / 9 - 1);
    return tensor;
}

DumpedTensor sum(const DumpedTensor& a, const DumpedTensor& b)
{
    DumpedTensor result = a;
    for (std::size_t i = 0; i < a.values.size(); ++i)
        result.values[i] += b.values[i];
    return result;
}

std::vector<DumpedOperator> twoSums(const DumpedTensor& first, const DumpedTensor& second)
{
    const DumpedTensor x = values(1), y = sum(x, first);
    return {{"Torch.add.0.forward", {x, first}, y}, {"Torch.add.1.forward", {y, second}, sum(y, second)}};
}

std::string whyOf(const DumpedTensor& first, const DumpedTensor& second)
{
    const ComparedDumps dumps(twoSums(first, second), twoSums(values(3), values(5)));
    return dumps.comparison.suspicion.suspects.empty()
        ? std::string()
        : dumps.comparison.suspicion.suspects.front().why.text();
}

} // namespace

class tst_ExchangedValues : public QObject {
    Q_OBJECT

private slots:
    void anotherTensorOfGolden()
    {
        const std::string why = whyOf(values(5), values(3));
        QVERIFY2(why.starts_with(
                     "input 1 holds the values of another tensor of golden, "
                     "rank 0 step 0 Torch.add.1.forward input 1, whose partner holds those of this one: the "
                     "two are exchanged: input 1 is off by"),
            why.c_str());
    }

    /// Of files without an order no operator is suspect; the worst pair says it.
    void ofACheckpoint()
    {
        const TemporaryFolder folder;
        const std::vector<float> gate = values(3).values, up = values(5).values;
        for (const auto& [file, weight] : {std::pair("golden/gate", gate), std::pair("golden/up", up),
                 std::pair("target/gate", up), std::pair("target/up", gate)})
            QVERIFY(writeFile(folder.at(file) + ".npy", npyFile({3, 4}, weight)));
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        const auto comparison = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
        QVERIFY(comparison);
        QVERIFY(!comparison->isOrderKnown);
        const std::string text = comparison->conclusion.reason.text();
        QVERIFY2(text.starts_with("it holds the values of another tensor of golden, up")
                || text.starts_with("it holds the values of another tensor of golden, gate"),
            text.c_str());
    }

    /// Processes of a checkpoint have tensors of one name: it is said which of them.
    void ofOneName()
    {
        const TemporaryFolder folder;
        const std::vector<float> first = values(3).values, second = values(5).values;
        for (const auto& [file, weight] :
            {std::pair("golden/one/w", first), std::pair("golden/two/w", second),
                std::pair("target/one/w", second), std::pair("target/two/w", first),
                std::pair("golden/one/v", first), std::pair("target/one/v", first)})
            QVERIFY(writeFile(folder.at(file) + ".npy", npyFile({3, 4}, weight)));
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        const auto comparison = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
        QVERIFY(comparison);
        const std::string text = comparison->conclusion.reason.text();
        QVERIFY2(text.find("another tensor of golden, w of two/w.npy, whose") != std::string::npos
                || text.find("another tensor of golden, w of one/w.npy, whose") != std::string::npos,
            text.c_str());
    }

    /// Of types that round, and with all tensors of two modules.
    void modules()
    {
        const TemporaryFolder folder;
        for (const auto& [module, other] : {std::pair("0", "2"), std::pair("1", "1"), std::pair("2", "0")}) {
            for (const float part : {3.0F, 30.0F}) {
                const std::string rest = part == 3 ? ".up.npy" : ".down.npy";
                const std::vector<float> own = values(part + std::stof(module)).values,
                                         theirs = values(part + std::stof(other)).values;
                std::vector<double> wider(own.begin(), own.end());
                for (double& value : wider)
                    value *= 1 + 1e-9; // what rounding leaves out
                QVERIFY(writeFile(folder.at(std::string("golden/experts.") + module + rest),
                    npyFile("<f8", {3, 4}, wider)));
                QVERIFY(writeFile(
                    folder.at(std::string("target/experts.") + module + rest), npyFile({3, 4}, theirs)));
            }
        }
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        const auto comparison = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
        QVERIFY(comparison);
        const std::string text = comparison->conclusion.reason.text();
        QVERIFY2(text.find("experts.0 and experts.2 are exchanged, 2 tensors of each") != std::string::npos
                || text.find("experts.2 and experts.0 are exchanged, 2 tensors of each") != std::string::npos,
            text.c_str());
    }

    void otherValues()
    {
        const std::string why = whyOf(values(7), values(5));
        QVERIFY2(why.starts_with("input 1 is off by"), why.c_str());
    }
};

QTEST_GUILESS_MAIN(tst_ExchangedValues)
#include "tst_exchanged_values.moc"
