// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace dumpscope::core {

/// What is left of an error when one operator is given golden's output and those behind it are computed again
/// (docs/culprit.md). Errors are relative L2 errors against golden.
struct Counterfactual {
    std::optional<std::size_t> row; ///< the last output behind it that could be computed, of the pair table
    std::string name;               ///< of its operator
    double before = 0, after = 0;   ///< its error as dumped, and as computed
    std::uint64_t recomputed = 0;   ///< operators that were computed again
    Message stopped; ///< why what comes behind could not be computed; empty where nothing was left out

    /// Share of the error that is gone, at most 1; below 0 where it grew. 0 without a row.
    [[nodiscard]] double removed() const;
    [[nodiscard]] Message text() const; ///< a sentence
};

} // namespace dumpscope::core
