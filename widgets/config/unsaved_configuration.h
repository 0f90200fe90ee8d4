// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QWidget;

namespace dumpscope::gui {

class ConfigEditor;

/// Calls `goOn` at once when nothing in the editor would be lost; else the user is asked, and it is called
/// once the text is saved or given up. The question is a child of `parent`; `goOn` is dropped with it. GUI
/// thread.
void askBeforeLosingConfiguration(QWidget* parent, ConfigEditor& editor, std::function<void()> goOn);

} // namespace dumpscope::gui
