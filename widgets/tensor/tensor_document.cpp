// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/tensor_document.h"

#include "base/text.h"
#include "common/numbers.h"
#include "tensor/element_search.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kExtremes = 64;

/// Truncated tensors: what there is of them, as it lies in the file.
core::Result<OpenedTensor> openShort(core::TensorView view, core::Error error)
{
    OpenedTensor opened;
    TRY_ASSIGN(const core::ElementStream there, core::ElementStream::make(view, core::Order::Storage, true));
    const std::uint64_t count = there.count();
    if (count == 0)
        return core::fail(std::move(error));
    const std::uint64_t expected = core::elementCount(view.storage.storageShape).value_or(count);
    core::TensorView flat = core::makeDenseView(view.dtype, {static_cast<std::int64_t>(count)}, view.bytes);
    flat.bigEndian = view.bigEndian;
    TRY_ASSIGN(core::ElementStream stream, core::ElementStream::make(flat, core::Order::Logical));
    opened.view = std::move(flat);
    opened.logical = std::move(stream);
    opened.missing = expected - count;
    return opened;
}

core::Result<OpenedTensor> openTensor(
    const core::TensorStore& store, core::TensorId id, core::TaskContext& task)
{
    OpenedTensor opened;
    TRY_ASSIGN(opened.view, store.open(id, task));
    auto logical = core::ElementStream::make(opened.view, core::Order::Logical);
    if (!logical && logical.error().code == core::Code::Truncated)
        return openShort(std::move(opened.view), logical.error());
    if (logical)
        opened.logical = std::move(*logical);
    if (!opened.logical || opened.view.isRearranged()) {
        auto storage = core::ElementStream::make(opened.view, core::Order::Storage);
        if (!storage && !opened.logical)
            return core::fail(std::move(storage.error()));
        if (storage)
            opened.storage = std::move(*storage);
    }
    return opened;
}

core::Result<ProbeFacts> readProbe(
    const OpenedTensor& opened, const core::ElementStream& stream, const ElementIndex& index)
{
    ProbeFacts facts;
    facts.index = index;
    core::ElementStream::Scratch scratch;
    const std::uint64_t flat = ravelled(index, stream.shape());
    const core::ElementChunk chunk = stream.read(flat, 1, scratch);
    facts.value = cellText(chunk, 0, {});
    facts.bits = fromCore(core::elementBits(chunk, 0));
    facts.byteOffset = stream.byteOffset(flat);
    const std::uint32_t bits = core::dtypeInfo(stream.dtype()).bits;
    if (opened.view.isRearranged() && bits % 8 == 0)
        facts.storageIndex = unravelled(facts.byteOffset / (bits / 8), opened.view.storage.storageShape);
    TRY_VOID(stream.view().bytes.check());
    return facts;
}

} // namespace

TensorDocument::TensorDocument(Workbench& workbench, QObject* parent)
    : QObject(parent)
    , m_workbench(workbench)
{
}

void TensorDocument::changeBusy(int by)
{
    const bool before = isBusy();
    m_busy += by;
    if (before != isBusy())
        emit busyChanged();
}

void TensorDocument::setStage(Stage stage, const QString& message)
{
    m_stage = stage;
    m_message = message;
    emit stageChanged();
}

void TensorDocument::show(const TensorRef& tensor)
{
    if (tensor == m_tensor && (m_stage != Stage::Empty || !tensor.isValid()))
        return;
    if (isReady())
        m_memories[memoryKey()] = {m_plane, m_colours};
    dropLoaded();
    ++m_tensorGeneration;
    m_opening.cancel();
    m_opened.reset();
    m_probe.reset();
    m_probeFacts.reset();
    m_extremes.clear();
    m_order = core::Order::Logical;
    m_tensor = tensor;
    if (!tensor.isValid()) {
        setStage(Stage::Empty);
        return;
    }
    const core::TensorRow& row = tensor.row();
    if (row.state == core::TensorState::StatisticsOnly) {
        setStage(Stage::Message, tr("Only statistics were dumped for this tensor."));
        return;
    }
    setStage(Stage::Loading);
    changeBusy(1);
    const auto own = std::make_shared<Task*>(nullptr);
    *own = m_workbench.tasks.start<OpenedTensor>(
        Lane::Interactive, tr("Opening %1").arg(tensor.opName()), this,
        [store = tensor.root->store(), id = tensor.id](
            core::TaskContext& task, const TaskRunner::Post&) { return openTensor(*store, id, task); },
        [this, own](core::Result<OpenedTensor> opened) {
            changeBusy(-1);
            if (m_opening.isCurrent(*own))
                accept(std::move(opened));
        });
    m_opening.replace(*own);
}

QString TensorDocument::sentence(const core::Error& error) const
{
    if (error.code == core::Code::Cancelled)
        return tr("Cancelled.");
    if (error.place.offset)
        return tr("The header cannot be understood at byte %1: %2.")
            .arg(*error.place.offset)
            .arg(fromCore(error.message));
    return fromCore(error.text());
}

void TensorDocument::accept(core::Result<OpenedTensor> opened)
{
    if (!opened) {
        setStage(Stage::Message, sentence(opened.error()));
        return;
    }
    m_opened = std::make_shared<const OpenedTensor>(std::move(*opened));
    if (!m_opened->logical)
        m_order = core::Order::Storage;
    if (stream().count() == 0) {
        setStage(Stage::Message,
            tr("This tensor has no elements: %1.").arg(fromCore(core::shapeText(m_opened->view.shape))));
        return;
    }
    QString remark;
    if (m_opened->missing > 0) {
        const auto count = static_cast<qint64>(stream().count());
        remark
            = tr("The file ends early: %1 of %2 elements are here. The rest is left empty.")
                  .arg(groupedNumber(count), groupedNumber(count + static_cast<qint64>(m_opened->missing)));
    } else if (!hasValues()) {
        remark
            = tr("Dtype %1 cannot be shown yet. Hex shows its bits.").arg(fromCore(core::dtypeName(dtype())));
    }
    enterOrder();
    setStage(Stage::Ready, remark);
    emit planeChanged();
    loadProbe();
    emit probeChanged();
    emit coloursChanged();
}

const core::ElementStream& TensorDocument::stream() const
{
    return m_order == core::Order::Logical || !m_opened->storage ? *m_opened->logical : *m_opened->storage;
}

bool TensorDocument::hasValues() const
{
    return core::dtypeInfo(dtype()).hasValues;
}

QStringList TensorDocument::axes() const
{
    const core::TensorRow& row = m_tensor.row();
    return axisNames(m_opened->view, m_order, row.format);
}

QString TensorDocument::axisTitle(std::size_t axis) const
{
    const QStringList names = axes();
    const auto at = static_cast<qsizetype>(axis);
    if (at >= names.size())
        return {};
    return names[at] == QString::number(at) ? tr("axis %1").arg(at)
                                            : tr("%1 (axis %2)").arg(names[at]).arg(at);
}

bool TensorDocument::canReorder() const
{
    return isReady() && m_opened->logical && m_opened->storage;
}

QString TensorDocument::memoryKey() const
{
    const QString kind = m_order == core::Order::Logical ? QString() : QStringLiteral(" storage");
    return fromCore(core::shapeText(shape())) + kind;
}

/// The plane, probe and colours a tensor of this shape had before.
void TensorDocument::enterOrder()
{
    const auto memory = m_memories.constFind(memoryKey());
    m_plane = memory == m_memories.cend() ? defaultPlane(shape().size()) : memory->plane;
    m_colours = memory == m_memories.cend() ? ColourChoice {} : memory->colours;
    m_plane.fixedIndices.resize(shape().size(), 0);
    m_steppedAxis = shape().size(); // the last one that is fixed
    ElementIndex probe = m_plane.fixedIndices;
    if (!shape().empty()) {
        probe[m_plane.rowAxis] = probe[m_plane.columnAxis] = 0;
        const std::vector<std::int64_t>& wanted = m_workbench.selection.element();
        const bool fits = wanted.size() == probe.size() && m_workbench.selection.tensor() == m_tensor
            && m_order == core::Order::Logical
            && std::equal(wanted.begin(), wanted.end(), shape().begin(), std::less<> {});
        if (fits)
            probe = wanted;
    }
    m_probe = probe;
    for (std::size_t axis = 0; axis < probe.size(); ++axis) {
        if (axis != m_plane.rowAxis && axis != m_plane.columnAxis)
            m_plane.fixedIndices[axis] = probe[axis];
    }
}

void TensorDocument::dropLoaded()
{
    ++m_generation;
    for (LatestOnly* slot : {&m_planeLoading, &m_detailLoading, &m_probing, &m_searching, &m_paddingLoading})
        slot->cancel();
    m_planeData.reset();
    m_detail.reset();
}

void TensorDocument::setOrder(core::Order order)
{
    if (!canReorder() || order == m_order)
        return;
    m_memories[memoryKey()] = {m_plane, m_colours};
    dropLoaded();
    m_extremes.clear();
    m_padding.reset();
    // The probed element stays the same element.
    const std::uint64_t element
        = m_probe ? stream().byteOffset(ravelled(*m_probe, shape())) * 8 / core::dtypeInfo(dtype()).bits : 0;
    const std::optional<ElementIndex> toStorage = m_probeFacts ? m_probeFacts->storageIndex : std::nullopt;
    m_order = order;
    const ColourChoice colours = m_colours;
    enterOrder();
    m_colours = colours;
    if (order == core::Order::Storage) {
        if (toStorage)
            m_probe = toStorage;
        else
            m_probe = unravelled(element, shape());
        for (std::size_t axis = 0; axis < shape().size(); ++axis) {
            if (axis != m_plane.rowAxis && axis != m_plane.columnAxis)
                m_plane.fixedIndices[axis] = (*m_probe)[axis];
        }
        loadPadding();
    }
    emit planeChanged();
    emit probeChanged();
    loadProbe();
}

void TensorDocument::loadPadding()
{
    read<core::PaddingMask>(
        m_paddingLoading, Lane::Interactive, tr("Marking padding"),
        [opened = m_opened](core::TaskContext& task) { return core::PaddingMask::make(opened->view, task); },
        [this](core::PaddingMask mask) {
            m_padding = std::make_shared<const core::PaddingMask>(std::move(mask));
            if (m_padding->hasPadding()) {
                dropLoaded();
                emit planeChanged();
                loadProbe();
            }
        });
}

void TensorDocument::setPlane(core::PlaneSpec plane)
{
    if (!isReady())
        return;
    plane.fixedIndices.resize(shape().size(), 0);
    for (std::size_t axis = 0; axis < shape().size(); ++axis)
        plane.fixedIndices[axis] = std::clamp<std::int64_t>(plane.fixedIndices[axis], 0, shape()[axis] - 1);
    const bool same = plane.rowAxis == m_plane.rowAxis && plane.columnAxis == m_plane.columnAxis
        && plane.fixedIndices == m_plane.fixedIndices;
    if (same)
        return;
    ElementIndex probe = m_probe.value_or(ElementIndex(shape().size(), 0));
    for (std::size_t axis = 0; axis < shape().size(); ++axis) {
        if (axis != plane.rowAxis && axis != plane.columnAxis)
            probe[axis] = plane.fixedIndices[axis];
    }
    m_plane = std::move(plane);
    dropLoaded();
    m_probe = probe;
    emit planeChanged();
    emit probeChanged();
    loadProbe();
}

void TensorDocument::transpose()
{
    core::PlaneSpec plane = m_plane;
    std::swap(plane.rowAxis, plane.columnAxis);
    setPlane(std::move(plane));
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

void TensorDocument::loadProbe()
{
    if (!isReady() || !m_probe)
        return;
    if (m_order == core::Order::Logical && m_workbench.selection.tensor() == m_tensor)
        m_workbench.selection.setElement(*m_probe);
    read<ProbeFacts>(
        m_probing, Lane::Interactive, tr("Reading an element"),
        [opened = m_opened, stream = stream(), index = *m_probe](
            core::TaskContext&) { return readProbe(*opened, stream, index); },
        [this](ProbeFacts facts) {
            if (m_padding && m_order == core::Order::Storage)
                facts.isPadding = m_padding->isPadding(ravelled(facts.index, shape()));
            m_probeFacts = std::move(facts);
            emit probeFactsChanged();
        });
}

void TensorDocument::findNonFinite(bool forward)
{
    if (!isReady())
        return;
    const std::uint64_t here = m_probe ? ravelled(*m_probe, shape()) : 0;
    if (!forward && here == 0) {
        emit said(tr("No NaN or Inf before this element."));
        return;
    }
    using Found = std::optional<std::uint64_t>;
    read<Found>(
        m_searching, Lane::Interactive, tr("Looking for NaN and Inf"),
        [stream = stream(), from = forward ? here + 1 : here - 1, forward](
            core::TaskContext& task) -> core::Result<Found> {
            return core::findNonFinite(stream, from,
                forward ? core::SearchDirection::Forward : core::SearchDirection::Backward, task);
        },
        [this, forward](const Found& found) {
            if (found)
                setProbe(unravelled(*found, shape()));
            else
                emit said(forward ? tr("No NaN or Inf after this element.")
                                  : tr("No NaN or Inf before this element."));
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
                emit said(tr("No finite element."));
            else
                setProbe(unravelled(m_extremes.front(), shape()));
        });
}

void TensorDocument::setColours(const ColourChoice& colours)
{
    if (m_colours == colours)
        return;
    m_colours = colours;
    emit coloursChanged();
}

ValueScale TensorDocument::scale() const
{
    double low = m_colours.low, high = m_colours.high;
    if (m_colours.isAutomatic) {
        if (!m_planeData || !m_planeData->percentiles)
            return {m_colours.kind, 0, 1};
        std::tie(low, high) = *m_planeData->percentiles;
    }
    if (m_colours.isSymmetric) {
        high = std::max(std::fabs(low), std::fabs(high));
        low = -high;
    }
    return {m_colours.kind, low, high};
}

void TensorDocument::wantPlane()
{
    if (!isReady() || !hasValues() || m_planeData
        || (m_planeLoading.task() && !m_planeLoading.task()->isOver()))
        return;
    read<PlaneData>(
        m_planeLoading, Lane::Interactive, tr("Reading %1").arg(m_tensor.opName()),
        [stream = stream(), plane = m_plane, reduction = m_reduction, padding = m_padding](
            core::TaskContext& task) { return loadPlane(stream, plane, reduction, padding.get(), task); },
        [this](PlaneData data) {
            m_planeData = std::make_shared<const PlaneData>(std::move(data));
            emit planeLoaded();
            if (m_colours.isAutomatic)
                emit coloursChanged();
        });
}

void TensorDocument::wantDetail(
    const core::PlaneWindow& window, std::uint64_t blockRows, std::uint64_t blockColumns)
{
    read<PlaneTile>(
        m_detailLoading, Lane::Interactive, tr("Reading %1").arg(m_tensor.opName()),
        [stream = stream(), plane = m_plane, window, blockRows, blockColumns, reduction = m_reduction,
            padding = m_padding](core::TaskContext& task) {
            return loadTile(stream, plane, window, blockRows, blockColumns, reduction, padding.get(), task);
        },
        [this](PlaneTile tile) {
            m_detail = std::make_shared<const PlaneTile>(std::move(tile));
            emit detailLoaded();
        });
}

void TensorDocument::setReduction(Reduction reduction)
{
    if (m_reduction == reduction)
        return;
    m_reduction = reduction;
    dropLoaded();
    emit planeChanged();
    loadProbe();
}

} // namespace dumpscope::gui
