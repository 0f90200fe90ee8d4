// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/name_stem.h"
#include "compare/pairing/operator_features.h"
#include "compare/pairing/pairing_rule.h"
#include "compare/pairing/sequence_aligner.h"
#include "readers/msprobe/msprobe_name.h"

#include <string_view>

namespace dumpscope::core {

namespace {

constexpr double kUnlikeValues = 0.5; ///< values that speak against a pair whose names are no help

/// Operators whose names say nothing: type and shapes agree and they stand between the same pairs.
class OrderMatching {
public:
    OrderMatching(PairingDraft& draft, PlacePair& place)
        : m_draft(draft)
        , m_place(place)
    {
        const auto openOnes = [](const OperatorSequence& side) {
            std::vector<std::uint32_t> open;
            for (std::uint32_t i = 0; i < side.operators().size(); ++i) {
                if (side.isFree(side.operators()[i]))
                    open.push_back(i);
            }
            return open;
        };
        m_openTarget = openOnes(place.target);
        m_openGolden = openOnes(place.golden);
    }

    Result<void> run(TaskContext& task)
    {
        if (m_openTarget.empty() || m_openGolden.empty() || !isInExecutionOrder(m_place.target)
            || !isInExecutionOrder(m_place.golden))
            return {};
        m_features = featuresOf(m_place, m_draft.spelling());
        // Paired operators stay in the sequences as anchors; only open ones can match.
        std::vector<bool> targetOpen(m_features->target.size(), false);
        std::vector<bool> goldenOpen(m_features->golden.size(), false);
        for (const std::uint32_t t : m_openTarget)
            targetOpen[t] = true;
        for (const std::uint32_t g : m_openGolden)
            goldenOpen[g] = true;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> anchors;
        for (std::uint32_t t = 0; t < m_place.partner.size(); ++t) {
            if (m_place.partner[t] != kNoOperator)
                anchors.emplace_back(t, m_place.partner[t]);
        }
        const auto keysOf = [](const std::vector<OperatorFeatures>& features) {
            std::vector<std::uint64_t> keys;
            keys.reserve(features.size());
            for (const OperatorFeatures& f : features)
                keys.push_back(f.shapes * 31 + f.type);
            return keys;
        };
        const std::vector<std::uint64_t> targetKeys = keysOf(m_features->target);
        const std::vector<std::uint64_t> goldenKeys = keysOf(m_features->golden);
        const auto score = [&](std::uint32_t t, std::uint32_t g, bool small) {
            return targetOpen[t] && goldenOpen[g] ? scoreOf(t, g, small) : 0;
        };
        TRY_ASSIGN(const auto matches, alignSequences({targetKeys, goldenKeys, score, anchors}, task));
        for (const auto& [t, g] : matches)
            pair(t, g);
        return {};
    }

private:
    bool sameShapes(std::uint32_t t, std::uint32_t g) const
    {
        return m_features->target[t].shapes == m_features->golden[g].shapes;
    }
    std::optional<double> distance(std::uint32_t t, std::uint32_t g)
    {
        return m_draft.sketches().distance(
            m_place.target, m_place.target.operators()[t], m_place.golden, m_place.golden.operators()[g]);
    }
    std::string_view targetName(std::uint32_t t) const
    {
        return m_place.target.name(m_place.target.operators()[t]);
    }
    std::string_view goldenName(std::uint32_t g) const
    {
        return m_place.golden.name(m_place.golden.operators()[g]);
    }
    /// Of the scopes; names without any, as those of functions that were called, say nothing.
    double likeness(std::uint32_t t, std::uint32_t g) const
    {
        const std::string_view target = targetName(t), golden = goldenName(g);
        return target.find('/') == golden.find('/') && target.find('/') == std::string_view::npos
            ? 0
            : scopeLikeness(target, golden);
    }
    bool sameDirection(std::uint32_t t, std::uint32_t g) const
    {
        const auto isBackward = [](std::string_view name) {
            const auto entry = parseMsprobeEntry(name);
            return entry && entry->isBackward;
        };
        return isBackward(targetName(t)) == isBackward(goldenName(g));
    }

    int scoreOf(std::uint32_t t, std::uint32_t g, bool small)
    {
        const std::uint32_t type = m_features->target[t].type;
        const bool sameType = type == m_features->golden[g].type;
        const bool knownType = sameType && type != 0;
        if (!sameType || (!knownType && !sameShapes(t, g)) || !sameDirection(t, g))
            return 0;
        if (!small)
            return sameShapes(t, g) ? 8 : 0;
        const double like = likeness(t, g);
        if (!sameShapes(t, g) && like < 0.5)
            return 0;
        const auto d = distance(t, g);
        if (d && *d > kUnlikeValues && like < 0.5)
            return 0;
        return (sameShapes(t, g) ? 8 : 4) + static_cast<int>(like * 6)
            + (d ? static_cast<int>((1 - *d) * 6) : 0);
    }

    static Message reasonOf(bool sameShapes, bool sameValues)
    {
        if (sameShapes)
            return sameValues
                ? phrase("names differ; type and shapes agree at the same place of the execution order, and "
                         "values agree")
                : phrase("names differ; type and shapes agree at the same place of the execution order");
        return sameValues ? phrase(
                   "names are alike; type agrees at the same place of the execution order, and values agree")
                          : phrase("names are alike; type agrees at the same place of the execution order");
    }

    void pair(std::uint32_t t, std::uint32_t g)
    {
        const auto d = distance(t, g);
        const double like = likeness(t, g);
        if (d && *d > kUnlikeValues && like < 0.5)
            return;
        PairFinding finding;
        finding.origin = PairOrigin::GraphOrder;
        finding.confidence = 0.4 + 0.2 * like + (d ? 0.2 * (1 - *d) : 0);
        finding.reason = reasonOf(sameShapes(t, g), d && *d < 0.05);
        m_draft.addOperators(m_place, m_place.target.operators()[t], m_place.golden.operators()[g], finding);
    }

    PairingDraft& m_draft;
    PlacePair& m_place;
    std::shared_ptr<const PlaceFeatures> m_features; ///< while it runs
    std::vector<std::uint32_t> m_openTarget, m_openGolden;
};

class GraphOrderRule final : public PairingRule {
public:
    std::string_view id() const override { return "graph-order"; }
    int order() const override { return pairing_order::kGraphOrder; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        for (PlacePair& place : draft.places())
            TRY_VOID(OrderMatching(draft, place).run(task));
        return {};
    }
};

} // namespace

void register_graph_order_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<GraphOrderRule>());
}

} // namespace dumpscope::core
