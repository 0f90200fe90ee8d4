// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/tensor_figures.h"
#include "tensor/slice_reading.h"

#include "documents/problem_list.h"
#include "tensor/slice.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

/// Passes over large tensors must not keep what is on screen waiting.
constexpr std::uint64_t kSmall = 1U << 24;
Lane laneFor(std::uint64_t elements)
{
    return elements > kSmall ? Lane::Bulk : Lane::Interactive;
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
    m_headStart.setSingleShot(true);
    m_headStart.setInterval(100);
    connect(&m_headStart, &QTimer::timeout, this, [this] {
        if (m_document.isReadingPlane()) {
            m_headStart.start();
            return;
        }
        m_isFirst = false;
        emit histogramChanged();
        emit statisticsChanged();
        m_isFirst = true;
    });
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
            figures.histogramFailure.clear();
        }
        emit histogramChanged();
    });
}

Extent TensorFigures::counted(Extent extent) const
{
    const bool isAll = m_document.isReady() && m_document.order() == core::Order::Logical
        && m_document.rows() * m_document.columns() == m_document.stream().count();
    return isAll ? Extent::Tensor : extent;
}

std::size_t TensorFigures::binsFor(std::uint64_t elements)
{
    constexpr double kFewest = 8, kMost = 96;
    return static_cast<std::size_t>(
        std::clamp(2 * std::ceil(std::sqrt(static_cast<double>(elements))), kFewest, kMost));
}

core::Result<core::Histogram> TensorFigures::histogramOf(
    core::DType dtype, core::HistogramScale scale, std::size_t bins, const CountBins& count)
{
    constexpr double kMostValues = 128;
    const bool isWhole = !core::isFloating(dtype) && !core::isComplex(dtype);
    if (!isWhole || scale != core::HistogramScale::Linear)
        return count(bins, std::nullopt);
    TRY_ASSIGN(const core::Histogram whole, count(1, std::nullopt));
    const double low = whole.edges.front(), values = whole.edges.back() - low + 1;
    if (whole.only || !(values <= kMostValues))
        return count(bins, std::nullopt);
    return count(static_cast<std::size_t>(values), std::pair(low - 0.5, low + values - 0.5));
}

/// Whoever shows figures asks again when the picture is there.
bool TensorFigures::mustWait(std::uint64_t elements)
{
    if (elements <= kSmall || !m_isFirst)
        return false;
    m_headStart.start();
    return true;
}

core::HistogramScale TensorFigures::scale() const
{
    return static_cast<core::HistogramScale>(m_document.colours().kind);
}

/// What figures of the whole tensor are of.
core::TensorView TensorFigures::wholeView() const
{
    const auto& present = m_document.opened()->present;
    return present && m_document.order() == core::Order::Logical ? *present : m_document.stream().view();
}

void TensorFigures::forget(Extent extent)
{
    Figures& figures = at(extent);
    if (extent == Extent::Tensor)
        m_conflicts.clear();
    figures.histogramTask.cancel();
    figures.statisticsTask.cancel();
    figures.histogram.reset();
    figures.statistics.reset();
    figures.histogramFailure.clear();
    figures.statisticsFailure.clear();
}

void TensorFigures::wantHistogram(Extent extent)
{
    extent = counted(extent);
    Figures& figures = at(extent);
    if (!m_document.isReady() || !m_document.hasValues() || figures.histogram
        || !figures.histogramFailure.isEmpty() || isRunning(figures.histogramTask))
        return;
    const bool isSlice = extent == Extent::Slice;
    const std::uint64_t elements
        = isSlice ? m_document.rows() * m_document.columns() : m_document.stream().count();
    if (mustWait(elements))
        return;
    m_document.read<core::Histogram>(
        figures.histogramTask, laneFor(elements), tr("Counting values"),
        [stream = m_document.stream(), plane = m_document.plane(), padding = m_document.padding(), isSlice,
            whole = wholeView(), bins = binsFor(elements), scale = scale()](core::TaskContext& task) {
            const auto count = [&](std::size_t parts, std::optional<std::pair<double, double>> range) {
                return isSlice
                    ? core::computeHistogram(stream, plane, padding.get(), parts, scale, range, task)
                    : core::computeHistogram(whole, parts, scale, range, task);
            };
            return histogramOf(stream.view().dtype, scale, bins, count);
        },
        [this, extent](core::Histogram histogram) {
            at(extent).histogram = std::make_shared<const core::Histogram>(std::move(histogram));
            emit histogramChanged();
        },
        isSlice ? TensorDocument::Scope::Plane : TensorDocument::Scope::Tensor,
        [this, extent](const core::Error& error) {
            at(extent).histogramFailure = TensorDocument::sentence(error);
            emit histogramChanged();
        });
}

void TensorFigures::wantStatistics(Extent extent)
{
    extent = counted(extent);
    Figures& figures = at(extent);
    if (!m_document.isReady() || !m_document.hasValues() || figures.statistics
        || !figures.statisticsFailure.isEmpty() || isRunning(figures.statisticsTask))
        return;
    const bool isSlice = extent == Extent::Slice;
    const std::uint64_t elements
        = isSlice ? m_document.rows() * m_document.columns() : m_document.stream().count();
    if (mustWait(elements))
        return;
    m_document.read<core::Statistics>(
        figures.statisticsTask, laneFor(elements), tr("Computing statistics"),
        [stream = m_document.stream(), plane = m_document.plane(), isSlice, whole = wholeView()](
            core::TaskContext& task) {
            return isSlice ? planeStatistics(stream, plane, task) : core::computeStatistics(whole, task);
        },
        [this, extent](const core::Statistics& statistics) {
            at(extent).statistics = statistics;
            if (extent == Extent::Tensor)
                findConflicts();
            emit statisticsChanged();
        },
        isSlice ? TensorDocument::Scope::Plane : TensorDocument::Scope::Tensor,
        [this, extent](const core::Error& error) {
            at(extent).statisticsFailure = TensorDocument::sentence(error);
            emit statisticsChanged();
        });
}

void TensorFigures::findConflicts()
{
    // What there is of a truncated tensor says nothing about all of it.
    const OpenedTensor& opened = *m_document.opened();
    if (opened.missing > 0 || opened.isMade || opened.present)
        return;
    const TensorRef& tensor = m_document.tensor();
    m_conflicts
        = statisticConflicts(recordedStatistics(tensor), *at(Extent::Tensor).statistics, tensor.row().dtype);
    const QString id = tensor.root->path() + u' ' + tensor.tensorId() + u' '
        + QString::number(tensor.root->index()->file(tensor.row().file).mtimeNs);
    if (m_conflicts.empty() || m_reported.contains(id))
        return;
    m_reported.insert(id);
    QStringList figures;
    for (const StatisticConflict& conflict : m_conflicts)
        figures += QStringLiteral("%1 %2 (%3)").arg(conflict.name, conflict.recorded, conflict.computed);
    m_document.workbench().problems.add(
        {core::Severity::Warning, core::Code::Suspicious, {.file = tensor.tensorId().toStdString()},
            core::phrase("recorded statistics differ from those of the values (in brackets): %1",
                figures.join(QStringLiteral(", ")).toStdString())},
        tensor.root);
}

void TensorFigures::retry(Extent extent)
{
    Figures& figures = at(counted(extent));
    if (!std::exchange(figures.histogramFailure, {}).isEmpty())
        wantHistogram(extent);
    if (!std::exchange(figures.statisticsFailure, {}).isEmpty())
        wantStatistics(extent);
}

} // namespace dumpscope::gui
