// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/workspace.h"
#include "request/compare_request.h"

#include <optional>

namespace dumpscope::gui {

/// What a line of dumpscope-cli looks at, as a state of the window.
struct ReopenedCommand {
    Workspace workspace;
    QString panel; ///< in front; empty: the whole window is as the workspace says
    std::optional<core::CompareRequest> comparison;
};

/// The way back from the command lines that panels show: what a command looks at. Options that only say how
/// to print are taken and change nothing. Errors say what is wrong with the line, or that the window has no
/// place for such a command.
[[nodiscard]] core::Result<ReopenedCommand> readCommand(const QString& line);
/// A command of `dumpscope` that shows the whole window as it is: roots and roles, comparisons, what is
/// selected, filters, folds, axes, slices and ranges. Empty when no shell would take a line that long.
[[nodiscard]] QString windowCommand(const Workspace& workspace);
/// The text of `--workspace`.
[[nodiscard]] core::Result<Workspace> readWorkspaceText(const QString& text);

} // namespace dumpscope::gui
