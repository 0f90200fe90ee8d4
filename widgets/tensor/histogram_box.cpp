// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/histogram_box.h"

#include "base/text.h"
#include "common/core_text.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "common/widget_changes.h"
#include "heatmap/histogram_plot.h"
#include "request/stat_request.h"
#include "tensor/tensor_tab.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

#include <cmath>

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
        bar->setContentsMargins(scaledMargins(8, 2, 8, 2));
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
        m_log = new QToolButton(this);
        m_log->setText(tr("Log count"));
        m_log->setCheckable(true);
        m_log->setChecked(true);
        bar->addSpacing(scaled(kWide));
        bar->addWidget(m_log);
        bar->addStretch(1);
        column->addLayout(bar);
        connect(group, &QButtonGroup::idClicked, this, [this](int id) {
            m_extent = static_cast<Extent>(id);
            refresh();
        });
        connect(m_log, &QToolButton::toggled, m_plot, &HistogramPlot::setLogCount);
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
    onChange(this, {QEvent::PaletteChange}, [this] { refreshColours(); });
}

bool HistogramBox::isSettled() const
{
    return !m_document.isReady() || !m_document.hasValues() || m_figures.histogram(m_extent)
        || !m_figures.histogramFailure(m_extent).isEmpty();
}

namespace {

/// A bin a line; what is in none of them follows.
core::Result<void> writeHistogram(
    const core::Histogram& histogram, char separator, const core::TextSink& sink)
{
    std::string text = std::string("low") + separator + "high" + separator + "count\n";
    const auto line = [&](const std::string& low, const std::string& high, std::uint64_t count) {
        text += low + separator + high + separator + std::to_string(count) + '\n';
    };
    for (std::size_t i = 0; i < histogram.counts.size(); ++i)
        line(core::numberText(histogram.edges[i]), core::numberText(histogram.edges[i + 1]),
            histogram.counts[i]);
    const std::pair<const char*, std::uint64_t> others[]
        = {{"nan", histogram.nan}, {"-inf", histogram.negInf}, {"inf", histogram.posInf}};
    for (const auto& [name, count] : others)
        line(name, name, count);
    if (histogram.below > 0)
        line("-inf", core::numberText(histogram.edges.front()), histogram.below);
    if (histogram.above > 0)
        line(core::numberText(histogram.edges.back()), "inf", histogram.above);
    return sink(text);
}

} // namespace

std::optional<TabDrawing> HistogramBox::drawing() const
{
    const auto histogram = m_figures.histogram(m_extent);
    if (!m_document.isReady() || !histogram)
        return std::nullopt;
    const bool isSlice = m_extent == Extent::Slice;
    const QString place = isSlice ? u'[' + planeText(m_document.shape().size(), m_document.plane()) + u']'
                                  : tr("whole tensor");
    TabDrawing drawing;
    drawing.title = tr("%1, histogram of %2").arg(m_document.tensor().opName(), place);
    drawing.paint = [histogram, dtype = m_document.dtype(), map = m_document.colours().map,
                        scale = m_document.scale(), isLog = !m_log || m_log->isChecked(),
                        caption = captionOf(m_extent)](QPainter& painter, const QRect& area) {
        HistogramPlot plot;
        plot.setPalette(Theme::light().palette());
        plot.resize(area.size());
        plot.setHistogram(histogram, dtype);
        plot.setColours(colourMap(map, false), scale);
        plot.setLogCount(isLog);
        plot.setCaption(caption);
        painter.save();
        painter.translate(area.topLeft());
        plot.paintBars(painter);
        painter.restore();
    };
    drawing.write = [histogram](char separator, const core::TextSink& sink, core::TaskContext&) {
        return writeHistogram(*histogram, separator, sink);
    };
    // The command counts whole tensors, in bins of equal width from the smallest value on.
    const bool isByValue = !core::isFloating(m_document.dtype()) && !core::isComplex(m_document.dtype())
        && !histogram->only && histogram->edges.front() != std::floor(histogram->edges.front());
    if (!isByValue && (!isSlice || m_figures.coversTensor())
        && histogram->scale == core::HistogramScale::Linear)
        drawing.command = fromCore(
            core::commandText(core::StatRequest {.path = m_document.tensor().root->path().toStdString(),
                .tensors = {m_document.tensor().tensorId().toStdString()},
                .raw = m_document.tensor().root->raw(),
                .histogram = static_cast<int>(histogram->counts.size()),
                .print = {.json = true}}));
    return drawing;
}

QString HistogramBox::captionOf(Extent extent)
{
    return extent == Extent::Slice ? tr("value, this slice") : tr("value, whole tensor");
}

void HistogramBox::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
    refreshColours();
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
        m_plot->setHistogram(
            m_figures.histogram(m_extent), m_document.isReady() ? m_document.dtype() : core::DType::Float64);
    m_plot->setMessage(m_figures.histogramFailure(m_extent));
    m_plot->setCaption(captionOf(m_extent));
}

void HistogramBox::refreshColours()
{
    m_plot->setColours(colourMap(m_document.colours().map, Theme::of(this).isDark()), m_document.scale());
}

} // namespace dumpscope::gui
