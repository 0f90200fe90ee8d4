// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msaccucmp_alignment.h"

#include "compare/elements/transposition_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

using AxisOrder = std::vector<std::size_t>;

constexpr std::size_t kRank = 4; ///< axes that the tool crops

bool isStrided(const TensorView& view)
{
    return !view.isRearranged();
}

std::optional<AxisOrder> axesBetween(MemoryFormat to, MemoryFormat from)
{
    const std::string_view target = formatName(to), source = formatName(from);
    if (target.size() != source.size() || to == from)
        return std::nullopt;
    AxisOrder axes;
    for (const char letter : target) {
        const auto at = source.find(letter);
        if (at == std::string_view::npos)
            return std::nullopt;
        axes.push_back(at);
    }
    return axes;
}

Shape permuted(const Shape& shape, const AxisOrder& axes)
{
    Shape result;
    for (const std::size_t axis : axes)
        result.push_back(shape[axis]);
    return result;
}

void setShape(TensorView& view, const Shape& shape)
{
    view.shape = shape;
    view.storage = {};
    view.storage.storageShape = shape;
}

void transpose(TensorView& view, const AxisOrder& axes)
{
    const std::vector<std::int64_t> strides = view.strides.empty() ? denseStrides(view.shape) : view.strides;
    view.strides.clear();
    for (const std::size_t axis : axes)
        view.strides.push_back(strides[axis]);
    setShape(view, permuted(view.shape, axes));
}

/// A device layout is read in the order of golden's axes.
bool readInOrderOf(TensorView& view, MemoryFormat format)
{
    const auto axes = axesBetween(format, view.storage.logicalFormat);
    if (isStrided(view) || !axes || view.shape.size() != axes->size())
        return false;
    view.shape = permuted(view.shape, *axes);
    view.storage.logicalFormat = format;
    return true;
}

void flatten(TensorView& view)
{
    if (view.strides.empty() && isStrided(view))
        setShape(view, {static_cast<std::int64_t>(elementCount(view.shape).value_or(0))});
}

Shape padded(Shape shape)
{
    while (shape.size() < kRank)
        shape.push_back(1);
    return shape;
}

std::string shapeList(const Shape& shape)
{
    return shapeText(shape);
}

/// Golden's sizes out of the target. A smaller axis of the target behind the first larger one goes
/// unnoticed.
void crop(AlignedTensors& pair)
{
    const Shape mine = padded(pair.target.shape), other = padded(pair.golden.shape);
    bool fits = mine.size() == other.size();
    for (std::size_t i = 0; fits && i < mine.size(); ++i) {
        if (mine[i] > other[i])
            break;
        fits = mine[i] == other[i];
    }
    if (!fits || !isStrided(pair.target)) {
        pair.reason = fmt::format("Due to the different shapes on the left and right,the left dump data({}) "
                                  "can not be compared to the right dump data({}).",
            shapeList(pair.target.shape), shapeList(pair.golden.shape));
        return;
    }
    Shape cropped;
    for (std::size_t i = 0; i < mine.size(); ++i)
        cropped.push_back(std::min(mine[i], other[i]));
    TensorView& view = pair.target;
    if (view.strides.empty())
        view.strides = denseStrides(view.shape);
    view.strides.resize(cropped.size(), 1);
    setShape(view, cropped);
    pair.steps.push_back(
        phrase("target %1 cropped to %2 from the front of every axis", shapeList(mine), shapeList(cropped)));
}

} // namespace

bool keepsPadding(MemoryFormat format, std::size_t originalRank)
{
    constexpr std::size_t kDepthRank
        = 5; // an original shape of four axes is taken for NCHW, of two or three for ND
    return format == MemoryFormat::NDC1HWC0 && originalRank == kDepthRank;
}

std::optional<std::pair<TensorView, TensorView>> withPadding(
    const TensorView& target, const TensorView& golden)
{
    const auto isKept = [](const TensorView& view) {
        return view.strides.empty() && keepsPadding(view.storage.format, view.shape.size());
    };
    if (!isKept(target) || !isKept(golden) || target.storage.storageShape != golden.storage.storageShape)
        return std::nullopt;
    std::pair stored(target, golden);
    for (TensorView* view : {&stored.first, &stored.second})
        setShape(*view, Shape(view->storage.storageShape));
    return stored;
}

AlignedTensors alignAsMsaccucmp(
    TensorView target, TensorView golden, MemoryFormat targetFormat, const GoldenLayout& layout)
{
    const auto& [goldenFormat, goldenShape] = layout;
    AlignedTensors pair {std::move(target), std::move(golden), {}, {}};
    const auto axes = axesBetween(goldenFormat, targetFormat);
    if (axes && isStrided(pair.target) && pair.target.shape.size() == axes->size()) {
        transpose(pair.target, *axes);
        pair.steps.push_back(
            phraseOf(kTargetTransposedByFile, formatName(goldenFormat), formatName(targetFormat)));
    }
    const MemoryFormat read = pair.target.storage.logicalFormat;
    if (targetFormat == MemoryFormat::NC1HWC0 && readInOrderOf(pair.target, goldenFormat))
        pair.steps.push_back(
            phrase("target read as %1, not %2 (rule file)", formatName(goldenFormat), formatName(read)));
    constexpr std::array<std::pair<MemoryFormat, MemoryFormat>, 2> kReadings {
        {{MemoryFormat::NCHW, MemoryFormat::NHWC}, {MemoryFormat::NHWC, MemoryFormat::NCHW}}};
    for (const auto& [to, from] : kReadings) {
        const auto back = axesBetween(to, from);
        if (goldenFormat != to || !goldenShape || pair.golden.shape.size() != kRank
            || pair.golden.shape == *goldenShape || !isStrided(pair.golden)
            || permuted(pair.golden.shape, *back) != *goldenShape)
            continue;
        transpose(pair.golden, *back);
        pair.steps.push_back(phraseOf(kGoldenTransposedByFile, formatName(to), formatName(from)));
        break;
    }
    if (!isDeviceFormat(targetFormat)
        && (targetFormat == MemoryFormat::ND || goldenFormat == MemoryFormat::ND) && isStrided(pair.target)) {
        flatten(pair.target);
        flatten(pair.golden);
        pair.steps.push_back(phrase("both flattened (layout ND)"));
    }
    if (pair.target.shape != pair.golden.shape)
        crop(pair);
    return pair;
}

} // namespace dumpscope::core
