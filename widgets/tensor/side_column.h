// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor_figures.h"

#include <QScrollArea>

namespace dumpscope::gui {

class FactTable;
class HistogramBox;

/// Beside the tabs: histogram of the slice, the probed element, statistics of the whole tensor.
class SideColumn : public QScrollArea {
    Q_OBJECT
public:
    explicit SideColumn(TensorDocument& document, QWidget* parent = nullptr);
    /// The tab beside it; what it shows itself is not shown twice.
    void setTab(QByteArrayView id);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refreshProbe();
    void refreshStatistics();
    void sizeHistogram();
    void makeRoom();

    TensorDocument& m_document;
    TensorFigures& m_figures;
    FactTable *m_histogramTitle, *m_probe, *m_statistics;
    HistogramBox* m_histogram;
};

} // namespace dumpscope::gui
