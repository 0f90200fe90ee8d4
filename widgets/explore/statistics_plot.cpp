// SPDX-License-Identifier: GPL-3.0-or-later
#include "explore/statistics_plot.h"
#include "common/core_sentences.h"
#include "common/core_text.h"

#include "common/fonts.h"
#include "common/plain_text.h"
#include "common/spacing.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr int kOverSteps = 1; ///< row of the list of orders

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

} // namespace

StatisticsPlot::StatisticsPlot(TaskRunner& tasks, StatisticListModel& model, QWidget* parent)
    : QWidget(parent)
    , m_tasks(tasks)
    , m_model(model)
    , m_column(new QComboBox(this))
    , m_order(new QComboBox(this))
    , m_logarithmic(new QToolButton(this))
    , m_hint(new QLabel(this))
    , m_plot(new ColumnPlot(this))
{
    m_order->addItems({QString(), QString()});
    m_hint->setFont(secondaryFont());
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_logarithmic->setAutoRaise(true);
    m_logarithmic->setCheckable(true);
    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(scaledMargins(kLarge, kTiny, kSmall, kTiny));
    bar->setSpacing(scaled(kMedium));
    bar->addWidget(m_column);
    bar->addWidget(m_order);
    bar->addWidget(m_logarithmic);
    bar->addStretch(1);
    bar->addWidget(m_hint);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_plot, 1);
    connect(m_column, &QComboBox::currentIndexChanged, this, &StatisticsPlot::refresh);
    connect(m_order, &QComboBox::currentIndexChanged, this, &StatisticsPlot::refresh);
    connect(m_logarithmic, &QToolButton::clicked, m_plot, &ColumnPlot::setLogarithmic);
    connect(m_plot, &ColumnPlot::rowChosen, this, &StatisticsPlot::rowChosen);
    retranslate();
}

QString StatisticsPlot::column() const
{
    return m_column->currentText();
}

void StatisticsPlot::setColumn(const QString& key)
{
    if (const int place = m_column->findText(key); place >= 0)
        m_column->setCurrentIndex(place);
}

bool StatisticsPlot::isOverSteps() const
{
    return m_order->currentIndex() == kOverSteps;
}

void StatisticsPlot::setOverSteps(bool on)
{
    m_order->setCurrentIndex(on ? kOverSteps : 0);
}

void StatisticsPlot::refresh()
{
    if (!m_model.statistics())
        return;
    if (m_column->count() == 0) {
        const QSignalBlocker quiet(m_column);
        for (const core::FilterTable::Column& column : m_model.statistics()->columns()) {
            if (columnInfo(column).isNumber)
                m_column->addItem(fromCore(column.name));
        }
        setColumn(QStringLiteral("l2norm"));
    }
    const int column = m_model.columnNumber(m_column->currentText().toStdString());
    if (!isVisible() || column < 0)
        return;
    m_request.start<ColumnPlot::Series>(
        m_tasks, Lane::Interactive, tr("Plot a column"), this,
        [table = m_model.table(), rows = m_model.rows(), column, overSteps = isOverSteps()](
            core::TaskContext& context, const TaskRunner::Post&) {
            return makeSeries(static_cast<const StatisticRows&>(*table), rows, column, overSteps, context);
        },
        [this](core::Result<ColumnPlot::Series> series) {
            if (series)
                draw(std::move(*series));
        });
}

void StatisticsPlot::draw(ColumnPlot::Series series)
{
    series.name = m_column->currentText();
    series.order = isOverSteps() ? tr("step") : tr("execution order");
    if (series.born) {
        const TensorRef born = m_model.tensorAt(series.points[*series.born].source);
        if (born.isValid())
            series.bornWords = tr("NaN or Inf born in %1 %2")
                                   .arg(shownName(born.opName()), ioText(born.row().io, born.row().slot))
                                   .trimmed();
    }
    m_plot->setSeries(std::move(series));
    m_logarithmic->setChecked(m_plot->isLogarithmic());
    setCurrent(m_current);
}

void StatisticsPlot::setCurrent(std::int64_t source)
{
    m_current = source;
    if (isVisible() && source >= 0)
        m_plot->setCurrent(static_cast<std::uint32_t>(source));
}

void StatisticsPlot::retranslate()
{
    m_logarithmic->setText(tr("Logarithmic"));
    m_logarithmic->setAccessibleName(m_logarithmic->text());
    m_hint->setText(tr("click a point to select its row"));
    m_order->setItemText(0, tr("over execution order"));
    m_order->setItemText(kOverSteps, tr("over step"));
    m_column->setAccessibleName(tr("Plotted column"));
    m_order->setAccessibleName(tr("Order of the plot"));
}

void StatisticsPlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void StatisticsPlot::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

} // namespace dumpscope::gui
