// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/pooling_form.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// Only where all windows are of one size.
std::vector<PoolingForm> adaptiveForms(const PooledShapes& shapes)
{
    SpatialWindow window;
    for (std::size_t axis = 0; axis < shapes.in.size(); ++axis) {
        if (shapes.in[axis] % shapes.out[axis] != 0)
            return {};
        window.kernel.push_back(shapes.in[axis] / shapes.out[axis]);
    }
    window.stride = window.kernel;
    window.padding.assign(shapes.in.size(), 0);
    window.dilation.assign(shapes.in.size(), 1);
    return {PoolingForm {std::move(window), Pooling::MeanOfWindow}};
}

} // namespace

Message PoolingForm::text() const
{
    if (pooling == Pooling::Largest)
        return phrase("maximum with %1", window.text());
    return pooling == Pooling::MeanOfWindow ? phrase("mean with %1", window.text())
                                            : phrase("mean without padding, with %1", window.text());
}

std::optional<PooledShapes> PooledShapes::make(const Shape& in, const Shape& out)
{
    constexpr std::size_t kMostAxes = 3;
    if (out.size() < 3 || out.size() > kMostAxes + 2 || in.size() != out.size() || in[0] != out[0]
        || in[1] != out[1] || elementCount(in).value_or(0) == 0 || elementCount(out).value_or(0) == 0)
        return std::nullopt;
    return PooledShapes {{in.begin() + 2, in.end()}, {out.begin() + 2, out.end()}};
}

std::vector<PoolingForm> poolingForms(
    std::string_view type, const OperatorCall& call, const PooledShapes& shapes)
{
    std::vector<PoolingForm> forms;
    if (!call.endsAt(1))
        return forms;
    if (type.starts_with("adaptive"))
        return adaptiveForms(shapes);
    const auto kernel = perAxis(call.numbers(1, {"kernel_size", "ksize", "kernel_shape"}), shapes.in.size());
    if (!kernel)
        return forms;
    WindowArguments said {
        call.numbers(2, {"stride", "strides"}), call.numbers(3, {"padding", "pad", "pads"}), {}, true};
    const bool isMax = type.starts_with("max");
    if (isMax)
        said.dilation = call.numbers(4, {"dilation", "dilations"});
    for (const SpatialWindow& window : spatialWindows(shapes.in, shapes.out, *kernel, said)) {
        const bool isPadded
            = std::ranges::any_of(window.padding, [](std::int64_t padding) { return padding > 0; });
        forms.push_back({window, isMax ? Pooling::Largest : Pooling::MeanOfWindow});
        if (!isMax && isPadded)
            forms.push_back({window, Pooling::MeanOfElements});
    }
    return forms;
}

} // namespace dumpscope::core
