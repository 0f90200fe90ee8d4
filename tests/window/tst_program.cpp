// SPDX-License-Identifier: GPL-3.0-or-later
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

/// The built program, as a user starts it.
class ProgramTest : public QObject {
    Q_OBJECT

private slots:
    void takesPictures_data();
    void takesPictures();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();

private:
    struct Outcome {
        int code = -1;
        QString output, errors;
    };
    static Outcome run(const QStringList& arguments)
    {
        QProcess process;
        process.start(DUMPSCOPE_BINARY_DIR "/dumpscope", arguments);
        if (!process.waitForFinished(120'000))
            process.kill();
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
    }
};

void ProgramTest::takesPictures_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QSize>("size");
    const QString sample = DUMPSCOPE_SAMPLE_DATA "/target";
    QTest::newRow("sample") << QStringList {sample} << QSize(1600, 1000);
    QTest::newRow("dark, Chinese, small, twice the pixels") << QStringList {"--theme", "dark", "--language",
        "zh_CN", "--size", "1100x700", "--scale", "2", sample}
                                                            << QSize(2200, 1400);
    QTest::newRow("tab, tensor, actions") << QStringList {"--tab", "heatmap", "--select",
        "Default/network-WithLossCell/_backbone-LeNet/conv1-Conv2d/Conv2D-op0:output:0", "--action",
        "plane.next_slice", "--action", "tools.command", sample}
                                          << QSize(1600, 1000);
    QTest::newRow("start page") << QStringList {"--size", "1200x800"} << QSize(1200, 800);
}

void ProgramTest::takesPictures()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QSize, size);
    const QTemporaryDir folder;
    const QString file = folder.filePath("picture.png");
    const Outcome outcome = run(QStringList {"--screenshot", file} + arguments);
    QVERIFY2(outcome.code == 0, qPrintable(outcome.errors));
    const QImage picture(file);
    QCOMPARE(picture.size(), size);
    QSet<QRgb> colours;
    for (int x = 0; x < picture.width(); x += 7) {
        for (int y = 0; y < picture.height(); y += 7)
            colours.insert(picture.pixel(x, y));
    }
    QVERIFY2(colours.size() > 20, "an empty window");
}

void ProgramTest::saysWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    const QString sample = DUMPSCOPE_SAMPLE_DATA "/target";
    QTest::newRow("option") << QStringList {"--no-such-option"} << 2 << "no-such-option";
    QTest::newRow("size") << QStringList {"--size", "wide"} << 2 << "WxH";
    QTest::newRow("theme") << QStringList {"--theme", "pink"} << 2 << "light or dark";
    QTest::newRow("tab") << QStringList {"--screenshot", "x.png", "--tab", "nothing", sample} << 2
                         << "nothing";
    QTest::newRow("tensor") << QStringList {"--screenshot", "x.png", "--select", "nothing", sample} << 2
                            << "nothing";
    QTest::newRow("action") << QStringList {"--screenshot", "x.png", "--action", "no.action", sample} << 2
                            << "no.action";
    QTest::newRow("folder") << QStringList {"--screenshot", "x.png", "/is/not/there"} << 3 << "/is/not/there";
    QTest::newRow("output") << QStringList {"--screenshot", "/is/not/there/x.png", sample} << 4
                            << "/is/not/there/x.png";
}

void ProgramTest::saysWhatIsWrong()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const int, code);
    QFETCH(const QString, words);
    const Outcome outcome = run(arguments);
    QVERIFY2(outcome.errors.contains(words), qPrintable(outcome.errors));
    QCOMPARE(outcome.code, code);
}

QTEST_GUILESS_MAIN(ProgramTest)
#include "tst_program.moc"
