// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <optional>

namespace dumpscope::core {

namespace {

/// `graph_<n>` or `gm_<time>_dump`.
bool isFxGraph(std::string_view component)
{
    constexpr std::string_view kModule = "gm_", kDump = "_dump";
    if (pathNumberAfter(component, "graph_"))
        return true;
    return component.size() > kModule.size() + kDump.size() && component.starts_with(kModule)
        && component.ends_with(kDump);
}

/// FX dumps of TorchAir (docs/formats/llm-era.md 2.1): `worldsize<W>_global_rank<R>/<graph>/<step>`, and
/// `data_dump/<token + 1>/<graph>` of older releases.
class TorchairFxLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "torchair-fx"; }
    int priority() const override { return 75; } // before iterations of others

    std::optional<FolderFacts> match(std::span<const std::string_view> components) const override
    {
        if (components.size() < 3)
            return std::nullopt;
        const auto tail = components.last(3);
        FolderFacts facts;
        facts.timesArePositions = facts.occurrencesAreMembers = true;
        if (const auto rank = rankOfWorld(tail[0]); rank && isFxGraph(tail[1])) {
            facts.rank = rank;
            facts.model = tail[1];
            facts.step = pathNumber(tail[2]);
        } else if (tail[0] == "data_dump" && isFxGraph(tail[2])) {
            facts.model = tail[2];
            facts.step = pathNumber(tail[1]);
            if (facts.step && *facts.step > 0)
                --*facts.step;
        }
        return facts.step ? std::optional(std::move(facts)) : std::nullopt;
    }
};

} // namespace

void register_torchair_fx_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<TorchairFxLayout>());
}

} // namespace dumpscope::core
