// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture_profile.h"

#include <QString>

namespace dumpscope::gui {

/// What a window starts captures with: `dumpscope-cli` beside it is the device host.
struct CapturePlace {
    QString program;               ///< absolute path of dumpscope-cli; empty when it is not installed
    core::HostProgram host;        ///< of devices
    core::HostProgram programHost; ///< of programs that are launched
    core::RuntimePlaces runtimes;
};

/// Looks beside the running program, and in `bin` beside its folder. Reads the environment. GUI thread.
[[nodiscard]] CapturePlace findCapturePlace();

} // namespace dumpscope::gui
