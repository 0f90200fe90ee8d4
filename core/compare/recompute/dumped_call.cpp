// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/dumped_call.h"

#include "compare/significand.h"
#include "compare/suspects/operator_nature.h"
#include "compare/suspects/scalar_arguments.h"
#include "model/tensor_store.h"
#include "readers/msprobe_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace dumpscope::core {

namespace {

/// Slots beyond this are no operator's.
constexpr std::size_t kMostSlots = 64;

Argument& place(std::vector<Argument>& arguments, std::size_t slot)
{
    if (arguments.size() <= slot)
        arguments.resize(slot + 1);
    return arguments[slot];
}

void addScalar(const StatisticTable& table, const StatisticTable::Scalar& scalar, OperatorCall& call)
{
    Argument* argument = nullptr;
    const std::string_view entry
        = scalar.entry.isValid() ? table.strings.text(scalar.entry) : std::string_view();
    if (scalar.io == Io::Input && scalar.slot >= 0 && static_cast<std::size_t>(scalar.slot) < kMostSlots) {
        argument = &place(call.inputs, static_cast<std::size_t>(scalar.slot));
    } else if (scalar.io == Io::Argument) {
        constexpr std::string_view kKeywords = "kwargs.";
        std::string_view name = entry;
        if (name.starts_with(kKeywords))
            name.remove_prefix(kKeywords.size());
        argument = &call.named[std::string(name.substr(0, name.find('.')))];
    }
    if (argument == nullptr || argument->tensor)
        return;
    if (table.strings.text(scalar.type) == "None")
        argument->isNone = true;
    else if (const auto number = scalarNumber(table, scalar))
        argument->numbers.push_back(*number);
}

/// Tensors of the same execution.
std::vector<TensorId> tensorsOf(const DumpIndex& index, TensorId output)
{
    const TensorRow& row = index.tensor(output);
    const FolderFacts& facts = index.factsOf(output);
    std::vector<TensorId> ids;
    for (const TensorId id : index.tensorsOfOperator(row.opName)) {
        const FolderFacts& others = index.factsOf(id);
        if (index.tensor(id).occurrence == row.occurrence && others.rank == facts.rank
            && others.step == facts.step && others.graphId == facts.graphId && others.model == facts.model
            && others.run == facts.run)
            ids.push_back(id);
    }
    return ids;
}

Result<Operand> openOperand(const TensorStore& store, TensorId id, TaskContext& task)
{
    const TensorRow& row = store.index().tensor(id);
    if (row.state != TensorState::Ok)
        return fail(Code::Unsupported, phrase("%1 has no values", ioPlace(row.io, row.slot)));
    TRY_ASSIGN(TensorView view, store.open(id, task));
    return Operand::make(std::move(view));
}

/// Bits the elements of a tensor need: fewer than the type has where a file that does not know bfloat16 or
/// float16 holds them widened. Looks at some of them.
int neededBits(const Operand& operand)
{
    constexpr std::uint64_t kSome = 4096;
    int most = 0;
    for (std::uint64_t i = 0; i < std::min(operand.count(), kSome); ++i) {
        const double value = operand.at(i);
        if (value == 0 || !std::isfinite(value))
            continue;
        int exponent = 0;
        const auto digits
            = static_cast<std::uint64_t>(std::ldexp(std::fabs(std::frexp(value, &exponent)), 53));
        most = std::max(most, 53 - std::countr_zero(digits));
    }
    return most;
}

/// Significand bits the output was rounded to: as the tensor says, as the file about it says, or as all
/// tensors of the call together show.
int roundedBits(const DumpIndex& index, TensorId output, const OperatorCall& call, const Operand& made)
{
    int bits = significandBits(made.dtype());
    if (bits == 0)
        return 0;
    if (const StatisticTable* table = tableOf(index, output)) {
        if (const int said = significandBits(table->dtype[index.tensor(output).statisticRow]); said > 0)
            bits = std::min(bits, said);
    }
    int needed = neededBits(made);
    for (const Argument& argument : call.inputs) {
        if (argument.tensor && dtypeInfo(argument.tensor->dtype()).kind == DTypeClass::Float)
            needed = std::max(needed, neededBits(*argument.tensor));
    }
    constexpr int kBFloat16 = 8;
    return std::min(bits, std::max(needed, kBFloat16));
}

} // namespace

Result<DumpedCall> dumpedCall(
    const std::shared_ptr<const DumpIndex>& index, TensorId output, std::string_view type, TaskContext& task)
{
    const TensorStore store(index);
    const TensorRow& row = index->tensor(output);
    if (row.slot > 0)
        return fail(Code::Unsupported, phrase("only the first output is computed"));
    // It is called like its forward twin and computes something else.
    const auto entry = parseMsprobeEntry(index->text(row.opName));
    if (entry && entry->isBackward)
        return fail(Code::Unsupported, phrase("backward operators are not computed"));
    OperatorCall call;
    call.type = operatorWord(
        row.opType.isValid() && !index->text(row.opType).empty() ? index->text(row.opType) : type);
    std::vector<TensorId> parameters;
    for (const TensorId id : tensorsOf(*index, output)) {
        const TensorRow& one = index->tensor(id);
        if (one.io == Io::Parameter)
            parameters.push_back(id);
        if (one.io == Io::Argument)
            return fail(Code::Unsupported, phrase("a keyword argument is a tensor"));
        if (one.io != Io::Input)
            continue;
        const bool isListed = one.slot >= 0 && static_cast<std::size_t>(one.slot) < kMostSlots;
        if (!isListed || place(call.inputs, static_cast<std::size_t>(one.slot)).tensor)
            return fail(Code::Unsupported, phrase("an input is a list of tensors"));
        TRY_ASSIGN(auto operand, openOperand(store, id, task));
        place(call.inputs, static_cast<std::size_t>(one.slot)).tensor = std::move(operand);
    }
    for (const TensorId id : parameters) {
        TRY_ASSIGN(auto operand, openOperand(store, id, task));
        call.inputs.push_back({std::move(operand), {}, false});
    }
    if (call.inputs.empty())
        return fail(Code::NotFound, phrase("its inputs are not in the dump"));
    ScalarArguments scalars;
    for (const StatisticTable::Scalar* scalar : scalars.of(*index, output))
        addScalar(*tableOf(*index, output), *scalar, call);
    TRY_ASSIGN(Operand made, openOperand(store, output, task));
    call.output = made.shape();
    call.outputType = made.dtype();
    call.significand = roundedBits(*index, output, call, made);
    return DumpedCall {std::string(index->text(row.opName)), std::move(call), std::move(made)};
}

} // namespace dumpscope::core
