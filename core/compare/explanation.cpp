// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/explanation.h"

#include "base/text.h"
#include "compare/difference_pattern.h"
#include "compare/first_difference.h"
#include "compare/significand.h"
#include "compare/suspects/suspect_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

using Kind = ExplanationKind;
constexpr std::array<std::string_view, 11> kWords {"verdict", "conclusion", "suspect", "recomputed", "error",
    "limit", "note", "first-difference", "types", "alignment", "pairing"};

/// "; 500 times the limit" for upper limits, "; short of it by 0.04" for lower ones.
std::string missText(const LimitRule& rule, double value)
{
    if (!std::isfinite(value))
        return {};
    const double by = std::fabs(value - rule.value);
    switch (rule.op) {
    case LimitRule::Op::Less:
    case LimitRule::Op::LessEqual:
        return rule.value > 0 ? fmt::format(", {:.3g} times the limit", value / rule.value)
                              : fmt::format(", above it by {:.3g}", by);
    case LimitRule::Op::Greater:
    case LimitRule::Op::GreaterEqual:
        return fmt::format(", short of it by {:.3g}", by);
    default:
        return fmt::format(", off by {:.3g}", by);
    }
}

void addVerdict(const PairTable& pairs, std::size_t row, const Limits& limits, std::vector<Explanation>& all)
{
    const PairResult& result = pairs.row(row);
    const auto compiled = CompiledLimits::compile(limits, pairs);
    const auto missed = compiled ? compiled->missed(pairs, row) : std::vector<CompiledLimits::Missed>();
    std::string text(verdictWord(result.verdict));
    if (result.state == PairState::NonFinite || missed.empty())
        text += ": " + result.reason;
    else
        text += fmt::format(": {} limit{} missed", missed.size(), missed.size() == 1 ? " is" : "s are");
    all.push_back({Kind::Verdict, std::move(text)});
    for (const auto& [rule, value] : missed) {
        all.push_back({Kind::Limit,
            fmt::format("{} is {}, must be {}{}{}", rule.metric, numberText(value),
                rule.text().substr(rule.metric.size() + 1), missText(rule, value),
                rule.verdict == Verdict::Warn ? " (a warning)" : "")});
    }
    if (!result.note.empty() && result.note != result.reason)
        all.push_back({Kind::Note, result.note});
}

/// "0.5", "at least 0.5": statistics bound an error from below.
std::string errorText(double error, PairBasis basis)
{
    return fmt::format("{}{:.2g}", basis == PairBasis::Statistics ? "at least " : "", error);
}

std::string measureText(const JudgedOutput& output, PairBasis basis)
{
    switch (output.measure) {
    case JudgedOutput::Measure::RelativeL2:
        return fmt::format("off by {} (relative L2)", errorText(output.error, basis));
    case JudgedOutput::Measure::WorstElement:
        return fmt::format("an element is off by {} of the largest one", errorText(output.error, basis));
    case JudgedOutput::Measure::Norm:
        return fmt::format("the norm is off by {:.2g}", output.error);
    }
    return {};
}

/// Own against inherited error.
void addError(const Comparison& comparison, std::size_t row, std::vector<Explanation>& all)
{
    const auto& outputs = comparison.suspicion.outputs;
    const auto found = std::lower_bound(outputs.begin(), outputs.end(), row,
        [](const JudgedOutput& output, std::size_t wanted) { return output.row < wanted; });
    if (found == outputs.end() || found->row != row) {
        const std::optional<PairFigures>& figures = comparison.pairs->row(row).figures;
        if (figures && figures->hasNorm && figures->goldenNorm > 0 && figures->errorNorm > 0)
            all.push_back({Kind::Error,
                fmt::format("off by {} (relative L2), as it came",
                    errorText(figures->errorNorm / figures->goldenNorm, comparison.pairs->row(row).basis))});
        return;
    }
    if (found->error == 0) {
        const bool hidesBits = comparison.pairs->row(row).sameChecksum == false;
        all.push_back({Kind::Error,
            hidesBits ? "the recorded statistics are equal, the checksums are not"
                      : "equal to golden within what is compared"});
        return;
    }
    const std::string_view precision = comparison.pairs->precision(row);
    std::string text = measureText(*found, comparison.pairs->row(row).basis);
    if (found->knowsInputs && found->inherited == 0)
        text += ", the inputs of the operator are equal; inputs";
    else if (found->knowsInputs)
        text += fmt::format(", the inputs of the operator by at most {:.2g}; inputs", found->inherited);
    else if (found->hasInputs)
        text += ", by how much its inputs are off was not measured; inputs";
    else
        text += fmt::format("; {}, errors before", missingInputsText(*comparison.pairs, row));
    text += fmt::format(", {} rounding and the noise of the run explain {:.2g}", precision, found->explained);
    if (found->explained > 0) {
        const double times = found->error / found->explained;
        text += fmt::format(", the error is {:.2g} times that ({} {:g})", times,
            times > kSuspectScore ? "suspect above" : "not suspect up to", kSuspectScore);
    }
    all.push_back({Kind::Error, std::move(text)});
}

/// A suspect says why itself.
void addConclusion(const Comparison& comparison, std::size_t row, std::vector<Explanation>& all)
{
    const Conclusion& conclusion = comparison.conclusion;
    if (conclusion.row != row || !conclusion.place)
        return;
    all.push_back({Kind::Conclusion, conclusion.text()});
    if (conclusion.place->isTargetOnly || comparison.suspicion.suspects.empty())
        all.push_back({Kind::Conclusion, conclusion.reason});
}

void addSuspect(const Comparison& comparison, std::size_t row, std::vector<Explanation>& all)
{
    const auto& suspects = comparison.suspicion.suspects;
    for (std::size_t i = 0; i < suspects.size(); ++i) {
        const Suspect& suspect = suspects[i];
        if (std::find(suspect.pairs.begin(), suspect.pairs.end(), row) == suspect.pairs.end())
            continue;
        all.push_back({Kind::Suspect,
            fmt::format("{} is suspect {} of {}: {}", printable(suspect.opName), i + 1, suspects.size(),
                suspect.why)});
        if (suspect.recomputed && suspect.recomputed->row == row)
            all.push_back({Kind::Recomputed, suspect.recomputed->text, suspect.recomputed->index});
    }
}

void addTypes(const PairTable& pairs, std::size_t row, std::vector<Explanation>& all)
{
    const PairResult& result = pairs.row(row);
    const DType target = pairs.target().index->tensor(result.pair.target).dtype;
    const DType golden = pairs.golden().index->tensor(result.pair.golden).dtype;
    if (target == golden || target == DType::Unknown || golden == DType::Unknown)
        return;
    std::string text = fmt::format("{} against {}", dtypeName(target), dtypeName(golden));
    const int a = significandBits(target), b = significandBits(golden);
    if (a > 0 && b > 0)
        text += fmt::format("; rounding to {} alone is an error of up to {:.2g}", pairs.precision(row),
            std::ldexp(1.0, -std::min(a, b)));
    all.push_back({Kind::Types, std::move(text)});
}

} // namespace

std::string_view explanationWord(ExplanationKind kind)
{
    return kWords[static_cast<std::size_t>(kind)];
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
    // The cause comes before what is missed because of it.
    std::stable_sort(
        all.begin(), all.end(), [](const Explanation& a, const Explanation& b) { return a.kind < b.kind; });
    addTypes(pairs, row, all);
    if (!result.alignment.empty())
        all.push_back({Kind::Alignment, fmt::format("{}", fmt::join(result.alignment, "; "))});
    if (result.pair.origin != PairOrigin::Exact && !result.pair.reason.empty())
        all.push_back({Kind::Pairing,
            fmt::format("paired ({}): {}", pairOriginWord(result.pair.origin), result.pair.reason.text())});
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
        all.push_back(
            {Kind::FirstDifference, "the first difference cannot be told: " + found.error().message.text()});
        return all;
    }
    if (!*found) {
        all.push_back({Kind::FirstDifference, "no element differs beyond rounding to the coarser type"});
        return all;
    }
    const FirstDifference& first = **found;
    all.push_back({Kind::FirstDifference,
        fmt::format("the first element that differs{} is {} (flat {}): {} against {}",
            first.beyondRounding ? " beyond rounding to the coarser type" : "", shapeText(first.place),
            first.index, first.target, first.golden),
        first.index});
    const auto pattern = differencePattern(pairs, row, task);
    if (!pattern && pattern.error().code == Code::Cancelled)
        return fail(pattern.error());
    for (const std::string& sentence : pattern.value_or(std::vector<std::string>()))
        all.push_back({Kind::FirstDifference, sentence});
    return all;
}

} // namespace dumpscope::core
