// SPDX-License-Identifier: GPL-3.0-or-later
// A loss that is scaled by hand: golden's gradients are 0.1 to 0.5, the target's what a test says.
#include "compare/parameters/scaled_loss.h"

#include "compare/comparison.h"
#include "compare/suspects/loss_scale.h"
#include "compare/suspects/tensor_error.h"
#include "compared_folders.h"
#include "msprobe_dump_writer.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <functional>

using namespace dumpscope::core;
using dumpscope::test::ComparedDumps;
using dumpscope::test::compareFolders;
using dumpscope::test::DumpedOperator;
using dumpscope::test::DumpedTensor;

namespace {

constexpr int kLayers = 6;

/// Elements from -2·size to 2·size about a mean of their own.
QByteArray tensorOf(double size, int count = 100)
{
    return QStringLiteral(
        R"({"type":"mindspore.Tensor","dtype":"Float32","shape":%1,"Max":%2,"Min":%3,"Mean":%4,"Norm":%5})")
        .arg(count == 1 ? "[]" : "[10,10]")
        .arg(count == 1 ? size : 2 * size, 0, 'g', 17)
        .arg(count == 1 ? size : -2 * size, 0, 'g', 17)
        .arg(count == 1 ? size : size / 8, 0, 'g', 17)
        .arg(std::sqrt(count) * size, 0, 'g', 17)
        .toUtf8();
}

/// A run of some steps.
struct Written {
    int steps = 2;
    double loss = 1;                                             ///< the gradient of the loss
    std::function<double(int)> gradient = [](int) { return 1; }; ///< behind layer i, times golden's
    double moved = 1;                                            ///< times as far as golden's
};

void write(const QString& folder, const Written& run)
{
    for (int step = 0; step < run.steps; ++step) {
        const QString place = folder + QStringLiteral("/step%1/rank0").arg(step);
        QVERIFY(QDir().mkpath(place));
        QByteArray forward, backward;
        for (int i = 0; i < kLayers; ++i) {
            const QByteArray name = "Functional.linear." + QByteArray::number(i);
            forward += '"' + name + ".forward\":{\"input_args\":[" + tensorOf(1 + i) + ','
                + tensorOf(0.3 + 0.01 * (i + 1) * step * run.moved) + "],\"input_kwargs\":{},\"output\":["
                + tensorOf(2 + i) + "]},";
        }
        forward += "\"Functional.cross_entropy.0.forward\":{\"input_args\":[" + tensorOf(1 + kLayers)
            + "],\"input_kwargs\":{},\"output\":[" + tensorOf(3, 1) + "]}";
        const auto gradientOf = [&](int i) { return tensorOf(0.1 * (kLayers - i) * run.gradient(i)); };
        backward += ",\"Functional.cross_entropy.0.backward\":{\"input\":[" + tensorOf(run.loss, 1)
            + "],\"output\":[" + gradientOf(kLayers) + "]}";
        for (int i = kLayers - 1; i >= 0; --i)
            backward += ",\"Functional.linear." + QByteArray::number(i) + ".backward\":{\"input\":["
                + gradientOf(i + 1) + "],\"output\":[" + gradientOf(i) + "]}";
        QFile file(place + "/dump.json");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"task":"statistics","level":"L1","framework":"mindspore","dump_data_dir":"","data":{)"
            + forward + backward + "}}");
    }
}

Comparison compared(const Written& target, const Written& golden = {})
{
    const QTemporaryDir folder;
    write(folder.filePath("target"), target);
    write(folder.filePath("golden"), golden);
    OwnedTask task;
    ComparisonOptions options;
    options.limits = presetLimits("precision").value();
    return compareFolders(folder.path().toStdString(), "l2norm_diff_relative", options, task).value();
}

Written scaled(double factor)
{
    Written run;
    run.loss = factor;
    run.gradient = [factor](int) { return factor; };
    return run;
}

bool has(const Message& message, std::string_view part)
{
    return message.text().find(part) != std::string::npos;
}

} // namespace

class tst_ScaledLoss : public QObject {
    Q_OBJECT

private slots:
    /// The parameters of the next step agree, so the update takes it out.
    void isANoteWhereUpdatesAgree()
    {
        for (const double factor : {1024.0, 1.0 / 1024}) {
            const Comparison comparison = compared(scaled(factor));
            QVERIFY(comparison.suspicion.suspects.empty());
            QCOMPARE(comparison.suspicion.lossScales.size(), std::size_t {2});
            QCOMPARE(comparison.suspicion.lossScales.front().exponent, factor > 1 ? 10 : -10);
            QVERIFY(comparison.conclusion.isClear());
            QVERIFY2(has(comparison.conclusion.reason, factor > 1 ? "times 2^10" : "times 2^-10"),
                comparison.conclusion.reason.text().c_str());
            QVERIFY(has(comparison.conclusion.reason, "the parameters of later steps agree"));
            QCOMPARE(comparison.summary.fail, std::uint64_t {0});
        }
    }

    void isAFaultWhereItMovesParameters()
    {
        Written run = scaled(1024);
        run.moved = 1024;
        const Comparison comparison = compared(run);
        const Conclusion& conclusion = comparison.conclusion;
        QCOMPARE(conclusion.kind, ConclusionKind::Suspect);
        QVERIFY2(has(conclusion.headline, "the loss is scaled"), conclusion.message().text().c_str());
        QVERIFY2(has(conclusion.reason, "the update does not take the factor out"),
            conclusion.reason.text().c_str());
        QCOMPARE(
            comparison.suspicion.suspects.front().opName, std::string("Functional.cross_entropy.0.backward"));
    }

    void isNotKnownWithoutALaterStep()
    {
        Written run = scaled(1024), golden;
        run.steps = golden.steps = 1;
        const Comparison comparison = compared(run, golden);
        QCOMPARE(comparison.conclusion.kind, ConclusionKind::Warnings);
        QVERIFY2(has(comparison.conclusion.headline, "the loss is scaled"),
            comparison.conclusion.message().text().c_str());
        QVERIFY(has(comparison.conclusion.reason, "no later step was compared"));
        QCOMPARE(comparison.suspicion.suspects.size(), std::size_t {1});
    }

    /// Layer 3 makes its gradient three times as large, and all behind it have that from it.
    void doesNotHideAFault()
    {
        Written run = scaled(1024);
        run.gradient = [](int i) { return i <= 3 ? 3072 : 1024; };
        const Comparison comparison = compared(run);
        QVERIFY(comparison.suspicion.lossScales.empty() || !comparison.suspicion.suspects.empty());
        run.gradient = [](int i) { return i == 0 ? 3072 : 1024; };
        const Comparison last = compared(run);
        QCOMPARE(last.suspicion.lossScales.size(), std::size_t {2});
        QVERIFY(!last.suspicion.suspects.empty());
        QCOMPARE(last.suspicion.suspects.front().opName, std::string("Functional.linear.0.backward"));
        QVERIFY(!last.conclusion.isClear());
    }

    /// What an operator makes is none, although all behind it have it.
    void isNoneThatAnOperatorMakes()
    {
        Written run;
        run.gradient = [](int i) { return i < kLayers ? 2 : 1; };
        const Comparison comparison = compared(run);
        QVERIFY(comparison.suspicion.lossScales.empty());
        QCOMPARE(comparison.suspicion.suspects.front().opName, std::string("Functional.linear.5.backward"));
    }

    /// Elements 1 to 64 of which every second is a thousandth larger and every other smaller, times 2¹⁰: the
    /// error without the factor is a thousandth.
    void isTakenOutOfElements()
    {
        DumpedTensor golden {{64}, {}}, target {{64}, {}};
        for (int i = 0; i < 64; ++i) {
            golden.values.push_back(static_cast<float>(i + 1));
            target.values.push_back(static_cast<float>(1024 * (i + 1) * (i % 2 == 0 ? 1.001 : 0.999)));
        }
        const ComparedDumps dumps(
            {{"Torch.neg.0.forward", {golden}, target}}, {{"Torch.neg.0.forward", {golden}, golden}});
        const PairTable& pairs = *dumps.comparison.pairs;
        const TensorError measured = tensorError(pairs, 1);
        QVERIFY(measured.relative > 1000);
        const TensorError divided = dividedBy(pairs, measured, 10);
        QVERIFY2(std::fabs(divided.relative - 0.001) < 1e-6, std::to_string(divided.relative).c_str());
        QCOMPARE(dividedBy(pairs, divided, 0).relative, measured.relative);
        QVERIFY(isAboutTimes(pairs, measured, 10));
        QVERIFY(!isAboutTimes(pairs, measured, 9));
        QCOMPARE(powerOfTwo(pairs, measured).value_or(0), 10);
    }
};

QTEST_APPLESS_MAIN(tst_ScaledLoss)
#include "tst_scaled_loss.moc"
