// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/received_values.h"

#include "compare/layout/assembly.h"
#include "compare/suspects/operator_nature.h"
#include "compare/suspects/value_maker.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

double relativeDistance(const std::vector<float>& own, const std::vector<float>& other)
{
    double error = 0, size = 0;
    for (std::size_t i = 0; i < std::min(own.size(), other.size()); ++i) {
        error += std::pow(static_cast<double>(own[i]) - other[i], 2);
        size += std::pow(static_cast<double>(other[i]), 2);
    }
    return size > 0 ? std::sqrt(error / size) : 0;
}

/// Tensors of the call that a tensor is of, with `io`.
std::vector<TensorId> ofCall(const ComparisonSide& side, TensorId id, Io io)
{
    const DumpIndex& index = *side.index;
    const TensorRow& own = index.tensor(id);
    std::vector<TensorId> ids;
    for (const TensorId other : side.tensors()) {
        const TensorRow& row = index.tensor(other);
        if (row.folder == own.folder && row.opName == own.opName && row.occurrence == own.occurrence
            && row.io == io)
            ids.push_back(other);
    }
    return ids;
}

void blame(Suspect& suspect, const DumpIndex& target, TensorId maker)
{
    const TensorRow& made = target.tensor(maker);
    suspect.opName = target.text(made.opName);
    suspect.opType = made.opType.isValid() ? std::string(target.text(made.opType)) : std::string();
    suspect.targetOnly = maker;
}

/// An input that holds most of what a transfer, or an operator that golden has not, gave before it.
void traceChangedInPlace(Suspect& suspect, const PairTable& pairs, const std::set<TensorId>& compared,
    const TensorStore& store, TaskContext& task)
{
    const TensorId given = pairs.row(suspect.pairs.front()).pair.target;
    if (pairs.target().index->tensor(given).io != Io::Input)
        return;
    const auto maker = makerOf(given, pairs.target(), store, task);
    if (!maker)
        return;
    const StringId type = pairs.target().index->tensor(*maker).opType;
    const bool isTransfer
        = type.isValid() && operatorNature(pairs.target().index->text(type)) == OperatorNature::Collective;
    if (compared.contains(*maker) && !isTransfer)
        return;
    for (Message* const why : {&suspect.why, &suspect.whyMade}) {
        if (!why->empty())
            *why = phrase("what it gave was changed in place before %1: %2", suspect.opName, *why);
    }
    blame(suspect, *pairs.target().index, *maker);
}

void trace(Suspect& suspect, const PairTable& pairs, const std::map<TensorId, TensorId>& targetsOfGolden,
    const std::set<TensorId>& compared, const TensorStore& store, TaskContext& task)
{
    constexpr double kOther = 0.05; // relative L2: not the same values on another device
    if (suspect.pairs.empty() || suspect.targetOnly.isValid())
        return;
    const TensorPair& shown = pairs.row(suspect.pairs.front()).pair;
    if (shown.origin != PairOrigin::Assembly)
        return;
    if (suspect.reason == SuspectReason::WrongInput)
        traceChangedInPlace(suspect, pairs, compared, store, task);
    if (suspect.reason != SuspectReason::Growth)
        return;
    const DumpIndex &target = *pairs.target().index, &golden = *pairs.golden().index;
    for (const TensorId given : ofCall(pairs.target(), shown.target, Io::Input)) {
        const TensorRow& row = target.tensor(given);
        for (const TensorId wanted : ofCall(pairs.golden(), shown.golden, Io::Input)) {
            const auto compared = targetsOfGolden.find(wanted);
            if (golden.tensor(wanted).slot != row.slot || compared == targetsOfGolden.end()
                || target.tensor(compared->second).folder == row.folder)
                continue;
            const auto own = traceableValues(store, given, task);
            const auto sent = traceableValues(store, compared->second, task);
            if (own.empty() || own.size() != sent.size() || !(relativeDistance(own, sent) > kOther))
                continue;
            const auto maker = makerOf(given, pairs.target(), store, task);
            if (!maker)
                continue;
            blame(suspect, target, *maker);
            const std::string from(target.text(target.tensor(compared->second).opName));
            for (Message* const why : {&suspect.why, &suspect.whyMade}) {
                if (!why->empty())
                    *why = phrase("%1; input %2 is not what rank %3 made in %4: it was changed on the way",
                        *why, row.slot, target.factsOf(compared->second).rank.value_or(0), from);
            }
            return;
        }
    }
}

} // namespace

void traceReceivedValues(const PairTable& pairs, Suspicion& suspicion, TaskContext& task)
{
    constexpr std::size_t kMost = 3;
    std::map<TensorId, TensorId> targets; // by golden's tensor
    std::set<TensorId> compared;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        if (isTargetPutTogether(pair) && pair.hint->assembly->parts.size() == 1)
            targets.emplace(pair.golden, pair.target);
        compared.insert(pair.target);
        if (isTargetPutTogether(pair)) {
            for (const AssemblyPart& part : pair.hint->assembly->parts)
                compared.insert(part.id);
        }
    }
    const TensorStore store(pairs.target().index);
    for (std::size_t i = 0; i < std::min(kMost, suspicion.suspects.size()) && !task.stopped(); ++i)
        trace(suspicion.suspects[i], pairs, targets, compared, store, task);
}

} // namespace dumpscope::core
