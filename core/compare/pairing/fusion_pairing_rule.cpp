// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/fusion_graph.h"
#include "compare/pairing/pairing_rule.h"
#include "compare/pairing/rule_file_json.h"

#include "base/text.h"

#include <unordered_map>

namespace dumpscope::core {

namespace {

/// Outputs of golden by operator name as dump files spell it.
class GoldenOutputs {
public:
    explicit GoldenOutputs(const OperatorSequence& golden)
        : m_golden(golden)
    {
        for (std::size_t i = 0; i < golden.operators().size(); ++i)
            m_operators[dumpSpelling(golden.name(golden.operators()[i]))].push_back(i);
    }

    bool has(std::string_view name) const { return m_operators.contains(dumpSpelling(name)); }
    /// The last one in time, as the official tool takes it; the sequence's size if there is none.
    std::size_t find(std::string_view name, std::int64_t index) const
    {
        std::size_t hit = m_golden.size();
        const auto found = m_operators.find(dumpSpelling(name));
        if (found == m_operators.end())
            return hit;
        for (const std::size_t number : found->second) {
            const SequenceOperator& op = m_golden.operators()[number];
            for (std::size_t i = op.first; i < op.first + op.count; ++i) {
                const TensorRow& row = m_golden.row(i);
                const bool isPlain = row.io == Io::Unknown && row.slot < 0 && index == 0;
                if (isPlain || (row.io != Io::Input && row.slot == index))
                    hit = i;
            }
        }
        return hit;
    }

private:
    const OperatorSequence& m_golden;
    std::unordered_map<std::string, std::vector<std::size_t>> m_operators;
};

/// Original operators of an offline model against the dump of the original (docs/formats/comparison.md 3.3),
/// or of two models compiled with and without fusion.
class FusionRule final : public PairingRule {
public:
    std::string_view id() const override { return "fusion"; }
    int order() const override { return pairing_order::kFusion; }
    int claim(const RuleFile& file) const override
    {
        return looksLikeJsonWith(file.text, {"graph", "op"}) ? 90 : 0;
    }

    Result<void> pair(
        PairingDraft& draft, std::span<const RuleFile* const> files, TaskContext& task) const override
    {
        if (files.empty())
            return {};
        if (files.size() > 2)
            return fail(Code::Usage,
                phrase("a third fusion rule file; one describes the target, a second one the model without "
                       "fusion"),
                {.file = files[2]->path});
        std::vector<FusionGraph> graphs;
        for (const RuleFile* file : files) {
            TRY_ASSIGN(FusionGraph graph, FusionGraph::parse(file->text, file->path));
            graphs.push_back(std::move(graph));
        }
        for (PlacePair& place : draft.places()) {
            TRY_VOID(task.checkStop());
            if (graphs.size() == 2 && known(graphs[1], place.target) > known(graphs[0], place.target))
                std::swap(graphs[0], graphs[1]);
            pairPlace(draft, place, graphs.front(), graphs.size() == 2 ? &graphs.back() : nullptr);
        }
        return {};
    }

private:
    static std::size_t known(const FusionGraph& graph, const OperatorSequence& sequence)
    {
        std::size_t count = 0;
        for (const SequenceOperator& op : sequence.operators())
            count += graph.find(sequence.name(op)) != nullptr ? 1 : 0;
        return count;
    }

    static void pairPlace(
        PairingDraft& draft, PlacePair& place, const FusionGraph& graph, const FusionGraph* unfused)
    {
        const GoldenOutputs goldens(place.golden);
        for (const SequenceOperator& op : place.target.operators()) {
            const FusionOperator* described = graph.find(place.target.name(op));
            if (described == nullptr)
                continue;
            for (std::size_t t = op.first; t < op.first + op.count; ++t) {
                if (!place.target.isTaken(t))
                    pairTensor(draft, place, t, graph, *described, unfused, goldens);
            }
        }
    }

    static Message partText(bool isInput, const Message& original, const std::string& bearer)
    {
        if (bearer.empty())
            return isInput ? phrase("fed by original %1", original)
                           : phrase("stands for original %1", original);
        return isInput ? phrase("fed by original %1, which is %2 without fusion", original, bearer)
                       : phrase("stands for original %1, which is %2 without fusion", original, bearer);
    }

    static void pairTensor(PairingDraft& draft, PlacePair& place, std::size_t t, const FusionGraph& graph,
        const FusionOperator& op, const FusionGraph* unfused, const GoldenOutputs& goldens)
    {
        const TensorRow& row = place.target.row(t);
        const bool isInput = row.io == Io::Input;
        if ((!isInput && row.io != Io::Output) || isOfOtherScale(graph, op, isInput)) {
            if (row.io == Io::Input || row.io == Io::Output)
                draft.barTarget(place.target.id(t),
                    phrase("this operator is in a quant/dequant pair: its numbers have another scale than "
                           "golden's"));
            return;
        }
        FusionOrigin origin
            = isInput ? graph.originOfInput(op, row.slot) : graph.originOfOutput(op, row.slot);
        // The file's word is final unless golden is a model of the same fused operators.
        const auto leave = [&](Message why) {
            if (goldens.has(op.name))
                draft.explainTarget(place.target.id(t), std::move(why));
            else
                draft.barTarget(place.target.id(t), std::move(why));
        };
        if (origin.name.empty()) {
            leave(isInput ? phrase("the fusion rule file knows no original output that feeds this input")
                          : phrase("inserted by the compiler or inside a fused group: no original output"));
            return;
        }
        const Message original = phrase("\"%1\" output %2", printable(origin.name), origin.index);
        std::string bearerName;
        if (unfused != nullptr) {
            if (const auto bearer = unfused->bearerOf(origin)) {
                bearerName = '"' + printable(bearer->first->name) + '"';
                origin.name = bearer->first->name;
                origin.index = bearer->second;
            }
        }
        const std::size_t golden = goldens.find(origin.name, origin.index);
        if (golden == place.golden.size()) {
            leave(bearerName.empty()
                    ? phrase("its original is %1, which golden does not have", original)
                    : phrase("its original is %1, which is %2 without fusion, which golden does not have",
                        original, bearerName));
            return;
        }
        PairFinding finding {PairOrigin::Fusion, 0.98, partText(isInput, original, bearerName)};
        auto hint = std::make_shared<AlignmentHint>();
        hint->goldenFormat = origin.format;
        hint->goldenShape = origin.shape;
        finding.hint = std::move(hint);
        draft.add(place, t, golden, finding);
    }

    static bool isOfOtherScale(const FusionGraph& graph, const FusionOperator& op, bool isInput)
    {
        return graph.isQuantised(op) || (op.type == "AscendQuant" && !isInput)
            || (op.type == "AscendDequant" && isInput);
    }
};

} // namespace

void register_fusion_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<FusionRule>());
}

} // namespace dumpscope::core
