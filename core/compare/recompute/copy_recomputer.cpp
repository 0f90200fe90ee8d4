// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dumpscope::core {

namespace {

ExactElement copied(double value)
{
    return {value, std::fabs(value)};
}

/// Elements stay what they are; some operators give them another order or another type.
class CopyRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"identity", "reshape", "cast", "to", "half", "float", "bfloat16", "double", "contiguous",
            "clone", "view", "flatten", "squeeze", "unsqueeze", "expanddims", "depend", "load", "transpose",
            "transposed", "permute", "t", "swapaxes"};
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const x = call.tensor(0);
        if (x == nullptr || x->count() != elementCount(call.output).value_or(0))
            return readings;
        if (call.type == "transpose" || call.type == "transposed" || call.type == "permute"
            || call.type == "t" || call.type == "swapaxes") {
            addPermutations(call, *x, readings);
            return readings;
        }
        const bool toInteger = dtypeInfo(call.outputType).kind != DTypeClass::Float
            && dtypeInfo(x->dtype()).kind == DTypeClass::Float;
        readings.emplace_back().text = toInteger ? phrase("x towards zero") : phrase("x as it is");
        readings.back().at
            = [x, toInteger](std::uint64_t i) { return copied(toInteger ? std::trunc(x->at(i)) : x->at(i)); };
        if (toInteger) {
            readings.emplace_back().text = phrase("x rounded");
            readings.back().at = [x](std::uint64_t i) { return copied(std::nearbyint(x->at(i))); };
        }
        return readings;
    }

private:
    static void addPermutations(const OperatorCall& call, const Operand& x, std::vector<Reading>& readings)
    {
        constexpr std::size_t kMostAxes = 5;
        const Shape& shape = x.shape();
        if (shape.size() > kMostAxes || shape.size() != call.output.size())
            return;
        std::vector<std::size_t> order(shape.size());
        std::iota(order.begin(), order.end(), std::size_t {0});
        const std::vector<std::int64_t> strides = denseStrides(shape);
        do {
            std::vector<std::uint64_t> places;
            bool fits = true;
            for (std::size_t axis = 0; axis < order.size(); ++axis) {
                fits = fits && shape[order[axis]] == call.output[axis];
                places.push_back(static_cast<std::uint64_t>(strides[order[axis]]));
            }
            if (!fits)
                continue;
            Reading& reading = readings.emplace_back();
            reading.text = phrase("axes in the order [%1]", fmt::format("{}", fmt::join(order, ",")));
            reading.at = [&x, &call, places](
                             std::uint64_t i) { return copied(x.at(placeIn(i, call.output, places))); };
        } while (std::next_permutation(order.begin(), order.end()));
    }
};

} // namespace

void register_copy_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<CopyRecomputer>());
}

} // namespace dumpscope::core
