// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/tensor_document.h"

#include "common/numbers.h"
#include "tensor/element_search.h"

#include <algorithm>
#include <atomic>

// Where a document looks: planes, slices, the probed element, the next remarkable one, other steps and ranks.

namespace dumpscope::gui {

namespace {
constexpr std::size_t kExtremes = 64;
}

std::uint64_t TensorDocument::rows() const
{
    return core::planeSize(shape(), m_plane).first;
}

std::uint64_t TensorDocument::columns() const
{
    return core::planeSize(shape(), m_plane).second;
}

std::optional<std::size_t> TensorDocument::steppedAxis() const
{
    std::vector<std::size_t> fixed;
    for (std::size_t axis = 0; axis < shape().size(); ++axis) {
        if (axis != m_plane.rowAxis && axis != m_plane.columnAxis)
            fixed.push_back(axis);
    }
    if (fixed.empty())
        return std::nullopt;
    return std::find(fixed.begin(), fixed.end(), m_steppedAxis) == fixed.end() ? fixed.back() : m_steppedAxis;
}

void TensorDocument::stepSlice(int by)
{
    const auto axis = isReady() ? steppedAxis() : std::nullopt;
    if (!axis)
        return;
    core::PlaneSpec plane = m_plane;
    plane.fixedIndices[*axis] += by;
    setPlane(std::move(plane));
}

void TensorDocument::stepAxis(int by)
{
    const auto current = isReady() ? steppedAxis() : std::nullopt;
    if (!current)
        return;
    const auto rank = static_cast<std::ptrdiff_t>(shape().size());
    auto axis = static_cast<std::ptrdiff_t>(*current);
    do {
        axis = (axis + by + rank) % rank;
    } while (static_cast<std::size_t>(axis) == m_plane.rowAxis
        || static_cast<std::size_t>(axis) == m_plane.columnAxis);
    m_steppedAxis = static_cast<std::size_t>(axis);
}

void TensorDocument::setProbe(const ElementIndex& index)
{
    if (!isReady() || index.size() != shape().size())
        return;
    ElementIndex probe = index;
    core::PlaneSpec plane = m_plane;
    for (std::size_t axis = 0; axis < probe.size(); ++axis) {
        probe[axis] = std::clamp<std::int64_t>(probe[axis], 0, shape()[axis] - 1);
        if (axis != plane.rowAxis && axis != plane.columnAxis)
            plane.fixedIndices[axis] = probe[axis];
    }
    if (m_probe == probe)
        return;
    m_probe = probe;
    m_nonFiniteFrom.reset();
    if (plane.fixedIndices != m_plane.fixedIndices) {
        m_plane = std::move(plane);
        dropLoaded();
        emit planeChanged();
    }
    emit probeChanged();
    loadProbe();
}

void TensorDocument::setProbeCell(std::uint64_t row, std::uint64_t column)
{
    if (!isReady())
        return;
    ElementIndex index = m_plane.fixedIndices;
    if (!index.empty()) {
        index[m_plane.rowAxis] = static_cast<std::int64_t>(row);
        index[m_plane.columnAxis] = static_cast<std::int64_t>(column);
    }
    setProbe(index);
}

void TensorDocument::moveProbe(std::int64_t rowStep, std::int64_t columnStep)
{
    const auto cell = probeCell();
    if (!cell)
        return;
    const auto moved = [](std::uint64_t from, std::int64_t by, std::uint64_t count) {
        return static_cast<std::uint64_t>(std::clamp<std::int64_t>(
            static_cast<std::int64_t>(from) + by, 0, static_cast<std::int64_t>(count) - 1));
    };
    setProbeCell(moved(cell->first, rowStep, rows()), moved(cell->second, columnStep, columns()));
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> TensorDocument::probeCell() const
{
    if (!isReady() || !m_probe)
        return std::nullopt;
    if (m_probe->empty())
        return std::pair<std::uint64_t, std::uint64_t> {0, 0};
    const std::uint64_t row
        = m_plane.rowAxis == m_plane.columnAxis ? 0 : static_cast<std::uint64_t>((*m_probe)[m_plane.rowAxis]);
    return std::pair {row, static_cast<std::uint64_t>((*m_probe)[m_plane.columnAxis])};
}

void TensorDocument::findNonFinite(bool forward)
{
    if (!isReady())
        return;
    if (isRunning(m_searching) && m_wasForward == forward)
        return;
    const std::uint64_t here = m_probe ? ravelled(*m_probe, shape()) : 0;
    const bool goesOn = m_nonFiniteFrom && m_wasForward == forward;
    if (!goesOn && !forward && here == 0)
        return searchNonFinite(core::elementCount(shape()).value_or(1) - 1, false, true);
    searchNonFinite(goesOn ? *m_nonFiniteFrom : forward ? here + 1 : here - 1, forward, false);
}

/// Around the end, so that the first one is reached from wherever somebody looks; `isAround`: it was gone
/// around already.
void TensorDocument::searchNonFinite(std::uint64_t from, bool forward, bool isAround)
{
    m_nonFiniteFrom.reset();
    m_wasForward = forward;
    using Found = std::optional<std::uint64_t>;
    const auto passed = std::make_shared<std::atomic<std::uint64_t>>(0);
    read<Found>(
        m_searching, Lane::Interactive, tr("Looking for NaN and Inf"),
        [stream = stream(), absent = opened()->absent, from, forward, passed](
            core::TaskContext& task) -> core::Result<Found> {
            const auto direction = forward ? core::SearchDirection::Forward : core::SearchDirection::Backward;
            auto found = core::findNonFinite(stream, from, direction, task);
            // What no part has is no NaN of the run.
            while (found && *found && absent && absent->isPadding(**found)) {
                const std::uint64_t at = **found;
                if (!forward && at == 0)
                    return Found();
                found = core::findNonFinite(stream, forward ? at + 1 : at - 1, direction, task);
            }
            passed->store(task.progress.snapshot().done);
            return found;
        },
        [this, forward, isAround](const Found& found) {
            if (!found && !isAround)
                return searchNonFinite(
                    forward ? 0 : core::elementCount(shape()).value_or(1) - 1, forward, true);
            if (!found)
                return emit noticed(tr("No element is NaN or Inf."));
            setProbe(unravelled(*found, shape()));
            if (isAround)
                emit noticed(forward
                        ? tr("First NaN or Inf: %1.").arg(indexText(unravelled(*found, shape())))
                        : tr("Last NaN or Inf: %1.").arg(indexText(unravelled(*found, shape()))));
        },
        Scope::Plane,
        [this, from, forward, passed](const core::Error& error) {
            if (error.code != core::Code::Cancelled)
                return;
            const std::uint64_t at = forward ? from + passed->load() : from - passed->load();
            m_nonFiniteFrom = at;
            emit noticed(tr("The search stopped at %1. Searching again continues from there.")
                             .arg(indexText(unravelled(at, shape()))));
        });
}

void TensorDocument::findExtreme(bool forward)
{
    if (!isReady())
        return;
    if (!m_extremes.empty()) {
        const std::size_t count = m_extremes.size();
        m_extreme = (m_extreme + (forward ? 1 : count - 1)) % count;
        setProbe(unravelled(m_extremes[m_extreme], shape()));
        return;
    }
    read<std::vector<std::uint64_t>>(
        m_searching, Lane::Interactive, tr("Looking for extremes"),
        [stream = stream()](
            core::TaskContext& task) { return core::largestElements(stream, kExtremes, task); },
        [this](std::vector<std::uint64_t> found) {
            m_extremes = std::move(found);
            m_extreme = 0;
            if (m_extremes.empty())
                emit noticed(tr("No finite element."));
            else
                setProbe(unravelled(m_extremes.front(), shape()));
        });
}

std::vector<SiblingTensor> TensorDocument::siblings() const
{
    return m_isGiven ? std::vector<SiblingTensor>() : SiblingTensor::of(m_tensor);
}

void TensorDocument::stepSibling(int by)
{
    const std::vector<SiblingTensor> all = siblings();
    const auto here = std::find_if(
        all.begin(), all.end(), [this](const SiblingTensor& sibling) { return sibling.tensor == m_tensor; });
    const std::ptrdiff_t at = here - all.begin() + by;
    if (here == all.end() || at < 0 || at >= static_cast<std::ptrdiff_t>(all.size()))
        return;
    // The plane, the colours and the probed element are taken along.
    const TensorRef next = all[static_cast<std::size_t>(at)].tensor;
    if (isReady())
        m_arrival = arrivalAt(next);
    if (m_isLinked && m_workbench.selection.tensor() == m_tensor)
        m_workbench.selection.select(next);
    else
        show(next);
}

TensorDocument::Arrival TensorDocument::arrivalAt(const TensorRef& tensor) const
{
    return {tensor, m_order, {m_plane, m_colours}, m_probe.value_or(ElementIndex {})};
}

} // namespace dumpscope::gui
