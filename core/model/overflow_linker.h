// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/index_linker.h"
#include "records/overflow_entry.h"

#include <vector>

namespace dumpscope::core {

/// Pairs every reporting unit of every record with the dump of the operator it names: the same task and
/// stream, and context and thread where the record has them, in the same folder; where none of that folder
/// matches, in the other folders of the same rank and step. The earliest dump wins; that others match is
/// noted (docs/formats/ascend-dump-binary.md 3.2). Rows of paired dumps get `hasOverflow`. Tensor rows must
/// be in their final order. Sorts the entries into the contract's order.
void linkOverflows(IndexParts& parts, std::vector<OverflowEntry>& entries);

} // namespace dumpscope::core
