// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore/mindspore_statistic_columns.h"

#include "base/text.h"
#include "base/text_scan.h"
#include "io/csv_scanner.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace dumpscope::core {

namespace {

using Field = StatisticTable::Field;

struct KnownColumn {
    std::string_view name; ///< lower case
    StatisticRole role;
    Field field = Field::Max;
};

/// docs/formats/mindspore-dump.md 1.5 and 5.1; the last spellings are those of
/// docs/formats/ascend-dump-binary.md 6.
constexpr auto kKnownColumns = std::to_array<KnownColumn>({
    {"op type", StatisticRole::OpType},
    {"op name", StatisticRole::OpName},
    {"task id", StatisticRole::Task},
    {"stream id", StatisticRole::Stream},
    {"timestamp", StatisticRole::Timestamp},
    {"io", StatisticRole::Io},
    {"slot", StatisticRole::Slot},
    {"data size", StatisticRole::DataSize},
    {"data type", StatisticRole::DataType},
    {"shape", StatisticRole::Dims},
    {"max value", StatisticRole::Value, Field::Max},
    {"min value", StatisticRole::Value, Field::Min},
    {"avg value", StatisticRole::Value, Field::Mean},
    {"l2norm value", StatisticRole::Value, Field::L2Norm},
    {"count", StatisticRole::Value, Field::Count},
    {"negative zero count", StatisticRole::Value, Field::NegativeCount},
    {"positive zero count", StatisticRole::Value, Field::PositiveCount},
    {"nan count", StatisticRole::Value, Field::NanCount},
    {"negative inf count", StatisticRole::Value, Field::NegInfCount},
    {"positive inf count", StatisticRole::Value, Field::PosInfCount},
    {"zero count", StatisticRole::Value, Field::ZeroCount},
    {"md5", StatisticRole::Digest},
    {"sha1", StatisticRole::Digest},
    {"md5 value", StatisticRole::Digest},
    {"input/output", StatisticRole::Io},
    {"format", StatisticRole::Format},
    {"index", StatisticRole::Slot},
    {"l2norm", StatisticRole::Value, Field::L2Norm},
});

const KnownColumn* findColumn(std::string_view header)
{
    const auto found = std::ranges::find_if(
        kKnownColumns, [header](const KnownColumn& known) { return equalsIgnoreCase(known.name, header); });
    return found == kKnownColumns.end() ? nullptr : &*found;
}

/// Whether an earlier column already has this meaning.
bool isTaken(const StatisticPlan& plan, const KnownColumn& known, std::string_view header)
{
    switch (known.role) {
    case StatisticRole::Value:
        return plan.hasValue(known.field);
    case StatisticRole::Digest:
        return std::ranges::any_of(
            plan.digests, [header](const std::string& name) { return equalsIgnoreCase(name, header); });
    default:
        return plan.hasRole(known.role);
    }
}

} // namespace

bool StatisticPlan::hasRole(StatisticRole role) const
{
    return std::ranges::any_of(
        plan, [role](const StatisticColumnPlan& column) { return column.role == role; });
}

bool StatisticPlan::hasValue(StatisticTable::Field field) const
{
    return std::ranges::any_of(plan, [field](const StatisticColumnPlan& column) {
        return column.role == StatisticRole::Value && column.number == static_cast<std::uint8_t>(field);
    });
}

StatisticPlan planStatisticColumns(std::span<const std::string_view> headers)
{
    // Real files have at most 24 columns; digests are numbered in a byte.
    constexpr std::size_t kMaxColumns = 200;
    StatisticPlan plan;
    for (const std::string_view raw : headers.first(std::min(headers.size(), kMaxColumns))) {
        StatisticTable::Column column;
        column.header = unquote(trimmed(raw));
        StatisticColumnPlan planned;
        if (const KnownColumn* known = findColumn(column.header)) {
            if (isTaken(plan, *known, column.header)) {
                plan.duplicates.push_back(column.header);
            } else {
                planned.role = known->role;
                if (known->role == StatisticRole::Value) {
                    planned.number = static_cast<std::uint8_t>(known->field);
                    column.field = known->field;
                } else if (known->role == StatisticRole::Digest) {
                    planned.number = static_cast<std::uint8_t>(plan.digests.size());
                    column.isDigest = true;
                    plan.digests.push_back(column.header);
                }
            }
        }
        plan.columns.push_back(std::move(column));
        plan.plan.push_back(planned);
    }
    plan.countMayBeMissing = statisticDialect(plan) == StatisticDialect::Cann;
    return plan;
}

StatisticDialect statisticDialect(const StatisticPlan& plan)
{
    using enum StatisticRole;
    const auto hasAll = [&plan](std::initializer_list<StatisticRole> roles) {
        return std::ranges::all_of(roles, [&plan](StatisticRole role) { return plan.hasRole(role); });
    };
    if (!hasAll({Io, Slot, DataType, Dims}))
        return StatisticDialect::None;
    const bool named = hasAll({OpType, OpName});
    if (!plan.hasRole(Format))
        return named ? StatisticDialect::MindSpore : StatisticDialect::None;
    if (named)
        return StatisticDialect::Mstt;
    return plan.hasRole(DataSize) && !plan.hasRole(OpType) && !plan.hasRole(OpName) ? StatisticDialect::Cann
                                                                                    : StatisticDialect::None;
}

} // namespace dumpscope::core
