// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/suspect_walk.h"

#include "compare/suspects/judged_outputs.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dumpscope::core {

class SuspectWalk::Walk {
public:
    Walk(const TracedOperators& operators, std::optional<double> products)
        : m_run(operators, products)
    {
        m_outputs.reserve(operators.size()); // most give one
    }

    void finish(Suspicion& suspicion)
    {
        std::sort(m_outputs.begin(), m_outputs.end(),
            [](const JudgedOutput& a, const JudgedOutput& b) { return a.row < b.row; });
        suspicion.noise = m_run.noise();
        suspicion.choice = m_choice;
        suspicion.reordered = m_reordered;
        suspicion.outputs = std::move(m_outputs);
        suspicion.effects = m_run.takeEffects();
    }

    Evidence judge(const TracedOperator& op)
    {
        WalkedPlace& place = placeOf(op);
        for (const TensorError& tensor : op.tensors) {
            if (tensor.isRaced)
                m_run.addEffect(tensor.row, phraseOf(kRaced));
        }
        noteRouting(op, place);
        JudgedInputs inputs = judgeInputs(op, place, m_run);
        const UnseenError unseen = unseenError(op, place, m_run, inputs);
        Evidence best = inputs.wrong;
        double own = 0;
        const TensorError* worst = nullptr; ///< output with numbers
        for (const TensorError& output : op.tensors) {
            if (!output.isOutput)
                continue;
            if (!op.scalars().mask.empty() && inputs.choice == nullptr) {
                m_run.addEffect(output.row, op.scalars().mask);
                place.masked.try_emplace(
                    output.fingerprint, WalkedPlace::Masked {op.scalars().mask, inputs.errors});
                continue;
            }
            const Evidence evidence = judgeOutput(op, output, inputs, unseen, place, m_run);
            note(op, evidence, inputs, place);
            if (output.hasNumbers && std::isfinite(output.relative)
                && (worst == nullptr || output.relative > worst->relative))
                worst = &output;
            if (evidence.reason == SuspectReason::NonFinite ? !isGross(best) && !isOfNonFinite(best.reason)
                                                            : evidence.score > best.score)
                best = evidence;
            // Statistics of truth values are the same whichever of them are true.
            if (output.differs || (output.isTruth && output.basis == PairBasis::Statistics))
                own = std::max(own, std::max(output.relative, std::numeric_limits<double>::min()));
        }
        // A mask that differs is where the infinities come from that it puts in.
        if (inputs.choice != nullptr && own > 0 && best.reason != SuspectReason::NonFiniteInput)
            best = {SuspectReason::WrongChoice, kInfiniteError, inputs.choice, 0, 0};
        // More error than is explained, and a number that says why. What one side alone is called with may be
        // what the other takes by default.
        const double beyond = op.scalars().isOneSided ? kSuspectScore : 1;
        if (!op.scalars().text.empty() && best.score > beyond && best.tensor->isOutput)
            best = {SuspectReason::WrongScalar, kInfiniteError, best.tensor, best.explained, 0,
                op.scalars().text};
        // Whichever rows a router chose, an argument is what it is: another choice excuses only what came in.
        else if (!op.scalars().text.empty() && !op.scalars().isOneSided && place.choice > 0
            && worst != nullptr
            && worst->relative > kSuspectScore * std::max(inputs.worst, m_run.expected(*worst, op.step)))
            best = {SuspectReason::WrongScalar, kInfiniteError, worst, inputs.worst, 0, op.scalars().text};
        if (!op.scalars().text.empty() && own == 0)
            place.silent[op.name] = &op;
        // What an operator keeps between steps shows an argument one step later.
        if (best.reason == SuspectReason::WrongInput && place.before != nullptr) {
            if (const auto cause = place.before->silent.find(op.name); cause != place.before->silent.end())
                best.scalars = cause->second->scalars().text;
        }
        // `x[0] = nan` has no output that shows it.
        if (op.scalars().isNaN && writesOverFirstInput(op.type) && !isOfNonFinite(best.reason)
            && !m_run.hasNonFiniteBefore(op, place)) {
            best = {SuspectReason::WrongScalar, kInfiniteError, &op.tensors.front(), 0, 0, op.scalars().text};
            place.isNonFinite = true;
        }
        if (inputs.hasExtremesOnly && isReordered(place) && best.tensor != nullptr && best.tensor->isOutput
            && !isOfNonFinite(best.reason) && best.score > kSuspectScore)
            best.reordered = place.reordered.first;
        best.inherited = inputs.worst;
        best.isInheritedBound = std::ranges::any_of(op.tensors,
            [](const TensorError& one) { return !one.isOutput && one.basis == PairBasis::Statistics; });
        best.hasInputs = inputs.any;
        best.inputs = static_cast<std::size_t>(
            std::ranges::count_if(op.tensors, [](const TensorError& one) { return !one.isOutput; }));
        best.knowsInputs = inputs.isMeasured();
        best.hasExtremesOnly = inputs.areIntegersUnseen();
        best.looksBefore = best.tensor != nullptr && best.tensor->isParameter
            ? m_run.hasStepBefore(op.step)
            : place.sawParts || !place.modules.empty();
        best.foundBefore = place.most > 0 || m_run.mostCached(op.step) > 0;
        best.hasEffect = own > 0 || std::ranges::none_of(op.tensors, [](const TensorError& tensor) {
            return tensor.isOutput && tensor.hasNumbers && !tensor.hasExtremesOnly;
        });
        if (!(best.score > kSuspectScore)) {
            noteLossScale(op);
            excuse(op, place);
            followIdle(op, inputs, place);
        }
        remember(op, place);
        return best;
    }

private:
    /// Run, lane, step.
    using PlaceKey = std::tuple<std::string_view, WalkedRun::Number, WalkedRun::Number>;

    /// What the lists of types say, of which there are few.
    struct TypeFacts {
        bool hasGates, choosesValues;
    };

    const TypeFacts& factsOf(std::string_view type)
    {
        auto found = m_types.find(type);
        if (found == m_types.end())
            found = m_types.emplace(type, TypeFacts {hasGates(type, true), choosesValues(type)}).first;
        return found->second;
    }

    WalkedPlace& placeOf(const TracedOperator& op)
    {
        const auto [at, isNew] = m_places.try_emplace({op.run, op.lane, op.step}, &m_memory);
        if (isNew) {
            at->second.step = op.step;
            const auto before = at == m_places.begin() ? at : std::prev(at);
            if (before != at && std::get<0>(before->first) == op.run && std::get<1>(before->first) == op.lane)
                at->second.takeBefore(before->second);
        }
        return at->second;
    }

    /// What nobody made and is far off explains the NaN that an operator makes of it.
    static bool isGross(const Evidence& input)
    {
        constexpr double kGross = 10 * kSuspectScore, kFar = 0.01;
        return input.reason == SuspectReason::WrongInput && input.tensor->hasNumbers && input.score >= kGross
            && input.tensor->relative >= kFar;
    }

    void note(const TracedOperator& op, const Evidence& evidence, const JudgedInputs& inputs,
        const WalkedPlace& place)
    {
        using Measure = JudgedOutput::Measure;
        const TensorError* const output = evidence.tensor;
        const auto add = [&](Measure measure, double error) {
            m_outputs.push_back({output->row, measure, error, evidence.explained, inputs.worst, inputs.any,
                inputs.isMeasured(), inputs.areIntegersUnseen(), place.gated,
                scaledUpdate(op, *output).has_value()});
        };
        switch (evidence.reason) {
        case SuspectReason::Growth:
            return add(relativeMeasure(*output), output->relative);
        case SuspectReason::WorstElement:
            return add(Measure::WorstElement, output->largest);
        case SuspectReason::NormChange:
            return add(Measure::Norm, output->norm);
        default: // no numbers to explain
            break;
        }
    }

    /// A router has chosen otherwise where experts have other numbers of rows, and none is lost.
    void noteRouting(const TracedOperator& op, WalkedPlace& place)
    {
        for (const TensorError& tensor : op.tensors) {
            if (!(place.mostChoice > 0) || !m_run.keepsRows(op, tensor))
                continue;
            m_choice = place.choice = place.mostChoice;
            place.isReshaped = true;
            m_run.addEffect(tensor.row, kFollowsChoice);
        }
    }

    /// Whoever scales the loss scales all gradients.
    void noteLossScale(const TracedOperator& op)
    {
        for (const TensorError& tensor : op.tensors) {
            if (tensor.lossExponent != 0)
                m_run.addEffect(tensor.row, lossScaleText(tensor.lossExponent));
        }
    }

    /// Rows that follow another choice between values that nearly tie: nobody can tell what they should be.
    void excuse(const TracedOperator& op, const WalkedPlace& place)
    {
        // What other ranks chose comes in by a collective.
        const bool isOfRanks = op.nature == OperatorNature::Collective && m_run.choiceOfRanks(place.step) > 0;
        for (const TensorError& tensor : op.tensors) {
            const bool isChosen = place.choice > 0 || (isOfRanks && tensor.isOutput);
            if (isChosen && tensor.hasNumbers && !tensor.isParameter && !tensor.isInteger && !tensor.isBroken
                && !isScaledCopy(tensor)
                && tensor.relative > kSuspectScore * m_run.expected(tensor, place.step))
                m_run.addEffect(tensor.row, kFollowsChoice);
        }
    }

    /// What is computed of nothing but rounding, where no other input is far off.
    void followIdle(const TracedOperator& op, const JudgedInputs& inputs, WalkedPlace& place)
    {
        for (const auto& [tensor, why] : inputs.idle)
            place.idle.try_emplace(tensor->fingerprint, WalkedPlace::Idle {why, tensor->relative});
        const auto isFarOff = [&](const TensorError& tensor) {
            return tensor.hasNumbers && !tensor.isInteger && !tensor.isBroken
                && tensor.relative > kSuspectScore * m_run.expected(tensor, place.step);
        };
        constexpr double kSame = 1.01;
        const bool keeps = changesFirstInput(op.type) && place.before != nullptr;
        const auto causeOf = [&](const TensorError& tensor) -> const Form<0>* {
            if (const auto found = place.idle.find(tensor.fingerprint); found != place.idle.end())
                return &found->second.why;
            if (!keeps)
                return nullptr;
            const auto found = place.before->idle.find(tensor.fingerprint);
            return found == place.before->idle.end() ? nullptr : &found->second.why;
        };
        // The same tensor elsewhere, as a parameter that a module and its operators are given.
        for (const TensorError& tensor : op.tensors) {
            if (tensor.isOutput || !isFarOff(tensor))
                continue;
            for (const WalkedPlace* at : {static_cast<const WalkedPlace*>(&place), place.before}) {
                if (at == nullptr)
                    continue;
                const auto found = at->idle.find(tensor.fingerprint);
                if (found != at->idle.end() && tensor.relative <= kSame * found->second.relative)
                    m_run.addEffect(tensor.row, phraseOf(found->second.why));
            }
        }
        // Gradients of parameters are computed from what their module was given.
        const TracedOperator* const giver = m_run.giverOf(op);
        if (giver == nullptr)
            return;
        constexpr double kGone = 0.1; // of such gradients: what follows a fault by a little is no such effect
        double count = 0;             // elements
        std::optional<Form<0>> why;
        for (const TensorError& tensor : giver->tensors) {
            if (tensor.isOutput || !isFarOff(tensor))
                continue;
            const Form<0>* const cause = causeOf(tensor);
            if (cause == nullptr)
                return;
            count = tensor.count;
            why = *cause;
        }
        for (const TensorError& tensor : op.tensors) {
            if (!why || !isFarOff(tensor) || (op.forward.empty() && tensor.count != count)
                || (op.isGradientList && tensor.relative < kGone))
                continue;
            m_run.addEffect(tensor.row, phraseOf(*why));
            place.idle.try_emplace(tensor.fingerprint, WalkedPlace::Idle {*why, tensor.relative});
        }
    }

    /// Most of what differs so far has golden's extremes and other last digits of its sums, and no parameter
    /// has.
    static bool isReordered(const WalkedPlace& place)
    {
        constexpr std::size_t kFew = 6, kMostly = 6;
        const auto& [first, count, others, hasParameter, isComputed] = place.reordered;
        return count >= kFew && count >= kMostly * others && !hasParameter && !isComputed;
    }

    /// Who got everything in golden's order gives it in golden's order: another kernel ends in other digits.
    static bool isComputedSo(const TensorError& tensor, const TracedOperator& op)
    {
        bool isKnown = false;
        for (const TensorError& input : op.tensors) {
            if (input.isOutput || input.isParameter)
                continue;
            // Of integers in another order the extremes are the same.
            if (input.differs || !input.hasNumbers || input.hasExtremesOnly)
                return false;
            isKnown = true;
        }
        return isKnown && tensor.isOutput;
    }

    static void noteOrder(const TensorError& tensor, const TracedOperator& op, WalkedPlace& place)
    {
        auto& [first, count, others, hasParameter, isComputed] = place.reordered;
        if (!tensor.differs || tensor.isInteger)
            return;
        if (!tensor.isReordered) {
            ++others;
            return;
        }
        hasParameter |= tensor.isParameter;
        if (count++ == 0) {
            first = &tensor;
            isComputed = isComputedSo(tensor, op);
        }
    }

    /// Gradients of parameters, which a dump does not have as sums where several operators give some.
    static void keepGiven(const TensorError& tensor, const TracedOperator& op, WalkedPlace& place)
    {
        if (op.forward.empty() || op.isGradientList || !tensor.isOutput || !tensor.hasNumbers
            || tensor.isInteger || tensor.isBroken || !std::isfinite(tensor.relative))
            return;
        const auto twin = place.forward.find(op.forward);
        if (twin == place.forward.end())
            return;
        const auto parameter = std::ranges::find_if(twin->second,
            [&](const TensorError* one) { return one->isParameter && one->count == tensor.count; });
        if (parameter == twin->second.end())
            return;
        place.given[tensor.count][(*parameter)->fingerprint].push_back(&tensor);
        place.gradients.push_back(tensor.relative);
    }

    /// Where gates are opened or shut by what their operator was given otherwise, gradients are off by whole
    /// elements.
    void noteGates(const TracedOperator& op, const TypeFacts& type, WalkedPlace& place) const
    {
        constexpr double kMost = 0.5;
        if (!op.forward.empty() || !type.hasGates)
            return;
        for (const TensorError& tensor : op.tensors) {
            if (tensor.isOutput || !tensor.hasNumbers || tensor.isInteger || tensor.isBroken
                || !(tensor.relative > 0))
                continue;
            const auto carried = place.carried.find(tensor.fingerprint);
            const double error = std::max({tensor.relative, m_run.expected(tensor, op.step),
                carried == place.carried.end() ? 0.0 : carried->second});
            place.mayBeGated = std::max(place.mayBeGated, std::min(gatedError(error, tensor.count), kMost));
        }
    }

    void remember(const TracedOperator& op, WalkedPlace& place)
    {
        place.last[op.type] = &op;
        const TypeFacts& type = factsOf(op.type);
        noteGates(op, type, place);
        place.sawOperators |= !op.isModule && op.forward.empty();
        place.mayChoose |= type.choosesValues;
        for (const TensorError& tensor : op.tensors) {
            if (op.forward.empty()) {
                noteOrder(tensor, op, place);
                if (!m_reordered && isReordered(place))
                    m_reordered = place.reordered.first->row;
            }
            if (isLeftover(tensor, op, place, m_run) || place.masked.contains(tensor.fingerprint))
                continue;
            // No element is as large as a mask says, and none is picked out of it.
            if (tensor.isOutput && tensor.hasNumbers && !tensor.isInteger && !tensor.isBroken
                && !tensor.isMostlyMask && tensor.count > 1)
                place.recent[place.outputs++ % place.recent.size()] = {&tensor, !op.forward.empty()};
            keepGiven(tensor, op, place);
            if (op.isGradientList && tensor.isOutput && tensor.hasNumbers && std::isfinite(tensor.relative))
                place.gradients.push_back(tensor.relative);
            place.sawOutput |= tensor.isOutput && tensor.hasNumbers;
            // Freed memory may hold golden's copy of one that is equal on both sides.
            if (tensor.isOutput && tensor.hasNumbers && tensor.differs && m_run.hasWriters())
                place.seen.insert(tensor.fingerprint);
            if (!op.isGradientList && isScaledCopy(tensor)) // lists come before what they follow
                m_run.noteScaled();
            if (const double choice = choiceError(op, tensor); choice > place.mostChoice) {
                place.mostChoice = choice;
                place.choiceRows = tensor.rows;
            }
            if (place.mostChoice > 0 && tensor.isInteger
                && (tensor.relative > 0 || isReshaped(tensor, place) || surelyChoosesOtherwise(op, tensor)))
                m_choice = place.choice = place.mostChoice;
            place.isBroken |= tensor.isBroken && !isReshaped(tensor, place);
            place.isNonFinite |= isSpoilt(tensor);
            if (tensor.isOutput && tensor.differs
                && (tensor.isInteger || op.nature == OperatorNature::Stepping))
                place.sawWrongChoice = true;
            if (tensor.isOutput && tensor.hasNumbers && op.nature == OperatorNature::Stepping)
                place.stepped.insert(tensor.fingerprint);
            if (tensor.differs && !(tensor.hasNumbers && tensor.relative > 0)) // by an amount nobody knows
                place.most = std::max(place.most, std::numeric_limits<double>::min());
            if (tensor.hasNumbers && !tensor.differs && !tensor.isInteger && !tensor.isConstant)
                place.agreed.add(tensor);
            if (!tensor.hasNumbers || tensor.isBroken || !(tensor.relative > 0))
                continue;
            double& wrong = place.wrong[tensor.fingerprint];
            wrong = std::max(wrong, tensor.relative);
            // Of next to nothing: no other tensor is off by as much because of it.
            if (tensor.relative > 1 && m_run.explainedIdle(op, tensor))
                continue;
            if (op.isGradientList) {
                place.mostGradient
                    = std::max(place.mostGradient, std::isfinite(tensor.relative) ? tensor.relative : 0);
                continue;
            }
            if (!tensor.isInteger && std::isfinite(tensor.relative))
                place.most = std::max(place.most, tensor.relative);
            if (!tensor.isInteger && std::isfinite(tensor.largest))
                place.mostLargest = std::max(place.mostLargest, tensor.largest);
        }
        const auto agrees = [](const TensorError& tensor) { return tensor.isOutput || !tensor.differs; };
        if (place.most == 0 && std::ranges::all_of(op.tensors, agrees))
            place.repeated.insert(op.type);
        m_run.take(op.step, place);
        if (op.isModule)
            place.modules.push_back(op.modulePath);
        else
            place.sawParts = true;
        WalkedRun::noteCached(op, place);
        constexpr std::string_view kForward = ".forward";
        const std::size_t at = op.forward.empty() ? op.name.rfind(kForward) : std::string_view::npos;
        if (at == std::string_view::npos)
            return;
        auto& kept = place.forward[std::string(op.name.substr(0, at + kForward.size()))];
        for (const TensorError& tensor : op.tensors)
            kept.push_back(&tensor);
    }

    WalkedRun m_run;
    std::pmr::monotonic_buffer_resource m_memory; ///< of places: in few pieces
    std::map<PlaceKey, WalkedPlace> m_places;
    std::unordered_map<std::string_view, TypeFacts> m_types;
    std::vector<JudgedOutput> m_outputs;
    std::optional<std::size_t> m_reordered;
    double m_choice = 0; ///< error that near-ties brought, where they show
};

SuspectWalk::SuspectWalk(const TracedOperators& operators, std::optional<double> products)
    : m_walk(std::make_unique<Walk>(operators, products))
{
}

SuspectWalk::~SuspectWalk() = default;

Evidence SuspectWalk::judge(const TracedOperator& op)
{
    return m_walk->judge(op);
}

void SuspectWalk::finish(Suspicion& suspicion)
{
    m_walk->finish(suspicion);
}

} // namespace dumpscope::core
