// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/verdict_words.h"

#include <optional>

namespace dumpscope::gui {

/// The one mark of a row of a comparison, in every panel; `first`: the row of the first divergence.
[[nodiscard]] inline State rowState(
    const core::PairTable& pairs, std::size_t row, const std::optional<std::size_t>& first)
{
    return first == row ? State::FirstDivergence : stateOf(pairs.row(row).verdict);
}

} // namespace dumpscope::gui
