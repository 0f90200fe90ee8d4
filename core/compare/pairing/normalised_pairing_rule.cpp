// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/name_trust.h"
#include "compare/pairing/pairing_rule.h"

#include "base/text.h"

namespace dumpscope::core {

namespace {

/// What spellings keep of a name: `/`, `\`, `.`, `:`, `-` and blanks become `_`, runs of them one.
std::string withoutSeparators(std::string_view name)
{
    std::string spelt;
    spelt.reserve(name.size());
    for (const char c : name) {
        const bool isSeparator = std::string_view("/\\.:-_ \t").find(c) != std::string_view::npos;
        if (!isSeparator)
            spelt += c;
        else if (!spelt.empty() && spelt.back() != '_')
            spelt += '_';
    }
    return spelt;
}

/// Names that differ in separators only, as dump files, graph files and exporters spell them.
class NormalisedRule final : public PairingRule {
public:
    std::string_view id() const override { return "normalised"; }
    int order() const override { return pairing_order::kNormalised; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        const auto read = [](std::string_view name) {
            NameStem stem = stemOf(name);
            stem.stem = withoutSeparators(stem.stem);
            return stem;
        };
        return pairByName(draft, {read, read},
            {PairOrigin::Normalised, 0.95, phrase("same operator name but for separators")}, task);
    }
};

} // namespace

void register_normalised_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<NormalisedRule>());
}

} // namespace dumpscope::core
