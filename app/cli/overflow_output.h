// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "console.h"

#include "model/dump_index.h"
#include "overflow/value_scan.h"

#include <span>

namespace dumpscope::cli {

// How `overflow` prints for people and tables. Records and non-finite tensors are of one opened root.

void writeOverflowCsv(Console& console, const core::DumpIndex& index,
    std::span<const core::OverflowEntry* const> records, const core::ValueScan& scan);
/// For people: where values were born first, then both tables. `allRecords`: how many there are, of which
/// `records` are listed.
void writeOverflowText(Console& console, const core::DumpIndex& index,
    std::span<const core::OverflowEntry* const> records, std::size_t allRecords, const core::ValueScan& scan);

} // namespace dumpscope::cli
