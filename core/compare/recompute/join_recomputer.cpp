// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

/// One part after another along an axis.
struct Joined {
    struct Part {
        const Operand* tensor;
        std::uint64_t first, length; ///< along the axis of the whole
    };
    std::vector<Part> parts;
    std::uint64_t length = 0, behind = 1;

    [[nodiscard]] ExactElement at(std::uint64_t index) const
    {
        const std::uint64_t inner = index % behind, place = index / behind % length,
                            outer = index / behind / length;
        const auto part
            = std::ranges::find_if(parts, [&](const Part& one) { return place - one.first < one.length; });
        const double value = part->tensor->at((outer * part->length + place - part->first) * behind + inner);
        return {value, std::fabs(value)};
    }
};

/// Tensors joined along an axis that there is (`cat`), or that is new (`stack`); the first part of a tensor
/// that is split.
class JoinRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"cat", "concat", "concatd", "concatv2", "concatv2d", "stack", "pack", "split", "splitd",
            "splitv", "chunk"};
    }

    bool takesLists() const override { return true; }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        std::vector<const Operand*> tensors;
        for (const Argument& argument : call.inputs) {
            if (argument.tensor)
                tensors.push_back(&*argument.tensor);
            for (const Operand& one : argument.more)
                tensors.push_back(&one);
        }
        if (tensors.empty() || elementCount(call.output).value_or(0) == 0)
            return readings;
        const bool isSplit = call.type.starts_with("split") || call.type == "chunk";
        const bool isStack = call.type == "stack" || call.type == "pack";
        for (std::size_t axis = 0; axis < call.output.size(); ++axis) {
            if (isSplit && tensors.size() == 1)
                addFirstPart(call, *tensors.front(), axis, readings);
            else if (!isSplit)
                addJoined(call, tensors, axis, isStack, readings);
        }
        return readings;
    }

private:
    static std::uint64_t behindAxis(const Shape& shape, std::size_t axis)
    {
        std::uint64_t behind = 1;
        for (std::size_t i = axis + 1; i < shape.size(); ++i)
            behind *= static_cast<std::uint64_t>(shape[i]);
        return behind;
    }

    static void addJoined(const OperatorCall& call, const std::vector<const Operand*>& tensors,
        std::size_t axis, bool isStack, std::vector<Reading>& readings)
    {
        Joined joined;
        joined.behind = behindAxis(call.output, axis);
        for (const Operand* tensor : tensors) {
            Shape shape = tensor->shape();
            if (isStack && axis <= shape.size())
                shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
            if (shape.size() != call.output.size())
                return;
            const auto length = static_cast<std::uint64_t>(shape[axis]);
            shape[axis] = call.output[axis];
            if (shape != call.output)
                return;
            joined.parts.push_back({tensor, joined.length, length});
            joined.length += length;
        }
        if (joined.length != static_cast<std::uint64_t>(call.output[axis]))
            return;
        Reading& reading = readings.emplace_back();
        reading.text = phrase("joined along axis %1", axis);
        reading.cost = static_cast<double>(tensors.size());
        reading.at = [kept = std::make_shared<const Joined>(std::move(joined))](
                         std::uint64_t i) { return kept->at(i); };
    }

    static void addFirstPart(
        const OperatorCall& call, const Operand& x, std::size_t axis, std::vector<Reading>& readings)
    {
        Shape shape = x.shape();
        if (shape.size() != call.output.size() || shape[axis] <= call.output[axis])
            return;
        const auto whole = static_cast<std::uint64_t>(shape[axis]);
        shape[axis] = call.output[axis];
        if (shape != call.output)
            return;
        const auto length = static_cast<std::uint64_t>(call.output[axis]);
        Reading& reading = readings.emplace_back();
        reading.text = phrase("the first part along axis %1", axis);
        reading.at = [&x, whole, length, behind = behindAxis(call.output, axis)](std::uint64_t i) {
            const std::uint64_t line = i / behind;
            const double value = x.at((line / length * whole + line % length) * behind + i % behind);
            return ExactElement {value, std::fabs(value)};
        };
    }
};

} // namespace

void register_join_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<JoinRecomputer>());
}

} // namespace dumpscope::core
