// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/shape_doubt.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace dumpscope::core {

namespace {

/// Who has more ranks than that shares an axis in another way.
constexpr std::int64_t kMostRanks = 1024;
/// Vocabularies are long, and padding adds little to them.
constexpr std::int64_t kLeastPadded = 256, kMostPadding = 8;

struct DifferingAxis {
    std::size_t axis = 0, rank = 0;
    std::int64_t target = 0, golden = 0;

    [[nodiscard]] std::int64_t less() const { return std::min(target, golden); }
    [[nodiscard]] std::int64_t more() const { return std::max(target, golden); }
    [[nodiscard]] std::string_view whoHasLess() const { return target < golden ? "target" : "golden"; }
    [[nodiscard]] bool isFirst() const { return axis == 0; }
    [[nodiscard]] bool isLast() const { return axis + 1 == rank; }
};

std::vector<DifferingAxis> differingAxes(const Shape& target, const Shape& golden)
{
    std::vector<DifferingAxis> axes;
    for (std::size_t axis = 0; axis < target.size(); ++axis) {
        if (target[axis] != golden[axis])
            axes.push_back({axis, target.size(), target[axis], golden[axis]});
    }
    return axes;
}

/// What shares an axis in equal parts.
std::string sharedText(const DifferingAxis& axis)
{
    const std::int64_t parts = axis.more() / axis.less();
    const std::string part = (parts == 2 ? fmt::format("half of axis {}", axis.axis)
                                         : fmt::format("one of {} parts of axis {}", parts, axis.axis))
        + fmt::format(" in the {}: ", axis.whoHasLess());
    if (axis.isFirst() && parts == 3)
        return part + "one of Q, K and V that are fused, or tensor parallel over 3 ranks?";
    if (axis.isFirst())
        return part + fmt::format("tensor or data parallel over {} ranks, or another batch size?", parts);
    if (axis.isLast())
        return part + fmt::format("tensor parallel over {} ranks?", parts);
    return part
        + fmt::format("tensor or sequence parallel over {} ranks, or another sequence length?", parts);
}

std::string axisText(const DifferingAxis& axis)
{
    if (axis.less() == 0)
        return fmt::format("nothing along axis {} in the {}: an empty batch?", axis.axis, axis.whoHasLess());
    if (axis.less() == 1 && !axis.isFirst())
        return fmt::format(
            "length 1 along axis {} in the {}: reduced over it?", axis.axis, axis.whoHasLess());
    if (axis.more() % axis.less() == 0 && axis.more() / axis.less() <= kMostRanks)
        return sharedText(axis);
    const std::string lengths = fmt::format(
        "axis {} is {} in the target and {} in the golden", axis.axis, axis.target, axis.golden);
    if (axis.less() >= kLeastPadded && axis.more() - axis.less() <= axis.less() / kMostPadding)
        return lengths + ": a padded vocabulary?";
    return lengths
        + (axis.isFirst()       ? ": another batch size?"
                : axis.isLast() ? ""
                                : ": another sequence length?");
}

bool isSameBut(const Shape& more, const Shape& less, std::size_t axis)
{
    Shape without = more;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(axis));
    return without == less;
}

} // namespace

std::string likelyShapeReason(const Shape& target, const Shape& golden)
{
    const auto targetCount = elementCount(target), goldenCount = elementCount(golden);
    for (const auto& [count, other, who] :
        {std::tuple(targetCount, goldenCount, "target"), std::tuple(goldenCount, targetCount, "golden")}) {
        if (count == std::uint64_t {1} && other > std::uint64_t {1})
            return fmt::format(
                "a single value in the {}: reduced over all elements, or another tensor?", who);
    }
    if (target.size() == golden.size()) {
        Shape a = target, b = golden;
        std::ranges::sort(a);
        std::ranges::sort(b);
        if (a == b)
            return "the axes have another order: transposed?";
        const std::vector<DifferingAxis> axes = differingAxes(target, golden);
        const auto isLikeFirst = [&](const DifferingAxis& axis) {
            return axis.target == axes.front().target && axis.golden == axes.front().golden;
        };
        if (axes.size() == 1)
            return axisText(axes.front());
        return std::ranges::all_of(axes, isLikeFirst) ? fmt::format(
                   "axes {} and {} are {} in the target and {} in the golden: another sequence length?",
                   axes[0].axis, axes[1].axis, axes[0].target, axes[0].golden)
                                                      : std::string();
    }
    const bool isTargetShorter = target.size() < golden.size();
    const Shape& more = isTargetShorter ? golden : target;
    const Shape& less = isTargetShorter ? target : golden;
    if (more.size() != less.size() + 1)
        return {};
    for (std::size_t axis = 0; axis < more.size(); ++axis) {
        if (isSameBut(more, less, axis))
            return fmt::format("no axis {} of length {} in the {}: one part of it, or reduced over it?", axis,
                more[axis], isTargetShorter ? "target" : "golden");
    }
    return {};
}

} // namespace dumpscope::core
