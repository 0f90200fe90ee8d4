// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/rule_links.h"

#include "base/parallel.h"
#include "compare/pairing/fusion_graph.h"

#include <algorithm>

namespace dumpscope::core {

Result<std::shared_ptr<const OperatorLinks>> RuleLinks::of(const PairingFile::Rule& rule, TaskContext& task)
{
    const std::string key = std::string(rule.target.text()) + '\0' + rule.golden;
    if (auto known = m_place.memory->links(key))
        return known;
    TRY_ASSIGN(OperatorLinks made, found(rule, task));
    auto links = std::make_shared<const OperatorLinks>(std::move(made));
    m_place.memory->keep(key, links);
    return links;
}

Result<OperatorLinks> RuleLinks::found(const PairingFile::Rule& rule, TaskContext& task)
{
    readGolden();
    constexpr std::size_t kGrain = 1024;
    const auto operators = m_place.target.operators();
    OperatorLinks links;
    TRY_VOID(parallelMapReduce<OperatorLinks>(
        task.arena, operators.size(), kGrain, task.stop,
        [&](std::size_t begin, std::size_t end) -> Result<OperatorLinks> {
            OperatorLinks some;
            for (std::size_t t = begin; t < end; ++t) {
                const auto groups = rule.target.match(m_place.target.name(operators[t]));
                if (groups.empty())
                    continue;
                for (const std::uint32_t g : named(fillTemplate(rule.golden, groups))) {
                    if (m_place.golden.operators()[g].occurrence == operators[t].occurrence)
                        some.emplace_back(static_cast<std::uint32_t>(t), g);
                }
            }
            return some;
        },
        [&](OperatorLinks&& some) -> Result<void> {
            links.insert(links.end(), some.begin(), some.end());
            return {};
        }));
    return links;
}

void RuleLinks::readGolden()
{
    if (!m_names.empty())
        return;
    const auto operators = m_place.golden.operators();
    m_names.reserve(operators.size());
    for (std::uint32_t i = 0; i < operators.size(); ++i)
        m_names.emplace_back(operators[i].name, i);
    std::ranges::sort(m_names);
}

RuleLinks::Operators RuleLinks::named(std::string_view name)
{
    const std::string spelt = dumpSpelling(name);
    Operators found = calledOrSpelt(std::string(name), spelt == name);
    if (found.empty() && spelt != name)
        found = calledOrSpelt(spelt, true);
    return found;
}

RuleLinks::Operators RuleLinks::calledOrSpelt(const std::string& name, bool isSpelt)
{
    Operators found;
    if (const StringId text = m_place.golden.index().findString(name); text.isValid()) {
        const auto nameOf = &std::pair<StringId, std::uint32_t>::first;
        for (auto it = std::ranges::lower_bound(m_names, text, {}, nameOf);
             it != m_names.end() && it->first == text; ++it)
            found.push_back(it->second);
    }
    if (!isSpelt)
        return found; // no spelling looks like that
    std::call_once(m_readSpellings, [this] { readSpellings(); });
    if (const auto other = m_spellings.find(name); other != m_spellings.end()) {
        const auto middle = found.insert(found.end(), other->second.begin(), other->second.end());
        std::inplace_merge(found.begin(), middle, found.end());
    }
    return found;
}

void RuleLinks::readSpellings()
{
    const auto operators = m_place.golden.operators();
    for (std::uint32_t i = 0; i < operators.size(); ++i) {
        const std::string_view name = m_place.golden.name(operators[i]);
        if (std::string spelt = dumpSpelling(name); spelt != name)
            m_spellings[std::move(spelt)].push_back(i);
    }
}

} // namespace dumpscope::core
