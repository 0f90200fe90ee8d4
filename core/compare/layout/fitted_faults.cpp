// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/fitted_faults.h"

#include "base/text.h"
#include "compare/layout/derived_assemblies.h"
#include "compare/layout/operator_class.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

/// As those of steps one behind the other.
bool areAscending(const Assembly& assembly)
{
    return assembly.parts.size() > 1 && std::ranges::all_of(assembly.parts, [](const AssemblyPart& part) {
        return std::ranges::is_sorted(part.places);
    });
}

/// Free search undoes a fault as well: another order that no other tensor of its class has, nor many of
/// other classes, nor parameters of several layers, is no layout. Queues of experts are of different lengths.
void dropWhatHoldsOnce(std::map<TensorId, Assembly>& found, const DumpIndex& golden)
{
    constexpr std::size_t kClasses = 3;
    using Order = std::vector<std::vector<std::int32_t>>;
    std::map<Order, std::map<OperatorClass, std::size_t>> held;
    std::set<OperatorClass> parameters;
    std::map<std::pair<OperatorClass, Shape>, std::size_t> members;
    const auto orderOf = [](const Assembly& assembly) {
        Order order;
        for (const AssemblyPart& part : assembly.parts)
            order.push_back(part.places);
        return order;
    };
    for (const auto& [id, assembly] : found) {
        ++held[orderOf(assembly)][operatorClassOf(golden, id)];
        if (isParameterOf(golden, id))
            parameters.insert(operatorClassOf(golden, id));
        ++members[{operatorClassOf(golden, id), recordedShape(golden, id)}];
    }
    std::erase_if(found, [&](const auto& entry) {
        const auto& [id, assembly] = entry;
        if (assembly.parts.front().tokens) // many agreed on where they stand
            return false;
        const bool isOrdered = assembly.kind == AssemblyKind::Permute
            || assembly.kind == AssemblyKind::Interleaved
            || (assembly.kind == AssemblyKind::Tokens && !areAscending(assembly));
        if (!isOrdered)
            return false;
        const auto& classes = held.at(orderOf(assembly));
        const std::size_t same = classes.at(operatorClassOf(golden, id));
        const bool isCutSo = std::ranges::any_of(
            classes, [&](const auto& each) { return each.second > 1 && parameters.contains(each.first); });
        return same < 2 && !isCutSo
            && (members.at({operatorClassOf(golden, id), recordedShape(golden, id)}) > 1
                || classes.size() < kClasses);
    });
}

/// A piece of one tensor that stands elsewhere in it than most pieces of its kind: parts of a fused
/// projection that have changed places.
void dropMovedPieces(std::map<TensorId, Assembly>& found, const DumpIndex& target, const DumpIndex& golden)
{
    using Kind = std::tuple<OperatorClass, Shape, OperatorClass, Shape>; // golden's, the part's
    using Places = std::vector<std::int32_t>;
    const auto kindOf = [&](TensorId id, const Assembly& assembly) {
        const TensorId part = assembly.parts.front().id;
        return Kind(operatorClassOf(golden, id), recordedShape(golden, id), operatorClassOf(target, part),
            recordedShape(target, part));
    };
    const auto isPiece = [](const Assembly& assembly) {
        return assembly.kind == AssemblyKind::Slice && assembly.parts.size() == 1
            && !assembly.parts.front().tokens;
    };
    std::map<Kind, std::map<Places, std::size_t>> held;
    for (const auto& [id, assembly] : found) {
        if (isPiece(assembly))
            ++held[kindOf(id, assembly)][assembly.parts.front().places];
    }
    std::erase_if(found, [&](const auto& entry) {
        const auto& [id, assembly] = entry;
        if (!isPiece(assembly))
            return false;
        std::size_t all = 0, most = 0;
        const auto& places = held.at(kindOf(id, assembly));
        for (const auto& [place, count] : places) {
            all += count;
            most = std::max(most, count);
        }
        // Steps of a cache differ as well, but no more than a few of them are alike.
        const bool areAgreed = isParameterOf(golden, id) ? 2 * most > all : 4 * most >= 3 * all;
        return areAgreed && places.at(assembly.parts.front().places) < most;
    });
}

/// Which process of a run a tensor is of.
using Process = std::tuple<std::optional<std::int64_t>, std::string>;

Process processOf(const DumpIndex& index, TensorId id)
{
    const FolderFacts& facts = index.factsOf(id);
    return {facts.rank, facts.model};
}

/// Parts that stand in another order of processes than nearly all others: they have been exchanged.
void dropExchangedParts(std::map<TensorId, Assembly>& found, const DumpIndex& target)
{
    constexpr std::size_t kFew = 4; // one in so many
    const auto isOtherOrder = [&](const Assembly& assembly) {
        return assembly.kind == AssemblyKind::Concat
            && !std::ranges::is_sorted(
                assembly.parts, {}, [&](const AssemblyPart& part) { return processOf(target, part.id); });
    };
    std::size_t concats = 0, others = 0;
    for (const auto& [id, assembly] : found) {
        concats += assembly.kind == AssemblyKind::Concat ? 1 : 0;
        others += isOtherOrder(assembly) ? 1 : 0;
    }
    if (kFew * others < concats)
        std::erase_if(found, [&](const auto& entry) { return isOtherOrder(entry.second); });
}

/// Parameters of operators of one class stand in golden's order in each process: exchanged ones are a fault.
/// Stages of golden's pipeline count their layers anew.
void dropWhatGoesBack(std::map<TensorId, Assembly>& found, const DumpIndex& target, const DumpIndex& golden)
{
    std::map<std::tuple<OperatorClass, std::optional<std::int64_t>, Process>,
        std::vector<std::pair<TensorId, TensorId>>>
        rows; // golden, target
    for (const auto& [id, assembly] : found) {
        const TensorId part = assembly.parts.front().id;
        if (assembly.parts.size() == 1 && isParameterOf(golden, id))
            rows[{operatorClassOf(golden, id), target.factsOf(part).rank, processOf(golden, id)}]
                .emplace_back(id, part);
    }
    for (const auto& [where, pairs] : rows) {
        for (const auto& own : pairs) {
            const bool goesBack = std::ranges::any_of(pairs, [&](const auto& other) {
                return (other.first < own.first) != (other.second < own.second) && other.second != own.second
                    && other.first != own.first;
            });
            if (goesBack)
                found.erase(own.first);
        }
    }
}

/// Operators that differ in the last number of their names alone: layers of a stage, experts of a layer.
OperatorClass siblingsOf(const DumpIndex& index, TensorId golden)
{
    const TensorRow& row = index.tensor(golden);
    std::string name = row.opName.isValid() ? std::string(index.text(row.opName)) : std::string();
    const auto last = std::find_if(name.rbegin(), name.rend(), isDigit);
    const auto first = std::find_if_not(last, name.rend(), isDigit);
    name.erase(first.base(), last.base());
    return {std::move(name), row.io, row.slot};
}

/// What processes of golden have of one class are runs of the target's layers or experts, or the same ones:
/// runs that reach into each other have exchanged theirs.
void dropWhatReachesOver(std::map<TensorId, Assembly>& found, const DumpIndex& golden)
{
    struct Held {
        std::set<TensorId> targets;
        std::vector<TensorId> goldens;
    };
    std::map<OperatorClass, std::map<Process, Held>> classes;
    for (const auto& [id, assembly] : found) {
        if (assembly.parts.size() != 1 || !isParameterOf(golden, id))
            continue;
        Held& held = classes[siblingsOf(golden, id)][processOf(golden, id)];
        held.targets.insert(assembly.parts.front().id);
        held.goldens.push_back(id);
    }
    const auto reachOver = [](const std::set<TensorId>& a, const std::set<TensorId>& b) {
        const bool areApart = *a.rbegin() < *b.begin() || *b.rbegin() < *a.begin();
        return !areApart && std::ranges::none_of(a, [&](TensorId id) { return b.contains(id); });
    };
    for (const auto& [name, processes] : classes) {
        for (const auto& own : processes) {
            const bool isMixed = std::ranges::any_of(processes,
                [&](const auto& other) { return reachOver(own.second.targets, other.second.targets); });
            for (const TensorId id : isMixed ? own.second.goldens : std::vector<TensorId> {})
                found.erase(id);
        }
    }
}

/// Parts that are to be added up where others of the class are whole: a collective that is missing.
void dropLoneSums(std::map<TensorId, Assembly>& found, const DumpIndex& golden)
{
    std::set<std::pair<OperatorClass, Shape>> wholes;
    const auto classOf
        = [&](TensorId id) { return std::pair(operatorClassOf(golden, id), recordedShape(golden, id)); };
    for (const auto& [id, assembly] : found) {
        if (!assembly.isAdded())
            wholes.insert(classOf(id));
    }
    std::erase_if(found,
        [&](const auto& entry) { return entry.second.isAdded() && wholes.contains(classOf(entry.first)); });
}

} // namespace

void dropFittedFaults(std::map<TensorId, Assembly>& found, const DumpIndex& target, const DumpIndex& golden)
{
    dropWhatHoldsOnce(found, golden);
    dropMovedPieces(found, target, golden);
    dropWhatGoesBack(found, target, golden);
    dropWhatReachesOver(found, golden);
    dropExchangedParts(found, target);
    dropLoneSums(found, golden);
}

} // namespace dumpscope::core
