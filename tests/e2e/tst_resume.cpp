// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons that are killed at several points and gone on with give the files of one that was not.
#include "npy_file.h"
#include "temporary_folder.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <filesystem>

using namespace dumpscope::test;

namespace {

constexpr int kPairs = 300;
constexpr int kElements = 8192;

/// A version 1.0 .npy of float32 values that differ by side from operator 200 on.
std::string npyOf(int op, bool isTarget)
{
    std::vector<float> values;
    for (int i = 0; i < kElements; ++i) {
        const float value = static_cast<float>((i * 37 + op * 101) % 1009) / 64.0F;
        values.push_back(isTarget && op >= 200 ? value * 1.0009765625F : value);
    }
    return npyFile(values);
}

} // namespace

class TestResume : public QObject {
    Q_OBJECT

    QStringList arguments(const QString& report, bool resume)
    {
        const auto at
            = [&](const QString& name) { return QString::fromStdString(m_folder.at(name.toStdString())); };
        QStringList list {"compare", at("t"), at("g"), "--metrics", "all", "--fail-on", "never", "--jsonl",
            "--json-out", at(report + ".json"), "--csv-out", at(report + ".csv"), "--report",
            at(report + ".html")};
        if (resume)
            list << "--resume" << at("kept.sqlite");
        return list;
    }
    std::string report(const std::string& name, const char* suffix)
    {
        QString text = QString::fromStdString(readFile(m_folder.at(name + suffix)));
        return text.replace(QRegularExpression("\"seconds\":[0-9.e-]+"), "\"seconds\":0").toStdString();
    }

    /// What one run printed. How often suspicion is told on the way depends on the clock; the last word and
    /// the pairs do not.
    struct Stream {
        QByteArrayList pairs;
        QByteArray lastSuspicion;
    };
    static Stream streamOf(const QByteArray& output)
    {
        Stream stream;
        for (const QByteArray& line : output.trimmed().split('\n')) {
            if (line.startsWith("{\"index\""))
                stream.pairs.append(line);
            else if (line.contains("\"suspects\""))
                stream.lastSuspicion = line;
        }
        return stream;
    }

    const QString m_cli = DUMPSCOPE_BINARY_DIR "/dumpscope-cli";
    TemporaryFolder m_folder;

private slots:
    void initTestCase()
    {
        for (const char* side : {"t", "g"}) {
            std::filesystem::create_directory(m_folder.at(side));
            for (int op = 0; op < kPairs; ++op) {
                const std::string name = "/Add.op" + std::to_string(op) + ".0.1."
                    + std::to_string(1700000000000000 + op) + ".output.0.DefaultFormat.npy";
                QVERIFY(writeFile(m_folder.at(side + name), npyOf(op, *side == 't')));
            }
        }
    }

    void killedRunsGoOn()
    {
        QProcess whole;
        whole.start(m_cli, arguments("whole", false));
        QVERIFY(whole.waitForFinished(60'000));
        QCOMPARE(whole.exitCode(), 0);
        for (const int lines : {1, 60, 170, 290}) {
            QProcess killed;
            killed.start(m_cli, arguments("resumed", true));
            for (int seen = 0; seen < lines;) {
                QVERIFY(killed.canReadLine() || killed.waitForReadyRead(60'000));
                while (seen < lines && killed.canReadLine()) {
                    killed.readLine();
                    ++seen;
                }
            }
            killed.kill();
            QVERIFY(killed.waitForFinished(60'000));
            QCOMPARE(killed.exitStatus(), QProcess::CrashExit);
        }
        QProcess resumed;
        resumed.start(m_cli, arguments("resumed", true));
        QVERIFY(resumed.waitForFinished(60'000));
        QCOMPARE(resumed.exitCode(), 0);
        QCOMPARE(resumed.readAllStandardError(), QByteArray());
        for (const char* suffix : {".json", ".csv", ".html"}) {
            QVERIFY(report("whole", suffix).size() > 100'000);
            QVERIFY2(report("resumed", suffix) == report("whole", suffix), suffix);
        }
        const Stream gone = streamOf(resumed.readAllStandardOutput());
        const Stream expected = streamOf(whole.readAllStandardOutput());
        QCOMPARE(gone.pairs.size(), kPairs);
        QCOMPARE(gone.pairs, expected.pairs);
        QVERIFY(!expected.lastSuspicion.isEmpty());
        QCOMPARE(gone.lastSuspicion, expected.lastSuspicion);
    }
};

QTEST_GUILESS_MAIN(TestResume)
#include "tst_resume.moc"
