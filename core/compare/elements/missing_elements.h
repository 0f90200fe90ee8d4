// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tables/pair_table.h"

namespace dumpscope::core {

/// Why elements of a pair were not compared but what was recorded of them: a sentence that names the side
/// without elements and its reason. Empty where elements were compared.
[[nodiscard]] Message missingElements(const PairTable& pairs, std::size_t row);

} // namespace dumpscope::core
