// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/scalar_arguments.h"

#include "base/text.h"
#include "compare/elements/mask_conventions.h"
#include "compare/elements/significand.h"
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

/// A value that calls leave out as often as they give it: what most arguments are by default.
bool isUsual(const StatisticTable& table, const Scalar& scalar)
{
    const auto number = scalarNumber(table, scalar);
    return isNone(table, scalar) || table.strings.text(scalar.value).empty()
        || (number && (*number == 0 || *number == 1) && table.strings.text(scalar.type) != "bool")
        || (number && *number == 0);
}

bool isKeyword(const Scalar& scalar)
{
    return scalar.io == Io::Argument;
}

const Scalar* sameKeyword(const StatisticTable& table, const std::vector<const Scalar*>& scalars,
    const StatisticTable& ofWanted, const Scalar& wanted)
{
    const auto found = std::ranges::find_if(scalars, [&](const Scalar* one) {
        return isKeyword(*one) && argumentName(table, *one) == argumentName(ofWanted, wanted);
    });
    return found == scalars.end() ? nullptr : *found;
}

/// Whether a call has the value at a place instead of by its name.
bool isGivenByPlace(const StatisticTable& table, const std::vector<const Scalar*>& scalars,
    const StatisticTable& ofWanted, const Scalar& wanted)
{
    const auto number = scalarNumber(ofWanted, wanted);
    return std::ranges::any_of(scalars, [&](const Scalar* one) {
        const auto other = scalarNumber(table, *one);
        return one->io == Io::Input
            && (number && other ? isSame(*number, *other)
                                : table.strings.text(one->value) == ofWanted.strings.text(wanted.value));
    });
}

/// An argument that one side is called with by its name and the other is not called with.
std::optional<ScalarDifference> keywordOfOneSide(const StatisticTable& table,
    const std::vector<const Scalar*>& scalars, const StatisticTable& otherTable,
    const std::vector<const Scalar*>& others, bool isTarget)
{
    for (const Scalar* const scalar : scalars) {
        if (!isKeyword(*scalar) || isUsual(table, *scalar)
            || (!scalarNumber(table, *scalar) && !isWord(table, *scalar))
            || sameKeyword(otherTable, others, table, *scalar)
            || isGivenByPlace(otherTable, others, table, *scalar))
            continue;
        const Message place = scalarPlace(table, *scalar);
        const std::string value = valueText(table, *scalar);
        ScalarDifference difference {isTarget
                ? phrase("%1 is %2, golden is called without it", place, value)
                : phrase("golden's %1 is %2, the target is called without it", place, value)};
        difference.isOneSided = true;
        return difference;
    }
    return std::nullopt;
}

/// What fills a mask, where that is another number; nothing where the two are no such numbers.
Message filledMask(
    const StatisticTable& table, const Scalar& ours, const StatisticTable& goldenTable, const Scalar& theirs)
{
    const auto a = scalarNumber(table, ours), b = scalarNumber(goldenTable, theirs);
    return a && b && *a != *b && *a <= kAddedMask && *b <= kAddedMask
        ? phrase("a mask is filled with %1, golden's with %2", valueText(table, ours),
            valueText(goldenTable, theirs))
        : Message();
}

/// How the value of one argument differs; nothing where it does not.
std::optional<ScalarDifference> otherValue(
    const StatisticTable& table, const Scalar& ours, const StatisticTable& goldenTable, const Scalar& theirs)
{
    const auto a = scalarNumber(table, ours), b = scalarNumber(goldenTable, theirs);
    const bool differs = a && b ? !isSame(*a, *b)
        : isWord(table, ours) && isWord(goldenTable, theirs)
        ? table.strings.text(ours.value) != goldenTable.strings.text(theirs.value)
        : (a && isNone(goldenTable, theirs)) || (b && isNone(table, ours));
    if (!differs)
        return std::nullopt;
    return ScalarDifference {phrase("%1 is %2, golden's %3", scalarPlace(table, ours), valueText(table, ours),
                                 valueText(goldenTable, theirs)),
        a && std::isnan(*a) && !(b && std::isnan(*b)),
        hasArgumentName(table, ours) ? std::nullopt : std::optional(ours.slot)};
}

/// Of calls with other arguments: what has the same name on both sides, then what one side alone has.
ScalarDifference ofOtherCalls(const StatisticTable* table, const std::vector<const Scalar*>& ours,
    const StatisticTable* goldenTable, const std::vector<const Scalar*>& theirs)
{
    if (table == nullptr || goldenTable == nullptr)
        return {};
    for (const Scalar* const scalar : ours) {
        const Scalar* const twin
            = isKeyword(*scalar) ? sameKeyword(*goldenTable, theirs, *table, *scalar) : nullptr;
        if (auto other = twin ? otherValue(*table, *scalar, *goldenTable, *twin) : std::nullopt)
            return *std::move(other);
    }
    if (auto one = keywordOfOneSide(*table, ours, *goldenTable, theirs, true))
        return *std::move(one);
    if (auto one = keywordOfOneSide(*goldenTable, theirs, *table, ours, false))
        return *std::move(one);
    return {};
}

} // namespace

ScalarDifference scalarDifference(const DumpIndex& target, TensorId targetTensor, const DumpIndex& golden,
    TensorId goldenTensor, ScalarArguments& targets, ScalarArguments& goldens)
{
    const auto& ours = targets.of(target, targetTensor);
    const auto& theirs = goldens.of(golden, goldenTensor);
    const StatisticTable* const table = tableOf(target, targetTensor);
    const StatisticTable* const goldenTable = tableOf(golden, goldenTensor);
    const auto isSameArgument = [&](const Scalar* a, const Scalar* b) {
        return isKeyword(*a) == isKeyword(*b)
            && (!isKeyword(*a) || argumentName(*table, *a) == argumentName(*goldenTable, *b));
    };
    // Another number of arguments is another way to call, which need not mean anything.
    if (!std::ranges::equal(ours, theirs, isSameArgument)) {
        if (auto given = tensorForNumber(target, targetTensor, ours, golden, goldenTensor, true))
            return *given;
        if (auto given = tensorForNumber(golden, goldenTensor, theirs, target, targetTensor, false))
            return *given;
        return isSameType(target, targetTensor, golden, goldenTensor)
            ? ofOtherCalls(table, ours, goldenTable, theirs)
            : ScalarDifference();
    }
    const bool fills = fillsMasks(target, targetTensor);
    Message mask;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        if (ours[i]->slot != theirs[i]->slot || ours[i]->io != theirs[i]->io || ours[i]->io == Io::Output)
            continue;
        if (Message filled = fills ? filledMask(*table, *ours[i], *goldenTable, *theirs[i]) : Message();
            !filled.empty()) {
            mask = std::move(filled);
            continue;
        }
        if (auto other = otherValue(*table, *ours[i], *goldenTable, *theirs[i])) {
            other->mask = std::move(mask);
            return *std::move(other);
        }
    }
    ScalarDifference none;
    none.mask = std::move(mask);
    return none;
}

} // namespace dumpscope::core
