// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/pairing_rule.h"

#include <unordered_map>

namespace dumpscope::core {

namespace {

/// Same operator name, turn, io and slot.
class ExactRule final : public PairingRule {
public:
    std::string_view id() const override { return "exact"; }
    int order() const override { return pairing_order::kExact; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        const PairFinding finding {PairOrigin::Exact, 1, "same operator, io and slot"};
        for (PlacePair& place : draft.places()) {
            TRY_VOID(task.checkStop());
            const auto goldens = place.golden.operators();
            std::unordered_map<std::uint64_t, std::uint32_t> byName;
            byName.reserve(goldens.size());
            const auto keyOf = [](StringId name, std::uint32_t occurrence) {
                return (std::uint64_t {name.value()} << 32U) | occurrence;
            };
            for (std::uint32_t i = 0; i < goldens.size(); ++i)
                byName.try_emplace(keyOf(goldens[i].name, goldens[i].occurrence), i);
            for (const SequenceOperator& op : place.target.operators()) {
                const StringId name = draft.golden().findString(place.target.name(op));
                const auto found = byName.find(keyOf(name, op.occurrence));
                if (name.isValid() && found != byName.end())
                    draft.addOperators(place, op, goldens[found->second], finding);
            }
        }
        return {};
    }
};

} // namespace

void register_exact_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<ExactRule>());
}

} // namespace dumpscope::core
