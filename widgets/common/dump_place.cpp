// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/dump_place.h"

#include "remote/remote_place.h"

#include <QDir>
#include <QFileInfo>

namespace dumpscope::gui {

bool isRemotePlace(const QString& path)
{
    return core::isRemote(path.toStdString());
}

QString dumpPlace(const QString& path)
{
    return dumpPlace(path, QDir::current());
}

QString dumpPlace(const QString& path, const QDir& folder)
{
    if (!isRemotePlace(path))
        return QDir::cleanPath(folder.absoluteFilePath(path));
    // The slash behind the host stays.
    const qsizetype root = path.indexOf(QLatin1Char('/'), static_cast<qsizetype>(core::kRemoteScheme.size()));
    QString place = path;
    while (place.size() > root + 1 && place.endsWith(QLatin1Char('/')))
        place.chop(1);
    return place;
}

bool mayBeThere(const QString& path)
{
    return isRemotePlace(path) || QFileInfo::exists(path);
}

} // namespace dumpscope::gui
