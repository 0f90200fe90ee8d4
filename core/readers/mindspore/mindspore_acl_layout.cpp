// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

namespace dumpscope::core {

namespace {

using Components = std::span<const std::string_view>;

constexpr std::size_t kAclTimeDigits = 14;
/// Training steps; more digits are a time or an id.
constexpr std::size_t kMaxStepDigits = 10;

bool isAclTime(std::string_view text)
{
    return text.size() == kAclTimeDigits && isDigits(text);
}

/// Dumps that MindSpore 2.3-2.5 drives through AscendCL (docs/formats/mindspore-dump.md 2.3): a folder per
/// training step above the tree that AscendCL writes,
/// `{step}/{time}/{device}[/{model}/{model_id}/{iteration}]`. The number left of the 14-digit
/// time is the evidence that tells it from an offline dump, whose tail is the same.
class MindsporeAclLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "mindspore-acl"; }
    int priority() const override { return 90; }

    std::optional<FolderFacts> match(Components components) const override
    {
        constexpr std::size_t kMaxDepth = 4;
        for (std::size_t depth = 0; depth <= kMaxDepth && depth + 1 < components.size(); ++depth) {
            const std::string_view time = components[components.size() - 1 - depth];
            if (!isAclTime(time))
                continue;
            const std::string_view step = components[components.size() - 2 - depth];
            FolderFacts facts;
            facts.step = step.size() <= kMaxStepDigits ? pathNumber(step) : std::nullopt;
            if (!facts.step || !fillBelow(components.last(depth), facts))
                return std::nullopt;
            facts.layout = id();
            facts.run = time;
            facts.namesLosePath = true;
            return facts;
        }
        return std::nullopt;
    }

private:
    static bool fillBelow(Components below, FolderFacts& facts)
    {
        if (below.empty())
            return true;
        facts.deviceId = pathNumber(below[0]);
        if (!facts.deviceId)
            return false;
        if (below.size() >= 2)
            facts.model = below[1];
        if (below.size() >= 3) {
            facts.modelId = pathNumber(below[2]);
            if (!facts.modelId)
                return false;
        }
        // The last level counts graph executions; the step is the user's training step.
        return below.size() < 4 || pathNumber(below[3]).has_value();
    }
};

} // namespace

void register_mindspore_acl_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeAclLayout>());
}

} // namespace dumpscope::core
