// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/explanation.h"

#include "base/text.h"
#include "compare/conclusion/first_difference.h"
#include "compare/elements/difference_pattern.h"
#include "compare/elements/differing_elements.h"
#include "compare/elements/memory_overlap.h"
#include "compare/elements/significand.h"
#include "compare/environment_difference.h"
#include "compare/fusion_difference.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/tensor_error.h"
#include "compare/truth_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 15> kExplanationWords {"verdict", "conclusion", "suspect",
    "counterfactual", "memory", "error", "truth", "limit", "note", "first-difference", "types", "alignment",
    "pairing", "fusion", "environment"};

/// By how much: "500 times the limit" for upper limits, "short of it by 0.04" for lower ones.
Message missText(const LimitRule& rule, double value)
{
    if (!std::isfinite(value))
        return {};
    const std::string by = fmt::format("{:.3g}", std::fabs(value - rule.value));
    switch (rule.op) {
    case LimitRule::Op::Less:
    case LimitRule::Op::LessEqual:
        return rule.value > 0 ? phrase("%1 times the limit", fmt::format("{:.3g}", value / rule.value))
                              : phrase("above it by %1", by);
    case LimitRule::Op::Greater:
    case LimitRule::Op::GreaterEqual:
        return phrase("short of it by %1", by);
    default:
        return phrase("off by %1", by);
    }
}

Message limitText(const LimitRule& rule, double value, const PairTable& pairs, std::size_t row)
{
    const Message miss = missText(rule, value);
    const std::string number = numberText(value);
    const Message limit = boundText(rule, pairs, row);
    const Message text = miss.empty() ? phrase("%1 is %2, must be %3", rule.metric, number, limit)
                                      : phrase("%1 is %2, must be %3, %4", rule.metric, number, limit, miss);
    return rule.verdict == Verdict::Warn ? phrase("%1 (a warning)", text) : text;
}

void addVerdict(const PairTable& pairs, std::size_t row, const Limits& limits, std::vector<Explanation>& all)
{
    const PairResult& result = pairs.row(row);
    const MissedLimits missed = missedLimits(pairs, row, limits);
    const std::string_view verdict = verdictWord(result.verdict);
    const std::size_t count = missed.deciding.size();
    all.push_back({ExplanationKind::Verdict,
        !missed.areTheReason() ? phrase("%1: %2", verdict, result.reason)
            : count == 1       ? phrase("%1: 1 limit is missed", verdict)
                               : phrase("%1: %2 limits are missed", verdict, count)});
    for (const auto& [rule, value] : missed.deciding)
        all.push_back({ExplanationKind::Limit, limitText(rule, value, pairs, row)});
    for (const auto& [rule, value] : missed.explained)
        all.push_back({ExplanationKind::Note, limitText(rule, value, pairs, row)});
    if (!result.details().note.empty() && result.details().note != result.reason)
        all.push_back({ExplanationKind::Note, result.details().note});
}

Message measureText(const JudgedOutput& output, PairBasis basis)
{
    switch (output.measure) {
    case JudgedOutput::Measure::RelativeL2:
        return phrase("off by %1 (relative L2)", errorText(output.error, basis));
    case JudgedOutput::Measure::PartL2:
        return phrase("off by %1 (relative L2 of this part alone)", errorText(output.error, basis));
    case JudgedOutput::Measure::OfLargest:
        return phrase(
            "off by %1 of the largest value, by the extremes and the mean", errorText(output.error, basis));
    case JudgedOutput::Measure::WorstElement:
        return phrase("an element is off by %1 of the largest one", errorText(output.error, basis));
    case JudgedOutput::Measure::Norm:
        return phrase("the norm is off by %1", errorDigits(output.error));
    }
    return {};
}

/// Whether equal inputs and rounding leave most of what is explained to operators that were seen before, as
/// the parts of a module.
bool isByParts(const JudgedOutput& output, const PairTable& pairs, std::size_t row, double noise)
{
    constexpr double kFar = 8;
    return output.hasInputs && output.knowsInputs && output.inherited == 0
        && output.explained > kFar * std::max(noise, tensorError(pairs, row).unit);
}

/// The error of an output, and what of it is explained; `noise`: of the run.
Message excessText(const JudgedOutput& output, const PairTable& pairs, std::size_t row, double noise)
{
    const Message error = measureText(output, pairs.row(row).basis);
    const Message made = tensorError(pairs, row).isInteger ? phrase("the type")
        : noise > 0 ? phrase("%1 rounding and the noise of the run", pairs.precision(row))
                    : phrase("%1 rounding", pairs.precision(row));
    const std::string explained = errorDigits(output.explained);
    const bool byStatistics = pairs.row(row).basis == PairBasis::Statistics;
    Message text = isByParts(output, pairs, row, noise)
        ? phrase("%1, the inputs of the operator are equal; what is off before and %2 explain %3", error,
            made, explained)
        : byStatistics && output.knowsInputs && output.inherited == 0
        ? phrase("%1, the statistics of the operator's inputs are equal; inputs and %2 explain %3", error,
            made, explained)
        : byStatistics && output.knowsInputs
        ? phrase("%1, the inputs of the operator by %2 as far as statistics tell; inputs and %3 explain %4",
            error, errorDigits(output.inherited), made, explained)
        : output.knowsInputs && output.inherited == 0
        ? phrase("%1, the inputs of the operator are equal; inputs and %2 explain %3", error, made, explained)
        : output.knowsInputs
        ? phrase("%1, the inputs of the operator by at most %2; inputs and %3 explain %4", error,
            errorDigits(output.inherited), made, explained)
        : output.hasInputs && output.areIntegersUnseen
        ? phrase("%1, the inputs of the operator are not seen to differ, of integers only the extremes are "
                 "known; inputs and %2 explain %3",
            error, made, explained)
        : output.hasInputs
        ? phrase("%1, by how much its inputs are off was not measured; inputs and %2 explain %3", error, made,
            explained)
        : phrase(
            "%1; %2, errors before and %3 explain %4", error, missingInputsText(pairs, row), made, explained);
    if (!(output.explained > 0))
        return text;
    const double times = output.error / output.explained;
    const std::string most = fmt::format("{:g}", kSuspectScore);
    return times > kSuspectScore
        ? phrase("%1, the error is %2 times that (suspect above %3)", text, timesDigits(times), most)
        : phrase("%1, the error is %2 times that (not suspect up to %3)", text, timesDigits(times), most);
}

/// Own against inherited error, and what a failure follows from.
void addError(const Comparison& comparison, std::size_t row, std::vector<Explanation>& all)
{
    const auto& outputs = comparison.suspicion.outputs;
    const auto found = std::lower_bound(outputs.begin(), outputs.end(), row,
        [](const JudgedOutput& output, std::size_t wanted) { return output.row < wanted; });
    if (found == outputs.end() || found->row != row) {
        const PairResult& result = comparison.pairs->row(row);
        const std::optional<PairFigures>& figures = result.figures;
        if (!figures || !figures->hasNorm || !(figures->goldenNorm > 0) || !(figures->errorNorm > 0))
            return;
        const TensorError made = tensorError(*comparison.pairs, row);
        if (made.isOfLargest) {
            all.push_back({ExplanationKind::Error,
                measureText({row, JudgedOutput::Measure::OfLargest, made.relative}, result.basis)});
            return;
        }
        const Message error = errorText(figures->errorNorm / figures->goldenNorm, result.basis);
        // Parameters and constants are recorded as outputs of operators that nothing is given to.
        const bool isGiven = comparison.pairs->target().index->tensor(result.pair.target).io == Io::Input;
        all.push_back({ExplanationKind::Error,
            isGiven ? phrase("already off by %1 (relative L2) when it reaches the operator", error)
                    : phrase("off by %1 (relative L2)", error)});
        return;
    }
    if (found->error == 0) {
        const bool hidesBits = comparison.pairs->row(row).sameChecksum == false;
        all.push_back({ExplanationKind::Error,
            hidesBits ? phrase("the recorded statistics are equal, the checksums are not")
                      : phrase("equal to golden within what is compared")});
        return;
    }
    all.push_back(
        {ExplanationKind::Error, excessText(*found, *comparison.pairs, row, comparison.suspicion.noise)});
    const bool isOwn = !(found->explained > 0) || found->error > kSuspectScore * found->explained;
    if (isOwn || comparison.pairs->row(row).verdict != Verdict::Fail)
        return;
    all.push_back({ExplanationKind::Error,
        !found->knowsInputs || isByParts(*found, *comparison.pairs, row, comparison.suspicion.noise)
            ? phrase("the error may be inherited: what is off before explains it")
            : found->inherited > 0 ? phrase("the error is inherited: what comes in explains it")
                                   : phrase("rounding and the noise of the run explain the error")});
}

/// A suspect says why itself.
void addConclusion(const Comparison& comparison, std::size_t row, std::vector<Explanation>& all)
{
    const Conclusion& conclusion = comparison.conclusion;
    if (!conclusion.place)
        return;
    const auto& divergence = comparison.firstDivergence;
    if (divergence && divergence->index == row && conclusion.row != row && !conclusion.first.empty())
        all.push_back({ExplanationKind::Conclusion,
            phrase("the first divergence; the conclusion is about another pair: %1", conclusion.message())});
    if (conclusion.row != row)
        return;
    all.push_back({ExplanationKind::Conclusion, conclusion.message()});
    if (!conclusion.first.empty())
        all.push_back({ExplanationKind::Conclusion, conclusion.first});
    const auto& suspects = comparison.suspicion.suspects;
    const bool isOfSuspect = std::ranges::any_of(suspects, [&](const Suspect& suspect) {
        return suspect.why == conclusion.reason
            && std::ranges::find(suspect.pairs, row) != suspect.pairs.end();
    });
    if ((conclusion.place->isTargetOnly || suspects.empty()) && !isOfSuspect)
        all.push_back({ExplanationKind::Conclusion, conclusion.reason});
}

void addSuspect(const Comparison& comparison, std::size_t row, std::vector<Explanation>& all)
{
    const auto& suspects = comparison.suspicion.suspects;
    for (std::size_t i = 0; i < suspects.size(); ++i) {
        const Suspect& suspect = suspects[i];
        if (std::find(suspect.pairs.begin(), suspect.pairs.end(), row) == suspect.pairs.end())
            continue;
        // The sentence has what was computed again in it.
        const bool isComputed = suspect.recomputed && suspect.recomputed->row == row;
        all.push_back({ExplanationKind::Suspect,
            phrase(
                "%1 is suspect %2 of %3: %4", printable(suspect.opName), i + 1, suspects.size(), suspect.why),
            isComputed ? std::optional(suspect.recomputed->index) : std::nullopt});
        if (suspect.counterfactual)
            all.push_back({ExplanationKind::Counterfactual, suspect.counterfactual->text()});
    }
}

void addTypes(const PairTable& pairs, std::size_t row, std::vector<Explanation>& all)
{
    const PairResult& result = pairs.row(row);
    const DType target = pairs.target().index->tensor(result.pair.target).dtype;
    const DType golden = pairs.golden().index->tensor(result.pair.golden).dtype;
    if (target == golden || target == DType::Unknown || golden == DType::Unknown)
        return;
    const int a = significandBits(target), b = significandBits(golden);
    all.push_back({ExplanationKind::Types,
        a > 0 && b > 0
            ? phrase("%1 against %2; rounding to %3 alone is an error of up to %4", dtypeName(target),
                dtypeName(golden), pairs.precision(row), errorDigits(std::ldexp(1.0, -std::min(a, b))))
            : phrase("%1 against %2", dtypeName(target), dtypeName(golden))});
}

/// A wrong input may be what another operator wrote across it.
void addMemory(const PairTable& pairs, std::size_t row, std::vector<Explanation>& all)
{
    const PairResult& result = pairs.row(row);
    if (result.verdict != Verdict::Fail)
        return;
    const DumpIndex& index = *pairs.target().index;
    if (const auto overlap = overwrittenInput(index, result.pair.target))
        all.push_back({ExplanationKind::Memory, overlapText(index, result.pair.target, *overlap)});
}

void addTruth(const PairTable& pairs, std::size_t row, std::vector<Explanation>& all)
{
    const TruthRow* const truth = pairs.truth() ? pairs.truth()->find(row) : nullptr;
    if (truth != nullptr)
        all.push_back({ExplanationKind::Truth, truthText(*truth)});
}

/// Passes that made the operator of the pair.
void addFusion(const Comparison& comparison, std::size_t row, std::vector<Explanation>& all)
{
    if (!comparison.fusion)
        return;
    const PairTable& pairs = *comparison.pairs;
    const auto nameOf = [](const DumpIndex& index, TensorId id) {
        const StringId name = index.tensor(id).opName;
        return name.isValid() ? index.text(name) : std::string_view();
    };
    const TensorPair& pair = pairs.row(row).pair;
    const std::string_view target = nameOf(*pairs.target().index, pair.target);
    const std::string_view golden = nameOf(*pairs.golden().index, pair.golden);
    const auto has = [](const std::vector<std::string>& names, std::string_view name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const FusionDifference& pass : comparison.fusion->passes) {
        if (has(pass.targetOperators, target) || has(pass.goldenOperators, golden))
            all.push_back({ExplanationKind::Fusion, phrase("made by a fusion pass: %1", fusionLine(pass))});
    }
}

void addEnvironment(const Comparison& comparison, std::size_t row, std::vector<Explanation>& all)
{
    constexpr std::size_t kShown = 8;
    const auto& environment = comparison.environment;
    if (!environment || comparison.conclusion.row != row)
        return;
    all.push_back({ExplanationKind::Environment, environment->headline});
    const auto& differences = environment->differences;
    for (std::size_t i = 0; i < std::min(differences.size(), kShown); ++i)
        all.push_back({ExplanationKind::Environment, environmentLine(differences[i])});
    if (differences.size() > kShown)
        all.push_back({ExplanationKind::Environment,
            phrase(
                "%1 more differences of the environments are in the report", differences.size() - kShown)});
}

} // namespace

std::string_view explanationWord(ExplanationKind kind)
{
    return kExplanationWords[static_cast<std::size_t>(kind)];
}

MissedLimits missedLimits(const PairTable& pairs, std::size_t row, const Limits& limits)
{
    MissedLimits missed;
    const PairResult& result = pairs.row(row);
    const auto compiled = CompiledLimits::compile(limits, pairs);
    if (!compiled || result.verdict == Verdict::NotComparable)
        return missed;
    for (CompiledLimits::Missed& one : compiled->missed(pairs, row)) {
        const bool isExplained
            = result.explained || result.state == PairState::NonFinite || one.rule.verdict > result.verdict;
        (isExplained ? missed.explained : missed.deciding).push_back(std::move(one));
    }
    return missed;
}

std::vector<Explanation> explainPair(const Comparison& comparison, std::size_t row, const Limits& limits)
{
    std::vector<Explanation> all;
    const PairTable& pairs = *comparison.pairs;
    if (row >= pairs.rows())
        return all;
    const PairResult& result = pairs.row(row);
    addVerdict(pairs, row, limits, all);
    addConclusion(comparison, row, all);
    addSuspect(comparison, row, all);
    addError(comparison, row, all);
    addMemory(pairs, row, all);
    addTruth(pairs, row, all);
    // The cause comes before what is missed because of it.
    std::stable_sort(
        all.begin(), all.end(), [](const Explanation& a, const Explanation& b) { return a.kind < b.kind; });
    addTypes(pairs, row, all);
    // Why the tensors are a pair may be how they are aligned, and is said below.
    std::vector<Message> alignment;
    std::ranges::copy_if(result.details().alignment, std::back_inserter(alignment), [&](const Message& step) {
        return result.pair.origin == PairOrigin::Exact || step != result.pair.reason;
    });
    if (!alignment.empty())
        all.push_back({ExplanationKind::Alignment, joined(alignment)});
    if (result.pair.origin != PairOrigin::Exact && !result.pair.reason.empty())
        all.push_back({ExplanationKind::Pairing,
            phrase("paired (%1): %2", pairOriginWord(result.pair.origin), result.pair.reason)});
    addFusion(comparison, row, all);
    addEnvironment(comparison, row, all);
    return all;
}

Result<std::vector<Explanation>> explainDifferences(
    const PairTable& pairs, std::size_t row, TaskContext& task)
{
    std::vector<Explanation> all;
    if (row >= pairs.rows() || pairs.row(row).basis != PairBasis::Elements)
        return all;
    const auto found = firstDifference(pairs, row, task);
    if (!found && found.error().code == Code::Cancelled)
        return fail(found.error());
    if (!found) {
        all.push_back({ExplanationKind::FirstDifference,
            phrase("the first difference cannot be told: %1", found.error().message)});
        return all;
    }
    if (!*found) {
        const TensorPair& pair = pairs.row(row).pair;
        const double slack = roundingSlack(
            pairs.target().index->tensor(pair.target).dtype, pairs.golden().index->tensor(pair.golden).dtype);
        all.push_back({ExplanationKind::FirstDifference,
            slack > 0 ? phrase("no element differs beyond rounding to the coarser type")
                      : phrase("no element differs")});
        return all;
    }
    const FirstDifference& first = **found;
    all.push_back({ExplanationKind::FirstDifference,
        first.beyondRounding
            ? phrase("the first element that differs beyond rounding to the coarser type is %1 (flat %2): %3 "
                     "against %4",
                shapeText(first.place), first.index, first.target, first.golden)
            : phrase("the first element that differs is %1 (flat %2): %3 against %4", shapeText(first.place),
                first.index, first.target, first.golden),
        first.index});
    const auto pattern = differencePattern(pairs, row, task);
    if (!pattern && pattern.error().code == Code::Cancelled)
        return fail(pattern.error());
    for (const PatternSentence& sentence : pattern.value_or(std::vector<PatternSentence>()))
        all.push_back({ExplanationKind::FirstDifference, sentence.text, sentence.element});
    return all;
}

} // namespace dumpscope::core
