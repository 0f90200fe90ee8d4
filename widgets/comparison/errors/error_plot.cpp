// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/errors/error_plot.h"

#include "common/custom_plot.h"
#include "common/spacing.h"
#include "comparison/errors/error_plot_item.h"

#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dumpscope::gui {

namespace {

constexpr double kReach = 9;                   ///< of the mouse, in pixels
constexpr int kMark = 8;                       ///< half of the largest mark, the ring around the chosen one
constexpr int kTickRoom = 60, kMostTicks = 12; ///< of places

/// Bands at the top: names of scopes, then pairs that are not finite, then those without a bound.
int bandsAbove(const ErrorSeries& series)
{
    const auto has = [&series](ErrorSeries::Kind kind) {
        return std::ranges::any_of(
            series.points, [kind](const ErrorSeries::Point& point) { return point.kind == kind; });
    };
    return has(ErrorSeries::Kind::Unbounded) ? 3 : has(ErrorSeries::Kind::NonFinite) ? 2 : 1;
}

/// Leaves out the powers of ten beside the bands: they are not their height, and would strike out names.
class DecadeTicker : public QCPAxisTickerLog {
public:
    DecadeTicker(const QCPAxis& axis, int bands)
        : m_axis(axis)
        , m_bands(bands)
    {
    }

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override
    {
        const int bottom = m_axis.axisRect()->rect().bottom() - scaled(kBandHeight)
            - QFontMetrics(m_axis.tickLabelFont()).height() / 2;
        const double least = m_axis.pixelToCoord(bottom);
        const double most
            = m_axis.pixelToCoord(m_axis.axisRect()->rect().top() + m_bands * scaled(kBandHeight));
        QVector<double> ticks = QCPAxisTickerLog::createTickVector(step, range);
        ticks.removeIf([least, most](double tick) { return tick < least || tick > most; });
        return ticks;
    }

private:
    const QCPAxis& m_axis;
    int m_bands; ///< above
};

/// Round numbers of the # of the tables, each where its first pair is; where the order of execution is not
/// known, pairs are counted. The last one is named as well where there is room.
class OrderTicker : public QCPAxisTicker {
public:
    OrderTicker(const QCPAxis& axis, const ErrorSeries& series)
        : m_axis(axis)
        , m_numbers(series.numbers)
    {
        if (m_numbers.empty() || !m_numbers.front()) {
            m_numbers.resize(static_cast<std::size_t>(series.last) + 1);
            for (std::size_t place = 0; place < m_numbers.size(); ++place)
                m_numbers[place] = static_cast<std::uint32_t>(place);
        }
    }

protected:
    QVector<double> createTickVector(double, const QCPRange& range) override
    {
        const auto size = static_cast<double>(m_numbers.size());
        const auto first = static_cast<std::size_t>(std::clamp(std::ceil(range.lower), 0.0, size));
        const auto end = static_cast<std::size_t>(std::clamp(std::floor(range.upper) + 1, 0.0, size));
        const std::uint32_t step = stepFor(first, end);
        QVector<double> ticks;
        std::optional<std::uint32_t> before;
        std::size_t begin = first; // of the number that is looked at
        for (std::size_t place = first; place < end; ++place) {
            const auto number = m_numbers[place];
            if (!number || number == before)
                continue;
            before = number;
            begin = place;
            if (*number % step == 0 && hasRoom(ticks, place))
                ticks.append(static_cast<double>(place));
        }
        if (end == m_numbers.size() && begin < end && hasRoom(ticks, begin))
            ticks.append(static_cast<double>(begin));
        return ticks;
    }
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return labelOf(static_cast<std::size_t>(tick));
    }

private:
    [[nodiscard]] QString labelOf(std::size_t place) const
    {
        const auto number = place < m_numbers.size() ? m_numbers[place] : std::nullopt;
        return number ? QString::number(*number) : QString();
    }

    [[nodiscard]] double widthOf(std::size_t place) const
    {
        return QFontMetrics(m_axis.tickLabelFont()).horizontalAdvance(labelOf(place));
    }

    /// 1, 2 or 5 times a power of ten.
    [[nodiscard]] std::uint32_t stepFor(std::size_t first, std::size_t end) const
    {
        std::uint32_t least = std::numeric_limits<std::uint32_t>::max(), most = 0;
        for (std::size_t place = first; place < end; ++place) {
            if (const auto number = m_numbers[place]) {
                least = std::min(least, *number);
                most = std::max(most, *number);
            }
        }
        const int wanted = std::clamp(m_axis.axisRect()->width() / scaled(kTickRoom), 2, kMostTicks);
        const double apart = least < most ? static_cast<double>(most - least) / wanted : 1;
        double step = 1;
        for (int i = 0; step < apart; ++i)
            step *= i % 3 == 1 ? 2.5 : 2;
        return static_cast<std::uint32_t>(std::min(step, 4e9));
    }

    [[nodiscard]] bool hasRoom(const QVector<double>& ticks, std::size_t place) const
    {
        if (ticks.isEmpty())
            return true;
        const auto last = static_cast<std::size_t>(ticks.last());
        if (last == place)
            return false;
        const double way
            = m_axis.coordToPixel(static_cast<double>(place)) - m_axis.coordToPixel(ticks.last());
        return way >= (widthOf(last) + widthOf(place)) / 2 + scaled(kMedium);
    }

    const QCPAxis& m_axis;
    std::vector<std::optional<std::uint32_t>> m_numbers;
};

} // namespace

ErrorPlot::ErrorPlot(QWidget* parent)
    : QWidget(parent)
    , m_plot(new Plot(this))
{
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    new ErrorPlotItem(m_plot, *this, true);
    new ErrorPlotItem(m_plot, *this, false);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->axisRect()->setRangeZoom(Qt::Horizontal);
    m_plot->axisRect()->setRangeDrag(Qt::Horizontal);
    m_plot->installEventFilter(this);
    m_plot->setMouseTracking(true);
    m_plot->setNotAntialiasedElements(QCP::aeAxes | QCP::aeGrid);
    m_plot->setMinimumSize(scaled(80), scaled(120)); // a plot without a size cannot paint
    // Ticks are chosen before the layout; those beside the band are known only after it.
    connect(m_plot, &QCustomPlot::afterLayout, this, [this] {
        const QRect area = m_plot->axisRect()->rect();
        if (std::exchange(m_ticksFor, area) == area)
            return;
        setRanges(); // what stands above and below has its height in pixels
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    });
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Error over execution order"));
    m_plot->setAccessibleName(accessibleName());
    applyTheme();
}

void ErrorPlot::setSeries(std::shared_ptr<const ErrorSeries> series)
{
    // The place that is looked at stays while rows arrive.
    const bool isSame
        = m_series->metric == series->metric && !m_series->points.empty() && m_series->last == series->last;
    const auto current = m_current && *m_current < m_series->points.size()
        ? std::optional(m_series->points[*m_current].row)
        : std::nullopt;
    m_series = std::move(series);
    m_current.reset();
    m_plot->yAxis->setScaleType(m_series->isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (m_series->isLogarithmic)
        m_plot->yAxis->setTicker(
            QSharedPointer<QCPAxisTicker>(new DecadeTicker(*m_plot->yAxis, bandsAbove(*m_series))));
    else
        m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
    m_plot->xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new OrderTicker(*m_plot->xAxis, *m_series)));
    m_plot->yAxis->setNumberFormat(QStringLiteral("g"));
    m_plot->yAxis->setNumberPrecision(3);
    setCurrent(current);
    if (isSame)
        replot();
    else
        fit();
}

// A plot without a size has nothing to paint on; it is painted when it is shown.
void ErrorPlot::replot()
{
    if (isVisible() && !m_plot->size().isEmpty())
        m_plot->replotSoon();
}

void ErrorPlot::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    replot();
}

void ErrorPlot::setTitles(const QString& metric, const QString& divergence, const QString& place)
{
    m_divergenceWords = divergence;
    const bool isKnown = !m_series->numbers.empty() && m_series->numbers.front();
    const QString order = isKnown ? tr("execution order") : tr("pairs in order");
    m_plot->xAxis->setLabel(place.isEmpty() ? order : order + QStringLiteral(" · ") + place);
    m_plot->yAxis->setLabel(metric);
    setAccessibleName(tr("%1 over execution order").arg(metric));
    m_plot->setAccessibleName(accessibleName());
    replot();
}

void ErrorPlot::setCurrent(std::optional<std::uint32_t> row)
{
    m_current.reset();
    if (row) {
        const auto found = std::ranges::find(m_series->points, *row, &ErrorSeries::Point::row);
        if (found != m_series->points.end())
            m_current = static_cast<std::size_t>(found - m_series->points.begin());
    }
    replot();
}

void ErrorPlot::showColumns(bool on)
{
    m_hasColumns = on;
    replot();
}

void ErrorPlot::showBands(bool on)
{
    m_hasBands = on;
    replot();
}

void ErrorPlot::fit()
{
    m_plot->xAxis->setRange(-1, std::max(1.0, m_series->last + 1));
    setRanges();
    replot();
}

void ErrorPlot::setRanges()
{
    double least = qInf(), most = -qInf();
    const auto take = [&](double value) {
        if (m_series->isLogarithmic && !(value > 0))
            return;
        least = std::min(least, value);
        most = std::max(most, value);
    };
    for (const ErrorSeries::Point& point : m_series->points) {
        if (point.kind == ErrorSeries::Kind::Number)
            take(point.y);
    }
    for (const ErrorSeries::Limit& limit : m_series->limits)
        take(limit.value);
    if (least > most) {
        least = m_series->isLogarithmic ? 1e-6 : 0;
        most = 1;
    }
    // Room for the bands below and above, for names of scopes, and for marks that do not end in them.
    const double height = std::max(1, m_plot->axisRect()->height()), mark = scaled(kMark);
    const double above = bandsAbove(*m_series) * scaled(kBandHeight) + mark,
                 below = mark + (m_series->isLogarithmic ? scaled(kBandHeight) : 0);
    const double rest = std::max(height - above - below, height / 8);
    if (m_series->isLogarithmic) {
        const double decades = std::max(2.0, std::log10(most / least));
        m_plot->yAxis->setRange(
            least / std::pow(10, decades * below / rest), most * std::pow(10, decades * above / rest));
    } else {
        const double extent = most > least ? most - least : 1;
        m_plot->yAxis->setRange(least - extent * below / rest, most + extent * above / rest);
    }
}

double ErrorPlot::pixelOf(const ErrorSeries::Point& point) const
{
    const QRect area = m_plot->axisRect()->rect();
    switch (point.kind) {
    case ErrorSeries::Kind::Equal:
        return area.bottom() - scaled(kBandHeight) / 2.0;
    case ErrorSeries::Kind::NonFinite:
        return area.top() + scaled(kBandHeight) * 1.5;
    case ErrorSeries::Kind::Unbounded:
        return area.top() + scaled(kBandHeight) * 2.5;
    case ErrorSeries::Kind::Number:
        break;
    }
    return m_plot->yAxis->coordToPixel(point.y);
}

QPointF ErrorPlot::placeOf(std::size_t point) const
{
    const ErrorSeries::Point& one = m_series->points[point];
    return {m_plot->xAxis->coordToPixel(one.x), pixelOf(one)};
}

std::optional<std::size_t> ErrorPlot::pointAt(const QPointF& place) const
{
    const auto& points = m_series->points;
    const double reach
        = m_plot->xAxis->pixelToCoord(place.x() + kReach) - m_plot->xAxis->pixelToCoord(place.x());
    const double at = m_plot->xAxis->pixelToCoord(place.x());
    std::optional<std::size_t> nearest;
    double distance = kReach * kReach;
    for (auto point = std::ranges::lower_bound(points, at - reach, {}, &ErrorSeries::Point::x);
         point != points.end() && point->x <= at + reach; ++point) {
        const auto number = static_cast<std::size_t>(point - points.begin());
        const QPointF way = placeOf(number) - place;
        const double square = QPointF::dotProduct(way, way);
        if (square < distance) {
            distance = square;
            nearest = number;
        }
    }
    return nearest;
}

QPixmap ErrorPlot::picture() const
{
    return m_plot->toPixmap();
}

bool ErrorPlot::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot)
        return QWidget::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        m_pressed = static_cast<QMouseEvent*>(event)->position();
        setFocus();
        break;
    case QEvent::MouseButtonRelease: {
        const QPointF place = static_cast<QMouseEvent*>(event)->position();
        if ((place - m_pressed).manhattanLength() > 4)
            break;
        if (const auto point = pointAt(place))
            emit rowChosen(m_series->points[*point].row);
        break;
    }
    case QEvent::MouseButtonDblClick: {
        const auto point = pointAt(static_cast<QMouseEvent*>(event)->position());
        point ? emit rowOpened(m_series->points[*point].row) : fit();
        break;
    }
    case QEvent::ToolTip: {
        const auto* const help = static_cast<QHelpEvent*>(event);
        const auto point = pointAt(help->pos());
        QToolTip::showText(help->globalPos(),
            point && m_describe ? m_describe(m_series->points[*point].row) : QString(), this);
        return true;
    }
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void ErrorPlot::keyPressEvent(QKeyEvent* event)
{
    const auto& points = m_series->points;
    const int by = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (points.empty() || (by == 0 && event->key() != Qt::Key_Return))
        return QWidget::keyPressEvent(event);
    if (by == 0) {
        if (m_current)
            emit rowOpened(points[*m_current].row);
        return;
    }
    const auto last = static_cast<std::ptrdiff_t>(points.size()) - 1;
    const std::ptrdiff_t now = m_current ? static_cast<std::ptrdiff_t>(*m_current) : by > 0 ? -1 : last + 1;
    emit rowChosen(points[static_cast<std::size_t>(std::clamp(now + by, std::ptrdiff_t {0}, last))].row);
}

void ErrorPlot::applyTheme()
{
    m_plot->applyTheme();
    m_plot->xAxis->grid()->setVisible(false);
    replot();
}

void ErrorPlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

} // namespace dumpscope::gui
