// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <initializer_list>
#include <optional>

namespace dumpscope::core {

namespace {

using Components = std::span<const std::string_view>;

std::optional<std::int64_t> numberAfterAny(
    std::string_view name, std::initializer_list<std::string_view> words)
{
    for (const std::string_view word : words) {
        if (const auto number = pathNumberAfter(name, word))
            return number;
    }
    return std::nullopt;
}

std::optional<std::int64_t> rankOf(std::string_view name)
{
    return numberAfterAny(name, {"rank_", "rank"});
}

std::optional<std::int64_t> stepOf(std::string_view name)
{
    return numberAfterAny(name, {"step_", "step", "iteration_", "iter_"});
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
        const bool isStepLast = stepOf(last).has_value();
        FolderFacts facts;
        facts.layout = id();
        facts.rank = rankOf(isStepLast ? above : last);
        facts.step = stepOf(isStepLast ? last : above);
        if (facts.rank && facts.step)
            return facts;
        return std::nullopt;
    }
};

} // namespace

void register_rank_step_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<RankStepLayout>());
}

} // namespace dumpscope::core
