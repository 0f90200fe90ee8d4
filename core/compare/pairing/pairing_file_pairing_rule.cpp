// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "compare/layout/said_assembly.h"
#include "compare/pairing/pairing_file.h"
#include "compare/pairing/pairing_rule.h"
#include "compare/pairing/rule_file_json.h"
#include "compare/pairing/rule_links.h"
#include "compare/pairing/tensor_lookup.h"

#include <algorithm>

#include <set>

namespace dumpscope::core {

namespace {

/// What a pairing file says about two sides.
class FileApplication {
public:
    FileApplication(PairingDraft& draft, const PairingFile& file, const std::string& path, TaskContext& task)
        : m_draft(draft)
        , m_task(task)
        , m_file(file)
        , m_path(path)
        , m_targets(draft.target(), draft.targetTensors())
        , m_goldens(draft.golden(), draft.goldenTensors())
    {
    }

    Result<void> run()
    {
        for (const PairingFile::Unpaired& entry : m_file.unpaired)
            noteAlone(entry);
        for (std::size_t i = 0; i < m_file.pairs.size(); ++i)
            explicitPair(m_file.pairs[i], "pairs[" + std::to_string(i) + ']');
        for (std::size_t i = 0; i < m_file.unpaired.size(); ++i)
            bar(m_file.unpaired[i], "unpaired[" + std::to_string(i) + ']');
        std::vector<std::size_t> hits(m_file.rules.size(), 0);
        for (std::size_t i = 0; i < m_file.rules.size(); ++i) {
            if (m_file.rules[i].assembly)
                hits[i] = applyAssemblyRule(m_file.rules[i], i);
        }
        for (PlacePair& place : m_draft.places()) {
            if (!m_file.rules.empty())
                TRY_VOID(applyRules(place, hits));
        }
        for (std::size_t i = 0; i < hits.size(); ++i) {
            if (hits[i] == 0)
                report(m_file.rules[i].row, phrase("rules[%1] found no pair", i));
        }
        return {};
    }

private:
    void report(std::uint64_t row, Message message)
    {
        m_draft.problems().push_back({Severity::Warning, Code::Mapping,
            {.file = m_path, .offset = std::nullopt, .row = row, .column = std::nullopt},
            std::move(message)});
    }

    static Message unknownTensor(const std::string& name)
    {
        return phrase("no tensor is called \"%1\"", printable(name));
    }

    /// The parts of a pair, one each. Errors: Code::Mapping with the part that there is not.
    Result<std::vector<TensorId>> partsOf(
        const SaidAssembly& said, TensorId like, const std::vector<std::string_view>& groups = {})
    {
        std::vector<TensorId> parts;
        const DumpIndex& index = said.isOfGolden ? m_draft.golden() : m_draft.target();
        for (std::size_t i = 0; i < said.parts.size(); ++i) {
            const SaidPart& part = said.parts[i];
            if (part.name.empty()) {
                const auto found = sameOnRank(index, like, *part.rank);
                if (!found)
                    return fail(Code::Mapping,
                        phrase("parts[%1]: rank %2 has no tensor like %3, or several", i, *part.rank,
                            printable(index.tensorId(like))));
                parts.push_back(*found);
                continue;
            }
            const std::string name = groups.empty() ? part.name : fillTemplate(part.name, groups);
            std::vector<TensorId> found = (said.isOfGolden ? m_goldens : m_targets).find(name);
            std::erase_if(found, [&](TensorId id) {
                return part.rank && index.factsOf(id).rank && index.factsOf(id).rank != part.rank;
            });
            if (found.size() > 1) {
                const TensorRow& wanted = index.tensor(like);
                std::erase_if(found, [&](TensorId id) {
                    const TensorRow& row = index.tensor(id);
                    return row.io != wanted.io || row.slot != wanted.slot
                        || row.occurrence != wanted.occurrence
                        || index.factsOf(id).step != index.factsOf(like).step;
                });
            }
            if (found.size() != 1)
                return fail(Code::Mapping,
                    phrase("parts[%1]: %2", i,
                        found.empty()
                            ? unknownTensor(name)
                            : phrase("%1 tensors are called \"%2\"", found.size(), printable(name))));
            parts.push_back(found.front());
        }
        return parts;
    }

    /// False: it was reported why there is no such pair.
    bool addAssembly(const SaidAssembly& said, TensorId target, TensorId golden, PairFinding finding,
        std::uint64_t row, const std::string& key, const std::vector<std::string_view>& groups = {})
    {
        auto made = [&]() -> Result<Assembly> {
            TRY_ASSIGN(
                const std::vector<TensorId> parts, partsOf(said, said.isOfGolden ? golden : target, groups));
            return said.isOfGolden
                ? resolvedAssembly(said, parts, m_draft.golden(), target, m_draft.target())
                : resolvedAssembly(said, parts, m_draft.target(), golden, m_draft.golden());
        }();
        if (!made) {
            report(row,
                said.isOfGolden ? phrase("%1.golden_assembly: %2", key, made.error().message)
                                : phrase("%1.assembly: %2", key, made.error().message));
            return false;
        }
        auto hint = std::make_shared<AlignmentHint>();
        TensorId& shown = said.isOfGolden ? golden : target;
        if (std::ranges::find(made->parts, shown, &AssemblyPart::id) == made->parts.end())
            shown = made->parts.front().id;
        hint->assembly = std::make_shared<const Assembly>(std::move(*made));
        finding.hint = std::move(hint);
        finding.confidence = said.confidence;
        m_draft.addAnywhere(target, golden, finding);
        return true;
    }

    /// Pairs of the tensors whose operators match, on the rank of the first part.
    std::size_t applyAssemblyRule(const PairingFile::Rule& rule, std::size_t number)
    {
        const std::string key = "rules[" + std::to_string(number) + ']';
        const DumpIndex &index = m_draft.target(), &goldenIndex = m_draft.golden();
        const auto rank = rule.assembly->parts.front().rank;
        std::size_t added = 0;
        for (const TensorId t : m_draft.targetTensors()) {
            const TensorRow& row = index.tensor(t);
            if ((rule.io && row.io != *rule.io) || (rank && index.factsOf(t).rank != rank)
                || !row.opName.isValid() || m_draft.isTargetTaken(t))
                continue;
            const auto groups = rule.target.match(index.text(row.opName));
            const auto slot = rule.goldenSlots.empty() ? std::optional(row.slot) : slotIn(rule, row.slot);
            if (groups.empty() || !slot)
                continue;
            for (const TensorId g : m_goldens.find(fillTemplate(rule.golden, groups))) {
                const TensorRow& other = goldenIndex.tensor(g);
                if (other.io != row.io || other.slot != *slot || other.occurrence != row.occurrence
                    || !haveSameStep(t, g) || m_draft.isGoldenTaken(g))
                    continue;
                added += addAssembly(*rule.assembly, t, g, findingOf(rule, number), rule.row, key, groups);
                break;
            }
        }
        return added;
    }

    static std::optional<std::int32_t> slotIn(const PairingFile::Rule& rule, std::int32_t slot)
    {
        const auto mapped = rule.goldenSlots.find(slot);
        return mapped == rule.goldenSlots.end() ? std::nullopt : std::optional(mapped->second);
    }

    bool haveSameStep(TensorId target, TensorId golden) const
    {
        const auto step = m_draft.target().factsOf(target).step;
        const auto other = m_draft.golden().factsOf(golden).step;
        return !step || !other || m_draft.goldenStepOf(*step) == other;
    }

    void explicitPair(const PairingFile::Pair& pair, const std::string& key)
    {
        const std::vector<TensorId> targets = m_targets.find(pair.target);
        const std::vector<TensorId> goldens = m_goldens.find(pair.golden);
        if (targets.empty() || goldens.empty()) {
            report(pair.row,
                phrase("%1: %2", key + (targets.empty() ? ".target" : ".golden"),
                    unknownTensor(targets.empty() ? pair.target : pair.golden)));
            return;
        }
        const PairFinding finding {PairOrigin::Manual, 1,
            !pair.note.empty()      ? pair.note
                : m_path == kByHand ? phrase("paired by hand")
                                    : phrase("said by the pairing file")};
        if (pair.assembly) {
            if (targets.size() == 1 && goldens.size() == 1)
                addAssembly(*pair.assembly, targets.front(), goldens.front(), finding, pair.row, key);
            else
                report(pair.row,
                    phrase("%1: %2", key,
                        phrase("an assembly is of one tensor of each side; name it as OPERATOR:io:slot")));
            return;
        }
        if (targets.size() == 1 && goldens.size() == 1) {
            m_draft.addAnywhere(targets.front(), goldens.front(), finding);
            return;
        }
        // Whole operators: what has the same io and slot, step by step and rank by rank.
        std::size_t added = 0;
        for (const TensorId t : targets) {
            if (m_alone.contains(t))
                continue;
            const TensorRow& row = m_draft.target().tensor(t);
            for (const TensorId g : goldens) {
                const TensorRow& other = m_draft.golden().tensor(g);
                if (!m_goldenAlone.contains(g) && row.io == other.io && row.slot == other.slot
                    && row.occurrence == other.occurrence && isSamePlace(t, g)) {
                    m_draft.addAnywhere(t, g, finding);
                    ++added;
                    break;
                }
            }
        }
        if (added == 0)
            report(pair.row,
                phrase("%1: %2", key, phrase("the operators share no input or output of the same slot")));
    }

    /// Of one step and rank, or of two that are compared with each other: a single process records no rank.
    bool isSamePlace(TensorId target, TensorId golden) const
    {
        const FolderFacts &facts = m_draft.target().factsOf(target),
                          &other = m_draft.golden().factsOf(golden);
        if (facts.step == other.step && facts.rank == other.rank)
            return true;
        return std::ranges::any_of(m_draft.places(), [target, golden](const PlacePair& place) {
            return place.target.holds(target) && place.golden.holds(golden);
        });
    }

    /// What is left out by its own id is no part of an operator that is paired.
    void noteAlone(const PairingFile::Unpaired& entry)
    {
        const auto note = [&](TensorLookup& lookup, const DumpIndex& index, std::set<TensorId>& alone) {
            const std::vector<TensorId> found = lookup.find(entry.name);
            if (found.size() == 1 && index.tensorId(found.front()) == entry.name)
                alone.insert(found.front());
        };
        if (entry.target)
            note(m_targets, m_draft.target(), m_alone);
        if (entry.golden)
            note(m_goldens, m_draft.golden(), m_goldenAlone);
    }

    void bar(const PairingFile::Unpaired& entry, const std::string& key)
    {
        const Message reason = !entry.note.empty() ? entry.note
            : m_path == kByHand                    ? phrase("unpaired by hand")
                                                   : phrase("left out by the pairing file");
        std::size_t hits = 0;
        if (entry.target) {
            for (const TensorId id : m_targets.findPattern(entry.name)) {
                m_draft.leaveTarget(id, reason);
                ++hits;
            }
        }
        if (entry.golden) {
            for (const TensorId id : m_goldens.findPattern(entry.name)) {
                m_draft.leaveGolden(id, reason);
                ++hits;
            }
        }
        if (hits == 0)
            report(entry.row, phrase("%1: %2", key, unknownTensor(entry.name)));
    }

    Result<void> applyRules(PlacePair& place, std::vector<std::size_t>& hits)
    {
        // Rules may share tensors (one-to-many), so what is free is decided before the first one.
        std::vector<bool> free(place.target.size()), freeGolden(place.golden.size());
        for (std::size_t i = 0; i < free.size(); ++i)
            free[i] = !place.target.isTaken(i);
        for (std::size_t i = 0; i < freeGolden.size(); ++i)
            freeGolden[i] = !place.golden.isTaken(i);
        RuleLinks links(place);
        struct Applied {
            PairFinding finding;
            std::shared_ptr<const OperatorLinks> links;
            std::size_t next = 0;
        };
        std::vector<Applied> applied;
        for (std::size_t r = 0; r < m_file.rules.size(); ++r) {
            if (m_file.rules[r].assembly) {
                applied.push_back({{}, std::make_shared<const OperatorLinks>()});
                continue;
            }
            TRY_ASSIGN(auto ofRule, links.of(m_file.rules[r], m_task));
            applied.push_back({findingOf(m_file.rules[r], r), std::move(ofRule)});
        }
        const auto targets = place.target.operators(), goldens = place.golden.operators();
        for (std::uint32_t t = 0; t < targets.size(); ++t) {
            for (std::size_t r = 0; r < applied.size(); ++r) {
                auto& [finding, linked, next] = applied[r];
                for (; next < linked->size() && (*linked)[next].first == t; ++next)
                    hits[r] += applyRule(place, targets[t], goldens[(*linked)[next].second], m_file.rules[r],
                        finding, free, freeGolden);
            }
        }
        return {};
    }

    static PairFinding findingOf(const PairingFile::Rule& rule, std::size_t number)
    {
        PairFinding finding {PairOrigin::Mapping, 1, phrase("rules[%1] of the pairing file", number)};
        if (rule.targetAxes != rule.goldenAxes) {
            auto hint = std::make_shared<AlignmentHint>();
            hint->targetAxes = rule.targetAxes;
            hint->goldenAxes = rule.goldenAxes;
            finding.hint = std::move(hint);
        }
        return finding;
    }

    std::size_t applyRule(PlacePair& place, const SequenceOperator& op, const SequenceOperator& golden,
        const PairingFile::Rule& rule, const PairFinding& finding, const std::vector<bool>& free,
        const std::vector<bool>& freeGolden)
    {
        std::size_t added = 0;
        for (std::size_t t = op.first; t < op.first + op.count; ++t) {
            const TensorRow& row = place.target.row(t);
            if (!free[t] || (rule.io && row.io != *rule.io))
                continue;
            std::int32_t slot = row.slot;
            if (!rule.goldenSlots.empty()) {
                const auto mapped = rule.goldenSlots.find(slot);
                if (mapped == rule.goldenSlots.end())
                    continue;
                slot = mapped->second;
            }
            for (std::size_t g = golden.first; g < golden.first + golden.count; ++g) {
                const TensorRow& other = place.golden.row(g);
                const bool sameIo = other.io == row.io || (other.io == Io::Unknown && row.io == Io::Output);
                const bool sameSlot = other.slot == slot || (other.slot < 0 && slot <= 0);
                const bool sameEntry = golden.count == 1 || !rule.goldenSlots.empty()
                    || place.target.text(row.entry) == place.golden.text(other.entry);
                if (!freeGolden[g] || !sameIo || !sameSlot || !sameEntry)
                    continue;
                m_draft.add(place, t, g, finding);
                ++added;
                break;
            }
        }
        if (added > 0)
            place.link(op, golden);
        return added;
    }

    PairingDraft& m_draft;
    TaskContext& m_task;
    const PairingFile& m_file;
    const std::string& m_path;
    TensorLookup m_targets, m_goldens;
    std::set<TensorId> m_alone, m_goldenAlone; ///< left out by their own ids
};

class PairingFileRule final : public PairingRule {
public:
    std::string_view id() const override { return "pairing-file"; }
    int order() const override { return pairing_order::kPairingFile; }
    int claim(const RuleFile& file) const override
    {
        if (!looksLikeJsonWith(file.text, {"version"}))
            return 0;
        return looksLikeJsonWith(file.text, {"rules"}) || looksLikeJsonWith(file.text, {"pairs"})
                || looksLikeJsonWith(file.text, {"unpaired"})
            ? 95
            : 20;
    }

    Result<void> pair(
        PairingDraft& draft, std::span<const RuleFile* const> files, TaskContext& task) const override
    {
        if (draft.isWide())
            return {};
        for (const RuleFile* file : files) {
            TRY_VOID(task.checkStop());
            TRY_ASSIGN(const PairingFile parsed, PairingFile::parse(file->text, file->path));
            TRY_VOID(FileApplication(draft, parsed, file->path, task).run());
        }
        return {};
    }
};

} // namespace

void register_pairing_file_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<PairingFileRule>());
}

} // namespace dumpscope::core
