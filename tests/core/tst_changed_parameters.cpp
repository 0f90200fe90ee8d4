// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints that are the same but for some values, which no limit excuses.
#include "compare/comparison.h"

#include "compared_ranks.h"
#include "safetensors_file.h"

#include <QTest>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

constexpr int kParameters = 5;

/// So many of them differ by a ten thousandth in one value or in all, far below every limit.
Weights weightsWith(int changed, bool isAll = false)
{
    Weights weights;
    for (int i = 0; i < kParameters; ++i) {
        DumpedTensor weight = noise({20, 10}, static_cast<unsigned>(i + 1));
        if (i < changed)
            for (std::size_t at = 0; at < weight.values.size(); ++at)
                weight.values[at] *= isAll || at == 7 ? 1.0001F : 1;
        weights["layers." + std::to_string(i) + ".weight"] = std::move(weight);
    }
    return weights;
}

} // namespace

class tst_ChangedParameters : public QObject {
    Q_OBJECT

private slots:
    void headline_data()
    {
        QTest::addColumn<int>("changed");
        QTest::addColumn<bool>("isAll");
        QTest::addColumn<QString>("headline");
        QTest::newRow("none") << 0 << false << "all 5 pairs are within limits";
        QTest::newRow("one") << 1 << false
                             << "no pair fails, but one parameter differs while 4 others are bit-equal: "
                                "model.safetensors#layers.0.weight.parameter.0 (float32)";
        QTest::newRow("two") << 2 << true
                             << "no pair fails, but 2 parameters differ while 3 others are bit-equal, first "
                                "model.safetensors#layers.0.weight.parameter.0 (float32)";
        QTest::newRow("most, as after training") << 3 << true << "all 5 pairs are within limits";
        QTest::newRow("most, in one element each")
            << 3 << false
            << "no pair fails, but 3 parameters differ in a few of their elements while all else is "
               "bit-equal, "
               "first model.safetensors#layers.0.weight.parameter.0 (float32)";
    }
    void headline()
    {
        QFETCH(int, changed);
        QFETCH(bool, isAll);
        QFETCH(QString, headline);
        TemporaryFolder folder;
        QVERIFY(writeFile(folder.at("golden/model.safetensors"), safetensorsFile(weightsWith(0))));
        QVERIFY(
            writeFile(folder.at("target/model.safetensors"), safetensorsFile(weightsWith(changed, isAll))));
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        const auto compared = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
        QVERIFY(compared);
        QCOMPARE(QString::fromStdString(compared->conclusion.headline.text()), headline);
    }

    /// One file beside a folder of two that have the same names.
    void chosenFile()
    {
        TemporaryFolder folder;
        for (const char* name :
            {"golden/model.safetensors", "golden/other.safetensors", "target/model.safetensors"})
            QVERIFY(writeFile(folder.at(name), safetensorsFile(weightsWith(0))));
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        const auto compared = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
        QVERIFY(compared);
        const std::string reason = compared->conclusion.reason.text();
        QVERIFY2(
            reason.find("2 files of golden have parameters of these names, compared was model.safetensors "
                        "alone")
                != std::string::npos,
            reason.c_str());
    }
};

QTEST_GUILESS_MAIN(tst_ChangedParameters)
#include "tst_changed_parameters.moc"
