// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/dropped_paths.h"

#include <QMimeData>
#include <QUrl>

namespace dumpscope::gui {

QStringList droppedPaths(const QMimeData* data)
{
    QStringList paths;
    for (const QUrl& url : data->urls()) {
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
    }
    return paths;
}

} // namespace dumpscope::gui
