// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tables/pair_table.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

namespace dumpscope::core {

/// Recorded figures of a parameter on one side at one time.
struct RecordedParameter {
    double mean = 0, norm = 0;
    double unit = 0; ///< unit roundoff of its type
    double count = 0;
    bool isVector = false;                    ///< or a single number
    std::optional<double> max = {}, min = {}; ///< absent where they were not recorded or are not finite
};

struct ParameterPair {
    std::size_t row = 0; ///< of the pair table
    RecordedParameter target, golden;
};

/// Rank, operator, occurrence, io and slot. Texts live as long as the target's index.
using ParameterKey
    = std::tuple<std::optional<std::int64_t>, std::string_view, std::uint32_t, Io, std::int32_t>;
using ParameterPairs = std::map<ParameterKey, ParameterPair>;

/// Compared parameters and their gradients by step, of dumps that recorded means and norms. Where no module
/// names its parameters, they are what operators are given.
struct RecordedParameters {
    std::map<std::optional<std::int64_t>, ParameterPairs> steps, gradients;
};

[[nodiscard]] RecordedParameters recordedParameters(const PairTable& pairs);

/// Whether the row is of a parameter that training moves, of a module or given to an operator.
[[nodiscard]] bool isTrainedParameter(const PairTable& pairs, std::size_t row);

/// Whether the tensor is in the list of gradients that msprobe records of the parameters of a module.
[[nodiscard]] bool isInGradientList(std::string_view opName, Io io);

} // namespace dumpscope::core
