// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dumpscope::core {

struct Comparison;

/// How much of both sides was compared. A tensor is compared when a pair of it has a verdict.
struct Coverage {
    struct Side {
        std::uint64_t tensors = 0;         ///< that were selected
        std::uint64_t compared = 0;        ///< of them
        std::uint64_t leftOut = 0;         ///< of the dump, by a filter, a rank or a step
        std::uint64_t ofUpdates = 0;       ///< not compared: ParameterUpdates
        [[nodiscard]] double share() const ///< 0..1
        {
            return tensors == 0 ? 0 : static_cast<double>(compared) / static_cast<double>(tensors);
        }
        /// The same without updates of parameters, which a fused optimizer computes by other operators.
        [[nodiscard]] double shareOfModel() const
        {
            return tensors <= ofUpdates
                ? share()
                : static_cast<double>(compared) / static_cast<double>(tensors - ofUpdates);
        }
    };
    bool cutsRanks = false; ///< collectives were compared, but not all ranks the target has
    Side target, golden;
    std::uint64_t pairs = 0;        ///< with a verdict
    std::uint64_t byStatistics = 0; ///< of them, by recorded statistics: a side has no elements
    std::uint64_t byChecksums = 0;  ///< of them, by checksums alone
    std::uint64_t suggested = 0;    ///< of them, paired by equal values alone (PairOrigin::Fingerprint)
    std::uint64_t of = 0;           ///< pairs that were found
    std::uint64_t finished = 0;     ///< of them, measured before it was stopped

    /// What was not asked for is missing from the noise of the run as well (compare/limits/noise_verdicts.h).
    bool measuresNoise = false;

    std::vector<Message>
        missing; ///< sentences: ranks and steps that one side has and nothing was compared of, second runs

    std::vector<Message> otherPlaces; ///< sentences: ranks and steps that were compared with others

    [[nodiscard]] bool isWhole() const
    {
        return target.compared == target.tensors && golden.compared == golden.tensors && target.leftOut == 0
            && golden.leftOut == 0;
    }
    /// The smaller share of both sides, 0..1.
    [[nodiscard]] double share() const;
    /// The smaller share of both sides without updates of parameters: what must not be too little.
    [[nodiscard]] double shareOfModel() const;
    /// A sentence without a full stop.
    [[nodiscard]] Message message() const;
    [[nodiscard]] std::string text() const { return message().text(); } ///< in English
};

/// Default of Comparison::leastShare: where less of a side was compared, nothing is concluded about the
/// whole.
inline constexpr double kLeastShare = 0.5;

[[nodiscard]] Coverage coverageOf(const Comparison& comparison);

/// Sentences about ranks that a side's own collectives name and its dump lacks, unless both sides lack them.
[[nodiscard]] std::vector<Message> ranksMissing(const Comparison& comparison);

} // namespace dumpscope::core
