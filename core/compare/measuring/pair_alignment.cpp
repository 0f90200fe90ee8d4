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

namespace {

/// Whether shapes were recorded that are not the same.
bool haveOtherShapes(const DumpIndex& target, const DumpIndex& golden, const TensorPair& pair)
{
    if (pair.hint && pair.hint->assembly)
        return false;
    const TensorRow &x = target.tensor(pair.target), &y = golden.tensor(pair.golden);
    // Extents of a device layout have padding that only the layout tells apart.
    if (!x.shape.isValid() || !y.shape.isValid() || isDeviceFormat(x.format) || isDeviceFormat(y.format))
        return false;
    return !std::ranges::equal(target.shape(x.shape), golden.shape(y.shape));
}

} // namespace

Reconciled recordedAlignment(const DumpIndex& target, const DumpIndex& golden, const TensorPair& pair)
{
    if (!haveOtherShapes(target, golden, pair))
        return {};
    const TensorRow &x = target.tensor(pair.target), &y = golden.tensor(pair.golden);
    const auto asView = [](const auto& shape, MemoryFormat format) {
        TensorView view = makeDenseView(DType::Unknown, Shape(shape.begin(), shape.end()), {});
        view.storage.format = format;
        return view;
    };
    return reconcile(
        asView(target.shape(x.shape), x.format), asView(golden.shape(y.shape), y.format), pair.hint.get());
}

bool haveFittingShapes(const DumpIndex& target, const DumpIndex& golden, const TensorPair& pair)
{
    return !haveOtherShapes(target, golden, pair) || recordedAlignment(target, golden, pair).mismatch.empty();
}

} // namespace dumpscope::core
