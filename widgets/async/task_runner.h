// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/delivery_queue.h"
#include "base/task.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <functional>
#include <memory>

namespace dumpscope::gui {

/// Interactive: what the user looks at, small. Bulk: whole folders.
enum class Lane : std::uint8_t { Interactive, Bulk };

/// A running piece of core work as the window sees it. Lives on the GUI thread, owned by the runner
/// until a while after it ended.
class Task : public QObject {
    Q_OBJECT
public:
    enum class State : std::uint8_t { Waiting, Running, Done, Failed, Cancelled };

    [[nodiscard]] const QString& title() const { return m_title; }
    [[nodiscard]] Lane lane() const { return m_lane; }
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isOver() const { return m_state >= State::Done; }
    [[nodiscard]] qint64 elapsedMs() const { return isOver() ? m_tookMs : m_clock.elapsed(); }
    /// What core said last; the fraction never goes back. Safe at any time.
    [[nodiscard]] core::Progress::Snapshot progress() const { return m_progress->snapshot(); }
    /// Words of the result, set by whoever started the task ("61 of 2 368").
    [[nodiscard]] const QString& outcome() const { return m_outcome; }
    void setOutcome(const QString& text) { m_outcome = text; }

public slots:
    /// Asks the work to stop; answers within 100 ms. What it had finished stays.
    void cancel();

signals:
    /// The work ended, after its result was delivered.
    void finished();

private:
    friend class TaskRunner;
    explicit Task(QString title, Lane lane, QObject* parent);

    QString m_title, m_outcome;
    Lane m_lane;
    State m_state = State::Waiting;
    std::stop_source m_stop;
    std::shared_ptr<core::Progress> m_progress = std::make_shared<core::Progress>();
    QElapsedTimer m_clock;
    qint64 m_tookMs = 0;
};

/// Runs core tasks on threads and delivers on the GUI thread: the only place where threads and Qt
/// meet. All functions are for the GUI thread; `Post` is for the work.
class TaskRunner : public QObject {
    Q_OBJECT
public:
    explicit TaskRunner(QObject* parent = nullptr);
    /// Stops everything and waits for it.
    ~TaskRunner() override;
    /// Stops everything; false when something still runs after `ms` (a read that hangs on a dead
    /// network drive): then the program must end without destroying the runner.
    [[nodiscard]] bool shutdown(int ms);

    /// How many threads tasks take that start from now on; 0: all cores.
    void setThreads(int count) { m_arena = core::Arena(count); }

    /// Hands a function to the GUI thread while the work goes on; dropped when the receiver is gone or
    /// the task was cancelled. Callable from the work's thread only.
    using Post = std::function<void(std::function<void()>)>;

    /// Starts `work`; `done` gets its result on the GUI thread unless `receiver` is gone by then. A
    /// cancelled task delivers Code::Cancelled, too. Exceptions become Code::Internal.
    template<typename T>
    Task* start(Lane lane, const QString& title, QObject* receiver,
        std::function<core::Result<T>(core::TaskContext&, const Post&)> work,
        std::function<void(core::Result<T>)> done)
    {
        auto result = std::make_shared<core::Result<T>>(tl::unexpect, core::Error {});
        return launch(
            lane, title, receiver,
            [result, work = std::move(work)](core::TaskContext& context, const Post& post) {
                *result = work(context, post);
                return result->has_value() ? core::Code::Internal : result->error().code;
            },
            [result](const core::Error& error) { *result = tl::make_unexpected(error); },
            [result, done = std::move(done)] {
                if (done)
                    done(std::move(*result));
            },
            [result] { return result->has_value(); });
    }

    [[nodiscard]] QList<Task*> running() const;
    /// The last ten that ended, newest first; they stay valid until pushed out.
    [[nodiscard]] QList<Task*> ended() const;
    void cancelAll();

signals:
    void started(dumpscope::gui::Task* task);
    void ended(dumpscope::gui::Task* task);
    /// What a task collected on the way (core::Diagnostics), when it ended.
    void problemsFound(dumpscope::gui::Task* task, const std::vector<dumpscope::core::Diagnostic>& problems);

private:
    using Work = std::function<core::Code(core::TaskContext&, const Post&)>;
    Task* launch(Lane lane, const QString& title, QObject* receiver, Work work,
        std::function<void(const core::Error&)> fail, std::function<void()> deliver,
        std::function<bool()> succeeded);
    void conclude(Task* task, Task::State state);

    DeliveryQueue m_delivery; ///< before the pools: it outlives their threads
    QThreadPool m_interactive, m_bulk;
    core::Arena m_arena;
    QList<Task*> m_running, m_ended;
};

/// One request at a time per slot: a newer one stops the one before and its late result is dropped.
class LatestOnly {
public:
    LatestOnly() = default;
    LatestOnly(const LatestOnly&) = delete;
    LatestOnly& operator=(const LatestOnly&) = delete;
    ~LatestOnly() { *m_task = nullptr; }

    /// Starts work as TaskRunner::start does, in place of what ran before: `done` is called only while
    /// nothing newer was asked for and the slot was not cancelled, also when the older result comes last.
    template<typename T>
    Task* start(TaskRunner& runner, Lane lane, const QString& title, QObject* receiver,
        std::function<core::Result<T>(core::TaskContext&, const TaskRunner::Post&)> work,
        std::function<void(core::Result<T>)> done)
    {
        const auto own = std::make_shared<Task*>(nullptr);
        *own = runner.start<T>(lane, title, receiver, std::move(work),
            [own, newest = m_task, done = std::move(done)](core::Result<T> result) {
                if (*newest == *own)
                    done(std::move(result));
            });
        replace(*own);
        return *own;
    }
    /// Remember `task` as the newest; the one before is cancelled. What that delivers is the caller's to
    /// check.
    void replace(Task* task)
    {
        cancel();
        *m_task = task;
    }
    void cancel()
    {
        if (*m_task && !(*m_task)->isOver())
            (*m_task)->cancel();
        *m_task = nullptr;
    }
    [[nodiscard]] bool isCurrent(const Task* task) const { return *m_task == task; }
    [[nodiscard]] Task* task() const { return *m_task; }
    /// The newest task, for results that may come after the slot is gone: then there is none.
    [[nodiscard]] std::shared_ptr<const QPointer<Task>> newest() const { return m_task; }

private:
    std::shared_ptr<QPointer<Task>> m_task = std::make_shared<QPointer<Task>>();
};

} // namespace dumpscope::gui
