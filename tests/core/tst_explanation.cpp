// SPDX-License-Identifier: GPL-3.0-or-later
// Expected numbers: arithmetic by hand on the arrays below.
#include "compare/explanation.h"

#include "metrics/metric_registry.h"
#include "model/dump_folder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <vector>

using namespace dumpscope::core;

namespace {

void writeArray(const QString& path, const std::vector<float>& values)
{
    QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, "
        + QByteArray::number(static_cast<int>(values.size() / 2)) + "), }";
    header += QByteArray(63 - (10 + header.size()) % 64, ' ') + '\n';
    QByteArray file = QByteArray("\x93NUMPY\x01\x00", 8);
    file += static_cast<char>(header.size());
    file += '\0';
    file += header;
    file.append(
        reinterpret_cast<const char*>(values.data()), static_cast<qsizetype>(values.size() * sizeof(float)));
    QFile out(path);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(file);
}

/// One operator whose input is `x` and whose output is `y`.
void writeDump(const QString& folder, const std::vector<float>& x, const std::vector<float>& y)
{
    const QString place = folder + "/step0/rank0/";
    QVERIFY(QDir().mkpath(place + "dump_tensor_data"));
    writeArray(place + "dump_tensor_data/Torch.neg.0.forward.input.0.npy", x);
    writeArray(place + "dump_tensor_data/Torch.neg.0.forward.output.0.npy", y);
    const auto tensor = [](const char* io) {
        return QByteArray(
                   R"({"type":"mindspore.Tensor","dtype":"Float32","shape":[2,2],"Max":1,"Min":0,"Mean":0,"Norm":1,)")
            + R"("data_name":"Torch.neg.0.forward.)" + io + R"(.0.npy"})";
    };
    QFile file(place + "dump.json");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"task":"tensor","level":"L1","framework":"mindspore","dump_data_dir":"rank0","data":{)"
               R"("Torch.neg.0.forward":{"input_args":[)"
        + tensor("input") + R"(],"input_kwargs":{},"output":[)" + tensor("output") + "]}}}");
}

struct Compared {
    QTemporaryDir folder;
    OwnedTask owned;
    Limits limits;
    Comparison comparison;

    Compared(const std::vector<float>& target, const std::vector<float>& golden)
    {
        const std::vector<float> x {1, 2, 3, 4};
        writeDump(folder.filePath("target"), x, target);
        writeDump(folder.filePath("golden"), x, golden);
        TaskContext task = owned.context();
        const auto open = [&](const char* side) {
            return ComparisonSide {
                openDump(folder.filePath(side).toStdString(), builtinFormats(), {}, task).value(),
                std::nullopt};
        };
        limits = parseLimits(R"({"version":1,"rules":[
            {"metric":"max_absolute_error","op":"<=","value":0.25,"verdict":"fail"},
            {"metric":"cosine_similarity","op":">=","value":0.5,"verdict":"fail"}]})",
            "test")
                     .value();
        ComparisonOptions options;
        const auto metrics = builtinMetrics();
        options.limits = limits;
        options.measure.profile = metrics->findProfile("dumpscope");
        options.measure.metrics = std::make_shared<const MetricSelection>(
            selectMetrics(*metrics, "cosine_similarity,max_absolute_error").value());
        comparison = compareSides(open("target"), open("golden"), options, {}, task).value();
    }

    [[nodiscard]] std::size_t rowOf(Io io) const
    {
        const PairTable& pairs = *comparison.pairs;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            if (pairs.target().index->tensor(pairs.row(row).pair.target).io == io)
                return row;
        }
        return pairs.rows();
    }
    [[nodiscard]] QStringList texts(std::size_t row, ExplanationKind kind) const
    {
        QStringList texts;
        for (const Explanation& explanation : explainPair(comparison, row, limits)) {
            if (explanation.kind == kind)
                texts << QString::fromStdString(explanation.text);
        }
        return texts;
    }
};

} // namespace

class tst_Explanation : public QObject {
    Q_OBJECT

private slots:
    void wordsAreStable()
    {
        QCOMPARE(explanationWord(ExplanationKind::FirstDifference), "first-difference");
        QCOMPARE(explanationWord(ExplanationKind::Pairing), "pairing");
    }

    void missedLimitAndFirstDifference()
    {
        // The third element is off by 1: four times the limit of 0.25.
        Compared compared({-1, -2, -4, -4}, {-1, -2, -3, -4});
        const std::size_t row = compared.rowOf(Io::Output);
        QCOMPARE(compared.texts(row, ExplanationKind::Verdict), QStringList {"fail: 1 limit is missed"});
        QCOMPARE(compared.texts(row, ExplanationKind::Limit),
            QStringList {"max_absolute_error is 1, must be <= 0.25, 4 times the limit"});
        // ‖d‖ / ‖y‖ = 1/√30 = 0.18; the worst element by 1/4 of the largest.
        const QStringList error = compared.texts(row, ExplanationKind::Error);
        QCOMPARE(error.size(), 1);
        QVERIFY2(error[0].startsWith("off by 0.18 (relative L2), the inputs of the operator by at most 0;")
                || error[0].startsWith("an element is off by 0.25 of the largest one"),
            qPrintable(error[0]));
        QVERIFY(compared.texts(row, ExplanationKind::Suspect)
                    .value(0)
                    .startsWith("Torch.neg.0.forward is suspect 1 of 1: "));
        TaskContext task = compared.owned.context();
        const auto first = explainFirstDifference(*compared.comparison.pairs, row, task);
        QVERIFY(first && *first);
        QCOMPARE(
            (*first)->text, std::string("the first element that differs is [1,0] (flat 2): -4 against -3"));
        QCOMPARE((*first)->element, std::uint64_t {2});
    }

    void equalTensors()
    {
        Compared compared({-1, -2, -3, -0.0F}, {-1, -2, -3, 0.0F});
        const std::size_t row = compared.rowOf(Io::Output);
        QCOMPARE(compared.texts(row, ExplanationKind::Limit), QStringList {});
        QVERIFY(
            compared.texts(row, ExplanationKind::Verdict).value(0).startsWith("pass: within the limits of"));
        QCOMPARE(compared.texts(row, ExplanationKind::Suspect), QStringList {});
        TaskContext task = compared.owned.context();
        const auto first = explainFirstDifference(*compared.comparison.pairs, row, task);
        QVERIFY(first && *first && !(*first)->element);
    }

    void aFileThatVanishedIsASentence()
    {
        Compared compared({-1, -2, -4, -4}, {-1, -2, -3, -4});
        const std::size_t row = compared.rowOf(Io::Output);
        QVERIFY(QFile::remove(compared.folder.filePath(
            "golden/step0/rank0/dump_tensor_data/Torch.neg.0.forward.output.0.npy")));
        TaskContext task = compared.owned.context();
        const auto first = explainFirstDifference(*compared.comparison.pairs, row, task);
        QVERIFY(first && *first);
        QVERIFY((*first)->text.starts_with("the first difference cannot be told: "));
        QVERIFY(explainPair(compared.comparison, 1000, compared.limits).empty());
    }

    void cancelling()
    {
        Compared compared({-1, -2, -4, -4}, {-1, -2, -3, -4});
        compared.owned.stopSource().request_stop();
        TaskContext task = compared.owned.context();
        const auto first
            = explainFirstDifference(*compared.comparison.pairs, compared.rowOf(Io::Output), task);
        QVERIFY(!first && first.error().code == Code::Cancelled);
    }
};

QTEST_APPLESS_MAIN(tst_Explanation)
#include "tst_explanation.moc"
