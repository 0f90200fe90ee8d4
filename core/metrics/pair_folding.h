// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/measure.h"
#include "metrics/pair_fold.h"

#include <optional>
#include <vector>

namespace dumpscope::core {

struct FoldRequest {
    FoldGroups groups;
    double atol = 1e-8;
    double rtol = 1e-5;
    std::uint64_t limit = ~std::uint64_t {0}; ///< only the first elements
    std::size_t top = 0;
    std::size_t blocks = 0;
    bool histogram = false;
    bool setsMasksAside
        = false; ///< leaves out elements that are lowest numbers of different types (PairFold::masked)
    /// The request for `groups` and for what the options contain besides metrics.
    [[nodiscard]] static FoldRequest of(const MeasureOptions& options, FoldGroups groups);
    [[nodiscard]] bool isEmpty() const { return groups.isEmpty() && top == 0 && blocks == 0 && !histogram; }
};

struct FoldedPair {
    PairFold fold;
    std::vector<WorstElement> worst;
    std::vector<ErrorBlock> blocks;
    std::optional<ErrorHistogram> histogram;
};

/// Folds two tensors of the same number of elements (at most `limit`) by the definitions of PairFold, in one
/// pass over their bytes, two with FoldGroup::Divergence. Memory does not grow with them; parallel. Errors:
/// those of ElementStream, Code::Cancelled.
[[nodiscard]] Result<FoldedPair> foldPair(
    const TensorView& target, const TensorView& golden, const FoldRequest& request, TaskContext& task);

} // namespace dumpscope::core
