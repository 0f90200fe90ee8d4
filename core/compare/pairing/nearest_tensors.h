// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing.h"

#include <string_view>
#include <vector>

namespace dumpscope::core {

/// The tensors of one side that a pairing left without partner. Refers to the lists of the caller.
struct LeftOverSide {
    const DumpIndex& index;
    const std::vector<TensorId>& left; ///< without a partner, ascending
    const std::vector<TensorId>& all;  ///< ascending
    bool isTarget = false;

    [[nodiscard]] Form<0> word() const { return isTarget ? Form<0>("target") : Form<0>("golden"); }
};

/// For each tensor left on `side`: why it has no partner in `other`, and the most similar tensors there:
/// of the same operator first, then by name. `pairs` show which ranks and steps have a partner. Linear but
/// for a bounded number of name comparisons.
[[nodiscard]] std::vector<UnpairedTensor> describeUnpaired(const LeftOverSide& side,
    const LeftOverSide& other, const std::vector<TensorPair>& pairs, const Arena& arena);

} // namespace dumpscope::core
