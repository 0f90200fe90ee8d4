// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "async/due_timer.h"
#include "tensor/histogram.h"
#include "tensor/recorded_statistics.h"
#include "tensor/statistics.h"
#include "tensor/tensor_document.h"

#include <QSet>

#include <array>
#include <functional>
#include <optional>
#include <utility>

namespace dumpscope::gui {

/// What is counted: the plane on screen, or all of the tensor.
enum class Extent : std::uint8_t { Slice, Tensor };

/// Histograms and statistics of a document, computed when somebody who is visible asks. GUI thread.
class TensorFigures : public QObject {
    Q_OBJECT
public:
    /// As many bins as so many elements fill: few elements in narrow bins would be lines with gaps.
    [[nodiscard]] static std::size_t binsFor(std::uint64_t elements);
    /// A histogram of so many bins, or null for the range of the data.
    using CountBins = std::function<core::Result<core::Histogram>(
        std::size_t bins, std::optional<std::pair<double, double>> range)>;
    /// Whole numbers of few values have a bin for each, with the value in its middle; all others `bins`.
    [[nodiscard]] static core::Result<core::Histogram> histogramOf(
        core::DType dtype, core::HistogramScale scale, std::size_t bins, const CountBins& count);

    /// The one of the document, which owns it.
    [[nodiscard]] static TensorFigures& of(TensorDocument& document);

    [[nodiscard]] const std::shared_ptr<const core::Histogram>& histogram(Extent extent) const
    {
        return at(counted(extent)).histogram;
    }
    [[nodiscard]] const std::optional<core::Statistics>& statistics(Extent extent) const
    {
        return at(counted(extent)).statistics;
    }
    /// Why the last try came to nothing; empty while that is open. Asking again needs `retry`.
    [[nodiscard]] const QString& histogramFailure(Extent extent) const
    {
        return at(counted(extent)).histogramFailure;
    }
    [[nodiscard]] const QString& statisticsFailure(Extent extent) const
    {
        return at(counted(extent)).statisticsFailure;
    }
    /// Where the dump's own statistics and those of the whole tensor differ; empty until computed.
    [[nodiscard]] const std::vector<StatisticConflict>& conflicts() const { return m_conflicts; }
    /// The slice is all of the tensor.
    [[nodiscard]] bool coversTensor() const { return counted(Extent::Slice) == Extent::Tensor; }
    void wantHistogram(Extent extent);
    void wantStatistics(Extent extent);
    void retry(Extent extent);

signals:
    void histogramChanged(); ///< there, or gone
    void statisticsChanged();

private:
    explicit TensorFigures(TensorDocument& document);
    struct Figures {
        std::shared_ptr<const core::Histogram> histogram;
        std::optional<core::Statistics> statistics;
        QString histogramFailure, statisticsFailure;
        LatestOnly histogramTask, statisticsTask;
    };
    [[nodiscard]] Figures& at(Extent extent) { return m_figures[static_cast<std::size_t>(extent)]; }
    [[nodiscard]] const Figures& at(Extent extent) const
    {
        return m_figures[static_cast<std::size_t>(extent)];
    }
    /// A slice that is all of the tensor is counted once.
    [[nodiscard]] Extent counted(Extent extent) const;
    [[nodiscard]] core::TensorView wholeView() const;
    void forget(Extent extent);
    void findConflicts();
    [[nodiscard]] core::HistogramScale scale() const;
    [[nodiscard]] bool mustWait(std::uint64_t elements);

    TensorDocument& m_document;
    std::array<Figures, 2> m_figures;
    DueTimer m_headStart; ///< of the picture before passes over large tensors
    bool m_isFirst = true;
    std::vector<StatisticConflict> m_conflicts;
    QSet<QString> m_reported; ///< tensors whose conflicts are in the list of problems
    core::HistogramScale m_scale = core::HistogramScale::Linear;
};

} // namespace dumpscope::gui
