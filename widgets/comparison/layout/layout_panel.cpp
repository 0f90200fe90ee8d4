// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/due_timer.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/spacing.h"
#include "comparison/comparison_panel_base.h"
#include "comparison/errors/rank_error_map.h"
#include "comparison/layout/rank_mesh_model.h"
#include "comparison/pairing/assembly_group_model.h"
#include "comparison/pairing/reading_list.h"
#include "kit/message_page.h"
#include "kit/room_splitter.h"
#include "kit/sentence_list.h"
#include "kit/simple_table.h"
#include "layout/layout_words.h"
#include "request/info_request.h"

#include <QHeaderView>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr int kRowsRefreshMs = 500; ///< while pairs arrive
constexpr int kMeshRows = 8;        ///< in sight at most; more scroll
constexpr int kBesideBelow = 420;   ///< height

/// How the ranks of the target share the work, and what of golden is cut where.
class LayoutPanel : public ComparisonPanel {
    Q_OBJECT
public:
    explicit LayoutPanel(Workbench& workbench)
        : ComparisonPanel(workbench)
        , m_mesh(new RankMeshModel(this))
        , m_groups(new AssemblyGroupModel(this))
        , m_message(new MessagePage(this))
        , m_meshTable(new SimpleTable(this))
        , m_groupTable(new SimpleTable(this))
        , m_errors(new RankErrorMap(workbench.tasks, this))
        , m_compared(new QWidget(this))
        , m_readings(new ReadingList(workbench.comparisons, workbench.tasks, this))
        , m_sentences(new SentenceList(this))
        , m_parts(new RoomSplitter(scaled(kBesideBelow), {2, 5}, this))
        , m_pages(new QStackedLayout(this))
    {
        m_meshTable->setRows(m_mesh, -1);
        m_groupTable->setRows(m_groups, AssemblyGroupModel::First);
        m_groupTable->setFillLeast(scaled(170));
        for (SimpleTable* table : {m_meshTable, m_groupTable})
            table->setSelectionMode(QAbstractItemView::SingleSelection);
        m_sentences->setHeading({});
        m_sentences->setCommand({}, {});
        auto* const ranks = new QWidget(this);
        auto* const column = new QVBoxLayout(ranks);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(m_meshTable);
        column->addWidget(m_sentences, 1);
        m_parts->addWidget(ranks);
        auto* const compared = new QVBoxLayout(m_compared);
        compared->setContentsMargins(0, 0, 0, 0);
        compared->setSpacing(0);
        compared->addWidget(m_errors);
        compared->addWidget(m_groupTable, 1);
        compared->addWidget(m_readings);
        m_parts->addWidget(m_compared);
        m_pages->addWidget(m_message);
        m_pages->addWidget(m_parts);
        setMinimumSize(scaled(160), scaled(120));
        m_later.setSingleShot(true);
        m_later.setInterval(kRowsRefreshMs);
        connect(&m_later, &QTimer::timeout, this, &LayoutPanel::sumUp);
        connect(&m_later, &QTimer::timeout, this, &LayoutPanel::pairChanged);
        connect(m_groupTable, &QTableView::clicked, this, &LayoutPanel::choose);
        connect(m_groupTable, &QTableView::activated, this, &LayoutPanel::choose);
        connect(m_errors, &RankErrorMap::pairChosen, this, [this](quint64 row) {
            const auto now = pairs();
            if (now && row < now->rows() && now == m_summed)
                m_comparisons.select(row);
        });
        connect(&workbench.session, &Session::rootChanged, this, [this] { refresh(); });
        connect(&workbench.session, &Session::rootRemoved, this, [this] { refresh(); });
        connect(&workbench.selection, &Selection::scopeChanged, this, [this] { refresh(); });
        begin();
    }

    QString title() const override { return tr("Layout"); }
    QString commandLine() const override
    {
        const OpenedRoot* const root = this->root();
        return root ? fromCore(core::commandText(
                   core::InfoRequest {.paths = {root->path().toStdString()}, .layout = true}))
                    : QString();
    }
    CommandGap commandGap() const override { return {}; }
    bool isSettled() const override
    {
        const auto isOver = [](const LatestOnly& slot) { return !slot.task() || slot.task()->isOver(); };
        return !m_later.isActive() && isOver(m_finding) && isOver(m_summing) && m_errors->isSettled()
            && m_readings->isSettled();
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        ComparisonPanel::showEvent(event);
        refresh();
    }

private:
    void retranslate() override
    {
        m_meshTable->setAccessibleName(tr("Places of the ranks"));
        m_groupTable->setAccessibleName(tr("What is cut where"));
        for (QAbstractItemModel* model :
            {static_cast<QAbstractItemModel*>(m_mesh), static_cast<QAbstractItemModel*>(m_groups)})
            emit model->headerDataChanged(Qt::Horizontal, 0, model->columnCount() - 1);
        m_errors->retranslate();
        m_readings->clear();
        m_readings->setAccessibleName(tr("Readings of the chosen pair"));
        refresh();
        show();
        emit titleChanged();
    }

    void pairChanged() override
    {
        if (isVisible())
            m_readings->refresh();
    }
    void stateChanged() override { pairChanged(); }
    void showComparison() override
    {
        m_summing.cancel();
        m_readings->clear();
        clearGroups();
        refresh();
    }
    void pairsChanged(bool) override
    {
        if (!m_later.isActive())
            m_later.start();
    }

    /// The target of the comparison in front; else the dump in front.
    [[nodiscard]] OpenedRoot* root() const
    {
        if (shown())
            return shown()->setup().target.root;
        if (OpenedRoot* const chosen = m_workbench.selection.scope().root)
            return chosen;
        const auto& roots = m_workbench.session.roots();
        return roots.isEmpty() ? nullptr : roots.first();
    }

    void refresh();
    void find();
    void show();
    void showMesh();
    void showSentences();
    [[nodiscard]] bool isMesh() const { return m_layout && m_layout->ranks.size() > 1; }
    void sumUp();
    void clearGroups();
    void choose(const QModelIndex& index);
    void openTensor(core::TensorId id);

    RankMeshModel* m_mesh;
    AssemblyGroupModel* m_groups;
    MessagePage* m_message;
    SimpleTable *m_meshTable, *m_groupTable;
    RankErrorMap* m_errors;
    QWidget* m_compared; ///< what is off where and what is cut where
    ReadingList* m_readings;
    SentenceList* m_sentences;
    RoomSplitter* m_parts;
    QStackedLayout* m_pages;
    std::shared_ptr<const core::DumpIndex> m_index;             ///< the layout is asked for
    core::Result<core::RunLayout> m_layout = core::RunLayout(); ///< of m_index, once found
    std::shared_ptr<const core::PairTable> m_summed;            ///< the groups are of, or are asked for
    LatestOnly m_finding, m_summing;
    DueTimer m_later;
};

void LayoutPanel::refresh()
{
    emit commandLineChanged();
    if (!isVisible())
        return;
    const OpenedRoot* const root = this->root();
    const auto index = root ? root->index() : nullptr;
    if (index != m_index) {
        m_index = index;
        find();
    }
    sumUp();
    m_readings->refresh();
    show();
}

void LayoutPanel::find()
{
    m_finding.cancel();
    m_layout = core::RunLayout();
    if (!m_index)
        return;
    m_finding.start<core::RunLayout>(
        m_workbench.tasks, Lane::Interactive, tr("Find how the ranks share the work"), this,
        [index = m_index](
            core::TaskContext& task, const TaskRunner::Post&) { return core::findRunLayout(index, task); },
        [this](core::Result<core::RunLayout> layout) {
            m_layout = std::move(layout);
            show();
        });
}

void LayoutPanel::sumUp()
{
    const auto pairs = this->pairs();
    if (!isVisible() || pairs == m_summed)
        return;
    if (!pairs) {
        m_summing.cancel();
        return clearGroups();
    }
    m_summed = pairs;
    m_errors->setPairs(pairs);
    using Groups = std::vector<core::AssemblyGroup>;
    m_summing.start<Groups>(
        m_workbench.tasks, Lane::Interactive, tr("Sum up what is cut where"), this,
        [pairs](
            core::TaskContext& task, const TaskRunner::Post&) { return core::sumUpAssemblies(*pairs, task); },
        [this, pairs](core::Result<Groups> groups) {
            if (groups)
                m_groups->setGroups(pairs, std::move(*groups));
            else
                clearGroups();
            show();
        });
}

void LayoutPanel::clearGroups()
{
    m_summed.reset();
    m_groups->setGroups(nullptr, {});
    m_errors->setPairs(nullptr);
}

void LayoutPanel::show()
{
    const bool isFinding = m_finding.task() && !m_finding.task()->isOver();
    const bool hasGroups = m_groups->rowCount() > 0;
    m_compared->setVisible(hasGroups);
    m_meshTable->setVisible(isMesh());
    setFocusProxy(hasGroups ? m_groupTable : isMesh() ? m_meshTable : nullptr);
    if (isMesh() || hasGroups) {
        showMesh();
        showSentences();
        m_pages->setCurrentWidget(m_parts);
        return;
    }
    m_pages->setCurrentWidget(m_message);
    if (!root())
        m_message->show(tr("Open a dump to see how its ranks share the work."), {});
    else if (!m_index)
        m_message->show(tr("The dump is not read yet."), {});
    else if (!m_layout)
        m_message->show(coreErrorAndAdvice(m_layout.error()), tr("Look again"), [this] {
            find();
            show();
        });
    else if (!m_layout->unknown.empty())
        m_message->show(coreSentence(m_layout->unknown.front()), {});
    else
        m_message->show(
            isFinding ? tr("Looking for how the ranks share the work.") : tr("No rank is recorded."), {});
}

void LayoutPanel::showMesh()
{
    m_mesh->setLayout(m_layout ? *m_layout : core::RunLayout());
    for (int column = 0; column < m_mesh->columnCount(); ++column)
        m_meshTable->setColumnWidth(
            column, std::max(scaled(66), m_meshTable->horizontalHeader()->sectionSizeHint(column)));
    for (int column = AssemblyGroupModel::Place; column < AssemblyGroupModel::kColumns; ++column)
        m_groupTable->setColumnWidth(column,
            std::max(static_cast<QAbstractItemView*>(m_groupTable)->sizeHintForColumn(column),
                m_groupTable->horizontalHeader()->sectionSizeHint(column)));
    m_meshTable->setFixedHeight(m_meshTable->horizontalHeader()->sizeHint().height()
        + std::min(m_mesh->rowCount(), kMeshRows) * rowHeight());
}

// What disagrees first, then what is known, then what is not.
void LayoutPanel::showSentences()
{
    std::vector<Sentence> sentences;
    const auto say = [&](State state, const core::Message& message) {
        sentences.push_back({state, coreSentence(message)});
    };
    if (!m_layout) {
        sentences.push_back({State::Warn, coreErrorAndAdvice(m_layout.error())});
    } else {
        for (const auto& found : m_layout->disagreements)
            sentences.push_back({State::Fail, coreSentence(core::disagreementText(found, *m_index)),
                found.others.empty() ? QString() : tr("Open rank %1's tensor").arg(found.others.front()),
                [this, id = found.tensor] { openTensor(id); }});
        for (const auto& axis : m_layout->axes)
            say(State::None, core::axisText(axis));
        for (const auto& group : m_layout->groups)
            say(State::None, core::groupText(group));
        for (const core::Message& unknown : m_layout->unknown)
            say(State::NotComparable, unknown);
    }
    m_sentences->setSentences(std::move(sentences));
}

void LayoutPanel::openTensor(core::TensorId id)
{
    OpenedRoot* const root = this->root();
    if (!root || root->index() != m_index)
        return;
    m_workbench.selection.select({root, id});
    m_workbench.actions.trigger("view.dock.3");
}

// The rows may be others meanwhile, and be summed up a little later.
void LayoutPanel::choose(const QModelIndex& index)
{
    const auto now = pairs();
    if (!index.isValid() || !now)
        return;
    const std::size_t row = m_groups->at(index.row()).first;
    const core::TensorPair& shownPair = m_groups->firstPair(index.row());
    if (row < now->rows() && now->row(row).pair.golden == shownPair.golden
        && now->row(row).pair.target == shownPair.target)
        m_comparisons.select(row);
}

} // namespace

void register_layout_panel(PanelRegistry& registry)
{
    registry.add({"layout", "rank", [](Workbench& workbench) { return new LayoutPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "layout_panel.moc"
