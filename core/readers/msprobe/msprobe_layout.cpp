// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <optional>

namespace dumpscope::core {

namespace {

using Components = std::span<const std::string_view>;

/// The tree of msprobe (docs/formats/msprobe-dump.md 1, docs/formats/llm-era.md 3.1):
/// `[pynative/|graph/]step<S>/rank<R>|proc<PID>|pid<PID>[/dump_tensor_data|/tensor_data]`, and
/// `dump_tensor_data/rank<R>|pid<PID>` while a step runs.
class MsprobeLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "msprobe"; }
    int priority() const override { return 70; }

    std::optional<FolderFacts> match(Components components) const override
    {
        FolderFacts facts;
        const std::string_view last = components.empty() ? std::string_view() : components.back();
        if (last == kTensors || last == kTensorsAsDocumented) {
            facts.belongsToParent = true;
            components = components.first(components.size() - 1);
        }
        if (fill(components, facts) || last == kTensors || fillUnfinished(components, facts))
            return facts;
        return std::nullopt;
    }

private:
    static constexpr std::string_view kTensors = "dump_tensor_data";
    static constexpr std::string_view kTensorsAsDocumented = "tensor_data";

    /// Of a folder that is named after a process: its number is no rank.
    static std::optional<std::int64_t> processOf(std::string_view name)
    {
        const auto process = pathNumberAfter(name, "proc");
        return process ? process : pathNumberAfter(name, "pid");
    }

    /// What an interrupted run leaves: the step is not known.
    static bool fillUnfinished(Components components, FolderFacts& facts)
    {
        if (facts.belongsToParent || components.size() < 2 || components[components.size() - 2] != kTensors)
            return false;
        facts.rank = pathNumberAfter(components.back(), "rank");
        facts.process = processOf(components.back());
        return facts.rank || facts.process;
    }

    static bool fill(Components components, FolderFacts& facts)
    {
        if (components.size() < 2)
            return false;
        const std::string_view last = components[components.size() - 1];
        const auto rank = pathNumberAfter(last, "rank");
        const auto step = pathNumberAfter(components[components.size() - 2], "step");
        const auto process = processOf(last);
        if (!step || (!rank && !process))
            return false;
        facts.rank = rank;
        facts.process = process;
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
