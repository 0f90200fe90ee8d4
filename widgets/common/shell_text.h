// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dumpscope::gui {

/// `text` as one word of a POSIX shell, in single quotes where it needs them.
[[nodiscard]] QString shellQuoted(const QString& text);

} // namespace dumpscope::gui
