// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/name_trust.h"
#include "compare/pairing/pairing_rule.h"

namespace dumpscope::core {

namespace {

/// Same operator name, turn, io and slot, unless numbers in the names lie.
class ExactRule final : public PairingRule {
public:
    std::string_view id() const override { return "exact"; }
    int order() const override { return pairing_order::kExact; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        return pairByName(draft, {}, {PairOrigin::Exact, 1, phrase("same operator, io and slot")}, task);
    }
};

} // namespace

void register_exact_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<ExactRule>());
}

} // namespace dumpscope::core
