// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/fonts.h"
#include "common/icons.h"
#include "common/metrics.h"
#include "common/numbers.h"
#include "common/shell_text.h"
#include "views/cell_delegate.h"
#include "views/message_page.h"
#include "views/overflow_record_view.h"
#include "views/overflow_side.h"
#include "views/overflow_timeline.h"
#include "views/panel.h"
#include "views/room_splitter.h"
#include "views/scan_table.h"

#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QHeaderView>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

constexpr int kCountWidth = 92, kWhyWidth = 240;
constexpr int kLow = 380;        ///< list and record stand side by side below this height
constexpr qint64 kBatchMs = 100; ///< between two batches of a scan

class OverflowPanel : public Panel {
    Q_OBJECT
public:
    explicit OverflowPanel(Workbench& workbench);

    QString title() const override { return tr("Overflow"); }
    int badge() const override { return static_cast<int>(m_records->items().size()); }
    bool isSettled() const override { return !m_scan.task() || m_scan.task()->isOver(); }
    QString commandLine() const override
    {
        OpenedRoot* const root = currentRoot();
        return root ? QStringLiteral("dumpscope-cli overflow ") + shellQuoted(root->path()) : QString();
    }
    bool showTab(const QString& name) override
    {
        const QStringList names {QStringLiteral("overflow"), QStringLiteral("nan and inf scan")};
        const auto tab = names.indexOf(name);
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

private:
    QWidget* makeRecordsPage();
    QWidget* makeScanPage();
    void connectAll();
    void addActions();
    void retranslate();
    void showRoots();
    void showPages();
    void showItem(int item);
    void scan();
    void found(OpenedRoot* root, const std::vector<core::NonFiniteTensor>& batch);
    void showScanState();
    [[nodiscard]] std::vector<OpenedRoot*> roots() const;
    [[nodiscard]] OpenedRoot* currentRoot() const;
    [[nodiscard]] quint64 tensorCount() const;

    Workbench& m_workbench;
    OverflowModel* m_records;
    ScanModel *m_scanned, *m_tensors; ///< of the two tables
    QTabWidget* m_tabs;
    QTreeView* m_tree;
    OverflowRecordView* m_record;
    OverflowTimeline* m_timeline;
    ScanTable *m_scanTable, *m_tensorTable;
    OverflowSide* m_side;
    QLabel* m_scanState;
    QToolButton* m_scanButton;
    MessagePage *m_recordsMessage, *m_scanMessage;
    QStackedLayout *m_recordPages, *m_scanPages;
    LatestOnly m_scan;
    quint64 m_scannedCount = 0;
    int m_current = -1;
    bool m_wasScanned = false;
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
    auto* const left = new RoomSplitter(scaled(kLow), {40, 60}, this);
    left->addWidget(m_tree);
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
    m_scanButton = new QToolButton(bar);
    m_scanButton->setAutoRaise(true);
    barLayout->addWidget(m_scanState, 1);
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
    m_scanTable->setAccessibleName(tr("Tensors with NaN or Inf"));
    m_tabs->setAccessibleName(tr("Overflow"));
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
    connect(m_timeline, &OverflowTimeline::itemChosen, this,
        [this](int item) { m_tree->setCurrentIndex(m_records->indexOf(item)); });
    connect(m_scanButton, &QToolButton::clicked, this,
        [this] { isSettled() ? scan() : m_scan.task()->cancel(); });
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

quint64 OverflowPanel::tensorCount() const
{
    quint64 count = 0;
    for (const OpenedRoot* root : roots())
        count += root->index()->tensorCount();
    return count;
}

void OverflowPanel::showRoots()
{
    m_current = -1;
    m_record->clear();
    m_tensors->clear();
    m_records->setRoots(roots());
    if (!m_scan.task() || m_scan.task()->isOver()) {
        m_scanned->clear();
        m_wasScanned = false;
    }
    std::vector<OverflowTimeline::Mark> marks;
    for (std::size_t i = 0; i < m_records->items().size(); ++i) {
        const OverflowItem& item = m_records->items()[i];
        const core::FolderFacts& facts = item.facts();
        marks.push_back({static_cast<int>(i), facts.rank ? tr("rank_%1").arg(*facts.rank) : tr("no rank"),
            facts.step ? tr("step %1").arg(*facts.step) : tr("no step"), item.get().timestamp});
    }
    m_timeline->setMarks(std::move(marks));
    m_side->fitTimeline();
    m_tree->expandAll();
    if (!m_records->items().empty())
        m_tree->setCurrentIndex(m_records->index(0, 0, m_records->index(0, 0)));
    showPages();
    showScanState();
    emit titleChanged();
    emit commandLineChanged();
}

void OverflowPanel::showPages()
{
    m_recordPages->setCurrentIndex(m_records->items().empty() ? 0 : 1);
    if (roots().empty())
        return m_recordsMessage->show(tr("Nothing here yet. Choose something in Dumps."), {});
    if (m_wasScanned && m_scanned->rowCount() == 0)
        m_recordsMessage->show(tr("No overflow record, and no NaN or Inf in %1 tensors.")
                                   .arg(groupedNumber(static_cast<qint64>(m_scannedCount))),
            {});
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

void OverflowPanel::scan()
{
    OpenedRoot* const root = currentRoot();
    if (!root)
        return;
    m_scanned->clear();
    m_wasScanned = false;
    m_scannedCount = 0;
    using Batch = std::vector<core::NonFiniteTensor>;
    const QPointer<OverflowPanel> guard(this);
    const QPointer<OpenedRoot> target(root);
    Task* const task = m_workbench.tasks.start<core::ValueScan>(
        Lane::Bulk, tr("NaN and Inf scan of %1").arg(root->title()), this,
        [index = root->index(), guard, target](
            core::TaskContext& context, const TaskRunner::Post& post) -> core::Result<core::ValueScan> {
            std::vector<core::TensorId> all;
            for (std::size_t i = 0; i < index->tensorCount(); ++i)
                all.emplace_back(i);
            auto batch = std::make_shared<Batch>();
            QElapsedTimer sincePost;
            sincePost.start();
            const auto hand = [&] {
                post([guard, target, batch] { guard->found(target, *batch); });
                batch = std::make_shared<Batch>();
                sincePost.restart();
            };
            core::ValueScanOptions options;
            options.onFound = [&](const core::NonFiniteTensor& tensor) {
                batch->push_back(tensor);
                if (sincePost.elapsed() >= kBatchMs)
                    hand();
            };
            core::ValueScan result;
            const auto done = core::scanValues(index, all, options, context, result);
            hand();
            if (!done)
                return tl::make_unexpected(done.error());
            return result;
        },
        [this](core::Result<core::ValueScan> result) {
            m_wasScanned = result.has_value();
            if (result)
                m_scannedCount = result->scanned;
        });
    m_scan.replace(task);
    connect(task, &Task::finished, this, [this, task] {
        const core::Progress::Snapshot now = task->progress();
        if (task->state() == Task::State::Cancelled)
            m_scanState->setText(tr("Cancelled. %1 of %2 kept.")
                                     .arg(groupedNumber(static_cast<qint64>(now.done)),
                                         groupedNumber(static_cast<qint64>(now.total))));
        task->setOutcome(tr("%1 with NaN or Inf").arg(groupedNumber(m_scanned->rowCount())));
        showPages();
        if (task->state() != Task::State::Cancelled)
            showScanState();
        const int item = std::exchange(m_current, -1);
        showItem(item);
        m_scanButton->setText(tr("Scan"));
        emit titleChanged();
    });
    auto* const timer = new QTimer(task);
    connect(timer, &QTimer::timeout, this, &OverflowPanel::showScanState);
    connect(task, &Task::finished, timer, &QTimer::stop);
    timer->start(static_cast<int>(kBatchMs));
    showScanState();
}

void OverflowPanel::found(OpenedRoot* root, const std::vector<core::NonFiniteTensor>& batch)
{
    m_scanned->append(root, batch);
    m_scanPages->setCurrentIndex(m_scanned->rowCount() > 0 ? 1 : 0);
}

void OverflowPanel::showScanState()
{
    const bool isRunning = !isSettled();
    m_scanButton->setText(isRunning ? tr("Cancel") : tr("Scan"));
    m_scanButton->setEnabled(currentRoot() != nullptr);
    m_scanPages->setCurrentIndex(m_scanned->rowCount() > 0 ? 1 : 0);
    const QString rows = groupedNumber(m_scanned->rowCount());
    if (isRunning) {
        const core::Progress::Snapshot now = m_scan.task()->progress();
        const QString done = groupedNumber(static_cast<qint64>(now.done)),
                      total = groupedNumber(static_cast<qint64>(now.total));
        m_scanState->setText(m_scanned->rowCount() == 0
                ? tr("Scanning in execution order: %1 of %2. None found so far.").arg(done, total)
                : tr("Scanning in execution order: %1 of %2. %3 found so far.").arg(done, total, rows));
        m_scanMessage->show(m_scanState->text(), {});
    } else if (m_wasScanned) {
        const QString scanned = groupedNumber(static_cast<qint64>(m_scannedCount));
        m_scanState->setText(tr("%1 of %2 tensors have NaN or Inf.").arg(rows, scanned));
        m_scanMessage->show(m_records->items().empty()
                ? tr("No overflow record, and no NaN or Inf in %1 tensors.").arg(scanned)
                : tr("No NaN or Inf in %1 tensors.").arg(scanned),
            {});
    } else {
        m_scanState->clear();
        m_scanMessage->show(currentRoot() ? tr("%1 tensors can be scanned in execution order.")
                                                .arg(groupedNumber(static_cast<qint64>(tensorCount())))
                                          : tr("Nothing here yet. Choose something in Dumps."),
            currentRoot() ? tr("Scan tensors for NaN and Inf") : QString(), [this] { scan(); });
    }
}

} // namespace

void register_overflow_panel(PanelRegistry& registry)
{
    registry.add({"overflow", "overflow", [](Workbench& workbench) { return new OverflowPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "overflow_panel.moc"
