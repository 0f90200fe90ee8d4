// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Result of one check of the machine.
struct SelfTestFinding {
    /// Missing: only some uses need it; Bad: something will fail.
    enum class State : std::uint8_t { Good, Missing, Bad } state = State::Good;
    Message found;  ///< a sentence with the value
    Message remedy; ///< what to do about it; empty when Good
};

struct SelfTestCheck {
    std::string id; ///< stable, kebab-case
    SelfTestFinding finding;
};

/// As bytes for another process; any bytes may be decoded (Code::BadSyntax).
[[nodiscard]] std::string encodeSelfTest(std::span<const SelfTestCheck> checks);
[[nodiscard]] Result<std::vector<SelfTestCheck>> decodeSelfTest(std::string_view bytes);

} // namespace dumpscope::core
