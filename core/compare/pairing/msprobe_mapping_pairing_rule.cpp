// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "compare/pairing/msprobe_mapping.h"
#include "compare/pairing/msprobe_names.h"
#include "compare/pairing/name_trust.h"
#include "compare/pairing/pairing_rule.h"
#include "compare/pairing/rule_file_json.h"

#include <algorithm>
#include <unordered_map>

namespace dumpscope::core {

namespace {

/// A class for a class, `Cell` for `Module` (docs/formats/msprobe-dump.md 12, -cm).
NameStem mappedCell(const MsprobeMapping::Texts& classes, std::string_view name)
{
    NameStem stem = stemOf(name);
    const auto parts = splitMsprobeStem(stem.stem);
    if (!parts || !parts->isModule)
        return stem;
    std::string inner = parts->path.empty() ? std::string(parts->type)
                                            : std::string(parts->path) + '.' + std::string(parts->type);
    const auto whole = std::ranges::find(classes, inner, &std::pair<std::string, std::string>::first);
    if (whole != classes.end()) {
        inner = whole->second;
    } else {
        for (const auto& [from, to] : classes) {
            if (const auto at = inner.find(from); at != std::string::npos)
                inner.replace(at, from.size(), to);
        }
    }
    stem.stem = "Module." + inner + '.' + std::string(parts->direction);
    return stem;
}

/// Path of a module with its parts renamed class by class (-lm).
class LayerPaths {
public:
    LayerPaths(const MsprobeMapping& mapping, const OperatorSequence& target)
    {
        for (const MsprobeMapping::Layer& layer : mapping.layers)
            m_children.emplace(layer.className, &layer.children);
        for (const SequenceOperator& op : target.operators()) {
            const NameStem stem = stemOf(target.name(op));
            const auto parts = splitMsprobeStem(stem.stem);
            if (parts && parts->isModule)
                m_classes.emplace(std::string(parts->path), std::string(parts->type));
        }
    }

    std::string of(std::string_view path) const
    {
        std::string mapped;
        std::size_t done = 0; // bytes of `path` behind us
        while (done < path.size()) {
            const std::string_view rest = path.substr(done);
            const std::string_view parent = done == 0 ? std::string_view() : path.substr(0, done - 1);
            std::string_view taken = rest.substr(0, rest.find('.'));
            std::string golden(taken);
            for (const auto& [from, to] : childrenOf(parent)) {
                if (rest.starts_with(from) && (rest.size() == from.size() || rest[from.size()] == '.')) {
                    taken = rest.substr(0, from.size());
                    golden = to;
                    break;
                }
            }
            mapped += (mapped.empty() ? "" : ".") + golden;
            done += taken.size() + 1;
        }
        return mapped;
    }

private:
    const MsprobeMapping::Texts& childrenOf(std::string_view parent) const
    {
        static const MsprobeMapping::Texts kNone;
        std::string className = "TopLayer";
        if (!parent.empty()) {
            const auto known = m_classes.find(std::string(parent));
            if (known == m_classes.end())
                return kNone;
            className = known->second;
        }
        const auto children = m_children.find(className);
        return children == m_children.end() ? kNone : *children->second;
    }

    std::unordered_map<std::string, const MsprobeMapping::Texts*> m_children;
    std::unordered_map<std::string, std::string> m_classes; ///< path of the target -> class
};

/// msprobe's mapping files (docs/formats/msprobe-dump.md 12).
class MsprobeMappingRule final : public PairingRule {
public:
    std::string_view id() const override { return "msprobe-mapping"; }
    int order() const override { return pairing_order::kMapping; }
    int claim(const RuleFile& file) const override
    {
        const std::string_view path = file.path;
        const bool named = path.ends_with(".yaml") || path.ends_with(".yml");
        return named ? 60 : looksLikeMsprobeMapping(file.text) ? 30 : 0;
    }

    Result<void> pair(
        PairingDraft& draft, std::span<const RuleFile* const> files, TaskContext& task) const override
    {
        for (const RuleFile* file : files) {
            TRY_ASSIGN(const MsprobeMapping mapping, MsprobeMapping::parse(file->text, file->path));
            switch (mapping.kind) {
            case MsprobeMapping::Kind::Cells:
                TRY_VOID(pairCells(draft, mapping, task));
                break;
            case MsprobeMapping::Kind::Layer:
                TRY_VOID(pairLayers(draft, mapping, task));
                break;
            case MsprobeMapping::Kind::Data:
                pairData(draft, mapping, file->path);
                break;
            case MsprobeMapping::Kind::Api:
                TRY_VOID(pairApis(draft, mapping, task));
                break;
            }
        }
        return {};
    }

private:
    static Result<void> pairCells(PairingDraft& draft, const MsprobeMapping& mapping, TaskContext& task)
    {
        const NameSpelling spelling {
            [&mapping](std::string_view name) { return mappedCell(mapping.names, name); }, {}};
        return pairByName(
            draft, spelling, modulesOnly({PairOrigin::Mapping, 0.98, phrase("class mapping")}), task);
    }

    static Result<void> pairLayers(PairingDraft& draft, const MsprobeMapping& mapping, TaskContext& task)
    {
        if (draft.places().empty())
            return {};
        const LayerPaths paths(mapping, draft.places().front().target);
        const auto neutral = [](std::string_view name, const auto& pathOf) {
            NameStem stem = stemOf(name);
            if (const auto parts = splitMsprobeStem(stem.stem); parts && parts->isModule)
                stem.stem = "*." + pathOf(parts->path) + '.' + std::string(parts->direction);
            return stem;
        };
        const NameSpelling spelling {[&](std::string_view name) {
                                         return neutral(
                                             name, [&](std::string_view path) { return paths.of(path); });
                                     },
            [&](std::string_view name) {
                return neutral(name, [](std::string_view path) { return std::string(path); });
            }};
        return pairByName(
            draft, spelling, modulesOnly({PairOrigin::Mapping, 0.98, phrase("layer mapping")}), task);
    }

    /// Other names keep their spelling, so what pairs there is exact.
    static FindingOf modulesOnly(PairFinding mapped)
    {
        return [mapped = std::move(mapped),
                   same = PairFinding {PairOrigin::Exact, 1, phrase("same operator, io and slot")}](
                   const PlacePair& place, const SequenceOperator& target) -> const PairFinding& {
            const NameStem stem = stemOf(place.target.name(target));
            const auto parts = splitMsprobeStem(stem.stem);
            return parts && parts->isModule ? mapped : same;
        };
    }

    static void pairData(PairingDraft& draft, const MsprobeMapping& mapping, const std::string& path)
    {
        if (draft.isWide())
            return;
        const PairFinding finding {PairOrigin::Mapping, 1, phrase("data mapping")};
        std::vector<bool> used(mapping.names.size(), false);
        for (PlacePair& place : draft.places()) {
            std::unordered_map<std::string, std::size_t> goldens, targets;
            for (std::size_t i = 0; i < place.golden.size(); ++i)
                nameAll(place.golden, i, goldens);
            for (std::size_t i = 0; i < place.target.size(); ++i)
                nameAll(place.target, i, targets);
            for (std::size_t n = 0; n < mapping.names.size(); ++n) {
                const auto t = targets.find(mapping.names[n].first);
                const auto g = goldens.find(mapping.names[n].second);
                if (t == targets.end() || g == goldens.end() || place.target.isTaken(t->second))
                    continue;
                used[n] = true;
                draft.add(place, t->second, g->second, finding);
            }
        }
        const auto unused = static_cast<std::size_t>(std::ranges::count(used, false));
        if (unused > 0)
            draft.problems().push_back({Severity::Hint, Code::Mapping, {.file = path},
                phrase("%1 of %2 entries name tensors that are not on both sides, such as %3", unused,
                    used.size(),
                    mapping.names[static_cast<std::size_t>(std::ranges::find(used, false) - used.begin())]
                        .first)});
    }

    static void nameAll(const OperatorSequence& sequence, std::size_t place,
        std::unordered_map<std::string, std::size_t>& names)
    {
        for (std::string& name : msprobeTensorNames(sequence, place))
            names.emplace(std::move(name), place);
    }

    static Result<void> pairApis(PairingDraft& draft, const MsprobeMapping& mapping, TaskContext& task)
    {
        for (const MsprobeMapping::Api& api : mapping.apis) {
            const NameSpelling spelling {
                [&api](std::string_view name) {
                    NameStem stem = stemOf(name);
                    const auto parts = splitMsprobeStem(stem.stem);
                    const bool isIt = parts && !parts->isModule
                        && stem.stem.substr(0, parts->directionAt - 1) == api.target;
                    // No other operator takes part.
                    stem.stem = isIt ? api.golden + '.' + std::string(parts->direction) : "\x01" + stem.stem;
                    return stem;
                },
                {}};
            PairFinding finding {
                PairOrigin::Mapping, 1, phrase("API mapping %1 = %2", api.target, api.golden)};
            finding.sameTensor = [&api](const TensorRow& target, const TensorRow& golden) {
                return isListed(api, target, golden);
            };
            TRY_VOID(pairByName(draft, spelling, finding, task));
        }
        return {};
    }

    static bool isListed(const MsprobeMapping::Api& api, const TensorRow& target, const TensorRow& golden)
    {
        if (target.io != golden.io)
            return false;
        const auto& slots = target.io == Io::Input ? api.inputs : api.outputs;
        if ((target.io != Io::Input && target.io != Io::Output) || !slots)
            return target.slot == golden.slot;
        return std::ranges::count(*slots, std::pair(target.slot, golden.slot)) > 0;
    }
};

} // namespace

void register_msprobe_mapping_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<MsprobeMappingRule>());
}

} // namespace dumpscope::core
