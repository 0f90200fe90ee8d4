// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

namespace dumpscope::core {

namespace {

/// `TP<t>_PP<p>_Rank<r>_pid<pid>` of SGLang's hook dumper (docs/formats/llm-era.md 4.2).
class SglangHookLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "sglang-hook"; }
    int priority() const override { return 75; }

    std::optional<FolderFacts> match(std::span<const std::string_view> components) const override
    {
        if (components.empty())
            return std::nullopt;
        std::string_view rest = components.back();
        FolderFacts facts;
        facts.tensorRank = takeNumber(rest, "TP");
        facts.stage = takeNumber(rest, "_PP");
        if (!facts.tensorRank || !facts.stage)
            return std::nullopt;
        facts.rank = takeNumber(rest, "_Rank");
        if (!facts.rank || !takeNumber(rest, "_pid") || !rest.empty())
            return std::nullopt;
        facts.layout = id();
        return facts;
    }

private:
    static std::optional<std::int64_t> takeNumber(std::string_view& text, std::string_view before)
    {
        if (!text.starts_with(before))
            return std::nullopt;
        text.remove_prefix(before.size());
        const std::size_t end = std::min(text.find('_'), text.size());
        const auto number = pathNumber(text.substr(0, end));
        text.remove_prefix(end);
        return number;
    }
};

} // namespace

void register_sglang_hook_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<SglangHookLayout>());
}

} // namespace dumpscope::core
