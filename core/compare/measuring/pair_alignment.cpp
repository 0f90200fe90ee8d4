// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/measuring/pair_alignment.h"

#include <algorithm>

namespace dumpscope::core {

Reconciled alignSides(const TensorPair& pair, TensorView target, TensorView golden, MemoryFormat targetFormat,
    const MetricProfile* profile)
{
    if (profile != nullptr && pair.origin == PairOrigin::Fusion && pair.hint) {
        if (auto own
            = profile->align(target, golden, targetFormat, {pair.hint->goldenFormat, pair.hint->goldenShape}))
            return {std::move(own->target), std::move(own->golden), std::move(own->steps),
                std::move(own->reason), false};
    }
    return reconcile(std::move(target), std::move(golden), pair.hint.get());
}

Reconciled recordedAlignment(const DumpIndex& target, const DumpIndex& golden, const TensorPair& pair)
{
    if (pair.hint && pair.hint->assembly)
        return {};
    const TensorRow &x = target.tensor(pair.target), &y = golden.tensor(pair.golden);
    // Extents of a device layout have padding that only the layout tells apart.
    if (!x.shape.isValid() || !y.shape.isValid() || isDeviceFormat(x.format) || isDeviceFormat(y.format))
        return {};
    const auto &a = target.shape(x.shape), &b = golden.shape(y.shape);
    if (std::ranges::equal(a, b))
        return {};
    const auto asView = [](const auto& shape, MemoryFormat format) {
        TensorView view = makeDenseView(DType::Unknown, Shape(shape.begin(), shape.end()), {});
        view.storage.format = format;
        return view;
    };
    return reconcile(asView(a, x.format), asView(b, y.format), pair.hint.get());
}

} // namespace dumpscope::core
