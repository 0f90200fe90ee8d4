// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/rate_plot.h"

#include "capture/rate_ticks.h"
#include "common/custom_plot.h"
#include "common/fonts.h"
#include "common/glyphs.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "common/widget_changes.h"

#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr int kReplotMs = 50;
constexpr std::array<const char*, 5> kUnits {"B", "KiB", "MiB", "GiB", "TiB"};

double highestRate(const CaptureRun& run)
{
    double highest = 0;
    for (const CaptureRun::Sample& sample : run.samples())
        highest = std::max(highest, sample.bytesPerSecond);
    return highest;
}

/// The largest of kUnits that leaves at least one of it.
std::size_t unitFor(double rate)
{
    std::size_t unit = 0;
    while (unit + 1 < kUnits.size() && rate >= std::exp2(10 * static_cast<double>(unit + 1)))
        ++unit;
    return unit;
}

/// Lines where an execution ended, glyphs where something overflowed.
class RateMarks : public QCPAbstractItem {
public:
    RateMarks(QCustomPlot* plot, const CaptureRun& run, const QWidget& owner)
        : QCPAbstractItem(plot)
        , m_run(run)
        , m_owner(owner)
    {
        setLayer(QStringLiteral("overlay"));
        setSelectable(false);
    }
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override
    {
        const Theme& theme = Theme::of(&m_owner);
        const QRectF area = mParentPlot->axisRect()->rect();
        painter->setFont(secondaryFont());
        const QFontMetricsF metrics(painter->font());
        double free = area.left();
        for (const CaptureRun::Mark& mark : m_run.marks()) {
            const double x = mParentPlot->xAxis->coordToPixel(mark.second);
            if (x < area.left() || x > area.right())
                continue;
            const QColor colour = theme.color(mark.isOverflow ? Token::Fail : Token::Secondary);
            painter->setPen(QPen(colour, 1, mark.isOverflow ? Qt::SolidLine : Qt::DotLine));
            painter->drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
            const QString words
                = mark.isOverflow ? RatePlot::tr("overflow") : RatePlot::tr("step %1").arg(mark.step - 1);
            const double side = mark.isOverflow ? scaled(12) : 0;
            const double width = side + metrics.horizontalAdvance(words) + scaled(kLarge);
            // Marks that stand close share the room of the first one's words.
            if (x < free || x + width > area.right())
                continue;
            free = x + width;
            if (mark.isOverflow)
                paintStateGlyph(*painter, State::Fail,
                    QRectF(x + scaled(kTiny), area.top() + scaled(kTiny), side, side), theme);
            painter->setPen(colour);
            painter->drawText(QPointF(x + side + scaled(kSmall), area.top() + metrics.ascent()), words);
        }
    }

private:
    const CaptureRun& m_run;
    const QWidget& m_owner;
};

} // namespace

RatePlot::RatePlot(const CaptureRun& run, QWidget* parent)
    : QWidget(parent)
    , m_run(run)
    , m_plot(new Plot(this))
    , m_timeTicks(new RateTicks(5))
{
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    m_plot->addGraph();
    new RateMarks(m_plot, m_run, *this);
    m_plot->xAxis->setTicker(m_timeTicks);
    m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTicker>(new RateTicks(3)));
    m_plot->setFocusPolicy(Qt::NoFocus);
    setFixedHeight(scaled(128));
    m_soon.setSingleShot(true);
    m_soon.setInterval(kReplotMs);
    connect(&m_soon, &QTimer::timeout, this, &RatePlot::replot);
    keepTranslated(this, &RatePlot::retitle);
    onChange(this, {QEvent::LanguageChange, QEvent::PaletteChange}, [this] { refresh(); });
}

void RatePlot::retitle()
{
    setAccessibleName(tr("Bytes per second"));
    m_plot->setAccessibleName(accessibleName());
}

void RatePlot::replot()
{
    if (!isVisible())
        return;
    const Theme& theme = Theme::of(this);
    m_plot->applyTheme();
    QVector<double> seconds {0}, rates {0};
    const double highest = highestRate(m_run);
    const std::size_t unit = unitFor(highest);
    const double one = std::exp2(10 * static_cast<double>(unit));
    for (const CaptureRun::Sample& sample : m_run.samples()) {
        seconds.append(sample.second);
        rates.append(sample.bytesPerSecond / one);
    }
    m_plot->yAxis->setLabel(tr("%1/s", "a unit of bytes per second").arg(QLatin1String(kUnits.at(unit))));
    QCPGraph& graph = *m_plot->graph();
    graph.setData(seconds, rates, true);
    graph.setPen(QPen(theme.color(Token::Accent), 1.5));
    QColor fill = theme.color(Token::Accent);
    fill.setAlphaF(0.16F);
    graph.setBrush(fill);
    const double end
        = std::max({seconds.last() * 1.05, static_cast<double>(m_run.elapsedMs()) / 1000.0, 0.5});
    m_plot->xAxis->setRange(0, end);
    m_plot->yAxis->setRange(0, std::max(highest / one * 1.25, 1.0));
    const TimeUnit time = timeUnitFor(end);
    m_timeTicks->setScale(time.seconds);
    m_plot->xAxis->setLabel(time.word);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void RatePlot::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    replot();
}

} // namespace dumpscope::gui
