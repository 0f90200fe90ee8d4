// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/pairing_draft.h"

#include "compare/measuring/pair_alignment.h"

#include "compare/pairing/nearest_tensors.h"
#include "compare/pairing/other_outputs.h"
#include "compare/pairing/place_matching.h"
#include "compare/pairing/step_shift.h"
#include "model/recorded_order.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <span>
#include <tuple>

namespace dumpscope::core {

namespace {

std::vector<TensorId> leftOver(const std::vector<TensorId>& tensors, const std::vector<std::uint8_t>& paired)
{
    std::vector<TensorId> left;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (paired[i] == 0)
            left.push_back(tensors[i]);
    }
    return left;
}

/// Whether tensors of several models or graphs are in the sequence.
bool spansGraphs(const OperatorSequence& sequence)
{
    const DumpIndex& index = sequence.index();
    for (std::size_t i = 1; i < sequence.size(); ++i) {
        const FolderFacts& a = index.factsOf(sequence.id(i - 1));
        const FolderFacts& b = index.factsOf(sequence.id(i));
        if (&a != &b
            && (a.run != b.run || a.model != b.model || a.modelId != b.modelId || a.graphId != b.graphId))
            return true;
    }
    return false;
}

bool sameShape(const PlacePair& place, const TensorRow& target, const TensorRow& golden)
{
    return target.shape.isValid() && golden.shape.isValid()
        && std::ranges::equal(
            place.target.index().shape(target.shape), place.golden.index().shape(golden.shape));
}

std::vector<PlacePair> sequencesOf(const DumpIndex& target, const std::vector<TensorId>& targetTensors,
    const DumpIndex& golden, const std::vector<TensorId>& goldenTensors, const PairingOptions& options,
    bool wide, std::vector<Diagnostic>& problems)
{
    std::vector<PlacePair> places;
    for (MatchedPlaces& matched :
        matchPlaces(target, targetTensors, golden, goldenTensors, options, wide, problems)) {
        PlacePair place {OperatorSequence(target, matched.target), OperatorSequence(golden, matched.golden),
            {}, std::move(matched.note)};
        place.partner.assign(place.target.operators().size(), kNoOperator);
        places.push_back(std::move(place));
    }
    return places;
}

std::set<std::int64_t> stepsOf(const DumpIndex& index, const std::vector<TensorId>& tensors)
{
    std::set<std::int64_t> steps;
    for (const TensorId id : tensors) {
        if (const auto step = executedStep(index, id))
            steps.insert(*step);
    }
    return steps;
}

std::vector<TensorId> ofSteps(
    const DumpIndex& index, const std::vector<TensorId>& tensors, const std::set<std::int64_t>& steps)
{
    std::vector<TensorId> some;
    std::copy_if(tensors.begin(), tensors.end(), std::back_inserter(some), [&](TensorId id) {
        const auto step = executedStep(index, id);
        return step && steps.contains(*step);
    });
    return some;
}

/// Places of steps of equations; all other steps are left out.
std::vector<PlacePair> shiftedSequences(const DumpIndex& target, const std::vector<TensorId>& targetTensors,
    const DumpIndex& golden, const std::vector<TensorId>& goldenTensors, PairingOptions options,
    const StepEquations& equations, bool wide)
{
    std::set<std::int64_t> targetSteps, goldenSteps;
    for (const auto& [t, g] : equations) {
        targetSteps.insert(t);
        goldenSteps.insert(g);
    }
    options.steps = equations;
    std::vector<Diagnostic> alreadyReported;
    return sequencesOf(target, ofSteps(target, targetTensors, targetSteps), golden,
        ofSteps(golden, goldenTensors, goldenSteps), options, wide, alreadyReported);
}

/// The steps of the target with those of golden that have a number so much higher.
StepEquations stepsShiftedBy(
    std::int64_t shift, const std::set<std::int64_t>& targetSteps, const std::set<std::int64_t>& goldenSteps)
{
    StepEquations equations;
    for (const std::int64_t step : targetSteps) {
        if (goldenSteps.contains(step + shift))
            equations.emplace_back(step, step + shift);
    }
    return equations;
}

Diagnostic stepShiftProblem(const StepEquations& equations)
{
    const auto [t, g] = equations.front();
    return {Severity::Warning, Code::Suspicious, {},
        phrase("steps count from another beginning: step %1 of the target has the values of step %2 of the "
               "golden, "
               "and so on; they are paired so (--pair-step says otherwise)",
            t, g)};
}

void takeShiftedSteps(const ComparisonSide& target, const ComparisonSide& golden,
    const std::vector<TensorId>& targetTensors, const std::vector<TensorId>& goldenTensors,
    const PairingOptions& options, const StepEquations& steps, PairingMemory::Beginning& beginning)
{
    beginning.shiftedSteps = steps;
    beginning.places = shiftedSequences(
        *target.index, targetTensors, *golden.index, goldenTensors, options, beginning.shiftedSteps, false);
    beginning.problems.push_back(stepShiftProblem(beginning.shiftedSteps));
}

void takeStepShift(const ComparisonSide& target, const ComparisonSide& golden,
    const std::vector<TensorId>& targetTensors, const std::vector<TensorId>& goldenTensors,
    const PairingOptions& options, PairingMemory::Beginning& beginning, TaskContext& task)
{
    if (options.areStepsFound)
        beginning.problems.push_back(stepShiftProblem(options.steps));
    if (!options.steps.empty() || areNamesDemanded(options) || beginning.places.empty()
        || !haveSeveralSteps(target, golden))
        return;
    if (const StepEquations steps = shiftedSteps(target, golden, options, task); !steps.empty())
        takeShiftedSteps(target, golden, targetTensors, goldenTensors, options, steps, beginning);
}

std::shared_ptr<const PairingMemory::Beginning> beginningOf(const ComparisonSide& target,
    const ComparisonSide& golden, const std::vector<TensorId>& targetTensors,
    const std::vector<TensorId>& goldenTensors, const PairingOptions& options, const StepEquations& found,
    TaskContext& task)
{
    if (!found.empty()) {
        PairingMemory::Beginning beginning;
        takeShiftedSteps(target, golden, targetTensors, goldenTensors, options, found, beginning);
        return std::make_shared<const PairingMemory::Beginning>(std::move(beginning));
    }
    const auto make = [&] {
        PairingMemory::Beginning beginning;
        beginning.places = sequencesOf(
            *target.index, targetTensors, *golden.index, goldenTensors, options, false, beginning.problems);
        takeStepShift(target, golden, targetTensors, goldenTensors, options, beginning, task);
        if (options.memory)
            beginning.sketches = std::make_shared<ReadSketches>();
        return beginning;
    };
    return options.memory ? options.memory->beginning(target, golden, options, make)
                          : std::make_shared<const PairingMemory::Beginning>(make());
}

} // namespace

StepEquations equationsOf(std::int64_t shift, const ComparisonSide& target, const ComparisonSide& golden)
{
    return stepsShiftedBy(
        shift, stepsOf(*target.index, target.tensors()), stepsOf(*golden.index, golden.tensors()));
}

bool haveSeveralSteps(const ComparisonSide& target, const ComparisonSide& golden)
{
    constexpr std::size_t kFewest = 3;
    return stepsOf(*target.index, target.tensors()).size() + stepsOf(*golden.index, golden.tensors()).size()
        >= kFewest;
}

StepEquations shiftedSteps(const ComparisonSide& target, const ComparisonSide& golden,
    const PairingOptions& options, TaskContext& task)
{
    const std::vector<TensorId> targetTensors = target.tensors(), goldenTensors = golden.tensors();
    const auto placesBy = [&](std::int64_t shift) {
        const StepEquations equations = equationsOf(shift, target, golden);
        return equations.empty() ? std::vector<PlacePair>()
                                 : shiftedSequences(*target.index, targetTensors, *golden.index,
                                     goldenTensors, options, equations, false);
    };
    ValueSketches sketches(target.index, golden.index, nullptr, task);
    const auto shift = findStepShift(placesBy, sketches);
    return shift ? equationsOf(*shift, target, golden) : StepEquations();
}

PairingDraft::PairingDraft(const ComparisonSide& target, const ComparisonSide& golden,
    const PairingOptions& options, TaskContext& task, const StepEquations& found)
    : m_target(target)
    , m_golden(golden)
    , m_options(options)
    , m_task(task)
    , m_targetTensors(target.tensors())
    , m_goldenTensors(golden.tensors())
    , m_beginning(beginningOf(target, golden, m_targetTensors, m_goldenTensors, options, found, task))
    , m_places(m_beginning->places)
    , m_problems(m_beginning->problems)
    , m_sketches(target.index, golden.index, m_beginning->sketches, task)
{
    m_targetSide.paired.assign(m_targetTensors.size(), 0);
    m_goldenSide.paired.assign(m_goldenTensors.size(), 0);
    m_pairs.reserve(std::min(m_targetTensors.size(), m_goldenTensors.size()));
}

std::size_t PairingDraft::placeOf(const std::vector<TensorId>& tensors, TensorId id)
{
    // Mostly a side is all tensors of its dump.
    if (id.value() < tensors.size() && tensors[id.value()] == id)
        return id.value();
    return static_cast<std::size_t>(std::ranges::lower_bound(tensors, id) - tensors.begin());
}

void PairingDraft::add(PlacePair& place, std::size_t target, std::size_t golden, const PairFinding& finding)
{
    place.target.take(target);
    place.golden.take(golden);
    const TensorId targetId = place.target.id(target);
    const TensorId goldenId = place.golden.id(golden);
    m_targetSide.paired[placeOf(m_targetTensors, targetId)] = 1;
    m_goldenSide.paired[placeOf(m_goldenTensors, goldenId)] = 1;
    Message reason = finding.reason;
    if (!place.note.empty()) {
        // Mostly many pairs are found one after the other for one reason; they share it.
        if (m_noted.both.empty() || m_noted.reason != reason || m_noted.note != place.note)
            m_noted = {reason, place.note, phrase("%1; %2", reason, place.note)};
        reason = m_noted.both;
    }
    m_pairs.push_back(
        {targetId, goldenId, finding.origin, finding.confidence, std::move(reason), finding.hint});
}

void PairingDraft::addAnywhere(TensorId target, TensorId golden, const PairFinding& finding)
{
    // Rules run a second time over wider places and say the same again.
    if (!m_said.emplace(target, golden).second)
        return;
    for (PlacePair& place : m_places) {
        place.target.takeTensor(target);
        place.golden.takeTensor(golden);
    }
    m_targetSide.paired[placeOf(m_targetTensors, target)] = 1;
    m_goldenSide.paired[placeOf(m_goldenTensors, golden)] = 1;
    m_pairs.push_back({target, golden, finding.origin, finding.confidence, finding.reason, finding.hint});
}

std::optional<std::int64_t> PairingDraft::goldenStepOf(std::int64_t step) const
{
    const StepEquations& found = m_beginning->shiftedSteps;
    for (const auto& [target, golden] : found.empty() ? m_options.steps : found) {
        if (target == step)
            return golden;
    }
    return found.empty() ? std::optional(step) : std::nullopt; // others of equations keep their numbers
}

bool PairingDraft::isTargetTaken(TensorId target) const
{
    return m_targetSide.paired[placeOf(m_targetTensors, target)] != 0 || m_targetSide.barred.contains(target);
}

bool PairingDraft::isGoldenTaken(TensorId golden) const
{
    return m_goldenSide.paired[placeOf(m_goldenTensors, golden)] != 0 || m_goldenSide.barred.contains(golden);
}

bool PairingDraft::isTaken(TensorId target, TensorId golden) const
{
    return isTargetTaken(target) || isGoldenTaken(golden);
}

void PairingDraft::barTarget(TensorId id, Message reason)
{
    for (PlacePair& place : m_places)
        place.target.takeTensor(id);
    m_targetSide.barred.emplace(id, std::move(reason));
}

void PairingDraft::barGolden(TensorId id, Message reason)
{
    for (PlacePair& place : m_places)
        place.golden.takeTensor(id);
    m_goldenSide.barred.emplace(id, std::move(reason));
}

void PairingDraft::leaveTarget(TensorId id, Message reason)
{
    barTarget(id, std::move(reason));
    m_targetSide.left.insert(id);
}

void PairingDraft::leaveGolden(TensorId id, Message reason)
{
    barGolden(id, std::move(reason));
    m_goldenSide.left.insert(id);
}

/// Pairs free tensors of two operators that `match`; if several do, the first one where `anyOf` says so.
template<typename Match>
std::size_t PairingDraft::addMatching(PlacePair& place, const SequenceOperator& target,
    const SequenceOperator& golden, const PairFinding& finding, const Match& match, bool anyOf)
{
    std::size_t added = 0;
    const std::size_t enough = anyOf ? 1 : 2;
    const std::size_t end = golden.first + golden.count;
    std::size_t begin = golden.first; // operators may have 100 000 inputs: those taken first are passed over
    for (std::size_t t = target.first; t < target.first + target.count; ++t) {
        if (place.target.isTaken(t))
            continue;
        while (begin < end && place.golden.isTaken(begin))
            ++begin;
        std::size_t hit = 0, hits = 0;
        for (std::size_t g = begin; g < end && hits < enough; ++g) {
            if (!place.golden.isTaken(g) && match(place.target.row(t), place.golden.row(g)) && hits++ == 0)
                hit = g;
        }
        if (hits == 1) {
            add(place, t, hit, finding);
            ++added;
        }
    }
    return added;
}

std::size_t PairingDraft::addOperators(PlacePair& place, const SequenceOperator& target,
    const SequenceOperator& golden, const PairFinding& finding)
{
    if (finding.sameTensor) {
        const std::size_t named = addMatching(place, target, golden, finding, finding.sameTensor, true);
        if (named > 0)
            place.link(target, golden);
        return named;
    }
    // Entries tell tensors apart that share io and slot; where they are spelt differently on the two
    // sides (a row of a table, a file, a parameter's name) the only one of its io and slot is meant.
    const auto sameEntry = [&](const TensorRow& a, const TensorRow& b) {
        return a.io == b.io && a.slot == b.slot && place.target.text(a.entry) == place.golden.text(b.entry);
    };
    // Parameters and their gradients have names of their own, and stand in the order they were made.
    const auto sameParameter = [&](const TensorRow& a, const TensorRow& b) {
        return a.io == b.io && (a.io == Io::Gradient || a.io == Io::Parameter) && a.entry.value() != 0
            && place.target.text(a.entry) == place.golden.text(b.entry);
    };
    const auto samePlace = [&](const TensorRow& a, const TensorRow& b) {
        const bool named = a.entry.value() != 0 && b.entry.value() != 0;
        return a.io == b.io && a.slot == b.slot && (!named || sameShape(place, a, b));
    };
    // A file that does not say what it holds holds the first output.
    const auto loosePlace = [](const TensorRow& a, const TensorRow& b) {
        if (a.io != Io::Unknown && b.io != Io::Unknown)
            return false;
        const auto isFirst = [](const TensorRow& row) {
            return (row.io == Io::Unknown || row.io == Io::Output) && row.slot <= 0;
        };
        return isFirst(a) && isFirst(b);
    };
    // Nor does a file of weights whose names are none of a model's.
    const auto looseParameter = [](const TensorRow& a, const TensorRow& b) {
        const TensorRow &unsaid = a.io == Io::Unknown ? a : b, &other = a.io == Io::Unknown ? b : a;
        return unsaid.io == Io::Unknown && unsaid.slot <= 0 && other.io == Io::Parameter && other.slot <= 0;
    };
    std::size_t added = addMatching(place, target, golden, finding, sameEntry, true);
    added += addMatching(place, target, golden, finding, sameParameter, false);
    added += addMatching(place, target, golden, finding, samePlace, false);
    added += addMatching(place, target, golden, finding, loosePlace, false);
    added += addMatching(place, target, golden, finding, looseParameter, false);
    if (added > 0)
        place.link(target, golden);
    return added;
}

void PairingDraft::widenPlaces()
{
    m_isWide = true;
    std::vector<TensorId> targets = leftOver(m_targetTensors, m_targetSide.paired);
    std::vector<TensorId> goldens = leftOver(m_goldenTensors, m_goldenSide.paired);
    std::erase_if(targets, [&](TensorId id) { return m_targetSide.barred.contains(id); });
    std::erase_if(goldens, [&](TensorId id) { return m_goldenSide.barred.contains(id); });
    std::vector<Diagnostic> alreadyReported;
    m_places = m_beginning->shiftedSteps.empty()
        ? sequencesOf(*m_target.index, targets, *m_golden.index, goldens, m_options, true, alreadyReported)
        : shiftedSequences(
            *m_target.index, targets, *m_golden.index, goldens, m_options, m_beginning->shiftedSteps, true);
    std::erase_if(m_places,
        [](const PlacePair& place) { return !spansGraphs(place.target) && !spansGraphs(place.golden); });
    for (PlacePair& place : m_places)
        place.note = joined(std::array {place.note, phrase("in another model or graph")}, "%1, %2");
}

namespace {

/// Tensors that only their names say are the same, although they cannot be.
void distrustNames(std::vector<TensorPair>& pairs, const DumpIndex& target, const DumpIndex& golden)
{
    constexpr double kByNameAlone = 0.5;
    const Message reason = phrase("same name, but the shapes cannot be those of one tensor");
    for (TensorPair& pair : pairs) {
        if (pair.origin != PairOrigin::Exact && pair.origin != PairOrigin::Normalised)
            continue;
        if (haveFittingShapes(target, golden, pair))
            continue;
        pair.origin = PairOrigin::Name;
        pair.confidence = std::min(pair.confidence, kByNameAlone);
        pair.reason = reason;
    }
}

/// What two tensors have in common that belong together by their names.
using NamedPlace = std::tuple<std::string_view, Io, std::int32_t, std::uint32_t, std::optional<std::int64_t>,
    std::optional<std::int64_t>>;

NamedPlace namedPlace(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    const FolderFacts& facts = index.factsOf(id);
    return {row.opName.isValid() ? index.text(row.opName) : std::string_view(), row.io, row.slot,
        row.occurrence, facts.rank, facts.step};
}

} // namespace

void PairingDraft::dropOtherOutputs(std::vector<TensorPair>& pairs)
{
    const DumpIndex &target = *m_target.index, &golden = *m_golden.index;
    const auto isOfOne = [](const DumpIndex& index, TensorId a, TensorId b) {
        const TensorRow &x = index.tensor(a), &y = index.tensor(b);
        return x.opName == y.opName && x.occurrence == y.occurrence && x.folder == y.folder;
    };
    GateProjections targetGates(target), goldenGates(golden);
    std::size_t kept = 0; // at the front
    for (std::size_t i = 0; i < pairs.size();) {
        std::size_t end = i + 1;
        while (end < pairs.size() && isOfOne(target, pairs[i].target, pairs[end].target)
            && isOfOne(golden, pairs[i].golden, pairs[end].golden))
            ++end;
        const std::span all(pairs);
        const Message ofAll = whyOperatorsDiffer(target, golden, pairs[i], targetGates, goldenGates),
                      ofInputs = whyInputsDiffer(target, golden, pairs[i]),
                      ofOutputs = whyOutputsDiffer(target, golden, all.subspan(i, end - i));
        for (; i < end; ++i) {
            TensorPair& pair = pairs[i];
            const Io io = target.tensor(pair.target).io;
            const Message& why = !ofAll.empty()                               ? ofAll
                : io == Io::Input                                             ? ofInputs
                : io == Io::Output && haveFittingShapes(target, golden, pair) ? ofOutputs
                                                                              : Message();
            const bool isOther = !why.empty() && !isSaid(pair.origin);
            if (!isOther) {
                if (kept++ != i)
                    pairs[kept - 1] = std::move(pair);
                continue;
            }
            m_targetSide.paired[placeOf(m_targetTensors, pair.target)] = 0;
            m_goldenSide.paired[placeOf(m_goldenTensors, pair.golden)] = 0;
            m_targetSide.why.insert_or_assign(pair.target, why);
            m_goldenSide.why.insert_or_assign(pair.golden, why);
        }
    }
    pairs.resize(kept);
}

Pairing PairingDraft::finish()
{
    const auto isBefore = [](const TensorPair& a, const TensorPair& b) {
        return std::pair(a.target, a.golden) < std::pair(b.target, b.golden);
    };
    // Mostly what was said by hand comes first, and then everything else in order.
    const auto second = std::is_sorted_until(m_pairs.begin(), m_pairs.end(), isBefore);
    if (std::is_sorted(second, m_pairs.end(), isBefore))
        std::inplace_merge(m_pairs.begin(), second, m_pairs.end(), isBefore);
    else
        std::stable_sort(m_pairs.begin(), m_pairs.end(), isBefore);
    Pairing pairing;
    pairing.pairs = std::move(m_pairs);
    if (!areNamesDemanded(m_options))
        dropOtherOutputs(pairing.pairs);
    distrustNames(pairing.pairs, *m_target.index, *m_golden.index);
    pairing.problems = std::move(m_problems);
    const std::vector<TensorId> targets = leftOver(m_targetTensors, m_targetSide.paired);
    const std::vector<TensorId> goldens = leftOver(m_goldenTensors, m_goldenSide.paired);
    pairing.unpairedTarget = describeUnpaired({*m_target.index, targets, m_targetTensors, true},
        {*m_golden.index, goldens, m_goldenTensors, false}, pairing.pairs, m_task.arena);
    pairing.unpairedGolden = describeUnpaired({*m_golden.index, goldens, m_goldenTensors, false},
        {*m_target.index, targets, m_targetTensors, true}, pairing.pairs, m_task.arena);
    const auto reportBarred = [](std::vector<UnpairedTensor>& unpaired, const Side& side, const Side& other,
                                  const DumpIndex& index, const DumpIndex& otherIndex) {
        std::set<NamedPlace> leftOut; // on the other side
        for (const auto& [id, reason] : other.barred)
            leftOut.insert(namedPlace(otherIndex, id));
        for (UnpairedTensor& tensor : unpaired) {
            tensor.isSaid = side.left.contains(tensor.id);
            if (const auto barred = side.barred.find(tensor.id); barred != side.barred.end())
                tensor.reason = barred->second;
            else if (const auto why = side.why.find(tensor.id); why != side.why.end())
                tensor.reason = why->second;
            else if (leftOut.contains(namedPlace(index, tensor.id)))
                tensor.reason = phrase("the tensor of that name on the other side is left out");
        }
    };
    reportBarred(pairing.unpairedTarget, m_targetSide, m_goldenSide, *m_target.index, *m_golden.index);
    reportBarred(pairing.unpairedGolden, m_goldenSide, m_targetSide, *m_golden.index, *m_target.index);
    return pairing;
}

} // namespace dumpscope::core
