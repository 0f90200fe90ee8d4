// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/scalar_arguments.h"

#include "base/text.h"
#include "compare/mask_conventions.h"
#include "compare/significand.h"
#include "compare/suspects/operator_nature.h"
#include "metrics/type_limits.h"
#include "tensor/element_text.h"
#include "tensor/shape.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

using Scalar = StatisticTable::Scalar;

std::string_view argumentName(const StatisticTable& table, const Scalar& scalar)
{
    std::string_view entry = scalar.entry.isValid() ? table.strings.text(scalar.entry) : std::string_view();
    for (const std::string_view prefix : {"kwargs.", "input."}) {
        if (entry.starts_with(prefix))
            entry.remove_prefix(prefix.size());
    }
    return entry;
}

std::string valueText(const StatisticTable& table, const Scalar& scalar)
{
    const std::string_view value = table.strings.text(scalar.value);
    return value.empty() ? "None" : printable(value);
}

bool isNone(const StatisticTable& table, const Scalar& scalar)
{
    return table.strings.text(scalar.type) == "None";
}

/// A word that chooses how to compute (`reduction='sum'`); devices are named otherwise on every machine.
bool isWord(const StatisticTable& table, const Scalar& scalar)
{
    constexpr std::array<std::string_view, 7> kDevices {"cpu", "cuda", "npu", "gpu", "ascend", "mps", "meta"};
    const std::string value = asciiLower(table.strings.text(scalar.value));
    return table.strings.text(scalar.type) == "str" && !value.empty()
        && std::ranges::none_of(kDevices, [&](std::string_view device) { return value.starts_with(device); });
}

/// Numbers that went through float32 on one side only are the same, and so are masks of two types.
bool isSame(double x, double y)
{
    if (isTypeLimit(x) && isTypeLimit(y))
        return std::signbit(x) == std::signbit(y);
    return x == y || (std::isnan(x) && std::isnan(y)) || std::fabs(x - y) <= 0x1p-22 * std::fabs(y);
}

} // namespace

bool hasArgumentName(const StatisticTable& table, const Scalar& scalar)
{
    return !argumentName(table, scalar).empty();
}

Message scalarPlace(const StatisticTable& table, const Scalar& scalar)
{
    const std::string_view name = argumentName(table, scalar);
    if (name.empty())
        return ioPlace(scalar.io, scalar.slot);
    // `4.0` is an element of the fifth argument, `dims.0` one of an argument with a name.
    const std::size_t dot = name.rfind('.');
    const auto isNumber = [](std::string_view word) {
        return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (dot == std::string_view::npos || !isNumber(name.substr(dot + 1)))
        return phrase("argument %1", printable(name));
    const std::string_view list = name.substr(0, dot), element = name.substr(dot + 1);
    const auto position = isNumber(list) ? parseInt(list) : std::nullopt;
    return phrase("element %1 of %2", element,
        position ? ioPlace(scalar.io, static_cast<std::int32_t>(*position))
                 : phrase("argument %1", printable(list)));
}

bool isTypeLimit(double number)
{
    return std::isinf(number) || std::any_of(kTypeLimits.begin(), kTypeLimits.end(), [&](double limit) {
        return std::fabs(std::fabs(number) - limit) <= 1e-6 * limit;
    });
}

const StatisticTable* tableOf(const DumpIndex& index, TensorId tensor)
{
    const TensorRow& row = index.tensor(tensor);
    return row.statisticRow == TensorRow::kNone ? nullptr : index.statisticTables()[row.statisticTable].get();
}

std::optional<double> scalarNumber(const StatisticTable& table, const Scalar& scalar)
{
    const std::string_view value = table.strings.text(scalar.value);
    if (equalsIgnoreCase(value, "true"))
        return 1;
    if (equalsIgnoreCase(value, "false"))
        return 0;
    return parseDouble(value);
}

const std::vector<const Scalar*>& ScalarArguments::of(const DumpIndex& index, TensorId tensorOfOperator)
{
    static const std::vector<const Scalar*> none;
    const StatisticTable* const table = tableOf(index, tensorOfOperator);
    if (table == nullptr || table->scalars.empty())
        return none;
    const auto [place, isNew] = m_tables.try_emplace(table);
    if (isNew) {
        for (const Scalar& scalar : table->scalars)
            place->second[scalar.opName.value()].push_back(&scalar);
    }
    const auto found = place->second.find(table->opName[index.tensor(tensorOfOperator).statisticRow].value());
    return found == place->second.end() ? none : found->second;
}

namespace {

/// The tensor that an operator was given in a slot; nothing where the dump has none.
std::optional<TensorId> tensorInSlot(const DumpIndex& index, TensorId of, std::int32_t slot)
{
    const TensorRow& row = index.tensor(of);
    const FolderFacts& place = index.factsOf(of);
    for (const TensorId id : index.tensorsOfOperator(row.opName)) {
        const TensorRow& other = index.tensor(id);
        const FolderFacts& facts = index.factsOf(id);
        if (other.io == Io::Input && other.slot == slot && other.occurrence == row.occurrence
            && facts.rank == place.rank && facts.step == place.step)
            return id;
    }
    return std::nullopt;
}

bool fillsMasks(const DumpIndex& index, TensorId of)
{
    const StringId type = index.tensor(of).opType;
    return type.isValid()
        && isListedWord(" maskedfill maskedfillrange where fill ", operatorWord(index.text(type)));
}

/// Operators of other types that were paired by their values have other arguments.
bool isSameType(const DumpIndex& index, TensorId of, const DumpIndex& other, TensorId otherOf)
{
    const StringId one = index.tensor(of).opType, two = other.tensor(otherOf).opType;
    return one.isValid() && two.isValid() && index.text(one) == other.text(two);
}

/// What is recorded of a tensor of one element.
std::optional<double> onlyElement(const DumpIndex& index, TensorId id)
{
    using Field = StatisticTable::Field;
    const StatisticTable* const table = tableOf(index, id);
    if (table == nullptr)
        return std::nullopt;
    const std::uint32_t row = index.tensor(id).statisticRow;
    const auto max = table->value(Field::Max, row), min = table->value(Field::Min, row);
    return max && min && *max == *min ? max : std::nullopt;
}

/// The element may have been rounded to its type.
bool isSameElement(double number, double element, DType type)
{
    const int bits = significandBits(type);
    const double unit = bits > 0 ? std::ldexp(1.0, -bits) : 0;
    return isSame(number, element) || std::fabs(number - element) <= 2 * unit * std::fabs(element);
}

/// One side was given a number where the other was given a tensor of others: `x / 100` for `x / lengths`.
std::optional<ScalarDifference> tensorForNumber(const DumpIndex& index, TensorId of,
    const std::vector<const Scalar*>& scalars, const DumpIndex& other, TensorId otherOf, bool isTarget)
{
    if (scalars.empty() || !isSameType(index, of, other, otherOf))
        return std::nullopt;
    const StatisticTable& table = *tableOf(index, of);
    for (const Scalar* const scalar : scalars) {
        if (scalar->io != Io::Input || hasArgumentName(table, *scalar) || !scalarNumber(table, *scalar))
            continue;
        const auto tensor = tensorInSlot(other, otherOf, scalar->slot);
        if (!tensor || !other.tensor(*tensor).shape.isValid())
            continue;
        const auto shape = other.shape(other.tensor(*tensor).shape);
        const Message place = scalarPlace(table, *scalar);
        const std::string value = valueText(table, *scalar), extents = shapeText(shape);
        if (std::ranges::none_of(shape, [](std::int64_t extent) { return extent > 1; })) {
            // One number may be given either way, where it is the same.
            const auto only = onlyElement(other, *tensor);
            if (!only || isSameElement(*scalarNumber(table, *scalar), *only, other.tensor(*tensor).dtype))
                continue;
            const std::string element = numberText(*only);
            return ScalarDifference {isTarget
                    ? phrase("%1 is %2, golden's a tensor of one element, %3", place, value, element)
                    : phrase("%1 is a tensor of one element, %2, golden's %3", place, element, value),
                false, scalar->slot};
        }
        return ScalarDifference {isTarget
                ? phrase("%1 is %2, golden's a tensor of shape %3", place, value, extents)
                : phrase("%1 is a tensor of shape %2, golden's %3", place, extents, value),
            false, scalar->slot};
    }
    return std::nullopt;
}

} // namespace

ScalarDifference scalarDifference(const DumpIndex& target, TensorId targetTensor, const DumpIndex& golden,
    TensorId goldenTensor, ScalarArguments& targets, ScalarArguments& goldens)
{
    const auto& ours = targets.of(target, targetTensor);
    const auto& theirs = goldens.of(golden, goldenTensor);
    // Another number of arguments is another way to call, which need not mean anything.
    if (ours.size() != theirs.size()) {
        if (auto given = tensorForNumber(target, targetTensor, ours, golden, goldenTensor, true))
            return *given;
        if (auto given = tensorForNumber(golden, goldenTensor, theirs, target, targetTensor, false))
            return *given;
        return {};
    }
    Message mask;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        const StatisticTable &x = *tableOf(target, targetTensor), &y = *tableOf(golden, goldenTensor);
        if (ours[i]->slot != theirs[i]->slot || ours[i]->io != theirs[i]->io || ours[i]->io == Io::Output)
            continue;
        const auto a = scalarNumber(x, *ours[i]), b = scalarNumber(y, *theirs[i]);
        if (a && b && *a != *b && *a <= kAddedMask && *b <= kAddedMask && fillsMasks(target, targetTensor)) {
            mask = phrase("a mask is filled with %1, golden's with %2", valueText(x, *ours[i]),
                valueText(y, *theirs[i]));
            continue;
        }
        const bool differs = a && b ? !isSame(*a, *b)
            : isWord(x, *ours[i]) && isWord(y, *theirs[i])
            ? x.strings.text(ours[i]->value) != y.strings.text(theirs[i]->value)
            : (a && isNone(y, *theirs[i])) || (b && isNone(x, *ours[i]));
        if (differs)
            return {phrase("%1 is %2, golden's %3", scalarPlace(x, *ours[i]), valueText(x, *ours[i]),
                        valueText(y, *theirs[i])),
                a && std::isnan(*a) && !(b && std::isnan(*b)),
                hasArgumentName(x, *ours[i]) ? std::nullopt : std::optional(ours[i]->slot), std::move(mask)};
    }
    return {{}, false, {}, std::move(mask)};
}

} // namespace dumpscope::core
