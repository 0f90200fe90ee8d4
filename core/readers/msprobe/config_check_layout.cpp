// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

namespace dumpscope::core {

namespace {

/// Statistics in a package of config_check, `weights/step<S>/rank<R>` and `dataset/step<S>/rank<R>`
/// (docs/formats/llm-era.md 13): two parts of one run.
class ConfigCheckLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "config-check"; }
    int priority() const override { return 70; } // before what people write by hand

    std::optional<FolderFacts> match(std::span<const std::string_view> components) const override
    {
        if (components.size() < 3)
            return std::nullopt;
        const auto tail = components.last(3);
        FolderFacts facts;
        facts.step = pathNumberAfter(tail[1], "step");
        facts.rank = pathNumberAfter(tail[2], "rank");
        if ((tail[0] != "weights" && tail[0] != "dataset") || !facts.step || !facts.rank)
            return std::nullopt;
        facts.layout = id();
        return facts;
    }
};

} // namespace

void register_config_check_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<ConfigCheckLayout>());
}

} // namespace dumpscope::core
