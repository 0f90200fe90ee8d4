// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

/// `[<uuid>/]step_<S>/<module>[_<call>]` of vLLM's logger of intermediate tensors
/// (docs/formats/llm-era.md 5). The folder of the run is often renamed or left behind; then the folder of a
/// module tells by its name.
class VllmLayout final : public FolderLayout {
public:
    std::string_view id() const override { return "vllm"; }
    int priority() const override { return 75; }

    std::optional<FolderFacts> match(std::span<const std::string_view> components) const override
    {
        for (const std::size_t depth : {std::size_t {0}, std::size_t {1}}) {
            if (components.size() < depth + 2)
                break;
            const std::size_t at = components.size() - 1 - depth;
            FolderFacts facts;
            facts.step = pathNumberAfter(components[at], "step_");
            const bool isProven = isUuid(components[at - 1]) || (depth == 1 && isModule(components.back()));
            if (!facts.step || !isProven)
                continue;
            if (depth == 1)
                facts.module = components.back();
            return facts;
        }
        return std::nullopt;
    }

private:
    /// `model.layers.0.mlp`, or one of those that vLLM's models have beside their layers.
    static bool isModule(std::string_view name)
    {
        constexpr std::array<std::string_view, 6> kTop {
            "model", "lm_head", "logits_processor", "sampler", "language_model", "visual"};
        const std::string_view first = name.substr(0, name.find('.'));
        if (first.size() < name.size())
            return !first.empty() && name.back() != '.' && name.find("..") == std::string_view::npos
                && !isDigits(first);
        const std::size_t call = name.rfind('_');
        return std::ranges::find(kTop, name) != kTop.end()
            || (call != std::string_view::npos && isDigits(name.substr(call + 1))
                && std::ranges::find(kTop, name.substr(0, call)) != kTop.end());
    }

    /// Groups of 8, 4, 4, 4 and 12 hexadecimal digits.
    static bool isUuid(std::string_view text)
    {
        constexpr std::size_t kLength = 36;
        constexpr std::array<std::size_t, 4> kDashes {8, 13, 18, 23};
        if (text.size() != kLength)
            return false;
        for (std::size_t i = 0; i < kLength; ++i) {
            const bool isDash = std::ranges::find(kDashes, i) != kDashes.end();
            const bool isHex = isDigit(text[i]) || (text[i] >= 'a' && text[i] <= 'f')
                || (text[i] >= 'A' && text[i] <= 'F');
            if (isDash ? text[i] != '-' : !isHex)
                return false;
        }
        return true;
    }
};

} // namespace

void register_vllm_layout(FormatRegistry& registry)
{
    registry.add(std::make_unique<VllmLayout>());
}

} // namespace dumpscope::core
