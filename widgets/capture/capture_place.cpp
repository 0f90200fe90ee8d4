// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture_place.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcessEnvironment>

namespace dumpscope::gui {

CapturePlace findCapturePlace()
{
    CapturePlace place;
    const QString own = QCoreApplication::applicationDirPath();
    for (const QString& folder : {own, own + QStringLiteral("/../bin")}) {
        const QFileInfo program(folder + QStringLiteral("/dumpscope-cli"));
        if (!program.isExecutable())
            continue;
        place.program = program.canonicalFilePath();
        break;
    }
    const QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    place.host.path = place.program.toStdString();
    place.host.arguments = {"device-host"};
    for (const QString& variable : environment.toStringList())
        place.host.environment.push_back(variable.toStdString());
    place.programHost = place.host;
    place.programHost.arguments = {"program-host"};
    for (const char* name : {"ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME"})
        place.runtimes.toolkits.push_back(environment.value(QLatin1String(name)).toStdString());
    place.runtimes.programFolder
        = (place.program.isEmpty() ? own : QFileInfo(place.program).path()).toStdString();
    return place;
}

} // namespace dumpscope::gui
