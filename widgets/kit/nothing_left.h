// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/selection.h"
#include "models/column_model.h"

namespace dumpscope::gui {

class MessagePage;

/// What stands where the filter leaves no row of the model. A place that was chosen in Dumps limits the rows
/// as well: it is named, and can be left.
void showNothingLeft(MessagePage& page, const ColumnModel& model, Selection& selection);

} // namespace dumpscope::gui
