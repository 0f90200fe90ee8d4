// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QWidget;

namespace dumpscope::gui {

class CaptureSession;

/// Calls `replace` at once when the profile of the way that is chosen has been saved, else when the user
/// agrees to lose what changed. The question is a child of `parent`; `replace` is dropped with it. GUI
/// thread.
void askBeforeReplacingProfile(QWidget* parent, const CaptureSession& capture, std::function<void()> replace);

} // namespace dumpscope::gui
