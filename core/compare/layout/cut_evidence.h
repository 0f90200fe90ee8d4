// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing.h"

#include <cstdint>
#include <set>

namespace dumpscope::core {

/// Of the tensors that are compared.
[[nodiscard]] std::set<std::int64_t> ranksOf(const ComparisonSide& side);

/// Whether the sides are cut or laid out otherwise: other numbers of ranks, or a good part of golden's
/// tensors has no partner of its shape.
[[nodiscard]] bool isCutOtherwise(
    const Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden);

/// Whether that rests on ranks or shapes, and not on names that pair nothing.
[[nodiscard]] bool showsAnotherCut(
    const Pairing& pairing, const ComparisonSide& target, const ComparisonSide& golden);

} // namespace dumpscope::core
