// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/task_runner.h"
#include "graph/level_layouter.h"
#include "graph_reading.h"
#include "picture_rules.h"

#include <QDirIterator>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace dumpscope;
using namespace dumpscope::gui;
using core::GraphPicture;

namespace {

constexpr int kPatience = 20'000;
constexpr std::size_t kMostSeen = 1500; ///< items a picture is made of here; the time of dot
constexpr char kPositions[] = "--positions";

/// Lays out with dot where it is there, and always in layers of our own where `program` is empty.
class Drawing {
public:
    explicit Drawing(const QString& program)
        : m_layouter(program)
    {
    }
    std::shared_ptr<const GraphPicture> draw(const core::Graph& graph)
    {
        const core::ScopeTree tree(graph);
        core::GraphFold fold {std::vector<bool>(tree.scopes().size(), true), nullptr};
        if (core::seenCount(tree, fold) > kMostSeen)
            fold.isOpen = core::openedFromTop(tree, kMostSeen);
        const auto picture = core::makePicture(
            graph, tree, fold, core::PictureSizes(),
            [&](std::span<const core::FlatGraph> levels) { return m_layouter.layOut(levels, m_task); },
            m_task);
        return picture ? *picture : nullptr;
    }

private:
    LevelLayouter m_layouter;
    core::OwnedTask m_task {1};
};

QStringList graphFiles()
{
    QStringList files;
    for (const char* folder : {DUMPSCOPE_TEST_DATA, DUMPSCOPE_SAMPLE_DATA}) {
        QDirIterator found(QString::fromLatin1(folder),
            {"*.ir", "*.pb", "*.onnx", "*.pbtxt", "ge_*", "construct.json"}, QDir::Files,
            QDirIterator::Subdirectories);
        while (found.hasNext())
            files += found.next();
    }
    files.sort();
    return files;
}

core::ReadGraph readGraph(const QString& path)
{
    QFile file(path);
    return {QFileInfo(path).fileName(), file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray()};
}

QString positionsOf(const GraphPicture& picture)
{
    QString text;
    for (const GraphPicture::Place& place : picture.places)
        text += QStringLiteral("%1 %2 %3 %4\n")
                    .arg(place.rect.x, 0, 'g', 17)
                    .arg(place.rect.y, 0, 'g', 17)
                    .arg(place.rect.width, 0, 'g', 17)
                    .arg(place.rect.height, 0, 'g', 17);
    for (const GraphPicture::Line& line : picture.lines) {
        for (const core::Point& point : line.curve)
            text += QStringLiteral("%1 %2\n").arg(point.x, 0, 'g', 17).arg(point.y, 0, 'g', 17);
    }
    return text;
}

/// Of the sample's graph, by dot and in layers.
QString positions()
{
    const core::ReadGraph read = readGraph(
        QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target/rank_0/graphs/ms_output_trace_code_graph_0.ir"));
    if (!read.document() || read.document()->graphs.empty())
        return {};
    QString text;
    for (const QString& program : {LevelLayouter::foundProgram(), QString()}) {
        if (const auto picture = Drawing(program).draw(*read.document()->graphs.front()))
            text += positionsOf(*picture);
    }
    return text;
}

} // namespace

class GraphLayoutsTest : public QObject {
    Q_OBJECT
private slots:
    void everyGraphKeepsTheRules_data();
    void everyGraphKeepsTheRules();
    void positionsAreThoseOfAnotherRun();
    void dotIsKilledOnCancel();
    void brokenProgramsDoNoHarm();
};

void GraphLayoutsTest::everyGraphKeepsTheRules_data()
{
    QTest::addColumn<QString>("program");
    QTest::newRow("layers") << QString();
    if (const QString dot = LevelLayouter::foundProgram(); !dot.isEmpty())
        QTest::newRow("dot") << dot;
}

void GraphLayoutsTest::everyGraphKeepsTheRules()
{
    QFETCH(QString, program);
    Drawing drawing(program);
    int graphs = 0;
    for (const QString& path : graphFiles()) {
        const core::ReadGraph read = readGraph(path);
        if (!read.document())
            continue;
        for (const auto& graph : read.document()->graphs) {
            const auto picture = drawing.draw(*graph);
            QVERIFY2(picture, qPrintable(path));
            const QStringList broken = test::brokenRules(*picture);
            QVERIFY2(broken.isEmpty(),
                qPrintable(path + QStringLiteral(" ") + QString::fromStdString(graph->name)
                    + QStringLiteral(": ") + QString::number(broken.size()) + QLatin1Char('\n')
                    + broken.mid(0, 5).join(QLatin1Char('\n'))));
            ++graphs;
        }
    }
    QVERIFY2(graphs > 100, qPrintable(QString::number(graphs)));
}

void GraphLayoutsTest::positionsAreThoseOfAnotherRun()
{
    QProcess other;
    other.start(QCoreApplication::applicationFilePath(), {QString::fromLatin1(kPositions)});
    QVERIFY(other.waitForFinished(kPatience));
    const QString theirs = QString::fromUtf8(other.readAllStandardOutput()), ours = positions();
    QVERIFY(ours.count(QLatin1Char('\n')) > 100);
    QCOMPARE(theirs, ours);
}

void GraphLayoutsTest::dotIsKilledOnCancel()
{
    const QTemporaryDir folder;
    QFile script(folder.filePath(QStringLiteral("dot"))), number(folder.filePath(QStringLiteral("number")));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\necho $$ > '" + number.fileName().toUtf8() + "'\nexec sleep 1000\n");
    script.close();
    QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    LevelLayouter layouter(script.fileName());
    core::FlatGraph graph;
    graph.boxes = {{100, 40}, {100, 40}};
    graph.edges = {{0, 1}};
    TaskRunner tasks;
    QString code;
    Task* const task = tasks.start<int>(
        Lane::Interactive, QStringLiteral("dot"), this,
        [&](core::TaskContext& context, const TaskRunner::Post&) -> core::Result<int> {
            TRY_ASSIGN(const auto layouts, layouter.layOut(std::span(&graph, 1), context));
            return static_cast<int>(layouts.size());
        },
        [&](core::Result<int> result) {
            code = result ? QStringLiteral("done") : QStringLiteral("stopped");
        });
    const auto processId = [&number] {
        QFile file(number.fileName());
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toInt() : 0;
    };
    QTRY_VERIFY_WITH_TIMEOUT(processId() > 0, kPatience);
    QCOMPARE(::kill(processId(), 0), 0);
    task->cancel();
    QTRY_COMPARE_WITH_TIMEOUT(code, QStringLiteral("stopped"), kPatience);
    QCOMPARE(::kill(processId(), 0), -1); // dead and buried
}

void GraphLayoutsTest::brokenProgramsDoNoHarm()
{
    core::FlatGraph graph;
    graph.boxes = {{100, 40}, {100, 40}};
    graph.edges = {{0, 1}};
    const core::OwnedTask task(1);
    const auto expected = core::layOutInLayers(graph);
    for (const char* program : {"", "/no/such/dot", "/bin/false", "/bin/true", "/bin/echo"}) {
        LevelLayouter layouter(QString::fromLatin1(program));
        const auto layouts = layouter.layOut(std::span(&graph, 1), task);
        QVERIFY(layouts);
        QCOMPARE(layouts->front().corners, expected.corners);
    }
}

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    if (application.arguments().value(1) == QLatin1String(kPositions)) {
        QTextStream(stdout) << positions();
        return 0;
    }
    GraphLayoutsTest tests;
    return QTest::qExec(&tests, argc, argv);
}

#include "tst_graph_layouts.moc"
