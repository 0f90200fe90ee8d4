// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor_document.h"

#include <QScrollArea>

class QFormLayout;
class QLabel;

namespace dumpscope::gui {

class FactTable;

/// Beside the tabs: histogram of the slice, the probed element, statistics of the whole tensor.
class SideColumn : public QScrollArea {
    Q_OBJECT
public:
    explicit SideColumn(TensorDocument& document, QWidget* parent = nullptr);
    /// What stands beside which tab.
    void setTab(QByteArrayView id);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refreshProbe();

    TensorDocument& m_document;
    FactTable* m_probe;
};

} // namespace dumpscope::gui
