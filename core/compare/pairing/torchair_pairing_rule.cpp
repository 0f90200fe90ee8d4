// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "compare/pairing/pairing_rule.h"
#include "compare/pairing/torchair_graphs.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

/// Models of one rank in the order in which they were compiled: that of their names.
class TorchairModels {
public:
    TorchairModels(const DumpIndex& index, const std::vector<TensorId>& tensors, std::string_view layout)
    {
        for (const TensorId id : tensors) {
            const FolderFacts& facts = index.factsOf(id);
            std::vector<std::string>& models = m_models[facts.rank.value_or(-1)];
            if (facts.layout == layout && std::ranges::find(models, facts.model) == models.end())
                models.push_back(facts.model);
        }
        for (auto& [rank, models] : m_models)
            std::ranges::sort(
                models, [](const std::string& a, const std::string& b) { return naturalCompare(a, b) < 0; });
    }
    [[nodiscard]] std::size_t placeOf(const FolderFacts& facts) const
    {
        const std::vector<std::string>& models = m_models.at(facts.rank.value_or(-1));
        return static_cast<std::size_t>(std::ranges::find(models, facts.model) - models.begin());
    }

private:
    std::map<std::int64_t, std::vector<std::string>> m_models;
};

/// Pairs what GE executed with what FX computed, by the names that the graphs keep
/// (docs/formats/llm-era.md 2.4).
class TorchairPairing {
public:
    static constexpr std::string_view kDevice = "ascend-offline", kFx = "torchair-fx";

    TorchairPairing(PairingDraft& draft, const std::map<std::int64_t, std::vector<TorchairOperators>>& graphs)
        : m_draft(draft)
        , m_graphs(graphs)
        , m_targetModels(draft.target(), draft.targetTensors(), kDevice)
        , m_goldenModels(draft.golden(), draft.goldenTensors(), kFx)
    {
        for (const TensorId id : draft.goldenTensors()) {
            const FolderFacts& facts = draft.golden().factsOf(id);
            const TensorRow& row = draft.golden().tensor(id);
            if (facts.layout != kFx || row.occurrence > 0)
                continue;
            m_golden[{facts.rank.value_or(0), facts.step.value_or(0), m_goldenModels.placeOf(facts),
                         std::string(draft.golden().text(row.opName)), row.io}]
                .push_back(id);
        }
    }

    Result<void> run(TaskContext& task)
    {
        std::map<FileId, std::vector<TensorId>> files;
        for (const TensorId id : m_draft.targetTensors()) {
            if (m_draft.target().factsOf(id).layout == kDevice)
                files[m_draft.target().tensor(id).file].push_back(id);
        }
        for (const auto& [file, tensors] : files) {
            TRY_VOID(task.checkStop());
            pairOperator(tensors);
        }
        return {};
    }

private:
    using Place = std::tuple<std::int64_t, std::int64_t, std::size_t, std::string, Io>;

    void pairOperator(const std::vector<TensorId>& tensors)
    {
        const DumpIndex& index = m_draft.target();
        const FolderFacts& facts = index.factsOf(tensors.front());
        auto graphs = m_graphs.find(facts.rank.value_or(-1));
        if (graphs == m_graphs.end())
            graphs = m_graphs.find(-1);
        const std::size_t model = m_targetModels.placeOf(facts);
        if (graphs == m_graphs.end() || model >= graphs->second.size())
            return;
        const auto found = graphs->second[model].find(index.text(index.tensor(tensors.front()).opName));
        if (!found)
            return;
        std::vector<TensorId> inputs;
        for (const TensorId id : tensors) {
            const TensorRow& row = index.tensor(id);
            if (row.io == Io::Output && row.slot >= 0 && found->last->isLast)
                pairOutput(id, static_cast<std::size_t>(row.slot), facts, model, *found->last);
            else if (row.io == Io::Input)
                inputs.push_back(id);
        }
        if (found->first->isAlone)
            pairInputs(std::move(inputs), facts, model, *found->first);
    }

    const std::vector<TensorId>& goldenOf(
        const FolderFacts& facts, std::size_t model, std::string_view name, Io io) const
    {
        static const std::vector<TensorId> kNone;
        const auto step = m_draft.goldenStepOf(facts.step.value_or(0));
        if (!step)
            return kNone;
        const auto found = m_golden.find({facts.rank.value_or(0), *step, model, std::string(name), io});
        return found == m_golden.end() ? kNone : found->second;
    }

    void pairOutput(TensorId id, std::size_t slot, const FolderFacts& facts, std::size_t model,
        const TorchairOperator& made)
    {
        if (slot >= made.outputs.size() || made.outputs[slot].empty())
            return;
        const std::string_view tensor = made.outputs[slot];
        const std::size_t at = tensor.rfind(".OUTPUT.");
        if (at == std::string_view::npos)
            return;
        constexpr std::string_view kRole = ".OUTPUT.";
        const auto wanted = parseInt(tensor.substr(at + kRole.size()));
        for (const TensorId golden : goldenOf(facts, model, tensor.substr(0, at), Io::Output)) {
            if (wanted == m_draft.golden().tensor(golden).slot)
                add(id, golden, tensor, 1.0);
        }
    }

    /// GE has no scalars among its inputs and may have another order of them, FX lists every argument: those
    /// of one shape pair in order, where there are as many.
    void pairInputs(std::vector<TensorId> inputs, const FolderFacts& facts, std::size_t model,
        const TorchairOperator& made)
    {
        const DumpIndex &target = m_draft.target(), &golden = m_draft.golden();
        std::vector<TensorId> arguments = goldenOf(facts, model, made.fxName, Io::Input);
        std::ranges::sort(inputs, {}, [&](TensorId id) { return target.tensor(id).slot; });
        std::ranges::sort(arguments, {}, [&](TensorId id) { return golden.tensor(id).slot; });
        const bool hasScalars = arguments.size() == inputs.size();
        std::map<Likeness, std::pair<std::vector<TensorId>, std::vector<TensorId>>> alike;
        for (const TensorId id : inputs) {
            if (auto likeness = likenessOf(target, id))
                alike[std::move(*likeness)].first.push_back(id);
        }
        for (const TensorId id : arguments) {
            if (auto likeness = likenessOf(golden, id); likeness && (hasScalars || !likeness->first.empty()))
                alike[std::move(*likeness)].second.push_back(id);
        }
        for (const auto& [likeness, sides] : alike) {
            if (sides.first.size() != sides.second.size())
                continue;
            for (std::size_t i = 0; i < sides.first.size(); ++i)
                add(sides.first[i], sides.second[i], made.fxName, 0.8);
        }
    }

    /// Logical shape, and whether there are fractions: types of one tensor differ in their width at most.
    using Likeness = std::pair<Shape, bool>;
    static std::optional<Likeness> likenessOf(const DumpIndex& index, TensorId id)
    {
        const TensorRow& row = index.tensor(id);
        const ShapeId shape = row.originalShape.isValid() ? row.originalShape : row.shape;
        if (!shape.isValid())
            return std::nullopt;
        const auto extents = index.shape(shape);
        return Likeness {Shape(extents.begin(), extents.end()), isFloating(row.dtype)};
    }

    void add(TensorId target, TensorId golden, std::string_view tensor, double confidence)
    {
        if (m_draft.isTaken(target, golden))
            return;
        PairFinding finding;
        finding.origin = PairOrigin::Mapping;
        finding.confidence = confidence;
        finding.reason = phrase("the graph of TorchAir says it was made of %1", printable(tensor));
        m_draft.addAnywhere(target, golden, finding);
    }

    PairingDraft& m_draft;
    const std::map<std::int64_t, std::vector<TorchairOperators>>& m_graphs;
    TorchairModels m_targetModels, m_goldenModels;
    std::map<Place, std::vector<TensorId>> m_golden;
};

class TorchairRule final : public PairingRule {
public:
    std::string_view id() const override { return "torchair"; }
    int order() const override { return pairing_order::kBuiltinMapping; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        const bool isFx = std::ranges::any_of(draft.goldenTensors(),
            [&](TensorId id) { return draft.golden().factsOf(id).layout == TorchairPairing::kFx; });
        if (!isFx || draft.isWide())
            return {};
        TRY_ASSIGN(const auto graphs, readTorchairGraphs(draft.target(), task));
        return graphs.empty() ? Result<void> {} : TorchairPairing(draft, graphs).run(task);
    }
};

} // namespace

void register_torchair_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<TorchairRule>());
}

} // namespace dumpscope::core
