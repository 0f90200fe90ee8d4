// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QMimeData;

namespace dumpscope::gui {

/// Files and folders of this machine among what is dragged.
[[nodiscard]] QStringList droppedPaths(const QMimeData* data);

} // namespace dumpscope::gui
