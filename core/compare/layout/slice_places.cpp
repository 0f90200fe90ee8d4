// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/slice_places.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace dumpscope::core {

namespace {

std::vector<std::int32_t> inOrder(std::size_t count)
{
    std::vector<std::int32_t> places(count);
    std::iota(places.begin(), places.end(), 0);
    return places;
}

/// Whether all that is known goes on behind the part's end, or has begun before its start: where two runs
/// cut a tensor in different places, a part may have as little as one slice of golden's.
bool isAtEdge(const std::vector<std::int32_t>& places, std::size_t all)
{
    const auto isKnown = [](std::int32_t place) { return place >= 0; };
    const auto first = std::ranges::find_if(places, isKnown);
    const auto last = std::find_if_not(first, places.end(), isKnown);
    if (first == places.end() || std::any_of(last, places.end(), isKnown))
        return false;
    for (auto place = first; place + 1 != last; ++place) {
        if (place[1] != place[0] + 1)
            return false;
    }
    return (last == places.end() && *first == 0)
        || (first == places.begin() && static_cast<std::size_t>(last[-1]) + 1 == all);
}

} // namespace

std::vector<std::int32_t> slicePlaces(
    const SliceSet& part, const SliceSet& golden, const NearSlices& goldens, double tolerance)
{
    constexpr float kLeast = 0.3F; // of the usual size: what is smaller is lost in the noise
    constexpr double kLoose = 1.5; // sketches estimate
    const float usual = goldens.usualNorm() + 1e-30F;
    const auto most
        = static_cast<float>(kLoose * tolerance * std::max(goldens.largestNorm(), kLeast * usual));
    const auto isNear = [&](const SliceSketch& a, const SliceSketch& b) {
        return a.distance(b) < kLoose * tolerance * std::max(b.norm, kLeast * usual);
    };
    const std::size_t own = part.slices.size(), all = golden.slices.size();
    std::vector<std::int32_t> places(own, -1);
    if (own == all) {
        std::size_t near = 0;
        for (std::size_t i = 0; i < all; ++i)
            near += isNear(part.slices[i], golden.slices[i]) ? 1 : 0;
        if (near * 10 >= all * 9)
            return inOrder(all);
    }
    const auto nearest = [&](const SliceSketch& slice) -> std::optional<std::size_t> {
        const auto best = goldens.nearest(slice, most);
        return best && isNear(slice, golden.slices[*best]) ? best : std::nullopt;
    };
    // What has nothing to do with golden, which is most, is told by a few slices of many.
    constexpr std::size_t kMany = 64, kFew = 16;
    bool isRelated = own < kMany;
    for (std::size_t i = 0; i < kFew && !isRelated; ++i)
        isRelated = nearest(part.slices[i * (own - 1) / (kFew - 1)]).has_value();
    if (!isRelated)
        return {};
    std::size_t known = 0;
    std::optional<std::size_t> last; // place of the slice before
    for (std::size_t i = 0; i < own; ++i) {
        const bool goesOn
            = last && *last + 1 < all && own >= kMany && isNear(part.slices[i], golden.slices[*last + 1]);
        last = goesOn ? std::optional(*last + 1) : nearest(part.slices[i]);
        if (last) {
            places[i] = static_cast<std::int32_t>(*last);
            ++known;
        }
    }
    const std::size_t fewest = std::max<std::size_t>(1, std::min(own, all) / 5);
    return known >= fewest || isAtEdge(places, all) ? places : std::vector<std::int32_t> {};
}

} // namespace dumpscope::core
