// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tab_drawing.h"
#include "tensor/tensor_figures.h"

#include <QWidget>

class QToolButton;

namespace dumpscope::gui {

class HistogramPlot;

/// The histogram of a document with its switches; asks for it while it is visible.
class HistogramBox : public QWidget {
    Q_OBJECT
public:
    /// `switches`: the bar with slice / tensor and log count.
    HistogramBox(TensorDocument& document, bool switches, QWidget* parent = nullptr);
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] std::optional<TabDrawing> drawing() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] static QString captionOf(Extent extent);
    void refresh();
    void refreshColours();

    TensorDocument& m_document;
    TensorFigures& m_figures;
    Extent m_extent = Extent::Slice;
    QToolButton* m_log = nullptr; ///< null without switches
    HistogramPlot* m_plot;
};

} // namespace dumpscope::gui
