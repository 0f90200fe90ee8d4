// SPDX-License-Identifier: GPL-3.0-or-later
#include "async/deleted_in_background.h"
#include "common/core_text.h"
#include "common/icons.h"
#include "common/spacing.h"
#include "comparison/errors/curves_plot.h"
#include "comparison/sides_strip.h"
#include "comparison/targets/golden_group_panel_base.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QToolButton>

namespace dumpscope::gui {

namespace {

constexpr const char* kStatistics = "statistics";
constexpr const char* kMetrics = "metrics";

/// Statistics or metrics of all targets of the golden in front, and golden's, over the order of execution.
class CurvesPanel : public GoldenGroupPanel {
    Q_OBJECT
public:
    explicit CurvesPanel(Workbench& workbench);

    QString title() const override { return tr("Curves"); }
    QJsonObject saveView() const override
    {
        return {{QStringLiteral("figure"), m_figure->currentData().toString()},
            {QStringLiteral("outputs_only"), m_tensors->currentIndex() == 1},
            {QStringLiteral("logarithmic"), m_logarithmic->isChecked()}};
    }
    void restoreView(const QJsonObject& view) override
    {
        m_wanted = view.value(QStringLiteral("figure")).toString();
        m_tensors->setCurrentIndex(view.value(QStringLiteral("outputs_only")).toBool() ? 1 : 0);
        m_logarithmic->setChecked(view.value(QStringLiteral("logarithmic")).toBool(true));
        later();
    }

private:
    void retranslate() override;
    void pairsChanged(bool) override { later(); }
    void pairChanged() override { followPair(); }
    [[nodiscard]] QString purpose() const override
    {
        return tr("Compare one or more dumps with a golden to see their curves.");
    }
    void cleared() override { m_compute->hide(); }
    void watch(ComparisonDocument* document) override;
    void fillFigures();
    void fill(const GoldenGroup& group) override;
    void draw(std::shared_ptr<const core::RunCurves> curves, const GoldenGroup& group);
    void followPair();
    void choose(std::size_t place, bool opens);
    void computeStatistics();
    [[nodiscard]] bool isOfStatistics() const
    {
        return m_figure->currentData().toString() == QLatin1String(kStatistics);
    }
    /// The golden tensor of the chosen pair.
    [[nodiscard]] std::optional<core::TensorId> goldenTensor() const
    {
        const auto row = pair();
        return row ? std::optional(pairs()->row(*row).pair.golden) : std::nullopt;
    }
    /// Rank and step of a golden tensor.
    using Place = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;
    [[nodiscard]] Place placeOf(core::TensorId golden) const
    {
        const core::FolderFacts& facts = pairs()->golden().index->factsOf(golden);
        return {facts.rank, facts.step};
    }

    QComboBox *m_figure, *m_tensors;
    QToolButton *m_logarithmic, *m_fit, *m_compute;
    CurvesPlot* m_plot;
    const void* m_figuresOf = nullptr; ///< table whose metrics the list holds
    QString m_wanted;                  ///< figure to choose when the list comes; else empty
    std::optional<core::TensorId> m_drawnAt;
};

CurvesPanel::CurvesPanel(Workbench& workbench)
    : GoldenGroupPanel(workbench)
    , m_figure(new QComboBox(this))
    , m_tensors(new QComboBox(this))
    , m_logarithmic(new QToolButton(this))
    , m_fit(new QToolButton(this))
    , m_compute(new QToolButton(this))
    , m_plot(new CurvesPlot(this))
{
    m_figure->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_tensors->addItems({QString(), QString()});
    m_logarithmic->setCheckable(true);
    m_logarithmic->setChecked(true);
    m_fit->setIcon(icon("fit"));
    auto* const bar = new QHBoxLayout;
    bar->setSpacing(scaled(kMedium));
    bar->addWidget(m_figure);
    bar->addWidget(m_tensors);
    bar->addWidget(m_logarithmic);
    bar->addWidget(m_compute);
    bar->addStretch(1);
    bar->addWidget(m_fit);
    for (QToolButton* const button : {m_logarithmic, m_compute, m_fit})
        button->setAutoRaise(true);
    layOut(bar, m_plot);
    connect(m_figure, &QComboBox::activated, this, &CurvesPanel::refresh);
    connect(m_tensors, &QComboBox::activated, this, &CurvesPanel::refresh);
    connect(m_logarithmic, &QToolButton::toggled, m_plot, &CurvesPlot::setLogarithmic);
    connect(m_fit, &QToolButton::clicked, m_plot, &CurvesPlot::fit);
    connect(m_compute, &QToolButton::clicked, this, &CurvesPanel::computeStatistics);
    connect(m_plot, &CurvesPlot::placeChosen, this, [this](quint32 place) { choose(place, false); });
    connect(m_plot, &CurvesPlot::placeOpened, this, [this](quint32 place) { choose(place, true); });
    begin();
}

void CurvesPanel::retranslate()
{
    m_figure->setAccessibleName(tr("What is drawn"));
    m_tensors->setAccessibleName(tr("Which tensors are drawn"));
    m_tensors->setItemText(0, tr("All tensors"));
    m_tensors->setItemText(1, tr("Outputs only"));
    m_logarithmic->setText(tr("Logarithmic"));
    m_logarithmic->setToolTip(tr(
        "Logarithmic axis where magnitudes differ much; symmetric about zero where values have both signs"));
    m_compute->setText(tr("Compute statistics"));
    m_compute->setToolTip(tr("Read the tensors of all these runs for their statistics"));
    m_fit->setToolTip(tr("Fit the plot"));
    for (QToolButton* const button : {m_logarithmic, m_compute, m_fit})
        button->setAccessibleName(button->text().isEmpty() ? button->toolTip() : button->text());
    const int statistics = m_figure->findData(QLatin1String(kStatistics));
    if (statistics >= 0) {
        m_figure->setItemText(statistics, tr("Statistics"));
        m_figure->setItemText(m_figure->findData(QLatin1String(kMetrics)), tr("Metrics"));
    }
    later();
    emit titleChanged();
}

void CurvesPanel::watch(ComparisonDocument* document)
{
    GoldenGroupPanel::watch(document);
    for (const ComparisonSetup::Side& side : {document->setup().target, document->setup().golden}) {
        if (side.root)
            connect(
                side.root, &OpenedRoot::statisticsChanged, this, &CurvesPanel::later, Qt::UniqueConnection);
    }
}

void CurvesPanel::fillFigures()
{
    const auto table = pairs();
    if (m_figuresOf == table->columns().data() && m_wanted.isEmpty())
        return;
    QString wanted = m_wanted.isEmpty() ? m_figure->currentData().toString() : m_wanted;
    m_figuresOf = table->columns().data();
    m_wanted.clear();
    m_figure->clear();
    m_figure->addItem(tr("Statistics"), QLatin1String(kStatistics));
    m_figure->addItem(tr("Metrics"), QLatin1String(kMetrics));
    for (std::size_t i = 0; i < table->metrics().size(); ++i) {
        const QString id = fromCore(table->metrics().info(i).id);
        m_figure->addItem(id, id);
    }
    // What was dumped is there at once; other statistics have to be computed first.
    const bool isStatistics = table->rows() > 0 && table->row(0).basis == core::PairBasis::Statistics;
    int chosen = m_figure->findData(wanted);
    if (chosen < 0)
        chosen = m_figure->findData(QLatin1String(isStatistics ? kStatistics : kMetrics));
    m_figure->setCurrentIndex(chosen);
}

void CurvesPanel::fill(const GoldenGroup& group)
{
    fillFigures();
    core::RunCurvesRequest request;
    request.outputsOnly = m_tensors->currentIndex() == 1;
    m_drawnAt = goldenTensor();
    if (!m_drawnAt)
        m_drawnAt = pairs()
                        ->row(m_comparisons.worstPair().value_or(0) < pairs()->rows()
                                ? m_comparisons.worstPair().value_or(0)
                                : 0)
                        .pair.golden;
    request.at = m_drawnAt;
    for (const auto& document : group.documents) {
        const OpenedRoot* const root = document->setup().target.root;
        const bool isSame = root && root->index() == document->pairs()->target().index;
        request.targets.push_back(isSame ? root->table() : nullptr);
    }
    if (const OpenedRoot* const root = shown()->setup().golden.root;
        root && root->index() == pairs()->golden().index)
        request.golden = root->table();
    if (isOfStatistics()) {
        for (const char* column : {"max", "min", "mean", "l2norm"})
            request.figures.push_back({column, false});
    } else if (m_figure->currentData().toString() == QLatin1String(kMetrics)) {
        for (std::size_t i = 0; i < pairs()->metrics().size(); ++i)
            request.figures.push_back({std::string(pairs()->metrics().info(i).id), true});
    } else {
        request.figures.push_back({m_figure->currentData().toString().toStdString(), true});
    }
    using Curves = std::shared_ptr<const core::RunCurves>;
    m_making.start<Curves>(
        m_workbench.tasks, Lane::Interactive, tr("Draw curves of runs"), this,
        [tables = group.tables, request = std::move(request)](
            core::TaskContext& task, const TaskRunner::Post&) mutable -> core::Result<Curves> {
            TRY_ASSIGN(auto matrix, core::makeTargetMatrix(tables, false, task));
            request.matrix = std::make_shared<const core::TargetMatrix>(std::move(matrix));
            TRY_ASSIGN(auto curves, core::makeRunCurves(request, task));
            return deletedInBackground(std::move(curves));
        },
        [this, group](core::Result<Curves> curves) {
            if (curves)
                draw(std::move(*curves), group);
        });
}

void CurvesPanel::draw(std::shared_ptr<const core::RunCurves> curves, const GoldenGroup& group)
{
    if (!shown() || !shown()->pairs() || !m_drawnAt)
        return;
    m_documents = group.documents;
    // Statistics of all tensors in sight, golden's among them.
    std::size_t known = 0, wanted = 0;
    for (const core::RunCurves::Chart& chart : curves->charts) {
        wanted += curves->places.size() * (chart.targets.size() + 1);
        known += chart.numbers();
    }
    m_compute->setVisible(isOfStatistics() && (curves->charts.empty() || known < wanted)
        && pairs()->row(0).basis == core::PairBasis::Elements);
    if (curves->charts.empty()) {
        if (isOfStatistics())
            showSentence(tr("No statistics of these tensors are known yet."), tr("Compute statistics"),
                [this] { computeStatistics(); });
        else
            showSentence(tr("No pair has a number of this metric."));
        return;
    }
    const core::DumpIndex& index = *curves->matrix->golden;
    const core::FolderFacts& facts = index.factsOf(*m_drawnAt);
    m_plot->setCurves(std::move(curves), group.titles, placeText(index, facts.rank, facts.step));
    showPage();
    followPair();
}

void CurvesPanel::followPair()
{
    const auto golden = goldenTensor();
    if (!isVisible())
        return;
    // One of another rank or step is not in this drawing.
    if (golden && m_drawnAt && m_drawnAt->value() < pairs()->golden().index->tensorCount()
        && placeOf(*golden) != placeOf(*m_drawnAt)) {
        refresh();
        return;
    }
    m_plot->setCurrent(golden && m_plot->curves().matrix ? m_plot->curves().placeOf(*golden) : std::nullopt);
}

/// In the comparison in front where it has the pair, else in the one where it is worst.
void CurvesPanel::choose(std::size_t place, bool opens)
{
    const core::RunCurves& curves = m_plot->curves();
    std::optional<qsizetype> best;
    for (qsizetype target = 0; target < m_documents.size(); ++target) {
        const auto verdict = curves.verdict(place, static_cast<std::size_t>(target));
        if (!m_documents[target] || !verdict)
            continue;
        const bool isFailing = verdict == core::Verdict::Fail;
        if (m_documents[target] == m_comparisons.current() || !best)
            best = target;
        else if (isFailing && m_documents[*best] != m_comparisons.current()
            && curves.verdict(place, static_cast<std::size_t>(*best)) != core::Verdict::Fail)
            best = target;
    }
    if (!best)
        return;
    const std::size_t row = curves.cell(place, static_cast<std::size_t>(*best)).row;
    m_comparisons.setCurrent(m_documents[*best]);
    if (!pairs() || row >= pairs()->rows())
        return;
    if (opens)
        m_comparisons.open(row);
    else
        m_comparisons.select(row);
}

void CurvesPanel::computeStatistics()
{
    const GoldenGroup group = goldenGroupOf(m_comparisons);
    std::vector<core::TensorId> golden;
    for (std::size_t target = 0; target < group.tables.size(); ++target) {
        const core::PairTable& table = *group.tables[target];
        std::vector<core::TensorId> rows;
        for (std::size_t row = 0; row < table.rows(); ++row) {
            rows.push_back(table.row(row).pair.target);
            golden.push_back(table.row(row).pair.golden);
        }
        const ComparisonSetup& setup = group.documents[static_cast<qsizetype>(target)]->setup();
        if (setup.target.root)
            m_workbench.session.computeStatistics(setup.target.root, std::move(rows));
    }
    if (shown() && shown()->setup().golden.root)
        m_workbench.session.computeStatistics(shown()->setup().golden.root, std::move(golden));
}

} // namespace

void register_curves_panel(PanelRegistry& registry)
{
    registry.add({"curves", "profile", [](Workbench& workbench) { return new CurvesPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "curves_panel.moc"
