// SPDX-License-Identifier: GPL-3.0-or-later
#include "overflow/operator_calls.h"

#include "compare/suspects/operator_nature.h"
#include "model/recorded_order.h"
#include "readers/msprobe/msprobe_name.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

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

/// What follows from the type alone: the same for very many calls.
struct TypeFacts {
    bool isCollective, putsValues, isFill, isUninitialised, keepsMemory, swallowsMasks, mayMean, addsMasks,
        updates, mayReceive;
};

TypeFacts factsOfType(std::string_view type)
{
    const std::string word = operatorWord(type);
    const auto has = [&](std::string_view part) { return word.find(part) != std::string::npos; };
    return {.isCollective = operatorNature(type) == OperatorNature::Collective,
        .putsValues = isListedWord(kPutsValues, word),
        .isFill = isListedWord(kFills, word),
        .isUninitialised = isListedWord(kUninitialised, word),
        .keepsMemory = isListedWord(kKeepsMemory, word),
        .swallowsMasks
        = isListedWord(kSwallowsMasks, word) || (has("softmax") && !has("logsoftmax")) || has("attention"),
        .mayMean = isListedWord(kMayMean, word),
        .addsMasks = isListedWord(kAddsMasks, word),
        .updates = isListedWord(kUpdates, word),
        .mayReceive = has("recv") || has("receive")};
}

void readName(const TypeFacts& type, ExecutedCall& call)
{
    call.isCollective = call.name.starts_with("Distributed.") || type.isCollective;
    call.putsValues = type.putsValues;
    call.isFill = type.isFill;
    call.isUninitialised = type.isUninitialised;
    call.keepsMemory = type.keepsMemory;
    call.swallowsMasks = type.swallowsMasks;
    call.mayMean = type.mayMean;
    call.addsMasks = type.addsMasks;
    call.updates = type.updates;
    const auto entry = parseMsprobeEntry(call.name);
    if (entry) // torch.scatter of one tensor and the collective have one name
        call.isCollective = entry->prefix == "Distributed";
    call.isReceive = call.isCollective && type.mayReceive;
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
void putModulesBehind(
    const DumpIndex& index, std::span<const TensorId> tensors, std::vector<ExecutedCall>& calls)
{
    const std::vector<std::uint32_t> places = executionPlaces(index, tensors);
    const auto placeOf = [&](const ExecutedCall& call) {
        return places[static_cast<std::size_t>(call.tensors.data() - tensors.data())];
    };
    if (!std::ranges::is_sorted(calls, {}, placeOf))
        std::ranges::sort(calls, {}, placeOf);
}

/// Of modules whose calls have their path in front.
void findNamedInside(const std::vector<ExecutedCall>& calls, ExecutedCall& module)
{
    while (module.begin > 0 && isCalledBy(calls[module.begin - 1], module))
        module.begin = calls[module.begin - 1].begin;
    if (module.name == kModelItself) {
        std::size_t begin = module.place;
        bool hasPaths = false;
        for (; begin > 0 && calls[begin - 1].name != kModelItself; --begin)
            hasPaths = hasPaths || calls[begin - 1].name.find('.') != std::string_view::npos;
        module.begin = hasPaths ? begin : module.begin;
    }
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
    return left.opName == right.opName && left.opType == right.opType
        && executionNumber(index, a) == executionNumber(index, b) && left.context == right.context
        && left.thread == right.thread
        // A folder of arrays without operator names: every file stands for itself.
        && (left.opName.value() != 0 || left.file == right.file);
}

std::vector<ExecutedCall> executedCalls(const DumpIndex& index, std::span<const TensorId> tensors)
{
    const auto text = [&](StringId id) { return id.isValid() ? index.text(id) : std::string_view(); };
    std::unordered_map<StringId, TypeFacts> types;
    std::vector<ExecutedCall> calls;
    std::size_t count = 0;
    for (std::size_t i = 0; i < tensors.size(); ++i)
        count += i == 0 || !sameCall(index, tensors[i - 1], tensors[i]) ? 1U : 0U;
    calls.reserve(count);
    for (std::size_t begin = 0, end = 0; begin < tensors.size(); begin = end) {
        for (end = begin + 1; end < tensors.size() && sameCall(index, tensors[begin], tensors[end]);)
            ++end;
        const TensorRow& row = index.tensor(tensors[begin]);
        ExecutedCall& call = calls.emplace_back();
        call.tensors = tensors.subspan(begin, end - begin);
        call.name = text(row.opName);
        call.type = text(row.opType);
        call.scope = text(row.scope);
        call.occurrence = executionNumber(index, tensors[begin]);
        call.pathMarks = pathMarks(index.factsOf(tensors[begin]));
        auto known = types.find(row.opType);
        if (known == types.end())
            known = types.emplace(row.opType, factsOfType(call.type)).first;
        readName(known->second, call);
    }
    putModulesBehind(index, tensors, calls);
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

std::optional<std::size_t> CallsByName::find(
    std::span<const ExecutedCall> calls, std::string_view name, std::uint32_t occurrence) const
{
    const auto keyOf
        = [calls](std::uint32_t call) { return std::pair(calls[call].name, calls[call].occurrence); };
    if (m_order.size() != calls.size()) {
        m_order.resize(calls.size());
        std::iota(m_order.begin(), m_order.end(), 0U);
        std::ranges::stable_sort(m_order, {}, keyOf);
    }
    const auto wanted = std::pair(name, occurrence);
    const auto found = std::ranges::lower_bound(m_order, wanted, {}, keyOf);
    return found == m_order.end() || keyOf(*found) != wanted ? std::nullopt
                                                             : std::optional<std::size_t>(*found);
}

} // namespace dumpscope::core
