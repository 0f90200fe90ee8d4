// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace dumpscope::core {

/// Result of recomputing an operator's output from its dumped inputs, on both sides (docs/culprit.md).
/// Errors are relative L2 errors of the dumped output against the computed one.
struct Recomputation {
    enum class Outcome : unsigned char {
        Differs, ///< golden's output follows from golden's inputs, the target's not from the target's: proof
        Agrees,  ///< both follow: the error is in the inputs
        Unclear, ///< golden's does not follow either, or the target's almost does: nothing is concluded
    };
    Outcome outcome = Outcome::Unclear;
    std::size_t row = 0; ///< the output, of the pair table
    double targetError = 0, goldenError = 0;
    double explained = 0;                  ///< error that types and accumulation explain in the target
    double score = 0;                      ///< the target's error in units of what is explained
    int significand = 0;                   ///< bits of the type the target computes in
    std::uint64_t elements = 0, count = 0; ///< elements computed, elements of the output
    std::uint64_t index = 0;               ///< the worst element, flat
    double expected = 0, found = 0;        ///< its value as computed and as dumped
    bool isGoldenUnderstood = false;       ///< golden's output follows from golden's inputs
    Message method;                        ///< how: the reading of the operator
    Message text;                          ///< a sentence with the numbers
};
[[nodiscard]] std::string_view outcomeWord(Recomputation::Outcome outcome); ///< differs, agrees, unclear

} // namespace dumpscope::core
