// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/numbers.h"
#include "common/spacing.h"
#include "documents/first_non_finite.h"
#include "explore/overflow_record_view.h"
#include "explore/overflow_side.h"
#include "explore/overflow_timeline.h"
#include "explore/scan_table.h"
#include "kit/cell_delegate.h"
#include "kit/filter_bar.h"
#include "kit/message_page.h"
#include "kit/panel.h"
#include "kit/room_splitter.h"
#include "models/overflow_table.h"
#include "remote/remote_value_scan.h"
#include "request/overflow_request.h"

#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <QHeaderView>
#include <QJsonObject>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

constexpr int kCountWidth = 92, kWhyWidth = 240;
constexpr int kLowPanel = 380; ///< list and record stand side by side below this height
constexpr int kProgressMs = 100;
/// What is read from disk in about a second is read without being asked for.
class OverflowPanel : public Panel {
    Q_OBJECT
public:
    explicit OverflowPanel(Workbench& workbench);

    QString title() const override { return tr("Overflow"); }
    int badge() const override { return static_cast<int>(m_records->all().size()); }
    QWidget* filterField() const override
    {
        return m_tabs->currentIndex() == 0 ? m_filter->field() : nullptr;
    }
    QJsonObject saveView() const override { return {{QStringLiteral("filter"), m_filter->saveView()}}; }
    void restoreView(const QJsonObject& view) override
    {
        m_filter->restoreView(view.value(QStringLiteral("filter")).toObject());
    }
    bool isSettled() const override { return !m_scan.task() || m_scan.task()->isOver(); }
    QString commandLine() const override
    {
        OpenedRoot* const root = currentRoot();
        return root ? fromCore(core::commandText(core::OverflowRequest {.path = root->path().toStdString()}))
                    : QString();
    }
    [[nodiscard]] QStringList tabNames() const override
    {
        return {QStringLiteral("overflow"), QStringLiteral("nan and inf scan")};
    }
    bool showTab(const QString& name) override
    {
        const auto tab = tabNames().indexOf(name);
        if (tab >= 0)
            m_tabs->setCurrentIndex(static_cast<int>(tab));
        return tab >= 0;
    }

protected:
    void changeEvent(QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            retranslate();
        Panel::changeEvent(event);
    }
    void showEvent(QShowEvent* event) override
    {
        Panel::showEvent(event);
        // A dock behind others in its tabs is visible to Qt, too.
        QWidget* above = parentWidget();
        while (above && !qobject_cast<QDockWidget*>(above))
            above = above->parentWidget();
        if (auto* const dock = qobject_cast<QDockWidget*>(above))
            connect(dock, &QDockWidget::visibilityChanged, this, &OverflowPanel::comeToFront,
                Qt::UniqueConnection);
        else
            comeToFront(true);
    }

private:
    QWidget* makeRecordsPage();
    QWidget* makeScanPage();
    void connectAll();
    void addActions();
    void retranslate();
    void showRoots();
    void filterRecords();
    void showRecords();
    void showPages();
    void showItem(int item);
    void scan(bool isAsked = true);
    void scanByItself();
    void comeToFront(bool isInFront)
    {
        m_isInFront = isInFront;
        scanByItself();
    }
    void showScanned(OpenedRoot* root, core::ValueScan scan, bool isAsked);
    void showSetAside();
    void showScanState();
    void showScannable(const OpenedRoot* root);
    [[nodiscard]] QString scanWords() const;
    [[nodiscard]] std::vector<OpenedRoot*> roots() const;
    [[nodiscard]] OpenedRoot* currentRoot() const;

    Workbench& m_workbench;
    OverflowModel* m_records;
    ScanModel *m_scanned, *m_tensors; ///< of the two tables
    QTabWidget* m_tabs;
    FilterBar* m_filter;
    QTreeView* m_tree;
    OverflowRecordView* m_record;
    OverflowTimeline* m_timeline;
    ScanTable *m_scanTable, *m_tensorTable;
    OverflowSide* m_side;
    QLabel* m_scanState;
    QToolButton *m_scanButton, *m_setAsideButton;
    MessagePage *m_recordsMessage, *m_scanMessage;
    QStackedLayout *m_recordPages, *m_scanPages;
    LatestOnly m_scan;
    QPointer<OpenedRoot> m_scanRoot;
    std::weak_ptr<const core::DumpIndex> m_begun; ///< the last that was scanned without being asked for
    core::ValueScan m_result;                     ///< without `found`, which the table has
    bool m_isInFront = false;
    int m_current = -1;
    enum class Scanned { No, Cancelled, Yes } m_state = Scanned::No;
};

OverflowPanel::OverflowPanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_records(new OverflowModel(this))
    , m_tabs(new QTabWidget(this))
{
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeRecordsPage(), icon("overflow"), {});
    m_tabs->addTab(makeScanPage(), icon("search"), {});
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tabs);
    setMinimumSize(scaled(160), scaled(120));
    connectAll();
    addActions();
    retranslate();
    showRoots();
}

QWidget* OverflowPanel::makeRecordsPage()
{
    m_filter = new FilterBar(this);
    m_tree = new QTreeView(this);
    m_tree->setModel(m_records);
    m_tree->setHeaderHidden(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(treeIndentation(0));
    m_tree->setItemDelegate(new CellDelegate(m_tree));
    m_record = new OverflowRecordView(this);
    m_timeline = new OverflowTimeline(this);
    m_tensorTable = new ScanTable(m_workbench, this);
    m_tensors = &m_tensorTable->rows();
    m_side = new OverflowSide(m_timeline, m_tensorTable, this);
    auto* const list = new QWidget(this);
    auto* const listLayout = new QVBoxLayout(list);
    listLayout->setContentsMargins(0, 0, 0, 0);
    listLayout->setSpacing(0);
    listLayout->addWidget(m_filter);
    listLayout->addWidget(m_tree, 1);
    auto* const left = new RoomSplitter(scaled(kLowPanel), {40, 60}, this);
    left->addWidget(list);
    left->addWidget(m_record);
    const QList<int> shares {630, 370};
    auto* const body = new QSplitter(Qt::Horizontal, this);
    body->addWidget(left);
    body->addWidget(m_side);
    body->setStretchFactor(0, 2);
    body->setStretchFactor(1, 1);
    body->setSizes(shares);
    body->setChildrenCollapsible(false);
    auto* const page = new QWidget(this);
    m_recordPages = new QStackedLayout(page);
    m_recordsMessage = new MessagePage(this);
    m_recordPages->addWidget(m_recordsMessage);
    m_recordPages->addWidget(body);
    return page;
}

QWidget* OverflowPanel::makeScanPage()
{
    auto* const page = new QWidget(this);
    auto* const layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* const bar = new QWidget(page);
    auto* const barLayout = new QHBoxLayout(bar);
    barLayout->setContentsMargins(scaledMargins(kLarge, kTiny, kSmall, kTiny));
    m_scanState = new QLabel(bar);
    m_scanState->setTextFormat(Qt::PlainText);
    m_scanState->setWordWrap(true);
    m_setAsideButton = new QToolButton(bar);
    m_setAsideButton->setAutoRaise(true);
    m_scanButton = new QToolButton(bar);
    m_scanButton->setAutoRaise(true);
    barLayout->addWidget(m_scanState, 1);
    barLayout->addWidget(m_setAsideButton);
    barLayout->addWidget(m_scanButton);
    layout->addWidget(bar);
    m_scanTable = new ScanTable(m_workbench, page);
    m_scanned = &m_scanTable->rows();
    for (int column = ScanModel::Nan; column < ScanModel::kColumns; ++column)
        m_scanTable->setColumnWidth(column, scaled(kCountWidth));
    m_scanTable->setColumnWidth(ScanModel::Why, scaled(kWhyWidth));
    m_scanMessage = new MessagePage(page);
    m_scanPages = new QStackedLayout;
    m_scanPages->addWidget(m_scanMessage);
    m_scanPages->addWidget(m_scanTable);
    layout->addLayout(m_scanPages, 1);
    return page;
}

void OverflowPanel::retranslate()
{
    m_tabs->setTabText(0, tr("Overflow"));
    m_tabs->setTabText(1, tr("NaN and Inf scan"));
    m_tree->setAccessibleName(tr("Overflow records"));
    m_filter->setPlaceholder(tr("operator, unit:aicore, step:3..5"));
    m_scanTable->setAccessibleName(tr("Tensors with NaN or Inf"));
    m_tabs->setAccessibleName(tr("Overflow"));
    m_setAsideButton->setText(tr("Show what is set aside"));
    showPages();
    showScanState();
    emit titleChanged();
}

void OverflowPanel::connectAll()
{
    connect(&m_workbench.session, &Session::rootChanged, this, &OverflowPanel::showRoots);
    connect(&m_workbench.session, &Session::rootAboutToBeRemoved, this, [this] {
        m_scan.cancel();
        m_records->setRoots({});
    });
    connect(&m_workbench.session, &Session::rootRemoved, this, &OverflowPanel::showRoots);
    connect(
        m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
            const int item = m_records->itemAt(now);
            if (item >= 0)
                showItem(item);
            else if (now.isValid())
                showItem(m_records->itemAt(m_records->index(0, 0, now)));
        });
    connect(m_filter, &FilterBar::filterChanged, this, &OverflowPanel::filterRecords);
    connect(m_filter, &FilterBar::left, m_tree, [this] { m_tree->setFocus(); });
    connect(m_timeline, &OverflowTimeline::itemChosen, this,
        [this](int item) { m_tree->setCurrentIndex(m_records->indexOf(item)); });
    connect(m_scanButton, &QToolButton::clicked, this,
        [this] { isSettled() ? scan() : m_scan.task()->cancel(); });
    connect(m_setAsideButton, &QToolButton::clicked, this, &OverflowPanel::showSetAside);
}

void OverflowPanel::addActions()
{
    ActionRegistry& actions = m_workbench.actions;
    actions.handle(
        "edit.copy", m_record, [this] { QGuiApplication::clipboard()->setText(m_record->text()); },
        [this] { return m_current >= 0; });
    actions.handle(
        "item.open", m_tree,
        [this] {
            // To the operator's tensors.
            if (m_current < 0)
                return;
            const OverflowItem& item = m_records->items()[static_cast<std::size_t>(m_current)];
            if (const auto tensors = item.tensors(); !tensors.empty())
                m_workbench.selection.open({item.root, tensors.front()});
        },
        [this] { return m_current >= 0; });
    actions.handle(
        "tools.scan_nonfinite", this,
        [this] {
            m_tabs->setCurrentIndex(1);
            emit frontWanted();
            scan();
        },
        [this] { return currentRoot() != nullptr; });
}

std::vector<OpenedRoot*> OverflowPanel::roots() const
{
    std::vector<OpenedRoot*> ready;
    for (OpenedRoot* root : m_workbench.session.roots()) {
        if (root->state() == OpenedRoot::State::Ready)
            ready.push_back(root);
    }
    return ready;
}

OpenedRoot* OverflowPanel::currentRoot() const
{
    const RowScope& scope = m_workbench.selection.scope();
    if (scope.root && scope.root->state() == OpenedRoot::State::Ready)
        return scope.root;
    const auto ready = roots();
    return ready.empty() ? nullptr : ready.front();
}

void OverflowPanel::showRoots()
{
    m_records->setRoots(roots());
    {
        const QSignalBlocker quiet(m_filter); // it is asked below
        m_filter->setTable(std::make_shared<const OverflowTable>(m_records->all()));
    }
    filterRecords();
    if (!m_scan.task() || m_scan.task()->isOver()) {
        m_scanned->clear();
        m_state = Scanned::No;
    }
    showPages();
    showScanState();
    emit titleChanged();
    emit commandLineChanged();
    scanByItself();
}

void OverflowPanel::filterRecords()
{
    const std::vector<OverflowItem>& all = m_records->all();
    const OverflowTable table(all);
    std::vector<OverflowItem> kept;
    for (std::size_t row = 0; row < all.size(); ++row) {
        if (m_filter->filter().matches(table, row))
            kept.push_back(all[row]);
    }
    m_filter->setHits(static_cast<qint64>(kept.size()), static_cast<qint64>(all.size()), -1);
    m_current = -1;
    m_record->clear();
    m_tensors->clear();
    m_records->show(std::move(kept));
    showRecords();
}

void OverflowPanel::showRecords()
{
    std::vector<OverflowTimeline::Mark> marks;
    for (std::size_t i = 0; i < m_records->items().size(); ++i) {
        const OverflowItem& item = m_records->items()[i];
        const core::FolderFacts& facts = item.facts();
        marks.push_back({static_cast<int>(i), facts.rank ? tr("rank %1").arg(*facts.rank) : tr("no rank"),
            facts.step ? tr("step %1").arg(*facts.step) : tr("no step"), item.get().timestamp});
    }
    m_timeline->setMarks(std::move(marks));
    m_side->fitTimeline();
    m_tree->expandAll();
    if (!m_records->items().empty())
        m_tree->setCurrentIndex(m_records->index(0, 0, m_records->index(0, 0)));
}

void OverflowPanel::showPages()
{
    m_recordPages->setCurrentIndex(m_records->all().empty() ? 0 : 1);
    if (roots().empty())
        return m_recordsMessage->show(tr("Nothing here yet. Choose something in Dumps."), {});
    if (m_state == Scanned::Yes && m_scanned->rowCount() == 0)
        m_recordsMessage->show(tr("No overflow record.") + QLatin1Char(' ') + scanWords(), {});
    else
        m_recordsMessage->show(tr("No overflow record."), tr("Scan tensors for NaN and Inf"), [this] {
            m_tabs->setCurrentIndex(1);
            scan();
        });
}

void OverflowPanel::showItem(int item)
{
    if (item < 0 || item == m_current)
        return;
    m_current = item;
    const OverflowItem& chosen = m_records->items()[static_cast<std::size_t>(item)];
    m_record->setItem(chosen);
    m_timeline->setCurrent(item);
    std::vector<core::NonFiniteTensor> tensors;
    for (const core::TensorId id : chosen.tensors()) {
        const int row = m_scanned->rowOf({chosen.root, id});
        core::NonFiniteTensor known;
        known.id = id;
        if (row >= 0)
            known = m_scanned->at(row);
        tensors.push_back(std::move(known));
    }
    m_tensors->setTensors(chosen.root, std::move(tensors));
}

// Who looks here wants to know; once, so that what was cancelled stays so.
void OverflowPanel::scanByItself()
{
    OpenedRoot* const root = currentRoot();
    if (!m_isInFront || !root || !isSettled() || m_state != Scanned::No || m_begun.lock() == root->index()
        || core::scanOutlook(*root->index()).all() == 0 || bytesToScan(*root->index()) > kScannedByItself)
        return;
    m_begun = root->index();
    scan(false);
}

void OverflowPanel::scan(bool isAsked)
{
    OpenedRoot* const root = currentRoot();
    if (!root)
        return;
    m_scanned->clear();
    m_scanRoot = root;
    m_state = Scanned::No;
    // Also of a scan that was cancelled, so it is not the task's result.
    const auto scanned = std::make_shared<core::ValueScan>();
    Task* const task
        = m_workbench.tasks.start<void>(Lane::Bulk, tr("NaN and Inf scan of %1").arg(root->title()), this,
            [index = root->index(), scanned](core::TaskContext& context, const TaskRunner::Post&)
                -> core::Result<void> { return core::scanWhereItLies(index, context, *scanned); },
            {});
    m_scan.replace(task);
    connect(task, &Task::finished, this, [this, task, scanned, isAsked] {
        if (m_scan.task() != task)
            return; // asked for again before it was cancelled
        m_state = task->state() == Task::State::Done  ? Scanned::Yes
            : task->state() == Task::State::Cancelled ? Scanned::Cancelled
                                                      : Scanned::No;
        showScanned(m_scanRoot, std::move(*scanned), isAsked);
        // None found where none could be looked at is no finding.
        task->setOutcome(m_result.scanned == 0 && m_result.unreadable > 0
                ? tr("NaN and Inf not known for %1")
                      .arg(groupedNumber(static_cast<qint64>(m_result.unreadable)))
                : m_result.scanned == 0 ? tr("Nothing could be looked at")
                                        : tr("%1 with NaN or Inf").arg(groupedNumber(m_scanned->rowCount())));
    });
    auto* const timer = new QTimer(task);
    connect(timer, &QTimer::timeout, this, &OverflowPanel::showScanState);
    connect(task, &Task::finished, timer, &QTimer::stop);
    timer->start(kProgressMs);
    showScanState();
}

void OverflowPanel::showScanned(OpenedRoot* root, core::ValueScan scan, bool isAsked)
{
    m_scanned->append(root, scan.found);
    if (root && m_state == Scanned::Yes)
        FirstNonFinite::of(m_workbench.session).report(root, scan);
    scan.found.clear();
    // Whoever searched wants to know where it began.
    if (scan.first && isAsked)
        m_workbench.selection.select({root, scan.first->id});
    m_result = std::move(scan);
    showPages();
    showScanState();
    const int item = std::exchange(m_current, -1);
    showItem(item);
    emit titleChanged();
}

void OverflowPanel::showSetAside()
{
    m_scanned->append(m_scanRoot, std::exchange(m_result.masks, {}));
    showScanState();
}

QString OverflowPanel::scanWords() const
{
    const auto number = [](quint64 count) { return groupedNumber(static_cast<qint64>(count)); };
    const quint64 byValues = m_result.scanned - m_result.byStatistics;
    const quint64 unknown = m_result.unreadable;
    if (m_state == Scanned::Cancelled)
        return tr("Cancelled. Tensors with NaN or Inf so far: %1. Not all tensors were checked, and the "
                  "origin is not known.")
            .arg(number(static_cast<quint64>(m_scanned->rowCount())));
    QStringList words;
    if (m_scanned->rowCount() > 0) {
        words << tr("%1 of %2 tensors have NaN or Inf.")
                     .arg(number(static_cast<quint64>(m_scanned->rowCount())), number(m_result.scanned));
        if (m_result.first && m_scanRoot)
            words << tr("It began at %1.").arg(ScanModel::placeText({m_scanRoot, m_result.first->id}));
    } else if (m_result.scanned == 0) {
        words << tr("Nothing could be looked at for NaN and Inf.");
        if (m_result.skipped > 0)
            words << tr("%1 tensors are of types that have neither.").arg(number(m_result.skipped));
        else if (unknown == 0)
            words << tr("There is no tensor.");
    } else if (m_result.isWhole())
        words << tr("No NaN or Inf: %1 tensors looked at by their values, %2 by statistics.")
                     .arg(number(byValues), number(m_result.byStatistics));
    else
        words << tr("No NaN or Inf in what could be looked at: %1 tensors by their values, %2 by statistics.")
                     .arg(number(byValues), number(m_result.byStatistics));
    if (unknown > 0)
        words << tr("Unreadable, or without numbers that would tell: %1.").arg(number(unknown));
    const quint64 uninitialised = m_result.uninitialised();
    if (const quint64 masks = m_result.masks.size() - uninitialised; masks > 0)
        words << tr("Set aside as masks of -Inf: %1.").arg(number(masks));
    if (uninitialised > 0)
        words << tr("Set aside as memory that is not initialised: %1.").arg(number(uninitialised));
    return words.join(QLatin1Char(' '));
}

void OverflowPanel::showScannable(const OpenedRoot* root)
{
    if (!root)
        return m_scanMessage->show(tr("Nothing here yet. Choose something in Dumps."), {});
    const core::DumpIndex& index = *root->index();
    const core::ScanOutlook outlook = core::scanOutlook(index);
    QStringList words;
    if (outlook.all() == 0 && outlook.checksumsOnly == 0)
        words << tr("There is no tensor that could be scanned.");
    if (outlook.byValues > 0)
        words << tr("%1 tensors can be scanned by their values.")
                     .arg(groupedNumber(static_cast<qint64>(outlook.byValues)));
    if (outlook.byStatistics > 0)
        words << tr("%1 tensors can be looked at by their statistics alone.")
                     .arg(groupedNumber(static_cast<qint64>(outlook.byStatistics)));
    if (outlook.checksumsOnly > 0)
        words << tr("Of %1 tensors only checksums were dumped, which do not tell NaN or Inf.")
                     .arg(groupedNumber(static_cast<qint64>(outlook.checksumsOnly)));
    m_scanMessage->show(words.join(QLatin1Char(' ')),
        outlook.all() > 0 ? tr("Scan tensors for NaN and Inf") : QString(), [this] { scan(); });
}

void OverflowPanel::showScanState()
{
    const bool isRunning = !isSettled();
    m_scanButton->setText(isRunning ? tr("Cancel") : tr("Scan"));
    m_scanButton->setEnabled(currentRoot() != nullptr);
    m_setAsideButton->setVisible(!isRunning && m_state == Scanned::Yes && !m_result.masks.empty());
    m_scanPages->setCurrentIndex(m_scanned->rowCount() > 0 ? 1 : 0);
    if (isRunning) {
        const double fraction = m_scan.task()->progress().fraction;
        m_scanState->setText(
            tr("Looking for NaN and Inf: %1 %. The results and their origin are shown at the end.")
                .arg(static_cast<int>(fraction * 100)));
        m_scanMessage->show(m_scanState->text(), {});
        if (m_records->items().empty())
            m_recordsMessage->show(m_scanState->text(), tr("Cancel"), [this] { m_scan.task()->cancel(); });
    } else if (m_state != Scanned::No) {
        m_scanState->setText(scanWords());
        m_scanMessage->show(m_scanState->text(), {});
    } else {
        m_scanState->clear();
        showScannable(currentRoot());
    }
}

} // namespace

void register_overflow_panel(PanelRegistry& registry)
{
    registry.add({"overflow", "overflow", [](Workbench& workbench) { return new OverflowPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "overflow_panel.moc"
