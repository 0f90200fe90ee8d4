// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/suspect_finder.h"

#include "base/text.h"
#include "compare/layout/assembly.h"
#include "compare/suspects/suspect_walk.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <tuple>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostSuspects = 10;
/// Below this part of what is explained nothing can hide that the inputs do not.
constexpr double kNear = 0.2;

/// The coarsest type that something differs in; empty where it is float32 or finer.
std::string_view roundingOf(const TracedOperators& operators, const PairTable& pairs)
{
    double unit = 0x1p-20;
    std::size_t row = 0;
    for (const TracedOperator& op : operators) {
        for (const TensorError& tensor : op.tensors) {
            if (tensor.differs && tensor.unit > unit) {
                unit = tensor.unit;
                row = tensor.row;
            }
        }
    }
    return unit > 0x1p-20 ? pairs.precision(row) : std::string_view();
}

/// Of an operator that shows that what it was given stands in another order: the first tensor that does.
Suspect reorderedSuspect(const TracedOperator& shown, const Evidence& evidence, const PairTable& pairs)
{
    const std::size_t row = evidence.reordered->row;
    const DumpIndex& index = *pairs.target().index;
    const TensorRow& tensor = index.tensor(pairs.row(row).pair.target);
    Suspect suspect;
    suspect.opName = index.text(tensor.opName);
    suspect.opType = tensor.opType.isValid() ? index.text(tensor.opType) : std::string_view();
    suspect.run = shown.run;
    suspect.rank = shown.rank;
    suspect.step = shown.step;
    suspect.order = shown.order;
    suspect.score = evidence.score;
    suspect.reason = SuspectReason::WrongInput;
    suspect.hasWrongInput = suspect.isReordered = true;
    suspect.why
        = phrase("%1 has golden's extremes, its sums differ in their last digits alone, and so do others "
                 "behind it: the elements stand in another order, as of a permuted batch; %2 shows it: %3",
            tensorPlace(tensor), printable(shown.name), suspectText(evidence, pairs));
    suspect.whyMade = suspect.why;
    suspect.pairs = {row, evidence.tensor->row};
    return suspect;
}

struct Found {
    const TracedOperator* op;
    Evidence evidence;
};

bool isEarlier(const TracedOperator& a, const TracedOperator& b)
{
    return std::tie(a.run, a.step, a.order, a.rank) < std::tie(b.run, b.step, b.order, b.rank);
}

/// Ranks run side by side, and each of them comes in order: what is in order already is merged.
void putInOrder(std::vector<const TracedOperator*>& operators)
{
    const auto isBefore = [](const TracedOperator* a, const TracedOperator* b) { return isEarlier(*a, *b); };
    std::vector<std::vector<const TracedOperator*>::iterator> bounds {operators.begin()}; // of ordered runs
    while (bounds.back() != operators.end())
        bounds.push_back(std::is_sorted_until(bounds.back(), operators.end(), isBefore));
    while (bounds.size() > 2) {
        std::vector wider {bounds.front()};
        for (std::size_t i = 1; i < bounds.size(); i += 2) {
            const auto end = i + 1 < bounds.size() ? bounds[i + 1] : bounds[i];
            std::inplace_merge(wider.back(), bounds[i], end, isBefore);
            wider.push_back(end);
        }
        bounds = std::move(wider);
    }
}

bool isEarlier(const Found& a, const Found& b)
{
    return isEarlier(*a.op, *b.op);
}

/// Statistics show less of an error than there is, of inputs too: behind one that is wrong
/// beyond doubt, an output that is off by some times what they explain is no suspect of its own.
void dropWhatFollows(std::vector<Found>& suspects)
{
    constexpr double kBeyondDoubt = 1000, kOfItsOwn = 30;
    if (suspects.empty() || !(suspects.front().evidence.score > kBeyondDoubt))
        return;
    const Found first = suspects.front();
    std::erase_if(suspects, [&](const Found& found) {
        const Evidence& evidence = found.evidence;
        const bool isBound = evidence.tensor->basis == PairBasis::Statistics && evidence.tensor->isOutput;
        return isBound && evidence.knowsInputs && evidence.inherited > 0 && evidence.score < kOfItsOwn
            && isEarlier(first, found);
    });
}

/// NaN and infinities before what is a little off, since those do not make them. What one rank has others get
/// from it through collectives: these come after operators that bear.
void putNonFiniteFirst(std::vector<Found>& suspects)
{
    constexpr double kGross = 10 * kSuspectScore; // may have overflowed behind
    if (suspects.empty())
        return;
    const auto isNonFinite = [](const Found& found) { return isOfNonFinite(found.evidence.reason); };
    const auto bears = [&](const Found& found) {
        return isNonFinite(found) && found.op->nature != OperatorNature::Collective;
    };
    // What comes of equal inputs did not overflow because of a slight error before.
    constexpr double kSlight = 0.01;
    const TensorError* const shown = suspects.front().evidence.tensor;
    const bool isSlight = shown != nullptr && shown->hasNumbers && shown->relative < kSlight
        && std::ranges::any_of(suspects, [&](const Found& found) {
               return bears(found) && found.evidence.hasInputs && found.evidence.knowsInputs
                   && found.evidence.inherited == 0;
           });
    if (isNonFinite(suspects.front()) ? bears(suspects.front())
                                      : suspects.front().evidence.score >= kGross && !isSlight)
        return;
    auto first = suspects.end();
    for (const auto& wanted :
        {std::function<bool(const Found&)>(bears), std::function<bool(const Found&)>(isNonFinite)}) {
        for (auto it = suspects.begin(); it != suspects.end(); ++it) {
            if (wanted(*it) && (first == suspects.end() || isEarlier(*it, *first)))
                first = it;
        }
        if (first != suspects.end())
            break;
    }
    if (first != suspects.end())
        std::rotate(suspects.begin(), first, first + 1);
}

/// A dump has what a backward operator is given when it runs for the gradient of a gradient where it first
/// ran: before the forward operators that came in between. One of these with another argument is the cause.
void putForwardArgumentFirst(std::vector<Found>& suspects)
{
    if (suspects.empty() || suspects.front().op->forward.empty()
        || isOfNonFinite(suspects.front().evidence.reason))
        return;
    const TracedOperator& first = *suspects.front().op;
    const auto given = std::ranges::find_if(suspects, [&](const Found& found) {
        return found.evidence.reason == SuspectReason::WrongScalar && found.evidence.tensor->isOutput
            && found.op->forward.empty() && found.op->rank == first.rank && found.op->step == first.step
            && found.op->run == first.run;
    });
    if (given != suspects.end())
        std::rotate(suspects.begin(), given, given + 1);
}

/// A backward operator is wrong because its forward operator was called otherwise, which coarse rounding may
/// hide there.
void nameForwardCall(std::vector<Found>& suspects, const TracedOperators& operators)
{
    if (suspects.empty() || suspects.front().op->forward.empty()
        || isOfNonFinite(suspects.front().evidence.reason))
        return;
    const TracedOperator& first = *suspects.front().op;
    const auto forward = std::ranges::find_if(operators, [&](const TracedOperator& op) {
        return op.forward.empty() && !op.scalars().text.empty() && op.name.starts_with(first.forward)
            && op.rank == first.rank && op.step == first.step && op.run == first.run;
    });
    if (forward == operators.end())
        return;
    const auto shown = std::ranges::find_if(forward->tensors, [](const TensorError& tensor) {
        return tensor.isOutput && tensor.hasNumbers && tensor.differs && !tensor.isBroken;
    });
    if (shown == forward->tensors.end())
        return;
    Evidence evidence {SuspectReason::WrongScalar, kInfiniteError, &*shown, 0, 0, forward->scalars().text};
    for (const TensorError& tensor : forward->tensors) {
        if (tensor.isOutput)
            continue;
        evidence.hasInputs = true;
        ++evidence.inputs;
        if (tensor.hasNumbers && std::isfinite(tensor.relative))
            evidence.inherited = std::max(evidence.inherited, tensor.relative);
        evidence.isInheritedBound |= tensor.basis == PairBasis::Statistics;
    }
    evidence.knowsInputs = evidence.hasInputs
        && std::ranges::all_of(
            forward->tensors, [](const TensorError& tensor) { return tensor.isOutput || tensor.hasNumbers; });
    std::erase_if(suspects, [&](const Found& found) { return found.op == &*forward; });
    suspects.insert(suspects.begin(), Found {&*forward, std::move(evidence)});
}

/// What statistics show to be a few times as far off as what is explained may be noise: it does not hide one
/// behind it that cannot be, unless that is smaller, as what is left of it in a later step.
void putCertainBeforeSlight(std::vector<Found>& suspects)
{
    constexpr double kSlight = 5, kCertain = 10; // the latter of the former's score
    if (suspects.size() < 2)
        return;
    const Evidence &first = suspects.front().evidence, &next = suspects[1].evidence;
    if (first.tensor->basis == PairBasis::Statistics && first.score < kSlight
        && next.score > kCertain * first.score
        && !(next.tensor->hasNumbers && next.tensor->relative < first.tensor->relative))
        std::rotate(suspects.begin(), suspects.begin() + 1, suspects.end());
}

constexpr Form<0> kOtherRows = "it has golden's norm and was given golden's rows in another order: it holds "
                               "them in another order as well, which was not undone here";

/// Whether golden's elements were found elsewhere in the target.
bool standsElsewhere(const TensorError& tensor, const PairTable& pairs)
{
    const TensorPair& pair = pairs.row(tensor.row).pair;
    if (!isPutTogether(pair))
        return false;
    const AssemblyKind kind = pair.hint->assembly->kind;
    return kind == AssemblyKind::Permute || kind == AssemblyKind::Tokens;
}

/// An output that was paired by its name, as its rows were found nowhere, of an operator whose other tensors
/// hold golden's rows in another order.
bool holdsOtherRows(const Found& found, const TracedOperators& operators, const PairTable& pairs)
{
    constexpr double kFar = 0.01, kSameNorm = 1e-4; // of the error
    const TensorError& tensor = *found.evidence.tensor;
    if (!tensor.isOutput || tensor.basis != PairBasis::Elements || !tensor.hasNumbers || tensor.isBroken
        || isPutTogether(pairs.row(tensor.row).pair) || !(tensor.relative > kFar)
        || tensor.norm > kSameNorm * tensor.relative)
        return false;
    const TracedOperator& op = *found.op;
    return std::ranges::any_of(operators, [&](const TracedOperator& other) {
        const bool isTwin = !op.forward.empty() && other.forward.empty() && other.name.starts_with(op.forward)
            && other.rank == op.rank && other.step == op.step && other.run == op.run;
        return (isTwin || &other == &op) && std::ranges::any_of(other.tensors, [&](const TensorError& given) {
            return !given.isOutput && standsElsewhere(given, pairs);
        });
    });
}

/// They are no suspects but known effects.
void dropOtherRows(std::vector<Found>& suspects, const TracedOperators& operators, const PairTable& pairs,
    std::vector<KnownEffect>& effects)
{
    const auto first = std::stable_partition(suspects.begin(), suspects.end(),
        [&](const Found& found) { return !holdsOtherRows(found, operators, pairs); });
    for (auto it = first; it != suspects.end(); ++it) {
        const std::size_t row = it->evidence.tensor->row;
        const auto at = std::ranges::lower_bound(effects, row, {}, &KnownEffect::row);
        if (at == effects.end() || at->row != row)
            effects.insert(at, KnownEffect {row, phraseOf(kOtherRows)});
    }
    suspects.erase(first, suspects.end());
}

bool isByNumbers(SuspectReason reason)
{
    return reason == SuspectReason::Growth || reason == SuspectReason::WorstElement
        || reason == SuspectReason::NormChange;
}

/// Where in an earlier step the first suspect gives more error than is explained, and not so much that it
/// stands out alone; the end of `near` where it does not.
std::vector<Found>::iterator earlierStepOf(const std::vector<Found>& suspects, std::vector<Found>& near)
{
    auto earliest = near.end();
    if (suspects.empty() || !isByNumbers(suspects.front().evidence.reason))
        return earliest;
    const TracedOperator& first = *suspects.front().op;
    for (auto it = near.begin(); it != near.end(); ++it) {
        const TracedOperator& op = *it->op;
        if (op.name == first.name && op.rank == first.rank && op.run == first.run && op.step < first.step
            && op.occurrence == first.occurrence && it->evidence.score > 1 && isByNumbers(it->evidence.reason)
            && (earliest == near.end() || op.step < earliest->op->step))
            earliest = it;
    }
    return earliest;
}

/// The same operator twice is no chance: where it is off in an earlier step by two standard deviations, it is
/// suspect there. Returns what is to be added of an earlier step where it is off by less.
Message nameEarlierStep(std::vector<Found>& suspects, std::vector<Found>& near)
{
    constexpr double kTwice = 2;
    const auto earlier = earlierStepOf(suspects, near);
    if (earlier == near.end() || !earlier->op->step)
        return {};
    const double score = earlier->evidence.score;
    if (score < kTwice)
        return phrase(
            "it may have begun before, at the earliest in step %1, where it is off by %2 times what "
            "is explained",
            *earlier->op->step, timesDigits(score));
    const auto later = suspects.front().op->step;
    suspects.insert(suspects.begin(), *earlier);
    near.erase(earlier);
    return later ? phrase("by itself that might be chance, but in step %1 it is beyond that as well", *later)
                 : Message();
}

/// Beside one golden without ranks the ranks of a target may have data of their own each: where the first
/// operator of some is given other indices, and other ranks have golden's, what these show comes first.
void putOwnDataLast(
    std::vector<Found>& suspects, const std::vector<const TracedOperator*>& order, const PairTable& pairs)
{
    std::set<std::optional<std::int64_t>> seen, own;
    for (const TracedOperator* op : order) {
        if (!seen.insert(op->rank).second)
            continue;
        const bool isGiven = std::ranges::any_of(suspects, [&](const Found& found) {
            return found.op == op && found.evidence.reason == SuspectReason::WrongChoice
                && !pairs.golden()
                        .index->factsOf(pairs.row(found.evidence.tensor->row).pair.golden)
                        .rank.has_value();
        });
        if (isGiven)
            own.insert(op->rank);
    }
    if (own.size() < seen.size())
        std::stable_partition(suspects.begin(), suspects.end(),
            [&](const Found& found) { return !own.contains(found.op->rank); });
}

/// A parameter of which the checksum alone differs, as of a matrix that is taken across: it is what makes the
/// output another one where all statistics of inputs are equal.
void nameOtherBits(
    const TracedOperator& op, const Evidence& evidence, const PairTable& pairs, Suspect& suspect)
{
    constexpr double kLastDigits = 0x1p-20; // of sums in another order
    if (!evidence.tensor->isOutput || !evidence.isInheritedBound || evidence.inherited > kLastDigits)
        return;
    for (const TensorError& tensor : op.tensors) {
        const TensorRow& row = pairs.target().index->tensor(pairs.row(tensor.row).pair.target);
        const bool isOther = pairs.row(tensor.row).sameChecksum == false && tensor.relative <= kLastDigits;
        if (tensor.isOutput || !isOther || !isTrainedInput(op.type, row.slot))
            continue;
        suspect.wrongArgument = row.slot;
        for (Message* why : {&suspect.why, &suspect.whyMade})
            *why = phrase(
                "the checksum of %1 differs although its statistics do not; %2", tensorPlace(row), *why);
        return;
    }
}

Suspect suspectOf(const TracedOperator& op, const Evidence& evidence, const PairTable& pairs)
{
    Suspect suspect;
    suspect.opName = op.name;
    suspect.opType = op.type;
    suspect.run = op.run;
    suspect.rank = op.rank;
    suspect.step = op.step;
    suspect.order = op.order;
    suspect.score = evidence.score;
    // What is neither input nor output by its name, as a plain file, came from nowhere that is known.
    const TensorId worst = pairs.row(evidence.tensor->row).pair.target;
    const bool hasIo = pairs.target().index->tensor(worst).io != Io::Unknown;
    suspect.reason = evidence.reason;
    // The input that is wrong has no error that is a number, so the others' is not that of the worst.
    const bool isWorstUnknown
        = evidence.reason == SuspectReason::WrongChoice || evidence.reason == SuspectReason::NonFiniteInput;
    if (evidence.knowsInputs && hasIo && !isWorstUnknown)
        suspect.inheritedError = evidence.inherited;
    suspect.why = suspectText(evidence, pairs);
    suspect.whyMade = suspectText(evidence, pairs, true);
    suspect.figure = suspectFigure(evidence);
    suspect.isInheritedBound = evidence.isInheritedBound;
    suspect.hasWrongInput = evidence.reason == SuspectReason::WrongInput
        || evidence.reason == SuspectReason::NonFiniteInput || evidence.reason == SuspectReason::WrongChoice
        || evidence.reason == SuspectReason::WrongScalar
        || (evidence.reason == SuspectReason::ShapeChange && !evidence.tensor->isOutput);
    if (evidence.reason == SuspectReason::WrongScalar && !evidence.tensor->isOutput)
        suspect.wrongArgument = op.scalars().slot;
    nameOtherBits(op, evidence, pairs, suspect);
    suspect.pairs.push_back(evidence.tensor->row);
    for (const TensorError& tensor : op.tensors) {
        if ((tensor.isOutput || !hasIo) && tensor.hasNumbers && !tensor.isBroken) {
            suspect.ownError = std::max(suspect.ownError.value_or(0), tensor.relative);
            suspect.isOwnBound |= tensor.basis == PairBasis::Statistics;
        }
        if (tensor.row != evidence.tensor->row)
            suspect.pairs.push_back(tensor.row);
    }
    return suspect;
}

} // namespace

Suspicion SuspectFinder::suspicion(std::optional<double> products)
{
    m_trace.settle();
    m_trace.settleOrder();
    m_trace.settlePrecision();
    m_trace.settleChecksums();
    m_trace.settleParameters();
    m_trace.settleInputs();
    Suspicion suspicion;
    suspicion.lossScales = m_trace.settleLossScales();
    const TracedOperators& operators = m_trace.operators();
    std::vector<const TracedOperator*> order;
    order.reserve(operators.size());
    for (const TracedOperator& op : operators)
        order.push_back(&op);
    putInOrder(order);
    std::vector<Found> suspects, near;
    suspicion.isPipeline = m_trace.isPipeline();
    SuspectWalk walk(operators, products);
    for (const TracedOperator* op : order) {
        const Evidence evidence = walk.judge(*op);
        ++suspicion.judged;
        if (evidence.score > kSuspectScore)
            suspects.push_back({op, evidence});
        else if (evidence.score > kNear)
            near.push_back({op, evidence});
        if (evidence.score <= kSuspectScore && evidence.score > suspicion.closestScore) {
            suspicion.closestScore = evidence.score;
            suspicion.closest = op->name;
        }
    }
    walk.finish(suspicion);
    dropOtherRows(suspects, operators, m_trace.pairs(), suspicion.effects);
    suspicion.rounding = roundingOf(operators, m_trace.pairs());
    // The first wrong operator makes others look wrong, never the other way round.
    const auto isWorse = [](const Found& a, const Found& b) { return a.evidence.score > b.evidence.score; };
    if (suspects.size() > 1)
        std::stable_sort(suspects.begin() + 1, suspects.end(), isWorse);
    putCertainBeforeSlight(suspects);
    putNonFiniteFirst(suspects);
    putForwardArgumentFirst(suspects);
    nameForwardCall(suspects, operators);
    putOwnDataLast(suspects, order, m_trace.pairs());
    dropWhatFollows(suspects);
    // A wrong input that changes nothing is not what others suffer from.
    std::stable_partition(
        suspects.begin(), suspects.end(), [](const Found& found) { return found.evidence.hasEffect; });
    std::stable_sort(near.begin(), near.end(), isWorse);
    const Message ofSteps = nameEarlierStep(suspects, near);
    for (const auto& [found, told] :
        {std::pair(&suspects, &suspicion.suspects), std::pair(&near, &suspicion.near)}) {
        found->resize(std::min(found->size(), kMostSuspects));
        for (const Found& one : *found)
            told->push_back(one.evidence.reordered ? reorderedSuspect(*one.op, one.evidence, m_trace.pairs())
                                                   : suspectOf(*one.op, one.evidence, m_trace.pairs()));
    }
    if (!ofSteps.empty()) {
        Suspect& first = suspicion.suspects.front();
        for (Message* const why : {&first.why, &first.whyMade})
            *why = phrase("%1; %2", *why, ofSteps);
    }
    return suspicion;
}

} // namespace dumpscope::core
