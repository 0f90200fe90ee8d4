// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/flat_view.h"

#include "tensor/element_stream.h"

namespace dumpscope::core {

Result<TensorView> flatView(const TensorView& view)
{
    TRY_ASSIGN(const ElementStream there, ElementStream::make(view, Order::Storage, true));
    if (there.count() == 0)
        return fail(Code::Truncated, phrase("no element of shape %1 is there", shapeText(view.shape)));
    TensorView flat = makeDenseView(view.dtype, {static_cast<std::int64_t>(there.count())}, view.bytes);
    flat.bigEndian = view.bigEndian;
    return flat;
}

} // namespace dumpscope::core
