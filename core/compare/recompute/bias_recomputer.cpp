// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <cmath>

namespace dumpscope::core {

namespace {

/// Adds a vector along one axis: the channels of NCHW, or the last.
class BiasRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override { return {"biasadd", "bias"}; }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand *x = call.tensor(0), *bias = call.tensor(1);
        if (x == nullptr || bias == nullptr || x->shape() != call.output || bias->shape().size() != 1
            || !call.endsAt(2))
            return readings;
        const std::vector<std::int64_t> strides = denseStrides(call.output);
        for (std::size_t axis = 0; axis < call.output.size(); ++axis) {
            if (call.output[axis] != bias->shape().front())
                continue;
            Reading& reading = readings.emplace_back();
            reading.text = phrase("x + bias along axis %1", axis);
            const auto stride = static_cast<std::uint64_t>(strides[axis]);
            reading.at = [x, bias, stride](std::uint64_t i) {
                const double value = x->at(i) + bias->at(i / stride % bias->count());
                return ExactElement {value, std::fabs(value)};
            };
        }
        return readings;
    }
};

} // namespace

void register_bias_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<BiasRecomputer>());
}

} // namespace dumpscope::core
