// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/deleted_in_background.h"
#include "base/text.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "common/widget_changes.h"
#include "kit/message_page.h"
#include "kit/panel.h"
#include "kit/room_splitter.h"
#include "kit/simple_table.h"
#include "request/trend_request.h"
#include "trend/trend_opening.h"
#include "trends/trend_finding_model.h"
#include "trends/trend_lines.h"
#include "trends/trend_map.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSlider>
#include <QSplitter>
#include <QStackedLayout>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr int kLaterMs = 60, kSliderLeast = 90;
constexpr int kLowPanel = 380; ///< map and findings stand side by side below this height
constexpr int kWhatLeast = 320;
constexpr const char* kFigures[]
    = {"l2norm", "max", "min", "mean", "std", "abs_max", "nan_count", "zero_count"};

/// Figures of one dump over steps and ranks, what rules find in them, and the first anomaly in one sentence
/// (docs/trends.md).
class TrendsPanel : public Panel {
    Q_OBJECT
public:
    explicit TrendsPanel(Workbench& workbench);

    QString title() const override { return tr("Trends"); }
    int badge() const override { return m_findings->rowCount(); }
    QJsonObject saveView() const override
    {
        return {{QStringLiteral("figure"), m_figure->currentData().toString()},
            {QStringLiteral("axes"), m_axes->currentIndex()},
            {QStringLiteral("scale"), m_scale->currentIndex()}};
    }
    void restoreView(const QJsonObject& view) override;
    QString commandLine() const override;
    bool isSettled() const override
    {
        return isOver(m_loading) && isOver(m_judging) && isOver(m_drawing) && isOver(m_readingOthers)
            && !m_later.isActive();
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        Panel::showEvent(event);
        later();
    }

private:
    static bool isOver(const LatestOnly& slot) { return !slot.task() || slot.task()->isOver(); }
    QWidget* makeBar();
    QWidget* makeRuleBar();
    void wire();
    void retranslate();
    void later() { m_later.start(); }
    void refresh();
    void load(OpenedRoot* root);
    void take(OpenedRoot* root, std::shared_ptr<const core::TrendRun> run);
    void loadOthers();
    void judge();
    void showResult(std::shared_ptr<core::TrendResult> result);
    void draw();
    void showPicture(std::shared_ptr<const TrendPicture> picture);
    void drawLines();
    void choose(std::size_t cell);
    void showChosen(std::size_t cell);
    void followSelection();
    void fitSlider();
    void showRule();
    [[nodiscard]] OpenedRoot* wantedRoot() const;
    [[nodiscard]] core::TrendRuleSet rules() const;
    [[nodiscard]] std::string figure() const { return m_figure->currentData().toString().toStdString(); }
    [[nodiscard]] core::TrendAxes axes() const
    {
        return static_cast<core::TrendAxes>(m_axes->currentIndex());
    }
    [[nodiscard]] ScaleKind scale() const { return static_cast<ScaleKind>(m_scale->currentIndex()); }

    /// What is shown of one root.
    struct Shown {
        QPointer<OpenedRoot> root;
        std::shared_ptr<const core::DumpIndex> index;
        std::shared_ptr<const core::TrendRun> run;
        std::shared_ptr<core::TrendResult> result;
    };

    Workbench& m_workbench;
    QStackedLayout* m_pages;
    MessagePage* m_message;
    QWidget* m_page;
    QLabel *m_sentence, *m_atLabel, *m_range, *m_found;
    QToolButton* m_showFirst;
    QComboBox *m_figure, *m_axes, *m_scale, *m_rule;
    QDoubleSpinBox* m_threshold;
    QSlider* m_at;
    TrendMap* m_map;
    TrendLines* m_lines;
    SimpleTable* m_table;
    TrendFindingModel* m_findings;
    QTimer m_later;
    LatestOnly m_loading, m_judging, m_drawing, m_readingOthers;
    Shown m_shown;
    /// Further dumps that are open, for lines over each other.
    struct Other {
        QPointer<OpenedRoot> root;
        std::shared_ptr<const core::TrendRun> run;
        std::shared_ptr<const core::TrendColumn> figure; ///< null: not read yet
    };
    std::vector<Other> m_others;
    std::optional<std::size_t> m_chosen; ///< cell of the run
    bool m_isFollowing = false;          ///< the selection is being set by this panel
};

TrendsPanel::TrendsPanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_pages(new QStackedLayout(this))
    , m_message(new MessagePage(this))
    , m_page(new QWidget(this))
    , m_sentence(new QLabel(m_page))
    , m_atLabel(new QLabel(m_page))
    , m_range(new QLabel(m_page))
    , m_found(new QLabel(m_page))
    , m_showFirst(new QToolButton(m_page))
    , m_figure(new QComboBox(m_page))
    , m_axes(new QComboBox(m_page))
    , m_scale(new QComboBox(m_page))
    , m_rule(new QComboBox(m_page))
    , m_threshold(new QDoubleSpinBox(m_page))
    , m_at(new QSlider(Qt::Horizontal, m_page))
    , m_map(new TrendMap(m_page))
    , m_lines(new TrendLines(m_page))
    , m_table(new SimpleTable(m_page))
    , m_findings(new TrendFindingModel(this))
{
    m_pages->addWidget(m_message);
    m_pages->addWidget(m_page);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_showFirst->setAutoRaise(true);
    auto* const top = new QHBoxLayout;
    top->setContentsMargins(scaledMargins(kLarge, kSmall, kSmall, kSmall));
    top->addWidget(m_sentence, 1);
    top->addWidget(m_showFirst);
    m_table->setRows(m_findings, TrendFindingModel::What);
    m_table->setFillLeast(scaled(kWhatLeast));
    auto* const below = new QSplitter(Qt::Horizontal, m_page);
    auto* const found = new QWidget(below);
    auto* const foundLayout = new QVBoxLayout(found);
    foundLayout->setContentsMargins(0, 0, 0, 0);
    foundLayout->setSpacing(0);
    foundLayout->addWidget(makeRuleBar());
    foundLayout->addWidget(m_table, 1);
    below->addWidget(m_lines);
    below->addWidget(found);
    below->setChildrenCollapsible(false);
    auto* const body = new RoomSplitter(scaled(kLowPanel), {55, 45}, m_page);
    body->addWidget(m_map);
    body->addWidget(below);
    auto* const layout = new QVBoxLayout(m_page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(makeBar());
    layout->addWidget(body, 1);
    setMinimumSize(scaled(160), scaled(120));
    m_later.setSingleShot(true);
    m_later.setInterval(kLaterMs);
    wire();
    keepTranslated(this, &TrendsPanel::retranslate);
    onChange(this, {QEvent::PaletteChange}, [this] { draw(); });
    later();
}

QWidget* TrendsPanel::makeBar()
{
    auto* const bar = new QWidget(m_page);
    auto* const row = new QHBoxLayout(bar);
    row->setContentsMargins(scaledMargins(kLarge, kTiny, kSmall, kTiny));
    row->setSpacing(scaled(kMedium));
    for (const char* figure : kFigures)
        m_figure->addItem(QLatin1String(figure), QLatin1String(figure));
    for (int i = 0; i < 3; ++i) {
        m_axes->addItem(QString());
        m_scale->addItem(QString());
    }
    m_scale->setCurrentIndex(static_cast<int>(ScaleKind::Log));
    m_at->setMinimumWidth(scaled(kSliderLeast));
    m_at->setPageStep(1);
    for (QLabel* const label : {m_atLabel, m_range, m_found})
        label->setTextFormat(Qt::PlainText);
    row->addWidget(m_figure);
    row->addWidget(m_axes);
    row->addWidget(m_at);
    row->addWidget(m_atLabel);
    row->addWidget(m_scale);
    row->addStretch(1);
    row->addWidget(m_range);
    return bar;
}

QWidget* TrendsPanel::makeRuleBar()
{
    auto* const bar = new QWidget(m_page);
    auto* const row = new QHBoxLayout(bar);
    row->setContentsMargins(scaledMargins(kLarge, kTiny, kSmall, kTiny));
    row->setSpacing(scaled(kMedium));
    m_rule->addItem(QString(), QString());
    for (const core::TrendRule* rule : core::builtinTrendRules()->sorted())
        m_rule->addItem(QString(), fromCore(rule->info().id));
    m_threshold->setDecimals(3);
    m_threshold->setKeyboardTracking(false);
    row->addWidget(m_rule);
    row->addWidget(m_threshold);
    row->addWidget(m_found, 1);
    return bar;
}

void TrendsPanel::wire()
{
    connect(&m_later, &QTimer::timeout, this, &TrendsPanel::refresh);
    Session& session = m_workbench.session;
    connect(&session, &Session::rootChanged, this, &TrendsPanel::later);
    connect(&session, &Session::rootRemoved, this, &TrendsPanel::later);
    connect(&session, &Session::rootAboutToBeRemoved, this, [this](OpenedRoot* root) {
        if (m_shown.root != root)
            return;
        m_loading.cancel();
        m_judging.cancel();
        m_drawing.cancel();
        showResult(nullptr);
        m_map->setPicture(nullptr);
        m_shown = {};
        m_chosen.reset();
    });
    connect(&m_workbench.selection, &Selection::scopeChanged, this, &TrendsPanel::later);
    connect(&m_workbench.selection, &Selection::tensorChanged, this, &TrendsPanel::followSelection);
    connect(m_figure, &QComboBox::activated, this, [this] {
        draw();
        loadOthers();
        emit commandLineChanged();
    });
    connect(m_scale, &QComboBox::activated, this, &TrendsPanel::draw);
    connect(m_axes, &QComboBox::activated, this, [this] {
        fitSlider();
        draw();
    });
    connect(m_at, &QSlider::valueChanged, this, &TrendsPanel::draw);
    connect(
        m_map, &TrendMap::cellChosen, this, [this](quint64 cell) { choose(static_cast<std::size_t>(cell)); });
    connect(m_lines, &TrendLines::stepChosen, this, [this](double step) {
        if (!m_shown.run || !m_chosen)
            return;
        const core::TrendCube& cube = m_shown.run->cube();
        const core::TrendCell& now = cube.cells()[*m_chosen];
        for (std::size_t place = 0; place < cube.steps().size(); ++place) {
            if (static_cast<double>(cube.steps()[place].value_or(static_cast<std::int64_t>(place))) != step)
                continue;
            if (const auto cell = cube.cellAt(now.row, now.rank, place))
                choose(*cell);
        }
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& now) {
            if (now.isValid() && m_shown.run)
                showChosen(m_findings->at(now.row()).cell);
        });
    connect(m_showFirst, &QToolButton::clicked, this, [this] {
        if (m_findings->rowCount() > 0)
            showChosen(m_findings->at(0).cell);
    });
    connect(m_rule, &QComboBox::activated, this, [this] {
        showRule();
        judge();
    });
    connect(m_threshold, &QDoubleSpinBox::valueChanged, this, &TrendsPanel::judge);
}

void TrendsPanel::retranslate()
{
    m_axes->setItemText(0, tr("Tensor × step"));
    m_axes->setItemText(1, tr("Tensor × rank"));
    m_axes->setItemText(2, tr("Rank × step"));
    m_scale->setItemText(0, tr("Linear"));
    m_scale->setItemText(1, tr("Logarithmic"));
    m_scale->setItemText(2, tr("± Logarithmic"));
    m_figure->setAccessibleName(tr("Figure"));
    m_axes->setAccessibleName(tr("Axes"));
    m_scale->setAccessibleName(tr("Scale"));
    m_at->setAccessibleName(tr("Place on the third axis"));
    m_rule->setAccessibleName(tr("Rule"));
    m_threshold->setAccessibleName(tr("Threshold of the rule"));
    m_table->setAccessibleName(tr("Findings"));
    m_showFirst->setText(tr("Show it"));
    m_rule->setItemText(0, tr("All rules"));
    for (int i = 1; i < m_rule->count(); ++i) {
        const auto* const rule
            = core::builtinTrendRules()->byId(m_rule->itemData(i).toString().toStdString());
        m_rule->setItemText(i, coreWords(core::Message(rule->info().title)));
        m_rule->setItemData(i, tipText(coreWords(core::Message(rule->info().meaning))), Qt::ToolTipRole);
    }
    showResult(m_shown.result);
    draw();
    emit titleChanged();
}

void TrendsPanel::restoreView(const QJsonObject& view)
{
    const int figure = m_figure->findData(view.value(QStringLiteral("figure")).toString());
    if (figure >= 0)
        m_figure->setCurrentIndex(figure);
    m_axes->setCurrentIndex(std::clamp(view.value(QStringLiteral("axes")).toInt(), 0, 2));
    m_scale->setCurrentIndex(std::clamp(view.value(QStringLiteral("scale")).toInt(1), 0, 2));
    later();
}

QString TrendsPanel::commandLine() const
{
    if (!m_shown.root)
        return {};
    return fromCore(core::commandText(core::TrendRequest {.path = m_shown.root->path().toStdString(),
        .figure = figure(),
        .rules = std::string(core::kUsualTrendRules)}));
}

OpenedRoot* TrendsPanel::wantedRoot() const
{
    const RowScope& scope = m_workbench.selection.scope();
    if (scope.root && scope.root->state() == OpenedRoot::State::Ready)
        return scope.root;
    for (OpenedRoot* root : m_workbench.session.roots()) {
        if (root->state() == OpenedRoot::State::Ready)
            return root;
    }
    return nullptr;
}

void TrendsPanel::refresh()
{
    if (!isVisible())
        return;
    OpenedRoot* const root = wantedRoot();
    if (!root) {
        m_message->show(tr("Nothing here yet. Choose something in Dumps."), {});
        m_pages->setCurrentIndex(0);
        return;
    }
    if (m_shown.root != root || m_shown.index != root->index())
        load(root);
    else
        loadOthers();
}

void TrendsPanel::load(OpenedRoot* root)
{
    m_shown = {root, root->index(), nullptr, nullptr};
    m_chosen.reset();
    m_findings->setFindings(nullptr, nullptr);
    m_map->setPicture(nullptr);
    m_map->setMarked({}); // of another run
    m_map->setChosen({});
    m_message->show(tr("Reading figures of %1 …").arg(shownName(root->title())), {});
    m_pages->setCurrentIndex(0);
    using Run = std::shared_ptr<const core::TrendRun>;
    m_loading.start<Run>(
        m_workbench.tasks, Lane::Bulk, tr("Read figures over steps and ranks"), this,
        [index = root->index()](core::TaskContext& task, const TaskRunner::Post&) -> core::Result<Run> {
            return core::openTrendRun(index, {.readsValues = false}, task);
        },
        [this, root = QPointer<OpenedRoot>(root)](core::Result<Run> run) {
            if (!root)
                return;
            if (run)
                return take(root, std::move(*run));
            if (run.error().code != core::Code::Cancelled)
                m_message->show(coreWords(run.error().inFull()), {});
        });
}

/// Their runs, and the figure that is shown of each.
void TrendsPanel::loadOthers()
{
    if (!m_shown.run)
        return;
    std::vector<Other> wanted;
    for (OpenedRoot* root : m_workbench.session.roots()) {
        if (root == m_shown.root || root->state() != OpenedRoot::State::Ready)
            continue;
        const auto known = std::ranges::find_if(m_others, [&](const Other& other) {
            return other.root == root && other.run && other.run->sharedIndex() == root->index();
        });
        wanted.push_back({root, known == m_others.end() ? nullptr : known->run, nullptr});
    }
    m_others.clear();
    if (wanted.empty())
        return drawLines();
    std::vector<std::pair<std::shared_ptr<const core::DumpIndex>, std::shared_ptr<const core::TrendRun>>>
        sources;
    for (const Other& other : wanted)
        sources.emplace_back(other.root->index(), other.run);
    using Read = std::vector<
        std::pair<std::shared_ptr<const core::TrendRun>, std::shared_ptr<const core::TrendColumn>>>;
    m_readingOthers.start<Read>(
        m_workbench.tasks, Lane::Bulk, tr("Read figures of other runs"), this,
        [sources = std::move(sources), figure = figure()](
            core::TaskContext& task, const TaskRunner::Post&) -> core::Result<Read> {
            Read read;
            for (const auto& [index, known] : sources) {
                std::shared_ptr<const core::TrendRun> run = known;
                if (!run) {
                    auto opened = core::openTrendRun(index, {.readsValues = false}, task);
                    if (!opened && opened.error().code == core::Code::Cancelled)
                        return core::fail(opened.error());
                    run = opened ? std::move(*opened) : nullptr; // several runs in one: nothing to draw
                }
                std::shared_ptr<const core::TrendColumn> column;
                if (run) {
                    TRY_ASSIGN(column, run->figures().column(figure, task));
                }
                read.emplace_back(std::move(run), std::move(column));
            }
            return read;
        },
        [this, wanted](core::Result<Read> read) mutable {
            if (!read)
                return;
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                wanted[i].run = (*read)[i].first;
                wanted[i].figure = (*read)[i].second;
            }
            m_others = std::move(wanted);
            drawLines();
        });
}

void TrendsPanel::take(OpenedRoot* root, std::shared_ptr<const core::TrendRun> run)
{
    if (m_shown.root != root)
        return;
    if (run->cube().cells().empty()) {
        m_message->show(tr("There is no tensor in %1.").arg(shownName(root->title())), {});
        return;
    }
    m_shown.run = std::move(run);
    fitSlider();
    m_pages->setCurrentIndex(1);
    judge();
    draw();
    loadOthers();
    emit commandLineChanged();
}

core::TrendRuleSet TrendsPanel::rules() const
{
    core::TrendRuleSet set = core::usualTrendRules();
    const std::string id = m_rule->currentData().toString().toStdString();
    const core::TrendRule* const rule = core::builtinTrendRules()->byId(id);
    if (!rule)
        return set;
    set.rules = {{id, {{std::string(rule->info().parameters.front().name), m_threshold->value()}}}};
    return set;
}

void TrendsPanel::showRule()
{
    const auto* const rule = core::builtinTrendRules()->byId(m_rule->currentData().toString().toStdString());
    m_threshold->setVisible(rule != nullptr);
    if (!rule)
        return;
    const core::TrendParameter& parameter = rule->info().parameters.front();
    const QSignalBlocker quiet(m_threshold);
    m_threshold->setRange(parameter.least, std::min(parameter.most, 1e9));
    m_threshold->setSingleStep(parameter.value > 2 ? 1 : parameter.value / 10);
    m_threshold->setValue(parameter.value);
    m_threshold->setToolTip(tipText(coreWords(core::Message(parameter.meaning))));
}

void TrendsPanel::judge()
{
    if (!m_shown.run)
        return;
    using Found = std::shared_ptr<core::TrendResult>;
    m_judging.start<Found>(
        m_workbench.tasks, Lane::Bulk, tr("Look for anomalies"), this,
        [run = m_shown.run, set = rules()](
            core::TaskContext& task, const TaskRunner::Post&) -> core::Result<Found> {
            TRY_ASSIGN(core::TrendResult result, core::applyTrendRules(*run, set, task));
            return std::make_shared<core::TrendResult>(std::move(result));
        },
        [this](core::Result<Found> found) {
            if (found)
                showResult(std::move(*found));
        });
}

void TrendsPanel::showResult(std::shared_ptr<core::TrendResult> result)
{
    m_threshold->setVisible(!m_rule->currentData().toString().isEmpty());
    m_shown.result = std::move(result);
    m_findings->setFindings(m_shown.run, m_shown.result);
    std::vector<std::size_t> marked;
    if (m_shown.result) {
        for (const core::TrendFinding& finding : m_shown.result->findings)
            marked.push_back(finding.cell);
    }
    const bool hasFirst = m_shown.result && m_shown.result->first();
    m_showFirst->setVisible(hasFirst);
    m_sentence->setText(m_shown.run && m_shown.result
            ? coreWords(core::trendSentence(*m_shown.run, *m_shown.result))
            : QString());
    m_found->setText(m_shown.result ? tr("%1 findings").arg(groupedNumber(static_cast<qint64>(marked.size())))
                                    : QString());
    m_map->setMarked(std::move(marked));
    m_table->resizeColumnsToContents();
    if (hasFirst && !m_chosen) {
        const std::size_t cell = m_shown.result->first()->cell;
        m_chosen = cell;
        fitSlider();
        draw();
    }
    emit titleChanged();
}

void TrendsPanel::fitSlider()
{
    if (!m_shown.run)
        return;
    const core::TrendCube& cube = m_shown.run->cube();
    const std::size_t sizes[] = {cube.ranks().size(), cube.steps().size(), cube.rows().size()};
    const QSignalBlocker quiet(m_at);
    m_at->setRange(0, static_cast<int>(sizes[m_axes->currentIndex()]) - 1);
    if (m_chosen) {
        const core::TrendCell& cell = cube.cells()[*m_chosen];
        const std::uint32_t places[] = {cell.rank, cell.step, cell.row};
        m_at->setValue(static_cast<int>(places[m_axes->currentIndex()]));
    }
}

void TrendsPanel::draw()
{
    if (!m_shown.run)
        return;
    using Picture = std::shared_ptr<const TrendPicture>;
    m_drawing.start<Picture>(
        m_workbench.tasks, Lane::Interactive, tr("Draw figures over steps and ranks"), this,
        [run = m_shown.run, figure = figure(), axes = axes(), at = static_cast<std::size_t>(m_at->value()),
            scale = scale(), isDark = Theme::of(this).isDark()](
            core::TaskContext& task, const TaskRunner::Post&) -> core::Result<Picture> {
            return makeTrendPicture(run, figure, axes, at, scale, isDark, task);
        },
        [this](core::Result<Picture> picture) {
            if (picture)
                showPicture(std::move(*picture));
        });
}

void TrendsPanel::showPicture(std::shared_ptr<const TrendPicture> picture)
{
    if (picture->run != m_shown.run)
        return;
    const core::TrendCube& cube = picture->run->cube();
    const auto number
        = [](const core::TrendCube::Number& of) { return of ? QString::number(*of) : QStringLiteral("–"); };
    switch (picture->plane.axes) {
    case core::TrendAxes::RowStep:
        m_atLabel->setText(tr("rank %1").arg(number(cube.ranks()[picture->plane.at])));
        break;
    case core::TrendAxes::RowRank:
        m_atLabel->setText(tr("step %1").arg(number(cube.steps()[picture->plane.at])));
        break;
    case core::TrendAxes::RankStep:
        m_atLabel->setText(shownName(cube.rows()[picture->plane.at].text()));
        break;
    }
    const std::size_t known = picture->figure->knownCount();
    m_range->setText(known == 0 ? tr("%1 was not recorded").arg(m_figure->currentText())
                                : tr("%1 to %2")
                                      .arg(fromCore(core::streamText(picture->scale.low(), 3)),
                                          fromCore(core::streamText(picture->scale.high(), 3))));
    m_range->setToolTip(tipText(tr("Colours from dark to bright; the lowest and highest 2 % have those of "
                                   "the ends. NaN and Inf have a colour of their own.")));
    m_map->setPicture(std::move(picture));
    m_map->setChosen(m_chosen);
    drawLines();
}

void TrendsPanel::drawLines()
{
    const TrendPicture* const picture = m_map->picture();
    if (!picture || !m_chosen)
        return m_lines->setContent({});
    const core::TrendCube& cube = picture->run->cube();
    const core::TrendCell& cell = cube.cells()[*m_chosen];
    TrendLines::Content content;
    content.title = m_figure->currentText() + QStringLiteral(" · ") + shownName(cube.rows()[cell.row].text());
    content.lines = trendLinesOf(cube, *picture->figure, cell.row, cell.rank, {});
    for (const Other& other : m_others) {
        const auto row
            = other.root && other.figure ? other.run->cube().find(cube.rows()[cell.row]) : std::nullopt;
        if (!row)
            continue;
        auto lines = trendLinesOf(
            other.run->cube(), *other.figure, *row, std::nullopt, shownName(other.root->title()));
        std::ranges::move(lines, std::back_inserter(content.lines));
    }
    content.scale = scale();
    content.step = static_cast<double>(cube.steps()[cell.step].value_or(cell.step));
    m_lines->setContent(std::move(content));
}

void TrendsPanel::choose(std::size_t cell)
{
    m_chosen = cell;
    m_map->setChosen(cell);
    drawLines();
    if (!m_shown.root)
        return;
    m_isFollowing = true;
    m_workbench.selection.select({m_shown.root, core::TensorId(m_shown.run->cube().cells()[cell].tensor)});
    m_isFollowing = false;
}

void TrendsPanel::showChosen(std::size_t cell)
{
    choose(cell);
    fitSlider();
    draw();
}

void TrendsPanel::followSelection()
{
    const TensorRef& tensor = m_workbench.selection.tensor();
    if (m_isFollowing || !m_shown.run || tensor.root != m_shown.root || !tensor.isValid())
        return;
    const auto cells = m_shown.run->cube().cells();
    const auto found = std::ranges::find(cells, tensor.id.value(), &core::TrendCell::tensor);
    if (found == cells.end())
        return;
    m_chosen = static_cast<std::size_t>(found - cells.begin());
    m_map->setChosen(m_chosen);
    drawLines();
    // Its rank, step or row comes into sight.
    fitSlider();
    draw();
}

} // namespace

void register_trends_panel(PanelRegistry& registry)
{
    registry.add({"trends", "profile", [](Workbench& workbench) { return new TrendsPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "trends_panel.moc"
