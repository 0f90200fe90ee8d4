// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/exact_sum.h"
#include "compare/recompute/spatial_window.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace dumpscope::core {

namespace {

/// g [N, M, …] of x [N, C, …] and weight [M, C / groups, …].
struct ConvolutionGradient {
    const Operand *g, *x, *weight;
    SpatialWindow window;
    std::vector<std::int64_t> extents, outExtents; ///< spatial
    std::uint64_t batch, channels, perGroup, filters, groups;
    std::uint64_t plane, outPlane, taps;

    ExactElement ofWeight(std::uint64_t index) const
    {
        const SpatialPlace tap = placeOf(index % taps, window.kernel);
        const std::uint64_t c = index / taps % perGroup, m = index / taps / perGroup;
        const std::uint64_t channel = m / (filters / groups) * perGroup + c;
        ExactSum sum;
        std::vector<double> row(outPlane);
        for (std::uint64_t n = 0; n < batch; ++n) {
            g->gather((n * filters + m) * outPlane, 1, outPlane, row.data());
            for (std::uint64_t i = 0; i < outPlane; ++i) {
                if (const auto from = flatIndex(window.input(placeOf(i, outExtents), tap), extents))
                    sum.add(row[i] * x->at((n * channels + channel) * plane + *from));
            }
        }
        return sum.element();
    }

    ExactElement ofInput(std::uint64_t index) const
    {
        const SpatialPlace to = placeOf(index % plane, extents);
        const std::uint64_t channel = index / plane % channels, n = index / plane / channels;
        const std::uint64_t group = channel / perGroup, c = channel % perGroup;
        ExactSum sum;
        for (std::uint64_t t = 0; t < taps; ++t) {
            const auto place = window.output(to, placeOf(t, window.kernel));
            const auto from = place ? flatIndex(*place, outExtents) : std::nullopt;
            if (!from)
                continue;
            for (std::uint64_t m = group * (filters / groups); m < (group + 1) * (filters / groups); ++m)
                sum.add(
                    g->at((n * filters + m) * outPlane + *from) * weight->at((m * perGroup + c) * taps + t));
        }
        return sum.element();
    }

    ExactElement ofBias(std::uint64_t m) const
    {
        ExactSum sum;
        std::vector<double> row(outPlane);
        for (std::uint64_t n = 0; n < batch; ++n) {
            g->gather((n * filters + m) * outPlane, 1, outPlane, row.data());
            for (const double value : row)
                sum.add(value);
        }
        return sum.element();
    }
};

/// Gradients of convolutions over one to three axes, channels first.
class ConvolutionGradientRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"conv1dbackward", "conv2dbackward", "conv3dbackward"};
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const g = call.tensor(0);
        const OperatorCall* const forward = call.forward.get();
        const Operand* const x = forward ? forward->tensor(0) : nullptr;
        const Operand* const weight = forward ? forward->tensor(1, {"weight"}) : nullptr;
        constexpr std::size_t kMostAxes = 3;
        if (g == nullptr || x == nullptr || weight == nullptr || g->count() == 0 || x->count() == 0
            || weight->count() == 0)
            return readings;
        const Shape &out = g->shape(), &in = x->shape(), &kernel = weight->shape();
        if (in.size() < 3 || in.size() > kMostAxes + 2 || out.size() != in.size()
            || kernel.size() != in.size() || in[1] % kernel[1] != 0 || out[0] != in[0] || out[1] != kernel[0]
            || kernel[0] % (in[1] / kernel[1]) != 0)
            return readings;
        const auto spatial
            = [](const Shape& shape) { return std::vector<std::int64_t>(shape.begin() + 2, shape.end()); };
        const WindowArguments said {forward->numbers(3, {"stride"}), forward->numbers(4, {"padding"}),
            forward->numbers(5, {"dilation"})};
        const auto size = [](std::int64_t extent) { return static_cast<std::uint64_t>(extent); };
        for (SpatialWindow& window : spatialWindows(spatial(in), spatial(out), spatial(kernel), said)) {
            const ConvolutionGradient gradient {g, x, weight, window, spatial(in), spatial(out), size(in[0]),
                size(in[1]), size(kernel[1]), size(kernel[0]), size(in[1] / kernel[1]),
                x->count() / size(in[0]) / size(in[1]), g->count() / size(out[0]) / size(out[1]),
                weight->count() / size(kernel[0]) / size(kernel[1])};
            add(call, gradient, readings);
        }
        return readings;
    }

private:
    static void add(
        const OperatorCall& call, const ConvolutionGradient& gradient, std::vector<Reading>& readings)
    {
        const auto kept = std::make_shared<const ConvolutionGradient>(gradient);
        const std::string window = gradient.window.text();
        const auto places = static_cast<double>(gradient.batch * gradient.outPlane);
        const auto addOne = [&](Message text, double terms, bool isProduct, auto element) {
            Reading& reading = readings.emplace_back();
            reading.text = std::move(text);
            reading.terms = terms;
            constexpr double kOfTerm = 16; // to find its place
            reading.cost = terms * kOfTerm;
            reading.isProduct = isProduct;
            reading.at = [kept, element](std::uint64_t i) { return element(*kept, i); };
        };
        const auto termsOfInput = gradient.taps * gradient.filters / gradient.groups;
        if (call.output == gradient.x->shape())
            addOne(phrase("gradient of the input, %1", window), static_cast<double>(termsOfInput), true,
                [](const ConvolutionGradient& one, std::uint64_t i) { return one.ofInput(i); });
        if (call.output == gradient.weight->shape())
            addOne(phrase("gradient of the weight, %1", window), places, true,
                [](const ConvolutionGradient& one, std::uint64_t i) { return one.ofWeight(i); });
        if (call.output == Shape {static_cast<std::int64_t>(gradient.filters)})
            addOne(phrase("gradient of the bias"), places, false,
                [](const ConvolutionGradient& one, std::uint64_t i) { return one.ofBias(i); });
    }
};

} // namespace

void register_convolution_gradient_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<ConvolutionGradientRecomputer>());
}

} // namespace dumpscope::core
