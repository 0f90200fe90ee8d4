// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/step_shift.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

/// How operators of the same names agree.
struct StepAgreement {
    std::size_t near = 0, far = 0, all = 0;
    std::vector<double> distances; ///< of operators that differ

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
    /// Steps of a training differ by the data they are given; many operators do not depend on it.
    [[nodiscard]] bool isFarNextTo(const StepAgreement& other) const
    {
        constexpr std::size_t kFewest = 3;
        constexpr double kApart = 0.02, kTimes = 10;
        return distances.size() >= kFewest && distance() >= kApart && kTimes * other.distance() <= distance();
    }
};

StepAgreement agreementOf(const std::vector<PlacePair>& places, ValueSketches& sketches)
{
    constexpr std::size_t kPlaces = 8, kOperators = 12;
    constexpr double kNear = 0.05, kFar = 0.3;
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
            agreement.near += *distance <= kNear ? 1U : 0U;
            agreement.far += *distance >= kFar ? 1U : 0U;
            if (*distance > 0)
                agreement.distances.push_back(*distance);
            ++agreement.all;
            if (++looked == kOperators)
                break;
        }
    }
    return agreement;
}

} // namespace

std::optional<std::int64_t> findStepShift(const ShiftedPlaces& shifted, ValueSketches& sketches)
{
    constexpr std::size_t kFewest = 3;
    const StepAgreement equal = agreementOf(shifted(0), sketches);
    // Prefill and decode have no operators in common: then nothing speaks against another number.
    const bool isOpen = equal.all == 0 || equal.far * 2 > equal.all;
    for (const std::int64_t shift : std::array<std::int64_t, 2> {-1, 1}) {
        const StepAgreement other = agreementOf(shifted(shift), sketches);
        if (other.all >= kFewest && other.near == other.all && (isOpen || equal.isFarNextTo(other)))
            return shift;
    }
    return std::nullopt;
}

} // namespace dumpscope::core
