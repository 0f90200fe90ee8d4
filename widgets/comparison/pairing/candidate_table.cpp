// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/candidate_table.h"

#include "common/spacing.h"

namespace dumpscope::gui {

CandidateTable::CandidateTable(CandidateModel& candidates, QWidget* parent)
    : SimpleTable(parent)
{
    setRows(&candidates, CandidateModel::Name);
    setColumnWidth(CandidateModel::Why, scaled(150));
    setColumnWidth(CandidateModel::Confidence, scaled(80));
}

void CandidateTable::resizeEvent(QResizeEvent* event)
{
    constexpr int kRoomForReasons = 380;
    setColumnHidden(CandidateModel::Why, width() < scaled(kRoomForReasons));
    SimpleTable::resizeEvent(event);
}

} // namespace dumpscope::gui
