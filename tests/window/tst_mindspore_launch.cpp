// SPDX-License-Identifier: GPL-3.0-or-later
// A real MindSpore training launched from the window: its dump grows in the tree and the tables while it
// runs, then a run with a planted bug is compared with it. Skipped where DUMPSCOPE_MINDSPORE_VENV names no
// environment (tests/mindspore/install.sh).
#include "capture/arrival_model.h"
#include "capture/capture_session.h"

#include "kit/data_table.h"
#include "temporary_folder.h"
#include "window_program.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatienceMs = 120'000;
const QString kTrain = QStringLiteral(DUMPSCOPE_TEST_DATA "/../mindspore/train.py");
// tests/mindspore/train.py adds 4 to a bias of this operator before step 1.
const QString kCulprit = QStringLiteral("Default/network-WithLossCell/_backbone-Net/fc1-Dense/BiasAdd-op0");

/// Where DUMPSCOPE_TEST_PICTURES names a folder, as a reader in Chinese sees it.
Program::Files files()
{
    if (!qEnvironmentVariableIsSet("DUMPSCOPE_TEST_PICTURES"))
        return {};
    Program::Files files;
    files.overruled = {{Preference::Theme, QStringLiteral("dark")},
        {Preference::Language, qEnvironmentVariable("DUMPSCOPE_TEST_LANGUAGE", QStringLiteral("zh_CN"))}};
    return files;
}

class Launch : public test::WindowProgram {
public:
    Launch()
        : test::WindowProgram(files())
        , capture(services.capture)
        , run(capture.run())
    {
        services.actions.trigger("view.capture");
        capture.setWay(CaptureSession::Way::Program);
    }
    /// The script with a configuration of its kind as the window makes it.
    void choose(const QStringList& arguments, const std::string& output, const char* kind = "mindspore")
    {
        const QString python
            = qEnvironmentVariable("DUMPSCOPE_MINDSPORE_VENV") + QStringLiteral("/bin/python");
        capture.launchSetup().setKind(QLatin1String(kind));
        capture.launchSetup().edit([&](core::LaunchProfile& profile) {
            profile.program = python.toStdString();
            profile.arguments = {kTrain.toStdString()};
            for (const QString& argument : arguments)
                profile.arguments.push_back(argument.toStdString());
            profile.folder = QFileInfo(QString::fromStdString(output)).path().toStdString();
            profile.output = output;
            profile.keepFree = 0;
        });
    }
    [[nodiscard]] bool starts()
    {
        return QTest::qWaitFor([this] { return capture.canStart(); }, kPatienceMs)
            && services.actions.trigger("capture.start");
    }
    [[nodiscard]] bool ends() const
    {
        return QTest::qWaitFor([this] { return !run.isActive(); }, kPatienceMs);
    }
    void picture(const char* name)
    {
        const QString folder = qEnvironmentVariable("DUMPSCOPE_TEST_PICTURES");
        if (folder.isEmpty())
            return;
        QCoreApplication::processEvents();
        window.grab().save(folder + QStringLiteral("/mindspore-%1.png").arg(QLatin1String(name)));
    }

    CaptureSession& capture;
    CaptureRun& run;
};

} // namespace

class MindsporeLaunchTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void trainsAndIsCompared();
    void msprobe();
    void crashIsExplained();
};

void MindsporeLaunchTest::initTestCase()
{
    const QString venv = qEnvironmentVariable("DUMPSCOPE_MINDSPORE_VENV");
    if (!QDir(venv + QStringLiteral("/bin")).exists(QStringLiteral("python")) || venv.isEmpty())
        QSKIP("DUMPSCOPE_MINDSPORE_VENV names no environment; tests/mindspore/install.sh makes one");
}

void MindsporeLaunchTest::trainsAndIsCompared()
{
    const test::TemporaryFolder folder;
    Launch program;
    program.choose({"--pause", "1.5"}, folder.at("right"));
    program.capture.setFinish(CaptureSession::Finish::Stay);
    QVERIFY2(program.starts(), qPrintable(program.capture.launchSetup().obstacle()));
    // Live: rows of what arrives with their statistics, the tree and the table of tensors, before the end.
    auto* const arrivals = program.find<QTableView>("live");
    const auto rowsOf = [](const QAbstractItemView* view) { return view->model()->rowCount(); };
    const auto hasStatistics = [&] {
        for (int row = 0; row < rowsOf(arrivals); ++row) {
            const QString text = arrivals->model()->index(row, ArrivalModel::Max).data().toString();
            if (!text.isEmpty() && text != QStringLiteral("·"))
                return true;
        }
        return false;
    };
    QVERIFY(QTest::qWaitFor(
        [&] { return program.run.dump().root() && program.run.dump().root()->index() && hasStatistics(); },
        kPatienceMs));
    QVERIFY2(program.run.isActive(), "it was seen at its end only");
    auto* const tree = program.find<QTreeView>("dumps");
    QVERIFY(rowsOf(tree) > 0);
    program.picture("running");
    QVERIFY(program.services.actions.trigger("view.explore"));
    program.window.showTab(QStringLiteral("tensors"));
    auto* const tensors = program.find<DataTable>("tensors");
    QVERIFY(QTest::qWaitFor([&] { return rowsOf(tensors) > 0; }, kPatienceMs));
    QVERIFY2(program.run.isActive(), "it was seen at its end only");
    program.picture("growing");
    const std::size_t then = program.run.dump().root()->index()->tensorCount();
    QVERIFY(program.ends());
    QVERIFY2(program.run.state() == CaptureRun::State::Done, qPrintable(program.run.failure()));
    QVERIFY(program.run.dump().root()->index()->tensorCount() > then);
    program.services.actions.trigger("view.capture");
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
    // Every tensor that is shown has its statistics in the end.
    for (int row = 0; row < rowsOf(arrivals); ++row) {
        const QModelIndex first = arrivals->model()->index(row, 0);
        const QString dtype = first.siblingAtColumn(ArrivalModel::Dtype).data().toString();
        const QString text = first.siblingAtColumn(ArrivalModel::Max).data().toString();
        QVERIFY2(text != QStringLiteral("·"), qPrintable(first.data().toString() + ' ' + dtype));
    }
    program.picture("done");

    program.choose({"--bug"}, folder.at("wrong"));
    program.capture.setGolden(program.run.dump().folder());
    program.capture.setFinish(CaptureSession::Finish::CompareGolden);
    QVERIFY(program.starts());
    QVERIFY(program.ends());
    QVERIFY2(program.run.state() == CaptureRun::State::Done, qPrintable(program.run.failure()));
    const auto& comparisons = program.services.comparisons;
    QVERIFY(QTest::qWaitFor(
        [&] {
            return comparisons.current() && comparisons.current()->state() == ComparisonDocument::State::Done
                && comparisons.current()->firstDivergence();
        },
        kPatienceMs));
    const core::FirstDivergence& divergence = *comparisons.current()->firstDivergence();
    QCOMPARE(QString::fromStdString(divergence.opName), kCulprit);
    QCOMPARE(divergence.step.value_or(-1), 1);
    QCOMPARE(program.window.arrangement(), QByteArray("compare"));
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
    program.picture("compared");
}

void MindsporeLaunchTest::msprobe()
{
    const QString packages = qEnvironmentVariable("DUMPSCOPE_MINDSPORE_VENV") + QStringLiteral("/lib");
    QDirIterator found(packages, {QStringLiteral("msprobe")}, QDir::Dirs, QDirIterator::Subdirectories);
    if (!found.hasNext())
        QSKIP("the environment has no msprobe");
    const test::TemporaryFolder folder;
    Launch program;
    program.choose({"--msprobe", "{config}"}, folder.at("probed"), "msprobe");
    QVERIFY2(program.starts(), qPrintable(program.capture.launchSetup().obstacle()));
    QVERIFY(program.ends());
    QVERIFY2(program.run.state() == CaptureRun::State::Done, qPrintable(program.run.failure()));
    const auto& index = program.run.dump().root()->index();
    QCOMPARE(index->steps(), (std::vector<std::int64_t> {0, 1, 2}));
    QVERIFY(index->tensorCount() > 50);
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
    program.picture("msprobe");
}

void MindsporeLaunchTest::crashIsExplained()
{
    const test::TemporaryFolder folder;
    Launch program;
    program.choose({"--steps", "three"}, folder.at("crashed"));
    QVERIFY(program.starts());
    QVERIFY(program.ends());
    QCOMPARE(program.run.state(), CaptureRun::State::Failed);
    QVERIFY2(program.run.failure().contains('2'), qPrintable(program.run.failure())); // argparse's
    program.picture("crashed");
    // A program that is not there is said before anything starts.
    program.capture.launchSetup().edit(
        [](core::LaunchProfile& profile) { profile.program = "/nowhere/python"; });
    QTRY_VERIFY_WITH_TIMEOUT(program.window.isSettled(), kPatienceMs);
    QVERIFY(!program.capture.canStart());
    QVERIFY(program.capture.launchSetup().obstacle().contains(QStringLiteral("/nowhere/python")));
    program.picture("missing");
}

QTEST_MAIN(MindsporeLaunchTest)
#include "tst_mindspore_launch.moc"
