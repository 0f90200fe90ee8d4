// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/measuring/reconcile.h"
#include "metrics/measure.h"

#include <optional>

namespace dumpscope::core {

/// Where one side has one vector of each sequence and the other one of each token ([sequences, features]
/// beside [sequences, tokens, features]): the latter at the last token of each sequence, as programs of
/// inference compute logits of these alone. A reading that values must confirm (followsLastTokens). Nothing
/// for other shapes and for elements that are laid out otherwise than dense. Reads no elements.
[[nodiscard]] std::optional<Reconciled> atLastTokens(const TensorView& target, const TensorView& golden);

/// Whether what was measured of that reading confirms it: vectors of other tokens are farther off.
[[nodiscard]] bool followsLastTokens(const Measurement& measured);

} // namespace dumpscope::core
