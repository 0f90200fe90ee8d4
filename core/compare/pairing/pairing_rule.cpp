// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/pairing_rule.h"

#include <algorithm>
#include <tuple>

namespace dumpscope::core {

int PairingRule::claim(const RuleFile&) const
{
    return 0;
}

std::vector<const PairingRule*> PairingRules::sorted() const
{
    std::vector<const PairingRule*> rules;
    rules.reserve(m_rules.size());
    for (const auto& rule : m_rules)
        rules.push_back(rule.get());
    std::ranges::sort(rules, {}, [](const PairingRule* r) { return std::tuple(r->order(), r->id()); });
    return rules;
}

} // namespace dumpscope::core
