// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/failure_explanation.h"

#include "compare/comparison.h"
#include "compare/elements/quantised_pair.h"
#include "compare/suspects/suspect_text.h"
#include "compare/suspects/tensor_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace dumpscope::core {

namespace {

const JudgedOutput* judgedOutput(const Suspicion& suspicion, std::size_t row)
{
    const auto found = std::ranges::lower_bound(suspicion.outputs, row, {}, &JudgedOutput::row);
    return found == suspicion.outputs.end() || found->row != row ? nullptr : &*found;
}

/// Other bits of equal elements.
bool hasEqualValues(const PairResult& result)
{
    return result.basis == PairBasis::Elements && result.figures && result.figures->hasNorm
        && result.figures->sameBits == false && !result.figures->differs;
}

/// Other bits, and statistics too coarse to say by how much, or elements that are equal.
bool differsUnseen(const PairResult& result)
{
    return hasEqualValues(result)
        || (result.sameChecksum == false && result.figures && result.figures->errorNorm == 0);
}

} // namespace

FailureExplanation::FailureExplanation(const Comparison& comparison)
    : m_comparison(comparison)
{
    for (const Suspect& suspect : comparison.suspicion.cleared)
        m_recomputed.insert(suspect.pairs.begin(), suspect.pairs.end());
    for (const Suspect& suspect : comparison.suspicion.byChance)
        m_byChance.insert(suspect.pairs.begin(), suspect.pairs.end());
}

bool FailureExplanation::explains(std::size_t row) const
{
    const TensorError error = tensorError(*m_comparison.pairs, row);
    if (error.isBroken || !error.hasNumbers)
        return false;
    if (isQuantisedOtherwise(row))
        return false;
    if (isKnownEffect(row))
        return true;
    // What differs by less than statistics show may follow from what differs by more.
    if (differsUnseen(m_comparison.pairs->row(row)))
        return m_comparison.isOrderKnown && m_comparison.suspicion.suspects.empty() && differedBefore(row);
    if (!std::isfinite(error.relative))
        return false;
    if (m_recomputed.contains(row))
        return true;
    // The limits have weighed this already.
    const bool isWeighed = m_comparison.judgedByNoise && m_comparison.pairs->row(row).verdict == Verdict::Fail
        && !std::ranges::binary_search(m_comparison.otherLimits, row);
    return !isWeighed && mayFollow(row);
}

bool FailureExplanation::fits(std::size_t row) const
{
    const TensorError error = tensorError(*m_comparison.pairs, row);
    return !error.isBroken && error.hasNumbers && !isQuantisedOtherwise(row)
        && !differsUnseen(m_comparison.pairs->row(row)) && std::isfinite(error.relative) && mayFollow(row);
}

bool FailureExplanation::mayFollow(std::size_t row) const
{
    if (!m_comparison.isOrderKnown)
        return false;
    const TensorError error = tensorError(*m_comparison.pairs, row);
    // Inputs that nothing explains make their operator suspect, integers where no earlier value fell to the
    // other side of a step.
    if (!error.isOutput)
        return !error.isInteger || steppedBefore(row);
    const JudgedOutput* const output = judgedOutput(m_comparison.suspicion, row);
    return output && std::isfinite(output->error) && output->error <= kSuspectScore * output->explained;
}

FailureExplanation::Unexplained FailureExplanation::unexplained(Verdict verdict) const
{
    const PairTable& pairs = *m_comparison.pairs;
    const auto stepOf
        = [&](std::size_t row) { return pairs.target().index->factsOf(pairs.row(row).pair.target).step; };
    Unexplained certain, open;
    open.mayFollow = true;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        if (pairs.row(row).verdict != verdict || explains(row))
            continue;
        Unexplained& found = fits(row) ? open : certain;
        ++found.count;
        if (!found.first || stepOf(row) < stepOf(*found.first))
            found.first = row;
    }
    Unexplained& found = certain.first ? certain : open;
    const auto& divergence = m_comparison.firstDivergence;
    if (verdict == Verdict::Fail && found.first && divergence && !explains(divergence->index)
        && fits(divergence->index) == found.mayFollow)
        found.first = divergence->index;
    return found;
}

bool FailureExplanation::showsBitsOnly(std::size_t row) const
{
    const PairResult& result = m_comparison.pairs->row(row);
    return result.basis == PairBasis::Checksums || differsUnseen(result);
}

FailureExplanation::By FailureExplanation::explainedBy(std::size_t row) const
{
    if (isKnownEffect(row))
        return By::KnownEffect;
    if (m_recomputed.contains(row))
        return By::Recomputing;
    if (m_byChance.contains(row))
        return By::Chance;
    return explains(row) || m_comparison.pairs->row(row).explained ? By::Rounding : By::Nothing;
}

const Message* FailureExplanation::knownEffect(std::size_t row) const
{
    const auto& effects = m_comparison.suspicion.effects;
    const auto found = std::ranges::lower_bound(effects, row, {}, &KnownEffect::row);
    return found != effects.end() && found->row == row ? &found->text : nullptr;
}

std::vector<Message> FailureExplanation::knownEffects(std::span<const std::size_t> rows) const
{
    constexpr std::size_t kMost = 3;
    struct Named {
        const Message* text;
        std::uint64_t count = 0;
    };
    std::vector<Named> named;
    for (const std::size_t row : rows) {
        const Message* const text = knownEffect(row);
        if (text == nullptr)
            continue;
        const auto same = std::ranges::find_if(named, [&](const Named& one) { return *one.text == *text; });
        ++(same == named.end() ? named.emplace_back(Named {text}) : *same).count;
    }
    std::ranges::stable_sort(named, std::ranges::greater(), &Named::count);
    std::vector<Message> reasons;
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < named.size(); ++i) {
        if (i < kMost)
            reasons.push_back(phrase("%1 by a known effect: %2", named[i].count, *named[i].text));
        else
            others += named[i].count;
    }
    if (others > 0)
        reasons.push_back(phrase("%1 by other known effects", others));
    return reasons;
}

bool FailureExplanation::isKnownEffect(std::size_t row) const
{
    return knownEffect(row) != nullptr;
}

bool FailureExplanation::isQuantisedOtherwise(std::size_t row) const
{
    const PairTable& pairs = *m_comparison.pairs;
    const TensorPair& pair = pairs.row(row).pair;
    return areQuantisedOtherwise(*pairs.target().index, pair.target, *pairs.golden().index, pair.golden);
}

bool FailureExplanation::steppedBefore(std::size_t row) const
{
    const PairTable& pairs = *m_comparison.pairs;
    if (!m_stepped) {
        m_stepped.emplace();
        for (std::size_t one = 0; one < pairs.rows(); ++one) {
            if (mayHaveStepped(pairs, tensorError(pairs, one)))
                m_stepped->try_emplace(placeOf(one), one);
        }
    }
    const auto first = m_stepped->find(placeOf(row));
    return first != m_stepped->end() && first->second < row;
}

bool FailureExplanation::differedBefore(std::size_t row) const
{
    const PairTable& pairs = *m_comparison.pairs;
    if (!m_differing) {
        m_differing.emplace();
        for (std::size_t one = 0; one < pairs.rows(); ++one) {
            const auto& figures = pairs.row(one).figures;
            if (figures && figures->errorNorm > 0)
                m_differing->try_emplace(placeOf(one), one);
        }
    }
    const Place place = placeOf(row);
    return std::ranges::any_of(*m_differing, [&](const auto& first) {
        const auto& [where, at] = first;
        return where.first == place.first
            && (where.second < place.second || (where.second == place.second && at < row));
    });
}

FailureExplanation::Place FailureExplanation::placeOf(std::size_t row) const
{
    const PairTable& pairs = *m_comparison.pairs;
    const FolderFacts& facts = pairs.target().index->factsOf(pairs.row(row).pair.target);
    return {facts.rank, facts.step};
}

Message FailureExplanation::howFar(std::size_t row) const
{
    const JudgedOutput* const output = judgedOutput(m_comparison.suspicion, row);
    if (m_recomputed.contains(row))
        return phrase("gives its output when it is computed again from its inputs");
    if (!output && explains(row))
        return phrase("got what came before");
    if (!output || !std::isfinite(output->error) || !(output->explained > 0))
        return phrase("tells less about the cause");
    return phrase("is off by %1 times what came in and rounding explain (suspect above %2)",
        timesDigits(output->error / output->explained), fmt::format("{:g}", kSuspectScore));
}

const JudgedOutput* FailureExplanation::toldOutput(std::size_t row) const
{
    const PairTable& pairs = *m_comparison.pairs;
    const TensorError error = tensorError(pairs, row);
    if (differsUnseen(pairs.row(row)) || pairs.row(row).basis == PairBasis::Checksums
        || (error.hasNumbers && !error.isBroken && std::isinf(error.relative)))
        return nullptr;
    const JudgedOutput* const output = judgedOutput(m_comparison.suspicion, row);
    return output && std::isfinite(output->error) ? output : nullptr;
}

bool FailureExplanation::isBound(const JudgedOutput& output) const
{
    return m_comparison.pairs->row(output.row).basis == PairBasis::Statistics
        && (output.measure == ErrorMeasure::RelativeL2 || output.measure == ErrorMeasure::OfLargest);
}

bool FailureExplanation::differsInBitsOnly(std::size_t row) const
{
    return hasEqualValues(m_comparison.pairs->row(row));
}

Message FailureExplanation::whyNot(std::size_t row) const
{
    const PairTable& pairs = *m_comparison.pairs;
    const TensorError error = tensorError(pairs, row);
    if (isQuantisedOtherwise(row))
        return pairs.row(row).reason;
    if (differsInBitsOnly(row)) {
        const TensorPair& pair = pairs.row(row).pair;
        return pairs.target().index->tensor(pair.target).dtype
                == pairs.golden().index->tensor(pair.golden).dtype
            ? phrase(
                "the values are equal, their bits are not: zeros of the other sign, or NaN of other bits")
            : phrase("the values are equal, their element types are not");
    }
    if (differsUnseen(pairs.row(row)))
        return phrase("the checksums differ although the statistics do not show it");
    if (pairs.row(row).basis == PairBasis::Checksums)
        return phrase("checksums differ, and do not tell rounding from faults");
    if (error.hasNumbers && !error.isBroken && std::isinf(error.relative))
        return phrase("golden is zero here, the target is off by %1",
            fmt::format("{:.3g}", pairs.row(row).figures->maxError));
    const JudgedOutput* const output = toldOutput(row);
    if (!output)
        return pairs.row(row).reason;
    if (isBound(*output))
        return fits(row)
            ? phrase("off by at least %1, while inputs and the noise of the run may explain up to %2",
                boundDigits(output->error), errorDigits(output->explained))
            : phrase("off by at least %1, of which %2 are explained", boundDigits(output->error),
                errorDigits(output->explained));
    return fits(row) ? phrase("off by %1, while inputs and the noise of the run may explain up to %2",
               errorDigits(output->error), errorDigits(output->explained))
                     : phrase("off by %1, of which %2 are explained", errorDigits(output->error),
                         errorDigits(output->explained));
}

} // namespace dumpscope::core
