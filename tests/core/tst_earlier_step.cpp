// SPDX-License-Identifier: GPL-3.0-or-later
// An operator of bfloat16 whose norm is off in two steps. Recorded statistics explain 0.84 · 2⁻⁸ of it
// (docs/culprit.md, What is explained).
#include "compare/comparison.h"

#include "compared_folders.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>

using namespace dumpscope::core;

namespace {

constexpr double kExplained = 0.84 / 256;

QByteArray tensorOf(double off = 0)
{
    return QStringLiteral(
        R"({"type":"torch.Tensor","dtype":"torch.bfloat16","shape":[10,10],"Max":2,"Min":-2,"Mean":0.125,"Norm":%1})")
        .arg(10 * (1 + off), 0, 'g', 17)
        .toUtf8();
}

/// Two steps of twenty operators, of which the twelfth is off by so much in each.
void write(const QString& folder, const std::array<double, 2>& off)
{
    for (int step = 0; step < 2; ++step) {
        const QString place = folder + QStringLiteral("/step%1/rank0").arg(step);
        QVERIFY(QDir().mkpath(place));
        QByteArray data;
        for (int i = 0; i < 20; ++i)
            data += (i == 0 ? "\"" : ",\"") + ("Functional.gelu." + QByteArray::number(i))
                + ".forward\":{\"input_args\":[" + tensorOf() + "],\"input_kwargs\":{},\"output\":["
                + tensorOf(i == 12 ? off.at(static_cast<std::size_t>(step)) : 0) + "]}";
        QFile file(place + "/dump.json");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"task":"statistics","level":"L1","framework":"pytorch","dump_data_dir":"","data":{)"
            + data + "}}");
    }
}

/// The first suspect of a run that is off by so many times what is explained in each step.
Suspect firstOf(double first, double second)
{
    const QTemporaryDir folder;
    write(folder.filePath("target"), {first * kExplained, second * kExplained});
    write(folder.filePath("golden"), {0, 0});
    OwnedTask task;
    ComparisonOptions options;
    options.limits = presetLimits("precision").value();
    const auto comparison
        = dumpscope::test::compareFolders(folder.path().toStdString(), "l2norm_diff_relative", options, task)
              .value();
    return comparison.suspicion.suspects.empty() ? Suspect() : comparison.suspicion.suspects.front();
}

bool says(const Suspect& suspect, std::string_view part)
{
    return suspect.why.text().find(part) != std::string::npos;
}

} // namespace

class tst_EarlierStep : public QObject {
    Q_OBJECT

private slots:
    void isSuspectWhereTheLaterOneIs()
    {
        const Suspect suspect = firstOf(2.5, 12);
        QCOMPARE(suspect.opName, std::string("Functional.gelu.12.forward"));
        QCOMPARE(suspect.step.value_or(-1), std::int64_t {0});
        QVERIFY2(says(suspect, "in step 1 it is beyond that as well"), suspect.why.text().c_str());
    }

    void isSaidWhereItMayHaveBegun()
    {
        const Suspect suspect = firstOf(1.5, 12);
        QCOMPARE(suspect.step.value_or(-1), std::int64_t {1});
        QVERIFY2(says(suspect, "at the earliest in step 0"), suspect.why.text().c_str());
    }

    void isNotSaidWhereItAgrees()
    {
        const Suspect suspect = firstOf(0, 12);
        QCOMPARE(suspect.step.value_or(-1), std::int64_t {1});
        QVERIFY2(!says(suspect, "at the earliest"), suspect.why.text().c_str());
    }
};

QTEST_APPLESS_MAIN(tst_EarlierStep)
#include "tst_earlier_step.moc"
