// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/name_trust.h"
#include "compare/pairing/pairing_rule.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace dumpscope::core {

namespace {

/// Numbers of the calls of one family in a step.
struct CallRange {
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = -1;

    void add(std::int64_t number)
    {
        first = std::min(first, number);
        last = std::max(last, number);
    }
};

/// Which number the first call of a step has in a dump where numbers run on from step to step, by the names
/// of the step's operators. Empty where they begin anew in every step.
class CountedCalls {
public:
    explicit CountedCalls(const DumpIndex& index)
    {
        using Step = std::optional<std::int64_t>;
        using Family = std::pair<Step, std::string>;   ///< rank and stem
        using Name = std::tuple<Step, Step, StringId>; ///< rank and step
        if (!hasSteps(index))
            return;
        const std::unordered_set<StringId> once = namesOfOneStep(index);
        std::map<Family, std::map<Step, CallRange>> families;
        std::map<Name, Family> numbered;
        Name last;
        for (std::size_t i = 0; i < index.tensorCount(); ++i) {
            const TensorId id(i);
            const TensorRow& row = index.tensor(id);
            const FolderFacts& facts = index.factsOf(id);
            const Name name(facts.rank, facts.step, row.opName);
            if (!facts.step || name == last || !once.contains(row.opName))
                continue;
            last = name;
            NameStem stem = stemOf(index.text(row.opName));
            if (stem.number < 0)
                continue;
            const Family family(facts.rank, std::move(stem.stem));
            families[family][facts.step].add(stem.number);
            numbered.try_emplace(name, family);
        }
        std::erase_if(families, [](const auto& family) { return !runsOn(family.second); });
        for (const auto& [name, family] : numbered) {
            const auto found = families.find(family);
            if (found == families.end())
                continue;
            const auto& [rank, step, opName] = name;
            m_firsts.try_emplace(std::string(index.text(opName)), found->second.at(step).first);
        }
    }

    [[nodiscard]] bool empty() const { return m_firsts.empty(); }
    [[nodiscard]] bool isCounted(std::string_view name) const { return m_firsts.contains(std::string(name)); }
    /// With the number of the call within its step.
    [[nodiscard]] NameStem read(std::string_view name) const
    {
        NameStem stem = stemOf(name);
        if (const auto found = m_firsts.find(std::string(name)); found != m_firsts.end())
            stem.number -= found->second;
        return stem;
    }

private:
    static bool hasSteps(const DumpIndex& index)
    {
        std::optional<std::int64_t> known;
        for (std::size_t i = 0; i < index.folderCount(); ++i) {
            const std::optional<std::int64_t> step = index.folder(FolderId(i)).facts.step;
            if (known && step && step != known)
                return true;
            known = known ? known : step;
        }
        return false;
    }
    /// Where numbers begin anew, nearly all names are those of all steps.
    static std::unordered_set<StringId> namesOfOneStep(const DumpIndex& index)
    {
        std::unordered_map<StringId, std::optional<std::int64_t>> steps;
        std::unordered_set<StringId> once;
        for (std::size_t i = 0; i < index.tensorCount(); ++i) {
            const TensorId id(i);
            const StringId name = index.tensor(id).opName;
            if (!name.isValid())
                continue;
            const auto [known, isNew] = steps.try_emplace(name, index.factsOf(id).step);
            if (isNew)
                once.insert(name);
            else if (known->second != index.factsOf(id).step)
                once.erase(name);
        }
        return once;
    }
    /// Each step begins with the number behind the last one of the step before.
    static bool runsOn(const std::map<std::optional<std::int64_t>, CallRange>& steps)
    {
        return steps.size() > 1 && std::ranges::adjacent_find(steps, [](const auto& a, const auto& b) {
            return b.second.first != a.second.last + 1;
        }) == steps.end();
    }

    std::unordered_map<std::string, std::int64_t> m_firsts;
};

/// The n-th call of a step, where numbers of calls run on from step to step on one side and begin anew on the
/// other (docs/formats/llm-era.md 3.1).
class CountedCallsRule final : public PairingRule {
public:
    std::string_view id() const override { return "counted-calls"; }
    int order() const override { return pairing_order::kExact - 1; } // equal numbers may be other calls

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        const auto target = std::make_shared<CountedCalls>(draft.target());
        const auto golden = std::make_shared<CountedCalls>(draft.golden());
        if (target->empty() == golden->empty())
            return {};
        const PairFinding same {PairOrigin::Exact, 1, phrase("same operator, io and slot")};
        const PairFinding counted {PairOrigin::Normalised, 0.95,
            phrase("the same call of the step; its number runs on from step to step")};
        return pairByName(
            draft,
            {[target](std::string_view name) { return target->read(name); },
                [golden](std::string_view name) { return golden->read(name); }},
            [&](const PlacePair& place, const SequenceOperator& op) -> const PairFinding& {
                return target->isCounted(place.target.name(op)) || !golden->empty() ? counted : same;
            },
            task);
    }
};

} // namespace

void register_counted_calls_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<CountedCallsRule>());
}

} // namespace dumpscope::core
