// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/core_sentences.h"
#include "heatmap/plane_tile.h"
#include "kit/panel.h"
#include "tensor/opened_tensor.h"
#include "tensor/sibling_tensors.h"
#include "tensor/view_memory.h"

namespace dumpscope::gui {

/// Whether what a slot was last asked for is still under way.
[[nodiscard]] inline bool isRunning(const LatestOnly& slot)
{
    return slot.task() && !slot.task()->isOver();
}

/// The tensor a view shows: opening, order, plane, probed element, colours. Tabs listen to it. Reads
/// in tasks only, one of each kind at a time, the newest wins. GUI thread.
class TensorDocument : public QObject {
    Q_OBJECT
public:
    enum class Stage : std::uint8_t { Empty, Loading, Ready, Message };

    /// `isLinked`: shares the probed element with the window's selection.
    explicit TensorDocument(Workbench& workbench, bool isLinked = true, QObject* parent = nullptr);

    void show(const TensorRef& tensor);
    /// Shows what was opened elsewhere, such as a side of a pair that was brought into the shape of the
    /// other one: axes have no names then, unless `namesAxes`.
    void show(const TensorRef& tensor, core::Result<OpenedTensor> opened, bool namesAxes);
    [[nodiscard]] const TensorRef& tensor() const { return m_tensor; }
    [[nodiscard]] Stage stage() const { return m_stage; }
    [[nodiscard]] bool isReady() const { return m_stage == Stage::Ready; }
    /// Why there is nothing to see, or what is wrong with what there is.
    [[nodiscard]] const QString& message() const { return m_message; }
    [[nodiscard]] Workbench& workbench() const { return m_workbench; }
    [[nodiscard]] bool isBusy() const { return m_busy > 0; }
    /// The dump has statistics of this tensor itself.
    [[nodiscard]] bool hasRecordedStatistics() const;

    // Of a document that is ready.
    [[nodiscard]] const std::shared_ptr<const OpenedTensor>& opened() const { return m_opened; }
    [[nodiscard]] const core::ElementStream& stream() const;
    [[nodiscard]] core::DType dtype() const { return m_opened->view.dtype; }
    [[nodiscard]] bool hasValues() const;
    [[nodiscard]] const core::Shape& shape() const { return stream().shape(); }
    [[nodiscard]] QStringList axes() const;
    [[nodiscard]] QString axisTitle(std::size_t axis) const; ///< "H (axis 2)"

    [[nodiscard]] core::Order order() const { return m_order; }
    [[nodiscard]] bool canReorder() const;
    void setOrder(core::Order order);

    [[nodiscard]] const core::PlaneSpec& plane() const { return m_plane; }
    void setPlane(core::PlaneSpec plane);
    void transpose();
    [[nodiscard]] std::uint64_t rows() const;
    [[nodiscard]] std::uint64_t columns() const;
    /// The axis that slices step along.
    [[nodiscard]] std::optional<std::size_t> steppedAxis() const;
    void setSteppedAxis(std::size_t axis) { m_steppedAxis = axis; }
    void stepSlice(int by);
    void stepAxis(int by);

    [[nodiscard]] const std::optional<ElementIndex>& probe() const { return m_probe; }
    /// In the current order; changes the plane when the element lies outside.
    void setProbe(const ElementIndex& index);
    void setProbeCell(std::uint64_t row, std::uint64_t column);
    void moveProbe(std::int64_t rows, std::int64_t columns);
    [[nodiscard]] std::optional<std::pair<std::uint64_t, std::uint64_t>> probeCell() const;
    [[nodiscard]] const std::optional<ProbeFacts>& probeFacts() const { return m_probeFacts; }
    /// Goes to the nearest NaN or infinity of the whole tensor, from the probed element on; a search
    /// that was stopped goes on where it was.
    void findNonFinite(bool forward);
    /// Goes to the element of next smaller (larger) magnitude, beginning with the largest.
    void findExtreme(bool forward);

    [[nodiscard]] const ColourChoice& colours() const { return m_colours; }
    void setColours(const ColourChoice& colours);
    [[nodiscard]] ValueScale scale() const;
    /// Whether an automatic range spans the whole tensor or, as long as nobody asks for more, the plane.
    void setRangeOfTensor(bool isOfTensor);
    /// Reads the range of the whole tensor, once; `coloursChanged` when it is there.
    void wantTensorRange();
    [[nodiscard]] bool isTensorRangeRead() const { return m_isTensorRangeRead; }

    /// Null until loaded; `wantPlane` asks for it, once. A preview first where the plane is large.
    [[nodiscard]] const std::shared_ptr<const PlaneData>& planeData() const { return m_planeData; }
    void wantPlane();
    [[nodiscard]] bool isReadingPlane() const
    {
        return isRunning(m_planeLoading) || isRunning(m_previewLoading);
    }
    /// Why the plane could not be read or who stopped it; empty while that is open.
    [[nodiscard]] const QString& planeFailure() const { return m_planeFailure; }
    void retryPlane();
    [[nodiscard]] const std::shared_ptr<const PlaneTile>& detail() const { return m_detail; }
    void wantDetail(const core::PlaneWindow& window, std::uint64_t blockRows, std::uint64_t blockColumns);
    [[nodiscard]] Reduction reduction() const { return m_reduction; }
    void setReduction(Reduction reduction);
    /// Null: none, or not known yet.
    [[nodiscard]] std::shared_ptr<const core::PaddingMask> padding() const
    {
        return m_order == core::Order::Logical && m_opened ? m_opened->absent : m_padding;
    }

    /// The same place of other steps or ranks, in order, this one among them.
    [[nodiscard]] std::vector<SiblingTensor> siblings() const;
    void stepSibling(int by);

    enum class Scope : std::uint8_t { Plane, Tensor };
    /// Runs `work`; `done` or `failed` is called unless the plane (or the tensor and its order) changed
    /// or a newer request came meanwhile. Being stopped by somebody is failing, too.
    template<typename T>
    void read(LatestOnly& slot, Lane lane, const QString& title,
        std::function<core::Result<T>(core::TaskContext&)> work, std::function<void(T)> done,
        Scope scope = Scope::Plane, std::function<void(const core::Error&)> failed = {});
    /// An error in the words of the window.
    [[nodiscard]] static QString sentence(const core::Error& error);

    [[nodiscard]] QJsonObject save() const;
    void restore(const QJsonObject& saved) { m_memory.restore(saved); }

signals:
    void stageChanged(); ///< another tensor, or its stage
    void planeChanged(); ///< order, axes or fixed indices; what was loaded is gone
    void planeLoaded();
    void planeFailed();
    void detailLoaded();
    void probeChanged();
    void probeFactsChanged();
    void coloursChanged();
    void busyChanged();
    void noticed(const QString& sentence); ///< an answer in one sentence ("No NaN or Inf further on.")

private:
    /// How a certain tensor is to be entered, whatever was kept of its shape.
    struct Arrival {
        TensorRef tensor;
        core::Order order = core::Order::Logical;
        ViewMemory::View view;
        ElementIndex probe;
    };
    [[nodiscard]] Arrival arrivalAt(const TensorRef& tensor) const;
    void leave(const TensorRef& tensor);
    void openStored();
    void setStage(Stage stage, const QString& message = {});
    void accept(core::Result<OpenedTensor> opened);
    void enterOrder();
    void dropLoaded();
    void loadPadding();
    void forgetTensorRange();
    void readPlane();
    void readPreview();
    void failPlane(const core::Error& error);
    void takePlane(PlaneData data);
    void loadProbe();
    [[nodiscard]] QString memoryKey() const { return ViewMemory::keyOf(shape(), m_order); }
    [[nodiscard]] QString remark() const;
    void changeBusy(int by);

    Workbench& m_workbench;
    const bool m_isLinked;
    bool m_namesAxes = true;
    bool m_isGiven = false; ///< opened elsewhere: no other steps and ranks to go to
    TensorRef m_tensor;
    Stage m_stage = Stage::Empty;
    QString m_message;
    int m_busy = 0;
    std::shared_ptr<const OpenedTensor> m_opened;
    core::Order m_order = core::Order::Logical;
    core::PlaneSpec m_plane;
    std::size_t m_steppedAxis = 0;
    std::optional<ElementIndex> m_probe;
    std::optional<ProbeFacts> m_probeFacts;
    ColourChoice m_colours;
    bool m_isRangeOfTensor = false, m_isTensorRangeRead = false;
    std::optional<std::pair<double, double>> m_tensorRange; ///< of finite values; none: there are none
    Reduction m_reduction = Reduction::Mean;
    std::shared_ptr<const PlaneData> m_planeData;
    QString m_planeFailure;
    std::shared_ptr<const PlaneTile> m_detail;
    std::shared_ptr<const core::PaddingMask> m_padding;
    void searchNonFinite(std::uint64_t from, bool forward, bool isAround);

    std::optional<std::uint64_t> m_nonFiniteFrom; ///< where a stopped search goes on
    bool m_wasForward = true;
    std::optional<Arrival> m_arrival;
    std::vector<std::uint64_t> m_extremes;
    std::size_t m_extreme = 0;
    ViewMemory m_memory;
    quint64 m_generation = 0;       ///< of the plane
    quint64 m_tensorGeneration = 0; ///< of the tensor
    LatestOnly m_opening, m_planeLoading, m_previewLoading, m_detailLoading, m_probing, m_searching,
        m_paddingLoading, m_rangeLoading;
};

template<typename T>
void TensorDocument::read(LatestOnly& slot, Lane lane, const QString& title,
    std::function<core::Result<T>(core::TaskContext&)> work, std::function<void(T)> done, Scope scope,
    std::function<void(const core::Error&)> failed)
{
    changeBusy(1);
    const auto own = std::make_shared<Task*>(nullptr);
    // Stopped tasks deliver too, so that every one is counted off.
    *own = m_workbench.tasks.start<T>(
        lane, title, this,
        [work = std::move(work)](
            core::TaskContext& context, const TaskRunner::Post&) -> core::Result<T> { return work(context); },
        [this, own, newest = slot.newest(),
            generation = scope == Scope::Plane ? m_generation : m_tensorGeneration, scope,
            done = std::move(done), failed = std::move(failed)](core::Result<T> result) {
            changeBusy(-1);
            if (generation != (scope == Scope::Plane ? m_generation : m_tensorGeneration) || *newest != *own)
                return;
            if (result) {
                done(std::move(*result));
                return;
            }
            if (failed)
                failed(result.error());
            if (result.error().code != core::Code::Cancelled)
                emit noticed(coreError(result.error()));
        });
    slot.replace(*own);
}

} // namespace dumpscope::gui
