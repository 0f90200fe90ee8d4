// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparisons.h"

namespace dumpscope::gui {

/// Each of them with one golden, in the way the comparison in front is made where it has that golden; the
/// first comes to the front.
void compareAll(Comparisons& comparisons, const QList<OpenedRoot*>& targets, OpenedRoot* golden);

} // namespace dumpscope::gui
