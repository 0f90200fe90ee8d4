// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/optimizer_fault.h"

#include "compare/comparison.h"
#include "compare/conclusion/failure_explanation.h"
#include "compare/elements/significand.h"
#include "compare/parameters/parameter_movement.h"
#include "compare/parameters/recorded_parameters.h"
#include "compare/parameters/weight_decay.h"
#include "compare/suspects/known_effects.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/tensor_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

using Number = std::optional<std::int64_t>;

constexpr double kAnother = 0.1;        ///< of golden's movement
constexpr double kCloser = 0.05;        ///< the same, of few parameters
constexpr double kMostParameters = 0.6; ///< share of parameters that have it
constexpr double kOtherwise = 0.5;      ///< of golden's movement, where each has its own
constexpr double kSudden = 0.02;        ///< of golden's movement, where all movements before agree
constexpr double kGrown = 10;           ///< times what movements before were off
// Of float32, where means are sharp and what came before agrees as well as it can.
constexpr double kSlight = 1e-3;         ///< of golden's movement
constexpr double kGrownFar = 100;        ///< times what movements before were off
constexpr double kBeyondErrors = 10;     ///< times what outputs of the steps before are off
constexpr double kErrors = 0.9;          ///< share of these outputs that are off by less
constexpr double kOfGradients = 3;       ///< times what errors of gradients make of movements
constexpr double kOfUnscaled = 10;       ///< the same where movements are as large as gradients
constexpr double kBeyond = 4.0 / 3;      ///< times that, where nothing but its size tells
constexpr double kBeyondShown = 5.0 / 6; ///< the same of errors that elements show
constexpr double kPlain = 0.05;          ///< of golden's movement, the least that tells so
constexpr double kAgree = 0.01;          ///< off by less: gradients agree

/// What the gradients of a step are off by, the middle one, and what that makes of movements.
struct GradientErrors {
    std::optional<double> middle; ///< absent where none was compared
    bool areScaled = true;        ///< golden's parameters are moved as far as one another
    bool isBound = false;         ///< of statistics, which show a part of an error

    [[nodiscard]] double value() const { return middle.value_or(0); }
    /// Errors of movements, as a part of these. Optimizers that scale gradients move elements whose gradient
    /// is smaller than its error anywhere: a share as large as the error is off by all of a movement. In
    /// their first step the sign alone counts, so that movements agree better than gradients. Others move
    /// elements as far as gradients are large.
    [[nodiscard]] double ofMovements() const
    {
        return areScaled ? kOfGradients * std::sqrt(value())
                         : std::min(kOfUnscaled * value(), kOfGradients * std::sqrt(value()));
    }
};

class OptimizerSearch {
public:
    explicit OptimizerSearch(const Comparison& comparison)
        : m_comparison(comparison)
        , m_pairs(*comparison.pairs)
        , m_parameters(recordedParameters(m_pairs))
        , m_explanation(comparison)
    {
        for (auto at = m_parameters.steps.begin(); at != m_parameters.steps.end(); ++at) {
            if (const auto next = std::next(at); next != m_parameters.steps.end())
                m_areScaled = m_areScaled && areMovedEvenly(at->second, next->second);
        }
    }

    [[nodiscard]] std::optional<OptimizerFault> run() const
    {
        auto moved = movedOtherwise();
        auto accumulated = notSetToZero();
        return accumulated && !(moved && moved->step <= accumulated->step) ? accumulated : moved;
    }

private:
    [[nodiscard]] std::optional<OptimizerFault> movedOtherwise() const
    {
        std::optional<double> usual; // of the movements before
        for (auto at = m_parameters.steps.begin(); at != m_parameters.steps.end(); ++at) {
            const auto next = std::next(at);
            // What is wrong may be the cause of all that comes.
            if (next == m_parameters.steps.end() || isAccusedIn(at->first))
                return std::nullopt;
            if (auto still = standstill(at->second, next->second)) {
                still->step = next->first;
                return still;
            }
            if (failsIn(at->first))
                return std::nullopt;
            const Excesses excesses = excessesOf(at->second, next->second, excessOf);
            GradientErrors gradients = gradientErrorsOf(at->first);
            gradients.areScaled = m_areScaled;
            const Excesses extremes = excessesOf(at->second, next->second, excessOfExtreme);
            const auto decay = decayedOtherwise(at->second, next->second);
            auto fault = between(excesses, decay, usual, errorsUntil(at->first), gradients);
            if (!fault && gradients.middle)
                fault = beyondGradients(extremes, gradients);
            if (!fault && gradients.value() <= kAgree)
                fault = beyondLimits(at->second, next->second, gradients);
            if (fault) {
                fault->step = next->first;
                fault->gradientError = gradients.middle;
                return fault;
            }
            if (excesses.size() >= kFewestParameters)
                usual = std::max(usual.value_or(0), typical(excesses));
        }
        return std::nullopt;
    }

    /// Dumps have what a parameter's gradient is after the step's is added to it.
    [[nodiscard]] std::optional<OptimizerFault> notSetToZero() const
    {
        if (!m_comparison.suspicion.lossScales.empty()) // these are of other sizes
            return std::nullopt;
        for (auto at = m_parameters.gradients.begin(); at != m_parameters.gradients.end(); ++at) {
            const auto next = std::next(at);
            if (next == m_parameters.gradients.end() || isAccusedIn(at->first) || failsIn(at->first))
                return std::nullopt;
            Excesses excesses;
            for (const auto& [key, pair] : next->second) {
                const auto before = at->second.find(key);
                if (before == at->second.end())
                    continue;
                const RecordedParameter &left = before->second.target, &now = pair.golden;
                const double unit = std::max(pair.target.unit, now.unit);
                const double size = std::max(left.norm, now.norm) / std::sqrt(now.count);
                if (std::fabs(left.mean) > kSure * unit * size)
                    excesses.push_back(
                        {(pair.target.mean - now.mean) / left.mean, 0, pair.row, now.isVector});
            }
            auto fault = faultOfShare(excesses, kMostParameters,
                [](const Excess& one) { return std::fabs(one.excess - 1) <= kScatter; });
            if (fault) {
                fault->accumulates = true;
                fault->step = next->first;
                return fault;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] bool isAccusedIn(Number step) const
    {
        return std::ranges::any_of(m_comparison.suspicion.suspects,
            [&](const Suspect& suspect) { return suspect.step <= step && !isSlight(suspect); });
    }

    [[nodiscard]] bool failsIn(Number step) const
    {
        const DumpIndex& index = *m_pairs.target().index;
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            const PairResult& result = m_pairs.row(row);
            if (result.verdict == Verdict::Fail && index.factsOf(result.pair.target).step <= step
                && !isExplained(row))
                return true;
        }
        return false;
    }

    /// A little more than is explained, as far as statistics tell, may be noise.
    [[nodiscard]] bool isSlight(const Suspect& suspect) const
    {
        constexpr double kFewTimes = 5;
        const bool isNumber = suspect.reason == SuspectReason::Growth
            || suspect.reason == SuspectReason::WorstElement || suspect.reason == SuspectReason::NormChange;
        return isNumber && suspect.score < kFewTimes
            && m_pairs.row(suspect.pairs.front()).basis == PairBasis::Statistics;
    }

    /// A bias's gradient that is nothing but rounding fails in every run, and so may what follows from errors
    /// before it.
    [[nodiscard]] bool isExplained(std::size_t row) const
    {
        return isKnownEffect(row) || m_explanation.fits(row);
    }

    /// Where a gradient is nothing but rounding, an optimizer that scales it moves its parameter anywhere: it
    /// counts where others are moved by the same factor alone.
    [[nodiscard]] Excesses ofKnownGradients(Excesses excesses) const
    {
        std::erase_if(excesses, [&](const Excess& one) { return isKnownEffect(one.row); });
        return excesses;
    }

    [[nodiscard]] bool isKnownEffect(std::size_t row) const
    {
        const auto& effects = m_comparison.suspicion.effects;
        const auto effect = std::ranges::lower_bound(effects, row, {}, &KnownEffect::row);
        return effect != effects.end() && effect->row == row;
    }

    /// A step that is left out: nothing moves that golden moves, by more than the coarser type hides.
    static std::optional<OptimizerFault> standstill(const ParameterPairs& before, const ParameterPairs& after)
    {
        OptimizerFault fault;
        fault.row = std::numeric_limits<std::size_t>::max();
        SeenParameters seen;
        for (const auto& [key, pair] : after) {
            const auto then = before.find(key);
            if (then == before.end() || !seen.isNew(then->second, pair) || !excessOf(then->second, pair))
                continue;
            const RecordedParameter &was = then->second.target, &now = pair.target;
            if (std::tie(was.mean, was.norm, was.max, was.min)
                != std::tie(now.mean, now.norm, now.max, now.min))
                return std::nullopt;
            ++fault.moved;
            fault.row = std::min(fault.row, pair.row);
        }
        if (fault.moved < kManyParameters)
            return std::nullopt;
        fault.otherwise = fault.moved;
        fault.factor = 0;
        fault.standsStill = true;
        return fault;
    }

    /// What most outputs until the end of a step are off by less than.
    [[nodiscard]] double errorsUntil(Number step) const
    {
        const DumpIndex& index = *m_pairs.target().index;
        std::vector<double> errors;
        for (const JudgedOutput& output : m_comparison.suspicion.outputs) {
            if (index.factsOf(m_pairs.row(output.row).pair.target).step <= step && !isKnownEffect(output.row))
                errors.push_back(output.error);
        }
        if (errors.empty())
            return 0;
        const auto at
            = errors.begin() + static_cast<std::ptrdiff_t>(kErrors * static_cast<double>(errors.size() - 1));
        std::ranges::nth_element(errors, at);
        return *at;
    }

    /// What the gradients of a step are off by, the middle one: those of parameters, else all that backward
    /// operators give. Nothing where none was compared.
    [[nodiscard]] GradientErrors gradientErrorsOf(Number step) const
    {
        GradientErrors found;
        const DumpIndex& index = *m_pairs.target().index;
        std::vector<double> ofParameters, all;
        for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
            const TensorId id = m_pairs.row(row).pair.target;
            const TensorRow& tensor = index.tensor(id);
            if (!tensor.opName.isValid() || index.factsOf(id).step != step)
                continue;
            const std::string_view name = index.text(tensor.opName);
            const bool isList = isInGradientList(name, tensor.io);
            if (!isList && !(tensor.io == Io::Output && name.find(".backward") != std::string_view::npos))
                continue;
            const TensorError error = withoutLossScale(tensorError(m_pairs, row), step, isList);
            if (!error.hasNumbers || error.isBroken || error.isInteger)
                continue;
            (isList ? ofParameters : all).push_back(error.relative);
            found.isBound |= error.basis == PairBasis::Statistics;
        }
        std::vector<double>& errors = ofParameters.empty() ? all : ofParameters;
        if (errors.empty())
            return found;
        const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
        std::ranges::nth_element(errors, middle);
        found.middle = *middle;
        return found;
    }

    [[nodiscard]] TensorError withoutLossScale(
        const TensorError& error, Number step, bool isOfParameter) const
    {
        const auto rank = m_pairs.target().index->factsOf(m_pairs.row(error.row).pair.target).rank;
        const auto& scales = m_comparison.suspicion.lossScales;
        const auto scale = std::ranges::find_if(
            scales, [&](const LossScale& one) { return one.rank == rank && one.step == step; });
        return scale == scales.end() || (isOfParameter && !scale->isOfParameters)
            ? error
            : dividedBy(m_pairs, error, scale->exponent);
    }

    /// Whether golden's parameters are moved as far as one another.
    static bool areMovedEvenly(const ParameterPairs& before, const ParameterPairs& after)
    {
        std::vector<double> far;
        for (const auto& [key, pair] : after) {
            const auto then = before.find(key);
            if (then == before.end())
                continue;
            const double moved = farthest(then->second.golden, pair.golden);
            if (moved > kOfNorms * pair.golden.unit * pair.golden.norm / std::sqrt(pair.golden.count))
                far.push_back(moved);
        }
        return areEven(far);
    }

    /// `decay`: what it is where all decay otherwise; `usual`: what movements before were off, where there
    /// were some; `errors`: what outputs were.
    [[nodiscard]] std::optional<OptimizerFault> between(const Excesses& excesses,
        const std::optional<OptimizerFault>& decay, std::optional<double> usual, double errors,
        const GradientErrors& gradients) const
    {
        const bool agreedBefore = usual && *usual < kSlight;
        if (auto fault = coherent(excesses, gradients.value())) {
            fault->agreedBefore = agreedBefore;
            return fault;
        }
        if (decay)
            return decay;
        if (gradients.value() <= kAgree) {
            if (auto fault = faultOfShare(excesses, kNearlyAll,
                    [](const Excess& one) { return std::fabs(one.excess) >= kOtherwise; })) {
                fault->agreedBefore = agreedBefore;
                return fault;
            }
        }
        // What has agreed until then.
        const auto isSudden = [&](const Excess& one) {
            if (!usual)
                return false;
            const double size = std::fabs(one.excess);
            return size >= gradients.ofMovements()
                && (size >= std::max(kSudden, kGrown * *usual)
                    || size >= std::max(
                           {kSlight, kGrownFar * *usual, kBeyondErrors * errors, kSure * one.unsure}));
        };
        if (auto fault = faultOfShare(excesses, kMostParameters, isSudden)) {
            fault->agreedBefore = true;
            return fault;
        }
        if (auto fault = gradients.middle ? beyondGradients(excesses, gradients) : std::nullopt) {
            fault->agreedBefore = agreedBefore;
            return fault;
        }
        if (auto fault = matricesAlone(excesses, gradients)) {
            fault->agreedBefore = agreedBefore;
            return fault;
        }
        for (const auto of : {OptimizerFault::Of::Vectors, OptimizerFault::Of::Matrices}) {
            const Excesses some = partOf(excesses, of);
            auto fault = coherent(some, gradients.value());
            if (fault)
                fault->agreedBefore = agreedBefore;
            else if ((fault = faultOfShare(ofKnownGradients(some), kNearlyAll, isSudden)))
                fault->agreedBefore = true;
            if (fault) {
                fault->of = of;
                return fault;
            }
        }
        return std::nullopt;
    }

    /// Most are moved farther or less far than errors of gradients and rounding make it.
    static std::optional<OptimizerFault> beyondGradients(
        const Excesses& excesses, const GradientErrors& gradients)
    {
        const double explained
            = std::max((gradients.isBound ? kBeyond : kBeyondShown) * gradients.ofMovements(), kPlain);
        return excesses.size() < kManyParameters
            ? std::nullopt
            : faultOfShare(excesses, kMostParameters,
                [&](const Excess& one) { return std::fabs(one.excess) >= explained + one.unsure; });
    }

    /// What is done to matrices alone, as to make their movements orthogonal.
    static std::optional<OptimizerFault> matricesAlone(
        const Excesses& excesses, const GradientErrors& gradients)
    {
        const Excesses vectors = partOf(excesses, OptimizerFault::Of::Vectors);
        if (gradients.value() > kAgree || vectors.size() < kFewestParameters || typical(vectors) > kAgree)
            return std::nullopt;
        auto fault = faultOfShare(
            partOf(excesses, OptimizerFault::Of::Matrices), kNearlyAll, [&](const Excess& one) {
                return std::fabs(one.excess) >= std::max({kAnother, gradients.ofMovements(), one.unsure});
            });
        if (fault)
            fault->of = OptimizerFault::Of::Matrices;
        return fault;
    }

    /// Most have the same excess: another rate. A slight one shows in parameters of which the means are sharp
    /// enough, and there in nearly all of them.
    static std::optional<OptimizerFault> coherent(Excesses excess, double gradients)
    {
        if (excess.size() < kFewestParameters)
            return std::nullopt;
        double median = medianOf(excess);
        if (std::fabs(median) <= gradients)
            return std::nullopt;
        // Few may be near one another by chance.
        const double scatter
            = excess.size() < kManyParameters && std::fabs(median) < kOtherwise ? kCloser : kScatter;
        const bool isSlight = std::fabs(median) < kAnother;
        if (isSlight) {
            if (!(std::fabs(median) >= kSlight))
                return std::nullopt;
            std::erase_if(
                excess, [&](const Excess& one) { return one.unsure > kScatter * std::fabs(median); });
            if (excess.size() < kManyParameters)
                return std::nullopt;
            median = medianOf(excess);
        }
        auto fault = faultOfShare(excess, isSlight ? kNearlyAll : kMostParameters,
            [&](const Excess& one) { return std::fabs(one.excess - median) <= scatter * std::fabs(median); });
        if (fault)
            fault->factor = 1 + median;
        return fault;
    }

    /// A decay of weights moves them by a part of what they are.
    [[nodiscard]] std::optional<OptimizerFault> beyondLimits(
        const ParameterPairs& before, const ParameterPairs& after, const GradientErrors& gradients) const
    {
        double moved = 0; // of any element, about
        for (const auto& [key, pair] : after) {
            if (const auto then = before.find(key); then != before.end())
                moved = std::max({moved, std::fabs(pair.golden.mean - then->second.golden.mean),
                    farthest(then->second.golden, pair.golden)});
        }
        const double explained = gradients.ofMovements() * moved;
        OptimizerFault fault;
        fault.row = std::numeric_limits<std::size_t>::max();
        SeenParameters seen;
        for (const auto& [key, pair] : after) {
            if (!seen.isNew(pair, pair))
                continue;
            ++fault.moved;
            const auto then = before.find(key);
            if (!isFarOff(pair, then == before.end() ? nullptr : &then->second, explained))
                continue;
            ++fault.otherwise;
            fault.row = std::min(fault.row, pair.row);
        }
        return fault.otherwise >= kFewestParameters && 2 * fault.otherwise >= fault.moved
            ? std::optional(fault)
            : std::nullopt;
    }

    /// Once something is wrong, its errors are taken as the noise of the run, and limits give way.
    /// `explained`: what errors of gradients make of an element. Their signs are random, so that norms and
    /// means hardly show them; what a setting makes has the sign of the parameter or of its movement.
    /// `before`: the parameter a step before, where it is known: what it was off by then was not made since.
    [[nodiscard]] bool isFarOff(
        const ParameterPair& pair, const ParameterPair* before, double explained) const
    {
        constexpr double kFar = 3; // times half of the significand
        const auto off = [](const ParameterPair& one) {
            return std::pair(one.target.norm - one.golden.norm, one.target.mean - one.golden.mean);
        };
        const auto [normBefore, meanBefore] = before ? off(*before) : std::pair(0.0, 0.0);
        const auto [norm, mean] = off(pair);
        const double changed = std::max(
            std::fabs(norm - normBefore), std::sqrt(pair.golden.count) * std::fabs(mean - meanBefore));
        if (isKnownEffect(pair.row) || changed <= explained)
            return false;
        const TensorError error = tensorError(m_pairs, pair.row);
        const auto& rounded = m_comparison.suspicion.rounded;
        const double unit = std::max(error.unit, rounded ? std::ldexp(1.0, -significandBits(*rounded)) : 0.0);
        return m_pairs.row(pair.row).verdict == Verdict::Fail
            || (error.hasNumbers && error.relative > kFar * std::sqrt(unit));
    }

    const Comparison& m_comparison;
    const PairTable& m_pairs;
    RecordedParameters m_parameters;
    FailureExplanation m_explanation;
    bool m_areScaled = true; ///< in no step golden's parameters are moved unlike one another
};

} // namespace

std::optional<OptimizerFault> optimizerFault(const Comparison& comparison)
{
    return OptimizerSearch(comparison).run();
}

Message OptimizerFault::sentence() const
{
    constexpr double kStill = 0.05;
    if (accumulates)
        return phrase("the gradients of %1 of %2 parameters seen are added to those of the step before",
            otherwise, moved);
    const Message count = of == Of::All ? phrase("%1 of %2 parameters seen", otherwise, moved)
        : of == Of::Vectors ? phrase("%1 of %2 vectors among the parameters seen", otherwise, moved)
                            : phrase("%1 of %2 matrices among the parameters seen", otherwise, moved);
    if (decay)
        return *decay > 0 ? phrase("%1 shrink by %2 of themselves more than golden's: weight decay", count,
                   errorDigits(*decay))
                          : phrase("%1 shrink by %2 of themselves less than golden's: weight decay", count,
                              errorDigits(-*decay));
    if (!factor)
        return phrase("%1 are moved otherwise than golden's: the optimizer", count);
    if (std::fabs(*factor) < kStill)
        return phrase("%1 are not moved, golden's are: the optimizer", count);
    // 1.003 is not 1.
    return phrase("the means of %1 are moved %2 times as far as golden's: the optimizer", count,
        std::fabs(*factor - 1) < kAnother ? fmt::format("{:.4g}", *factor) : fmt::format("{:.3g}", *factor));
}

Message OptimizerFault::headline() const
{
    return phrase("%1; first", sentence());
}

Message OptimizerFault::reason() const
{
    if (accumulates)
        return phrase(
            "nothing before is wrong, and gradients are the sum of golden's and of those of the step "
            "before: they are not set to zero between the steps (zero_grad)");
    if (standsStill)
        return phrase("not one figure of them changes, whatever their gradients are: a step is left out, as "
                      "where a loss scale overflows, gradients are still gathered or the optimizer is not "
                      "called");
    const Message before = !gradientError ? phrase("nothing before is wrong, gradients were not compared")
        : *gradientError <= kAgree
        ? phrase("nothing before is wrong, gradients agree")
        : phrase(
            "nothing before is wrong, gradients are off by %1, the middle one", errorDigits(*gradientError));
    if (decay)
        return phrase("%1: its weight decay, or the parameters it decays", before);
    return agreedBefore
        ? phrase("%1, movements agreed until then: what optimizers keep from step to step (a momentum, "
                 "the betas of Adam) or a schedule",
            before)
        : phrase("%1: its learning rate, its schedule, clipping of gradients or another setting", before);
}

} // namespace dumpscope::core
