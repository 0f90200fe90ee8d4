// SPDX-License-Identifier: GPL-3.0-or-later
#include "overflow/operator_calls.h"

#include "compare/suspects/operator_nature.h"
#include "model/recorded_order.h"
#include "readers/msprobe_name.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

// Lower case, without `_`, each between blanks.
constexpr std::string_view kPutsValues
    = " where select maskedfill maskedscatter full fulllike newfull fill filldiagonal triu tril scatter "
      "setitem indexfill indexput pad tensor astensor maskedfillwithtensor fillv2 indexcopy ";
constexpr std::string_view kFills = " full fulllike newfull fill tensor astensor fillv2 ";
constexpr std::string_view kUninitialised
    = " empty emptylike newempty emptystrided newemptystrided emptypermuted new resize resizeas ";
/// Views, copies, and writers of a part of what they get.
constexpr std::string_view kKeepsMemory
    = " view viewas reshape reshapeas transpose t permute getitem select narrow chunk split splitwithsizes "
      "tensorsplit unbind detach squeeze unsqueeze expand expandas contiguous clone flatten unflatten unfold "
      "movedim swapaxes swapdims asstrided requiresgrad to cuda npu cpu setitem indexcopy indexput indexadd "
      "indexfill scatter sliceput slicescatter selectscatter maskedscatter maskedfill filldiagonal ";
constexpr std::string_view kSwallowsMasks
    = " exp exp2 sigmoid logsumexp logaddexp crossentropy crossentropyloss multiheadattentionforward ";
constexpr std::string_view kMayMean = " log log2 log10 log1p logit logsoftmax logsigmoid ";
constexpr std::string_view kAddsMasks
    = " add iadd radd addv2 sub isub rsub addn biasadd to type typeas half float bfloat16 cast ";
constexpr std::string_view kUpdates
    = " to type typeas half float bfloat16 cast copy weightnorm weightnorminterface spectralnorm addcdiv "
      "addcmul lerp foreachadd foreachaddcdiv foreachmul foreachsub foreachlerp foreachcopy step adam adamw "
      "applyadam applyadamw applymomentum sgd fusedadam fusedadamw npuapplyadam npuapplyadamw assign "
      "assignadd assignsub ";

/// `…/layers/0` holds `…/layers/0` and `…/layers/0/mlp`.
bool isWithin(std::string_view scope, std::string_view module)
{
    return scope.starts_with(module) && (scope.size() == module.size() || scope[module.size()] == '/');
}

void readName(ExecutedCall& call)
{
    const std::string word = operatorWord(call.type);
    call.isCollective
        = call.name.starts_with("Distributed.") || operatorNature(call.type) == OperatorNature::Collective;
    const auto has = [&](std::string_view part) { return word.find(part) != std::string::npos; };
    call.putsValues = isListedWord(kPutsValues, word);
    call.isFill = isListedWord(kFills, word);
    call.isUninitialised = isListedWord(kUninitialised, word);
    call.keepsMemory = isListedWord(kKeepsMemory, word);
    call.swallowsMasks
        = isListedWord(kSwallowsMasks, word) || (has("softmax") && !has("logsoftmax")) || has("attention");
    call.mayMean = isListedWord(kMayMean, word);
    call.addsMasks = isListedWord(kAddsMasks, word);
    call.updates = isListedWord(kUpdates, word);
    const auto entry = parseMsprobeEntry(call.name);
    if (entry) // torch.scatter of one tensor and the collective have one name
        call.isCollective = entry->prefix == "Distributed";
    call.isReceive = call.isCollective && (has("recv") || has("receive"));
    if (!entry)
        return;
    call.pathMarks = {}; // names of modules say which they are
    call.isGradientList = entry->kind == MsprobeEntryName::Kind::Gradient;
    call.isBackward = entry->isBackward || call.isGradientList;
    if (entry->kind == MsprobeEntryName::Kind::Module || call.isGradientList) {
        call.module = entry->path;
        std::ranges::replace(call.module, '.', '/');
        call.swallowsMasks = call.mayMean = !call.isBackward; // what runs inside decides
    }
}

bool isCalledBy(const ExecutedCall& inner, const ExecutedCall& outer)
{
    return isNamedWithin(inner.name, outer.name, outer.pathMarks);
}

/// In an order of names a module stands before what it calls, but it ends after it.
void putModulesBehind(const DumpIndex& index, std::vector<ExecutedCall>& calls)
{
    std::vector<ExecutedCall> ordered;
    ordered.reserve(calls.size());
    std::vector<ExecutedCall> open; // modules, the innermost last
    const auto close = [&] {
        ordered.push_back(std::move(open.back()));
        open.pop_back();
    };
    for (std::size_t i = 0; i < calls.size(); ++i) {
        while (!open.empty() && !isCalledBy(calls[i], open.back()))
            close();
        if (i + 1 < calls.size() && isCalledBy(calls[i + 1], calls[i])
            && !hasRecordedOrder(index.tensor(calls[i].tensors.front())))
            open.push_back(std::move(calls[i]));
        else
            ordered.push_back(std::move(calls[i]));
    }
    while (!open.empty())
        close();
    calls = std::move(ordered);
}

/// Of modules whose calls have their path in front.
void findNamedInside(const std::vector<ExecutedCall>& calls, ExecutedCall& module)
{
    while (module.begin > 0 && isCalledBy(calls[module.begin - 1], module))
        module.begin = calls[module.begin - 1].begin;
    if (module.isContainer())
        module.swallowsMasks = module.mayMean = true; // what runs inside decides
}

/// A module is written when it ends: what it calls stands directly before it.
void findInside(std::vector<ExecutedCall>& calls, ExecutedCall& module)
{
    std::size_t begin = module.place;
    while (begin > 0) {
        const ExecutedCall& before = calls[begin - 1];
        const bool isInside = before.isBackward == module.isBackward
            && (isWithin(before.scope, module.module)
                || (!before.module.empty() && before.module != module.module
                    && isWithin(before.module, module.module)));
        const bool isOwnGradient = before.isGradientList && before.module == module.module;
        if (!isInside && !isOwnGradient)
            break;
        --begin;
        if (isInside)
            begin = module.begin = before.begin; // what runs inside it does so inside this one
    }
}

} // namespace

bool sameCall(const DumpIndex& index, TensorId a, TensorId b)
{
    const TensorRow& left = index.tensor(a);
    const TensorRow& right = index.tensor(b);
    return left.opName == right.opName && left.opType == right.opType && left.occurrence == right.occurrence
        && left.context == right.context
        && left.thread == right.thread
        // A folder of arrays without operator names: every file stands for itself.
        && (left.opName.value() != 0 || left.file == right.file);
}

std::vector<ExecutedCall> executedCalls(const DumpIndex& index, std::span<const TensorId> tensors)
{
    const auto text = [&](StringId id) { return id.isValid() ? index.text(id) : std::string_view(); };
    std::vector<ExecutedCall> calls;
    for (const TensorId id : tensors) {
        if (calls.empty() || !sameCall(index, calls.back().tensors.front(), id)) {
            const TensorRow& row = index.tensor(id);
            ExecutedCall& call = calls.emplace_back();
            call.name = text(row.opName);
            call.type = text(row.opType);
            call.scope = text(row.scope);
            call.occurrence = row.occurrence;
            call.pathMarks = pathMarks(index.factsOf(id));
            readName(call);
        }
        calls.back().tensors.push_back(id);
    }
    putModulesBehind(index, calls);
    for (std::size_t i = 0; i < calls.size(); ++i) {
        ExecutedCall& call = calls[i];
        call.place = call.begin = i;
        if (call.module.empty())
            findNamedInside(calls, call);
        else if (!call.isGradientList)
            findInside(calls, call);
    }
    return calls;
}

} // namespace dumpscope::core
