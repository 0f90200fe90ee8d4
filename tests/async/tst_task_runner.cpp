// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/task_runner.h"

#include "eventually.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

using namespace dumpscope;
using gui::Lane;
using gui::Task;
using gui::TaskRunner;

namespace {

constexpr int kPatienceMs = 60'000;

/// Works until it is stopped, as core does: looks at the token every millisecond.
core::Result<int> untilStopped(core::TaskContext& context, const TaskRunner::Post&)
{
    test::eventually([&] { return context.stopped(); });
    return core::fail(core::Code::Cancelled, core::Message("cancelled"));
}

} // namespace

class TaskRunnerTest : public QObject {
    Q_OBJECT

private slots:
    void deliversOnTheGuiThread();
    void cancelAnswersInTime();
    void nothingIsDeliveredToWhoIsGone();
    void newestWins();
    void lateResultsAreDropped();
    void postsKeepTheirOrderAndEndWithTheTask();
    void deliveriesShareTheThread();
    void whatIsStoppedIsNotDelivered();
    void deliversInsideADelivery();
    void exceptionsAreErrors();
    void problemsArrive();
    void endsWhileSomethingRuns();
};

void TaskRunnerTest::deliversOnTheGuiThread()
{
    TaskRunner runner;
    QObject receiver;
    int result = 0;
    QThread* where = nullptr;
    Task* const task = runner.start<int>(
        Lane::Interactive, "answer", &receiver,
        [](core::TaskContext&, const TaskRunner::Post&) -> core::Result<int> { return 42; },
        [&](core::Result<int> value) {
            result = value.value_or(0);
            where = QThread::currentThread();
        });
    QSignalSpy finished(task, &Task::finished);
    QVERIFY(finished.wait());
    QCOMPARE(result, 42);
    QCOMPARE(where, QCoreApplication::instance()->thread());
    QCOMPARE(task->state(), Task::State::Done);
    QVERIFY(runner.running().isEmpty());
}

void TaskRunnerTest::cancelAnswersInTime()
{
    QSemaphore isUnderWay;
    TaskRunner runner;
    core::Code code = core::Code::Internal;
    Task* const task = runner.start<int>(
        Lane::Bulk, "long", this,
        [&](core::TaskContext& context, const TaskRunner::Post& post) {
            isUnderWay.release();
            return untilStopped(context, post);
        },
        [&](core::Result<int> value) { code = value ? core::Code::Internal : value.error().code; });
    QVERIFY(isUnderWay.tryAcquire(1, kPatienceMs));
    QElapsedTimer clock;
    clock.start();
    task->cancel();
    QTRY_VERIFY(task->isOver());
    QVERIFY2(clock.elapsed() < 20 * 100, "cancel took too long");
    QCOMPARE(task->state(), Task::State::Cancelled);
    QCOMPARE(code, core::Code::Cancelled);
}

void TaskRunnerTest::nothingIsDeliveredToWhoIsGone()
{
    QSemaphore isGone;
    TaskRunner runner;
    bool delivered = false;
    auto receiver = std::make_unique<QObject>();
    Task* const task = runner.start<int>(
        Lane::Interactive, "late", receiver.get(),
        [&](core::TaskContext&, const TaskRunner::Post& post) -> core::Result<int> {
            isGone.acquire();
            post([] { QFAIL("posted to nobody"); });
            return 1;
        },
        [&](core::Result<int>) { delivered = true; });
    receiver.reset();
    isGone.release();
    QTRY_VERIFY(task->isOver());
    QVERIFY(!delivered);
}

void TaskRunnerTest::newestWins()
{
    TaskRunner runner;
    gui::LatestOnly slot;
    QList<int> shown;
    const auto request = [&](int number) {
        auto* const task = runner.start<int>(
            Lane::Interactive, "plane", this,
            [number](core::TaskContext& context, const TaskRunner::Post& post) -> core::Result<int> {
                return number < 5 ? untilStopped(context, post) : core::Result<int>(number);
            },
            [&](core::Result<int> value) {
                if (value)
                    shown.append(*value);
            });
        slot.replace(task);
    };
    for (int i = 1; i <= 5; ++i)
        request(i);
    QTRY_VERIFY(runner.running().isEmpty());
    QCOMPARE(shown, QList<int> {5});
}

// Work that was too far to be stopped ends well, after the newer one.
void TaskRunnerTest::lateResultsAreDropped()
{
    TaskRunner runner;
    gui::LatestOnly slot;
    QSemaphore newerIsShown;
    QList<int> shown;
    const auto request = [&](int number, QSemaphore* before) {
        slot.start<int>(
            runner, Lane::Interactive, "filter", this,
            [number, before](core::TaskContext&, const TaskRunner::Post&) -> core::Result<int> {
                if (before)
                    before->acquire();
                return number;
            },
            [&](core::Result<int> value) {
                shown.append(*value);
                newerIsShown.release();
            });
    };
    request(1, &newerIsShown);
    request(2, nullptr);
    QTRY_VERIFY(runner.running().isEmpty());
    QCOMPARE(shown, QList<int> {2});
    // Also when what came after needed no work.
    QSemaphore go;
    request(3, &go);
    slot.cancel();
    go.release();
    QTRY_VERIFY(runner.running().isEmpty());
    QCOMPARE(shown, QList<int> {2});
}

void TaskRunnerTest::postsKeepTheirOrderAndEndWithTheTask()
{
    TaskRunner runner;
    QList<int> seen;
    Task* const task = runner.start<void>(
        Lane::Bulk, "rows", this,
        [&seen](core::TaskContext&, const TaskRunner::Post& post) -> core::Result<void> {
            for (int i = 0; i < 100; ++i)
                post([&seen, i] { seen.append(i); });
            return {};
        },
        [&](core::Result<void>) { seen.append(-1); });
    QTRY_VERIFY(task->isOver());
    QCOMPARE(seen.size(), 101);
    QCOMPARE(seen.last(), -1);
    QVERIFY(std::is_sorted(seen.begin(), seen.end() - 1));
}

// Results that arrive together: other events get their turn between those that take long, whatever the order
// of arrival, which is kept.
void TaskRunnerTest::deliveriesShareTheThread()
{
    constexpr int kPosts = 8;
    TaskRunner runner;
    QList<int> order, turnsBefore;
    int turns = 0;
    QTimer others;
    connect(&others, &QTimer::timeout, this, [&] { ++turns; });
    QSemaphore posted;
    Task* const task = runner.start<int>(
        Lane::Bulk, "many", this,
        [&](core::TaskContext&, const TaskRunner::Post& post) -> core::Result<int> {
            for (int i = 0; i < kPosts; ++i) {
                post([&, i] {
                    order.append(i);
                    turnsBefore.append(turns);
                    for (QDeadlineTimer until(20); !until.hasExpired();) { }
                });
            }
            posted.release();
            return kPosts;
        },
        [&](core::Result<int> value) { order.append(value.value_or(-1)); });
    posted.acquire(); // all of them wait for the event loop
    others.start(0);
    QTRY_VERIFY(task->isOver());
    QCOMPARE(order, (QList<int> {0, 1, 2, 3, 4, 5, 6, 7, 8}));
    for (int i = 1; i < kPosts; ++i)
        QVERIFY2(turnsBefore[i] > turnsBefore[i - 1], qPrintable(QString::number(i)));
}

void TaskRunnerTest::whatIsStoppedIsNotDelivered()
{
    TaskRunner runner;
    int delivered = 0;
    Task* task = nullptr;
    QSemaphore posted;
    task = runner.start<int>(Lane::Bulk, "many", this,
        [&](core::TaskContext&, const TaskRunner::Post& post) -> core::Result<int> {
            for (int i = 0; i < 10; ++i) {
                post([&] {
                    if (++delivered == 3)
                        task->cancel();
                });
            }
            posted.release();
            return 1;
        },
        {});
    posted.acquire();
    QTRY_VERIFY(task->isOver());
    QCOMPARE(delivered, 3);
}

// A dialog that a result opens shows what other tasks find.
void TaskRunnerTest::deliversInsideADelivery()
{
    TaskRunner runner;
    QEventLoop dialog;
    QSemaphore go;
    int shown = 0;
    Task* const outer = runner.start<int>(
        Lane::Interactive, "outer", this,
        [](core::TaskContext&, const TaskRunner::Post&) -> core::Result<int> { return 1; },
        [&](core::Result<int>) {
            go.release();
            QTimer::singleShot(60'000, &dialog, [&] { dialog.exit(1); });
            QCOMPARE(dialog.exec(), 0);
            shown += 10;
        });
    Task* const inner = runner.start<int>(
        Lane::Interactive, "inner", this,
        [&](core::TaskContext&, const TaskRunner::Post&) -> core::Result<int> {
            go.acquire();
            return 2;
        },
        [&](core::Result<int>) {
            ++shown;
            dialog.exit(0);
        });
    QTRY_VERIFY_WITH_TIMEOUT(outer->isOver() && inner->isOver(), 90'000);
    QCOMPARE(shown, 11);
}

void TaskRunnerTest::exceptionsAreErrors()
{
    TaskRunner runner;
    core::Error error;
    Task* const task = runner.start<int>(
        Lane::Interactive, "broken", this,
        [](core::TaskContext&, const TaskRunner::Post&) -> core::Result<int> { throw std::bad_alloc(); },
        [&](core::Result<int> value) { error = value.error(); });
    QTRY_VERIFY(task->isOver());
    QCOMPARE(task->state(), Task::State::Failed);
    QCOMPARE(error.code, core::Code::OutOfMemory);
}

void TaskRunnerTest::problemsArrive()
{
    TaskRunner runner;
    QStringList messages;
    connect(&runner, &TaskRunner::problemsFound, this,
        [&](const Task*, const std::vector<core::Diagnostic>& problems) {
            for (const core::Diagnostic& problem : problems)
                messages.append(QString::fromStdString(problem.message.text()));
        });
    Task* const task = runner.start<void>(Lane::Bulk, "files", nullptr,
        [](core::TaskContext& context, const TaskRunner::Post&) -> core::Result<void> {
            context.diagnostics.add(
                {core::Severity::Warning, core::Code::Truncated, {.file = "a"}, core::Message("short")});
            return {};
        },
        {});
    QTRY_VERIFY(task->isOver());
    QCOMPARE(messages, QStringList {"short"});
}

void TaskRunnerTest::endsWhileSomethingRuns()
{
    QElapsedTimer clock;
    clock.start();
    {
        QSemaphore areUnderWay;
        TaskRunner runner;
        for (int i = 0; i < 4; ++i)
            runner.start<int>(Lane::Bulk, "long", this,
                [&](core::TaskContext& context, const TaskRunner::Post& post) {
                    areUnderWay.release();
                    return untilStopped(context, post);
                },
                {});
        QVERIFY(areUnderWay.tryAcquire(1, kPatienceMs));
    }
    QVERIFY2(clock.elapsed() < 20 * 1000, "closing took too long");
}

QTEST_GUILESS_MAIN(TaskRunnerTest)
#include "tst_task_runner.moc"
