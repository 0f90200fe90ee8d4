// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/other_input.h"

#include "compare/elements/significand.h"
#include "compare/suspects/suspect.h"
#include "compare/suspects/suspect_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

struct Sums {
    double golden = 0, target = 0, product = 0, error = 0; ///< of squares, of x·y, of (x - y)²
};

/// Nothing where the sums are no numbers, golden is zero or the task is stopped.
std::optional<Sums> sumsOf(const Operand& target, const Operand& golden, const TaskContext& task)
{
    constexpr std::uint64_t kMost = 1U << 22, kBetweenChecks = 65536;
    if (target.shape() != golden.shape() || target.count() > kMost)
        return std::nullopt;
    Sums sums;
    for (std::uint64_t i = 0; i < target.count(); ++i) {
        if (i % kBetweenChecks == 0 && task.stopped())
            return std::nullopt;
        const double x = target.at(i), y = golden.at(i);
        sums.golden += y * y;
        sums.target += x * x;
        sums.product += x * y;
        sums.error += (x - y) * (x - y);
    }
    const bool isNumber = std::isfinite(sums.golden) && std::isfinite(sums.target) && sums.golden > 0;
    return isNumber ? std::optional(sums) : std::nullopt;
}

} // namespace

Message OtherInput::text(std::size_t ranks) const
{
    if (!factor)
        return phrase("input %1, which was not paired, is off by %2 (relative L2)", slot, errorDigits(error));
    constexpr double kSame = 1e-3;
    const auto all = static_cast<double>(ranks);
    const std::string times = fmt::format("{:.4g}", *factor);
    return ranks > 1 && std::fabs(*factor - all) <= kSame * all
        ? phrase("input %1, which was not paired, is %2 times golden's, as a sum over %3 ranks that was not "
                 "divided by their number",
            slot, times, ranks)
        : phrase("input %1, which was not paired, is %2 times golden's", slot, times);
}

std::optional<OtherInput> otherInput(const OperatorCall& target, const OperatorCall& golden,
    const std::set<std::int32_t>& paired, double noise, const TaskContext& task)
{
    constexpr double kUnits = 4;
    std::optional<OtherInput> worst;
    for (std::size_t i = 0; i < std::min(target.inputs.size(), golden.inputs.size()); ++i) {
        const Operand *const x = target.tensor(i), *const y = golden.tensor(i);
        const auto slot = static_cast<std::int32_t>(i);
        const int bits = x && y ? std::min(significandBits(x->dtype()), significandBits(y->dtype())) : 0;
        const auto sums = bits > 0 && !paired.contains(slot) ? sumsOf(*x, *y, task) : std::nullopt;
        if (!sums || !x->check() || !y->check())
            continue;
        const double allowed = kSuspectScore * std::max(noise, kUnits * std::ldexp(1.0, -bits));
        const double error = std::sqrt(sums->error / sums->golden);
        if (error <= allowed || (worst && error <= worst->error))
            continue;
        worst = OtherInput {slot, error, {}};
        const double factor = sums->product / sums->golden;
        const double rest = std::max(0.0, sums->target - factor * sums->product);
        if (x->count() > 1 && sums->target > 0 && std::sqrt(rest / sums->target) <= allowed)
            worst->factor = factor;
    }
    return worst;
}

} // namespace dumpscope::core
