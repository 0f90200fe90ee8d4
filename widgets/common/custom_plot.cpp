// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/custom_plot.h"

#include "common/fonts.h"
#include "common/spacing.h"
#include "common/theme.h"

namespace dumpscope::gui {

Plot::Plot(QWidget* parent)
    : QCustomPlot(parent)
{
    // Painted with the rest of the window, not at once and everything else along with it.
    setPlottingHint(QCP::phImmediateRefresh, false);
    m_soon.setSingleShot(true);
    m_soon.setInterval(5);
    m_soon.callOnTimeout(this, [this] { replot(); });
}

void Plot::applyTheme()
{
    const Theme& theme = Theme::of(this);
    setBackground(theme.color(Token::Base));
    setNotAntialiasedElements(QCP::aeAxes | QCP::aeGrid);
    const QPen axis(theme.color(Token::AxisLine), 1), grid(theme.color(Token::Grid), 1);
    QFont ticks = monospaceFont();
    ticks.setPixelSize(scaled(10));
    QFont titles = font();
    titles.setPixelSize(scaled(11));
    for (QCPAxis* one : {xAxis, yAxis}) {
        one->setBasePen(axis);
        one->setTickPen(axis);
        one->setSubTicks(false);
        one->setTickLengthIn(0);
        one->setTickLengthOut(scaled(4));
        one->setTickLabelColor(theme.color(Token::Secondary));
        one->setTickLabelFont(ticks);
        one->setLabelColor(theme.color(Token::Secondary));
        one->setLabelFont(titles);
        one->grid()->setPen(grid);
        one->grid()->setZeroLinePen(QPen(theme.color(Token::Border), 1));
    }
}

} // namespace dumpscope::gui
