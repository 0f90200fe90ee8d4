// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

namespace dumpscope::core {

namespace {

/// `extra-info/data-dump/{device}` of exception dumps (docs/formats/ascend-dump-binary.md 7.1).
class AscendExceptionLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "ascend-exception"; }
    int priority() const override { return 85; }

    std::optional<FolderFacts> match(std::span<const std::string_view> components) const override
    {
        for (std::size_t i = components.size(); i-- > 1;) {
            if (components[i - 1] != "extra-info" || components[i] != "data-dump")
                continue;
            FolderFacts facts;
            facts.layout = id();
            facts.namesLosePath = true;
            if (i + 1 < components.size())
                facts.deviceId = pathNumber(components[i + 1]);
            if (i + 1 < components.size() && !facts.deviceId)
                return std::nullopt;
            facts.rank = facts.deviceId;
            for (const std::string_view above : components.first(i - 1)) {
                if (const auto rank = pathNumberAfter(above, "rank_"))
                    facts.rank = rank;
            }
            return facts;
        }
        return std::nullopt;
    }
};

} // namespace

void register_ascend_exception_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<AscendExceptionLayout>());
}

} // namespace dumpscope::core
