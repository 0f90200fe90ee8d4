// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/dropped_path_line.h"

#include "common/dropped_paths.h"

#include <QDragEnterEvent>
#include <QFileInfo>

namespace dumpscope::gui {

std::string DroppedPathLine::path() const
{
    const QString said = text().trimmed();
    return said.isEmpty() ? std::string() : QFileInfo(said).absoluteFilePath().toStdString();
}

void DroppedPathLine::dragEnterEvent(QDragEnterEvent* event)
{
    if (droppedPaths(event->mimeData()).size() == 1)
        return event->acceptProposedAction();
    QLineEdit::dragEnterEvent(event);
}

void DroppedPathLine::dragMoveEvent(QDragMoveEvent* event)
{
    if (droppedPaths(event->mimeData()).size() == 1)
        return event->acceptProposedAction();
    QLineEdit::dragMoveEvent(event);
}

void DroppedPathLine::dropEvent(QDropEvent* event)
{
    const QStringList paths = droppedPaths(event->mimeData());
    if (paths.size() != 1)
        return QLineEdit::dropEvent(event);
    setText(paths.first());
    event->acceptProposedAction();
}

} // namespace dumpscope::gui
