// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"
#include "compare/recompute/spatial_window.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

/// x [N, C, …], weight [M, C / groups, …], bias [M] → [N, M, …].
struct Convolution {
    const Operand* x;
    const Operand* weight;
    const Operand* bias;
    SpatialWindow window;
    std::vector<std::int64_t> extents, outExtents; ///< spatial
    std::int64_t channels, perGroup, filters, groups;
    std::uint64_t plane = 1, outPlane = 1, taps = 1; ///< elements of all spatial axes; of the kernel

    std::int64_t filter = -1;
    std::vector<double> weights = {}, row = {};

    ExactElement at(std::uint64_t index)
    {
        const auto place = index % outPlane;
        const auto f = static_cast<std::int64_t>(index / outPlane % static_cast<std::uint64_t>(filters));
        const auto n = index / outPlane / static_cast<std::uint64_t>(filters);
        if (f != filter) {
            filter = f;
            weights.resize(static_cast<std::uint64_t>(perGroup) * taps);
            weight->gather(static_cast<std::uint64_t>(f) * weights.size(), 1, weights.size(), weights.data());
        }
        const std::int64_t group = f / (filters / groups);
        Sum sum;
        for (std::int64_t c = 0; c < perGroup; ++c) {
            const auto channel
                = n * static_cast<std::uint64_t>(channels) + static_cast<std::uint64_t>(group * perGroup + c);
            addChannel(channel * plane, weights.data() + static_cast<std::uint64_t>(c) * taps, place, sum);
        }
        ExactElement element {sum.total, std::max(sum.largest, std::sqrt(sum.squares))};
        if (bias != nullptr) {
            const double added = bias->at(static_cast<std::uint64_t>(f));
            element.value += added;
            element.magnitude = std::max(element.magnitude, std::fabs(added));
        }
        return element;
    }

private:
    struct Sum {
        double total = 0, largest = 0, squares = 0;
    };

    /// Rows of the kernel one after another, each a piece of a row of the input.
    void addChannel(std::uint64_t channel, const double* factors, std::uint64_t place, Sum& sum)
    {
        const std::size_t axes = extents.size();
        std::vector<std::int64_t> output(axes), tap(axes, 0);
        for (std::size_t axis = axes; axis-- > 0;) {
            output[axis] = static_cast<std::int64_t>(place % static_cast<std::uint64_t>(outExtents[axis]));
            place /= static_cast<std::uint64_t>(outExtents[axis]);
        }
        const std::int64_t length = window.kernel.back(), step = window.dilation.back();
        const std::int64_t first = window.first(axes - 1, output.back());
        const std::int64_t from = first >= 0 ? 0 : (-first + step - 1) / step;
        const std::int64_t to = std::min(length, (extents.back() - first + step - 1) / step);
        for (std::uint64_t line = 0; line < taps / static_cast<std::uint64_t>(length); ++line) {
            std::uint64_t start = 0;
            bool isInside = from < to;
            for (std::size_t axis = 0; axis + 1 < axes; ++axis) {
                const std::int64_t at = window.first(axis, output[axis]) + tap[axis] * window.dilation[axis];
                isInside = isInside && at >= 0 && at < extents[axis];
                start = (start + static_cast<std::uint64_t>(std::max(at, std::int64_t {0})))
                    * static_cast<std::uint64_t>(extents[axis + 1]);
            }
            if (isInside) {
                const auto many = static_cast<std::uint64_t>(to - from);
                row.resize(many);
                x->gather(channel + start + static_cast<std::uint64_t>(first + from * step),
                    static_cast<std::uint64_t>(step), many, row.data());
                const double* const factor
                    = factors + line * static_cast<std::uint64_t>(length) + static_cast<std::uint64_t>(from);
                for (std::uint64_t i = 0; i < many; ++i) {
                    const double term = row[i] * factor[i];
                    sum.total += term;
                    sum.squares += term * term;
                    sum.largest = std::max(sum.largest, std::fabs(sum.total));
                }
            }
            for (std::size_t axis = axes - 1; axis-- > 0;) {
                if (++tap[axis] < window.kernel[axis])
                    break;
                tap[axis] = 0;
            }
        }
    }
};

std::uint64_t product(const std::vector<std::int64_t>& extents)
{
    std::uint64_t all = 1;
    for (const std::int64_t extent : extents)
        all *= static_cast<std::uint64_t>(extent);
    return all;
}

/// Convolutions over one to three axes, channels first.
class ConvolutionRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"conv1d", "conv2d", "conv3d", "conv", "conv2dv2", "depthwiseconv2d", "depthwiseconv2dnative"};
    }
    std::vector<std::string_view> namedTensors() const override { return {"weight", "bias"}; }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const x = call.tensor(0);
        const Operand* const weight = call.tensor(1, {"weight"});
        const Operand* const bias = call.tensor(2, {"bias"});
        constexpr std::size_t kMostAxes = 3;
        if (x == nullptr || weight == nullptr || call.output.size() < 3 || call.output.size() > kMostAxes + 2
            || x->shape().size() != call.output.size() || weight->shape().size() != call.output.size()
            || x->count() == 0 || weight->count() == 0 || elementCount(call.output).value_or(0) == 0)
            return readings;
        const Shape &in = x->shape(), &kernel = weight->shape();
        const std::int64_t groups = kernel[1] > 0 && in[1] % kernel[1] == 0 ? in[1] / kernel[1] : 0;
        if (groups < 1 || in[0] != call.output[0] || kernel[0] != call.output[1] || kernel[0] % groups != 0
            || (bias != nullptr && bias->count() != static_cast<std::uint64_t>(kernel[0])))
            return readings;
        const auto spatial
            = [](const Shape& shape) { return std::vector<std::int64_t>(shape.begin() + 2, shape.end()); };
        const WindowArguments said {call.numbers(3, {"stride", "strides"}),
            call.numbers(4, {"padding", "pad", "pads"}), call.numbers(5, {"dilation", "dilations"})};
        for (SpatialWindow& window :
            spatialWindows(spatial(in), spatial(call.output), spatial(kernel), said)) {
            Reading& reading = readings.emplace_back();
            reading.text = phrase("convolution with %1", window.text());
            Convolution one {x, weight, bias, std::move(window), spatial(in), spatial(call.output), in[1],
                kernel[1], kernel[0], groups};
            one.plane = product(one.extents);
            one.outPlane = product(one.outExtents);
            one.taps = product(one.window.kernel);
            reading.terms = static_cast<double>(kernel[1]) * static_cast<double>(one.taps);
            // Reading a row costs more than multiplying it.
            constexpr double kOfRow = 32;
            reading.cost
                = reading.terms + kOfRow * reading.terms / static_cast<double>(one.window.kernel.back());
            reading.isProduct = true;
            reading.at = [kept = std::make_shared<Convolution>(std::move(one))](
                             std::uint64_t i) { return kept->at(i); };
        }
        return readings;
    }
};

} // namespace

void register_convolution_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<ConvolutionRecomputer>());
}

} // namespace dumpscope::core
