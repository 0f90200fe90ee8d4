// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/tensor_figures.h"

#include "tensor/slice.h"

namespace dumpscope::gui {

namespace {

/// Passes over large tensors must not keep what is on screen waiting.
Lane laneFor(std::uint64_t elements)
{
    constexpr std::uint64_t kSmall = 1U << 24;
    return elements > kSmall ? Lane::Bulk : Lane::Interactive;
}

bool isRunning(const LatestOnly& slot)
{
    return slot.task() && !slot.task()->isOver();
}

/// Statistics of a plane, in the order of its cells in the tensor.
core::Result<core::Statistics> planeStatistics(
    const core::ElementStream& stream, const core::PlaneSpec& plane, core::TaskContext& task)
{
    core::Slice slice = core::fullSlice(stream.shape());
    for (std::size_t axis = 0; axis < slice.axes.size(); ++axis) {
        if (axis != plane.rowAxis && axis != plane.columnAxis)
            slice.axes[axis] = {plane.fixedIndices[axis], 1, 1, true};
    }
    core::StatisticsAccumulator accumulator;
    TRY_VOID(
        core::readSlice(stream, slice, task.stop, [&](const core::ElementChunk& chunk) -> core::Result<void> {
            accumulator.add(chunk);
            return {};
        }));
    TRY_VOID(stream.view().bytes.check());
    return accumulator.finish();
}

} // namespace

TensorFigures& TensorFigures::of(TensorDocument& document)
{
    auto* const known = document.findChild<TensorFigures*>(QString(), Qt::FindDirectChildrenOnly);
    return known ? *known : *new TensorFigures(document);
}

TensorFigures::TensorFigures(TensorDocument& document)
    : QObject(&document)
    , m_document(document)
{
    connect(&document, &TensorDocument::stageChanged, this, [this] {
        forget(Extent::Tensor);
        forget(Extent::Slice);
        emit histogramChanged();
        emit statisticsChanged();
    });
    connect(&document, &TensorDocument::planeChanged, this, [this] {
        forget(Extent::Slice);
        emit histogramChanged();
        emit statisticsChanged();
    });
    connect(&document, &TensorDocument::coloursChanged, this, [this] {
        if (scale() == m_scale)
            return;
        m_scale = scale();
        for (Figures& figures : m_figures) {
            figures.histogramTask.cancel();
            figures.histogram.reset();
        }
        emit histogramChanged();
    });
}

core::HistogramScale TensorFigures::scale() const
{
    return static_cast<core::HistogramScale>(m_document.colours().kind);
}

void TensorFigures::forget(Extent extent)
{
    Figures& figures = at(extent);
    figures.histogramTask.cancel();
    figures.statisticsTask.cancel();
    figures.histogram.reset();
    figures.statistics.reset();
}

void TensorFigures::wantHistogram(Extent extent)
{
    Figures& figures = at(extent);
    if (!m_document.isReady() || !m_document.hasValues() || figures.histogram
        || isRunning(figures.histogramTask))
        return;
    const bool isSlice = extent == Extent::Slice;
    m_document.read<core::Histogram>(
        figures.histogramTask,
        laneFor(isSlice ? m_document.rows() * m_document.columns() : m_document.stream().count()),
        tr("Counting values"),
        [stream = m_document.stream(), plane = m_document.plane(), isSlice, scale = scale()](
            core::TaskContext& task) {
            return isSlice ? core::computeHistogram(stream, plane, kBins, scale, std::nullopt, task)
                           : core::computeHistogram(stream.view(), kBins, scale, std::nullopt, task);
        },
        [this, extent](core::Histogram histogram) {
            at(extent).histogram = std::make_shared<const core::Histogram>(std::move(histogram));
            emit histogramChanged();
        },
        isSlice ? TensorDocument::Scope::Plane : TensorDocument::Scope::Tensor);
}

void TensorFigures::wantStatistics(Extent extent)
{
    Figures& figures = at(extent);
    if (!m_document.isReady() || !m_document.hasValues() || figures.statistics
        || isRunning(figures.statisticsTask))
        return;
    const bool isSlice = extent == Extent::Slice;
    m_document.read<core::Statistics>(
        figures.statisticsTask,
        laneFor(isSlice ? m_document.rows() * m_document.columns() : m_document.stream().count()),
        tr("Computing statistics"),
        [stream = m_document.stream(), plane = m_document.plane(), isSlice](core::TaskContext& task) {
            return isSlice ? planeStatistics(stream, plane, task)
                           : core::computeStatistics(stream.view(), task);
        },
        [this, extent](const core::Statistics& statistics) {
            at(extent).statistics = statistics;
            emit statisticsChanged();
        },
        isSlice ? TensorDocument::Scope::Plane : TensorDocument::Scope::Tensor);
}

} // namespace dumpscope::gui
