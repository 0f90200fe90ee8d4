// SPDX-License-Identifier: GPL-3.0-or-later
// `repeat --launch` on the CPU device through the built program: a model that draws random numbers, and one
// that does not.
#include "temporary_folder.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

using namespace dumpscope;

class tst_LaunchedRepeat : public QObject {
    Q_OBJECT

    test::TemporaryFolder m_folder;

    struct Ended {
        int code = -1;
        QJsonObject said;
        QString error;
    };
    /// Of three launches of a model with an input, both of tests/data/models.
    Ended repeated(const QString& model, const QString& input, const QStringList& more = {}) const
    {
        const QString models = QStringLiteral(DUMPSCOPE_TEST_DATA "/models/"),
                      path = QString::fromStdString(m_folder.at("profile.json"));
        const QJsonObject profile {{"version", 1}, {"model", models + model},
            {"input", QJsonArray {models + input}}, {"runtime", "cpu"},
            {"dump_text", R"({"dump":{"dump_path":".","dump_list":[{}],"dump_mode":"all"}})"},
            {"output", "unused"}};
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(profile).toJson()) < 0)
            qFatal("the profile cannot be written");
        file.close();
        QProcess process;
        process.start(QStringLiteral(DUMPSCOPE_BINARY_DIR "/dumpscope-cli"),
            QStringList {"repeat", "--launch", path, "-o",
                QString::fromStdString(m_folder.at(model.toStdString())), "--json"}
                + more);
        if (!process.waitForFinished(120'000))
            process.kill();
        return {process.exitCode(), QJsonDocument::fromJson(process.readAllStandardOutput()).object(),
            QString::fromUtf8(process.readAllStandardError())};
    }

private slots:
    void initTestCase()
    {
        if (!QFile::exists(DUMPSCOPE_BINARY_DIR "/../lib/dumpscope/libonnxruntime.so.1.28.0"))
            QSKIP("the build found no ONNX Runtime");
    }

    /// Statistics show that `noise` differs; its tensors, and those of what comes behind it, are captured
    /// then.
    void whatDrawsRandomNumbersDiffers()
    {
        const Ended found = repeated("random.onnx", "random_input_0.npy");
        QVERIFY2(found.code == 1, qPrintable(found.error));
        QCOMPARE(found.said["first_difference"].toObject()["op_name"].toString(), QStringLiteral("noise"));
        QCOMPARE(found.said["origin"].toString(), QStringLiteral("inputs-equal"));
        QCOMPARE(found.said["cause"].toString(), QStringLiteral("random-numbers"));
        const QJsonArray rounds = found.said["rounds"].toArray();
        QCOMPARE(rounds.size(), 2);
        QCOMPARE(rounds[0]["content"].toString(), QStringLiteral("statistics"));
        QCOMPARE(rounds[1]["content"].toString(), QStringLiteral("tensors"));
        const QJsonArray operators = rounds[1]["operators"].toArray();
        QVERIFY(operators.contains(QStringLiteral("noise")) && !operators.contains(QStringLiteral("square")));
        for (const QJsonValue round : rounds) {
            QCOMPARE(round["dumps"].toArray().size(), 3);
            for (const QJsonValue dump : round["dumps"].toArray())
                QVERIFY(QDir(dump.toString()).exists());
        }
        // Its folder is not taken for another one.
        QCOMPARE(repeated("random.onnx", "random_input_0.npy").code, 2);
    }

    void whatIsDeterministicIsEqual()
    {
        const Ended found = repeated("convnet.onnx", "convnet_input_0.npy", {"-n", "2"});
        QVERIFY2(found.code == 0, qPrintable(found.error));
        QVERIFY(found.said["first_difference"].isNull());
        QCOMPARE(found.said["runs"].toInt(), 2);
        QCOMPARE(found.said["rounds"].toArray().size(), 1);
    }
};

QTEST_GUILESS_MAIN(tst_LaunchedRepeat)
#include "tst_launched_repeat.moc"
