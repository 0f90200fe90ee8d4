// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/msprobe_names.h"
#include "compare/pairing/name_trust.h"
#include "compare/pairing/pairing_rule.h"

#include <array>
#include <map>
#include <set>

namespace dumpscope::core {

namespace {

/// The neutral name of what MindSpore and PyTorch call differently.
class FrameworkNames {
public:
    explicit FrameworkNames(const OperatorSequence& golden)
    {
        for (const SequenceOperator& op : golden.operators()) {
            const NameStem stem = stemOf(golden.name(op));
            if (const auto parts = splitMsprobeStem(stem.stem); parts && !parts->isModule)
                m_prefixes[std::string(parts->type)].insert(std::string(parts->prefix));
        }
    }

    /// Modules by their path alone, since classes have other names (Dense is Linear).
    NameStem golden(std::string_view name) const
    {
        NameStem stem = stemOf(name);
        if (const auto parts = splitMsprobeStem(stem.stem); parts && parts->isModule)
            stem.stem = "*." + std::string(parts->path) + '.' + std::string(parts->direction);
        return stem;
    }

    /// APIs under the prefix golden has them.
    NameStem target(std::string_view name) const
    {
        NameStem stem = golden(name);
        const auto parts = splitMsprobeStem(stem.stem);
        if (!parts || parts->prefix == "*")
            return stem;
        const auto found = m_prefixes.find(std::string(parts->type));
        if (found == m_prefixes.end() || found->second.contains(std::string(parts->prefix)))
            return stem;
        constexpr std::array<std::string_view, 6> kPreferred {
            "Torch", "Functional", "Mint", "MintFunctional", "Tensor", "Distributed"};
        std::string prefix = *found->second.begin();
        for (const std::string_view preferred : kPreferred) {
            if (found->second.contains(std::string(preferred))) {
                prefix = preferred;
                break;
            }
        }
        stem.stem = prefix + '.' + std::string(parts->type) + '.' + std::string(parts->direction);
        return stem;
    }

private:
    std::map<std::string, std::set<std::string>> m_prefixes; ///< API -> prefixes
};

/// MindSpore against PyTorch dumps of msprobe: cells are modules of the same path, an API keeps its
/// name under another prefix (Functional.matmul is Torch.matmul).
class FrameworkRule final : public PairingRule {
public:
    std::string_view id() const override { return "framework"; }
    int order() const override { return pairing_order::kBuiltinMapping; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        if (draft.places().empty())
            return {};
        const MsprobeFrameworks target = msprobeFrameworks(draft.places().front().target);
        const MsprobeFrameworks golden = msprobeFrameworks(draft.places().front().golden);
        const bool isCrossing = (target.mindspore && golden.pytorch && !golden.mindspore)
            || (target.pytorch && golden.mindspore && !target.mindspore);
        if (!isCrossing)
            return {};
        const auto names = std::make_shared<FrameworkNames>(draft.places().front().golden);
        const NameSpelling spelling {[names](std::string_view name) { return names->target(name); },
            [names](std::string_view name) { return names->golden(name); }};
        draft.spelling() = spelling;
        const PairFinding same {PairOrigin::Exact, 1, phrase("same operator, io and slot")};
        const PairFinding mapped {
            PairOrigin::Mapping, 0.9, phrase("the same module or API under the other framework's name")};
        return pairByName(
            draft, spelling,
            [&](const PlacePair& place, const SequenceOperator& op) -> const PairFinding& {
                return draft.golden().findString(place.target.name(op)).isValid() ? same : mapped;
            },
            task);
    }
};

} // namespace

void register_framework_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<FrameworkRule>());
}

} // namespace dumpscope::core
