// SPDX-License-Identifier: GPL-3.0-or-later
#include "npy_file.h"
#include "temporary_folder.h"

#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <numeric>

namespace {

constexpr int kCells = 64;

/// A board of 64 x 64 cells of 0 and 1 by turns.
void writeBoard(const QString& path)
{
    std::vector<float> values;
    for (int cell = 0; cell < kCells * kCells; ++cell)
        values.push_back((cell / kCells + cell % kCells) % 2 ? 1.0F : 0.0F);
    QVERIFY(
        dumpscope::test::writeFile(path.toStdString(), dumpscope::test::npyFile({kCells, kCells}, values)));
}

/// Widths of the longest row of cells of both colours that follow each other without any other between.
QList<int> cellsAlong(const QImage& picture, int y)
{
    constexpr QRgb kZero = 0xFF1B1340, kOne = 0xFFF6E664; // the ends of the map Deep sea
    QList<int> longest, cells;
    for (int x = 0; x < picture.width(); ++x) {
        const QRgb colour = picture.pixel(x, y);
        if (colour != kZero && colour != kOne)
            cells.clear();
        else if (cells.isEmpty() || picture.pixel(x - 1, y) != colour)
            cells.append(1);
        else
            ++cells.last();
        if (cells.size() >= longest.size())
            longest = cells;
    }
    return longest;
}

} // namespace

/// The built program, as a user starts it.
class ProgramTest : public QObject {
    Q_OBJECT

private slots:
    void takesPictures_data();
    void takesPictures();
    void sharpAtEveryScale_data();
    void sharpAtEveryScale();
    void worksByActionIds();
    void anOpenWindowDoesTheSame();
    void theArrangementAskedForStays();
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

    QTemporaryDir m_folder;
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

void ProgramTest::sharpAtEveryScale_data()
{
    QTest::addColumn<double>("scale");
    for (const double scale : {1.0, 1.25, 1.5, 2.0})
        QTest::newRow(qPrintable(QString::number(scale))) << scale;
}

void ProgramTest::sharpAtEveryScale()
{
    QFETCH(const double, scale);
    const QTemporaryDir folder;
    const QString file = folder.filePath("picture.png"), board = folder.filePath("board.npy");
    writeBoard(board);
    const auto taken = [&](double factor) {
        const Outcome outcome = run({"--fresh", "--screenshot", file, "--size", "1100x700", "--theme",
            "light", "--scale", QString::number(factor), "--tab", "heatmap", "--select", "board.npy", board});
        return outcome.code == 0 ? QImage(file).convertToFormat(QImage::Format_RGB32) : QImage();
    };
    const QImage picture = taken(scale);
    QCOMPARE(picture.size(), QSize(int(1100 * scale), int(700 * scale)));
    // In every line of pixels of the heatmap, cells of two colours only and of one size. The cross of the
    // probe lies over the first row and column.
    for (const QImage& way : {picture, picture.transformed(QTransform().rotate(90))}) {
        int lines = 0, side = way.width();
        for (int y = 0; y < way.height(); ++y) {
            const QList<int> cells = cellsAlong(way, y);
            if (cells.size() < kCells - 3)
                continue;
            ++lines;
            const auto [smallest, largest] = std::minmax_element(cells.begin() + 1, cells.end() - 1);
            QVERIFY2(*largest - *smallest <= 1, qPrintable(QString("%1 to %2").arg(*smallest).arg(*largest)));
            side = std::min(side, *smallest);
        }
        QVERIFY2(lines >= (kCells - 5) * side, qPrintable(QString("%1 of %2").arg(lines).arg(side)));
    }
    if (scale == 1)
        return;
    // Nothing is elsewhere or cut: seen from afar it is the same window.
    const QSize far(110, 70);
    const auto fromAfar = [far](const QImage& image) {
        return image.scaled(far, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    };
    const QImage one = fromAfar(taken(1)), other = fromAfar(picture);
    double difference = 0;
    for (int y = 0; y < far.height(); ++y) {
        for (int x = 0; x < far.width(); ++x)
            difference += std::abs(qGray(one.pixel(x, y)) - qGray(other.pixel(x, y)));
    }
    difference /= far.width() * far.height();
    QVERIFY2(difference < 5, qPrintable(QString::number(difference)));
}

/// A session of the built program, told what to do by the ids of its actions; the workspace it saves says
/// where that led.
void ProgramTest::worksByActionIds()
{
    const QTemporaryDir folder;
    const QString dump = folder.filePath("dump");
    std::vector<float> values(60);
    std::iota(values.begin(), values.end(), 0.0F);
    values[33] = std::nanf(""); // [1,2,3]
    const QString name = "Conv2D.net_conv1.1.1.1700000000000001.output.0.DefaultFormat.npy";
    const QString workspace = folder.filePath("work.dumpscope"), picture = folder.filePath("picture.png");
    QVERIFY(dumpscope::test::writeFile(
        (dump + '/' + name).toStdString(), dumpscope::test::npyFile({3, 4, 5}, values)));
    QVERIFY(dumpscope::test::writeFile(
        workspace.toStdString(), R"({"dumpscope_workspace": 1, "roots": [{"path": "dump"}]})"));
    QStringList arguments {"--screenshot", picture, "--tab", "heatmap", "--select", name};
    for (const char* action : {"go.next_nonfinite", "plane.transpose", "plane.range_symmetric",
             "edit.bookmark", "view.theme_dark", "view.language_zh_CN", "view.dock.4", "view.compare",
             "view.explore", "tools.command", "file.save"})
        arguments += {"--action", action};
    const Outcome outcome = run(arguments + QStringList {workspace});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.errors));
    QVERIFY(!QImage(picture).isNull());
    QFile saved(workspace);
    QVERIFY(saved.open(QIODevice::ReadOnly));
    const QJsonObject object = QJsonDocument::fromJson(saved.readAll()).object();
    QCOMPARE(object["arrangement"].toString(), QString("explore"));
    QCOMPARE(object["roots"].toArray()[0].toObject()["path"].toString(), QString("dump"));
    const QJsonObject selection = object["selection"].toObject();
    QCOMPARE(selection["tensor"].toString(), name);
    QCOMPARE(selection["element"].toArray(), (QJsonArray {1, 2, 3}));
    QVERIFY(object["annotations"].toArray()[0].toObject()["bookmark"].toBool());
}

void ProgramTest::anOpenWindowDoesTheSame()
{
    const QTemporaryDir folder;
    const QString workspace = folder.filePath("work.dumpscope");
    QFile file(workspace);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"dumpscope_workspace": 1, "roots": [{"path": ")" DUMPSCOPE_SAMPLE_DATA R"(/target"}]})");
    file.close();
    const Outcome outcome = run({"--fresh", "--select",
        "Default/network-WithLossCell/_backbone-LeNet/conv1-Conv2d/Conv2D-op0:output:0", "--arrangement",
        "graph", "--action", "file.save", "--action", "file.quit", workspace});
    QCOMPARE(outcome.code, 0);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    QCOMPARE(object["arrangement"].toString(), QString("graph"));
    QVERIFY2(object["selection"].toObject()["tensor"].toString().contains("Conv2D-op0"),
        qPrintable(outcome.errors));
}

/// A tensor of a pair is chosen where it was asked to be looked at, not opened somewhere else.
void ProgramTest::theArrangementAskedForStays()
{
    const QTemporaryDir folder;
    const QString workspace = folder.filePath("work.dumpscope");
    for (const char* arrangement : {"graph", "explore"}) {
        QFile file(workspace);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"dumpscope_workspace": 1, "roots": [{"path": ")" DUMPSCOPE_SAMPLE_DATA
                   R"(/target"}, {"path": ")" DUMPSCOPE_SAMPLE_DATA
                   R"(/golden"}], "comparisons": [{"target": {"path": ")" DUMPSCOPE_SAMPLE_DATA
                   R"(/target"}, "golden": {"path": ")" DUMPSCOPE_SAMPLE_DATA R"(/golden"}}]})");
        file.close();
        const Outcome outcome = run({"--fresh", "--select",
            "Default/network-WithLossCell/_backbone-LeNet/conv1-Conv2d/Conv2D-op0:output:0", "--arrangement",
            arrangement, "--action", "file.save", "--action", "file.quit", workspace});
        QCOMPARE(outcome.code, 0);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
        QCOMPARE(object["comparisons"].toArray().size(), qsizetype {1});
        QCOMPARE(object["arrangement"].toString(), QString::fromLatin1(arrangement));
        QVERIFY2(object["selection"].toObject()["tensor"].toString().contains("Conv2D-op0"),
            qPrintable(outcome.errors));
    }
}

void ProgramTest::saysWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    const QString sample = DUMPSCOPE_SAMPLE_DATA "/target";
    const QString damaged = m_folder.filePath("damaged.dumpscope");
    QFile file(damaged);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"roots\": [") > 0);
    file.close();
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
    QTest::newRow("workspace") << QStringList {"--screenshot", "x.png", damaged} << 3 << "damaged.dumpscope";
    QTest::newRow("workspace text") << QStringList {"--screenshot", "x.png", "--workspace", "{"} << 3
                                    << "dumpscope: ";
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
