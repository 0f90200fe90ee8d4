// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "compare/conclusion/conclusion_place.h"
#include "compare/conclusion/coverage.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace dumpscope::core {

struct Comparison;

/// What a comparison says as a whole (docs/culprit.md).
enum class ConclusionKind : std::uint8_t {
    NothingCompared,   ///< no pair has a verdict
    TooLittleCompared, ///< nothing is wrong in the part that was compared, less than Comparison::leastShare
                       ///< of a side
    Unfinished,        ///< stopped before the end, nothing is wrong until then
    BitEqual,          ///< every pair is
    WithinLimits,      ///< no pair is beyond its limits
    Rounding,          ///< some pairs are, and each of them is explained by errors of inputs and by rounding
    Warnings,          ///< no pair fails, some warn, and not all of that is explained
    Suspect,           ///< an operator is most likely the culprit
    NonFinite,         ///< NaN or infinities that golden does not have; the place is where they first appear
    Unexplained,       ///< pairs are beyond their limits, and no operator is suspect
};
[[nodiscard]] std::string_view conclusionWord(ConclusionKind kind); ///< `within-limits`, …

/// The one conclusion of a comparison, the same in every report and view.
struct Conclusion {
    ConclusionKind kind = ConclusionKind::NothingCompared;
    Message headline; ///< a sentence without a full stop; the place follows where there is one
    std::optional<ConclusionPlace> place;
    /// The operator that only golden runs and that made the tensor which is wrong in the target.
    std::optional<ConclusionPlace> goldenOnly;
    Message reason; ///< a sentence without a full stop; may be empty
    /// How the first output beyond its limits is related to the place, where it is of another operator; else
    /// empty.
    Message first;
    Coverage coverage;
    bool isOrderKnown = true; ///< else no pair is called the first
    /// Something is wrong that the limits of pairs do not hold: parameters that are moved otherwise,
    /// gradients or collectives that are missing.
    bool isFault = false;
    /// Of warnings: damaged files are all there is, which makes a result partial and not wrong.
    bool isDamageAlone = false;
    /// Of parameters and gradients: a sentence without the place, which is `row`; else empty.
    Message fault;
    std::optional<std::size_t> row; ///< of the pair to look at

    void addReason(Message more) { reason = joined(std::array {reason, std::move(more)}); }
    /// Nothing is wrong, and enough was compared to say so.
    [[nodiscard]] bool isClear() const
    {
        return kind == ConclusionKind::BitEqual || kind == ConclusionKind::WithinLimits
            || kind == ConclusionKind::Rounding;
    }
    [[nodiscard]] Message message() const;                              ///< headline and place
    [[nodiscard]] std::string text() const { return message().text(); } ///< in English
};

/// What follows from rows, verdicts, suspicion and unpaired tensors. Reads the few files that record the line
/// of the program for the operator; without them the line is left out.
[[nodiscard]] Conclusion conclude(const Comparison& comparison, TaskContext& task);

} // namespace dumpscope::core
