// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <limits>

namespace dumpscope::core {

namespace {

using Components = std::span<const std::string_view>;

/// SingleSave of msprobe (docs/formats/llm-era.md 3.3): `data/<key>/step<S>/rank<R>[/micro_step<M>]`.
class SingleSaveLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "single-save"; }
    int priority() const override { return 72; } // before step<S>/rank<R> of msprobe

    std::optional<FolderFacts> match(Components components) const override
    {
        FolderFacts facts;
        if (!components.empty()) {
            const auto micro = pathNumberAfter(components.back(), "micro_step");
            if (micro && *micro < std::numeric_limits<std::uint32_t>::max()) {
                facts.occurrence = static_cast<std::uint32_t>(*micro);
                components = components.first(components.size() - 1);
            }
        }
        if (components.size() < 4)
            return std::nullopt;
        const Components tail = components.last(4);
        facts.step = pathNumberAfter(tail[2], "step");
        facts.rank = pathNumberAfter(tail[3], "rank");
        if (tail[0] != "data" || !facts.step || !facts.rank)
            return std::nullopt;
        facts.opName = tail[1];
        return facts;
    }
};

} // namespace

void register_single_save_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<SingleSaveLayout>());
}

} // namespace dumpscope::core
