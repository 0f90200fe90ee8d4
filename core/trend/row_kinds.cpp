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

bool isLossRow(const TrendRow& row)
{
    return containsIgnoreCase(row.opName, "loss")
        && (row.io == "output" || containsIgnoreCase(row.opName, "output"))
        && !containsIgnoreCase(row.opName, "backward") && row.opType != "backward";
}

} // namespace dumpscope::core
