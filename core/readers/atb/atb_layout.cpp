// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/atb/atb_operator.h"
#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <algorithm>
#include <optional>

namespace dumpscope::core {

namespace {

using Components = std::span<const std::string_view>;

/// `<device>_<pid>`.
std::optional<std::int64_t> deviceOfProcess(std::string_view component)
{
    constexpr std::size_t kMostDigits = 5;
    const std::size_t bar = component.find('_');
    if (bar > kMostDigits || !isDigits(component.substr(bar + 1)))
        return std::nullopt;
    return pathNumber(component.substr(0, bar));
}

/// Operators below an execution, and a folder for the point in time, of ATB and of msit before it
/// (docs/formats/llm-era.md 1.4, 1.6): `<device>_<pid>/<execution>/<id>_<Name>/…/before`.
class AtbLayout final : public FolderLayout {
public:
    std::string_view id() const override { return kAtbLayout; }
    int priority() const override { return 75; } // before msprobe, whose words stand in paths above

    std::optional<FolderFacts> match(Components components) const override
    {
        const bool isPoint = !components.empty() && isAtbPoint(components.back());
        const std::size_t count = components.size() - (isPoint ? 1 : 0);
        // The process folder stands above all operators, so those named by numbers alone do not matter.
        for (std::size_t i = count; i-- > 1;) {
            const auto device = deviceOfProcess(components[i - 1]);
            if (!device || !isDigits(components[i]))
                continue;
            if (!isDumpOf(components, i, count, isPoint))
                continue;
            FolderFacts facts;
            facts.rank = facts.deviceId = device;
            facts.step = pathNumber(components[i]);
            setOperator(facts, components.subspan(i + 1, count - i - 1));
            facts.operatorLevels = static_cast<std::uint32_t>(components.size() - i - 1);
            return facts;
        }
        return isPoint ? matchOperator(components.first(count)) : std::nullopt;
    }

private:
    /// Whether the tree is one of ATB; an execution alone could be any folder with a number.
    static bool isDumpOf(Components components, std::size_t execution, std::size_t count, bool isPoint)
    {
        if (execution >= 2) {
            const std::string_view above = components[execution - 2];
            if (above == "data" || above == "tensors")
                return true;
        }
        constexpr std::size_t kProcessDigits = 3;
        const std::string_view process = components[execution - 1];
        if (execution + 1 == count)
            return !isPoint && process.size() - process.find('_') > kProcessDigits;
        const Components operators = components.subspan(execution + 1, count - execution - 1);
        return isPoint && std::ranges::any_of(operators, isAtbOperator);
    }

    /// A tree that was copied without the folders above its operators.
    static std::optional<FolderFacts> matchOperator(Components components)
    {
        std::size_t first = components.size();
        while (first > 0 && isAtbOperator(components[first - 1]))
            --first;
        if (first == components.size())
            return std::nullopt;
        FolderFacts facts;
        if (first > 0)
            facts.step = pathNumber(components[first - 1]);
        setOperator(facts, components.subspan(first));
        facts.operatorLevels = static_cast<std::uint32_t>(components.size() - first) + 1; // and the point
        return facts;
    }

    static void setOperator(FolderFacts& facts, Components operators)
    {
        for (const std::string_view part : operators) {
            facts.opName += facts.opName.empty() ? "" : "/";
            facts.opName += part;
        }
        facts.opType = atbType(facts.opName);
    }
};

} // namespace

void register_atb_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<AtbLayout>());
}

} // namespace dumpscope::core
