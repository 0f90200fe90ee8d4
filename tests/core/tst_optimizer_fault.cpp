// SPDX-License-Identifier: GPL-3.0-or-later
// Movements of parameters by hand: golden's are 0.01 times their number, the target's what a test says.
#include "compare/optimizer_fault.h"

#include "compare/comparison.h"
#include "compared_folders.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace dumpscope::core;

namespace {

constexpr int kParameters = 4;

/// A hundred elements about `mean`.
QByteArray tensorOf(double mean)
{
    return QStringLiteral(
        R"({"type":"mindspore.Tensor","dtype":"Float32","shape":[10,10],"Max":%1,"Min":%2,"Mean":%3,"Norm":%4})")
        .arg(mean + 1, 0, 'g', 17)
        .arg(mean - 1, 0, 'g', 17)
        .arg(mean, 0, 'g', 17)
        .arg(10 * std::sqrt(0.25 + mean * mean), 0, 'g', 17)
        .toUtf8();
}

/// Three steps of `linear` with a weight each, which is off as `excess` says of number and step.
template<typename Excess> void write(const QString& folder, double gradient, Excess excess)
{
    for (int step = 0; step < 3; ++step) {
        const QString place = folder + QStringLiteral("/step%1/rank0").arg(step);
        QVERIFY(QDir().mkpath(place));
        QByteArray data;
        for (int i = 0; i < kParameters; ++i) {
            const double weight = 0.3 + 0.01 * (i + 1) * step + excess(i, step);
            const QByteArray name = "Functional.linear." + QByteArray::number(i);
            data += (data.isEmpty() ? "" : ",")
                + ('"' + name + ".forward\":{\"input_args\":[" + tensorOf(1) + ',') + tensorOf(weight)
                + "],\"input_kwargs\":{},\"output\":[" + tensorOf(2) + "]},\"" + name
                + ".backward\":{\"input\":[" + tensorOf(0.5) + "],\"output\":[" + tensorOf(gradient) + "]}";
        }
        QFile file(place + "/dump.json");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"task":"statistics","level":"L1","framework":"mindspore","dump_data_dir":"","data":{)"
            + data + "}}");
    }
}

template<typename Excess> Comparison compared(Excess excess, double gradient = 0.7)
{
    const QTemporaryDir folder;
    write(folder.filePath("target"), gradient, excess);
    write(folder.filePath("golden"), 0.7, [](int, int) { return 0.0; });
    OwnedTask owned;
    TaskContext task = owned.context();
    ComparisonOptions options;
    options.limits = presetLimits("precision").value();
    return dumpscope::test::compareFolders(folder.path().toStdString(), "l2norm_diff_relative", options, task)
        .value();
}

} // namespace

class tst_OptimizerFault : public QObject {
    Q_OBJECT

private slots:
    void equalMovements()
    {
        QVERIFY(!optimizerFault(compared([](int, int) { return 0.0; })));
        QVERIFY(!optimizerFault(compared([](int i, int step) { return 1e-5 * (i + 1) * step; }))); // 0.1 %
    }

    void anotherRate()
    {
        const Comparison comparison = compared([](int i, int step) { return 0.01 * (i + 1) * step; });
        const auto fault = optimizerFault(comparison);
        QVERIFY(fault);
        QCOMPARE(fault->step, std::optional<std::int64_t>(1));
        QVERIFY(fault->factor && std::fabs(*fault->factor - 2) < 1e-6);
        QCOMPARE(fault->otherwise, std::uint64_t {kParameters});
        QCOMPARE(fault->moved, std::uint64_t {kParameters});
        const Conclusion& conclusion = comparison.conclusion;
        QVERIFY2(conclusion.text().starts_with(
                     "4 of 4 parameters seen are moved 2 times as far as golden's: the optimizer; "
                     "first: rank 0 step 1 Functional.linear.0.forward input 1"),
            conclusion.text().c_str());
        QVERIFY(!conclusion.isClear());
    }

    /// From the second movement on, as a schedule would.
    void aLaterStep()
    {
        const auto fault
            = optimizerFault(compared([](int i, int step) { return step < 2 ? 0.0 : -0.01 * (i + 1); }));
        QVERIFY(fault && fault->factor);
        QCOMPARE(fault->step, std::optional<std::int64_t>(2));
        QVERIFY(std::fabs(*fault->factor) < 1e-6);
    }

    void eachItsOwn()
    {
        const auto fault = optimizerFault(
            compared([](int i, int step) { return (i % 2 == 0 ? 0.01 : -0.03) * (i + 1) * step; }));
        QVERIFY(fault && !fault->factor);
        QCOMPARE(fault->otherwise, std::uint64_t {kParameters});
    }

    /// By a twentieth, which is no coherent movement but beyond the limits of float32.
    void aLittle()
    {
        const auto fault = optimizerFault(compared([](int i, int step) { return 0.0005 * (i + 1) * step; }));
        QVERIFY(fault && !fault->factor);
    }

    /// One wrong weight is none of it.
    void oneParameter()
    {
        const Comparison comparison = compared([](int i, int step) { return i == 0 ? 0.1 * step : 0.0; });
        QVERIFY(!optimizerFault(comparison));
        QVERIFY(comparison.conclusion.place->opName == "Functional.linear.0.forward");
    }

    /// Gradients that are wrong in the first step are why.
    void otherGradients()
    {
        QVERIFY(!optimizerFault(compared([](int i, int step) { return 0.01 * (i + 1) * step; }, 1.4)));
    }
};

QTEST_APPLESS_MAIN(tst_OptimizerFault)
#include "tst_optimizer_fault.moc"
