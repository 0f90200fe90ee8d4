// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

namespace dumpscope::core {

namespace {

/// A folder `rank<R>` by itself (docs/formats/llm-era.md 3.2, 8.1).
class RankLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "rank"; }
    int priority() const override { return 5; } // all others know more

    std::optional<FolderFacts> match(std::span<const std::string_view> components) const override
    {
        FolderFacts facts;
        if (!components.empty())
            facts.rank = pathNumberAfter(components.back(), "rank");
        return facts.rank ? std::optional(std::move(facts)) : std::nullopt;
    }
};

} // namespace

void register_rank_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<RankLayout>());
}

} // namespace dumpscope::core
