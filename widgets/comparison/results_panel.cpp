// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/cell_roles.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/metrics.h"
#include "common/numbers.h"
#include "common/shell_text.h"
#include "comparison/comparison_command.h"
#include "comparison/comparisons.h"
#include "comparison/divergence_line.h"
#include "comparison/pair_list_model.h"
#include "comparison/verdict_chips.h"
#include "comparison/verdict_words.h"
#include "views/data_table.h"
#include "views/filter_bar.h"
#include "views/message_page.h"
#include "views/panel.h"
#include "views/tensor_menu.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

constexpr int kNarrowWindow = 1300;
constexpr int kShortTexts = 900; ///< narrower panels show glyphs and numbers only

class ResultsPanel : public Panel {
    Q_OBJECT
public:
    explicit ResultsPanel(Workbench& workbench);

    QString title() const override { return tr("Results"); }
    int badge() const override
    {
        return static_cast<int>(m_chips->counts()[static_cast<std::size_t>(core::Verdict::Fail)]);
    }
    QWidget* filterField() const override { return m_filter->field(); }
    bool isSettled() const override
    {
        return !m_model->isBusy() && (!m_shown || m_shown->isOver()) && !(m_shown && m_shown->isJudging());
    }
    QJsonObject saveView() const override
    {
        return {
            {QStringLiteral("filter"), m_filter->saveView()}, {QStringLiteral("table"), m_table->saveView()}};
    }
    void restoreView(const QJsonObject& view) override
    {
        m_toRestore = view.value(QStringLiteral("table")).toObject();
        m_filter->restoreView(view.value(QStringLiteral("filter")).toObject());
        restoreTable();
    }
    QString commandLine() const override;

protected:
    void changeEvent(QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            retranslate();
        Panel::changeEvent(event);
    }
    void resizeEvent(QResizeEvent* event) override
    {
        Panel::resizeEvent(event);
        showTexts();
    }

private:
    QWidget* makeBar();
    void connectAll();
    void retranslate();
    void showTexts();
    void follow();
    void takePairs(bool isGrown);
    void chooseColumns();
    void count(bool isGrown);
    void showLine();
    void showPage();
    void showFooter();
    void showHits();
    void restoreTable();
    void tellPair(std::int64_t source);
    void followPair();
    void step(int by);
    [[nodiscard]] QString summary() const;

    Workbench& m_workbench;
    Comparisons& m_comparisons;
    PairListModel* m_model;
    FilterBar* m_filter;
    DataTable* m_table;
    VerdictChips* m_chips;
    QComboBox* m_profile;
    QLabel *m_profileTitle, *m_footer;
    QToolButton *m_limits, *m_pairing, *m_report;
    DivergenceLine* m_line;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    QPointer<ComparisonDocument> m_shown;
    QByteArray m_columnsFor; ///< profile and kind of dump the columns were chosen for
    QJsonObject m_toRestore;
    VerdictChips::Counts m_counts {};
    std::size_t m_counted = 0;
    bool m_isTelling = false;
};

ResultsPanel::ResultsPanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_comparisons(workbench.comparisons)
    , m_model(new PairListModel(workbench.tasks, this))
    , m_filter(new FilterBar(this))
    , m_table(new DataTable(workbench.tasks, this))
    , m_footer(new QLabel(this))
    , m_line(new DivergenceLine(workbench.actions, this))
    , m_message(new MessagePage(this))
    , m_pages(new QStackedLayout)
{
    m_table->setColumnModel(m_model);
    m_footer->setFont(secondaryFont());
    m_footer->setContentsMargins(kLarge, kTiny, kLarge, kTiny);
    m_footer->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_footer->hide();
    m_pages->addWidget(m_message);
    m_pages->addWidget(m_table);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(m_line);
    layout->addWidget(m_filter);
    layout->addLayout(m_pages, 1);
    layout->addWidget(m_footer);
    setMinimumWidth(scaled(160));
    connectAll();
    retranslate();
    follow();
}

QWidget* ResultsPanel::makeBar()
{
    auto* const bar = new QWidget(this);
    auto* const layout = new QHBoxLayout(bar);
    layout->setContentsMargins(kLarge, kSmall, kSmall, kSmall);
    layout->setSpacing(kMedium);
    m_chips = new VerdictChips(bar);
    layout->addWidget(m_chips);
    layout->addStretch(1);
    m_profileTitle = new QLabel(bar);
    m_profileTitle->setFont(secondaryFont());
    m_profile = new QComboBox(bar);
    const auto metrics = core::builtinMetrics();
    for (const auto& profile : metrics->profiles())
        m_profile->addItem(fromCore(profile->id()));
    layout->addWidget(m_profileTitle);
    layout->addWidget(m_profile);
    const auto button = [&](const char* action) {
        auto* const made = new QToolButton(bar);
        made->setAutoRaise(true);
        made->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        made->setDefaultAction(m_workbench.actions.action(action));
        layout->addWidget(made);
        return made;
    };
    m_limits = button("compare.limits");
    m_pairing = button("compare.pairing");
    m_report = button("file.report");
    return bar;
}

void ResultsPanel::retranslate()
{
    m_table->setAccessibleName(tr("Results"));
    m_profileTitle->setText(tr("Profile"));
    m_profile->setAccessibleName(tr("Definitions of the metrics"));
    m_profile->setToolTip(tr("Definitions of the metrics: ours, or those of an official tool"));
    m_filter->setPlaceholder(tr("verdict:fail max_absolute_error>1e-3 name:*fc1*"));
    showTexts();
    showLine();
    showPage();
    showFooter();
    emit titleChanged();
}

void ResultsPanel::showTexts()
{
    const bool isShort = width() < scaled(kShortTexts);
    m_chips->setShort(isShort);
    m_profileTitle->setVisible(!isShort);
    for (QToolButton* button : {m_limits, m_pairing, m_report})
        button->setToolButtonStyle(isShort ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
}

void ResultsPanel::connectAll()
{
    connect(&m_comparisons, &Comparisons::currentChanged, this, &ResultsPanel::follow);
    connect(&m_comparisons, &Comparisons::pairChanged, this, &ResultsPanel::followPair);
    connect(&m_comparisons, &Comparisons::filterRequested, this,
        [this](const QString& filter) { m_filter->setText(filter); });
    connect(&m_workbench.session, &Session::rootChanged, this, &ResultsPanel::showPage);
    connect(&m_workbench.session, &Session::rootRemoved, this, &ResultsPanel::showPage);
    connect(m_filter, &FilterBar::filterChanged, this, [this] {
        m_model->setFilter(m_filter->filter());
        m_chips->setChosen(splitVerdictTerm(m_filter->text()).second);
        emit commandLineChanged();
    });
    connect(m_filter, &FilterBar::left, this, [this] { m_table->setFocus(); });
    connect(m_chips, &VerdictChips::chosen, this, [this](const std::vector<core::Verdict>& verdicts) {
        const QString rest = splitVerdictTerm(m_filter->text()).first;
        m_filter->setText((verdictTerm(verdicts) + QLatin1Char(' ') + rest).trimmed());
    });
    connect(m_model, &ColumnModel::rowsReplaced, this, [this] {
        restoreTable();
        showHits();
        showPage();
        followPair();
    });
    connect(m_model, &ColumnModel::failed, m_filter, &FilterBar::setStatus);
    connect(m_profile, &QComboBox::activated, this, [this] {
        if (!m_shown || m_shown->setup().profile == m_profile->currentText())
            return;
        ComparisonSetup setup = m_shown->setup();
        setup.profile = m_profile->currentText();
        m_shown->run(setup);
    });
    connect(m_table, &DataTable::currentSourceChanged, this, &ResultsPanel::tellPair);
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
        if (m_shown)
            m_shown->run();
    });
    ActionRegistry& actions = m_workbench.actions;
    const auto hasRows = [this] { return m_model->rowCount() > 0; };
    const std::pair<const char*, std::function<void()>> forRows[] = {
        {"edit.copy", [this] { m_table->copySelection(); }},
        {"edit.copy_names", [this] { m_table->copyNames(); }},
        {"edit.select_all", [this] { m_table->selectAll(); }},
        {"go.index", [this] { m_table->askForRow(); }},
        {"file.export", [this] { m_table->askForCsv(); }},
        {"go.next_hit", [this] { m_table->step(1); }},
        {"go.previous_hit", [this] { m_table->step(-1); }},
        {"item.open",
            [this] {
                if (m_comparisons.pair())
                    m_comparisons.open(*m_comparisons.pair());
            }},
    };
    for (const auto& [id, run] : forRows)
        actions.handle(id, m_table, run, hasRows);
    const auto fails = [this] { return m_counts[static_cast<std::size_t>(core::Verdict::Fail)] > 0; };
    actions.handle(
        "go.next_failing", this, [this] { step(1); }, fails);
    actions.handle(
        "go.previous_failing", this, [this] { step(-1); }, fails);
}

void ResultsPanel::follow()
{
    if (m_shown)
        m_shown->disconnect(this);
    m_shown = m_comparisons.current();
    if (m_shown) {
        connect(m_shown, &ComparisonDocument::stateChanged, this, [this] {
            showLine();
            showPage();
            showFooter();
            emit commandLineChanged();
        });
        connect(m_shown, &ComparisonDocument::pairsGrew, this, [this] { takePairs(true); });
        connect(m_shown, &ComparisonDocument::pairsReplaced, this, [this] { takePairs(false); });
        connect(m_shown, &ComparisonDocument::divergenceChanged, this, &ResultsPanel::showLine);
        connect(m_shown, &ComparisonDocument::suspicionChanged, this, &ResultsPanel::showLine);
        m_profile->setCurrentText(m_shown->setup().profile);
    }
    m_profile->setEnabled(m_shown);
    takePairs(false);
    emit commandLineChanged();
}

void ResultsPanel::takePairs(bool isGrown)
{
    const auto pairs = m_shown ? m_shown->pairs() : nullptr;
    if (!pairs) {
        m_counts = {};
        m_counted = 0;
        m_chips->setCounts(m_counts);
        if (m_model->pairs())
            m_model->setTable(m_model->table(), 0);
        showLine();
        showPage();
        showFooter();
        return;
    }
    m_filter->setTable(pairs);
    m_model->setPairs(pairs, m_shown->setup().limits, isGrown);
    if (!isGrown)
        m_model->setFilter(m_filter->filter());
    chooseColumns();
    count(isGrown);
    showLine();
    showFooter();
}

// What a profile measures first; where only statistics or checksums were dumped, what those tell.
void ResultsPanel::chooseColumns()
{
    const core::PairTable& pairs = *m_shown->pairs();
    const auto basis = pairs.rows() > 0 ? pairs.row(0).basis : core::PairBasis::Elements;
    const QByteArray wanted = m_shown->setup().profile.toUtf8() + QByteArray::number(static_cast<int>(basis));
    if (wanted == m_columnsFor || (pairs.rows() == 0 && !m_columnsFor.isEmpty()))
        return;
    m_columnsFor = wanted;
    QList<QByteArray> columns {"verdict"};
    const core::DumpIndex& target = *pairs.target().index;
    if (target.ranks().size() > 1)
        columns.append("rank");
    if (target.steps().size() > 1)
        columns.append("step");
    // In a narrow window the numbers go before what the name tells as well.
    const bool isNarrow = window()->width() < scaled(kNarrowWindow);
    columns += isNarrow ? QList<QByteArray> {"exec_index", "op_name", "io", "shape"}
                        : QList<QByteArray> {"exec_index", "op_name", "op_type", "io", "dtype", "shape"};
    if (basis == core::PairBasis::Statistics)
        columns += QList<QByteArray> {"max_diff", "min_diff", "mean_diff", "l2norm_diff_relative"};
    else if (basis == core::PairBasis::Checksums)
        columns.append("bitwise_equal");
    else
        columns += leadingMetrics(pairs, m_shown->setup().profile);
    if (!isNarrow)
        columns.append("pair_origin");
    m_table->setDefaultColumns(columns);
    restoreTable();
}

void ResultsPanel::count(bool isGrown)
{
    const core::PairTable& pairs = *m_shown->pairs();
    if (!isGrown || m_counted > pairs.rows()) {
        m_counts = {};
        m_counted = 0;
    }
    for (; m_counted < pairs.rows(); ++m_counted)
        ++m_counts[static_cast<std::size_t>(pairs.row(m_counted).verdict)];
    const int before = badge();
    m_chips->setCounts(m_counts);
    if (badge() != before)
        emit titleChanged();
    m_workbench.actions.refresh();
}

/// What there is to say where nothing diverges.
QString ResultsPanel::summary() const
{
    const core::PairTable& pairs = *m_shown->pairs();
    const QString rows = groupedNumber(static_cast<qint64>(pairs.rows()));
    const auto passed = static_cast<std::size_t>(m_counts[static_cast<std::size_t>(core::Verdict::Pass)]);
    if (pairs.rows() == 0)
        return {};
    if (passed < pairs.rows())
        return tr("No operator diverges; %1 of %2 pairs are within limits.")
            .arg(groupedNumber(static_cast<qint64>(passed)), rows);
    const int equal = pairs.columnByName("bitwise_equal");
    const int error = pairs.columnByName("relative_euclidean_distance");
    bool isEqual = equal >= 0;
    double largest = 0;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        isEqual = isEqual && core::cellNumber(pairs.cell(row, equal)).value_or(0) == 1;
        if (error >= 0)
            largest = std::max(largest, core::cellNumber(pairs.cell(row, error)).value_or(0));
    }
    if (isEqual)
        return tr("All %1 pairs are bit-equal.").arg(rows);
    return tr("All %1 pairs are within limits. Largest: %2.")
        .arg(rows, QStringLiteral("relative_euclidean_distance ") + shortNumber(largest));
}

void ResultsPanel::showLine()
{
    DivergenceLine::Texts texts;
    m_model->setFirstDivergence(std::nullopt);
    if (m_shown && m_shown->pairs()) {
        const auto& first = m_shown->firstDivergence();
        const bool isOver = m_shown->isOver();
        if (first && first->index < m_shown->pairs()->rows()) {
            const core::PairResult& result = m_shown->pairs()->row(first->index);
            const core::TensorRow& row = m_shown->pairs()->target().index->tensor(result.pair.target);
            m_model->setFirstDivergence(first->index);
            texts.state = State::FirstDivergence;
            texts.title = isOver ? tr("First divergence") : tr("First so far");
            texts.place = QStringLiteral("#%1").arg(
                row.execIndex == core::TensorRow::kNone ? first->index : row.execIndex);
            texts.opName = fromCore(first->opName) + QStringLiteral("  ") + ioText(row);
            const QString inputs = first->rule == "inputs-clean" ? tr("its inputs are within limits")
                : first->rule == "no-inputs"                     ? tr("none of its inputs could be compared")
                : first->rule == "input-only"                    ? tr("no output differs anywhere")
                                              : tr("an input differs that no earlier output explains");
            texts.why = inputs + QStringLiteral(" · ") + fromCore(result.reason);
            texts.canGo = true;
        } else if (isOver && m_shown->pairs()->rows() > 0) {
            texts.state = m_counts[static_cast<std::size_t>(core::Verdict::Fail)] > 0 ? State::Fail
                : m_counts[static_cast<std::size_t>(core::Verdict::Warn)] > 0         ? State::Warn
                                                                                      : State::Pass;
            texts.title = summary();
        } else {
            texts.state = State::Running;
            texts.title = tr("No divergence so far");
        }
    } else if (m_shown && !m_shown->isOver()) {
        texts.state = State::Running;
        texts.title = m_shown->state() == ComparisonDocument::State::Waiting ? tr("Reading both sides")
                                                                             : tr("Pairing");
    }
    m_line->setTexts(texts);
    m_workbench.actions.refresh();
}

void ResultsPanel::showPage()
{
    const auto& roots = m_workbench.session.roots();
    if (m_model->rowCount() > 0 && m_shown && m_shown->pairs())
        return m_pages->setCurrentWidget(m_table);
    if (!m_shown) {
        roots.isEmpty()
            ? m_message->show(tr("Drop two dumps here to compare them."), tr("Compare"),
                [this] { m_workbench.actions.trigger("file.compare"); })
            : m_message->show(tr("Drop a second dump to compare with %1.").arg(roots.first()->title()),
                tr("Compare"), [this] { m_workbench.actions.trigger("file.compare"); });
    } else if (m_shown->state() == ComparisonDocument::State::Failed && m_shown->error()) {
        m_message->show(tr("The comparison cannot run: %1.").arg(fromCore(m_shown->error()->text())),
            tr("Compute again"), [this] { m_shown->run(); });
    } else if (!m_shown->isOver()) {
        m_message->show(m_shown->state() == ComparisonDocument::State::Waiting
                ? tr("Both sides are being read.")
                : tr("Operators are being paired."),
            {});
    } else if (m_model->totalRows() > 0) {
        m_message->show(tr("No row matches. Clear the filter to see %1 rows.")
                            .arg(groupedNumber(static_cast<qint64>(m_model->totalRows()))),
            tr("Clear the filter"), [this] { m_filter->setText({}); });
    } else {
        m_message->show(tr("Nothing could be paired."), tr("Open Pairing to see the nearest names"),
            [this] { m_workbench.actions.trigger("compare.pairing"); });
    }
    m_pages->setCurrentWidget(m_message);
}

void ResultsPanel::showFooter()
{
    QString text;
    if (m_shown && m_shown->pairs()) {
        const QString rows = groupedNumber(static_cast<qint64>(m_shown->pairs()->rows()));
        if (m_shown->state() == ComparisonDocument::State::Cancelled)
            text = tr("Stopped at %1 pairs. Verdicts so far are final.").arg(rows)
                + QStringLiteral(" <a href=\"#\">%1</a>").arg(tr("Compute again"));
        else if (m_shown->state() == ComparisonDocument::State::Running)
            text = tr("Comparing: %1 pairs so far.").arg(rows);
        else if (m_shown->error())
            text = fromCore(m_shown->error()->text()).toHtmlEscaped();
    }
    m_footer->setText(text);
    m_footer->setVisible(!text.isEmpty());
}

void ResultsPanel::showHits()
{
    m_filter->setHits(m_model->rowCount(), static_cast<qint64>(m_model->totalRows()), m_model->tookMs());
    emit commandLineChanged();
}

void ResultsPanel::restoreTable()
{
    if (m_toRestore.isEmpty() || m_model->columnCount() == 0)
        return;
    const QJsonObject view = std::exchange(m_toRestore, {});
    m_table->restoreView(view);
}

void ResultsPanel::tellPair(std::int64_t source)
{
    if (source < 0 || m_isTelling)
        return;
    m_isTelling = true;
    m_comparisons.select(static_cast<std::size_t>(source));
    m_isTelling = false;
}

void ResultsPanel::followPair()
{
    const auto pair = m_comparisons.pair();
    if (m_isTelling || !pair || !m_shown || !m_shown->pairs()
        || m_table->currentSource() == static_cast<std::int64_t>(*pair))
        return;
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
    m_comparisons.selectFailing(by); // the filter hides them all
}

QString ResultsPanel::commandLine() const
{
    if (!m_shown)
        return {};
    QString command = comparisonCommand(m_shown->setup());
    for (const core::SortKey& key : m_model->sortKeys())
        command += QStringLiteral(" --sort ") + (key.descending ? QStringLiteral("-") : QString())
            + m_model->headerData(key.column, Qt::Horizontal, CopyRole).toString();
    QStringList columns;
    for (const int column : m_table->shownColumns())
        columns.append(m_model->headerData(column, Qt::Horizontal, CopyRole).toString());
    return columns.isEmpty() ? command
                             : command + QStringLiteral(" --columns ") + columns.join(QLatin1Char(','));
}

} // namespace

void register_results_panel(PanelRegistry& registry)
{
    registry.add({"results", "compare", [](Workbench& workbench) { return new ResultsPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "results_panel.moc"
