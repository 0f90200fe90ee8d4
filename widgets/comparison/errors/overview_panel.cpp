// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/deleted_in_background.h"
#include "async/due_timer.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "comparison/comparison_panel_base.h"
#include "comparison/errors/error_plot.h"
#include "comparison/errors/layer_strip.h"
#include "comparison/sides_strip.h"
#include "comparison/verdict_words.h"
#include "kit/message_page.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStackedLayout>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

/// Glyphs of the plot with their words.
class Legend : public QWidget {
public:
    explicit Legend(QWidget* parent)
        : QWidget(parent)
    {
        setFixedHeight(scaled(22));
    }
    void setColumnsShown(bool on, const QString& inherited, const QString& added)
    {
        m_hasColumns = on;
        m_inherited = inherited;
        m_added = added;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = Theme::of(this);
        QPainter painter(this);
        painter.fillRect(rect(), theme.color(Token::Base));
        painter.setFont(secondaryFont());
        const QFontMetrics metrics(painter.font());
        int x = scaled(kWide);
        const int side = scaled(11);
        const auto words = [&](const QString& text) {
            painter.setPen(theme.color(Token::Text));
            painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter, text);
            x += metrics.horizontalAdvance(text) + scaled(kVast);
        };
        for (const State state : {State::FirstDivergence, State::Fail, State::Warn, State::Pass}) {
            paintStateGlyph(painter, state, QRectF(x, (height() - side) / 2.0, side, side), theme);
            x += side + scaled(kSmall);
            words(stateWord(state));
        }
        if (!m_hasColumns)
            return;
        for (const auto& [token, text] :
            {std::pair(Token::NotComparable, m_inherited), std::pair(Token::Fail, m_added)}) {
            QColor colour = theme.color(token);
            colour.setAlphaF(0.25F);
            painter.fillRect(QRect(x, (height() - side) / 2, side * 2, side), colour);
            x += side * 2 + scaled(kSmall);
            words(text);
        }
    }

private:
    bool m_hasColumns = true;
    QString m_inherited, m_added;
};

/// One metric of all pairs over the order of execution.
class OverviewPanel : public ComparisonPanel {
    Q_OBJECT
public:
    explicit OverviewPanel(Workbench& workbench);

    QString title() const override { return tr("Overview"); }
    bool isSettled() const override
    {
        return (!m_request.task() || m_request.task()->isOver()) && m_strip->isSettled();
    }
    QJsonObject saveView() const override
    {
        return {{QStringLiteral("metric"), metric()},
            {QStringLiteral("outputs_only"), m_tensors->currentIndex() == 1},
            {QStringLiteral("columns"), m_columns->isChecked()},
            {QStringLiteral("bands"), m_bands->isChecked()}, {QStringLiteral("ranks"), m_ranks->isChecked()},
            {QStringLiteral("steps"), m_steps->isChecked()}};
    }
    void restoreView(const QJsonObject& view) override
    {
        m_wanted = view.value(QStringLiteral("metric")).toString();
        m_tensors->setCurrentIndex(view.value(QStringLiteral("outputs_only")).toBool() ? 1 : 0);
        m_columns->setChecked(view.value(QStringLiteral("columns")).toBool(true));
        m_bands->setChecked(view.value(QStringLiteral("bands")).toBool(true));
        m_ranks->setChecked(view.value(QStringLiteral("ranks")).toBool());
        m_steps->setChecked(view.value(QStringLiteral("steps")).toBool());
        fillMetrics();
        refresh();
    }
    QString commandLine() const override
    {
        const QString command = ComparisonPanel::commandLine();
        return command.isEmpty() ? command
                                 : command + QStringLiteral(" --columns exec_index,op_name,") + metric();
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        ComparisonPanel::showEvent(event);
        if (m_isStale)
            refresh();
    }

private:
    QWidget* makeBar();
    void retranslate() override;
    void showComparison() override
    {
        m_strip->setPairs(pairs(), false);
        refresh();
    }
    void pairsChanged(bool isGrown) override
    {
        m_strip->setPairs(pairs(), isGrown);
        refreshSoon();
    }
    void suspicionChanged() override { refreshSoon(); }
    void divergenceChanged() override { refreshSoon(); }
    void pairChanged() override { followPair(); }
    void refreshSoon()
    {
        if (!m_later.isActive())
            m_later.start();
    }
    void fillMetrics();
    /// As chosen, even before the list of metrics is there.
    [[nodiscard]] QString metric() const
    {
        return m_wanted.isEmpty() ? m_metric->currentData().toString() : m_wanted;
    }
    void refresh();
    void draw(std::shared_ptr<const ErrorSeries> series);
    void followPair();
    using Place = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;
    /// Rank and step of a pair, as far as only those of one are drawn.
    [[nodiscard]] Place drawnWith(std::size_t row) const;
    /// In words, where the dump has several.
    [[nodiscard]] QString placeWords(std::size_t row, bool ofAll) const;
    [[nodiscard]] QString describe(std::uint32_t row) const;
    [[nodiscard]] QString divergenceWords() const;

    QComboBox *m_metric, *m_tensors;
    QToolButton *m_columns, *m_bands, *m_ranks, *m_steps, *m_fit, *m_copy;
    LayerStrip* m_strip;
    ErrorPlot* m_plot;
    Legend* m_legend;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    const void* m_columnsOf = nullptr; ///< table whose metrics the list holds
    QString m_wanted;                  ///< metric to choose when the list comes; else empty
    std::size_t m_drawnAt = 0;         ///< pair whose rank and step are drawn
    LatestOnly m_request;
    DueTimer m_later;
    bool m_isStale = true;
};

OverviewPanel::OverviewPanel(Workbench& workbench)
    : ComparisonPanel(workbench)
    , m_strip(new LayerStrip(workbench.tasks, this))
    , m_plot(new ErrorPlot(this))
    , m_legend(new Legend(this))
    , m_message(new MessagePage(this))
    , m_pages(new QStackedLayout)
{
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    m_pages->addWidget(m_message);
    m_pages->addWidget(m_plot);
    layout->addWidget(m_strip);
    layout->addLayout(m_pages, 1);
    layout->addWidget(m_legend);
    setMinimumSize(scaled(160), scaled(120));
    setFocusProxy(m_plot);
    m_plot->setDescription([this](std::uint32_t row) { return describe(row); });
    m_later.setSingleShot(true);
    m_later.setInterval(300); // rows arrive faster than a plot is worth
    connect(&m_later, &QTimer::timeout, this, &OverviewPanel::refresh);
    connect(m_strip, &LayerStrip::chosen, this, [this](const QString& filter, quint64 worst) {
        m_comparisons.wantOnly(filter);
        m_comparisons.select(static_cast<std::size_t>(worst));
    });
    connect(m_plot, &ErrorPlot::rowChosen, this, [this](quint32 row) { m_comparisons.select(row); });
    connect(m_plot, &ErrorPlot::rowOpened, this, [this](quint32 row) { m_comparisons.open(row); });
    begin();
}

QWidget* OverviewPanel::makeBar()
{
    auto* const bar = new QWidget(this);
    auto* const layout = new QHBoxLayout(bar);
    layout->setContentsMargins(scaledMargins(kLarge, kSmall, kSmall, kSmall));
    layout->setSpacing(scaled(kMedium));
    m_metric = new QComboBox(bar);
    m_metric->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_tensors = new QComboBox(bar);
    m_tensors->addItems({QString(), QString()});
    layout->addWidget(m_metric);
    layout->addWidget(m_tensors);
    const auto toggle = [&](bool isOn) {
        auto* const made = new QToolButton(bar);
        made->setAutoRaise(true);
        made->setCheckable(true);
        made->setChecked(isOn);
        layout->addWidget(made);
        return made;
    };
    m_columns = toggle(true);
    m_bands = toggle(true);
    m_ranks = toggle(false);
    m_steps = toggle(false);
    layout->addStretch(1);
    const auto button = [&](const char* iconName) {
        auto* const made = new QToolButton(bar);
        made->setAutoRaise(true);
        made->setIcon(icon(iconName));
        layout->addWidget(made);
        return made;
    };
    m_fit = button("fit");
    m_copy = button("copy");
    connect(m_metric, &QComboBox::activated, this, &OverviewPanel::refresh);
    connect(m_tensors, &QComboBox::currentIndexChanged, this, &OverviewPanel::refresh);
    connect(m_columns, &QToolButton::toggled, this, [this](bool on) {
        m_plot->showColumns(on);
        retranslate();
    });
    connect(m_bands, &QToolButton::toggled, m_plot, &ErrorPlot::showBands);
    connect(m_ranks, &QToolButton::toggled, this, &OverviewPanel::refresh);
    connect(m_steps, &QToolButton::toggled, this, &OverviewPanel::refresh);
    connect(m_fit, &QToolButton::clicked, m_plot, &ErrorPlot::fit);
    connect(m_copy, &QToolButton::clicked, this,
        [this] { QGuiApplication::clipboard()->setPixmap(m_plot->picture()); });
    return bar;
}

void OverviewPanel::retranslate()
{
    m_metric->setAccessibleName(tr("Plotted metric"));
    m_tensors->setAccessibleName(tr("Which tensors are drawn"));
    m_tensors->setItemText(0, tr("All tensors"));
    m_tensors->setItemText(1, tr("Outputs only"));
    m_columns->setText(tr("Own and inherited"));
    m_columns->setToolTip(tr("Columns for the error that came in and the error that was added"));
    m_bands->setText(tr("Scope bands"));
    m_ranks->setText(tr("Ranks"));
    m_ranks->setToolTip(tr("All ranks on top of each other"));
    m_steps->setText(tr("Steps"));
    m_steps->setToolTip(tr("All steps on top of each other"));
    m_fit->setToolTip(tr("Fit the plot"));
    m_copy->setToolTip(tr("Copy the plot as a picture"));
    for (QToolButton* button : {m_columns, m_bands, m_ranks, m_steps, m_fit, m_copy})
        button->setAccessibleName(button->text().isEmpty() ? button->toolTip() : button->text());
    const bool hasColumns = m_columns->isChecked()
        && m_metric->currentData().toString() == QLatin1String("relative_euclidean_distance");
    m_legend->setColumnsShown(hasColumns, tr("inherited from inputs"), tr("added by the operator"));
    m_message->show(tr("Compare two dumps to see where errors begin and grow."), {});
    emit titleChanged();
}

void OverviewPanel::fillMetrics()
{
    if (!shown() || !shown()->pairs())
        return;
    const core::PairTable& pairs = *shown()->pairs();
    const QString before = metric();
    if (m_columnsOf == pairs.columns().data() && before == m_metric->currentData().toString())
        return;
    m_columnsOf = pairs.columns().data();
    m_wanted.clear();
    m_metric->clear();
    for (std::size_t i = 0; i < pairs.metrics().size(); ++i)
        m_metric->addItem(fromCore(pairs.metrics().info(i).id), fromCore(pairs.metrics().info(i).id));
    const bool isStatistics = pairs.rows() > 0 && pairs.row(0).basis == core::PairBasis::Statistics;
    int chosen = m_metric->findData(before);
    for (const char* usual : {isStatistics ? "l2norm_diff_relative" : "relative_euclidean_distance",
             "max_absolute_error", "max_diff"}) {
        if (chosen < 0)
            chosen = m_metric->findData(QLatin1String(usual));
    }
    m_metric->setCurrentIndex(std::max(0, chosen));
}

void OverviewPanel::refresh()
{
    m_isStale = !isVisible();
    const auto pairs = this->pairs();
    if (!pairs || pairs->rows() == 0) {
        m_request.cancel();
        m_pages->setCurrentWidget(m_message);
        m_legend->hide();
        return;
    }
    if (m_isStale)
        return;
    fillMetrics();
    retranslate();
    // Several ranks or steps are there to be laid on top of each other.
    const auto& index = *pairs->target().index;
    m_ranks->setVisible(index.ranks().size() > 1);
    m_steps->setVisible(index.steps().size() > 1);
    ErrorSeriesRequest request;
    request.metric = m_metric->currentData().toString().toStdString();
    request.outputsOnly = m_tensors->currentIndex() == 1;
    request.allRanks = m_ranks->isChecked();
    request.allSteps = m_steps->isChecked();
    request.at = m_comparisons.pair().value_or(m_comparisons.worstPair().value_or(0));
    m_drawnAt = request.at;
    using Series = std::shared_ptr<const ErrorSeries>;
    m_request.start<Series>(
        m_workbench.tasks, Lane::Interactive, tr("Plot errors"), this,
        [pairs, suspicion = shown()->sharedSuspicion(), divergence = shown()->firstDivergence(),
            limits = shown()->setup().limits,
            request](core::TaskContext& task, const TaskRunner::Post&) -> core::Result<Series> {
            TRY_ASSIGN(auto series, makeErrorSeries(*pairs, *suspicion, divergence, limits, request, task));
            return deletedInBackground(std::move(series));
        },
        [this](core::Result<Series> series) {
            if (series)
                draw(std::move(*series));
        });
}

void OverviewPanel::draw(std::shared_ptr<const ErrorSeries> series)
{
    if (!shown() || !shown()->pairs())
        return;
    m_plot->setSeries(std::move(series));
    m_plot->setTitles(m_metric->currentText(), divergenceWords(), placeWords(m_drawnAt, false));
    m_pages->setCurrentWidget(m_plot);
    m_legend->show();
    followPair();
}

void OverviewPanel::followPair()
{
    const auto pair = m_comparisons.pair();
    m_plot->setCurrent(pair ? std::optional(static_cast<std::uint32_t>(*pair)) : std::nullopt);
    // One of another rank or step is not in this drawing.
    if (pair && isVisible() && drawnWith(*pair) != drawnWith(m_drawnAt))
        refresh();
}

OverviewPanel::Place OverviewPanel::drawnWith(std::size_t row) const
{
    const auto pairs = this->pairs();
    if (!pairs || row >= pairs->rows())
        return {};
    const core::FolderFacts& facts = pairs->target().index->factsOf(pairs->row(row).pair.target);
    return {
        m_ranks->isChecked() ? std::nullopt : facts.rank, m_steps->isChecked() ? std::nullopt : facts.step};
}

QString OverviewPanel::placeWords(std::size_t row, bool ofAll) const
{
    const auto pairs = this->pairs();
    if (!pairs || row >= pairs->rows())
        return {};
    const core::DumpIndex& index = *pairs->target().index;
    const core::FolderFacts& facts = index.factsOf(pairs->row(row).pair.target);
    return placeText(index, ofAll || !m_ranks->isChecked() ? facts.rank : std::nullopt,
        ofAll || !m_steps->isChecked() ? facts.step : std::nullopt);
}

QString OverviewPanel::divergenceWords() const
{
    if (!shown()->firstDivergence() || shown()->firstDivergence()->index >= shown()->pairs()->rows())
        return {};
    const core::FirstDivergence& first = *shown()->firstDivergence();
    const core::TensorRow& row
        = shown()->pairs()->target().index->tensor(shown()->pairs()->row(first.index).pair.target);
    return QStringList {
        stateWord(State::FirstDivergence), fromCore(first.opName).section(QLatin1Char('/'), -2), ioText(row)}
        .join(QLatin1Char('\n'));
}

QString OverviewPanel::describe(std::uint32_t row) const
{
    if (!shown() || !shown()->pairs() || row >= shown()->pairs()->rows())
        return {};
    const core::PairTable& pairs = *shown()->pairs();
    const core::PairResult& result = pairs.row(row);
    const core::DumpIndex& index = *pairs.target().index;
    const core::TensorRow& tensor = index.tensor(result.pair.target);
    const QString metric = this->metric();
    const int column = pairs.columnByName(metric.toStdString());
    const auto line = [](const QString& words) { return words + u'\n'; };
    QString text = QStringLiteral("#%1 %2\n")
                       .arg(tensor.execIndex == core::TensorRow::kNone ? row : tensor.execIndex)
                       .arg(verdictText(result.verdict));
    if (const QString place = placeWords(row, true); !place.isEmpty())
        text += line(place);
    if (tensor.opName.isValid())
        text += line(shownName(index.text(tensor.opName)));
    text += line(ioText(tensor));
    text += line(metric + QLatin1Char(' ') + fromCore(core::cellText(pairs.cell(row, column))));
    const auto& outputs = shown()->suspicion().outputs;
    const auto found = std::ranges::lower_bound(outputs, std::size_t {row}, {}, &core::JudgedOutput::row);
    if (found != outputs.end() && found->row == row)
        text += line(found->knowsInputs
                ? tr("inherited %1, explained %2")
                      .arg(shortNumber(found->inherited, 3), shortNumber(found->explained, 3))
                : tr("explained %1").arg(shortNumber(found->explained, 3)));
    return tipText(text + tr("Double click opens it."));
}

} // namespace

void register_overview_panel(PanelRegistry& registry)
{
    registry.add({"overview", "profile", [](Workbench& workbench) { return new OverviewPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "overview_panel.moc"
