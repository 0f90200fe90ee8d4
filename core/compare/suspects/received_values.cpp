// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/suspects/received_values.h"

#include "compare/layout/assembly.h"
#include "compare/suspects/value_maker.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
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

void trace(Suspect& suspect, const PairTable& pairs, const std::map<TensorId, TensorId>& targetsOfGolden,
    const TensorStore& store, TaskContext& task)
{
    constexpr double kOther = 0.05; // relative L2: not the same values on another device
    if (suspect.pairs.empty() || suspect.reason != SuspectReason::Growth || suspect.targetOnly.isValid())
        return;
    const TensorPair& shown = pairs.row(suspect.pairs.front()).pair;
    if (pairs.row(suspect.pairs.front()).pair.origin != PairOrigin::Assembly)
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
            const TensorRow& made = target.tensor(*maker);
            suspect.opName = target.text(made.opName);
            suspect.opType = made.opType.isValid() ? std::string(target.text(made.opType)) : std::string();
            suspect.targetOnly = *maker;
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
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        if (isTargetPutTogether(pair) && pair.hint->assembly->parts.size() == 1)
            targets.emplace(pair.golden, pair.target);
    }
    const TensorStore store(pairs.target().index);
    for (std::size_t i = 0; i < std::min(kMost, suspicion.suspects.size()) && !task.stopped(); ++i)
        trace(suspicion.suspects[i], pairs, targets, store, task);
}

} // namespace dumpscope::core
