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

/// So many of them differ by a ten thousandth in one value, far below every limit.
Weights weightsWith(int changed)
{
    Weights weights;
    for (int i = 0; i < kParameters; ++i) {
        DumpedTensor weight = noise({20, 10}, static_cast<unsigned>(i + 1));
        if (i < changed)
            weight.values[7] *= 1.0001F;
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
        QTest::addColumn<QString>("headline");
        QTest::newRow("none") << 0 << "all 5 pairs are within limits";
        QTest::newRow("one") << 1
                             << "no pair fails, but one parameter differs while 4 others are bit-equal: "
                                "model.safetensors#layers.0.weight.parameter.0";
        QTest::newRow("two") << 2
                             << "no pair fails, but 2 parameters differ while 3 others are bit-equal, first "
                                "model.safetensors#layers.0.weight.parameter.0";
        QTest::newRow("most, as after training") << 3 << "all 5 pairs are within limits";
    }
    void headline()
    {
        QFETCH(int, changed);
        QFETCH(QString, headline);
        TemporaryFolder folder;
        QVERIFY(writeFile(folder.at("golden/model.safetensors"), safetensorsFile(weightsWith(0))));
        QVERIFY(writeFile(folder.at("target/model.safetensors"), safetensorsFile(weightsWith(changed))));
        OwnedTask task;
        ComparisonOptions options;
        options.limits = presetLimits("precision").value();
        const auto compared = compareFolders(folder.path(), "relative_euclidean_distance", options, task);
        QVERIFY(compared);
        QCOMPARE(QString::fromStdString(compared->conclusion.headline.text()), headline);
    }
};

QTEST_GUILESS_MAIN(tst_ChangedParameters)
#include "tst_changed_parameters.moc"
