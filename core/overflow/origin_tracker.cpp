// SPDX-License-Identifier: GPL-3.0-or-later
#include "overflow/origin_tracker.h"

#include "overflow/origin_judge.h"
#include "overflow/parameter_name.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace dumpscope::core {

namespace {

using Field = StatisticTable::Field;

void show(const std::optional<double>& value, MeasuredTensor& measured)
{
    if (!value)
        return;
    measured.showsNan |= std::isnan(*value);
    measured.showsPosInf |= std::isinf(*value) && *value > 0;
    measured.showsNegInf |= std::isinf(*value) && *value < 0;
}

/// Counts of 0 of what an extreme shows do not hold.
void takeExtremes(
    std::span<const std::optional<double>> extremes, bool isAnyCounted, MeasuredTensor& measured)
{
    for (const auto& extreme : extremes)
        show(extreme, measured);
    const auto drop = [&](bool isShown, std::optional<std::uint64_t>& count) {
        if (!isShown || count != 0U)
            return;
        count.reset();
        measured.contradictsItself = true;
    };
    drop(measured.showsPosInf, measured.posInf);
    drop(measured.showsNegInf, measured.negInf);
    // Beside infinities NaN may stand for extremes that there are none of.
    if (isAnyCounted)
        measured.showsNan = measured.showsNan && measured.nan != 0U;
    drop(measured.showsNan, measured.nan);
}

} // namespace

MeasuredTensor measuredByStatistics(const DumpIndex& index, TensorId id)
{
    MeasuredTensor measured;
    measured.id = id;
    const TensorRow& row = index.tensor(id);
    if (row.statisticRow == TensorRow::kNone)
        return measured;
    measured.fromFile = true;
    const StatisticTable& table = *index.statisticTables()[row.statisticTable];
    const auto number = [&](Field field) { return table.value(field, row.statisticRow); };
    const auto countOf = [&](Field field) -> std::optional<std::uint64_t> {
        const auto value = number(field);
        if (!value || !(*value >= 0) || *value >= 0x1p63)
            return std::nullopt;
        return static_cast<std::uint64_t>(*value);
    };
    measured.nan = countOf(Field::NanCount);
    measured.posInf = countOf(Field::PosInfCount);
    measured.negInf = countOf(Field::NegInfCount);
    const std::array numbers {
        number(Field::Max), number(Field::Min), number(Field::Mean), number(Field::L2Norm)};
    if (!measured.nan && !measured.posInf && !measured.negInf
        && std::ranges::none_of(numbers, [](const auto& value) { return value.has_value(); }))
        return measured; // digests only, or no numbers
    const bool isCounted = measured.nan && measured.posInf && measured.negInf;
    bool isAny = measured.nan.value_or(0) + measured.posInf.value_or(0) + measured.negInf.value_or(0) > 0;
    const bool isEmpty = row.shape.isValid() && std::ranges::count(index.shape(row.shape), 0) > 0;
    // Where no element was compared, the extremes are what the writer began with.
    const bool hasExtremes
        = !isEmpty && !(isCounted && numbers[0] && numbers[1] && *numbers[0] < *numbers[1]);
    if (hasExtremes)
        takeExtremes(std::span(numbers).first(2), isAny, measured);
    isAny = isAny || measured.showsNan || measured.showsPosInf || measured.showsNegInf;
    // Of finite elements no norm is NaN; some writers leave NaN out of extremes.
    if (!isAny && !measured.nan && !isEmpty && numbers[3] && std::isnan(*numbers[3]))
        isAny = measured.showsNan = true;
    // Sums of large numbers overflow: they tell only where neither extremes nor counts do.
    if (!isAny && !isCounted && !isEmpty && !(numbers[0] && numbers[1])) {
        for (const auto& sum : std::span(numbers).last(2))
            show(sum, measured);
        isAny = measured.showsNan || measured.showsPosInf || measured.showsNegInf;
    }
    measured.state = isAny ? MeasuredTensor::State::NonFinite : MeasuredTensor::State::Finite;
    return measured;
}

void OriginTracker::add(const MeasuredTensor& tensor)
{
    m_states[tensor.id.value()] = static_cast<std::uint8_t>(tensor.state);
    if (tensor.state == MeasuredTensor::State::NonFinite)
        m_found.push_back(tensor);
}

Result<std::vector<NonFiniteTensor>> OriginTracker::finish(const std::stop_token& stop, Progress* progress)
{
    std::ranges::sort(m_found, {}, &MeasuredTensor::id);
    return OriginJudge(*this, stop, progress).run();
}

std::vector<NonFiniteTensor> OriginTracker::withoutOrigins()
{
    std::ranges::sort(m_found, {}, &MeasuredTensor::id);
    std::vector<NonFiniteTensor> found;
    found.reserve(m_found.size());
    for (const MeasuredTensor& measured : m_found)
        found.push_back(describe(measured));
    for (NonFiniteTensor& tensor : found)
        tensor.why = phrase("the search was stopped before it came to origins");
    return found;
}

NonFiniteTensor OriginTracker::describe(const MeasuredTensor& measured) const
{
    NonFiniteTensor tensor;
    tensor.id = measured.id;
    tensor.nan = measured.nan;
    tensor.posInf = measured.posInf;
    tensor.negInf = measured.negInf;
    tensor.firstIndex = measured.firstIndex;
    tensor.elementsRead = measured.elementsRead;
    tensor.fromFile = measured.fromFile;
    tensor.parameter = parameterName(m_index, measured.id);
    return tensor;
}

} // namespace dumpscope::core
