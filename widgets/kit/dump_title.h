// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QString>

namespace dumpscope::gui {

class OpenedRoot;

/// The name of a dump as far as the title of a panel has room for it.
[[nodiscard]] QString dumpTitle(const OpenedRoot& root, const QFontMetrics& metrics);

} // namespace dumpscope::gui
