// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/comparison.h"
#include "comparison/limits/row_limits.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::gui {

/// One metric of a comparison over the order of execution, ready to be drawn.
struct ErrorSeries {
    /// Unbounded: a quotient by golden's zero; every element is a number.
    enum class Kind : std::uint8_t { Number, Equal, NonFinite, Unbounded };
    struct Point {
        double x = 0; ///< place of the pair within its rank and step; `numbers` has what the tables call it
        double y = 0; ///< of Number
        std::uint32_t row = 0;
        core::Verdict verdict = core::Verdict::Pass;
        Kind kind = Kind::Number;
        double level = 0; ///< y as its axis counts: in decades where that is logarithmic
    };
    /// What an operator got with its inputs and what it added, over all its tensors.
    struct Column {
        double from = 0, to = 0;
        double inherited = 0, own = 0; ///< relative L2 errors
    };
    struct Band {
        double from = 0, to = 0;
        std::string name; ///< scope
    };
    struct Limit {
        double value = 0;
        core::Verdict verdict = core::Verdict::Fail;
        std::string text;
        std::string pairs; ///< that it holds for, as limitedPairs; empty: all
    };
    std::vector<Point> points; ///< ascending x
    std::vector<Column> columns;
    std::vector<Band> bands;
    std::vector<Limit> limits;
    std::optional<std::size_t> divergence; ///< in points
    double last = 0;                       ///< largest x
    /// Of the places of the rank and step that is asked for: the position in the order of execution; nullopt
    /// where it is not known.
    std::vector<std::optional<std::uint32_t>> numbers;
    std::string metric;
    bool isLogarithmic = true; ///< the smaller, the better
    /// Pairs of which the metric is zero are equal; else some of them differ in what it does not see, as
    /// statistics do whose norms are equal.
    bool areZerosEqual = true;
};

/// What of the comparison is drawn.
struct ErrorSeriesRequest {
    std::string metric;
    bool outputsOnly = false;
    /// Ranks or steps on top of each other; else only those of the pair `at`.
    bool allRanks = false, allSteps = false;
    std::size_t at = 0;
};

/// One pass over the rows. Errors: Code::Cancelled.
[[nodiscard]] core::Result<ErrorSeries> makeErrorSeries(const core::PairTable& pairs,
    const core::Suspicion& suspicion, const std::optional<core::FirstDivergence>& divergence,
    const core::Limits& limits, const ErrorSeriesRequest& request, core::TaskContext& task);

} // namespace dumpscope::gui
