// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/icons.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "compare/conclusion/explanation.h"
#include "comparison/comparison_panel_base.h"
#include "comparison/limits/limit_delegate.h"
#include "comparison/limits/limit_list_model.h"
#include "comparison/limits/verdict_change_model.h"
#include "comparison/setup_json.h"
#include "documents/problem_list.h"
#include "kit/message_page.h"
#include "kit/simple_table.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace dumpscope::gui {

namespace {

constexpr int kChangesShown = 5;
constexpr int kRulesShown = 2; ///< at least

/// The limits of the comparison in front, edited in place; while typing it says which verdicts change.
class LimitsPanel : public ComparisonPanel {
    Q_OBJECT
public:
    explicit LimitsPanel(Workbench& workbench);
    ~LimitsPanel() override
    {
        // A field that is open commits when the table goes, and that is after this.
        disconnect(m_model, nullptr, this, nullptr);
        disconnect(m_delegate, nullptr, this, nullptr);
    }

    QString title() const override { return tr("Limits"); }
    bool isSettled() const override
    {
        return (!m_counting.task() || m_counting.task()->isOver())
            && (!m_previewing.task() || m_previewing.task()->isOver());
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        ComparisonPanel::showEvent(event);
        countRows();
    }

private:
    QWidget* makeBar();
    void retranslate() override;
    void showComparison() override { show(); }
    void pairsChanged(bool isGrown) override
    {
        if (!isGrown)
            show();
    }
    void show();
    void countRows();
    void goToRuleInUse(const std::vector<std::uint64_t>& counts);
    void preview(const QModelIndex& index, const QString& text);
    void showPreview(const QString& words, const VerdictPreview& preview);
    void clearPreview();
    void change(core::Limits limits, const QString& what);
    void addRule();
    void forgetRule();
    void removeRule();
    void moveRule(int by);
    void fillPresets();
    void openFile();
    void saveFile();
    void report(const core::Error& error);

    LimitListModel* m_model;
    SimpleTable* m_table;
    LimitDelegate* m_delegate;
    QToolButton *m_presets, *m_remove, *m_up, *m_down;
    QLabel* m_words;
    VerdictChangeModel* m_changes;
    SimpleTable* m_changeTable;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    LatestOnly m_previewing, m_counting;
    QPersistentModelIndex m_naming; ///< metric of a new limit, while it is chosen
};

LimitsPanel::LimitsPanel(Workbench& workbench)
    : ComparisonPanel(workbench)
    , m_model(new LimitListModel(this))
    , m_table(new SimpleTable(this))
    , m_delegate(new LimitDelegate(m_table))
    , m_words(new QLabel(this))
    , m_changes(new VerdictChangeModel(this))
    , m_changeTable(new SimpleTable(this))
    , m_message(new MessagePage(this))
    , m_pages(new QStackedLayout)
{
    m_table->setRows(m_model, LimitListModel::When);
    m_table->setItemDelegate(m_delegate);
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed
        | QAbstractItemView::SelectedClicked);
    m_table->setColumnWidth(LimitListModel::Metric, scaled(220));
    m_table->setColumnWidth(LimitListModel::Op, scaled(66));
    m_table->setColumnWidth(LimitListModel::Value, scaled(170));
    m_table->setColumnWidth(LimitListModel::VerdictColumn, scaled(90));
    m_table->setColumnWidth(LimitListModel::Rows, scaled(80));
    m_changeTable->setRows(m_changes, 2);
    m_changeTable->horizontalHeader()->hide();
    m_changeTable->setColumnWidth(0, scaled(110));
    m_changeTable->setColumnWidth(1, scaled(110));
    m_changeTable->setColumnWidth(3, scaled(90));
    // Where there is little room, the rule that is edited comes before what it changes.
    m_table->setMinimumHeight(m_table->horizontalHeader()->sizeHint().height() + kRulesShown * rowHeight());
    m_changeTable->setMinimumHeight(rowHeight());
    m_changeTable->setMaximumHeight(rowHeight() * kChangesShown);
    m_words->setContentsMargins(scaledMargins(kLarge, kSmall, kLarge, kSmall));
    m_words->setWordWrap(true);
    auto* const body = new QWidget(this);
    auto* const inside = new QVBoxLayout(body);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->setSpacing(0);
    inside->addWidget(m_table, 1);
    inside->addWidget(m_words);
    inside->addWidget(m_changeTable);
    m_pages->addWidget(m_message);
    m_pages->addWidget(body);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addLayout(m_pages, 1);
    setMinimumSize(scaled(160), scaled(120));
    setFocusProxy(m_table);
    connect(m_model, &LimitListModel::limitsEdited, this,
        [this](const core::Limits& limits) { change(limits, tr("limits")); });
    connect(m_delegate, &LimitDelegate::typed, this, &LimitsPanel::preview);
    connect(m_delegate, &QAbstractItemDelegate::closeEditor, this,
        [this](QWidget*, QAbstractItemDelegate::EndEditHint hint) {
            clearPreview();
            // Who escapes from naming a new limit wants none; no trace of it stays among what can be undone.
            const QPersistentModelIndex named = std::exchange(m_naming, QPersistentModelIndex());
            if (named.isValid() && named == m_table->currentIndex()
                && hint == QAbstractItemDelegate::RevertModelCache)
                QMetaObject::invokeMethod(this, &LimitsPanel::forgetRule, Qt::QueuedConnection);
        });
    connect(m_changeTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& current) {
            if (current.isValid())
                m_comparisons.select(m_changes->pairAt(current.row()));
        });
    m_workbench.actions.handle(
        "edit.inline", m_table, [this] { m_table->editCell(m_table->currentIndex()); },
        [this] { return m_table->currentIndex().flags().testFlag(Qt::ItemIsEditable); });
    const auto on = [this](const char* id, void (LimitsPanel::*act)()) {
        m_workbench.actions.handle(
            id, this, [this, act] { (this->*act)(); }, [this] { return shown() != nullptr; });
    };
    on("limits.add", &LimitsPanel::addRule);
    on("limits.open", &LimitsPanel::openFile);
    on("limits.save", &LimitsPanel::saveFile);
    clearPreview();
    begin();
}

QWidget* LimitsPanel::makeBar()
{
    auto* const bar = new QWidget(this);
    auto* const layout = new QHBoxLayout(bar);
    layout->setContentsMargins(scaledMargins(kLarge, kSmall, kSmall, kSmall));
    layout->setSpacing(scaled(kSmall));
    const auto button = [&](const char* iconName) {
        auto* const made = new QToolButton(bar);
        made->setAutoRaise(true);
        made->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        made->setIcon(icon(iconName));
        layout->addWidget(made);
        return made;
    };
    const auto act = [&](const char* id) {
        auto* const made = new QToolButton(bar);
        made->setAutoRaise(true);
        made->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        made->setDefaultAction(m_workbench.actions.action(id));
        layout->addWidget(made);
    };
    m_presets = button("limit");
    m_presets->setPopupMode(QToolButton::InstantPopup);
    m_presets->setMenu(new QMenu(m_presets));
    act("limits.add");
    m_remove = button("trash");
    m_up = button("chevron-up");
    m_down = button("chevron");
    layout->addStretch(1);
    act("limits.open");
    act("limits.save");
    connect(m_presets->menu(), &QMenu::aboutToShow, this, &LimitsPanel::fillPresets);
    connect(m_remove, &QToolButton::clicked, this, &LimitsPanel::removeRule);
    connect(m_up, &QToolButton::clicked, this, [this] { moveRule(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { moveRule(1); });
    return bar;
}

void LimitsPanel::retranslate()
{
    m_presets->setText(tr("Presets"));
    m_remove->setToolTip(tr("Remove the limit"));
    m_up->setToolTip(tr("Move up: decides earlier"));
    m_down->setToolTip(tr("Move down: decides later"));
    for (QToolButton* button : {m_remove, m_up, m_down}) {
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setAccessibleName(button->toolTip());
    }
    m_table->setAccessibleName(tr("Limits"));
    m_changeTable->setAccessibleName(tr("Pairs whose verdict would change"));
    m_message->show(tr("Compare two dumps to choose limits for them."), {});
    show();
    emit titleChanged();
}

void LimitsPanel::show()
{
    m_pages->setCurrentIndex(shown() ? 1 : 0);
    for (QToolButton* button : {m_presets, m_remove, m_up, m_down})
        button->setEnabled(shown());
    m_workbench.actions.refresh();
    if (!shown())
        return;
    const QModelIndex current = m_table->currentIndex();
    m_delegate->setTable(shown()->pairs());
    m_model->setLimits(shown()->setup().limits);
    if (current.isValid() && current.row() < m_model->rowCount())
        m_table->setCurrentIndex(m_model->index(current.row(), current.column()));
    clearPreview();
    countRows();
    emit commandLineChanged();
}

void LimitsPanel::countRows()
{
    if (!isVisible() || !shown() || !shown()->result())
        return;
    using Counts = std::vector<std::uint64_t>;
    m_counting.start<Counts>(
        m_workbench.tasks, Lane::Interactive, tr("Count what limits decide"), this,
        [pairs = shown()->pairs(), limits = m_model->limits()](
            core::TaskContext& task, const TaskRunner::Post&) { return rowsDecided(*pairs, limits, task); },
        [this](core::Result<Counts> counts) {
            if (!counts)
                return;
            goToRuleInUse(*counts);
            m_model->setDecided(std::move(*counts));
        });
}

/// Unless a rule is chosen, to the one that the pair misses, else to the one that decides most pairs: presets
/// have rules of many types and metrics.
void LimitsPanel::goToRuleInUse(const std::vector<std::uint64_t>& counts)
{
    const std::vector<core::LimitRule>& rules = m_model->limits().rules;
    if (!shown() || !shown()->pairs() || m_table->currentIndex().isValid() // which may be edited
        || counts.size() != rules.size())
        return;
    const auto pair = m_comparisons.pair();
    auto most = std::ranges::max_element(counts);
    if (pair && *pair < shown()->pairs()->rows()) {
        const auto missed = core::missedLimits(*shown()->pairs(), *pair, m_model->limits()).deciding;
        const auto rule
            = missed.empty() ? rules.end() : std::ranges::find_if(rules, [&](const core::LimitRule& one) {
                  const core::LimitRule& other = missed.front().rule;
                  return one.text() == other.text() && one.verdict == other.verdict;
              });
        if (rule != rules.end())
            most = counts.begin() + (rule - rules.begin());
    }
    if (most == counts.end() || *most == 0)
        return;
    m_table->setCurrentIndex(m_model->index(static_cast<int>(most - counts.begin()), LimitListModel::Value));
    m_table->scrollTo(m_table->currentIndex(), QAbstractItemView::PositionAtCenter);
}

void LimitsPanel::preview(const QModelIndex& index, const QString& text)
{
    const auto limits = m_model->edited(index, text);
    if (!limits || !shown() || !shown()->result()) {
        m_previewing.cancel();
        m_words->setText(m_model->whyNot(index, text));
        m_changes->setChanges(nullptr, {});
        return;
    }
    struct Previewed {
        VerdictPreview verdicts;
        bool selectsNone = false;
    };
    const QString filter = index.column() == LimitListModel::When ? text.trimmed() : QString();
    m_previewing.start<Previewed>(
        m_workbench.tasks, Lane::Interactive, tr("Preview limits"), this,
        [comparison = shown()->result(), limits = *limits, filter](
            core::TaskContext& task, const TaskRunner::Post&) -> core::Result<Previewed> {
            Previewed previewed;
            TRY_ASSIGN(previewed.verdicts, previewLimits(*comparison, limits, task));
            TRY_ASSIGN(previewed.selectsNone, selectsNone(*comparison->pairs, filter.toStdString(), task));
            return previewed;
        },
        [this, text, filter](core::Result<Previewed> preview) {
            if (preview)
                showPreview(text, preview->verdicts);
            if (preview && preview->selectsNone)
                m_words->setText(
                    tr("“%1” selects no pair.").arg(filter) + u' ' + LimitListModel::filterExpected());
            if (preview)
                return;
            if (preview.error().code == core::Code::Cancelled)
                return;
            m_words->setText(coreWords(preview.error().message));
            m_changes->setChanges(nullptr, {});
        });
}

void LimitsPanel::showPreview(const QString& words, const VerdictPreview& preview)
{
    const auto number = [](std::uint64_t count) { return groupedNumber(static_cast<qint64>(count)); };
    constexpr auto kFail = static_cast<std::size_t>(core::Verdict::Fail);
    m_words->setText(preview.changed == 0 ? tr("With %1, no verdict changes.").arg(words)
            : preview.changed == 1
            ? tr("With %1, 1 row changes; %2 → %3 fail.")
                  .arg(words, number(preview.before[kFail]), number(preview.after[kFail]))
            : tr("With %1, %2 rows change; %3 → %4 fail.")
                  .arg(words, number(preview.changed), number(preview.before[kFail]),
                      number(preview.after[kFail])));
    m_changes->setChanges(shown()->pairs(), preview);
    m_changeTable->setVisible(preview.changed > 0);
}

void LimitsPanel::clearPreview()
{
    m_previewing.cancel();
    m_changes->setChanges(nullptr, {});
    m_changeTable->hide();
    m_words->setText(tr("The first rule that selects a pair decides about its metric. "
                        "While you type, what would change is shown here."));
}

void LimitsPanel::change(core::Limits limits, const QString& what)
{
    if (shown() && shown()->pairs()) {
        if (const auto compiled = core::CompiledLimits::compile(limits, *shown()->pairs()); !compiled)
            return m_words->setText(coreWords(compiled.error().message));
    }
    m_comparisons.changeLimits(std::move(limits), what);
    // The table shows what holds now, also before the verdicts have followed.
    QMetaObject::invokeMethod(this, &LimitsPanel::show, Qt::QueuedConnection);
}

void LimitsPanel::addRule()
{
    core::Limits limits = m_model->limits();
    limits.name.clear();
    // Before the others, or it would never decide; and so loose that nothing changes yet.
    limits.rules.insert(limits.rules.begin(),
        core::LimitRule {
            "cosine_similarity", core::LimitRule::Op::GreaterEqual, -1, core::Verdict::Fail, {}});
    const int steps = m_comparisons.undoStack().index();
    change(std::move(limits), tr("new limit"));
    if (m_comparisons.undoStack().index() == steps)
        return; // refused, and said why
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_table->setCurrentIndex(m_model->index(0, LimitListModel::Metric));
            m_table->editCell(m_table->currentIndex());
            m_naming = m_table->currentIndex();
        },
        Qt::QueuedConnection);
}

void LimitsPanel::forgetRule()
{
    if (m_comparisons.undoStack().undoText() != tr("new limit"))
        return;
    m_comparisons.undo();
    show();
}

void LimitsPanel::removeRule()
{
    const int row = m_table->currentIndex().row();
    if (row < 0)
        return;
    core::Limits limits = m_model->limits();
    limits.name.clear();
    limits.rules.erase(limits.rules.begin() + row);
    change(std::move(limits), tr("remove limit"));
}

void LimitsPanel::moveRule(int by)
{
    const int row = m_table->currentIndex().row(), next = row + by;
    if (row < 0 || next < 0 || next >= m_model->rowCount())
        return;
    core::Limits limits = m_model->limits();
    limits.name.clear();
    std::swap(limits.rules[static_cast<std::size_t>(row)], limits.rules[static_cast<std::size_t>(next)]);
    const int column = m_table->currentIndex().column();
    change(std::move(limits), tr("order of limits"));
    QMetaObject::invokeMethod(
        this, [this, next, column] { m_table->setCurrentIndex(m_model->index(next, column)); },
        Qt::QueuedConnection);
}

void LimitsPanel::fillPresets()
{
    QMenu* const menu = m_presets->menu();
    menu->clear();
    for (const core::LimitPreset& preset : core::limitPresets()) {
        // What it is for is read before it is chosen, not only under the mouse.
        const QString words = tr("%1: %2").arg(fromCore(preset.name), coreWords(preset.title));
        QAction* const action = menu->addAction(menuText(words), this, [this, preset] {
            if (auto limits = core::presetLimits(preset.name))
                change(std::move(*limits), fromCore(preset.name));
        });
        action->setCheckable(true);
        action->setChecked(m_model->limits().name == preset.name);
    }
}

void LimitsPanel::openFile()
{
    auto* const chooser = new QFileDialog(this, tr("Open limits"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    chooser->setNameFilter(tr("Limits (*.json)"));
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& file) {
        auto limits = loadLimits(file);
        limits ? change(std::move(*limits), tr("limits")) : report(limits.error());
    });
    chooser->open();
}

void LimitsPanel::saveFile()
{
    auto* const chooser = new QFileDialog(this, tr("Save limits"), QStringLiteral("limits.json"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setDefaultSuffix(QStringLiteral("json"));
    chooser->setNameFilter(tr("Limits (*.json)"));
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& file) {
        auto saved = m_workbench.session.checkOutput(file);
        if (saved)
            saved = saveLimits(m_model->limits(), file);
        if (!saved)
            return report(saved.error());
        if (shown() && core::limitsJson(shown()->setup().limits) == core::limitsJson(m_model->limits())) {
            shown()->setLimitsName(file);
            show();
        }
    });
    chooser->open();
}

void LimitsPanel::report(const core::Error& error)
{
    m_words->setText(coreError(error));
    m_workbench.problems.add(error);
}

} // namespace

void register_limits_panel(PanelRegistry& registry)
{
    registry.add({"limits", "limit", [](Workbench& workbench) { return new LimitsPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "limits_panel.moc"
