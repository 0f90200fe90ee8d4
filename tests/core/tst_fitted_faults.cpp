// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of fused weights that have changed places: the search by values must not undo it.
#include "compare/layout/assembly.h"
#include "compared_ranks.h"
#include "safetensors_file.h"

#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr std::int64_t kWidth = 8, kQueries = 12, kKeys = 4;
constexpr int kLayers = 4;

std::string layer(int number)
{
    return "model.layers." + std::to_string(number) + ".self_attn.";
}

Weights apart()
{
    Weights weights;
    for (int i = 0; i < kLayers; ++i) {
        const auto seed = static_cast<unsigned>(10 * i);
        weights[layer(i) + "q_proj.weight"] = noise({kQueries, kWidth}, seed + 1);
        weights[layer(i) + "k_proj.weight"] = noise({kKeys, kWidth}, seed + 2);
        weights[layer(i) + "v_proj.weight"] = noise({kKeys, kWidth}, seed + 3);
    }
    return weights;
}

/// In one layer, or in all, values before keys.
Weights fused(int exchanged, bool inAll)
{
    const Weights parts = apart();
    Weights weights;
    for (int i = 0; i < kLayers; ++i) {
        const bool isExchanged = inAll || i == exchanged;
        DumpedTensor made {{kQueries + 2 * kKeys, kWidth}, {}};
        for (const char* part : {"q", isExchanged ? "v" : "k", isExchanged ? "k" : "v"}) {
            const std::vector<float>& values = parts.at(layer(i) + part + "_proj.weight").values;
            made.values.insert(made.values.end(), values.begin(), values.end());
        }
        weights[layer(i) + "qkv_proj.weight"] = made;
    }
    return weights;
}

/// Names of golden's tensors that fail.
QStringList failing(const Weights& target)
{
    const TemporaryFolder folder;
    if (!writeFile(folder.at("target/model.safetensors"), safetensorsFile(target))
        || !writeFile(folder.at("golden/model.safetensors"), safetensorsFile(apart())))
        return {"not written"};
    OwnedTask task;
    ComparisonOptions options;
    options.limits = presetLimits("precision").value();
    const auto comparison = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
    QStringList names;
    for (std::size_t row = 0; comparison && row < comparison->pairs->rows(); ++row) {
        const PairResult& pair = comparison->pairs->row(row);
        const DumpIndex& golden = *comparison->pairs->golden().index;
        if (pair.verdict != Verdict::Pass)
            names.append(
                QString::fromStdString(std::string(golden.text(golden.tensor(pair.pair.golden).opName))));
    }
    names.sort();
    return names;
}

} // namespace

class tst_FittedFaults : public QObject {
    Q_OBJECT

private slots:
    void partsOfOneLayer()
    {
        QCOMPARE(failing(fused(2, false)),
            (QStringList {
                "model.layers.2.self_attn.k_proj.weight", "model.layers.2.self_attn.v_proj.weight"}));
    }
    void partsOfAllLayers() { QCOMPARE(failing(fused(0, true)), QStringList()); }
    void partsInOrder() { QCOMPARE(failing(fused(-1, false)), QStringList()); }
};

QTEST_GUILESS_MAIN(tst_FittedFaults)
#include "tst_fitted_faults.moc"
