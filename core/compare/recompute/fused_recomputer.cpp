// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

/// What steps of optimizers are made of: a tensor and what two others add to it. `value` scales that.
struct FusedFunction {
    std::string_view type, text;
    ExactElement (*at)(double x, double a, double b, double value);
};

ExactElement sum(double x, double part)
{
    return {x + part, std::max(std::fabs(x), std::fabs(part))};
}

/// From the nearer end, as PyTorch does: a weight of one gives the end itself.
ExactElement between(double start, double end, double weight, double)
{
    const double way = end - start;
    const double value = std::fabs(weight) < 0.5 ? start + weight * way : end - way * (1 - weight);
    return {value, std::max({std::fabs(start), std::fabs(end), std::fabs(weight * way)})};
}

constexpr std::array kFusedFunctions {
    FusedFunction {"addcmul", "x + value · a · b",
        [](double x, double a, double b, double value) { return sum(x, value * a * b); }},
    FusedFunction {"addcdiv", "x + value · a / b",
        [](double x, double a, double b, double value) { return sum(x, value * a / b); }},
    FusedFunction {"lerp", "x + weight · (a - x)", between},
};

class FusedRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        std::vector<std::string_view> types;
        for (const FusedFunction& function : kFusedFunctions)
            types.push_back(function.type);
        return types;
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const auto x = Broadcast::make(call, 0), a = Broadcast::make(call, 1);
        auto b = Broadcast::make(call, 2);
        if (const auto weight = call.number({"weight"}); !b && weight && call.type == "lerp")
            b = Broadcast(*weight);
        if (!x || !a || !b || !call.endsAt(3))
            return readings;
        const double value = call.number({"value"}).value_or(1);
        for (const FusedFunction& function : kFusedFunctions) {
            if (function.type != call.type)
                continue;
            Reading& reading = readings.emplace_back();
            reading.text = function.text;
            reading.roundings = 4; // of the number and of three operations
            reading.at = [at = function.at, x = *x, a = *a, b = *b, value, &call](std::uint64_t i) {
                return at(x.at(i, call.output), a.at(i, call.output), b.at(i, call.output), value);
            };
        }
        return readings;
    }
};

} // namespace

void register_fused_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<FusedRecomputer>());
}

} // namespace dumpscope::core
