// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/profile_plot.h"

#include "common/theme.h"

#include <QPicture>

namespace dumpscope::gui {

ProfilePlot::ProfilePlot(QWidget* parent)
    : Plot(parent)
    , m_mark(new QCPItemStraightLine(this))
{
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    setNoAntialiasingOnDrag(true);
    connect(this, &QCustomPlot::mouseDoubleClick, this, [this] {
        rescaleAxes();
        replot();
    });
    restyle();
}

void ProfilePlot::setContent(std::shared_ptr<const Content> content)
{
    m_content = std::move(content);
    fill();
    rescaleAxes();
    xAxis->scaleRange(1.02);
    yAxis->scaleRange(1.08);
    replot(QCustomPlot::rpQueuedReplot);
}

void ProfilePlot::fill()
{
    const Theme& theme = Theme::of(this);
    constexpr Token kLineColours[] = {Token::Accent, Token::Golden, Token::Target, Token::Pass};
    constexpr Qt::PenStyle kStyles[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    constexpr QCPScatterStyle::ScatterShape kShapes[] = {QCPScatterStyle::ssCircle, QCPScatterStyle::ssSquare,
        QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond};
    constexpr std::size_t kFewPoints = 128;
    clearGraphs();
    if (!m_content)
        return;
    for (std::size_t i = 0; i < m_content->lines.size(); ++i) {
        const ProfileLine& line = m_content->lines[i];
        QCPGraph* const graph = addGraph();
        const QColor colour = theme.color(kLineColours[i % 4]);
        graph->setPen(QPen(colour, 1.5, kStyles[i % 4]));
        if (line.values.size() <= kFewPoints)
            graph->setScatterStyle(QCPScatterStyle(kShapes[i % 4], colour, colour, 5));
        graph->setName(line.label);
        graph->setData(QVector<double>(line.places.begin(), line.places.end()),
            QVector<double>(line.values.begin(), line.values.end()), true);
    }
    legend->setVisible(m_content->lines.size() > 1);
    m_mark->setVisible(m_content->mark.has_value());
    m_mark->point1->setCoords(m_content->mark.value_or(0), 0);
    m_mark->point2->setCoords(m_content->mark.value_or(0), 1);
    xAxis->setLabel(m_content->axisTitle);
}

void ProfilePlot::restyle()
{
    const Theme& theme = Theme::of(this);
    applyTheme();
    for (QCPAxis* axis : {xAxis, yAxis})
        axis->setNumberFormat(QStringLiteral("gb"));
    m_mark->setPen(QPen(theme.color(Token::Warn), 1, Qt::DashLine));
    legend->setBrush(theme.color(Token::Base));
    legend->setBorderPen(QPen(theme.color(Token::Border)));
    legend->setTextColor(theme.color(Token::Text));
    fill();
    replot(QCustomPlot::rpQueuedReplot);
}

void ProfilePlot::paintTo(QPainter& painter, const QRect& area)
{
    // Only painters of its own kind are drawn to; a picture carries the strokes over.
    QPicture strokes;
    QCPPainter own(&strokes);
    toPainter(&own, area.width(), area.height());
    own.end();
    painter.drawPicture(area.topLeft(), strokes);
}

} // namespace dumpscope::gui
