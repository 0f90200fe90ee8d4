// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/module_names.h"
#include "compare/pairing/name_table.h"
#include "compare/pairing/pairing_rule.h"

#include <map>
#include <vector>

namespace dumpscope::core {

namespace {

/// The operators of a graph that stand directly in one module, and the module that the other side dumped.
class ExportedModules {
public:
    /// `exported`: the side with the graph's names.
    ExportedModules(const OperatorSequence& exported, const OperatorSequence& modules)
        : m_exported(exported)
        , m_modules(modules)
    {
    }

    struct Match {
        std::uint32_t exported, module;
        bool inputs, outputs;
    };

    std::vector<Match> matches() const
    {
        std::map<std::string, std::vector<std::uint32_t>> inside = exportedByModule();
        std::vector<Match> found;
        if (inside.empty())
            return found;
        for (std::uint32_t i = 0; i < m_modules.operators().size(); ++i) {
            const SequenceOperator& op = m_modules.operators()[i];
            const auto name = m_modules.isDone(op) ? std::nullopt : moduleName(m_modules.name(op));
            if (!name || name->call != "forward.0" || op.occurrence != 0)
                continue;
            const auto at = inside.find(commonPath(withoutWrappers(name->path)));
            if (at == inside.end())
                continue;
            const std::vector<std::uint32_t>& operators = at->second;
            if (operators.size() == 1)
                found.push_back({operators.front(), i, true, true});
            else if (const auto pair = productAndBias(operators)) {
                found.push_back({pair->first, i, true, false});
                found.push_back({pair->second, i, false, true});
            }
            inside.erase(at); // a second module of the path would be a guess
        }
        return found;
    }

private:
    /// Exporters begin with the model or with what is in it.
    static std::string commonPath(std::string path)
    {
        constexpr std::string_view kModel = "model.";
        return path.starts_with(kModel) ? path.substr(kModel.size()) : path;
    }

    std::map<std::string, std::vector<std::uint32_t>> exportedByModule() const
    {
        std::map<std::string, std::vector<std::uint32_t>> inside;
        for (std::uint32_t i = 0; i < m_exported.operators().size(); ++i) {
            const SequenceOperator& op = m_exported.operators()[i];
            if (const auto name = exportedName(m_exported.name(op)); name && op.occurrence == 0)
                inside[commonPath(withoutWrappers(name->path))].push_back(i);
        }
        return inside;
    }

    /// A linear layer with a bias is a product, whose input is the module's, and a sum, whose output is.
    std::optional<std::pair<std::uint32_t, std::uint32_t>> productAndBias(
        const std::vector<std::uint32_t>& operators) const
    {
        if (operators.size() != 2)
            return std::nullopt;
        const auto part = [&](std::uint32_t at) {
            return exportedName(m_exported.name(m_exported.operators()[at]))->part;
        };
        if (part(operators[0]) == "MatMul" && part(operators[1]) == "Add")
            return std::pair(operators[0], operators[1]);
        if (part(operators[1]) == "MatMul" && part(operators[0]) == "Add")
            return std::pair(operators[1], operators[0]);
        return std::nullopt;
    }

    const OperatorSequence& m_exported;
    const OperatorSequence& m_modules;
};

/// Operators of an ONNX graph that torch exported (`/layers.0/mlp/fc1/MatMul`) and the modules of the torch
/// run
/// (`layers.0.mlp.fc1`): the module's output is that of its only operator, or of its bias.
class ExportedModuleRule final : public PairingRule {
public:
    std::string_view id() const override { return "exported-modules"; }
    int order() const override { return pairing_order::kNormalised + 3; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        for (PlacePair& place : draft.places()) {
            TRY_VOID(task.checkStop());
            if (place.target.isAllTaken() || place.golden.isAllTaken())
                continue;
            for (const auto& match : ExportedModules(place.target, place.golden).matches())
                draft.addOperators(place, place.target.operators()[match.exported],
                    place.golden.operators()[match.module], finding(match));
            for (const auto& match : ExportedModules(place.golden, place.target).matches())
                draft.addOperators(place, place.target.operators()[match.module],
                    place.golden.operators()[match.exported], finding(match));
        }
        return {};
    }

private:
    static PairFinding finding(const ExportedModules::Match& match)
    {
        PairFinding found {PairOrigin::Mapping, 0.9, phrase("the exported operator of the same module")};
        // An input behind the first is a weight of the operator, and no argument of the module.
        found.sameTensor = [match](const TensorRow& a, const TensorRow& b) {
            const auto isOf = [](const TensorRow& row, Io io) {
                return row.io == io || (io == Io::Output && row.io == Io::Unknown);
            };
            const bool areInputs = match.inputs && a.io == Io::Input && b.io == Io::Input;
            const bool areOutputs = match.outputs && isOf(a, Io::Output) && isOf(b, Io::Output);
            return (areInputs || areOutputs) && a.slot <= 0 && b.slot <= 0;
        };
        return found;
    }
};

} // namespace

void register_exported_module_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<ExportedModuleRule>());
}

} // namespace dumpscope::core
