// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/name_trust.h"
#include "compare/pairing/pairing_rule.h"

#include <map>
#include <string_view>
#include <utility>

namespace dumpscope::core {

namespace {

const PairFinding& sameName()
{
    static const PairFinding finding {PairOrigin::Exact, 1, phrase("same operator, io and slot")};
    return finding;
}

/// Operators of the same name, whatever their shapes and values are.
Result<void> pairNamesakes(PairingDraft& draft, TaskContext& task)
{
    for (PlacePair& place : draft.places()) {
        std::map<std::pair<std::string_view, std::uint32_t>, const SequenceOperator*> goldens;
        for (const SequenceOperator& golden : place.golden.operators())
            goldens.emplace(std::pair(place.golden.name(golden), golden.occurrence), &golden);
        for (const SequenceOperator& target : place.target.operators()) {
            TRY_VOID(task.checkStop());
            const auto found = goldens.find({place.target.name(target), target.occurrence});
            if (found != goldens.end())
                draft.addOperators(place, target, *found->second, sameName());
        }
    }
    return {};
}

/// Same operator name, turn, io and slot, unless numbers in the names lie.
class ExactRule final : public PairingRule {
public:
    std::string_view id() const override { return "exact"; }
    int order() const override { return pairing_order::kExact; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        return areNamesDemanded(draft.options()) ? pairNamesakes(draft, task)
                                                 : pairByName(draft, {}, sameName(), task);
    }
};

} // namespace

void register_exact_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<ExactRule>());
}

} // namespace dumpscope::core
