// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "compare/comparison.h"

namespace dumpscope::core {

/// One PAIR of docs/contract.md 4 as an object.
void writePair(JsonWriter& json, const PairTable& pairs, std::size_t row);

} // namespace dumpscope::core
