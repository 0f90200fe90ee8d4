// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/custom_plot.h"
#include "common/theme.h"
#include "comparison/errors/error_plot.h"

#include <span>

namespace dumpscope::gui {

/// Height of the bands of an ErrorPlot for "equal" and "not finite".
inline constexpr int kBandHeight = 16;

/// Paints what QCustomPlot has no graph for, behind or above the axes' grid.
class ErrorPlotItem : public QCPAbstractItem {
public:
    ErrorPlotItem(QCustomPlot* plot, const ErrorPlot& owner, bool isBehind);
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override;

private:
    [[nodiscard]] const QRectF& area() const { return m_area; }
    [[nodiscard]] double x(double place) const { return mParentPlot->xAxis->coordToPixel(place); }
    [[nodiscard]] double y(double value) const { return mParentPlot->yAxis->coordToPixel(value); }
    [[nodiscard]] const ErrorSeries& series() const { return *m_owner.m_series; }
    [[nodiscard]] const Theme& theme() const;

    void drawBands(QCPPainter& painter) const;
    void drawStrips(QCPPainter& painter) const;
    void drawColumns(QCPPainter& painter) const;
    void drawThinColumns(QCPPainter& painter, const QColor& inherited, const QColor& added) const;
    void drawLimits(QCPPainter& painter) const;
    void drawLimitNames(QCPPainter& painter) const;
    void drawPoints(QCPPainter& painter) const;
    void drawDots(QCPPainter& painter, std::span<const ErrorSeries::Point> points) const;
    void drawDivergence(QCPPainter& painter) const;
    void drawCurrent(QCPPainter& painter) const;

    const ErrorPlot& m_owner;
    bool m_isBehind;
    QRectF m_area; ///< of the axes, while it is drawn: asking the plot for it takes long
};

} // namespace dumpscope::gui
