// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "compare/pairing/pairing_rule.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace dumpscope::core {

namespace {

/// What the name of an operator says of where in the model it is.
struct NamedPart {
    bool isFirst = false, isLast = false; ///< only the first, or the last, stage has such modules
    std::optional<std::int64_t> layer;
};

NamedPart namedPart(std::string_view name)
{
    constexpr std::array<std::string_view, 3> kFirst {"word_embeddings", "embed_tokens", "embedding"};
    constexpr std::array<std::string_view, 3> kLast {"final_layernorm", "output_layer", "lm_head"};
    const auto hasOne = [&](const auto& words) {
        return std::ranges::any_of(
            words, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
    };
    NamedPart part;
    part.isFirst = hasOne(kFirst) && name.find("rotary") == std::string_view::npos;
    part.isLast = hasOne(kLast);
    constexpr std::string_view kLayers = "layers.";
    if (const std::size_t at = name.find(kLayers); at != std::string_view::npos) {
        const std::string_view digits = name.substr(at + kLayers.size());
        part.layer = parseInt(digits.substr(0, digits.find_first_not_of("0123456789")));
    }
    return part;
}

/// What the names of one rank say about its part of the model.
struct PipelinePart {
    bool hasFirst = false, hasLast = false;      ///< modules that only the first, or the last, stage has
    std::optional<std::int64_t> lowest, highest; ///< layer numbers

    void add(const NamedPart& part)
    {
        hasFirst = hasFirst || part.isFirst;
        hasLast = hasLast || part.isLast;
        if (!part.layer)
            return;
        lowest = std::min(lowest.value_or(*part.layer), *part.layer);
        highest = std::max(highest.value_or(*part.layer), *part.layer);
    }
    bool operator==(const PipelinePart&) const = default;
    /// Whether it is behind the first stage and numbers its layers from 0 all the same.
    [[nodiscard]] bool isRestarted() const { return !hasFirst && lowest == 0; }
};

/// Parts by rank. A run is one of pipeline stages when one of its ranks has the beginning of the model alone,
/// and another one the end alone.
class PipelineRanks {
public:
    PipelineRanks(const DumpIndex& index, const std::vector<TensorId>& tensors)
    {
        std::unordered_map<StringId, NamedPart> known; // most names are on all ranks
        StringId last;
        std::int64_t lastRank = -1;
        for (const TensorId id : tensors) {
            const FolderFacts& facts = index.factsOf(id);
            const TensorRow& row = index.tensor(id);
            if (!facts.rank || !row.opName.isValid() || (row.opName == last && *facts.rank == lastRank))
                continue;
            last = row.opName;
            lastRank = *facts.rank;
            const auto [named, isNew] = known.try_emplace(row.opName);
            if (isNew)
                named->second = namedPart(index.text(row.opName));
            m_parts[*facts.rank].add(named->second);
        }
    }

    [[nodiscard]] bool isStaged() const
    {
        const auto some = [&](bool first, bool last) {
            return std::ranges::any_of(m_parts, [&](const auto& one) {
                return one.second.hasFirst == first && one.second.hasLast == last && one.second.lowest == 0;
            });
        };
        return some(true, false) && some(false, true);
    }

    [[nodiscard]] const PipelinePart& of(std::int64_t rank) const
    {
        static const PipelinePart kNone;
        const auto found = m_parts.find(rank);
        return found == m_parts.end() ? kNone : found->second;
    }

private:
    std::map<std::int64_t, PipelinePart> m_parts;
};

/// Ranks of a later pipeline stage number layers and calls from 0 again: against a run that is parted
/// otherwise, equal names are other layers. Such ranks are not paired.
class PipelineRanksRule final : public PairingRule {
public:
    std::string_view id() const override { return "pipeline-ranks"; }
    int order() const override { return pairing_order::kBuiltinMapping; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext&) const override
    {
        if (draft.isWide())
            return {};
        const PipelineRanks target(draft.target(), draft.targetTensors()),
            golden(draft.golden(), draft.goldenTensors());
        if (!target.isStaged() && !golden.isStaged())
            return {};
        for (const PlacePair& place : draft.places()) {
            if (place.target.size() == 0 || place.golden.size() == 0)
                continue;
            const auto mine = rankOf(place.target), other = rankOf(place.golden);
            if (!mine || !other || target.of(*mine) == golden.of(*other))
                continue;
            if (target.isStaged() && target.of(*mine).isRestarted())
                bar(draft, place.target, *mine, true);
            else if (golden.isStaged() && golden.of(*other).isRestarted())
                bar(draft, place.golden, *other, false);
        }
        return {};
    }

private:
    static std::optional<std::int64_t> rankOf(const OperatorSequence& sequence)
    {
        return sequence.index().factsOf(sequence.id(0)).rank;
    }

    static void bar(PairingDraft& draft, const OperatorSequence& sequence, std::int64_t rank, bool isTarget)
    {
        const Message why
            = phrase("not paired: rank %1 is a later pipeline stage, where layer numbers and calls "
                     "restart, and the other side is parted differently",
                rank);
        for (std::size_t i = 0; i < sequence.size(); ++i) {
            if (isTarget && !draft.isTargetTaken(sequence.id(i)))
                draft.barTarget(sequence.id(i), why);
            else if (!isTarget && !draft.isGoldenTaken(sequence.id(i)))
                draft.barGolden(sequence.id(i), why);
        }
    }
};

} // namespace

void register_pipeline_ranks_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<PipelineRanksRule>());
}

} // namespace dumpscope::core
