// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/recompute/recomputer.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace dumpscope::core {

enum class AttentionMask : std::uint8_t {
    None,
    Causal,  ///< as many keys as there are queries before
    Added,   ///< numbers
    Kept,    ///< truth values that say which keys stay
    LeftOut, ///< truth values that say which do not
};

/// softmax(q · kᵀ · scale + mask) over q [B…, H, L, D], k [B…, H / share, S, D] for v [B…, H / share, S, E].
struct AttentionWeights {
    const Operand *q = nullptr, *k = nullptr, *v = nullptr;
    const Operand* mask = nullptr;
    std::vector<std::uint64_t> maskStrides = {}; ///< by axis of [B…, H, L, S]
    Shape scoresShape = {};                      ///< that
    AttentionMask masking = AttentionMask::None;
    double scale = 0;
    std::uint64_t heads = 0, share = 1, queries = 0, keys = 0, depth = 0, values = 0;

    /// Every masking that fits the call, whose result has this shape; none where it is no such call. Heads
    /// are before positions, and those of keys may be shared by several of queries.
    [[nodiscard]] static std::vector<AttentionWeights> of(const OperatorCall& call, const Shape& result);

    [[nodiscard]] Message text() const; ///< "causal softmax(q · kᵀ · scale) · v"
    /// Of all heads of all batches, that of the keys for one of the queries.
    [[nodiscard]] std::uint64_t sharedHead(std::uint64_t head) const
    {
        return head / heads * (heads / share) + head % heads / share;
    }
    /// Of one line of queries, `line` being that of all heads of all batches, over the keys.
    [[nodiscard]] std::vector<double> of(std::uint64_t line) const;

private:
    [[nodiscard]] double masked(double score, std::uint64_t line, std::uint64_t key) const;
};

} // namespace dumpscope::core
