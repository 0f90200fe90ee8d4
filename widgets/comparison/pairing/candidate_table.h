// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/pairing/pairing_models.h"
#include "kit/simple_table.h"

namespace dumpscope::gui {

/// Operators that the chosen one may be paired with. Where there is little room it leaves out the reasons,
/// which are in the tooltips, too: a name that is cut helps nobody. GUI thread.
class CandidateTable : public SimpleTable {
public:
    explicit CandidateTable(CandidateModel& candidates, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;
};

} // namespace dumpscope::gui
