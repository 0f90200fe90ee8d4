// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/pairing_rule.h"

namespace dumpscope::core {

namespace {

/// One tensor on either side: they have the same place, whatever their names.
class SingleRule final : public PairingRule {
public:
    std::string_view id() const override { return "single"; }
    int order() const override { return pairing_order::kSingle; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext&) const override
    {
        if (draft.targetTensors().size() != 1 || draft.goldenTensors().size() != 1)
            return {};
        const TensorId target = draft.targetTensors().front(), golden = draft.goldenTensors().front();
        // A rule file may have said how they belong together, or that they do not.
        if (draft.isTaken(target, golden))
            return {};
        draft.addAnywhere(
            target, golden, {PairOrigin::Alignment, 1, phrase("the only tensor on either side")});
        return {};
    }
};

} // namespace

void register_single_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<SingleRule>());
}

} // namespace dumpscope::core
