// SPDX-License-Identifier: GPL-3.0-or-later
// Weights of three products, one side's rounded to bfloat16 by shifting bits.
#include "compare/parameters/initial_parameters.h"

#include "compare/comparison.h"
#include "compared_folders.h"
#include "npy_file.h"
#include "temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <functional>

using namespace dumpscope::core;
namespace test = dumpscope::test;

namespace {

using Rounding = std::function<float(float)>;

float asItIs(float value)
{
    return value;
}

float toBFloat16(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return std::bit_cast<float>((bits + 0x7FFFU + ((bits >> 16U) & 1U)) & 0xFFFF0000U);
}

/// To the digits of bfloat16 by cutting, which is no rounding.
float cut(float value)
{
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & 0xFFFF0000U);
}

/// In these files apostrophes are quotation marks.
std::string json(const QString& text)
{
    return QString(text).replace(u'\'', u'"').toStdString();
}

QString tensorOf(const std::vector<float>& values, const QString& file)
{
    double sum = 0, squares = 0;
    for (const double value : values) {
        sum += value;
        squares += value * value;
    }
    return QStringLiteral("{'type':'torch.Tensor','dtype':'torch.float32','shape':[4,%1],'Max':%2,'Min':%3,"
                          "'Mean':%4,'Norm':%5%6}")
        .arg(values.size() / 4)
        .arg(*std::max_element(values.begin(), values.end()), 0, 'g', 17)
        .arg(*std::min_element(values.begin(), values.end()), 0, 'g', 17)
        .arg(sum / static_cast<double>(values.size()), 0, 'g', 17)
        .arg(std::sqrt(squares), 0, 'g', 17)
        .arg(file.isEmpty() ? QString() : QStringLiteral(",'data_name':'%1'").arg(file));
}

void write(const std::string& folder, bool hasElements, const Rounding& round)
{
    const std::string place = folder + "/step0/rank0/";
    QStringList operators;
    for (int op = 0; op < 3; ++op) {
        const QString name = QStringLiteral("Functional.linear.%1.forward").arg(op);
        const auto tensor = [&](const char* slot, const std::vector<float>& values) {
            const QString file = hasElements ? name + u'.' + QLatin1String(slot) + ".npy" : QString();
            const auto columns = static_cast<std::int64_t>(values.size() / 4);
            if (hasElements
                && !test::writeFile(
                    place + "dump_tensor_data/" + file.toStdString(), test::npyFile({4, columns}, values)))
                qFatal("cannot write");
            return tensorOf(values, file);
        };
        std::vector<float> weight;
        for (int i = 0; i < 16; ++i)
            weight.push_back(round((i % 2 == 0 ? 0.0437F : -0.0391F) * static_cast<float>(i + 3 * op + 1)));
        operators.append(
            QStringLiteral("'%1':{'input_args':[%2,%3],'input_kwargs':{},'output':[%4]}")
                .arg(name, tensor("input.0", std::vector<float>(8, 1.25F)), tensor("input.1", weight),
                    tensor("output.0", std::vector<float>(8, 0.75F))));
    }
    QVERIFY(test::writeFile(place + "dump.json",
        json(QStringLiteral("{'task':'%1','level':'L1','framework':'pytorch','dump_data_dir':'','data':{%2}}")
                 .arg(hasElements ? "tensor" : "statistics", operators.join(u',')))));
}

Comparison compared(bool hasElements, const Rounding& target, const Rounding& golden)
{
    const test::TemporaryFolder folder;
    write(folder.at("target"), hasElements, target);
    write(folder.at("golden"), hasElements, golden);
    OwnedTask task;
    ComparisonOptions options;
    options.limits = presetLimits("precision").value();
    return test::compareFolders(
        folder.path(), hasElements ? "relative_euclidean_distance" : "l2norm_diff_relative", options, task)
        .value();
}

} // namespace

class tst_InitialParameters : public QObject {
    Q_OBJECT

private slots:
    void throughBFloat16_data()
    {
        QTest::addColumn<bool>("hasElements");
        QTest::newRow("statistics") << false;
        QTest::newRow("elements") << true;
    }

    /// Rounded parameters are a reason and nobody's fault.
    void throughBFloat16()
    {
        QFETCH(const bool, hasElements);
        const Comparison comparison = compared(hasElements, toBFloat16, asItIs);
        QVERIFY2(comparison.conclusion.isClear(), comparison.conclusion.text().c_str());
        QVERIFY(comparison.suspicion.suspects.empty());
        const std::string reason = comparison.conclusion.reason.text();
        QVERIFY2(reason.find("3 of 3 parameters seen are golden's rounded to bfloat16 before anything has "
                             "moved them")
                != std::string::npos,
            reason.c_str());
        const Comparison other = compared(hasElements, asItIs, toBFloat16);
        QVERIFY2(other.conclusion.isClear(), other.conclusion.text().c_str());
        QVERIFY2(
            other.conclusion.reason.text().find("3 of 3 parameters seen are rounded to bfloat16 in golden")
                != std::string::npos,
            other.conclusion.reason.text().c_str());
    }

    void otherNumbersAreNot_data() { throughBFloat16_data(); }
    void otherNumbersAreNot()
    {
        QFETCH(const bool, hasElements);
        for (const Rounding& target : {Rounding(asItIs), Rounding(cut)}) {
            const std::string text = compared(hasElements, target, asItIs).conclusion.text();
            QVERIFY2(!(text.find("rounded to") != std::string::npos), text.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(tst_InitialParameters)
#include "tst_initial_parameters.moc"
