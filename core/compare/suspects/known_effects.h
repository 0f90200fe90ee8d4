// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/explained_error.h"
#include "compare/suspects/traced_operator.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace dumpscope::core {

/// Differences that runs without a fault show, too: biases whose gradient is zero except for rounding, as
/// where a softmax cancels the bias. Optimizers that scale gradients (Adam) move them as far as all
/// other parameters, in the direction of rounding. Those that do not (SGD) do not move them at all, so
/// nothing is excused where golden's parameters are moved by steps of very different sizes. The operators
/// must outlive it.
class IdleParameters {
public:
    explicit IdleParameters(const TracedOperators& operators);

    /// Whether a bias is off by no more than parameters were moved since the first step, while most other
    /// parameters agree. `tensor` is one of the operator's.
    [[nodiscard]] bool contains(const TensorError& tensor, const TracedOperator& op) const;

    /// Whether only a few elements of a parameter are off, by no more than a step in the opposite direction:
    /// those whose gradient is nearly zero. Of recorded statistics, which do not tell how many are, only
    /// where it began as zero. `error`: relative error of gradients.
    [[nodiscard]] bool isTurned(const TensorError& tensor, const TracedOperator& op, double error) const;

    /// The relative error that statistics of a parameter may hide: signs of the differences are random, so
    /// that norms and means show about the root of the number of elements less; at most as many elements as
    /// `error` says are moved in the opposite direction. 0 where nothing was moved, or not by such an
    /// optimizer.
    [[nodiscard]] double hidden(const TensorError& tensor, const TracedOperator& op, double error) const;

    /// The relative error of a parameter that an optimizer can make since the first step, whatever gradients
    /// are off by: it moves no element farther than the farthest of golden, there and back. Nothing in the
    /// first step, of what no optimizer moves, and where too few parameters tell how far that is.
    [[nodiscard]] std::optional<double> reach(const TensorError& tensor, const TracedOperator& op) const;

    /// The same of its worst element, max |d|. Nothing also where gradients are not scaled: golden's extremes
    /// do not tell then how far others are moved.
    [[nodiscard]] std::optional<double> reachOfElement(
        const TensorError& tensor, const TracedOperator& op) const;

private:
    using Number = std::optional<std::int64_t>;
    using Key = std::tuple<Number, std::string_view, std::ptrdiff_t>; ///< rank, operator, place in it
    struct Moved {
        std::size_t count = 0, elsewhere = 0;
        std::size_t seen = 0;          ///< parameters that were there in the first step
        double most = 0;               ///< of the extremes of any parameter, in golden
        double farthest = 0;           ///< the same of both extremes
        std::vector<double> far;       ///< how far those of each were moved, where rounding does not hide it
        std::vector<double> farBiases; ///< the same of what stands behind a weight
        bool isEven = true;            ///< all about as far: the optimizer scales gradients
    };
    [[nodiscard]] const TensorError* first(const TensorError& tensor, const TracedOperator& op) const;

    Number m_firstStep;
    std::map<Key, const TensorError*> m_first; ///< parameters as they were
    std::map<Number, Moved> m_moved;           ///< by step
};

/// How far an optimizer moves the farthest element of each parameter: whether it scales gradients, so that
/// all are about as far. True also where too few tell. The list is reordered.
[[nodiscard]] bool areEven(std::vector<double>& far);

/// As operators give gradients: that of the bias before or behind that of the weight.
[[nodiscard]] bool isBesideWeight(const TensorError& gradient, const TracedOperator& op);

/// A gradient as the sum of a larger one that a backward operator was given, as of a bias or of what a
/// normalisation scales by.
struct GradientSum {
    double terms = 1;                ///< of an element
    double random = 1;               ///< how many times more terms of random signs would leave
    double unit = 0;                 ///< unit roundoff of the terms
    double relative = 0;             ///< their error
    const TensorError* of = nullptr; ///< what is summed; not owned
    /// Relative error of the sum that the terms and their rounding explain.
    [[nodiscard]] double explained() const;
    /// The part that is lost where terms of one sign are added up in a half type: once the sum has grown to
    /// as many of them as the type tells apart, one more hardly changes it.
    [[nodiscard]] double lost() const;
};
/// Nothing where `giver`, which was given the gradient, has no larger one.
[[nodiscard]] std::optional<GradientSum> gradientSum(const TensorError& output, const TracedOperator& giver);

/// The explained relative error of the gradient of a bias that is only rounding in golden, as
/// before a normalisation, which cancels the bias: the terms of its sum cancel. Absent for any other
/// tensor. `noise` is that of the run, `giver` has the gradient that is summed: the operator itself, or the
/// backward run of the module in the case of a list of gradients.
[[nodiscard]] std::optional<double> explainIdleGradient(
    const TracedOperator& op, const TensorError& output, const TracedOperator& giver, double noise);

/// A parameter as an optimizer that scales gradients moves it: x + value·a/b.
struct ScaledUpdate {
    double farthest = 0; ///< about how far elements are moved in golden
    bool isIdle = false; ///< the smallest b is next to nothing beside the largest
    /// Elements whose gradient is smaller than its error are moved as far as others in any direction: a share
    /// as large as the error. Where the update is idle, any number of them, as those of the keys in the bias
    /// of a fused projection. `moved`: by the updates of the step, at least this one.
    [[nodiscard]] ExplainedError explained(const TensorError& output, double gradient, double moved) const;
};
/// Absent for other operators.
[[nodiscard]] std::optional<ScaledUpdate> scaledUpdate(const TracedOperator& op, const TensorError& output);

/// Relative error, 0..1, of indices that an operator chose from values that nearly tie; 0 for other outputs.
/// Statistics of indices do not show it; values computed from them do.
[[nodiscard]] double choiceError(const TracedOperator& op, const TensorError& output);
/// Whether the target has golden's elements times a number, which no choice of other rows makes of them.
[[nodiscard]] bool isScaledCopy(const TensorError& tensor);
/// Whether values are so close to each other that errors of theirs make another choice of some, though
/// recorded extremes of the integers do not show it.
[[nodiscard]] bool surelyChoosesOtherwise(const TracedOperator& op, const TensorError& output);

} // namespace dumpscope::core
