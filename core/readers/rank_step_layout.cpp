// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/named_step.h"
#include "readers/path_number.h"

#include <optional>

namespace dumpscope::core {

namespace {

using Components = std::span<const std::string_view>;

std::optional<std::int64_t> rankOf(std::string_view name)
{
    const auto rank = pathNumberAfter(name, "rank_");
    return rank ? rank : pathNumberAfter(name, "rank");
}

/// What people write by hand: `rank_<R>/step_<S>` or `step_<S>/rank_<R>`, the word with or without `_`. No
/// tool is known by it.
class RankStepLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "rank-step"; }
    int priority() const override { return 60; } // behind the trees of tools

    std::optional<FolderFacts> match(Components components) const override
    {
        if (components.size() < 2)
            return std::nullopt;
        const std::string_view last = components.back(), above = components[components.size() - 2];
        const bool isStepLast = stepOfName(last).has_value();
        FolderFacts facts;
        facts.layout = id();
        facts.rank = rankOf(isStepLast ? above : last);
        facts.step = stepOfName(isStepLast ? last : above);
        if (facts.rank && facts.step)
            return facts;
        return std::nullopt;
    }
};

/// A folder `step_<S>`, `checkpoint-<S>` or the like by itself, as programs of training save their state.
class StepLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "step"; }
    int priority() const override { return 4; } // all others know more

    std::optional<FolderFacts> match(Components components) const override
    {
        FolderFacts facts;
        if (!components.empty())
            facts.step = stepOfName(components.back());
        return facts.step ? std::optional(std::move(facts)) : std::nullopt;
    }
};

} // namespace

void register_rank_step_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<RankStepLayout>());
    registry.add(std::make_unique<StepLayout>());
}

} // namespace dumpscope::core
