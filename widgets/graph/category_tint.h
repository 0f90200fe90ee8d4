// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "graph/operator_category.h"

#include <QColor>
#include <QString>

namespace dumpscope::gui {

/// The quiet colour of operators that do the same; that of the base for Other.
[[nodiscard]] QColor categoryTint(core::OperatorCategory category, const Theme& theme);
/// "Matrix products"; empty for Other.
[[nodiscard]] QString categoryWord(core::OperatorCategory category);

} // namespace dumpscope::gui
