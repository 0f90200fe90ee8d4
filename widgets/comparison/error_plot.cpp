// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/error_plot.h"

#include "common/core_text.h"
#include "common/custom_plot.h"
#include "common/fonts.h"
#include "common/metrics.h"
#include "comparison/verdict_words.h"

#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr std::ptrdiff_t kMostGlyphs = 1500; ///< more points at once are dots
constexpr int kBandHeight = 16;              ///< of "equal" and "not finite"
constexpr double kReach = 9;                 ///< of the mouse, in pixels

} // namespace

/// Paints what QCustomPlot has no graph for, behind or above the axes' grid.
class ErrorPlotItem : public QCPAbstractItem {
public:
    ErrorPlotItem(QCustomPlot* plot, const ErrorPlot& owner, bool isBehind)
        : QCPAbstractItem(plot)
        , m_owner(owner)
        , m_isBehind(isBehind)
    {
        setLayer(isBehind ? QStringLiteral("background") : QStringLiteral("overlay"));
        setSelectable(false);
    }
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override
    {
        painter->save();
        painter->setClipRect(area().adjusted(0, -1, 1, 1));
        if (m_isBehind) {
            drawBands(*painter);
            drawStrips(*painter);
            drawColumns(*painter);
        } else {
            drawLimits(*painter);
            drawPoints(*painter);
            drawDivergence(*painter);
            drawCurrent(*painter);
        }
        painter->restore();
    }

private:
    [[nodiscard]] QRectF area() const { return mParentPlot->axisRect()->rect(); }
    [[nodiscard]] double x(double place) const { return mParentPlot->xAxis->coordToPixel(place); }
    [[nodiscard]] double y(double value) const { return mParentPlot->yAxis->coordToPixel(value); }
    [[nodiscard]] const ErrorSeries& series() const { return *m_owner.m_series; }
    [[nodiscard]] const Theme& theme() const { return Theme::of(&m_owner); }

    void drawBands(QCPPainter& painter) const
    {
        if (!m_owner.m_hasBands)
            return;
        painter.setFont(secondaryFont());
        const QFontMetrics metrics(painter.font());
        bool isShaded = false;
        for (const ErrorSeries::Band& band : series().bands) {
            const QRectF strip(
                x(band.from - 0.5), area().top(), x(band.to + 0.5) - x(band.from - 0.5), area().height());
            isShaded = !isShaded;
            if (strip.right() < area().left() || strip.left() > area().right())
                continue;
            if (isShaded)
                painter.fillRect(strip.intersected(area()), theme().color(Token::Alternate));
            const QString name = fromCore(band.name);
            const QRectF room = strip.intersected(area()).adjusted(scaled(4), scaled(2), 0, 0);
            if (metrics.horizontalAdvance(name) < room.width()) {
                painter.setPen(theme().color(Token::Secondary));
                painter.drawText(room, Qt::AlignLeft | Qt::AlignTop, name);
            }
        }
    }

    void drawStrips(QCPPainter& painter) const
    {
        if (!series().isLogarithmic)
            return;
        const double height = scaled(kBandHeight);
        painter.fillRect(QRectF(area().left(), area().bottom() - height, area().width(), height),
            theme().color(Token::PassFill));
        painter.setFont(secondaryFont());
        painter.setPen(theme().color(Token::Pass));
        painter.drawText(QRectF(area().left(), area().bottom() - height, area().width() - scaled(4), height),
            Qt::AlignVCenter | Qt::AlignRight, ErrorPlot::tr("equal"));
        const bool hasNonFinite = std::ranges::any_of(series().points,
            [](const ErrorSeries::Point& point) { return point.kind == ErrorSeries::Kind::NonFinite; });
        if (!hasNonFinite)
            return;
        const QRectF top(area().left(), area().top() + scaled(kBandHeight), area().width(), height);
        paintNonFinite(painter, top, NonFinite::Nan, theme(), 0.16);
        painter.setPen(theme().color(Token::Text));
        painter.drawText(top.adjusted(0, 0, -scaled(4), 0), Qt::AlignVCenter | Qt::AlignRight,
            ErrorPlot::tr("non-finite"));
    }

    void drawColumns(QCPPainter& painter) const
    {
        if (!m_owner.m_hasColumns || series().metric != "relative_euclidean_distance")
            return;
        QColor inherited = theme().color(Token::NotComparable), added = theme().color(Token::Fail);
        inherited.setAlphaF(0.2F);
        added.setAlphaF(0.22F);
        const double bottom = area().bottom() - scaled(kBandHeight);
        for (const ErrorSeries::Column& column : series().columns) {
            const double left = x(column.from - 0.45), right = std::max(left + 1, x(column.to + 0.45));
            if (right < area().left() || left > area().right())
                continue;
            const auto height = [&](double error) { return error > 0 ? std::min(bottom, y(error)) : bottom; };
            const double grey = height(std::min(column.inherited, std::max(column.own, column.inherited)));
            painter.fillRect(QRectF(left, grey, right - left, bottom - grey), inherited);
            if (column.own > column.inherited) {
                const double red = height(column.own);
                painter.fillRect(QRectF(left, red, right - left, grey - red), added);
            }
        }
    }

    void drawLimits(QCPPainter& painter) const
    {
        QFont bold = secondaryFont();
        bold.setBold(true);
        painter.setFont(bold);
        for (const ErrorSeries::Limit& limit : series().limits) {
            const double at = y(limit.value);
            if (at < area().top() || at > area().bottom())
                continue;
            const QColor colour = theme().color(tokenOf(limit.verdict));
            painter.setPen(QPen(colour, 1, Qt::DashLine));
            painter.drawLine(QPointF(area().left(), at), QPointF(area().right(), at));
            painter.drawText(QRectF(area().left() + scaled(4), at - scaled(17), scaled(240), scaled(16)),
                Qt::AlignLeft | Qt::AlignBottom,
                ErrorPlot::tr("%1 limit %2").arg(verdictText(limit.verdict), fromCore(limit.text)));
        }
    }

    void drawPoints(QCPPainter& painter) const
    {
        const auto& points = series().points;
        const QCPRange range = mParentPlot->xAxis->range();
        const auto first = std::ranges::lower_bound(points, range.lower - 1, {}, &ErrorSeries::Point::x);
        const auto last = std::ranges::upper_bound(points, range.upper + 1, {}, &ErrorSeries::Point::x);
        const bool areGlyphs = last - first <= kMostGlyphs;
        const double side = areGlyphs ? scaled(10) : 3;
        painter.setAntialiasing(areGlyphs);
        // Worse ones on top; a hundred thousand share their pixels.
        for (const core::Verdict verdict :
            {core::Verdict::NotComparable, core::Verdict::Pass, core::Verdict::Warn, core::Verdict::Fail}) {
            const QColor colour = theme().color(tokenOf(verdict));
            std::vector<std::uint64_t> painted;
            for (auto point = first; point != last; ++point) {
                if (point->verdict != verdict)
                    continue;
                const QPointF at(x(point->x), m_owner.pixelOf(*point));
                if (areGlyphs) {
                    paintStateGlyph(painter, stateOf(verdict),
                        QRectF(at.x() - side / 2, at.y() - side / 2, side, side), theme());
                    continue;
                }
                const auto pixel = (static_cast<std::uint64_t>(std::max(0.0, at.x())) << 32)
                    | static_cast<std::uint64_t>(std::max(0.0, at.y()));
                // Neighbours of the same column are close together in the list.
                const auto from = painted.size() > 64 ? painted.end() - 64 : painted.begin();
                if (std::find(from, painted.end(), pixel) != painted.end())
                    continue;
                painted.push_back(pixel);
                painter.fillRect(QRectF(at.x() - 1, at.y() - 1, side, side), colour);
            }
        }
    }

    void drawDivergence(QCPPainter& painter) const
    {
        if (!series().divergence)
            return;
        const ErrorSeries::Point& point = series().points[*series().divergence];
        const double at = x(point.x), side = scaled(15);
        if (at < area().left() || at > area().right())
            return;
        painter.setAntialiasing(true);
        painter.setPen(QPen(theme().color(Token::Fail), 1.5));
        painter.drawLine(QPointF(at, area().top() + side), QPointF(at, area().bottom()));
        paintStateGlyph(painter, State::FirstDivergence,
            QRectF(at - side / 2, m_owner.pixelOf(point) - side / 2, side, side), theme());
        const QStringList lines = m_owner.m_divergenceWords.split(QLatin1Char('\n'));
        const QFontMetrics metrics(m_owner.font());
        int width = 0;
        for (const QString& line : lines)
            width = std::max(width, metrics.horizontalAdvance(line));
        const double boxWidth = width + scaled(20),
                     boxHeight = metrics.height() * double(lines.size()) + scaled(10);
        const bool isLeft = at - boxWidth - scaled(16) > area().left();
        const double least = area().top() + scaled(kBandHeight) * 2.5;
        const QRectF box(isLeft ? at - boxWidth - scaled(16) : at + scaled(16),
            std::clamp(area().center().y(), least, std::max(least, area().bottom() - boxHeight - scaled(30))),
            boxWidth, boxHeight);
        painter.setPen(QPen(theme().color(Token::Fail), 1));
        painter.drawLine(
            QPointF(isLeft ? box.right() : box.left(), box.top() + 8), QPointF(at, box.top() + 8));
        painter.setBrush(theme().color(Token::Base));
        painter.drawRoundedRect(box, 4, 4);
        QRectF line(box.left() + scaled(10), box.top() + scaled(5), boxWidth, metrics.height());
        for (qsizetype i = 0; i < lines.size(); ++i) {
            QFont font = m_owner.font();
            font.setBold(i == 0);
            painter.setFont(font);
            painter.setPen(theme().color(i == 0 ? Token::Fail : Token::Text));
            painter.drawText(line, Qt::AlignVCenter, lines[i]);
            line.translate(0, metrics.height());
        }
    }

    void drawCurrent(QCPPainter& painter) const
    {
        if (!m_owner.m_current || *m_owner.m_current >= series().points.size())
            return;
        const ErrorSeries::Point& point = series().points[*m_owner.m_current];
        painter.setAntialiasing(true);
        painter.setPen(QPen(theme().color(Token::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(x(point.x), m_owner.pixelOf(point)), scaled(8), scaled(8));
    }

    const ErrorPlot& m_owner;
    bool m_isBehind;
};

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
        m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog));
    else
        m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
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
        m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void ErrorPlot::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    replot();
}

void ErrorPlot::setTitles(const QString& metric, const QString& divergence)
{
    m_divergenceWords = divergence;
    m_plot->xAxis->setLabel(tr("execution order"));
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
    // Room for the bands below and above, and for names of scopes.
    if (m_series->isLogarithmic) {
        const double decades = std::max(2.0, std::log10(most / least));
        m_plot->yAxis->setRange(least / std::pow(10, decades * 0.14), most * std::pow(10, decades * 0.2));
    } else {
        const double extent = most > least ? most - least : 1;
        m_plot->yAxis->setRange(least - extent * 0.08, most + extent * 0.14);
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
