// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dumpscope::gui {

/// `column:value` for a filter line, the value in quotes where it needs them.
[[nodiscard]] QString filterTerm(const char* column, const QString& value);

} // namespace dumpscope::gui
