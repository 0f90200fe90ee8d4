// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"
#include "compare/recompute/spatial_window.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace dumpscope::core {

namespace {

/// What becomes of the elements of a window.
enum class Pooling : std::uint8_t { Largest, MeanOfWindow, MeanOfElements };

/// [N, C, …] → [N, C, …], every channel for itself.
struct Pool {
    const Operand* x;
    SpatialWindow window;
    std::vector<std::int64_t> extents, outExtents; ///< spatial
    Pooling pooling;
    std::uint64_t plane = 1, outPlane = 1, taps = 1;

    ExactElement at(std::uint64_t index) const
    {
        const std::size_t axes = extents.size();
        std::vector<std::int64_t> output(axes), tap(axes, 0);
        std::uint64_t place = index % outPlane;
        for (std::size_t axis = axes; axis-- > 0;) {
            output[axis] = static_cast<std::int64_t>(place % static_cast<std::uint64_t>(outExtents[axis]));
            place /= static_cast<std::uint64_t>(outExtents[axis]);
        }
        const std::uint64_t channel = index / outPlane * plane;
        double extreme = -std::numeric_limits<double>::infinity(), sum = 0, largest = 0, many = 0;
        bool anyNan = false;
        for (std::uint64_t number = 0; number < taps; ++number) {
            std::uint64_t from = 0;
            bool isInside = true;
            for (std::size_t axis = 0; axis < axes; ++axis) {
                const std::int64_t at = window.first(axis, output[axis]) + tap[axis] * window.dilation[axis];
                isInside = isInside && at >= 0 && at < extents[axis];
                from = from * static_cast<std::uint64_t>(extents[axis])
                    + static_cast<std::uint64_t>(std::max(at, std::int64_t {0}));
            }
            if (isInside) {
                const double value = x->at(channel + from);
                anyNan |= std::isnan(value);
                extreme = std::max(extreme, value);
                sum += value;
                largest = std::max(largest, std::fabs(sum));
                ++many;
            }
            for (std::size_t axis = axes; axis-- > 0;) {
                if (++tap[axis] < window.kernel[axis])
                    break;
                tap[axis] = 0;
            }
        }
        if (pooling == Pooling::Largest)
            return {anyNan ? std::nan("") : extreme, std::fabs(extreme)};
        const double count
            = pooling == Pooling::MeanOfWindow ? static_cast<double>(taps) : std::max(many, 1.0);
        return {sum / count, largest / count};
    }
};

class PoolingRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"maxpool1d", "maxpool2d", "maxpool3d", "maxpool", "maxpoolv3", "avgpool1d", "avgpool2d",
            "avgpool3d", "avgpool", "adaptiveavgpool1d", "adaptiveavgpool2d"};
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const x = call.tensor(0);
        if (x == nullptr || !call.endsAt(1) || call.output.size() < 3 || call.output.size() > kMostAxes + 2
            || x->shape().size() != call.output.size() || x->shape()[0] != call.output[0]
            || x->shape()[1] != call.output[1] || x->count() == 0
            || elementCount(call.output).value_or(0) == 0)
            return readings;
        const std::vector<std::int64_t> in(x->shape().begin() + 2, x->shape().end()),
            out(call.output.begin() + 2, call.output.end());
        if (call.type.starts_with("adaptive"))
            return adaptive(*x, in, out);
        const auto kernel = perAxis(call.numbers(1, {"kernel_size", "ksize", "kernel_shape"}), in.size());
        if (!kernel)
            return readings;
        WindowArguments said {
            call.numbers(2, {"stride", "strides"}), call.numbers(3, {"padding", "pad", "pads"}), {}, true};
        const bool isMax = call.type.starts_with("max");
        if (isMax)
            said.dilation = call.numbers(4, {"dilation", "dilations"});
        for (const SpatialWindow& window : spatialWindows(in, out, *kernel, said)) {
            const bool isPadded
                = std::ranges::any_of(window.padding, [](std::int64_t padding) { return padding > 0; });
            if (isMax) {
                add(readings, phrase("maximum with %1", window.text()), *x, window, in, out,
                    Pooling::Largest);
                continue;
            }
            add(readings, phrase("mean with %1", window.text()), *x, window, in, out, Pooling::MeanOfWindow);
            if (isPadded)
                add(readings, phrase("mean without padding, with %1", window.text()), *x, window, in, out,
                    Pooling::MeanOfElements);
        }
        return readings;
    }

private:
    static constexpr std::size_t kMostAxes = 3;

    /// Only where all windows are of one size.
    static std::vector<Reading> adaptive(
        const Operand& x, const std::vector<std::int64_t>& in, const std::vector<std::int64_t>& out)
    {
        std::vector<Reading> readings;
        SpatialWindow window;
        for (std::size_t axis = 0; axis < in.size(); ++axis) {
            if (in[axis] % out[axis] != 0)
                return readings;
            window.kernel.push_back(in[axis] / out[axis]);
        }
        window.stride = window.kernel;
        window.padding.assign(in.size(), 0);
        window.dilation.assign(in.size(), 1);
        add(readings, phrase("mean with %1", window.text()), x, window, in, out, Pooling::MeanOfWindow);
        return readings;
    }

    static void add(std::vector<Reading>& readings, Message text, const Operand& x,
        const SpatialWindow& window, const std::vector<std::int64_t>& in,
        const std::vector<std::int64_t>& out, Pooling pooling)
    {
        Pool pool {&x, window, in, out, pooling};
        for (std::size_t axis = 0; axis < in.size(); ++axis) {
            pool.plane *= static_cast<std::uint64_t>(in[axis]);
            pool.outPlane *= static_cast<std::uint64_t>(out[axis]);
            pool.taps *= static_cast<std::uint64_t>(window.kernel[axis]);
        }
        Reading& reading = readings.emplace_back();
        reading.text = std::move(text);
        reading.terms = pooling == Pooling::Largest ? 1 : static_cast<double>(pool.taps);
        reading.cost = static_cast<double>(pool.taps) * 8;
        reading.roundings = pooling == Pooling::Largest ? 1 : 2;
        reading.at
            = [kept = std::make_shared<const Pool>(std::move(pool))](std::uint64_t i) { return kept->at(i); };
    }
};

} // namespace

void register_pooling_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<PoolingRecomputer>());
}

} // namespace dumpscope::core
