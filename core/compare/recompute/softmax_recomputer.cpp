// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

/// The line of the input that an element belongs to, with what all its elements need.
struct Line {
    const Operand* x;
    std::uint64_t stride, length;
    bool logarithm;
    std::uint64_t first = ~std::uint64_t {0};
    std::vector<double> values = {};
    double top = 0, sum = 0;

    ExactElement at(std::uint64_t index)
    {
        const std::uint64_t from = index / (stride * length) * stride * length + index % stride;
        if (from != first) {
            first = from;
            values.resize(length);
            x->gather(from, stride, length, values.data());
            top = *std::max_element(values.begin(), values.end());
            sum = 0;
            for (const double value : values)
                sum += std::exp(value - top);
        }
        const double below = values[(index - from) / stride] - top;
        if (logarithm)
            return {below - std::log(sum), std::max(std::fabs(below), std::log(sum))};
        const double share = std::exp(below) / sum;
        // An exponent that is rounded moves the power by as much of itself.
        return {share, share * (1 + std::min(std::fabs(below), 16.0) / 4)};
    }
};

class SoftmaxRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"softmax", "softmaxv2", "logsoftmax", "logsoftmaxv2"};
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const x = call.tensor(0);
        if (x == nullptr || x->shape() != call.output || !call.endsAt(1))
            return readings;
        const bool logarithm = call.type.starts_with("log");
        const std::vector<std::int64_t> strides = denseStrides(call.output);
        for (std::size_t axis = call.output.size(); axis-- > 0;) {
            const auto length = static_cast<std::uint64_t>(call.output[axis]);
            Reading& reading = readings.emplace_back();
            reading.text = phrase("%1 along axis %2", logarithm ? "log softmax" : "softmax", axis);
            reading.roundings = 4;
            reading.terms = static_cast<double>(length);
            reading.cost = axis + 1 == call.output.size() ? 4 : 4 * reading.terms;
            reading.at = [line = std::make_shared<Line>(Line {x, static_cast<std::uint64_t>(strides[axis]),
                              length, logarithm})](std::uint64_t i) { return line->at(i); };
        }
        return readings;
    }
};

} // namespace

void register_softmax_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<SoftmaxRecomputer>());
}

} // namespace dumpscope::core
