// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor_figures.h"

#include <QWidget>

class QButtonGroup;
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

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void refreshColours();

    TensorDocument& m_document;
    TensorFigures& m_figures;
    Extent m_extent = Extent::Slice;
    HistogramPlot* m_plot;
};

} // namespace dumpscope::gui
