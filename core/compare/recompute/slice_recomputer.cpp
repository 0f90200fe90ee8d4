// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"
#include "tensor/shape.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

/// Part of one axis.
struct Cut {
    std::int64_t first = 0, end = 0, step = 1;
    bool isDropped = false; ///< one index: the axis is gone
};

/// Numbers as an index of an axis may be said; 0 where there is none.
std::int64_t whole(const std::vector<double>& numbers, std::size_t place, std::int64_t otherwise)
{
    constexpr double kMost = 0x1p53;
    const bool isThere = place < numbers.size() && std::fabs(numbers[place]) < kMost;
    return isThere ? static_cast<std::int64_t>(numbers[place]) : otherwise;
}

std::int64_t within(std::int64_t index, std::int64_t length)
{
    return std::clamp<std::int64_t>(index < 0 ? index + length : index, 0, length);
}

/// Cuts a tensor along its axes: `narrow(x, axis, first, length)` and StridedSlice.
class SliceRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override { return {"narrow", "stridedslice"}; }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const x = call.tensor(0);
        if (x == nullptr || !call.endsAt(1) || call.output.empty())
            return readings;
        std::vector<Cut> cuts(x->shape().size());
        for (std::size_t axis = 0; axis < cuts.size(); ++axis)
            cuts[axis].end = x->shape()[axis];
        if (call.type == "narrow" ? narrow(call, cuts) : stridedSlice(call, cuts))
            addReading(call, *x, cuts, readings);
        return readings;
    }

private:
    static bool narrow(const OperatorCall& call, std::vector<Cut>& cuts)
    {
        const std::vector<double> axis = call.numbers(1, {"dim"}), first = call.numbers(2, {"start"}),
                                  length = call.numbers(3, {"length"});
        const auto rank = static_cast<std::int64_t>(cuts.size());
        std::int64_t at = whole(axis, 0, rank);
        at += at < 0 ? rank : 0;
        if (at < 0 || at >= rank || first.empty() || length.empty())
            return false;
        Cut& cut = cuts[static_cast<std::size_t>(at)];
        const std::int64_t size = cut.end;
        cut.first = within(whole(first, 0, 0), size);
        cut.end = std::min(cut.first + std::max<std::int64_t>(whole(length, 0, 0), 0), size);
        return true;
    }

    static bool stridedSlice(const OperatorCall& call, std::vector<Cut>& cuts)
    {
        const auto mask = [&](std::string_view name) {
            return static_cast<std::uint64_t>(call.number({name}).value_or(0));
        };
        const std::vector<double> first = call.numbers(call.inputs.size(), {"begin"}),
                                  end = call.numbers(call.inputs.size(), {"end"}),
                                  step = call.numbers(call.inputs.size(), {"strides"});
        if (first.empty() || first.size() > cuts.size() || first.size() != end.size()
            || mask("ellipsis_mask") != 0 || mask("new_axis_mask") != 0)
            return false;
        for (std::size_t axis = 0; axis < first.size(); ++axis) {
            Cut& cut = cuts[axis];
            const std::int64_t size = cut.end;
            const auto has = [&](std::string_view name) { return (mask(name) >> axis & 1U) != 0; };
            cut.step = whole(step, axis, 1);
            if (cut.step < 1)
                return false;
            cut.isDropped = has("shrink_axis_mask");
            if (!has("begin_mask") || cut.isDropped)
                cut.first = within(whole(first, axis, 0), size);
            if (cut.isDropped)
                cut.end = std::min(cut.first + 1, size);
            else if (!has("end_mask"))
                cut.end = within(whole(end, axis, size), size);
        }
        return true;
    }

    static void addReading(const OperatorCall& call, const Operand& x, const std::vector<Cut>& cuts,
        std::vector<Reading>& readings)
    {
        const std::vector<std::int64_t> dense = denseStrides(x.shape());
        Shape left;
        std::vector<std::uint64_t> strides;
        std::uint64_t base = 0;
        for (std::size_t axis = 0; axis < cuts.size(); ++axis) {
            const Cut& cut = cuts[axis];
            if (cut.end <= cut.first)
                return;
            base += static_cast<std::uint64_t>(cut.first * dense[axis]);
            if (cut.isDropped)
                continue;
            left.push_back((cut.end - cut.first + cut.step - 1) / cut.step);
            strides.push_back(static_cast<std::uint64_t>(cut.step * dense[axis]));
        }
        if (left != call.output)
            return;
        Reading& reading = readings.emplace_back();
        reading.text = phrase("a part of x");
        reading.at = [&x, &call, strides = std::move(strides), base](std::uint64_t i) {
            const double value = x.at(base + placeIn(i, call.output, strides));
            return ExactElement {value, std::fabs(value)};
        };
    }
};

} // namespace

void register_slice_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<SliceRecomputer>());
}

} // namespace dumpscope::core
