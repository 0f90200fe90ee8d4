// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kit/panel.h"

class QLabel;

namespace dumpscope::gui {

class RecordedPairTable;

/// The chosen pair where a side was dumped without elements: its verdict, and what was recorded of both
/// sides.
class RecordedPairPage : public QWidget {
    Q_OBJECT
public:
    explicit RecordedPairPage(Workbench& workbench, QWidget* parent = nullptr);
    /// False where elements can be compared, or nothing is chosen or recorded. `why` there are none.
    [[nodiscard]] bool showPair(const QString& why);
    [[nodiscard]] const RecordedPairTable& table() const { return *m_table; }

private:
    void showVerdict();

    Workbench& m_workbench;
    QLabel *m_badge, *m_verdict, *m_why;
    RecordedPairTable* m_table;
};

} // namespace dumpscope::gui
