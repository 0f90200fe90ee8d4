// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

/// x · cos + turned(x) · sin, where what is turned are the halves of the last axis, or its neighbours.
class RotaryRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"rotarymul", "npurotarymul", "applyrotaryposemb", "rotarypositionembedding"};
    }
    std::vector<std::string_view> namedTensors() const override { return {"cos", "sin"}; }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        // With queries and keys the first output is that of the queries.
        const std::size_t first = call.type == "applyrotaryposemb" ? 2 : 1;
        const Operand *x = call.tensor(0), *cos = call.tensor(first, {"cos"}),
                      *sin = call.tensor(first + 1, {"sin"});
        if (x == nullptr || cos == nullptr || sin == nullptr || x->shape() != call.output
            || call.output.empty() || call.output.back() < 2 || call.output.back() % 2 != 0)
            return readings;
        const auto cosStrides = broadcastStrides(cos->shape(), call.output),
                   sinStrides = broadcastStrides(sin->shape(), call.output);
        if (!cosStrides || !sinStrides)
            return readings;
        const auto length = static_cast<std::uint64_t>(call.output.back());
        for (const bool areHalves : {true, false}) {
            Reading& reading = readings.emplace_back();
            reading.text = areHalves ? phrase("halves turned by sin and cos")
                                     : phrase("neighbours turned by sin and cos");
            reading.roundings = 3;
            reading.cost = 4;
            reading.at = [x, cos, sin, &call, length, areHalves, cosStrides = *cosStrides,
                             sinStrides = *sinStrides](std::uint64_t i) {
                const std::uint64_t place = i % length, half = length / 2;
                const bool isFirst = areHalves ? place < half : place % 2 == 0;
                const std::uint64_t step = areHalves ? half : 1;
                const double other = isFirst ? -x->at(i + step) : x->at(i - step);
                const double straight = x->at(i) * cos->at(placeIn(i, call.output, cosStrides)),
                             turned = other * sin->at(placeIn(i, call.output, sinStrides));
                return ExactElement {straight + turned, std::max(std::fabs(straight), std::fabs(turned))};
            };
        }
        return readings;
    }
};

} // namespace

void register_rotary_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<RotaryRecomputer>());
}

} // namespace dumpscope::core
