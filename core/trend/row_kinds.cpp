// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/row_kinds.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace dumpscope::core {

bool isUpdatedWeightRow(const TrendRow& row)
{
    return row.opType == "param_updated";
}

bool isWeightRow(const TrendRow& row)
{
    return row.io == "parameter" || row.opType == "param_origin" || isUpdatedWeightRow(row);
}

bool isReplicatedRow(const TrendRow& row)
{
    constexpr std::array<std::string_view, 4> kTypes {"grad_reduced", "reduced", "exp_avg", "exp_avg_sq"};
    return isWeightRow(row) || std::ranges::find(kTypes, row.opType) != kTypes.end();
}

bool isActivationRow(const TrendRow& row)
{
    constexpr std::array<std::string_view, 3> kOthers {"backward", "grad", "reduce"};
    const auto names = [&](std::string_view word) {
        return containsIgnoreCase(row.opName, word) || containsIgnoreCase(row.opType, word);
    };
    return !isReplicatedRow(row) && !isLossRow(row) && std::ranges::none_of(kOthers, names);
}

bool isLossRow(const TrendRow& row)
{
    return containsIgnoreCase(row.opName, "loss")
        && (row.io == "output" || containsIgnoreCase(row.opName, "output"))
        && !containsIgnoreCase(row.opName, "backward") && row.opType != "backward";
}

} // namespace dumpscope::core
