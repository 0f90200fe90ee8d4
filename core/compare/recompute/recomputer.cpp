// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <algorithm>

namespace dumpscope::core {

void RecomputerRegistry::add(std::unique_ptr<const Recomputer> recomputer)
{
    for (const std::string_view type : recomputer->types())
        m_byType.emplace(type, recomputer.get());
    m_recomputers.push_back(std::move(recomputer));
}

const Recomputer* RecomputerRegistry::find(std::string_view type) const
{
    const auto found = m_byType.find(type);
    return found == m_byType.end() ? nullptr : found->second;
}

std::vector<Reading> RecomputerRegistry::readings(const OperatorCall& call) const
{
    const Recomputer* const recomputer = find(call.type);
    if (recomputer == nullptr)
        return {};
    const std::vector<std::string_view> known = recomputer->namedTensors();
    for (const auto& [name, argument] : call.named) {
        if (argument.tensor && std::ranges::find(known, name) == known.end())
            return {};
    }
    const bool hasList
        = std::ranges::any_of(call.inputs, [](const Argument& argument) { return !argument.more.empty(); });
    return hasList && !recomputer->takesLists() ? std::vector<Reading>() : recomputer->readings(call);
}

const RecomputerRegistry& builtinRecomputers()
{
    static const RecomputerRegistry registry = [] {
        RecomputerRegistry made;
        registerRecomputers(made);
        return made;
    }();
    return registry;
}

} // namespace dumpscope::core
