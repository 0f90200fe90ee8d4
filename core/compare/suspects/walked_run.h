// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/known_effects.h"
#include "compare/suspects/measured_noise.h"
#include "compare/suspects/suspect.h"
#include "compare/suspects/walked_place.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// State of a SuspectWalk for the whole run: noise, parameters, what ranks exchange, and results of earlier
/// steps. The operators must outlive it. Not thread-safe.
class WalkedRun {
public:
    using Number = std::optional<std::int64_t>;
    /// Parameters of the model. Where most differ, the runs are not of the same model.
    struct Parameters {
        std::size_t count = 0, differing = 0;
        [[nodiscard]] bool mostlyDiffer() const { return differing > 1 && 2 * differing > count; }
        [[nodiscard]] bool mostlyAgree() const
        {
            return count > 2 && 8 * differing <= std::max<std::size_t>(count, 8);
        }
    };

    WalkedRun(const TracedOperators& operators, std::optional<double> products);

    [[nodiscard]] const Noise& noiseOfBasis(const TensorError& tensor) const
    {
        return tensor.basis == PairBasis::Statistics ? m_statistics : m_elements;
    }
    [[nodiscard]] double noise() const { return std::max(m_elements.outputs, m_statistics.outputs); }
    /// Relative error expected without a fault for a tensor of an operator of the step.
    [[nodiscard]] double expected(const TensorError& tensor, Number step) const;
    /// Whether parameters of the step may have been moved: it is not the first.
    [[nodiscard]] bool isMoved(Number step) const
    {
        return !m_parameters.empty() && m_parameters.begin()->first < step;
    }
    /// Largest relative error that may have reached a tensor of this operator. Parameters come from earlier
    /// steps; views and other operators that are not dumped may carry any earlier error to other tensors, and
    /// caches those of earlier steps.
    [[nodiscard]] double mostBefore(
        const TensorError& tensor, const TracedOperator& op, const WalkedPlace& place) const;
    /// Of all earlier steps, where the run may keep what it computed for later ones (a cache of keys and
    /// values): it does not train, which begins every step with data of its own. Else 0.
    [[nodiscard]] double mostCached(Number step) const;
    /// What the operator may have kept of earlier steps and of its earlier calls in this one: nothing where
    /// it keeps no cache.
    [[nodiscard]] WalkedPlace::Kept cached(const TracedOperator& op, const WalkedPlace& place) const;
    static void noteCached(const TracedOperator& op, WalkedPlace& place);
    /// Whether a tensor anywhere before was golden's times a number: caches and ranks pass it on.
    [[nodiscard]] bool sawScaled() const { return m_sawScaled; }
    void noteScaled() { m_sawScaled = true; }
    [[nodiscard]] bool hasStepBefore(Number step) const
    {
        return !m_most.empty() && m_most.begin()->first < step;
    }
    /// Whether NaN or infinities appeared before, in the rank and step or in any earlier step.
    [[nodiscard]] bool hasNonFiniteBefore(const TracedOperator& op, const WalkedPlace& place) const
    {
        return place.isNonFinite || (m_nonFiniteStep && *m_nonFiniteStep < op.step);
    }
    [[nodiscard]] const Parameters& parametersOf(Number step) const { return m_parameters.at(step); }
    [[nodiscard]] const IdleParameters& idle() const { return m_idle; }
    [[nodiscard]] bool hasWriters() const { return m_hasWriters; } ///< operators that write over an input
    /// The entry with the gradient that the module received; it follows after the gradients of its
    /// parameters. Null if there is none.
    [[nodiscard]] const TracedOperator* backwardOf(const TracedOperator& op) const;
    /// What was given the gradient that the operator sums: itself, or the module of a list of gradients. Null
    /// where the dump has no such entry.
    [[nodiscard]] const TracedOperator* giverOf(const TracedOperator& op) const
    {
        return op.isGradientList ? backwardOf(op) : &op;
    }
    /// Explained error of a gradient that is only rounding (explainIdleGradient); absent for others.
    [[nodiscard]] std::optional<double> explainedIdle(
        const TracedOperator& op, const TensorError& output) const;
    struct Put {
        double relative = 0, largest = 0; ///< error, and that of the worst element
    };
    /// The largest errors that a rank puts into a collective; infinite where they are not known.
    [[nodiscard]] const Put& collectiveError(const TracedOperator& op) const
    {
        return m_collectives.at({op.run, op.step, op.name, op.occurrence});
    }
    /// Whether operators of the kind that have other numbers of rows than golden's have as many together,
    /// over all ranks: rows that were passed to others, as from one expert to another.
    [[nodiscard]] bool keepsRows(const TracedOperator& op, const TensorError& tensor) const
    {
        const auto found = m_moreRows.find({op.run, op.step, op.type, op.forward.empty(), tensor.isOutput});
        return tensor.moreRows != 0 && found != m_moreRows.end() && found->second == 0;
    }
    /// What choices between values that nearly tie have brought to any rank in the step so far.
    [[nodiscard]] double choiceOfRanks(Number step) const
    {
        const auto found = m_choices.find(step);
        return found == m_choices.end() ? 0 : found->second;
    }

    /// Takes over the state of a place after an operator of it was judged.
    void take(Number step, const WalkedPlace& place);
    /// What a parameter that the step moved may be off by in its worst element, relative to its largest.
    void addIdleUpdate(const TensorError& parameter, double largest, Number step)
    {
        m_firstIdleUpdate = std::min(m_firstIdleUpdate.value_or(step), step);
        m_mostIdleUpdate = std::max(m_mostIdleUpdate, largest);
        double& known = m_idleUpdates[parameter.fingerprint];
        known = std::max(known, largest);
    }
    [[nodiscard]] double idleUpdate(const TensorError& parameter) const
    {
        const auto found = m_idleUpdates.find(parameter.fingerprint);
        return found == m_idleUpdates.end() ? 0 : found->second;
    }
    /// The most of them that steps before this one may have.
    [[nodiscard]] double mostIdleUpdate(Number step) const
    {
        return m_firstIdleUpdate && *m_firstIdleUpdate < step ? m_mostIdleUpdate : 0;
    }
    void addEffect(std::size_t row, Message text) { m_effects.push_back({row, std::move(text)}); }
    /// Moves the effects out: ascending, each row once.
    [[nodiscard]] std::vector<KnownEffect> takeEffects();

private:
    using CallKey = std::tuple<std::string_view, Number, std::string_view, std::uint32_t>; ///< of a run
    using ModuleKey = std::tuple<std::string_view, Number, Number, std::string_view>;      ///< forward name
    using RowsKey
        = std::tuple<std::string_view, Number, std::string_view, bool, bool>; ///< type, forward, output
    void gather(const TracedOperator& op);
    [[nodiscard]] double mostOfStepsBefore(Number step) const;

    Noise m_elements, m_statistics;
    std::map<Number, Parameters> m_parameters; ///< of a step
    std::map<Number, double> m_most;           ///< largest relative error of a step
    std::optional<Number> m_nonFiniteStep;     ///< the first with other NaN or infinities
    std::map<CallKey, Put> m_collectives;
    std::map<RowsKey, double> m_moreRows;                  ///< of the target, over all ranks
    std::map<Number, double> m_choices;                    ///< of a step
    std::map<ModuleKey, const TracedOperator*> m_backward; ///< of modules
    std::vector<KnownEffect> m_effects;
    std::map<TensorError::Fingerprint, double> m_idleUpdates;
    std::optional<Number> m_firstIdleUpdate;
    double m_mostIdleUpdate = 0;
    IdleParameters m_idle;
    bool m_hasWriters = false;
    bool m_sawScaled = false;
    bool m_trains = false; ///< something runs backward
};

inline constexpr Form<0> kFollowsChoice
    = "it follows a choice between values that nearly tie, which rounding makes otherwise";

inline constexpr Form<0> kRaced
    = "an operator writes over it in place, and its checksum may have been taken before or "
      "behind that; all that was recorded beside it agrees";
inline constexpr Form<0> kCancels
    = "what it sums nearly cancels, so that the rounding of the terms is a large part of it";

/// Whether a tensor differs by more than the last digits of recorded sums.
[[nodiscard]] inline bool differsForSure(const TensorError& tensor)
{
    return tensor.differs && !tensor.isSlight;
}
/// Whether a tensor has non-finite elements other than those of a mask. A mask that covers a whole row shows
/// as NaN behind softmax.
[[nodiscard]] inline bool isSpoilt(const TensorError& tensor)
{
    return tensor.isNonFinite && !tensor.isMask;
}
/// Whether a choice between values that nearly tie explains another number of rows.
[[nodiscard]] inline bool isReshaped(const TensorError& tensor, const WalkedPlace& place)
{
    return place.isReshaped && tensor.hasOtherShape && !tensor.isNonFinite;
}
/// Error in units of what is explained: 0 for no error, infinite where nothing is explained.
[[nodiscard]] double errorRatio(double error, double explained);

} // namespace dumpscope::core
