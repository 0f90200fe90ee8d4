// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison_scenes.h"
#include "npy_file.h"
#include "temporary_folder.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

using namespace dumpscope;

namespace {

/// Machines that run tests are slow and busy: twenty times what bench_window shows to hold.
constexpr double kCeiling = 20;
constexpr double kWorstWaitMs = 50 * kCeiling, kFirstRowsMs = 1000 * kCeiling, kCancelMs = 100 * kCeiling,
                 kCloseMs = 1000 * kCeiling, kFilterMs = 150 * kCeiling;
/// The same for bench_comparison_window; comparing has to come to an end only.
constexpr double kEditMs = 200 * kCeiling;
constexpr int kFiles = 3000, kStatistics = 50'000, kPairs = 20'000;

} // namespace

/// Nothing a user does waits for what the window reads or computes.
class ResponsivenessTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void opensAndIsUsed();
    void filtersSortsAndScrolls();
    void cancels();
    void closesWhileLoading();
    void comparesAndEdits();
    void stopsAProgram();

private:
    static void verifyPrompt(const test::Scene& scene, const char* what)
    {
        QVERIFY2(scene.totalMs >= 0, what);
        QVERIFY2(scene.waited.worst < kWorstWaitMs,
            qPrintable(QStringLiteral("%1: %2 ms").arg(QLatin1String(what)).arg(scene.waited.worst)));
    }
    QTemporaryDir m_files, m_statistics;
};

void ResponsivenessTest::initTestCase()
{
    const std::string npy = test::npyFile({2, 3}, std::vector<float>(6));
    for (int i = 0; i < kFiles; ++i) {
        const QString name = QStringLiteral("Conv2D.net_layer%1_conv.1.1.%2.output.0.DefaultFormat.npy")
                                 .arg(i / 10)
                                 .arg(1'700'000'000'000'000 + i);
        QVERIFY(test::writeFile(m_files.filePath(name).toStdString(), npy));
    }
    QFile table(m_statistics.filePath(QStringLiteral("statistic.csv")));
    QVERIFY(table.open(QIODevice::WriteOnly));
    table.write("Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,"
                "Max Value,Min Value,L2Norm Value\n");
    for (int i = 0; i < kStatistics; ++i)
        table.write(QByteArray(i % 3 == 0 ? "Conv2D" : "MatMul") + ",net_layer" + QByteArray::number(i / 100)
            + "_op" + QByteArray::number(i) + ",0,7," + QByteArray::number(1'700'000'000'000'000 + i)
            + ",output,0,8192,float32,\"(32,64)\","
            + (i % 2 == 0 ? QByteArray("nan") : QByteArray::number(i % 997) + ".5") + ",-"
            + QByteArray::number(i % 13) + ",1.5\n");
}

void ResponsivenessTest::opensAndIsUsed()
{
    test::WindowProgram program;
    const test::Scene scene = test::openAndUse(program, {m_files.path()});
    verifyPrompt(scene, "opening");
    const auto& index = program.services.session.roots().first()->index();
    QVERIFY(index);
    QCOMPARE(index->tensorCount(), static_cast<std::size_t>(kFiles));
    QVERIFY2(scene.firstRowsMs < kFirstRowsMs, "no rows for a long time");
}

void ResponsivenessTest::filtersSortsAndScrolls()
{
    test::WindowProgram program;
    verifyPrompt(test::openAndUse(program, {m_statistics.path()}), "opening");
    QVERIFY(program.window.showTab(QStringLiteral("statistics")));
    auto* const table = program.find<gui::DataTable>("statistics");
    auto* const filter = program.find<gui::FilterBar>("statistics");
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), kStatistics, 60'000);
    const test::Scene filtered
        = test::once(program, [&] { filter->setText(QStringLiteral("op_type:Conv*")); });
    verifyPrompt(filtered, "filtering");
    QCOMPARE(table->model()->rowCount(), (kStatistics + 2) / 3);
    QVERIFY2(static_cast<double>(table->columnModel()->tookMs()) < kFilterMs, "the filter is slow");
    verifyPrompt(test::once(program, [&] { filter->setText(QString()); }), "clearing the filter");
    verifyPrompt(test::once(program,
                     [&] {
                         table->horizontalHeader()->setSortIndicator(
                             table->columnModel()->columnNumber("max"), Qt::DescendingOrder);
                     }),
        "sorting");
    verifyPrompt(test::scroll(*table), "scrolling");
    verifyPrompt(test::once(program, [&] { table->selectAll(); }), "selecting everything");
    verifyPrompt(
        test::typeFilter(program, *filter, QStringLiteral("op_type:MatMul max>0")), "typing a filter");
    QCOMPARE(filter->error(), QString());
    verifyPrompt(
        test::once(program, [&] { emit table->plotRequested(table->columnModel()->columnNumber("max")); }),
        "plotting");
}

void ResponsivenessTest::cancels()
{
    test::WindowProgram program;
    const test::Scene scene = test::cancelOpening(program, m_files.path());
    verifyPrompt(scene, "cancelling");
    QVERIFY2(scene.totalMs < kCancelMs, "cancelling takes long");
}

void ResponsivenessTest::closesWhileLoading()
{
    const double tookMs = test::closeMidLoad(m_files.path());
    QVERIFY2(tookMs >= 0 && tookMs < kCloseMs, "closing takes long");
}

// It looks for what grows faster than the pairs do, and for work on the thread of the window.
void ResponsivenessTest::comparesAndEdits()
{
    const QTemporaryDir folder;
    const QString target = folder.filePath("target"), golden = folder.filePath("golden");
    QVERIFY(test::writeManyStatistics(target, kPairs, true));
    QVERIFY(test::writeManyStatistics(golden, kPairs, false));
    test::WindowProgram program;
    const auto verifyEdit = [](const test::Scene& scene, const char* what) {
        verifyPrompt(scene, what);
        QVERIFY2(
            scene.totalMs < kEditMs, qPrintable(QStringLiteral("%1: %2 ms").arg(what).arg(scene.totalMs)));
    };
    verifyPrompt(test::compareAndUse(program, target, golden), "comparing");
    auto* const table = program.find<gui::DataTable>("results");
    QCOMPARE(table->model()->rowCount(), kPairs);
    verifyEdit(test::changeLimits(program, true), "failing every pair");
    QCOMPARE(program.services.comparisons.current()->result()->summary.fail, std::uint64_t {kPairs});
    QUndoStack& steps = program.services.comparisons.undoStack();
    verifyEdit(test::edit(program, [&] { steps.undo(); }), "taking limits back");
    verifyEdit(test::changePairing(program), "pairing two operators");
    verifyEdit(test::edit(program, [&] { steps.undo(); }), "taking a pair back");
    verifyEdit(test::changeRules(program), "pairing by a rule");
    const auto originOf = [&](std::size_t row) {
        return program.services.comparisons.current()->pairs()->row(row).pair.origin;
    };
    QCOMPARE(originOf(kPairs - 1), core::PairOrigin::Mapping);
    verifyEdit(test::edit(program, [&] { steps.undo(); }), "taking a rule back");
    QCOMPARE(originOf(kPairs - 1), core::PairOrigin::Exact);
    QCOMPARE(table->model()->rowCount(), kPairs);
    verifyPrompt(test::walkThroughFailures(program, 3), "walking through failures");
    auto* const filter = program.find<gui::FilterBar>("results");
    verifyPrompt(
        test::once(program, [&] { filter->setText(QStringLiteral("verdict:fail")); }), "filtering pairs");
    verifyPrompt(test::once(program,
                     [&] {
                         filter->setText(QString());
                         table->horizontalHeader()->setSortIndicator(
                             table->columnModel()->columnNumber("max_diff"), Qt::DescendingOrder);
                     }),
        "sorting pairs");
}

// From the stop of a launched program until it has heard of it.
void ResponsivenessTest::stopsAProgram()
{
    test::WindowProgram program;
    gui::CaptureSession& capture = program.services.capture;
    const QTemporaryDir folder;
    capture.setWay(gui::CaptureSession::Way::Program);
    capture.launchSetup().edit([&](core::LaunchProfile& profile) {
        profile.program = "/bin/sh";
        profile.arguments
            = {"-c", "trap 'echo > {output}/heard; exit 1' INT; echo up; while :; do sleep 0.005; done"};
        profile.output = folder.filePath("out").toStdString();
        profile.keepFree = 0;
    });
    QTRY_VERIFY_WITH_TIMEOUT(capture.canStart(), 60'000);
    capture.start();
    QTRY_VERIFY_WITH_TIMEOUT(!capture.run().output().kept().empty(), 60'000);
    QElapsedTimer clock;
    clock.start();
    capture.stop();
    constexpr int kStopMs = static_cast<int>(kCancelMs);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder.filePath("out/heard")), kStopMs);
    qInfo("the program heard of its stop after %lld ms", static_cast<long long>(clock.elapsed()));
    QTRY_VERIFY_WITH_TIMEOUT(!capture.run().isActive(), 60'000);
}

QTEST_MAIN(ResponsivenessTest)
#include "tst_responsiveness.moc"
