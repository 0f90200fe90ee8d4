// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

namespace dumpscope::core {

namespace {

/// `step{step}/rank{rank}`, letter by letter: older releases of MindSpore do not replace the words that
/// msprobe puts there (docs/formats/llm-era.md 3.4). What is replaced is the layout of msprobe.
class MindsporeSaveLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "mindspore-save"; }
    int priority() const override { return 65; }

    std::optional<FolderFacts> match(std::span<const std::string_view> components) const override
    {
        if (components.size() < 2)
            return std::nullopt;
        const std::string_view step = components[components.size() - 2], rank = components.back();
        FolderFacts facts;
        facts.step = pathNumberAfter(step, "step");
        facts.rank = pathNumberAfter(rank, "rank");
        if ((!facts.step && step != "step{step}") || (!facts.rank && rank != "rank{rank}"))
            return std::nullopt;
        return facts.step && facts.rank ? std::nullopt : std::optional(std::move(facts));
    }
};

} // namespace

void register_mindspore_save_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeSaveLayout>());
}

} // namespace dumpscope::core
