// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/product_noise.h"

#include "compare/elements/significand.h"
#include "compare/recompute/reading_fit.h"
#include "compare/suspects/explained_error.h"
#include "compare/suspects/operator_nature.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace dumpscope::core {

namespace {

constexpr std::size_t kMostProducts = 9;

/// What factors are off by that were rounded to a half type on their way, where golden's were not.
double roundingOfFactors(const OperatorCall& target, const OperatorCall& golden)
{
    constexpr int kHalfBits = 11;
    double most = 0;
    for (std::size_t slot = 0; slot < std::min(target.inputs.size(), golden.inputs.size()); ++slot) {
        const Operand *const ours = target.tensor(slot), *const theirs = golden.tensor(slot);
        if (ours == nullptr || theirs == nullptr || significandBits(ours->dtype()) <= kHalfBits)
            continue;
        const int bits = neededBits(*ours);
        if (bits > 0 && bits <= kHalfBits && neededBits(*theirs) > kHalfBits)
            most = std::max(most, kRoundingRms * std::ldexp(1.0, -bits));
    }
    return most;
}

/// Coarseness of one product by the reading that fits best; nothing where it is not understood.
Result<std::optional<double>> coarsenessOf(const PairTable& pairs, std::size_t row, TaskContext& task)
{
    constexpr std::uint64_t kElements = 512;
    std::optional<double> best;
    const TensorPair& pair = pairs.row(row).pair;
    const auto side = dumpedCall(pairs.target().index, pair.target, {}, nullptr, task);
    if (!side)
        return best;
    std::vector<std::uint64_t> elements;
    const std::uint64_t count = side->output.count(), step = std::max<std::uint64_t>(count / kElements, 1);
    for (std::uint64_t i = 0; i < count; i += step)
        elements.push_back(i);
    for (const Reading& reading : builtinRecomputers().readings(side->call)) {
        if (!reading.isProduct)
            continue;
        TRY_ASSIGN(const ReadingFit fit, fitReading(reading, *side, elements, 0, task));
        if (!best || fit.coarseness < *best)
            best = fit.coarseness;
    }
    if (best) {
        if (const auto golden = dumpedCall(pairs.golden().index, pair.golden, {}, nullptr, task))
            best = std::max(*best, roundingOfFactors(side->call, golden->call));
    }
    return best;
}

} // namespace

/// Outputs of products, spread over the run.
std::vector<std::size_t> ProductNoise::products(bool areSuspectsLeftOut) const
{
    std::set<std::size_t> suspected;
    for (const auto* list : {&m_suspicion.suspects, &m_suspicion.near}) {
        for (const Suspect& suspect : *list)
            suspected.insert(suspect.pairs.begin(), suspect.pairs.end());
    }
    std::vector<std::size_t> rows;
    const DumpIndex& index = *m_pairs.target().index;
    for (std::size_t row = 0; row < m_pairs.rows(); ++row) {
        const TensorRow& tensor = index.tensor(m_pairs.row(row).pair.target);
        if (tensor.io == Io::Output && m_pairs.row(row).basis == PairBasis::Elements
            && tensor.opType.isValid()
            && operatorNature(index.text(tensor.opType)) == OperatorNature::Bilinear
            && !(areSuspectsLeftOut && suspected.contains(row)))
            rows.push_back(row);
    }
    if (rows.size() <= kMostProducts)
        return rows;
    std::vector<std::size_t> some;
    for (std::size_t i = 0; i < kMostProducts; ++i)
        some.push_back(rows[i * rows.size() / kMostProducts]);
    return some;
}

/// Ascending; of those that can be computed again.
Result<std::vector<double>> ProductNoise::errors(bool areSuspectsLeftOut, TaskContext& task) const
{
    std::vector<double> found;
    for (const std::size_t row : products(areSuspectsLeftOut)) {
        TRY_ASSIGN(const auto one, coarsenessOf(m_pairs, row, task));
        if (one)
            found.push_back(*one);
    }
    std::ranges::sort(found);
    return found;
}

Result<std::optional<double>> ProductNoise::measured(TaskContext& task)
{
    constexpr std::size_t kFewest = 2, kFewestSuspects = 3;
    constexpr double kAlike = 2;
    constexpr double kHalf = 0x1p-12; // about what factors of eleven bits are off by
    if (m_isMeasured)
        return m_measured;
    TRY_ASSIGN(std::vector<double> found, errors(true, task));
    if (found.size() >= kFewest) {
        m_measured = found[found.size() / 2];
    } else {
        // Where all products are off alike, that is how the run multiplies, and none of them is wrong.
        TRY_ASSIGN(found, errors(false, task));
        const std::size_t fewest = !found.empty() && found.back() <= kHalf ? kFewest : kFewestSuspects;
        if (found.size() >= fewest && found.back() <= kAlike * found.front())
            m_measured = found[found.size() / 2];
    }
    m_isMeasured = true;
    return m_measured;
}

Result<double> ProductNoise::value(TaskContext& task)
{
    TRY_ASSIGN(const auto found, measured(task));
    return std::min(m_suspicion.noise, found.value_or(m_suspicion.noise));
}

} // namespace dumpscope::core
