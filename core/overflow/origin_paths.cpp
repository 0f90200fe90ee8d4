// SPDX-License-Identifier: GPL-3.0-or-later
// The ways by which a tensor may have inherited what is not finite.
#include "overflow/origin_judge.h"

#include "base/text.h"
#include "compare/suspects/operator_nature.h"

#include <algorithm>
#include <limits>

namespace dumpscope::core {

namespace {

std::string_view lastPart(std::string_view path)
{
    return path.substr(path.find_last_of("./") + 1);
}

/// The module that makes the call, by its scope or by the path that is its name.
std::string_view surroundings(const ExecutedCall& call)
{
    if (!call.scope.empty())
        return call.scope;
    const std::size_t end = call.name.find_last_of("./");
    return end == std::string_view::npos ? std::string_view() : call.name.substr(0, end);
}

} // namespace

bool OriginJudge::inheritsInside(const Place& place, const ExecutedCall& call, Judged& one)
{
    for (std::size_t i = place.shown.size(); i-- > 0;) {
        const Judged& inside = m_judged[place.shown[i]];
        if (inside.place < call.begin)
            break;
        if (inside.call >= call.place)
            continue; // its own, or of a module around it that begins with it
        inherit(one, place.shown[i], phrase("%1, inside it, is not finite", withOperator(inside.tensor.id)));
        return true;
    }
    return false;
}

/// Backward operators work on what their forward run saw, and gradients of parameters on what their module
/// got.
bool OriginJudge::inheritsFromTwins(const Place& place, const ExecutedCall& call, Judged& one)
{
    std::vector<std::string> twins;
    for (const std::string_view direction : {".backward", ".parameters_grad"}) {
        if (const std::size_t at = call.name.rfind(direction); at != std::string_view::npos) {
            const std::string before(call.name.substr(0, at));
            const std::string_view behind = call.name.substr(at + direction.size());
            twins.push_back(before + ".forward" + std::string(behind));
            if (call.isGradientList)
                twins.push_back(before + ".backward" + std::string(behind));
            break;
        }
    }
    const auto take = [&](const ExecutedCall& twin, bool isGivenOnly) {
        for (const TensorId id : twin.tensors) {
            const std::size_t other = find(id);
            if (other == kNowhere || other == indexOf(one) || !isShown(other)
                || (isGivenOnly && !isGiven(m_index.tensor(id).io)))
                continue;
            inherit(one, other, phrase("%1, which it works on, is not finite", withOperator(id)));
            return true;
        }
        return false;
    };
    for (const std::string& name : twins) {
        const auto twin = place.byName.find(place.calls, name, call.occurrence);
        if (twin && take(place.calls[*twin], call.isGradientList))
            return true;
    }
    for (std::size_t i = call.place; call.isGradientList && i-- > 0 && place.calls[i].scope == call.module;) {
        if (place.calls[i].isBackward && take(place.calls[i], false))
            return true;
    }
    return false;
}

/// Collectives spread what a rank puts in.
bool OriginJudge::inheritsFromRanks(const Place& place, const ExecutedCall& call, Judged& one)
{
    std::size_t given = kNowhere;
    if (call.isReceive) {
        const auto sent = m_sent.find({place.step, elements(one.tensor.id)});
        given = sent == m_sent.end() ? kNowhere : sent->second.notOf(place.rank);
    } else {
        const auto exchanged = m_exchanged.find({place.step, call.name, call.occurrence});
        given = exchanged == m_exchanged.end() ? kNowhere : exchanged->second.notOf(place.rank);
    }
    if (given != kNowhere) {
        const TensorId id = m_judged[given].tensor.id;
        const auto rank = m_index.factsOf(id).rank;
        inherit(one, given,
            phrase("%1 on rank %2 is not finite: the ranks exchange it", withOperator(id),
                rank ? std::to_string(*rank) : "?"));
        return true;
    }
    if (call.isReceive && operatorWord(call.type).starts_with("i")) {
        setAside(one, ValueOrigin::Uninitialised,
            phrase("the receive goes on while others run: nothing need be there when it was dumped"));
        return true;
    }
    const OperatorHistory::OtherRanks others = m_history.inputsOnOtherRanks(one.tensor.id);
    if (others.areKnown && !others.areLeftOut && !call.isReceive)
        return false; // what the others gave is finite, too: it is born in the exchange
    cause(one, ValueOrigin::Unknown,
        others.areLeftOut ? phrase("it comes from a rank that was not looked at")
                          : phrase("it comes from a rank whose inputs were not dumped"));
    return true;
}

/// What a step begins with was made by the ones before: by the gradients, through the optimizer.
bool OriginJudge::inheritsFromSteps(const Place& place, Judged& one)
{
    // The nearest step tells. Its ranks may be judged at the same time as this one's.
    auto step = m_steps.rbegin();
    if (step != m_steps.rend() && step->step == place.step)
        ++step;
    if (!place.step || step == m_steps.rend())
        return false;
    const TensorRow& row = m_index.tensor(one.tensor.id);
    const auto same = step->same.find({place.rank, row.opName, row.io, row.slot, row.entry});
    if (same != step->same.end()) {
        inherit(one, same->second, phrase("it is not finite in step %1 already", *step->step));
        return true;
    }
    const auto update = step->updates.find({place.rank, row.shape});
    if (row.shape.isValid() && update != step->updates.end()) {
        inherit(one, update->second,
            phrase("%1 of step %2 is not finite and of the same shape: it computed it",
                withOperator(m_judged[update->second].tensor.id), *step->step));
        return true;
    }
    std::size_t source = kNowhere;
    if (const auto own = step->gradientsOf.find(one.tensor.parameter);
        !one.tensor.parameter.empty() && own != step->gradientsOf.end())
        source = own->second.nearest(place.rank);
    if (source == kNowhere)
        source = step->gradients.nearest(place.rank);
    const bool mayBeTrained = source != kNowhere || !one.tensor.parameter.empty();
    if (source == kNowhere)
        source = step->others.nearest(place.rank);
    if (source == kNowhere)
        return false;
    if (!mayBeTrained) {
        inherit(one, source,
            phrase(
                "%1 of step %2 is not finite: what is kept between steps, a cache for one, may have brought "
                "it here",
                withOperator(m_judged[source].tensor.id), *step->step));
        return true;
    }
    const FolderFacts& facts = m_index.factsOf(m_judged[source].tensor.id);
    inherit(one, source,
        facts.rank && facts.rank != place.rank
            ? phrase("%1 of step %2 on rank %3 is not finite: the optimizer's step brings it here",
                withOperator(m_judged[source].tensor.id), *facts.step, *facts.rank)
            : phrase("%1 of step %2 is not finite: the optimizer's step brings it here",
                withOperator(m_judged[source].tensor.id), *facts.step));
    return true;
}

/// Attention keeps keys and values of the steps before: what was not finite when it was put there is read
/// again. An output goes into no cache, but shows what was put there where inputs are not dumped.
bool OriginJudge::inheritsFromCache(
    const Place& place, const ExecutedCall& call, const Inputs& inputs, Judged& one)
{
    const bool isAttention = computesAttention(call.type) || computesAttention(lastPart(call.name));
    if (!isAttention || call.isBackward)
        return false;
    // A step may have several passes of the model.
    const std::string_view calls = nameWithoutCall(call.name);
    for (std::size_t i = call.place; i-- > 0;) {
        const ExecutedCall& before = place.calls[i];
        if (before.name == call.name || nameWithoutCall(before.name) != calls)
            continue;
        for (const TensorId id : before.tensors) {
            const std::size_t other = find(id);
            if (other == kNowhere || !isShown(other) || !isGiven(m_index.tensor(id).io))
                continue;
            inherit(one, other,
                phrase("%1, which ran before, was not finite: the cache of keys and values brings it here",
                    withOperator(id)));
            return true;
        }
    }
    if (!place.step)
        return false;
    const StringId name = m_index.tensor(one.tensor.id).opName;
    for (auto step = m_steps.rbegin(); step != m_steps.rend(); ++step) {
        if (step->step == place.step)
            continue;
        for (const Io io : {Io::Input, Io::Output}) {
            if (io == Io::Output && (inputs.finite > 0 || place.firstMade != kNowhere))
                break;
            const auto first = step->same.lower_bound(OriginStep::Identity {
                place.rank, name, io, std::numeric_limits<std::int32_t>::min(), StringId(0U)});
            if (first == step->same.end() || std::get<0>(first->first) != place.rank
                || std::get<1>(first->first) != name || std::get<2>(first->first) != io)
                continue;
            inherit(one, first->second,
                phrase("%1 was not finite in step %2: the cache of keys and values brings it here",
                    withOperator(m_judged[first->second].tensor.id), *step->step));
            return true;
        }
    }
    return false;
}

/// The operator that computed a weight just before it is used: a norm of weights, a cast, an optimizer.
bool OriginJudge::inheritsFromMaker(const Place& place, const ExecutedCall& call, Judged& one)
{
    const TensorRow& row = m_index.tensor(one.tensor.id);
    if (!row.shape.isValid())
        return false;
    const std::string_view scope = call.module.empty() ? call.scope : std::string_view(call.module);
    const auto near = place.madeInScope.find({row.shape, scope});
    const auto update = place.updates.find(row.shape);
    for (const std::size_t made : {near == place.madeInScope.end() ? kNowhere : near->second,
             update == place.updates.end() ? kNowhere : update->second}) {
        if (made == kNowhere || m_judged[made].kinds != one.kinds
            || !hasSameNumbers(m_judged[made].tensor.id, one.tensor.id))
            continue;
        inherit(one, made,
            phrase(
                "%1, which computed %2, is not finite", withOperator(m_judged[made].tensor.id), nameOf(one)));
        return true;
    }
    return false;
}

/// The tensor before with as many elements; views change shapes without being dumped.
bool OriginJudge::inheritsByShape(const Place& place, Judged& one)
{
    const auto size = elements(one.tensor.id);
    std::size_t time = place.bySize.find(size, [&](const Kinds& kinds, Standing standing) {
        return kinds == one.kinds && standing != Standing::Uninitialised;
    });
    if (time != kNowhere && !one.kinds.onlyNegInf() && !isShown(place.judged[time]))
        time = kNowhere;
    if (time == kNowhere) {
        time = place.bySize.find(size, [&](const Kinds& kinds, Standing standing) {
            if (one.kinds.onlyNegInf())
                return kinds.negInf && standing != Standing::Uninitialised;
            // NaN becomes no infinity.
            return standing == Standing::Shown && (one.kinds.nan || kinds.posInf || kinds.negInf);
        });
    }
    if (time == kNowhere)
        return false;
    const std::size_t best = place.judged[time];
    const TensorId source = m_judged[best].tensor.id;
    if (!isShown(best)) {
        setAside(one, ValueOrigin::Mask, phrase("-Inf of a mask: %1", withOperator(source)), best);
        return true;
    }
    inherit(one, best,
        isMade(m_index.tensor(source).io)
            ? phrase("%1, which ran before, is not finite and as large", withOperator(source))
            : phrase("%1 is not finite already and as large", withOperator(source)));
    return true;
}

/// Splits and slices need not be dumped: the latest output of the same module that has as many rows, longer
/// ones.
bool OriginJudge::inheritsAsPart(const Place& place, const ExecutedCall& call, Judged& one)
{
    const auto sizeOf = [&](TensorId id) {
        const TensorRow& row = m_index.tensor(id);
        return row.shape.isValid() ? m_index.shape(row.shape) : std::span<const std::int64_t>();
    };
    const auto own = sizeOf(one.tensor.id);
    const auto size = elements(one.tensor.id);
    if (own.size() < 2 || !size)
        return false;
    const auto isFew = [](const auto& part, const auto& whole) { return !part || !whole || *part <= *whole; };
    for (std::size_t i = place.shown.size(); i-- > 0;) {
        const Judged& source = m_judged[place.shown[i]];
        const TensorId id = source.tensor.id;
        const auto whole = sizeOf(id);
        if (!isMade(m_index.tensor(id).io) || whole.size() < 2 || whole.front() != own.front()
            || elements(id).value_or(0) <= *size
            || surroundings(place.calls[source.call]) != surroundings(call))
            continue;
        if (!isFew(one.tensor.nan, source.tensor.nan) || !isFew(one.tensor.posInf, source.tensor.posInf)
            || !isFew(one.tensor.negInf, source.tensor.negInf))
            return false;
        inherit(one, place.shown[i],
            phrase("%1, which ran before, is not finite, and larger: it is a part of it, perhaps",
                withOperator(id)));
        return true;
    }
    return false;
}

} // namespace dumpscope::core
