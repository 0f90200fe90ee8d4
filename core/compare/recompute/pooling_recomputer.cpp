// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/pooling_form.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::core {

namespace {

struct Pool {
    const Operand* x;
    PoolingForm form;
    PooledShapes shapes;
    std::uint64_t plane, outPlane, taps;

    ExactElement at(std::uint64_t index) const
    {
        const SpatialPlace output = placeOf(index % outPlane, shapes.out);
        const std::uint64_t channel = index / outPlane * plane;
        double extreme = -std::numeric_limits<double>::infinity(), sum = 0, largest = 0, many = 0;
        bool anyNan = false;
        for (std::uint64_t tap = 0; tap < taps; ++tap) {
            const auto from
                = flatIndex(form.window.input(output, placeOf(tap, form.window.kernel)), shapes.in);
            if (!from)
                continue;
            const double value = x->at(channel + *from);
            anyNan |= std::isnan(value);
            extreme = std::max(extreme, value);
            sum += value;
            largest = std::max(largest, std::fabs(sum));
            ++many;
        }
        if (form.pooling == Pooling::Largest)
            return {anyNan ? std::nan("") : extreme, std::fabs(extreme)};
        const double count
            = form.pooling == Pooling::MeanOfWindow ? static_cast<double>(taps) : std::max(many, 1.0);
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
        const auto shapes = x != nullptr ? PooledShapes::make(x->shape(), call.output) : std::nullopt;
        if (!shapes)
            return readings;
        const std::uint64_t channels = static_cast<std::uint64_t>(call.output[0] * call.output[1]);
        for (const PoolingForm& form : poolingForms(call.type, call, *shapes)) {
            const Pool pool {x, form, *shapes, x->count() / channels,
                elementCount(call.output).value_or(0) / channels, form.window.taps()};
            const bool isMax = form.pooling == Pooling::Largest;
            Reading& reading = readings.emplace_back();
            reading.text = form.text();
            reading.terms = isMax ? 1 : static_cast<double>(pool.taps);
            reading.cost = static_cast<double>(pool.taps) * 8;
            reading.roundings = isMax ? 1 : 2;
            reading.at = [pool](std::uint64_t i) { return pool.at(i); };
        }
        return readings;
    }
};

} // namespace

void register_pooling_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<PoolingRecomputer>());
}

} // namespace dumpscope::core
