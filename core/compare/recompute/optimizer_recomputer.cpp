// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace dumpscope::core {

namespace {

/// What a step of an optimizer is given, element by element.
struct StepArguments {
    std::optional<Broadcast> parameter, first, second, gradient; ///< first: also what a momentum keeps
    std::optional<Broadcast> rate, beta1, beta2, epsilon, decay, power1, power2;
};

struct StepValues {
    double parameter, first, second, gradient, rate, beta1, beta2, epsilon, decay, power1, power2;
};

using StepFunction = double (*)(const StepValues&); ///< what is taken from the parameter

double keptFirst(const StepValues& x)
{
    return x.beta1 * x.first + (1 - x.beta1) * x.gradient;
}
double keptSecond(const StepValues& x)
{
    return x.beta2 * x.second + (1 - x.beta2) * x.gradient * x.gradient;
}

/// Both bias corrections in the rate, epsilon beside the root that is not corrected, as TensorFlow has it.
double adam(const StepValues& x)
{
    const double rate = x.rate * std::sqrt(1 - x.power2) / (1 - x.power1);
    return rate * keptFirst(x) / (std::sqrt(keptSecond(x)) + x.epsilon);
}
/// Epsilon beside the corrected root, as PyTorch has it.
double adamOfTorch(const StepValues& x)
{
    const double root = std::sqrt(keptSecond(x) / (1 - x.power2)) + x.epsilon;
    return x.rate * keptFirst(x) / (1 - x.power1) / root;
}
double adamWithoutCorrection(const StepValues& x)
{
    return x.rate * (keptFirst(x) / (std::sqrt(keptSecond(x)) + x.epsilon) + x.decay * x.parameter);
}
double momentum(const StepValues& x)
{
    return x.rate * (x.beta1 * x.first + x.gradient);
}
double nesterov(const StepValues& x)
{
    return x.rate * (x.gradient + x.beta1 * (x.beta1 * x.first + x.gradient));
}
double descent(const StepValues& x)
{
    return x.rate * x.gradient;
}

void addStep(std::vector<Reading>& readings, const OperatorCall& call, const StepArguments& given,
    StepFunction function, Message text)
{
    Reading& reading = readings.emplace_back();
    reading.text = std::move(text);
    reading.roundings = 8; // of the averages, the root, the quotient, the product and the difference
    reading.cost = 16;
    reading.at = [&call, given, function](std::uint64_t i) {
        const auto at = [&](const std::optional<Broadcast>& argument) {
            return argument ? argument->at(i, call.output) : 0.0;
        };
        const StepValues x {at(given.parameter), at(given.first), at(given.second), at(given.gradient),
            at(given.rate), at(given.beta1), at(given.beta2), at(given.epsilon), at(given.decay),
            at(given.power1), at(given.power2)};
        const double step = function(x);
        return ExactElement {x.parameter - step, std::max(std::fabs(x.parameter), std::fabs(step))};
    };
}

/// Slots of arguments in the order of StepArguments; none: the operator does not have it.
struct Signature {
    std::string_view type;
    int parameter, first, second, gradient, rate, beta1, beta2, epsilon, decay, power1, power2;
};
constexpr int kNone = -1;
constexpr std::array kSignatures {
    Signature {"adam", 0, 1, 2, 9, 5, 6, 7, 8, kNone, 3, 4},
    Signature {"applyadam", 0, 1, 2, 9, 5, 6, 7, 8, kNone, 3, 4},
    Signature {"applyadamd", 0, 1, 2, 9, 5, 6, 7, 8, kNone, 3, 4},
    Signature {"adamweightdecay", 0, 1, 2, 8, 3, 4, 5, 6, 7, kNone, kNone},
    Signature {"applymomentum", 0, 1, kNone, 3, 2, 4, kNone, kNone, kNone, kNone, kNone},
    Signature {"applymomentumd", 0, 1, kNone, 3, 2, 4, kNone, kNone, kNone, kNone, kNone},
    Signature {"applygradientdescent", 0, kNone, kNone, 2, 1, kNone, kNone, kNone, kNone, kNone, kNone},
};

/// A step of an optimizer that one operator computes: what it gives is the parameter.
class OptimizerRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        std::vector<std::string_view> types;
        for (const Signature& signature : kSignatures)
            types.push_back(signature.type);
        return types;
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const auto signature = std::ranges::find(kSignatures, call.type, &Signature::type);
        if (signature == kSignatures.end())
            return readings;
        const auto given = argumentsOf(call, *signature);
        if (!given)
            return readings;
        if (call.type == "applygradientdescent") {
            addStep(readings, call, *given, descent, phrase("parameter - rate · gradient"));
        } else if (call.type.starts_with("applymomentum")) {
            addStep(readings, call, *given, momentum, phrase("a step with momentum"));
            addStep(readings, call, *given, nesterov, phrase("a step with Nesterov's momentum"));
        } else if (call.type == "adamweightdecay") {
            addStep(readings, call, *given, adamWithoutCorrection,
                phrase("a step of Adam without correction of its averages"));
        } else {
            addStep(readings, call, *given, adam, phrase("a step of Adam, epsilon beside the root"));
            addStep(readings, call, *given, adamOfTorch,
                phrase("a step of Adam, epsilon beside the corrected root"));
        }
        return readings;
    }

private:
    /// Nothing where an argument is missing or does not fit.
    static std::optional<StepArguments> argumentsOf(const OperatorCall& call, const Signature& signature)
    {
        StepArguments given;
        bool isWhole = true;
        const auto take = [&](int slot, std::optional<Broadcast>& argument) {
            if (slot == kNone)
                return;
            argument = Broadcast::make(call, static_cast<std::size_t>(slot));
            isWhole = isWhole && argument;
        };
        take(signature.gradient, given.gradient);
        take(signature.rate, given.rate);
        take(signature.beta1, given.beta1);
        take(signature.beta2, given.beta2);
        take(signature.epsilon, given.epsilon);
        take(signature.decay, given.decay);
        take(signature.power1, given.power1);
        take(signature.power2, given.power2);
        take(signature.parameter, given.parameter);
        take(signature.first, given.first);
        take(signature.second, given.second);
        return isWhole ? std::optional(given) : std::nullopt;
    }
};

} // namespace

void register_optimizer_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<OptimizerRecomputer>());
}

} // namespace dumpscope::core
