// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "request/compare_request.h"
#include "request/repeat_request.h"

namespace dumpscope::core {

/// Whether a comparison runs on this machine although it names dumps on others: they lie on different
/// machines, or one of them here. Their files are brought here then (remote/remote_dump.h). Errors:
/// Code::Usage for what such a comparison cannot do, as to write on another machine.
[[nodiscard]] Result<bool> isComparedHere(const CompareRequest& request);
/// The same of runs that should be equal. Errors: those of parseRemotePath.
[[nodiscard]] Result<bool> isComparedHere(const RepeatRequest& request);

} // namespace dumpscope::core
