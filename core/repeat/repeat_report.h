// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "repeat/repeated_runs.h"

#include <cstddef>

namespace dumpscope::core {

/// Members of the document of docs/contract.md 4 `repeat`, of an object that is open; differences beyond
/// `limit` are left out.
void writeRepeated(JsonWriter& json, const TrendRun& first, const RepeatResult& result, std::size_t limit);

} // namespace dumpscope::core
