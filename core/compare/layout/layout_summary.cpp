// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/layout_summary.h"

#include "compare/layout/assembly_name.h"
#include "layout/layout_words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace dumpscope::core {

namespace {

bool restsOnOthers(const Assembly& assembly)
{
    return assembly.isCarried();
}

std::vector<std::int64_t> ranksOf(const Assembly& assembly, const DumpIndex& target)
{
    std::set<std::int64_t> ranks;
    for (const AssemblyPart& part : assembly.parts) {
        if (const auto rank = target.factsOf(part.id).rank)
            ranks.insert(*rank);
    }
    return {ranks.begin(), ranks.end()};
}

void count(AssemblyGroup& group, const Assembly& assembly)
{
    ++group.tensors;
    group.carried += restsOnOthers(assembly) ? 1 : 0;
    if (std::isnan(assembly.error)) {
        ++group.unmeasured;
        return;
    }
    if (!group.errors)
        group.errors.emplace(assembly.error, assembly.error);
    group.errors->first = std::min(group.errors->first, assembly.error);
    group.errors->second = std::max(group.errors->second, assembly.error);
}

} // namespace

Result<std::vector<AssemblyGroup>> sumUpAssemblies(const PairTable& pairs, TaskContext& task)
{
    constexpr std::size_t kRowsBetweenChecks = 1024;
    const DumpIndex& golden = *pairs.golden().index;
    using Key
        = std::tuple<OperatorClass, AssemblyKind, std::optional<std::size_t>, std::vector<std::int64_t>>;
    std::map<Key, AssemblyGroup> groups;
    const auto placeOf = [&](std::size_t row) {
        const TensorId id = pairs.row(row).pair.golden;
        return std::tuple(golden.tensor(id).execIndex, id.value(), row);
    };
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        if (row % kRowsBetweenChecks == 0)
            TRY_VOID(task.checkStop());
        const TensorPair& pair = pairs.row(row).pair;
        if (!isPutTogether(pair))
            continue;
        const Assembly& assembly = *pair.hint->assembly;
        Key key {operatorClassOf(golden, pair.golden), assembly.kind, assembly.axis,
            ranksOf(assembly, partsIndex(assembly, *pairs.target().index, golden))};
        AssemblyGroup& group = groups[key];
        if (group.tensors == 0) {
            std::tie(group.operators, group.kind, group.axis, group.ranks) = std::move(key);
            group.first = row;
        } else if (placeOf(row) < placeOf(group.first)) {
            group.first = row;
        }
        count(group, assembly);
    }
    std::vector<AssemblyGroup> sorted;
    sorted.reserve(groups.size());
    for (auto& [key, group] : groups)
        sorted.push_back(std::move(group));
    std::ranges::sort(sorted, {}, [&](const AssemblyGroup& group) { return placeOf(group.first); });
    return sorted;
}

Message assemblyText(const AssemblyGroup& group)
{
    const Message kind = assemblyName(group.kind);
    Message how = group.axis ? phrase("%1, axis %2", kind, *group.axis) : kind;
    if (group.ranks.empty())
        return how;
    const Message ranks = ranksText(group.ranks);
    return group.ranks.size() == 1 ? phrase("%1, rank %2", how, ranks) : phrase("%1, ranks %2", how, ranks);
}

} // namespace dumpscope::core
