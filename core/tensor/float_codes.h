// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace dumpscope::core {

// Exact decoders of single codes. NaN payloads keep their sign; tests compare all codes.
[[nodiscard]] float halfToFloat(std::uint16_t bits);
[[nodiscard]] std::uint16_t floatToHalf(float value); ///< round to nearest even
[[nodiscard]] float bfloat16ToFloat(std::uint16_t bits);
[[nodiscard]] std::uint16_t floatToBfloat16(float value); ///< round to nearest even
[[nodiscard]] float float8e4m3fnToFloat(std::uint8_t bits);
[[nodiscard]] float float8e5m2ToFloat(std::uint8_t bits);
[[nodiscard]] float float8e8m0ToFloat(std::uint8_t bits);
[[nodiscard]] float hifloat8ToFloat(std::uint8_t bits);
[[nodiscard]] float float8e4m3fnuzToFloat(std::uint8_t bits);
[[nodiscard]] float float8e5m2fnuzToFloat(std::uint8_t bits);
[[nodiscard]] float float8e4m3ToFloat(std::uint8_t bits);
[[nodiscard]] float float8e3m4ToFloat(std::uint8_t bits);
[[nodiscard]] float float8e4m3b11fnuzToFloat(std::uint8_t bits);

} // namespace dumpscope::core
