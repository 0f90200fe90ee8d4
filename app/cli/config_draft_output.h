// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console.h"

#include "config/config_kind.h"
#include "request/config_request.h"

#include <string>

namespace dumpscope::cli {

// What the forms of `config` that write a configuration have in common.

/// Says which kinds there are; the exit code.
[[nodiscard]] int refuseKind(Console& console, const core::ConfigKinds& kinds, const std::string& kind);
/// Notes about what the written configuration could not express.
void reportLost(Console& console, const core::ConfigDraft& draft);
/// One line about a problem of the configuration in `file`.
[[nodiscard]] std::string problemLine(const std::string& file, const core::ConfigProblem& problem);
/// To the file of `--output`, if one was asked for. Errors: those of checkOutputs, checkConfigOutput and of
/// writing.
[[nodiscard]] core::Result<void> writeDraft(
    const core::ConfigRequest& request, const core::ConfigKind& kind, const std::string& text);

} // namespace dumpscope::cli
