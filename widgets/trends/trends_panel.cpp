// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/deleted_in_background.h"
#include "async/due_timer.h"
#include "base/text.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "common/widget_changes.h"
#include "documents/statistics_fill.h"
#include "kit/filter_term.h"
#include "kit/message_page.h"
#include "kit/panel.h"
#include "kit/room_splitter.h"
#include "request/trend_request.h"
#include "trend/trend_opening.h"
#include "trends/other_trends.h"
#include "trends/trend_bar.h"
#include "trends/trend_findings.h"
#include "trends/trend_lines.h"
#include "trends/trend_map.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr int kLaterMs = 60;
constexpr int kLowPanel = 460; ///< map and findings stand side by side below this height

/// Curve and findings: beside each other where that leaves both wide enough, else one below the other.
class CurveAndFindings : public QSplitter {
public:
    using QSplitter::QSplitter;

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        const Qt::Orientation wanted = width() > 2 * height() ? Qt::Horizontal : Qt::Vertical;
        if (orientation() != wanted) {
            setOrientation(wanted);
            setSizes({2, 3}); // only their ratio counts
        }
        QSplitter::resizeEvent(event);
    }
};

/// Figures of one dump over steps and ranks, what rules find in them, and the first anomaly in one sentence
/// (docs/trends.md).
class TrendsPanel : public Panel {
    Q_OBJECT
public:
    explicit TrendsPanel(Workbench& workbench);

    QString title() const override { return tr("Trends"); }
    int badge() const override { return m_findings->count(); }
    QJsonObject saveView() const override { return m_bar->saveView(); }
    void restoreView(const QJsonObject& view) override;
    QString commandLine() const override;
    bool isSettled() const override
    {
        return isOver(m_loading) && !m_isMeasuring && isOver(m_judging) && isOver(m_drawing)
            && !m_others->isReading() && !m_later.isActive();
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        Panel::showEvent(event);
        later();
    }

private:
    static bool isOver(const LatestOnly& slot) { return !slot.task() || slot.task()->isOver(); }
    void wire();
    void retranslate();
    void later() { m_later.start(); }
    void refresh();
    void load(OpenedRoot* root, const std::string& filter);
    /// A run, and of how many of its tensors the values were not read.
    struct Loaded {
        std::shared_ptr<const core::TrendRun> run;
        core::UnmeasuredValues unmeasured;
    };
    [[nodiscard]] static core::Result<Loaded> loaded(std::shared_ptr<const core::DumpIndex> index,
        const core::TrendChoice& choice, core::TaskContext& task);
    void take(OpenedRoot* root, Loaded loaded);
    void measure();
    void stopMeasuring();
    void showMeasuring();
    void showSentence();
    void loadOthers();
    void judge();
    void showResult(std::shared_ptr<core::TrendResult> result);
    void draw();
    void showPicture(std::shared_ptr<const TrendPicture> picture);
    void drawLines();
    void choose(std::size_t cell);
    void showChosen(std::size_t cell);
    void followSelection();
    void chooseStep(double step);
    [[nodiscard]] OpenedRoot* wantedRoot() const;
    [[nodiscard]] std::string wantedRun(const OpenedRoot& root) const;
    /// What is shown of one root.
    struct Shown {
        QPointer<OpenedRoot> root;
        std::shared_ptr<const core::DumpIndex> index;
        std::shared_ptr<const core::TrendRun> run;
        std::shared_ptr<core::TrendResult> result;
        core::UnmeasuredValues unmeasured = {}; ///< values that nobody read yet
        std::string filter = {};                ///< of the run that is shown
    };

    Workbench& m_workbench;
    QStackedLayout* m_pages;
    MessagePage* m_message;
    QWidget* m_page;
    QLabel* m_sentence;
    QToolButton *m_showFirst, *m_measure;
    TrendBar* m_bar;
    TrendMap* m_map;
    TrendLines* m_lines;
    TrendFindings* m_findings;
    OtherTrends* m_others;
    DueTimer m_later;
    LatestOnly m_loading, m_measuring, m_judging, m_drawing;
    Shown m_shown;
    std::optional<std::size_t> m_chosen; ///< cell of the run
    bool m_isMeasuring = false;
    bool m_isFollowing = false; ///< the selection is being set by this panel
};

TrendsPanel::TrendsPanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_pages(new QStackedLayout(this))
    , m_message(new MessagePage(this))
    , m_page(new QWidget(this))
    , m_sentence(new QLabel(m_page))
    , m_showFirst(new QToolButton(m_page))
    , m_measure(new QToolButton(m_page))
    , m_bar(new TrendBar(m_page))
    , m_map(new TrendMap(m_page))
    , m_lines(new TrendLines(m_page))
    , m_findings(new TrendFindings(m_page))
    , m_others(new OtherTrends(workbench.session, workbench.tasks, this))
{
    m_pages->addWidget(m_message);
    m_pages->addWidget(m_page);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (QToolButton* const button : {m_showFirst, m_measure}) {
        button->setAutoRaise(true);
        button->hide();
    }
    auto* const top = new QHBoxLayout;
    top->setContentsMargins(scaledMargins(kLarge, kSmall, kSmall, kSmall));
    top->addWidget(m_sentence, 1);
    top->addWidget(m_measure);
    top->addWidget(m_showFirst);
    auto* const below = new CurveAndFindings(Qt::Horizontal, m_page);
    below->addWidget(m_lines);
    below->addWidget(m_findings);
    below->setStretchFactor(0, 2);
    below->setStretchFactor(1, 3);
    below->setChildrenCollapsible(false);
    auto* const body = new RoomSplitter(scaled(kLowPanel), {50, 50}, m_page);
    body->addWidget(m_map);
    body->addWidget(below);
    auto* const layout = new QVBoxLayout(m_page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_bar);
    layout->addWidget(body, 1);
    setMinimumSize(scaled(160), scaled(120));
    m_later.setSingleShot(true);
    m_later.setInterval(kLaterMs);
    wire();
    keepTranslated(this, &TrendsPanel::retranslate);
    onChange(this, {QEvent::PaletteChange}, [this] { draw(); });
    later();
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
        stopMeasuring();
        m_judging.cancel();
        m_drawing.cancel();
        showResult(nullptr);
        m_map->setPicture(nullptr);
        m_shown = {};
        m_chosen.reset();
    });
    connect(&m_workbench.selection, &Selection::scopeChanged, this, &TrendsPanel::later);
    connect(&m_workbench.selection, &Selection::tensorChanged, this, &TrendsPanel::followSelection);
    connect(m_bar, &TrendBar::figureChosen, this, [this] {
        draw();
        loadOthers();
        emit commandLineChanged();
    });
    connect(m_bar, &TrendBar::axesChosen, this, [this] {
        if (m_shown.run)
            m_bar->fit(m_shown.run->cube(), m_chosen);
        draw();
    });
    connect(m_bar, &TrendBar::viewChanged, this, &TrendsPanel::draw);
    connect(
        m_map, &TrendMap::cellChosen, this, [this](quint64 cell) { choose(static_cast<std::size_t>(cell)); });
    connect(m_others, &OtherTrends::changed, this, &TrendsPanel::drawLines);
    connect(m_lines, &TrendLines::stepChosen, this, &TrendsPanel::chooseStep);
    connect(m_findings, &TrendFindings::rulesChanged, this, &TrendsPanel::judge);
    connect(m_findings, &TrendFindings::findingChosen, this, [this](quint64 cell) {
        if (m_shown.run)
            showChosen(static_cast<std::size_t>(cell));
    });
    connect(m_showFirst, &QToolButton::clicked, this, [this] {
        if (m_shown.result && m_shown.result->first())
            showChosen(m_shown.result->first()->cell);
    });
    connect(m_measure, &QToolButton::clicked, this, [this] { m_isMeasuring ? stopMeasuring() : measure(); });
}

void TrendsPanel::chooseStep(double step)
{
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
}

void TrendsPanel::retranslate()
{
    m_showFirst->setText(tr("Show it"));
    showMeasuring();
    showResult(m_shown.result);
    draw();
    emit titleChanged();
}

void TrendsPanel::restoreView(const QJsonObject& view)
{
    m_bar->restoreView(view);
    later();
}

QString TrendsPanel::commandLine() const
{
    if (!m_shown.root)
        return {};
    return fromCore(core::commandText(core::TrendRequest {.path = m_shown.root->path().toStdString(),
        .filter = m_shown.filter,
        .figure = m_bar->figure(),
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
    const std::string run = wantedRun(*root);
    if (m_shown.root != root || m_shown.index != root->index() || m_shown.filter != run)
        load(root, run);
    else
        loadOthers();
}

/// Where several runs lie beside one another, the one that the place chosen in Dumps is in; else all there
/// is.
std::string TrendsPanel::wantedRun(const OpenedRoot& root) const
{
    const RowScope& scope = m_workbench.selection.scope();
    const core::DumpIndex& index = *root.index();
    if (index.runs().size() < 2 || scope.root != &root || !scope.rows || scope.rows->empty())
        return {};
    const std::string& run = index.factsOf(scope.rows->front()).run;
    const bool isOne
        = std::ranges::all_of(*scope.rows, [&](core::TensorId id) { return index.factsOf(id).run == run; });
    return isOne && !run.empty() ? filterTerm("run", QString::fromStdString(run)).toStdString()
                                 : std::string();
}

void TrendsPanel::load(OpenedRoot* root, const std::string& filter)
{
    stopMeasuring();
    m_shown = {root, root->index(), nullptr, nullptr, {}, filter};
    m_chosen.reset();
    m_findings->setResult(nullptr, nullptr);
    m_map->setPicture(nullptr);
    m_map->setMarked({}); // of another run
    m_map->setChosen({});
    m_message->show(tr("Reading figures of %1 …").arg(shownName(root->title())), {});
    m_pages->setCurrentIndex(0);
    m_loading.start<Loaded>(
        m_workbench.tasks, Lane::Bulk, tr("Read figures over steps and ranks"), this,
        [index = root->index(), filter](core::TaskContext& task, const TaskRunner::Post&) {
            return loaded(index, {.filter = filter, .readsValues = false}, task);
        },
        [this, root = QPointer<OpenedRoot>(root), filter](core::Result<Loaded> run) {
            if (!root || m_shown.root != root || m_shown.filter != filter)
                return;
            if (!run && run.error().code == core::Code::Ambiguous)
                m_message->show(tr("%1 runs lie beside one another in %2. Choose one of them in Dumps.")
                                    .arg(groupedNumber(static_cast<qint64>(root->index()->runs().size())),
                                        shownName(root->title())),
                    {});
            else if (!run && run.error().code != core::Code::Cancelled)
                m_message->show(coreWords(run.error().inFull()), {});
            if (!run)
                return;
            take(root, std::move(*run));
            // As statistics of small dumps are computed elsewhere in the window; large ones wait for a click.
            if (m_shown.unmeasured.tensors > 0 && m_shown.unmeasured.bytes <= StatisticsFill::kMostBytes)
                measure();
        });
}

core::Result<TrendsPanel::Loaded> TrendsPanel::loaded(
    std::shared_ptr<const core::DumpIndex> index, const core::TrendChoice& choice, core::TaskContext& task)
{
    TRY_ASSIGN(auto run, core::openTrendRun(std::move(index), choice, task));
    // What could not be read when it was asked for is not asked for again.
    const core::UnmeasuredValues left
        = choice.readsValues ? core::UnmeasuredValues() : core::unmeasuredValues(*run);
    return Loaded {std::move(run), left};
}

/// What is known stays on screen until the values are read.
void TrendsPanel::measure()
{
    if (!m_shown.root || !m_shown.run)
        return;
    m_isMeasuring = true;
    m_measuring.start<Loaded>(
        m_workbench.tasks, Lane::Bulk, tr("Compute statistics over steps and ranks"), this,
        [index = m_shown.index, filter = m_shown.filter](core::TaskContext& task, const TaskRunner::Post&) {
            return loaded(index, {.filter = filter}, task);
        },
        [this, root = m_shown.root, index = m_shown.index, filter = m_shown.filter](
            core::Result<Loaded> run) {
            if (!root || m_shown.root != root || m_shown.index != index || m_shown.filter != filter)
                return; // another dump is shown
            m_isMeasuring = false;
            if (run)
                take(root, std::move(*run));
            showMeasuring();
        });
    showMeasuring();
}

void TrendsPanel::stopMeasuring()
{
    if (!m_isMeasuring)
        return;
    m_isMeasuring = false;
    m_measuring.cancel();
    showMeasuring();
}

void TrendsPanel::showMeasuring()
{
    m_measure->setVisible(m_isMeasuring || m_shown.unmeasured.tensors > 0);
    m_measure->setText(m_isMeasuring ? tr("Cancel") : tr("Compute statistics"));
    m_measure->setToolTip(tipText(tr("No statistics of %1 tensors are known; their values are here.")
                                      .arg(groupedNumber(static_cast<qint64>(m_shown.unmeasured.tensors)))));
    showSentence();
}

void TrendsPanel::showSentence()
{
    const bool hasResult = m_shown.run && m_shown.result;
    if (m_isMeasuring && (!hasResult || !m_shown.result->isJudged()))
        m_sentence->setText(tr("Computing the statistics of %1 tensors …")
                                .arg(groupedNumber(static_cast<qint64>(m_shown.unmeasured.tensors))));
    else
        m_sentence->setText(
            hasResult ? coreWords(core::trendSentence(*m_shown.run, *m_shown.result)) : QString());
}

void TrendsPanel::loadOthers()
{
    if (m_shown.run)
        m_others->read(m_shown.root, m_bar->figure());
}

void TrendsPanel::take(OpenedRoot* root, Loaded loaded)
{
    if (loaded.run->cube().cells().empty()) {
        m_message->show(tr("There is no tensor in %1.").arg(shownName(root->title())), {});
        return;
    }
    m_shown.run = std::move(loaded.run);
    m_shown.unmeasured = loaded.unmeasured;
    m_shown.result = nullptr; // of the run before
    m_bar->suggestAxes(m_shown.run->cube());
    m_bar->fit(m_shown.run->cube(), m_chosen);
    showMeasuring();
    m_pages->setCurrentIndex(1);
    judge();
    draw();
    loadOthers();
    emit commandLineChanged();
}

void TrendsPanel::judge()
{
    if (!m_shown.run)
        return;
    using Found = std::shared_ptr<core::TrendResult>;
    m_judging.start<Found>(
        m_workbench.tasks, Lane::Bulk, tr("Look for anomalies"), this,
        [run = m_shown.run, set = m_findings->rules()](
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
    m_shown.result = std::move(result);
    m_findings->setResult(m_shown.run, m_shown.result);
    std::vector<std::size_t> marked;
    if (m_shown.result) {
        for (const core::TrendFinding& finding : m_shown.result->findings)
            marked.push_back(finding.cell);
    }
    const bool hasFirst = m_shown.result && m_shown.result->first();
    m_showFirst->setVisible(hasFirst);
    showSentence();
    m_map->setMarked(std::move(marked));
    if (hasFirst && !m_chosen) {
        const std::size_t cell = m_shown.result->first()->cell;
        m_chosen = cell;
        m_bar->fit(m_shown.run->cube(), m_chosen);
        draw();
    } else if (!m_chosen && m_shown.result) {
        followSelection(); // chosen before anything was known here
    }
    emit titleChanged();
}

void TrendsPanel::draw()
{
    if (!m_shown.run)
        return;
    using Picture = std::shared_ptr<const TrendPicture>;
    m_drawing.start<Picture>(
        m_workbench.tasks, Lane::Interactive, tr("Draw figures over steps and ranks"), this,
        [run = m_shown.run, figure = m_bar->figure(), axes = m_bar->axes(), at = m_bar->at(),
            scale = m_bar->scale(), isDark = Theme::of(this).isDark()](
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
    m_bar->describe(*picture);
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
    content.title = QString::fromStdString(m_bar->figure()) + QStringLiteral(" · ")
        + coreWords(cube.rows()[cell.row].words());
    content.lines = trendLinesOf(cube, *picture->figure, cell.row, cell.rank, {});
    std::ranges::move(m_others->lines(cube.rows()[cell.row]), std::back_inserter(content.lines));
    content.scale = m_bar->scale();
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
    m_bar->fit(m_shown.run->cube(), m_chosen);
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
    m_bar->fit(m_shown.run->cube(), m_chosen);
    draw();
}

} // namespace

void register_trends_panel(PanelRegistry& registry)
{
    registry.add({"trends", "profile", [](Workbench& workbench) { return new TrendsPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "trends_panel.moc"
