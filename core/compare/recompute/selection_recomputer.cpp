// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace dumpscope::core {

namespace {

/// A line of a tensor along an axis, the one that was read last.
struct SelectedLine {
    const Operand* x;
    std::uint64_t length, behind; ///< elements along the axis, and of all axes behind it
    std::uint64_t number = ~std::uint64_t {0};
    std::vector<double> values = {};

    const std::vector<double>& read(std::uint64_t outer, std::uint64_t inner)
    {
        const std::uint64_t wanted = outer * behind + inner;
        if (wanted != number) {
            number = wanted;
            values.resize(length);
            x->gather(outer * length * behind + inner, behind, length, values.data());
        }
        return values;
    }
};

/// Largest and smallest along an axis: where they are, and the k largest in order. PyTorch takes NaN for the
/// largest.
class SelectionRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override { return {"argmax", "argmin", "topk", "sort"}; }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const x = call.tensor(0);
        if (x == nullptr || x->count() == 0 || !call.endsAt(1))
            return readings;
        const Shape& shape = x->shape();
        const bool isPlace = call.type.starts_with("arg");
        if (isPlace && elementCount(call.output) == 1U)
            addPlaces(readings, call, {x, x->count(), 1}, phrase("among all"));
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            SelectedLine line {x, static_cast<std::uint64_t>(shape[axis]), 1};
            for (std::size_t i = axis + 1; i < shape.size(); ++i)
                line.behind *= static_cast<std::uint64_t>(shape[i]);
            Shape kept = shape, squeezed = shape;
            kept[axis] = 1;
            squeezed.erase(squeezed.begin() + static_cast<std::ptrdiff_t>(axis));
            if (isPlace) {
                if (call.output == kept || call.output == squeezed)
                    addPlaces(readings, call, line, phrase("along axis %1", axis));
                continue;
            }
            if (call.output.size() != shape.size())
                continue;
            kept[axis] = call.output[axis];
            if (call.output != kept || kept[axis] > shape[axis])
                continue;
            addOrdered(readings, line, static_cast<std::uint64_t>(kept[axis]), true, axis);
            addOrdered(readings, line, static_cast<std::uint64_t>(kept[axis]), false, axis);
        }
        return readings;
    }

private:
    static bool isLess(double a, double b) { return std::isnan(b) ? !std::isnan(a) : a < b; }

    static void addPlaces(
        std::vector<Reading>& readings, const OperatorCall& call, const SelectedLine& line, Message where)
    {
        const bool isMax = call.type == "argmax";
        Reading& reading = readings.emplace_back();
        reading.text
            = isMax ? phrase("place of the largest %1", where) : phrase("place of the smallest %1", where);
        reading.cost = static_cast<double>(line.length);
        reading.at = [kept = std::make_shared<SelectedLine>(line), isMax](std::uint64_t i) {
            const std::vector<double>& values = kept->read(i / kept->behind, i % kept->behind);
            const auto found = isMax ? std::max_element(values.begin(), values.end(), isLess)
                                     : std::min_element(values.begin(), values.end(), [](double a, double b) {
                                           return std::isnan(a) ? !std::isnan(b) : a < b;
                                       });
            return ExactElement {static_cast<double>(found - values.begin()), 1};
        };
    }

    static void addOrdered(std::vector<Reading>& readings, const SelectedLine& line, std::uint64_t many,
        bool areLargest, std::size_t axis)
    {
        Reading& reading = readings.emplace_back();
        reading.text = areLargest ? phrase("largest first along axis %1", axis)
                                  : phrase("smallest first along axis %1", axis);
        reading.cost = static_cast<double>(line.length) * 16;
        reading.at = [kept = std::make_shared<SelectedLine>(line), many, areLargest](std::uint64_t i) {
            const std::uint64_t inner = i % kept->behind, place = i / kept->behind % many;
            std::vector<double> values = kept->read(i / kept->behind / many, inner);
            const auto wanted = values.begin() + static_cast<std::ptrdiff_t>(place);
            if (areLargest)
                std::nth_element(
                    values.begin(), wanted, values.end(), [](double a, double b) { return isLess(b, a); });
            else
                std::nth_element(values.begin(), wanted, values.end(), isLess);
            return ExactElement {*wanted, std::fabs(*wanted)};
        };
    }
};

} // namespace

void register_selection_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<SelectionRecomputer>());
}

} // namespace dumpscope::core
