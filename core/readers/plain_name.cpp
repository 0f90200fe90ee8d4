// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/named_role.h"
#include "readers/named_step.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 10> kExtensions {
    ".npy", ".npz", ".bin", ".pt", ".pth", ".csv", ".json", ".txt", ".data", ".pb"};

/// Of arrays and checkpoints, which are often saved step by step.
constexpr std::array<std::string_view, 7> kSavedBySteps {
    ".npy", ".npz", ".bin", ".pt", ".pth", ".safetensors", ".ckpt"};

/// The step of a file that says one. At the end of the name it is no part of the operator's.
void readStep(NameFacts& facts, std::string_view name)
{
    const auto extension
        = std::ranges::find_if(kSavedBySteps, [&](std::string_view e) { return name.ends_with(e); });
    if (extension == kSavedBySteps.end())
        return;
    const std::string_view stem = name.substr(0, name.size() - extension->size());
    const auto found = stepInName(stem);
    // `global_step.0` is a tensor of that name and its slot; `step_0` has no other meaning.
    const bool isSlot
        = found && found->begin == 0 && found->end == stem.size() && stem.find('.') != std::string_view::npos;
    if (!found || isSlot)
        return;
    facts.step = found->step;
    if (found->begin > 0 && found->end == facts.opName.size())
        facts.opName = facts.opName.substr(0, found->begin - 1);
}

/// Of a tensor that a hook saved.
void readRole(NameFacts& facts)
{
    const auto role = roleInName(facts.opName);
    if (!role || std::ranges::find(kSavedBySteps, "." + std::string(facts.suffix)) == kSavedBySteps.end())
        return;
    facts.opName = role->module;
    facts.io = role->io;
    facts.slot = role->slot;
    facts.key = role->key;
}

/// Fallback: the name without its extension is the operator.
class PlainName final : public NameGrammar {
public:
    std::string_view id() const override { return "plain"; }
    int priority() const override { return 0; }

    std::optional<NameFacts> parse(std::string_view name, const FolderFacts&) const override
    {
        NameFacts facts;
        facts.opName = name;
        const auto extension = std::find_if(kExtensions.begin(), kExtensions.end(),
            [&](std::string_view e) { return name.size() > e.size() && name.ends_with(e); });
        if (extension != kExtensions.end()) {
            facts.opName.remove_suffix(extension->size());
            facts.suffix = name.substr(facts.opName.size() + 1);
        }
        readStep(facts, name);
        readRole(facts);
        return facts;
    }
};

} // namespace

void register_plain_name(FormatRegistry& registry)
{
    registry.add(std::make_unique<PlainName>());
}

} // namespace dumpscope::core
