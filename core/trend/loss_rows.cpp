// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/loss_rows.h"

#include "base/text.h"
#include "trend/row_kinds.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace dumpscope::core {

LossRows::LossRows(const TrendRun& run)
    : m_run(run)
    , m_isNamed(std::ranges::any_of(run.cube().rows(), isLossRow))
{
}

bool LossRows::isEmpty() const
{
    return std::ranges::none_of(m_run.cube().rows(), [&](const TrendRow& row) { return contains(row); });
}

bool LossRows::contains(const TrendRow& row) const
{
    return m_isNamed ? isLossRow(row) : isComputedLoss(row);
}

bool LossRows::isComputedLoss(const TrendRow& row) const
{
    // In the spellings of torch and MindSpore; other loss functions have "loss" in their names.
    constexpr std::array<std::string_view, 4> kTypes {"cross_entropy", "crossentropy", "kl_div", "kldiv"};
    if (row.io != "output" || containsIgnoreCase(row.opName, "backward")
        || std::ranges::none_of(
            kTypes, [&](std::string_view type) { return containsIgnoreCase(row.opType, type); }))
        return false;
    const DumpIndex& index = m_run.index();
    const TensorRow& tensor = index.tensor(TensorId(row.example));
    return tensor.shape.isValid() && elementCount(index.shape(tensor.shape)) == std::uint64_t {1};
}

} // namespace dumpscope::core
