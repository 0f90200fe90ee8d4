// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/verdict_suspects.h"

#include "compare/comparison.h"
#include "compare/conclusion/failure_explanation.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/tensor_error.h"
#include "model/tensor_place.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dumpscope::core {

namespace {

std::string nameOf(const DumpIndex& index, StringId text)
{
    return text.isValid() ? std::string(index.text(text)) : std::string();
}

/// All rows of the operator, `row` first.
std::vector<std::size_t> rowsOfOperator(const PairTable& pairs, std::size_t row)
{
    const DumpIndex& index = *pairs.target().index;
    const auto isSame = [&](std::size_t other) {
        const TensorId a = pairs.row(row).pair.target, b = pairs.row(other).pair.target;
        const FolderFacts &here = index.factsOf(a), &there = index.factsOf(b);
        return index.tensor(a).opName == index.tensor(b).opName
            && index.tensor(a).occurrence == index.tensor(b).occurrence && here.rank == there.rank
            && here.step == there.step && here.run == there.run;
    };
    std::vector<std::size_t> rows {row};
    for (std::size_t before = row; before > 0 && isSame(before - 1); --before)
        rows.push_back(before - 1);
    for (std::size_t after = row + 1; after < pairs.rows() && isSame(after); ++after)
        rows.push_back(after);
    return rows;
}

/// Whether the operator was given other parts than golden's, as a sharded product is: its output need not be
/// golden's then.
bool gotOtherShapes(const PairTable& pairs, const std::vector<std::size_t>& rowsOfOperator)
{
    return std::ranges::any_of(rowsOfOperator, [&](std::size_t row) {
        const TensorError error = tensorError(pairs, row);
        return !error.isOutput && error.hasOtherShape;
    });
}

/// All but why the operator of the row is suspect.
Suspect suspectOf(const PairTable& pairs, std::size_t row, SuspectReason reason)
{
    const DumpIndex& index = *pairs.target().index;
    const TensorId shown = pairs.row(row).pair.target;
    const TensorRow& tensor = index.tensor(shown);
    Suspect suspect;
    suspect.opName = nameOf(index, tensor.opName);
    suspect.opType = nameOf(index, tensor.opType);
    suspect.run = index.factsOf(shown).run;
    suspect.rank = index.factsOf(shown).rank;
    suspect.step = index.factsOf(shown).step;
    suspect.score = std::numeric_limits<double>::infinity();
    suspect.reason = reason;
    suspect.pairs = rowsOfOperator(pairs, row);
    return suspect;
}

} // namespace

void blameUnexplained(Comparison& comparison)
{
    Suspicion& suspicion = comparison.suspicion;
    if (!suspicion.suspects.empty() || comparison.summary.fail == 0)
        return;
    const FailureExplanation explanation(comparison);
    const auto first = explanation.unexplained(Verdict::Fail).first;
    if (!first || explanation.showsBitsOnly(*first) || explanation.mayFollow(*first))
        return;
    const PairTable& pairs = *comparison.pairs;
    Suspect suspect = suspectOf(pairs, *first, SuspectReason::Unexplained);
    if (gotOtherShapes(pairs, suspect.pairs))
        return;
    const DumpIndex& index = *pairs.target().index;
    const TensorId id = pairs.row(*first).pair.target;
    suspect.why = phrase("%1 is beyond its limits and nothing explains it: %2",
        index.tensor(id).io == Io::Unknown ? tensorPlace(index.tensor(id)) : tensorPlace(index, id),
        explanation.whyNot(*first));
    if (const JudgedOutput* const told = explanation.toldOutput(*first))
        suspect.figure
            = SuspectFigure {told->measure, told->error, explanation.isBound(*told), false, std::nullopt};
    const auto& outputs = suspicion.outputs;
    for (const std::size_t row : suspect.pairs) {
        const TensorError error = tensorError(pairs, row);
        suspect.isInheritedBound |= !error.isOutput && error.basis == PairBasis::Statistics;
        if (!error.isOutput || !error.hasNumbers || error.isBroken)
            continue;
        suspect.ownError = std::max(suspect.ownError.value_or(0), error.relative);
        suspect.isOwnBound |= error.basis == PairBasis::Statistics;
        const auto judged = std::ranges::lower_bound(outputs, row, {}, &JudgedOutput::row);
        if (judged == outputs.end() || judged->row != row)
            continue;
        if (judged->knowsInputs)
            suspect.inheritedError = judged->inherited;
        if (row == *first && judged->explained > 0)
            suspect.score = judged->error / judged->explained;
    }
    suspicion.suspects.push_back(std::move(suspect));
}

void blameFault(Comparison& comparison)
{
    const Conclusion& conclusion = comparison.conclusion;
    if (conclusion.fault.empty() || !conclusion.row)
        return;
    Suspect suspect = suspectOf(*comparison.pairs, *conclusion.row, SuspectReason::Fault);
    suspect.why = conclusion.fault;
    if (const TensorError error = tensorError(*comparison.pairs, *conclusion.row);
        error.hasNumbers && std::isfinite(error.relative)) {
        const bool isBound = error.basis == PairBasis::Statistics;
        (error.isOutput ? suspect.ownError : suspect.inheritedError) = error.relative;
        (error.isOutput ? suspect.isOwnBound : suspect.isInheritedBound) = isBound;
    }
    // That rounding could make it so is true of the pair alone.
    PairTable& pairs = *comparison.pairs;
    if (const PairResult& shown = pairs.row(*conclusion.row); shown.explained && !comparison.recorded)
        pairs.settle(*conclusion.row, shown.verdict, phrase("by itself it passes: %1", shown.reason));
    auto& suspects = comparison.suspicion.suspects;
    suspects.insert(suspects.begin(), std::move(suspect));
}

void forgetVerdictSuspects(Suspicion& suspicion)
{
    std::erase_if(suspicion.suspects, [](const Suspect& suspect) {
        return suspect.reason == SuspectReason::Unexplained || suspect.reason == SuspectReason::Fault;
    });
}

} // namespace dumpscope::core
