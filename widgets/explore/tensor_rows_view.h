// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kit/data_table.h"
#include "kit/panel.h"
#include "models/tensor_column_model.h"

namespace dumpscope::gui {

/// A table of tensors: tells and follows the one selection, has the menu and the actions that tensors have
/// everywhere.
class TensorRowsView : public DataTable {
    Q_OBJECT
public:
    explicit TensorRowsView(Workbench& workbench, QWidget* parent = nullptr);

    void setTensorModel(TensorColumnModel* model);
    void publishSelection();
    void followSelection();

signals:
    /// Rows that the filter hides are wanted back.
    void hiddenWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addActions();
    void countHidden();

    Workbench& m_workbench;
    TensorColumnModel* m_tensors = nullptr;
    bool m_isNotifying = false, m_isLate = false;
};

} // namespace dumpscope::gui
