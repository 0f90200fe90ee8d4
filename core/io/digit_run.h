// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dumpscope::core {

namespace detail {

inline constexpr std::size_t kDigitBlock = sizeof(std::uint64_t);

[[nodiscard]] inline std::uint64_t digitBlock(const char* at)
{
    std::uint64_t block = 0;
    std::memcpy(&block, at, sizeof(block));
    return block;
}

[[nodiscard]] inline bool isAllDigits(std::uint64_t block)
{
    // '0' to '9' are 0x30 to 0x39, and stay below 0x40 when 6 is added; what carries into its neighbour had
    // an upper half of its own.
    constexpr std::uint64_t kUpper = 0xF0F0F0F0F0F0F0F0;
    return ((block & kUpper) | ((block + 0x0606060606060606) & kUpper) >> 4U) == 0x3333333333333333;
}

/// The number of eight digits, the first of them in the lowest byte: neighbours are joined three times.
[[nodiscard]] inline std::uint64_t joinDigits(std::uint64_t block)
{
    block = (block & 0x0F0F0F0F0F0F0F0F) * (10 * 0x100 + 1) >> 8U;
    block = (block & 0x00FF00FF00FF00FF) * (100 * 0x10000 + 1) >> 16U;
    return (block & 0x0000FFFF0000FFFF) * (10000 * 0x100000000 + 1) >> 32U;
}

} // namespace detail

/// Reads decimal digits from `at` up to `end` and appends them to those in `value`; returns where they stop.
/// The caller ensures that they fit.
[[nodiscard]] inline const char* takeDigits(const char* at, const char* end, std::uint64_t& value)
{
    if constexpr (std::endian::native == std::endian::little) {
        constexpr std::uint64_t kTenTo8 = 100'000'000;
        while (end - at >= static_cast<std::ptrdiff_t>(detail::kDigitBlock)) {
            const std::uint64_t block = detail::digitBlock(at);
            if (!detail::isAllDigits(block))
                break;
            value = value * kTenTo8 + detail::joinDigits(block);
            at += detail::kDigitBlock;
        }
    }
    for (; at != end && *at >= '0' && *at <= '9'; ++at)
        value = value * 10 + static_cast<std::uint64_t>(*at - '0');
    return at;
}

} // namespace dumpscope::core
