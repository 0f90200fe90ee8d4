// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/pairing/pairing.h"
#include "model/tensor_store.h"
#include "tensor/shape.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// What recorded attention masks ([batch, sequence], zeros and ones) say of padding. Reads them when asked;
/// immutable; thread-safe.
class PaddedTokens {
public:
    PaddedTokens(const ComparisonSide& target, const ComparisonSide& golden);

    /// Elements of a pair of this shape that belong to tokens, where both sides recorded the same mask of its
    /// rank and step. Empty: there is no padding, masks disagree or the rows of the pair are no tokens.
    /// Errors: Code::Cancelled, Code::OutOfMemory.
    [[nodiscard]] Result<std::vector<bool>> tokensOf(
        const TensorPair& pair, std::span<const std::int64_t> shape, TaskContext& task) const;

    /// Whether the target is named as a mask of tokens.
    [[nodiscard]] bool isMask(const TensorPair& pair) const;
    /// Whether both sides work on the same sequences of ids, of which a mask shows that they lie elsewhere in
    /// the batch: a mask of one side is none of the other then. Errors: as `tokensOf`.
    [[nodiscard]] Result<bool> areElsewhere(const TensorPair& pair, TaskContext& task) const;

private:
    using Place = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>; ///< rank and step
    struct Recorded {
        std::vector<TensorId> masks, ids; ///< of two axes
    };
    struct Batch {
        Shape extents;
        std::vector<std::int64_t> mask, ids; ///< `ids` may be empty: not recorded
    };
    struct Side {
        explicit Side(const ComparisonSide& side);

        [[nodiscard]] Place placeOf(TensorId id) const;
        [[nodiscard]] Shape shapeOf(TensorId id) const;
        /// Of masks that say the same, as those of several batches of a step do not.
        [[nodiscard]] Result<std::optional<Batch>> batchAt(
            const Place& place, const Shape& extents, TaskContext& task) const;
        /// The first batch of the rank that has ids.
        [[nodiscard]] Result<std::optional<Batch>> firstBatch(
            std::optional<std::int64_t> rank, TaskContext& task) const;

        /// Whether it is a weight that an operator is given: its rows are no tokens.
        [[nodiscard]] bool isParameter(TensorId id) const;

        TensorStore store;
        std::map<Place, Recorded> recorded;
        std::set<std::int64_t> parameterAxes; ///< lengths of axes of weights, which gradients have, too
    };

    Side m_target, m_golden;
};

} // namespace dumpscope::core
