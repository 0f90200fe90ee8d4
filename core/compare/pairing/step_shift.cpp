// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/step_shift.h"

#include "compare/suspects/operator_nature.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::array<std::int64_t, 2> kShifts {-1, 1};

/// How what is paired agrees.
struct StepAgreement {
    static constexpr double kApart = 0.02;
    std::size_t near = 0, far = 0, all = 0;
    std::vector<double> distances; ///< of operators that differ

    void add(double distance)
    {
        constexpr double kNear = 0.05, kFar = 0.3;
        near += distance <= kNear ? 1U : 0U;
        far += distance >= kFar ? 1U : 0U;
        if (distance > 0)
            distances.push_back(distance);
        ++all;
    }
    /// The middle one; 0 where nothing differs.
    [[nodiscard]] double distance() const
    {
        if (distances.empty())
            return 0;
        std::vector<double> sorted = distances;
        const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
        std::ranges::nth_element(sorted, at);
        return *at;
    }
    /// Prefill and decode have no operators in common: then nothing speaks against another number.
    [[nodiscard]] bool isOpen() const { return all == 0 || far * 2 > all; }
    [[nodiscard]] bool isBetterThan(const StepAgreement& equal) const
    {
        constexpr std::size_t kFewest = 3;
        return all >= kFewest && (equal.isOpen() || equal.isFarNextTo(*this));
    }
    /// Steps of a training differ by the data they are given; many operators do not depend on it.
    [[nodiscard]] bool isFarNextTo(const StepAgreement& other) const
    {
        constexpr std::size_t kFewest = 3;
        constexpr double kTimes = 10;
        return distances.size() >= kFewest && distance() >= kApart && kTimes * other.distance() <= distance();
    }
};

StepAgreement agreementOf(const std::vector<PlacePair>& places, ValueSketches& sketches)
{
    constexpr std::size_t kPlaces = 8, kOperators = 12;
    StepAgreement agreement;
    for (std::size_t i = 0; i < std::min(places.size(), kPlaces); ++i) {
        const PlacePair& place = places[i];
        using Turn = std::pair<std::string_view, std::uint32_t>;
        std::map<Turn, const SequenceOperator*> goldens;
        for (const SequenceOperator& golden : place.golden.operators())
            goldens.try_emplace(Turn(place.golden.name(golden), golden.occurrence), &golden);
        std::size_t looked = 0;
        for (const SequenceOperator& target : place.target.operators()) {
            const auto found = goldens.find(Turn(place.target.name(target), target.occurrence));
            if (found == goldens.end() || place.target.row(target.first).io == Io::Parameter)
                continue;
            const auto distance = sketches.distance(place.target, target, place.golden, *found->second);
            if (!distance)
                continue;
            agreement.add(*distance);
            if (++looked == kOperators)
                break;
        }
    }
    return agreement;
}

/// How the first tensors of each place agree.
StepAgreement agreementOf(
    const std::vector<TensorPair>& pairs, const DumpIndex& target, ValueSketches& sketches)
{
    constexpr std::size_t kPlaces = 8, kTensors = 24;
    using RankStep = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;
    std::map<RankStep, std::size_t> looked;
    StepAgreement agreement;
    for (const TensorPair& pair : pairs) {
        const TensorRow& row = target.tensor(pair.target);
        const std::string_view type = row.opType.isValid() ? target.text(row.opType) : std::string_view();
        // The second operand of a product is a weight mostly, which no step changes.
        const bool isWeight = row.io == Io::Parameter
            || (row.io == Io::Input
                && (isParameterInput(type, row.slot)
                    || (row.slot > 0 && operatorNature(type) == OperatorNature::Bilinear)));
        if (isWeight || pair.origin == PairOrigin::Fingerprint)
            continue;
        const FolderFacts& facts = target.factsOf(pair.target);
        if (looked.size() == kPlaces && !looked.contains({facts.rank, facts.step}))
            continue;
        std::size_t& count = looked[{facts.rank, facts.step}];
        if (count == kTensors)
            continue;
        const auto distance = sketches.distance(pair.target, pair.golden);
        if (!distance)
            continue;
        ++count;
        agreement.add(*distance);
    }
    return agreement;
}

} // namespace

std::optional<std::int64_t> findStepShift(const ShiftedPlaces& shifted, ValueSketches& sketches)
{
    const StepAgreement equal = agreementOf(shifted(0), sketches);
    for (const std::int64_t shift : kShifts) {
        const StepAgreement other = agreementOf(shifted(shift), sketches);
        if (other.near == other.all && other.isBetterThan(equal))
            return shift;
    }
    return std::nullopt;
}

Result<std::optional<std::int64_t>> findStepShift(const std::vector<TensorPair>& unshifted,
    const ShiftedPairs& shifted, const DumpIndex& target, ValueSketches& sketches)
{
    constexpr std::size_t kMost = 20; // of so many one may be paired with another tensor
    const StepAgreement equal = agreementOf(unshifted, target, sketches);
    if (!equal.isOpen() && equal.distance() < StepAgreement::kApart)
        return std::nullopt;
    for (const std::int64_t shift : kShifts) {
        TRY_ASSIGN(const std::vector<TensorPair> pairs, shifted(shift));
        const StepAgreement other = agreementOf(pairs, target, sketches);
        if (kMost * (other.all - other.near) <= other.all && other.isBetterThan(equal))
            return shift;
    }
    return std::nullopt;
}

} // namespace dumpscope::core
