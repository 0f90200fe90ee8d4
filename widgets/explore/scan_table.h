// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kit/panel.h"
#include "kit/simple_table.h"
#include "models/scan_model.h"

namespace dumpscope::gui {

/// Tensors with what a scan knows of them: tells and follows the one selection, has the menu and the
/// actions that tensors have everywhere.
class ScanTable : public SimpleTable {
    Q_OBJECT
public:
    ScanTable(Workbench& workbench, QWidget* parent);

    [[nodiscard]] ScanModel& rows() const { return *m_rows; }

private:
    void addActions();
    void showColumns();
    void choose();
    void follow();
    void copy() const;
    [[nodiscard]] TensorRef current() const { return m_rows->tensorAt(currentIndex().row()); }

    Workbench& m_workbench;
    ScanModel* m_rows;
    bool m_isChoosing = false;
};

} // namespace dumpscope::gui
