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

/// What was compared, by the target's tensors.
struct Compared {
    std::map<TensorId, std::vector<TensorId>> partsOfGolden; ///< that each hold all of it
    std::vector<bool> targets;                               ///< by their ids

    [[nodiscard]] bool has(TensorId target) const { return targets[target.value()]; }
};

Compared comparedOf(const PairTable& pairs)
{
    Compared compared;
    compared.targets.resize(pairs.target().index->tensorCount());
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        compared.targets[pair.target.value()] = true;
        if (!isTargetPutTogether(pair))
            continue;
        const Assembly& assembly = *pair.hint->assembly;
        for (const AssemblyPart& part : assembly.parts) {
            compared.targets[part.id.value()] = true;
            if (assembly.parts.size() == 1 || assembly.isOfReplicas())
                compared.partsOfGolden[pair.golden].push_back(part.id);
        }
    }
    return compared;
}

class Tracer {
public:
    Tracer(const PairTable& pairs, TaskContext& task)
        : m_pairs(pairs)
        , m_target(*pairs.target().index)
        , m_golden(*pairs.golden().index)
        , m_compared(comparedOf(pairs))
        , m_store(pairs.target().index)
        , m_task(task)
    {
    }

    void trace(Suspect& suspect) const
    {
        if (suspect.pairs.empty() || suspect.reason != SuspectReason::Growth || suspect.targetOnly.isValid())
            return;
        const TensorPair& shown = m_pairs.row(suspect.pairs.front()).pair;
        if (shown.origin != PairOrigin::Assembly)
            return;
        for (const TensorId given : ofCall(m_pairs.target(), shown.target, Io::Input)) {
            for (const TensorId wanted : ofCall(m_pairs.golden(), shown.golden, Io::Input)) {
                const auto parts = m_compared.partsOfGolden.find(wanted);
                if (m_golden.tensor(wanted).slot != m_target.tensor(given).slot
                    || parts == m_compared.partsOfGolden.end())
                    continue;
                const auto own = std::ranges::find(parts->second, m_target.tensor(given).folder,
                    [&](TensorId part) { return m_target.tensor(part).folder; });
                if (own != parts->second.end()
                        ? traceChange(suspect, given, *own)
                        : parts->second.size() == 1 && traceTransfer(suspect, given, parts->second.front()))
                    return;
            }
        }
    }

private:
    void blame(Suspect& suspect, TensorId maker) const
    {
        const TensorRow& made = m_target.tensor(maker);
        suspect.opName = m_target.text(made.opName);
        suspect.opType = made.opType.isValid() ? std::string(m_target.text(made.opType)) : std::string();
        suspect.targetOnly = maker;
    }

    /// The input was compared on another rank, which made it as golden did.
    bool traceTransfer(Suspect& suspect, TensorId given, TensorId made) const
    {
        constexpr double kOther = 0.05; // relative L2: not the same values on another device
        const auto own = traceableValues(m_store, given, m_task);
        const auto sent = traceableValues(m_store, made, m_task);
        if (own.empty() || own.size() != sent.size() || !(relativeDistance(own, sent) > kOther))
            return false;
        const auto maker = makerOf(given, m_pairs.target(), m_store, m_task);
        if (!maker)
            return false;
        blame(suspect, *maker);
        const std::string from(m_target.text(m_target.tensor(made).opName));
        for (Message* const why : {&suspect.why, &suspect.whyMade}) {
            if (!why->empty())
                *why = phrase("%1; input %2 is not what rank %3 made in %4: it was changed on the way", *why,
                    m_target.tensor(given).slot, m_target.factsOf(made).rank.value_or(0), from);
        }
        return true;
    }

    /// Golden's input is what another operator of the rank made; one that golden has not changed it behind
    /// that.
    bool traceChange(Suspect& suspect, TensorId given, TensorId made) const
    {
        if (m_compared.has(given) || !(made < given))
            return false;
        const auto had = sortedValues(made);
        const auto isOf = [&](TensorId id) { return std::ranges::includes(had, sortedValues(id)); };
        if (had.empty() || isOf(given))
            return false;
        for (const TensorId id : m_pairs.target().tensors()) {
            const TensorRow& row = m_target.tensor(id);
            if (!(made < id) || !(id < given) || row.folder != m_target.tensor(given).folder
                || row.io != Io::Output || m_compared.has(id) || isOf(id))
                continue;
            for (Message* const why : {&suspect.why, &suspect.whyMade}) {
                if (!why->empty())
                    *why = phrase(
                        "golden has no partner of it; it changes what %1 made before %2 is given it: "
                        "%3",
                        m_target.text(m_target.tensor(made).opName), suspect.opName, *why);
            }
            blame(suspect, id);
            return true;
        }
        return false;
    }

    /// Slices and other orders of a tensor have no others. Empty where it is too large to look at.
    [[nodiscard]] std::vector<float> sortedValues(TensorId id) const
    {
        constexpr std::uint64_t kMost = 16U << 20U;
        if (m_target.tensor(id).bytes > kMost)
            return {};
        auto values = traceableValues(m_store, id, m_task);
        std::erase_if(values, [](float value) { return std::isnan(value); });
        std::ranges::sort(values);
        return values;
    }

    const PairTable& m_pairs;
    const DumpIndex &m_target, &m_golden;
    Compared m_compared;
    TensorStore m_store;
    TaskContext& m_task;
};

} // namespace

void traceReceivedValues(const PairTable& pairs, Suspicion& suspicion, TaskContext& task)
{
    constexpr std::size_t kMost = 3;
    const Tracer tracer(pairs, task);
    for (std::size_t i = 0; i < std::min(kMost, suspicion.suspects.size()) && !task.stopped(); ++i)
        tracer.trace(suspicion.suspects[i]);
}

} // namespace dumpscope::core
