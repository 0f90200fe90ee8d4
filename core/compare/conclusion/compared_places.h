// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

class PairTable;

/// `0, 1, 2`, and `...` behind the eighth.
[[nodiscard]] std::string numberList(const std::set<std::int64_t>& numbers);

/// Sentences where a rank or step was compared with another one, all of it: one side lacks the other's.
[[nodiscard]] std::vector<Message> otherPlaces(const PairTable& pairs);

/// Why there is not a single pair, with the steps and ranks of both sides, and whose fault it is.
[[nodiscard]] std::pair<Message, const ComparisonSide*> whyNoPairs(
    const ComparisonSide& target, const ComparisonSide& golden, bool filtered);

} // namespace dumpscope::core
