// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/measuring/recorded_side.h"

#include "tensor/dtype.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dumpscope::core {

namespace {

/// Checksums a file recorded about a tensor, in the file's order.
std::vector<std::string> recordedChecksums(const StatisticTable& table, std::uint32_t row)
{
    std::vector<std::string> texts;
    for (const StatisticTable::Digest& digest : table.digests) {
        const std::string_view text = table.strings.text(digest.text[row]);
        if (checksumKindOf(text))
            texts.emplace_back(text);
    }
    return texts;
}

StatisticRow recordedRow(const StatisticTable& table, std::uint32_t row)
{
    using Field = StatisticTable::Field;
    static constexpr std::array<Field, kDumpedStatistics> kFields {
        Field::Max, Field::Min, Field::Mean, Field::L2Norm};
    const DTypeInfo& type = dtypeInfo(table.dtype[row]);
    const bool isLong
        = type.bits == 64 && (type.kind == DTypeClass::Signed || type.kind == DTypeClass::Unsigned);
    StatisticRow cells;
    for (std::size_t i = 0; i < kFields.size(); ++i) {
        const auto value = table.value(kFields[i], row);
        const auto exact = table.exactInteger(kFields[i], row);
        if (exact && *exact <= INT64_MAX)
            cells[i] = static_cast<std::int64_t>(*exact);
        else if (value && isLong && kFields[i] <= Field::Min && std::fabs(*value) < 0x1p63
            && *value == std::floor(*value))
            cells[i] = static_cast<std::int64_t>(*value); // beside one that float64 rounds
        else if (value)
            cells[i] = *value;
    }
    return cells;
}

/// The largest absolute value that finite extremes show.
std::optional<double> largestOf(const StatisticRow& cells)
{
    const auto max = statisticNumber(cells[static_cast<std::size_t>(DumpedStatistic::Max)]);
    const auto min = statisticNumber(cells[static_cast<std::size_t>(DumpedStatistic::Min)]);
    if (!max || !min || !hasFiniteExtremes(cells))
        return std::nullopt;
    return std::max(std::fabs(*max), std::fabs(*min));
}

} // namespace

ChecksumSide checksumSide(
    const std::optional<TensorView>& view, const StatisticTable* table, std::uint32_t row)
{
    ChecksumSide side;
    if (table) {
        side.recorded = recordedChecksums(*table, row);
        side.dtype = table->dtype[row];
    }
    if (view) {
        side.view = &*view;
        side.dtype = view->dtype;
    }
    return side;
}

StatisticRow spelledRow(const StatisticTable& table, std::uint32_t row)
{
    StatisticRow cells = recordedRow(table, row);
    const DType dtype = table.dtype[row];
    const bool isTorch = table.strings.text(table.dtypeText[row]).starts_with("torch.");
    constexpr double kExact = 9007199254740992.0; // beyond 2^53 only integers have all digits
    const DTypeClass kind = dtypeInfo(dtype).kind;
    const bool isInteger = isTorch && (kind == DTypeClass::Signed || kind == DTypeClass::Unsigned);
    for (StatisticCell& cell : cells) {
        const auto value = statisticNumber(cell);
        if (!value || (isInteger && std::holds_alternative<std::int64_t>(cell)))
            continue;
        if (dtype == DType::Bool)
            cell = *value != 0;
        else if (isInteger && std::fabs(*value) <= kExact)
            cell = static_cast<std::int64_t>(*value);
        else
            cell = *value;
    }
    return cells;
}

bool isEmptyRow(const StatisticRow& row)
{
    return std::all_of(row.begin(), row.end(),
        [](const StatisticCell& cell) { return std::holds_alternative<std::monostate>(cell); });
}

StatisticRow knownRow(const StatisticTable& table, std::uint32_t row)
{
    StatisticRow cells = recordedRow(table, row);
    const std::vector<std::string> checksums = recordedChecksums(table, row);
    if (!isEmptyRow(cells) || checksums.size() != 1)
        return cells;
    const auto value = recordedValue(checksums.front());
    return value ? StatisticRow {*value, *value, *value, std::fabs(*value)} : cells;
}

NonFiniteCounts nonFiniteCounts(const StatisticTable& table, std::uint32_t row)
{
    using Field = StatisticTable::Field;
    // What stands there may be no number: then nothing was counted.
    const auto count = [&](Field field) {
        const std::optional<double> value = table.value(field, row);
        return value && std::isnan(*value) ? std::nullopt : value;
    };
    return {count(Field::NanCount), count(Field::PosInfCount), count(Field::NegInfCount)};
}

NonFiniteCounts nonFiniteCounts(const Statistics& statistics)
{
    return {static_cast<double>(statistics.nanCount), static_cast<double>(statistics.posInfCount),
        static_cast<double>(statistics.negInfCount)};
}

double nonFiniteTotal(const NonFiniteCounts& counts)
{
    double sum = 0;
    for (const std::optional<double>& count : counts)
        sum += count.value_or(0);
    return sum;
}

bool countsDiffer(const NonFiniteCounts& target, const NonFiniteCounts& golden)
{
    for (std::size_t i = 0; i < target.size(); ++i) {
        if (target[i] && golden[i] && *target[i] != *golden[i])
            return true;
    }
    return false;
}

bool extremesDiffer(const StatisticRow& target, const StatisticRow& golden)
{
    constexpr double kPrinted = 1e-3;
    for (const DumpedStatistic which : {DumpedStatistic::Max, DumpedStatistic::Min}) {
        const auto a = statisticNumber(target[static_cast<std::size_t>(which)]);
        const auto b = statisticNumber(golden[static_cast<std::size_t>(which)]);
        if (a && b && std::fabs(*a - *b) > kPrinted * std::max(std::fabs(*a), std::fabs(*b)))
            return true;
    }
    return false;
}

std::optional<bool> recordedNonFinite(
    const StatisticTable& table, std::uint32_t row, const StatisticRow& cells, std::uint64_t count)
{
    bool isCounted = true;
    for (const std::optional<double>& number : nonFiniteCounts(table, row)) {
        if (number && *number > 0)
            return true;
        isCounted = isCounted && number;
    }
    if (showsNonFinite(cells))
        return true;
    const auto norm = statisticNumber(cells[static_cast<std::size_t>(DumpedStatistic::L2Norm)]);
    const auto mean = statisticNumber(cells[static_cast<std::size_t>(DumpedStatistic::Mean)]);
    constexpr double kHalf = 6e4, kSingle = 1e18; // sums and norms below do not overflow
    const double safe = table.dtype[row] == DType::Float16 ? kHalf : kSingle;
    const auto largest = largestOf(cells);
    const bool canOverflow = !largest || *largest * std::max(static_cast<double>(count), 1.0) > safe;
    for (const auto* const sum : {&norm, &mean}) {
        if (*sum && !std::isfinite(**sum) && (!canOverflow || (sum == &norm && std::isnan(**sum))))
            return true;
    }
    return isCounted || (norm && std::isfinite(*norm)) ? std::optional(false) : std::nullopt;
}

StatisticRow asRecorded(const Statistics& statistics)
{
    StatisticRow cells = statisticRow(statistics);
    const auto at
        = [&cells](DumpedStatistic one) -> StatisticCell& { return cells.at(static_cast<std::size_t>(one)); };
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (statistics.nanCount > 0) {
        cells = {};
        at(DumpedStatistic::L2Norm) = std::numeric_limits<double>::quiet_NaN();
    } else if (statistics.posInfCount + statistics.negInfCount > 0) {
        if (statistics.posInfCount > 0)
            at(DumpedStatistic::Max) = kInfinity;
        if (statistics.negInfCount > 0)
            at(DumpedStatistic::Min) = -kInfinity;
        at(DumpedStatistic::Mean) = {};
        at(DumpedStatistic::L2Norm) = kInfinity;
    }
    return cells;
}

} // namespace dumpscope::core
