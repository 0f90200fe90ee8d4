// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "common/cell_roles.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/metrics.h"
#include "common/numbers.h"
#include "models/statistic_list_model.h"
#include "views/column_plot.h"
#include "views/data_table.h"
#include "views/filter_bar.h"
#include "views/message_page.h"
#include "views/panel.h"
#include "views/tensor_menu.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace dumpscope::gui {

namespace {

QString fromCore(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// What the footer says of the rows shown.
struct Totals {
    std::uint64_t rows = 0, nonFinite = 0, elements = 0, computed = 0;
    std::optional<double> max;
};

core::Result<Totals> sumUp(const StatisticRows& statistics, const RowList& rows, core::TaskContext& task)
{
    constexpr std::size_t kChunk = 4096;
    const int elements = statistics.columnByName("elements"), max = statistics.columnByName("max"),
              source = statistics.columnByName("source");
    Totals totals;
    totals.rows = rows ? rows->size() : statistics.rows();
    for (std::size_t i = 0; i < totals.rows; ++i) {
        if (i % kChunk == 0)
            TRY_VOID(task.checkStop());
        const std::size_t row = rows ? (*rows)[i] : i;
        totals.nonFinite += statistics.isFinite(row) ? 0 : 1;
        totals.elements
            += static_cast<std::uint64_t>(core::cellNumber(statistics.cell(row, elements)).value_or(0));
        totals.computed += core::cellView(statistics.cell(row, source)) == "computed" ? 1 : 0;
        const auto most = core::cellNumber(statistics.cell(row, max));
        if (most && std::isfinite(*most))
            totals.max = std::max(totals.max.value_or(*most), *most);
    }
    return totals;
}

/// A column of the rows shown, in the dump's order.
core::Result<ColumnPlot::Series> makeSeries(
    const StatisticRows& statistics, const RowList& rows, int column, bool overSteps, core::TaskContext& task)
{
    constexpr std::size_t kChunk = 4096;
    std::vector<std::uint32_t> sources;
    if (rows)
        sources = *rows;
    std::sort(sources.begin(), sources.end());
    const std::size_t count = rows ? sources.size() : statistics.rows();
    const int step = statistics.columnByName("step");
    ColumnPlot::Series series;
    series.points.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (i % kChunk == 0)
            TRY_VOID(task.checkStop());
        ColumnPlot::Point point;
        point.source = rows ? sources[i] : static_cast<std::uint32_t>(i);
        point.x = overSteps ? core::cellNumber(statistics.cell(point.source, step)).value_or(0)
                            : static_cast<double>(i);
        const auto value = core::cellNumber(statistics.cell(point.source, column));
        point.y = value.value_or(std::nan(""));
        const bool hasNan = statistics.has(point.source, core::FilterTable::Property::Nan);
        if (hasNan)
            point.nonFinite = NonFinite::Nan;
        else if (statistics.has(point.source, core::FilterTable::Property::Inf))
            point.nonFinite = value && *value == -INFINITY ? NonFinite::NegInf : NonFinite::PosInf;
        if (statistics.firstBorn() == std::size_t {point.source})
            series.born = series.points.size();
        series.points.push_back(point);
    }
    if (overSteps) {
        std::stable_sort(series.points.begin(), series.points.end(),
            [](const ColumnPlot::Point& a, const ColumnPlot::Point& b) { return a.x < b.x; });
        series.born.reset();
    }
    return series;
}

class StatisticsPanel : public Panel {
    Q_OBJECT
public:
    explicit StatisticsPanel(Workbench& workbench);

    QString title() const override { return tr("Statistics"); }
    QWidget* filterField() const override { return m_filter->field(); }
    bool isSettled() const override { return m_pending == 0 && !m_model->isBusy(); }
    QJsonObject saveView() const override
    {
        return {{QStringLiteral("filter"), m_filter->saveView()},
            {QStringLiteral("table"), m_table->saveView()},
            {QStringLiteral("non_finite_only"), m_onlyNonFinite->isChecked()},
            {QStringLiteral("colour_scale"), m_scale->isChecked()},
            {QStringLiteral("plot"), m_plotted->isChecked() ? m_column->currentText() : QString()}};
    }
    void restoreView(const QJsonObject& view) override
    {
        m_toRestore = view.value(QStringLiteral("table")).toObject();
        m_filter->restoreView(view.value(QStringLiteral("filter")).toObject());
        m_onlyNonFinite->setChecked(view.value(QStringLiteral("non_finite_only")).toBool());
        m_scale->setChecked(view.value(QStringLiteral("colour_scale")).toBool());
        const QString plot = view.value(QStringLiteral("plot")).toString();
        if (const int column = m_column->findText(plot); column >= 0)
            m_column->setCurrentIndex(column);
        m_plotted->setChecked(!plot.isEmpty());
    }
    QString commandLine() const override;

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
        if (m_isStale)
            showScope();
    }

private:
    struct Built {
        std::shared_ptr<const StatisticRows> rows;
        std::vector<QPointer<OpenedRoot>> roots;
    };
    QWidget* makeBar();
    QWidget* makePlotBar();
    void connectAll();
    void addActions();
    void retranslate();
    void showScope();
    void show(const Built& built);
    void showPage();
    void filterAgain();
    void replaced();
    void showFooter(const Totals& totals);
    void colour();
    void plot();
    void computeAll();
    void tellSelection();
    void followSelection();
    template<typename T>
    void run(LatestOnly& slot, const QString& title,
        std::function<core::Result<T>(core::TaskContext&, const TaskRunner::Post&)> work,
        std::function<void(T)> done);

    Workbench& m_workbench;
    StatisticListModel* m_model;
    FilterBar* m_filter;
    DataTable* m_table;
    QLabel *m_files, *m_footer, *m_plotTitle;
    QToolButton *m_onlyNonFinite, *m_scale, *m_plotted, *m_copy, *m_export, *m_logarithmic;
    QComboBox *m_column, *m_order;
    ColumnPlot* m_plot;
    QWidget* m_plotArea;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    QJsonObject m_toRestore;
    LatestOnly m_building, m_summing, m_plotting;
    int m_pending = 0;
    bool m_isStale = true, m_isAll = false, m_isTelling = false;
};

StatisticsPanel::StatisticsPanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_model(new StatisticListModel(workbench.tasks, this))
    , m_filter(new FilterBar(this))
    , m_table(new DataTable(workbench.tasks, this))
    , m_footer(new QLabel(this))
    , m_plot(new ColumnPlot(this))
    , m_message(new MessagePage(this))
    , m_pages(new QStackedLayout)
{
    m_table->setDefaultColumns({"op_name", "op_type", "io", "slot", "dtype", "shape", "min", "max", "mean",
        "l2norm", "elements", "nan_count", "pos_inf_count", "neg_inf_count"});
    m_table->setColumnModel(m_model);
    m_footer->setFont(secondaryFont());
    m_footer->setContentsMargins(kLarge, kTiny, kLarge, kTiny);
    m_footer->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto* const upper = new QWidget(this);
    auto* const upperLayout = new QVBoxLayout(upper);
    upperLayout->setContentsMargins(0, 0, 0, 0);
    upperLayout->setSpacing(0);
    upperLayout->addWidget(m_filter);
    upperLayout->addWidget(makeBar());
    m_pages->addWidget(m_message);
    m_pages->addWidget(m_table);
    upperLayout->addLayout(m_pages, 1);
    upperLayout->addWidget(m_footer);

    m_plotArea = new QWidget(this);
    auto* const lower = new QVBoxLayout(m_plotArea);
    lower->setContentsMargins(0, 0, 0, 0);
    lower->setSpacing(0);
    lower->addWidget(makePlotBar());
    lower->addWidget(m_plot, 1);
    m_plotArea->hide();

    auto* const splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(upper);
    splitter->addWidget(m_plotArea);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    setMinimumSize(scaled(160), scaled(120));
    connectAll();
    addActions();
    retranslate();
}

QWidget* StatisticsPanel::makeBar()
{
    auto* const bar = new QWidget(this);
    auto* const layout = new QHBoxLayout(bar);
    layout->setContentsMargins(kLarge, kTiny, kSmall, kTiny);
    layout->setSpacing(kSmall);
    m_files = new QLabel(bar);
    m_files->setFont(monospaceFont(secondaryFont()));
    m_files->setMinimumWidth(0);
    m_files->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(m_files, 1);
    const auto button = [&](const char* iconName, bool isCheckable) {
        auto* const made = new QToolButton(bar);
        made->setAutoRaise(true);
        made->setCheckable(isCheckable);
        made->setToolButtonStyle(isCheckable ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
        if (iconName)
            made->setIcon(icon(iconName));
        layout->addWidget(made);
        return made;
    };
    m_onlyNonFinite = button(nullptr, true);
    m_scale = button(nullptr, true);
    m_plotted = button("profile", true);
    m_copy = button("copy", false);
    m_export = button("export", false);
    return bar;
}

QWidget* StatisticsPanel::makePlotBar()
{
    auto* const bar = new QWidget(this);
    auto* const layout = new QHBoxLayout(bar);
    layout->setContentsMargins(kLarge, kTiny, kSmall, kTiny);
    layout->setSpacing(kMedium);
    m_column = new QComboBox(bar);
    m_order = new QComboBox(bar);
    m_order->addItem(QString());
    m_order->addItem(QString());
    m_plotTitle = new QLabel(bar);
    m_plotTitle->setFont(secondaryFont());
    m_logarithmic = new QToolButton(bar);
    m_logarithmic->setAutoRaise(true);
    m_logarithmic->setCheckable(true);
    layout->addWidget(m_column);
    layout->addWidget(m_order);
    layout->addWidget(m_logarithmic);
    layout->addStretch(1);
    layout->addWidget(m_plotTitle);
    return bar;
}

void StatisticsPanel::retranslate()
{
    m_table->setAccessibleName(tr("Statistics"));
    m_onlyNonFinite->setText(tr("Only NaN or Inf"));
    m_scale->setText(tr("Colour scale"));
    m_plotted->setText(tr("Plot column"));
    m_copy->setToolTip(tr("Copy rows"));
    m_export->setToolTip(tr("Export rows as CSV"));
    m_logarithmic->setText(tr("Logarithmic"));
    m_plotTitle->setText(tr("click a point to select its row"));
    m_order->setItemText(0, tr("over execution order"));
    m_order->setItemText(1, tr("over step"));
    m_column->setAccessibleName(tr("Plotted column"));
    m_order->setAccessibleName(tr("Order of the plot"));
    m_footer->setAccessibleName(tr("Summary of the rows shown"));
    m_files->setAccessibleName(tr("Statistics files"));
    for (QToolButton* button : {m_onlyNonFinite, m_scale, m_plotted, m_copy, m_export, m_logarithmic})
        button->setAccessibleName(button->text().isEmpty() ? button->toolTip() : button->text());
    showPage();
    emit titleChanged();
}

void StatisticsPanel::connectAll()
{
    const auto stale = [this] {
        m_isStale = true;
        m_isAll = false;
        if (isVisible())
            showScope();
    };
    Session& session = m_workbench.session;
    connect(&session, &Session::rootChanged, this, stale);
    connect(&session, &Session::rootRemoved, this, stale);
    connect(&m_workbench.selection, &Selection::scopeChanged, this, stale);
    connect(&m_workbench.selection, &Selection::tensorChanged, this, &StatisticsPanel::followSelection);
    connect(m_filter, &FilterBar::filterChanged, this, &StatisticsPanel::filterAgain);
    connect(m_filter, &FilterBar::left, this, [this] { m_table->setFocus(); });
    connect(m_onlyNonFinite, &QToolButton::toggled, this, &StatisticsPanel::filterAgain);
    connect(m_scale, &QToolButton::toggled, this, &StatisticsPanel::colour);
    connect(m_plotted, &QToolButton::toggled, this, [this](bool on) {
        m_plotArea->setVisible(on);
        plot();
    });
    connect(m_column, &QComboBox::currentIndexChanged, this, &StatisticsPanel::plot);
    connect(m_order, &QComboBox::currentIndexChanged, this, &StatisticsPanel::plot);
    connect(m_logarithmic, &QToolButton::clicked, m_plot, &ColumnPlot::setLogarithmic);
    connect(m_copy, &QToolButton::clicked, m_table, &DataTable::copySelection);
    connect(m_export, &QToolButton::clicked, m_table, &DataTable::askForCsv);
    connect(m_model, &ColumnModel::rowsReplaced, this, &StatisticsPanel::replaced);
    connect(m_model, &ColumnModel::failed, m_filter, &FilterBar::setStatus);
    connect(m_plot, &ColumnPlot::rowChosen, this, [this](quint32 source) {
        m_table->chooseSources({source}, source);
        tellSelection();
        m_plot->setCurrent(source);
    });
    connect(m_table, &DataTable::plotRequested, this, [this](int column) {
        m_column->setCurrentText(m_model->headerData(column, Qt::Horizontal, CopyRole).toString());
        m_plotted->setChecked(true);
    });
    connect(m_table, &DataTable::currentSourceChanged, this, [this](qint64 source) {
        tellSelection();
        if (m_plotArea->isVisible() && source >= 0)
            m_plot->setCurrent(static_cast<std::uint32_t>(source));
    });
    connect(m_table, &DataTable::selectedSourcesChanged, this, &StatisticsPanel::tellSelection);
    connect(m_table, &DataTable::rowOpened, this,
        [this](quint32 source) { m_workbench.selection.open(m_model->tensorAt(source)); });
    connect(m_table, &DataTable::rowMenuRequested, this, [this](const QPoint& place) {
        QMenu menu(this);
        fillTensorMenu(menu, m_workbench, m_workbench.selection.tensor());
        if (!menu.isEmpty())
            menu.exec(place);
    });
}

void StatisticsPanel::addActions()
{
    ActionRegistry& actions = m_workbench.actions;
    const auto hasRows = [this] { return m_model->rowCount() > 0; };
    actions.handle(
        "edit.copy", m_table, [this] { m_table->copySelection(); }, hasRows);
    actions.handle(
        "edit.copy_names", m_table, [this] { m_table->copyNames(); }, hasRows);
    actions.handle(
        "edit.select_all", m_table, [this] { m_table->selectAll(); }, hasRows);
    actions.handle(
        "go.index", m_table, [this] { m_table->askForRow(); }, hasRows);
    actions.handle(
        "file.export", m_table, [this] { m_table->askForCsv(); }, hasRows);
    actions.handle(
        "item.open", m_table, [this] { m_workbench.selection.open(m_workbench.selection.tensor()); },
        [this] { return m_workbench.selection.tensor().isValid(); });
}

template<typename T>
void StatisticsPanel::run(LatestOnly& slot, const QString& title,
    std::function<core::Result<T>(core::TaskContext&, const TaskRunner::Post&)> work,
    std::function<void(T)> done)
{
    ++m_pending;
    slot.replace(m_workbench.tasks.start<T>(Lane::Interactive, title, this, std::move(work),
        [this, done = std::move(done)](core::Result<T> result) {
            --m_pending;
            if (result)
                done(std::move(*result));
        }));
}

void StatisticsPanel::showScope()
{
    m_isStale = false;
    const RowScope& scope = m_workbench.selection.scope();
    std::vector<TensorRows::Part> parts;
    std::vector<QPointer<OpenedRoot>> roots;
    for (OpenedRoot* root : m_workbench.session.roots()) {
        if (root->state() != OpenedRoot::State::Ready || (scope.root && scope.root != root))
            continue;
        parts.push_back({root->table(), scope.root ? scope.rows : nullptr});
        roots.emplace_back(root);
    }
    using Rows = std::shared_ptr<const StatisticRows>;
    run<Rows>(
        m_building, tr("Statistics"),
        [tensors = std::make_shared<const TensorRows>(std::move(parts)), all = m_isAll](
            core::TaskContext& context, const TaskRunner::Post&) {
            return StatisticRows::build(*tensors, all, context);
        },
        [this, roots](const Rows& rows) {
            show({rows, roots});
        });
}

void StatisticsPanel::show(const Built& built)
{
    m_filter->setTable(built.rows);
    QStringList files;
    for (const std::string& file : built.rows->files())
        files.append(fromCore(core::printable(file)));
    m_files->setText(files.isEmpty() ? tr("computed")
            : files.size() == 1      ? files.first()
                                     : tr("%1 files: %2").arg(groupedNumber(files.size()), files.first()));
    m_files->setToolTip(files.mid(0, 20).join(QLatin1Char('\n')));
    if (m_column->count() == 0) {
        for (const core::FilterTable::Column& column : built.rows->columns()) {
            if (columnInfo(column).isNumber)
                m_column->addItem(fromCore(column.name));
        }
        m_column->setCurrentText(QStringLiteral("l2norm"));
    }
    m_model->setStatistics(built.rows, built.roots);
}

void StatisticsPanel::showPage()
{
    if (m_model->rowCount() > 0)
        return m_pages->setCurrentWidget(m_table);
    if (m_model->totalRows() > 0)
        m_message->show(tr("No row matches. Clear the filter to see %1 rows.")
                            .arg(groupedNumber(static_cast<qint64>(m_model->totalRows()))),
            {});
    else if (m_workbench.session.roots().isEmpty())
        m_message->show(tr("Nothing here yet. Choose something in Dumps."), {});
    else
        m_message->show(
            tr("This dump has no statistic.csv."), tr("Compute statistics"), [this] { computeAll(); });
    m_pages->setCurrentWidget(m_message);
}

void StatisticsPanel::computeAll()
{
    m_isAll = true;
    showScope();
    for (OpenedRoot* root : m_workbench.session.roots()) {
        const RowScope& scope = m_workbench.selection.scope();
        if (root->state() != OpenedRoot::State::Ready || (scope.root && scope.root != root))
            continue;
        connect(root, &OpenedRoot::statisticsChanged, this,
            [this, root = QPointer<OpenedRoot>(root)](const std::vector<core::TensorId>& rows) {
                std::vector<std::uint32_t> sources;
                for (const core::TensorId id : rows) {
                    if (const auto source = m_model->sourceOf({root, id}))
                        sources.push_back(*source);
                }
                m_model->cellsChanged(sources);
                m_model->refresh();
            });
        std::vector<core::TensorId> rows;
        for (std::size_t i = 0; i < root->index()->tensorCount(); ++i) {
            if (root->index()->tensor(core::TensorId(i)).state == core::TensorState::Ok)
                rows.emplace_back(i);
        }
        m_workbench.session.computeStatistics(root, scope.root && scope.rows ? *scope.rows : std::move(rows));
    }
}

void StatisticsPanel::filterAgain()
{
    if (!m_onlyNonFinite->isChecked() || !m_model->statistics())
        return m_model->setFilter(m_filter->filter());
    const std::string typed = m_filter->filter().text(*m_model->statistics());
    const auto both = core::FilterExpression::parse(
        (typed.empty() ? typed : '(' + typed + ") ") + "(has:nan or has:inf)", *m_model->statistics());
    if (both)
        m_model->setFilter(*both);
}

void StatisticsPanel::replaced()
{
    if (!m_toRestore.isEmpty() && m_model->columnCount() > 0)
        m_table->restoreView(std::exchange(m_toRestore, {}));
    m_filter->setHits(m_model->rowCount(), static_cast<qint64>(m_model->totalRows()), m_model->tookMs());
    showPage();
    followSelection();
    colour();
    plot();
    emit commandLineChanged();
    if (!m_model->statistics())
        return;
    run<Totals>(
        m_summing, tr("Sum up rows"),
        [table = m_model->table(), rows = m_model->rows()](
            core::TaskContext& context, const TaskRunner::Post&) {
            return sumUp(static_cast<const StatisticRows&>(*table), rows, context);
        },
        [this](const Totals& totals) { showFooter(totals); });
}

void StatisticsPanel::showFooter(const Totals& totals)
{
    const auto number = [](std::uint64_t value) { return groupedNumber(static_cast<qint64>(value)); };
    QStringList words {tr("%1 rows").arg(number(totals.rows)),
        tr("%1 with NaN or Inf").arg(number(totals.nonFinite)),
        tr("%1 elements").arg(number(totals.elements))};
    if (totals.max)
        words.append(tr("max over finite rows %1").arg(fromCore(core::numberText(*totals.max))));
    words.append(totals.computed == 0        ? tr("source: file")
            : totals.computed == totals.rows ? tr("source: computed")
                                             : tr("source: file, %1 computed").arg(number(totals.computed)));
    m_footer->setText(words.join(QStringLiteral(" · ")));
}

void StatisticsPanel::colour()
{
    for (const char* key : {"min", "max", "mean", "l2norm"}) {
        const int column = m_model->columnNumber(key);
        if (column >= 0 && m_model->rowCount() > 0 && (m_scale->isChecked() || m_model->isTinted(column)))
            m_table->setColourScale(column, m_scale->isChecked());
    }
}

void StatisticsPanel::plot()
{
    const int column = m_model->columnNumber(m_column->currentText().toStdString());
    if (!m_plotted->isChecked() || !m_model->statistics() || column < 0)
        return;
    run<ColumnPlot::Series>(
        m_plotting, tr("Plot a column"),
        [table = m_model->table(), rows = m_model->rows(), column, overSteps = m_order->currentIndex() == 1](
            core::TaskContext& context, const TaskRunner::Post&) {
            return makeSeries(static_cast<const StatisticRows&>(*table), rows, column, overSteps, context);
        },
        [this](ColumnPlot::Series series) {
            series.name = m_column->currentText();
            series.order = m_order->currentIndex() == 1 ? tr("step") : tr("execution order");
            if (series.born) {
                const TensorRef born = m_model->tensorAt(series.points[*series.born].source);
                if (born.isValid())
                    series.bornWords = tr("NaN or Inf born in %1 %2 %3")
                                           .arg(born.opName(), fromCore(core::ioWord(born.row().io)))
                                           .arg(born.row().slot);
            }
            m_plot->setSeries(std::move(series));
            m_logarithmic->setChecked(m_plot->isLogarithmic());
            if (const std::int64_t current = m_table->currentSource(); current >= 0)
                m_plot->setCurrent(static_cast<std::uint32_t>(current));
        });
}

void StatisticsPanel::tellSelection()
{
    const std::int64_t current = m_table->currentSource();
    if (m_isTelling || current < 0)
        return;
    std::vector<TensorRef> tensors;
    for (const std::uint32_t source : m_table->selectedSources()) {
        if (TensorRef tensor = m_model->tensorAt(source); tensor.isValid())
            tensors.push_back(std::move(tensor));
    }
    m_isTelling = true;
    m_workbench.selection.selectMany(
        std::move(tensors), m_model->tensorAt(static_cast<std::uint32_t>(current)));
    m_isTelling = false;
}

void StatisticsPanel::followSelection()
{
    if (m_isTelling)
        return;
    if (const auto source = m_model->sourceOf(m_workbench.selection.tensor())) {
        m_table->chooseSources({*source}, *source);
        if (m_plotArea->isVisible())
            m_plot->setCurrent(*source);
    }
}

QString StatisticsPanel::commandLine() const
{
    const TensorRef first = m_model->rowCount() > 0 ? m_model->tensorAt(0) : TensorRef();
    if (!first.isValid())
        return {};
    QString command = QStringLiteral("dumpscope-cli stat '%1'").arg(first.root->path());
    QString filter = m_filter->error().isEmpty() ? m_filter->text() : QString();
    if (m_onlyNonFinite->isChecked())
        filter = filter.isEmpty() ? QStringLiteral("has:nan or has:inf")
                                  : QStringLiteral("(%1) (has:nan or has:inf)").arg(filter);
    if (!filter.isEmpty())
        command += QStringLiteral(" --filter '%1'")
                       .arg(filter.replace(QLatin1Char('\''), QLatin1String("'\\''")));
    return command;
}

} // namespace

void register_statistics_panel(PanelRegistry& registry)
{
    registry.add(
        {"statistics", "stats", [](Workbench& workbench) { return new StatisticsPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "statistics_panel.moc"
