// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tables/pair_table.h"

#include <cstdint>

namespace dumpscope::core {

/// Elements of a pair that count in no figure.
enum class LeftOut : std::uint8_t {
    None,
    Padding,       ///< which the attention masks of both sides say
    NoCounterpart, ///< what the other side does not have, as of padding and of tokens that it did not compute
};

/// The step of an alignment that leaves padding out.
[[nodiscard]] Message paddingStep(std::uint64_t compared, std::uint64_t of);

/// Of a pair that was measured.
[[nodiscard]] LeftOut leftOutOf(const PairResult& result);

/// Pairs of a table by what is left out of them.
struct LeftOutCounts {
    std::uint64_t padding = 0, noCounterpart = 0;
};
[[nodiscard]] LeftOutCounts countLeftOut(const PairTable& pairs);

} // namespace dumpscope::core
