// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Holds every 64-bit integer, signed or not, and differences of two of them.
__extension__ using WideInteger = __int128;

/// The integer where float64 rounds it, for numbers that go through float64; nothing where it does not.
[[nodiscard]] std::optional<WideInteger> ifRounded(WideInteger integer);

/// The same of a text that is a whole 64-bit integer in decimal digits, signed or not.
[[nodiscard]] std::optional<WideInteger> ifRounded(std::string_view text);

/// All digits.
[[nodiscard]] std::string integerText(WideInteger integer);

/// `exact` where it is there, else as numberText.
[[nodiscard]] std::string numberText(double value, const std::optional<WideInteger>& exact);

} // namespace dumpscope::core
