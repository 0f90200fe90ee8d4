// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/pairing_rule.h"
#include "model/stage_linker.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

/// Pairs checkpoints of Megatron that are parted differently among stages of a pipeline and ranks of experts:
/// by rank of tensor parallelism and name, which has the layer number of the whole model.
class MegatronRule final : public PairingRule {
public:
    std::string_view id() const override { return "megatron"; }
    int order() const override { return pairing_order::kBuiltinMapping; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        if (draft.isWide() || !draft.options().steps.empty() || !draft.options().ranks.empty())
            return {};
        const auto target = foldersOf(draft.target(), draft.targetTensors());
        const auto golden = foldersOf(draft.golden(), draft.goldenTensors());
        if (target.empty() || golden.empty() || !(isParted(target) || isParted(golden)))
            return {};
        // The same folders have other layers where one side has virtual stages.
        if (target == golden
            && weightsOf(draft.target(), draft.targetTensors())
                == weightsOf(draft.golden(), draft.goldenTensors()))
            return {};
        return pairWeights(draft, task);
    }

private:
    using Folders = std::set<std::string_view>;
    using Place = std::tuple<std::optional<std::int64_t>, std::int64_t, std::string_view, std::int32_t>;

    static Folders foldersOf(const DumpIndex& index, const std::vector<TensorId>& tensors)
    {
        Folders folders;
        for (const TensorId id : tensors) {
            const std::string_view model = index.factsOf(id).model;
            if (!folders.contains(model) && megatronFolder(model))
                folders.insert(model);
        }
        return folders;
    }

    /// Folders with the names of what they hold.
    static std::set<std::pair<std::string_view, std::string_view>> weightsOf(
        const DumpIndex& index, const std::vector<TensorId>& tensors)
    {
        std::set<std::pair<std::string_view, std::string_view>> weights;
        for (const TensorId id : tensors) {
            const TensorRow& row = index.tensor(id);
            if (row.io == Io::Parameter && row.opName.isValid())
                weights.emplace(index.factsOf(id).model, index.text(row.opName));
        }
        return weights;
    }

    static bool isParted(const Folders& folders)
    {
        return std::ranges::any_of(folders, [](std::string_view name) {
            return megatronFolder(name).value_or(MegatronFolder {}).second.has_value();
        });
    }

    /// Whether all tensors are of one step: then it need not be that of the other side.
    static bool isOneStep(const DumpIndex& index, const std::vector<TensorId>& tensors)
    {
        return std::ranges::all_of(tensors,
            [&](TensorId id) { return index.factsOf(id).step == index.factsOf(tensors.front()).step; });
    }

    static std::optional<Place> placeOf(const DumpIndex& index, TensorId id, bool withStep)
    {
        const FolderFacts& facts = index.factsOf(id);
        const TensorRow& row = index.tensor(id);
        const auto folder = megatronFolder(facts.model);
        if (!folder || row.io != Io::Parameter)
            return std::nullopt;
        return Place {
            withStep ? facts.step : std::nullopt, folder->tensorRank, index.text(row.opName), row.slot};
    }

    static Result<void> pairWeights(PairingDraft& draft, TaskContext& task)
    {
        const DumpIndex &target = draft.target(), &golden = draft.golden();
        const bool withStep
            = !isOneStep(target, draft.targetTensors()) || !isOneStep(golden, draft.goldenTensors());
        struct Copies {
            std::vector<TensorId> target, golden; ///< ranks of experts repeat what they share
        };
        std::map<Place, Copies> weights;
        for (const TensorId id : draft.targetTensors()) {
            if (const auto place = placeOf(target, id, withStep); place && !draft.isTargetTaken(id))
                weights[*place].target.push_back(id);
        }
        for (const TensorId id : draft.goldenTensors()) {
            if (const auto place = placeOf(golden, id, withStep); place && !draft.isGoldenTaken(id))
                weights[*place].golden.push_back(id);
        }
        TRY_VOID(task.checkStop());
        for (const auto& [place, copies] : weights) {
            if (copies.target.empty() || copies.golden.empty())
                continue;
            // Where one side has more copies, its further ones are compared with the last of the other side.
            for (std::size_t i = 0; i < std::max(copies.target.size(), copies.golden.size()); ++i)
                addWeight(draft, copies.target[std::min(i, copies.target.size() - 1)],
                    copies.golden[std::min(i, copies.golden.size() - 1)]);
        }
        barRest(draft);
        return {};
    }

    static void addWeight(PairingDraft& draft, TensorId target, TensorId golden)
    {
        PairFinding finding;
        finding.origin = PairOrigin::Mapping;
        finding.reason = phrase("same tensor-parallel rank and name, with layers and experts numbered "
                                "through all stages and ranks");
        draft.addAnywhere(target, golden, finding);
    }

    /// What is left must not be paired by names that do not say which layer, or number in the optimizer, is
    /// meant.
    static void barRest(PairingDraft& draft)
    {
        for (const TensorId id : draft.targetTensors()) {
            if (auto why = whyNot(draft.target(), id); !why.empty() && !draft.isTargetTaken(id))
                draft.barTarget(id, std::move(why));
        }
        for (const TensorId id : draft.goldenTensors()) {
            if (auto why = whyNot(draft.golden(), id); !why.empty() && !draft.isGoldenTaken(id))
                draft.barGolden(id, std::move(why));
        }
    }

    /// `pp1:decoder.layers.0…`
    static bool isOfUnknownStage(std::string_view name, std::string_view word)
    {
        if (!name.starts_with(word))
            return false;
        const std::size_t end = name.find_first_not_of("0123456789", word.size());
        return end != std::string_view::npos && end > word.size() && name[end] == ':';
    }

    static Message whyNot(const DumpIndex& index, TensorId id)
    {
        const TensorRow& row = index.tensor(id);
        if (!megatronFolder(index.factsOf(id).model))
            return {};
        if (row.io != Io::Parameter)
            return phrase(
                "not paired: what is beside the weights is numbered in each rank and stage, and the two "
                "sides are parted differently");
        const std::string_view name = index.text(row.opName);
        if (isOfUnknownStage(name, "pp"))
            return phrase(
                "not paired: layer numbers restart in each pipeline stage, and stages before this one are "
                "missing");
        if (isOfUnknownStage(name, "ep"))
            return phrase(
                "not paired: experts are numbered from 0 in each expert rank, and which ones these are is "
                "not known");
        return phrase("not paired: the other side has no such tensor in this tensor-parallel rank");
    }
};

} // namespace

void register_megatron_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<MegatronRule>());
}

} // namespace dumpscope::core
