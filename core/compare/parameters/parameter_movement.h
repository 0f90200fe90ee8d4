// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/parameters/optimizer_fault.h"
#include "compare/parameters/recorded_parameters.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <vector>

namespace dumpscope::core {

inline constexpr std::size_t kFewestParameters = 3;
inline constexpr std::size_t kManyParameters = 5; ///< of a slight excess: fewer may have the same by chance
inline constexpr double kSure = 2;                ///< units of the coarser type that no rounding hides
inline constexpr double kSumUnit = 0x1p-24;       ///< of what sums lose, in float32
inline constexpr double kOfNorms = 8;    ///< float32 units that sums of a norm leave open of two of them
inline constexpr double kScatter = 0.25; ///< of the factor, about its median
inline constexpr double kNearlyAll = 0.8;

/// How a parameter is moved between two steps, as a part of golden's movement beyond it.
struct Excess {
    double excess = 0;
    double unsure = 0; ///< what recorded means leave open of it
    std::size_t row = 0;
    bool isVector = false;
};
using Excesses = std::vector<Excess>;

/// How far the extremes move, which shows by how much elements are moved.
[[nodiscard]] double farthest(const RecordedParameter& before, const RecordedParameter& after);
/// Of the mean. Nothing where rounding may hide how far golden moves it, unless the target clearly does.
[[nodiscard]] std::optional<Excess> excessOf(const ParameterPair& before, const ParameterPair& after);
/// The same of the extreme that golden moves farther, which shows how an element is moved.
[[nodiscard]] std::optional<Excess> excessOfExtreme(const ParameterPair& before, const ParameterPair& after);
[[nodiscard]] Excesses excessesOf(const ParameterPairs& before, const ParameterPairs& after,
    std::optional<Excess> (*excess)(const ParameterPair&, const ParameterPair&));
[[nodiscard]] Excesses partOf(const Excesses& excesses, OptimizerFault::Of of);
/// The middle one by size.
[[nodiscard]] double typical(const Excesses& excesses);
/// The list is reordered.
[[nodiscard]] double medianOf(Excesses& excesses);

/// A parameter that several operators are given, or a module that runs several times, is moved once.
class SeenParameters {
public:
    bool isNew(const ParameterPair& before, const ParameterPair& after)
    {
        return m_seen
            .insert({before.target.mean, before.golden.mean, after.target.mean, after.golden.mean,
                after.target.norm, after.golden.norm, after.golden.count})
            .second;
    }

private:
    std::set<std::array<double, 7>> m_seen;
};

/// The fault that so large a share of parameters shows, at least kFewestParameters.
[[nodiscard]] std::optional<OptimizerFault> faultOfShare(
    const Excesses& excesses, double share, const auto& isOtherwise)
{
    OptimizerFault fault;
    fault.moved = excesses.size();
    fault.row = std::numeric_limits<std::size_t>::max();
    for (const Excess& one : excesses) {
        if (!isOtherwise(one))
            continue;
        ++fault.otherwise;
        fault.row = std::min(fault.row, one.row);
    }
    return fault.otherwise >= kFewestParameters
            && static_cast<double>(fault.otherwise) >= share * static_cast<double>(fault.moved)
        ? std::optional(fault)
        : std::nullopt;
}

} // namespace dumpscope::core
