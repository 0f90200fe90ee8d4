// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <limits>

namespace dumpscope::core {

namespace {

std::optional<std::int32_t> hookSlot(std::string_view text)
{
    const auto number = pathNumber(text);
    return number && *number <= std::numeric_limits<std::int32_t>::max()
        ? std::optional(static_cast<std::int32_t>(*number))
        : std::nullopt;
}

bool takeSuffix(std::string_view& text, std::string_view suffix)
{
    if (!text.ends_with(suffix))
        return false;
    text.remove_suffix(suffix.size());
    return true;
}

/// What follows the role: nothing, `_<slot>`, or something that only tells tensors apart.
bool takeIndex(std::string_view rest, NameFacts& facts)
{
    if (rest.empty()) {
        facts.slot = 0;
        return true;
    }
    if (rest.front() != '_')
        return false;
    rest.remove_prefix(1);
    facts.slot = hookSlot(rest);
    if (facts.slot)
        return true;
    // Nested lists: `1_0` is the first tensor of the second.
    if (const std::size_t underscore = rest.find('_'); underscore != std::string_view::npos)
        facts.slot = hookSlot(rest.substr(0, underscore));
    facts.key = rest;
    return true;
}

/// Files that msit's hooks write into the folder of a module, `input_0.pth`, and weights
/// (docs/formats/llm-era.md 5).
class MsitTorchName final : public NameGrammar {
public:
    std::string_view id() const override { return "msit-torch"; }
    int priority() const override { return 80; } // the folder decides

    std::optional<NameFacts> parse(std::string_view name, const FolderFacts& folder) const override
    {
        if (folder.layout != "msit-torch" || !takeSuffix(name, ".pth"))
            return std::nullopt;
        NameFacts facts;
        facts.suffix = "pth";
        if (folder.module.empty()) {
            facts.opName = name;
            facts.io = Io::Parameter;
            facts.slot = 0;
            return facts;
        }
        facts.opName = folder.module;
        constexpr std::string_view kInput = "input", kOutput = "output";
        const bool isInput = name.starts_with(kInput);
        if (!isInput && !name.starts_with(kOutput))
            return std::nullopt;
        facts.io = isInput ? Io::Input : Io::Output;
        if (!takeIndex(name.substr(isInput ? kInput.size() : kOutput.size()), facts))
            return std::nullopt;
        return facts;
    }
};

/// Files of vLLM's logger of intermediate tensors, `inputs_0_npu_0.pt`, in the folder of a module
/// (docs/formats/llm-era.md 5).
class VllmName final : public NameGrammar {
public:
    std::string_view id() const override { return "vllm"; }
    int priority() const override { return 80; }

    std::optional<NameFacts> parse(std::string_view name, const FolderFacts& folder) const override
    {
        if (folder.layout != "vllm" || folder.module.empty())
            return std::nullopt;
        const bool isTensor = takeSuffix(name, ".pt");
        if (!isTensor && !takeSuffix(name, ".json"))
            return std::nullopt;
        NameFacts facts;
        facts.opName = folder.module;
        facts.suffix = isTensor ? "pt" : "json";
        takeDevice(name, facts);
        constexpr std::string_view kInputs = "inputs", kOutputs = "outputs", kAfter = "post_fwd_inputs";
        if (name.starts_with(kAfter)) {
            // Inputs again, after the module has run.
            facts.io = Io::Input;
            if (!takeIndex(name.substr(kAfter.size()), facts))
                return std::nullopt;
            facts.key = name;
            return facts;
        }
        const bool isInput = name.starts_with(kInputs);
        if (!isInput && !name.starts_with(kOutputs))
            return std::nullopt;
        facts.io = isInput ? Io::Input : Io::Output;
        if (!takeIndex(name.substr(isInput ? kInputs.size() : kOutputs.size()), facts))
            return std::nullopt;
        return facts;
    }

private:
    /// `_cpu`, or `_npu_0`: its number is the rank.
    static void takeDevice(std::string_view& name, NameFacts& facts)
    {
        if (takeSuffix(name, "_cpu"))
            return;
        const std::size_t last = name.rfind('_');
        if (last == std::string_view::npos || last == 0)
            return;
        const auto number = pathNumber(name.substr(last + 1));
        const std::size_t before = name.rfind('_', last - 1);
        if (!number || before == std::string_view::npos)
            return;
        const std::string_view device = name.substr(before + 1, last - before - 1);
        const bool isWord = !device.empty()
            && device.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string_view::npos;
        if (!isWord || device == "inputs" || device == "outputs")
            return; // `post_fwd_inputs_0` of a file without a device
        facts.rank = number;
        name = name.substr(0, before);
    }
};

} // namespace

void register_hook_tree_name(FormatRegistry& registry)
{
    registry.add(std::make_unique<MsitTorchName>());
    registry.add(std::make_unique<VllmName>());
}

} // namespace dumpscope::core
