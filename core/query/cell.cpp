// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/cell.h"

#include "base/text.h"

#include <cmath>
#include <type_traits>
#include <utility>

namespace dumpscope::core {

namespace {

template<typename T>
constexpr bool kIsNumber
    = std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::uint64_t> || std::is_same_v<T, double>;

std::partial_ordering compareIntegers(auto a, auto b)
{
    if (std::cmp_less(a, b))
        return std::partial_ordering::less;
    return std::cmp_equal(a, b) ? std::partial_ordering::equivalent : std::partial_ordering::greater;
}

/// Exact: the integer part of `real` is compared as an integer, then its fraction.
template<typename Integer> std::partial_ordering compareWithReal(Integer integer, double real)
{
    if (std::isnan(real))
        return std::partial_ordering::unordered;
    constexpr double kBeyond = std::is_signed_v<Integer> ? 0x1p63 : 0x1p64;
    constexpr double kLowest = std::is_signed_v<Integer> ? -0x1p63 : 0.0;
    if (real >= kBeyond)
        return std::partial_ordering::less;
    if (real < kLowest)
        return std::partial_ordering::greater;
    const double whole = std::floor(real);
    const auto floorOrder = compareIntegers(integer, static_cast<Integer>(whole));
    if (floorOrder != std::partial_ordering::equivalent || whole == real)
        return floorOrder;
    return std::partial_ordering::less;
}

std::partial_ordering reversed(std::partial_ordering order)
{
    if (order == std::partial_ordering::less)
        return std::partial_ordering::greater;
    return order == std::partial_ordering::greater ? std::partial_ordering::less : order;
}

struct NumberOrder {
    template<typename A, typename B> std::partial_ordering operator()(const A& a, const B& b) const
    {
        if constexpr (!kIsNumber<A> || !kIsNumber<B>)
            return std::partial_ordering::unordered;
        else if constexpr (std::is_same_v<A, double> && std::is_same_v<B, double>)
            return a <=> b;
        else if constexpr (std::is_same_v<A, double>)
            return reversed(compareWithReal(b, a));
        else if constexpr (std::is_same_v<B, double>)
            return compareWithReal(a, b);
        else
            return compareIntegers(a, b);
    }
};

} // namespace

std::string cellText(const Cell& cell)
{
    std::string out;
    std::visit(
        [&out](const auto& value) {
            using T = std::decay_t<decltype(value)>;
            if constexpr (kIsNumber<T>)
                appendNumber(out, value);
            else if constexpr (!std::is_same_v<T, std::monostate>)
                out = value;
        },
        cell);
    return out;
}

std::optional<double> cellNumber(const Cell& cell)
{
    return std::visit(
        [](const auto& value) -> std::optional<double> {
            if constexpr (kIsNumber<std::decay_t<decltype(value)>>)
                return static_cast<double>(value);
            else
                return std::nullopt;
        },
        cell);
}

Cell integerCell(WideInteger integer)
{
    return integer > INT64_MAX ? Cell(static_cast<std::uint64_t>(integer))
                               : Cell(static_cast<std::int64_t>(integer));
}

std::string_view cellView(const Cell& cell)
{
    if (const auto* view = std::get_if<std::string_view>(&cell))
        return *view;
    if (const auto* owned = std::get_if<std::string>(&cell))
        return *owned;
    return {};
}

std::partial_ordering compareNumbers(const Cell& a, const Cell& b)
{
    return std::visit(NumberOrder {}, a, b);
}

} // namespace dumpscope::core
