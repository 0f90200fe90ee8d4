// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/traced_operator.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace dumpscope::core {

/// Differences that runs without a fault show, too: biases of which the gradient is zero but for rounding, as
/// those are that a softmax takes out again. Optimizers that scale gradients (Adam) move them as far as all
/// other parameters, to where rounding points. Those that do not (SGD) do not move them at all, so nothing is
/// excused where golden's parameters are moved by steps of very different sizes.
class IdleParameters {
public:
    explicit IdleParameters(const TracedOperators& operators);

    /// Whether a bias is off by no more than parameters were moved since the first step, while most others
    /// are not off. `tensor` is one of the operator's.
    [[nodiscard]] bool contains(const TensorError& tensor, const TracedOperator& op) const;

    /// Whether only a few elements are off of a parameter that was zero at first, by no more than it takes to
    /// be moved the other way: those of which the gradient is next to zero. `error` is that of gradients.
    [[nodiscard]] bool isTurned(const TensorError& tensor, const TracedOperator& op, double error) const;

private:
    using Number = std::optional<std::int64_t>;
    using Key = std::tuple<Number, std::string_view, std::ptrdiff_t>; ///< rank, operator, place in it
    struct Moved {
        std::size_t count = 0, elsewhere = 0;
        double most = 0;         ///< of the extremes of any parameter, in golden
        std::vector<double> far; ///< how far those of each were moved, where rounding does not hide it
        bool isEven = true;      ///< all about as far: the optimizer scales gradients
    };
    static bool isEven(std::vector<double>& far);
    [[nodiscard]] const TensorError* first(const TensorError& tensor, const TracedOperator& op) const;

    Number m_firstStep;
    std::map<Key, const TensorError*> m_first; ///< parameters as they were
    std::map<Number, Moved> m_moved;           ///< by step
};

/// What explains the relative error of the gradient of a bias that is nothing but rounding in golden, as
/// before a normalisation, which takes the bias out again: the terms it sums cancel. Absent of any other
/// tensor. `noise` is that of the run, `giver` has the gradient that is summed: the operator itself, or the
/// backward run of the module in the case of a list of gradients.
[[nodiscard]] std::optional<double> explainIdleGradient(
    const TracedOperator& op, const TensorError& output, const TracedOperator& giver, double noise);

/// How far off indices may be that an operator chose from values that nearly tie. Statistics of indices
/// show nothing of it; what is computed from them does.
[[nodiscard]] double choiceError(const TracedOperator& op, const TensorError& output);
/// Whether values are so close to each other that errors of theirs make another choice of some, though
/// recorded extremes of the integers do not show it.
[[nodiscard]] bool surelyChoosesOtherwise(const TracedOperator& op, const TensorError& output);

} // namespace dumpscope::core
