// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace dumpscope::core {

namespace {

/// `<before>.<role>[.<after>]`, `before` ending in a number.
struct RoleSplit {
    std::string_view before, role, after;
};

std::optional<RoleSplit> splitAtRole(std::string_view stem)
{
    constexpr auto kRoles = std::to_array<std::string_view>({"input", "input_kwargs", "output"});
    std::size_t end = stem.size();
    while (true) {
        const std::size_t dot = stem.substr(0, end).rfind('.');
        if (dot == std::string_view::npos)
            return std::nullopt;
        const std::string_view part = stem.substr(dot + 1, end - dot - 1);
        const std::string_view before = stem.substr(0, dot);
        const std::size_t number = before.rfind('.');
        if (std::ranges::find(kRoles, part) != kRoles.end() && number != std::string_view::npos
            && pathNumber(before.substr(number + 1)))
            return RoleSplit {before, part, end == stem.size() ? std::string_view() : stem.substr(end + 1)};
        end = dot;
    }
}

/// Tensor files of msprobe's aclgraph dumper, `Aten.addmm.4.input.2.pt` (docs/formats/llm-era.md 3.1).
/// The operator is spelled as dump.json does, so that both kinds of dump pair.
class AclgraphName final : public NameGrammar {
public:
    std::string_view id() const override { return "aclgraph"; }
    int priority() const override { return 69; } // behind msprobe's own names

    std::optional<NameFacts> parse(std::string_view name, const FolderFacts& folder) const override
    {
        constexpr std::string_view kSuffix = ".pt";
        if (!name.ends_with(kSuffix))
            return std::nullopt;
        const auto split = splitAtRole(name.substr(0, name.size() - kSuffix.size()));
        if (!split)
            return std::nullopt;
        const std::string_view first = split->before.substr(0, split->before.find('.'));
        if (std::ranges::find(kSpaces, first) == kSpaces.end() && folder.layout != "msprobe")
            return std::nullopt;
        const std::size_t dot = split->before.rfind('.');
        const std::string_view api = split->before.substr(0, dot), call = split->before.substr(dot + 1);
        if (api.find('.') == std::string_view::npos)
            return std::nullopt;
        NameFacts facts;
        facts.opName = split->before;
        const bool isModule = first == "Module";
        facts.fullName = isModule ? std::string(api) + ".forward." + std::string(call)
                                  : std::string(split->before) + ".forward";
        facts.opType = isModule ? api.substr(api.rfind('.') + 1) : api.substr(api.find('.') + 1);
        facts.io = split->role == "output" ? Io::Output : Io::Input;
        const auto slot = pathNumber(split->after);
        if (split->after.empty())
            facts.slot = 0;
        else if (slot && std::in_range<std::int32_t>(*slot) && split->role != "input_kwargs")
            facts.slot = static_cast<std::int32_t>(*slot);
        else
            facts.key = split->after;
        facts.suffix = kSuffix.substr(1);
        return facts;
    }

private:
    static constexpr auto kSpaces = std::to_array<std::string_view>({"Aten", "Module", "NPU", "Torch"});
};

} // namespace

void register_aclgraph_name(FormatRegistry& registry)
{
    registry.add(std::make_unique<AclgraphName>());
}

} // namespace dumpscope::core
