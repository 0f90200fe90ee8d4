// SPDX-License-Identifier: GPL-3.0-or-later
#include "overflow/origin_judge.h"

#include "base/text.h"
#include "compare/suspects/operator_nature.h"
#include "model/recorded_order.h"
#include "overflow/parameter_name.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::size_t kStopEvery = 256; ///< calls

/// What folders with tensors of one rank and step have in common; a folder that names no operator stands for
/// itself.
auto placeKey(const DumpIndex& index, FolderId id)
{
    const FolderFacts& facts = index.folder(id).facts;
    const bool isOfOperator = !facts.module.empty() || !facts.opName.empty();
    return std::tuple(facts.step, facts.rank, isOfOperator ? kNowhere : std::size_t {id.value()},
        std::string_view(facts.run), facts.deviceId, facts.process, std::string_view(facts.model),
        facts.modelId, facts.graphId);
}
using PlaceKey = decltype(placeKey(std::declval<const DumpIndex&>(), FolderId()));

/// For each folder, that of the step before at the same path, where the ends of its tensors' steps may lie in
/// the next one; else itself.
std::vector<FolderId> foldersBefore(const DumpIndex& index)
{
    const auto keyOf = [&](FolderId id, std::int64_t back) {
        const FolderRow& row = index.folder(id);
        const auto step = row.facts.step;
        return std::tuple(row.path, step && *step > 0 ? *step - back : step, row.facts.rank);
    };
    std::map<decltype(keyOf(FolderId(), 0)), FolderId> known;
    for (std::size_t i = 0; i < index.folderCount(); ++i)
        known.try_emplace(keyOf(FolderId(i), 0), FolderId(i));
    std::vector<FolderId> before;
    before.reserve(index.folderCount());
    for (std::size_t i = 0; i < index.folderCount(); ++i) {
        const auto found = known.find(keyOf(FolderId(i), 1));
        before.push_back(found == known.end() ? FolderId(i) : found->second);
    }
    return before;
}

} // namespace

OriginJudge::OriginJudge(OriginTracker& tracker, std::stop_token stop, Progress* progress)
    : m_tracker(tracker)
    , m_index(tracker.m_index)
    , m_stop(std::move(stop))
    , m_progress(progress)
    , m_history(tracker)
    , m_nanArguments(m_index)
{
    for (const MeasuredTensor& tensor : tracker.m_found) {
        Judged& one = m_judged.emplace_back();
        one.tensor = tracker.describe(tensor);
        one.root = m_judged.size() - 1;
        one.kinds = {tensor.showsNan || tensor.nan.value_or(0) > 0,
            tensor.showsPosInf || tensor.posInf.value_or(0) > 0,
            tensor.showsNegInf || tensor.negInf.value_or(0) > 0};
        if (!one.kinds.any())
            one.kinds.nan = true; // which of them is not said
    }
    std::vector<TensorId> all;
    for (std::uint32_t i = 0; i < m_index.tensorCount() && !m_judged.empty(); ++i)
        all.push_back(TensorId(i));
    const auto isRecorded = [&](TensorId id) { return hasRecordedOrder(m_index.tensor(id)); };
    m_isNamedInOrder = std::ranges::none_of(all, isRecorded) && isInExecutionOrder(m_index, all);
}

Result<std::vector<NonFiniteTensor>> OriginJudge::run()
{
    std::vector<NonFiniteTensor> found;
    if (m_judged.empty())
        return found;
    TRY_VOID(collectPlaces());
    for (Place& place : m_places) {
        TRY_VOID(judgePlace(place));
        rememberStep(place);
    }
    settleMasks();
    settleUninitialised();
    numberBirths();
    found.reserve(m_judged.size());
    for (std::size_t i = 0; i < m_judged.size(); ++i) {
        NonFiniteTensor& tensor = found.emplace_back(std::move(m_judged[i].tensor));
        if (m_tracker.m_found[i].contradictsItself)
            tensor.why = phrase(
                "%1; the file contradicts itself: its extremes show what it counts as 0", tensor.why);
    }
    return found;
}

/// Places with something non-finite, by step and rank.
Result<void> OriginJudge::collectPlaces()
{
    const std::vector<FolderId> before = foldersBefore(m_index);
    const auto folderOf = [&](TensorId id) {
        const TensorRow& row = m_index.tensor(id);
        return row.endsStepBefore ? before[row.folder.value()] : row.folder;
    };
    std::map<PlaceKey, FolderId> firstOf;
    for (const Judged& one : m_judged) {
        const FolderId folder = folderOf(one.tensor.id);
        firstOf.try_emplace(placeKey(m_index, folder), folder);
    }
    for (const auto& [key, folder] : firstOf) {
        const FolderFacts& facts = m_index.folder(folder).facts;
        Place& place = m_places.emplace_back();
        place.folder = folder;
        place.rank = facts.rank;
        place.step = facts.step;
    }
    std::vector<std::size_t> placeOf(m_index.folderCount(), kNowhere);
    for (std::size_t i = 0; i < placeOf.size(); ++i) {
        const auto first = firstOf.find(placeKey(m_index, FolderId(i)));
        if (first != firstOf.end())
            placeOf[i] = static_cast<std::size_t>(std::distance(firstOf.begin(), first));
    }
    std::vector<bool> isLeftOut(m_index.folderCount(), false);
    for (std::uint32_t i = 0; i < m_index.tensorCount(); ++i) {
        const FolderId folder = folderOf(TensorId(i));
        if (!m_tracker.has(TensorId(i)))
            isLeftOut[folder.value()] = true;
        else if (placeOf[folder.value()] != kNowhere)
            m_places[placeOf[folder.value()]].tensors.push_back(TensorId(i));
    }
    using Run = std::pair<std::string, std::optional<std::int64_t>>;
    std::map<Run, std::int64_t> firstLeftOut; // step
    for (std::size_t i = 0; i < isLeftOut.size(); ++i) {
        const FolderFacts& facts = m_index.folder(FolderId(i)).facts;
        if (!isLeftOut[i] || !facts.step)
            continue;
        const auto [first, isNew] = firstLeftOut.try_emplace(Run {facts.run, facts.rank}, *facts.step);
        first->second = std::min(first->second, *facts.step);
    }
    for (Place& place : m_places) {
        if (m_stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        const auto leftOut = firstLeftOut.find({m_index.folder(place.folder).facts.run, place.rank});
        place.isAfterLeftOut = leftOut != firstLeftOut.end() && place.step && leftOut->second < *place.step;
        place.calls = executedCalls(m_index, place.tensors);
        collectExchanges(place);
    }
    return {};
}

/// What other ranks may get from this one.
void OriginJudge::collectExchanges(const Place& place)
{
    for (const ExecutedCall& call : place.calls) {
        if (!call.isCollective)
            continue;
        const bool isSend = operatorWord(call.type).find("send") != std::string::npos;
        for (const TensorId id : call.tensors) {
            const std::size_t given = find(id);
            if (given == kNowhere || !isGiven(m_index.tensor(id).io) || m_judged[given].kinds.onlyNegInf())
                continue;
            m_exchanged[{place.step, call.name, call.occurrence}].add(place.rank, given);
            if (isSend)
                m_sent[{place.step, elements(id)}].add(place.rank, given);
        }
    }
}

/// What a module gets arrives before what it calls, outer modules first; what it gives comes at its end.
Result<void> OriginJudge::judgePlace(Place& place)
{
    struct Event {
        std::uint32_t at, call;
        bool isEnd;
    };
    std::vector<Event> events;
    events.reserve(place.calls.size() * 2);
    for (std::uint32_t i = 0; i < place.calls.size(); ++i) {
        events.push_back({static_cast<std::uint32_t>(place.calls[i].begin), i, false});
        events.push_back({i, i, true});
    }
    const auto isBefore = [](const Event& a, const Event& b) {
        return a.at != b.at ? a.at < b.at : a.isEnd != b.isEnd ? b.isEnd : a.call > b.call;
    };
    if (!std::ranges::is_sorted(events, isBefore)) // there are modules
        std::ranges::sort(events, isBefore);
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (i % kStopEvery == 0 && m_stop.stop_requested())
            return fail(Code::Cancelled, phrase("cancelled"));
        judgeEvent(place, events[i].call, events[i].at, events[i].isEnd);
    }
    return {};
}

void OriginJudge::judgeEvent(Place& place, std::size_t number, std::size_t at, bool isEnd)
{
    const ExecutedCall& call = place.calls[number];
    std::vector<std::size_t> judged; // of one call: none of them explains another
    std::optional<Inputs> inputs;
    std::optional<bool> swallows;
    for (const TensorId id : call.tensors) {
        const Io io = m_index.tensor(id).io;
        if ((isMade(io) || !isGiven(io)) != isEnd)
            continue;
        if (isMade(io) && m_tracker.isState(id, State::Unread))
            place.isIncomplete = true;
        const std::size_t found = find(id);
        if (found == kNowhere) {
            if (isGiven(io))
                swallowByCast(place, id);
            continue;
        }
        Judged& one = m_judged[found];
        one.place = at;
        one.call = number;
        if (isGiven(io)) {
            isParameter(call, id) ? judgeParameter(place, call, one) : judgeGiven(place, call, one);
            if (!swallows)
                swallows = call.swallowsMasks && givesFinite(call);
            one.isSwallowed = *swallows;
        } else if (isMade(io)) {
            if (!inputs)
                inputs = inputsOf(call);
            judgeMade(place, call, *inputs, one);
        } else {
            one.tensor.why = phrase("neither an input nor an output");
        }
        judged.push_back(found);
    }
    for (const std::size_t one : judged)
        remember(place, one);
    if (m_progress != nullptr)
        m_progress->advance(judged.size());
}

void OriginJudge::remember(Place& place, std::size_t judged)
{
    const Judged& one = m_judged[judged];
    const TensorRow& row = m_index.tensor(one.tensor.id);
    const ExecutedCall& call = place.calls[one.call];
    const Standing standing = standingOf(judged);
    const std::size_t time = place.judged.size();
    place.judged.push_back(judged);
    if (standing == Standing::Shown) {
        place.shown.push_back(judged);
        if (isMade(row.io) && place.firstMade == kNowhere) {
            place.firstMade = judged;
            place.whyBehindFirst = phrase("inputs were not dumped; %1",
                phrase("%1, which ran before, is not finite", withOperator(one.tensor.id)));
        }
    }
    if (row.io == Io::Parameter) {
        const std::string& name = one.tensor.parameter;
        if (!name.empty())
            place.parameters[name] = judged;
        std::string module(name.substr(0, name.rfind('.')));
        std::ranges::replace(module, '.', '/');
        if (const auto size = elements(one.tensor.id); size && *size > 0)
            place.ofModule[module][*size] = judged;
        return;
    }
    place.bySize.add(elements(one.tensor.id), one.kinds, standing, time);
    if (row.io == Io::Output && standing == Standing::Shown && row.shape.isValid()) {
        const bool mayComputeWeights
            = call.module.empty() && operatorNature(call.type) != OperatorNature::Bilinear;
        if (!call.scope.empty() && mayComputeWeights)
            place.madeInScope[{row.shape, call.scope}] = judged;
        if (call.updates)
            place.updates[row.shape] = judged;
    }
}

/// Steps that follow begin with what this one made.
void OriginJudge::rememberStep(const Place& place)
{
    if (!place.step || place.judged.empty())
        return;
    if (m_steps.empty() || m_steps.back().step != place.step)
        m_steps.emplace_back().step = place.step;
    OriginStep& step = m_steps.back();
    for (const std::size_t i : place.shown) {
        const Judged& one = m_judged[i];
        const TensorRow& row = m_index.tensor(one.tensor.id);
        step.same.try_emplace({place.rank, row.opName, row.io, row.slot, row.entry}, i);
        const bool isGradient = row.io == Io::Gradient || place.calls[one.call].isBackward;
        if (row.io == Io::Gradient && !one.tensor.parameter.empty())
            step.gradientsOf[one.tensor.parameter].add(place.rank, i);
        (isGradient ? step.gradients : step.others).add(place.rank, i);
    }
    for (const auto& [shape, made] : place.updates)
        step.updates[{place.rank, shape}] = made;
    if (step.same.empty())
        m_steps.pop_back(); // masks only
}

void OriginJudge::judgeGiven(Place& place, const ExecutedCall& call, Judged& one)
{
    if (call.isReceive) {
        setAside(
            one, ValueOrigin::Uninitialised, phrase("the memory of a receive, before anything is there"));
        return;
    }
    if (!hasOrder(one.tensor.id)) {
        one.isCause = true;
        one.tensor.why = phrase("the order of execution is not known");
        return;
    }
    if (inheritsUninitialised(place, call, one) || inheritsByShape(place, one))
        return;
    if (one.kinds.onlyNegInf()) {
        one.isGuess = true;
        setAside(one, ValueOrigin::Mask,
            phrase("only -Inf, and no dumped tensor of its shape holds any before: a mask"));
        return;
    }
    if (writesOverFirstInput(call.type) && m_index.tensor(one.tensor.id).slot <= 0) {
        setAside(one, ValueOrigin::Uninitialised,
            phrase("nothing dumped made it, and the operator writes over it: memory that is not initialised, "
                   "perhaps"));
        return;
    }
    if (inheritsAsPart(place, call, one))
        return;
    // Nothing is computed from the gradient of a parameter within a step.
    const auto shown = std::ranges::find_if(place.shown,
        [&](std::size_t at) { return m_index.tensor(m_judged[at].tensor.id).io != Io::Gradient; });
    if (shown != place.shown.end()) {
        const TensorId before = m_judged[*shown].tensor.id;
        one.tensor.why = isMade(m_index.tensor(before).io)
            ? phrase(
                "%1, which ran before, is not finite, but no way from it was dumped", withOperator(before))
            : phrase("%1 is not finite already, but no way from it was dumped", withOperator(before));
        return;
    }
    if (inheritsFromSteps(place, one))
        return;
    const auto finite = m_history.lastFiniteStep(one.tensor.id);
    one.isCause = true;
    if (place.isIncomplete) {
        one.tensor.why = phrase("not every output before it could be read");
    } else if (const auto given
        = m_nanArguments.lastOf(place.folder, std::span(place.calls).first(one.call + 1))) {
        one.tensor.why = phrase(
            "every dumped output before it is finite; %1 was given NaN as an argument", printable(*given));
    } else {
        one.tensor.why = phrase("every dumped output before it is finite: it comes from outside or from an "
                                "operator that was not dumped");
    }
    // What is no parameter is another value in each step.
    if (finite && !one.tensor.parameter.empty())
        one.tensor.why
            = phrase("%1; it was finite in step %2: made between the steps, by the optimizer for one",
                one.tensor.why, *finite);
    else if (finite)
        one.tensor.why = phrase("%1; in step %2 it was finite", one.tensor.why, *finite);
    else if (place.isAfterLeftOut)
        one.tensor.why = phrase("%1; steps before were not looked at", one.tensor.why);
}

void OriginJudge::judgeParameter(const Place& place, const ExecutedCall& call, Judged& one)
{
    std::size_t source = kNowhere;
    if (const auto same = place.parameters.find(one.tensor.parameter);
        !one.tensor.parameter.empty() && same != place.parameters.end())
        source = same->second;
    // Experts use a slice of the parameter that holds all of them.
    const auto around = place.ofModule.find(std::string(call.scope));
    const auto size = elements(one.tensor.id);
    if (source == kNowhere && m_index.tensor(one.tensor.id).io != Io::Parameter && size && *size > 0
        && around != place.ofModule.end()) {
        const auto whole = std::ranges::find_if(
            around->second, [&](const auto& known) { return known.first % *size == 0; });
        if (whole != around->second.end())
            source = whole->second;
    }
    if (source != kNowhere) {
        inherit(one, source, phrase("%1 is not finite already", withOperator(m_judged[source].tensor.id)));
        return;
    }
    if (inheritsFromMaker(place, call, one) || inheritsUninitialised(place, call, one)
        || inheritsFromSteps(place, one))
        return;
    Message why = one.kinds.nan ? phrase("%1 holds NaN before its first use", nameOf(one))
                                : phrase("%1 holds infinities before its first use", nameOf(one));
    if (const auto finite = m_history.lastFiniteStep(one.tensor.id))
        why = phrase(
            "%1; it was finite in step %2: made between the steps, by the optimizer for one", why, *finite);
    else if (place.isAfterLeftOut)
        return cause(one, ValueOrigin::Unknown, phrase("%1; steps before were not looked at", why));
    cause(one, ValueOrigin::Born, std::move(why));
}

OriginJudge::Inputs OriginJudge::inputsOf(const ExecutedCall& call) const
{
    Inputs inputs;
    for (const TensorId id : call.tensors) {
        if (!isGiven(m_index.tensor(id).io))
            continue;
        if (const std::size_t given = find(id); given != kNowhere) {
            const Standing standing = standingOf(given);
            std::size_t& kept = standing == Standing::Shown ? inputs.source
                : standing == Standing::Mask                ? inputs.masked
                                                            : inputs.uninitialised;
            const NonFiniteTensor& counts = m_judged[given].tensor;
            inputs.mayHaveInfinities |= m_index.tensor(id).state == TensorState::Truncated
                || m_judged[given].kinds.posInf || m_judged[given].kinds.negInf || !counts.posInf
                || !counts.negInf;
            // What holds NaN explains NaN.
            if (kept == kNowhere || (m_judged[given].kinds.nan && !m_judged[kept].kinds.nan))
                kept = given;
        } else if (m_tracker.isState(id, State::Unread)) {
            inputs.unread = id;
        } else {
            ++inputs.finite;
            inputs.hasLowest |= isLowestNumber(statistic(id, StatisticTable::Field::Min).value_or(0));
        }
    }
    return inputs;
}

/// NaN becomes no infinity: it arrives by itself, and the infinities beside it are the operator's own.
bool OriginJudge::makesInfinities(const ExecutedCall& call, const Inputs& inputs, const Judged& one)
{
    if ((!one.kinds.posInf && !one.kinds.negInf) || inputs.mayHaveInfinities || inputs.unread)
        return false;
    // These get infinities from elsewhere too: from inside, the forward run, other ranks; or put masks in.
    return !call.isContainer() && !call.isBackward && !call.isCollective && !call.putsValues
        && !(inputs.hasLowest && call.addsMasks);
}

void OriginJudge::judgeMade(const Place& place, const ExecutedCall& call, const Inputs& inputs, Judged& one)
{
    one.mayBeMask = call.mayMean;
    if (inputs.source != kNowhere && makesInfinities(call, inputs, one)) {
        cause(one, ValueOrigin::Born,
            phrase("%1 of the operator holds NaN, but no dumped input holds infinities",
                describe(m_judged[inputs.source].tensor.id)));
        return;
    }
    if (inputs.source != kNowhere) {
        inherit(one, inputs.source,
            phrase("%1 of the operator is not finite", describe(m_judged[inputs.source].tensor.id)));
        return;
    }
    if (isUninitialised(call, inputs, one))
        return;
    if (call.isContainer() && inheritsInside(place, call, one))
        return;
    if (call.isBackward && inheritsFromTwins(place, call, one))
        return;
    if (inputs.masked != kNowhere && one.kinds.onlyNegInf()) {
        setAside(one, ValueOrigin::Mask,
            phrase("-Inf of a mask: %1", describe(m_judged[inputs.masked].tensor.id)), inputs.masked);
        return;
    }
    if (call.isCollective && inheritsFromRanks(place, call, one))
        return;
    if (inputs.unread) {
        one.isCause = true;
        one.tensor.why = phrase("the values of %1 are not known", describe(*inputs.unread));
        return;
    }
    if (isMeant(place, call, inputs, one))
        return;
    if (inheritsFromCache(place, call, inputs, one))
        return;
    if (call.isContainer()) {
        const auto given = m_nanArguments.lastOf(place.folder, std::span(place.calls).first(one.call + 1));
        cause(one, ValueOrigin::Unknown,
            given ? phrase("everything dumped inside the module is finite; %1 was given NaN as an argument",
                printable(*given))
                  : phrase("everything dumped inside the module is finite: an operator that was not dumped "
                           "made it"));
        return;
    }
    if (inputs.masked != kNowhere) {
        m_judged[rootOf(inputs.masked)].makesNan |= one.kinds.nan;
        cause(one, ValueOrigin::Born,
            one.kinds.nan ? phrase("%1 is a mask of -Inf without NaN: the operator makes NaN of it",
                describe(m_judged[inputs.masked].tensor.id))
                          : phrase("%1 is a mask of -Inf: the operator makes +Inf beside it",
                              describe(m_judged[inputs.masked].tensor.id)));
        return;
    }
    if (inputs.finite > 0) {
        cause(one, ValueOrigin::Born,
            inputs.finite == 1 ? phrase("the operator's dumped input is finite")
                               : phrase("all %1 dumped inputs of the operator are finite", inputs.finite));
        return;
    }
    if (!hasOrder(one.tensor.id)) {
        one.isCause = true;
        one.tensor.why = phrase("inputs were not dumped; %1", phrase("the order of execution is not known"));
        return;
    }
    if (place.firstMade != kNowhere
        && !sameCall(m_index, m_judged[place.firstMade].tensor.id, one.tensor.id)) {
        inherit(one, place.firstMade, place.whyBehindFirst);
        return;
    }
    if (place.isIncomplete) {
        one.isCause = true;
        one.tensor.why
            = phrase("inputs were not dumped; %1", phrase("not every output before it could be read"));
        return;
    }
    cause(one, ValueOrigin::Born,
        phrase("inputs were not dumped; %1", phrase("every dumped output before it is finite")));
}

void OriginJudge::numberBirths()
{
    std::vector<std::size_t> causes;
    for (std::size_t i = 0; i < m_judged.size(); ++i) {
        if (m_judged[i].isCause)
            causes.push_back(i);
    }
    // What may be meant is looked at last.
    std::ranges::stable_sort(causes, {}, [&](std::size_t i) {
        const Judged& one = m_judged[i];
        return std::tuple(one.mayBeMeant, executedStep(m_index, one.tensor.id), one.place);
    });
    for (std::size_t i = 0; i < causes.size(); ++i)
        m_judged[causes[i]].tensor.birth = static_cast<std::uint32_t>(i + 1);
}

std::size_t OriginJudge::find(TensorId id) const
{
    if (!m_tracker.isState(id, State::NonFinite))
        return kNowhere;
    const auto found
        = std::ranges::lower_bound(m_judged, id, {}, [](const Judged& one) { return one.tensor.id; });
    return static_cast<std::size_t>(found - m_judged.begin());
}

/// Long ways are made short as they are gone.
std::size_t OriginJudge::rootOf(std::size_t judged)
{
    while (m_judged[judged].root != judged) {
        m_judged[judged].root = m_judged[m_judged[judged].root].root;
        judged = m_judged[judged].root;
    }
    return judged;
}

void OriginJudge::link(Judged& one, std::size_t source)
{
    const std::size_t root = rootOf(source);
    if (root == indexOf(one))
        return; // ranks may give to each other
    one.source = source;
    one.root = root;
}

void OriginJudge::inherit(Judged& one, std::size_t source, Message why)
{
    one.tensor.origin = ValueOrigin::Inherited;
    one.tensor.why = std::move(why);
    link(one, source);
}

void OriginJudge::cause(Judged& one, ValueOrigin origin, Message why)
{
    one.isCause = true;
    one.tensor.origin = origin;
    one.tensor.why = std::move(why);
}

void OriginJudge::setAside(Judged& one, ValueOrigin origin, Message why, std::size_t source)
{
    one.tensor.origin = origin;
    one.tensor.why = std::move(why);
    if (source != kNowhere)
        link(one, source);
}

Standing OriginJudge::standingOf(std::size_t judged) const
{
    const ValueOrigin origin = m_judged[judged].tensor.origin;
    return origin == ValueOrigin::Mask         ? Standing::Mask
        : origin == ValueOrigin::Uninitialised ? Standing::Uninitialised
                                               : Standing::Shown;
}

} // namespace dumpscope::core
