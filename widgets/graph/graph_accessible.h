// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace dumpscope::gui {

/// Lets screen readers read what graphs show, as a table of one column; once is enough. GUI thread.
void installGraphAccessibility();

} // namespace dumpscope::gui
