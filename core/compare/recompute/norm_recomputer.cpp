// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dumpscope::core {

namespace {

/// A line is brought to variance one, with or without its mean, then scaled and shifted element by element.
struct Normalisation {
    const Operand* x;
    const Operand* scale;
    const Operand* shift;
    std::uint64_t length;
    bool centred;
    double epsilon;
    std::uint64_t line = ~std::uint64_t {0};
    std::vector<double> values = {};
    double mean = 0, factor = 0, spread = 0;

    ExactElement at(std::uint64_t index)
    {
        if (index / length != line) {
            line = index / length;
            values.resize(length);
            x->gather(line * length, 1, length, values.data());
            const auto count = static_cast<double>(length);
            mean = 0;
            for (const double value : values)
                mean += centred ? value / count : 0;
            double variance = 0;
            for (const double value : values)
                variance += (value - mean) * (value - mean) / count;
            factor = 1 / std::sqrt(variance + epsilon);
            spread = std::sqrt(variance) * factor;
        }
        const std::uint64_t place = index % length;
        const double weight = scale ? scale->at(place) : 1, bias = shift ? shift->at(place) : 0;
        const double scaled = (values[place] - mean) * factor * weight;
        // The mean of n elements, added up in pairs or in blocks, is off by a part of their spread, which is
        // much for an element that lies at the mean.
        constexpr double kPart = 0.25;
        const double atMean = centred ? kPart * std::fabs(spread * weight) : 0;
        return {scaled + bias,
            std::max({std::fabs(scaled), std::fabs(bias), std::fabs(mean * factor * weight), atMean})};
    }
};

/// Layer norm and RMS norm over the axes their weights have.
class NormRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"layernorm", "layernormv3", "layernormalization", "rmsnorm", "npurmsnorm"};
    }

    std::vector<std::string_view> namedTensors() const override { return {"weight", "bias"}; }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const x = call.tensor(0);
        if (x == nullptr || x->shape() != call.output)
            return readings;
        std::vector<const Operand*> weights;
        for (std::size_t slot = 1; slot < call.inputs.size(); ++slot) {
            if (const Operand* weight = call.tensor(slot))
                weights.push_back(weight);
        }
        const bool hasBias = call.named.contains("bias") && call.named.find("bias")->second.tensor;
        if (const Operand* const weight
            = weights.empty() ? call.tensor(call.inputs.size(), {"weight"}) : nullptr)
            weights.push_back(weight);
        else if (hasBias && weights.empty())
            return readings; // a shift alone
        if (hasBias)
            weights.push_back(call.tensor(call.inputs.size(), {"bias"}));
        const bool centred = !call.type.ends_with("rmsnorm");
        const std::uint64_t length = lengthOf(call, weights);
        if (length == 0 || x->count() % length != 0 || weights.size() > (centred ? 2U : 1U))
            return readings;
        for (const Operand* weight : weights) {
            if (weight->count() != length)
                return readings;
        }
        bool isGuessed = false;
        for (const double epsilon : epsilons(call)) {
            Reading& reading = readings.emplace_back();
            reading.isGuessed = std::exchange(isGuessed, saysEpsilon(call));
            reading.text = centred ? phrase("layer norm with epsilon %1", numberText(epsilon))
                                   : phrase("RMS norm with epsilon %1", numberText(epsilon));
            reading.roundings = 4;
            reading.terms = static_cast<double>(length);
            reading.cost = 4;
            reading.at
                = [kept = std::make_shared<Normalisation>(Normalisation {x,
                       weights.empty() ? nullptr : weights[0], weights.size() < 2 ? nullptr : weights[1],
                       length, centred, epsilon})](std::uint64_t i) { return kept->at(i); };
        }
        return readings;
    }

private:
    /// Elements that are brought together: those of the weight, of the shape that is given, or of the last
    /// axis.
    static std::uint64_t lengthOf(const OperatorCall& call, const std::vector<const Operand*>& weights)
    {
        if (!weights.empty())
            return weights.front()->count();
        double length = 1;
        if (call.inputs.size() > 1 && !call.inputs[1].numbers.empty()) {
            for (const double number : call.inputs[1].numbers)
                length *= number;
            return length >= 1 && length < 0x1p40 ? static_cast<std::uint64_t>(length) : 0;
        }
        return call.output.empty() ? 1 : static_cast<std::uint64_t>(call.output.back());
    }

    static bool saysEpsilon(const OperatorCall& call)
    {
        return call.number({"eps", "epsilon"}) || (call.inputs.size() > 2 && call.inputs.back().isNumber());
    }

    /// What the call says first, then what is usual.
    static std::vector<double> epsilons(const OperatorCall& call)
    {
        std::vector<double> all;
        const auto add = [&](double epsilon) {
            if (std::find(all.begin(), all.end(), epsilon) == all.end())
                all.push_back(epsilon);
        };
        if (const auto said = call.number({"eps", "epsilon"}))
            add(*said);
        if (call.inputs.size() > 2 && call.inputs.back().isNumber())
            add(call.inputs.back().numbers.front());
        for (const double usual : {1e-5, 1e-6, 1e-12, 1e-7, 1e-8, 1e-3})
            add(usual);
        return all;
    }
};

} // namespace

void register_norm_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<NormRecomputer>());
}

} // namespace dumpscope::core
