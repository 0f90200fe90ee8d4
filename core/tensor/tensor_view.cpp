// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/tensor_view.h"

#include "tensor/format_axes.h"

namespace dumpscope::core {

bool TensorView::isRearranged() const
{
    if (isDeviceFormat(storage.format))
        return true;
    return isPermutation(storage.format, storage.logicalFormat, shape.size());
}

TensorView makeDenseView(DType dtype, Shape shape, Bytes bytes)
{
    TensorView view;
    view.dtype = dtype;
    view.bytes = std::move(bytes);
    view.storage.storageShape = shape;
    view.shape = std::move(shape);
    return view;
}

} // namespace dumpscope::core
