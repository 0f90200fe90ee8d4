// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/recorded_statistics.h"

#include "base/text.h"
#include "common/core_text.h"
#include "compare/elements/significand.h"
#include "model/own_type_text.h"
#include "model/tensor_table.h"
#include "query/cell.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr double kDigits = 2e-5; ///< of a number written with six digits, rounded or cut
constexpr double kSums = 2e-3;   ///< of the largest magnitude, for sums in float32

bool isNear(double a, double b, double tolerance)
{
    return std::fabs(a - b) <= tolerance;
}

} // namespace

std::vector<RecordedStatistic> recordedStatistics(const TensorRef& tensor)
{
    std::vector<RecordedStatistic> statistics;
    if (!tensor.isValid() || tensor.row().statisticRow == core::TensorRow::kNone)
        return statistics;
    // A table of its own has nothing computed, so that its cells are those of the file.
    const core::TensorTable table(tensor.root->index());
    for (const int column : core::TensorTable::statisticsColumns()) {
        const core::Cell cell = table.cell(tensor.id.value(), column);
        const QString text = fromCore(core::textInOwnType(table, tensor.id.value(), column));
        if (!text.isEmpty() && table.isMeasuredColumn(column)) // all of them are of the file
            statistics.push_back({fromCore(table.columns()[static_cast<std::size_t>(column)].name), text,
                core::cellNumber(cell)});
    }
    return statistics;
}

std::vector<StatisticConflict> statisticConflicts(
    const std::vector<RecordedStatistic>& recorded, const core::Statistics& computed, core::DType dtype)
{
    std::vector<StatisticConflict> conflicts;
    const auto find = [&recorded](const char* name) {
        const auto found = std::find_if(recorded.begin(), recorded.end(),
            [name](const RecordedStatistic& known) { return known.name == QLatin1String(name); });
        return found == recorded.end() || !found->number ? nullptr : &*found;
    };
    const std::array counts {std::pair("count", computed.count), std::pair("zero_count", computed.zeroCount),
        std::pair("nan_count", computed.nanCount), std::pair("pos_inf_count", computed.posInfCount),
        std::pair("neg_inf_count", computed.negInfCount)};
    for (const auto& [name, count] : counts) {
        const RecordedStatistic* const known = find(name);
        if (known && *known->number != static_cast<double>(count))
            conflicts.push_back({known->name, known->text, QString::number(count)});
    }
    if (computed.finiteCount != computed.count || computed.count == 0)
        return conflicts;
    const double size = computed.absMax.value_or(0);
    const int bits = core::significandBits(dtype);
    const double sums = std::max(kSums, bits > 0 ? std::ldexp(1.0, -bits) : 0.0);
    const std::array numbers {std::tuple("min", computed.min, kDigits * size),
        std::tuple("max", computed.max, kDigits * size), std::tuple("mean", computed.mean, sums * size),
        std::tuple("l2norm", computed.l2norm, sums * computed.l2norm.value_or(0))};
    for (const auto& [name, number, tolerance] : numbers) {
        const RecordedStatistic* const known = find(name);
        if (known && number && std::isfinite(*known->number) && !isNear(*known->number, *number, tolerance))
            conflicts.push_back({known->name, known->text, fromCore(core::numberText(*number))});
    }
    return conflicts;
}

} // namespace dumpscope::gui
