// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/strong_id.h"
#include "records/overflow_record.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dumpscope::core {

/// A record as a reader found it in a file.
struct FoundOverflow {
    std::uint32_t ordinal = 0;   ///< of records in the file
    std::uint64_t timestamp = 0; ///< 0: see the file's name
    OverflowRecord record;
};

/// The dump of the operator that a reporting unit names by its ids.
struct OverflowOperator {
    OverflowUnit unit = OverflowUnit::AiCore;
    std::vector<TensorId> tensors; ///< ascending; empty when no dump matches
    Message note;                  ///< why none, or why this one of several; may be empty
    bool isAmbiguous = false;      ///< other operators match as well
};

/// A record of an opened dump with the operators it names.
struct OverflowEntry {
    FileId file;
    std::uint32_t ordinal = 0;
    std::uint64_t timestamp = 0; ///< 0 = unknown
    OverflowRecord record;
    std::vector<OverflowOperator> operators; ///< one per reporting unit, in the order of setBlocks()
};

} // namespace dumpscope::core
