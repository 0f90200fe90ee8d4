// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/workspace.h"

namespace dumpscope::gui {

/// What a line of dumpscope-cli looks at, as a state of the window.
struct ReopenedCommand {
    Workspace workspace;
    QString panel; ///< in front
};

/// The way back from the command lines that panels show: `ls`, `stat`, `show`, `info`, `graph`, `overflow`
/// and `compare` with what they look at. Options that only say how to print are passed over. Code::Usage for
/// anything else, in the language of the window.
[[nodiscard]] core::Result<ReopenedCommand> readCommand(const QString& line);
/// A command of `dumpscope` that shows the whole window as it is: roots and roles, comparisons, what is
/// selected, filters, folds, axes, slices and ranges. Empty when no shell would take a line that long.
[[nodiscard]] QString windowCommand(const Workspace& workspace);
/// The text of `--workspace`.
[[nodiscard]] core::Result<Workspace> readWorkspaceText(const QString& text);

} // namespace dumpscope::gui
