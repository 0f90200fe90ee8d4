// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrome/task_strip.h"

#include "common/core_sentences.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "kit/simple_table.h"
#include "models/task_list_model.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QShortcut>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

constexpr char kByHand[] = "cancelled_by_hand"; ///< property of a task

void cancelByHand(Task& task)
{
    task.setProperty(kByHand, true);
    task.cancel();
}

constexpr int kHiddenMs = 300, kMessageMs = 6000, kRefreshMs = 100, kThousandths = 1000, kStandstillMs = 1000,
              kItemRoom = 220;

} // namespace

TaskStrip::TaskStrip(TaskRunner& tasks, QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_counts(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QToolButton(this))
{
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(scaledMargins(kLarge, 0, kLarge, 0));
    layout->setSpacing(scaled(kLarge));
    for (QWidget* part : std::initializer_list<QWidget*> {m_title, m_bar, m_counts, m_cancel})
        layout->addWidget(part);
    m_bar->setTextVisible(false);
    m_bar->setRange(0, kThousandths);
    m_bar->setFixedSize(scaled(130), scaled(6));
    m_counts->setFont(secondaryFont());
    m_cancel->setAutoRaise(true);
    m_cancel->setIcon(icon("close"));
    setFocusPolicy(Qt::TabFocus);
    m_timer.setInterval(kRefreshMs);
    m_message.setSingleShot(true);
    m_message.setInterval(kMessageMs);
    connect(&m_timer, &QTimer::timeout, this, &TaskStrip::update);
    connect(&m_message, &QTimer::timeout, this, &TaskStrip::update);
    connect(m_cancel, &QToolButton::clicked, this, [this] {
        if (m_shown)
            cancelByHand(*m_shown);
    });
    follow(tasks);
    keepTranslated(this, &TaskStrip::retranslate);
    update();
}

void TaskStrip::follow(TaskRunner& tasks)
{
    m_runners.append(&tasks);
    connect(&tasks, &TaskRunner::started, &m_timer, qOverload<>(&QTimer::start));
    connect(&tasks, qOverload<Task*>(&TaskRunner::ended), this, &TaskStrip::ended);
}

QList<Task*> TaskStrip::running() const
{
    QList<Task*> running;
    for (const TaskRunner* const tasks : m_runners)
        running += tasks->running();
    return running;
}

void TaskStrip::retranslate()
{
    setToolTip(tr("Tasks"));
    setAccessibleName(tr("Tasks"));
    m_bar->setAccessibleName(tr("Progress"));
    m_cancel->setToolTip(tr("Cancel"));
    m_cancel->setAccessibleName(tr("Cancel"));
}

QString TaskStrip::text() const
{
    return isVisibleTo(parentWidget())
        ? QString(m_title->text() + QLatin1Char(' ') + m_counts->text()).trimmed()
        : QString();
}

Task* TaskStrip::longest() const
{
    Task* chosen = nullptr;
    double rest = -2;
    for (Task* task : running()) {
        const double left = taskSecondsLeft(*task);
        // What cannot be guessed yet may be the longest.
        const double weight = left < 0 ? 1e9 : left;
        if (task->elapsedMs() >= kHiddenMs && weight > rest) {
            rest = weight;
            chosen = task;
        }
    }
    return chosen;
}

void TaskStrip::update()
{
    Task* const task = longest();
    if (running().isEmpty())
        m_timer.stop();
    if (!task) {
        if (!m_message.isActive())
            hide();
        return;
    }
    m_message.stop();
    const core::Progress::Snapshot now = task->progress();
    const bool isOther = m_shown != task;
    m_shown = task;
    m_title->setText(shownName(task->title()));
    m_title->setToolTip(
        coreWords(now.title) + (now.item.empty() ? QString() : QStringLiteral(": ") + coreWords(now.item)));
    const bool isKnown = now.total > 0 || now.fraction > 0;
    m_bar->setVisible(isKnown);
    const int value = static_cast<int>(now.fraction * kThousandths);
    m_bar->setValue(isOther ? value : std::max(m_bar->value(), value));
    if (isOther)
        m_moved.invalidate();
    const QString words = standstill(now);
    m_counts->setText(words.isEmpty() ? taskProgressText(*task) : words);
    m_cancel->show();
    m_counts->show();
    show();
}

// A number that does not move looks like a program that hangs.
QString TaskStrip::standstill(const core::Progress::Snapshot& now)
{
    if (!m_moved.isValid() || now.done != m_seen.done || now.fraction != m_seen.fraction) {
        m_seen = now;
        m_moved.start();
    }
    if (m_moved.elapsed() < kStandstillMs)
        return {};
    QString words = now.title.empty() ? tr("Working") : coreWords(now.title);
    if (!now.item.empty())
        words += QStringLiteral(": ")
            + m_counts->fontMetrics().elidedText(coreWords(now.item), Qt::ElideMiddle, scaled(kItemRoom));
    return QStringLiteral("%1 · %2").arg(words, duration(m_moved.elapsed()));
}

void TaskStrip::ended(const Task* task)
{
    // What gave way to a newer question of a view, or to a view that closed, was cancelled by nobody.
    const bool isNews = !task->outcome().isEmpty() || task->property(kByHand).toBool();
    if (task->state() == Task::State::Cancelled && task->elapsedMs() >= kHiddenMs && isNews)
        say(task->outcome().isEmpty() ? tr("Cancelled.") : task->outcome());
    // What takes long is whole folders; a screen reader need not hear of every slice.
    if (task->lane() == Lane::Bulk && task->elapsedMs() >= kHiddenMs) {
        if (task->state() == Task::State::Done)
            announce(tr("%1: done.").arg(shownName(task->title())));
        else if (task->state() == Task::State::Failed)
            announce(tr("%1: failed.").arg(shownName(task->title())));
    }
    update();
}

void TaskStrip::say(const QString& sentence)
{
    m_title->setText(sentence);
    m_counts->clear();
    m_counts->hide();
    m_bar->hide();
    m_cancel->hide();
    m_shown = nullptr;
    show();
    m_message.start();
    announce(sentence);
}

void TaskStrip::announce(const QString& sentence)
{
    setAccessibleDescription(sentence);
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void TaskStrip::openList()
{
    auto* const popup = new QWidget(this, Qt::Popup);
    popup->setAttribute(Qt::WA_DeleteOnClose);
    auto* const model = new TaskListModel(m_runners, popup);
    auto* const table = new SimpleTable(popup);
    table->setRows(model, TaskListModel::Title);
    table->setColumnWidth(TaskListModel::State, scaled(220));
    table->horizontalHeader()->hide();
    table->setAccessibleName(tr("Tasks"));
    auto* const cancel = new QToolButton(popup);
    cancel->setText(tr("Cancel the chosen task"));
    cancel->setAutoRaise(true);
    const auto cancelChosen = [model, table] {
        bool any = false;
        for (const int row : table->chosenRows()) {
            if (Task* const task = model->at(row); task && !task->isOver()) {
                cancelByHand(*task);
                any = true;
            }
        }
        return any;
    };
    connect(cancel, &QToolButton::clicked, popup, [cancelChosen] { cancelChosen(); });
    auto* const escape = new QShortcut(QKeySequence(Qt::Key_Escape), popup);
    connect(escape, &QShortcut::activated, popup, [popup, cancelChosen] {
        if (!cancelChosen())
            popup->close();
    });
    auto* const layout = new QVBoxLayout(popup);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(table, 1);
    layout->addWidget(cancel, 0, Qt::AlignRight);
    const QSize size(scaled(520),
        gui::rowHeight() * std::clamp(model->rowCount(), 3, 14) + cancel->sizeHint().height() + 4);
    const QPoint corner = isVisible() ? mapToGlobal(QPoint(width(), 0))
                                      : parentWidget()->mapToGlobal(parentWidget()->rect().topRight());
    popup->setGeometry(QRect(corner - QPoint(size.width(), size.height()), size));
    popup->show();
    table->setFocus();
    if (model->rowCount() > 0)
        table->setCurrentIndex(model->index(0, 0));
}

void TaskStrip::mousePressEvent(QMouseEvent*)
{
    openList();
}

void TaskStrip::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Space)
        return openList();
    QWidget::keyPressEvent(event);
}

} // namespace dumpscope::gui
