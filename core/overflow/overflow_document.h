// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "overflow/overflow_search.h"

namespace dumpscope::core {

// What `overflow` found as JSON (docs/contract.md 4). Records and non-finite tensors are of one opened root.

/// `typed`: one object of a stream of both kinds, so it says which it is.
void writeOverflowRecord(JsonWriter& json, const DumpIndex& index, const OverflowEntry& entry, bool typed);
void writeNonFinite(JsonWriter& json, const DumpIndex& index, const NonFiniteTensor& tensor, bool typed);
/// Everything that was found, as members of the object that is open.
void writeOverflowMembers(JsonWriter& json, const DumpIndex& index, const OverflowSearch& found);

} // namespace dumpscope::core
