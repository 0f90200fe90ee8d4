// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"

#include <limits>

namespace dumpscope::core {

namespace {

/// Files of tensors of the debugger of Hugging Face transformers:
/// `<Class>.<module>_inputs_args_0.safetensors` (docs/formats/llm-era.md 6.2). Which of them are of the
/// debugger their content tells.
class HfDebuggerName final : public NameGrammar {
public:
    std::string_view id() const override { return "hf-debugger"; }
    int priority() const override { return 72; }

    std::optional<NameFacts> parse(std::string_view name, const FolderFacts&) const override
    {
        constexpr std::string_view kSuffix = ".safetensors";
        constexpr std::string_view kArguments = "_inputs_args_", kKeywords = "_inputs_kwargs_",
                                   kOutputs = "_outputs";
        if (!name.ends_with(kSuffix))
            return std::nullopt;
        const std::string_view stem = name.substr(0, name.size() - kSuffix.size());
        NameFacts facts;
        facts.suffix = kSuffix.substr(1);
        // Keys may contain the word outputs, so inputs are looked for first.
        if (const auto at = stem.find(kArguments); at != std::string_view::npos && at > 0) {
            facts.opName = stem.substr(0, at);
            facts.io = Io::Input;
            setIndex(stem.substr(at + kArguments.size()), facts);
            return facts;
        }
        if (const auto at = stem.find(kKeywords); at != std::string_view::npos && at > 0) {
            facts.opName = stem.substr(0, at);
            facts.io = Io::Input;
            facts.key = stem.substr(at + kKeywords.size());
            return facts;
        }
        const auto at = stem.rfind(kOutputs);
        if (at == std::string_view::npos || at == 0)
            return std::nullopt;
        const std::string_view rest = stem.substr(at + kOutputs.size());
        if (!rest.empty() && rest.front() != '_')
            return std::nullopt;
        facts.opName = stem.substr(0, at);
        facts.io = Io::Output;
        if (rest.empty())
            facts.slot = 0;
        else
            setIndex(rest.substr(1), facts);
        return facts;
    }

private:
    static void setIndex(std::string_view text, NameFacts& facts)
    {
        const auto number = pathNumber(text);
        if (number && *number <= std::numeric_limits<std::int32_t>::max())
            facts.slot = static_cast<std::int32_t>(*number);
        else
            facts.key = text;
    }
};

} // namespace

void register_hf_debugger_name(FormatRegistry& registry)
{
    registry.add(std::make_unique<HfDebuggerName>());
}

} // namespace dumpscope::core
