// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "compare/pairing/pairing_rule.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace dumpscope::core {

namespace {

/// By name; of a name that several have the first alone counts, which is then no namesake of the others.
using PlainParameters = std::map<std::string_view, const SequenceOperator*>;

/// Parameters of a side of a place that nothing is paired with, one tensor a name.
PlainParameters plainParameters(const OperatorSequence& side)
{
    PlainParameters found;
    for (const SequenceOperator& op : side.operators()) {
        if (op.count == 1 && op.occurrence == 0 && side.isFree(op) && side.row(op.first).io == Io::Parameter
            && side.row(op.first).shape.isValid())
            found.emplace(side.name(op), &op);
    }
    return found;
}

bool haveOneShape(const OperatorSequence& a, const SequenceOperator& x, const OperatorSequence& b,
    const SequenceOperator& y)
{
    return std::ranges::equal(a.index().shape(a.row(x.first).shape), b.index().shape(b.row(y.first).shape));
}

/// What nearly all names of the longer side have before those of the shorter one; empty: there is no such
/// thing. Where as many lack a namesake, as where layers of a stage are counted from 0, it may be chance.
std::string_view commonPrefix(const PlainParameters& longer, const OperatorSequence& longerSide,
    const PlainParameters& shorter, const OperatorSequence& shorterSide)
{
    constexpr std::size_t kFewest = 3;
    std::map<std::string_view, std::size_t> votes;
    for (const auto& [name, op] : longer) {
        for (std::size_t at = name.find_first_of("./"); at != std::string_view::npos;
             at = name.find_first_of("./", at + 1)) {
            const auto found = shorter.find(name.substr(at + 1));
            if (found != shorter.end() && haveOneShape(longerSide, *op, shorterSide, *found->second))
                ++votes[name.substr(0, at + 1)];
        }
    }
    const auto most = std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
    const bool isCommon = most != votes.end() && most->second >= kFewest
        && 10 * most->second >= 9 * std::max(longer.size(), shorter.size());
    return isCommon ? most->first : std::string_view();
}

void pairPrefixed(PairingDraft& draft, PlacePair& place, bool isOfTarget)
{
    const OperatorSequence& longerSide = isOfTarget ? place.target : place.golden;
    const OperatorSequence& shorterSide = isOfTarget ? place.golden : place.target;
    const PlainParameters longer = plainParameters(longerSide), shorter = plainParameters(shorterSide);
    const std::string_view prefix = commonPrefix(longer, longerSide, shorter, shorterSide);
    if (prefix.empty())
        return;
    const PairFinding finding {PairOrigin::Normalised, 0.9,
        isOfTarget
            ? phrase("same name but for %1 before it, as before the target's others", printable(prefix))
            : phrase("same name but for %1 before it, as before golden's others", printable(prefix))};
    for (const auto& [name, op] : longer) {
        const auto found
            = name.starts_with(prefix) ? shorter.find(name.substr(prefix.size())) : shorter.end();
        if (found == shorter.end() || !haveOneShape(longerSide, *op, shorterSide, *found->second))
            continue;
        draft.addOperators(
            place, isOfTarget ? *op : *found->second, isOfTarget ? *found->second : *op, finding);
    }
}

/// Parameters of a model that one side saved as a part of another, or under the name of its file.
class PrefixedNamesRule final : public PairingRule {
public:
    std::string_view id() const override { return "prefixed-names"; }
    int order() const override { return pairing_order::kNormalised + 3; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        for (PlacePair& place : draft.places()) {
            for (const bool isOfTarget : {true, false}) {
                TRY_VOID(task.checkStop());
                if (!place.target.isAllTaken() && !place.golden.isAllTaken())
                    pairPrefixed(draft, place, isOfTarget);
            }
        }
        return {};
    }
};

} // namespace

void register_prefixed_names_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<PrefixedNamesRule>());
}

} // namespace dumpscope::core
