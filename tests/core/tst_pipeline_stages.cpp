// SPDX-License-Identifier: GPL-3.0-or-later
// Stages of a pipeline that number their layers through, beside a run of one process.
#include "compared_ranks.h"

#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr int kLayers = 8, kStage = 4;

/// What every layer gives the next one; from `fault` on it is something else by so much.
DumpedTensor stream(int layer, int fault, float error)
{
    DumpedTensor made = noise({4, 8}, static_cast<unsigned>(100 + layer));
    const DumpedTensor other = noise({4, 8}, static_cast<unsigned>(200 + layer));
    for (std::size_t i = 0; i < made.values.size(); ++i)
        made.values[i] += (layer >= fault ? error : 0) * other.values[i];
    return made;
}

std::vector<DumpedOperator> layers(int from, int to, int fault, float error)
{
    std::vector<DumpedOperator> operators;
    for (int layer = from; layer < to; ++layer)
        operators.push_back({"Module.layers." + std::to_string(layer) + ".fc.Linear.forward.0",
            {stream(layer, fault, error)}, stream(layer + 1, fault, error)});
    if (to == kLayers)
        operators.push_back(
            {"Module.lm_head.Linear.forward.0", {stream(to, fault, error)}, stream(to + 1, fault, error)});
    return operators;
}

/// `parted` has the folder in two stages, the other one is whole and right.
Comparison compared(const TemporaryFolder& folder, const std::string& parted, int fault, float error)
{
    const std::string whole = parted == "target" ? "golden" : "target";
    const bool isTarget = parted == "target";
    const auto made = [&](int from, int to, bool isOfTarget) {
        return layers(from, to, isOfTarget ? fault : kLayers + 3, error);
    };
    MsprobeDumpWriter::write(folder.at(whole), made(0, kLayers, !isTarget));
    MsprobeDumpWriter::write(folder.at(parted), made(0, kStage, isTarget), 0);
    MsprobeDumpWriter::write(folder.at(parted), made(kStage, kLayers, isTarget), 1);
    OwnedTask task;
    ComparisonOptions options;
    options.limits = presetLimits("precision").value();
    return compareFolders(folder.path(), "relative_euclidean_distance", options, task).value();
}

} // namespace

class tst_PipelineStages : public QObject {
    Q_OBJECT

private slots:
    /// Behind a fault nothing is found by its values; names say what is what.
    void pairsByName_data()
    {
        QTest::addColumn<QString>("parted");
        QTest::newRow("target") << "target";
        QTest::newRow("golden") << "golden";
    }
    void pairsByName()
    {
        QFETCH(QString, parted);
        const TemporaryFolder folder;
        const Comparison comparison = compared(folder, parted.toStdString(), 2, 0.5F);
        const PairTable& pairs = *comparison.pairs;
        QCOMPARE(pairs.rows(), std::size_t {2 * kLayers + 2});
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            const TensorPair& pair = pairs.row(row).pair;
            const DumpIndex &target = *pairs.target().index, &golden = *pairs.golden().index;
            QCOMPARE(target.text(target.tensor(pair.target).opName),
                golden.text(golden.tensor(pair.golden).opName));
        }
        const std::string text = comparison.conclusion.text();
        QVERIFY2(text.find("layers.1.fc") != std::string::npos, text.c_str());
    }

    /// What a stage is given is off by what came in the stage before.
    void errorsOfTheStageBefore()
    {
        const TemporaryFolder folder;
        const Comparison comparison = compared(folder, "target", 1, 0.5F);
        for (const Suspect& suspect : comparison.suspicion.suspects)
            QCOMPARE(suspect.rank, std::optional<std::int64_t>(0));
        QCOMPARE(comparison.suspicion.suspects.size(), std::size_t {1});
    }
};

QTEST_GUILESS_MAIN(tst_PipelineStages)
#include "tst_pipeline_stages.moc"
