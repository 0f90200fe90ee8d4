// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/task_runner.h"

#include <algorithm>

namespace dumpscope::gui {

namespace {
constexpr int kEndedKept = 10;
} // namespace

Task::Task(QString title, Lane lane, QObject* parent)
    : QObject(parent)
    , m_title(std::move(title))
    , m_lane(lane)
{
    m_clock.start();
}

void Task::cancel()
{
    m_stop.request_stop();
}

TaskRunner::TaskRunner(QObject* parent)
    : QObject(parent)
{
    // Two small requests side by side; whole folders one after another, each on all cores.
    m_interactive.setMaxThreadCount(2);
    m_bulk.setMaxThreadCount(2);
    m_bulk.setThreadPriority(QThread::LowPriority);
}

TaskRunner::~TaskRunner()
{
    static_cast<void>(shutdown(-1));
}

bool TaskRunner::shutdown(int ms)
{
    cancelAll();
    QElapsedTimer clock;
    clock.start();
    const bool first = m_interactive.waitForDone(ms);
    const int left = ms < 0 ? ms : std::max(0, ms - static_cast<int>(clock.elapsed()));
    return m_bulk.waitForDone(left) && first;
}

Task* TaskRunner::launch(Lane lane, const QString& title, QObject* receiver, Work work,
    std::function<void(const core::Error&)> fail, std::function<void()> deliver,
    std::function<bool()> succeeded)
{
    auto* const task = new Task(title, lane, this);
    m_running.append(task);
    // Whatever crosses over is checked against these on the GUI thread, where both live.
    const QPointer<QObject> target(receiver);
    const QPointer<Task> handle(task);
    const std::stop_token stop = task->m_stop.get_token();
    const std::shared_ptr<core::Progress> progress = task->m_progress;

    DeliveryQueue* const queue = &m_delivery;
    QThreadPool& pool = lane == Lane::Interactive ? m_interactive : m_bulk;
    pool.start([this, queue, arena = m_arena, target, handle, stop, progress, work = std::move(work),
                   fail = std::move(fail), deliver = std::move(deliver), succeeded = std::move(succeeded)] {
        const Post post = [queue, target, stop](std::function<void()> function) {
            queue->handOver([target, stop, function = std::move(function)] {
                if (target && !stop.stop_requested())
                    function();
            });
        };
        queue->handOver([handle] {
            if (handle && handle->m_state == Task::State::Waiting)
                handle->m_state = Task::State::Running;
        });
        const auto diagnostics = std::make_shared<core::Diagnostics>();
        core::Code code = core::Code::Cancelled;
        try {
            core::TaskContext context {stop, *progress, *diagnostics, arena};
            if (stop.stop_requested())
                fail(core::makeError(core::Code::Cancelled, core::phrase("cancelled")));
            else
                code = work(context, post);
        } catch (const std::bad_alloc&) {
            code = core::Code::OutOfMemory;
            fail(core::makeError(code, core::phrase("not enough memory")));
        } catch (const std::exception& exception) {
            code = core::Code::Internal;
            fail(core::makeError(code, core::Message(exception.what())));
        }
        const Task::State state = succeeded() ? Task::State::Done
            : code == core::Code::Cancelled   ? Task::State::Cancelled
                                              : Task::State::Failed;
        queue->handOver([this, target, handle, state, diagnostics, deliver] {
            if (!handle)
                return;
            if (diagnostics->count() > 0)
                emit problemsFound(handle, diagnostics->sorted());
            if (target)
                deliver();
            conclude(handle, state);
        });
    });
    emit started(task);
    return task;
}

void TaskRunner::conclude(Task* task, Task::State state)
{
    task->m_state = state;
    task->m_tookMs = task->m_clock.elapsed();
    m_running.removeOne(task);
    m_ended.prepend(task);
    emit task->finished();
    emit ended(task);
    while (m_ended.size() > kEndedKept)
        m_ended.takeLast()->deleteLater();
}

QList<Task*> TaskRunner::running() const
{
    return m_running;
}

QList<Task*> TaskRunner::ended() const
{
    return m_ended;
}

void TaskRunner::cancelAll()
{
    for (Task* task : std::as_const(m_running))
        task->cancel();
}

} // namespace dumpscope::gui
