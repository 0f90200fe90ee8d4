// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/dropped_path_line.h"

#include "common/dropped_paths.h"
#include "remote/remote_place.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QUrl>

namespace dumpscope::gui {

std::string DroppedPathLine::path() const
{
    QString said = text().trimmed();
    for (const QLatin1Char quote : {QLatin1Char('"'), QLatin1Char('\'')}) {
        if (said.size() > 1 && said.startsWith(quote) && said.endsWith(quote))
            said = said.mid(1, said.size() - 2);
    }
    if (said.isEmpty() || core::isRemote(said.toStdString()))
        return said.toStdString();
    if (said.startsWith(QLatin1String("file://")))
        said = QUrl(said).toLocalFile();
    if (said == QLatin1String("~") || said.startsWith(QLatin1String("~/")))
        said.replace(0, 1, QDir::homePath());
    return QFileInfo(said).absoluteFilePath().toStdString();
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
