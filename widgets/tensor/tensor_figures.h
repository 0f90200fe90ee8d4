// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor_document.h"

#include <array>

namespace dumpscope::gui {

/// What is counted: the plane on screen, or all of the tensor.
enum class Extent : std::uint8_t { Slice, Tensor };

/// Histograms and statistics of a document, computed when somebody who is visible asks. GUI thread.
class TensorFigures : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kBins = 96;

    /// The one of the document, which owns it.
    [[nodiscard]] static TensorFigures& of(TensorDocument& document);

    [[nodiscard]] const std::shared_ptr<const core::Histogram>& histogram(Extent extent) const
    {
        return at(extent).histogram;
    }
    [[nodiscard]] const std::optional<core::Statistics>& statistics(Extent extent) const
    {
        return at(extent).statistics;
    }
    void wantHistogram(Extent extent);
    void wantStatistics(Extent extent);

signals:
    void histogramChanged(); ///< there, or gone
    void statisticsChanged();

private:
    explicit TensorFigures(TensorDocument& document);
    struct Figures {
        std::shared_ptr<const core::Histogram> histogram;
        std::optional<core::Statistics> statistics;
        LatestOnly histogramTask, statisticsTask;
    };
    [[nodiscard]] Figures& at(Extent extent) { return m_figures[static_cast<std::size_t>(extent)]; }
    [[nodiscard]] const Figures& at(Extent extent) const
    {
        return m_figures[static_cast<std::size_t>(extent)];
    }
    void forget(Extent extent);
    [[nodiscard]] core::HistogramScale scale() const;

    TensorDocument& m_document;
    std::array<Figures, 2> m_figures;
    core::HistogramScale m_scale = core::HistogramScale::Linear;
};

} // namespace dumpscope::gui
