// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/selection.h"
#include "models/column_model.h"

namespace dumpscope::gui {

class FilterBar;
class MessagePage;

/// What stands where the filter leaves no row of the model. A place that was chosen in Dumps limits the rows
/// as well: it is named, and can be left. What is no filter matched nothing and everything: that is said.
void showNothingLeft(MessagePage& page, const ColumnModel& model, Selection& selection, FilterBar& filter);

} // namespace dumpscope::gui
