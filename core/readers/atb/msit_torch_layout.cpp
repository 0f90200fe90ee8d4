// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// `torch_tensors/<device>_<pid>/<token>/<module>` of msit's hooks, and `weights` in place of the token
/// (docs/formats/llm-era.md 5). The number of the device is the rank.
class MsitTorchLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "msit-torch"; }
    int priority() const override { return 75; }

    std::optional<FolderFacts> match(std::span<const std::string_view> components) const override
    {
        constexpr std::size_t kMostLevels = 4;
        for (std::size_t depth = 1; depth < kMostLevels && depth < components.size(); ++depth) {
            if (components[components.size() - 1 - depth] == "torch_tensors")
                return matchBelow(components.last(depth));
        }
        return std::nullopt;
    }

private:
    static std::optional<FolderFacts> matchBelow(std::span<const std::string_view> below)
    {
        FolderFacts facts;
        const std::string_view process = below[0];
        const std::size_t underscore = process.rfind('_');
        if (underscore == std::string_view::npos || !pathNumber(process.substr(underscore + 1)))
            return std::nullopt;
        const std::string_view device = process.substr(0, underscore);
        const std::size_t digits = device.find_last_not_of("0123456789") + 1;
        if (digits == 0)
            return std::nullopt;
        facts.rank = pathNumber(device.substr(digits));
        if (below.size() > 1 && below[1] != "weights") {
            facts.step = pathNumber(below[1]);
            if (!facts.step)
                return std::nullopt;
        }
        if (below.size() > 2) {
            if (!facts.step)
                return std::nullopt;
            facts.module = below[2];
        }
        return facts;
    }
};

} // namespace

void register_msit_torch_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<MsitTorchLayout>());
}

} // namespace dumpscope::core
