// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <optional>

namespace dumpscope::core {

namespace {

using Components = std::span<const std::string_view>;

/// The tree of msprobe (docs/formats/msprobe-dump.md 1):
/// `[pynative/|graph/]step<S>/rank<R>|proc<PID>[/dump_tensor_data]`.
class MsprobeLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "msprobe"; }
    int priority() const override { return 70; }

    std::optional<FolderFacts> match(Components components) const override
    {
        FolderFacts facts;
        if (!components.empty() && components.back() == "dump_tensor_data") {
            facts.belongsToParent = true;
            components = components.first(components.size() - 1);
        }
        if (fill(components, facts) || facts.belongsToParent)
            return facts;
        return std::nullopt;
    }

private:
    static bool fill(Components components, FolderFacts& facts)
    {
        if (components.size() < 2)
            return false;
        const std::string_view last = components[components.size() - 1];
        const auto rank = pathNumberAfter(last, "rank");
        const auto step = pathNumberAfter(components[components.size() - 2], "step");
        if (!step || (!rank && !pathNumberAfter(last, "proc")))
            return false;
        facts.rank = rank;
        facts.step = step;
        if (components.size() > 2) {
            const std::string_view mode = components[components.size() - 3];
            if (mode == "pynative" || mode == "graph")
                facts.model = mode;
        }
        return true;
    }
};

} // namespace

void register_msprobe_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<MsprobeLayout>());
}

} // namespace dumpscope::core
