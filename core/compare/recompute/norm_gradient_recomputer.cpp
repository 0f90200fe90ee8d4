// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace dumpscope::core {

namespace {

/// Lines of x that are brought to variance one, and the gradients of what came of them.
struct NormGradient {
    const Operand *x, *g, *scale; ///< scale may be null
    std::uint64_t length, lines;
    bool centred;
    double epsilon;

    /// A line of x brought to variance one, and its factor.
    struct Line {
        std::vector<double> normal, gradient;
        double factor = 0;
    };
    std::uint64_t number = ~std::uint64_t {0};
    Line line = {};
    std::vector<double> sums = {}, sizes = {}; ///< of the scale or shift, all at once

    void read(std::uint64_t which)
    {
        if (which == number)
            return;
        number = which;
        line.normal.resize(length);
        line.gradient.resize(length);
        x->gather(which * length, 1, length, line.normal.data());
        g->gather(which * length, 1, length, line.gradient.data());
        const auto count = static_cast<double>(length);
        double mean = 0, variance = 0;
        for (const double value : line.normal)
            mean += centred ? value / count : 0;
        for (const double value : line.normal)
            variance += (value - mean) * (value - mean) / count;
        line.factor = 1 / std::sqrt(variance + epsilon);
        for (double& value : line.normal)
            value = (value - mean) * line.factor;
    }

    ExactElement ofInput(std::uint64_t index)
    {
        read(index / length);
        const auto count = static_cast<double>(length);
        double mean = 0, along = 0, size = 0;
        const auto scaled
            = [&](std::uint64_t i) { return line.gradient[i] * (scale != nullptr ? scale->at(i) : 1); };
        for (std::uint64_t i = 0; i < length; ++i) {
            const double one = scaled(i);
            mean += one / count;
            along += one * line.normal[i] / count;
            size += one * one / count;
        }
        const std::uint64_t place = index % length;
        const double own = scaled(place), normal = line.normal[place];
        const double value = line.factor * (own - (centred ? mean : 0) - normal * along);
        // Sums over the line are off by a part of what they are made of.
        constexpr double kPart = 0.25;
        return {value,
            std::max({std::fabs(value), line.factor * std::fabs(own), line.factor * std::fabs(normal * along),
                kPart * line.factor * std::sqrt(size)})};
    }

    ExactElement ofParameter(std::uint64_t index, bool isScale)
    {
        if (sums.empty()) {
            sums.resize(length);
            sizes.resize(length);
            for (std::uint64_t which = 0; which < lines; ++which) {
                read(which);
                for (std::uint64_t i = 0; i < length; ++i) {
                    const double term = line.gradient[i] * (isScale ? line.normal[i] : 1);
                    sums[i] += term;
                    sizes[i] += term * term;
                }
            }
        }
        return {sums[index], std::max(std::fabs(sums[index]), std::sqrt(sizes[index]))};
    }
};

/// Gradients of layer and RMS norm.
class NormGradientRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"layernormbackward", "rmsnormbackward", "npurmsnormbackward"};
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const g = call.tensor(0);
        const Operand* const x = call.forward ? call.forward->tensor(0) : nullptr;
        if (g == nullptr || x == nullptr || x->count() == 0 || g->shape() != x->shape())
            return readings;
        const bool centred = !call.type.starts_with("rms") && !call.type.starts_with("npu");
        const Operand* scale = nullptr;
        for (std::size_t slot = 1; slot < call.forward->inputs.size() && scale == nullptr; ++slot)
            scale = call.forward->tensor(slot);
        if (scale == nullptr)
            scale = call.forward->tensor(call.forward->inputs.size(), {"weight"});
        const std::uint64_t length
            = scale != nullptr ? scale->count() : static_cast<std::uint64_t>(x->shape().back());
        if (length == 0 || x->count() % length != 0)
            return readings;
        NormGradient gradient {x, g, scale, length, x->count() / length, centred, 0};
        for (const double epsilon : epsilons(*call.forward)) {
            gradient.epsilon = epsilon;
            add(call, gradient, readings);
        }
        return readings;
    }

private:
    static void add(const OperatorCall& call, const NormGradient& gradient, std::vector<Reading>& readings)
    {
        const auto addOne = [&](Message text, auto element, double terms) {
            Reading& reading = readings.emplace_back();
            reading.text = std::move(text);
            reading.roundings = 6;
            reading.terms = terms;
            reading.cost = 8;
            reading.at = [kept = std::make_shared<NormGradient>(gradient), element](
                             std::uint64_t i) { return element(*kept, i); };
        };
        const std::string epsilon = numberText(gradient.epsilon);
        if (call.output == gradient.x->shape())
            addOne(
                phrase("gradient of the input, epsilon %1", epsilon),
                [](NormGradient& one, std::uint64_t i) { return one.ofInput(i); },
                static_cast<double>(gradient.length));
        if (gradient.scale == nullptr || call.output != gradient.scale->shape())
            return;
        addOne(
            phrase("gradient of the scale, epsilon %1", epsilon),
            [](NormGradient& one, std::uint64_t i) { return one.ofParameter(i, true); },
            static_cast<double>(gradient.lines));
        if (gradient.centred)
            addOne(
                phrase("gradient of the shift"),
                [](NormGradient& one, std::uint64_t i) { return one.ofParameter(i, false); },
                static_cast<double>(gradient.lines));
    }

    /// What the forward call says, else what is usual.
    static std::vector<double> epsilons(const OperatorCall& forward)
    {
        if (const auto said = forward.number({"eps", "epsilon"}))
            return {*said};
        if (forward.inputs.size() > 2 && forward.inputs.back().isNumber())
            return {forward.inputs.back().numbers.front()};
        return {1e-5, 1e-6, 1e-12};
    }
};

} // namespace

void register_norm_gradient_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<NormGradientRecomputer>());
}

} // namespace dumpscope::core
