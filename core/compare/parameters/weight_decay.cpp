// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/weight_decay.h"

#include "compare/parameters/parameter_movement.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::size_t kAlike
    = 10; ///< parameters beside which the rounding of each recorded norm averages out

/// How norms of parameters are moved, as a part of golden's norm.
struct Norms {
    Excesses excesses;
    double goldenMoved = 0; ///< the sum

    void add(const Excess& one, double moved)
    {
        excesses.push_back(one);
        goldenMoved += moved;
    }
    /// All are moved to the same side of golden's.
    [[nodiscard]] std::optional<OptimizerFault> alike();
    /// Half types scatter each recorded norm by as much as a decay moves it, but not their mean. By less than
    /// golden's own movement it may be that small movements are lost in rounding.
    [[nodiscard]] std::optional<OptimizerFault> together() const;
};

std::optional<OptimizerFault> Norms::alike()
{
    const double median = medianOf(excesses);
    const bool areMany = excesses.size() >= kAlike;
    auto fault = faultOfShare(excesses, kNearlyAll, [&](const Excess& one) {
        const double scatter = std::max(kScatter * std::fabs(median), areMany ? one.unsure / kSure : 0);
        return one.unsure < std::fabs(median) && std::fabs(one.excess - median) <= scatter;
    });
    if (fault)
        fault->decay = -median;
    return fault;
}

std::optional<OptimizerFault> Norms::together() const
{
    constexpr double kCoarse = 0x1p-12;           // unit of half types
    constexpr double kSureOfMean = 5, kApart = 2; // standard deviations of the mean
    const auto parameters = static_cast<double>(excesses.size());
    double sum = 0, squares = 0;
    for (const Excess& one : excesses)
        sum += one.excess;
    const double mean = sum / parameters;
    for (const Excess& one : excesses)
        squares += (one.excess - mean) * (one.excess - mean);
    const double deviation = std::sqrt(squares / (parameters - 1) / parameters);
    if (!(excesses.front().unsure > kCoarse) || !(std::fabs(mean) > kSureOfMean * deviation)
        || !(std::fabs(mean) > std::fabs(goldenMoved / parameters) + kApart * deviation))
        return std::nullopt;
    auto fault = faultOfShare(excesses, 1, [&](const Excess& one) { return one.excess * mean > 0; });
    if (fault)
        fault->decay = -mean;
    return fault;
}

} // namespace

std::optional<OptimizerFault> decayedOtherwise(const ParameterPairs& before, const ParameterPairs& after)
{
    Norms all, ofVectors, ofMatrices;
    SeenParameters seen;
    for (const auto& [key, pair] : after) {
        const auto then = before.find(key);
        if (then == before.end() || !(pair.golden.norm > 0) || !seen.isNew(then->second, pair))
            continue;
        const double moved = pair.golden.norm - then->second.golden.norm;
        const double targetMoved = pair.target.norm - then->second.target.norm;
        const double unit = std::max({pair.target.unit, pair.golden.unit, then->second.target.unit,
            then->second.golden.unit, kSumUnit});
        const Excess one {(targetMoved - moved) / pair.golden.norm, kSure * unit + kOfNorms * kSumUnit,
            pair.row, pair.golden.isVector};
        for (Norms* norms : {&all, one.isVector ? &ofVectors : &ofMatrices})
            norms->add(one, moved / pair.golden.norm);
    }
    for (auto [norms, of] :
        {std::pair(&all, OptimizerFault::Of::All), std::pair(&ofMatrices, OptimizerFault::Of::Matrices),
            std::pair(&ofVectors, OptimizerFault::Of::Vectors)}) {
        if (norms->excesses.size() < kManyParameters)
            continue;
        auto fault = norms->alike();
        if (!fault)
            fault = norms->together();
        if (fault) {
            fault->of = of;
            return fault;
        }
    }
    return std::nullopt;
}

} // namespace dumpscope::core
