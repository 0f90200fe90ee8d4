// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console.h"

#include "base/json_writer.h"
#include "model/dump_index.h"
#include "overflow/value_scan.h"

#include <vector>

namespace dumpscope::cli {

// How `overflow` prints (docs/contract.md 4). Records and non-finite tensors are of one opened root.

/// `typed`: one object of a stream of both kinds, so it says which it is.
void writeOverflowRecord(
    core::JsonWriter& json, const core::DumpIndex& index, const core::OverflowEntry& entry, bool typed);
void writeNonFinite(
    core::JsonWriter& json, const core::DumpIndex& index, const core::NonFiniteTensor& tensor, bool typed);

void writeOverflowCsv(Console& console, const core::DumpIndex& index,
    const std::vector<const core::OverflowEntry*>& records, const core::ValueScan& scan);
/// For people: where values were born first, then both tables. `allRecords`: how many there are, of which
/// `records` are listed.
void writeOverflowText(Console& console, const core::DumpIndex& index,
    const std::vector<const core::OverflowEntry*>& records, std::size_t allRecords,
    const core::ValueScan& scan);

} // namespace dumpscope::cli
