// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/atb/atb_operator.h"
#include "readers/format_registry.h"

namespace dumpscope::core {

namespace {

/// `intensor<i>.bin` and `outtensor<i>.bin` below an operator of ATB (docs/formats/llm-era.md 1.4).
class AtbName final : public NameGrammar {
public:
    std::string_view id() const override { return kAtbLayout; }
    int priority() const override { return 70; }

    std::optional<NameFacts> parse(std::string_view name, const FolderFacts& folder) const override
    {
        const auto file = parseAtbFileName(name);
        if (!file)
            return std::nullopt;
        NameFacts facts;
        facts.opName = folder.opName;
        facts.opType = folder.opType;
        facts.io = file->isInput ? Io::Input : Io::Output;
        facts.slot = file->slot;
        return facts;
    }
};

} // namespace

void register_atb_name(FormatRegistry& registry)
{
    registry.add(std::make_unique<AtbName>());
}

} // namespace dumpscope::core
