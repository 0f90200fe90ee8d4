// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/task_runner.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "kit/message_page.h"
#include "kit/panel.h"
#include "kit/room_splitter.h"
#include "kit/sentence_list.h"
#include "kit/simple_table.h"
#include "repeat/repeated_difference_model.h"
#include "request/repeat_request.h"
#include "trend/trend_opening.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr int kRunsWidth = 200;
constexpr int kLowRepeat = 320; ///< sentences and table stand side by side below this height

/// Runs that should be equal: which are compared, what differs first, and everything that differs.
class RepeatPanel : public Panel {
    Q_OBJECT
public:
    explicit RepeatPanel(Workbench& workbench);

    QString title() const override { return tr("Repeat"); }
    int badge() const override { return m_model.rowCount(); }
    bool isSettled() const override { return !isRunning(); }
    QString commandLine() const override;

private:
    /// A dump as it was when it was compared.
    struct Run {
        QPointer<OpenedRoot> root;
        std::shared_ptr<const core::DumpIndex> index;
    };
    /// What was compared, and what came of it.
    struct Compared {
        std::shared_ptr<const core::TrendRun> first;
        std::shared_ptr<const core::RepeatResult> result;
    };
    [[nodiscard]] bool isRunning() const { return m_comparing.task() && !m_comparing.task()->isOver(); }
    [[nodiscard]] QList<OpenedRoot*> chosenRuns() const;
    void lay();
    void retranslate();
    void fillRuns();
    void start();
    void show(const Compared& compared);
    void forget();
    void say();
    void numberRuns();
    void choose(const QModelIndex& at);

    Workbench& m_workbench;
    QStackedLayout* m_pages;
    MessagePage* m_message;
    QListWidget* m_runs;
    QPushButton* m_start;
    SentenceList* m_says;
    SimpleTable* m_table;
    RepeatedDifferenceModel m_model;
    QList<OpenedRoot*> m_listed;
    QSet<const OpenedRoot*> m_leftOut;
    std::vector<Run> m_of; ///< what `m_compared` is about, or will be
    Compared m_compared;
    std::optional<core::Error> m_error;
    LatestOnly m_comparing;
};

RepeatPanel::RepeatPanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_pages(new QStackedLayout(this))
    , m_message(new MessagePage(this))
    , m_runs(new QListWidget(this))
    , m_start(new QPushButton(this))
    , m_says(new SentenceList(this))
    , m_table(new SimpleTable(this))
    , m_model(this)
{
    lay();
    const Session& session = m_workbench.session;
    for (const auto changed : {&Session::rootAdded, &Session::rootChanged})
        connect(&session, changed, this, &RepeatPanel::fillRuns);
    connect(&session, &Session::rootRemoved, this, &RepeatPanel::fillRuns);
    connect(m_runs, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) {
        const OpenedRoot* const root = m_listed.value(m_runs->row(item));
        if (item->checkState() == Qt::Checked)
            m_leftOut.remove(root);
        else
            m_leftOut.insert(root);
        say();
        emit commandLineChanged();
    });
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (isRunning())
            m_comparing.task()->cancel();
        else
            start();
    });
    connect(m_table, &QTableView::clicked, this, &RepeatPanel::choose);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RepeatPanel::choose);
    keepTranslated(this, &RepeatPanel::retranslate);
    fillRuns();
}

void RepeatPanel::lay()
{
    setMinimumSize(scaled(160), scaled(120));
    m_runs->setFrameShape(QFrame::NoFrame);
    m_runs->setUniformItemSizes(true);
    m_runs->setTextElideMode(Qt::ElideMiddle);
    m_runs->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_says->setHeading({});
    m_says->setCommand({}, {});
    m_table->setRows(&m_model, RepeatedDifferenceModel::Tensor);
    auto* const choice = new QWidget(this);
    choice->setMaximumWidth(scaled(kRunsWidth));
    auto* const column = new QVBoxLayout(choice);
    column->setContentsMargins(scaledMargins(kSmall, kSmall, kSmall, kSmall));
    column->addWidget(m_runs, 1);
    column->addWidget(m_start);
    auto* const found = new RoomSplitter(scaled(kLowRepeat), {35, 65}, this);
    found->addWidget(m_says);
    found->addWidget(m_table);
    m_table->hide(); // as long as nothing differs
    auto* const page = new QWidget(this);
    auto* const row = new QHBoxLayout(page);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(choice, 1);
    row->addWidget(found, 3);
    m_pages->addWidget(m_message);
    m_pages->addWidget(page);
    setFocusProxy(m_runs);
}

void RepeatPanel::retranslate()
{
    m_runs->setAccessibleName(tr("Runs that should be equal"));
    m_says->setAccessibleName(tr("What differs first"));
    m_table->setAccessibleName(tr("Tensors that differ"));
    m_message->show(tr("Two runs of one program, or more, are needed to see whether they are equal."),
        tr("Open the other run"), [this] { m_workbench.actions.trigger("file.open"); });
    say();
    emit titleChanged();
}

QList<OpenedRoot*> RepeatPanel::chosenRuns() const
{
    QList<OpenedRoot*> chosen = m_listed;
    chosen.removeIf([this](const OpenedRoot* root) { return m_leftOut.contains(root); });
    return chosen;
}

/// What was said of dumps that are closed or were read again is not said any longer.
void RepeatPanel::fillRuns()
{
    QList<OpenedRoot*> ready = m_workbench.session.roots();
    m_leftOut.removeIf([&ready](const OpenedRoot* root) { return !ready.contains(root); });
    ready.removeIf([](const OpenedRoot* root) { return root->state() != OpenedRoot::State::Ready; });
    m_listed = ready;
    const QSignalBlocker quiet(m_runs);
    m_runs->clear();
    for (OpenedRoot* const root : std::as_const(m_listed)) {
        auto* const item = new QListWidgetItem(m_runs);
        item->setToolTip(tipText(shownName(root->path())));
        item->setCheckState(m_leftOut.contains(root) ? Qt::Unchecked : Qt::Checked);
    }
    const auto isGone = [this](const Run& run) {
        return !m_listed.contains(run.root.data()) || run.root->index() != run.index;
    };
    if (std::ranges::any_of(m_of, isGone))
        forget();
    m_pages->setCurrentIndex(m_listed.size() < 2 ? 0 : 1);
    say();
    emit commandLineChanged();
}

/// The numbers by which sentences and letters speak of runs: of those that were compared, else of those that
/// would be.
void RepeatPanel::numberRuns()
{
    QList<const OpenedRoot*> numbered;
    for (const Run& run : m_of)
        numbered.append(run.root.data());
    if (m_of.empty()) {
        for (const OpenedRoot* const root : chosenRuns())
            numbered.append(root);
    }
    const QSignalBlocker quiet(m_runs);
    for (int row = 0; row < m_listed.size(); ++row) {
        const OpenedRoot* const root = m_listed[row];
        const qsizetype at = numbered.indexOf(root);
        const QString name = shownName(root->title());
        m_runs->item(row)->setText(at < 0 ? name : QString::number(at + 1) + QStringLiteral("  ") + name);
    }
}

void RepeatPanel::start()
{
    forget();
    std::vector<std::shared_ptr<const core::DumpIndex>> indexes;
    for (OpenedRoot* const root : chosenRuns()) {
        m_of.push_back({root, root->index()});
        indexes.push_back(root->index());
    }
    const Task* const running = m_comparing.start<Compared>(
        m_workbench.tasks, Lane::Bulk, tr("Compare runs that should be equal"), this,
        [indexes](core::TaskContext& task, const TaskRunner::Post&) -> core::Result<Compared> {
            std::vector<std::shared_ptr<const core::TrendRun>> runs;
            for (const auto& index : indexes) {
                TRY_ASSIGN(auto run, core::openTrendRun(index, {.readsValues = false}, task));
                runs.push_back(std::move(run));
            }
            TRY_ASSIGN(core::RepeatResult result, core::compareRepeated(runs, task));
            return Compared {runs.front(), std::make_shared<const core::RepeatResult>(std::move(result))};
        },
        [this](core::Result<Compared> compared) {
            if (compared)
                show(*compared);
            else
                m_error = compared.error();
        });
    connect(running, &Task::finished, this, &RepeatPanel::say);
    say();
}

void RepeatPanel::show(const Compared& compared)
{
    m_compared = compared;
    m_model.setResult(compared.first, compared.result);
    m_table->setVisible(m_model.rowCount() > 0);
    m_table->resizeColumnsToContents();
    say();
    emit titleChanged();
    emit commandLineChanged();
}

void RepeatPanel::forget()
{
    m_comparing.cancel();
    m_of.clear();
    m_error.reset();
    show({});
}

void RepeatPanel::say()
{
    m_start->setText(isRunning() ? tr("Stop") : tr("Compare the runs"));
    m_start->setEnabled(isRunning() || chosenRuns().size() > 1);
    numberRuns();
    std::vector<Sentence> sentences;
    const core::RepeatResult* const result = m_compared.result.get();
    if (result) {
        const State state = result->first() ? State::Fail : State::None;
        for (const core::Message& sentence : core::repeatSentences(*m_compared.first, *result))
            sentences.push_back({sentences.empty() ? state : State::None, coreSentence(sentence)});
    } else if (isRunning()) {
        sentences.push_back({State::Running, tr("Comparing the runs tensor by tensor.")});
    } else if (m_error && m_error->code != core::Code::Cancelled) {
        sentences.push_back({State::Fail, coreError(*m_error)});
    } else {
        sentences.push_back({State::None,
            tr("Runs of one program with the same inputs and seeds should be equal, bit by bit. Compare them "
               "to see which operator is not deterministic, and which device differs.")});
    }
    m_says->setSentences(std::move(sentences));
}

void RepeatPanel::choose(const QModelIndex& at)
{
    if (!m_of.empty() && m_of.front().root && at.isValid())
        m_workbench.selection.select({m_of.front().root, m_model.tensorAt(at.row())});
}

QString RepeatPanel::commandLine() const
{
    core::RepeatRequest request;
    for (const OpenedRoot* const root : chosenRuns())
        request.paths.push_back(root->path().toStdString());
    return request.paths.size() < 2 ? QString() : fromCore(core::commandText(request));
}

} // namespace

void register_repeat_panel(PanelRegistry& registry)
{
    registry.add({"repeat", "swap", [](Workbench& workbench) { return new RepeatPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "repeat_panel.moc"
