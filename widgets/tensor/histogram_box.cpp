// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/histogram_box.h"

#include "common/theme.h"
#include "heatmap/histogram_plot.h"
#include "tensor/tensor_tab.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

namespace dumpscope::gui {

HistogramBox::HistogramBox(TensorDocument& document, bool switches, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_figures(TensorFigures::of(document))
    , m_plot(new HistogramPlot)
{
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    if (switches) {
        auto* const bar = new QHBoxLayout;
        bar->setContentsMargins(8, 2, 8, 2);
        auto* const group = new QButtonGroup(this);
        const QString names[] = {tr("Slice"), tr("Tensor")};
        for (int i = 0; i < 2; ++i) {
            auto* const button = new QToolButton(this);
            button->setText(names[i]);
            button->setCheckable(true);
            button->setChecked(i == 0);
            group->addButton(button, i);
            bar->addWidget(button);
        }
        auto* const log = new QToolButton(this);
        log->setText(tr("Log count"));
        log->setCheckable(true);
        log->setChecked(true);
        bar->addSpacing(12);
        bar->addWidget(log);
        bar->addStretch(1);
        column->addLayout(bar);
        connect(group, &QButtonGroup::idClicked, this, [this](int id) {
            m_extent = static_cast<Extent>(id);
            refresh();
        });
        connect(log, &QToolButton::toggled, m_plot, &HistogramPlot::setLogCount);
    }
    column->addWidget(m_plot, 1);
    connect(&m_figures, &TensorFigures::histogramChanged, this, &HistogramBox::refresh);
    connect(&document, &TensorDocument::coloursChanged, this, &HistogramBox::refreshColours);
    connect(&document, &TensorDocument::planeLoaded, this, &HistogramBox::refreshColours);
    connect(m_plot, &HistogramPlot::rangeDragged, this, [this](double low, double high) {
        ColourChoice colours = m_document.colours();
        colours.isAutomatic = colours.isSymmetric = false;
        colours.low = low;
        colours.high = high;
        m_document.setColours(colours);
    });
}

bool HistogramBox::isSettled() const
{
    return !m_document.isReady() || !m_document.hasValues() || m_figures.histogram(m_extent)
        || !m_figures.histogramFailure(m_extent).isEmpty();
}

void HistogramBox::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
    refreshColours();
}

void HistogramBox::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        refreshColours();
    QWidget::changeEvent(event);
}

void HistogramBox::refresh()
{
    if (!isVisible())
        return;
    // Its colours need the range of the plane; of a huge one that is not worth reading all of it.
    constexpr std::uint64_t kMostCells = 1U << 24;
    if (m_document.isReady() && m_document.rows() <= kMostCells / m_document.columns())
        m_document.wantPlane();
    m_figures.wantHistogram(m_extent);
    // The one before stays in sight until the new one is there.
    if (m_figures.histogram(m_extent) || !m_document.isReady())
        m_plot->setHistogram(m_figures.histogram(m_extent));
    m_plot->setMessage(m_figures.histogramFailure(m_extent));
    m_plot->setCaption(m_extent == Extent::Slice ? tr("value, this slice") : tr("value, whole tensor"));
}

void HistogramBox::refreshColours()
{
    m_plot->setColours(colourMap(m_document.colours().map, Theme::of(this).isDark()), m_document.scale());
}

} // namespace dumpscope::gui
