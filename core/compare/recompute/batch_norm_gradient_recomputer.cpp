// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace dumpscope::core {

namespace {

/// Gradients of batch norm over x [N, C, …], with the statistics of the batch or recorded ones.
struct ChannelNormGradient {
    const Operand *x, *g, *scale;   ///< scale may be null
    const Operand *mean, *variance; ///< recorded; null: those of the batch
    double epsilon;
    std::uint64_t batch, channels, plane;

    struct Channel {
        double mean = 0, factor = 1;
        double gradients = 0, along = 0;           ///< sums of g, and of g times normal x
        double sizeOfGradients = 0, sizeAlong = 0; ///< of squares
    };
    std::vector<Channel> known = {};

    const Channel& channel(std::uint64_t c)
    {
        if (known.empty())
            prepare();
        return known[c];
    }

    ExactElement ofInput(std::uint64_t index)
    {
        const std::uint64_t c = index / plane % channels;
        const Channel& one = channel(c);
        const double weight = (scale ? scale->at(c) : 1) * one.factor, own = g->at(index) * weight;
        if (mean != nullptr)
            return {own, std::fabs(own)};
        const auto count = static_cast<double>(batch * plane);
        const double normal = (x->at(index) - one.mean) * one.factor;
        const double shared = weight * one.gradients / count, along = weight * normal * one.along / count;
        return {own - shared - along,
            std::max({std::fabs(own), std::fabs(shared), std::fabs(along),
                std::fabs(weight) * std::sqrt(one.sizeOfGradients) / count})};
    }

    ExactElement ofScale(std::uint64_t c)
    {
        const Channel& one = channel(c);
        return {one.along, std::max(std::fabs(one.along), std::sqrt(one.sizeAlong))};
    }

    ExactElement ofShift(std::uint64_t c)
    {
        const Channel& one = channel(c);
        return {one.gradients, std::max(std::fabs(one.gradients), std::sqrt(one.sizeOfGradients))};
    }

private:
    void prepare()
    {
        known.resize(channels);
        std::vector<double> values(plane), gradients(plane);
        const auto count = static_cast<double>(batch * plane);
        for (std::uint64_t c = 0; c < channels; ++c) {
            Channel& one = known[c];
            double spread = mean != nullptr ? variance->at(c) : 0;
            one.mean = mean != nullptr ? mean->at(c) : 0;
            for (int pass = 0; pass < 2 && mean == nullptr; ++pass) {
                for (std::uint64_t n = 0; n < batch; ++n) {
                    x->gather((n * channels + c) * plane, 1, plane, values.data());
                    for (const double value : values) {
                        if (pass == 0)
                            one.mean += value / count;
                        else
                            spread += (value - one.mean) * (value - one.mean) / count;
                    }
                }
            }
            one.factor = 1 / std::sqrt(spread + epsilon);
            for (std::uint64_t n = 0; n < batch; ++n) {
                x->gather((n * channels + c) * plane, 1, plane, values.data());
                g->gather((n * channels + c) * plane, 1, plane, gradients.data());
                for (std::uint64_t i = 0; i < plane; ++i) {
                    const double term = gradients[i] * (values[i] - one.mean) * one.factor;
                    one.gradients += gradients[i];
                    one.sizeOfGradients += gradients[i] * gradients[i];
                    one.along += term;
                    one.sizeAlong += term * term;
                }
            }
        }
    }
};

class BatchNormGradientRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override { return {"batchnormbackward"}; }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const g = call.tensor(0);
        const OperatorCall* const forward = call.forward.get();
        const Operand* const x = forward ? forward->tensor(0) : nullptr;
        if (g == nullptr || x == nullptr || x->count() == 0 || x->shape().size() < 2
            || g->shape() != x->shape())
            return readings;
        const auto batch = static_cast<std::uint64_t>(x->shape()[0]),
                   channels = static_cast<std::uint64_t>(x->shape()[1]);
        const Operand *mean = forward->tensor(1, {"running_mean"}),
                      *variance = forward->tensor(2, {"running_var"}),
                      *scale = forward->tensor(3, {"weight"});
        for (const Operand* one : {mean, variance, scale}) {
            if (one != nullptr && one->count() != channels)
                return readings;
        }
        constexpr std::size_t kOfTorch = 7;
        const std::vector<double> said = forward->numbers(kOfTorch, {"eps", "epsilon"});
        for (const double epsilon : said.size() == 1 ? said : std::vector<double> {1e-5, 1e-3}) {
            ChannelNormGradient gradient {
                x, g, scale, nullptr, nullptr, epsilon, batch, channels, x->count() / batch / channels};
            add(call, gradient, phrase("statistics of the batch, epsilon %1", numberText(epsilon)), readings);
            gradient.mean = mean;
            gradient.variance = variance;
            if (mean != nullptr && variance != nullptr)
                add(call, gradient, phrase("recorded statistics, epsilon %1", numberText(epsilon)), readings);
        }
        return readings;
    }

private:
    static void add(const OperatorCall& call, const ChannelNormGradient& gradient, const Message& how,
        std::vector<Reading>& readings)
    {
        const auto addOne = [&](Message text, auto element) {
            Reading& reading = readings.emplace_back();
            reading.text = std::move(text);
            reading.roundings = 6;
            reading.terms = static_cast<double>(gradient.batch * gradient.plane);
            reading.cost = 8;
            reading.at = [kept = std::make_shared<ChannelNormGradient>(gradient), element](
                             std::uint64_t i) { return element(*kept, i); };
        };
        if (call.output == gradient.x->shape())
            addOne(phrase("gradient of the input, %1", how),
                [](ChannelNormGradient& one, std::uint64_t i) { return one.ofInput(i); });
        if (call.output != Shape {static_cast<std::int64_t>(gradient.channels)})
            return;
        addOne(phrase("gradient of the scale, %1", how),
            [](ChannelNormGradient& one, std::uint64_t c) { return one.ofScale(c); });
        addOne(phrase("gradient of the shift, %1", how),
            [](ChannelNormGradient& one, std::uint64_t c) { return one.ofShift(c); });
    }
};

} // namespace

void register_batch_norm_gradient_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<BatchNormGradientRecomputer>());
}

} // namespace dumpscope::core
