// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>

namespace dumpscope::core {

namespace {

/// The derivative of a function of every element for itself.
struct Derivative {
    std::string_view type, text;
    double (*at)(double x);
    std::string_view approximate = {}; ///< the word that asks for it
};

double logistic(double x)
{
    return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}

double ofGelu(double x)
{
    const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
    return 0.5 * std::erfc(-x / std::numbers::sqrt2) + x * density;
}

double ofGeluByTanh(double x)
{
    const double factor = std::sqrt(2 / std::numbers::pi);
    const double t = std::tanh(factor * (x + 0.044715 * x * x * x));
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * factor * (1 + 3 * 0.044715 * x * x);
}

constexpr std::array kDerivatives {
    Derivative {"relubackward", "g where x > 0", [](double x) { return x > 0 ? 1.0 : 0.0; }},
    Derivative {"gelubackward", "g (Φ(x) + x φ(x))", ofGelu, "none"},
    Derivative {"gelubackward", "g (x Φ(x))' by tanh", ofGeluByTanh, "tanh"},
    Derivative {
        "silubackward", "g (x σ(x))'", [](double x) { return logistic(x) * (1 + x * (1 - logistic(x))); }},
    Derivative {"sigmoidbackward", "g σ(x) (1 - σ(x))", [](double x) { return logistic(x) * logistic(-x); }},
    Derivative {
        "tanhbackward", "g (1 - tanh²(x))", [](double x) { return 1 / (std::cosh(x) * std::cosh(x)); }},
    Derivative {"expbackward", "g eˣ", [](double x) { return std::exp(x); }},
};

/// Gradients of activations, and of softmax along an axis.
class ActivationGradientRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        std::vector<std::string_view> types {"softmaxbackward", "logsoftmaxbackward", "relugrad"};
        for (const Derivative& one : kDerivatives) {
            if (std::ranges::find(types, one.type) == types.end())
                types.push_back(one.type);
        }
        return types;
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const g = call.tensor(0);
        // MindSpore gives the gradient and the forward output to an operator of its own.
        const Operand* const x = call.type == "relugrad" ? call.tensor(1)
            : call.forward                               ? call.forward->tensor(0)
                                                         : nullptr;
        if (g == nullptr || x == nullptr || g->shape() != call.output || x->shape() != call.output)
            return readings;
        if (call.type.ends_with("softmaxbackward")) {
            for (std::size_t axis = 0; axis < call.output.size(); ++axis)
                addSoftmax(call, *g, *x, axis, readings);
            return readings;
        }
        const std::string_view type = call.type == "relugrad" ? "relubackward" : std::string_view(call.type);
        const std::string_view said
            = call.forward ? call.forward->word(1, "approximate") : std::string_view();
        for (const Derivative& one : kDerivatives) {
            if (one.type != type || (!said.empty() && !one.approximate.empty() && said != one.approximate))
                continue;
            Reading& reading = readings.emplace_back();
            reading.text = std::string(one.text);
            reading.roundings = type == "relubackward" ? 1 : 4;
            reading.at = [g, x, at = one.at](std::uint64_t i) {
                const double value = g->at(i) * at(x->at(i));
                return ExactElement {value, std::fabs(g->at(i))};
            };
        }
        return readings;
    }

private:
    struct SoftmaxLine {
        const Operand *g, *x;
        std::uint64_t length, behind;
        bool isLog;
        std::uint64_t number = ~std::uint64_t {0};
        std::vector<double> gradient = {}, share = {};
        double sum = 0, size = 0;

        ExactElement at(std::uint64_t index)
        {
            const std::uint64_t inner = index % behind, place = index / behind % length,
                                outer = index / behind / length;
            if (outer * behind + inner != number)
                read(outer, inner);
            const double value
                = isLog ? gradient[place] - share[place] * sum : share[place] * (gradient[place] - sum);
            const double part
                = isLog ? std::fabs(gradient[place]) : share[place] * std::fabs(gradient[place]);
            return {value, std::max({std::fabs(value), part, share[place] * size})};
        }

        void read(std::uint64_t outer, std::uint64_t inner)
        {
            number = outer * behind + inner;
            gradient.resize(length);
            share.resize(length);
            const std::uint64_t first = outer * length * behind + inner;
            g->gather(first, behind, length, gradient.data());
            x->gather(first, behind, length, share.data());
            const double most = *std::ranges::max_element(share);
            double all = 0;
            for (double& one : share) {
                one = std::exp(one - most);
                all += one;
            }
            sum = size = 0;
            for (std::uint64_t i = 0; i < length; ++i) {
                share[i] /= all;
                const double term = isLog ? gradient[i] : share[i] * gradient[i];
                sum += term;
                size = std::max(size, std::fabs(term));
            }
        }
    };

    static void addSoftmax(const OperatorCall& call, const Operand& g, const Operand& x, std::size_t axis,
        std::vector<Reading>& readings)
    {
        SoftmaxLine line {
            &g, &x, static_cast<std::uint64_t>(call.output[axis]), 1, call.type.starts_with("log")};
        for (std::size_t i = axis + 1; i < call.output.size(); ++i)
            line.behind *= static_cast<std::uint64_t>(call.output[i]);
        if (line.length == 0)
            return;
        Reading& reading = readings.emplace_back();
        reading.text = phrase("gradient of softmax along axis %1", axis);
        reading.roundings = 4;
        reading.terms = static_cast<double>(line.length);
        reading.cost = static_cast<double>(line.length);
        reading.at = [kept = std::make_shared<SoftmaxLine>(line)](std::uint64_t i) { return kept->at(i); };
    }
};

} // namespace

void register_activation_gradient_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<ActivationGradientRecomputer>());
}

} // namespace dumpscope::core
