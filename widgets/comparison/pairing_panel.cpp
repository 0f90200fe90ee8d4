// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/metrics.h"
#include "common/numbers.h"
#include "comparison/comparison_command.h"
#include "comparison/comparison_run.h"
#include "comparison/comparisons.h"
#include "comparison/pairing_models.h"
#include "comparison/pairing_view.h"
#include "comparison/sentence_list.h"
#include "comparison/verdict_words.h"
#include "documents/problem_list.h"
#include "views/message_page.h"
#include "views/panel.h"
#include "views/simple_table.h"

#include <QButtonGroup>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <set>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kCandidates = 8;

/// How many operators a rule pairs that were not paired before.
struct RulePreview {
    std::size_t operators = 0, pairs = 0;
};

/// Which operator is compared with which, and how to change it.
class PairingPanel : public Panel {
    Q_OBJECT
public:
    explicit PairingPanel(Workbench& workbench);

    QString title() const override
    {
        const bool isUnsaved = m_shown && !m_shown->setup().edits.isEmpty() && !isSaved();
        return isUnsaved ? tr("Pairing ●") : tr("Pairing");
    }
    QWidget* filterField() const override { return m_filter; }
    bool isSettled() const override
    {
        for (const LatestOnly* slot : {&m_building, &m_searching, &m_previewing}) {
            if (slot->task() && !slot->task()->isOver())
                return false;
        }
        return true;
    }
    QString commandLine() const override { return m_shown ? comparisonCommand(m_shown->setup()) : QString(); }

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
        rebuild();
    }

private:
    QWidget* makeBar();
    QWidget* makeRules();
    void connectAll();
    void addActions();
    void retranslate();
    void follow();
    void rebuild();
    void showPicture(std::shared_ptr<const PairingPicture> picture);
    void followPair();
    void showCounts();
    void showChosen();
    void showWhy();
    void change(const PairingEdits& edits, const QString& what);
    void pairOperators(std::uint32_t target, std::uint32_t golden);
    void pairChosen();
    void unpairChosen();
    void acceptSuggestion();
    void proposeRule();
    void previewRule(const PairingEdits& edits, const PairingEdits::Rule& rule);
    void applyRule();
    void save();
    [[nodiscard]] bool isSaved() const { return m_saved.hasSameContent(m_shown->setup().edits); }
    [[nodiscard]] QString nameOf(bool isTarget, std::uint32_t op) const
    {
        const PairingPicture& picture = m_view->picture();
        return fromCore(isTarget ? picture.target[op].name : picture.golden[op].name);
    }

    Workbench& m_workbench;
    Comparisons& m_comparisons;
    PairingView* m_view;
    QLineEdit* m_filter;
    QLabel *m_targets, *m_links, *m_goldens, *m_preview;
    QToolButton *m_pair, *m_unpair, *m_newRule, *m_save, *m_apply, *m_discard, *m_removeRule;
    QButtonGroup* m_show;
    CandidateModel* m_candidates;
    SimpleTable* m_candidateTable;
    SentenceList* m_why;
    RuleModel* m_rules;
    SimpleTable* m_ruleTable;
    QWidget* m_ruleBox;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    QPointer<ComparisonDocument> m_shown;
    std::shared_ptr<const core::Comparison> m_built; ///< the picture is of this one
    PairingEdits m_saved;
    std::optional<PairingEdits> m_proposed; ///< with the rule that is previewed
    LatestOnly m_building, m_searching, m_previewing;
};

PairingPanel::PairingPanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_comparisons(workbench.comparisons)
    , m_view(new PairingView(this))
    , m_filter(new QLineEdit(this))
    , m_targets(new QLabel(this))
    , m_links(new QLabel(this))
    , m_goldens(new QLabel(this))
    , m_candidates(new CandidateModel(this))
    , m_candidateTable(new SimpleTable(this))
    , m_why(new SentenceList(this))
    , m_message(new MessagePage(this))
    , m_pages(new QStackedLayout)
{
    m_filter->addAction(icon("filter"), QLineEdit::LeadingPosition);
    m_filter->setClearButtonEnabled(true);
    m_filter->setFont(monospaceFont());
    auto* const heads = new QHBoxLayout;
    heads->setContentsMargins(kWide, kTiny, kWide, kTiny);
    heads->addWidget(m_targets);
    heads->addStretch(1);
    heads->addWidget(m_links);
    heads->addStretch(1);
    heads->addWidget(m_goldens);
    auto* const left = new QWidget(this);
    auto* const leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->setSpacing(0);
    leftLayout->addWidget(m_filter);
    leftLayout->addLayout(heads);
    leftLayout->addWidget(m_view, 1);
    leftLayout->addWidget(makeRules());
    m_candidateTable->setRows(m_candidates, CandidateModel::Name);
    m_candidateTable->setColumnWidth(CandidateModel::Why, scaled(150));
    m_candidateTable->setColumnWidth(CandidateModel::Confidence, scaled(80));
    auto* const right = new QSplitter(Qt::Vertical, this);
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
    layout->addWidget(makeBar());
    layout->addLayout(m_pages, 1);
    setMinimumSize(scaled(160), scaled(120));
    setFocusProxy(m_view);
    connectAll();
    addActions();
    retranslate();
    follow();
}

QWidget* PairingPanel::makeBar()
{
    auto* const bar = new QWidget(this);
    auto* const layout = new QHBoxLayout(bar);
    layout->setContentsMargins(kLarge, kSmall, kSmall, kSmall);
    layout->setSpacing(kSmall);
    const auto button = [&](const char* action, bool withText) {
        auto* const made = new QToolButton(bar);
        made->setAutoRaise(true);
        made->setDefaultAction(m_workbench.actions.action(action));
        made->setToolButtonStyle(withText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
        layout->addWidget(made);
        return made;
    };
    button("edit.undo", false);
    button("edit.redo", false);
    m_pair = button("pairing.pair", true);
    m_unpair = button("pairing.unpair", true);
    m_newRule = button("pairing.new_rule", true);
    layout->addStretch(1);
    m_show = new QButtonGroup(this);
    for (int i = 0; i < 4; ++i) {
        auto* const choice = new QToolButton(bar);
        choice->setAutoRaise(true);
        choice->setCheckable(true);
        choice->setChecked(i == 0);
        m_show->addButton(choice, i);
        layout->addWidget(choice);
    }
    layout->addStretch(1);
    m_save = new QToolButton(bar);
    m_save->setAutoRaise(true);
    m_save->setIcon(icon("save"));
    m_save->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    layout->addWidget(m_save);
    return bar;
}

QWidget* PairingPanel::makeRules()
{
    m_ruleBox = new QWidget(this);
    m_rules = new RuleModel(this);
    m_ruleTable = new SimpleTable(m_ruleBox);
    m_ruleTable->setRows(m_rules, RuleModel::Target);
    m_ruleTable->setColumnWidth(RuleModel::Golden, scaled(320));
    m_ruleTable->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_ruleTable->setFixedHeight(rowHeight() * 4);
    m_preview = new QLabel(m_ruleBox);
    m_preview->setWordWrap(true);
    const auto button = [&] {
        auto* const made = new QToolButton(m_ruleBox);
        made->setToolButtonStyle(Qt::ToolButtonTextOnly);
        return made;
    };
    m_removeRule = button();
    m_discard = button();
    m_apply = button();
    auto* const line = new QHBoxLayout;
    line->setContentsMargins(kLarge, kSmall, kLarge, kSmall);
    line->addWidget(m_preview, 1);
    line->addWidget(m_removeRule);
    line->addWidget(m_discard);
    line->addWidget(m_apply);
    auto* const layout = new QVBoxLayout(m_ruleBox);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_ruleTable);
    layout->addLayout(line);
    return m_ruleBox;
}

void PairingPanel::connectAll()
{
    connect(&m_comparisons, &Comparisons::currentChanged, this, &PairingPanel::follow);
    connect(&m_comparisons, &Comparisons::pairChanged, this, [this] {
        if (isVisible())
            followPair();
    });
    connect(m_filter, &QLineEdit::textChanged, m_view, &PairingView::setFilter);
    connect(m_filter, &QLineEdit::returnPressed, m_view, qOverload<>(&QWidget::setFocus));
    connect(m_show, &QButtonGroup::idClicked, this,
        [this](int id) { m_view->setShow(static_cast<PairingView::Show>(id)); });
    connect(m_view, &PairingView::chosenChanged, this, &PairingPanel::showChosen);
    connect(m_view, &PairingView::pairRequested, this, &PairingPanel::pairOperators);
    connect(m_view, &PairingView::opened, this,
        [this](quint32 link) { m_comparisons.open(m_view->picture().links[link].row); });
    connect(m_view, &PairingView::menuRequested, this, [this](const QPoint& place) {
        QMenu menu(this);
        for (const char* id : {"pairing.pair", "pairing.unpair", "pairing.new_rule", "pairing.other_side"})
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
    connect(m_rules, &RuleModel::ruleEdited, this, [this](int row, const PairingEdits::Rule& rule) {
        PairingEdits edits = m_proposed.value_or(m_shown->setup().edits);
        edits.rules[row] = rule;
        previewRule(edits, rule);
    });
    connect(m_apply, &QToolButton::clicked, this, &PairingPanel::applyRule);
    connect(m_discard, &QToolButton::clicked, this, [this] {
        m_proposed.reset();
        showCounts();
    });
    connect(m_removeRule, &QToolButton::clicked, this, [this] {
        const int row = m_ruleTable->currentIndex().row();
        PairingEdits edits = m_shown->setup().edits;
        if (row < 0 || row >= edits.rules.size())
            return;
        edits.rules.removeAt(row);
        change(edits, tr("remove rule"));
    });
    connect(m_save, &QToolButton::clicked, this, &PairingPanel::save);
}

void PairingPanel::addActions()
{
    ActionRegistry& actions = m_workbench.actions;
    const auto hasBoth = [this] { return m_shown && m_view->chosen(true) && m_view->chosen(false); };
    const auto hasLink = [this] { return m_shown && m_view->chosenLink().has_value(); };
    actions.handle(
        "pairing.pair", this, [this] { pairChosen(); }, hasBoth);
    actions.handle(
        "pairing.unpair", this, [this] { unpairChosen(); }, hasLink);
    actions.handle(
        "pairing.new_rule", this, [this] { proposeRule(); }, hasBoth);
    actions.handle(
        "pairing.accept_suggestion", m_view, [this] { acceptSuggestion(); },
        [this] { return m_candidates->rowCount() > 0; });
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
    m_filter->setPlaceholderText(tr("name or type of operators"));
    m_filter->setAccessibleName(tr("Filter"));
    m_candidateTable->setAccessibleName(tr("Candidates"));
    m_why->setAccessibleName(tr("Why this pair"));
    m_ruleTable->setAccessibleName(tr("Rules"));
    m_save->setText(tr("Save pairing…"));
    m_apply->setText(tr("Apply rule"));
    m_discard->setText(tr("Discard"));
    m_removeRule->setText(tr("Remove rule"));
    const QString names[] = {tr("All"), tr("Unpaired"), tr("Suggestions"), tr("By hand")};
    for (int i = 0; i < 4; ++i)
        m_show->button(i)->setText(names[i]);
    m_message->show(tr("Compare two dumps to see and change which operators belong together."), {});
    showCounts();
    showWhy();
    emit titleChanged();
}

void PairingPanel::follow()
{
    if (m_shown)
        m_shown->disconnect(this);
    m_shown = m_comparisons.current();
    m_saved = m_shown ? m_shown->setup().edits : PairingEdits();
    m_proposed.reset();
    if (m_shown)
        connect(m_shown, &ComparisonDocument::stateChanged, this, &PairingPanel::rebuild);
    rebuild();
}

void PairingPanel::rebuild()
{
    emit titleChanged();
    emit commandLineChanged();
    if (!m_shown) {
        m_pages->setCurrentWidget(m_message);
        m_built.reset();
        return;
    }
    const auto result = m_shown->result();
    if (!result || !isVisible() || result == m_built)
        return;
    using Picture = std::shared_ptr<const PairingPicture>;
    m_building.replace(m_workbench.tasks.start<Picture>(
        Lane::Interactive, tr("Lay out the pairing"), this,
        [result](core::TaskContext& task, const TaskRunner::Post&) -> core::Result<Picture> {
            TRY_ASSIGN(auto picture, makePairingPicture(*result, task));
            return std::make_shared<const PairingPicture>(std::move(picture));
        },
        [this, result](core::Result<Picture> picture) {
            if (!picture)
                return;
            m_built = result;
            showPicture(std::move(*picture));
        }));
}

void PairingPanel::showPicture(std::shared_ptr<const PairingPicture> picture)
{
    m_view->setPicture(std::move(picture));
    m_pages->setCurrentIndex(1);
    showCounts();
    followPair();
    showChosen();
}

// The operators of the chosen pair, as long as nobody has chosen others here.
void PairingPanel::followPair()
{
    const auto pair = m_comparisons.pair();
    if (!pair || !m_shown || !m_shown->pairs() || *pair >= m_shown->pairs()->rows() || m_view->hasFocus()
        || m_view->isDragging())
        return;
    const auto choose = [this](bool isTarget, const QString& name) {
        const auto& all = isTarget ? m_view->picture().target : m_view->picture().golden;
        const auto found = std::ranges::find(all, name.toStdString(), &PairingPicture::Operator::name);
        if (found != all.end())
            m_view->choose({isTarget, static_cast<std::uint32_t>(found - all.begin())});
    };
    choose(false, m_shown->goldenOf(*pair).opName());
    choose(true, m_shown->targetOf(*pair).opName());
}

void PairingPanel::showCounts()
{
    const PairingPicture& picture = m_view->picture();
    const auto number = [](std::size_t count) { return groupedNumber(static_cast<qint64>(count)); };
    const auto head = [&](QLabel* label, Token token, const QString& text) {
        QPalette colours = palette();
        colours.setColor(QPalette::WindowText, Theme::of(this).color(token));
        label->setPalette(colours);
        label->setText(text);
    };
    head(m_targets, Token::Target,
        tr("Target operators  %1 of %2 paired")
            .arg(number(picture.pairedTargets), number(picture.target.size())));
    head(m_links, Token::Secondary, tr("%1 links").arg(number(picture.links.size())));
    head(m_goldens, Token::Golden,
        tr("%1 of %2 paired  Golden operators")
            .arg(number(picture.pairedGoldens), number(picture.golden.size())));
    const PairingEdits edits = m_proposed.value_or(m_shown ? m_shown->setup().edits : PairingEdits());
    m_rules->setRules(edits.rules);
    m_ruleBox->setVisible(!edits.rules.isEmpty());
    m_apply->setVisible(m_proposed.has_value());
    m_discard->setVisible(m_proposed.has_value());
    m_removeRule->setVisible(!m_proposed);
    if (!m_proposed)
        m_preview->setText(tr("Rules run after pairs made by hand and before names."));
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
    m_searching.replace(m_workbench.tasks.start<Found>(
        Lane::Interactive, tr("Search candidates"), this,
        [picture, isTarget, op = *chosen](core::TaskContext& task, const TaskRunner::Post&) {
            return pairingCandidates(*picture, isTarget, op, kCandidates, task);
        },
        [this, picture, isTarget](core::Result<Found> found) {
            if (!found)
                return;
            m_candidates->setCandidates(picture, !isTarget, std::move(*found));
            m_workbench.actions.refresh();
        }));
}

void PairingPanel::showWhy()
{
    const bool isTarget = m_view->isOnTarget();
    const auto chosen = m_view->chosen(isTarget);
    if (!chosen) {
        m_why->setHeading(tr("Choose an operator to see why it is paired."));
        m_why->setSentences({});
        m_why->setCommand({}, {});
        return;
    }
    const PairingPicture& picture = m_view->picture();
    const PairingPicture::Operator& op = isTarget ? picture.target[*chosen] : picture.golden[*chosen];
    std::vector<Sentence> all;
    all.push_back({isTarget ? State::TargetSide : State::GoldenSide, fromCore(op.name)});
    QString saved;
    if (const auto link = m_view->chosenLink()) {
        const PairingPicture::Link& one = picture.links[*link];
        m_why->setHeading(op.links.size() > 1
                ? tr("Paired by %1, 1 : %2").arg(originText(one.origin)).arg(op.links.size())
                : tr("Paired by %1").arg(originText(one.origin)));
        const std::uint32_t other = isTarget ? one.golden : one.target;
        all.push_back({isTarget ? State::GoldenSide : State::TargetSide, nameOf(!isTarget, other)});
        all.push_back({State::None, fromCore(one.reason) + QLatin1Char('.')});
        all.push_back({stateOf(one.verdict),
            tr("%1 pairs of tensors; confidence %2.").arg(one.pairs).arg(one.confidence, 0, 'f', 2)});
        const QString target = nameOf(true, one.target), golden = nameOf(false, one.golden);
        if (m_shown && m_shown->setup().edits.isSaid(target, golden))
            saved = QStringLiteral(R"({"target":"%1","golden":"%2"})").arg(target, golden);
    } else {
        m_why->setHeading(tr("Unpaired"));
        if (!op.reason.empty())
            all.push_back({State::Unpaired, fromCore(op.reason) + QLatin1Char('.')});
        all.push_back({State::None,
            tr("Drag it onto an operator of the other side, or choose one there and "
               "press P.")});
    }
    m_why->setSentences(std::move(all));
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
    if (!m_shown)
        return;
    PairingEdits edits = m_shown->setup().edits;
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
    if (!link || !m_shown)
        return;
    const PairingPicture::Link& one = m_view->picture().links[*link];
    PairingEdits edits = m_shown->setup().edits;
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

void PairingPanel::proposeRule()
{
    if (!m_shown || !m_view->chosen(true) || !m_view->chosen(false))
        return;
    const PairingEdits::Rule rule
        = ruleFromPair(nameOf(true, *m_view->chosen(true)), nameOf(false, *m_view->chosen(false)));
    PairingEdits edits = m_shown->setup().edits;
    edits.rules.append(rule);
    previewRule(edits, rule);
}

// Pairs both sides with the rule and counts, without measuring anything.
void PairingPanel::previewRule(const PairingEdits& edits, const PairingEdits::Rule& rule)
{
    if (!m_shown || !m_shown->result())
        return;
    m_proposed = edits;
    showCounts();
    m_preview->setText(tr("Counting what the rule pairs…"));
    ComparisonSetup setup = m_shown->setup();
    setup.edits = edits;
    m_previewing.replace(m_workbench.tasks.start<RulePreview>(
        Lane::Interactive, tr("Preview a rule"), this,
        [input = inputOf(setup), before = m_shown->result()](
            core::TaskContext& task, const TaskRunner::Post&) -> core::Result<RulePreview> {
            const core::PairTable& pairs = *before->pairs;
            TRY_ASSIGN(const core::Pairing after,
                core::pairSides(pairs.target(), pairs.golden(), input.options.pairing, task));
            std::set<std::pair<core::TensorId, core::TensorId>> known;
            std::set<core::StringId> paired, fresh;
            const core::DumpIndex& target = *pairs.target().index;
            for (std::size_t row = 0; row < pairs.rows(); ++row) {
                const core::TensorPair& pair = pairs.row(row).pair;
                known.emplace(pair.target, pair.golden);
                paired.insert(target.tensor(pair.target).opName);
            }
            RulePreview preview;
            for (const core::TensorPair& pair : after.pairs) {
                if (known.contains({pair.target, pair.golden}))
                    continue;
                ++preview.pairs;
                if (const core::StringId op = target.tensor(pair.target).opName; !paired.contains(op))
                    fresh.insert(op);
            }
            preview.operators = fresh.size();
            return preview;
        },
        [this, rule](core::Result<RulePreview> preview) {
            const auto number = [](std::size_t count) { return groupedNumber(static_cast<qint64>(count)); };
            m_apply->setEnabled(preview.has_value());
            if (preview)
                m_preview->setText(tr("Pairs %1 more operators; %2 pairs would be computed.")
                                       .arg(number(preview->operators), number(preview->pairs)));
            else if (preview.error().code != core::Code::Cancelled)
                m_preview->setText(tr("Rule %1: %2. It is not applied.")
                                       .arg(rule.target, fromCore(preview.error().message)));
        }));
}

void PairingPanel::applyRule()
{
    if (m_proposed)
        change(PairingEdits(*m_proposed), tr("rule"));
}

void PairingPanel::save()
{
    if (!m_shown)
        return;
    auto* const chooser = new QFileDialog(this, tr("Save pairing"), QStringLiteral("pairing.json"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setDefaultSuffix(QStringLiteral("json"));
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& file) {
        const PairingEdits edits = m_shown ? m_shown->setup().edits : PairingEdits();
        if (const auto saved = edits.save(file); !saved) {
            m_workbench.problems.add(
                {core::Severity::Error, saved.error().code, saved.error().place, saved.error().message});
            return;
        }
        m_saved = edits;
        if (m_shown)
            m_shown->setPairingFile(file);
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
