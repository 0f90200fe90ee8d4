// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/module_names.h"
#include "compare/pairing/name_table.h"
#include "compare/pairing/pairing_rule.h"
#include "compare/pairing/rule_file_json.h"

#include <algorithm>
#include <map>

namespace dumpscope::core {

namespace {

/// The names of one side of a place, read by the tables.
class NamedSide {
public:
    struct Operator {
        std::uint32_t at = 0; ///< position in the sequence
        std::string path;     ///< without wrappers
        std::string call;     ///< direction, number and occurrence
        NameTables::Reading reading;
    };

    NamedSide(const OperatorSequence& sequence, const NameTables& tables)
    {
        std::vector<std::string> paths;
        for (std::uint32_t i = 0; i < sequence.operators().size(); ++i) {
            const SequenceOperator& op = sequence.operators()[i];
            if (sequence.isDone(op))
                continue;
            const auto name = moduleName(sequence.name(op));
            if (!name)
                continue;
            paths.push_back(withoutWrappers(name->path));
            m_operators.push_back({i, paths.back(), name->call + '#' + std::to_string(op.occurrence), {}});
        }
        const NameTables::Idle idle = tables.idleFor(paths);
        for (Operator& op : m_operators) {
            op.reading = tables.read(op.path, idle);
            m_byName[op.reading.common + '#' + op.call].push_back(&op);
        }
    }
    NamedSide(const NamedSide&) = delete;
    NamedSide& operator=(const NamedSide&) = delete;
    ~NamedSide() = default;

    const std::vector<Operator>& operators() const { return m_operators; }
    /// The only operator of that common name; null where there is none or several.
    const Operator* find(const std::string& common, const std::string& call) const
    {
        const auto found = m_byName.find(common + '#' + call);
        return found == m_byName.end() || found->second.size() != 1 ? nullptr : found->second.front();
    }

private:
    std::vector<Operator> m_operators;
    std::map<std::string, std::vector<const Operator*>> m_byName;
};

/// Pairs what the tables say is the same, and keeps apart what only holds the same.
class PlaceNames {
public:
    PlaceNames(PairingDraft& draft, PlacePair& place, const NameTables& tables)
        : m_draft(draft)
        , m_place(place)
        , m_target(place.target, tables)
        , m_golden(place.golden, tables)
    {
    }

    Result<void> pair(TaskContext& task)
    {
        for (const NamedSide::Operator& target : m_target.operators()) {
            TRY_VOID(task.checkStop());
            const NamedSide::Operator* golden = m_golden.find(target.reading.common, target.call);
            if (golden != nullptr && m_target.find(target.reading.common, target.call) == &target)
                pairNamed(target, *golden);
            else if (!target.reading.parts.empty())
                keepApart(target, m_golden, true);
        }
        for (const NamedSide::Operator& golden : m_golden.operators()) {
            if (!golden.reading.parts.empty() && m_target.find(golden.reading.common, golden.call) == nullptr)
                keepApart(golden, m_target, false);
        }
        return {};
    }

private:
    const SequenceOperator& targetOf(const NamedSide::Operator& op) const
    {
        return m_place.target.operators()[op.at];
    }
    const SequenceOperator& goldenOf(const NamedSide::Operator& op) const
    {
        return m_place.golden.operators()[op.at];
    }

    void pairNamed(const NamedSide::Operator& target, const NamedSide::Operator& golden)
    {
        const bool areFused = !target.reading.parts.empty() && !golden.reading.parts.empty();
        if (areFused && target.reading.rows != golden.reading.rows) {
            const Message why = phrase("both sides hold several parameters in one tensor, in other orders of "
                                       "rows (target: %1; golden: %2), and are not compared",
                target.reading.rows, golden.reading.rows);
            bar(target, true, why);
            bar(golden, false, why);
            return;
        }
        const std::string_view name = m_place.target.name(targetOf(target));
        if (name == m_place.golden.name(goldenOf(golden)))
            return; // whoever looks at names as they are did not believe them
        m_draft.addOperators(m_place, targetOf(target), goldenOf(golden), finding(target, golden));
    }

    static PairFinding finding(const NamedSide::Operator& target, const NamedSide::Operator& golden)
    {
        if (target.path == golden.path)
            return {PairOrigin::Normalised, 0.95, phrase("same name but for what wraps the model")};
        if (target.reading.family == golden.reading.family)
            return {PairOrigin::Mapping, 0.9, phrase("the same by the table of names")};
        return {PairOrigin::Mapping, 0.9,
            phrase("the same by the tables of names of %1 and %2", familyOf(target), familyOf(golden))};
    }

    static std::string_view familyOf(const NamedSide::Operator& op)
    {
        return op.reading.family.empty() ? std::string_view("Hugging Face") : op.reading.family;
    }

    /// A tensor that holds several, of which the other side has some apart.
    void keepApart(const NamedSide::Operator& fused, const NamedSide& other, bool isTarget)
    {
        std::vector<const NamedSide::Operator*> parts;
        for (const std::string& part : fused.reading.parts) {
            if (const NamedSide::Operator* found = other.find(part, fused.call))
                parts.push_back(found);
        }
        if (parts.empty())
            return;
        if (parts.size() == 1 && hasSameShapes(fused, *parts.front(), isTarget)) {
            // A name that may stand for several stands for one here.
            const NamedSide::Operator& target = isTarget ? fused : *parts.front();
            const NamedSide::Operator& golden = isTarget ? *parts.front() : fused;
            m_draft.addOperators(m_place, targetOf(target), goldenOf(golden), finding(target, golden));
            return;
        }
        bar(fused, isTarget,
            phrase("holds in one tensor what the other side keeps apart (rows: %1), and is not compared",
                fused.reading.rows));
        const Message why = phrase(
            "the other side holds it together with others in %1, and it is not compared", fused.path);
        for (const NamedSide::Operator* part : parts)
            bar(*part, !isTarget, why);
    }

    bool hasSameShapes(const NamedSide::Operator& fused, const NamedSide::Operator& part, bool isTarget) const
    {
        const OperatorSequence& here = isTarget ? m_place.target : m_place.golden;
        const OperatorSequence& there = isTarget ? m_place.golden : m_place.target;
        const SequenceOperator& a = here.operators()[fused.at];
        const SequenceOperator& b = there.operators()[part.at];
        const TensorRow &x = here.row(a.first), &y = there.row(b.first);
        return a.count == 1 && b.count == 1 && x.shape.isValid() && y.shape.isValid()
            && std::ranges::equal(here.index().shape(x.shape), there.index().shape(y.shape));
    }

    void bar(const NamedSide::Operator& op, bool isTarget, const Message& why)
    {
        const OperatorSequence& side = isTarget ? m_place.target : m_place.golden;
        const SequenceOperator& found = side.operators()[op.at];
        for (std::size_t i = found.first; i < found.first + found.count; ++i) {
            if (side.isTaken(i))
                continue;
            if (isTarget)
                m_draft.barTarget(side.id(i), why);
            else
                m_draft.barGolden(side.id(i), why);
        }
    }

    PairingDraft& m_draft;
    PlacePair& m_place;
    NamedSide m_target, m_golden;
};

/// Checkpoints and modules of one model under the names that Hugging Face, Megatron, MindFormers and vLLM
/// give them, or wrapped for training.
class ModelNamesRule final : public PairingRule {
public:
    std::string_view id() const override { return "model-names"; }
    int order() const override { return pairing_order::kNormalised + 2; }

    int claim(const RuleFile& file) const override
    {
        return looksLikeJsonWith(file.text, {"family", "version"})
                && (looksLikeJsonWith(file.text, {"names"}) || looksLikeJsonWith(file.text, {"fused"}))
            ? 97
            : 0;
    }

    Result<void> pair(
        PairingDraft& draft, std::span<const RuleFile* const> files, TaskContext& task) const override
    {
        TRY_ASSIGN(const NameTables::Tables tables, tablesOf(files));
        const auto isOpen
            = [](const PlacePair& place) { return !place.target.isAllTaken() && !place.golden.isAllTaken(); };
        if (std::ranges::none_of(draft.places(), isOpen))
            return {};
        const NameTables reader(tables);
        for (PlacePair& place : draft.places()) {
            TRY_VOID(task.checkStop());
            if (isOpen(place))
                TRY_VOID(PlaceNames(draft, place, reader).pair(task));
        }
        return {};
    }

private:
    /// The user's, then those of the program whose family the user's do not replace.
    static Result<NameTables::Tables> tablesOf(std::span<const RuleFile* const> files)
    {
        NameTables::Tables tables;
        for (const RuleFile* file : files) {
            TRY_ASSIGN(NameTable table, NameTable::parse(file->text, file->path));
            tables.push_back(std::make_shared<const NameTable>(std::move(table)));
        }
        const std::size_t given = tables.size();
        for (const auto& builtin : NameTable::builtin()) {
            const bool isReplaced
                = std::any_of(tables.begin(), tables.begin() + static_cast<std::ptrdiff_t>(given),
                    [&](const auto& table) { return table->family == builtin->family; });
            if (!isReplaced)
                tables.push_back(builtin);
        }
        return tables;
    }
};

} // namespace

void register_model_names_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<ModelNamesRule>());
}

} // namespace dumpscope::core
