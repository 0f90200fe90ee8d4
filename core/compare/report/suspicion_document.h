// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "compare/comparison.h"

namespace dumpscope::core {

/// Members `suspects` and `suspicion` (how sure it is) of an object that is open.
void writeSuspicion(JsonWriter& json, const Suspicion& suspicion);

} // namespace dumpscope::core
