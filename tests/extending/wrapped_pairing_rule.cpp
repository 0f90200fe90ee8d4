// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/name_trust.h"
#include "compare/pairing/pairing_rule.h"

namespace dumpscope::core {

namespace {

/// One side calls its operators `module.…` because the network was wrapped, the other one does not.
class WrappedRule final : public PairingRule {
public:
    std::string_view id() const override { return "wrapped"; }
    int order() const override { return pairing_order::kNormalised + 1; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        const auto read = [](std::string_view name) {
            constexpr std::string_view kWrapper = "module.";
            return stemOf(name.starts_with(kWrapper) ? name.substr(kWrapper.size()) : name);
        };
        return pairByName(draft, {read, read},
            {PairOrigin::Normalised, 0.9, phrase("same operator name but for the wrapper")}, task);
    }
};

} // namespace

void register_wrapped_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<WrappedRule>());
}

} // namespace dumpscope::core
