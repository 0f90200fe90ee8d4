// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "next/accused_tensors.h"

#include <string>
#include <string_view>

namespace dumpscope::core {

/// What one round of a hunt found: a capture compared with golden.
struct HuntFinding {
    enum class State : std::uint8_t {
        Equal,   ///< nothing is wrong in what was captured
        Unclear, ///< too little could be compared, or something is wrong and no operator is accused
        Accused, ///< an operator is accused; that it is at fault is not proven
        /// And what it is given gives its output: an input or an argument is wrong, which no captured
        /// operator made.
        WrongInput,
        Recomputed ///< and its inputs do not give the output that the target has
    };
    State state = State::Unclear;
    std::string conclusion;   ///< sentence of the comparison, in English
    bool isNonFinite = false; ///< the conclusion is about NaN or infinities
    std::string why;          ///< of the first suspect; may be empty
    std::string method;       ///< of recomputing; may be empty
    Accused accused;
};
[[nodiscard]] std::string_view huntStateWord(HuntFinding::State state); ///< "equal", "unclear", …

/// From what `compare --json-out` wrote. Errors: those of reading; Code::BadSyntax where it is something
/// else.
[[nodiscard]] Result<HuntFinding> readHuntFinding(const std::string& path);

} // namespace dumpscope::core
