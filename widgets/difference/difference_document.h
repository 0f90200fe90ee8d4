// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/core_sentences.h"
#include "comparison/comparisons.h"
#include "difference/opened_pair.h"
#include "tensor/tensor_figures.h"

namespace dumpscope::gui {

/// A part of an assembled target that has an element of golden.
struct PartOrigin {
    TensorRef tensor;
    ElementIndex index; ///< in the part
    core::Message text; ///< core::originText
};
/// The one, that all of a sum have it, or that none does.
[[nodiscard]] QString originWords(const std::vector<PartOrigin>& origins);

/// The chosen pair of the comparison in front, element by element: target and golden as documents that
/// always show the same plane and element, and what differs there. Reads in tasks only, the newest wins;
/// memory is that of three pictures, whatever the tensors are. GUI thread.
class DifferenceDocument : public QObject {
    Q_OBJECT
public:
    enum class Stage : std::uint8_t { Empty, Loading, Ready, Message };

    explicit DifferenceDocument(Workbench& workbench, QObject* parent = nullptr);

    [[nodiscard]] Stage stage() const { return m_stage; }
    [[nodiscard]] bool isReady() const { return m_stage == Stage::Ready; }
    [[nodiscard]] const QString& message() const { return m_message; } ///< why there is nothing to see
    void retranslate(); ///< the message, in the language there is now
    /// The target's tensor of the pair that is chosen, also where nothing of it can be shown.
    [[nodiscard]] const TensorRef& chosenTarget() const { return m_shownTarget; }
    [[nodiscard]] const TensorRef& chosenGolden() const { return m_shownGolden; }
    /// Matrices of swapped shapes, which a rule can compare as transposed.
    [[nodiscard]] bool canTranspose() const { return m_canTranspose; }
    void readTransposed();
    /// What was done to align the sides; empty: nothing.
    [[nodiscard]] QString alignment() const { return coreWords(m_alignment); }
    /// Whether the probed element is that of the selection.
    [[nodiscard]] bool sharesElement() const { return m_isElementShared; }
    /// Whether the indices are those of the file of both sides.
    [[nodiscard]] bool keepsAxes() const { return m_isElementShared && m_goldenKeepsAxes; }
    /// What one side of the pair is put together from; null: both are one tensor, or indices are not those of
    /// the other side.
    [[nodiscard]] const core::Assembly* assembly() const;
    [[nodiscard]] const TensorRef& partsSide() const; ///< that side, the target where there is none
    [[nodiscard]] std::vector<PartOrigin> originsOf(const ElementIndex& index) const;
    [[nodiscard]] std::vector<PartOrigin> partOrigins(const std::vector<core::ElementOrigin>& origins) const;
    /// By the limits in force for the pair.
    [[nodiscard]] const MismatchTolerance& tolerance() const { return m_tolerance; }
    /// Nobody chose an element of this pair since it is shown.
    [[nodiscard]] bool looksAtNone() const;
    /// Another one for each pair that is opened.
    [[nodiscard]] std::uint64_t generation() const { return m_generation; }
    /// All three planes are there, or why one is not.
    [[nodiscard]] bool hasPictures() const;
    /// What the command line says of this pair.
    [[nodiscard]] QString commandLine() const;
    [[nodiscard]] bool isSettled() const;

    [[nodiscard]] TensorDocument& target() { return m_target; }
    [[nodiscard]] TensorDocument& golden() { return m_golden; }

    /// The planes looked at, by shape; `target().restore` takes it back.
    [[nodiscard]] QJsonObject savedSlices() const { return m_target.save(); }

    [[nodiscard]] core::DifferenceKind kind() const { return m_kind; }
    void setKind(core::DifferenceKind kind);
    [[nodiscard]] const std::shared_ptr<const PlaneData>& planeData() const { return m_plane; }
    [[nodiscard]] const std::shared_ptr<const PlaneTile>& detail() const { return m_detail; }
    [[nodiscard]] const QString& failure() const { return m_failure; }
    /// Both sides and what is shown of them, for tasks. Of a document that is ready.
    [[nodiscard]] DifferencePlane plane() const;
    void wantPlanes();
    void wantDetail(const core::PlaneWindow& window, std::uint64_t blockRows, std::uint64_t blockColumns);

    /// Of the whole pair; null until measured.
    [[nodiscard]] const std::shared_ptr<const PairErrors>& errors() const { return m_errors; }
    [[nodiscard]] const std::optional<PairProbe>& probe() const { return m_probe; }

    /// The element under the mouse, wherever that is; nothing: under none.
    [[nodiscard]] const std::optional<ElementIndex>& pointed() const { return m_pointed; }
    void point(const std::optional<ElementIndex>& index);
    void pointCell(std::uint64_t row, std::uint64_t column);
    /// Where an element is in the plane that is shown; nothing where it lies outside.
    [[nodiscard]] std::optional<std::pair<std::uint64_t, std::uint64_t>> cellOf(
        const ElementIndex& index) const;

    /// One range for target and golden, over all of both; each its own where that was chosen. Where a few
    /// elements would leave all others one colour, from percentile to percentile of what is shown.
    [[nodiscard]] ValueScale valueScale(bool ofGolden) const;
    [[nodiscard]] bool hasOwnRanges() const { return m_hasOwnRanges; }
    void setOwnRanges(bool own);
    /// Over the whole pair; signed differences are symmetric about zero. Logarithmic where a few large
    /// ones would leave all others without a colour.
    [[nodiscard]] ValueScale differenceScale() const;
    [[nodiscard]] QByteArray differenceMap() const;

signals:
    void stageChanged();
    void planeChanged(); ///< another plane of the pair
    void planeLoaded();  ///< of the difference
    void detailLoaded(); ///< of the difference
    void kindChanged();
    void errorsChanged();
    void rangesChanged();
    void probeChanged();
    void pointedChanged();
    void toleranceChanged();

private:
    void follow();
    void followComparison();
    void setStage(Stage stage, const QString& message = {});
    void showNothing(Stage stage, const QString& message);
    [[nodiscard]] QString whyEmpty() const;
    void accept(core::Result<OpenedPair> opened, const TensorRef& target, const TensorRef& golden);
    void measure();
    void dropPlane();
    void readPlane();
    /// The selected tensor is a side of the pair whose indices are those that are compared.
    [[nodiscard]] bool isElementOfPair() const;
    void followProbe();
    [[nodiscard]] bool hasOutliers(double largest) const;
    void fail(const core::Error& error);
    void followTolerance();

    Workbench& m_workbench;
    TensorDocument m_target, m_golden;
    QPointer<ComparisonDocument> m_comparison;
    Stage m_stage = Stage::Empty;
    QString m_message, m_failure;
    core::Message m_alignment;
    bool m_isElementShared = true, m_goldenKeepsAxes = true, m_canTranspose = false;
    MismatchTolerance m_tolerance;
    bool m_hasOwnRanges = false;
    core::DifferenceKind m_kind = core::DifferenceKind::Signed;
    std::shared_ptr<const PlaneData> m_plane;
    std::shared_ptr<const PlaneTile> m_detail;
    std::shared_ptr<const PairErrors> m_errors;
    std::optional<PairProbe> m_probe;
    std::optional<ElementIndex> m_pointed;
    std::optional<ElementIndex> m_firstElement; ///< nothing: somebody had chosen one
    std::uint64_t m_generation = 0;
    std::shared_ptr<const Counterparts> m_counterparts; ///< of the pair that is ready
    TensorRef m_shownTarget, m_shownGolden;
    std::optional<core::AlignmentHint> m_shownHint;
    LatestOnly m_opening, m_planeLoading, m_detailLoading, m_measuring, m_probing, m_pointing;
};

} // namespace dumpscope::gui
