// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dumpscope::core {

/// Places of a batch of sequences of `length` ids that the ids alone show to be padding; empty: none. That is
/// an id at the same end of several sequences, several times and not equally often, and nowhere else: a
/// token that happens to be repeated there is none.
[[nodiscard]] std::vector<bool> paddingByIds(std::span<const std::int64_t> ids, std::size_t length);

/// Places of the batch that are padding by another recorded tensor of as many elements: zeros of a mask of
/// zeros and ones, or labels of -100. Empty: it is no such mask, or hides none. What is hidden is at the ends
/// of sequences and one id (`ids` may be empty: not known); a mask that hides the last token of each is that
/// of a loss.
[[nodiscard]] std::vector<bool> paddingByMask(
    std::span<const std::int64_t> mask, std::span<const std::int64_t> ids, std::size_t length);

} // namespace dumpscope::core
