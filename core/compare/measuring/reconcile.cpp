// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/measuring/reconcile.h"

#include "compare/elements/transposition_step.h"
#include "compare/measuring/shape_doubt.h"

#include <algorithm>
#include <array>
#include <optional>

namespace dumpscope::core {

namespace {

using Axes = std::vector<std::size_t>;

Shape withoutOnes(const Shape& shape)
{
    Shape squeezed;
    std::copy_if(
        shape.begin(), shape.end(), std::back_inserter(squeezed), [](std::int64_t dim) { return dim != 1; });
    return squeezed;
}

/// Whether both shapes come from one another by splitting or merging neighbouring axes only: every axis
/// border of the coarser is a border of the finer.
bool isRegrouping(const Shape& a, const Shape& b)
{
    const Shape& coarse = a.size() <= b.size() ? a : b;
    const Shape& fine = a.size() <= b.size() ? b : a;
    std::size_t at = 0;
    for (const std::int64_t dim : coarse) {
        std::int64_t product = 1;
        while (at < fine.size() && product < dim)
            product *= fine[at++];
        if (product != dim)
            return false;
    }
    return at == fine.size();
}

/// The axes of one layout's letters in another ("NCHW" <- "NHWC" = 0,3,1,2).
std::optional<Axes> axesBetween(std::string_view to, std::string_view from)
{
    if (to.size() != from.size() || to.empty())
        return std::nullopt;
    Axes axes;
    for (const char letter : to) {
        const std::size_t at = from.find(letter);
        if (at == std::string_view::npos)
            return std::nullopt;
        axes.push_back(at);
    }
    return axes;
}

Shape permuted(const Shape& shape, const Axes& axes)
{
    Shape result;
    for (const std::size_t axis : axes)
        result.push_back(shape[axis]);
    return result;
}

/// The view with its axes in another order. Only for views that are read by strides; others have a device
/// layout, whose logical order is chosen instead.
TensorView transposed(TensorView view, const Axes& axes)
{
    std::vector<std::int64_t> strides = view.strides.empty() ? denseStrides(view.shape) : view.strides;
    std::vector<std::int64_t> moved;
    for (const std::size_t axis : axes)
        moved.push_back(strides[axis]);
    view.shape = permuted(view.shape, axes);
    view.strides = std::move(moved);
    view.storage = {};
    view.storage.storageShape = view.shape;
    return view;
}

/// Only the shape's grouping changes; the order of elements stays.
void regroup(TensorView& view, const Shape& shape)
{
    if (view.strides.empty() && !view.isRearranged()) {
        view.shape = shape;
        view.storage.storageShape = shape;
    }
}

std::string_view lettersOf(MemoryFormat format)
{
    switch (format) {
    case MemoryFormat::NCHW:
    case MemoryFormat::NHWC:
    case MemoryFormat::HWCN:
    case MemoryFormat::CHWN:
    case MemoryFormat::NDHWC:
    case MemoryFormat::NCDHW:
    case MemoryFormat::DHWCN:
        return formatName(format);
    default:
        return {};
    }
}

/// The axes order of the logical shape, if it is known.
std::string_view logicalLetters(const TensorView& view)
{
    const std::string_view logical = lettersOf(view.storage.logicalFormat);
    return !logical.empty() || isDeviceFormat(view.storage.format) ? logical : lettersOf(view.storage.format);
}

struct Transposition {
    Axes axes; ///< of the golden
    Message step;
};

/// Which transposition of the golden the rule, the recorded formats or the only fitting reading ask for.
std::optional<Transposition> findTransposition(
    const TensorView& target, const TensorView& golden, const AlignmentHint* hint)
{
    const std::string_view given = hint ? std::string_view(hint->targetAxes) : std::string_view();
    const std::string_view givenGolden = hint ? std::string_view(hint->goldenAxes) : std::string_view();
    if (!given.empty() && !givenGolden.empty()) {
        const auto axes = axesBetween(given, givenGolden);
        if (!axes || axes->size() != golden.shape.size() || given == givenGolden)
            return std::nullopt;
        const Form<2>& why = hint->isByValues ? kTransposedByValues : kTransposedByRule;
        return Transposition {*axes, phraseOf(why, given, givenGolden)};
    }
    const std::string_view to = logicalLetters(target), from = logicalLetters(golden);
    if (!to.empty() && !from.empty() && to != from) {
        const auto axes = axesBetween(to, from);
        if (axes && axes->size() == golden.shape.size() && permuted(golden.shape, *axes) == target.shape)
            return Transposition {*axes, phraseOf(kTransposedByFormats, to, from)};
    }
    if (target.shape == golden.shape || target.shape.size() != golden.shape.size())
        return std::nullopt;
    struct Reading {
        std::string_view to, from;
    };
    static constexpr std::array<Reading, 4> kReadings {
        {{"NCHW", "NHWC"}, {"NHWC", "NCHW"}, {"NCDHW", "NDHWC"}, {"NDHWC", "NCDHW"}}};
    std::optional<Transposition> found;
    for (const Reading& reading : kReadings) {
        // A recorded format rules the other readings out.
        if ((!to.empty() && to != reading.to) || (!from.empty() && from != reading.from))
            continue;
        const auto axes = axesBetween(reading.to, reading.from);
        if (axes->size() != golden.shape.size() || permuted(golden.shape, *axes) != target.shape)
            continue;
        if (found)
            return std::nullopt;
        found = Transposition {*axes, phraseOf(kTransposedToFit, reading.to, reading.from)};
    }
    return found;
}

} // namespace

Reconciled reconcile(TensorView target, TensorView golden, const AlignmentHint* hint)
{
    Reconciled result;
    if (target.isRearranged()) {
        result.steps.push_back(
            phrase("target %1 undone to %2", formatName(target.storage.format), shapeText(target.shape)));
    }
    if (golden.isRearranged()) {
        result.steps.push_back(
            phrase("golden %1 undone to %2", formatName(golden.storage.format), shapeText(golden.shape)));
    }
    if (const auto move = findTransposition(target, golden, hint)) {
        if (golden.isRearranged() && !target.isRearranged()) {
            Axes back(move->axes.size());
            for (std::size_t i = 0; i < back.size(); ++i)
                back[move->axes[i]] = i;
            target = transposed(std::move(target), back);
            result.steps.push_back(phraseOf(kDoneOnTarget, move->step));
        } else if (!golden.isRearranged()) {
            golden = transposed(std::move(golden), move->axes);
            result.steps.push_back(move->step);
        }
    }
    const auto targetCount = elementCount(target.shape), goldenCount = elementCount(golden.shape);
    if (!targetCount || !goldenCount || *targetCount != *goldenCount) {
        result.countDiffers = true;
        result.mismatch = phrase("the target has shape %1 and the golden %2: %3 against %4 elements",
            shapeText(target.shape), shapeText(golden.shape), targetCount.value_or(0),
            goldenCount.value_or(0));
    } else if (target.shape != golden.shape) {
        const Shape a = withoutOnes(target.shape), b = withoutOnes(golden.shape);
        const bool squeezed = a == b;
        if (squeezed || (*targetCount > 0 && isRegrouping(a, b))) {
            const std::string was = shapeText(golden.shape), is = shapeText(target.shape);
            result.steps.push_back(squeezed
                    ? phrase("golden %1 read as %2 (axes of length 1)", was, is)
                    : phrase("golden %1 read as %2 (neighbouring axes split or merged)", was, is));
            regroup(golden, target.shape);
        } else {
            result.mismatch
                = phrase("the target has shape %1 and the golden %2, which no known layout brings together",
                    shapeText(target.shape), shapeText(golden.shape));
        }
    }
    if (!result.mismatch.empty()) {
        if (Message reason = likelyShapeReason(target.shape, golden.shape); !reason.empty())
            result.mismatch = phrase("%1; %2", std::move(result.mismatch), std::move(reason));
    }
    result.target = std::move(target);
    result.golden = std::move(golden);
    return result;
}

} // namespace dumpscope::core
