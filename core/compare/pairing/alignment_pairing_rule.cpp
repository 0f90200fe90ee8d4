// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/module_trust.h"
#include "compare/pairing/name_trust.h"
#include "compare/pairing/pairing_rule.h"
#include "compare/pairing/sequence_aligner.h"
#include "readers/msprobe/msprobe_name.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr double kSameValues = 0.05;
constexpr double kClearly = 3;
constexpr double kUnlike = 0.5;

/// Backward operators of msprobe are called like their forward ones, whose partners are theirs.
class ForwardPartners {
public:
    explicit ForwardPartners(const PlacePair& place)
        : m_place(place)
        , m_target(forwardOf(place.target))
        , m_golden(forwardOf(place.golden))
    {
    }
    [[nodiscard]] bool isBackward(std::uint32_t target) const { return m_target[target] != kNoOperator; }
    /// Whether the forward operator of one has another partner than that of the other.
    [[nodiscard]] bool areApart(std::uint32_t target, std::uint32_t golden) const
    {
        const std::uint32_t ours = m_target[target], theirs = m_golden[golden];
        return ours != kNoOperator && theirs != kNoOperator && m_place.partner[ours] != kNoOperator
            && m_place.partner[ours] != theirs;
    }

private:
    static std::vector<std::uint32_t> forwardOf(const OperatorSequence& side)
    {
        std::unordered_map<std::string_view, std::uint32_t> places;
        std::uint32_t place = 0;
        for (const SequenceOperator& op : side.operators())
            places.try_emplace(side.name(op), place++);
        std::vector<std::uint32_t> forward;
        forward.reserve(side.operators().size());
        for (const SequenceOperator& op : side.operators()) {
            const std::string name = msprobeForwardEntry(side.name(op));
            const auto found = name.empty() ? places.end() : places.find(name);
            forward.push_back(found == places.end() ? kNoOperator : found->second);
        }
        return forward;
    }

    const PlacePair& m_place;
    std::vector<std::uint32_t> m_target, m_golden;
};

/// Operators of one stem whose numbers do not say which is which: by values where those are clear, by
/// the place in the sequence, and at last by order within the stem.
class PlaceAlignment {
public:
    PlaceAlignment(PairingDraft& draft, PlacePair& place, TaskContext& task)
        : m_draft(draft)
        , m_place(place)
        , m_features(featuresOf(place, draft.spelling()))
        , m_modules(*m_features)
        , m_forward(place)
        , m_task(task)
    {
        const auto openOnes = [](const OperatorSequence& side) {
            std::vector<bool> open;
            open.reserve(side.operators().size());
            for (const SequenceOperator& op : side.operators())
                open.push_back(side.isFree(op));
            return open;
        };
        m_openTarget = openOnes(place.target);
        m_openGolden = openOnes(place.golden);
    }

    Result<void> run()
    {
        const OpenFamilies families(m_place, *m_features);
        if (families.empty())
            return {}; // nothing of one side is called like anything of the other
        for (const bool ofBackward : {false, true}) {
            for (const OperatorFamily& family : families) {
                TRY_VOID(m_task.checkStop());
                if (!family.target.empty() && m_forward.isBackward(family.target.front()) == ofBackward)
                    pairByValues(family);
            }
        }
        TRY_VOID(pairBySequence());
        const OpenFamilies left(m_place, *m_features);
        for (const OperatorFamily& family : left) {
            TRY_VOID(m_task.checkStop());
            pairInOrder(family);
        }
        return {};
    }

private:
    bool isOpen(std::uint32_t t, std::uint32_t g) const
    {
        return m_openTarget[t] && m_openGolden[g] && !areApart(t, g);
    }

    bool areApart(std::uint32_t t, std::uint32_t g) const
    {
        return m_modules.areApart(t, g) || m_forward.areApart(t, g);
    }

    std::optional<double> distance(std::uint32_t t, std::uint32_t g)
    {
        return m_draft.sketches().distance(
            m_place.target, m_place.target.operators()[t], m_place.golden, m_place.golden.operators()[g]);
    }

    struct Nearest {
        std::uint32_t other = kNoOperator;
        double best = 2, second = 2;
        void take(std::uint32_t candidate, double d)
        {
            if (d < best) {
                second = best;
                best = d;
                other = candidate;
            } else {
                second = std::min(second, d);
            }
        }
        [[nodiscard]] bool isClear() const { return best < kSameValues && second > kClearly * best + 0.01; }
    };

    /// Pairs that are each other's only likeness, wherever they stand.
    void pairByValues(const OperatorFamily& family)
    {
        constexpr std::size_t kMaxComparisons = 65'536;
        if (family.target.size() * family.golden.size() > kMaxComparisons)
            return;
        std::vector<Nearest> ofTarget(family.target.size()), ofGolden(family.golden.size());
        for (std::size_t i = 0; i < family.target.size(); ++i) {
            for (std::size_t j = 0; j < family.golden.size(); ++j) {
                const std::uint32_t t = family.target[i], g = family.golden[j];
                if (m_features->target[t].shapes != m_features->golden[g].shapes)
                    continue;
                if (const auto d = distance(t, g)) {
                    ofTarget[i].take(static_cast<std::uint32_t>(j), *d);
                    ofGolden[j].take(static_cast<std::uint32_t>(i), *d);
                }
            }
        }
        for (std::size_t i = 0; i < family.target.size(); ++i) {
            const std::uint32_t j = ofTarget[i].other;
            // Those of other modules count among the likenesses, but are none.
            if (j == kNoOperator || !ofTarget[i].isClear() || ofGolden[j].other != i || !ofGolden[j].isClear()
                || areApart(family.target[i], family.golden[j]))
                continue;
            pair(family.target[i], family.golden[j], 0.9, Form<0>("values agree"));
        }
    }

    Result<void> pairBySequence()
    {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> anchors;
        for (std::uint32_t t = 0; t < m_place.partner.size(); ++t) {
            if (m_place.partner[t] != kNoOperator)
                anchors.emplace_back(t, m_place.partner[t]);
        }
        const auto keysOf = [](const std::vector<OperatorFeatures>& features) {
            std::vector<std::uint64_t> keys;
            keys.reserve(features.size());
            for (const OperatorFeatures& f : features)
                keys.push_back((std::uint64_t {f.stem} << 32U) ^ f.shapes);
            return keys;
        };
        const std::vector<std::uint64_t> targetKeys = keysOf(m_features->target);
        const std::vector<std::uint64_t> goldenKeys = keysOf(m_features->golden);
        const auto score = [&](std::uint32_t t, std::uint32_t g, bool small) {
            const OperatorFeatures& a = m_features->target[t];
            const OperatorFeatures& b = m_features->golden[g];
            if (a.stem != b.stem || !isOpen(t, g))
                return 0;
            int sum = 8 + (a.shapes == b.shapes ? 4 : 0) + (a.types == b.types ? 2 : 0)
                + (a.number == b.number ? 1 : 0);
            if (small) {
                if (const auto d = distance(t, g))
                    sum += static_cast<int>((1 - *d) * 6);
            }
            return sum;
        };
        TRY_ASSIGN(const auto matches, alignSequences({targetKeys, goldenKeys, score, anchors}, m_task));
        for (const auto& [t, g] : matches) {
            const bool sameShapes = m_features->target[t].shapes == m_features->golden[g].shapes;
            pair(t, g, sameShapes ? 0.8 : 0.6,
                sameShapes ? Form<0>("same shapes at the same place of the sequence")
                           : Form<0>("same place of the sequence, shapes differ"));
        }
        return {};
    }

    /// What is left of a stem: namesakes, then whatever comes next with equal shapes and values that
    /// do not speak against it.
    void pairInOrder(const OperatorFamily& family)
    {
        for (const NamedMatch& match : namedMatches(m_place, *m_features, family)) {
            if (isOpen(match.target, match.golden))
                pair(match.target, match.golden, 0.5, Form<0>("nothing fits better"));
        }
        constexpr std::size_t kReach = 256; ///< golden operators of the stem looked at
        std::size_t begin = 0;
        for (const std::uint32_t t : family.target) {
            while (begin < family.golden.size() && !m_openGolden[family.golden[begin]])
                ++begin;
            const std::size_t end = std::min(family.golden.size(), begin + kReach);
            for (std::size_t j = begin; j < end && m_openTarget[t]; ++j) {
                const std::uint32_t g = family.golden[j];
                if (!isOpen(t, g) || m_features->target[t].shapes != m_features->golden[g].shapes
                    || distance(t, g).value_or(0) > kUnlike)
                    continue;
                pair(t, g, 0.5, Form<0>("next of this name with equal shapes"));
            }
        }
    }

    void pair(std::uint32_t t, std::uint32_t g, double confidence, Form<0> why)
    {
        const SequenceOperator& target = m_place.target.operators()[t];
        const SequenceOperator& golden = m_place.golden.operators()[g];
        const bool sameName = m_place.target.name(target) == m_place.golden.name(golden);
        PairFinding finding;
        finding.origin = sameName ? PairOrigin::Exact : PairOrigin::Alignment;
        finding.confidence = confidence;
        finding.reason = sameName
            ? phrase("%1; %2", phrase("same name"), why)
            : joined(std::array {phrase("same scope and type"),
                phrase("number %1 against %2", m_features->target[t].number, m_features->golden[g].number),
                Message(why)});
        m_draft.addOperators(m_place, target, golden, finding);
        m_openTarget[t] = m_openGolden[g] = false;
    }

    PairingDraft& m_draft;
    PlacePair& m_place;
    std::shared_ptr<const PlaceFeatures> m_features;
    ModuleTrust m_modules;
    ForwardPartners m_forward;
    TaskContext& m_task;
    std::vector<bool> m_openTarget, m_openGolden; ///< operators without any partner
};

class AlignmentRule final : public PairingRule {
public:
    std::string_view id() const override { return "alignment"; }
    int order() const override { return pairing_order::kAlignment; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        for (PlacePair& place : draft.places()) {
            if (!place.target.isAllTaken() && !place.golden.isAllTaken())
                TRY_VOID(PlaceAlignment(draft, place, task).run());
        }
        return {};
    }
};

} // namespace

void register_alignment_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<AlignmentRule>());
}

} // namespace dumpscope::core
