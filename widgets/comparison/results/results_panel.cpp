// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/cell_roles.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "comparison/comparison_panel_base.h"
#include "comparison/comparison_request.h"
#include "comparison/errors/layer_strip.h"
#include "comparison/non_finite_pairs.h"
#include "comparison/results/pair_list_model.h"
#include "comparison/results/results_bar.h"
#include "comparison/suspects/divergence_words.h"
#include "comparison/verdict_words.h"
#include "kit/data_table.h"
#include "kit/filtered_table.h"
#include "kit/message_page.h"
#include "kit/row_request.h"
#include "kit/tensor_menu.h"
#include "models/filled_columns.h"

#include <QLabel>
#include <QMenu>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace dumpscope::gui {

namespace {

constexpr int kNarrowWindow = 1300, kWideWindow = 1500;
constexpr int kLeastForStrip = 240; ///< height below which rows need the room more

/// Columns that are there where some pair has something in them: statistics alone have no types, checkpoints
/// no order.
constexpr std::array kIfFilled {"exec_index", "op_type", "dtype", "shape"};

bool hasNoTensor(const ComparisonSetup::Side& side)
{
    return side.root && side.root->index() && side.root->index()->tensorCount() == 0;
}

class ResultsPanel : public ComparisonPanel {
    Q_OBJECT
public:
    explicit ResultsPanel(Workbench& workbench);

    QString title() const override { return tr("Results"); }
    int badge() const override
    {
        return static_cast<int>(m_bar->chips().counts()[static_cast<std::size_t>(core::Verdict::Fail)]);
    }
    QWidget* filterField() const override { return m_filter->field(); }
    bool isSettled() const override
    {
        return !m_model->isBusy() && (!shown() || shown()->isOver()) && !(shown() && shown()->isJudging())
            && m_strip->isSettled() && (!m_looking.task() || m_looking.task()->isOver());
    }
    QJsonObject saveView() const override { return m_view.save(); }
    void restoreView(const QJsonObject& view) override { m_view.restore(view); }
    QString commandLine() const override;

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        ComparisonPanel::resizeEvent(event);
        m_strip->setRoom(height() >= scaled(kLeastForStrip));
    }

private:
    void connectAll();
    void retranslate() override;
    void showComparison() override;
    void pairsChanged(bool isGrown) override;
    void stateChanged() override;
    void divergenceChanged() override { showLine(); }
    void suspicionChanged() override { showLine(); }
    void pairChanged() override { followPair(); }
    void lookForNonFinite(bool isGrown);
    void lookForFilled(bool isGrown);
    void chooseColumns();
    void count(bool isGrown);
    void showLine();
    void showPage();
    void showFooter();
    void showHits();
    [[nodiscard]] bool isNarrow() const { return window()->width() < scaled(kNarrowWindow); }
    void giveVerdictsRoom();
    void showCounts();
    void reportPair(std::int64_t source);
    void followPair();
    void step(int by);

    PairListModel* m_model;
    ResultsBar* m_bar;
    FilterBar* m_filter;
    DataTable* m_table;
    QLabel* m_footer;
    DivergenceLine* m_line;
    LayerStrip* m_strip;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    QByteArray m_columnsFor; ///< profile and kind of dump the columns were chosen for
    struct Found {
        bool hasNan = false, hasInf = false;
        std::array<bool, kIfFilled.size()> isFilled {};
        bool hasOrigins = false; ///< a pair was found otherwise than by equal names
        bool operator==(const Found&) const = default;
    };
    Found m_found, m_columnsWith;       ///< in the pairs so far, and when the columns were chosen
    std::size_t m_lookedForOrigins = 0; ///< rows
    NonFinitePairs m_looked;            ///< of the rows looked at so far
    LatestOnly m_looking;
    FilteredTable m_view;
    VerdictChips::Counts m_counts {};
    std::size_t m_counted = 0;
    bool m_isNotifying = false;
};

ResultsPanel::ResultsPanel(Workbench& workbench)
    : ComparisonPanel(workbench)
    , m_model(new PairListModel(workbench.tasks, this))
    , m_bar(new ResultsBar(workbench.actions, this))
    , m_filter(new FilterBar(this))
    , m_table(new DataTable(workbench.tasks, this))
    , m_footer(new QLabel(this))
    , m_line(new DivergenceLine(workbench.actions, this))
    , m_strip(new LayerStrip(workbench.tasks, this))
    , m_message(new MessagePage(this))
    , m_pages(new QStackedLayout)
    , m_view(*m_filter, *m_table)
{
    m_table->setColumnModel(m_model);
    m_table->output().setInputs([&session = workbench.session] { return session.paths(); });
    m_footer->setFont(secondaryFont());
    makeRich(*m_footer);
    m_footer->setContentsMargins(scaledMargins(kLarge, kTiny, kLarge, kTiny));
    m_footer->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_footer->hide();
    m_pages->addWidget(m_message);
    m_pages->addWidget(m_table);
    setFocusProxy(m_table);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_line);
    layout->addWidget(m_strip);
    layout->addWidget(m_filter);
    layout->addLayout(m_pages, 1);
    layout->addWidget(m_footer);
    setMinimumWidth(scaled(160));
    connectAll();
    begin();
}

void ResultsPanel::retranslate()
{
    m_table->setAccessibleName(tr("Results"));
    m_filter->setPlaceholder(tr("verdict:fail max_absolute_error>1e-3 name:*fc1*"));
    showLine();
    showPage();
    showFooter();
    emit titleChanged();
}

void ResultsPanel::connectAll()
{
    connect(&m_comparisons, &Comparisons::filterRequested, this,
        [this](const QString& filter) { m_filter->setText(filter); });
    // Who asks for the conclusion wants to see it.
    connect(&m_comparisons, &Comparisons::failingWanted, this, &ResultsPanel::step);
    connect(&m_comparisons, &Comparisons::worstWanted, this, [this] {
        const auto pair = m_comparisons.pair();
        if (pair && !m_model->isBusy() && m_model->rowOf(static_cast<std::uint32_t>(*pair)) < 0)
            m_filter->clear();
    });
    connect(m_strip, &LayerStrip::chosen, this, [this](const QString& filter, quint64 worst) {
        m_filter->setText(filter);
        m_comparisons.select(static_cast<std::size_t>(worst));
    });
    connect(&m_workbench.session, &Session::rootChanged, this, &ResultsPanel::showPage);
    connect(&m_workbench.session, &Session::rootRemoved, this, &ResultsPanel::showPage);
    connect(m_filter, &FilterBar::filterChanged, this, [this] {
        m_model->setFilter(m_filter->filter());
        m_bar->chips().setChosen(splitVerdictTerm(m_filter->text()).second);
        emit commandLineChanged();
    });
    connect(m_filter, &FilterBar::errorChanged, this, &ResultsPanel::showPage);
    connect(m_filter, &FilterBar::left, this, [this] { m_table->setFocus(); });
    connect(&m_bar->chips(), &VerdictChips::chosen, this, [this](const std::vector<core::Verdict>& verdicts) {
        const QString rest = splitVerdictTerm(m_filter->text()).first;
        m_filter->setText((verdictTerm(verdicts) + QLatin1Char(' ') + rest).trimmed());
    });
    connect(m_model, &ColumnModel::rowsReplaced, this, [this] {
        if (!m_columnsFor.isEmpty()) // else the usual ones come first
            m_view.restoreColumns();
        showHits();
        showPage();
        followPair();
    });
    connect(m_model, &ColumnModel::failed, m_filter, &FilterBar::setStatus);
    connect(m_bar, &ResultsBar::profileChosen, &m_comparisons, &Comparisons::changeProfile);
    connect(m_table, &DataTable::chosenSourceChanged, this, &ResultsPanel::reportPair);
    connect(m_table, &DataTable::selectedSourcesChanged, this, [this] {
        const auto sources = m_table->selectedSources();
        std::vector<std::size_t> pairs(sources.begin(), sources.end());
        std::sort(pairs.begin(), pairs.end());
        m_comparisons.mark(std::move(pairs));
    });
    connect(m_table, &DataTable::rowOpened, this, [this](quint32 source) { m_comparisons.open(source); });
    connect(m_table, &DataTable::rowMenuRequested, this, [this](const QPoint& place) {
        QMenu menu(this);
        fillTensorMenu(menu, m_workbench, m_workbench.selection.tensor());
        if (!menu.isEmpty())
            menu.exec(place);
    });
    connect(m_footer, &QLabel::linkActivated, this, [this] {
        if (shown())
            shown()->resume();
    });
    ActionRegistry& actions = m_workbench.actions;
    const auto hasRows = [this] { return m_model->rowCount() > 0; };
    const std::pair<const char*, std::function<void()>> forRows[] = {
        {"edit.copy", [this] { m_table->output().copyRows(); }},
        {"edit.copy_names", [this] { m_table->output().copyNames(); }},
        {"edit.select_all", [this] { m_table->selectAll(); }},
        {"go.row", [this] { m_table->askForRow(); }},
        {"file.export", [this] { m_table->output().askForCsv(); }},
        {"pairing.unpair", [this] { m_comparisons.unpair(m_comparisons.marked()); }},
        {"item.open",
            [this] {
                if (m_comparisons.pair())
                    m_comparisons.open(*m_comparisons.pair());
            }},
    };
    for (const auto& [id, run] : forRows)
        actions.handle(id, m_table, run, hasRows);
    // From the filter line as well.
    actions.handle(
        "go.next_hit", this, [this] { m_table->step(1); }, hasRows);
    actions.handle(
        "go.previous_hit", this, [this] { m_table->step(-1); }, hasRows);
    const auto fails = [this] { return m_counts[static_cast<std::size_t>(core::Verdict::Fail)] > 0; };
    actions.handle(
        "go.next_failing", this, [this] { step(1); }, fails);
    actions.handle(
        "go.previous_failing", this, [this] { step(-1); }, fails);
}

void ResultsPanel::showComparison()
{
    m_bar->setProfile(shown() ? std::optional(shown()->setup().profile) : std::nullopt);
    pairsChanged(false);
}

void ResultsPanel::stateChanged()
{
    m_bar->setProfile(shown() ? std::optional(shown()->setup().profile) : std::nullopt);
    showLine();
    showPage();
    showFooter();
}

void ResultsPanel::pairsChanged(bool isGrown)
{
    const auto pairs = this->pairs();
    m_strip->setPairs(pairs, isGrown);
    if (!pairs) {
        m_counts = {};
        m_counted = 0;
        showCounts();
        if (m_model->pairs())
            m_model->setTable(m_model->table(), 0);
        showLine();
        showPage();
        showFooter();
        return;
    }
    // A filter that is right for these columns only comes when the model has them.
    m_model->setPairs(pairs, shown()->setup().limits, isGrown);
    m_filter->setTable(pairs);
    if (!isGrown)
        m_model->setFilter(m_filter->filter());
    lookForNonFinite(isGrown);
    lookForFilled(isGrown);
    chooseColumns();
    count(isGrown);
    showLine();
    showFooter();
}

/// In a task: of a large comparison that takes longer than a frame.
void ResultsPanel::lookForNonFinite(bool isGrown)
{
    if (!isGrown || m_looked.rows > pairs()->rows())
        m_looked = {};
    if (m_looked.hasNan && m_looked.hasInf)
        return;
    m_looking.start<NonFinitePairs>(
        m_workbench.tasks, Lane::Interactive, tr("Look for NaN and infinities"), this,
        [table = pairs(), before = m_looked](
            core::TaskContext& task, const TaskRunner::Post&) { return nonFiniteOf(*table, before, task); },
        [this](core::Result<NonFinitePairs> found) {
            if (!found || !shown() || !shown()->pairs())
                return;
            m_found.hasNan = found->hasNan;
            m_found.hasInf = found->hasInf;
            m_looked = *found;
            chooseColumns();
        });
}

void ResultsPanel::lookForFilled(bool isGrown)
{
    const core::PairTable& pairs = *shown()->pairs();
    for (std::size_t i = 0; i < kIfFilled.size(); ++i) {
        bool& isThere = m_found.isFilled[i];
        isThere = (isGrown && isThere) || isFilled(pairs, pairs.rows(), kIfFilled[i]);
    }
    if (!isGrown || m_lookedForOrigins > pairs.rows()) {
        m_found.hasOrigins = false;
        m_lookedForOrigins = 0;
    }
    for (; m_lookedForOrigins < pairs.rows() && !m_found.hasOrigins; ++m_lookedForOrigins)
        m_found.hasOrigins = pairs.row(m_lookedForOrigins).pair.origin != core::PairOrigin::Exact;
}

// What a profile measures first; where only statistics or checksums were dumped, what those tell.
void ResultsPanel::chooseColumns()
{
    const core::PairTable& pairs = *shown()->pairs();
    const auto basis = pairs.rows() > 0 ? pairs.row(0).basis : core::PairBasis::Elements;
    const core::DumpIndex& target = *pairs.target().index;
    const bool hasRuns = !target.runs().empty(), hasRanks = target.ranks().size() > 1,
               hasSteps = target.steps().size() > 1;
    const QByteArray wanted = shown()->setup().profile.toUtf8() + QByteArray::number(static_cast<int>(basis))
        + (hasRuns ? "d" : "") + (hasRanks ? "r" : "") + (hasSteps ? "s" : "");
    if ((wanted == m_columnsFor && m_found == m_columnsWith)
        || (pairs.rows() == 0 && !m_columnsFor.isEmpty()))
        return;
    // What comes later does not undo what the user chose.
    const bool isOtherKind = wanted != m_columnsFor;
    m_columnsFor = wanted;
    m_columnsWith = m_found;
    if (!isOtherKind && !m_table->columns().areDefaults())
        return;
    QList<QByteArray> columns {"verdict"};
    if (hasRuns)
        columns.append("run");
    if (hasRanks)
        columns.append("rank");
    if (hasSteps)
        columns.append("step");
    // In a narrow window the numbers go before what the name tells as well.
    const bool isNarrow = this->isNarrow();
    const bool isTight = isNarrow
        || (window()->width() < scaled(kWideWindow)
            && (hasRuns || hasRanks || hasSteps || m_found.hasNan || m_found.hasInf));
    QList<QByteArray> names = isNarrow
        ? QList<QByteArray> {"exec_index", "op_name", "io", "shape"}
        : QList<QByteArray> {"exec_index", "op_name", "op_type", "io", "dtype", "shape"};
    if (isTight)
        names.removeOne("op_type");
    for (std::size_t i = 0; i < kIfFilled.size(); ++i) {
        if (!m_found.isFilled[i])
            names.removeOne(QByteArray(kIfFilled[i]));
    }
    columns += names;
    // Errors are those of the numbers alone: beside them stands how many there are not.
    if (m_found.hasNan)
        columns += {"nan_target", "nan_golden"};
    if (m_found.hasInf)
        columns += {"inf_target", "inf_golden"};
    if (basis == core::PairBasis::Statistics)
        columns += isNarrow ? QList<QByteArray> {"max_diff", "l2norm_diff_relative"}
            : isTight       ? QList<QByteArray> {"max_diff", "mean_diff", "l2norm_diff_relative"}
                            : QList<QByteArray> {"max_diff", "min_diff", "mean_diff", "l2norm_diff_relative"};
    else if (basis == core::PairBasis::Checksums)
        columns.append("bitwise_equal");
    else
        columns += leadingMetrics(pairs, shown()->setup().profile);
    // The last of our own four says the least that the others do not.
    if (isTight && columns.last() == "mismatch_ratio")
        columns.removeLast();
    if (pairs.truth())
        columns += isTight ? QList<QByteArray> {"truth_ratio"}
                           : QList<QByteArray> {"truth_target", "truth_golden", "truth_ratio"};
    if (!isNarrow && m_found.hasOrigins)
        columns.append("pair_origin");
    m_table->columns().setDefaults(columns);
    giveVerdictsRoom();
    m_view.restoreColumns();
}

/// Every verdict in the language of the window, also one that comes later; the long name of a rare one
/// has to come before it takes the room of the numbers.
void ResultsPanel::giveVerdictsRoom()
{
    QFont bold = m_table->font();
    bold.setBold(true);
    int widest = 0;
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        const auto verdict = static_cast<core::Verdict>(i);
        if (verdict != core::Verdict::NotComparable || m_counts[i] > 0)
            widest = std::max(widest, QFontMetrics(bold).horizontalAdvance(verdictText(verdict)));
    }
    const int column = m_model->columnNumber("verdict");
    const int wanted = widest + scaled(16) + 2 * kLarge + kMedium; // glyph and margins
    if (column >= 0 && m_table->columnWidth(column) < wanted)
        m_table->setColumnWidth(column, wanted);
}

void ResultsPanel::count(bool isGrown)
{
    const core::PairTable& table = *pairs();
    if (const auto result = shown()->result(); result && result->pairs == pairs()) {
        m_counts = countsOf(result->summary);
        m_counted = table.rows();
    } else if (!isGrown || m_counted > table.rows()) {
        m_counts = {};
        m_counted = 0;
    }
    for (; m_counted < table.rows(); ++m_counted)
        ++m_counts[static_cast<std::size_t>(table.row(m_counted).verdict)];
    showCounts();
    giveVerdictsRoom();
    m_workbench.actions.refresh();
}

void ResultsPanel::showCounts()
{
    const int before = badge();
    m_bar->chips().setCounts(m_counts);
    if (badge() != before)
        emit titleChanged();
}

void ResultsPanel::showLine()
{
    const auto first = shown() && pairs() ? shown()->firstDivergence() : std::nullopt;
    const bool isThere = first && first->index < pairs()->rows();
    m_model->setFirstDivergence(isThere ? std::optional(first->index) : std::nullopt);
    m_line->setTexts(divergenceTexts(shown()));
    m_workbench.actions.refresh();
}

void ResultsPanel::showPage()
{
    const auto& roots = m_workbench.session.roots();
    if (m_model->rowCount() > 0 && shown() && shown()->pairs())
        return m_pages->setCurrentWidget(m_table);
    if (!shown()) {
        roots.isEmpty()
            ? m_message->show(tr("Drop two dumps here to compare them."), tr("Compare"),
                [this] { m_workbench.actions.trigger("file.compare"); })
            : m_message->show(tr("Drop a second dump to compare with %1.").arg(roots.first()->title()),
                tr("Compare"), [this] { m_workbench.actions.trigger("file.compare"); });
    } else if (shown()->state() == ComparisonDocument::State::Failed && shown()->error()) {
        m_message->show(tr("The comparison cannot run: %1.").arg(coreError(*shown()->error())),
            tr("Compute again"), [this] { shown()->runAgain(); });
    } else if (!shown()->isOver()) {
        m_message->show(shown()->state() == ComparisonDocument::State::Waiting
                ? tr("Both sides are being read.")
                : tr("Operators are being paired."),
            {});
    } else if (!(shown()->pairs() && shown()->pairs()->rows() > 0)
        && shown()->state() == ComparisonDocument::State::Cancelled) {
        m_message->show(
            tr("Stopped before anything was compared."), tr("Resume"), [this] { shown()->resume(); });
    } else if (m_model->totalRows() > 0 && !m_filter->error().isEmpty()) {
        m_message->show(tr("The filter is not valid: %1").arg(m_filter->error()), tr("Clear the filter"),
            [this] { m_filter->clear(); });
    } else if (m_model->totalRows() > 0) {
        m_message->show(m_model->totalRows() == 1
                ? tr("No row matches. Clear the filter to see the only one.")
                : tr("No row matches. Clear the filter to see %1 rows.")
                      .arg(groupedNumber(static_cast<qint64>(m_model->totalRows()))),
            tr("Clear the filter"), [this] { m_filter->setText({}); });
    } else if (hasNoTensor(shown()->setup().target) && hasNoTensor(shown()->setup().golden)) {
        m_message->show(tr("Nothing to compare: no tensor was found on either side."), {});
    } else {
        m_message->show(tr("Nothing could be paired."), tr("Open Pairing to see the nearest names"),
            [this] { m_workbench.actions.trigger("compare.pairing"); });
    }
    m_pages->setCurrentWidget(m_message);
}

void ResultsPanel::showFooter()
{
    QString text;
    if (shown() && shown()->pairs()) {
        const QString rows = groupedNumber(static_cast<qint64>(shown()->pairs()->rows()));
        const QString paired
            = shown()->result() ? groupedNumber(static_cast<qint64>(shown()->result()->paired)) : rows;
        if (shown()->state() == ComparisonDocument::State::Cancelled)
            text = tr("Stopped at %1 of %2 pairs. Verdicts so far are final.").arg(rows, paired)
                + QStringLiteral(" <a href=\"#\">%1</a>").arg(tr("Resume"));
        else if (shown()->state() == ComparisonDocument::State::Running && !shown()->result())
            text = shown()->pairs()->rows() == 1 ? tr("Comparing: 1 pair so far.")
                                                 : tr("Comparing: %1 pairs so far.").arg(rows);
        else if (shown()->error())
            text = coreError(*shown()->error()).toHtmlEscaped();
    }
    m_footer->setText(text);
    m_footer->setVisible(!text.isEmpty());
}

void ResultsPanel::showHits()
{
    m_filter->setHits(m_model->rowCount(), static_cast<qint64>(m_model->totalRows()), m_model->tookMs());
    emit commandLineChanged();
}

void ResultsPanel::reportPair(std::int64_t source)
{
    if (source < 0 || m_isNotifying)
        return;
    m_isNotifying = true;
    m_comparisons.select(static_cast<std::size_t>(source));
    m_isNotifying = false;
}

void ResultsPanel::followPair()
{
    const auto pair = m_comparisons.pair();
    if (m_isNotifying || m_table->chosenSource() == (pair ? static_cast<std::int64_t>(*pair) : -1))
        return;
    if (!pair || !shown() || !shown()->pairs())
        return m_table->chooseSources({}, -1);
    const auto source = static_cast<std::uint32_t>(*pair);
    m_table->chooseSources({source}, source);
}

// Among the rows that are shown, in their order; around the end.
void ResultsPanel::step(int by)
{
    const int rows = m_model->rowCount();
    const int start = m_table->currentIndex().isValid() ? m_table->currentIndex().row() : by > 0 ? -1 : 0;
    for (int i = 1; i <= rows; ++i) {
        const int row = ((start + by * i) % rows + rows) % rows;
        if (m_model->pairs()->row(m_model->sourceRow(row)).verdict != core::Verdict::Fail)
            continue;
        m_table->chooseSources({m_model->sourceRow(row)}, m_model->sourceRow(row));
        m_comparisons.select(m_model->sourceRow(row));
        return;
    }
    m_comparisons.say(m_counts[static_cast<std::size_t>(core::Verdict::Fail)] > 0
            ? tr("The filter of the results shows no failing pair.")
            : tr("No pair fails."));
}

QString ResultsPanel::commandLine() const
{
    if (!shown())
        return {};
    auto request = comparisonRequest(shown()->setup());
    if (!request)
        return {};
    const core::RowOptions rows = rowOptions({}, *m_model, *m_table);
    request->sort = rows.sort;
    request->columns = rows.columns;
    // Rows to print: what is compared stays the same, so verdicts do, too.
    const std::string typed = m_filter->text().toStdString();
    if (const auto table = pairs(); table && core::FilterExpression::parse(typed, *table))
        request->rows = typed;
    return fromCore(core::commandText(*request));
}

} // namespace

void register_results_panel(PanelRegistry& registry)
{
    registry.add({"results", "compare", [](Workbench& workbench) { return new ResultsPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "results_panel.moc"
