// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/session.h"
#include "tensor/statistics.h"

#include <QString>

#include <vector>

namespace dumpscope::gui {

/// A column of the dump's own statistics of a tensor, in the contract's order.
struct RecordedStatistic {
    QString name, text;
    std::optional<double> number;
};
[[nodiscard]] std::vector<RecordedStatistic> recordedStatistics(const TensorRef& tensor);

/// Where the dump and the values disagree: counts by anything; extremes, mean and norm by more than
/// what the six digits and float32 sums of dump programs and the tensor's type, in which some record,
/// explain. Numbers of tensors with NaN or infinities are compared by their counts only: programs differ in
/// what they leave out.
struct StatisticConflict {
    QString name, recorded, computed;
};
[[nodiscard]] std::vector<StatisticConflict> statisticConflicts(
    const std::vector<RecordedStatistic>& recorded, const core::Statistics& computed, core::DType dtype);

} // namespace dumpscope::gui
