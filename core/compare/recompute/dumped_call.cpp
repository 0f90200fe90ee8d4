// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/dumped_call.h"

#include "compare/elements/significand.h"
#include "compare/recompute/attribute_inputs.h"
#include "compare/recompute/rank_calls.h"
#include "compare/recompute/recomputer.h"
#include "compare/recompute/transfer_calls.h"
#include "compare/suspects/operator_nature.h"
#include "compare/suspects/scalar_arguments.h"
#include "model/recorded_order.h"
#include "model/tensor_store.h"
#include "readers/msprobe/msprobe_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

/// "kwargs.dim" and "kwargs.dim.0" → dim.
std::string keywordOf(std::string_view entry)
{
    constexpr std::string_view kKeywords = "kwargs.";
    if (entry.starts_with(kKeywords))
        entry.remove_prefix(kKeywords.size());
    return std::string(entry.substr(0, entry.find('.')));
}

void addScalar(const StatisticTable& table, const StatisticTable::Scalar& scalar, OperatorCall& call)
{
    Argument* argument = nullptr;
    const std::string_view entry
        = scalar.entry.isValid() ? table.strings.text(scalar.entry) : std::string_view();
    if (scalar.io == Io::Input && scalar.slot >= 0 && static_cast<std::size_t>(scalar.slot) < kMostSlots) {
        argument = &place(call.inputs, static_cast<std::size_t>(scalar.slot));
    } else if (scalar.io == Io::Argument) {
        argument = &call.named[keywordOf(entry)];
    }
    if (argument == nullptr || argument->tensor)
        return;
    if (table.strings.text(scalar.type) == "None")
        argument->isNone = true;
    else if (const auto number = scalarNumber(table, scalar))
        argument->numbers.push_back(*number);
    else if (table.strings.text(scalar.type) == "str"
        || table.strings.text(scalar.type).ends_with("ReduceOp"))
        argument->word = std::string(table.strings.text(scalar.value));
}

Result<Operand> openOperand(const TensorStore& store, TensorId id, TaskContext& task)
{
    const TensorRow& row = store.index().tensor(id);
    if (row.state != TensorState::Ok)
        return fail(Code::Unsupported, phrase("%1 has no values", ioPlace(row.io, row.slot)));
    TRY_ASSIGN(TensorView view, store.open(id, task));
    return Operand::make(std::move(view));
}

Result<Operand> argumentOf(
    const TensorStore& store, TensorId id, const OtherValues& others, TaskContext& task)
{
    if (auto other = others ? others(id) : std::nullopt)
        return std::move(*other);
    return openOperand(store, id, task);
}

/// Inputs, keyword arguments and parameters, and the plain values beside them.
Result<void> takeArguments(const TensorStore& store, const std::vector<TensorId>& tensors,
    const OtherValues& others, OperatorCall& call, TaskContext& task)
{
    const DumpIndex& index = store.index();
    std::vector<TensorId> parameters, ordered = tensors;
    // Names put the tenth of a list before the second.
    std::ranges::stable_sort(ordered, {}, [&](TensorId id) {
        const TensorRow& one = index.tensor(id);
        return one.io == Io::Input ? std::pair(one.slot, placeInList(index, id).value_or(0))
                                   : std::pair(std::numeric_limits<std::int32_t>::max(), std::size_t {0});
    });
    for (const TensorId id : ordered) {
        const TensorRow& one = index.tensor(id);
        if (one.io == Io::Parameter)
            parameters.push_back(id);
        if (one.io == Io::Argument) {
            TRY_ASSIGN(auto operand, argumentOf(store, id, others, task));
            Argument& argument = call.named[keywordOf(index.text(one.entry))];
            if (argument.tensor)
                return fail(Code::Unsupported, phrase("a keyword argument is a list of tensors"));
            argument.tensor = std::move(operand);
        }
        if (one.io != Io::Input)
            continue;
        if (one.slot < 0 || static_cast<std::size_t>(one.slot) >= kMostSlots)
            return fail(Code::Unsupported, phrase("an input has no place"));
        TRY_ASSIGN(auto operand, argumentOf(store, id, others, task));
        Argument& argument = place(call.inputs, static_cast<std::size_t>(one.slot));
        if (argument.tensor)
            argument.more.push_back(std::move(operand));
        else
            argument.tensor = std::move(operand);
    }
    for (const TensorId id : parameters) {
        TRY_ASSIGN(auto operand, argumentOf(store, id, others, task));
        call.inputs.push_back({std::move(operand), {}, {}, false, {}});
    }
    if (tensors.empty())
        return {};
    ScalarArguments scalars;
    for (const StatisticTable::Scalar* scalar : scalars.of(index, tensors.front()))
        addScalar(*tableOf(index, tensors.front()), *scalar, call);
    return {};
}

/// What the other ranks were given in the call.
Result<void> takeRanks(const TensorStore& store, TensorId output, OperatorCall& call, TaskContext& task)
{
    std::vector<RankTensors> ranks;
    const bool isReceived = receivesFromRank(call.type);
    if (const auto from = call.numbers(1, {"src"}); isReceived && from.size() == 1) {
        if (auto sent = tensorsSent(store.index(), output, static_cast<std::int64_t>(from.front())))
            ranks.push_back(std::move(*sent));
    } else if (!isReceived) {
        ranks = tensorsOfRanks(store.index(), output);
    }
    if (ranks.empty())
        return {};
    call.rank = store.index().factsOf(output).rank.value_or(0);
    call.part = placeInList(store.index(), output);
    TRY_ASSIGN(call.group, recordedGroup(store.index(), output, task));
    for (const RankTensors& rank : ranks) {
        auto given = std::make_shared<OperatorCall>();
        given->type = call.type;
        TRY_VOID(takeArguments(store, rank.tensors, {}, *given, task));
        call.ranks.push_back({rank.rank, std::move(given)});
    }
    return {};
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

std::vector<TensorId> tensorsOfExecution(const DumpIndex& index, StringId opName, TensorId like)
{
    const FolderFacts& facts = index.factsOf(like);
    std::vector<TensorId> ids;
    for (const TensorId id : index.tensorsOfOperator(opName)) {
        const FolderFacts& others = index.factsOf(id);
        if (executionNumber(index, id) == executionNumber(index, like) && others.rank == facts.rank
            && others.step == facts.step && others.graphId == facts.graphId && others.model == facts.model
            && others.run == facts.run)
            ids.push_back(id);
    }
    return ids;
}

OperatorCall plainArguments(const DumpIndex& index, TensorId tensor)
{
    OperatorCall call;
    ScalarArguments scalars;
    for (const StatisticTable::Scalar* scalar : scalars.of(index, tensor))
        addScalar(*tableOf(index, tensor), *scalar, call);
    return call;
}

Result<DumpedCall> dumpedCall(const std::shared_ptr<const DumpIndex>& index, TensorId output,
    std::string_view type, OperatorAttributes* attributes, TaskContext& task, const OtherValues& others)
{
    const TensorStore store(index);
    const TensorRow& row = index->tensor(output);
    const std::string_view name = index->text(row.opName);
    const auto entry = parseMsprobeEntry(name);
    const bool isBackward = entry && entry->isBackward;
    if (row.slot > 0 && !isBackward)
        return fail(Code::Unsupported, phrase("only the first output is computed"));
    OperatorCall call;
    call.type = operatorWord(
        row.opType.isValid() && !index->text(row.opType).empty() ? index->text(row.opType) : type);
    TRY_VOID(takeArguments(store, tensorsOfExecution(*index, row.opName, output), others, call, task));
    const Recomputer* const recomputer = builtinRecomputers().find(call.type);
    // With other values on this rank nothing is known of those of the others.
    if (recomputer != nullptr && recomputer->goesOverRanks() && !isBackward && !others)
        TRY_VOID(takeRanks(store, output, call, task));
    if (call.inputs.empty() && call.ranks.empty())
        return fail(Code::NotFound, phrase("its inputs are not in the dump"));
    if (isBackward) {
        auto forward = std::make_shared<OperatorCall>();
        forward->type = call.type;
        const StringId twin = index->findString(msprobeForwardEntry(name));
        if (!twin.isValid())
            return fail(Code::NotFound, phrase("what its forward operator was given is not in the dump"));
        TRY_VOID(takeArguments(store, tensorsOfExecution(*index, twin, output), others, *forward, task));
        call.forward = std::move(forward);
        // It is called like its forward twin and computes something else.
        call.type += "backward";
    }
    if (!entry && attributes != nullptr && call.named.empty()) {
        TRY_ASSIGN(const auto known, attributes->of(index, output, task));
        for (const OperatorAttribute& attribute : known) {
            if (std::vector<double> numbers = attribute.numbers(); !numbers.empty())
                call.named[attribute.key].numbers = std::move(numbers);
        }
    }
    if (!entry)
        nameAttributeInputs(call);
    TRY_ASSIGN(Operand made, openOperand(store, output, task));
    call.output = made.shape();
    call.outputType = made.dtype();
    call.significand = roundedBits(*index, output, call, made);
    return DumpedCall {std::string(name), std::move(call), std::move(made)};
}

} // namespace dumpscope::core
