// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/name_trust.h"
#include "compare/pairing/pairing_rule.h"

#include "readers/mindspore/mindspore_scope.h"

#include <algorithm>
#include <map>
#include <set>

namespace dumpscope::core {

namespace {

bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Calls `take` with the first character and the end of every `-Class` before a separator; the last part of a
/// name is its primitive. File names have `_` for `/`, so that classes with one in their name are not seen
/// there.
template<typename Take> void forClasses(std::string_view stem, Take take)
{
    const char separator = stem.find('/') != std::string_view::npos ? '/' : '_';
    for (std::size_t at = stem.find('-'); at != std::string_view::npos; at = stem.find('-', at + 1)) {
        std::size_t end = at + 1;
        while (end < stem.size() && (isWordCharacter(stem[end]) || (separator == '/' && stem[end] == '_')))
            ++end;
        const bool isName = end > at + 1 && !(stem[at + 1] >= '0' && stem[at + 1] <= '9');
        if (isName && end < stem.size() && stem[end] == separator)
            take(at, end);
    }
}

/// `Default/network-Net/conv1-Conv2d/Conv2D` -> `Default_network_conv1_Conv2D`.
std::string withoutClasses(std::string_view stem)
{
    std::string plain;
    std::size_t from = 0;
    forClasses(stem, [&](std::size_t at, std::size_t end) {
        plain += stem.substr(from, at - from);
        from = end;
    });
    plain += stem.substr(from);
    return sanitisedScope(plain);
}

/// Whether a scope ends in the name of a class. Classes begin with a capital; `gradConv2D-expand` has none.
bool hasClasses(std::string_view name)
{
    if (!opNumber(name))
        return false;
    bool isFound = false;
    const std::string stem = stemOf(name).stem;
    forClasses(stem, [&](std::size_t at, std::size_t) {
        isFound = isFound || (stem[at + 1] >= 'A' && stem[at + 1] <= 'Z');
    });
    return isFound;
}

NameStem plainStem(std::string_view name)
{
    NameStem stem = stemOf(name);
    if (opNumber(name))
        stem.stem = withoutClasses(stem.stem);
    return stem;
}

bool hasClasses(const OperatorSequence& sequence)
{
    std::set<StringId> seen; // operators run again and again
    return std::ranges::any_of(sequence.operators(), [&](const SequenceOperator& op) {
        return seen.insert(op.name).second && hasClasses(sequence.name(op));
    });
}

/// Names of one side in one place that are one name once the classes are gone.
std::set<std::pair<std::string, std::int64_t>> ambiguousNames(const OperatorSequence& sequence)
{
    std::map<std::pair<std::string, std::int64_t>, StringId> names;
    std::set<std::pair<std::string, std::int64_t>> ambiguous;
    for (const SequenceOperator& op : sequence.operators()) {
        NameStem plain = plainStem(sequence.name(op));
        std::pair key(std::move(plain.stem), plain.number);
        if (const auto found = names.try_emplace(key, op.name); found.first->second != op.name)
            ambiguous.insert(std::move(key));
    }
    return ambiguous;
}

/// One of the runs had `reserve_class_name_in_scope`, the other not (docs/formats/mindspore-dump.md 1.4):
/// scopes are `conv1-Conv2d` here and `conv1` there.
class ScopeClassNamesRule final : public PairingRule {
public:
    std::string_view id() const override { return "scope-class-names"; }
    int order() const override { return pairing_order::kNormalised + 1; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        const auto isAllTaken
            = [](const PlacePair& place) { return place.target.isAllTaken() || place.golden.isAllTaken(); };
        if (std::ranges::all_of(draft.places(), isAllTaken))
            return {};
        const bool isTarget = std::ranges::any_of(
            draft.places(), [](const PlacePair& place) { return hasClasses(place.target); });
        const bool isGolden = std::ranges::any_of(
            draft.places(), [](const PlacePair& place) { return hasClasses(place.golden); });
        if (isTarget == isGolden)
            return {};
        for (const PlacePair& place : draft.places()) {
            TRY_VOID(task.checkStop());
            auto ambiguous = ambiguousNames(place.target);
            ambiguous.merge(ambiguousNames(place.golden));
            if (ambiguous.empty())
                continue;
            bar(place.target, ambiguous,
                [&draft](TensorId id, Message why) { draft.barTarget(id, std::move(why)); });
            bar(place.golden, ambiguous,
                [&draft](TensorId id, Message why) { draft.barGolden(id, std::move(why)); });
        }
        draft.spelling() = {plainStem, plainStem};
        if (!draft.isWide())
            draft.problems().push_back({Severity::Hint, Code::Mapping, {},
                isTarget
                    ? phrase("the target's scopes carry class names and golden's do not: "
                             "reserve_class_name_in_scope of set_context was not the same in both runs")
                    : phrase("golden's scopes carry class names and the target's do not: "
                             "reserve_class_name_in_scope of set_context was not the same in both runs")});
        return pairByName(draft, draft.spelling(),
            {PairOrigin::Normalised, 0.95,
                isTarget
                    ? phrase("same operator name but for class names, which the target's scopes carry alone "
                             "(reserve_class_name_in_scope)")
                    : phrase("same operator name but for class names, which golden's scopes carry alone "
                             "(reserve_class_name_in_scope)")},
            task);
    }

private:
    /// Names tell nothing of operators that have one name together: order and shapes would only guess.
    template<typename Bar>
    static void bar(const OperatorSequence& sequence,
        const std::set<std::pair<std::string, std::int64_t>>& ambiguous, const Bar& barOne)
    {
        for (const SequenceOperator& op : sequence.operators()) {
            NameStem plain = plainStem(sequence.name(op));
            if (!ambiguous.contains({std::move(plain.stem), plain.number}))
                continue;
            for (std::uint32_t place = op.first; place < op.first + op.count; ++place) {
                if (!sequence.isTaken(place))
                    barOne(sequence.id(place),
                        phrase("several operators have this name without the class names of their scopes"));
            }
        }
    }
};

} // namespace

void register_scope_class_names_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<ScopeClassNamesRule>());
}

} // namespace dumpscope::core
