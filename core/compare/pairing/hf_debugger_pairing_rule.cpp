// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/pairing_rule.h"

#include <string_view>
#include <unordered_map>

namespace dumpscope::core {

namespace {

/// Tensors of the debugger of Hugging Face transformers whose slots one side does not know: a pruned tree
/// leaves out the layers between the first and the last one, but not their files, and a file says the
/// argument by its own words (docs/formats/llm-era.md 6.2). Equal names of files are equal tensors.
class HfDebuggerRule final : public PairingRule {
public:
    std::string_view id() const override { return "hf-debugger"; }
    int order() const override { return pairing_order::kBuiltinMapping; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        if (draft.isWide())
            return {};
        std::unordered_map<std::string_view, TensorId> goldens;
        for (const TensorId id : draft.goldenTensors()) {
            if (const std::string_view name = argumentFile(draft.golden(), id); !name.empty()) {
                const auto [known, isNew] = goldens.emplace(name, id);
                if (!isNew)
                    known->second = TensorId(); // of several runs: which one is not known
            }
        }
        if (goldens.empty())
            return {};
        TRY_VOID(task.checkStop());
        for (const TensorId id : draft.targetTensors()) {
            const std::string_view name = argumentFile(draft.target(), id);
            const auto found = name.empty() ? goldens.end() : goldens.find(name);
            if (found != goldens.end() && found->second.isValid())
                add(draft, id, found->second);
        }
        return {};
    }

private:
    /// Name of the file of the values, where it is that of an input or output of a module.
    static std::string_view argumentFile(const DumpIndex& index, TensorId id)
    {
        const TensorRow& row = index.tensor(id);
        const std::string_view name = index.text(index.file(index.valuesOf(row).file).name);
        const bool isArgument = name.ends_with(".safetensors")
            && (name.find("_inputs_") != std::string_view::npos
                || name.find("_outputs") != std::string_view::npos);
        return isArgument && (row.io == Io::Input || row.io == Io::Output) ? name : std::string_view();
    }

    static void add(PairingDraft& draft, TensorId target, TensorId golden)
    {
        const TensorRow &mine = draft.target().tensor(target), &other = draft.golden().tensor(golden);
        if (mine.slot == other.slot || draft.isTaken(target, golden))
            return;
        PairFinding finding;
        finding.origin = PairOrigin::Mapping;
        finding.reason
            = phrase("the debugger gave both files the same name; a pruned tree does not say the slot");
        draft.addAnywhere(target, golden, finding);
    }
};

} // namespace

void register_hf_debugger_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<HfDebuggerRule>());
}

} // namespace dumpscope::core
