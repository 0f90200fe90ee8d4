// SPDX-License-Identifier: GPL-3.0-or-later
// Hunts on the CPU device through the built program: a weight of a model is spoiled, and the operator that
// reads it is found.
#include "spoiled_model.h"
#include "temporary_folder.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

using namespace dumpscope;

namespace {

const QString kModels = QStringLiteral(DUMPSCOPE_TEST_DATA "/models/");
const QString kInput = kModels + QStringLiteral("transformer_encoder_input_0.npy");
constexpr const char* kAll = "{\"dump\":{\"dump_path\":\".\",\"dump_list\":[{}],\"dump_mode\":\"all\"}}";

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("%s cannot be written", qPrintable(path));
}

} // namespace

class tst_Hunt : public QObject {
    Q_OBJECT

    test::TemporaryFolder m_folder;

    [[nodiscard]] QString at(const char* name) const { return QString::fromStdString(m_folder.at(name)); }

    struct Ended {
        int code = -1;
        QJsonObject said;
        QString error;
    };
    static Ended run(const QStringList& arguments)
    {
        QProcess process;
        process.start(QStringLiteral(DUMPSCOPE_BINARY_DIR "/dumpscope-cli"), arguments);
        if (!process.waitForFinished(60'000))
            process.kill();
        return {process.exitCode(), QJsonDocument::fromJson(process.readAllStandardOutput()).object(),
            QString::fromUtf8(process.readAllStandardError())};
    }
    [[nodiscard]] QString profileOf(const char* name, const QString& model) const
    {
        const QJsonObject profile {{"version", 1}, {"model", model}, {"input", QJsonArray {kInput}},
            {"runtime", "cpu"}, {"dump_text", kAll}, {"output", "unused"}};
        write(at(name), QJsonDocument(profile).toJson());
        return at(name);
    }

private slots:
    void initTestCase()
    {
        if (!QFile::exists(DUMPSCOPE_BINARY_DIR "/../lib/dumpscope/libonnxruntime.so.1.28.0"))
            QSKIP("the build found no ONNX Runtime");
        const QString right = kModels + QStringLiteral("transformer_encoder.onnx");
        const QByteArray spoiled = test::spoiledModel();
        QVERIFY(!spoiled.isEmpty());
        write(at("spoiled.onnx"), spoiled);
        for (const bool isWhole : {true, false}) {
            const QStringList what = isWhole
                ? QStringList {"capture", "model", "--dump-text", kAll, "--runtime", "cpu"}
                : QStringList {"capture", "golden"};
            const Ended made = run(what
                + QStringList {
                    "--model", right, "--input", kInput, "-o", at(isWhole ? "golden" : "outputs")});
            QVERIFY2(made.code == 0, qPrintable(made.error));
        }
    }

    void aSpoiledWeightIsProven()
    {
        const QStringList hunt {"hunt", profileOf("spoiled.json", at("spoiled.onnx")), "--golden",
            at("golden"), "-o", at("rounds"), "--json"};
        const Ended found = run(hunt);
        QVERIFY2(found.code == 1, qPrintable(found.error));
        QCOMPARE(found.said["outcome"].toString(), QStringLiteral("proof"));
        QCOMPARE(found.said["operator"].toString(), QStringLiteral("v_matmul"));
        const QJsonArray rounds = found.said["rounds"].toArray();
        QVERIFY(rounds.size() >= 2);
        QCOMPARE(rounds[0]["content"].toString(), QStringLiteral("statistics"));
        QCOMPARE(rounds[1]["content"].toString(), QStringLiteral("tensors"));
        QVERIFY(rounds[1]["operators"].toArray().contains(QStringLiteral("v_matmul")));
        for (const QJsonValue round : rounds)
            QVERIFY(QDir(round["dump"].toString()).exists() && !round["kept"].toBool());
        // What is there is not captured again, and not taken for what it is not.
        const Ended again = run(hunt);
        QCOMPARE(again.said["outcome"], found.said["outcome"]);
        for (const QJsonValue round : again.said["rounds"].toArray())
            QVERIFY(round["kept"].toBool());
        QStringList other = hunt;
        other[3] = at("outputs");
        QCOMPARE(run(other).code, 2);
    }

    /// The whole model behind the wrong weight is computed again, which leaves nothing of the only fault.
    void whatTheWeightIsWorth()
    {
        const Ended made = run({"capture", "model", "--dump-text", kAll, "--runtime", "cpu", "--model",
            at("spoiled.onnx"), "--input", kInput, "-o", at("wrong")});
        QVERIFY2(made.code == 0, qPrintable(made.error));
        const Ended compared = run({"compare", at("wrong"), at("golden"), "--counterfactual", "--model",
            at("spoiled.onnx"), "--json"});
        const QJsonObject worth = compared.said["suspects"].toArray().first()["counterfactual"].toObject();
        QVERIFY2(worth["recomputed"].toInt() > 10, qPrintable(worth["text"].toString()));
        QVERIFY(worth["before"].toDouble() > 1e-3);
        QVERIFY2(worth["removed"].toDouble() > 0.999, qPrintable(worth["text"].toString()));
    }

    void withoutInputsItIsNamed()
    {
        const Ended found = run({"hunt", profileOf("spoiled.json", at("spoiled.onnx")), "--golden",
            at("outputs"), "-o", at("named"), "--json"});
        QVERIFY2(found.code == 1, qPrintable(found.error));
        QCOMPARE(found.said["outcome"].toString(), QStringLiteral("named"));
        QCOMPARE(found.said["operator"].toString(), QStringLiteral("v_matmul"));
        QVERIFY(found.said["text"].toString().contains("golden's dump has no inputs"));
    }

    void nothingIsWrong()
    {
        const Ended found = run({"hunt", profileOf("right.json", kModels + "transformer_encoder.onnx"),
            "--golden", at("golden"), "-o", at("right"), "--json"});
        QVERIFY2(found.code == 0, qPrintable(found.error));
        QCOMPARE(found.said["outcome"].toString(), QStringLiteral("nothing-wrong"));
        QCOMPARE(found.said["rounds"].toArray().size(), 1);
    }

    void aBudgetIsKept()
    {
        const Ended found = run({"hunt", profileOf("spoiled.json", at("spoiled.onnx")), "--golden",
            at("golden"), "-o", at("small"), "--budget", "1000", "--json"});
        QVERIFY2(found.code == 1, qPrintable(found.error));
        QCOMPARE(found.said["outcome"].toString(), QStringLiteral("over-budget"));
        QCOMPARE(found.said["rounds"].toArray().size(), 1);
    }

    void aCaptureThatFails()
    {
        write(at("broken.onnx"), "no model");
        const Ended found = run({"hunt", profileOf("broken.json", at("broken.onnx")), "--golden",
            at("golden"), "-o", at("broken")});
        QCOMPARE(found.code, 5);
        QVERIFY2(found.error.contains("capture.log"), qPrintable(found.error));
        QVERIFY(contentOf(at("broken/round-1/capture.log")).contains("broken"));
    }
};

QTEST_GUILESS_MAIN(tst_Hunt)
#include "tst_hunt.moc"
