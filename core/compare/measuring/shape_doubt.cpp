// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/measuring/shape_doubt.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace dumpscope::core {

namespace {

/// Who has more ranks than that shares an axis in another way.
constexpr std::int64_t kMostRanks = 1024;
/// Vocabularies are long, and padding adds little to them.
constexpr std::int64_t kLeastPadded = 256, kMostPadding = 8;

constexpr Form<0> kTargetSide("target"), kGoldenSide("golden");

struct DifferingAxis {
    std::size_t axis = 0, rank = 0;
    std::int64_t target = 0, golden = 0;

    [[nodiscard]] std::int64_t less() const { return std::min(target, golden); }
    [[nodiscard]] std::int64_t more() const { return std::max(target, golden); }
    [[nodiscard]] Form<0> whoHasLess() const { return target < golden ? kTargetSide : kGoldenSide; }
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
Message sharedText(const DifferingAxis& axis)
{
    const std::int64_t parts = axis.more() / axis.less();
    const auto at = axis.axis;
    const Form<0> who = axis.whoHasLess();
    if (axis.isFirst() && parts == 3)
        return phrase("one of %1 parts of axis %2 in the %3: one of Q, K and V that are fused, or tensor "
                      "parallel over 3 ranks?",
            parts, at, who);
    if (parts == 2) {
        if (axis.isFirst())
            return phrase("half of axis %1 in the %2: tensor or data parallel over %3 ranks, or another "
                          "batch size?",
                at, who, parts);
        if (axis.isLast())
            return phrase("half of axis %1 in the %2: tensor parallel over %3 ranks?", at, who, parts);
        return phrase("half of axis %1 in the %2: tensor or sequence parallel over %3 ranks, or another "
                      "sequence length?",
            at, who, parts);
    }
    if (axis.isFirst())
        return phrase("one of %1 parts of axis %2 in the %3: tensor or data parallel over %4 ranks, or "
                      "another batch size?",
            parts, at, who, parts);
    if (axis.isLast())
        return phrase(
            "one of %1 parts of axis %2 in the %3: tensor parallel over %4 ranks?", parts, at, who, parts);
    return phrase("one of %1 parts of axis %2 in the %3: tensor or sequence parallel over %4 ranks, or "
                  "another sequence length?",
        parts, at, who, parts);
}

Message axisText(const DifferingAxis& axis)
{
    if (axis.less() == 0)
        return phrase("nothing along axis %1 in the %2: an empty batch?", axis.axis, axis.whoHasLess());
    if (axis.less() == 1 && !axis.isFirst())
        return phrase("length 1 along axis %1 in the %2: reduced over it?", axis.axis, axis.whoHasLess());
    if (axis.more() % axis.less() == 0 && axis.more() / axis.less() <= kMostRanks)
        return sharedText(axis);
    if (axis.less() >= kLeastPadded && axis.more() - axis.less() <= axis.less() / kMostPadding)
        return phrase("axis %1 is %2 in the target and %3 in the golden: a padded vocabulary?", axis.axis,
            axis.target, axis.golden);
    if (axis.isFirst())
        return phrase("axis %1 is %2 in the target and %3 in the golden: another batch size?", axis.axis,
            axis.target, axis.golden);
    if (axis.isLast())
        return phrase(
            "axis %1 is %2 in the target and %3 in the golden", axis.axis, axis.target, axis.golden);
    return phrase("axis %1 is %2 in the target and %3 in the golden: another sequence length?", axis.axis,
        axis.target, axis.golden);
}

bool isSameBut(const Shape& more, const Shape& less, std::size_t axis)
{
    Shape without = more;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(axis));
    return without == less;
}

} // namespace

Message likelyShapeReason(const Shape& target, const Shape& golden)
{
    const auto targetCount = elementCount(target), goldenCount = elementCount(golden);
    for (const auto& [count, other, who] : {std::tuple(targetCount, goldenCount, kTargetSide),
             std::tuple(goldenCount, targetCount, kGoldenSide)}) {
        if (count == std::uint64_t {1} && other > std::uint64_t {1})
            return phrase("a single value in the %1: reduced over all elements, or another tensor?", who);
    }
    if (target.size() == golden.size()) {
        Shape a = target, b = golden;
        std::ranges::sort(a);
        std::ranges::sort(b);
        if (a == b)
            return phrase("the axes have another order: transposed?");
        const std::vector<DifferingAxis> axes = differingAxes(target, golden);
        const auto isLikeFirst = [&](const DifferingAxis& axis) {
            return axis.target == axes.front().target && axis.golden == axes.front().golden;
        };
        if (axes.size() == 1)
            return axisText(axes.front());
        if (!std::ranges::all_of(axes, isLikeFirst))
            return {};
        return phrase("axes %1 and %2 are %3 in the target and %4 in the golden: another sequence length?",
            axes[0].axis, axes[1].axis, axes[0].target, axes[0].golden);
    }
    const bool isTargetShorter = target.size() < golden.size();
    const Shape& more = isTargetShorter ? golden : target;
    const Shape& less = isTargetShorter ? target : golden;
    if (more.size() != less.size() + 1)
        return {};
    for (std::size_t axis = 0; axis < more.size(); ++axis) {
        if (isSameBut(more, less, axis))
            return phrase("no axis %1 of length %2 in the %3: one part of it, or reduced over it?", axis,
                more[axis], isTargetShorter ? kTargetSide : kGoldenSide);
    }
    return {};
}

} // namespace dumpscope::core
