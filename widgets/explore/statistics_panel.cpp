// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "common/cell_roles.h"
#include "common/core_text.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/numbers.h"
#include "common/spacing.h"
#include "explore/statistics_plot.h"
#include "explore/tensor_rows_view.h"
#include "kit/filtered_table.h"
#include "kit/message_page.h"
#include "kit/nothing_left.h"
#include "kit/panel.h"
#include "kit/room_splitter.h"
#include "kit/row_request.h"
#include "models/filled_columns.h"
#include "models/statistic_list_model.h"
#include "models/statistic_totals.h"
#include "request/stat_request.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace dumpscope::gui {

namespace {

const QList<QByteArray> kUsualColumns {"op_name", "op_type", "io", "slot", "dtype", "shape", "source", "min",
    "max", "mean", "l2norm", "elements", "nan_count", "pos_inf_count", "neg_inf_count"};
constexpr int kLowStatistics = 420; ///< table and plot stand side by side below this height
constexpr int kLowRows = 190;       ///< the bars share a line below this height, if they are so wide
constexpr int kWideBars = 560;

class StatisticsPanel : public Panel {
    Q_OBJECT
public:
    explicit StatisticsPanel(Workbench& workbench);

    QString title() const override { return tr("Statistics"); }
    QWidget* filterField() const override { return m_filter->field(); }
    bool isSettled() const override { return m_pending == 0 && !m_model->isBusy() && m_plot->isSettled(); }
    QJsonObject saveView() const override
    {
        QJsonObject view = m_view.save();
        view.insert(QStringLiteral("non_finite_only"), m_onlyNonFinite->isChecked());
        view.insert(QStringLiteral("colour_scale"), m_scale->isChecked());
        view.insert(QStringLiteral("plot"), m_plotted->isChecked() ? m_plot->column() : QString());
        return view;
    }
    void restoreView(const QJsonObject& view) override
    {
        m_view.restore(view);
        m_onlyNonFinite->setChecked(view.value(QStringLiteral("non_finite_only")).toBool());
        m_scale->setChecked(view.value(QStringLiteral("colour_scale")).toBool());
        const QString plot = view.value(QStringLiteral("plot")).toString();
        m_plot->setColumn(plot);
        m_plotted->setChecked(!plot.isEmpty());
    }
    QString commandLine() const override;

    /// Where the window is so low that the table insists on few rows, the bars give way too.
    QSize minimumSizeHint() const override
    {
        constexpr int kFewRows = 4, kLeastHeight = 120;
        const bool isLow
            = static_cast<const QWidget*>(m_table)->minimumSizeHint().height() < kFewRows * gui::rowHeight();
        return isLow ? QSize(scaled(160), scaled(kLeastHeight)) : Panel::minimumSizeHint();
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        Panel::resizeEvent(event);
        giveRoom();
    }
    void changeEvent(QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            retranslate();
        if (event->type() == QEvent::FontChange && m_bars != nullptr)
            giveRoom();
        Panel::changeEvent(event);
    }
    void showEvent(QShowEvent* event) override
    {
        Panel::showEvent(event);
        if (m_isStale)
            showScope();
    }

private:
    [[nodiscard]] bool writesTheSame() const;
    struct Built {
        std::shared_ptr<const StatisticRows> rows;
        std::vector<QPointer<OpenedRoot>> roots;
    };
    QWidget* makeBar();
    void connectAll();
    void retranslate();
    void showScope();
    void chooseColumns(const StatisticRows& rows);
    void show(const Built& built);
    void showPage();
    void filterAgain();
    void replaced();
    void showFooter(const StatisticTotals& totals);
    void giveRoom();
    void colour();
    void computeAll();
    template<typename T>
    void run(LatestOnly& slot, const QString& title,
        std::function<core::Result<T>(core::TaskContext&, const TaskRunner::Post&)> work,
        std::function<void(T)> done);

    Workbench& m_workbench;
    StatisticListModel* m_model;
    FilterBar* m_filter;
    TensorRowsView* m_table;
    QLabel *m_files, *m_footer;
    QToolButton *m_onlyNonFinite, *m_scale, *m_plotted, *m_copy, *m_export;
    StatisticsPlot* m_plot;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    QBoxLayout* m_bars = nullptr;
    QList<QByteArray> m_usual = kUsualColumns; ///< columns, unless the user chose others
    FilteredTable m_view;
    LatestOnly m_building, m_summing;
    int m_pending = 0;
    bool m_isStale = true, m_isAll = false, m_hasTotals = false;
};

StatisticsPanel::StatisticsPanel(Workbench& workbench)
    : m_workbench(workbench)
    , m_model(new StatisticListModel(workbench.tasks, this))
    , m_filter(new FilterBar(this))
    , m_table(new TensorRowsView(workbench, this))
    , m_footer(new QLabel(this))
    , m_plot(new StatisticsPlot(workbench.tasks, *m_model, this))
    , m_message(new MessagePage(this))
    , m_pages(new QStackedLayout)
    , m_view(*m_filter, *m_table)
{
    m_table->columns().setDefaults(m_usual);
    m_table->setTensorModel(m_model);
    m_table->output().setCommand([this] { return writesTheSame() ? commandLine() : QString(); });
    m_footer->setFont(secondaryFont());
    m_footer->setContentsMargins(scaledMargins(kLarge, kTiny, kLarge, kTiny));
    m_footer->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto* const upper = new QWidget(this);
    auto* const upperLayout = new QVBoxLayout(upper);
    upperLayout->setContentsMargins(0, 0, 0, 0);
    upperLayout->setSpacing(0);
    m_bars = new QBoxLayout(QBoxLayout::TopToBottom);
    m_bars->addWidget(m_filter, 1);
    m_bars->addWidget(makeBar(), 1);
    upperLayout->addLayout(m_bars);
    m_pages->addWidget(m_message);
    m_pages->addWidget(m_table);
    setFocusProxy(m_table);
    upperLayout->addLayout(m_pages, 1);
    upperLayout->addWidget(m_footer);

    m_plot->hide();
    auto* const splitter = new RoomSplitter(scaled(kLowStatistics), {60, 40}, this);
    splitter->addWidget(upper);
    splitter->addWidget(m_plot);
    connect(m_plotted, &QToolButton::toggled, splitter, [this, splitter](bool on) {
        m_plot->setVisible(on);
        splitter->share();
    });
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    setMinimumWidth(scaled(160));
    connectAll();
    retranslate();
}

QWidget* StatisticsPanel::makeBar()
{
    auto* const bar = new QWidget(this);
    auto* const layout = new QHBoxLayout(bar);
    layout->setContentsMargins(scaledMargins(kLarge, kTiny, kSmall, kTiny));
    layout->setSpacing(scaled(kSmall));
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

void StatisticsPanel::retranslate()
{
    m_table->setAccessibleName(tr("Statistics"));
    m_onlyNonFinite->setText(tr("Only NaN or Inf"));
    m_scale->setText(tr("Colour scale"));
    m_plotted->setText(tr("Plot column"));
    m_copy->setToolTip(tr("Copy rows"));
    m_export->setToolTip(tr("Export rows as CSV"));
    m_footer->setAccessibleName(tr("Summary of the rows shown"));
    m_files->setAccessibleName(tr("Statistics files"));
    for (QToolButton* button : {m_onlyNonFinite, m_scale, m_plotted, m_copy, m_export})
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
    connect(m_filter, &FilterBar::filterChanged, this, &StatisticsPanel::filterAgain);
    connect(m_filter, &FilterBar::errorChanged, this, &StatisticsPanel::showPage);
    m_filter->showPlaceOf(m_workbench.selection);
    connect(m_filter, &FilterBar::left, this, [this] { m_table->setFocus(); });
    connect(m_onlyNonFinite, &QToolButton::toggled, this, &StatisticsPanel::filterAgain);
    connect(m_scale, &QToolButton::toggled, this, &StatisticsPanel::colour);
    connect(m_copy, &QToolButton::clicked, m_table, [this] { m_table->output().copyRows(); });
    connect(m_export, &QToolButton::clicked, m_table, [this] { m_table->output().askForCsv(); });
    connect(m_model, &ColumnModel::rowsReplaced, this, &StatisticsPanel::replaced);
    connect(m_model, &ColumnModel::failed, m_filter, &FilterBar::setStatus);
    connect(m_plot, &StatisticsPlot::rowChosen, this, [this](quint32 source) {
        m_table->chooseSources({source}, source);
        m_table->publishSelection();
        m_plot->setCurrent(source);
    });
    connect(m_table, &DataTable::plotRequested, this, [this](int column) {
        m_plot->setColumn(m_model->headerData(column, Qt::Horizontal, CopyRole).toString());
        m_plotted->setChecked(true);
    });
    connect(m_table, &DataTable::chosenSourceChanged, m_plot, &StatisticsPlot::setCurrent);
    connect(&m_workbench.selection, &Selection::tensorChanged, m_plot,
        [this] { m_plot->setCurrent(m_table->chosenSource()); });
    connect(m_table, &TensorRowsView::hiddenWanted, this, [this] {
        m_onlyNonFinite->setChecked(false);
        m_filter->setText({});
    });
}

template<typename T>
void StatisticsPanel::run(LatestOnly& slot, const QString& title,
    std::function<core::Result<T>(core::TaskContext&, const TaskRunner::Post&)> work,
    std::function<void(T)> done)
{
    ++m_pending;
    const Task* const task = slot.start<T>(m_workbench.tasks, Lane::Interactive, title, this, std::move(work),
        [done = std::move(done)](core::Result<T> result) {
            if (result)
                done(std::move(*result));
        });
    connect(task, &Task::finished, this, [this] { --m_pending; });
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

/// Those of the usual columns that some row has something in, and infinities where there are some, unless the
/// user chose others.
void StatisticsPanel::chooseColumns(const StatisticRows& rows)
{
    QList<QByteArray> filled = kUsualColumns;
    filled.removeIf([&rows](const QByteArray& key) {
        const std::string_view name(key.data(), static_cast<std::size_t>(key.size()));
        return name.ends_with("_inf_count") ? !countsSomewhere(rows, rows.rows(), name)
                                            : !isFilled(rows, rows.rows(), name);
    });
    const bool wereUsual = m_model->columnCount() == 0 || m_table->columns().areDefaults();
    if (wereUsual && std::exchange(m_usual, filled) != filled)
        m_table->columns().setDefaults(filled);
}

void StatisticsPanel::show(const Built& built)
{
    m_filter->setTable(built.rows);
    chooseColumns(*built.rows);
    QStringList files;
    for (const std::string& file : built.rows->files())
        files.append(fromCore(core::printable(file)));
    m_files->setText(files.isEmpty() ? tr("computed")
            : files.size() == 1      ? files.first()
                                     : tr("%1 files: %2").arg(groupedNumber(files.size()), files.first()));
    m_files->setToolTip(files.mid(0, 20).join(QLatin1Char('\n')));
    m_model->setStatistics(built.rows, built.roots);
}

void StatisticsPanel::showPage()
{
    if (m_model->rowCount() > 0)
        return m_pages->setCurrentWidget(m_table);
    if (m_model->totalRows() > 0)
        showNothingLeft(*m_message, *m_model, m_workbench.selection, *m_filter);
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
        core::bothFilters(typed, "has:nan or has:inf"), *m_model->statistics());
    if (both)
        m_model->setFilter(*both);
}

void StatisticsPanel::replaced()
{
    m_view.restoreColumns();
    m_filter->setHits(m_model->rowCount(), static_cast<qint64>(m_model->totalRows()), m_model->tookMs(),
        static_cast<qint64>(m_model->undecidedRows()));
    showPage();
    colour();
    m_plot->refresh();
    emit commandLineChanged();
    if (!m_model->statistics())
        return;
    run<StatisticTotals>(
        m_summing, tr("Sum up rows"),
        [table = m_model->table(), rows = m_model->rows()](
            core::TaskContext& context, const TaskRunner::Post&) {
            return sumUp(static_cast<const StatisticRows&>(*table), rows, context);
        },
        [this](const StatisticTotals& totals) { showFooter(totals); });
}

void StatisticsPanel::showFooter(const StatisticTotals& totals)
{
    const auto number = [](std::uint64_t value) { return groupedNumber(static_cast<qint64>(value)); };
    QStringList words {tr("Rows: %1").arg(number(totals.rows))};
    // None found where none could be looked at is no finding.
    if (totals.unknown < totals.rows || totals.rows == 0)
        words.append(tr("%1 with NaN or Inf").arg(number(totals.nonFinite)));
    if (totals.unknown > 0)
        words.append(tr("NaN and Inf not known for %1").arg(number(totals.unknown)));
    if (totals.uncounted == 0)
        words.append(tr("%1 elements in all").arg(number(totals.elements)));
    else if (totals.uncounted < totals.rows)
        words.append(
            tr("%1 elements, not known for %2 rows").arg(number(totals.elements), number(totals.uncounted)));
    if (totals.max)
        words.append(tr("largest finite value of max: %1").arg(fromCore(core::numberText(*totals.max))));
    words.append(totals.computed == 0        ? tr("source: file")
            : totals.computed == totals.rows ? tr("source: computed")
                                             : tr("source: file, %1 computed").arg(number(totals.computed)));
    m_hasTotals = totals.rows > 0;
    m_footer->setText(words.join(QStringLiteral(" · ")));
    giveRoom();
}

/// In a low panel the rows get it.
void StatisticsPanel::giveRoom()
{
    const bool isLow = height() < scaled(kLowRows), isOneLine = isLow && width() >= scaled(kWideBars);
    m_bars->setDirection(isOneLine ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_bars->setStretch(1, isOneLine ? 0 : 1);
    m_files->setHidden(isOneLine);
    m_footer->setVisible(m_hasTotals && !isLow);
}

void StatisticsPanel::colour()
{
    for (const char* key : {"min", "max", "mean", "l2norm"}) {
        const int column = m_model->columnNumber(key);
        if (column >= 0 && m_model->rowCount() > 0 && (m_scale->isChecked() || m_model->isTinted(column)))
            m_table->setColourScale(column, m_scale->isChecked());
    }
}

/// Whether the command line writes what the table would: it takes one dump, lists every tensor, computes
/// where values were dumped, and has no columns of the file's own.
bool StatisticsPanel::writesTheSame() const
{
    const TensorRef first = m_model->rowCount() > 0 ? m_model->tensorAt(0) : TensorRef();
    if (!first.isValid() || m_workbench.session.roots().size() != 1)
        return false;
    const core::DumpIndex& index = *first.root->index();
    const auto place = m_workbench.selection.scope().rows;
    if (m_model->totalRows() != (place ? place->size() : index.tensorCount()))
        return false;
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        if (index.tensor(core::TensorId(i)).state != core::TensorState::StatisticsOnly)
            return false;
    }
    const auto columns = m_table->columns().shown();
    return std::all_of(columns.begin(), columns.end(), [this](int column) {
        const std::string_view name = m_model->table()->columns()[static_cast<std::size_t>(column)].name;
        return name != "digest" && name != "line";
    });
}

QString StatisticsPanel::commandLine() const
{
    const TensorRef first = m_model->rowCount() > 0 ? m_model->tensorAt(0) : TensorRef();
    const auto place = m_workbench.selection.scope().filter;
    if (!first.isValid() || !place)
        return {};
    std::string filter = m_filter->error().isEmpty() ? m_filter->text().toStdString() : std::string();
    if (m_onlyNonFinite->isChecked())
        filter = core::bothFilters(filter, "has:nan or has:inf");
    return fromCore(core::commandText(core::StatRequest {.path = first.root->path().toStdString(),
        .rows = rowOptions(fromCore(core::bothFilters(*place, filter)), *m_model, *m_table),
        .raw = first.root->raw()}));
}

} // namespace

void register_statistics_panel(PanelRegistry& registry)
{
    registry.add(
        {"statistics", "stats", [](Workbench& workbench) { return new StatisticsPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "statistics_panel.moc"
