// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/deleted_in_background.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "common/spacing.h"
#include "comparison/comparison_panel_base.h"
#include "comparison/comparison_run.h"
#include "comparison/pairing/assembly_dialog.h"
#include "comparison/pairing/candidate_table.h"
#include "comparison/pairing/pairing_bar.h"
#include "comparison/pairing/pairing_counts.h"
#include "comparison/pairing/pairing_models.h"
#include "comparison/pairing/pairing_preview.h"
#include "comparison/pairing/pairing_reason.h"
#include "comparison/pairing/pairing_rule_editor.h"
#include "documents/problem_list.h"
#include "kit/filter_bar.h"
#include "kit/message_page.h"

#include <QElapsedTimer>
#include <QFileDialog>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kCandidates = 8;
constexpr int kLeastCandidates = 250; ///< a name and how sure it is

/// Which operator is compared with which, and how to change it.
class PairingPanel : public ComparisonPanel {
    Q_OBJECT
public:
    explicit PairingPanel(Workbench& workbench);

    QString title() const override
    {
        const bool isUnsaved = shown() && !shown()->setup().edits.isEmpty() && !isSaved();
        return isUnsaved ? tr("Pairing ●") : tr("Pairing");
    }
    QWidget* filterField() const override { return m_filter->field(); }
    QJsonObject saveView() const override { return {{QStringLiteral("filter"), m_filter->saveView()}}; }
    void restoreView(const QJsonObject& view) override
    {
        m_filter->restoreView(view.value(QStringLiteral("filter")).toObject());
    }
    bool isSettled() const override
    {
        for (const LatestOnly* slot : {&m_building, &m_searching, &m_previewing}) {
            if (slot->task() && !slot->task()->isOver())
                return false;
        }
        return true;
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        ComparisonPanel::showEvent(event);
        rebuild();
        followSelection();
    }

private:
    void connectAll();
    void addActions();
    void retranslate() override;
    void showComparison() override;
    void stateChanged() override { rebuild(); }
    void pairChanged() override { followSelection(); }
    void rebuild();
    void showPicture(std::shared_ptr<const PairingPicture> picture);
    void followSelection();
    void publishSelection();
    void showHits(qint64 ms);
    void showCounts();
    void showChosen();
    void showWhy();
    void change(const PairingEdits& edits, const QString& what);
    void pairOperators(std::uint32_t target, std::uint32_t golden);
    void pairChosen();
    void unpairChosen();
    void acceptSuggestion();
    [[nodiscard]] std::optional<std::pair<std::uint32_t, std::uint32_t>> ruleExample() const;
    void proposeRule();
    void previewRule(const PairingEdits& edits, const PairingEdits::Rule& rule);
    void sayPreview(const PairingEdits::Rule& rule, const RulePreview& preview);
    void applyRule();
    void save();
    [[nodiscard]] bool isSaved() const { return m_saved.hasSameContent(shown()->setup().edits); }
    [[nodiscard]] QString nameOf(bool isTarget, std::uint32_t op) const
    {
        const PairingPicture& picture = m_view->picture();
        return fromCore(isTarget ? picture.target[op].name : picture.golden[op].name);
    }

    PairingView* m_view;
    FilterBar* m_filter;
    PairingCounts* m_counts;
    PairingBar* m_bar;
    CandidateModel* m_candidates;
    CandidateTable* m_candidateTable;
    SentenceList* m_why;
    PairingRuleEditor* m_rules;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    std::shared_ptr<const core::Comparison> m_built; ///< the picture is of this one
    bool m_isFollowing = false;                      ///< what is chosen was chosen elsewhere
    PairingEdits m_saved;
    std::optional<PairingEdits> m_proposed; ///< with the rule that is previewed
    LatestOnly m_building, m_searching, m_previewing;
};

PairingPanel::PairingPanel(Workbench& workbench)
    : ComparisonPanel(workbench)
    , m_view(new PairingView(this))
    , m_filter(new FilterBar(this))
    , m_counts(new PairingCounts(this))
    , m_bar(new PairingBar(workbench.actions, this))
    , m_candidates(new CandidateModel(this))
    , m_candidateTable(new CandidateTable(*m_candidates, this))
    , m_why(new SentenceList(this))
    , m_rules(new PairingRuleEditor(this))
    , m_message(new MessagePage(this))
    , m_pages(new QStackedLayout)
{
    auto* const left = new QWidget(this);
    auto* const leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->setSpacing(0);
    leftLayout->addWidget(m_filter);
    leftLayout->addWidget(m_counts);
    leftLayout->addWidget(m_view, 1);
    leftLayout->addWidget(m_rules);
    auto* const right = new QSplitter(Qt::Vertical, this);
    right->setMinimumWidth(scaled(kLeastCandidates));
    right->addWidget(m_candidateTable);
    right->addWidget(m_why);
    auto* const splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(left);
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 74);
    splitter->setStretchFactor(1, 26);
    m_pages->addWidget(m_message);
    m_pages->addWidget(splitter);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addLayout(m_pages, 1);
    setMinimumSize(scaled(160), scaled(120));
    setFocusProxy(m_view);
    connectAll();
    addActions();
    begin();
}

void PairingPanel::connectAll()
{
    connect(m_filter, &FilterBar::filterChanged, this, [this] {
        QElapsedTimer clock;
        clock.start();
        m_view->setFilter(m_filter->filter());
        showHits(clock.elapsed());
    });
    connect(m_filter, &FilterBar::left, m_view, qOverload<>(&QWidget::setFocus));
    connect(m_bar, &PairingBar::showRequested, this, [this](PairingView::Show show) {
        m_view->setShow(show);
        showHits(0);
    });
    connect(m_view, &PairingView::dropOffered, m_counts, &PairingCounts::say);
    connect(m_view, &PairingView::chosenChanged, this, &PairingPanel::showChosen);
    connect(m_view, &PairingView::chosenChanged, this, &PairingPanel::publishSelection);
    connect(&m_workbench.selection, &Selection::tensorChanged, this, &PairingPanel::followSelection);
    connect(m_view, &PairingView::pairRequested, this, &PairingPanel::pairOperators);
    connect(m_view, &PairingView::opened, this,
        [this](quint32 link) { m_comparisons.open(m_view->picture().links[link].row); });
    connect(m_view, &PairingView::menuRequested, this, [this](const QPoint& place) {
        QMenu menu(this);
        for (const char* id :
            {"pairing.pair", "pairing.unpair", "pairing.new_rule", "pairing.assembly", "pairing.other_side"})
            menu.addAction(m_workbench.actions.action(id));
        menu.exec(place);
    });
    connect(m_candidateTable, &QTableView::activated, this, [this](const QModelIndex& index) {
        const bool isTarget = m_view->isOnTarget();
        const auto chosen = m_view->chosen(isTarget);
        if (!chosen)
            return;
        const std::uint32_t other = m_candidates->operatorAt(index.row());
        pairOperators(isTarget ? *chosen : other, isTarget ? other : *chosen);
    });
    connect(m_rules, &PairingRuleEditor::edited, this, [this](int row, const PairingEdits::Rule& rule) {
        PairingEdits edits = m_proposed.value_or(shown() ? shown()->setup().edits : PairingEdits());
        if (row >= edits.rules.size())
            return; // another comparison is shown by now
        edits.rules[row] = rule;
        previewRule(edits, rule);
    });
    connect(m_rules, &PairingRuleEditor::applied, this, &PairingPanel::applyRule);
    connect(m_rules, &PairingRuleEditor::discarded, this, [this] {
        m_previewing.cancel();
        m_proposed.reset();
        showCounts();
    });
    connect(m_rules, &PairingRuleEditor::removed, this, [this](int row) {
        PairingEdits edits = shown()->setup().edits;
        if (row < 0 || row >= edits.rules.size())
            return;
        edits.rules.removeAt(row);
        change(edits, tr("remove rule"));
    });
}

void PairingPanel::addActions()
{
    ActionRegistry& actions = m_workbench.actions;
    const auto hasBoth = [this] { return shown() && m_view->chosen(true) && m_view->chosen(false); };
    const auto hasLink = [this] { return shown() && m_view->chosenLink().has_value(); };
    actions.handle(
        "pairing.pair", this, [this] { pairChosen(); }, hasBoth);
    actions.handle(
        "pairing.unpair", this, [this] { unpairChosen(); }, hasLink);
    actions.handle(
        "pairing.new_rule", this, [this] { proposeRule(); }, [this] { return shown() && ruleExample(); });
    actions.handle(
        "pairing.assembly", this,
        [this] { AssemblyDialog::openFor(m_comparisons, m_workbench.tasks, window()); },
        [this] { return pair().has_value(); });
    actions.handle(
        "pairing.save", this, [this] { save(); }, [this] { return shown() != nullptr; });
    actions.handle(
        "pairing.accept_suggestion", m_view, [this] { acceptSuggestion(); },
        [this] { return m_candidates->rowCount() > 0; });
    const auto hasLines = [this] { return m_view->shownLines() > 0; };
    actions.handle(
        "go.next_hit", this, [this] { m_view->step(1); }, hasLines);
    actions.handle(
        "go.previous_hit", this, [this] { m_view->step(-1); }, hasLines);
    actions.handle("pairing.other_side", m_view, [this] { m_view->goToOtherSide(); });
    actions.handle(
        "item.open", m_view,
        [this] {
            // Return pairs where one of each side is chosen that are not paired yet.
            const auto link = m_view->chosenLink();
            const auto target = m_view->chosen(true), golden = m_view->chosen(false);
            const bool isLinked = link && target && golden && m_view->picture().links[*link].target == *target
                && m_view->picture().links[*link].golden == *golden;
            if (target && golden && !isLinked)
                pairChosen();
            else if (link)
                m_comparisons.open(m_view->picture().links[*link].row);
        },
        [this] { return m_view->chosen(true) || m_view->chosen(false); });
}

void PairingPanel::retranslate()
{
    m_view->setAccessibleName(tr("Operators of both sides"));
    m_filter->setPlaceholder(tr("name or type of operators"));
    m_candidateTable->setAccessibleName(tr("Candidates"));
    m_why->setAccessibleName(tr("Why this pair"));
    m_message->show(tr("Compare two dumps to see and change which operators belong together."), {});
    showCounts();
    showWhy();
    emit titleChanged();
}

void PairingPanel::showComparison()
{
    // One that is looked at again may never have been saved.
    const bool isInFile = shown() && !shown()->setup().edits.file.isEmpty();
    m_saved = isInFile ? shown()->setup().edits : PairingEdits();
    m_proposed.reset();
    rebuild();
}

void PairingPanel::rebuild()
{
    emit titleChanged();
    emit commandLineChanged();
    if (!shown()) {
        m_pages->setCurrentWidget(m_message);
        m_built.reset();
        return;
    }
    const auto result = shown()->result();
    if (!result || !isVisible() || result == m_built)
        return;
    using Picture = std::shared_ptr<const PairingPicture>;
    m_building.start<Picture>(
        m_workbench.tasks, Lane::Interactive, tr("Lay out the pairing"), this,
        [result](core::TaskContext& task, const TaskRunner::Post&) -> core::Result<Picture> {
            TRY_ASSIGN(auto picture, makePairingPicture(*result, task));
            return deletedInBackground(std::move(picture));
        },
        [this, result](core::Result<Picture> picture) {
            if (!picture)
                return;
            m_built = result;
            showPicture(std::move(*picture));
        });
}

void PairingPanel::showPicture(std::shared_ptr<const PairingPicture> picture)
{
    m_filter->setTable(std::make_shared<const PairingTable>(picture));
    {
        const QScopedValueRollback following(m_isFollowing, true);
        m_view->setPicture(std::move(picture));
    }
    showHits(0);
    m_pages->setCurrentIndex(1);
    showCounts();
    followSelection();
    showChosen();
}

// The operators of the chosen pair; the one of a tensor that has no pair.
void PairingPanel::followSelection()
{
    if (m_isFollowing || !isVisible() || !shown() || !shown()->pairs() || m_view->isDragging())
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    const core::PairTable& pairs = *shown()->pairs();
    std::vector<PairingView::Place> places;
    const auto choose = [&](bool isTarget, const core::ComparisonSide& side, core::TensorId id) {
        if (const auto op = m_view->picture().find(isTarget, *side.index, side.index->tensor(id).opName))
            places.push_back({isTarget, *op});
    };
    const TensorRef& tensor = m_workbench.selection.tensor();
    if (const auto row = pair()) {
        const core::TensorPair& chosen = pairs.row(*row).pair;
        choose(false, pairs.golden(), chosen.golden);
        choose(true, pairs.target(), chosen.target);
    } else if (tensor.isValid() && tensor.root == shown()->setup().target.root) {
        choose(true, pairs.target(), tensor.id);
    } else if (tensor.isValid() && tensor.root == shown()->setup().golden.root) {
        choose(false, pairs.golden(), tensor.id);
    }
    m_view->chooseAll(places);
}

// By hand: what the rest of the window shows from now on.
void PairingPanel::publishSelection()
{
    const bool isTarget = m_view->isOnTarget();
    const auto op = m_view->chosen(isTarget);
    if (m_isFollowing || !op || !pairs() || shown()->result() != m_built)
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    if (const auto link = m_view->chosenLink())
        return m_comparisons.select(m_view->picture().links[*link].row);
    const PairingPicture& picture = m_view->picture();
    const auto tensors = picture.tensorsOf(isTarget, *op);
    const ComparisonSetup::Side& side = isTarget ? shown()->setup().target : shown()->setup().golden;
    if (side.root && side.root->index() == (isTarget ? picture.targetIndex : picture.goldenIndex)
        && !tensors.empty())
        m_workbench.selection.select({side.root, tensors.front()});
}

void PairingPanel::showHits(qint64 ms)
{
    m_filter->setHits(
        static_cast<qint64>(m_view->shownLines()), static_cast<qint64>(m_view->picture().lines.size()), ms);
    m_workbench.actions.refresh();
}

void PairingPanel::showCounts()
{
    m_counts->setPicture(m_view->picture());
    const PairingEdits edits = m_proposed.value_or(shown() ? shown()->setup().edits : PairingEdits());
    m_rules->setRules(edits.rules, m_proposed.has_value());
}

void PairingPanel::showChosen()
{
    m_workbench.actions.refresh();
    showWhy();
    const bool isTarget = m_view->isOnTarget();
    const auto chosen = m_view->chosen(isTarget);
    if (!chosen || m_view->picture().lines.empty()) {
        m_searching.cancel();
        m_candidates->setCandidates(nullptr, false, {});
        return;
    }
    const auto picture = m_view->sharedPicture();
    using Found = std::vector<PairingCandidate>;
    m_searching.start<Found>(
        m_workbench.tasks, Lane::Interactive, tr("Search candidates"), this,
        [picture, isTarget, op = *chosen](core::TaskContext& task, const TaskRunner::Post&) {
            return pairingCandidates(*picture, isTarget, op, kCandidates, task);
        },
        [this, picture, isTarget](core::Result<Found> found) {
            if (!found)
                return;
            m_candidates->setCandidates(picture, !isTarget, std::move(*found));
            m_workbench.actions.refresh();
        });
}

void PairingPanel::showWhy()
{
    const bool isTarget = m_view->isOnTarget();
    const auto chosen = m_view->chosen(isTarget);
    const auto link = chosen ? m_view->chosenLink() : std::nullopt;
    PairingReason why = chosen ? reasonOf(m_view->picture(), isTarget, *chosen, link)
                               : PairingReason {tr("Choose an operator to see why it is paired."), {}};
    QString saved;
    if (link && shown()) {
        const PairingPicture::Link& one = m_view->picture().links[*link];
        const QString target = nameOf(true, one.target), golden = nameOf(false, one.golden);
        if (shown()->setup().edits.isSaid(target, golden))
            saved = QStringLiteral(R"({"target":"%1","golden":"%2"})").arg(target, golden);
    }
    m_why->setHeading(why.heading);
    m_why->setSentences(std::move(why.sentences));
    m_why->setCommand(tr("Saved as:"), saved);
}

void PairingPanel::change(const PairingEdits& edits, const QString& what)
{
    m_proposed.reset();
    m_comparisons.changePairing(edits, what);
    showCounts();
    emit titleChanged();
}

void PairingPanel::pairOperators(std::uint32_t target, std::uint32_t golden)
{
    if (!shown())
        return;
    PairingEdits edits = shown()->setup().edits;
    edits.unpaired.removeIf([&](const PairingEdits::Unpaired& one) {
        return m_view->picture().hasTensor(one.isTarget, one.isTarget ? target : golden, one.name);
    });
    edits.pair(nameOf(true, target), nameOf(false, golden));
    change(edits, tr("pair"));
}

void PairingPanel::pairChosen()
{
    if (m_view->chosen(true) && m_view->chosen(false))
        pairOperators(*m_view->chosen(true), *m_view->chosen(false));
}

void PairingPanel::unpairChosen()
{
    const auto link = m_view->chosenLink();
    if (!link || !shown())
        return;
    const PairingPicture::Link& one = m_view->picture().links[*link];
    PairingEdits edits = shown()->setup().edits;
    edits.unpair(nameOf(true, one.target), nameOf(false, one.golden));
    change(edits, tr("unpair"));
}

void PairingPanel::acceptSuggestion()
{
    const bool isTarget = m_view->isOnTarget();
    const auto chosen = m_view->chosen(isTarget);
    if (!chosen || m_candidates->rowCount() == 0)
        return;
    const std::uint32_t other = m_candidates->operatorAt(std::max(0, m_candidateTable->currentIndex().row()));
    pairOperators(isTarget ? *chosen : other, isTarget ? other : *chosen);
}

// What is chosen on both sides; else what the chosen one is paired with, else what is most like it.
std::optional<std::pair<std::uint32_t, std::uint32_t>> PairingPanel::ruleExample() const
{
    const auto target = m_view->chosen(true), golden = m_view->chosen(false);
    if (target && golden)
        return std::pair(*target, *golden);
    if (!target && !golden)
        return std::nullopt;
    if (const auto link = m_view->chosenLink()) {
        const PairingPicture::Link& one = m_view->picture().links[*link];
        return std::pair(one.target, one.golden);
    }
    if (m_candidates->rowCount() == 0)
        return std::nullopt;
    const std::uint32_t nearest = m_candidates->operatorAt(0);
    return target ? std::pair(*target, nearest) : std::pair(nearest, *golden);
}

void PairingPanel::proposeRule()
{
    const auto example = ruleExample();
    if (!shown() || !example)
        return;
    const PairingEdits::Rule rule
        = ruleFromPair(nameOf(true, example->first), nameOf(false, example->second));
    PairingEdits edits = shown()->setup().edits;
    edits.rules.append(rule);
    previewRule(edits, rule);
}

// First what it pairs, which is known at once, then what that makes of the verdicts.
void PairingPanel::previewRule(const PairingEdits& edits, const PairingEdits::Rule& rule)
{
    if (!shown() || !shown()->result())
        return;
    m_proposed = edits;
    showCounts();
    m_rules->say(tr("Counting what the rule pairs…"), false);
    ComparisonSetup setup = shown()->setup();
    setup.edits = edits;
    m_previewing.start<RulePreview>(
        m_workbench.tasks, Lane::Interactive, tr("Preview a rule"), this,
        [this, rule, input = inputOf(setup), before = shown()->result()](
            core::TaskContext& task, const TaskRunner::Post& post) -> core::Result<RulePreview> {
            TRY_ASSIGN(RulePreview preview, previewPairs(input, *before, task));
            post([this, rule, preview] { sayPreview(rule, preview); });
            TRY_ASSIGN(preview.verdicts, changedVerdicts(input, *before, task));
            return preview;
        },
        [this, rule](const core::Result<RulePreview>& preview) {
            if (preview)
                sayPreview(rule, *preview);
            else if (preview.error().code != core::Code::Cancelled)
                m_rules->say(tr("Rule %1: %2. It is not applied.")
                                 .arg(rule.target, coreWords(preview.error().message)),
                    false);
        });
}

void PairingPanel::sayPreview(const PairingEdits::Rule& rule, const RulePreview& preview)
{
    const auto number = [](std::size_t count) { return groupedNumber(static_cast<qint64>(count)); };
    const QString paired = preview.operators == 1
        ? tr("Rule %1 pairs 1 more operator.").arg(rule.target)
        : tr("Rule %1 pairs %2 more operators.").arg(rule.target, number(preview.operators));
    const QString follows = preview.verdicts
        ? (*preview.verdicts == 1 ? tr("1 verdict changes.")
                                  : tr("%1 verdicts change.").arg(number(*preview.verdicts)))
        : preview.pairs == 1 ? tr("1 pair is being measured.")
                             : tr("%1 pairs are being measured.").arg(number(preview.pairs));
    m_rules->say(joinedSentences(paired, follows), true);
}

void PairingPanel::applyRule()
{
    m_previewing.cancel();
    if (m_proposed)
        change(PairingEdits(*m_proposed), tr("rule"));
}

void PairingPanel::save()
{
    if (!shown())
        return;
    auto* const chooser = new QFileDialog(this, tr("Save pairing"), QStringLiteral("pairing.json"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setDefaultSuffix(QStringLiteral("json"));
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& file) {
        const PairingEdits edits = shown() ? shown()->setup().edits : PairingEdits();
        auto saved = m_workbench.session.checkOutput(file);
        if (saved)
            saved = edits.save(file);
        if (!saved) {
            m_workbench.problems.add(
                {core::Severity::Error, saved.error().code, saved.error().place, saved.error().message});
            return;
        }
        m_saved = edits;
        if (shown())
            shown()->setPairingFile(file);
        emit titleChanged();
        emit commandLineChanged();
    });
    chooser->open();
}

} // namespace

void register_pairing_panel(PanelRegistry& registry)
{
    registry.add({"pairing", "pair", [](Workbench& workbench) { return new PairingPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "pairing_panel.moc"
