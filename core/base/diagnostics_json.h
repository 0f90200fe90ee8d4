// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "base/json_writer.h"

#include <span>

namespace dumpscope::core {

/// The member `problems` of a document of docs/contract.md 4, in the object that is open.
void writeProblems(JsonWriter& json, std::span<const Diagnostic> problems);

} // namespace dumpscope::core
