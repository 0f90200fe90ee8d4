// SPDX-License-Identifier: GPL-3.0-or-later
#include "explore/column_plot.h"

#include "common/custom_plot.h"
#include "common/fonts.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kPointsWithMarks = 2000; ///< more are a line only
constexpr double kDecadesForLog = 1000;

} // namespace

/// Hatched bands behind the line; the chosen point and the birth of NaN above it.
class PlotMarks : public QCPAbstractItem {
public:
    PlotMarks(QCustomPlot* plot, const ColumnPlot& owner, bool isBehind)
        : QCPAbstractItem(plot)
        , m_owner(owner)
        , m_isBehind(isBehind)
    {
        setLayer(isBehind ? QStringLiteral("background") : QStringLiteral("overlay"));
        setSelectable(false);
    }
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override { m_isBehind ? drawBands(*painter) : drawMarks(*painter); }

private:
    void drawBands(QCPPainter& painter) const
    {
        const QCPAxis& x = *mParentPlot->xAxis;
        const QRectF area = mParentPlot->axisRect()->rect();
        const Theme& theme = Theme::of(&m_owner);
        // A million rows share their pixels: what touches is painted as one.
        std::optional<NonFinite> kind;
        double begin = 0, end = 0;
        const auto flush = [&] {
            if (kind && end > begin)
                paintNonFinite(
                    painter, QRectF(begin, area.top(), end - begin, area.height()), *kind, theme, 0.3);
        };
        for (const ColumnPlot::Point& point : m_owner.m_series.points) {
            if (!point.nonFinite)
                continue;
            const double left = std::max(area.left(), x.coordToPixel(point.x - 0.45));
            const double right = std::min(area.right(), std::max(left + 3, x.coordToPixel(point.x + 0.45)));
            if (right <= left || right <= end)
                continue;
            if (left > end || kind != point.nonFinite) {
                flush();
                kind = point.nonFinite;
                begin = std::max(left, end);
            }
            end = right;
        }
        flush();
    }

    void drawMarks(QCPPainter& painter) const
    {
        const Theme& theme = Theme::of(&m_owner);
        const QRectF area = mParentPlot->axisRect()->rect();
        const auto& points = m_owner.m_series.points;
        painter.setAntialiasing(true);
        if (m_owner.m_series.born) {
            const double x = mParentPlot->xAxis->coordToPixel(points[*m_owner.m_series.born].x);
            if (area.left() <= x && x <= area.right())
                drawBirth(painter, theme, area, x);
        }
        if (!m_owner.m_current)
            return;
        const ColumnPlot::Point& current = points[*m_owner.m_current];
        const double x = mParentPlot->xAxis->coordToPixel(current.x);
        painter.setPen(QPen(theme.color(Token::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        if (std::isfinite(current.y))
            painter.drawEllipse(QPointF(x, mParentPlot->yAxis->coordToPixel(current.y)), 6, 6);
        else
            painter.drawRect(QRectF(x - 5, area.top() + 1, 10, area.height() - 2));
    }

    void drawBirth(QCPPainter& painter, const Theme& theme, const QRectF& area, double x) const
    {
        const double size = scaled(14);
        painter.setPen(QPen(theme.color(Token::Fail), 1.5));
        painter.drawLine(QPointF(x, area.top() + size), QPointF(x, area.bottom()));
        paintStateGlyph(painter, State::BornHere, QRectF(x - size / 2, area.top() + 2, size, size), theme);
        QFont font = m_owner.font();
        font.setBold(true);
        painter.setFont(font);
        // On the left if it fits there, else where there is more room.
        const QFontMetrics metrics(font);
        const double margin = scaled(12), before = x - size - area.left(), after = area.right() - x - size;
        const double wanted = metrics.horizontalAdvance(m_owner.m_series.bornWords) + margin;
        const bool isLeft = wanted <= before || before > after;
        const double width = std::min(wanted, isLeft ? before : after);
        const QString words = metrics.elidedText(
            m_owner.m_series.bornWords, Qt::ElideMiddle, static_cast<int>(std::ceil(width - margin)));
        const QRectF box(isLeft ? x - size - width : x + size, area.top(), width, scaled(20));
        painter.fillRect(box, theme.color(Token::FailFill));
        painter.drawText(box, Qt::AlignCenter, words);
    }

    const ColumnPlot& m_owner;
    bool m_isBehind;
};

ColumnPlot::ColumnPlot(QWidget* parent)
    : QWidget(parent)
    , m_plot(new Plot(this))
    , m_graph(nullptr)
{
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    m_graph = m_plot->addGraph();
    m_graph->setAdaptiveSampling(true);
    new PlotMarks(m_plot, *this, true);
    new PlotMarks(m_plot, *this, false);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->axisRect()->setRangeZoom(Qt::Horizontal);
    m_plot->axisRect()->setRangeDrag(Qt::Horizontal);
    m_plot->installEventFilter(this);
    m_plot->setNotAntialiasedElements(QCP::aeAxes | QCP::aeGrid);
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setPlottingHint(QCP::phFastPolylines);
    m_plot->setMinimumHeight(scaled(180));
    setFocusPolicy(Qt::StrongFocus);
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, &ColumnPlot::rescale);
    setAccessibleName(tr("Plot of a column"));
    m_plot->setAccessibleName(accessibleName());
    applyTheme();
}

void ColumnPlot::setSeries(Series series)
{
    m_series = std::move(series);
    m_current.reset();
    setAccessibleName(tr("%1 over %2").arg(m_series.name, m_series.order));
    m_plot->setAccessibleName(accessibleName());
    m_plot->xAxis->setLabel(m_series.order);
    m_plot->yAxis->setLabel(m_series.name);
    setLogarithmic(suggestsLogarithmic());
}

bool ColumnPlot::suggestsLogarithmic() const
{
    double least = 0, most = 0;
    for (const Point& point : m_series.points) {
        if (!std::isfinite(point.y) || point.nonFinite)
            continue;
        if (point.y < 0)
            return false;
        if (point.y == 0)
            continue;
        least = least == 0 ? point.y : std::min(least, point.y);
        most = std::max(most, point.y);
    }
    return least > 0 && most / least >= kDecadesForLog;
}

void ColumnPlot::setLogarithmic(bool on)
{
    m_isLogarithmic = on;
    QVector<QCPGraphData> drawn;
    drawn.reserve(static_cast<qsizetype>(m_series.points.size()));
    for (const Point& point : m_series.points) {
        // What has no place on the axis breaks the line.
        const bool hasPlace = std::isfinite(point.y) && !point.nonFinite && (!on || point.y > 0);
        drawn.append({point.x, hasPlace ? point.y : qQNaN()});
    }
    m_graph->data()->set(drawn, true);
    applyTheme();
    m_plot->yAxis->setScaleType(on ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (on)
        m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog));
    else
        m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
    m_plot->yAxis->setNumberFormat(QStringLiteral("g"));
    m_plot->yAxis->setNumberPrecision(4);
    rescale();
}

void ColumnPlot::rescale()
{
    if (m_series.points.empty())
        return m_plot->replotSoon();
    m_plot->xAxis->setRange(m_series.points.front().x - 0.8, m_series.points.back().x + 0.8);
    double least = qInf(), most = -qInf();
    for (const Point& point : m_series.points) {
        if (std::isfinite(point.y) && !point.nonFinite && (!m_isLogarithmic || point.y > 0)) {
            least = std::min(least, point.y);
            most = std::max(most, point.y);
        }
    }
    if (least > most)
        least = most = m_isLogarithmic ? 1 : 0;
    if (m_isLogarithmic)
        m_plot->yAxis->setRange(least / 2, most * 2);
    else if (least == most)
        m_plot->yAxis->setRange(least - 1, most + 1);
    else
        m_plot->yAxis->setRange(least - (most - least) * 0.06, most + (most - least) * 0.06);
    m_plot->replotSoon();
}

void ColumnPlot::setCurrent(std::optional<std::uint32_t> source)
{
    m_current.reset();
    for (std::size_t i = 0; source && i < m_series.points.size(); ++i) {
        if (m_series.points[i].source == *source)
            m_current = i;
    }
    m_plot->replotSoon();
}

std::optional<std::size_t> ColumnPlot::nearest(double x) const
{
    const auto& points = m_series.points;
    if (points.empty())
        return std::nullopt;
    auto after = std::ranges::lower_bound(points, x, {}, &Point::x);
    if (after == points.end() || (after != points.begin() && x - std::prev(after)->x < after->x - x))
        --after;
    return static_cast<std::size_t>(after - points.begin());
}

bool ColumnPlot::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_plot && event->type() == QEvent::MouseButtonRelease) {
        const auto* const mouse = static_cast<QMouseEvent*>(event);
        setFocus();
        if (mouse->button() == Qt::LeftButton && m_plot->axisRect()->rect().contains(mouse->pos())) {
            if (const auto point = nearest(m_plot->xAxis->pixelToCoord(mouse->position().x())))
                emit rowChosen(m_series.points[*point].source);
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ColumnPlot::keyPressEvent(QKeyEvent* event)
{
    const int by = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (by == 0 || m_series.points.empty())
        return QWidget::keyPressEvent(event);
    const auto last = static_cast<std::ptrdiff_t>(m_series.points.size()) - 1;
    const std::ptrdiff_t now = m_current ? static_cast<std::ptrdiff_t>(*m_current) : -by;
    emit rowChosen(
        m_series.points[static_cast<std::size_t>(std::clamp(now + by, std::ptrdiff_t {0}, last))].source);
}

void ColumnPlot::applyTheme()
{
    const Theme& theme = Theme::of(this);
    m_plot->applyTheme();
    const bool hasMarks = m_series.points.size() <= kPointsWithMarks;
    // A wide line of a million points takes half a second to stroke; one of a pixel, some milliseconds.
    m_graph->setPen(QPen(theme.color(Token::Accent), hasMarks ? 1.5 : 1));
    m_graph->setAntialiased(hasMarks);
    m_graph->setScatterStyle(hasMarks ? QCPScatterStyle(QCPScatterStyle::ssDisc, theme.color(Token::Accent),
                                 theme.color(Token::Accent), scaled(5))
                                      : QCPScatterStyle(QCPScatterStyle::ssNone));
    m_plot->replotSoon();
}

void ColumnPlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

} // namespace dumpscope::gui
