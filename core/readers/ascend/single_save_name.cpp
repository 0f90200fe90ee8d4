// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ascend/single_save_file.h"
#include "readers/format_registry.h"

namespace dumpscope::core {

namespace {

/// `<key>[.<index or dict key>].npy` in the folder of the key (docs/formats/llm-era.md 3.3).
class SingleSaveName final : public NameGrammar {
public:
    std::string_view id() const override { return "single-save"; }
    int priority() const override { return 72; }

    std::optional<NameFacts> parse(std::string_view name, const FolderFacts& folder) const override
    {
        constexpr std::string_view kEnd = ".npy";
        if (folder.layout != id() || !name.ends_with(kEnd))
            return std::nullopt;
        const auto place = placeOfSaved(name.substr(0, name.size() - kEnd.size()), folder.opName);
        if (!place)
            return std::nullopt;
        NameFacts facts;
        facts.opName = place->opName;
        facts.slot = place->slot;
        return facts;
    }
};

} // namespace

void register_single_save_name(FormatRegistry& registry)
{
    registry.add(std::make_unique<SingleSaveName>());
}

} // namespace dumpscope::core
