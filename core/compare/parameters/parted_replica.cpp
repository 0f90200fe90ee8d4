// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/parameters/parted_replica.h"

#include "compare/comparison.h"
#include "compare/parameters/recorded_parameters.h"
#include "compare/suspects/tensor_error.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

namespace dumpscope::core {

namespace {

using Number = std::optional<std::int64_t>;

/// A parameter on all ranks.
struct Copies {
    std::optional<double> own; ///< error on the rank that is suspect
    std::optional<double> others;
    double unit = 0;

    [[nodiscard]] bool isParted() const
    {
        constexpr double kFar = 10, kUnits = 64;
        return own && others && *own > kFar * *others && *own > kUnits * unit;
    }
};

/// By operator, occurrence, io and slot.
using CopiesByPlace = std::map<std::tuple<std::string_view, std::uint32_t, Io, std::int32_t>, Copies>;

CopiesByPlace copiesOf(const PairTable& pairs, const ParameterPairs& parameters, Number rank)
{
    CopiesByPlace found;
    for (const auto& [key, pair] : parameters) {
        const auto& [own, name, occurrence, io, slot] = key;
        const TensorError error = tensorError(pairs, pair.row);
        if (!error.hasNumbers || error.isBroken || !std::isfinite(error.relative))
            continue;
        Copies& copies = found[{name, occurrence, io, slot}];
        std::optional<double>& most = own == rank ? copies.own : copies.others;
        most = std::max(most.value_or(0), error.relative);
        copies.unit = std::max(copies.unit, error.unit);
    }
    return found;
}

/// What the gradients of parameters are off by on a rank, the farthest; absent where none was compared.
std::optional<double> gradientError(const PairTable& pairs, const ParameterPairs& gradients, Number rank)
{
    std::optional<double> most;
    for (const auto& [key, pair] : gradients) {
        const TensorError error = tensorError(pairs, pair.row);
        if (std::get<0>(key) == rank && error.hasNumbers && !error.isBroken)
            most = std::max(most.value_or(0), error.relative);
    }
    return most;
}

} // namespace

std::optional<PartedReplica> partedReplica(const Comparison& comparison, std::size_t row)
{
    const PairTable& pairs = *comparison.pairs;
    const FolderFacts& place = pairs.target().index->factsOf(pairs.row(row).pair.target);
    if (!place.rank || !isTrainedParameter(pairs, row))
        return std::nullopt;
    const RecordedParameters recorded = recordedParameters(pairs);
    const auto now = recorded.steps.find(place.step);
    if (now == recorded.steps.end() || now == recorded.steps.begin())
        return std::nullopt;
    PartedReplica made;
    for (const auto& [key, copies] : copiesOf(pairs, now->second, place.rank)) {
        made.seen += copies.own && copies.others ? 1 : 0;
        made.parted += copies.isParted() ? 1 : 0;
    }
    if (made.parted == 0)
        return std::nullopt;
    constexpr double kAgree = 0.01;
    const auto before = recorded.gradients.find(std::prev(now)->first);
    const auto error = before == recorded.gradients.end() ? std::nullopt
                                                          : gradientError(pairs, before->second, place.rank);
    made.gradientsAgree = error && *error <= kAgree;
    return made;
}

Message PartedReplica::sentence() const
{
    const Message which = phrase(
        "%1 of %2 parameters are off on this rank and agree on others: they were moved otherwise here "
        "alone",
        parted, seen);
    return gradientsAgree ? phrase(
               "%1, and the gradients that the backward run gave agree: how they are averaged over ranks, or "
               "the update of this rank",
               which)
                          : phrase("%1, as where gradients are not averaged over all ranks", which);
}

} // namespace dumpscope::core
