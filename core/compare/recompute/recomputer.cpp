// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

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
