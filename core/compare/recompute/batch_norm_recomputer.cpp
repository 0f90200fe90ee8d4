// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

/// x [N, C, …]: every channel is brought to mean 0 and variance 1, then scaled and shifted.
struct ChannelNorm {
    const Operand* x;
    const Operand *mean, *variance; ///< recorded; null: those of the batch
    const Operand *scale, *shift;   ///< may be null
    double epsilon;
    std::uint64_t channels = 1, plane = 1, batch = 1;

    struct Channel {
        double mean = 0, factor = 1, spread = 0;
    };
    std::vector<Channel> known = {};

    ExactElement at(std::uint64_t index)
    {
        if (known.empty())
            prepare();
        const std::uint64_t c = index / plane % channels;
        const Channel& channel = known[c];
        const double weight = scale ? scale->at(c) : 1, bias = shift ? shift->at(c) : 0;
        const double scaled = (x->at(index) - channel.mean) * channel.factor * weight;
        // As of layer norm: an element at the mean is off by a part of the spread.
        constexpr double kPart = 0.25;
        return {scaled + bias,
            std::max({std::fabs(scaled), std::fabs(bias), std::fabs(channel.mean * channel.factor * weight),
                kPart * std::fabs(channel.spread * weight)})};
    }

private:
    void prepare()
    {
        known.resize(channels);
        std::vector<double> line(plane);
        for (std::uint64_t c = 0; c < channels; ++c) {
            Channel& channel = known[c];
            double spread = 0;
            if (mean != nullptr) {
                channel.mean = mean->at(c);
                spread = variance->at(c);
            } else {
                const auto count = static_cast<double>(batch * plane);
                forEachLine(c, line, [&] {
                    for (const double value : line)
                        channel.mean += value / count;
                });
                forEachLine(c, line, [&] {
                    for (const double value : line)
                        spread += (value - channel.mean) * (value - channel.mean) / count;
                });
            }
            channel.factor = 1 / std::sqrt(spread + epsilon);
            channel.spread = std::sqrt(spread) * channel.factor;
        }
    }

    template<typename Take>
    void forEachLine(std::uint64_t c, std::vector<double>& line, const Take& take) const
    {
        for (std::uint64_t n = 0; n < batch; ++n) {
            x->gather((n * channels + c) * plane, 1, plane, line.data());
            take();
        }
    }
};

/// Batch norm in both modes. What a dump does not say, golden shows: whether the statistics of the batch were
/// used or recorded ones, and whether these stand before the weights (PyTorch) or behind them (MindSpore,
/// ONNX).
class BatchNormRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"batchnorm", "batchnormv3", "bninfer", "batchnormalization"};
    }
    std::vector<std::string_view> namedTensors() const override
    {
        return {"weight", "bias", "running_mean", "running_var"};
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const x = call.tensor(0);
        if (x == nullptr || x->shape() != call.output || call.output.size() < 2 || x->count() == 0)
            return readings;
        ChannelNorm norm {x, nullptr, nullptr, nullptr, nullptr, 0};
        norm.batch = static_cast<std::uint64_t>(call.output[0]);
        norm.channels = static_cast<std::uint64_t>(call.output[1]);
        norm.plane = x->count() / (norm.batch * norm.channels);
        std::array<const Operand*, 4> given {call.tensor(1, {"running_mean"}),
            call.tensor(2, {"running_var"}), call.tensor(3, {"weight"}), call.tensor(4, {"bias"})};
        for (const Operand* one : given) {
            if (one != nullptr && one->count() != norm.channels)
                return readings;
        }
        for (const bool areWeightsFirst : {false, true}) {
            if (areWeightsFirst)
                std::rotate(given.begin(), given.begin() + 2, given.end());
            norm.scale = given[2];
            norm.shift = given[3];
            const Message order
                = areWeightsFirst ? phrase("scale and shift first") : phrase("statistics first");
            for (const double epsilon : epsilons(call)) {
                norm.epsilon = epsilon;
                norm.mean = norm.variance = nullptr;
                add(readings, norm,
                    phrase("batch norm with the statistics of the batch, epsilon %1, %2", numberText(epsilon),
                        order));
                norm.mean = given[0];
                norm.variance = given[1];
                if (norm.mean != nullptr && norm.variance != nullptr)
                    add(readings, norm,
                        phrase("batch norm with recorded statistics, epsilon %1, %2", numberText(epsilon),
                            order));
            }
            if (given[2] == nullptr && given[3] == nullptr)
                break;
        }
        return readings;
    }

private:
    static void add(std::vector<Reading>& readings, const ChannelNorm& norm, Message text)
    {
        Reading& reading = readings.emplace_back();
        reading.text = std::move(text);
        reading.roundings = 4;
        reading.terms = static_cast<double>(norm.batch * norm.plane);
        reading.cost = 8;
        reading.at = [kept = std::make_shared<ChannelNorm>(norm)](std::uint64_t i) { return kept->at(i); };
    }

    /// What the call says, else what is usual.
    static std::vector<double> epsilons(const OperatorCall& call)
    {
        constexpr std::size_t kOfTorch = 7;
        const std::vector<double> said = call.numbers(kOfTorch, {"eps", "epsilon"});
        return said.size() == 1 ? said : std::vector<double> {1e-5, 1e-3, 1e-6, 1e-4};
    }
};

} // namespace

void register_batch_norm_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<BatchNormRecomputer>());
}

} // namespace dumpscope::core
