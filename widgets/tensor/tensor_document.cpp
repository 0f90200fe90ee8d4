// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/tensor_document.h"

#include "base/text.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/numbers.h"
#include "comparison/comparisons.h"
#include "documents/first_non_finite.h"
#include "documents/probed_value.h"
#include "tensor/value_range.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace dumpscope::gui {

namespace {

/// Of what every view begins with: nobody has chosen an element.
bool isUntouched(const std::optional<ElementIndex>& probe)
{
    return probe && std::ranges::all_of(*probe, [](std::int64_t index) { return index == 0; });
}

/// Every view opens at the worst: the tensor has NaN or infinities that nobody meant. What is compared opens
/// where it differs most.
bool wantsFirstNonFinite(const Workbench& workbench, const TensorDocument& document)
{
    const auto origin = FirstNonFinite::of(workbench.session).originOf(document.tensor());
    return document.order() == core::Order::Logical && document.hasValues() && origin
        && *origin != core::ValueOrigin::Mask && *origin != core::ValueOrigin::Uninitialised
        && !workbench.comparisons.isCompared(document.tensor().root);
}

} // namespace

TensorDocument::TensorDocument(Workbench& workbench, bool isLinked, QObject* parent)
    : QObject(parent)
    , m_workbench(workbench)
    , m_isLinked(isLinked)
{
    // The scan may be over after the tensor was opened.
    if (isLinked)
        connect(&FirstNonFinite::of(workbench.session), &FirstNonFinite::changed, this,
            [this](const OpenedRoot* root) {
                if (root == m_tensor.root && isReady() && isUntouched(m_probe)
                    && wantsFirstNonFinite(m_workbench, *this))
                    searchNonFinite(0, true, false);
            });
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
    leave(tensor);
    m_namesAxes = true;
    m_isGiven = false;
    if (!tensor.isValid()) {
        setStage(Stage::Empty);
        return;
    }
    openStored();
}

void TensorDocument::show(const TensorRef& tensor, core::Result<OpenedTensor> opened, bool namesAxes)
{
    leave(tensor);
    m_namesAxes = namesAxes;
    m_isGiven = true;
    accept(std::move(opened));
}

/// Nothing of the tensor before is left; what is worth keeping of its shape is kept.
void TensorDocument::leave(const TensorRef& tensor)
{
    if (isReady())
        m_memory.keep(memoryKey(), {m_plane, m_colours});
    dropLoaded();
    ++m_tensorGeneration;
    m_opening.cancel();
    m_opened.reset();
    m_probe.reset();
    m_probeFacts.reset();
    m_extremes.clear();
    m_order = core::Order::Logical;
    m_tensor = tensor;
}

void TensorDocument::openStored()
{
    const TensorRef& tensor = m_tensor;
    const core::TensorRow& row = tensor.row();
    if (row.state == core::TensorState::StatisticsOnly) {
        setStage(Stage::Message,
            tensor.root->index()->isChecksumOnly(tensor.id)
                ? tr("Only a checksum was dumped for this tensor.")
                : tr("Only statistics were dumped for this tensor."));
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

QString TensorDocument::sentence(const core::Error& error)
{
    if (error.code == core::Code::Cancelled)
        return tr("Cancelled.");
    if (error.place.offset)
        return tr("The header cannot be understood at byte %1: %2.")
            .arg(*error.place.offset)
            .arg(coreWords(error.message));
    return coreError(error);
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
    if (m_arrival && m_arrival->tensor == m_tensor && m_opened->storage)
        m_order = m_arrival->order;
    const bool isChosen
        = m_arrival || m_workbench.selection.tensor() != m_tensor || !m_workbench.selection.element().empty();
    enterOrder();
    setStage(Stage::Ready, remark());
    if (m_order == core::Order::Storage && m_opened->logical)
        loadPadding();
    emit planeChanged();
    loadProbe();
    emit probeChanged();
    emit coloursChanged();
    if (m_isLinked && !isChosen && wantsFirstNonFinite(m_workbench, *this))
        searchNonFinite(0, true, false);
}

QString TensorDocument::remark() const
{
    if (m_opened->missing > 0) {
        const auto count = static_cast<qint64>(stream().count());
        const QString text
            = tr("The file ends early: %1 of %2 elements are here. The rest is left empty.")
                  .arg(groupedNumber(count), groupedNumber(count + static_cast<qint64>(m_opened->missing)));
        // What is missing may be anywhere in the tensor, so that its shape cannot be filled.
        return m_opened->wantedShape.size() < 2 ? text
                                                : text + u' '
                + tr("The elements are shown as one vector in the order of the file, because %1 cannot be "
                     "filled.")
                      .arg(fromCore(core::shapeText(m_opened->wantedShape)));
    }
    if (!hasValues())
        return tr("Dtype %1 cannot be shown yet. Hex shows its bits.")
            .arg(fromCore(core::dtypeName(dtype())));
    return {};
}

bool TensorDocument::hasRecordedStatistics() const
{
    return m_tensor.isValid() && m_tensor.row().statisticRow != core::TensorRow::kNone;
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
    return axisNames(m_opened->view, m_order, m_namesAxes ? row.format : core::MemoryFormat::Unspecified);
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

/// The plane, probe and colours a tensor of this shape had before, or that it is to be entered with.
void TensorDocument::enterOrder()
{
    const std::optional<Arrival> arrival = std::exchange(m_arrival, std::nullopt);
    const std::size_t rank = shape().size();
    const bool arrives
        = arrival && arrival->tensor == m_tensor && arrival->view.plane.fixedIndices.size() == rank;
    const ViewMemory::View* const kept = m_memory.find(memoryKey());
    m_plane = kept == nullptr ? defaultPlane(rank) : kept->plane;
    m_colours = kept == nullptr ? ColourChoice {} : kept->colours;
    ElementIndex wanted;
    if (arrives) {
        m_plane = arrival->view.plane;
        m_colours = arrival->view.colours;
        wanted = arrival->probe;
    } else if (m_isLinked && m_order == core::Order::Logical && m_workbench.selection.tensor() == m_tensor) {
        wanted = m_workbench.selection.element();
    }
    m_plane.fixedIndices.resize(rank, 0);
    forgetTensorRange();
    m_steppedAxis = rank; // the last one that is fixed
    ElementIndex probe = m_plane.fixedIndices;
    if (rank > 0)
        probe[m_plane.rowAxis] = probe[m_plane.columnAxis] = 0;
    if (wanted.size() == rank)
        probe = wanted;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        probe[axis] = std::clamp<std::int64_t>(probe[axis], 0, shape()[axis] - 1);
        if (axis != m_plane.rowAxis && axis != m_plane.columnAxis)
            m_plane.fixedIndices[axis] = probe[axis];
    }
    m_probe = probe;
}

void TensorDocument::dropLoaded()
{
    ++m_generation;
    for (LatestOnly* slot :
        {&m_planeLoading, &m_previewLoading, &m_detailLoading, &m_probing, &m_searching, &m_paddingLoading})
        slot->cancel();
    m_nonFiniteFrom.reset();
    m_planeData.reset();
    m_planeFailure.clear();
    m_detail.reset();
}

void TensorDocument::setOrder(core::Order order)
{
    if (!canReorder() || order == m_order)
        return;
    m_memory.keep(memoryKey(), {m_plane, m_colours});
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
                forgetTensorRange();
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

void TensorDocument::loadProbe()
{
    if (!isReady() || !m_probe)
        return;
    const bool isShared
        = m_isLinked && m_order == core::Order::Logical && m_workbench.selection.tensor() == m_tensor;
    if (isShared)
        m_workbench.selection.setElement(*m_probe);
    read<ProbeFacts>(
        m_probing, Lane::Interactive, tr("Reading an element"),
        [opened = m_opened, stream = stream(), index = *m_probe](
            core::TaskContext&) { return readProbe(*opened, stream, index); },
        [this, isShared](ProbeFacts facts) {
            if (m_padding && m_order == core::Order::Storage)
                facts.isPadding = m_padding->isPadding(ravelled(facts.index, shape()));
            m_probeFacts = std::move(facts);
            if (isShared && m_workbench.selection.tensor() == m_tensor)
                ProbedValue::of(m_workbench.selection)
                    .report(m_probeFacts->index, QStringLiteral("= ") + m_probeFacts->value, false);
            emit probeFactsChanged();
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
    if (m_colours.isAutomatic && m_isRangeOfTensor && m_tensorRange) {
        std::tie(low, high) = *m_tensorRange;
    } else if (m_colours.isAutomatic) {
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

void TensorDocument::setRangeOfTensor(bool isOfTensor)
{
    if (m_isRangeOfTensor == isOfTensor)
        return;
    m_isRangeOfTensor = isOfTensor;
    emit coloursChanged();
}

void TensorDocument::wantTensorRange()
{
    if (!isReady() || !hasValues() || m_isTensorRangeRead || isRunning(m_rangeLoading))
        return;
    using Range = std::optional<std::pair<double, double>>;
    const auto take = [this](const Range& range) {
        m_tensorRange = range;
        m_isTensorRangeRead = true;
        emit coloursChanged();
    };
    read<Range>(
        m_rangeLoading, Lane::Interactive, tr("Reading the range of values"),
        [stream = stream(), padding = padding()](
            core::TaskContext& task) { return core::percentileRange(stream, padding.get(), task); },
        take, Scope::Tensor, [take](const core::Error&) { take(std::nullopt); });
}

void TensorDocument::forgetTensorRange()
{
    m_rangeLoading.cancel();
    m_tensorRange.reset();
    m_isTensorRangeRead = false;
}

void TensorDocument::wantPlane()
{
    constexpr std::uint64_t kSoonRead = 1U << 25;
    const bool isThere = m_planeData && !m_planeData->isPreview;
    if (!isReady() || !hasValues() || isThere || !m_planeFailure.isEmpty() || isReadingPlane())
        return;
    if (!m_planeData && rows() > kSoonRead / columns())
        readPreview();
    else
        readPlane();
}

/// Alone, so that nothing keeps it waiting; then all of the plane.
void TensorDocument::readPreview()
{
    read<PlaneData>(
        m_previewLoading, Lane::Interactive, tr("Reading %1").arg(m_tensor.opName()),
        [stream = stream(), plane = m_plane](
            core::TaskContext& task) { return loadPreview(stream, plane, task); },
        [this](PlaneData data) {
            takePlane(std::move(data));
            readPlane();
        },
        Scope::Plane, [this](const core::Error& error) { failPlane(error); });
}

void TensorDocument::readPlane()
{
    read<PlaneData>(
        m_planeLoading, Lane::Interactive, tr("Reading %1").arg(m_tensor.opName()),
        [stream = stream(), plane = m_plane, reduction = m_reduction, padding = padding()](
            core::TaskContext& task) { return loadPlane(stream, plane, reduction, padding.get(), task); },
        [this](PlaneData data) { takePlane(std::move(data)); }, Scope::Plane,
        [this](const core::Error& error) { failPlane(error); });
}

void TensorDocument::failPlane(const core::Error& error)
{
    m_planeFailure = sentence(error);
    emit planeFailed();
}

void TensorDocument::takePlane(PlaneData data)
{
    m_planeData = std::make_shared<const PlaneData>(std::move(data));
    emit planeLoaded();
    if (m_colours.isAutomatic)
        emit coloursChanged();
}

void TensorDocument::retryPlane()
{
    m_planeFailure.clear();
    wantPlane();
}

void TensorDocument::wantDetail(
    const core::PlaneWindow& window, std::uint64_t blockRows, std::uint64_t blockColumns)
{
    read<PlaneTile>(
        m_detailLoading, Lane::Interactive, tr("Reading %1").arg(m_tensor.opName()),
        [stream = stream(), plane = m_plane, window, blockRows, blockColumns, reduction = m_reduction,
            padding = padding()](core::TaskContext& task) {
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

QJsonObject TensorDocument::save() const
{
    ViewMemory memory = m_memory;
    if (isReady())
        memory.keep(memoryKey(), {m_plane, m_colours});
    return memory.toJson();
}

} // namespace dumpscope::gui
