// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "summary/dump_summary.h"
#include "summary/watched_outputs.h"

#include <span>

namespace dumpscope::core {

// What an opened root is, as JSON (docs/contract.md 4 info): members of the object that is open.

/// From `root` to `facts`.
void writeSummary(JsonWriter& json, const DumpIndex& index, const DumpSummary& summary);
/// The member `watched`; the outputs are those of the index.
void writeWatched(JsonWriter& json, const DumpIndex& index, std::span<const WatchedOutput> outputs);

} // namespace dumpscope::core
