// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/non_finite_look.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

bool isInfOfSign(const std::optional<double>& value, bool isNegative)
{
    return value && std::isinf(*value) && std::signbit(*value) == isNegative;
}

} // namespace

Result<NonFiniteLook> NonFiniteLook::make(const TrendFigures& figures, TaskContext& task)
{
    NonFiniteLook look;
    constexpr std::array<std::string_view, kColumns> kNames {
        "nan_count", "pos_inf_count", "neg_inf_count", "min", "max", "l2norm", "mean"};
    for (std::size_t i = 0; i < kColumns; ++i) {
        TRY_ASSIGN(look.m_columns[i], figures.column(kNames[i], task));
    }
    return look;
}

bool NonFiniteLook::hasNan(std::size_t cell) const
{
    if (const auto count = nanCount(cell))
        return *count != 0;
    for (const Column column : {Min, Max})
        if (const auto value = at(column, cell); value && std::isnan(*value))
            return true;
    const auto norm = at(Norm, cell), mean = at(Mean, cell);
    // The mean of both infinities is NaN, too.
    return (norm && std::isnan(*norm))
        || (mean && std::isnan(*mean) && !hasPositiveInf(cell) && !hasNegativeInf(cell));
}

bool NonFiniteLook::hasPositiveInf(std::size_t cell) const
{
    if (const auto count = at(PosInf, cell); count && *count > 0)
        return true;
    return isInfOfSign(at(Max, cell), false) || isInfOfSign(at(Min, cell), false);
}

bool NonFiniteLook::hasNegativeInf(std::size_t cell) const
{
    if (const auto count = at(NegInf, cell); count && *count > 0)
        return true;
    return isInfOfSign(at(Max, cell), true) || isInfOfSign(at(Min, cell), true);
}

bool NonFiniteLook::hasUnsignedInf(std::size_t cell) const
{
    const auto norm = at(Norm, cell);
    return norm && std::isinf(*norm) && !at(Max, cell) && !at(Min, cell);
}

bool NonFiniteLook::hasNumbers(std::size_t cell) const
{
    constexpr std::array kSizes {Min, Max, Norm, Mean};
    return std::ranges::any_of(kSizes, [&](Column column) { return at(column, cell).has_value(); });
}

std::optional<bool> NonFiniteLook::hasAny(std::size_t cell) const
{
    if (hasNan(cell) || hasPositiveInf(cell) || hasNegativeInf(cell) || hasUnsignedInf(cell))
        return true;
    return hasNumbers(cell) ? std::optional(false) : std::nullopt;
}

std::optional<double> NonFiniteLook::infCount(std::size_t cell) const
{
    const auto positive = at(PosInf, cell), negative = at(NegInf, cell);
    return positive && negative ? std::optional(*positive + *negative) : std::nullopt;
}

} // namespace dumpscope::core
