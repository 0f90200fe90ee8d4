// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "overflow/origin_tracker.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dumpscope::core {

// Tables for the search for origins, so that it does not visit all tensors for each of them.

inline constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

/// Which kinds of non-finite values a tensor has.
struct NonFiniteKinds {
    bool nan = false, posInf = false, negInf = false;

    bool operator==(const NonFiniteKinds&) const = default;
    [[nodiscard]] bool onlyNegInf() const { return negInf && !nan && !posInf; }
    [[nodiscard]] bool any() const { return nan || posInf || negInf; }
};

/// How a tensor is reported, as far as decided.
enum class Standing : std::uint8_t {
    Shown,
    Mask,
    Uninitialised, ///< uninitialised memory
};

/// The latest tensor so far of each size, kind of values and standing.
class LatestOfSize {
public:
    using Size = std::optional<std::uint64_t>; ///< in elements; unknown sizes are equal to each other
    /// `time` must grow from call to call.
    void add(Size size, const NonFiniteKinds& kinds, Standing standing, std::size_t time);
    /// The time of the latest one that `accepts(kinds, standing)`; kNowhere if there is none.
    template<typename Accepts> [[nodiscard]] std::size_t find(Size size, const Accepts& accepts) const
    {
        const auto known = m_bySize.find(size);
        std::size_t best = kNowhere;
        for (std::size_t i = 0; known != m_bySize.end() && i < kSlots; ++i) {
            const std::size_t time = known->second[i];
            const NonFiniteKinds kinds {(i & 1U) != 0, (i & 2U) != 0, (i & 4U) != 0};
            if (time != kNowhere && (best == kNowhere || time > best)
                && accepts(kinds, static_cast<Standing>(i / 8)))
                best = time;
        }
        return best;
    }

private:
    static constexpr std::size_t kSlots = std::size_t {8} * 3;

    std::map<Size, std::array<std::size_t, kSlots>> m_bySize;
};

/// The first of something, and the first of each rank.
class FirstByRank {
public:
    using Rank = std::optional<std::int64_t>;

    void add(Rank rank, std::size_t which);
    /// Of this rank, else of any; kNowhere if there is none.
    [[nodiscard]] std::size_t nearest(Rank rank) const;
    [[nodiscard]] std::size_t notOf(Rank rank) const; ///< of another rank; kNowhere if there is none

private:
    std::map<Rank, std::size_t> m_byRank;
};

/// The non-finite tensors of one step.
struct OriginStep {
    using Identity = std::tuple<std::optional<std::int64_t>, StringId, Io, std::int32_t, StringId>;

    std::optional<std::int64_t> step;
    std::map<Identity, std::size_t> same;                                 ///< by rank, operator and slot
    std::map<std::string, FirstByRank> gradientsOf;                       ///< by parameter
    std::map<std::pair<FirstByRank::Rank, ShapeId>, std::size_t> updates; ///< what an optimizer gave last
    FirstByRank gradients, others;
};

/// What was measured of operators in all folders. The tracker must outlive it. Not thread-safe.
class OperatorHistory {
public:
    explicit OperatorHistory(const OriginTracker& tracker)
        : m_tracker(tracker)
    {
    }

    /// The last step before this one in which the same tensor of the same rank was finite.
    [[nodiscard]] std::optional<std::int64_t> lastFiniteStep(TensorId id);
    /// Whether inputs of the operator on other ranks in the same step were scanned, and whether there are
    /// some that were not.
    struct OtherRanks {
        bool areKnown = false, areLeftOut = false;
    };
    [[nodiscard]] OtherRanks inputsOnOtherRanks(TensorId id);

private:
    using Rank = std::optional<std::int64_t>;
    struct Operator {
        std::map<std::tuple<Rank, Io, std::int32_t, StringId>, std::set<std::int64_t>> finiteSteps;
        /// By step: known ones, and left out ones.
        std::map<std::optional<std::int64_t>, std::pair<FirstByRank, FirstByRank>> inputs;
    };
    [[nodiscard]] const Operator& of(StringId opName);

    const OriginTracker& m_tracker;
    std::unordered_map<std::uint32_t, Operator> m_operators;
};

} // namespace dumpscope::core
