// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/name_trust.h"

#include "compare/pairing/module_trust.h"
#include "readers/msprobe/msprobe_name.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace dumpscope::core {

namespace {

constexpr double kClose = 0.1;       ///< values agree but for noise
constexpr double kFar = 0.3;         ///< values may be of another operator
constexpr double kClearlyNearer = 3; ///< how much nearer another operator must be
constexpr std::size_t kReach = 64;   ///< members of the family looked at on either side

class FamilyTrust {
public:
    FamilyTrust(const PlacePair& place, const PlaceFeatures& features, const OperatorFamily& family,
        const std::vector<NamedMatch>& matches, ValueSketches& sketches)
        : m_place(place)
        , m_features(features)
        , m_family(family)
        , m_sketches(sketches)
    {
        for (const NamedMatch& match : matches) {
            m_namesake.emplace(match.golden, match.target);
            m_goldenNamesake.emplace(match.target, match.golden);
        }
    }

    bool contradicts(const NamedMatch& match)
    {
        const bool shapesAgree = sameShapes(match.target, match.golden);
        if (!shapesAgree && m_family.target.size() > m_family.golden.size() && isShapedForAnother(match))
            return true;
        const auto own = distance(match.target, match.golden);
        if (shapesAgree && (!own || *own < kFar))
            return false;
        const auto at = std::ranges::find(m_family.golden, match.golden) - m_family.golden.begin();
        const auto place = static_cast<std::size_t>(at);
        const std::size_t first = place > kReach ? place - kReach : 0;
        const std::size_t last = std::min(m_family.golden.size(), place + kReach + 1);
        for (std::size_t i = first; i < last; ++i) {
            const std::uint32_t other = m_family.golden[i];
            if (other != match.golden && fitsBetter(match.target, other, shapesAgree, own))
                return true;
        }
        return own && isBetterKnownTo(match, *own);
    }

    /// Namesakes that run in another order, and whose values do not say that they are the same.
    bool isTwisted(const std::vector<NamedMatch>& matches)
    {
        for (std::size_t i = 1; i < matches.size(); ++i) {
            if (matches[i].golden > matches[i - 1].golden)
                continue;
            for (const NamedMatch& match : {matches[i - 1], matches[i]}) {
                const auto own = distance(match.target, match.golden);
                if (!own || *own >= kFar)
                    return true;
            }
        }
        return false;
    }

private:
    bool sameShapes(std::uint32_t target, std::uint32_t golden) const
    {
        return m_features.target[target].shapes == m_features.golden[golden].shapes;
    }
    std::optional<double> distance(std::uint32_t target, std::uint32_t golden)
    {
        return m_sketches.distance(m_place.target, m_place.target.operators()[target], m_place.golden,
            m_place.golden.operators()[golden]);
    }

    /// `golden` agrees with `target` and with its own namesake it does not.
    bool fitsBetter(std::uint32_t target, std::uint32_t golden, bool shapesAgree, std::optional<double> own)
    {
        if (!sameShapes(target, golden)
            || m_place.target.operators()[target].occurrence != m_place.golden.operators()[golden].occurrence)
            return false;
        const auto namesake = m_namesake.find(golden);
        const bool isBetterShaped
            = !shapesAgree && (namesake == m_namesake.end() || !sameShapes(namesake->second, golden));
        if (isBetterShaped)
            return true;
        const auto there = distance(target, golden);
        if (there && (*there > kClose || (own && shapesAgree && *there * kClearlyNearer > *own)))
            return false;
        if (!there && shapesAgree)
            return false;
        if (namesake == m_namesake.end() || !sameShapes(namesake->second, golden))
            return true;
        const auto its = distance(namesake->second, golden);
        return there && its && *its > kClearlyNearer * *there && *its > kClose;
    }

    /// Another target has the shapes of the golden of the match, and its own namesake has not.
    bool isShapedForAnother(const NamedMatch& match) const
    {
        const auto at = std::ranges::find(m_family.target, match.target) - m_family.target.begin();
        const auto place = static_cast<std::size_t>(at);
        const std::size_t last = std::min(m_family.target.size(), place + kReach + 1);
        for (std::size_t i = place > kReach ? place - kReach : 0; i < last; ++i) {
            const std::uint32_t other = m_family.target[i];
            if (other == match.target || !sameShapes(other, match.golden)
                || m_place.target.operators()[other].occurrence
                    != m_place.golden.operators()[match.golden].occurrence)
                continue;
            const auto namesake = m_goldenNamesake.find(other);
            if (namesake == m_goldenNamesake.end() || !sameShapes(other, namesake->second))
                return true;
        }
        return false;
    }

    /// Another target agrees with the golden of the match, though not with its own namesake: the numbers of
    /// the target run on after an inserted operator.
    bool isBetterKnownTo(const NamedMatch& match, double own)
    {
        const auto at = std::ranges::find(m_family.target, match.target) - m_family.target.begin();
        const auto place = static_cast<std::size_t>(at);
        const std::size_t last = std::min(m_family.target.size(), place + kReach + 1);
        for (std::size_t i = place > kReach ? place - kReach : 0; i < last; ++i) {
            const std::uint32_t other = m_family.target[i];
            if (other == match.target || !sameShapes(other, match.golden)
                || m_place.target.operators()[other].occurrence
                    != m_place.golden.operators()[match.golden].occurrence)
                continue;
            const auto there = distance(other, match.golden);
            if (!there || *there > kClose || *there * kClearlyNearer > own)
                continue;
            const auto namesake = m_goldenNamesake.find(other);
            const auto its
                = namesake == m_goldenNamesake.end() ? std::nullopt : distance(other, namesake->second);
            if (namesake == m_goldenNamesake.end()
                || (its && *its > kClose && *its > kClearlyNearer * *there))
                return true;
        }
        return false;
    }

    const PlacePair& m_place;
    const PlaceFeatures& m_features;
    const OperatorFamily& m_family;
    ValueSketches& m_sketches;
    std::unordered_map<std::uint32_t, std::uint32_t> m_namesake;       ///< golden -> target
    std::unordered_map<std::uint32_t, std::uint32_t> m_goldenNamesake; ///< target -> golden
};

} // namespace

std::vector<NamedMatch> namedMatches(
    const PlacePair& place, const PlaceFeatures& features, const OperatorFamily& family)
{
    std::vector<NamedMatch> matches;
    using Key = std::pair<std::int64_t, std::uint32_t>;
    if (family.target.size() == 1 && family.golden.size() == 1) {
        const std::uint32_t t = family.target.front(), g = family.golden.front();
        if (features.target[t].number == features.golden[g].number
            && place.target.operators()[t].occurrence == place.golden.operators()[g].occurrence)
            matches.push_back({t, g});
        return matches;
    }
    std::map<Key, std::uint32_t> goldens;
    for (const std::uint32_t g : family.golden)
        goldens.emplace(Key(features.golden[g].number, place.golden.operators()[g].occurrence), g);
    for (const std::uint32_t t : family.target) {
        const auto found
            = goldens.find(Key(features.target[t].number, place.target.operators()[t].occurrence));
        if (found == goldens.end())
            continue;
        matches.push_back({t, found->second});
        goldens.erase(found); // under a loose spelling two names may become one
    }
    return matches;
}

bool numbersLie(const PlacePair& place, const PlaceFeatures& features, const OperatorFamily& family,
    const std::vector<NamedMatch>& matches, ValueSketches& sketches)
{
    if (family.target.size() == 1 && family.golden.size() == 1)
        return false;
    FamilyTrust trust(place, features, family, matches, sketches);
    return trust.isTwisted(matches)
        || std::ranges::any_of(matches, [&](const NamedMatch& match) { return trust.contradicts(match); });
}

Result<void> pairByName(
    PairingDraft& draft, const NameSpelling& spelling, const PairFinding& finding, TaskContext& task)
{
    return pairByName(draft, spelling,
        FindingOf(
            [&finding](const PlacePair&, const SequenceOperator&) -> const PairFinding& { return finding; }),
        task);
}

namespace {

/// Whether names are what they seem whatever the values say: every member has a namesake of its shapes, in
/// the same order, and nothing was inserted. That is so where files say the same scopes of both, or where all
/// of two dumps of msprobe, which numbers calls as they come, is called the same.
class PlainNames {
public:
    PlainNames(const PlacePair& place, const PlaceFeatures& features)
        : m_place(place)
        , m_features(features)
    {
    }

    bool hold(const OperatorFamily& family, const std::vector<NamedMatch>& matches)
    {
        if (matches.size() != family.target.size() || matches.size() != family.golden.size())
            return false;
        for (std::size_t i = 0; i < matches.size(); ++i) {
            const auto [t, g] = matches[i];
            if (m_features.target[t].shapes != m_features.golden[g].shapes
                || (i > 0 && g < matches[i - 1].golden))
                return false;
        }
        return std::ranges::all_of(matches, [&](const NamedMatch& match) { return hasSameScope(match); })
            || isSameSequence();
    }

private:
    static std::string_view scopeOf(const OperatorSequence& side, std::uint32_t op)
    {
        const StringId scope = side.row(side.operators()[op].first).scope;
        return scope.isValid() ? side.text(scope) : std::string_view();
    }
    bool hasSameScope(const NamedMatch& match) const
    {
        const std::string_view scope = scopeOf(m_place.target, match.target);
        return !scope.empty() && scope == scopeOf(m_place.golden, match.golden);
    }
    bool isSameSequence()
    {
        if (!m_isSameSequence)
            m_isSameSequence = std::ranges::equal(m_place.target.operators(), m_place.golden.operators(),
                [&](const SequenceOperator& a, const SequenceOperator& b) {
                    const std::string_view name = m_place.target.name(a);
                    return name == m_place.golden.name(b) && parseMsprobeEntry(name).has_value();
                });
        return *m_isSameSequence;
    }

    const PlacePair& m_place;
    const PlaceFeatures& m_features;
    std::optional<bool> m_isSameSequence;
};

/// Looks at families one after the other and keeps what it finds for the next pairing of the same place.
class FamilyMatching {
public:
    /// Names as they are where `keeps`: only those are kept.
    FamilyMatching(PlacePair& place, const PlaceFeatures& features, const OpenFamilies& families,
        ValueSketches& sketches, bool keeps)
        : m_place(place)
        , m_features(features)
        , m_sketches(sketches)
        , m_plain(place, features)
        , m_modules(features)
        , m_order(place, features, families)
        , m_keeps(keeps)
        , m_known(place.memory->families())
    {
    }

    /// Empty where numbers lie.
    std::vector<NamedMatch> matchesOf(const OperatorFamily& family)
    {
        // What the other families say of this one does not hold longer than they are open.
        if (family.target.size() != family.golden.size()) {
            const std::vector<NamedMatch> matches = namedMatches(m_place, m_features, family);
            if (m_order.contradicts(matches))
                return {};
        }
        if (!m_keeps || (family.target.size() == 1 && family.golden.size() == 1))
            return found(family);
        const std::uint32_t stem = m_features.target[family.target.front()].stem;
        const auto known = m_known->find(stem);
        if (known != m_known->end() && std::ranges::equal(known->second->target, family.target)
            && std::ranges::equal(known->second->golden, family.golden)
            && m_sketches.countAsRead(known->second->asked))
            return known->second->matches;
        m_sketches.beginNote();
        std::vector<NamedMatch> matches = found(family);
        if (auto asked = m_sketches.endNote())
            m_new[stem] = std::make_shared<const NamedFamily>(
                NamedFamily {{family.target.begin(), family.target.end()},
                    {family.golden.begin(), family.golden.end()}, matches, std::move(*asked)});
        return matches;
    }

    /// When nothing was stopped: what is not read because of that tells nothing.
    void keep() { m_place.memory->keep(std::move(m_new)); }

private:
    std::vector<NamedMatch> found(const OperatorFamily& family)
    {
        std::vector<NamedMatch> matches = namedMatches(m_place, m_features, family);
        if (!m_plain.hold(family, matches)
            && (m_modules.contradicts(family, matches)
                || numbersLie(m_place, m_features, family, matches, m_sketches)))
            matches.clear();
        return matches;
    }

    PlacePair& m_place;
    const PlaceFeatures& m_features;
    ValueSketches& m_sketches;
    PlainNames m_plain;
    ModuleTrust m_modules;
    TrustedOrder m_order;
    bool m_keeps;
    std::shared_ptr<const PlaceMemory::Families> m_known;
    PlaceMemory::Families m_new;
};

} // namespace

Result<void> pairByName(
    PairingDraft& draft, const NameSpelling& spelling, const FindingOf& findingOf, TaskContext& task)
{
    for (PlacePair& place : draft.places()) {
        TRY_VOID(task.checkStop());
        if (place.target.isAllTaken() || place.golden.isAllTaken())
            continue;
        const bool isPlain = !spelling.target && !spelling.golden;
        const auto kept = isPlain ? featuresOf(place, spelling) : openFeaturesOf(place, spelling);
        const PlaceFeatures& features = *kept;
        const OpenFamilies families(place, features);
        FamilyMatching matching(place, features, families, draft.sketches(), isPlain);
        for (const OperatorFamily& family : families) {
            TRY_VOID(task.checkStop());
            const std::vector<NamedMatch> matches = matching.matchesOf(family);
            for (const NamedMatch& match : matches) {
                const SequenceOperator& target = place.target.operators()[match.target];
                draft.addOperators(
                    place, target, place.golden.operators()[match.golden], findingOf(place, target));
            }
        }
        TRY_VOID(task.checkStop());
        matching.keep();
    }
    return {};
}

} // namespace dumpscope::core
